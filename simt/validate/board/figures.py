"""Cycles of a step of each microkernel, from the readings of its launches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from isa.reporting.diagnostics import listed
from simt.validate.board.kernels import Microkernel
from simt.validate.board.readings import AT_ODDS, LINE_ERROR, Line
from simt.validate.board.spans import Span, agree
from simt.validate.lines import Mistake


@dataclass(frozen=True, slots=True)
class Figure:
    """The cycles of a step of a microkernel: the best value, all that the readings allow, and their lines."""

    microkernel: Microkernel
    value: float
    cycles: Span
    lines: tuple[int, ...]


def figures_of(lines: Iterable[Line]) -> tuple[list[Figure], list[Mistake]]:
    """Return a figure for each microkernel that has one, and the lines that give none or contradict others."""
    by_kernel: dict[Microkernel, list[Line]] = defaultdict(list)
    for line in lines:
        by_kernel[line.microkernel].append(line)
    figures: list[Figure] = []
    mistakes: list[Mistake] = []
    for microkernel, own in by_kernel.items():
        found = _figure(microkernel, own, mistakes)
        figures += [] if found is None else [found]
    return figures, mistakes


def _figure(microkernel: Microkernel, lines: Sequence[Line], mistakes: list[Mistake]) -> Figure | None:
    """Return the figure of a microkernel from all its lines; None if there is none."""
    parts = [Figure(microkernel, line.value, line.cycles, (line.number,)) for line in lines if not line.steps]
    for turns in sorted({line.turns for line in lines if line.steps}):
        slope = _slope(microkernel, [line for line in lines if line.steps and line.turns == turns], mistakes)
        parts += [] if slope is None else [slope]
    return _joined(parts, mistakes)


def _joined(parts: Sequence[Figure], mistakes: list[Mistake]) -> Figure | None:
    """Return one figure from several of the same, and name the lines of those that contradict most."""
    if not parts:
        return None
    common, odd = agree([part.cycles for part in parts])
    for place in odd:
        others = [number for k, part in enumerate(parts) if k != place for number in part.lines]
        mistakes += [_at_odds(number, others) for number in parts[place].lines]
    if common is None:
        return None
    return mean([part for k, part in enumerate(parts) if k not in odd], common)


def mean(figures: Sequence[Figure], cycles: Span) -> Figure:
    """Return one figure from at least one that agree on `cycles`: their mean, or the nearest number that all hold."""
    value = cycles.nearest(sum(figure.value for figure in figures) / len(figures))
    return Figure(figures[0].microkernel, value, cycles, lines_of(figures))


def lines_of(figures: Iterable[Figure]) -> tuple[int, ...]:
    """Return the lines of figures, ascending."""
    return tuple(sorted({number for figure in figures for number in figure.lines}))


def _slope(microkernel: Microkernel, lines: Sequence[Line], mistakes: list[Mistake]) -> Figure | None:
    """Return the cycles of a step from launches with the same turns: from the fewest steps to the most.

    Launches with the same steps are joined first; those between the two ends only have to lie between them.
    """
    launches: dict[int, Figure] = {}
    for steps in sorted({line.steps for line in lines}):
        same = [
            Figure(microkernel, line.value, line.cycles, (line.number,)) for line in lines if line.steps == steps
        ]  # fmt: skip
        joined = _joined(same, mistakes)
        if joined is not None:
            launches[steps] = joined
    if len(launches) < 2:
        for launch in launches.values():
            mistakes += [_alone(number) for number in launch.lines]
        return None
    few, more = min(launches), max(launches)
    first, last = launches[few], launches[more]
    count = (more - few) * lines[0].turns
    span = Span((last.cycles.low - first.cycles.high) / count, (last.cycles.high - first.cycles.low) / count)
    numbers = (*first.lines, *last.lines)
    if last.value <= first.value:
        mistakes += [
            Mistake(
                number, AT_ODDS, f"{more} steps took no longer than {few} (lines {listed(map(str, numbers), 'and')})",
                "measure both again, with more turns, so that the steps take longer than the launch",
            )
            for number in numbers
        ]  # fmt: skip
        return None
    for steps, launch in launches.items():
        share = (steps - few) / (more - few)
        line = Span(*((1 - share) * a + share * b for a, b in (
            (first.cycles.low, last.cycles.low), (first.cycles.high, last.cycles.high)
        )))  # fmt: skip
        if (launch.cycles & line).is_empty:
            mistakes += [_at_odds(number, numbers) for number in launch.lines]
    return Figure(microkernel, (last.value - first.value) / count, Span(max(span.low, 0.0), span.high), numbers)


def _alone(number: int) -> Mistake:
    return Mistake(
        number, LINE_ERROR, "no other line has its microkernel and turns with other steps, so its overhead is in it",
        "add a launch with other steps and the same turns; or give the time of one step, and leave both empty",
    )  # fmt: skip


def _at_odds(number: int, others: Iterable[int]) -> Mistake:
    names = listed((str(other) for other in sorted({*others} - {number})), "and")
    return Mistake(
        number, AT_ODDS, f"it contradicts line {names} on the same microkernel",
        "measure it again, or give the spread of its repeats; it is left out",
    )  # fmt: skip
