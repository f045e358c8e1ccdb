"""The results of a sweep in a terminal: a table of points, a table over two axes, a Pareto front."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from isa.reporting.diagnostics import quote
from simt.exploration.errors import SweepError
from simt.exploration.records.results import SweepResults
from simt.views.kit.text import clip, number_text, paint, plural, signed_percent, table

_VALUES = ("cycles", "ipc", "fpu_efficiency")
_OF_DEVICES = ("groups", "places", "transactions", "bytes")
_CELL = 28
_REASONS = 5  # different reasons shown for a status, at most


def default_values(results: SweepResults) -> tuple[str, ...]:
    """Return the default columns of a table, with the margin of estimated cycles and global traffic, if any."""
    values = ("cycles", "margin", *_VALUES[1:]) if any(results.column("margin")) else _VALUES
    return (*values, *_OF_DEVICES) if any(results.column("transactions")) else values


def headline(results: SweepResults, *, color: bool = False) -> str:
    """Return the kernels, axes and finished points of a sweep in a line."""
    plan = results.facts["identity"]["plan"]
    done, size = len(results), results.size
    state = "complete" if done == size else f"{size - done} to go"
    axes = " x ".join(f"{name} ({len(values)})" for name, values in plan["sweep"].items()) or "no axes"
    kernels = ", ".join(plan["programs"])
    return paint(
        clip(f"{kernels}: {plan['mode']} over {axes}: {done} of {plural(size, 'point')}, {state}", 118), "bold", color
    )


def failures(results: SweepResults, *, color: bool = False) -> list[str]:
    """Return the points that failed, by status, with the first few different reasons."""
    lines = []
    pairs = dict.fromkeys(zip(results.column("status"), results.column("reason"), strict=True))
    for status, count in results.counts.items():
        if status == "done":
            continue
        distinct = [reason for state, reason in pairs if state == status]
        lines.append(paint(f"{plural(count, 'point')}: {status}", "bad", color))
        lines += [f"  {clip(str(reason), 110)}" for reason in distinct[:_REASONS]]
        if len(distinct) > _REASONS:
            lines.append(f"  and {plural(len(distinct) - _REASONS, 'other reason')}")
    return lines


def point_table(
    results: SweepResults, values: Sequence[str] = (), *, sort: str | None = None, most: int | None = 40,
    color: bool = False,
) -> str:  # fmt: skip
    """Return a table with a row per point: its axes and `values`, or its status if it failed.

    Without `values`, a row has the default columns, and the change against the first point of the kernel. sort: the
    column to sort by; after a minus, largest first. most: the number of rows to show, None for all.
    """
    names = [results.find(value) for value in values or default_values(results)]
    rows = list(range(len(results))) if sort is None else _sorted(results, sort)
    return _table(results, rows, names, most, color, {} if values else changes(results))


def front_table(results: SweepResults, objectives: Sequence[str], *, color: bool = False) -> str:
    """Return the table of the Pareto front: the points that no other point beats in all objectives.

    objectives: columns; after a minus, large is good. Raises `SweepError`.
    """
    if len(objectives) < 2:
        message = "a Pareto front has two objectives or more"
        raise SweepError(message, code="E0769", help="--minimize cycles --minimize banks")
    parts = by_kernel(results, *(name.removeprefix("-") for name in objectives))
    return "\n".join(_front(part, objectives, f"{name}: " if name else "", color) for name, part in parts)


def _front(results: SweepResults, objectives: Sequence[str], before: str, color: bool) -> str:
    rows = results.front(objectives)
    names = [results.find(name.removeprefix("-")) for name in objectives]
    names = [name for name in dict.fromkeys(names) if name not in results.axes]
    rows.sort(key=lambda row: results.numbers(objectives[0].removeprefix("-"))[row] or 0.0)
    head = f"{before}Pareto front: {len(rows)} of {plural(len(results), 'point')}; small is good: " + ", ".join(
        name for name in objectives if not name.startswith("-")
    )
    large = [name[1:] for name in objectives if name.startswith("-")]
    head += f"; large is good: {', '.join(large)}" if large else ""
    return f"{head}\n{_table(results, rows, names, None, color)}"


def _sorted(results: SweepResults, sort: str) -> list[int]:
    column = results.column(sort.removeprefix("-"))
    there = [row for row, value in enumerate(column) if value is not None]
    missing = [row for row, value in enumerate(column) if value is None]
    return [*sorted(there, key=lambda row: column[row], reverse=sort.startswith("-")), *missing]


def _table(
    results: SweepResults, rows: Sequence[int], names: Sequence[str], most: int | None, color: bool,
    texts: Mapping[str, Sequence[str]] | None = None,
) -> str:  # fmt: skip
    """Return a table of results.

    rows: indices of results. At most `most` of them are shown (None for all). texts: further columns, by name.
    """
    added = texts or {}
    shown = list(dict.fromkeys([*results.axes, *names]))
    columns = {name: results.column(name) for name in [*shown, "status"]}
    has_failures = any(columns["status"][row] != "done" for row in rows)
    head = [*shown, *(["status"] if has_failures else [])]
    kept = rows if most is None else rows[:most]
    cells = [[*(_text(columns[name][row]) for name in head), *(text[row] for text in added.values())] for row in kept]
    lines = table([[*head, *added], *cells], color)
    if len(rows) > len(kept):
        lines.append(
            f"... {plural(len(rows) - len(kept), 'more row')}: --all shows them, `simt sweep export` writes them"
        )
    return "\n".join(lines) + "\n"


def _text(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return number_text(value)
    if isinstance(value, bool):
        return str(value).lower()
    return clip(str(value), _CELL)


def pivot(
    results: SweepResults, x: str, y: str | None, value: str
) -> tuple[list[Any], list[Any], dict[tuple[Any, Any], float]]:
    """Return the values of the axes `x` and `y` in the sweep's order, and the smallest `value` of each pair (x, y).

    y: None for a single, empty value. Raises `SweepError` (E0769).
    """
    xs = results.column(x)
    ys = results.column(y) if y is not None else [""] * len(xs)
    numbers = results.numbers(value)
    values: dict[tuple[Any, Any], float] = {}
    for a, b, number, done in zip(xs, ys, numbers, results.column("status"), strict=True):
        if number is not None and done == "done":
            values[a, b] = min(number, values.get((a, b), number))
    return list(dict.fromkeys(xs)), list(dict.fromkeys(ys)), values


def pivot_table(results: SweepResults, x: str, y: str, value: str, *, color: bool = False) -> str:
    """Return a table of `value` for each kernel: columns are values of `x`, rows values of `y`, `-` means no result.

    Raises `SweepError` for an unknown column.
    """
    parts = by_kernel(results, x, y)
    return "\n".join(_pivot_table(part, x, y, value, f"{name}: " if name else "", color) for name, part in parts)


def _pivot_table(results: SweepResults, x: str, y: str, value: str, before: str, color: bool) -> str:
    across, down, values = pivot(results, x, y, value)
    corner = f"{results.find(y)} \\ {results.find(x)}"
    cells = [[_text(b), *(_text(values.get((a, b))) for a in across)] for b in down]
    note = hidden_axes(results, x, y)
    head = f"{before}{results.find(value)}{note}"
    return "\n".join([head, *table([[corner, *map(_text, across)], *cells], color)]) + "\n"


def hidden_axes(results: SweepResults, *shown: str | None) -> str:
    """Return a note on the axes not among `shown`, over which a view has the smallest value; "" if all are shown.

    shown: names of columns; None is ignored. Raises `SweepError` for an unknown column.
    """
    names = {results.find(name) for name in shown if name is not None}
    rest = [axis for axis in results.axes if axis not in names]
    return f", the smallest over {', '.join(rest)}" if rest else ""


def axes_or_refuse(results: SweepResults, count: int) -> list[str]:
    """Return all axes of a sweep. Raises `SweepError` (E0769) if there are fewer than `count`."""
    if len(results.axes) < count:
        have = ", ".join(quote(axis) for axis in results.axes) or "none"
        raise SweepError(f"this needs {count} axes with several values, and the sweep has {have}", code="E0769")
    return list(results.axes)


_LEDGER = "issue_"
_TIMES = (f"{_LEDGER}idle", f"{_LEDGER}interval")  # cores without a work-group, and cycles between a scheduler's turns


def by_kernel(results: SweepResults, *shown: str | None) -> list[tuple[str, SweepResults]]:
    """Return the results of each kernel, with the kernel's name, because cycles of different kernels are not compared.

    If there is one kernel, or if the columns `shown` contain the kernel, all results are one entry named "".
    """
    kernel = "program"
    if kernel not in results.axes or kernel in [results.find(name) for name in shown if name is not None]:
        return [("", results)]
    return [(name, results.where(kernel, name)) for name in dict.fromkeys(results.column(kernel))]


def short_names(axes: Sequence[str]) -> dict[str, str]:
    """Return the last part of each axis's name, or the whole name if parts are equal (`alu.latency`, `fpu.latency`)."""
    last = [axis.rpartition(".")[2] for axis in axes]
    return {axis: word if last.count(word) == 1 else axis for axis, word in zip(axes, last, strict=True)}


