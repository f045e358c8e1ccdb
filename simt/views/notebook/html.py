"""Results and other values as HTML: fragments for notebooks, which need no style sheet, and the page of a result."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from isa.reporting.diagnostics import Diagnostic
from simt.result.parts import Ledgers
from simt.result.result import Result
from simt.views.kit.lines import by_line, costliest
from simt.views.kit.text import clip, percent, plural, si, signed_percent
from simt.views.pages.engine import fragment, page
from simt.views.run.summary import launch_words, slot_rows

_FULL = 160  # pixels of a full bar
_FINDINGS = 16  # at most
_ISSUED, _LOST = "#4a78c2", "#d08a2e"


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of a table.

    - has_numbers: whether values stand at the right of their columns, except in the columns `texts`.
    - width: the pixels of its bar, 0 for none.
    - code, note: the text after the bar.
    """

    name: str
    values: Sequence[object]
    has_numbers: bool = False
    width: int = 0
    color: str = _LOST
    code: str = ""
    note: str = ""
    texts: Collection[int] = ()


_Table = tuple[str, list[_Row]]  # its title, its rows


def result_html(result: Result) -> str:
    """Return a result as a fragment for notebooks."""
    machine, stop = result.machine, result.stop
    tables: list[_Table] = [("", [_Row(name, [text]) for name, text in _facts(result)])]
    if result.findings is not None:
        tables.append(_findings(result))
    if result.cycles:
        tables += [_slots(result), *_lines(result)]
    return _fragment(
        tables,
        title=f"{result.program.name} on {machine.name}",
        lead=f", {launch_words(result)}",
        stop="" if stop is None else f"stopped: {stop.kind} [{stop.code}]",
    )


def table_html(title: str, rows: Mapping[str, object]) -> str:
    """Return a titled table of names and values."""
    return _fragment([("", [_Row(name, [value]) for name, value in rows.items()])], title=title)


def ledgers_html(ledgers: Ledgers) -> str:
    """Return the issue and the warp ledger side by side, largest first, with bars of the issue slots."""
    rows = sorted(ledgers.table.tolist(), key=lambda row: (-row[1], -row[2]))
    largest = max((row[1] for row in rows), default=0)
    shown = [_bar_row(name, [slots, cycles], slots, largest, name == "issued") for name, slots, cycles in rows]
    return _fragment([("", [_Row("reason", ["issue slots", "warp cycles"], has_numbers=True), *shown])])


def rows_html(title: str, head: Sequence[str], rows: Sequence[Sequence[str]], more: int) -> str:
    """Return a titled table of texts. head: the names of its columns. more: the number of rows that are not shown."""
    after = f"... and {more} more rows: .table has all" if more > 0 else ""
    return tables_html(title, [("", [head, *rows])], after=after)


def tables_html(title: str, tables: Sequence[tuple[str, Sequence[Sequence[str]]]], *, after: str = "") -> str:
    """Titled tables of texts. tables: their captions and rows, the names of the columns first. after: a last line."""
    shown = []
    for caption, (head, *rows) in tables:
        texts = [place for place in range(1, len(head)) if any(_is_text(row[place]) for row in rows)]
        values = [place - 1 for place in texts]
        shown.append((caption, [_Row(row[0], row[1:], has_numbers=True, texts=values) for row in [head, *rows] if row]))
    return _fragment(shown, title=title, after=after)


def _is_text(cell: str) -> bool:
    return cell != "" and not cell.lstrip("+-")[:1].isdigit()


def _fragment(tables: Sequence[_Table], *, title: str = "", lead: str = "", stop: str = "", after: str = "") -> str:
    return fragment("notebook", tables=tables, title=title, lead=lead, stop=stop, after=after)


def result_page(result: Result, *, machine: str = "", check: str = "") -> str:
    """Return a page on a result: its figures, its problems, ledgers, costs of source lines, the machine.

    machine: the name of the machine on the page. check: the reason why there is no check.
    """
    from simt.views.report import markup

    return page(
        "result",
        title=f"{result.program.name} on {machine or result.machine.name}",
        launch=markup.launch(result),
        badges=markup.status(result, check),
        tiles=markup.facts(result),
        problems=markup.problems(result),
        ledgers=markup.ledgers(result),
        files=markup.static_listings(result),
        provenance=markup.provenance(result),
    )


def _facts(result: Result) -> list[tuple[str, str]]:
    check = result.check
    facts = []
    if check is not None:
        outcome = "passed" if check.passed else f"FAILED at {check.array}[{check.index}]"
        facts.append(("check", f"{outcome}, largest relative error {check.max_relative_error:.2g}"))
    if not result.cycles:
        return [*facts, ("instructions", str(result.instructions))]
    if result.sample is not None:
        facts.append(("sample", f"cycles are {result.sample.text(result.cycles, result.groups)}"))
    facts.append(("cycles", f"{result.cycles} ({si(result.seconds, 's')} at {result.machine.clock_mhz:g} MHz)"))
    figure = result.published
    if figure is not None:
        facts.append(("published", f"{figure.cycles} cycles, {signed_percent(figure.deviation)}: {figure.source}"))
    name = "instructions" if result.machine.vliw.count == 1 else "bundles"
    facts.append((name, f"{result.instructions}, IPC {result.ipc:.3f}"))
    facts.append(("FPU", f"{100 * result.fpu_efficiency:.1f} % of peak"))
    return facts


def _findings(result: Result) -> _Table:
    """Return the findings of `simt check`, with their places and lines."""
    from simt.views.run.findings import finding_diagnostics, findings_summary

    found = finding_diagnostics(result)
    rows = [
        _Row(entry.code, [_place(result, entry), clip(entry.message, 80)], code=clip(entry.source_line.strip(), 60))
        for entry in found[:_FINDINGS]
    ]
    if len(found) > _FINDINGS:
        rows.append(_Row("...", [plural(len(found) - _FINDINGS, "more finding") + ": .findings.found has all"]))
    return findings_summary(result), rows


def _place(result: Result, entry: Diagnostic) -> str:
    return f"{result.short_name(entry.file)}:{entry.line}" if entry.line else ""


def _slots(result: Result) -> _Table:
    total = result.slot_total
    rows = slot_rows(result)
    largest = max((row[1] for row in rows), default=0)
    shown = [
        _bar_row(name, [slots, percent(slots, total)], slots, largest, name.startswith("issued"), meaning)
        for name, slots, meaning in rows
    ]
    note = "" if result.sample is None else result.sample.note
    return f"where the {total} issue slots went{note}", shown


def _lines(result: Result) -> list[_Table]:
    lines = costliest(by_line(result), 8)
    rows = [_Row(line.place, [line.slots_lost, line.reason], has_numbers=True, code=line.text()) for line in lines]
    return [("source lines that cost most issue slots", rows)] if rows else []


def _bar_row(name: str, values: list[object], part: int, largest: int, is_issued: bool, note: str = "") -> _Row:
    width = max(1, round(_FULL * part / largest)) if part else 0
    return _Row(name, values, True, width, _ISSUED if is_issued else _LOST, note=note)
