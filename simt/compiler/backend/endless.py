"""Endless loops, for machines that join lanes at post-dominators or by a stack of masks.

LLVM turns `while (s == 99) ;` into a jump to itself. Lanes that go there never meet the other lanes. So lanes that part
before the loop join only at the end of the kernel, and a barrier in between waits for lanes that never come. Therefore
each endless loop gets an exit to the target of the other lanes. No lane takes the exit, and the loop stays endless.
"""

from __future__ import annotations

from isa.flow.graphs import reach
from simt.compiler.backend.graph import Flow
from simt.compiler.backend.ops import Block, Branch, Code, Immediate, Operation


def let_loops_end(code: Code) -> None:
    """Give every endless loop after a branch an exit that no lane takes."""
    while (flow := code.flow()) and (endless := _endless(code, flow)):
        entering = [(name, to) for name in flow.number if name not in endless
                for to in flow.successors[name] if to in endless]  # fmt: skip
        if not entering:
            return  # the whole kernel is endless
        name, to = entering[0]
        branch = code.blocks[name].branch
        _let_end(code, flow, to, branch.other if branch.taken == to else branch.taken)


def _endless(code: Code, flow: Flow) -> set[str]:
    """Return the blocks from which no path leads to the end."""
    last = [name for name in flow.number if "" in code.blocks[name].branch.sides]
    ending = reach(last, flow.predecessors.__getitem__)
    return set(flow.number) - set(ending)


def _let_end(code: Code, flow: Flow, first: str, out: str) -> None:
    """Add an exit to the last block of an endless loop.

    first: a block from which lanes get into the loop. out: the block to which the exit leads.
    """
    last = max(reach([first], flow.successors.__getitem__), key=flow.order.index)
    branch = code.blocks[last].branch
    never = Operation("mov.b32", code.temporary(), (Immediate(1),), place=branch.place)
    name = f"{last}.out"
    code.blocks[name] = Block(name, [], Branch(out, never, "z", branch.taken, branch.place))
    branch.taken = name
