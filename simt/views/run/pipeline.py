"""The run of a pipeline as text: a line for each launch or round, and the cycles and transfers of all of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby, islice
from operator import itemgetter
from typing import Any

from simt.launch.pipeline import Stage
from simt.launch.pipeline_run import PipelineResult
from simt.launch.sizes import size_text
from simt.result.result import Result
from simt.views.kit.text import aligned, clip, plural, si

Launched = tuple[int, Stage, Result]  # a launch with its number, from 0

_HEAD = ("", "kernel", "round", "work-items", "group", "cycles", "share", "instructions", "transactions", "bytes")
_WITHOUT_ROUNDS = (0, 1, 3, 4, 5, 6, 7, 8, 9)  # columns of `_HEAD`
_WITH_ROUNDS = (0, 1, 2, 3, 4, 5, 9)  # for a line of a terminal
_MOST_ROWS = 24


def pipeline_text(result: PipelineResult, machine: str = "", note: str = "") -> str:
    """Return the run as text. machine: its name as the user gave it. note: the reason why there is no check."""
    total = plural(len(result.launches), "launch", "es")
    if result.stop is not None:
        total = f"{len(result.launches)} of {plural(len(result.pipeline.stages), 'launch', 'es')}"
    facts = [("check", check_text(result, note)), ("cycles", f"{result.cycles} {si(result.seconds, 's')} in {total}")]
    if result.stop is not None:
        facts.insert(0, ("stopped", f"{result.stop.kind} in launch {len(result.launches)}; the figures are so far"))
    if result.transfers is not None:
        (into, in_bytes, in_cycles), (out, out_bytes, out_cycles) = map(result.transfers.moved, ("in", "out"))
        moved_in = f"{plural(into, 'buffer')} in, {in_bytes} bytes, {in_cycles} cycles"
        moved_out = f"{plural(out, 'buffer')} out, {out_bytes} bytes, {out_cycles} cycles"
        facts.append(("transfers", f"{moved_in}; {moved_out}"))
        facts.append(("in all", f"{result.transfers.cycles + result.cycles} cycles"))
    head = f"{clip(result.name, 40)} on {clip(machine or result.machine.name, 60)}"
    lines = [head, *(f"  {name:<10}{text}" for name, text in facts), *aligned(launch_rows(result), (1,), "  ")]
    return "\n".join(lines) + "\n"


def launch_rows(result: PipelineResult) -> list[tuple[str, ...]]:
    """Return the rows of a table of launches: the head, then a row of texts for each launch that began.

    If there are many launches, the launches with one value of the outermost loop share a row; if these are still many,
    the launches of one table of the file do. If a launch has a round, a column for it takes the place of the columns of
    shares, instructions and transactions.
    """
    stages = [result.pipeline.stages[number] for number in result.numbers]
    launches = list(zip(result.numbers, stages, result.launches, strict=True))
    ways: tuple[Callable[[Launched], Any], ...] = (itemgetter(0), _outer_round, _table)
    groups = next(groups for way in ways if len(groups := _grouped(launches, way)) <= _MOST_ROWS or way is _table)
    rows = [_HEAD, *(_row(group, result.cycles) for group in groups)]
    columns = _WITH_ROUNDS if any(row[2] for row in rows[1:]) else _WITHOUT_ROUNDS
    return [tuple(row[column] for column in columns) for row in rows]


def _outer_round(launched: Launched) -> object:
    _, stage, _ = launched
    return stage.where[:2], next(iter(stage.values.items()), None)


def _table(launched: Launched) -> object:
    return launched[1].where[:2]


def _grouped(launches: list[Launched], way: Callable[[Launched], Any]) -> list[list[Launched]]:
    return [list(group) for _, group in groupby(launches, way)]


def _row(group: list[Launched], cycles: int) -> tuple[str, ...]:
    """Return the row of one or several launches. cycles: the cycles of the pipeline."""
    (first, stage, _), (last, _, _), results = group[0], group[-1], [result for _, _, result in group]
    named, sizes, locals_ = (
        _same(texts)
        for texts in (
            [clip(launched.program.name, 24) for launched in results],
            [size_text(launched.grid.size) for launched in results],
            [size_text(launched.grid.local) for launched in results],
        )
    )
    own = sum(launched.cycles for launched in results)
    values = stage.values.items()
    others = [other.values for _, other, _ in group]
    shared = [(name, value) for name, value in values if all(other.get(name) == value for other in others)]
    totals = [sum(column) for column in zip(*(launched.traffic.totals[1:] for launched in results), strict=True)]
    return (
        str(first + 1) if first == last else f"{first + 1}-{last + 1}", named,
        " ".join(f"{name}={value:.9g}" for name, value in islice(shared, 4)), sizes, locals_, str(own),
        f"{100 * own / max(1, cycles):.1f} %", str(sum(launched.instructions for launched in results)),
        *map(str, totals),
    )  # fmt: skip


def _same(texts: list[str]) -> str:
    """Return the text that all are, or how many different ones there are."""
    different = list(dict.fromkeys(texts))
    return different[0] if len(different) == 1 else f"{len(different)} different"


def check_text(result: PipelineResult, note: str = "") -> str:
    """Return the outcome of the check in a line. note: the reason why there is no check."""
    check = result.check
    if check is None:
        return f"none: {note}" if note else "none"
    if not check.passed:
        return f"FAILED against {check.oracle}: {check.where}"
    return f"passed against {check.oracle}: largest relative error {check.max_relative_error:.2g}"
