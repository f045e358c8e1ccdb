"""How reasons, lane states and unit states are drawn: the tables of `simt.views.palette` as looks of grids."""

from __future__ import annotations

from simt.core.state.reasons import REASONS
from simt.views import palette
from simt.views.panels import Look

REASON_LOOK = Look(REASONS, palette.REASON_COLORS, palette.REASON_MARKS, palette.REASON_GLYPHS)
LANES = Look(palette.MASK_STATES, palette.MASK_COLORS, palette.MASK_MARKS, palette.MASK_GLYPHS)
UNITS = Look(palette.UNIT_STATES, palette.UNIT_COLORS, palette.UNIT_MARKS, palette.UNIT_GLYPHS)
READY = Look(
    ("unavailable", "available"),
    {"unavailable": palette.UNIT_COLORS["empty"], "available": palette.REASON_COLORS["issued"]},
    {"unavailable": "0", "available": "1"},
    {"unavailable": "▁", "available": "█"},
)


def warp_rows(warps: int, warp: int | None) -> list[int]:
    """The warps that are shown."""
    return list(range(warps)) if warp is None else [warp]
