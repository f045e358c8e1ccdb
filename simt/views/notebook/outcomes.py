"""Outcomes of several runs, and pages, as fragments for notebooks: at most a screen each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simt.launch.sizes import size_text
from simt.views.kit.text import clip, signed_percent
from simt.views.notebook.html import tables_html
from simt.views.pages.engine import fragment

if TYPE_CHECKING:
    from simt.diagnosis.diff import Difference
    from simt.diagnosis.why import Why
    from simt.launch.pipeline_run import PipelineResult
    from simt.views.report import Report

_LIMITS, _CHANGES, _SIZES = 8, 5, 4  # rows
_SLOTS, _LINES = 8, 10
_LAUNCHES = 20


def why_html(why: Why) -> str:
    """Return the limits that cost most, the changes that help most, and the sizes of work-groups that are faster."""
    from simt.views.run.why import costly_limits, limit_rows, saving

    run = why.run
    limits, changes = costly_limits(why)[:_LIMITS], why.changes[:_CHANGES]
    tables: list[tuple[str, list[tuple[str, ...]]]] = []
    if limits:
        tables.append(("without a limit", limit_rows(why, limits)))
    if changes:
        rows = [(saving(change, run.cycles), clip(change.text, 60), change.settings) for change in changes]
        tables.append(("what would help", [("saves", "change", ""), *rows]))
    if faster := () if why.sizes is None else why.sizes.faster[:_SIZES]:
        sizes = [(size_text(size.local), str(size.cycles)) for size in faster]
        tables.append(("other sizes of work-groups", [("work-group", "cycles"), *sizes]))
    after = "simt.show(...) of it shows the chain of instructions as well" if why.chain is not None else ""
    return tables_html(f"{run.program.name} on {run.machine.name}: {run.cycles} cycles", tables, after=after)


def diff_html(diff: Difference) -> str:
    """Return the cycles of both runs, the issue slots, and the lines that changed most."""
    from simt.views.run.diff import ledger_rows, line_rows

    one, other = diff.before, diff.after
    change = f"{other.cycles - one.cycles:+} ({signed_percent(diff.ratio - 1)})"
    names = f"A: {one.program.name} on {one.machine_name}, B: {other.program.name} on {other.machine_name}"
    lines = [(*row[:-1], clip(row[-1].strip(), 60)) for row in line_rows(diff)[:_LINES]]
    head, *slots, total = ledger_rows(diff)
    tables = [
        ("issue slots", [head, *slots[:_SLOTS], total]),
        ("lines that cost more or less", [("issue slots", "", "line", "reasons", ""), *lines]),
    ]
    return tables_html(f"{names}: {one.cycles} -> {other.cycles} cycles, {change}", tables[: 1 + bool(lines)])


def pipeline_html(result: PipelineResult) -> str:
    """Return the launches of a pipeline, a row each."""
    from simt.views.run.pipeline import check_text, launch_rows

    head, *rows = launch_rows(result)
    more = f"... and {len(rows) - _LAUNCHES} more launches" if len(rows) > _LAUNCHES else ""
    title = f"{result.name} on {result.prepared or result.machine.name}: {result.cycles} cycles"
    return tables_html(title, [(f"check: {check_text(result)}", [head, *rows[:_LAUNCHES]])], after=more)


def report_html(report: Report) -> str:
    """Return a report in a frame, below a line with the subject of the report."""
    return fragment("framed", title=str(report), html=report.html)
