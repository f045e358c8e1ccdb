"""Selection of calls: work-item functions, barriers, instructions by name."""

from __future__ import annotations

import re
from typing import Final

from isa.program.program import FINE
from isa.table.table import INDEXED, INSTRUCTIONS, SPECIALS
from simt.compiler.backend import floats, memory
from simt.compiler.backend.emission import Condition
from simt.compiler.backend.intrinsics import intrinsic
from simt.compiler.backend.ops import ZERO, Immediate, Operand, Operation, Special
from simt.compiler.backend.selection import Selection
from simt.compiler.llvm.ir import Instruction, Number
from simt.compiler.types import COPIES, MACHINE, NEVER, PROBE, SPECIAL, WORK_ITEM

_MANGLED: Final = re.compile(r"_Z(\d+)(\w+)")
_FENCES: Final = ("mem_fence", "read_mem_fence", "write_mem_fence", "sub_group_barrier")
BARRIERS: Final = ("barrier", "work_group_barrier")


def plain_name(mangled: str) -> str:
    """Return the name of a builtin function without the types of its parameters; any other name is unchanged."""
    match = _MANGLED.match(mangled)
    return match[2][: int(match[1])] if match else mangled


def is_across(instruction: Instruction) -> bool:
    """Return whether an instruction is a call by which lanes read others: its result depends on the active lanes."""
    spec = INSTRUCTIONS.get(instruction.detail.removeprefix(MACHINE)) if instruction.opcode == "call" else None
    return spec is not None and bool(spec.across)


def call(kernel: Selection, instruction: Instruction) -> None:
    """Select instructions for a call. Raises `CompileError`."""
    name = plain_name(instruction.detail)
    if name in WORK_ITEM:
        kernel.give(instruction, [_work_item(kernel, name, instruction)])
    elif name == "get_work_dim":
        kernel.give(instruction, [_special(kernel, "work_dim")])
    elif name in BARRIERS:
        kernel.append(Operation("bar", place=kernel.place))
    elif name in _FENCES:
        return  # the accesses of a warp enter their memory in program order, and take effect in it
    elif instruction.detail.startswith(MACHINE):
        _by_name(kernel, instruction)
    elif name == NEVER:
        kernel.give(instruction, [ZERO])
    elif instruction.detail.startswith(SPECIAL):
        kernel.give(instruction, [_special(kernel, instruction.detail.removeprefix(SPECIAL))])
    elif instruction.detail.startswith(PROBE):
        _probe(kernel, instruction)
    elif instruction.detail.startswith(COPIES):
        memory.copy(kernel, instruction)
    elif instruction.detail.startswith("llvm."):
        kernel.by_elements(instruction, intrinsic(kernel, instruction))
    elif name == "printf":
        raise kernel.wrong("a kernel cannot print", "write what you want to see to a buffer")
    else:
        raise kernel.wrong(f"the function `{name}` is not compiled", "the library of builtins does not have it")


def _work_item(kernel: Selection, name: str, instruction: Instruction) -> Operand:
    pattern, beyond = WORK_ITEM[name]
    dimension = instruction.operands[0]
    if isinstance(dimension, Number):
        if dimension.bits > 2:
            return Immediate(beyond)
        if name == "get_local_size" and kernel.work_group:
            return Immediate(kernel.work_group[dimension.bits])
        if name == "get_local_id" and kernel.work_group and kernel.work_group[dimension.bits] == 1:
            return ZERO
        return _special(kernel, pattern.format("xyz"[dimension.bits]))
    value: Operand = Immediate(beyond)
    for place, letter in enumerate("xyz"):
        is_this = Condition("eq.u32", kernel.word(dimension), Immediate(place))
        value = kernel.choose(
            is_this, kernel.register(_special(kernel, pattern.format(letter))), kernel.register(value)
        )
    return value


def _special(kernel: Selection, name: str) -> Operand:
    if name in SPECIALS:
        return Special(name)
    if name in INDEXED:
        return Immediate(0, name)  # it replaces an instruction's constant
    raise kernel.wrong(f"`{name}` is not known to a kernel", "pass it as a parameter")


def _probe(kernel: Selection, instruction: Instruction) -> None:
    """Select a probe: a move of its operand to a register that is never read."""
    word = kernel.word(instruction.operands[0])
    if word != Immediate(FINE):
        probe = int(instruction.detail.removeprefix(PROBE))
        kernel.append(Operation("mov.b32", kernel.code.new(), (word,), place=kernel.place, probe=probe))


def _by_name(kernel: Selection, instruction: Instruction) -> None:
    name = instruction.detail.removeprefix(MACHINE)
    spec = INSTRUCTIONS.get(name)
    if spec is None:
        raise kernel.wrong(f"there is no instruction `{name}`")
    kernel.need(name, f"`{name}`")
    sources = [
        floats.operand(kernel, kernel.words(value), 64) if value.type.words == 2 else kernel.word(value)
        for value in instruction.operands
    ]
    result = kernel.emit(name, *sources, is_pure=not spec.across)
    kernel.give(instruction, floats.words_of(result, 32 * spec.registers_of("rd")))
