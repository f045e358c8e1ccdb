"""The report on a run as one HTML file: its text, its scripts and the packed record.

Text of kernels, files and machines enters the page in one of two ways. Either a template (`simt.views.pages`) escapes
the text, or the text is in JSON without `<`, `>` and `&`, and the script shows it as text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simt.files import write_file
from simt.result.parts import Events
from simt.result.result import Result
from simt.views.kit.text import percent, printable
from simt.views.kit.window import check_window, core_text
from simt.views.pages.engine import page, trusted
from simt.views.report import markup
from simt.views.report.findings import chain_in, diagnosis_tables, rows_of
from simt.views.report.listing import file_listings, instruction_lines, numbered_lines
from simt.views.report.pack import pack_text
from simt.views.report.record import record_of
from simt.views.report.registers import registers_of
from simt.views.report.script import json_text, script_of
from simt.views.report.why import why_tables

if TYPE_CHECKING:
    from markupsafe import Markup

    from simt.diagnosis.accesses import Access
    from simt.diagnosis.why import Why
    from simt.launch.replay import States

MAX_PAGE = 1_950_000  # bytes of a page; the record gets the bytes that texts leave
_LEAST_PACKED = 100_000  # bytes that the record gets in any case
_LAYOUT = 40_000  # bytes for the style sheet, the legend and the markup around the texts

_SCRIPTS = ("search.js", "source.js", "beside.js", "address.js", "registers.js", "main.js")


@dataclass(frozen=True, slots=True, repr=False)
class Report:
    """A page, and the window of cycles that it shows one by one."""

    run: Result
    html: str
    window: range
    instructions: int  # in the window
    is_whole: bool  # whether it shows every cycle of the run

    def __str__(self) -> str:
        run = self.run
        name = run.machine.name if run.prepared is None else run.prepared.machine
        return f"Report on {run.program.name}, {name}: {self.shows()}"

    def __repr__(self) -> str:
        return f"<{self}>"

    def encode(self) -> bytes:
        """Return the page's bytes; characters outside Unicode become question marks."""
        return self.html.encode("utf-8", "replace")

    def save(self, path: str | Path) -> None:
        """Write the page to a file, whole or not at all. Raises `FileError`."""
        write_file(path, self.encode())

    def shows(self) -> str:
        """Return the cycles that the timeline shows: `every cycle of 3828`."""
        cycles = self.run.cycles
        if self.is_whole:
            return f"every cycle of {cycles}"
        if self.instructions:
            return f"cycles {self.window.start} to {self.window.stop - 1} of {cycles} one by one"
        return "no timeline"


