"""Facets of a sweep's tables and pictures: one per kernel, and changes since the first point."""

from __future__ import annotations

from collections.abc import Sequence

from simt.exploration.records.results import SweepResults
from simt.views.kit.text import signed_percent

_LEDGER = "issue_"


def by_kernel(results: SweepResults, *shown: str | None) -> list[tuple[str, SweepResults]]:
    """The results of each kernel with its name, if there are several and no column of `shown` distinguishes them.

    Otherwise all results, without a name. Cycles of one kernel are never compared with cycles of another.
    """
    kernel = "program"
    if kernel not in results.axes or kernel in [results.find(name) for name in shown if name is not None]:
        return [("", results)]
    return [(name, results.where(kernel, name)) for name in dict.fromkeys(results.column(kernel))]


def short_names(axes: Sequence[str]) -> dict[str, str]:
    """The last words of axes, in full if they are ambiguous: `banks`, but `alu.latency` and `fpu.latency`."""
    last = [axis.rpartition(".")[2] for axis in axes]
    return {axis: word if last.count(word) == 1 else axis for axis, word in zip(axes, last, strict=True)}


def changes(results: SweepResults) -> dict[str, list[str]]:
    """Two columns of text: each point's cycles relative to the first good point of its kernel, and its main change.

    The main change is the reason whose issue slots changed most. Empty if there is nothing to compare.
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
            largest = max(moved, key=lambda name: abs(moved[name]), default="")
            reason = f"{largest.removeprefix(_LEDGER)} {moved[largest]:+d}" if moved.get(largest) else ""
            texts = signed_percent(cycles[row] / cycles[start] - 1), reason
        for column, text in zip(columns.values(), texts, strict=True):
            column.append(text)
    return columns if any(columns["vs first"]) else {}
