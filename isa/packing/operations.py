"""Operations with their reads and writes: registers, the carry flag, local memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from isa.program.bundles import steers
from isa.program.encoding import Instruction
from isa.table.units import PRIVATE

CARRY = 1 << 16  # stands for the carry flag among register numbers
_LAST = (1 << 32) - 1


@dataclass(frozen=True, slots=True)
class Access:
    """A local access of a warp: its lanes touch words from `low` to `high` only; an atomic stores.

    `is_read_only` marks a load of words that no instruction of the program stores to.
    """

    is_store: bool
    low: int = 0
    high: int = _LAST
    is_read_only: bool = False

    def may_meet(self, other: Access) -> bool:
        """Return whether the two may touch one word, and one of them stores."""
        return (self.is_store or other.is_store) and self.low <= other.high and other.low <= self.high


@dataclass(frozen=True, slots=True, eq=False)
class Operation:
    """An operation with its effects. `origin` is its address in the scalar program.

    `reads` and `writes` are registers and `CARRY`; `destination` is the register that it writes, or -1. `reads_carry`:
    it reads the carry flag that another operation wrote.
    """

    instruction: Instruction
    origin: int
    reads: tuple[int, ...]
    writes: tuple[int, ...]
    destination: int
    reads_carry: bool
    writes_carry: bool
    access: Access | None
    steers: bool
    is_barrier: bool


def source_fields(instruction: Instruction) -> tuple[str, ...]:
    """Return the fields of the instruction that hold sources: registers or specials."""
    return tuple(name for name in instruction.spec.fields if name in ("ra", "rb", "rc") and name[1] != instruction.csel)


def operation(instruction: Instruction, origin: int, access: Access | None = None) -> Operation:
    """Return the operation of `instruction`; local accesses may go anywhere unless `access` says where."""
    spec = instruction.spec
    reads = list(instruction.registers_read)
    if spec.reads_carry or (instruction.cond in ("c", "nc") and not spec.writes_carry):
        reads.append(CARRY)
    if spec.unit in ("lds", PRIVATE) and access is None:
        access = Access(spec.is_store or spec.is_atomic)
    destination = instruction.rd if spec.writes_register else -1
    writes = (destination,) if destination >= 0 else ()
    return Operation(
        instruction,
        origin,
        tuple(reads),
        (*writes, CARRY) if spec.writes_carry else writes,
        destination,
        CARRY in reads,
        spec.writes_carry,
        access,
        steers(instruction),
        spec.name == "bar",
    )


def renamed(given: Operation, sources: Mapping[int, int], destination: int) -> Operation:
    """Return the operation with other registers: sources by their old numbers, and the register that it writes."""
    instruction = given.instruction
    numbers = {name: getattr(instruction, name) for name in source_fields(instruction)}
    changes = {name: sources[number] for name, number in numbers.items() if sources.get(number, number) != number}
    if given.destination >= 0 and destination != given.destination:
        changes["rd"] = destination
    if not changes:
        return given
    return operation(replace(instruction, **changes), given.origin, given.access)  # type: ignore[arg-type]
