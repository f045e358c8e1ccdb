"""Bundles: several operations in consecutive words, each in a slot (docs/processor.md, section 16).

The slots are a property of the machine, which a program does not store.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from isa.table.slot_kinds import ANY, JOINABLE, canonical, takes, unknown_name
from isa.table.units import PRIVATE, UNITS

if TYPE_CHECKING:
    from isa.program.encoding import Instruction
    from isa.table.spec import InstructionSpec

SlotsValue = int | tuple[str, ...]  # of the key `vliw.slots`: a number of standard slots, or the kind of each slot

MAX_STANDARD = 3
MAX_SLOTS = 8
_STANDARD_NAMES = {1: ("every",), 2: ("lds", "compute"), 3: ("lds", "alu", "fpu")}


@dataclass(frozen=True)
class Slots:
    """The slots of a bundle.

    - kinds: the kind of each slot, in the form of `canonical`.
    - private: the unit of accesses to private memory, "lds" or "memory".

    Two `Slots` are equal if they take the same operations, even if one is written as a number and the other as a list.
    """

    kinds: tuple[str, ...]
    private: str = "lds"

    @staticmethod
    def of(value: int | Sequence[str] | Slots, private: str = "lds") -> Slots:
        """Return the slots of a value of `vliw.slots`. private: the unit of accesses to private memory."""
        if isinstance(value, Slots):
            return value
        return _slots_of(value if isinstance(value, int) else tuple(value), private)

    @staticmethod
    def checked(value: int | Sequence[str] | Slots) -> Slots:
        """Return the slots of a value that may be wrong. Raises `ValueError` for their number and for kinds."""
        if isinstance(value, int) and not 1 <= value <= MAX_STANDARD:
            raise ValueError(f"a bundle has 1, 2 or 3 slots, not {value}, or a kind for each of its slots")
        if not isinstance(value, int | Slots):
            if isinstance(value, str) or not 1 <= len(value) <= MAX_SLOTS:
                raise ValueError(f"a bundle has 1 to {MAX_SLOTS} slots, each with a kind, not {value!r}")
            if (name := unknown_name(value)) is not None:
                kinds = f"{ANY} alone, or {', '.join(JOINABLE)}, joined by +"
                raise ValueError(f"`{name}` is not a kind of slot; the kinds are {kinds}")
        return Slots.of(value)

    def __len__(self) -> int:
        return len(self.kinds)

    @cached_property
    def by_unit(self) -> Mapping[str, tuple[int, ...]]:
        """The numbers of the slots that take the operations of each unit, ascending."""
        return {
            unit: tuple(slot for slot, kind in enumerate(self.kinds) if takes(kind, home))
            for unit, home in {**{unit: unit for unit in UNITS}, PRIVATE: self.private}.items()
        }

    @cached_property
    def standard(self) -> int:
        """The number of slots if they are standard ones, else 0."""
        return next((count for count in range(1, MAX_STANDARD + 1) if self.kinds == _standard_kinds(count)), 0)

    @property
    def value(self) -> SlotsValue:
        """The value of `vliw.slots`: the number of standard slots, else the kinds."""
        return self.standard or self.kinds

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each slot: every, lds, compute, alu or fpu of standard slots, else its kind.

        The second slot of a kind has a 2 after it, and so on.
        """
        if self.standard:
            return _STANDARD_NAMES[self.standard]
        before = [self.kinds[:slot].count(kind) for slot, kind in enumerate(self.kinds)]
        return tuple(f"{kind} {count + 1}" if count else kind for kind, count in zip(self.kinds, before, strict=True))

    def __str__(self) -> str:
        """Return the slots as `.vliw` takes them."""
        return str(self.standard) if self.standard else ", ".join(self.kinds)

    @property
    def word(self) -> str:
        """The slots as `--vliw` and `-s vliw.slots=` take them."""
        return str(self).replace(" ", "")

    @property
    def text(self) -> str:
        """The slots in words: `3 slots`, or `4 slots (lds, alu+fpu, alu+fpu, control)`."""
        return f"{len(self)} slots" if self.standard else f"{len(self)} slots ({self})"

    def after(self, unit: str, slot: int) -> int | None:
        """Return the lowest slot above `slot` that takes the operations of a unit; None if there is none."""
        return next((number for number in self.by_unit[unit] if number > slot), None)

    def placed(self, operations: Iterable[InstructionSpec]) -> list[int]:
        """Return the slot of each operation of a bundle, in the order of its words.

        An operation gets the lowest slot that takes its unit and that is above the slot of the operation before. The
        list ends before the first operation without a slot.
        """
        slots: list[int] = []
        for spec in operations:
            slot = self.after(spec.unit, slots[-1] if slots else -1)
            if slot is None:
                break
            slots.append(slot)
        return slots

    def matched(self, units: Sequence[str]) -> list[int | None]:
        """Return a slot for each operation of a bundle in any order, by its unit.

        Earlier operations have precedence: An operation gets None if no slot is left beside the slots of all earlier
        operations. Operations of one unit take ascending slots.
        """
        taker: dict[int, int] = {}  # slot -> operation

        def has_place(operation: int, tried: set[int]) -> bool:
            for slot in self.by_unit[units[operation]]:
                if slot not in tried:
                    tried.add(slot)
                    if slot not in taker or has_place(taker[slot], tried):
                        taker[slot] = operation
                        return True
            return False

        for operation in range(len(units)):
            has_place(operation, set())
        slots: list[int | None] = [None] * len(units)
        for unit in dict.fromkeys(units):
            taking = sorted(operation for operation in taker.values() if units[operation] == unit)
            for operation, slot in zip(taking, sorted(slot for slot in taker if taker[slot] in taking), strict=True):
                slots[operation] = slot
        return slots


