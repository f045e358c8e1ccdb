"""Runs to export, and what an export must say of them: worked out cycle by cycle in plain Python, from the event
record and docs/processor.md alone. What a part of the record must give is cut out of what the whole one gives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

import isa
import simt
from isa.table.units import PIPELINES
from simt.core.state.reasons import REASONS
from simt.result.result import Result
from tests.examples import nightly_but
from tests.generators.cases import random_case

# Machines with bundles, on which operations wait for a retire port: both numbers of slots, every kind of end.
BUNDLES = (107, 110, 113, 123, 280, 287, 333)
# With 81 and 181, where a warp goes on being held up after the instruction that was held up is done.
SEEDS = (*range(48), 62, 75, 81, 181, *BUNDLES)
# Where a part of the record begins while an instruction that is not in it freezes an instance for one that is.
FROZEN = {16: 39, 62: 29, 75: 110, 81: 173}
CASES = nightly_but((0, 5, 16, 62, 75, 81, 107, 287), SEEDS)
STALLS = {"barrier", "operand_bank", "unit_busy", "bank_conflict", "uncoalesced", "memory_queue", "retire_port"}


@cache
def recorded(seed: int, window: range | None = None) -> Result:
    """A generated case, run with the event record: traps, cycle limits, several issue slots and stacks occur."""
    case = random_case(seed)
    return simt.run(
        case.program,
        case.machine,
        threads=case.threads,
        max_cycles=case.max_cycles,
        record=window or True,
        strict=False,
    )


def windows(seed: int) -> Iterator[Result]:
    """The run with the whole record, and with two parts of it."""
    full = recorded(seed)
    yield full
    later = FROZEN.get(seed, full.cycles // 3)
    for begin, end in ((later, full.cycles + 9), (full.cycles // 4, full.cycles // 2)):
        if begin < min(end, full.cycles):
            yield recorded(seed, range(begin, end))


def in_full(full: Result, result: Result) -> list[np.void]:
    """The events of a part of the record as the whole record has them, with what happened after the part."""
    assert full.events is not None
    assert result.events is not None
    by_number = {int(event["sequence"]): event for event in full.events.instructions}
    return [by_number[int(event["sequence"])] for event in result.events.instructions]


@dataclass(frozen=True)
class Span:
    """A named stretch of cycles, [start, stop)."""

    name: str
    start: int
    stop: int


def cut(spans: list[Span], result: Result) -> list[Span]:
    """The parts of spans that lie in the kept cycles."""
    assert result.events is not None
    first, end = result.events.first, result.events.end
    parts = [Span(span.name, max(span.start, first), min(span.stop, end)) for span in spans]
    return [span for span in parts if span.stop > span.start]


def bundle_of(result: Result, event: np.void) -> list[np.void]:
    """The operations that were issued with an event of a whole record, in slot order; without bundles the event."""
    if result.machine.vliw.count == 1:
        return [event]
    assert result.events is not None
    table = result.events.instructions
    return list(table[(table["warp"] == event["warp"]) & (table["select"] == event["select"])])


def written(result: Result, event: np.void) -> int:
    """When the result of an event is written: when all of its bundle have retired; -1 if they have not."""
    retires = [int(one["retire"]) for one in bundle_of(result, event)]
    return -1 if min(retires) < 0 else max(retires)


def span(result: Result, event: np.void) -> Span:
    """An instruction's life: from select until its warp is ready again or has ended, or the run ends."""
    last = written(result, event)
    if event["ready"] >= 0:
        stop = int(event["ready"])
    elif last >= 0 and ended(result, int(event["warp"]), last):
        stop = last
    else:
        stop = result.cycles
    return Span("life", int(event["select"]), stop)


def ended(result: Result, warp: int, cycle: int) -> bool:
    """Whether a warp has ended in `cycle`: then it is in the state `drain`, which it never leaves."""
    assert result.events is not None
    return cycle >= result.cycles or bool(result.events.warps[cycle, warp] == REASONS.index("drain"))


def unit_name(result: Result, event: np.void) -> str:
    """The unit that executes an event's instruction."""
    instruction = result.program.instructions[event["pc"]]
    assert instruction is not None
    unit = instruction.spec.unit
    return "alu" if unit == "control" and result.machine.control.route == "alu" else unit


