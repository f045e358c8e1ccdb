"""Mask history: lanes x cycles of one warp, as the branching article's figures 5 to 7, and what was issued."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

import numpy as np

from isa.texts import instruction_texts
from simt.views.panels import Grid, Listing, Panel
from simt.views.series import issued_instructions, mask_history
from simt.views.text import clip
from simt.views.timelines.looks import LANES

if TYPE_CHECKING:
    from simt.result.result import Result

LISTED = 40  # instructions that are listed below the history, at most


def panels(result: Result, window: range, warp: int | None) -> list[Panel]:
    """The history of a warp (0 if none is named), and its instructions if they are few."""
    number = warp or 0
    lanes = result.machine.warp_size
    of = "" if result.warps == 1 else f" of {result.warps}"
    history = Grid(
        title=f"execution mask of warp {number}{of}",
        rows=tuple(str(lane) for lane in range(lanes)),
        cells=mask_history(result, window, number),
        look=LANES,
        counted="active",
        cell_word="lane cycles",
        row_word="lane",
        is_lanes=True,
    )
    issued = issued_instructions(result, window, number)
    return [history, _listing(result, issued)] if 0 < len(issued) <= LISTED else [history]


def _listing(result: Result, issued: np.ndarray) -> Listing:
    """cycle, program counter, active lanes, source line and place of each issued instruction."""
    files = {location.file for location in result.program.locations}
    names = instruction_texts(result.program)
    places, texts = [], []
    for pc in issued["pc"]:
        location = result.program.locations[pc]
        name = f"{PurePath(location.file).name}:" if len(files) > 1 else ""
        places.append(f"{name}{location.line}" if location.line else "")
        texts.append(clip(names[pc], 50))
    width = max(4, *(len(place) for place in places))
    lines = [f"{'cycle':>8} {'pc':>5} {'lanes':>5}  {'line':>{width}}  issued"]
    for event, place, text in zip(issued, places, texts, strict=True):
        active = int(np.bitwise_count(event["mask"].astype(np.uint64)))
        lines.append(f"{event['select']:>8} {event['pc']:>5} {active:>5}  {place:>{width}}  {text}".rstrip())
    return Listing(tuple(lines))
