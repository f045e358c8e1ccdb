"""The summary of a run, from the check to the costliest source lines.

It has at most 25 lines of 100 columns. On fewer columns it has at most 22, so that a terminal of 24 shows it.
"""

from __future__ import annotations

from textwrap import wrap

from simt.core.state.reasons import REASON_HELP
from simt.launch.sizes import launch_text
from simt.result.buffers import Managing, Transfers
from simt.result.result import Result
from simt.result.stops import STOP_CODES
from simt.views.kit.lines import by_line, costliest
from simt.views.kit.text import bar, clip, head_and_changes, paint, percent, plural, settings_lines, si, signed_percent

MAX_LINES = 25
_FEWER = 22  # on screens of less than WIDTH columns, where long lines take two
WIDTH = 100
_BAR = 18
_SHORT_BAR = 5  # on screens of less than WIDTH columns
_LOSSES = 6  # rows of the waterfall that name a reason; one more row has the rest
_COSTLIEST = 6
_LEAST_WORDS = 20  # columns: a meaning with less room is omitted
_REGIONS = 6  # rows of the table of regions, at most


def summary(
    result: Result, *, machine: str = "", check: str = "", color: bool = False, width: int | None = None
) -> str:
    """Return the summary as text that ends in a newline.

    - machine: the name of the machine; "" for its name in the launch.
    - check: the reason why there is no check; "" for the launch's own reason.
    - width: columns of the screen, None for `WIDTH`; on fewer columns, bars are shorter and meanings of the losses are
      folded.
    """
    launch = result.prepared
    machine, check = machine or (launch.machine if launch else ""), check or (launch.unchecked if launch else "")
    width = min(width or WIDTH, WIDTH)
    slots = _waterfall(result, color, width) if result.cycles else []
    bounds = _bounds(result) if result.cycles else []
    facts = _facts(result, check, color)
    most = MAX_LINES if width == WIDTH else _FEWER
    room = most - 1 - len(facts) - len(slots) - len(bounds)
    title, changes = _title(result, machine, max(1, room))
    facts = [*(("with" if number == 0 else "", line) for number, line in enumerate(changes)), *facts]
    head = [paint(title, "bold", color), *(f"  {name:<9}{text}" for name, text in facts)]
    if not result.cycles:
        return "\n".join(head) + "\n"
    room = most - len(head) - len(slots) - len(bounds) - 1
    regions = _regions(result, min(_REGIONS, max(room - 1, 1)), color)
    room -= len(regions)
    lines = _costliest(result, min(_COSTLIEST, room), color, width) if room > 0 else []
    return "\n".join([*head, *slots, *regions, *lines, *bounds]) + "\n"


def _regions(result: Result, most: int, color: bool) -> list[str]:
    if not result.regions:
        return []
    from simt.views.run.source import region_lines  # with it come the static analysis and more

    return region_lines(result, most=most, color=color)


def launch_words(result: Result) -> str:
    """Return the size of a launch: `256 threads = 8 warps x 32 lanes`, or its work-groups if there are several."""
    if result.groups > 1 or any(result.grid.offset):
        return launch_text(result.grid)
    lanes = plural(result.machine.warp_size, "lane")
    return f"{plural(result.threads, 'thread')} = {plural(result.group_warps, 'warp')} x {lanes}"


