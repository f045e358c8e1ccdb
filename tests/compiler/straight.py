"""What a program without jumps leaves, by numpy: of many more work-items than a simulator runs in the time.

Written from docs/processor.md, section 8, for the instructions with which compiled kernels divide.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np

from isa.program.encoding import Instruction
from isa.program.program import Program
from isa.table.table import FIRST_SPECIAL

Words = np.ndarray  # of uint32, one for each work-item

_NAN: Final = np.uint32(0x7FC0_0000)


def _single(value: np.ndarray) -> Words:
    """The words of float32, with the one NaN that there is."""
    return np.where(np.isnan(value), _NAN, value.view(np.uint32))


def _to_integer(a: Words) -> Words:
    value = np.nan_to_num(a.view(np.float32).astype(np.float64), nan=0.0)
    return np.clip(value, 0, 0xFFFF_FFFF).astype(np.uint64).astype(np.uint32)


_RESULTS: Final[dict[str, Callable[..., Words]]] = {
    "add.u32": lambda a, b: a + b,
    "sub.u32": lambda a, b: a - b,
    "mul.u32": lambda a, b: a * b,
    "xor.b32": lambda a, b: a ^ b,
    "shl.b32": lambda a, b: a << (b & np.uint32(31)),
    "shr.s32": lambda a, b: (a.view(np.int32) >> (b & np.uint32(31)).view(np.int32)).view(np.uint32),
    "min.u32": np.minimum,
    "max.s32": lambda a, b: np.maximum(a.view(np.int32), b.view(np.int32)).view(np.uint32),
    "cvt.f32.u32": lambda a: a.astype(np.float32).view(np.uint32),
    "cvt.u32.f32": _to_integer,
    "mul.f32": lambda a, b: _single(a.view(np.float32) * b.view(np.float32)),
    "rcp.f32": lambda a: _single(np.float32(1) / a.view(np.float32)),  # division rounds as `rcp` does: to nearest
    "select_nz.b32": lambda a, b, c: np.where(c != 0, a, b),
}
_COMPARES: Final[dict[str, Callable[[Words, Words], np.ndarray]]] = {
    "ge.u32": np.greater_equal,
    "eq.u32": np.equal,
    "lt.s32": lambda a, b: a.view(np.int32) < b.view(np.int32),
}


def left_by(program: Program, loads: Sequence[Words]) -> Words:
    """What the one store of a program stores. loads: what its loads give, in their order."""
    given = iter(loads)
    carry = np.zeros(len(loads[0]), bool)
    registers: dict[int, Words] = {}
    for instruction in program.instructions:
        assert instruction is not None
        assert instruction.cond == "always", "a jump"
        name = instruction.spec.name
        if name == "ld.global":
            registers[instruction.rd] = next(given)
            continue
        sources = [_source(program, instruction, slot, registers, len(carry)) for slot in instruction.spec.sources]
        if name == "st.global":
            return sources[1]
        if name in _COMPARES:
            carry = _COMPARES[name](*sources)
            result = carry.astype(np.uint32)
        elif name == "select.b32":
            result = np.where(carry, *sources)
        else:
            with np.errstate(all="ignore"):
                result = _RESULTS[name](*sources)
        registers[instruction.rd] = result
    raise AssertionError("nothing is stored")


def _source(program: Program, instruction: Instruction, slot: str, registers: Mapping[int, Words], size: int) -> Words:
    if slot == instruction.csel:
        return np.full(size, program.constants[instruction.const], np.uint32)
    number = getattr(instruction, f"r{slot}")
    if number >= FIRST_SPECIAL:  # only addresses are made of these
        return np.zeros(size, np.uint32)
    return registers[number]
