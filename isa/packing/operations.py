"""Operations, with what they read and write: registers, the carry flag, local memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from isa.flow.unwritten import uses_flag
from isa.program.bundles import steers
from isa.program.encoding import Instruction
from isa.table.units import PRIVATE

CARRY = 1 << 16  # the carry flag, as a number among registers
_LAST = (1 << 32) - 1


@dataclass(frozen=True, slots=True)
class Access:
    """An access of a warp to local or private memory, to words from `low` to `high`.

    is_store: whether it writes; true also for an atomic. is_read_only: whether it is a load of words that no
    instruction of the program writes.
    """

    is_store: bool
    low: int = 0
    high: int = _LAST
    is_read_only: bool = False

    def may_meet(self, other: Access) -> bool:
        """Return whether both may access the same word, and at least one stores."""
        return (self.is_store or other.is_store) and self.low <= other.high and other.low <= self.high


@dataclass(frozen=True, slots=True, eq=False)
class Operation:
    """An operation with its effects.

    - origin: its address in the scalar program.
    - reads, writes: the registers, and `CARRY`.
    - destination: the register that it writes, or -1.
    - reads_carry: whether it reads the carry flag of an earlier operation.
    - access: its access to memory, or None.
    - steers: as `isa.program.bundles.steers` says.
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
    """Return the fields of an instruction whose sources are registers or special sources, not the constant."""
    return tuple(name for name in instruction.spec.fields if name in ("ra", "rb", "rc") and name[1] != instruction.csel)


def operation(instruction: Instruction, origin: int, access: Access | None = None) -> Operation:
    """Return the operation of an instruction.

    origin: its address in the scalar program. access: its access to local or private memory; None if it has none, or if
    it may access any word.
    """
    spec = instruction.spec
    reads = list(instruction.registers_read)
    if uses_flag(instruction):
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
    return operation(replace(instruction, **changes), entry.origin, entry.access)  # type: ignore[arg-type]
