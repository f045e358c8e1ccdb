"""The layout of a control-flow graph in layers: the places of boxes, and the routes of edges.

The steps follow K. Sugiyama, S. Tagawa and M. Toda, "Methods for visual understanding of hierarchical system
structures", IEEE Transactions on Systems, Man and Cybernetics 11 (2), 1981: layers, the order within each layer by
barycentres, then coordinates. A node lies below all earlier nodes that lead to it, and the code after a loop lies below
the whole loop. Edges back to an earlier node run at the right of all other edges.

No library in pure Python draws this well. grandalf 0.8, tried on `bitonic_sort` and `divergent/nested_chain`, has no
regions and omits edges from a node to itself. Its back edges are long diagonals across other boxes. Graphviz draws as
well as this module, but users would have to install it (`-o FILE.dot`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_SWEEPS = 12
_GAP = 0.35  # between boxes of a layer
_LANE = 0.22  # between edges that run beside each other
_SPACE = 0.5  # between layers, for edges without a lane
_TRACK = 0.1  # more space for each lane that turns there
_STRAIGHT = 8.0  # cost of a bend of a long edge, relative to a box that is not under its neighbours

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Route:
    """The points of an edge from its source to its target.

    A back edge consists of straight lines with rounded corners, any other edge of curves with vertical ends.
    """

    points: tuple[Point, ...]
    is_back: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """A drawing: its size, the centre of each box and the route of each edge, in the unit of the boxes' sizes.

    The point (0, 0) is the lower left corner.
    """

    width: float
    height: float
    centres: tuple[Point, ...]
    routes: tuple[Route, ...]


def place(sizes: Sequence[Point], edges: Sequence[tuple[int, int]], regions: Sequence[frozenset[int]] = ()) -> Layout:
    """Lay out nodes of the given widths and heights, numbered in their intended order.

    edges: (source, target); an edge is a back edge if its target does not come after its source. regions: sets of
    nodes, such as loops. A node that is numbered after all nodes of a set lies below the whole set.
    """
    ranks = _ranks(len(sizes), edges, regions)
    layers = _Layers(sizes, ranks, edges)
    layers.order()
    layers.align()
    return layers.layout()


def _ranks(count: int, edges: Sequence[tuple[int, int]], regions: Sequence[frozenset[int]]) -> list[int]:
    sources: list[list[int]] = [[] for _ in range(count)]
    for source, target in edges:
        if source < target:
            sources[target].append(source)
    around: list[list[frozenset[int]]] = [[] for _ in range(count)]
    for region in regions:
        for node in region:
            around[node].append(region)
    ranks = [0] * count
    for node in range(count):
        above = set(sources[node])
        for source in sources[node]:
            for region in around[source]:
                if node not in region:
                    above.update(member for member in region if member < node)
        ranks[node] = 1 + max((ranks[source] for source in above), default=-1)
    return ranks


class _Layers:
    """Layers of boxes and of bends; a long edge has a bend in every layer that it passes.

    A bend is a node without height, numbered after the boxes.
    """

    def __init__(self, sizes: Sequence[Point], ranks: Sequence[int], edges: Sequence[tuple[int, int]]) -> None:
        self.sizes = list(sizes)
        self.own = {source for source, target in edges if source == target}  # nodes with an edge to themselves
        self.ranks = list(ranks)
        self.edges = edges
        self.boxes = len(sizes)
        self.rows: list[list[int]] = [[] for _ in range(max(ranks, default=-1) + 1)]
        for node, rank in enumerate(ranks):
            self.rows[rank].append(node)
        self.above: list[list[int]] = [[] for _ in sizes]
        self.below: list[list[int]] = [[] for _ in sizes]
        self.chains: list[list[int]] = []  # the nodes of each edge, bends included; only the two ends for a back edge
        for source, target in edges:
            chain = [source]
            if source < target:
                for rank in range(ranks[source] + 1, ranks[target]):
                    chain.append(self._bend(rank))
                for upper, lower in zip(chain, [*chain[1:], target], strict=True):
                    self.below[upper].append(lower)
                    self.above[lower].append(upper)
            self.chains.append([*chain, target])
        self.x = [0.0] * len(self.sizes)

    def _bend(self, rank: int) -> int:
        node = len(self.sizes)
        self.sizes.append((0.0, 0.0))
        self.ranks.append(rank)
        self.above.append([])
        self.below.append([])
        self.rows[rank].append(node)
        return node

    def order(self) -> None:
        """Sort layers by the mean places of neighbours, downwards and upwards in turn; keep the fewest crossings."""
        best = (self._crossings(), [list(row) for row in self.rows])
        for sweep in range(_SWEEPS):
            if best[0] == 0:
                break
            is_down = sweep % 2 == 0
            near = self.above if is_down else self.below
            for row in self.rows if is_down else reversed(self.rows):
                places = self._places()
                keys = {
                    node: sum(places[other] for other in near[node]) / len(near[node]) if near[node] else places[node]
                    for node in row
                }
                row.sort(key=lambda node: (keys[node], places[node]))
            crossings = self._crossings()
            if crossings < best[0]:
                best = (crossings, [list(row) for row in self.rows])
        self.rows = best[1]

    def _places(self) -> list[float]:
        places = [0.0] * len(self.sizes)
        for row in self.rows:
            for number, node in enumerate(row):
                places[node] = (number + 0.5) / len(row)
        return places

    def _crossings(self) -> int:
        places = self._places()
        total = 0
        for row in self.rows:
            ends = [(places[node], places[lower]) for node in row for lower in self.below[node]]
            total += sum((a[0] - b[0]) * (a[1] - b[1]) < 0 for n, a in enumerate(ends) for b in ends[:n])
        return total

    def align(self) -> None:
        """Move each node towards its neighbours without a change of the order of its layer."""
        for row in self.rows:
            self._fit(row, [0.0] * len(row))
        for sweep in range(_SWEEPS):
            is_down = sweep % 2 == 0
            for row in self.rows if is_down else reversed(self.rows):
                wanted = []
                for node in row:
                    near = (self.above if is_down else self.below)[node] or self.above[node] or self.below[node]
                    wanted.append(sum(self.x[other] for other in near) / len(near) if near else self.x[node])
                self._fit(row, wanted)

    def _fit(self, row: Sequence[int], wanted: Sequence[float]) -> None:
        """Set the places of a layer's nodes, in order and with gaps, nearest to `wanted` by least squares."""
        offsets = []
        offset = 0.0
        for number, node in enumerate(row):
            if number:
                offset += (self._room(row[number - 1]) + self._room(node)) / 2 + _GAP
            offsets.append(offset)
        # Pool adjacent violators: places out of order share one mean.
        pools: list[tuple[float, float, int]] = []  # mean, weight, members
        for node, offset, place_wanted in zip(row, offsets, wanted, strict=True):
            pool = (place_wanted - offset, _STRAIGHT if node >= self.boxes else 1.0, 1)
            while pools and pools[-1][0] > pool[0]:
                mean, weight, members = pools.pop()
                together = weight + pool[1]
                pool = ((mean * weight + pool[0] * pool[1]) / together, together, members + pool[2])
            pools.append(pool)
        means = [mean for mean, _, members in pools for _ in range(members)]
        for node, offset, mean in zip(row, offsets, means, strict=True):
            self.x[node] = mean + offset

    def _room(self, node: int) -> float:
        """Return the width of a node with room on both sides for an edge to itself, if it has one."""
        return self.sizes[node][0] + (2 * _LANE if node in self.own else 0.0)

    def layout(self) -> Layout:
        left = min(self.x[node] - self._room(node) / 2 for row in self.rows for node in row)
        self.x = [x - left for x in self.x]
        lanes = self._lanes()
        heights = [max(self.sizes[node][1] for node in row) for row in self.rows]
        turns = [0] * (len(self.rows) + 1)  # gap r lies above layer r
        tracks: dict[int, tuple[int, int]] = {}
        for number in lanes:
            source, target = self.edges[number]
            gaps = (self.ranks[source] + 1, self.ranks[target])
            tracks[number] = (turns[gaps[0]], turns[gaps[1]] + (gaps[0] == gaps[1]))
            turns[gaps[0]] += 1
            turns[gaps[1]] += 1
        tops, y = [], 0.0
        for rank, height in enumerate(heights):
            y -= _TRACK * turns[rank] + (_SPACE if rank else 0.0)
            tops.append(y)
            y -= height
        bottom = y - _TRACK * (turns[-1] + 1)
        routes = self._routes(lanes, tracks, tops, heights, bottom)
        middles = [tops[self.ranks[node]] - self.sizes[node][1] / 2 - bottom for node in range(self.boxes)]
        centres = tuple(zip(self.x[: self.boxes], middles, strict=True))
        right = max([*lanes.values(), *(self.x[node] + self.sizes[node][0] / 2 for row in self.rows for node in row)])
        return Layout(right, -bottom, centres, routes)

    def _lanes(self) -> dict[int, float]:
        """Return the x of each back edge on its way up, right of the boxes that it passes and of shorter back edges."""
        extent = [max(self.x[node] + self._room(node) / 2 for node in row) for row in self.rows]
        back = [number for number, (source, target) in enumerate(self.edges) if source >= target]
        lanes = {}
        for number in sorted(back, key=lambda entry: (self._span(entry), entry)):
            source, target = self.edges[number]
            if source == target:
                lanes[number] = self.x[source] + self.sizes[source][0] / 2 + _LANE
                continue
            passed = range(self.ranks[target], self.ranks[source] + 1)
            lanes[number] = max(extent[rank] for rank in passed) + _LANE
            for rank in passed:
                extent[rank] = lanes[number]
        return lanes

    def _span(self, number: int) -> int:
        source, target = self.edges[number]
        return self.ranks[source] - self.ranks[target]

    def _routes(
        self, lanes: dict[int, float], tracks: dict[int, tuple[int, int]], tops: Sequence[float],
        heights: Sequence[float], bottom: float,
    ) -> tuple[Route, ...]:  # fmt: skip
        leave, arrive = self._ports(lanes)
        routes = []
        for number, (source, target) in enumerate(self.edges):
            start = (leave[number], tops[self.ranks[source]] - self.sizes[source][1] - bottom)
            end = (arrive[number], tops[self.ranks[target]] - bottom)
            if number in lanes:
                lane = lanes[number]
                low = tops[self.ranks[source]] - heights[self.ranks[source]] - bottom
                low -= _TRACK * (1 + tracks[number][0])
                high = end[1] + _TRACK * (1.5 + tracks[number][1])
                points = (start, (start[0], low), (lane, low), (lane, high), (end[0], high), end)
                routes.append(Route(points, True))
                continue
            bends: list[Point] = []
            # An edge leaves a box that is lower than its layer straight down, and passes a whole layer the same way.
            bends.append((start[0], tops[self.ranks[source]] - heights[self.ranks[source]] - bottom))
            for node in self.chains[number][1:-1]:
                top = tops[self.ranks[node]] - bottom
                bends += [(self.x[node], top), (self.x[node], top - heights[self.ranks[node]])]
            routes.append(Route((start, *bends, end), False))
        return tuple(routes)

    def _ports(self, lanes: dict[int, float]) -> tuple[dict[int, float], dict[int, float]]:
        """Return the x of each edge at its source, and the x of each edge at its target."""
        out: dict[int, list[tuple[float, int]]] = {}
        into: dict[int, list[tuple[float, int]]] = {}
        for number, (source, target) in enumerate(self.edges):
            chain = self.chains[number]
            out.setdefault(source, []).append((lanes[number] if number in lanes else self.x[chain[1]], number))
            into.setdefault(target, []).append((lanes[number] if number in lanes else self.x[chain[-2]], number))
        return self._spread(out, lanes), self._spread(into, lanes)

    def _spread(self, ends: dict[int, list[tuple[float, int]]], lanes: dict[int, float]) -> dict[int, float]:
        """Spread the ends of edges at a box: forward edges around the middle, back edges to their right."""
        places = {}
        for node, entries in ends.items():
            down = [number for _, number in sorted(entries) if number not in lanes]
            back = [number for _, number in sorted(entries) if number in lanes]
            step = min(0.3, self.sizes[node][0] / (len(down) + 2 * len(back) + 1))
            for order, number in enumerate([*down, *back]):
                places[number] = self.x[node] + (order - (len(down) - 1) / 2) * step
        return places
