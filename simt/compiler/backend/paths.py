"""The paths of lanes through a kernel: levels of loops, and the places where parted lanes meet.

A *destination* is a block, "" (the end of the kernel), or the back edge of a loop. A back edge is another destination
than the loop's entry. Destinations have one order, in which all paths lead forward: the blocks of a loop are
consecutive, followed by its back edge. A *level* is the inside of a loop, or the whole kernel. It is named by the
loop's head, or "". The *nodes* of a level are its blocks, its inner loops, named by their heads, and its back edge.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from heapq import heappop, heappush
from typing import Final

from simt.compiler.backend.graph import Flow
from simt.compiler.backend.ops import Block

_BACK: Final = "\0"  # suffix of a head's name; no block's name has it


def back(head: str) -> str:
    """Return the destination of a loop's back edges."""
    return head + _BACK


def block_of(to: str) -> str:
    """Return the block at which lanes with a destination arrive."""
    return to.removesuffix(_BACK)


class Paths:
    """The paths between a kernel's blocks, whose loops have a single entry each.

    - parting: the blocks at whose ends lanes can part.
    - rank: the place of each destination in the order.
    - levels: the levels around each block, the innermost first.
    - out: for each block, the destinations of its jump.
    """

    def __init__(self, blocks: Mapping[str, Block], parting: Collection[str]) -> None:
        self.flow = flow = Flow({name: block.branch.targets for name, block in blocks.items()})
        self.parting = {name for name in parting if name in flow.number}
        inner_first = sorted(flow.loops, key=lambda head: len(flow.loops[head]))
        self.levels = {name: [*(head for head in inner_first if name in flow.loops[head]), ""] for name in flow.number}
        self.order: list[str] = []
        for name, following in zip(flow.order, [*flow.order[1:], ""], strict=True):
            self.order.append(name)
            after = self.levels[following] if following else [""]
            self.order += [back(head) for head in self.levels[name][:-1] if head not in after]
        self.order.append("")
        self.rank = {name: place for place, name in enumerate(self.order)}
        sides = {name: dict.fromkeys(blocks[name].branch.sides) for name in flow.number}
        self.out = {
            name: [back(to) if to in self.levels[name] and to else to for to in both] for name, both in sides.items()
        }
        self.blocks: dict[str, list[str]] = {}  # of each loop
        for name in flow.order:
            for head in self.levels[name][:-1]:
                self.blocks.setdefault(head, []).append(name)

    def node(self, level: str, name: str) -> str:
        """Return the node of a level that contains a block."""
        place = self.levels[name].index(level)
        return self.levels[name][place - 1] if place else name

    def is_within(self, level: str, to: str) -> bool:
        """Return whether a destination belongs to a level."""
        return not level or self.rank[level] <= self.rank[to] <= self.rank[back(level)]

    def level_of(self, node: str) -> str:
        """Return the level that contains a node."""
        if node.endswith(_BACK):
            return block_of(node)
        return self.levels[node][1 if node in self.flow.loops else 0]

    def _successors(self, level: str) -> dict[str, list[str]]:
        """Return the destinations to which the edges out of each node of a level lead."""
        successors: dict[str, dict[str, None]] = {}
        for name in self.blocks[level] if level else self.flow.order:
            node = self.node(level, name)
            within = node if node != name or (node in self.flow.loops and node != level) else None
            leaving = (to for to in self.out[name] if within is None or not self.is_within(within, to))
            successors.setdefault(node, {}).update(dict.fromkeys(leaving))
        return {node: list(out) for node, out in successors.items()}

    def meetings(self, level: str) -> dict[str, set[str]]:
        """Return the nodes of a level at which lanes from all sides of a jump can meet before the machine joins them.

        The value of each is the set of nodes from which parted lanes arrive at it or pass it by.
        """
        successors = self._successors(level)
        partings = {self.node(level, name) for name in self.parting if level in self.levels[name]}
        meetings: dict[str, set[str]] = {}
        for node in partings:
            met, seen = self._met(level, successors, node)
            for to in met:
                meetings.setdefault(to, {node}).update(before for before in seen if self.rank[before] < self.rank[to])
        return dict(sorted(meetings.items(), key=lambda entry: self.rank[entry[0]]))

    def _met(self, level: str, successors: Mapping[str, list[str]], start: str) -> tuple[list[str], set[str]]:
        """Return the nodes where lanes that part at a node meet before their last join, and the nodes they visit."""
        out = successors[start]
        is_loop = start != level and start in self.flow.loops  # lanes leave it one after the other
        reached = {to: 1 if is_loop else 1 << side for side, to in enumerate(out)}
        everyone = 1 if is_loop else (1 << len(out)) - 1
        waiting = [(self.rank[to], to) for to in reached]
        waiting.sort()
        meetings: list[str] = []
        seen = {start}
        while len(waiting) > 1:
            _, node = heappop(waiting)
            if not self.is_within(level, node):
                break
            seen.add(node)
            if reached[node] == everyone:
                meetings.append(node)
            for to in successors.get(node, ()):
                if to not in reached:
                    heappush(waiting, (self.rank[to], to))
                reached[to] = reached.get(to, 0) | reached[node]
        return meetings, seen
