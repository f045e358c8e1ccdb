"""Jumps at which lanes may part as instructions of their own, on machines with `branch.meeting_instructions`.

Compute capability 1.x has SSY before such a jump, which says where the lanes meet again, and NOP.S at this place, as
listings of its programs show. Loops have none around their back edges, and a branch to the end of the kernel none
(there is a RET with a condition). Here a move into a register that nothing reads stands for each of them: what counts
is the turn that it takes.
"""

from __future__ import annotations

from collections.abc import Collection

from simt.compiler.backend.ops import ZERO, Code, Operation


def mark_meetings(code: Code, parting: Collection[str]) -> None:
    """Add an instruction before each jump at which lanes may part and after which they meet, and one where they meet.

    They meet after it where the place is in the same loop and comes later: a jump after which lanes meet at the head of
    their loop has none. parting: the blocks at whose ends lanes may part.
    """
    flow = code.flow()
    number = {name: place for place, name in enumerate(flow.order)}
    after = flow.postdominators()
    joins: dict[str, None] = {}
    for name in flow.order:
        block, join = code.blocks[name], after[name]
        if name not in parting or not join or "" in block.branch.sides:
            continue
        is_later = number[join] > number[name] and flow.depth[join] == flow.depth[name]
        is_end = not code.blocks[join].operations and code.blocks[join].branch.sides == ("",)
        if is_later and not is_end:
            _add(code, name)
            joins[join] = None
    for join in joins:
        _add(code, join)


def _add(code: Code, name: str) -> None:
    """Put an instruction at the head of a block: where in the block does not matter, and copies to phis stay last."""
    block = code.blocks[name]
    place = block.operations[0].place if block.operations else block.branch.place
    block.operations.insert(0, Operation("mov.b32", code.new(), (ZERO,), place=place))
