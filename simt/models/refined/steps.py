"""The cost of an instruction (or bundle) on a machine: its latency for its own warp, its gap for the other warps."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from isa.flow.cfg import control_flow
from isa.program.bundles import bundle_ranges
from isa.program.program import Program
from isa.reporting.diagnostics import quote
from isa.table.units import COMPUTE_UNITS, MEMORY_UNITS, PRIVATE, UNITS
from simt.machine import Machine
from simt.machine.bundle_slots import slots_of_instances
from simt.models.errors import UnknownUnitError
from simt.models.refined.kinds import visits_together
from simt.models.refined.memory import Access, access_of
from simt.models.refined.profile import Profile
from simt.models.refined.turns import issue_rate, share_of_unit
from simt.models.static import WarpKind

ISSUE = "issue"  # the resources other than units
RETIRE = "retire"
OPERANDS = "operands"
SLOT = "slot"
MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class Issue:
    """The operations that a warp issues at one program counter, as (address, unit of the instruction table)."""

    operations: tuple[tuple[int, str], ...]
    is_barrier: bool
    is_local: bool


@dataclass(frozen=True, slots=True)
class Step:
    """An instruction that every warp executes. Times are in cycles.

    - latency: the time from the select of a warp until the step is released, so that the warp's next step may use its
      result.
    - turn: the least time from the select of a warp to its next select.
    - gap: the time between the selects of two warps, which `resource`, the tightest resource, sets.
    - conflict: the part of `gap` that bank conflicts cause.
    - uses: units, and for how long a warp occupies each.
    - spread: the time from the first to the last warp's select if no other step delays them.
    - hold: the time from the last warp's select to the select of the next instruction, if the front end keeps the
      order.
    - reason: the ledger's reason for a wait for the result.
    - leaves: whether the warp leaves the active set of `two_level`.
    - access: the access to global memory, if any.
    - steers: whether the warp issues nothing until the step is released.
    - needed, pending: the registers that the step needs, and that it makes pending.
    - is_load: whether it is a load from global memory, or an atomic.
    - queue: the unit whose results leave in the order of entry, if operations of different latencies share its only
      instance; else "".
    """

    latency: float
    gap: float
    uses: tuple[tuple[str, float], ...]
    spread: float
    hold: float
    is_barrier: bool
    leaves: bool
    resource: str
    reason: str
    conflict: float = 0.0
    access: Access | None = None
    turn: float = 1.0
    steers: bool = True
    needed: frozenset[int] = frozenset()
    pending: frozenset[int] = frozenset()
    is_load: bool = False
    queue: str = ""

    def delays(self, later: Step) -> bool:
        """Return whether a later step of the same warp is not selected before this step is released."""
        return self.steers or not self.pending.isdisjoint(later.needed)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Consecutive steps, the average visits of a warp to them, and the number of a core's warps that visit them."""

    steps: tuple[Step, ...]
    visits: float
    warps: float


def blocks_of(profile: Profile, warps: int, shared: float = 1.0, kind: WarpKind | None = None) -> list[Stretch]:
    """Return the executed blocks, by address, with the costs of their steps for `warps` warps of a core.

    shared: the warps on all cores divided by the warps on this core. kind: return only the blocks that this kind's
    warps visit, with the warps that visit them together (kinds.py); by default all warps visit a block equally often.
    """
    blocks = []
    for block in _cut(profile.program):
        counted = [(issue, profile.issues[issue.operations[0][0]]) for issue in block]
        issued = [(issue, issues) for issue, issues in counted if issues]
        if not issued:
            continue
        first = issued[0][0].operations[0][0]
        if kind is None:
            parts = [(float(warps), profile.issues[first] / profile.warps)]
        else:
            parts = [(max(1.0, warps * share), visits) for share, visits in visits_together(profile, kind, first)]
        for visiting, visits in parts:
            steps = tuple(_step(issue, profile, issues, visiting, shared) for issue, issues in issued)
            blocks.append(Stretch(steps, visits, visiting))
    return blocks


@lru_cache(maxsize=256)
def _cut(program: Program) -> tuple[tuple[Issue, ...], ...]:
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


