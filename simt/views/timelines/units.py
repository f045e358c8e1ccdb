"""Unit occupancy: the first stage of every unit instance x cycles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simt.views.panels import Grid, Panel
from simt.views.series import instances, unit_occupancy
from simt.views.timelines.looks import UNITS

if TYPE_CHECKING:
    from simt.result.result import Result


def panels(result: Result, window: range, warp: int | None) -> list[Panel]:
    """All instances. They serve all warps: `warp` changes nothing."""
    del warp
    rows = tuple(instance.label for instance in instances(result))
    return [Grid("first stage of the units", rows, unit_occupancy(result, window), UNITS, "busy", "cycles")]
