"""The control-flow graph of a program: basic blocks, dominators, loops, reducibility, points of reconvergence.

A basic block is a run of instructions that is entered at its first and left at its last instruction; bundles are never
split. The graph has a node for each block, unreachable ones included, and a virtual exit as its last node. The entry is
the first block. Edges to the virtual exit stand for leaving the program: by `ret`, by a word that does not decode
(which traps), or by a jump outside the program. Every jump on a result may be taken or not.

In programs with mask instructions a path is the path of a thread. If pushes and pops nest (`pop_targets`), a pop leads
to the address that was pushed last, and the push itself does not lead there. Otherwise a pop leads to the exit, and a
push leads to the pushed address. `reconvergence_points` treats pops and pushes this way in every program
(docs/processor.md, section 14).

Post-dominators are the dominators of the reversed graph, seen from the virtual exit. An endless loop has no path to the
exit. Therefore each strongly connected component that no edge leaves gets an edge to the exit, from its last block in
address order. Only post-dominators see these edges.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from isa.flow.flow import bundle_exits, pop_targets
from isa.flow.graphs import Tree, immediate_dominators, reach, reversed_edges, strongly_connected
from isa.program.bundles import bundle_firsts, bundle_ranges
from isa.program.encoding import Instruction
from isa.program.program import Program


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge from block `source` to block `target`, perhaps the exit; `kind` is a key of `isa.flow.flow.KINDS`."""

    source: int
    target: int
    kind: str
    is_unknown: bool = False  # from a pop whose target is not known; `target` is the exit


@dataclass(frozen=True, slots=True)
class BasicBlock:
    """The instructions `first` to `end` - 1, with the edges out of the block and into it."""

    number: int
    first: int
    end: int
    successors: tuple[Edge, ...]
    predecessors: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class Loop:
    """A natural loop.

    - header: the block at which the loop is entered.
    - latches: the sources of its back edges, ascending.
    - blocks: all its blocks, ascending.
    - parent: the index in `ControlFlow.loops` of the smallest loop around this one, or None.
    - depth: the number of loops that contain the header, 1 for an outermost loop.
    """

    header: int
    latches: tuple[int, ...]
    blocks: tuple[int, ...]
    parent: int | None
    depth: int


@dataclass(frozen=True, slots=True)
class Region:
    """A cycle with several entries, which makes the graph irreducible: its blocks and its entries, both ascending."""

    blocks: tuple[int, ...]
    entries: tuple[int, ...]