def _title(result: Result, machine: str, most: int) -> tuple[str, list[str]]:
    """Return the title, and the machine's changed keys in at most `most` lines if the title has no room for them."""
    name = machine or result.machine.name
    mode = " (functional run: no timing)" if result.engine == "functional" else ""
    launch = launch_words(result)
    size = plural(len(result.program.words), "instruction")
    room = WIDTH - len(launch) - len(size) - len(mode) - len(" on : , ")
    kernel = clip(result.program.name, max(12, room // 2))
    changes = ""
    if len(name) > room - len(kernel):
        name, changes = head_and_changes(name, result.machine.name)
    title = clip(f"{kernel} on {clip(name, max(12, room - len(kernel)))}{mode}: {launch}, {size}", WIDTH)
    return title, settings_lines(changes, WIDTH - 11, most) if changes else []


def _facts(result: Result, note: str, color: bool) -> list[tuple[str, str]]:
    facts = []
    stop = result.stop
    if stop is not None:
        when = f"in cycle {stop.cycle}"
        if result.engine == "functional" or stop.kind in ("cycle_limit", "interrupted"):
            when = f"after {plural(stop.cycle, 'instruction' if result.engine == 'functional' else 'cycle')}"
        what = f"{stop.kind} [{STOP_CODES[stop.kind]}] {when}; the figures cover what ran"
        facts.append(("stopped", paint(what, "bad", color)))
    facts.append(("check", _check(result, note, color)))
    declared = result.program.threads
    if result.groups == 1 and declared not in (0, result.threads):  # a launch may choose (docs/assembly.md)
        facts.append(("threads", f"{result.threads:<9} in the work-group, in place of the {declared} of .threads"))
    issued = result.issued_by_unit
    if result.cycles:
        if result.sample is not None:
            facts.append(("sample", clip(f"cycles are {result.sample.text(result.cycles, result.groups)}", WIDTH - 11)))
        facts.append(("cycles", f"{result.cycles:<9} {si(result.seconds, 's')} at {result.machine.clock_mhz:g} MHz"))
        figure = result.published
        if figure is not None:
            facts.append(("paper", f"{figure.cycles:<9} {signed_percent(figure.deviation)}: {clip(figure.source, 70)}"))
        most = result.machine.most_issued * len(result.cores)
        what = "warp instructions" if result.machine.vliw.count == 1 else f"bundles of {result.issued} operations"
        facts.append(("issued", f"{result.instructions:<9} {what}, IPC {result.ipc:.3f} of at most {most:g}"))
    else:
        units = ", ".join(f"{unit} {count}" for unit, count in issued.items() if count)
        facts.append(("executed", f"{result.instructions:<9} warp instructions: {units or 'none'}"))
    if issued["fpu"] and result.cycles:
        facts.append(("FPU", f"{issued['fpu']:<9} {100 * result.fpu_efficiency:.1f} % of peak{_operations(result)}"))
    if issued["dpu"] and result.cycles:
        operations = "" if issued["fpu"] else _operations(result)
        facts.append(("DPU", f"{issued['dpu']:<9} {100 * result.efficiency('dpu'):.1f} % of peak{operations}"))
    if issued["lds"] and result.cycles:
        conflicts = result.lds_conflict_cycles
        text = _counted(issued["lds"], "access", "es")
        if conflicts:
            text += (
                f"; bank conflicts take {plural(conflicts, 'cycle')} and cost {result.exposed_lds_cycles} issue slots"
            )
        facts.append(("LDS", text))
    facts += _places_and_traffic(result)
    lanes = result.ledgers.lane
    if lanes["diverged"] or lanes["finished"]:
        total = sum(lanes.values())
        rest = ", ".join(
            f"{name} {100 * lanes[name] / total:.1f} %" for name in ("diverged", "finished", "tail") if lanes[name]
        )
        facts.append(("lanes", f"{100 * lanes['active'] / total:.1f} % of the issued lanes are active ({rest})"))
    return facts


def _places_and_traffic(result: Result) -> list[tuple[str, str]]:
    """Return the lines on places for work-groups and on traffic with global memory, as (name, text)."""
    warps = f"{result.warps} of {plural(result.machine.warps, 'warp')}"
    count, groups = len(result.cores), plural(result.places, "group")
    if result.shown is not None:
        where = f"{result.shown:<9} of {result.machine.cores}, with {groups}"
    else:  # a launch of few groups leaves cores without one
        used = f"{result.groups} of {count}" if result.groups < count else str(count)
        most = "at most " if count < result.groups < count * result.places else ""
        where = f"{used:<9} with {most}{groups} each"
    text = f"{where} ({warps}), bounded by {', '.join(result.bounded_by)}"
    name = "cores" if result.shown is None else "core"
    facts = list(result.with_places({name: text} if result.engine == "cycle" else {}).items())
    accesses, transactions, moved = result.traffic.totals
    if accesses:
        text = _counted(accesses, "access", "es")
        if result.engine == "cycle":
            rate = moved / result.cycles
            word = "transaction" if transactions == accesses else "transactions"
            text += f" of {transactions / accesses:.3g} {word}; {moved} bytes, {rate:.3g} per cycle"
            if not result.machine.merges_requests:
                text += f", {100 * rate / result.machine.memory_bytes_per_cycle:.1f} % of peak"
        facts.append(("memory", clip(text, WIDTH - 11)))
    if result.channels is not None:
        facts.append(("DRAM", clip(_dram(result), WIDTH - 11)))
    if result.transfers is not None:
        facts.append(("host", clip(_transfers(result.transfers), WIDTH - 11)))
    if result.managing is not None:
        facts.append(("storage", clip(_managing(result.managing), WIDTH - 11)))
    return facts


def _counted(count: int, noun: str, ending: str = "s") -> str:
    """Return a count in its column, and the noun: in the plural except for 1."""
    return f"{count:<9} {noun}{'' if count == 1 else ending}"


def _dram(result: Result) -> str:
    """Return the requests and row hits of the DRAM channels, and the share of time in which data buses are busy."""
    figures = result.dram_figures
    hits = "no column access" if figures["row_hits"] is None else f"{percent(figures['row_hits'], 1)} row hits"
    text = f"{_counted(figures['requests'], 'request')}, {hits}"
    channels, busy = result.machine.memory.channels, f"busy {percent(figures['share_of_peak'], 1)}"
    if channels == 1 or figures["side_by_side"] is None:
        return f"{text}, {plural(figures['refreshes'], 'refresh', 'es')}; data bus {busy}"
    return f"{text}; data buses {busy}, {figures['side_by_side']:.1f} of {channels} channels at a time"


def _transfers(transfers: Transfers) -> str:
    """Return the cycles of kernel and host transfers together, and the cycles of the transfers in each direction."""
    moves = []
    for way in ("in", "out"):
        buffers, _, cycles = transfers.moved(way)
        moves.append(f"{cycles} of {plural(buffers, 'buffer')} {way}" if buffers else "")
    parts = ", ".join(filter(None, moves)) or "nothing to move"
    return f"{transfers.cycles + transfers.kernel:<9} cycles with transfers: {parts}"


def _managing(managing: Managing) -> str:
    """Return the cycles of the storage manager, and the object that each buffer is bound to."""
    bound = ", ".join(f"{link.buffer} is {link.object}" for link in managing.buffers) or "no buffer"
    return f"{managing.cycles:<9} cycles of managing, {plural(managing.hops, 'hop')}; {bound}"


def _check(result: Result, note: str, color: bool) -> str:
    check = result.check
    if check is None:
        return f"none: {note or ('the run did not end' if result.stop else 'nothing to compare with')}"
    rule = f"tolerance {check.tolerance:g}" if check.tolerance else "all bits must agree"
    rule += f", {plural(check.unchecked, 'element')} not checked" if check.unchecked else ""
    by = f" ({check.oracle}{'' if result.seed is None else f', seed {result.seed}'})" if check.oracle else ""
    if check.passed:
        outcome = f"largest relative error {check.max_relative_error:.2g}, {rule}"
        outcome = outcome if check.tolerance else rule.replace("must agree", "agree")
        return f"{paint('passed', 'good', color)}: {_with_source(outcome, by)}"
    text = f"{check.where}: error {check.max_relative_error:.3g}, {rule}"
    return f"{paint('FAILED', 'bad', color)}: {_with_source(text, by)}"


def _with_source(text: str, by: str) -> str:
    return clip(text + by if len(text + by) <= 80 else text, 80)


def _operations(result: Result) -> str:
    rate = result.operations_per_second
    return "" if rate is None else f"; {result.operations} useful operations, {si(rate, 'FLOPS')}"


def slot_rows(result: Result) -> list[tuple[str, int, str]]:
    """Return rows (name, issue slots, meaning): issued slots by unit, then lost ones by reason, each largest first."""
    issued = [(f"issued {unit}", count, "") for unit, count in result.issued_by_unit.items() if count]
    losses = [
        (reason, slots, REASON_HELP[reason]) for reason, slots in result.ledgers.issue.items() if reason != "issued"
    ]
    return sorted(issued, key=lambda row: -row[1]) + sorted(losses, key=lambda row: -row[1])


def _waterfall(result: Result, color: bool, width: int) -> list[str]:
    longest = _BAR if width == WIDTH else _SHORT_BAR
    rows = slot_rows(result)
    issued = [row for row in rows if row[0].startswith("issued")]
    losses = rows[len(issued) :]
    if len(losses) > _LOSSES + 1:
        rest = losses[_LOSSES:]
        losses = [*losses[:_LOSSES], ("other", sum(row[1] for row in rest), ", ".join(row[0] for row in rest))]
    total = result.slot_total
    largest = max((row[1] for row in [*issued, *losses]), default=0)
    digits, share = (max(len(str(largest)), 6), 8) if width == WIDTH else (max(len(str(largest)), 4), 7)
    column = max(15, 1 + max((len(row[0]) for row in [*issued, *losses]), default=0))
    estimated = "" if result.sample is None else result.sample.note
    lines = [paint(f"where the {total} issue slots went{estimated}", "bold", color)]
    for name, slots, meaning in [*issued, *losses]:
        marks = bar(slots, largest, longest)
        style = "issued" if name.startswith("issued") else "lost"
        left = f"  {name:<{column}}{slots:>{digits}} {percent(slots, total):>{share}}  "
        room = width - len(left) - longest - 1
        if len(meaning) > room and name != "other":
            meaning = meaning.split(",")[0]  # `simt explain REASON` has the whole text
        text, *folded = wrap(meaning, room) if meaning and room >= _LEAST_WORDS else [""]
        lines.append(f"{left}{paint(marks, style, color)}{' ' * (longest - len(marks) + 1)}{text}".rstrip())
        lines += [" " * (width - room) + words for words in folded]
    return lines


def _costliest(result: Result, count: int, color: bool, width: int) -> list[str]:
    costs = costliest(by_line(result), count)
    if not costs:
        return []
    total = result.slot_total
    places = max(len(clip(line.place, 30)) for line in costs)
    digits = max(6, len(str(costs[0].slots_lost)))
    head = "source lines that cost most issue slots" + ("" if result.sample is None else " (estimates)")
    lines = [paint(head, "bold", color)]
    for line in costs:
        left = f"  {clip(line.place, 30):<{places}}  {line.slots_lost:>{digits}} {percent(line.slots_lost, total):>7}  "
        has_degree = line.reason == "bank_conflict" and line.degree is not None
        reason = f"{line.reason} x{line.degree:.2f}" if has_degree else line.reason
        source = clip(line.text(width - len(left) - 24), width - len(left) - 24)
        lines.append(f"{left}{reason:<22}  {source}".rstrip())
    return lines


def _bounds(result: Result) -> list[str]:
    bounds = result.bounds
    if not bounds:
        return []
    binding = [bound for bound in bounds if bound.cycles == bounds[0].cycles]
    names = ", ".join(f"{bound.resource} {bound.cycles}" for bound in binding)
    word = "binding" if len(binding) < 2 else "both binding" if len(binding) == 2 else "all binding"
    text = f"bounds, in cycles: {names} ({word})"
    for number, bound in enumerate(bounds[len(binding) :], len(binding) + 1):
        more = f", {bound.resource} {bound.cycles}"
        if len(text) + len(more) > WIDTH - (0 if number == len(bounds) else len(", ...")):
            return [clip(f"{text}, ...", WIDTH)]
        text += more
    return [clip(text, WIDTH)]
