"""Section 14: where the lanes that part at a jump meet again. An instruction is a node, the end of the program another.

A strict post-dominator of a node is another one that lies on every way from it to the end: without it, the end cannot
be reached. All of them lie on any one way, in the same order on all, so the first of them on a shortest way is the
nearest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from isa.program.encoding import Instruction

__all__ = ["END", "control_flow", "nearest_post_dominator", "reconvergence_points"]

END = -1
WITHOUT_NEXT = ("jmp", "ret", "pop_mask")
ENDS = ("ret", "pop_mask", "mask_nz")  # what a pop finds is not known before the run
Graph = Mapping[int, Sequence[int]]


def targets(instruction: Instruction) -> list[int]:
    """The addresses that an instruction names."""
    has_target = instruction.cond != "always" or "target" in instruction.spec.fields
    has_otherwise = "otherwise" in instruction.spec.fields
    return [instruction.target] * has_target + [instruction.otherwise] * has_otherwise


def edges(instructions: Sequence[Instruction | None], pc: int) -> list[int]:
    """Where an instruction may lead; addresses outside the program and traps are the end."""
    instruction = instructions[pc]
    if instruction is None:
        return [END]
    found = [] if instruction.spec.name in WITHOUT_NEXT else [pc + 1]
    found += targets(instruction)
    inside = [node if node < len(instructions) else END for node in found]
    return inside + [END] * (instruction.spec.name in ENDS)


def way_to_end(graph: Graph, start: int, without: int | None = None) -> list[int] | None:
    """The nodes of a shortest way from `start` to the end, both left out; None if there is none."""
    came_from = {start: start}
    to_visit = [start]
    for node in to_visit:
        for following in graph[node]:
            if following == END:
                way = []
                while node != start:
                    way.append(node)
                    node = came_from[node]
                return way[::-1]
            if following != without and following not in came_from:
                came_from[following] = node
                to_visit.append(following)
    return None


def reached(graph: Graph, start: int) -> set[int]:
    """The nodes that some way of at least one step leads to."""
    found: set[int] = set()
    to_visit = [start]
    for node in to_visit:
        for following in graph.get(node, ()):
            if following not in found:
                found.add(following)
                to_visit.append(following)
    return found


def control_flow(instructions: Sequence[Instruction | None]) -> Graph:
    """The graph. An endless region that nothing leaves gets a way to the end, from its last instruction."""
    graph = {pc: edges(instructions, pc) for pc in range(len(instructions))}
    endless = {pc: reached(graph, pc) for pc in graph if way_to_end(graph, pc) is None}
    for pc, region in endless.items():
        if pc == max(region) and all(endless[node] == region for node in region):
            graph[pc].append(END)
    return graph


def nearest_post_dominator(graph: Graph, pc: int) -> int | None:
    """The first instruction that every way from `pc` to the end comes by, or None."""
    way = way_to_end(graph, pc)
    assert way is not None
    return next((node for node in way if way_to_end(graph, pc, without=node) is None), None)


def reconvergence_points(instructions: Sequence[Instruction | None]) -> dict[int, int | None]:
    """For every jump on a result: the nearest strict post-dominator, None where only the end is one."""
    graph = control_flow(instructions)
    return {
        pc: nearest_post_dominator(graph, pc)
        for pc, instruction in enumerate(instructions)
        if instruction is not None and instruction.cond != "always"
    }
