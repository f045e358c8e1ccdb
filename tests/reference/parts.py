"""Section 23: parts of words, atomics, and where the private memory of a lane lies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tests.reference.values import MASK, to_signed

if TYPE_CHECKING:
    from isa.program.program import Program
    from simt.machine import Machine

__all__ = ["Access", "Private", "access_of", "after_atomic", "local_words", "misplaced", "private_place"]

FIRST_BUFFER = 4096  # bytes; behind a buffer, too, addresses are multiples of it
BETWEEN = 256  # bytes, at least, from the end of a buffer to what is behind it
PARTS = {"u8": 1, "s8": 1, "b8": 1, "u16": 2, "s16": 2, "b16": 2}


class Access(NamedTuple):
    """What the name of an access to memory says: `ld.local.s8` is ("ld", "local", "s8")."""

    verb: str  # ld, st or atom
    space: str  # local, global or private
    what: str  # a part of a word, several words, an atomic operation, or nothing: a word

    @property
    def size(self) -> int:
        """Bytes of a lane."""
        return {"b64": 8, "b128": 16}.get(self.what, PARTS.get(self.what, 4))

    @property
    def counts_bytes(self) -> bool:
        """Whether its address is one of a byte; else of a word."""
        return self.space != "local" or self.size < 4

    def loaded(self, word: int, address: int) -> int:
        """What a load of a word, or of the part of it at a byte address, brings."""
        bits = 8 * self.size
        part = word >> 8 * (address % 4) & (1 << bits) - 1
        if self.what.startswith("s") and part >> bits - 1:
            return part | MASK << bits & MASK
        return part

    def stored(self, word: int, address: int, value: int) -> int:
        """The word after a store of it, or of the part of it at a byte address."""
        given = list(word.to_bytes(4, "little"))
        first = address % 4
        given[first : first + self.size] = value.to_bytes(4, "little")[: self.size]
        return int.from_bytes(given, "little")


def access_of(name: str) -> Access:
    """Of the name of an instruction for memory; atomics without a space are those of global memory."""
    verb, *rest = name.split(".")
    space = rest.pop(0) if rest[0] in ("local", "global", "private") else "global"
    return Access(verb, space, ".".join(rest))


OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "add.u32": lambda word, operand: (word + operand) & MASK,
    "min.u32": min,
    "max.u32": max,
    "min.s32": lambda word, operand: min(word, operand, key=to_signed),
    "max.s32": lambda word, operand: max(word, operand, key=to_signed),
    "and.b32": lambda word, operand: word & operand,
    "or.b32": lambda word, operand: word | operand,
    "xor.b32": lambda word, operand: word ^ operand,
    "exch.b32": lambda word, operand: operand,
}


def after_atomic(operation: str, word: int, operands: Sequence[int]) -> int:
    """The word that an atomic leaves behind; `cas.b32` has two operands: what is compared, and what is stored."""
    if operation == "cas.b32":
        compared, new = operands
        return new if word == compared else word
    return OPERATIONS[operation](word, operands[0])


def misplaced(addresses: Sequence[int], mask: int, size: int, end: int) -> int:
    """The active lanes whose access of `size` bytes is not aligned, or not all below `end`, as a mask."""
    return sum(
        1 << lane
        for lane, address in enumerate(addresses)
        if mask >> lane & 1 and (address % size or address + size > end)
    )


# --- Private memory --------------------------------------------------------------------------------------------------


def private_place(machine: Machine) -> str:
    """Where private memory lies: local or global."""
    place: str = machine.private.place
    return {"auto": "local" if machine.memory.policy == "none" else "global"}.get(place, place)


class Private(NamedTuple):
    """The private memory of a launch."""

    place: str  # local or global
    words: int  # N, of a thread
    warp_size: int  # S

    @classmethod
    def of(cls, program: Program, machine: Machine) -> Private:
        return cls(private_place(machine), program.private_words, machine.warp_size)

    @property
    def words_of_a_warp(self) -> int:
        return self.words * self.warp_size

    @property
    def is_local(self) -> bool:
        """Whether it takes words of local memory."""
        return self.place == "local" and self.words > 0

    def word(self, base: int, lane: int, address: int) -> int:
        """The word in which a byte of a lane's private memory lies, `base` being its warp's first one."""
        return base + address // 4 * self.warp_size + lane

    def first_global(self, buffers: Sequence[tuple[int, int]]) -> int:
        """Q: the number of the first word of private memory in global memory, behind the buffers."""
        if not buffers:
            return FIRST_BUFFER // 4
        end = buffers[-1][1] + BETWEEN
        return -(-end // FIRST_BUFFER) * FIRST_BUFFER // 4


def local_words(program: Program, machine: Machine) -> int:
    """m: the program's local memory in words, rounded up to a multiple of the banks."""
    banks = machine.local.banks
    return -(-program.local_words // banks) * banks