def _step(issue: Issue, profile: Profile, issues: int, warps: float, shared: float) -> Step:
    """Return the cost of an instruction: f + l + occ - 1 + r for its warp (docs/processor.md, section 2), and its gap.

    The gap is the largest of 1 / issue width, 1 / retire ports, and occ / instances of its unit. A bundle has the
    latency of its slowest operation, and every slot has a retire port of its own. Raises `UnknownUnitError` for a unit
    without a term.
    """
    machine = profile.machine
    reading, stages = _operand_read(profile, issue)
    around = machine.front_end.stages + machine.retire.stages - 1 + stages
    own, gap, resource = 0.0, 1 / issue_rate(machine, warps), ISSUE
    if reading > gap:
        gap, resource = reading, OPERANDS
    if machine.vliw.count == 1 and 1 / machine.retire.ports > gap:
        gap, resource = 1 / machine.retire.ports, RETIRE
    uses, reason, conflict, access = [], "", 0.0, None
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
            share = share_of_unit(machine, MEMORY, access.occupation, warps)
            uses.append((MEMORY, share))
            own, reason = access.latency + 1, UNITS[kind].reason
            if share > gap:
                gap, resource = share, MEMORY
            continue
        unit = machine.serving(kind)
        instruction = profile.program.instructions[address]
        assert instruction is not None, "a word without an instruction has no operations"
        cost = machine.cost(instruction.spec)
        busy: float = cost.interval * machine.beats(kind)
        if machine.ideal.lanes and kind in COMPUTE_UNITS:
            busy = machine.occupied(kind, profile.issues[address], profile.active_lanes[address]) / issues
        ideal = busy
        if unit == "lds":
            busy = max(busy, cost.interval * profile.passes[address] / issues)
        if cost.latency + busy > own:
            own, reason = cost.latency + busy, UNITS[kind].reason
        name, times = _in_slot(machine, unit, slot)
        share = share_of_unit(machine, unit, busy, warps) * times
        uses.append((name, share))
        if share > gap:
            gap, resource, conflict = share, unit, share - max(gap, ideal) if unit == "lds" else 0.0
    address = issue.operations[0][0]
    turn = machine.issue.after_operand if address in profile.operand_users else machine.issue.interval
    for slots in profile.slots[address]:
        share = machine.issue_width / (len(slots) * issue_rate(machine, warps)) * turn / machine.issue.interval
        uses.append((f"{SLOT} {sorted(slots)}", share))
        if share > gap:
            gap, resource, conflict = share, SLOT, 0.0
    needs = profile.uses[address]
    assert needs is not None, "a word that does not decode has no operations"
    return Step(
        latency=around + own,
        gap=gap,
        uses=tuple(uses),
        spread=(warps - 1) * gap,
        hold=1 / issue_rate(machine, warps),
        is_barrier=issue.is_barrier,
        leaves=issue.is_local or issue.is_barrier,
        resource=resource,
        reason="barrier" if issue.is_barrier else reason,
        conflict=conflict,
        access=access,
        turn=turn,
        steers=needs.steers or not machine.issue.has_scoreboard,
        needed=needs.needed,
        pending=needs.pending,
        is_load=needs.is_load,
        queue=_queue_of(machine, issue),
    )


def _in_slot(machine: Machine, unit: str, slot: int) -> tuple[str, float]:
    """Return the resource that an operation in a slot takes, and how many times its instances all instances are.

    Where several slots of bundles take one unit, each has instances of its own, which are a resource of their own.
    """
    served = slots_of_instances(machine, unit) if machine.vliw.count > 1 else []
    own = served.count(slot)
    return (unit, 1.0) if own in (0, len(served)) else (f"{unit} of slot {slot}", len(served) / own)


def _queue_of(machine: Machine, issue: Issue) -> str:
    if not (machine.issue.overlaps and machine.costs):
        return ""
    unit = machine.serving(issue.operations[0][1])
    instances = machine.issue.schedulers if machine.is_per_scheduler(unit) else 1
    return unit if UNITS[unit].is_pipeline and machine.unit_counts[unit] == instances else ""
