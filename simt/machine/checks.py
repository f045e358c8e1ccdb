"""Contradictions between keys of a machine description: each number good by itself, together impossible."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from isa.units import OPTIONAL, UNITS
from simt.machine.sections import RETIRE_PRIORITY

if TYPE_CHECKING:
    from simt.machine.rules import Organisation
    from simt.machine.schema import Machine


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Keys that cannot stand together. The first of `keys` is the one to point at, `help` says what would do."""

    keys: tuple[str, ...]
    message: str
    help: str


def contradictions(machine: Machine) -> list[Contradiction]:
    """Every contradiction of `machine`, in the order of its keys. The machine's keys are each within bounds."""
    found = []
    active, warps = machine.scheduler.active_warps, machine.warps
    if machine.scheduler.policy == "two_level" and active > warps:
        found.append(
            Contradiction(
                ("scheduler.active_warps", "warps", "scheduler.policy"),
                f"scheduler.active_warps = {active} is more than warps = {warps}",
                f"the active set is part of the warps: set scheduler.active_warps to at most {warps}",
            )
        )
    slots = machine.vliw.slots
    if slots > 1 and machine.issue_width > 1:
        found.append(
            Contradiction(
                ("vliw.slots", "issue_width"),
                f"vliw.slots = {slots} with issue_width = {machine.issue_width}: bundles issue one at a time",
                "set issue_width to 1, or vliw.slots to 1",
            )
        )
    if slots > 1 and machine.branch.policy != "first_thread":
        found.append(
            Contradiction(
                ("vliw.slots", "branch.policy"),
                f"vliw.slots = {slots} with branch.policy = {machine.branch.policy}: bundles take no masks",
                "set branch.policy to first_thread, or vliw.slots to 1",
            )
        )
    found += _device_contradictions(machine)
    found += _double_contradictions(machine)
    for unit in UNITS:
        if unit == "control" or unit not in machine.unit_counts:
            continue
        lanes = getattr(machine, unit).lanes
        if machine.warp_size % lanes:
            found.append(
                Contradiction(
                    (f"{unit}.lanes", "warp_size"),
                    f"{unit}.lanes = {lanes} does not divide warp_size = {machine.warp_size}",
                    f"a warp passes in whole beats: set {unit}.lanes to {_divisors(machine.warp_size, lanes)}",
                )
            )
    named = list(machine.retire.priority)
    for name in OPTIONAL:  # may be named; else they come first
        if name in named:
            named.remove(name)
    if sorted(named) != sorted(RETIRE_PRIORITY):
        found.append(
            Contradiction(
                ("retire.priority",),
                f"retire.priority must name each of {', '.join(RETIRE_PRIORITY[:-1])} and {RETIRE_PRIORITY[-1]} once",
                _priority_help(machine.retire.priority),
            )
        )
    refused = register_file_contradiction(machine, machine.register_file_organisation)
    if refused:
        found.append(refused)
    words, banks = machine.local.words, machine.local.banks
    if words % banks:
        below = words // banks * banks
        near = f"{below} or {below + banks}" if below else str(banks)
        found.append(
            Contradiction(
                ("local.banks", "local.words", "warp_size"),
                f"local.banks = {banks} does not divide local.words = {words}",
                f"all banks have the same depth: with {banks} banks, {near} words would do",
            )
        )
    return found


def _device_contradictions(machine: Machine) -> list[Contradiction]:
    """What several cores and global memory are not combined with."""
    device = next(
        (
            (key, written)
            for key, written, is_so in (
                ("memory.policy", f"memory.policy = {machine.memory.policy}", machine.has("global_memory")),
                ("cores", f"cores = {machine.cores}", machine.cores > 1),
            )
            if is_so
        ),
        None,
    )
    if device is None:
        return []
    found, (key, written) = [], device
    slots, organisation = machine.vliw.slots, machine.register_file_organisation
    if slots > 1:
        found.append(
            Contradiction(
                ("vliw.slots", key),
                f"vliw.slots = {slots} with {written}: bundles are not combined with several cores or global memory",
                "set vliw.slots to 1, or cores to 1 and memory.policy to none",
            )
        )
    if organisation in ("three_banks", "eight_banks"):
        found.append(
            Contradiction(
                ("register_file.organisation", key),
                f"register_file.organisation = {organisation} with {written}: banks of registers are not combined with "
                "several cores or global memory",
                "set register_file to auto, or cores to 1 and memory.policy to none",
            )
        )
    return found


def _double_contradictions(machine: Machine) -> list[Contradiction]:
    """What a double-precision unit is not combined with."""
    found: list[Contradiction] = []
    if not machine.dpu.count:
        return found
    written = f"dpu.count = {machine.dpu.count}"
    slots, organisation = machine.vliw.slots, machine.register_file_organisation
    if slots > 1:
        found.append(
            Contradiction(
                ("vliw.slots", "dpu.count"),
                f"vliw.slots = {slots} with {written}: bundles are not combined with double precision",
                "set vliw.slots to 1, or dpu.count to 0",
            )
        )
    if organisation in ("three_banks", "eight_banks"):
        found.append(
            Contradiction(
                ("register_file.organisation", "dpu.count"),
                f"register_file.organisation = {organisation} with {written}: banks of registers are not combined with "
                "double precision",
                "set register_file to auto, or dpu.count to 0",
            )
        )
    return found


def register_file_contradiction(machine: Machine, organisation: Organisation) -> Contradiction | None:
    """Why the registers of `machine` cannot be kept as `organisation`; None if they can."""
    key = "register_file.organisation"
    if organisation == "multiport":
        return None
    if organisation == "single":
        wide = [("vliw.slots", machine.vliw.slots), ("issue_width", machine.issue_width)]
        for name, value in [*wide, ("retire.ports", machine.retire.ports if machine.vliw.slots == 1 else 1)]:
            if value > 1:
                return Contradiction(
                    (key, name),
                    f"{key} = single with {name} = {value}: one bank serves one instruction and one result per cycle",
                    "set register_file to auto, multiport, three_banks or eight_banks"
                    if machine.issue_width == 1 and machine.front_end.stages
                    else "set register_file to auto or multiport",
                )
        return None
    if machine.issue_width > 1:
        return Contradiction(
            (key, "issue_width"),
            f"{key} = {organisation} with issue_width = {machine.issue_width}: banks serve one instruction or bundle "
            "per cycle",
            "set issue_width to 1, or register_file to multiport",
        )
    if machine.front_end.stages == 0:
        return Contradiction(
            (key, "front_end.stages"),
            f"{key} = {organisation} with front_end.stages = 0: there is no stage in which operands wait for a bank",
            "set front_end.stages to 1 or more, or register_file to auto",
        )
    return None


def _divisors(number: int, near: int) -> str:
    """The divisors of `number` around `near`, as a choice in words."""
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
