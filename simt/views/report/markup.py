"""The parts of a page on a run: facts, problems, ledgers, bounds, legends, listings, provenance.

This module computes the contents; the macros of `simt/views/pages/templates/parts.html` draw and escape them. The parts
are static HTML, so that the page can be read and printed without its script.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath
from typing import NamedTuple

from markupsafe import Markup

from isa.reporting.diagnostics import Diagnostic, render
from simt.core.state.reasons import LANE_KINDS
from simt.diagnosis.accesses import accesses_of
from simt.files import flattened
from simt.result.result import Result
from simt.views.kit.lines import LineCost
from simt.views.kit.palette import MASK_LOOKS, REASON_LOOKS, UNIT_LOOKS, Looks, reason_mark
from simt.views.kit.text import clip, percent, plural, printable, si, signed_percent
from simt.views.pages.colors import BANK_LOOKS, bank_class
from simt.views.pages.engine import joined, macro
from simt.views.report.listing import SourceLine, file_listings, instruction_lines
from simt.views.run.summary import launch_words

_LANE_HELP = {
    "active": "active in an instruction that was issued",
    "diverged": "living, but masked off: the threads went different ways",
    "finished": "of a thread that had ended",
    "tail": "without a thread, in the last warp",
}
_LONG = 36  # characters of a line that fit beside the timeline in most windows


def launch(result: Result) -> str:
    """Return the launch in a line: its size, the instructions of the program, the policies of the machine."""
    threads = launch_words(result)
    words = plural(len(result.program.words), "instruction")
    policies = f"scheduler {result.machine.scheduler.policy}, branches {result.machine.branch.policy}"
    return f"{threads}; {words}; {policies}"


def status(result: Result, note: str = "") -> Markup:
    """Badges: the end of the run, and its check. note: the reason why there is no check."""
    stop, check = result.stop, result.check
    badges = [("good", "completed") if stop is None else ("bad", f"stopped: {stop.kind} [{stop.code}]")]
    if result.sample is not None:
        badges.append(("plain", f"cycles and lost slots are {result.sample.text(result.cycles, result.groups)}"))
    if check is None:
        badges.append(("plain", f"not checked{f': {note}' if note else ''}"))
    elif check.passed:
        rule = f"largest relative error {check.max_relative_error:.2g}" if check.tolerance else "all bits agree"
        badges.append(("good", f"check passed: {rule}"))
    else:
        badges.append(("bad", f"check FAILED: {check.where}"))
    return macro("badges", badges)


def facts(result: Result) -> Markup:
    """Return the figures of the run, a tile each."""
    machine, lanes = result.machine, result.ledgers.lane
    tiles: list[tuple[str, str, str]] = []
    if result.cycles:
        tiles.append(("cycles", str(result.cycles), f"{si(result.seconds, 's')} at {machine.clock_mhz:g} MHz"))
        figure = result.published
        if figure is not None:
            text = f"cycles; this run {signed_percent(figure.deviation)} ({figure.source})"
            tiles.append(("published", str(figure.cycles), text))
        tiles.append(("IPC", f"{result.ipc:.3f}", f"of at most {machine.most_issued:g}"))
    name = "instructions" if machine.vliw.count == 1 else "bundles"
    units = ", ".join(f"{unit} {count}" for unit, count in result.issued_by_unit.items() if count)
    tiles.append((name, str(result.instructions), units or "none"))
    total = sum(lanes.values())
    if total:
        rest = [f"{kind} {percent(lanes[kind], total)}" for kind in LANE_KINDS[1:] if lanes[kind]]
        tiles.append(("lanes active", percent(lanes["active"], total), ", ".join(rest) or "no lane was masked off"))
    if result.issued_by_unit["fpu"] and result.cycles:
        rate = result.operations_per_second
        text = "of its peak" if rate is None else f"of its peak; {si(rate, 'FLOPS')}"
        tiles.append(("FPU", f"{100 * result.fpu_efficiency:.1f} %", text))
    if result.lds_conflict_cycles:
        cost = f"{plural(result.exposed_lds_cycles, 'issue slot')} lost to them"
        tiles.append(("conflict cycles", str(result.lds_conflict_cycles), cost))
    return macro("tiles", [(name, value, clip(more.split(" (")[0], 60), more) for name, value, more in tiles])


def problems(result: Result) -> Markup:
    """Return the problems that `simt run` reports, in boxes: a stop or a failed check, and jumps with disagreement."""
    from simt.views.run.stops import check_diagnostic, jump_warnings, stop_diagnostic

    boxes = []
    if result.stop is not None:
        boxes.append(("stop", _rendered(result, [stop_diagnostic(result)])))
    elif result.check is not None and not result.check.passed:
        boxes.append(("stop", _rendered(result, [check_diagnostic(result)])))
    warnings = jump_warnings(result) if result.disagreements.any() else []
    if warnings:
        boxes.append(("stop warning", _rendered(result, warnings)))
    return macro("problems", boxes)


def _rendered(result: Result, diagnostics: Sequence[Diagnostic]) -> str:
    """Return diagnostics as text, with short names of files: a page that is handed on shows no folder of its author."""
    text = render(diagnostics)
    for name in sorted(result.program.sources, key=len, reverse=True):
        if PurePath(name).is_absolute():
            text = text.replace(f"{name}:", f"{result.short_name(name)}:")
    return "\n".join(printable(line, 400) for line in text.split("\n"))


def ledgers(result: Result) -> Markup:
    """Return the three ledgers and the bounds of the whole run, as tables with bars.

    A full bar stands for the sum of a ledger; among the bounds it stands for the length of the run.
    """
    slots, states = result.ledgers.issue, result.ledgers.warp
    parts = []
    if result.cycles:
        slot_note = f"{result.cycles} cycles x {plural(result.machine.issue_slots, 'slot')}"
        parts.append(ledger("Issue slots", slot_note, _reasons(slots)))
        parts.append(
            ledger("Warp states", f"{plural(result.warps, 'warp')} x {result.cycles} cycles", _reasons(states))
        )
    what = "instructions" if result.machine.vliw.count == 1 else "operations"
    note = f"{result.issued} {what} x {plural(result.machine.warp_size, 'lane')}"
    parts.append(ledger("Lanes", note, _lanes(result.ledgers.lane)))
    if result.cycles and result.bounds:
        rows = [("issued", "", bound.resource, bound.cycles, bound.detail) for bound in result.bounds]
        note = "what each resource alone would need, in cycles; a bar as long as the run is the limit"
        parts.append(ledger("Bounds", note, rows, whole=result.cycles))
    return joined(parts)


def ledger(title: str, note: str, rows: Sequence[tuple[str, str, str, int, str]], *, whole: int = 0) -> Markup:
    """Return a table with bars. rows: kind of the bar, mark, name, count, meaning. whole: a full bar; 0: the sum."""
    total = whole or sum(row[3] for row in rows)
    shown = [
        (kind, bar_kind(kind), mark, name, count, percent(count, total), count / total if total else 0.0, meaning)
        for kind, mark, name, count, meaning in rows
    ]
    return macro("ledger", title, note, shown, -1 if whole else total)


# Kinds of bars that cost nothing: work, ready warps that are not selected, and nothing to do.
_FREE = ("issued", "not_selected", "slot_empty", "drain", "idle", "lane-active")


def bar_kind(kind: str) -> str:
    """Return the style class of a ledger's bar: its state if it is a cost, else a class that is less visible."""
    return "quiet" if kind in _FREE else kind


