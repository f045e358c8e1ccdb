"""Contradictions between keys of a machine description. The value of each key alone is valid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import starmap

from isa.reporting.diagnostics import listed
from isa.table.units import COMPUTE_UNITS, OPTIONAL, UNITS
from simt.machine import bundle_slots, costs, slot_kinds
from simt.machine.description import Description
from simt.machine.rules import Organisation
from simt.machine.sections import RETIRE_PRIORITY


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A contradiction between keys. A message points at the newest setting of these keys. help: a way out."""

    keys: tuple[str, ...]
    message: str
    help: str


_WITH_LANES = tuple(name for name in UNITS if name != "control")
_ALWAYS_NAMED = sorted(RETIRE_PRIORITY)


def contradictions(machine: Description) -> Iterator[Contradiction]:
    """Yield the contradictions between the keys of `machine`."""
    active, warps = machine.scheduler.active_warps, machine.warps
    if machine.scheduler.policy == "two_level" and active > warps:
        message = f"scheduler.active_warps = {active} is more than warps = {warps}"
        advice = f"the active set is part of the warps: set scheduler.active_warps to at most {warps}"
        yield Contradiction(("scheduler.active_warps", "warps", "scheduler.policy"), message, advice)
    yield from starmap(Contradiction, bundle_slots.mistakes(machine))
    if machine.vliw.count > 1 and machine.issue_width > 1:
        message = (
            f"vliw.slots = {machine.bundle_slots} with issue_width = {machine.issue_width}: a second bundle in a cycle "
            "needs the slots a second time, which is a second core"
        )
        advice = "set issue_width to 1 and cores to more, or vliw.slots to 1"
        yield Contradiction(("vliw.slots", "issue_width"), message, advice)
    if machine.issue.has_scoreboard:
        yield from _scoreboard(machine)
    elif machine.ideal.dependences:
        message = (
            f"ideal.dependences with issue.dependences = {machine.issue.dependences}: a warp waits for the instruction "
            "before it, whatever that writes"
        )
        advice = "set issue.dependences to scoreboard, or ideal.dependences to false"
        yield Contradiction(("ideal.dependences", "issue.dependences"), message, advice)
    yield from _schedulers(machine)
    for message, advice in costs.mistakes(machine.costs):
        yield Contradiction(("costs",), message, advice)
    yield from starmap(Contradiction, slot_kinds.mistakes(machine))
    if machine.private.place == "global" and not machine.memory.is_present:
        message = f"private.place = global with memory.policy = {machine.memory.policy}: there is no global memory"
        advice = "set private.place to local or auto, or memory.policy to simple or dram"
        yield Contradiction(("private.place", "memory.policy"), message, advice)
    yield from _interleaving(machine)
    for unit in _WITH_LANES:
        lanes = getattr(machine, unit).lanes
        if machine.warp_size % lanes and unit in machine.unit_counts:
            message = f"{unit}.lanes = {lanes} does not divide warp_size = {machine.warp_size}"
            advice = f"a warp passes in whole beats: set {unit}.lanes to {_divisors(machine.warp_size, lanes)}"
            yield Contradiction((f"{unit}.lanes", "warp_size"), message, advice)
    named = list(machine.retire.priority)
    for name in OPTIONAL:  # may be named; else they come first
        if name in named:
            named.remove(name)
    if sorted(named) != _ALWAYS_NAMED:
        message = f"retire.priority must name each of {listed(RETIRE_PRIORITY, 'and')} once"
        yield Contradiction(("retire.priority",), message, _priority_help(machine.retire.priority))
    refused = register_file_contradiction(machine, machine.register_file_organisation)
    if refused:
        yield refused
    words, banks = machine.local.words, machine.local.banks
    if words % banks:
        below = words // banks * banks
        near = f"{below} or {below + banks}" if below else str(banks)
        message = f"local.banks = {banks} does not divide local.words = {words}"
        advice = f"all banks have the same depth: with {banks} banks, {near} words would do"
        yield Contradiction(("local.banks", "local.words", "warp_size"), message, advice)


def _scoreboard(machine: Description) -> Iterator[Contradiction]:
    """Yield the contradictions between a machine's scoreboard and other keys."""
    entries, loads = machine.issue.entries, machine.issue.loads
    if not entries:
        message = "issue.entries = 0 with issue.dependences = scoreboard: a scoreboard without entries issues nothing"
        advice = "set issue.entries to 1 or more, or issue.dependences to one_in_flight"
        yield Contradiction(("issue.entries", "issue.dependences"), message, advice)
    elif loads > entries:
        message = f"issue.loads = {loads} with issue.entries = {entries}: every load in flight takes an entry"
        yield Contradiction(("issue.loads", "issue.entries"), message, f"set issue.loads to at most {entries}")
    if machine.vliw.count > 1:
        message = (
            f"issue.dependences = scoreboard with vliw.slots = {machine.bundle_slots}: the results of a bundle are "
            "written together, and a warp has one set of registers in which they wait"
        )
        advice = "set issue.dependences to one_in_flight, or vliw.slots to 1"
        yield Contradiction(("issue.dependences", "vliw.slots"), message, advice)


