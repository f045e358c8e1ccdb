"""The cost of an instruction or a bundle on a machine: its latency for its warp, and the resources it occupies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from isa.flow.cfg import control_flow
from isa.program.bundles import bundle_ranges
from isa.program.program import Program
from isa.reporting.diagnostics import quote
from isa.table.units import COMPUTE_UNITS, MEMORY_UNITS, PRIVATE, UNITS
from simt.machine import Machine
from simt.machine.bundle_slots import slots_of_instances
from simt.models.errors import UnknownUnitError
from simt.models.refined.memory import Access, access_of
from simt.models.refined.profile import Profile

OPERANDS = "operands"  # the front end's operand read, among the resources
MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class Issue:
    """The operations that a warp issues at one program counter, as (address, unit of the instruction table)."""

    operations: tuple[tuple[int, str], ...]
    is_barrier: bool
    is_local: bool


class Wait(NamedTuple):
    """The wait of a step.

    - reason: the reason in the issue ledger.
    - resource: the resource that is taken, if the step waits for one; "" for other waits.
    - cause: the address of the awaited step, if the step waits for a result or a barrier; -1 for other waits.
    """

    reason: str
    resource: str = ""
    cause: int = -1


@dataclass(frozen=True, slots=True)
class Step:
    """The effect of an instruction, or of a bundle, on the times of its warp and of the core. Times are in cycles.

    - address: the address of the step's first instruction.
    - latency: the time from the select of a warp until the step is released, so that the warp's next step may use its
      result.
    - uses: the resources that the step uses. Each comes with the slot of a bundle that its instances serve (-1 if they
      serve all slots), and with the time for which the step occupies an instance.
    - conflict: the part of its time in the LDS that bank conflicts cause.
    - is_barrier: whether it waits for the warps of the group.
    - leaves: whether the warp leaves the active set of `two_level`.
    - wait: the wait for the result.
    - access: the access to global memory, if any.
    - turn: the time from a select to the next turn of the slot that it takes.
    - slots: the slots that it fits.
    - steers: whether the warp issues nothing until the step is released.
    - needed: the registers that the step needs. pending: the registers that it makes pending.
    - is_load: whether it is a load from global memory, or an atomic.
    - queue: the unit whose results leave in the order of entry, if operations of different latencies share its only
      instance; else "".
    """

    address: int
    latency: float
    uses: tuple[tuple[str, int, float], ...]
    conflict: float
    is_barrier: bool
    leaves: bool
    wait: Wait
    access: Access | None
    turn: int
    slots: tuple[int, ...]
    steers: bool
    needed: frozenset[int]
    pending: frozenset[int]
    is_load: bool
    queue: str

    def delays(self, later: Step) -> bool:
        """Return whether a later step of the same warp is not selected before this step is released."""
        return self.steers or not self.pending.isdisjoint(later.needed)


def steps_of(profile: Profile, shared: float) -> list[tuple[Step, ...]]:
    """Return the executed steps of each block, by address.

    shared: the number of cores that send accesses to global memory at the same time.
    """
    return [
        tuple(_step(issue, profile, shared) for issue in block if profile.issues[issue.operations[0][0]])
        for block in cut(profile.program)
    ]


def visits_of(program: Program, issues: Sequence[float]) -> list[float]:
    """Return the visits to each block. issues: the issues of every instruction."""
    return [max((issues[issue.operations[0][0]] for issue in block), default=0.0) for block in cut(program)]


@lru_cache(maxsize=256)
def cut(program: Program) -> tuple[tuple[Issue, ...], ...]:
    """Return the issues of each block of a program."""
    starts = {bundle.start: bundle for bundle in bundle_ranges(program.instructions)}
    blocks = []
    for block in control_flow(program).blocks:
        issues = []
        for pc in range(block.first, block.end):
            if pc not in starts:
                continue
            words = [(address, program.instructions[address]) for address in starts[pc]]
            specs = [(address, op.spec) for address, op in words if op is not None]
            if specs:
                operations = tuple((address, spec.unit) for address, spec in specs)
                is_local = any(spec.unit in MEMORY_UNITS for _, spec in specs)
                issues.append(Issue(operations, any(spec.name == "bar" for _, spec in specs), is_local))
        blocks.append(tuple(issues))
    return tuple(blocks)


def _operand_read(profile: Profile, issue: Issue) -> tuple[int, int]:
    """Return the cycles for which operand read occupies the front end, and the cycles that it adds to the latency.

    Both are 0 without a register file in banks (docs/processor.md, section 17). `eight_banks`: the busiest bank reads
    one register per cycle. `three_banks`: neighbouring warps use different banks, so their reads overlap, and a bundle
    of S slots takes S - 1 additional stages. `collectors` (section 27): a cycle, and one for each register of the
    busiest bank, in which others go on. Waits at the banks' write ports, and for a collector, are left out.
    """
    machine = profile.machine
    organisation = machine.register_file.organisation
    if organisation == "three_banks":
        return 0, machine.vliw.count - 1
    banks = machine.register_file.banks if machine.has_collectors else machine.register_banks
    if not banks:
        return 0, 0
    operations = [profile.program.instructions[address] for address, _ in issue.operations]
    read = {number for op in operations if op is not None for number in op.registers_read}
    most = max(Counter(number % banks for number in read).values(), default=0)
    if machine.has_collectors:
        return 0, 1 + most
    return max(1, most), max(0, most - 1)


def _step(issue: Issue, profile: Profile, shared: float) -> Step:
    """Return the cost of an instruction: f + l + occ - 1 + r for its warp (docs/processor.md, section 2), and its uses.

    A bundle has the latency of its slowest operation. Raises `UnknownUnitError` for a unit without a term.
    """
    machine = profile.machine
    first = issue.operations[0][0]
    issues = profile.issues[first]
    reading, stages = _operand_read(profile, issue)
    around = machine.front_end.stages + machine.retire.stages - 1 + stages
    own, reason, conflict, access = 0.0, "", 0.0, None
    uses: list[tuple[str, int, float]] = [(OPERANDS, -1, reading)] if reading > 1 else []
    instructions = [profile.program.instructions[address] for address, _ in issue.operations]
    specs = [entry.spec for entry in instructions if entry is not None]
    placed = machine.bundle_slots.placed(specs) if machine.vliw.count > 1 else []
    placed += [0] * (len(issue.operations) - len(placed))  # without bundles; an illegal one's time does not matter
    for slot, (address, unit_named) in zip(placed, issue.operations, strict=True):
        kind = machine.serving(unit_named) if unit_named == PRIVATE else unit_named
        if kind not in UNITS:
            advice = "`simt run` simulates the kernel; the other models take counts and parameters of a device"
            raise UnknownUnitError(kind, f"the refined model has no term for the unit {quote(kind)}", help=advice)
        if kind == MEMORY:
            access = access_of(profile, address, shared)
            uses.append((MEMORY, -1, access.occupation))
            own, reason = access.latency + 1, UNITS[kind].reason
            continue
        unit = machine.serving(kind)
        instruction = profile.program.instructions[address]
        assert instruction is not None, "a word without an instruction has no operations"
        cost = machine.cost(instruction.spec)
        busy: float = cost.interval * machine.beats(kind)
        if machine.ideal.lanes and kind in COMPUTE_UNITS:
            busy = machine.occupied(kind, profile.issues[address], profile.active_lanes[address]) / issues
        if unit == "lds":
            alone, busy = busy, max(busy, cost.interval * profile.passes[address] / issues)
            conflict = busy - alone
        if cost.latency + busy > own:
            own, reason = cost.latency + busy, UNITS[kind].reason
        uses.append((unit, _own_slot(machine, unit, slot), busy))
    needs = profile.uses[first]
    assert needs is not None, "a word that does not decode has no operations"
    return Step(
        address=first,
        latency=around + own,
        uses=tuple(uses),
        conflict=conflict,
        is_barrier=issue.is_barrier,
        leaves=issue.is_local or issue.is_barrier,
        wait=Wait("barrier" if issue.is_barrier else reason, "", first),
        access=access,
        turn=machine.issue.after_operand if first in profile.operand_users else machine.issue.interval,
        slots=profile.slots[first],
        steers=needs.steers or not machine.issue.has_scoreboard,
        needed=needs.needed,
        pending=needs.pending,
        is_load=needs.is_load,
        queue=_queue_of(machine, issue),
    )


def _own_slot(machine: Machine, unit: str, slot: int) -> int:
    """Return the slot if it has instances of the unit of its own, beside the instances of other slots; else -1."""
    served = slots_of_instances(machine, unit) if machine.vliw.count > 1 else []
    return -1 if served.count(slot) in (0, len(served)) else slot


def _queue_of(machine: Machine, issue: Issue) -> str:
    if not (machine.issue.overlaps and machine.costs):
        return ""
    unit = machine.serving(issue.operations[0][1])
    instances = machine.issue.schedulers if machine.is_per_scheduler(unit) else 1
    return unit if UNITS[unit].is_pipeline and machine.unit_counts[unit] == instances else ""