def lane_state(kind: str) -> str:
    """Return the lane state that gives a kind of the lane ledger its colour and letter."""
    return {"active": "active", "diverged": "inactive"}.get(kind, "disabled")


def _lanes(counts: Mapping[str, int]) -> list[tuple[str, str, str, int, str]]:
    states = [(kind, lane_state(kind)) for kind in LANE_KINDS if counts[kind]]
    return [(f"lane-{state}", MASK_LOOKS[state].mark, kind, counts[kind], _LANE_HELP[kind]) for kind, state in states]


def _reasons(counts: Mapping[str, int]) -> list[tuple[str, str, str, int, str]]:
    rows = ((reason, REASON_LOOKS[reason], count) for reason, count in sorted(counts.items(), key=lambda row: -row[1]))
    return [(reason, look.mark, reason, count, look.meaning) for reason, look, count in rows]


def legend(*counts: Mapping[str, object], lanes: bool, banks: bool) -> Markup:
    """Return the colours and letters that the timeline uses. counts: ledgers, whose reasons are all listed."""
    occurring = {reason: look for reason, look in REASON_LOOKS.items() if any(reason in row for row in counts)}
    groups = [("warps and slots", _entries(occurring)), ("units", _entries(UNIT_LOOKS))]
    if banks:
        _, *some = BANK_LOOKS.items()
        shown = [(bank_class(name), look.mark, name.split(" word")[0], "") for name, look in some]
        shown[-1] = (*shown[-1][:2], "9 or more", "")
        groups.append(("words of a bank", shown))
    if lanes:
        groups.append(("lanes", _entries(MASK_LOOKS, "lane-")))
    return macro("legend", groups)


