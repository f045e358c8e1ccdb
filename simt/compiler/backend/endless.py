"""Loops that nothing leaves, for machines that join lanes at post-dominators or by a stack of masks.

What LLVM leaves of `while (s == 99) ;` is a jump to itself. Lanes that go there never meet the others, so that the end
of the kernel is the one place to meet for those that part before it, and a barrier finds some of them missing. Such a
loop gets a way out, to where the other lanes go, that no lane takes: it stays endless for whoever comes to it.
"""

from __future__ import annotations

from simt.compiler.backend.graph import Flow
from simt.compiler.backend.ops import Block, Branch, Code, Constant, Operation


def let_loops_end(code: Code) -> None:
    """Give every endless loop that a branch leads to a way out that no lane takes."""
    while (flow := _flow(code)) and (endless := _endless(code, flow)):
        ways = [(name, to) for name in flow.number if name not in endless
                for to in flow.successors[name] if to in endless]  # fmt: skip
        if not ways:
            return  # the whole kernel is
        name, to = ways[0]
        branch = code.blocks[name].branch
        _let_end(code, flow, to, branch.other if branch.taken == to else branch.taken)


def _flow(code: Code) -> Flow:
    return Flow({name: block.branch.targets for name, block in code.blocks.items()})


def _endless(code: Code, flow: Flow) -> set[str]:
    """The blocks from which no way leads to the end."""
    ending = {name for name in flow.number if "" in (code.blocks[name].branch.taken, _other(code.blocks[name]))}
    waiting = list(ending)
    while waiting:
        for before in flow.predecessors[waiting.pop()]:
            if before not in ending:
                ending.add(before)
                waiting.append(before)
    return set(flow.number) - ending


def _other(block: Block) -> str:
    return block.branch.taken if block.branch.test is None else block.branch.other


def _let_end(code: Code, flow: Flow, first: str, out: str) -> None:
    """Let what follows a block lead out as well, from its last block."""
    found = {first}
    waiting = [first]
    while waiting:
        new = set(flow.successors[waiting.pop()]) - found
        found |= new
        waiting += new
    last = max(found, key=flow.order.index)
    branch = code.blocks[last].branch
    never = Operation("mov.b32", code.temporary(), (Constant(1),), place=branch.place)
    name = f"{last}.out"
    code.blocks[name] = Block(name, [], Branch(out, never, "z", branch.taken, branch.place))
    branch.taken = name
