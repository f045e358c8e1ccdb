"""The phases of a program: the code between barriers, and which loads may go from one to the next.

All warps of a work-group are in the same phase at a time. So a load may pass a barrier if no store to the same words
stands in the phase that it goes to: there is nothing that it could come before or after. This holds if all threads of a
work-group meet the same barriers in the same order, and if threads do not wait for one another in other ways. A program
proves both by its jumps, if they are the same for all threads and do not depend on data in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from isa.flow.cfg import ControlFlow
from isa.flow.graphs import reach
from isa.flow.variation import variation
from isa.packing.operations import Access, Phases, needs_masks
from isa.program.program import Program

_STRICTEST = "min_pc"  # the branch policy under which the fewest conditions are the same for all lanes


def phases_of(program: Program, graph: ControlFlow, accesses: Mapping[int, Access]) -> dict[int, Phases]:
    """Return the phases at each reachable barrier, by its address; none if no load may pass a barrier.

    accesses: the access of each reachable instruction that accesses memory, by its address.
    """
    instructions = [entry for entry in program.instructions if entry is not None]
    if any(access.is_atomic for access in accesses.values()) or any(map(needs_masks, instructions)):
        return {}
    if any(level != "nothing" for level in variation(program, graph, _STRICTEST).values()):
        return {}
    parts: list[list[list[Access]]] = []  # of each block, the stores in its parts between barriers
    bars: dict[int, tuple[int, int]] = {}  # address -> its block, and the part of the block before it
    for block in graph.blocks:
        parts.append([[]])
        for address in range(block.first, block.end):
            entry = program.instructions[address]
            if entry is not None and entry.spec.name == "bar":
                bars[address] = block.number, len(parts[-1]) - 1
                parts[-1].append([])
            elif address in accesses and accesses[address].is_store:
                parts[-1][-1].append(accesses[address])

    def following(number: int) -> list[int]:
        return [edge.target for edge in graph.blocks[number].successors if edge.target != graph.exit]

    def leading(number: int) -> list[int]:
        return [edge.source for edge in graph.blocks[number].predecessors]

    return {
        address: Phases(
            (*parts[block][part], *(_stores(parts, block, leading, -1) if part == 0 else ())),
            (*parts[block][part + 1], *(_stores(parts, block, following, 0) if part + 2 == len(parts[block]) else ())),
        )
        for address, (block, part) in bars.items()
    }


def _stores(parts: list[list[list[Access]]], block: int, beyond: Callable[[int], list[int]], part: int) -> list[Access]:
    """Return the stores outside a block that no barrier separates from it, in one direction.

    parts: the stores of each block. beyond: the next blocks in this direction. part: the first part of a block that one
    comes to, 0 or -1.
    """
    blocks = reach(beyond(block), lambda number: beyond(number) if len(parts[number]) == 1 else [])
    return [store for number in blocks for store in parts[number][part]]
