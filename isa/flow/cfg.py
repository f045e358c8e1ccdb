"""The control-flow graph of a program: basic blocks, dominators, loops, reducibility, points of reconvergence.

A basic block is a run of instructions that is entered at its first and left at its last one; bundles are never split.
The graph has one node per block and a virtual exit, its last node, to which everything leads that leaves the program:
`ret`, words that do not decode (they trap), and jumps outside the program. Nothing is run: every jump on a result may
go both ways. The first block is the entry; unreachable code has blocks too.

In programs with mask instructions a path is the path of a thread. If pushes and pops nest properly (`mask_flow`), a pop
leads to the address that was pushed last, and the push itself does not lead there. Otherwise a pop leads to the exit
and a push to the pushed address; `reconvergence_points` always uses this form (docs/processor.md, section 14).

Post-dominators are dominators of the reversed graph, seen from the virtual exit. Blocks from which no path leads to the
exit (endless loops) would not be seen from there. So each closed region of them, a strongly connected component that no
edge leaves, is connected to the exit by an edge from its last block in address order. These edges count for
post-dominators only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from isa.flow.flow import bundle_ways
from isa.flow.graphs import contains, immediate_dominators, reached, reversed_edges, strongly_connected, tree_intervals
from isa.flow.mask_flow import pop_targets
from isa.program.bundles import bundle_firsts, bundle_ranges

if TYPE_CHECKING:
    from isa.program.encoding import Instruction
    from isa.program.program import Program


@dataclass(frozen=True, slots=True)
class Edge:
    """A way from block `source` to block `target` (the exit included); `kind` is a key of `isa.flow.flow.KINDS`."""

    source: int
    target: int
    kind: str
    is_unknown: bool = False  # a pop whose target only the run knows; here the exit


@dataclass(frozen=True, slots=True)
class BasicBlock:
    """Instructions `first` to `end` - 1, the ways out of the last one, and the ways into the first one."""

    number: int
    first: int
    end: int
    successors: tuple[Edge, ...]
    predecessors: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class Loop:
    """A natural loop: its header, the sources of its back edges, all its blocks (ascending).

    `parent` is the place, in `ControlFlow.loops`, of the smallest loop around it, or None; `depth` is 1 for outermost.
    """

    header: int
    latches: tuple[int, ...]
    blocks: tuple[int, ...]
    parent: int | None
    depth: int


@dataclass(frozen=True, slots=True)
class Region:
    """A cycle with several entries, which makes a graph irreducible: its blocks and its entries."""

    blocks: tuple[int, ...]
    entries: tuple[int, ...]


@dataclass(frozen=True)
class ControlFlow:
    """The graph of a program and what follows from it. Results are computed when they are first asked for."""

    instructions: tuple[Instruction | None, ...]
    blocks: tuple[BasicBlock, ...]
    block_at: tuple[int, ...]  # by address

    @property
    def exit(self) -> int:
        """The number of the virtual exit: one more than the last block's."""
        return len(self.blocks)

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """All edges, by source."""
        return tuple(edge for block in self.blocks for edge in block.successors)

    @cached_property
    def leaving(self) -> tuple[Edge, ...]:
        """The edges to the virtual exit."""
        return tuple(edge for edge in self.edges if edge.target == self.exit)

    @cached_property
    def _targets(self) -> list[list[int]]:
        return [*([edge.target for edge in block.successors] for block in self.blocks), []]

    @cached_property
    def _is_reached(self) -> list[bool]:
        return reached([0], self._targets)

    def is_reachable(self, block: int) -> bool:
        """Return whether a path leads from the entry to `block`, which may be the exit."""
        return self._is_reached[block]

    @cached_property
    def unreachable(self) -> tuple[int, ...]:
        """The blocks that execution can never reach."""
        return tuple(block.number for block in self.blocks if not self._is_reached[block.number])

    @cached_property
    def endless(self) -> tuple[tuple[int, ...], ...]:
        """The closed regions from which no path leads to the exit, by first block; the last one is tied to the exit."""
        return _endless_regions(self._targets)

    @cached_property
    def _dominators(self) -> list[int]:
        return immediate_dominators(0, self._targets)

    @cached_property
    def _post_dominators(self) -> list[int]:
        return _post_dominators(self._targets)

    @cached_property
    def _intervals(self) -> list[tuple[int, int]]:
        return tree_intervals(self._dominators)

    @cached_property
    def _post_intervals(self) -> list[tuple[int, int]]:
        return tree_intervals(self._post_dominators)

    def immediate_dominator(self, block: int) -> int | None:
        """Return the last block except itself through which every path from the entry to `block` goes.

        None for the entry and for unreachable blocks. `block` may be the exit. Source: `isa.flow.graphs`.
        """
        dominator = self._dominators[block]
        return None if dominator < 0 else dominator

    def immediate_post_dominator(self, block: int) -> int | None:
        """The first block except itself through which every path from `block` to the exit goes; it may be the exit.

        None for the exit only. Paths from an endless region to the exit are described above.
        """
        dominator = self._post_dominators[block]
        return None if dominator < 0 else dominator

    def dominates(self, above: int, block: int) -> bool:
        """Return whether every path from the entry to `block` goes through `above`.

        An unreachable block dominates itself only, and is dominated by itself only.
        """
        return contains(self._intervals, above, block)

    def post_dominates(self, below: int, block: int) -> bool:
        """Return whether every path from `block` to the exit goes through `below`."""
        return contains(self._post_intervals, below, block)

    @cached_property
    def back_edges(self) -> tuple[Edge, ...]:
        """The edges of reachable code whose target dominates their source."""
        return tuple(
            edge for edge in self.edges if self._is_reached[edge.source] and self.dominates(edge.target, edge.source)
        )

    @cached_property
    def loops(self) -> tuple[Loop, ...]:
        """The natural loops by header; back edges to one header make one loop. Two loops are disjoint or nested."""
        latches: dict[int, list[int]] = {}
        for edge in self.back_edges:
            latches.setdefault(edge.target, []).append(edge.source)
        bodies = {header: self._body(header, sources) for header, sources in latches.items()}
        headers = sorted(bodies)
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

    def _body(self, header: int, latches: Sequence[int]) -> set[int]:
        body = {header}
        waiting = list(latches)
        while waiting:
            block = waiting.pop()
            if block not in body:
                body.add(block)
                waiting += self._reached_predecessors[block]
        return body

    @cached_property
    def _reached_predecessors(self) -> list[list[int]]:
        targets = [edges if self._is_reached[source] else [] for source, edges in enumerate(self._targets)]
        return reversed_edges(targets)

    @cached_property
    def _depths(self) -> Counter[int]:
        return Counter(block for loop in self.loops for block in loop.blocks)

    def loop_depth(self, block: int) -> int:
        """Count the natural loops that `block` is in."""
        return self._depths[block]

    @cached_property
    def irreducible_regions(self) -> tuple[Region, ...]:
        """The cycles that remain when the back edges are left out, as strongly connected regions, by first block.

        Each has several entries. M. S. Hecht and J. D. Ullman, "Characterizations of reducible flow graphs", Journal of
        the ACM 21 (3), 1974: a graph is reducible exactly if its edges without the back edges make no cycle.
        """
        is_back = {(edge.source, edge.target) for edge in self.back_edges}
        forward: list[list[int]] = [
            [target for target in targets if (source, target) not in is_back] if self._is_reached[source] else []
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
        """Return the block where lanes that part at the conditional jump at the end of `block` meet again.

        None if there is no jump of this kind, or if they meet at the exit only. It agrees with `reconvergence_points`.
        """
        address = self.jump_at(block)
        point = -1 if address is None else self._reconvergence_points[address]
        return None if point < 0 else self.block_at[point]

    @cached_property
    def _reconvergence_points(self) -> list[int]:
        return reconvergence_points(self.instructions)


def control_flow(program: Program | Sequence[Instruction | None]) -> ControlFlow:
    """Build the control-flow graph of `program`, or of decoded instructions (None: a word that does not decode)."""
    instructions = _instructions(program)
    starts, block_at, lasts = _blocks(instructions)
    pops = pop_targets(instructions, starts, block_at)
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
        followed = [way for way in bundle_ways(instructions, last) if pops is None or way[0] != "pushed"]
        edges = tuple(edge(number, kind, target) for kind, target in followed)
        outgoing.append(edges)
        for edge_in in edges:
            incoming[edge_in.target].append(edge_in)
    blocks = tuple(
        BasicBlock(number, starts[number], ends[number], outgoing[number], tuple(incoming[number]))
        for number in range(leaving)
    )
    return ControlFlow(instructions, blocks, tuple(block_at))


def reconvergence_points(program: Program | Sequence[Instruction | None]) -> list[int]:
    """Return where lanes that part at a conditional jump meet again, by the address of the jump.

    It is the first address of the immediate post-dominator of the jump's block. -1 if only the virtual exit
    post-dominates it, and for every other instruction. (The rule of W. W. L. Fung et al., "Dynamic warp formation and
    scheduling for efficient GPU control flow", MICRO 2007: reconverge at immediate post-dominators.)
    """
    instructions = _instructions(program)
    points = [-1] * len(instructions)
    jumps = [address for address, entry in enumerate(instructions) if entry is not None and entry.cond != "always"]
    if not jumps:
        return points
    starts, block_at, lasts = _blocks(instructions)
    leaving, count = len(starts), len(instructions)
    ways = [[target for _, target in bundle_ways(instructions, last)] for last in lasts]
    targets = [[leaving if way is None or way >= count else block_at[way] for way in found] for found in ways]
    found = _post_dominators([*targets, []])
    for address in jumps:
        block = found[block_at[address]]
        if block != leaving:
            points[address] = starts[block]
    return points


def _instructions(program: Program | Sequence[Instruction | None]) -> tuple[Instruction | None, ...]:
    decoded: Sequence[Instruction | None] = program if isinstance(program, Sequence) else program.instructions
    return tuple(decoded)


def _blocks(instructions: Sequence[Instruction | None]) -> tuple[list[int], list[int], list[range]]:
    """Return the first address of each block, the block of each address, and the last bundle of each block."""
    count = len(instructions)
    bundles = bundle_ranges(instructions)
    first_at = bundle_firsts(instructions)
    is_start = [False] * (count + 1)
    is_start[0] = True
    for bundle in bundles:
        leaving = bundle_ways(instructions, bundle)
        if leaving != (("fallthrough", bundle.stop),):
            is_start[bundle.stop] = True
            for _, target in leaving:
                if target is not None and target < count:
                    is_start[first_at[target]] = True
    starts = [address for address in range(count) if is_start[address]]
    block_at: list[int] = []
    for number, (first, end) in enumerate(zip(starts, [*starts, count][1:], strict=True)):
        block_at += [number] * (end - first)
    lasts = [bundle for bundle in bundles if is_start[bundle.stop] or bundle.stop == count]
    return starts, block_at, lasts


def _endless_regions(targets: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    leaves = reached([len(targets) - 1], reversed_edges(targets))
    if all(leaves):
        return ()
    regions = []
    for component in strongly_connected(targets):
        members = set(component)
        if not leaves[component[0]] and all(target in members for node in component for target in targets[node]):
            regions.append(tuple(component))
    return tuple(sorted(regions))


def _post_dominators(targets: Sequence[Sequence[int]]) -> list[int]:
    """Return immediate dominators of the reversed graph, whose root is the last node; endless regions lead to it."""
    leaving = len(targets) - 1
    backward = reversed_edges(targets)
    backward[leaving] += [region[-1] for region in _endless_regions(targets)]
    return immediate_dominators(leaving, backward)
