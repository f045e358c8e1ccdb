"""A calibration as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from simt.models.parameters import Parameters
from simt.validate.calibration import Calibration, Part, Row
from simt.validate.dram_memory import Figure
from simt.views.kit.text import aligned, paint

_STYLES = {"equal": "good", "open": "dim", "unseen": "dim", "different": "bad"}
_ROUTE, _ROUTES = "control.route", {"0": "alu", "1": "own"}


def calibration_text(calibration: Calibration, label: str, *, color: bool) -> str:
    """Return a calibration as text: a table of measured and implied values with verdicts, and their count."""
    rows = calibration.rows
    lines = _table(rows, label, calibration.readings.launches, color=color)
    counts = {verdict: sum(row.verdict == verdict for row in rows) for verdict in _STYLES}
    lines += ["", f"{counts['equal']} equal to the description, {counts['different']} different"]
    if counts["open"]:
        lines.append(f"{counts['open']} open: the readings leave several values, the description's among them")
    if counts["unseen"]:
        lines.append(f"{counts['unseen']} unseen: no microkernel shows it on this machine (docs/calibration.md)")
    lines += _figures(calibration.readings.figures)
    wrong = [row.name for row in rows if row.verdict == "different"]
    if wrong:
        lines.append(f"different: {', '.join(wrong)}")
    return "\n".join(lines) + "\n"


def part_text(part: Part, *, color: bool) -> str:
    """Return the rows that an interrupted calibration has measured; "" if there are none."""
    return "\n".join(_table(part.rows, part.label, part.launches, color=color)) + "\n" if part.rows else ""


def _table(rows: Sequence[Row], label: str, launches: int, *, color: bool) -> list[str]:
    """Return the lines of a table with a row per key: measured value, implied value, unit, verdict and method."""
    cells = [("", "measured", "implied", "", "")]
    for row in rows:
        unit, verdict = row.unit * (row.name != _ROUTE), paint(f"{row.verdict:<9}", _STYLES[row.verdict], color)
        values = _value(row, str(row.measured)), _value(row, str(row.implied))
        cells.append((row.name, *values, unit, f"{verdict}  {row.how}"))
    return [f"{label}: calibrated by {launches} launches", "", *aligned(cells, (0, 3, 4), "")]


def _figures(figures: Sequence[Figure]) -> list[str]:
    """Return the lines on measurements of memory of DRAM, each with the range of its readings."""
    if not figures:
        return []
    cells = [(figure.name, _range(figure), figure.unit, figure.how) for figure in figures]
    lines = [
        "",
        "Memory of DRAM has neither one latency (memory.latency) nor one bus (bus ticks). From the least to the",
        "largest reading; of these the models take a closed row (global_latency) and loads in order (bandwidth_gbs):",
    ]
    return lines + aligned(cells, (0, 2, 3), "")


def _range(figure: Figure) -> str:
    if figure.low is None or figure.high is None:
        return "-"
    return f"{figure.low:.4g}" if figure.low == figure.high else f"{figure.low:.4g} to {figure.high:.4g}"


def _value(row: Row, text: str) -> str:
    return _ROUTES.get(text, text) if row.name == _ROUTE else text


def calibration_dict(calibration: Calibration, parameters: Parameters, label: str) -> dict[str, Any]:
    """Return a calibration as plain values for JSON, with the models' parameters and instructions' times to ready."""
    single = calibration.readings.single
    return {
        "schema": "simt.calibration/1",
        "machine": label,
        "launches": calibration.readings.launches,
        "agrees": calibration.agrees,
        "rows": [row.to_dict() for row in calibration.rows],
        "select_to_ready": dict(single.ready),
        "dram": [asdict(figure) for figure in calibration.readings.figures],
        "parameters": parameters.to_dict(),
    }
