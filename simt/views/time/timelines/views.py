"""The views over time, a function for each name in `VIEWS`: the panels of a window, of one warp or (None) of all."""

from __future__ import annotations

from pathlib import PurePath

import numpy as np

from isa.forms.texts import instruction_texts, line_text
from simt.result.result import Result
from simt.views.kit.palette import MASK_LOOKS, REASON_LOOKS, UNIT_LOOKS, Look
from simt.views.kit.panels import Curve, Grid, Heat, Listing, Panel
from simt.views.kit.text import clip
from simt.views.time import series
from simt.views.time.dram import dram_panels, timelines_of

_READY = {
    "unavailable": Look(UNIT_LOOKS["empty"].color, "0", "▁"),
    "available": Look(REASON_LOOKS["issued"].color, "1", "█"),
}
_LISTED = 40  # most instructions listed below a mask history


def _shown(result: Result, warp: int | None) -> list[int]:
    return list(range(result.warps)) if warp is None else [warp]


def _who(warp: int | None) -> str:
    return "" if warp is None else f" of warp {warp}"


def warps(result: Result, window: range, warp: int | None) -> list[Panel]:
    """Return the warp states: warps x cycles, `issued` or the reason why nothing was issued."""
    rows = _shown(result, warp)
    cells = series.warp_states(result, window)[rows]
    return [Grid("warp states", tuple(map(str, rows)), cells, REASON_LOOKS, "issued", "warp cycles", row_word="warp")]


def issue(result: Result, window: range, warp: int | None) -> list[Panel]:
    """Return the issue slots: slots x cycles, `issued` or the reason why the slot is empty. `warp` has no effect.

    Figures 1 to 3 of the article *How GPUs handle branches* compare runs with 2, 1 and 4 slots.
    """
    rows = tuple(str(slot) for slot in range(result.machine.issue_slots))
    cells = series.issue_slots(result, window)
    return [Grid("issue slots", rows, cells, REASON_LOOKS, "issued", "slots", row_word="slot")]


def units(result: Result, window: range, warp: int | None) -> list[Panel]:
    """Return the unit occupancy: unit instances x cycles, the state of the first stage. `warp` has no effect."""
    rows = tuple(instance.label for instance in series.instances(result))
    return [Grid("first stage of the units", rows, series.unit_occupancy(result, window), UNIT_LOOKS, "busy", "cycles")]


def ready(result: Result, window: range, warp: int | None) -> list[Panel]:
    """Return the ready bits: warps x cycles, the scheduler's ready vector as in the FPGA paper's figure 4.

    A falling bit is the issue of an instruction, a rising bit its end.
    """
    rows = _shown(result, warp)
    cells = series.ready_rows(result, window)[rows]
    return [Grid("ready bits", tuple(map(str, rows)), cells, _READY, "available", "warp cycles", row_word="warp")]


def stack(result: Result, window: range, warp: int | None) -> list[Panel]:
    """Two curves: the entries of the warp's mask stack, or of the deepest one, and the active share of living lanes.

    A machine without a stack has the second curve only. Unlike SIMD efficiency, this share leaves out ended lanes.
    """
    active, living = series.lane_use(result, window, warp)
    total = f"{100 * active.sum() / living.sum():.1f} % over the window" if living.any() else "nothing was issued"
    lanes = Curve(f"active of living lanes{_who(warp)}: {total}", active, 100, living, "%")
    if not result.machine.branch.has_stack:
        return [lanes]
    depth = np.max([series.stack_depth(result, window, number) for number in _shown(result, warp)], axis=0)
    only = warp if warp is not None or result.warps > 1 else 0
    who = "of all warps, the deepest" if only is None else f"of warp {only}"
    return [Curve(f"stack entries {who}", depth, max(1, int(depth.max()))), lanes]


def masks(result: Result, window: range, warp: int | None) -> list[Panel]:
    """Return the mask history of a warp, by default warp 0: lanes x cycles (branching article, figures 5 to 7).

    A listing of the issued instructions follows, if there are at most `_LISTED`.
    """
    number = warp or 0
    of = "" if result.warps == 1 else f" of {result.warps}"
    title, rows = f"execution mask of warp {number}{of}", tuple(map(str, range(result.machine.warp_size)))
    cells = series.mask_history(result, window, number)
    history = Grid(title, rows, cells, MASK_LOOKS, "active", "lane cycles", "lane", is_lanes=True)
    issued = series.issued_instructions(result, window, number)
    return [history, _listing(result, issued)] if 0 < len(issued) <= _LISTED else [history]


def _listing(result: Result, issued: np.ndarray) -> Listing:
    """Return the cycle, program counter, active lanes, source line and text of each issued instruction."""
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


def banks(result: Result, window: range, warp: int | None) -> list[Panel]:
    """Return the accesses to local memory: words requested from each bank over time, and LDS passes by source line.

    The second panel has a row for each source line whose accesses enter the LDS in the window. An instruction without a
    source line has a row of its own.
    """
    counters, passes = series.conflict_degrees(result, window, warp)
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
        values.append(passes[members].sum(axis=0))  # at most one access enters per cycle
    beats = result.machine.beats("lds")
    title = f"LDS passes of a local access{_who(warp)}, at its entry ({beats}: no conflict)"
    cells = np.stack(values) if values else np.zeros((0, len(window)), np.int64)
    return [
        _banks(result, window, warp),
        Heat(title, tuple(rows), cells, beats, result.machine.warp_size, "passes", tuple(notes)),
    ]


def _banks(result: Result, window: range, warp: int | None) -> Heat:
    """Return the words that accesses request, a row per bank. An access waits for the bank with most of its words."""
    words = series.bank_words(result, window, warp)
    total = max(1, int(words.sum()))
    notes = tuple(f"{100 * int(row.sum()) / total:.1f} % of the words" for row in words)
    names = tuple(f"bank {number}" for number in range(len(words)))
    title = f"words per bank asked by a local access{_who(warp)}"
    return Heat(title, names, words.astype(np.int64), 1, result.machine.warp_size, "words", notes, is_numbered=True)


def dram(result: Result, window: range, warp: int | None) -> list[Panel]:
    """Return the banks and data buses of DRAM x cycles; an empty panel for other memories. `warp` has no effect."""
    if result.commands is None:
        title = f"banks of DRAM: the machine's memory is {result.machine.memory.policy}"
        return [Heat(title, (), np.zeros((0, len(window)), np.int64), 1, 1, "banks")]
    return dram_panels(timelines_of(result), window)
