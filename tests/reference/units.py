"""Sections 5, 16 and 25: units, their instances, which operations these serve, what operations cost in them.

The contract describes an instance by a clock; here it is a queue. Every instruction in it counts down its own way, on
which those before and behind it are no obstacle. At its end it waits until all before it have left.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from isa.table.units import COMPUTE_UNITS, OPTIONAL, PIPELINES
from tests.reference.bundle_slots import BundleSlots
from tests.reference.parts import private_place
from tests.reference.record import EventDraft

if TYPE_CHECKING:
    from isa.program.encoding import Instruction
    from simt.machine import Machine
    from tests.reference.bundle_slots import Operation
    from tests.reference.memory import MemoryUnit

__all__ = ["Flight", "Instance", "Results", "Units"]

Results = dict[int, tuple[int, int]]  # by active lane: the word that an operation writes, the carry flag after it


@dataclass(eq=False, slots=True)
class Flight:
    """One issued operation of a warp, from its select to the cycle in which the warp is ready again."""

    warp: int
    pc: int
    operation: Operation
    event: EventDraft
    instruction: Instruction = field(init=False)
    unit: str = field(init=False)  # "alu" for control instructions where they go to the ALU
    loaded: list[int] = field(default_factory=list)  # a load's values by lane, read when it took effect
    loaded_more: list[dict[int, int]] = field(default_factory=list)  # of a wide load: by further register and lane
    has_trapped: bool = False  # as it entered
    results: Results | None = None  # of operands that were read at entry, with a scoreboard (section 24)

    def __post_init__(self) -> None:
        self.instruction, self.unit = self.operation.instruction, self.operation.unit

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
    """One instance of a unit: what is inside, in the order of entry, and for how long the first stage is occupied."""

    def __init__(self, unit: str, number: int, lanes: int) -> None:
        self.unit = unit
        self.number = number
        self.lanes = lanes
        self.inside: list[Flight] = []
        self.way_left: list[int] = []  # of each of them: the units steps that it still needs before it is offered
        self.in_first_stage: Flight | None = None
        self.cycles_left = 0  # that it still stays there, this cycle included
        self.plain_cycles_left = 0  # of its occupation without conflicts
        self.is_frozen = False

    def offered(self) -> Flight | None:
        """What would leave at this edge. An instruction that has come to its end waits for those before it."""
        return self.inside[0] if self.inside and self.way_left[0] <= 0 else None

    def leave(self) -> None:
        """The offered result is taken."""
        del self.inside[0], self.way_left[0]

    def advance(self) -> None:
        """The units step of one cycle."""
        if self.is_frozen or not (self.inside or self.in_first_stage):
            return  # nothing is inside
        self.way_left = [left - 1 for left in self.way_left]
        self.cycles_left -= 1
        self.plain_cycles_left -= 1
        if self.cycles_left <= 0:
            self.in_first_stage = None

    def can_accept(self) -> bool:
        return not self.is_frozen and self.in_first_stage is None

    def enter(self, flight: Flight, beat_degrees: list[int], interval: int, latency: int) -> None:
        """An instruction enters the first stage with the degree k of each of its beats."""
        assert self.can_accept()
        occupation = interval * sum(beat_degrees)
        self.inside.append(flight)
        self.way_left.append(occupation + latency - 2)
        self.in_first_stage = flight
        self.cycles_left = occupation
        self.plain_cycles_left = interval * len(beat_degrees)

    def keeps(self, flight: Flight) -> bool:
        """Whether what is inside stands in this cycle, as the oldest result was not taken."""
        return self.is_frozen

    def flights(self) -> list[Flight]:
        """All that is inside."""
        return self.inside

    def hold_cause(self) -> str:
        """Why it does not take the entry that waits before it."""
        if self.is_frozen:
            return "retire_port"
        return "bank_conflict" if self.is_in_conflict_cycles() else "unit_busy"

    def is_in_conflict_cycles(self) -> bool:
        """Whether the first stage is occupied for longer than its beats alone would take."""
        return self.unit == "lds" and self.in_first_stage is not None and self.plain_cycles_left <= 0


class Units:
    """All instances of the machine, by unit."""

    def __init__(self, machine: Machine) -> None:
        size = machine.warp_size
        self.machine = machine
        self.slots = BundleSlots(machine)
        self.known: dict[tuple[str, int, int], list[Instance]] = {}  # what `serving` has found
        self.private_unit = {"local": "lds", "global": "memory"}[private_place(machine)]  # section 23
        self.memory: MemoryUnit | None = None  # a core of a device may have one (section 19)
        self.priority = list(machine.retire.priority)
        for unit in OPTIONAL:  # a later one is asked before an earlier one
            if unit not in self.priority:
                self.priority.insert(0, unit)
        self.instances: dict[str, list[Instance]] = {"control": []}
        for unit in PIPELINES:
            keys = getattr(machine, unit)
            self.instances[unit] = [Instance(unit, number, keys.lanes) for number in range(keys.count)]
        self.control_unit = "alu"
        if machine.control.route == "own":
            self.control_unit = "control"
            self.instances["control"] = [Instance("control", x, size) for x in range(machine.control.count)]
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

    def serving(self, unit: str, slot: int, warp: int) -> Sequence[Instance | MemoryUnit]:
        """The instances of a unit that serve a slot of bundles and the scheduler of a warp."""
        if unit == "memory":
            return self.of(unit)
        schedulers = self.machine.issue.schedulers
        key = unit, slot, warp % schedulers
        if key not in self.known:
            found = [each for each in self.instances[unit] if self.slots.of_instance(unit, each.number) == slot]
            if unit in COMPUTE_UNITS and getattr(self.machine, unit).per_scheduler:
                found = [each for each in found if each.number % schedulers == warp % schedulers]
            self.known[key] = found
        return self.known[key]

    def accepting(self, operation: Operation, warp: int) -> Instance | MemoryUnit | None:
        """The lowest-numbered instance that serves an operation's slot and a warp's scheduler and can accept now."""
        for instance in self.serving(operation.unit, operation.slot, warp):
            if instance.can_accept():
                return instance
        return None

    def cost(self, instruction: Instruction) -> tuple[int, int]:
        """The initiation interval and the latency of an instruction in its unit: its own, or else the unit's.

        A control instruction has none of its own. No cost is asked of the unit `memory`.
        """
        unit = self.unit_of(instruction)
        if unit == "control":
            return 1, 1
        if instruction.spec.unit != "control":
            for entry in self.machine.costs:
                pattern, interval, latency = entry.split(":")
                if fits(pattern, instruction.spec.name):
                    return int(interval), int(latency)
        keys = getattr(self.machine, unit)
        return keys.interval, keys.latency

    def in_priority_order(self) -> Sequence[Instance | MemoryUnit]:
        """All instances, in the order in which retire asks them; global memory first."""
        return self.pipelines if self.memory is None else [self.memory, *self.pipelines]


@cache
def fits(pattern: str, name: str) -> bool:
    """Whether a pattern of `costs` fits the name of an instruction: `*` stands for any characters, `?` for one."""
    expression = "".join({"*": ".*", "?": "."}.get(character, re.escape(character)) for character in pattern)
    return re.fullmatch(expression, name) is not None
