"""Selection of loads, stores and atomics of global, local and private memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from simt.compiler.backend.declarations import BYTES_OF, granule
from simt.compiler.backend.integers import extended
from simt.compiler.backend.ops import ZERO, Address, Immediate, Operand, Register
from simt.compiler.backend.selection import Selection
from simt.compiler.errors import LACKING
from simt.compiler.llvm.expand import MOST_COPIED
from simt.compiler.llvm.ir import Instruction, Number
from simt.compiler.llvm.objects import source_name

_ATOMICS: Final = {
    "add": "add.u32", "sub": "add.u32", "umin": "min.u32", "umax": "max.u32", "min": "min.s32", "max": "max.s32",
    "and": "and.b32", "or": "or.b32", "xor": "xor.b32", "xchg": "exch.b32",
}  # fmt: skip


def packed(kernel: Selection, parts: Sequence[Operand], bits: int, *, are_clean: bool = False) -> list[Operand]:
    """Pack parts of `bits` bits into words, the lowest first. are_clean: whether the bits above each part are 0."""
    count, words = 32 // bits, []
    for first in range(0, len(parts), count):
        word: Operand = ZERO
        for place, part in enumerate(parts[first : first + count]):
            low = part if are_clean or place == count - 1 else extended(kernel, "u", part, bits)
            moved = _shifted(kernel, low, "shl.b32", place * bits)
            word = moved if word == ZERO else kernel.emit("or.b32", word, moved)
        words.append(word)
    return words


def unpacked(kernel: Selection, words: Sequence[Operand], bits: int) -> Iterator[Operand]:
    """Return the parts of words, of `bits` bits each; higher bits are undefined."""
    return (_shifted(kernel, word, "shr.u32", place) for word in words for place in range(0, 32, bits))


def load(kernel: Selection, instruction: Instruction) -> None:
    """Select a load. Raises `CompileError`."""
    pointer = _guarded(kernel, kernel.pointer(instruction.operands[0]), instruction)
    kind, size = instruction.type, instruction.type.scalar.size
    if pointer.memory == "param":
        if pointer.register is None and pointer.offset % 4 == 0 and size >= 4:
            first = pointer.offset // 4
            kernel.give(instruction, [Immediate(0, f"{pointer.symbol}_{first + place}") for place in range(kind.words)])
            return
        pointer = in_memory(kernel, pointer)
    count = 4 * kind.words if size >= 4 else size * len(kind.elements)
    step = granule(kind, instruction.align)
    if step == 4:
        words = _load_words(kernel, pointer, -(-count // 4), instruction.align)
        kernel.give(instruction, words if size >= 4 else list(unpacked(kernel, words, 8 * size))[: kind.count])
    else:
        parts: list[Operand] = [_read(kernel, pointer.after(place), step) for place in range(0, count, step)]
        words = packed(kernel, parts, 8 * step, are_clean=True) if step < size else parts
        kernel.give(
            instruction, list(unpacked(kernel, words, 8 * size))[: len(kind.elements)] if step < size < 4 else words
        )


def store(kernel: Selection, instruction: Instruction) -> None:
    """Select a store. Raises `CompileError`."""
    value, target = instruction.operands
    pointer = _guarded(kernel, kernel.pointer(target), instruction)
    if pointer.memory == "param":
        raise kernel.wrong("a struct that is a parameter is written to", "copy it to a variable first")
    size, words = value.type.scalar.size, kernel.words(value)
    step = granule(value.type, instruction.align, is_store=True)
    if step == 4:
        _store_words(kernel, pointer, words if size >= 4 else packed(kernel, words, 8 * size), instruction.align)
    else:
        rows = [list(unpacked(kernel, [word], 8 * step))[: -(-size // step)] for word in words]
        for place, part in enumerate(part for row in rows for part in row):
            _write(kernel, pointer.after(place * step), step, part)


def in_memory(kernel: Selection, pointer: Address) -> Address:
    """Return the address in a private copy of a struct that is passed by value; other addresses are unchanged.

    The first call for a struct adds the copy to the entry block. Raises `CompileError`.
    """
    if pointer.memory != "param":
        return pointer
    kernel.need("ld.private", "a struct that is a parameter and read with an index that is computed")
    size = kernel.made.structs[pointer.symbol]
    if pointer.symbol not in kernel.copied:
        name = kernel.copied[pointer.symbol] = kernel.made.private(pointer.symbol, size)
        block, kernel.block = kernel.block, kernel.code.blocks[kernel.flow.entry]
        for place in range(0, size, 4):
            word = kernel.emit("mov.b32", Immediate(0, f"{pointer.symbol}_{place // 4}"), is_pure=False)
            kernel.access("st.private", Immediate(place, name), ZERO, word)
        kernel.block = block
    return Address("private", 1, kernel.copied[pointer.symbol], pointer.offset, pointer.register)


def _guarded(kernel: Selection, pointer: Address, instruction: Instruction) -> Address:
    """Return the address of an access; lanes in which its guard does not hold get the address of unused words."""
    if instruction.guard is None or pointer.memory == "param":
        return pointer
    condition = kernel.condition(instruction.guard)
    unused = kernel.made.unused(pointer.memory, pointer.unit)
    if pointer.memory in ("local", "private") and pointer.register is not None:
        outside = Immediate(-pointer.offset & 0xFFFFFFFF, f"{unused} - {pointer.symbol}" if pointer.symbol else unused)
        return replace(pointer, register=kernel.choose(condition, pointer.register, outside))
    register = kernel.choose(condition, kernel.address(pointer), Immediate(0, unused))
    return replace(pointer, symbol="", offset=0, register=register)


def _shifted(kernel: Selection, word: Operand, name: str, by: int) -> Operand:
    return kernel.emit(name, word, Immediate(by)) if by else word


def _read(kernel: Selection, pointer: Address, size: int) -> Register:
    """Load 1, 2, 4, 8 or 16 bytes; the bits of a word above 1 or 2 bytes are 0."""
    part = "" if size == 4 else f".{'u' if size < 4 else 'b'}{8 * size}"
    what = "a load" if size >= 4 else "a load of a part of a word"
    return _access(kernel, f"ld.{pointer.memory}{part}", pointer, what=what)


def _write(kernel: Selection, pointer: Address, size: int, data: Operand) -> None:
    """Store the lowest 1, 2 or 4 bytes of a word, or the 8 or 16 bytes of a group."""
    part = "" if size == 4 else f".b{8 * size}"
    what = "a store" if size >= 4 else "a store of a part of a word"
    _access(kernel, f"st.{pointer.memory}{part}", pointer, data, what=what)


def _pieces(pointer: Address, words: int, align: int) -> Iterator[tuple[int, int]]:
    """Yield the first word and the number of words of each access: up to four in aligned accesses to global memory."""
    place = 0
    while place < words:
        width = 1
        if pointer.memory == "global":
            width = next(
                size for size in (4, 2, 1)
                if place + size <= words and align % (4 * size) == 0 and 4 * place % (4 * size) == 0
            )  # fmt: skip
        yield place, width
        place += width


def _load_words(kernel: Selection, pointer: Address, words: int, align: int) -> list[Operand]:
    loaded: list[Operand] = []
    for place, width in _pieces(pointer, words, align):
        first = _read(kernel, pointer.after(4 * place), 4 * width)
        loaded += [Register(first.unit + number) for number in range(width)]
    return loaded


def _store_words(kernel: Selection, pointer: Address, words: Sequence[Operand], align: int) -> None:
    for place, width in _pieces(pointer, len(words), align):
        data = kernel.group(words[place : place + width]) if width > 1 else words[place]
        _write(kernel, pointer.after(4 * place), 4 * width, data)


def _access(kernel: Selection, name: str, pointer: Address, *data: Operand, what: str) -> Register:
    """Append an access. Accesses to words of local memory take word addresses, all others byte addresses.

    what: the kind of access, for the error of a machine that lacks it. Raises `CompileError`.
    """
    kernel.need(name, f"{what} of {pointer.memory} memory")
    counts_words = (pointer.memory == "local" and name in ("ld.local", "st.local")) or name.startswith("atom.local")
    if counts_words and pointer.unit == 1:
        pointer = _in_words(kernel, pointer)
    base = pointer.register
    offset = Immediate(pointer.offset & 0xFFFFFFFF, pointer.symbol)
    if base is None:
        return kernel.access(name, offset, ZERO, *data)
    if isinstance(base, Immediate):
        base = kernel.register(base)
    return kernel.access(name, base, offset, *data)


def _in_words(kernel: Selection, pointer: Address) -> Address:
    """Turn a byte address in local memory, a multiple of 4, into a word address."""
    register = pointer.register
    if register is not None and pointer.offset % 4:  # neither is a multiple, their sum is
        register = kernel.emit("add.u32", register, Immediate(pointer.offset & 0xFFFFFFFF))
        pointer = replace(pointer, offset=0)
    if register is not None:
        register = kernel.emit("shr.s32", register, Immediate(2))
    return Address(pointer.memory, 4, pointer.symbol.removeprefix(BYTES_OF), pointer.offset // 4, register)


def allocate(kernel: Selection, instruction: Instruction) -> None:
    """Select a remaining `alloca`: an array of private memory. Raises `CompileError`."""
    assert instruction.element is not None
    kernel.need("ld.private", "an array with an index that is computed")
    name = kernel.made.private(instruction.result, instruction.element.size)
    kernel.made.shape(name, source_name(instruction.result), "private", instruction.element)
    kernel.pointers[instruction.result] = Address("private", 1, name)


def copy(kernel: Selection, instruction: Instruction) -> None:
    """Select `llvm.memcpy`, `llvm.memmove` or `llvm.memset` of a known number of bytes. Raises `CompileError`."""
    size = instruction.operands[2]
    if not isinstance(size, Number) or size.bits > MOST_COPIED:
        raise kernel.wrong("a copy of this many bytes, or of an unknown number", "write a loop")
    target = kernel.pointer(instruction.operands[0])
    is_set = ".memset" in instruction.detail
    source = target if is_set else in_memory(kernel, kernel.pointer(instruction.operands[1]))
    step = max(4 if size.bits % 4 == 0 and instruction.align % 4 == 0 else 1, target.unit, source.unit)
    places = range(0, size.bits, step)
    if is_set:
        byte = extended(kernel, "u", kernel.word(instruction.operands[1]), 8)
        words = [kernel.scaled(byte, 0x01010101) if step == 4 else byte] * len(places)
    else:
        words = [_read(kernel, source.after(place), step) for place in places]
    for place, word in zip(places, words, strict=True):
        _write(kernel, target.after(place), step, word)


def atomic(kernel: Selection, instruction: Instruction) -> None:
    """Select an `atomicrmw`. Raises `CompileError`."""
    pointer, value = kernel.pointer(instruction.operands[0]), kernel.word(instruction.operands[1])
    if instruction.type.size != 4 or instruction.detail not in _ATOMICS:
        raise kernel.wrong(f"the atomic operation `{instruction.detail}` on {instruction.type} is not compiled")
    if instruction.detail == "sub":
        value = kernel.emit("sub.u32", ZERO, value)
    name = _atomic_name(kernel, pointer, _ATOMICS[instruction.detail])
    kernel.give(instruction, [_access(kernel, name, pointer, value, what="an atomic operation")])


def exchange(kernel: Selection, instruction: Instruction) -> None:
    """Select a `cmpxchg`: the old word, and whether it was the expected one. Raises `CompileError`."""
    pointer = kernel.pointer(instruction.operands[0])
    expected, new = (kernel.word(operand) for operand in instruction.operands[1:])
    pair = kernel.group([expected, new])
    old = _access(kernel, _atomic_name(kernel, pointer, "cas.b32"), pointer, pair, what="a compare-and-exchange")
    kernel.give(instruction, [old, kernel.emit("eq.u32", old, expected)])


def _atomic_name(kernel: Selection, pointer: Address, operation: str) -> str:
    if pointer.memory == "private":
        raise kernel.wrong("an atomic operation on private memory", "only one work-item sees it", LACKING)
    return f"atom.{operation}" if pointer.memory == "global" else f"atom.local.{operation}"
