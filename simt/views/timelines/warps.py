"""Warp states: warps x cycles, issued or the reason why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simt.views.panels import Grid, Panel
from simt.views.series import warp_states
from simt.views.timelines.looks import REASON_LOOK, warp_rows

if TYPE_CHECKING:
    from simt.result.result import Result


def panels(result: Result, window: range, warp: int | None) -> list[Panel]:
    """The states of all warps, or of one."""
    rows = warp_rows(result.warps, warp)
    cells = warp_states(result, window)[rows]
    return [
        Grid("warp states", tuple(map(str, rows)), cells, REASON_LOOK, "issued", "warp cycles", row_word="warp"),
    ]