def _schedulers(machine: Description) -> Iterator[Contradiction]:
    """Yield the contradictions of several schedulers, of an interval of turns, and of units per scheduler."""
    issue = machine.issue
    for leaf, value in (("schedulers", issue.schedulers), ("interval", issue.interval)):
        if value > 1 and not issue.has_scoreboard:
            message = f"issue.{leaf} = {value} with issue.dependences = {issue.dependences}: that needs a scoreboard"
            advice = "set issue.dependences to scoreboard; with issue.entries = 1 a warp has one in flight as well"
            yield Contradiction((f"issue.{leaf}", "issue.dependences"), message, advice)
    if issue.schedulers > 1 and machine.front_end.stages:
        message = (
            f"issue.schedulers = {issue.schedulers} with front_end.stages = {machine.front_end.stages}: in a front end "
            "schedulers would hold each other"
        )
        advice = "set front_end.stages to 0 and add the stages to the latencies of the units, or schedulers to 1"
        yield Contradiction(("issue.schedulers", "front_end.stages"), message, advice)
    for unit in COMPUTE_UNITS:
        count = getattr(machine, unit).count
        if getattr(machine, unit).per_scheduler and count % issue.schedulers:
            message = (
                f"{unit}.per_scheduler with {unit}.count = {count} and issue.schedulers = {issue.schedulers}: every "
                "scheduler has as many instances"
            )
            near = f"{issue.schedulers * max(1, count // issue.schedulers)}"
            yield Contradiction(
                (f"{unit}.per_scheduler", f"{unit}.count", "issue.schedulers"), message, f"set {unit}.count to {near}"
            )


def _interleaving(machine: Description) -> Iterator[Contradiction]:
    """Yield a contradiction if `memory.interleave` is not a power of two, or does not hold whole lines of DRAM."""
    memory = machine.memory
    if memory.policy != "dram":
        return
    size, line = memory.interleave, int(machine.dram["bytes_per_req"])
    if size & (size - 1):
        below = 1 << size.bit_length() - 1
        message = f"memory.interleave = {size} is not a power of two"
        yield Contradiction(("memory.interleave",), message, f"set memory.interleave to {below} or {2 * below}")
    elif size % line:
        message = f"memory.interleave = {size} holds no whole line of memory.part = {memory.part}, of {line} bytes"
        advice = f"set memory.interleave to {line} or more"
        yield Contradiction(("memory.interleave", "memory.part"), message, advice)


def register_file_contradiction(machine: Description, organisation: Organisation) -> Contradiction | None:
    """Return the reason why a machine cannot have a register file of this organisation; None if it can."""
    key = "register_file.organisation"
    if organisation == "multiport":
        return None
    if organisation == "single":
        wide = [("vliw.slots", machine.vliw.count), ("issue_width", machine.issue_width)]
        for name, value in [*wide, ("retire.ports", machine.retire.ports if machine.vliw.count == 1 else 1)]:
            if value > 1:
                return Contradiction(
                    (key, name),
                    f"{key} = single with {name} = {value}: one bank serves one instruction and one result per cycle",
                    "set register_file to auto, multiport, three_banks or eight_banks"
                    if machine.front_end.stages
                    else "set register_file to auto or multiport",
                )
        return None
    if organisation == "collectors":
        return _collectors(machine)
    if machine.front_end.stages == 0:
        message = (
            f"{key} = {organisation} with front_end.stages = 0: there is no stage in which operands wait for a bank"
        )
        advice = "set front_end.stages to 1 or more, or register_file to auto"
        return Contradiction((key, "front_end.stages"), message, advice)
    return None


def _collectors(machine: Description) -> Contradiction | None:
    """Return the reason why a machine cannot have operand collectors; None if it can."""
    written = "register_file.organisation = collectors with"
    if not machine.issue.has_scoreboard:
        message = f"{written} issue.dependences = {machine.issue.dependences}: collectors need a scoreboard"
        advice = "set issue.dependences to scoreboard, or register_file to auto"
        return Contradiction(("register_file.organisation", "issue.dependences"), message, advice)
    if machine.front_end.stages:
        message = (
            f"{written} front_end.stages = {machine.front_end.stages}: collectors stand between select and the units, "
            "in place of the front end"
        )
        advice = "set front_end.stages to 0 and add the stages to the latencies of the units, or register_file to auto"
        return Contradiction(("register_file.organisation", "front_end.stages"), message, advice)
    return None


def _divisors(number: int, near: int) -> str:
    """Return the divisors of `number` next to `near`, as `4 or 8`."""
    divisors = [d for d in range(1, number + 1) if number % d == 0]
    below = [d for d in divisors if d < near][-1:]
    above = [d for d in divisors if d > near][:1]
    return " or ".join(str(d) for d in below + above)


def _priority_help(priority: tuple[str, ...]) -> str:
    missing = [name for name in RETIRE_PRIORITY if name not in priority]
    twice = sorted({name for name in priority if priority.count(name) > 1})
    parts = [f"{', '.join(missing)} missing"] if missing else []
    parts += [f"{', '.join(twice)} named more than once"] if twice else []
    return "; ".join(parts)
