"""Section 18: the launch, its work-groups, the places of a core and the dispatcher."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from math import prod
from typing import TYPE_CHECKING

from tests.reference.parts import Private, local_words

if TYPE_CHECKING:
    from isa.program.program import Program
    from simt.machine import Machine
    from tests.reference.memory import Interconnect

__all__ = ["Dispatcher", "Grid", "Place", "places_of_a_core", "words_of_a_group"]

MASK = 0xFFFF_FFFF


DIMENSIONS = "xyz"


@dataclass(frozen=True)
class Grid:
    """The global size, the local size and the offset of a launch, each of one to three dimensions."""

    size: tuple[int, ...]
    local: tuple[int, ...]
    offset: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not (1 <= len(self.size) <= 3 and 1 <= len(self.local) <= 3 and len(self.offset) <= 3):
            raise ValueError(f"{self} has other than one to three dimensions")
        for size, local, offset in zip(self.sizes, self.locals, self.offsets, strict=True):
            if size < 1 or local < 1 or size % local:
                raise ValueError(f"a global size of {self.size} does not divide into groups of {self.local}")
            if offset < 0 or offset + size > 1 << 32:
                raise ValueError(f"an offset of {self.offset} is negative, or too much for a size of {self.size}")
        if prod(self.size) >= 1 << 32:
            raise ValueError(f"a global size of {self.size} is too many threads")

    @cached_property
    def work_dim(self) -> int:
        return max(len(self.size), len(self.local), len(self.offset))

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The global size, of three dimensions."""
        return (*self.size, 1, 1)[:3]

    @cached_property
    def locals(self) -> tuple[int, ...]:
        """The local size, of three dimensions."""
        return (*self.local, 1, 1)[:3]

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """The offset, of three dimensions."""
        return (*self.offset, 0, 0, 0)[:3]

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """The groups in each dimension."""
        return tuple(size // local for size, local in zip(self.sizes, self.locals, strict=True))

    @cached_property
    def threads(self) -> int:
        """Of a group."""
        return prod(self.locals)

    @cached_property
    def groups(self) -> int:
        return prod(self.counts)

    def places_in_group(self, thread: int) -> tuple[int, int, int]:
        """In each dimension, by the thread's number in its group.

        A lane without a thread has a number too, behind the last one's. Nobody sees its places but a register that has
        a value at launch: the highest dimension in which the group is larger than 1 goes on.
        """
        x, y, z = self.locals
        if z > 1:
            return thread % x, thread // x % y, thread // (x * y)
        if y > 1:
            return thread % x, thread // x, 0
        return thread, 0, 0

    def special(self, name: str, group: int, thread: int) -> int:
        """A special source that depends on the launch, on the group and on the thread's number in it."""
        kind, _, dimension = name.rpartition("_")
        if dimension not in DIMENSIONS:
            found = {
                "thread_id": thread,
                "group_id": group,
                "group_size": self.threads,
                "groups": self.groups,
                "global_id": group * self.threads + thread,
                "work_dim": self.work_dim,
            }[name]
            return found & MASK
        d = DIMENSIONS.index(dimension)
        x, y, _ = self.counts
        group_id = (group % x, group // x % y, group // (x * y))[d]
        local_id = self.places_in_group(thread)[d]
        found = {
            "local_id": local_id,
            "group_id": group_id,
            "group_size": self.locals[d],
            "groups": self.counts[d],
            "global_size": self.sizes[d],
            "global_offset": self.offsets[d],
            "global_id": self.offsets[d] + group_id * self.locals[d] + local_id,
        }[kind]
        return found & MASK


@dataclass
class Place:
    """Where a core holds a work-group: warps and words of local memory that are next to each other."""

    number: int
    warps: range
    local: range
    group: int | None = None


def words_of_a_group(program: Program, machine: Machine, warps: int) -> int:
    """M: what the warps of a group need of local memory, in words, rounded up to a multiple of the banks."""
    private = Private.of(program, machine)
    words = local_words(program, machine) + (warps * private.words_of_a_warp if private.is_local else 0)
    banks = machine.local.banks
    return -(-words // banks) * banks


def places_of_a_core(program: Program, machine: Machine, grid: Grid) -> list[Place]:
    """The places of each core, all empty. Raises ValueError if no group fits."""
    warps = -(-grid.threads // machine.warp_size)  # G
    words = words_of_a_group(program, machine, warps)
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