@dataclass(frozen=True)
class ControlFlow:
    """The control-flow graph of a program, and its analyses, each computed at first use."""

    instructions: tuple[Instruction | None, ...]
    blocks: tuple[BasicBlock, ...]
    block_at: tuple[int, ...]  # by address

    @property
    def exit(self) -> int:
        """The number of the virtual exit, which follows the number of the last block."""
        return len(self.blocks)

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """All edges, by source."""
        return tuple(edge for block in self.blocks for edge in block.successors)

    @cached_property
    def _targets(self) -> list[list[int]]:
        return [*([edge.target for edge in block.successors] for block in self.blocks), []]

    @cached_property
    def _reached(self) -> set[int]:
        return set(reach([0], self._targets.__getitem__))

    def is_reachable(self, block: int) -> bool:
        """Return whether a path leads from the entry to `block`, which may be the exit."""
        return block in self._reached

    @cached_property
    def unreachable(self) -> tuple[int, ...]:
        """The blocks that execution can never reach."""
        return tuple(block.number for block in self.blocks if block.number not in self._reached)

    @cached_property
    def endless(self) -> tuple[tuple[int, ...], ...]:
        """The endless loops: the strongly connected components from which no path leads to the exit, by first block.

        A component that an edge leaves, such as an edge to another endless loop, is left out.
        """
        ending = set(reach([self.exit], reversed_edges(self._targets).__getitem__))
        if len(ending) == len(self._targets):
            return ()
        regions = []
        for component in strongly_connected(self._targets):
            following = (target for node in component for target in self._targets[node])
            if component[0] not in ending and set(component).issuperset(following):
                regions.append(tuple(component))
        return tuple(sorted(regions))

    @cached_property
    def _dominators(self) -> Tree:
        return Tree(immediate_dominators(0, self._targets))

    @cached_property
    def _post_dominators(self) -> Tree:
        backward = reversed_edges(self._targets)
        backward[self.exit] += [region[-1] for region in self.endless]
        return Tree(immediate_dominators(self.exit, backward))

    def immediate_dominator(self, block: int) -> int | None:
        """Return the last block before `block` through which every path from the entry to `block` goes.

        None for the entry and for unreachable blocks. `block` may be the exit.
        """
        return self._dominators.parent(block)

    def immediate_post_dominator(self, block: int) -> int | None:
        """Return the first block after `block` through which every path from `block` to the exit goes, or the exit.

        The result is None only for the exit. For paths from endless loops to the exit, see the module.
        """
        return self._post_dominators.parent(block)

    def dominates(self, above: int, block: int) -> bool:
        """Return whether every path from the entry to `block` goes through `above`.

        An unreachable block dominates itself only, and is dominated by itself only.
        """
        return self._dominators.contains(above, block)

    def post_dominates(self, below: int, block: int) -> bool:
        """Return whether every path from `block` to the exit goes through `below`."""
        return self._post_dominators.contains(below, block)

    @cached_property
    def back_edges(self) -> tuple[Edge, ...]:
        """The edges of reachable code whose target dominates their source."""
        return tuple(
            edge for edge in self.edges if edge.source in self._reached and self.dominates(edge.target, edge.source)
        )

    @cached_property
    def loops(self) -> tuple[Loop, ...]:
        """The natural loops in order of headers, one loop for each header. Two loops are disjoint or nested."""
        latches: dict[int, list[int]] = {}
        for edge in self.back_edges:
            latches.setdefault(edge.target, []).append(edge.source)
        headers = sorted(latches)
        reached = [edges if source in self._reached else [] for source, edges in enumerate(self._targets)]
        before = reversed_edges(reached).__getitem__
        bodies = {header: {header, *reach(latches[header], before, {header})} for header in headers}
        places = {header: place for place, header in enumerate(headers)}
        innermost: dict[int, int] = {}  # by block: the header of the smallest loop so far
        parents: dict[int, int | None] = {}
        depths: dict[int, int] = {}
        for header in sorted(headers, key=lambda other: (-len(bodies[other]), other)):
            around = innermost.get(header)
            parents[header] = None if around is None else places[around]
            depths[header] = 1 if around is None else depths[around] + 1
            innermost.update(dict.fromkeys(bodies[header], header))
        parts = {header: (tuple(sorted(set(latches[header]))), tuple(sorted(bodies[header]))) for header in headers}
        return tuple(Loop(header, *parts[header], parents[header], depths[header]) for header in headers)

    @cached_property
    def _depths(self) -> Counter[int]:
        return Counter(block for loop in self.loops for block in loop.blocks)

    def loop_depth(self, block: int) -> int:
        """Return the number of natural loops that contain `block`."""
        return self._depths[block]

    @cached_property
    def irreducible_regions(self) -> tuple[Region, ...]:
        """The cycles with several entries, in the order of their first blocks.

        Each is a strongly connected component of at least two blocks, in the graph without its back edges. (M. S. Hecht
        and J. D. Ullman, "Characterizations of reducible flow graphs", Journal of the ACM 21 (3), 1974: a graph is
        reducible exactly if its edges without the back edges make no cycle.)
        """
        is_back = {(edge.source, edge.target) for edge in self.back_edges}
        forward: list[list[int]] = [
            [target for target in targets if (source, target) not in is_back] if source in self._reached else []
            for source, targets in enumerate(self._targets)
        ]
        regions = []
        for component in strongly_connected(forward):
            if len(component) > 1:
                members = set(component)
                entries = {0} & members
                for source, targets in enumerate(forward):
                    if source not in members:
                        entries.update(members.intersection(targets))
                regions.append(Region(tuple(component), tuple(sorted(entries))))
        return tuple(sorted(regions, key=lambda region: region.blocks))

    @property
    def is_reducible(self) -> bool:
        """Return whether every cycle of reachable code is entered at one block only."""
        return not self.irreducible_regions

    def jump_at(self, block: int) -> int | None:
        """Return the address of the jump on a result in the last bundle of `block`, or None."""
        addresses = range(self.blocks[block].end - 1, self.blocks[block].first - 1, -1)
        for place, address in enumerate(addresses):
            operation = self.instructions[address]
            if operation is None or (place and not operation.more):
                return None
            if operation.cond != "always":
                return address
        return None

    def reconvergence(self, block: int) -> int | None:
        """Return the block where lanes that diverge at the end of `block` reconverge (`reconvergence_points`).

        None if `block` does not end in a conditional jump, or if the lanes reconverge at the exit only.
        """
        address = self.jump_at(block)
        point = -1 if address is None else self._reconvergence_points[address]
        return None if point < 0 else self.block_at[point]

    @cached_property
    def _reconvergence_points(self) -> list[int]:
        return reconvergence_points(self.instructions)


