"""Guards: blocks in which parted lanes meet again.

A guard precedes a destination. Two kinds of edges lead to the guard: the edges to its destination, and edges that would
pass this destination, if they come from places where lanes have parted. The guard sends the lanes for its destination
on to it, and all other lanes to the next guard or to their own destination.

A register holds the *number* of a lane's destination. A lane needs no number if the first guard on its path is the
guard of its destination. Numbers rise in the order of destinations. A guard sends a lane to the guard's destination if
the lane's number is at most the number of the guard.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection
from itertools import pairwise
from typing import NamedTuple

from simt.compiler.backend.paths import Paths, back


class Edge(NamedTuple):
    """An edge of a block's jump or of a guard.

    - to: its destination.
    - guard: the next guard on the path to the destination, or "".
    - number: the number that lanes note on a block's edge (0: unchanged). For a guard's edge, the highest number with
      which lanes take the edge, unless an earlier edge takes them.
    """

    to: str
    guard: str
    number: int


class Plan:
    """A choice of guards, before some of the destinations of `Paths.meetings`.

    meetings: the nodes whose edges lead through a guard, by level and by the guard's destination.
    """

    def __init__(self, paths: Paths, meetings: dict[str, dict[str, set[str]]], chosen: Collection[str]) -> None:
        self.paths = paths
        self.meetings = {
            level: {to: nodes for to, nodes in order.items() if to in chosen} for level, order in meetings.items()
        }
        self.level = {to: level for level, order in self.meetings.items() for to in order}
        self._following = {to: after for order in self.meetings.values() for to, after in pairwise([*order, ""])}
        self.led: dict[str, set[str]] = {to: set() for to in self.level}  # the destinations of lanes at each guard
        first = {}
        for name, out in paths.out.items():
            for to in out:
                guard = first[name, to] = self._first(name, paths.levels[name], to)
                while guard:
                    self.led[guard].add(to)
                    guard = self.after(guard, to)
        numbered = {to for (_, to), guard in first.items() if guard and guard != to}
        self._numbered = sorted(map(paths.rank.__getitem__, numbered))
        self.number = {paths.order[rank]: place for place, rank in enumerate(self._numbered, 1)}
        self.out = {
            name: [Edge(to, guard := first[name, to], self.number[to] if guard not in ("", to) else 0) for to in out]
            for name, out in paths.out.items()
        }  # fmt: skip
        # Heads of loops at which lanes may arrive with a number of a destination in the loop.
        self.anew = {
            head
            for head in paths.blocks
            if any(paths.rank[head] <= rank <= paths.rank[back(head)] for rank in self._numbered)
        }

    def _first(self, name: str, levels: list[str], to: str) -> str:
        """Return the first guard on the path from a block to a destination, "" if there is none."""
        rank = self.paths.rank
        for level in levels:
            node = self.paths.node(level, name)
            for guard, nodes in self.meetings.get(level, {}).items():
                if rank[node] < rank[guard] <= rank[to] and node in nodes:
                    return guard
            if self.paths.is_within(level, to):
                break
        return ""

    def after(self, guard: str, to: str) -> str:
        """Return the guard that follows another one on the path to a destination, "" if none does."""
        paths, level, following = self.paths, self.level[guard], self._following[guard]
        if following and paths.rank[following] <= paths.rank[to]:
            return following
        if paths.is_within(level, to):
            return ""
        levels = paths.levels[level]
        return self._first(level, levels[levels.index(level) + 1 :], to)

    def below(self, to: str) -> int:
        """Return the highest number among the destinations up to this one, 0 if they have none."""
        return bisect_right(self._numbered, self.paths.rank[to])

    def is_choice(self, name: str) -> bool:
        """Return whether a jump can become a choice between numbers, because both its edges lead to the same guard."""
        edges = self.out[name]
        return len(edges) == 2 and bool(edges[0].guard) and edges[0].guard == edges[1].guard

    def cost(self, name: str) -> int:
        """Return the number of instructions, besides the jump, that set the numbers of a block's edges for a choice."""
        numbers = [edge.number for edge in self.out[name]]
        return sum(map(bool, numbers)) - (numbers in ([0, 1], [1, 0]))

    def edges(self, guard: str) -> list[Edge]:
        """Return the edges of a guard, by rising numbers; the first takes the lanes for its own destination.

        Consecutive edges to the same further guard become one.
        """
        edges = [Edge(guard, "", self.below(guard))]
        for to in sorted(self.led[guard] - {guard}, key=self.paths.rank.__getitem__):
            edge = Edge(to, self.after(guard, to), self.below(to))
            if edge.guard and edge.guard == edges[-1].guard:
                edges.pop()
            edges.append(edge)
        return edges
