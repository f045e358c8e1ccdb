"""The room in bundles: which operations fit into a bundle together, and how many bundles a number of operations needs.

Operations are of one class if the same slots take them. Operations fit into a bundle together if each gets a slot of
its own. By P. Hall's theorem ("On representatives of subsets", 1935) this is possible if for every set of slots, at
most as many operations fit nowhere else as the set has slots.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from isa.packing.operations import Operation
from isa.program.bundles import Slots
from isa.table.units import COMPUTE_UNITS

EMPTY = 0  # the state of a bundle without operations
# A bundle with an operation of these occupies its unit for long, as they have fewer lanes than a warp.
LONG_UNITS = frozenset({*COMPUTE_UNITS, "memory"})
_BASE = 16  # above the number of operations of a bundle


@dataclass(frozen=True, slots=True)
class Group:
    """A set of slots that is the only place for the operations of some classes.

    - name: the name of a standard slot, else the units of the classes and the number of slots.
    - width: the number of slots.
    - classes: the numbers of the classes.
    """

    name: str
    width: int
    classes: frozenset[int]


class Room:
    """The room in a bundle of some slots. A state is a number that says how many operations of each class are in it.

    groups: the sets of slots that limit the operations of a bundle. A standard slot is a set by itself.
    """

    def __init__(self, slots: Slots) -> None:
        self.slots = slots
        sets = list(dict.fromkeys(frozenset(taking) for taking in slots.by_unit.values() if taking))
        sets.sort(key=sorted)
        self._class_of = {unit: sets.index(frozenset(taking)) for unit, taking in slots.by_unit.items() if taking}
        self._next: dict[tuple[int, int], int] = {}
        self._count = len(sets)
        self.groups = self._groups(sets)

    def _groups(self, sets: Sequence[frozenset[int]]) -> tuple[Group, ...]:
        """Return the unions of sets of slots. A union of two without a common slot bounds no more than the two do."""
        unions: dict[frozenset[int], None] = {}
        for size in range(1, len(sets) + 1):
            for chosen in combinations(sets, size):
                if _are_tied(chosen):
                    unions.setdefault(frozenset().union(*chosen))
        found = []
        for union in sorted(unions, key=lambda union: (len(union), sorted(union))):
            classes = frozenset(number for number, members in enumerate(sets) if members <= union)
            units = [unit for unit, number in self._class_of.items() if number in classes and unit != "private"]
            name = "+".join(units) if len(union) == 1 else f"{'+'.join(units)} in {len(union)} slots"
            if self.slots.standard:
                name = self.slots.names[min(union)]
            found.append(Group(name, len(union), classes))
        return tuple(found)

    @property
    def shares_units(self) -> bool:
        """Return whether several slots take one unit."""
        return any(len(taking) > 1 for taking in self.slots.by_unit.values())

    def classes(self, operations: Iterable[Operation]) -> list[int]:
        """Return the class of each operation."""
        return [self._class_of[entry.instruction.spec.unit] for entry in operations]

    def with_one_more(self, state: int, number: int) -> int:
        """Return the state of a bundle after an operation of a class has joined it; -1 if it has no place."""
        key = state, number
        after = self._next.get(key)
        if after is None:
            after = state + _BASE**number
            counts = [after // _BASE**place % _BASE for place in range(self._count)]
            if any(sum(counts[place] for place in group.classes) > group.width for group in self.groups):
                after = -1
            self._next[key] = after
        return after

    def with_one_less(self, state: int, number: int) -> int:
        """Return the state of a bundle after an operation of a class has left it."""
        return state - int(_BASE**number)

    def state_of(self, numbers: Iterable[int]) -> int:
        """Return the state of a bundle with operations of these classes; -1 if they have no place."""
        state = EMPTY
        for number in numbers:
            state = self.with_one_more(state, number)
            if state < 0:
                break
        return state

    def needed(self, operations: Sequence[Operation]) -> tuple[int, ...]:
        """Return the bundles that the operations of each group need, at least."""
        numbers = self.classes(operations)
        return tuple(-(-sum(number in group.classes for number in numbers) // group.width) for group in self.groups)

    def in_order(self, operations: Sequence[Operation]) -> tuple[Operation, ...]:
        """Return the operations of a bundle in the order of their slots. They must fit."""
        slots = self.slots.matched([entry.instruction.spec.unit for entry in operations])
        placed = [(slot, entry) for slot, entry in zip(slots, operations, strict=True) if slot is not None]
        assert len(placed) == len(operations)
        return tuple(entry for _, entry in sorted(placed, key=lambda pair: pair[0]))


def _are_tied(sets: Sequence[frozenset[int]]) -> bool:
    """Return whether sets cannot be divided into two parts without a common element."""
    reached, left = sets[0], list(sets[1:])
    while near := [members for members in left if members & reached]:
        reached = reached.union(*near)
        left = [members for members in left if not members & reached]
    return not left


@lru_cache(64)
def room_of(slots: Slots) -> Room:
    """Return the room in a bundle of these slots, made once."""
    return Room(slots)


def long_bundles(bundles: Iterable[Iterable[Operation]]) -> int:
    """Return the number of bundles with operations of `LONG_UNITS`."""
    return sum(any(entry.instruction.spec.unit in LONG_UNITS for entry in bundle) for bundle in bundles)
