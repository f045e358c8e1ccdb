"""Measured, simulated and predicted cycles as text of 80 columns, as tables and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simt.validate.lines import Mistake
from simt.validate.measured import PARTS, Held, Measurements
from simt.views.kit.text import aligned, hung, plural, printable

_HEAD = ["line", "measured", "simulated", "counted", "static", "machine", "model", "counts", "whole"]
_MOST = 20  # lines of the file that are named one by one


def measured_text(outcome: Measurements, notes: Sequence[str] = ()) -> str:
    """Return measurements as text: launches, cycles and errors for each model, mean errors, and unusable lines.

    notes: sentences on missing predictions.
    """
    lines = [measured_title(outcome)]
    for row in _launches(outcome):
        lines += hung(f"{row.line.number:>6}  ", _launch(row))
    tables = measured_tables(outcome)
    if tables:
        lines += ["", "  cycles, and errors in per cent of the measured ones"]
    for model, rows in tables:
        lines += [f"  {model}:", *aligned(rows, ())]
    for note in notes:
        lines += hung("  ", note)
    lines += mistake_lines("not compared", outcome.mistakes)
    return "\n".join(lines) + "\n"


def measured_title(outcome: Measurements) -> str:
    """Return how many lines of the file are compared."""
    return f"{len(_launches(outcome))} of {plural(outcome.lines, 'line')} of {printable(outcome.file)} compared"


def measured_tables(outcome: Measurements) -> list[tuple[str, list[list[str]]]]:
    """Return a table for each model, by its name: a head, a row for each launch, and the mean absolute errors."""
    tables = []
    for model in dict.fromkeys(row.model for row in outcome.held):
        rows = [_HEAD]
        for row in outcome.held:
            if row.model == model:
                cycles = (row.measured, row.simulated, row.counted, row.static)
                rows.append(
                    [str(row.line.number), *map(_cycles, cycles), *(_error(row.errors[part]) for part in PARTS)]
                )
        means = outcome.means(model)
        rows.append(["mean", *[""] * 4, *(_error(means[part]).lstrip("+") for part in PARTS)])
        tables.append((model, rows))
    return tables


def launch_notes(outcome: Measurements) -> list[str]:
    """Return the launch of each compared line, with its number in the file."""
    return [f"line {row.line.number}: {_launch(row)}" for row in _launches(outcome)]


def mistake_notes(mistakes: Sequence[Mistake]) -> list[str]:
    """Return a sentence for each line with a mistake, with its number in the file."""
    return [printable(str(mistake)) for mistake in mistakes]


def mistake_lines(title: str, mistakes: Sequence[Mistake]) -> list[str]:
    """Return the lines that list mistakes below a title, at most `_MOST` mistakes."""
    if not mistakes:
        return []
    lines = ["", f"  {title}:"]
    for note in mistake_notes(mistakes[:_MOST]):
        lines += hung("    ", note)
    more = len(mistakes) - _MOST
    return [*lines, f"    and {more} more lines (--json has all)"] if more > 0 else lines


def measured_dict(outcome: Measurements) -> dict[str, Any]:
    """Return the measurements as plain values for JSON."""
    return {
        "file": outcome.file,
        "lines": outcome.lines,
        "rows": [
            {
                "line": row.line.number,
                "kernel": row.compared.point.kernel,
                "machine": row.compared.point.machine_name,
                "axes": dict(row.compared.point.axes),
                "source": row.line.source or None,
                "written": {"value": row.line.value, "unit": row.line.unit},
                "model": row.model,
                "cycles": {
                    "measured": row.measured, "simulated": row.simulated, "counted": row.counted, "static": row.static,
                },
                "errors": dict(row.errors),
            }
            for row in outcome.held
        ],
        "means": {model: dict(outcome.means(model)) for model in dict.fromkeys(row.model for row in outcome.held)},
        "mistakes": [mistake.to_dict() for mistake in outcome.mistakes],
    }  # fmt: skip


def _launches(outcome: Measurements) -> list[Held]:
    """Return a row for each compared line, whatever the model."""
    return list({row.line.number: row for row in outcome.held}.values())


def _launch(row: Held) -> str:
    point = row.compared.point
    axes = [f"{name.removeprefix('define.')}={value}" for name, value in point.axes.items()]
    written = f"{row.line.value:g} {row.line.unit}"
    return printable(" ".join([point.kernel, "on", point.machine_name, *axes]) + f": {written}")


def _cycles(value: float | None) -> str:
    return "-" if value is None else f"{value:.0f}"


def _error(share: float | None) -> str:
    """Return an error in per cent, with one decimal below 1000 %."""
    return "-" if share is None else f"{100 * share:+.{1 if abs(share) < 10 else 0}f}"
