"""`Profile`: the input of the refined model, a launch with the counts of static analysis or of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from isa.flow.cfg import control_flow
from isa.flow.operand_loads import operand_counts, operand_loads
from isa.flow.variation import LEVELS, variation
from isa.program.program import Program
from simt.machine import Machine
from simt.machine.dependences import Uses, uses_of
from simt.machine.slot_kinds import slots_by_word
from simt.models.refined.recorded import recorded_kinds
from simt.models.static.results.counts import LaunchCounts
from simt.result.bounds import Bound, bounds_of, bounds_of_memory, needs_of

if TYPE_CHECKING:
    from simt.models.static import StaticCounts
    from simt.result.result import Result


@dataclass(frozen=True, eq=False, kw_only=True)
class Profile(LaunchCounts):
    """A launch by its counts. `kinds` is empty if the work of single warps is not known.

    - source: the origin of the counts, "static" or "measured".
    - latest: the numbers of the work-groups of the core that is the last to end; empty if not known.
    - columns: the column accesses per request.
    - crowded: the share of the column accesses that go to the channel that is busiest at the time (`ChannelCounts`);
      None if all channels have equal shares.
    - asked: the largest share of the requests of the whole launch that go to one channel.
    - clocks: the clocks that the channels need for a column access of the busiest channel (`clocks_per_column`). They
      include turns of the bus and the opening of rows. None if they are not known.

    `columns`, `crowded` and `asked` are known only from a run with memory of DRAM, and `clocks` only from a recorded
    one.
    """

    source: str
    latest: Sequence[int] = ()
    columns: float = 1.0
    crowded: float | None = None
    asked: float = 0.0
    clocks: float | None = None

    def __post_init__(self) -> None:
        length = len(self.program.words)
        for name in ("issues", "passes", "active_lanes", "transactions", "moved"):
            values = tuple(map(int, getattr(self, name)))  # arrays too
            values = values or (0,) * (length if name in ("transactions", "moved") else 0)
            if len(values) != length or min(values, default=0) < 0:
                raise ValueError(f"`{name}` has one number of at least 0 for each of the {length} instructions")
            object.__setattr__(self, name, values)
        if self.kinds and not len(self.order):
            order = [number for number, kind in enumerate(self.kinds) for _ in range(kind.warps)]
            object.__setattr__(self, "order", order)
        if self.threads < 1:
            raise ValueError(f"a launch has at least one thread, not {self.threads}")

    @property
    def is_uneven(self) -> bool:
        """Return whether kinds are unknown and the work of warps is unequal: a sum is not a multiple of the warps."""
        return not self.kinds and any(count % self.warps for count in self.issues)

    @cached_property
    def uses(self) -> tuple[Uses | None, ...]:
        """The registers that each instruction needs and makes pending; None for a word that does not decode."""
        return tuple(None if word is None else uses_of(word, self.machine) for word in self.program.instructions)

    @cached_property
    def slots(self) -> tuple[tuple[int, ...], ...]:
        """The slots of a scheduler that each instruction fits."""
        if not self.machine.issue.has_kinds:
            return (tuple(range(self.machine.issue_width)),) * len(self.issues)
        slots = slots_by_word(self.machine, self.program.instructions, self.operand_loads)
        return tuple(tuple(sorted(own)) for own in slots)

    @cached_property
    def operand_loads(self) -> frozenset[int]:
        """The addresses of the operand loads (docs/processor.md, section 26)."""
        return operand_loads(self.program.instructions)

    @cached_property
    def atomics(self) -> tuple[int, ...]:
        """The addresses of the atomics on global memory."""
        words = enumerate(self.program.instructions)
        return tuple(k for k, word in words if word and word.spec.is_atomic and word.spec.unit == "memory")

    def traffic_of(self, addresses: Iterable[int]) -> tuple[int, int]:
        """Return the transactions of some instructions, and the bytes that these move."""
        chosen = [(self.transactions[address], self.moved[address]) for address in addresses]
        return sum(transactions for transactions, _ in chosen), sum(moved for _, moved in chosen)

    @cached_property
    def bounds(self) -> tuple[Bound, ...]:
        """The bounds of the resources for a core with an even share of the work, the largest first."""
        machine, cores = self.machine, min(self.machine.cores, self.groups)
        issued = {unit: -(-count // cores) for unit, count in self.issued_by_unit.items()}
        active = {unit: count // cores for unit, count in self.lanes_by_unit.items()}
        instructions, passes = -(-self.instructions // cores), -(-sum(self.passes) // cores)
        taken = (count // cores for count in operand_counts(self.issues, self.operand_loads))
        bounds = bounds_of(needs_of(machine, issued, instructions, passes, active, *taken))
        if accesses := self.issued_by_unit["memory"]:
            traffic = self.traffic_of(range(len(self.issues)))
            bounds += bounds_of_memory(machine, accesses, *traffic, cores, self.traffic_of(self.atomics))
        return tuple(sorted(bounds, key=lambda bound: -bound.cycles))

    @classmethod
    def of_static(cls, counts: StaticCounts) -> Profile:
        """Make the profile of a static analysis."""
        return cls(source="static", **{field.name: getattr(counts, field.name) for field in fields(LaunchCounts)})

    @classmethod
    def of_result(cls, result: Result) -> Profile:
        """Make the profile of a run. The functional engine counts neither LDS passes nor transactions.

        `kinds` are known if the run has a complete event record. Raises `ValueError` for a single core of a device.
        """
        counted = result.issues, result.passes, result.active_lanes
        if result.shown is not None:
            raise ValueError(f"a profile covers a whole launch and is not of core {result.shown} alone")
        traffic = {"transactions": result.traffic.transactions, "moved": result.traffic.moved}
        of_groups = result.with_places({"grid": result.grid, "places": result.places, **traffic})
        profile = cls.measured(result.program, result.machine, result.groups * result.threads, *counted, **of_groups)
        counts = result.channels
        if counts is not None and (columns := int(counts.columns.sum())):
            requests = int(counts.requests.sum())
            asked = int(counts.requests.max()) / requests
            profile = replace(profile, columns=columns / requests, crowded=counts.crowded / columns, asked=asked)
            if result.commands is not None:
                from simt.result.dram_windows import clocks_per_column

                profile = replace(profile, clocks=clocks_per_column(result.machine, result.commands))
        return replace(profile, **recorded_kinds(result))

    @classmethod
    def measured(
        cls, program: Program, machine: Machine, threads: int, issues: Any, passes: Any, active_lanes: Any, **more: Any
    ) -> Profile:
        """Make a profile from measured counts.

        issues, passes, active_lanes: arrays or lists of whole numbers, one per instruction. threads: the threads of all
        work-groups. more: other fields, by name.
        """
        return cls(program, machine, threads, issues, passes, active_lanes, source="measured", **more)


def needs_record(machine: Machine, result: Result | None = None) -> bool:
    """Return whether the model needs counts of a launch that only an event record has.

    result: a run of the launch; None before the first one.

    The rows that channels of DRAM open are in the record, and the work of single warps. That may be unequal if the
    sums of a run without a record are not multiples of the warps, or if a condition that differs between warps was both
    true and false.
    """
    if result is None:
        return machine.memory.policy == "dram"
    if any(core.events is not None for core in result.cores):
        return False
    return Profile.of_result(result).is_uneven or _has_chosen(result)


def _has_chosen(result: Result) -> bool:
    """Return whether warps may have taken different ways at a condition."""
    program, machine = result.program, result.machine
    flow, issues = control_flow(program), result.issues
    levels = variation(program, flow, machine.branch.policy)
    for block in flow.blocks:
        firsts = [flow.blocks[edge.target].first for edge in block.successors if edge.target != flow.exit]
        differs = any(levels.get(address, LEVELS[0]) != LEVELS[0] for address in range(block.first, block.end))
        if differs and sum(bool(issues[first]) for first in firsts) > 1:
            return True
    return False


def run_to_count(machine: Machine, run: Callable[[bool], Result]) -> Result:
    """Run a launch so that its result has all counts that the model needs.

    run: runs it, with an event record or without.
    """
    result = run(needs_record(machine))
    return run(True) if needs_record(machine, result) else result