def stages(result: Result, event: np.void) -> list[Span]:
    """Front end, unit, wait for the retire port, wait for the bundle, and what follows it."""
    stop = span(result, event).stop
    instruction = result.program.instructions[event["pc"]]
    assert instruction is not None
    moments = [*(int(event[name]) for name in ("select", "enter", "offer", "retire")), written(result, event)]
    after = "barrier" if instruction.spec.name == "bar" else "after"
    names = ["front", unit_name(result, event), "wait", "bundle", after]
    found = []
    for name, start, following in zip(names, moments, [*moments[1:], stop], strict=True):
        if start >= 0:
            found.append(Span(name, start, following if following >= 0 else result.cycles))
    return [stage for stage in found if stage.stop > stage.start]


def stalls(result: Result, event: np.void) -> list[Span]:
    """Stretches of the instruction's life in which its warp's state is a stall; of a bundle, its first operation's."""
    events = result.events
    assert events is not None
    if bundle_of(result, event)[0]["sequence"] != event["sequence"]:
        return []
    life = span(result, event)
    found: list[Span] = []
    for cycle in range(life.start, min(life.stop, result.cycles)):
        state = REASONS[events.warps[cycle, event["warp"]]]
        if state not in STALLS:
            continue
        if found and found[-1].stop == cycle and found[-1].name == state:
            found[-1] = Span(state, found[-1].start, cycle + 1)
        else:
            found.append(Span(state, cycle, cycle + 1))
    return found


def instances(result: Result) -> dict[str, list[np.void]]:
    """The events that entered each unit instance, in order of entry, by `unit number`."""
    machine = result.machine
    counts = {unit: getattr(machine, unit).count for unit in PIPELINES}
    if machine.control.route == "own":
        counts["control"] = machine.control.count
    found: dict[str, list[np.void]] = {f"{unit}{k}": [] for unit, count in counts.items() for k in range(count)}
    assert result.events is not None
    for event in result.events.instructions:
        if event["enter"] >= 0:
            found[f"{unit_name(result, event)}{event['instance']}"].append(event)
    return {name: sorted(entries, key=lambda event: event["enter"]) for name, entries in found.items()}


def known_cycles(full: Result, result: Result, name: str) -> range:
    """The kept cycles in which all is known of what an instance does.

    With bundles the record does not tell when an operation from before it froze the instance: they begin when those
    are gone and what entered the instance before that has left it.
    """
    assert full.events is not None
    assert result.events is not None
    first, end = result.events.first, result.events.end
    if full.machine.vliw.count == 1 or first == 0:
        return range(first, end)
    settled = max([first, *(span(full, event).stop for event in full.events.instructions if event["select"] < first)])
    entries = [event for event in instances(full)[name] if first <= event["select"] and event["enter"] < settled]
    retires = [int(event["retire"]) if event["retire"] >= 0 else full.cycles for event in entries]
    return range(min(max([settled, *retires]), end), end)


def occupations(result: Result, entries: list[np.void]) -> list[tuple[Span, Span]]:
    """Per entry of an instance of a *whole* record: first stage occupied, conflict cycles. A clock that stands while a
    result waits, cycle by cycle (section 5)."""
    found = []
    for event in entries:
        instruction = result.program.instructions[event["pc"]]
        assert instruction is not None
        is_control = instruction.spec.unit == "control"
        unit = unit_name(result, event)
        interval, beats = 1, 1
        if unit != "control":
            keys = getattr(result.machine, unit)
            interval = keys.interval
            beats = 1 if is_control else result.machine.warp_size // keys.lanes
        occupied, regular = interval * int(event["degree"]), interval * beats
        cycle, clock = int(event["enter"]), 0
        conflict_from = None
        while True:
            if conflict_from is None and clock >= regular and occupied > regular:
                conflict_from = cycle
            if clock >= occupied or cycle >= result.cycles:
                break
            cycle += 1
            clock += not any(
                0 <= other["offer"] <= cycle and (other["retire"] < 0 or cycle < other["retire"]) for other in entries
            )
        start = cycle if conflict_from is None else conflict_from
        found.append((Span("occupied", int(event["enter"]), cycle), Span("conflict", start, cycle)))
    return found


def of_collectors() -> Result:
    """The example of docs/processor.md, section 27: r2 and r4 are in one bank, and both collectors are taken in 2."""
    keys = {
        "branch.policy": "first_thread", "warps": 1, "issue.dependences": "scoreboard", "issue.entries": 4,
        "front_end.stages": 0, "retire.stages": 1, "alu.latency": 2, "control.route": "alu",
        "register_file.organisation": "collectors", "register_file.banks": 2, "register_file.collectors": 2,
    }  # fmt: skip
    program = isa.assemble("add.u32 r1, r2, r4\nadd.u32 r3, r5, 1\nret\n")
    return simt.run(program, simt.Machine.load("article32", keys), threads=32, record=True)
