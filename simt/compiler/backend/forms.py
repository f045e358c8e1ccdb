"""LLVM IR in the forms that are wanted: multiply-adds, loops whose exits ask for the new value, jumps with places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from simt.compiler.backend.graph import flow_of
from simt.compiler.llvm.ir import Block, Function, Instruction, Name, Number


def place_jumps(function: Function) -> None:
    """Give the jumps that LLVM makes of a `switch`, which have no place, that of what comes before on every way."""
    if all(len(block.instructions[-1].labels) < 2 or block.instructions[-1].place.line for block in function.blocks):
        return
    flow = flow_of(function)
    blocks = {block.name: block for block in function.blocks}
    latest = {flow.entry: function.place}
    for name in flow.number:
        *_, jump = instructions = blocks[name].instructions
        places = [each.place for each in instructions if each.place.line]
        latest[name] = places[-1] if places else latest[flow.dominator[name]]
        if len(jump.labels) > 1:
            instructions[-1] = replace(jump, place=latest[name])


def join_products(function: Function, can: Callable[[str], bool]) -> None:
    """Turn sums with a product of the same block that nobody else reads into multiply-adds, which give the same bits.

    can: tells whether the machine has an instruction.
    """
    uses = Counter(
        value.name for block in function.blocks for instruction in block.instructions
        for value in instruction.operands if isinstance(value, Name)
    )  # fmt: skip
    gone = set()
    for block in function.blocks:
        products = {
            each.result: each for each in block.instructions if each.opcode == "fmul" and uses[each.result] == 1
        }
        for place, each in enumerate(block.instructions):
            if each.opcode != "fadd" or not can(f"mad.f{each.bits}"):
                continue
            names = [value.name if isinstance(value, Name) else "" for value in each.operands]
            name = next((name for name in names if name in products), "")
            if name:
                operands = (*products.pop(name).operands, each.operands[1 - names.index(name)])
                block.instructions[place] = replace(each, opcode="call", detail="llvm.fmuladd", operands=operands)
                gone.add(name)
        block.instructions = [each for each in block.instructions if each.result not in gone]


def ask_for_new_values(function: Function) -> None:
    """Turn compares of a counter's old value with a number into compares of its new value, where both say the same."""
    for block in function.blocks:
        steps = {
            instruction.operands[0].name: instruction
            for instruction in block.instructions
            if instruction.opcode == "add" and isinstance(instruction.operands[0], Name)
            and isinstance(instruction.operands[1], Number)
        }  # fmt: skip
        phis = {instruction.result for instruction in block.instructions if instruction.opcode == "phi"}
        for place, instruction in enumerate(block.instructions):
            if instruction.opcode == "icmp" and isinstance(instruction.operands[0], Name):
                step = steps.get(instruction.operands[0].name)
                if step is not None and instruction.operands[0].name in phis and _is_last_use(block, instruction):
                    block.instructions[place] = _moved(instruction, step)


def _is_last_use(block: Block, compare: Instruction) -> bool:
    """Tell whether a compare decides the end of its block."""
    end = block.instructions[-1]
    return bool(end.operands) and end.operands[0] == Name(compare.type, compare.result)


def _moved(compare: Instruction, step: Instruction) -> Instruction:
    left, right = compare.operands
    by = step.operands[1]
    if not isinstance(right, Number) or not isinstance(by, Number):
        return compare
    size = 1 << right.type.bits
    number = right.bits + by.bits
    if compare.detail in ("eq", "ne"):
        number %= size
    elif compare.detail[0] != "u" or "nuw" not in step.flags or number >= size:
        return compare
    new = (Name(left.type, step.result), Number(right.type, number))
    return replace(compare, operands=new)
