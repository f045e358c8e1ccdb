"""Algorithms on directed graphs.

Nodes are numbered from 0, and edges are the list of successors of each node, unless a function says otherwise. Nothing
recurses, so that a program of any length can be analysed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TypeVar

_NONE = -1
Node = TypeVar("Node", bound=Hashable)


def immediate_dominators(root: int, successors: Sequence[Sequence[int]]) -> list[int]:
    """Return the immediate dominator of each node, seen from `root`; -1 for `root` and for unreachable nodes.

    It takes O(edges x log nodes) time for any graph. This is the simple version of T. Lengauer and R. E. Tarjan, "A
    fast algorithm for finding dominators in a flowgraph", ACM TOPLAS 1 (1), 1979, with path compression and without
    balancing. (The iterative algorithm of Cooper, Harvey and Kennedy is shorter, but quadratic on a long chain of jumps
    to one place.)
    """
    vertex, number, parent = _depth_first(root, successors)
    count = len(vertex)
    predecessors: list[list[int]] = [[] for _ in range(count)]
    for source, node in enumerate(vertex):
        for target in successors[node]:
            predecessors[number[target]].append(source)

    # From here on nodes are their numbers in preorder: an ancestor has a smaller number than its descendants.
    semi = list(range(count))
    label = list(range(count))
    ancestor = [_NONE] * count
    dominator = [0] * count
    bucket: list[list[int]] = [[] for _ in range(count)]
    for node in range(count - 1, 0, -1):
        best = node
        for source in predecessors[node]:
            candidate = semi[_evaluate(source, ancestor, label, semi)]
            if candidate < best:
                best = candidate
        semi[node] = best
        bucket[best].append(node)
        above = parent[node]
        ancestor[node] = above
        for waiting in bucket[above]:
            candidate = _evaluate(waiting, ancestor, label, semi)
            dominator[waiting] = candidate if semi[candidate] < above else above
        bucket[above] = []
    dominators = [_NONE] * len(successors)
    for node in range(1, count):
        if dominator[node] != semi[node]:
            dominator[node] = dominator[dominator[node]]
        dominators[vertex[node]] = vertex[dominator[node]]
    return dominators


def _depth_first(root: int, successors: Sequence[Sequence[int]]) -> tuple[list[int], list[int], list[int]]:
    """Return the nodes in preorder, the numbers of nodes, and the numbers of parents.

    The number of a node is its place in preorder, -1 if it is unreachable. Parents are listed in preorder, -1 for the
    root's.
    """
    number = [_NONE] * len(successors)
    number[root] = 0
    vertex = [root]
    parent = [_NONE]
    stack = [(0, iter(successors[root]))]
    while stack:
        here, rest = stack[-1]
        for target in rest:
            if number[target] == _NONE:
                number[target] = len(vertex)
                stack.append((len(vertex), iter(successors[target])))
                vertex.append(target)
                parent.append(here)
                break
        else:
            stack.pop()
    return vertex, number, parent


def _evaluate(node: int, ancestor: list[int], label: list[int], semi: list[int]) -> int:
    """Return the node with the least semidominator on the path from `node` up to a child of its tree's root.

    The path is compressed.
    """
    above = ancestor[node]
    if above == _NONE:
        return label[node]
    if ancestor[above] != _NONE:
        path = [node]
        while ancestor[ancestor[above]] != _NONE:
            path.append(above)
            above = ancestor[above]
        for entry in reversed(path):
            above = ancestor[entry]
            if semi[label[above]] < semi[label[entry]]:
                label[entry] = label[above]
            ancestor[entry] = ancestor[above]
    return label[node]


def strongly_connected(successors: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the strongly connected components, each as ascending nodes. A component is listed after its successors.

    R. E. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1 (2), 1972.
    """
    count = len(successors)
    number = [_NONE] * count
    low = [0] * count
    is_open = [False] * count
    waiting: list[int] = []
    components: list[list[int]] = []
    visited = 0
    stack: list[tuple[int, Iterator[int]]] = [(_NONE, iter(range(count)))]  # a virtual node that leads to all others
    while len(stack) > 1 or visited < count:
        node, rest = stack[-1]
        for target in rest:
            if number[target] == _NONE:
                number[target] = low[target] = visited
                visited += 1
                waiting.append(target)
                is_open[target] = True
                stack.append((target, iter(successors[target])))
                break
            if is_open[target] and number[target] < low[node]:
                low[node] = number[target]
        else:
            stack.pop()
            above = stack[-1][0]
            if low[node] < number[node]:
                low[above] = min(low[above], low[node])
                continue
            component = []
            while is_open[node]:
                component.append(waiting.pop())
                is_open[component[-1]] = False
            components.append(sorted(component))
    return components


def reach(
    starts: Iterable[Node], following: Callable[[Node], Iterable[Node]], ends: Collection[Node] = ()
) -> list[Node]:
    """Return the nodes that paths from `starts` reach, in the order of the search; `starts` are included.

    A path stops at a node of `ends`, which is included too.

    following: returns the successors of a node, which may be any hashable value.
    """
    nodes: dict[Node, None] = {}
    waiting = list(starts)
    while waiting:
        if (node := waiting.pop()) not in nodes:
            nodes[node] = None
            waiting += () if node in ends else following(node)
    return list(nodes)


def postorder(root: Node, following: Callable[[Node], Iterable[Node]]) -> list[Node]:
    """Return the nodes that `root` reaches in the postorder of a depth-first search, `root` last.

    following: returns the successors of a node, which may be any hashable value.
    """
    order: list[Node] = []
    seen = {root}
    stack = [(root, iter(following(root)))]
    while stack:
        node, rest = stack[-1]
        target = next((target for target in rest if target not in seen), None)
        if target is None:
            order.append(node)
            stack.pop()
        else:
            seen.add(target)
            stack.append((target, iter(following(target))))
    return order


def reversed_edges(successors: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the predecessors of each node, in ascending order."""
    predecessors: list[list[int]] = [[] for _ in successors]
    for node, targets in enumerate(successors):
        for target in targets:
            predecessors[target].append(node)
    return predecessors


class Tree:
    """A forest of nodes. parents: the parent of each node, or -1 for a root."""

    def __init__(self, parents: Sequence[int]) -> None:
        self.parents = parents

    def parent(self, node: int) -> int | None:
        """Return the parent of a node; None for a root."""
        return None if self.parents[node] < 0 else self.parents[node]

    def contains(self, above: int, node: int) -> bool:
        """Return whether `above` is `node` or one of its ancestors."""
        return self._intervals[above][0] <= self._intervals[node][1] <= self._intervals[above][1]

    @cached_property
    def _intervals(self) -> list[tuple[int, int]]:
        """The least postorder number in the subtree of each node, and the postorder number of the node."""
        children: list[list[int]] = [[] for _ in self.parents]
        roots: list[int] = []
        for node, parent in enumerate(self.parents):
            (roots if parent < 0 else children[parent]).append(node)
        intervals = [(0, 0)] * len(self.parents)
        order = (node for root in roots for node in postorder(root, children.__getitem__))
        for number, node in enumerate(order):
            intervals[node] = intervals[children[node][0]][0] if children[node] else number, number
        return intervals