def _entries(looks: Looks, prefix: str = "") -> list[tuple[str, str, str, str]]:
    """Return the entries of a legend. prefix: the beginning of their style classes."""
    return [(f"{prefix}{name}", look.mark, name, look.meaning) for name, look in looks.items()]


class Row(NamedTuple):
    """A row of a listing.

    - line: its line.
    - hint: its tooltip.
    - number: the number of its costs, -1 for none.
    - share: the length of its bar, 0 to 1.
    - mark: the letter of the reason that costs most.
    """

    line: SourceLine
    hint: str
    number: int = -1
    share: float = 0.0
    mark: str = ""


def listing(
    result: Result, lines: Sequence[SourceLine], largest: int, head: str,
    ids: Mapping[tuple[int, ...], int] | None = None,
) -> Markup:  # fmt: skip
    """Return a table of lines with their costs, with a column for lost lanes if some instruction left out lanes.

    - largest: the issue slots of a full bar.
    - head: the heading of the first column.
    - ids: the number of a line by its program counters; None on a page without a script.
    """
    rows = [_row(line, result.slot_total, largest, ids or {}) for line in lines]
    lanes = result.ledgers.lane
    return macro("listing", rows, head, sum(lanes.values()) > lanes["active"], ids is not None)


def static_listings(result: Result) -> list[tuple[str, Markup]]:
    """Return listings for a page without a script, as (file, table): source files, or instructions without source."""
    accesses = accesses_of(result)
    listings = file_listings(result, accesses)
    head = "line" if listings else "pc"
    listings = listings or [("instructions", instruction_lines(result, accesses))]
    largest = costliest_line(line for _, lines in listings for line in lines)
    return [(name, listing(result, lines, largest, head)) for name, lines in listings]


def costliest_line(lines: Iterable[SourceLine]) -> int:
    """Return the issue slots that the costliest line lost."""
    return max((line.cost.slots_lost for line in lines if line.cost is not None), default=0)


def _row(line: SourceLine, total: int, largest: int, ids: Mapping[tuple[int, ...], int]) -> Row:
    cost = line.cost
    if cost is None:
        return Row(line, line.text.strip() if len(line.text) > _LONG else "")
    share = cost.slots_lost / largest if largest else 0.0
    return Row(line, _explained(cost, total), ids.get(tuple(cost.pcs), -1), share, reason_mark(cost.reason))


def _explained(cost: LineCost, total: int) -> str:
    parts = [clip(cost.source, 200)] if len(cost.source) > _LONG else []
    parts.append(plural(cost.issues, "issue"))
    if cost.slots_lost:
        share = percent(cost.slots_lost, total)
        parts.append(f"{plural(cost.slots_lost, 'issue slot')} lost ({share}), most to {cost.reason}")
    if cost.degree is not None:
        parts.append(f"{cost.degree:.2f} passes per beat")
    if cost.active_lanes is not None:
        parts.append(f"{cost.active_lanes:.3g} lanes active")
    if cost.lanes_lost:
        kinds = ", ".join(f"{kind} {count}" for kind, count in cost.lanes_lost.most_common())
        parts.append(f"{plural(cost.lanes_lost.total(), 'lane')} lost: {kinds}")
    if cost.disagreements:
        parts.append(f"active lanes disagreed {plural(cost.disagreements, 'time')}")
    return "; ".join(parts)


def provenance(result: Result) -> Markup:
    """Return the data needed to repeat the run, and every key of the machine."""
    rows = [(name, "" if value is None else str(value)) for name, value in result.provenance.items()]
    keys = flattened(result.machine.model_dump(mode="json"))
    return macro("provenance", rows, [(key, _setting(value)) for key, value in keys.items()])


def _setting(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
