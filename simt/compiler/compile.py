"""From LLVM IR to a program of a machine."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Final

from isa.assembler import assemble
from isa.table import INSTRUCTIONS
from simt.compiler.backend.declarations import declare
from simt.compiler.backend.emit import assembly
from simt.compiler.backend.graph import Flow
from simt.compiler.backend.loops import ask_for_new_values
from simt.compiler.backend.lower import lower
from simt.compiler.backend.ops import Code
from simt.compiler.backend.predicate import without_parting
from simt.compiler.backend.registers import Allocation, remove_dead
from simt.compiler.backend.selection import Selection
from simt.compiler.errors import REGISTERS, CompileError, with_source, wrong
from simt.compiler.llvm.ir import LOCAL, Function, Module
from simt.compiler.llvm.optimise import optimise
from simt.compiler.llvm.reader import read_module
from simt.compiler.place import Place

if TYPE_CHECKING:
    from isa.program import Program
    from simt.machine import Machine


_FIRST_LANE: Final = ("first_thread", "explicit_masks", "mask_stack")  # policies under which a jump is the warp's


@dataclass(frozen=True)
class Compiled:
    """A compiled kernel. places: the source line of each instruction."""

    program: Program
    assembly: str
    places: tuple[Place, ...]


def compile_kernel(
    ir: str, kernel: str, machine: Machine, *, lengths: Mapping[str, int] | None = None,
    group: Sequence[int] = (), sources: Mapping[str, str] | None = None,
) -> Compiled:  # fmt: skip
    """Compile a kernel of a module of LLVM IR for a machine.

    lengths: elements of the arrays that lie in local memory: of `__local` parameters and, on a machine without global
    memory, of all. group: the size of the work-groups, where the kernel does not say it. sources: the texts of the
    files that the IR names, for messages. Raises `CompileError`.
    """
    group = required_group(ir, kernel) or tuple(group)
    try:
        found = _compiled(optimise(ir, kernel, group=group), kernel, machine, lengths or {}, group)
        if machine.program.words and len(found.program.words) > machine.program.words:
            text = optimise(ir, kernel, group=group, unroll=False)
            shorter = _compiled(text, kernel, machine, lengths or {}, group)
            found = min(found, shorter, key=lambda each: len(each.program.words))
    except CompileError as error:
        raise with_source(error, sources or {}) from None
    return found


def required_group(ir: str, kernel: str) -> tuple[int, ...]:
    """What `reqd_work_group_size` says of a kernel, or ()."""
    found = re.search(rf"^define [^\n]*@{re.escape(kernel)}\([^\n]*!reqd_work_group_size (!\d+)", ir, re.MULTILINE)
    numbers = found and re.search(rf"^{found[1]} = !\{{(.*)\}}", ir, re.MULTILINE)
    return tuple(map(int, re.findall(r"i32 (\d+)", numbers[1]))) if numbers else ()


def _compiled(text: str, kernel: str, machine: Machine, lengths: Mapping[str, int], group: tuple[int, ...]) -> Compiled:
    module = read_module(text)
    function = module.functions[kernel]
    function.work_group = (*group, 1, 1)[:3] if group else ()
    ask_for_new_values(function)
    if machine.branch.policy in _FIRST_LANE:
        without_parting(function, machine.warp_size, machine.name)
    flow = Flow({block.name: list(block.instructions[-1].labels) for block in function.blocks})
    code = Code(kernel)
    at = Selection(code, flow, machine)
    made = declare(
        module, function, machine, lengths, has_parts_of_words=_has_parts_of_words(module, function, machine)
    )
    at.memories, at.variables = made.memories, made.variables
    at.values, at.pointers, at.conditions = made.values, made.pointers, {}
    at.work_group, at.can_add_to_buffers, at.unused = function.work_group, False, made.unused
    lower(at, function)
    remove_dead(code)
    allocation = Allocation(code)
    if allocation.count > machine.registers:
        message = f"the kernel needs {allocation.count} registers and {machine.name} has {machine.registers}"
        raise wrong(REGISTERS, message, function.place, f"-s registers={allocation.count}, or a shorter kernel")
    directives = list(made.lines)
    if function.work_group:
        directives.insert(0, f".threads {prod(function.work_group)}")
    source, places = assembly(code, allocation.number, directives)
    return Compiled(assemble(source, filename=f"{kernel}.s"), source, tuple(places))


def _has_parts_of_words(module: Module, function: Function, machine: Machine) -> bool:
    """Tell whether local memory is read or written in bytes or halves of words."""
    spaces = {LOCAL} if machine.has("global_memory") else {1, 2, LOCAL}
    for block in function.blocks:
        for instruction in block.instructions:
            if instruction.opcode in ("load", "store"):
                kind = instruction.type if instruction.opcode == "load" else instruction.operands[0].type
                space = instruction.operands[-1].type.space
                element = kind.element or kind
                is_packed = kind.kind == "vector" and instruction.align % 4 == 0 and kind.size % 4 == 0
                if space in spaces and element.size < 4 and not is_packed:
                    return "ld.local.u8" in INSTRUCTIONS
    return False
