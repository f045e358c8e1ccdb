"""Issue slots: slots x cycles, filled or the reason why not (the branching article's figures 1 to 3 count them)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simt.views.panels import Grid, Panel
from simt.views.series import issue_slots
from simt.views.timelines.looks import REASON_LOOK

if TYPE_CHECKING:
    from simt.result.result import Result


def panels(result: Result, window: range, warp: int | None) -> list[Panel]:
    """The reasons of all slots. Slots belong to no warp: `warp` changes nothing."""
    del warp
    rows = tuple(str(slot) for slot in range(result.machine.issue_slots))
    return [Grid("issue slots", rows, issue_slots(result, window), REASON_LOOK, "issued", "slots", row_word="slot")]
