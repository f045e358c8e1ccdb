"""Predication: small divergent branches as straight code, for machines whose first lane decides for the warp.

All lanes execute the instructions of a side; its loads and stores get a *guard*, and phis become selects.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Final

from simt.compiler.backend.calls import BARRIERS, is_across, plain_name
from simt.compiler.backend.graph import Flow, flow_of
from simt.compiler.backend.uniform import Uniformity
from simt.compiler.errors import DIVERGENT, wrong
from simt.compiler.llvm.ir import I1, Function, Instruction, IrBlock, IrValue, Name, Number

_MOST: Final = 64  # instructions of a side


def without_parting(function: Function, warp_size: int, machine: str) -> None:
    """Replace the branches on which lanes can part by straight code, innermost ones first. Raises `CompileError`."""
    while parting := Uniformity(function, flow := flow_of(function), warp_size).parting:
        left = set(parting)
        while name := _converted(function, left):
            left.remove(name)  # unconverted branches part as before
        if left == parting:
            name = min(parting, key=flow.number.__getitem__)
            blocks = {block.name: block for block in function.blocks}
            jump = blocks[name].instructions[-1]
            message = f"the lanes of a warp can part here, and on {machine} the first lane decides for all"
            advice = "make the condition the same for a warp, by constant sizes and reqd_work_group_size for example"
            if held := _obstacle(blocks[side] for side, _ in _sides(blocks[name], flow)[0]):
                advice = f"take {held} out of the branch, so that all lanes come by it"
            advice += ", or take a machine with -s branch.policy=ipdom_stack"
            raise wrong(DIVERGENT, message, jump.place, advice)


def _converted(function: Function, parting: Collection[str]) -> str:
    """Convert the innermost convertible branch; return its block's name, "" for none."""
    flow = flow_of(function)
    blocks = {block.name: block for block in function.blocks}
    inner_first = sorted(parting, key=lambda name: -flow.number[name])
    return next((name for name in inner_first if _convert(function, blocks, blocks[name], flow)), "")


def _convert(function: Function, blocks: dict[str, IrBlock], block: IrBlock, flow: Flow) -> bool:
    """Convert a branch with one or two sides that meet to straight code; return whether it could be done."""
    jump = block.instructions[-1]
    yes, no = jump.labels
    sides, join = _sides(block, flow)
    if join == block.name or not sides or not all(_is_plain(blocks[name]) for name, _ in sides):
        return False
    condition = jump.operands[0]
    body = block.instructions[:-1]
    for name, sense in sides:
        guard = condition
        if not sense:
            body.append(Instruction("xor", I1, f"{name}.not", (condition, Number(I1, 1)), place=jump.place))
            guard = Name(I1, f"{name}.not")
        # What only the lanes of a side do is not a value of the variable in all lanes that execute it.
        lost = {note.variable: note for note in blocks[name].notes}
        block.notes += [replace(note, order=jump.order, value=None) for note in lost.values()]
        for instruction in blocks[name].instructions[:-1]:
            instruction.order = jump.order
            if instruction.opcode in ("load", "store"):
                instruction = replace(instruction, guard=_both(body, guard, instruction))
            body.append(instruction)
    yes, no = (block.name if side == join else side for side in (yes, no))
    body += _join(blocks[join], block.name, condition, yes, no, jump)
    block.instructions = [*body, Instruction("br", labels=(join,), place=jump.place, order=jump.order)]
    gone = {name for name, _ in sides}
    function.blocks = [kept for kept in function.blocks if kept.name not in gone]
    return True


def _sides(block: IrBlock, flow: Flow) -> tuple[list[tuple[str, bool]], str]:
    """Return the sides of a branch, each with the condition of its lanes, and the block in which they meet.

    A side is one block. If the branch has other sides, the list is empty.
    """
    yes, no = block.instructions[-1].labels
    is_side = {name: flow.predecessors[name] == [block.name] and len(flow.successors[name]) == 1 for name in (yes, no)}
    if is_side[yes] and flow.successors[yes] == [no]:
        return [(yes, True)], no
    if is_side[no] and flow.successors[no] == [yes]:
        return [(no, False)], yes
    if is_side[yes] and is_side[no] and flow.successors[yes] == flow.successors[no]:
        return [(yes, True), (no, False)], flow.successors[yes][0]
    return [], ""


def _is_plain(block: IrBlock) -> bool:
    """Return whether all lanes may execute a block.

    It is short, nothing waits, no lane reads another, and its accesses can be guarded.
    """
    if len(block.instructions) > _MOST:
        return False
    return all(instruction.opcode != "phi" and not _of_some(instruction) for instruction in block.instructions[:-1])


def _of_some(instruction: Instruction) -> str:
    """Return the words for an instruction that lanes of the other side must not execute; "" for any other."""
    if instruction.opcode in ("atomicrmw", "cmpxchg"):
        return "the atomic operation"
    if is_across(instruction):
        return "the function of sub-groups"
    is_barrier = instruction.opcode == "call" and plain_name(instruction.detail) in BARRIERS
    return "the barrier" if is_barrier or instruction.opcode == "fence" else ""


def _obstacle(sides: Iterable[IrBlock]) -> str:
    """Return what keeps the sides of a branch from being executed by all lanes, with its line; "" if not known."""
    for side in sides:
        for instruction in side.instructions:
            if (what := _of_some(instruction)) and instruction.place.line:
                return f"{what} in line {instruction.place.line}"
    return ""


def _both(body: list[Instruction], guard: IrValue, instruction: Instruction) -> IrValue:
    """Return the guard of an access that may have a guard already; both are joined by an `and`, added to `body`."""
    if instruction.guard is None:
        return guard
    name = f"{guard.name if isinstance(guard, Name) else 'always'}.{len(body)}.both"
    body.append(Instruction("and", I1, name, (guard, instruction.guard), place=instruction.place))
    return Name(I1, name)


def _join(join: IrBlock, name: str, condition: IrValue, yes: str, no: str, jump: Instruction) -> list[Instruction]:
    """Replace the operands that a join's phis have for two edges by selects in the block `name`; return the selects.

    condition: chooses between the values from the block `yes` and from the block `no`. jump: gives the selects their
    place.
    """
    selects = []
    for place, phi in enumerate(join.instructions):
        if phi.opcode != "phi":
            break
        values = dict(zip(phi.labels, phi.operands, strict=True))
        chosen = (condition, values.pop(yes), values.pop(no))
        selects.append(Instruction("select", phi.type, f"{phi.result}.{name}", chosen, place=jump.place))
        values[name] = Name(phi.type, selects[-1].result)
        join.instructions[place] = replace(phi, labels=tuple(values), operands=tuple(values.values()))
    return selects