ANY_SLOTS = Slots(("any",) * MAX_SLOTS)  # with which a bundle is legal if it is with some slots


@lru_cache(256)
def _slots_of(value: SlotsValue, private: str) -> Slots:
    kinds = _standard_kinds(value) if isinstance(value, int) else tuple(map(canonical, value))
    return Slots(kinds, private)


@lru_cache
def _standard_kinds(count: int) -> tuple[str, ...]:
    """Return the kinds of 1, 2 or 3 standard slots."""
    taken = ("+".join(unit.name for unit in UNITS.values() if unit.slots[count - 1] == slot) for slot in range(count))
    return tuple(map(canonical, taken))


def bundle_ranges(instructions: Sequence[Instruction | None]) -> list[range]:
    """Return the addresses of each bundle. A word that does not decode and the end of the program end a bundle."""
    ranges: list[range] = []
    first = 0
    for address, instruction in enumerate(instructions):
        if instruction is None or not instruction.more or address + 1 == len(instructions):
            ranges.append(range(first, address + 1))
            first = address + 1
    return ranges


def bundle_firsts(instructions: Sequence[Instruction | None]) -> list[int]:
    """Return the first address of the bundle of each address."""
    return [bundle.start for bundle in bundle_ranges(instructions) for _ in bundle]


def misplaced(operations: Sequence[Instruction | None], slots: Slots | SlotsValue) -> int | None:
    """Return the index of the first illegal operation of a bundle; None if the bundle is legal.

    There are four reasons why an operation is illegal. It does not decode. No slot above the slots of earlier
    operations takes it. It is the second operation that steers. Its bit `more` is wrong.
    """
    slots = Slots.of(slots)
    last_slot, has_steering = -1, False
    for place, operation in enumerate(operations):
        if operation is None:
            return place
        slot = slots.after(operation.spec.unit, last_slot)
        if slot is None or (has_steering and operation.steers):
            return place
        last_slot = slot
        has_steering = has_steering or operation.steers
        if operation.more != (place + 1 < len(operations)):
            return place
    return None


def illegal_operations(instructions: Sequence[Instruction | None], slots: Slots | SlotsValue) -> Iterator[int]:
    """Yield the address of the first illegal operation (`misplaced`) of each bundle that has one.

    A word that does not decode is left out if it is a bundle of its own.
    """
    for bundle in bundle_ranges(instructions):
        operations = [instructions[address] for address in bundle]
        place = misplaced(operations, slots) if operations != [None] else None
        if place is not None:
            yield bundle[place]


def are_legal(instructions: Sequence[Instruction | None], slots: Slots | SlotsValue) -> bool:
    """Return whether every bundle is legal."""
    return next(illegal_operations(instructions, slots), None) is None


def slots_needed(instructions: Sequence[Instruction | None]) -> SlotsValue | None:
    """Return slots with which every bundle is legal.

    This is the smallest number of standard slots or, if no number suffices, a list of kinds.

    The result is None if no slots suffice, and 1 for a program without bundles. Words that do not decode are left out.
    """
    for count in range(1, MAX_STANDARD + 1):
        if are_legal(instructions, count):
            return count
    taken: list[set[str]] = []  # the units of the operations at each place of a bundle
    for bundle in bundle_ranges(instructions):
        for place, address in enumerate(bundle):
            if (entry := instructions[address]) is not None:
                taken += [set()] * (place + 1 - len(taken))
                taken[place] = taken[place] | {"lds" if entry.spec.unit == PRIVATE else entry.spec.unit}
    kinds = tuple("+".join(unit for unit in UNITS if unit in units) for units in taken)
    return kinds if len(kinds) <= MAX_SLOTS and are_legal(instructions, kinds) else None