def build_report(
    result: Result, *, cycles: range | None = None, machine: str = "", check: str = "", states: States | None = None,
    accesses: Sequence[Access] = (), why: Why | None = None,
) -> Report:  # fmt: skip
    """Make the report of a run; equal results give equal bytes.

    - cycles: the cycles to show one by one; by default the number of cycles that fits, from the beginning of the run,
      or before its end if it stopped.
    - machine: the name of the machine on the page.
    - check: the reason why there is no check.
    - states: the states of the launch (`PreparedLaunch.states`), for the contents of registers; by default the page has
      none.
    - accesses: the accesses of the whole launch by instruction, for notes on lines.
    - why: the explanation of the whole launch; None for a page without one.

    Raises `ViewError` for cycles that the record does not have. Without a record, the page has no timeline.
    """
    events = result.events if result.events is not None and len(result.events.ready) else None
    title = printable(f"{result.program.name} on {machine or result.machine.name}", 140) + core_text(result)
    files, instructions, texts = _listings(result, accesses)
    parts: dict[str, Any] = {
        "badges": markup.status(result, check),
        "tiles": markup.facts(result),
        "problems": markup.problems(result),
        "ledgers": markup.ledgers(result),
        "findings": "",
        "why": "" if why is None else why_tables(why, rows_of(texts)),
        "why_lead": "" if why is None else _lead(why),
        "provenance": markup.provenance(result),
        "is_compiled": bool(result.program.language),
        "instructions": "" if files else instructions,
        "texts": pack_text(json_text({**texts, "listing": str(instructions) if files else ""})),
        "script": script_of(*_SCRIPTS),
    }
    data: dict[str, Any] = {"hasRecord": False}
    packed, registers, window, count = "", "", range(0), 0
    if cycles is not None:
        check_window(result, cycles)
    if events is not None:
        texts_of = [*(part for part in parts.values() if isinstance(part, str)), *(table for _, table in files)]
        room = MAX_PAGE - _LAYOUT - sum(len(part.encode("utf-8", "replace")) for part in texts_of)
        chain = chain_in(result)
        data, packed, window, count = record_of(result, events, cycles, max(room, _LEAST_PACKED), chain)
        whole = None if why is None else why.chain
        told = chain if whole is None or whole.core != result.core.number else whole
        parts["findings"] = diagnosis_tables(result, told, events, window, texts)
        room -= len(packed) + len(parts["findings"].encode("utf-8", "replace"))
        if states is not None and result.program.registers and room > 0:
            data["registers"], registers = registers_of(
                states, result.core.number, result.program.registers, window, room
            )
    is_whole = window == range(result.cycles)
    parts |= {
        "kept": _kept(result, events, window, count, is_whole),
        "legend": markup.legend(
            result.ledgers.issue, result.ledgers.warp, lanes=bool(data.get("hasMasks")), banks=bool(data.get("banks"))
        ),
        "meta": trusted(json_text({"title": title, **data})),
        "packed": packed,
        "registers": registers,
    }
    html = page("report", title=title, launch=markup.launch(result), files=files, **parts)
    return Report(result, html, window, count, is_whole)


def _listings(result: Result, accesses: Sequence[Access]) -> tuple[list[tuple[str, Markup]], Markup, dict[str, Any]]:
    """Return the listings of source files as (file, table), the listing of instructions, and their data for scripts."""
    blocks, instructions = file_listings(result, accesses), instruction_lines(result, accesses)
    texts, ids = numbered_lines(result, blocks, instructions)
    largest = markup.costliest_line([*instructions, *(line for _, lines in blocks for line in lines)])
    files = [
        (file, markup.listing(result, lines, largest, "line", numbers))
        for (file, lines), numbers in zip(blocks, ids, strict=False)
    ]
    return files, markup.listing(result, instructions, largest, "pc", ids[-1]), texts


def _lead(why: Why) -> str:
    """Return a sentence on the cost that is largest."""
    part = "" if why.is_whole else " It was interrupted: not all limits are known, and no change was tried."
    first = why.first
    if first is None:
        return f"No limit of the machine costs anything by itself.{part}"
    share = percent(first.saved, why.run.cycles)
    return f"The largest cost: {first.limit.name}. Without it the run takes {first.cycles} cycles, {share} less.{part}"


def _kept(result: Result, events: Events | None, window: range, count: int, is_whole: bool) -> str:
    """Return a sentence on the part of the run that the timeline shows."""
    if events is None:
        why = "a functional run has no cycles" if result.engine == "functional" else "the run was not recorded"
        why = why if result.sample is None else "a sampled run has no record, since most cycles were not simulated"
        return f"There is no timeline: {why if result.instructions else 'nothing was executed'}."
    what = "instructions" if result.machine.vliw.count == 1 else "operations"
    if is_whole:
        return f"Every cycle of the run: {count} {what}."
    shown = f"Cycles {window.start} to {window.stop - 1} one by one, {count} {what}"
    if (events.first, events.end) == (0, result.cycles):
        return f"{shown}; the strip shows all {result.cycles} cycles. Other cycles: --cycles A:B."
    return (
        f"{shown}; the strip shows the recorded part, cycles {events.first} to {events.end - 1} of "
        f"{result.cycles}. Ledgers and costs cover the whole run. Other cycles: --cycles A:B."
    )
