"""Local memory: what each bank delivers over time, and which source lines conflict.

The first panel shows an uneven use of the banks, the second where in the program it is and what it costs.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

import numpy as np

from isa.texts import instruction_texts, line_text
from simt.views.panels import Heat, Panel
from simt.views.series import bank_words, conflict_degrees

if TYPE_CHECKING:
    from simt.result.result import Result


def panels(result: Result, window: range, warp: int | None) -> list[Panel]:
    """A row per source line with loads or stores that entered the LDS in the window, of all warps or of one.

    An instruction without a source line is a row of its own.
    """
    counters, passes = conflict_degrees(result, window, warp)
    groups: dict[tuple[str, int], list[int]] = {}
    for index, pc in enumerate(counters.tolist()):
        place = result.program.locations[pc]
        groups.setdefault((place.file, place.line) if place.line else ("", -pc), []).append(index)
    has_files = len({file for file, _ in groups}) > 1
    texts = instruction_texts(result.program)
    rows, notes, values = [], [], []
    for (file, line), members in groups.items():
        text = line_text([texts[counters[member]] for member in members], 48)
        name = f"{PurePath(file).name}:" if has_files else "line "
        rows.append(f"{name}{line}" if line > 0 else f"pc {-line}")
        notes.append(text)
        values.append(passes[members].sum(axis=0))  # at most one access enters in a cycle
    beats = result.machine.beats("lds")
    who = "" if warp is None else f" of warp {warp}"
    title = f"LDS passes of a local access{who}, at its entry ({beats}: no conflict)"
    cells = np.stack(values) if values else np.zeros((0, len(window)), np.int64)
    return [
        _banks(result, window, warp),
        Heat(title, tuple(rows), cells, beats, result.machine.warp_size, "passes", tuple(notes)),
    ]


def _banks(result: Result, window: range, warp: int | None) -> Heat:
    """A row per bank: the words that an access asks of it. The bank with the most makes the access wait."""
    words = bank_words(result, window, warp)
    total = max(1, int(words.sum()))
    notes = tuple(f"{100 * int(row.sum()) / total:.1f} % of the words" for row in words)
    who = "" if warp is None else f" of warp {warp}"
    names = tuple(f"bank {number}" for number in range(len(words)))
    title = f"words per bank asked by a local access{who}"
    return Heat(title, names, words.astype(np.int64), 1, result.machine.warp_size, "words", notes, is_numbered=True)