def control_flow(program: Program | Sequence[Instruction | None]) -> ControlFlow:
    """Return the control-flow graph of a program, or of instructions with None for words that do not decode."""
    return _graph(_instructions(program), follows_pops=True)


def _graph(instructions: tuple[Instruction | None, ...], *, follows_pops: bool) -> ControlFlow:
    """Return the graph of instructions. follows_pops: whether pops lead to the pushed addresses, if these nest."""
    starts, block_at, lasts = _blocks(instructions)
    pops = pop_targets(instructions, starts, block_at) if follows_pops else None
    leaving = len(starts)
    ends = [*starts, len(instructions)][1:]
    outgoing: list[tuple[Edge, ...]] = []
    incoming: list[list[Edge]] = [[] for _ in range(leaving + 1)]

    def edge(number: int, kind: str, target: int | None) -> Edge:
        if kind == "popped" and pops is not None:
            target = pops.get(number)
        block = leaving if target is None or target >= len(block_at) else block_at[target]
        return Edge(number, block, kind, kind == "popped" and target is None)

    for number, last in enumerate(lasts):
        pairs = bundle_exits(instructions, last)
        edges = tuple(edge(number, kind, target) for kind, target in pairs if pops is None or kind != "pushed")
        outgoing.append(edges)
        for edge_in in edges:
            incoming[edge_in.target].append(edge_in)
    blocks = tuple(
        BasicBlock(number, starts[number], ends[number], outgoing[number], tuple(incoming[number]))
        for number in range(leaving)
    )
    return ControlFlow(instructions, blocks, tuple(block_at))


def reconvergence_points(program: Program | Sequence[Instruction | None]) -> list[int]:
    """Return, for each address, the address where lanes reconverge after they diverge at the jump there.

    program: a program, or a list of its instructions with None for a word that does not decode. The point of
    reconvergence is the first address of the immediate post-dominator of the jump's block. It is -1 for the virtual
    exit, and for an address without a conditional jump. (The rule of W. W. L. Fung et al., "Dynamic warp formation and
    scheduling for efficient GPU control flow", MICRO 2007: reconverge at immediate post-dominators.)
    """
    instructions = _instructions(program)
    points = [-1] * len(instructions)
    jumps = [address for address, entry in enumerate(instructions) if entry is not None and entry.cond != "always"]
    if not jumps:
        return points
    graph = _graph(instructions, follows_pops=False)
    for address in jumps:
        block = graph.immediate_post_dominator(graph.block_at[address])
        if block is not None and block != graph.exit:
            points[address] = graph.blocks[block].first
    return points


def _instructions(program: Program | Sequence[Instruction | None]) -> tuple[Instruction | None, ...]:
    return tuple(program) if isinstance(program, Sequence) else program.instructions


def _blocks(instructions: Sequence[Instruction | None]) -> tuple[list[int], list[int], list[range]]:
    """Return the first address of each block, the block of each address, and the last bundle of each block."""
    count = len(instructions)
    bundles = bundle_ranges(instructions)
    first_at = bundle_firsts(instructions)
    is_start = [False] * (count + 1)
    is_start[0] = True
    for bundle in bundles:
        exits = bundle_exits(instructions, bundle)
        if exits != (("fallthrough", bundle.stop),):
            is_start[bundle.stop] = True
            for _, target in exits:
                if target is not None and target < count:
                    is_start[first_at[target]] = True
    starts = [address for address in range(count) if is_start[address]]
    block_at: list[int] = []
    for number, (first, end) in enumerate(zip(starts, [*starts, count][1:], strict=True)):
        block_at += [number] * (end - first)
    lasts = [bundle for bundle in bundles if is_start[bundle.stop] or bundle.stop == count]
    return starts, block_at, lasts
