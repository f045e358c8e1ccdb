"""Section 5: units, their instances and stages.

The contract describes an instance by a clock; here it is a first stage with a counter and a line of those who have left
it, each with the stages that are still before it: an instruction stays in the first stage until its occupation has
counted down, then passes one stage per cycle. With costs of single operations (section 25) one may arrive at the last
stage and find an older one before it; it then waits there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from isa.table.units import OPTIONAL, PIPELINES
from tests.reference.parts import private_place
from tests.reference.record import EventDraft

if TYPE_CHECKING:
    from isa.program.encoding import Instruction
    from simt.machine import Machine
    from tests.reference.memory import MemoryUnit

__all__ = ["Flight", "Instance", "Results", "Units"]

Results = dict[int, tuple[int, int]]  # by active lane: the word that an operation writes, the carry flag after it


@dataclass(eq=False, slots=True)
class Flight:
    """One issued operation of a warp, from its select to the cycle in which the warp is ready again."""

    warp: int
    pc: int
    instruction: Instruction
    unit: str  # the unit that executes it: "alu" for control instructions where they go to the ALU
    event: EventDraft
    loaded: list[int] = field(default_factory=list)  # a load's values by lane, read when it took effect
    loaded_more: list[dict[int, int]] = field(default_factory=list)  # of a wide load: by further register and lane
    has_trapped: bool = False  # as it entered
    results: Results | None = None  # of operands that were read at entry, with a scoreboard (section 24)

    @property
    def mask(self) -> int:
        """The lanes that execute it: the active ones at its select."""
        return self.event.mask

    @property
    def is_control(self) -> bool:
        return self.instruction.spec.unit == "control"

    @property
    def is_taken(self) -> bool:
        """Whether its result has left its unit."""
        return self.event.retire >= 0


class Instance:
    """One instance of a unit: a row of stages, a counter on the first."""

    def __init__(self, unit: str, number: int, lanes: int, latency: int, interval: int) -> None:
        self.unit = unit
        self.number = number
        self.lanes = lanes
        self.latency = latency
        self.interval = interval
        self.first: Flight | None = None  # in the first stage
        self.first_latency = 0  # of the instruction there: all its stages
        self.line: list[Flight] = []  # that have left the first stage, oldest first
        self.stages_left: list[int] = []  # of each of them, before its last one
        self.cycles_left = 0  # that the instruction in the first stage still stays there, this cycle included
        self.plain_cycles_left = 0  # of its occupation without conflicts
        self.is_frozen = False

    def offered(self) -> Flight | None:
        """What would leave at this edge: the oldest, from its last stage.

        With one stage, that is an occupation in its last cycle.
        """
        if self.line:
            return self.line[0] if self.stages_left[0] <= 0 else None
        return self.first if self.first_latency == 1 and self.cycles_left <= 1 else None

    def leave(self) -> None:
        """The offered result is taken."""
        if self.line:
            del self.line[0], self.stages_left[0]
        else:
            self.first = None

    def advance(self) -> None:
        """The units step of one cycle."""
        if self.is_frozen:
            return
        self.stages_left = [left - 1 for left in self.stages_left]
        if self.first is not None:
            self.cycles_left -= 1
            self.plain_cycles_left -= 1
            if self.cycles_left == 0:
                self.line.append(self.first)
                self.stages_left.append(self.first_latency - 2)
                self.first = None

    def can_accept(self) -> bool:
        return not self.is_frozen and self.first is None

    def enter(self, flight: Flight, beat_degrees: list[int], own_cost: tuple[int, int] | None = None) -> None:
        """An instruction enters the first stage with the degree k of each of its beats.

        own_cost: its own interval and latency, if it has them.
        """
        assert self.can_accept()
        interval, self.first_latency = own_cost or (self.interval, self.latency)
        self.first = flight
        self.cycles_left = interval * sum(beat_degrees)
        self.plain_cycles_left = interval * len(beat_degrees)

    def flights(self) -> list[Flight]:
        """All that is inside."""
        return ([] if self.first is None else [self.first]) + self.line[::-1]

    def hold_cause(self) -> str:
        """Why it does not take the entry that waits before it."""
        if self.is_frozen:
            return "retire_port"
        return "bank_conflict" if self.is_in_conflict_cycles() else "unit_busy"

    def is_in_conflict_cycles(self) -> bool:
        """Whether stage 0 is occupied for longer than its beats alone would take."""
        return self.unit == "lds" and self.first is not None and self.plain_cycles_left <= 0


class Units:
    """All instances of the machine, by unit."""

    def __init__(self, machine: Machine) -> None:
        size = machine.warp_size
        self.costs = [entry.split(":") for entry in machine.costs]
        self.schedulers = machine.issue.schedulers
        self.of_one_scheduler = {unit for unit in ("alu", "fpu", "sfu", "dpu") if getattr(machine, unit).per_scheduler}
        self.private_unit = {"local": "lds", "global": "memory"}[private_place(machine)]  # section 23
        self.memory: MemoryUnit | None = None  # a core of a device may have one (section 19)
        self.priority = list(machine.retire.priority)
        for unit in OPTIONAL:  # a later one is asked before an earlier one
            if unit not in self.priority:
                self.priority.insert(0, unit)
        self.instances: dict[str, list[Instance]] = {"control": []}
        for unit in PIPELINES:
            keys = getattr(machine, unit)
            self.instances[unit] = [
                Instance(unit, number, keys.lanes, keys.latency, keys.interval) for number in range(keys.count)
            ]
        self.control_unit = "alu"
        if machine.control.route == "own":
            self.control_unit = "control"
            self.instances["control"] = [Instance("control", x, size, 1, 1) for x in range(machine.control.count)]
        self.pipelines = [instance for unit in self.priority for instance in self.instances[unit]]

    def unit_of(self, instruction: Instruction) -> str:
        """The unit that executes an instruction on this machine."""
        unit: str = instruction.spec.unit
        return {"control": self.control_unit, "private": self.private_unit}.get(unit, unit)

    def of(self, unit: str) -> Sequence[Instance | MemoryUnit]:
        """The instances of a unit."""
        if unit == "memory":
            assert self.memory is not None
            return [self.memory]
        return self.instances[unit]

    def own_cost(self, instruction: Instruction) -> tuple[int, int] | None:
        """The interval and latency that the first fitting entry of `costs` gives an instruction."""
        if instruction.spec.unit == "control" or self.unit_of(instruction) == "memory":
            return None
        fitting = (entry for entry in self.costs if fnmatchcase(instruction.spec.name, entry[0]))
        return next(((int(interval), int(latency)) for _, interval, latency in fitting), None)

    def accepting(self, unit: str, warp: int) -> Instance | MemoryUnit | None:
        """The lowest-numbered instance of a unit that serves the warp's scheduler and can accept now."""
        serving = self.of(unit)
        if unit in self.of_one_scheduler:
            serving = [each for number, each in enumerate(serving) if (number - warp) % self.schedulers == 0]
        return next((instance for instance in serving if instance.can_accept()), None)

    def in_priority_order(self) -> Sequence[Instance | MemoryUnit]:
        """All instances, in the order in which retire asks them; global memory first."""
        return self.pipelines if self.memory is None else [self.memory, *self.pipelines]