def changes(results: SweepResults) -> dict[str, list[str]]:
    """Compare each point with its kernel's first point that ran; {} if there is nothing to compare.

    Returns two columns of text: the change in cycles, and the reason whose issue slots changed most. `idle` and
    `interval`, which are lost whatever the warps do, count only if no other reason changed.
    """
    ledger = {name: results.column(name) for name in results.columns if name.startswith(_LEDGER)}
    kernels, cycles, status = (results.column(name) for name in ("program", "cycles", "status"))
    first: dict[str, int] = {}
    columns: dict[str, list[str]] = {"vs first": [], "changed most": []}
    for row, kernel in enumerate(kernels):
        is_good = status[row] == "done" and cycles[row]
        start = first.setdefault(kernel, row) if is_good else row
        if start == row:
            texts = "", ""
        else:
            moved = {name: (slots[row] or 0) - (slots[start] or 0) for name, slots in ledger.items()}
            largest = max(
                moved, key=lambda name: (name not in _TIMES and moved[name] != 0, abs(moved[name])), default=""
            )
            reason = f"{largest.removeprefix(_LEDGER)} {moved[largest]:+d}" if moved.get(largest) else ""
            texts = signed_percent(cycles[row] / cycles[start] - 1), reason
        for column, text in zip(columns.values(), texts, strict=True):
            column.append(text)
    return columns if any(columns["vs first"]) else {}
