"""The arrays of a program in local and in global memory: tables of their addresses, and views by name.

In a *bound* program every buffer has its length and its address.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from isa.program.buffers import FIRST_BUFFER

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from isa.program.program import Program

TYPES: dict[str, type[np.generic]] = {  # numpy's types by the assembler's
    "f32": np.float32,
    "f64": np.float64,
    "u64": np.uint64,
    "s64": np.int64,
    "u16": np.uint16,
    "s16": np.int16,
    "u8": np.uint8,
    "s8": np.int8,
    "u32": np.uint32,
    "s32": np.int32,
    "b32": np.uint32,
}


class Shaped(np.ndarray):
    """A flat array that remembers in `dimensions` the shape in which the user gave it."""

    dimensions: tuple[int, ...]

    @classmethod
    def of(cls, elements: np.ndarray, dimensions: Sequence[int]) -> Shaped:
        """Return flat elements that remember `dimensions`."""
        shaped = elements.view(cls)
        shaped.dimensions = tuple(dimensions)
        return shaped

    def __array_finalize__(self, other: Any) -> None:
        dimensions = getattr(other, "dimensions", ())
        self.dimensions = dimensions if math.prod(dimensions) == self.size else self.shape

    def __reduce__(self) -> Any:
        return Shaped.of, (np.asarray(self), self.dimensions)


def words_of(array: np.ndarray) -> np.ndarray:
    """Return the elements of an array as words of memory, uint32 [words]. The last word may be padded with zeros."""
    parts = array.view(np.uint8)
    return np.pad(parts, (0, -len(parts) % 4)).view(np.uint32)


def local_arrays(program: Program, memory: np.ndarray) -> dict[str, np.ndarray]:
    """Return the arrays in local memory by name: views of `memory`, in their types. memory: uint32 [local words]."""
    return {
        name: memory[array.address :][: array.words].view(TYPES[array.type])[: array.length]
        for name, array in program.locals.items()
    }


def buffer_table(program: Program) -> np.ndarray:
    """Return the address of each buffer of a bound program, and its size in bytes, in order: int64 [buffers, 2]."""
    rows = [(program.constants[entry.index], 4 * entry.words) for entry in program.buffers.values()]
    return np.array(rows, np.int64).reshape(-1, 2)


def buffer_spans(program: Program) -> np.ndarray:
    """Return the first address of each buffer of a bound program, and the address after its end: int64 [buffers, 2]."""
    table = buffer_table(program)
    return np.stack((table[:, 0], table.sum(axis=1)), axis=1)


def memory_words(program: Program) -> int:
    """Return the number of words from the first buffer of a bound program to the end of its last; 0 without buffers."""
    table = buffer_table(program)
    return int(table[-1].sum() - FIRST_BUFFER) // 4 if len(table) else 0


def buffer_arrays(program: Program, memory: np.ndarray) -> dict[str, np.ndarray]:
    """Return the buffers of a bound program by name: views of `memory`, [elements] each, in the buffers' types.

    memory: uint32 [words] from the start of the first buffer, as in `simt.launch.inputs.BoundProgram`.
    """
    return {
        entry.name: memory[(start - FIRST_BUFFER) // 4 :][: entry.words].view(TYPES[entry.type])[: entry.length]
        for entry, (start, _) in zip(program.buffers.values(), buffer_table(program).tolist(), strict=True)
    }


def changed_buffers(before: Mapping[str, np.ndarray], after: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the buffers of `after` that differ from `before`, by name. A buffer that is not in `before` was 0."""
    changed = {}
    for name, array in after.items():
        now, old = array.view(np.uint8), before.get(name)
        if now.any() if old is None else not np.array_equal(now, old.view(np.uint8)):
            changed[name] = array
    return changed


def place_in_buffer(program: Program, pc: int, address: int) -> tuple[str, int]:
    """Return the name of the buffer that an access was meant for, and the access's offset in the buffer, in bytes.

    This is the buffer that the instruction names, or else the buffer nearest to the address. The offset is negative
    before the buffer. A program without buffers gives ("", address).
    """
    if not program.buffers:
        return "", address
    spans = dict(zip(program.buffers.values(), buffer_spans(program).tolist(), strict=True))
    instruction = program.instructions[pc]
    offsets = {word.index: word.buffer for word in program.offsets}
    for buffer, (start, _) in spans.items():
        if (
            instruction is not None
            and instruction.csel in ("a", "c")
            and (instruction.const == buffer.index or offsets.get(instruction.const) == buffer.name)
        ):
            signed = address - (1 << 32) if address - start >= 1 << 31 else address
            return buffer.name, signed - start

    def distance(start: int, end: int) -> int:
        return max(start - address, address - end + 1, 0)

    nearest = min(spans, key=lambda buffer: distance(*spans[buffer]))
    return nearest.name, address - spans[nearest][0]
