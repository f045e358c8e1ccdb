"""The cycles and the warp that a view shows, and the errors that all views share."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from isa.reporting.diagnostics import SimtError, quote

if TYPE_CHECKING:
    from simt.result.parts import Events
    from simt.result.result import Result


_WINDOW = re.compile(r"(-?\d*):([+-]?\d*)", re.ASCII)
_MOST = 10**18  # cycles: a larger number means this one


class ViewError(SimtError):
    """A view that cannot be shown."""

    code = "E0704"


def core_text(result: Result) -> str:
    """Return the words `, core 3 of 30` to follow the machine's name, for a result of one core of several; else ""."""
    cores = result.machine.cores
    return "" if result.shown is None or cores < 2 else f", core {result.shown} of {cores}"


def cycle_text(window: range) -> str:
    """Return the words for a window, `cycle 7` or `cycles 0 to 69`."""
    last = window.stop - 1
    return f"cycle {window.start}" if len(window) == 1 else f"cycles {window.start} to {last}"


def extent_text(result: Result) -> str:
    """Return the clause on the cycles of a run, `the run has cycles 0 to 69`."""
    return f"the run has {cycle_text(range(result.cycles)) if result.cycles else 'no cycles'}"


def kept_events(result: Result) -> Events:
    """Return the event record of a result. Raises `ViewError` if it has none."""
    if result.events is None:
        if result.engine == "functional":
            raise ViewError("a functional run has no cycles to show", code="E0707", help="run the cycle engine")
        if result.sample is not None:
            message = "a sampled run has no record of events, since most cycles were not simulated"
            raise ViewError(message, code="E0707", help="run the launch without a sample, with record=True")
        message = "the run has no event record"
        raise ViewError(message, code="E0707", help="record it: simt.run(program, machine, record=True)")
    return result.events


def _parse(text: object) -> tuple[int | None, int | None, bool]:
    """Parse the text of a window: return (first, end or length, whether it is a length).

    A number that is not in the text is None. Numbers below 0 count from the end.

    Raises `ViewError` (E0703).
    """
    if not isinstance(text, str):
        message = f"a window of cycles is a text, not {type(text).__name__}"
        raise ViewError(message, code="E0703", help='write "120:200" for the cycles 120 to 199')
    match = _WINDOW.fullmatch(text.strip().replace(",", "").replace("_", ""))
    if match is None or match[1] == "-" or match[2] in ("+", "-"):
        advice = "write 120:200 (cycles 120 to 199), 120:, :200, 120:+80, -50: (the last 50), or :-5"
        raise ViewError(f"{quote(text)} is not a window of cycles", code="E0703", help=advice)
    first, end = _number(match[1]), _number(match[2])
    is_length = match[2].startswith("+")
    is_empty = end == 0 or any(part and part.startswith("-") and not part.strip("-0") for part in match.groups())
    if end is not None and not is_length and ((first or 0) < 0) == (end < 0):
        is_empty = is_empty or (first or 0) >= end
    if is_empty:
        message = f"the window {quote(text)} holds no cycle"
        raise ViewError(message, code="E0703", help="the end is not included: 7:8 is cycle 7")
    return first, end, is_length


def _number(text: str) -> int | None:
    """Return the number of a text, None if it is empty. Its absolute value is at most `_MOST`."""
    if not text:
        return None
    digits = text.strip("+-").lstrip("0")
    number = _MOST if len(digits) >= len(str(_MOST)) else int(digits or 0)
    return -number if text.startswith("-") else number


def range_before_run(text: str | None) -> range | None:
    """Return the cycles of a window that are known before the run.

    The result is None if there is no text, or if the text counts from the end.

    An open end becomes a very large number. Raises `ViewError` (E0703).
    """
    if text is None:
        return None
    first, end, is_length = _parse(text)
    if (first or 0) < 0 or (end or 0) < 0:
        return None
    return _resolved(first, end, is_length, 1 << 62)


def _resolved(first: int | None, end: int | None, is_length: bool, cycles: int) -> range:
    start = max(0, cycles + first) if first is not None and first < 0 else first or 0
    if end is None:
        return range(start, cycles)
    if is_length:
        return range(start, start + end)
    return range(start, cycles + end if end < 0 else end)


def resolve_window(result: Result, text: str | None) -> range:
    """Return the cycles to show: the window `text`, cut at the end of the run; without text all kept cycles.

    Raises `ViewError` for an invalid text, a window without cycles, cycles that were not kept, or a run without record.
    """
    events = kept_events(result)
    kept = range(events.first, events.end)
    if text is None:
        if not kept:
            raise ViewError("the run has no cycles to show", help="see the report of the stop, if there is one")
        return kept
    wanted = _resolved(*_parse(text), result.cycles)
    window = range(wanted.start, min(wanted.stop, result.cycles))
    if not window:
        raise ViewError(f"there is no cycle in {quote(text)}: {extent_text(result)}")
    return check_window(result, window)


def check_window(result: Result, window: range) -> range:
    """Return the window if all of it was kept. Raises `ViewError` (E0704, E0707, E0708)."""
    events = kept_events(result)
    if not window or window.start < 0 or window.stop > result.cycles or window.step != 1:
        wanted = cycle_text(window) if window else "no cycles"
        raise ViewError(f"there is no window of {wanted}: {extent_text(result)}")
    if window.start < events.first or window.stop > events.end:
        kept = cycle_text(range(events.first, events.end)) if len(events.ready) else "no cycle"
        message = f"{cycle_text(window)} were not all kept: the record has {kept} of {result.cycles}"
        raise ViewError(message, code="E0708", help=_way_to_keep(window, len(events.ready)))
    return window


def _way_to_keep(window: range, kept: int) -> str:
    """Advise how to get a record that has the window. kept: the cycles of the present record."""
    first, end = window.start, window.stop
    if len(window) > kept > 100_000:  # the record is full
        return f"the record of this run has room for {kept} cycles: choose some of them, --cycles {first}:+{kept}"
    return f"keep those: --cycles {first}:{end}, in Python record=range({first}, {end})"


def check_warp(result: Result, warp: int) -> int:
    """Return the warp's number if it was launched. Raises `ViewError` (E0706)."""
    if not 0 <= warp < result.warps:
        have = "only warp 0 was" if result.warps == 1 else f"warps 0 to {result.warps - 1} were"
        raise ViewError(f"there is no warp {warp}: {have} launched", code="E0706")
    return warp
