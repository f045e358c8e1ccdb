"""Ready bits: warps x cycles, the scheduler's ready vector as in the FPGA paper's figure 4.

A bit that falls is an issue, one that rises the end of the instruction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from simt.views.panels import Grid, Panel
from simt.views.series import bit_array, ready_rows
from simt.views.timelines.looks import READY, warp_rows

if TYPE_CHECKING:
    from simt.result.result import Result


def panels(result: Result, window: range, warp: int | None) -> list[Panel]:
    """The bits of all warps, or of one."""
    rows = warp_rows(result.warps, warp)
    cells = bit_array(ready_rows(result, window))[rows]
    return [Grid("ready bits", tuple(map(str, rows)), cells, READY, "available", "warp cycles", row_word="warp")]
