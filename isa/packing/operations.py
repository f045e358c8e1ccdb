"""Operations, with the things that they read and write: registers, flags, scalar registers, memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from isa.program.encoding import Instruction
from isa.table.table import PAIRS, REGISTER_COUNT
from isa.table.units import MEMORY_UNITS, PRIVATE

CARRY = 1 << 16  # the carry flag, as a number among registers
_SCALARS = 1 << 17  # the first scalar register, likewise; SCC follows the last one
EVERY_REGISTER = frozenset((*range(REGISTER_COUNT), CARRY))
_LAST = (1 << 32) - 1
_SPACES = {"lds": "local", "memory": "global", PRIVATE: "private"}
_EXEC = PAIRS["exec"]


@dataclass(frozen=True, slots=True)
class Access:
    """An access of a warp to memory, from word `low` to word `high`. In global memory these are bytes.

    - is_store: whether the access writes; true also for an atomic.
    - is_read_only: whether it is a load of words that no instruction of the program writes.
    - space: the memory, "local", "global" or "private".
    - base: the constant with the address of the buffer from which `low` and `high` count; -1 if they are addresses.
    - is_inside: whether the access is assumed to stay in this buffer.
    - is_atomic: whether it is an atomic. An atomic and any other access keep their order, whatever their addresses are.
    """

    is_store: bool
    low: int = 0
    high: int = _LAST
    is_read_only: bool = False
    space: str = "local"
    base: int = -1
    is_inside: bool = False
    is_atomic: bool = False

    def overlaps(self, other: Access) -> bool:
        """Return whether both may access the same word."""
        if self.space != other.space:
            return "private" in (self.space, other.space)  # which is in one of the two others
        if self.base != other.base:
            return not (self.is_inside and other.is_inside)
        return self.low <= other.high and other.low <= self.high

    def may_meet(self, other: Access) -> bool:
        """Return whether two accesses must keep their order: they may access the same word, and at least one stores.

        No access passes an atomic, because threads of other warps and cores may wait for it.
        """
        if self.is_atomic or other.is_atomic:
            return True
        return (self.is_store or other.is_store) and self.overlaps(other)


@dataclass(frozen=True, slots=True)
class Phases:
    """The stores of all threads in the phases that a barrier separates (`isa.packing.phases`)."""

    before: tuple[Access, ...]
    after: tuple[Access, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Operation:
    """An operation with its effects.

    - origin: its address in the scalar program.
    - reads, writes: the registers, `CARRY`, and scalar registers.
    - destination: the register that it writes, or -1 if it writes none or several.
    - tied: the registers among `reads` and `writes` that must stay where they are: parts of doubles and of wide
      accesses, and scalar registers.
    - reads_carry: whether it reads the carry flag of an earlier operation.
    - access: its access to memory, or None.
    - steers: whether the operation steers (`Instruction.steers`).
    - changes_mask: whether operations after it may execute with another mask.
    - phases: the stores on both sides of a barrier that loads may pass; None if the barrier lets only loads pass whose
      words no instruction of the program writes.
    """

    instruction: Instruction
    origin: int
    reads: tuple[int, ...]
    writes: tuple[int, ...]
    destination: int
    tied: frozenset[int]
    reads_carry: bool
    writes_carry: bool
    access: Access | None
    steers: bool
    is_barrier: bool
    changes_mask: bool
    phases: Phases | None = None

    def before(self, later: Operation) -> int | None:
        """Return the least number of bundles from this access or barrier to a later one; None if it may be passed.

        An access may share a bundle with the barrier after it.
        """
        one, other = self.access, later.access
        if one is not None and other is not None:
            return 1 if one.may_meet(other) else None
        if self.phases is not None and other is not None:
            return 1 if other.is_store or any(map(other.overlaps, self.phases.before)) else None
        if later.phases is not None and one is not None:
            return 0 if one.is_store or any(map(one.overlaps, later.phases.after)) else None
        return int(self.is_barrier)

    @property
    def is_ordered(self) -> bool:
        """Return whether the operation is a barrier or accesses words that an instruction of the program writes."""
        return self.is_barrier or (self.access is not None and not self.access.is_read_only)


def tied_registers(operations: Iterable[Operation]) -> frozenset[int]:
    """Return the registers that must stay where they are in any of some operations."""
    return frozenset().union(*(entry.tied for entry in operations))


def needs_masks(instruction: Instruction) -> bool:
    """Return whether only machines whose programs keep masks have an instruction."""
    return instruction.spec.requires in ("mask_stack", "explicit_masks") or instruction.reads_scalar


def source_fields(instruction: Instruction) -> tuple[str, ...]:
    """Return the fields of an instruction whose sources are registers or special sources, not the constant."""
    return tuple(name for name in instruction.spec.fields if name in ("ra", "rb", "rc") and name[1] != instruction.csel)


def operation(
    instruction: Instruction, origin: int, access: Access | None = None, phases: Phases | None = None
) -> Operation:
    """Return the operation of an instruction.

    - origin: its address in the scalar program.
    - access: its access to memory; None if it has none, or if it may access any word.
    - phases: as in `Operation`.
    """
    spec = instruction.spec
    reads, written = list(instruction.registers_read), instruction.registers_written
    tied = {
        number
        for name in source_fields(instruction)
        if (count := spec.registers_of(name)) > 1
        for number in range(getattr(instruction, name), getattr(instruction, name) + count)
    }
    if instruction.uses_flag:
        reads.append(CARRY)
    writes = list(written)
    if spec.writes_carry:
        writes.append(CARRY)
    if len(written) > 1:
        tied.update(written)
    changes_mask = spec.requires == "mask_stack"
    if needs_masks(instruction):
        scalars_read, scalars_written = instruction.scalars_used
        reads += [_SCALARS + number for number in sorted(scalars_read)]
        writes += [_SCALARS + number for number in sorted(scalars_written)]
        tied.update(_SCALARS + number for number in (*scalars_read, *scalars_written))
        changes_mask = changes_mask or _EXEC in scalars_written
    if spec.unit in MEMORY_UNITS and access is None:
        access = Access(spec.is_store or spec.is_atomic, space=_SPACES[spec.unit], is_atomic=spec.is_atomic)
    return Operation(
        instruction,
        origin,
        tuple(reads),
        tuple(writes),
        written[0] if len(written) == 1 else -1,
        frozenset(tied),
        CARRY in reads,
        spec.writes_carry,
        access,
        instruction.steers,
        spec.name == "bar",
        changes_mask,
        phases,
    )


def renamed(entry: Operation, sources: Mapping[int, int], destination: int) -> Operation:
    """Return an operation with other registers.

    sources: new numbers of sources by old ones; the others stay. destination: the new register of the result.
    """
    instruction = entry.instruction
    numbers = {name: getattr(instruction, name) for name in source_fields(instruction)}
    changes = {name: sources[number] for name, number in numbers.items() if sources.get(number, number) != number}
    if entry.destination >= 0 and destination != entry.destination:
        changes["rd"] = destination
    if not changes:
        return entry
    return operation(replace(instruction, **changes), entry.origin, entry.access, entry.phases)  # type: ignore[arg-type]
