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
from isa.table.spec import InstructionSpec
from isa.table.units import COMPUTE_UNITS, MEMORY_UNITS, PRIVATE, UNITS
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


@dataclass(slots=True, eq=False)
class Step:
    """The effect of an instruction, or of a bundle, on the times of its warp and of the core. Times are in cycles.

    - address: the address of the step's first instruction.
    - latency: the time from the select of a warp until the step is released, so that the warp's next step may use its
      result.
    - uses: the resources that the step uses, each with the time for which the step occupies an instance.
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
    """

    address: int
    latency: float
    uses: tuple[tuple[str, float], ...]
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

    def delays(self, later: Step) -> bool:
        """Return whether a later step of the same warp is not selected before this step is released."""
        return self.steers or not self.pending.isdisjoint(later.needed)


def steps_of(profile: Profile, shared: float) -> list[tuple[Step, ...]]:
    """Return the executed steps of each block, by address.

    shared: the number of cores that send accesses to global memory at the same time.
    """
    made = _Steps(profile, shared)
    return [
        tuple(made.step(issue) for issue in block if profile.issues[issue.operations[0][0]])
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


class _Cost(NamedTuple):
    """The cost of an operation apart from counts: unit, latency, interval, cycles to enter, reason of waits."""

    unit: str
    latency: int
    interval: int
    busy: float
    reason: str


class _Steps:
    """The steps of a launch. What they ask of the machine is looked up once."""

    def __init__(self, profile: Profile, shared: float) -> None:
        machine = profile.machine
        self._profile, self._machine, self._shared = profile, machine, shared
        self._around = machine.front_end.stages + machine.retire.stages - 1
        self._has_scoreboard = machine.issue.has_scoreboard
        self._turn, self._turn_after = machine.issue.interval, machine.issue.after_operand
        self._organisation = machine.register_file_organisation
        is_collected = self._organisation == "collectors"
        self._banks = machine.register_file.banks if is_collected else machine.register_banks
        self._costs: dict[tuple[str, str], _Cost] = {}

    def step(self, issue: Issue) -> Step:
        """Return the cost of an instruction: f + l + occ - 1 + r for its warp (docs/processor.md, section 2).

        A bundle has the latency of its slowest operation. Raises `UnknownUnitError` for a unit without a term.
        """
        profile = self._profile
        first = issue.operations[0][0]
        issues = profile.issues[first]
        reading, stages = self._operand_read(issue)
        own, reason, conflict, access = 0.0, "", 0.0, None
        uses: list[tuple[str, float]] = [(OPERANDS, reading)] if reading > 1 else []
        for address, unit_named in issue.operations:
            cost = self._cost(address, unit_named)
            if cost.unit == MEMORY:
                access = access_of(profile, address, self._shared)
                uses.append((MEMORY, access.occupation))
                own, reason = access.latency + 1, cost.reason
                continue
            busy = cost.busy
            if self._machine.ideal.lanes and unit_named in COMPUTE_UNITS:
                busy = (
                    self._machine.occupied(unit_named, profile.issues[address], profile.active_lanes[address]) / issues
                )
            if cost.unit == "lds":
                busy = max(busy, cost.interval * profile.passes[address] / issues)
                conflict = busy - cost.busy
            if cost.latency + busy > own:
                own, reason = cost.latency + busy, cost.reason
            uses.append((cost.unit, busy))
        needs = profile.uses[first]
        assert needs is not None, "a word that does not decode has no operations"
        return Step(
            address=first,
            latency=self._around + stages + own,
            uses=tuple(uses),
            conflict=conflict,
            is_barrier=issue.is_barrier,
            leaves=issue.is_local or issue.is_barrier,
            wait=Wait("barrier" if issue.is_barrier else reason, "", first),
            access=access,
            turn=self._turn_after if first - 1 in profile.operand_loads else self._turn,
            slots=profile.slots[first],
            steers=needs.steers or not self._has_scoreboard,
            needed=needs.needed,
            pending=needs.pending,
            is_load=needs.is_load,
        )

    def _cost(self, address: int, unit_named: str) -> _Cost:
        instruction = self._profile.program.instructions[address]
        assert instruction is not None, "a word without an instruction has no operations"
        key = instruction.spec.name, unit_named
        if key not in self._costs:
            self._costs[key] = self._new_cost(instruction.spec, unit_named)
        return self._costs[key]

    def _new_cost(self, spec: InstructionSpec, unit_named: str) -> _Cost:
        machine = self._machine
        kind = machine.serving(unit_named) if unit_named == PRIVATE else unit_named
        if kind not in UNITS:
            advice = "`simt run` simulates the kernel; the other models take counts and parameters of a device"
            raise UnknownUnitError(kind, f"the refined model has no term for the unit {quote(kind)}", help=advice)
        unit, reason = machine.serving(kind), UNITS[kind].reason
        if unit == MEMORY:
            return _Cost(unit, 0, 0, 0.0, reason)
        cost = machine.cost(spec)
        return _Cost(unit, cost.latency, cost.interval, cost.interval * machine.beats(kind), reason)

    def _operand_read(self, issue: Issue) -> tuple[int, int]:
        """Return the cycles for which operand read occupies the front end, and the cycles that it adds to the latency.

        Both are 0 without a register file in banks (docs/processor.md, section 17). `eight_banks`: the busiest bank
        reads one register per cycle. `three_banks`: neighbouring warps use different banks, so their reads overlap, and
        a bundle of S slots takes S - 1 additional stages. `collectors` (section 27): a cycle, and one for each register
        of the busiest bank, in which others go on. Waits at the banks' write ports, and for a collector, are left out.
        """
        if self._organisation == "three_banks":
            return 0, self._machine.vliw.count - 1
        if not self._banks:
            return 0, 0
        operations = [self._profile.program.instructions[address] for address, _ in issue.operations]
        read = {number for op in operations if op is not None for number in op.registers_read}
        most = max(Counter(number % self._banks for number in read).values(), default=0)
        if self._organisation == "collectors":
            return 0, 1 + most
        return max(1, most), max(0, most - 1)
