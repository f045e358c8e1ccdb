"""Section 18: the launch, its work-groups, the places of a core and the dispatcher."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from isa.program import Program
    from simt.machine import Machine
    from tests.reference.memory import Interconnect

__all__ = ["Dispatcher", "Grid", "Place", "places_of_a_core", "words_of_a_place"]

MASK = 0xFFFF_FFFF


@dataclass(frozen=True)
class Grid:
    """The global and the local size of a launch, each (x, y); y is 1 where there is one dimension."""

    size: tuple[int, int]
    local: tuple[int, int]

    def __post_init__(self) -> None:
        for size, local in zip(self.size, self.local, strict=True):
            if size < 1 or local < 1 or size % local:
                raise ValueError(f"a global size of {self.size} does not divide into groups of {self.local}")

    @property
    def threads(self) -> int:
        """Of a group."""
        return self.local[0] * self.local[1]

    @property
    def groups_x(self) -> int:
        return self.size[0] // self.local[0]

    @property
    def groups(self) -> int:
        return self.groups_x * (self.size[1] // self.local[1])

    def special(self, name: str, group: int, thread: int) -> int:
        """A special source that depends on the group and on the thread's number in it.

        A lane without a thread has a number too. Nobody sees it but a register that has a value at launch.
        """
        local_x, local_y = self.local
        thread_x, thread_y = (thread, 0) if local_y == 1 else (thread % local_x, thread // local_x)
        group_x, group_y = group % self.groups_x, group // self.groups_x
        found = {
            "thread_id": thread,
            "group_id": group,
            "group_size": self.threads,
            "groups": self.groups,
            "global_id": group * self.threads + thread,
            "local_id_x": thread_x,
            "local_id_y": thread_y,
            "group_id_x": group_x,
            "group_id_y": group_y,
            "global_id_x": group_x * local_x + thread_x,
            "global_id_y": group_y * local_y + thread_y,
            "group_size_x": local_x,
        }
        return found[name] & MASK


@dataclass
class Place:
    """Where a core holds a work-group: warps and words of local memory that are next to each other."""

    number: int
    warps: range
    local: range
    group: int | None = None


def words_of_a_place(program: Program, machine: Machine) -> int:
    """M: the program's local memory in words, rounded up to a multiple of the banks."""
    banks = machine.local.banks
    return -(-program.local_words // banks) * banks


def places_of_a_core(program: Program, machine: Machine, grid: Grid) -> list[Place]:
    """The places of each core, all empty. Raises ValueError if no group fits."""
    warps = -(-grid.threads // machine.warp_size)  # G
    words = words_of_a_place(program, machine)
    registers = max(1, min(program.registers, machine.registers))  # R
    bounds = [
        machine.groups_per_core,
        machine.warps // warps,
        machine.register_file.words // (warps * registers),
    ]
    if words:
        bounds.append(machine.local.words // words)
    count = min(bounds)
    if count < 1:
        raise ValueError(f"a group of {grid.threads} threads fits no core: {bounds}")
    count = min(count, -(-grid.groups // machine.cores))
    if count == 1:
        words = machine.local.words
    return [Place(k, range(k * warps, (k + 1) * warps), range(k * words, (k + 1) * words)) for k in range(count)]


class Dispatcher:
    """Gives the groups away in the order of their numbers."""

    def __init__(self, groups: int, interconnect: Interconnect, start: Callable[[int, int, int], None]) -> None:
        self.groups = groups
        self.interconnect = interconnect
        self.start = start  # a message to a core: core, place, group
        self.given = 0
        self.reports: list[tuple[int, int]] = []  # (core, place) that the dispatcher learns of in this cycle

    def give_first(self, places: list[list[Place]]) -> None:
        """Before cycle 0: round and round the cores, each time one group into the lowest empty place."""
        while self.given < self.groups:
            before = self.given
            for of_core in places:
                empty = next((place for place in of_core if place.group is None), None)
                if empty is not None and self.given < self.groups:
                    empty.group = self.given
                    self.given += 1
            if self.given == before:
                return

    def report(self, core: int, place: int) -> None:
        """A message: the group there has ended."""
        self.reports.append((core, place))

    def step(self, cycle: int) -> None:
        """One cycle: for each report the next group, if there is one."""
        for core, place in sorted(self.reports):
            if self.given < self.groups:
                self.interconnect.send(cycle, partial(self.start, core, place, self.given))
                self.given += 1
        self.reports = []
