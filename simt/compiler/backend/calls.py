"""Selection of calls: work-item functions, barriers, instructions by name."""

from __future__ import annotations

import re
from typing import Final

from isa.program.program import FINE
from isa.table.table import INDEXED, INSTRUCTIONS, SPECIALS
from simt.compiler.backend import floats, memory
from simt.compiler.backend.emission import Condition
from simt.compiler.backend.intrinsics import intrinsic
from simt.compiler.backend.ops import ZERO, Constant, Operand, Operation, Special
from simt.compiler.backend.selection import Selection
from simt.compiler.llvm.ir import Instruction, Number
from simt.compiler.types import PROBE

MACHINE: Final = "__simt_op_"  # prefix of a call of a machine's instruction
_MANGLED: Final = re.compile(r"_Z(\d+)(\w+)")
# OpenCL's work-item functions: the special source of a dimension, and the value beyond three dimensions.
WORK_ITEM: Final = {
    "get_global_id": ("global_id_{}", 0), "get_local_id": ("local_id_{}", 0), "get_group_id": ("group_id_{}", 0),
    "get_global_size": ("global_size_{}", 1), "get_local_size": ("group_size_{}", 1),
    "get_num_groups": ("groups_{}", 1), "get_global_offset": ("global_offset_{}", 0),
}  # fmt: skip
_FENCES: Final = ("mem_fence", "read_mem_fence", "write_mem_fence")
_BARRIERS: Final = ("barrier", "work_group_barrier")


def plain_name(mangled: str) -> str:
    """The name of a builtin function without the types of its parameters."""
    match = _MANGLED.match(mangled)
    return match[2][: int(match[1])] if match else mangled


def call(at: Selection, instruction: Instruction) -> None:
    """Select a call."""
    name = plain_name(instruction.detail)
    if name in WORK_ITEM:
        at.give(instruction, [_work_item(at, name, instruction)])
    elif name == "get_work_dim":
        at.give(instruction, [_special(at, "work_dim")])
    elif name in _BARRIERS:
        at.append(Operation("bar", place=at.place))
        at.forget_carry()
    elif name in _FENCES:
        return  # a warp has one access in flight, and the memories keep a warp's accesses in order
    elif instruction.detail.startswith(MACHINE):
        _by_name(at, instruction)
    elif instruction.detail.startswith(PROBE):
        _probe(at, instruction)
    elif instruction.detail.startswith(("llvm.memcpy.", "llvm.memmove.", "llvm.memset.")):
        memory.copy(at, instruction)
    elif instruction.detail.startswith("llvm."):
        at.by_elements(instruction, intrinsic(at, instruction))
    elif name == "printf":
        raise at.wrong("a kernel cannot print", "write what you want to see to a buffer")
    else:
        raise at.wrong(f"the function `{name}` is not compiled", "the library of builtins does not have it")


def _work_item(at: Selection, name: str, instruction: Instruction) -> Operand:
    pattern, beyond = WORK_ITEM[name]
    dimension = instruction.operands[0]
    if isinstance(dimension, Number):
        if dimension.bits > 2:
            return Constant(beyond)
        if name == "get_local_size" and at.work_group:
            return Constant(at.work_group[dimension.bits])
        if name == "get_local_id" and at.work_group and at.work_group[dimension.bits] == 1:
            return ZERO
        return _special(at, pattern.format("xyz"[dimension.bits]))
    value: Operand = Constant(beyond)
    for place, letter in enumerate("xyz"):
        is_this = Condition("eq.u32", at.word(dimension), Constant(place))
        value = at.choose(is_this, at.register(_special(at, pattern.format(letter))), at.register(value))
    return value


def _special(at: Selection, name: str) -> Operand:
    if name in SPECIALS:
        return Special(name)
    if name in INDEXED:
        return Constant(0, name)  # it replaces an instruction's constant
    raise at.wrong(f"`{name}` is not known to a kernel", "pass it as a parameter")


def _probe(at: Selection, instruction: Instruction) -> None:
    """Select a probe: a move of its operand to a register that is never read."""
    word = at.word(instruction.operands[0])
    if word != Constant(FINE):
        probe = int(instruction.detail.removeprefix(PROBE))
        at.append(Operation("mov.b32", at.code.new(), (word,), place=at.place, probe=probe))


def _by_name(at: Selection, instruction: Instruction) -> None:
    """Select an instruction of the machine that is called by its name."""
    name = instruction.detail.removeprefix(MACHINE)
    spec = INSTRUCTIONS.get(name)
    if spec is None:
        raise at.wrong(f"there is no instruction `{name}`")
    at.need(name, f"`{name}`")
    sources = [
        floats.operand(at, at.words(value), 64) if value.type.words == 2 else at.word(value)
        for value in instruction.operands
    ]
    result = at.emit(name, *sources)
    at.give(instruction, floats.words_of(result, 32 * spec.registers_of("rd")))
