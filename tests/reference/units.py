"""Section 5: units, their instances and stages.

The contract describes an instance by a clock; here it is a literal row of l stages with a counter on the first one: an
instruction stays in stage 0 until its occupation has counted down, then moves one stage per cycle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
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
        self.interval = interval
        self.stages: list[Flight | None] = [None] * latency
        self.cycles_left = 0  # that the instruction in stage 0 still stays there, this cycle included
        self.plain_cycles_left = 0  # of its occupation without conflicts
        self.is_frozen = False

    def offered(self) -> Flight | None:
        """What would leave the last stage at this edge. With one stage, that is an occupation in its last cycle."""
        if len(self.stages) == 1 and self.cycles_left > 1:
            return None
        return self.stages[-1]

    def leave(self) -> None:
        """The offered result is taken."""
        self.stages[-1] = None

    def advance(self) -> None:
        """The units step of one cycle."""
        if self.is_frozen:
            return
        if len(self.stages) > 1:
            self.stages[2:] = self.stages[1:-1]
            self.stages[1] = None
        if self.stages[0] is not None:
            self.cycles_left -= 1
            self.plain_cycles_left -= 1
            if self.cycles_left == 0:
                self.stages[0], self.stages[1] = None, self.stages[0]

    def can_accept(self) -> bool:
        return not self.is_frozen and self.stages[0] is None

    def enter(self, flight: Flight, beat_degrees: list[int]) -> None:
        """An instruction enters stage 0 with the degree k of each of its beats."""
        assert self.can_accept()
        self.stages[0] = flight
        self.cycles_left = self.interval * sum(beat_degrees)
        self.plain_cycles_left = self.interval * len(beat_degrees)

    def flights(self) -> list[Flight]:
        """All that is inside."""
        return [flight for flight in self.stages if flight is not None]

    def hold_cause(self) -> str:
        """Why it does not take the entry that waits before it."""
        if self.is_frozen:
            return "retire_port"
        return "bank_conflict" if self.is_in_conflict_cycles() else "unit_busy"

    def is_in_conflict_cycles(self) -> bool:
        """Whether stage 0 is occupied for longer than its beats alone would take."""
        return self.unit == "lds" and self.stages[0] is not None and self.plain_cycles_left <= 0


class Units:
    """All instances of the machine, by unit."""

    def __init__(self, machine: Machine) -> None:
        size = machine.warp_size
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

    def accepting(self, unit: str) -> Instance | MemoryUnit | None:
        """The lowest-numbered instance of a unit that can accept now."""
        return next((instance for instance in self.of(unit) if instance.can_accept()), None)

    def in_priority_order(self) -> Sequence[Instance | MemoryUnit]:
        """All instances, in the order in which retire asks them; global memory first."""
        return self.pipelines if self.memory is None else [self.memory, *self.pipelines]
