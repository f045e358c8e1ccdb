"""Pieces of random programs with extras: parts of words, atomics on local memory, private memory (section 23)."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from isa.program.encoding import Instruction
from isa.table.table import INSTRUCTIONS, SPECIALS
from simt.machine import Machine
from tests.generators.words import INTERESTING

if TYPE_CHECKING:
    from tests.generators.builder import Builder

__all__ = [
    "ATOMICS", "atomic_data", "bundled_part", "emit_access", "local_parts", "own_parts", "part_names", "private_pieces",
    "random_own_words", "raw_part", "with_private_place", "without_private",
]  # fmt: skip

ATOMICS = ("add.u32", "min.u32", "max.u32", "min.s32", "max.s32", "and.b32", "or.b32", "xor.b32", "exch.b32", "cas.b32")
LOADS = {1: ("u8", "s8"), 2: ("u16", "s16"), 4: ("",)}
STORES = {1: ("b8",), 2: ("b16",), 4: ("",)}


def part_names(space: str, size: int) -> tuple[list[str], list[str]]:
    """The loads and the stores of `size` bytes in a space of memory."""
    loads, stores = LOADS[size], STORES[size]
    return [f"ld.{space}.{end}".rstrip(".") for end in loads], [f"st.{space}.{end}".rstrip(".") for end in stores]


def with_private_place(rng: random.Random, machine: Machine) -> Machine:
    """The machine with any place for private memory that it can have."""
    places = ["auto", "auto", "local"] + ["global"] * (machine.memory.policy != "none")
    return machine.replace(**{"private.place": rng.choice(places)})


def words_of_a_group(machine: Machine, threads: int, own_words: int) -> int:
    """What private memory takes of a group's local memory, in words."""
    warps = -(-threads // machine.warp_size)
    return warps * machine.warp_size * own_words if machine.private_place == "local" else 0


def random_own_words(rng: random.Random, machine: Machine, threads: int) -> int:
    """The words of a thread's private memory, with which something of local memory is left."""
    words = rng.choice([0, 1, 1, 2, 3, 4, 7])
    return words if machine.local.words - words_of_a_group(machine, threads, words) >= machine.local.banks else 0


def without_private(machine: Machine, threads: int, own_words: int) -> Machine:
    """The machine with as much local memory as private memory leaves."""
    banks = machine.local.banks
    left = machine.local.words - words_of_a_group(machine, threads, own_words)
    return machine.replace(**{"local.words": left // banks * banks}) if own_words else machine


def emit_access(builder: Builder, name: str, register: int, offset: int, data: dict[str, Any]) -> None:
    """An access at `register` + `offset`, with a constant for the offset if there is room for it."""
    if not offset or not builder.emit_with_constant(name, "c", offset, ra=register, **data):
        builder.emit(name, ra=register, **data)


def accesses(builder: Builder, space: str, size: int, register: int, room: int) -> None:
    """Some loads and stores of `size` bytes, at the register and up to `room` bytes behind it."""
    rng = builder.rng
    for _ in range(rng.randint(1, 3)):
        loads, stores = part_names(space, size)
        offset = rng.randint(0, room // size) * size if rng.random() < 0.4 else 0
        if rng.random() < 0.5:
            emit_access(builder, rng.choice(loads), register, offset, {"rd": rng.choice(builder.free)})
        else:
            emit_access(builder, rng.choice(stores), register, offset, {"rb": builder.source()})


def byte_address(builder: Builder, register: int, size: int, data: int) -> bool:
    """`register` becomes the address of an access of `size` bytes among `data` bytes; lanes are close, often."""
    items = data // size
    return builder.address(register, 0, items) and (
        size == 1 or builder.emit_with_constant("shl.b32", "b", size.bit_length() - 1, rd=register, ra=register)
    )


def local_parts(builder: Builder, register: int) -> None:
    """Accesses to parts of words, or atomics, anywhere in local memory."""
    rng = builder.rng
    words = builder.machine.local.words
    if rng.random() < 0.5:
        size = rng.choice([1, 2])
        if byte_address(builder, register, size, 4 * words):
            accesses(builder, "local", size, register, 4 * (words - (1 << (words.bit_length() - 1))))
    elif builder.address(register, 0, rng.choice([words, words, 1, 2, 5]) if words > 4 else words):
        atomics(builder, register)


def own_parts(builder: Builder, register: int) -> None:
    """`register` is the address of words of a warp: atomics on them, then accesses to their parts."""
    rng = builder.rng
    if rng.random() < 0.5:
        atomics(builder, register)
    if builder.emit_with_constant("shl.b32", "b", 2, rd=register, ra=register):
        accesses(builder, "local", rng.choice([1, 2]), register, 3)


def atomics(builder: Builder, register: int) -> None:
    """One to three atomics on the word of local memory that each lane has in `register`."""
    rng = builder.rng
    for _ in range(rng.randint(1, 3)):
        operation = rng.choice(ATOMICS)
        data = atomic_data(builder, operation)
        if data is None:
            continue
        if "rb" not in data:
            builder.emit_with_constant(f"atom.local.{operation}", "b", rng.choice(INTERESTING), ra=register, **data)
        else:
            builder.emit(f"atom.local.{operation}", ra=register, **data)


def atomic_data(builder: Builder, operation: str) -> dict[str, Any] | None:
    """The fields of an atomic's operand and result; without `rb` the operand is to be a constant."""
    rng = builder.rng
    rd = rng.choice(builder.free)
    if operation != "cas.b32":
        return {"rd": rd} if rng.random() < 0.2 else {"rd": rd, "rb": builder.source()}
    pairs = [number for number in builder.readable if number + 1 < builder.machine.registers]
    if not pairs:
        return None
    rb = rng.choice(pairs)
    if rb in builder.free and rng.random() < 0.5:  # a value that may be there
        builder.emit_with_constant("mov.b32", "a", rng.choice([0, 0, 1, 2]), rd=rb)
    return {"rd": rd, "rb": rb}


def private_pieces(builder: Builder) -> None:
    """Accesses of all sizes to the private memory of each lane."""
    rng = builder.rng
    register = builder.take_register()
    if register is None:
        return
    size = rng.choice([1, 2, 4, 4])
    data = 4 * builder.own_words
    if data and byte_address(builder, register, size, data):
        accesses(builder, "private", size, register, data - (1 << (data.bit_length() - 1)))
        if rng.random() < 0.3:
            accesses(builder, "private", rng.choice([each for each in (1, 2, 4) if each <= size]), register, 0)
    builder.free.append(register)


def raw_part(builder: Builder) -> None:
    """An access that is not aligned, or outside, in some lanes or all: a trap, mostly."""
    rng = builder.rng
    register = builder.take_register()
    if register is None:
        return
    space = rng.choice(["local", "private", "private"])
    size = rng.choice([1, 2, 4]) if space == "private" else rng.choice([1, 2])
    end = 4 * (builder.own_words if space == "private" else builder.machine.local.words)
    builder.emit("mov.b32", rd=register, ra=SPECIALS[rng.choice(["lane_id", "thread_id", "warp_id"])])
    if rng.random() < 0.5:
        builder.emit_with_constant("shl.b32", "b", rng.randint(0, 3), rd=register, ra=register)
    offset = rng.choice([0, 1, 2, end - 1, end - 2, end - 4, end, 0xFFFF_FFFF, 0xFFFF_FFFC]) & 0xFFFF_FFFF
    loads, stores = part_names(space, size)
    if rng.random() < 0.5:
        emit_access(builder, rng.choice(loads), register, offset, {"rd": rng.choice(builder.free)})
    else:
        emit_access(builder, rng.choice(stores), register, offset, {"rb": builder.source()})
    builder.free.append(register)


def bundled_part(builder: Builder, rd: int, source: int) -> Instruction | None:
    """An access at a constant address, for a bundle; without races one to private memory."""
    rng = builder.rng
    spaces = ["private"] * (builder.own_words > 0) + ["local", "atomic"] * builder.may_race
    if not spaces:
        return None
    space = rng.choice(spaces)
    if space == "atomic":
        index = builder.constant(rng.randrange(builder.machine.local.words))
        name = f"atom.local.{rng.choice(ATOMICS[:-1])}"
        return None if index is None else Instruction(INSTRUCTIONS[name], rd=rd, rb=source, csel="a", const=index)
    size = rng.choice([1, 2, 4]) if space == "private" else rng.choice([1, 2])
    data = 4 * (builder.own_words if space == "private" else builder.machine.local.words)
    index = builder.constant(rng.randrange(data // size) * size)
    if index is None:
        return None
    loads, stores = part_names(space, size)
    if rng.random() < 0.5:
        return Instruction(INSTRUCTIONS[rng.choice(loads)], rd=rd, csel="a", const=index)
    return Instruction(INSTRUCTIONS[rng.choice(stores)], rb=source, csel="a", const=index)
