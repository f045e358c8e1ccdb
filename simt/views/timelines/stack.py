"""Depth of the mask stack, and active of living lanes of what was issued, over time.

Lanes that have ended do not count here. In SIMD efficiency, which is of all issued lanes, they do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from simt.views.panels import Curve, Panel
from simt.views.series import lane_use, stack_depth
from simt.views.timelines.looks import warp_rows

if TYPE_CHECKING:
    from simt.result.result import Result


def panels(result: Result, window: range, warp: int | None) -> list[Panel]:
    """Of one warp, or the deepest stack and the lanes of all. A machine without a stack has the second curve only."""
    active, living = lane_use(result, window, warp)
    total = f"{100 * active.sum() / living.sum():.1f} % over the window" if living.any() else "nothing was issued"
    who = "" if warp is None else f" of warp {warp}"
    lanes = Curve(f"active of living lanes{who}: {total}", active, 100, living, "%")
    if result.machine.branch.policy not in ("mask_stack", "ipdom_stack"):
        return [lanes]
    depth = np.max([stack_depth(result, window, number) for number in warp_rows(result.warps, warp)], axis=0)
    only = warp if warp is not None or result.warps > 1 else 0
    who = "of all warps, the deepest" if only is None else f"of warp {only}"
    return [Curve(f"stack entries {who}", depth, max(1, int(depth.max()))), lanes]
