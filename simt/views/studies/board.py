"""A machine from readings of a board, as text of 80 columns and as JSON; and a file of the machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

from isa.reporting.diagnostics import number_text
from simt.machine import describe
from simt.machine.keys import keys
from simt.machine.settings import Origin
from simt.validate.board.calibration import BoardCalibration, Residual
from simt.validate.board.found import Found
from simt.views.kit.text import MOST_COLUMNS, aligned, hung, plural, printable, signed_percent
from simt.views.studies.measured import mistake_lines

_RIGHT = (1, 2)  # columns of numbers
UNSEEN = (
    "No reading shows: the parts of a sum (front end, latency and retire of a unit; the "
    "interconnect and the memory), unless the base machine has the others; schedulers and "
    "issue.interval; caches; what the chip does with divergent lanes and with atomics; banks "
    "and rows of DRAM. They are the base machine's (docs/calibration.md)."
)


def board_text(outcome: BoardCalibration, label: str) -> str:
    """Return a table of the keys, what is left open, the readings that are not explained, the lines not used.

    label: the base machine's name, with the keys that were changed.
    """
    lines = hung("", board_title(outcome, label))
    numbers = [found for found in outcome.decided if not found.choices]
    if numbers:
        head = ["key", "base", "found", "interval", "", "lines"]
        rows = [[found.key, _value(found.base), _value(found.value), found.interval_text, found.verdict,
                 line_numbers(found.lines)] for found in numbers]  # fmt: skip
        lines += ["", *_table([head, *rows])]
    for found in outcome.decided:
        if found.choices:
            text = f"{found.key}  {found.value}, base {found.base}: {found.verdict}; {found.interval_text} explain"
            lines += hung("  ", f"{text} lines {line_numbers(found.lines)}")
    unseen = [found for found in outcome.keys if not found.is_decided]
    if unseen:
        lines += ["", "  left as they are, as no reading decides them:"]
        for found in unseen:
            lines += hung("    ", f"{found.key} = {_value(found.value)}: {found.how}")
    unexplained = outcome.unexplained
    if unexplained:
        lines += ["", "  not explained by the machine, in cycles of a step:"]
        rows = [_residual(row) for row in unexplained]
        lines += aligned([["lines", "", "measured", "simulated", "error"], *rows], (0, 1), "    ")
    lines += mistake_lines("lines that are not used, or contradict others", outcome.mistakes)
    return "\n".join([*lines, "", *hung("  ", UNSEEN)]) + "\n"


def board_title(outcome: BoardCalibration, label: str) -> str:
    """Return what was read and what came of it, in a line."""
    used = outcome.lines - len({each.number for each in outcome.mistakes})
    name = printable(outcome.file)
    explained = sum(row.is_explained for row in outcome.residuals if row.simulated is not None)
    simulated = sum(row.simulated is not None for row in outcome.residuals)
    return (
        f"{used} of {plural(outcome.lines, 'line')} of {name} used, on {label}: "
        f"{plural(len(outcome.decided), 'key')} found, {explained} of {plural(simulated, 'microkernel')} explained"
    )


def line_numbers(numbers: Sequence[int]) -> str:
    """Return the numbers of lines, ascending, those in a row as "from-to"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def machine_file(outcome: BoardCalibration, label: str, origins: Mapping[str, Origin]) -> str:
    """Return the machine that was found as TOML, each key with its interval and its lines, or where it comes from.

    label: the base machine's name. origins: the origins of the base machine's values, if known.
    """
    told = {name: origins.get(name, Origin("base", f"{printable(label)}, not measured")) for name in keys()}
    for found in outcome.keys:
        if found.key in told:
            told[found.key] = Origin("readings", _reason(found) if found.is_decided else told[found.key].text)
    costs = [found for found in outcome.decided if found.key.startswith("costs ")]
    if costs:
        text = "; ".join(f"{found.key.removeprefix('costs ')} {_reason(found)}" for found in costs)
        told["costs"] = Origin("readings", text)
    head = [
        f"# By `simt calibrate --readings {printable(outcome.file)}` from {printable(label)}.",
        "# An interval has all values that explain the readings. All other keys are the base machine's.",
    ]
    return "\n".join(head) + "\n" + describe.machine_toml(outcome.machine, told)


def _reason(found: Found) -> str:
    where = "line" if len(found.lines) == 1 else "lines"
    return f"{found.interval_text}; {where} {line_numbers(found.lines)}: {found.how}"


def board_dict(outcome: BoardCalibration, label: str) -> dict[str, Any]:
    """Return the outcome as plain values for JSON, with all keys of the machine that was found."""
    return {
        "schema": "simt.board_calibration/1",
        "file": outcome.file,
        "base": label,
        "lines": outcome.lines,
        "launches": outcome.launches,
        "agrees": outcome.agrees,
        "keys": [found.to_dict() for found in outcome.keys],
        "microkernels": [row.to_dict() for row in outcome.residuals],
        "mistakes": [mistake.to_dict() for mistake in outcome.mistakes],
        "machine": describe.machine_json(outcome.machine)["machine"],
    }


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows in columns; the last cell goes on below itself where a line is longer than 80."""
    widths = [max(map(len, column)) for column in list(zip(*rows, strict=True))[:-1]]
    lines: list[str] = []
    for row in rows:
        cells = [
            cell.rjust(width) if k in _RIGHT else cell.ljust(width)
            for k, (cell, width) in enumerate(zip(row[:-1], widths, strict=True))
        ]
        start = "  " + "  ".join(cells) + "  "
        lines += wrap(
            row[-1], MOST_COLUMNS, initial_indent=start, subsequent_indent=" " * len(start), break_on_hyphens=False
        )
    return lines


def _residual(row: Residual) -> list[str]:
    assert row.simulated is not None
    assert row.error is not None
    figure = row.figure
    cells = (number_text(figure.value), number_text(row.simulated), signed_percent(row.error))
    return [line_numbers(figure.lines), figure.microkernel.title, *cells]


def _value(value: object) -> str:
    return "-" if value is None else number_text(value) if isinstance(value, int | float) else str(value)
