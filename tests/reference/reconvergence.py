"""Sections 14 and 16: where the lanes that part at a jump meet again. A bundle is a node, the program's end another.

A node is named by its first address. An instruction that is in no bundle is one of its own.

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


def bundles_of(instructions: Sequence[Instruction | None]) -> list[range]:
    """The addresses of each bundle: a word that does not decode ends one, as the last word of the program does."""
    found, first = [], 0
    for pc, instruction in enumerate(instructions):
        if instruction is None or not instruction.more or pc == len(instructions) - 1:
            found.append(range(first, pc + 1))
            first = pc + 1
    return found


def edges(instructions: Sequence[Instruction | None], bundle: range) -> list[int]:
    """The addresses that a bundle may lead to, by the first of its words that may lead elsewhere than on.

    Addresses outside the program, and words that do not decode, are the end.
    """
    for pc in bundle:
        instruction = instructions[pc]
        if instruction is None:
            return [END]
        if instruction.spec.name in WITHOUT_NEXT + ENDS or targets(instruction):
            found = [] if instruction.spec.name in WITHOUT_NEXT else [bundle.stop]
            found += targets(instruction)
            inside = [address if address < len(instructions) else END for address in found]
            return inside + [END] * (instruction.spec.name in ENDS)
    return [bundle.stop if bundle.stop < len(instructions) else END]


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
    """The graph. An endless region that nothing leaves gets a way to the end, from its last node."""
    bundles = bundles_of(instructions)
    first = {pc: bundle.start for bundle in bundles for pc in bundle} | {END: END}
    graph = {bundle.start: [first[address] for address in edges(instructions, bundle)] for bundle in bundles}
    endless = {pc: reached(graph, pc) for pc in graph if way_to_end(graph, pc) is None}
    for pc, region in endless.items():
        if pc == max(region) and all(endless[node] == region for node in region):
            graph[pc].append(END)
    return graph


def nearest_post_dominator(graph: Graph, pc: int) -> int | None:
    """The first node that every way from `pc` to the end comes by, or None."""
    way = way_to_end(graph, pc)
    assert way is not None
    return next((node for node in way if way_to_end(graph, pc, without=node) is None), None)


def reconvergence_points(instructions: Sequence[Instruction | None]) -> dict[int, int | None]:
    """For every jump on a result: the nearest strict post-dominator, None where only the end is one."""
    graph = control_flow(instructions)
    return {
        pc: nearest_post_dominator(graph, bundle.start)
        for bundle in bundles_of(instructions)
        for pc in bundle
        if (instruction := instructions[pc]) is not None and instruction.cond != "always"
    }
