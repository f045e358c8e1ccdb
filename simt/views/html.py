"""A result as HTML: a small table with bars that needs no script, no style sheet and no network."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from simt.result.parts import Ledgers
from simt.result.result import Result
from simt.views.lines import by_line, costliest
from simt.views.summary import slot_rows
from simt.views.text import percent, plural, si, signed_percent

_CELL = 'style="text-align:left;padding:1px 10px 1px 0;border:0;vertical-align:top"'
_NUMBER = 'style="text-align:right;padding:1px 10px 1px 0;border:0;font-variant-numeric:tabular-nums"'
_STYLED = '<div style="font-family:sans-serif;font-size:13px;line-height:1.4">'
_TABLE = '<table style="border-collapse:collapse;border:0;margin:0 0 8px 0">'


def result_html(result: Result) -> str:
    """A fragment for notebooks. Everything that comes from files is escaped."""
    machine, stop = result.machine, result.stop
    title = f"{result.program.name} on {machine.name}"
    launch = f"{plural(result.threads, 'thread')} = {result.warps} x {machine.warp_size}"
    parts = [
        _STYLED,
        f"<p style='margin:0 0 6px 0'><b>{escape(title)}</b>, {escape(launch)}</p>",
        _TABLE,
        *(_row([name], [text]) for name, text in _facts(result)),
        "</table>",
    ]
    if stop is not None:
        parts.insert(2, f"<p style='color:#b00020;margin:0 0 6px 0'>stopped: {escape(stop.kind)} [{stop.code}]</p>")
    if result.cycles:
        parts += [_slots(result), _lines(result)]
    return "\n".join([*parts, "</div>"]) + "\n"


def table_html(title: str, rows: Mapping[str, object]) -> str:
    """A titled table of names and values, escaped."""
    body = "".join(_row([name], [str(value)]) for name, value in rows.items())
    return f"{_STYLED}<b>{escape(title)}</b>\n{_TABLE}{body}</table></div>\n"


def ledgers_html(ledgers: Ledgers) -> str:
    """The issue and the warp ledger side by side, largest first, with bars of the issue slots."""
    rows = sorted(ledgers.table.tolist(), key=lambda row: (-row[1], -row[2]))
    largest = max((row[1] for row in rows), default=0) or 1
    body = "".join(
        _row([name], [slots, cycles], _bar(slots / largest, name == "issued") if slots else "<span></span>")
        for name, slots, cycles in rows
    )
    head = _row(["reason"], ["issue slots", "warp cycles"], "<span></span>")
    return f"{_STYLED}{_TABLE}{head}{body}</table></div>\n"


def result_page(result: Result) -> str:
    """The same as a file of its own."""
    title = escape(f"{result.program.name} on {result.machine.name}")
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{title}</title></head>\n'
        f"<body>\n{result_html(result)}</body>\n</html>\n"
    )


def _facts(result: Result) -> list[tuple[str, str]]:
    check = result.check
    facts = []
    if check is not None:
        outcome = "passed" if check.passed else f"FAILED at {check.array}[{check.index}]"
        facts.append(("check", f"{outcome}, largest relative error {check.max_relative_error:.2g}"))
    if not result.cycles:
        return [*facts, ("instructions", str(result.instructions))]
    facts.append(("cycles", f"{result.cycles} ({si(result.seconds, 's')} at {result.machine.clock_mhz:g} MHz)"))
    figure = result.published
    if figure is not None:
        facts.append(("published", f"{figure.cycles} cycles, {signed_percent(figure.deviation)}: {figure.source}"))
    name = "instructions" if result.machine.vliw.slots == 1 else "bundles"
    facts.append((name, f"{result.instructions}, IPC {result.ipc:.3f}"))
    facts.append(("FPU", f"{100 * result.fpu_efficiency:.1f} % of peak"))
    return facts


def _slots(result: Result) -> str:
    total = result.slot_total
    rows = slot_rows(result)
    largest = max((row[1] for row in rows), default=1)
    body = "\n".join(
        _row([name], [slots, percent(slots, total)], _bar(slots / largest, name.startswith("issued")), meaning)
        for name, slots, meaning in rows
    )
    return f"<b>where the {total} issue slots went</b>\n{_TABLE}{body}</table>"


def _lines(result: Result) -> str:
    found = costliest(by_line(result), 8)
    if not found:
        return ""
    body = "\n".join(
        _row([line.place], [line.slots_lost, line.reason], f"<code>{escape(line.text())}</code>") for line in found
    )
    return f"<b>source lines that cost most issue slots</b>\n{_TABLE}{body}</table>"


def _bar(share: float, is_issued: bool) -> str:
    hue = "#4a78c2" if is_issued else "#d08a2e"
    width = max(1, round(160 * share))
    return f'<span style="display:inline-block;height:10px;width:{width}px;background:{hue}"></span>'


def _row(names: list[str], values: list[object], markup: str = "", note: str = "") -> str:
    """A table row: names, values, ready markup, a note; all but the markup is escaped here."""
    cells = [f"<td {_CELL}>{escape(name)}</td>" for name in names]
    cells += [f"<td {_NUMBER if markup else _CELL}>{escape(str(value))}</td>" for value in values]
    if markup:
        cells.append(f"<td {_CELL}>{markup}</td>")
    if note:
        cells.append(f"<td {_CELL}>{escape(note)}</td>")
    return f"<tr>{''.join(cells)}</tr>"
