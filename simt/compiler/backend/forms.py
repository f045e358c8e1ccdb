"""LLVM IR in the forms that the back end needs: multiply-adds, loops that test the new value, jumps with places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from simt.compiler.backend.graph import flow_of
from simt.compiler.llvm.ir import Function, Instruction, IrBlock, Name, Number


def place_jumps(function: Function) -> None:
    """Give the jumps that LLVM makes from a `switch`, which have no source line, the line of the code before them."""
    if all(len(block.instructions[-1].labels) < 2 or block.instructions[-1].place.line for block in function.blocks):
        return
    flow = flow_of(function)
    blocks = {block.name: block for block in function.blocks}
    latest = {flow.entry: function.place}
    for name in flow.number:
        *_, jump = instructions = blocks[name].instructions
        places = [op.place for op in instructions if op.place.line]
        latest[name] = places[-1] if places else latest[flow.dominator[name]]
        if len(jump.labels) > 1:
            instructions[-1] = replace(jump, place=latest[name])


def join_products(function: Function, can: Callable[[str], bool]) -> None:
    """Turn each product whose only use is a sum in its block into a multiply-add that rounds both.

    can: returns whether the machine has an instruction.
    """
    uses = Counter(
        value.name for block in function.blocks for instruction in block.instructions
        for value in instruction.operands if isinstance(value, Name)
    )  # fmt: skip
    gone = set()
    for block in function.blocks:
        products = {op.result: op for op in block.instructions if op.opcode == "fmul" and uses[op.result] == 1}
        for place, op in enumerate(block.instructions):
            if op.opcode != "fadd" or not can(f"mad.f{op.bits}"):
                continue
            names = [value.name if isinstance(value, Name) else "" for value in op.operands]
            name = next((name for name in names if name in products), "")
            if name:
                operands = (*products.pop(name).operands, op.operands[1 - names.index(name)])
                block.instructions[place] = replace(op, opcode="call", detail="llvm.fmuladd", operands=operands)
                gone.add(name)
        block.instructions = [op for op in block.instructions if op.result not in gone]


def compare_after_steps(function: Function) -> None:
    """Let a compare that decides the jump of its block read a loop counter after the counter's step, not before.

    The outcome is the same, because the other side of the compare is changed by the step as well. For `eq` and `ne` the
    other side may be a number, or a value for which a sum is computed before the loop. For an unsigned compare it must
    be a number, and neither the counter nor the number may wrap. Other compares still read the old value. A compare
    that precedes the step moves to the end of its block; then the jump must be its only use.
    """
    flow = flow_of(function)
    uses = Counter(
        value.name for op in function.instructions() for value in (*op.operands, op.guard)
        if isinstance(value, Name)
    )  # fmt: skip
    blocks = {block.name: block for block in function.blocks if block.name in flow.number}
    homes = {op.result: name for name, block in blocks.items() for op in block.instructions}
    for block in blocks.values():
        steps = {
            instruction.operands[0].name: instruction
            for instruction in block.instructions
            if instruction.opcode == "add" and isinstance(instruction.operands[0], Name)
            and isinstance(instruction.operands[1], Number)
        }  # fmt: skip
        head = flow.header[block.name]
        phis = {op.result for op in blocks[head].instructions if op.opcode == "phi"} if head else set()
        for compare in [*block.instructions]:
            if compare.opcode != "icmp" or not _decides_the_end(block, compare):
                continue
            old, right = compare.operands
            step = steps.get(old.name) if isinstance(old, Name) and old.name in phis else None
            if step is None:
                continue
            place = block.instructions.index(compare)
            is_before = step in block.instructions[place:]
            if is_before and uses[compare.result] > 1:
                continue
            if isinstance(right, Number):
                block.instructions[place] = _moved(compare, step)
            elif (
                isinstance(right, Name) and compare.detail in ("eq", "ne")
                and homes.get(right.name) not in flow.loops[head]
            ):  # fmt: skip
                name = f"{compare.result}.{step.result}"
                total = Instruction("add", right.type, name, (right, step.operands[1]), place=compare.place)
                blocks[flow.dominator[head]].instructions.insert(-1, total)
                new = Name(old.type, step.result), Name(right.type, name)
                block.instructions[place] = replace(compare, operands=new)
            if is_before:
                block.instructions.insert(-1, block.instructions.pop(place))


def _decides_the_end(block: IrBlock, compare: Instruction) -> bool:
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
