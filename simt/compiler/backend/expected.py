"""The expected number of instructions that a warp issues if its lanes take random paths through a kernel with guards.

The frequency with which lanes part is unknown, so a plan is judged in several *scenes*. A jump out of a loop is taken
once in a number of rounds, any other jump by half of the lanes. In some scenes only a few lanes skip the loops ahead,
so that enough lanes are left to part in these loops, even after early returns. Each lane's path is the same with any
guards, so two plans differ only in where lanes wait for each other.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Final, NamedTuple

from simt.compiler.backend.graph import Flow
from simt.compiler.backend.guards import Edge, Plan
from simt.compiler.backend.ops import Block
from simt.compiler.backend.paths import Paths, block_of

_LANES: Final = 32
_ALL: Final = (1 << _LANES) - 1
_STEPS: Final = 1500  # blocks that a warp visits
_STEP: Final = 2  # a number and a jump


class _Scene(NamedTuple):
    """The frequencies of jumps in a scene.

    rounds: lanes leave a loop after 2**rounds rounds on average. passing: one lane in 2**passing takes the side of a
    jump that has no loop ahead, if the other side has one.
    """

    rounds: int
    passing: int


_SCENES: Final = (_Scene(1, 3), _Scene(2, 3), _Scene(4, 1))


class Model:
    """A model of a kernel in which each lane takes a random path.

    once: blocks whose first successor a lane may choose on its first visit only. One model judges all plans of a
    kernel; `spent` counts the blocks that the warps of all plans visited.
    """

    def __init__(self, blocks: Mapping[str, Block], paths: Paths, once: Collection[str] = ()) -> None:
        self.paths = paths
        self.once = once
        self.spent = 0
        self.cost = {
            name: max(1, sum(not op.is_copy for op in blocks[name].all())) for name in paths.flow.number
        }  # fmt: skip
        forks = [name for name, out in paths.out.items() if len(out) > 1]
        self._leaving = {name: self._exit(name) for name in forks}
        ahead = _ahead(paths)
        self._passing = {
            name: loops.index(False) if len({*loops}) > 1 else -1
            for name in forks for loops in [[ahead[to] for to in paths.out[name]]]
        }  # fmt: skip
        self._drawn: dict[tuple[_Scene, str], tuple[Random, list[int]]] = {}

    def _exit(self, name: str) -> tuple[int, int]:
        """Return the only side of a jump that leaves a loop, and the number of jumps that leave this loop.

        Of the loops that just one side leaves, this is the innermost. Without one, the result is -1 and 0.
        """
        paths = self.paths
        for level in paths.levels[name][:-1]:
            within = [paths.is_within(level, to) for to in paths.out[name]]
            if within[0] != within[1]:
                blocks = [paths.out[block] for block in paths.blocks[level]]
                exits = sum(any(not paths.is_within(level, to) for to in out) for out in blocks)
                return within.index(False), exits
        return -1, 0

    def taken(self, scene: _Scene, name: str, visit: int) -> int:
        """Return the lanes that take the first side of a jump: a bit for each lane.

        visit: the number of a lane's earlier visits to the block.
        """
        drawn = self._drawn.get((scene, name))
        if drawn is None:
            drawn = self._drawn[scene, name] = Random(f"{scene.rounds} {name}"), []
        random, visits = drawn
        while len(visits) <= visit:
            side, exits = self._leaving[name]
            halves = scene.rounds + (exits - 1).bit_length()
            if side < 0:
                side = self._passing[name]
                halves = scene.passing if side >= 0 else 1
            few = _ALL
            for _ in range(halves):
                few &= random.getrandbits(_LANES)
            if name in self.once and visits:
                few = 0
            if name not in self.paths.parting:
                few = _ALL if few & 1 else 0
            visits.append(~few & _ALL if side == 1 else few)
        return visits[visit]

    def issues(self, plan: Plan) -> float:
        """Return a warp's instructions for each instruction that a lane needs, summed over the scenes.

        The blocks visited in this computation are added to `spent`.
        """
        graph = _graph(plan, self)
        self.spent += len(graph) + sum(map(len, plan.led.values()))
        total = 0.0
        for scene in _SCENES:
            walk = _Walk(graph, plan, self, scene)
            self.spent += walk.run()
            total += walk.issued / walk.worked
        return total


@dataclass(slots=True)
class _Node:
    """A step of a warp: a block, a jump of a guard, or a move that sets the lanes' numbers.

    - cost: the number of its instructions.
    - to: its successors.
    - worth: the instructions that lanes would need without guards.
    - limit: the number above which lanes take the second side of a guard's jump; -1 without a guard.
    - numbers: the number that lanes note on each side, or -1.
    - name: the name of a block with a jump.
    """

    cost: int
    to: list[str]
    worth: int = 0
    limit: int = -1
    numbers: Sequence[int] = (-1, -1)
    name: str = ""
    after: str = ""  # join of lanes that part here


def _ahead(paths: Paths) -> dict[str, bool]:
    """Return for each destination whether it is the head of a loop, or lanes may enter a further loop after it."""
    begins: dict[str, bool] = {}
    for to in reversed(paths.order):
        is_head = to in paths.flow.loops
        begins[to] = is_head or any(begins[following] for following in paths.out.get(to, ()))
    return begins


def _graph(plan: Plan, model: Model) -> dict[str, _Node]:
    """Return the steps of a warp if a plan is carried out, by name."""
    graph: dict[str, _Node] = {}
    for name, edges in plan.out.items():
        worth = model.cost[name]
        node = graph[name] = _Node(worth, [_target(plan, edge) for edge in edges], worth)
        if name in plan.anew:
            node.cost += 1
        numbers = [edge.number or -1 for edge in edges]
        if plan.is_choice(name):
            node.numbers, node.cost = numbers, node.cost + plan.cost(name)
        else:
            for side, number in enumerate(numbers):
                if number > 0:
                    step = f"\0{name}\0{side}"
                    graph[step] = _Node(_STEP if len(edges) > 1 else 1, [node.to[side]], numbers=(number, number))
                    node.to[side] = step
        if len(edges) > 1:
            node.name = name
    for guard in plan.led:
        edges = plan.edges(guard)
        for place, (edge, following) in enumerate(pairwise(edges)):
            last = place == len(edges) - 2
            to = [_target(plan, edge), _target(plan, following) if last else _jump(guard, place + 1)]
            graph[_jump(guard, place)] = _Node(1, to, limit=edge.number)
    after = Flow({name: [to for to in node.to if to] for name, node in graph.items()}).postdominators()
    for name, node in graph.items():
        node.after = after[name]
    return graph


def _target(plan: Plan, edge: Edge) -> str:
    """Return the step to which an edge leads: the first jump of its guard, unless the guard has a single target."""
    return _jump(edge.guard, 0) if edge.guard and len(plan.led[edge.guard]) > 1 else block_of(edge.guard or edge.to)


def _jump(guard: str, place: int) -> str:
    r"""Return the name of one jump of a guard. The number comes first, because names of guards may end with \0."""
    return f"\0{place} {guard}"


class _Walk:
    """A warp's walk through a graph, with a stack of post-dominators (docs/processor.md, section 14).

    issued: instructions of the warp; worked: instructions that a lane would need without guards, the mean over lanes.
    """

    def __init__(self, graph: Mapping[str, _Node], plan: Plan, model: Model, scene: _Scene) -> None:
        self.graph = graph
        self.plan = plan
        self.model = model
        self.scene = scene
        self.issued = 0
        self.worked = 0.0
        self.visits: dict[str, dict[int, int]] = {}  # per block and number of visits, the lanes with that number
        self.bits = [0] * len(plan.number).bit_length()  # per bit of the lanes' numbers, the lanes that have it

    def run(self) -> int:
        """Walk to the end of the kernel, or for a limited number of steps; return the number of steps."""
        graph, anew = self.graph, self.plan.anew
        stack: list[tuple[int, str, str]] = []
        name, mask, join = self.model.paths.flow.entry, _ALL, ""
        steps = 0
        worked = 0
        while name and steps < _STEPS:
            steps += 1
            node = graph[name]
            self.issued += node.cost
            worked += node.worth * mask.bit_count()
            if name in anew:
                self._note(mask, 0)
            if node.limit >= 0:
                first = mask & ~self._above(node.limit)
            else:
                first = self._first(name, mask) if node.name else mask
                for lanes, number in zip((first, mask & ~first), node.numbers, strict=True):
                    if lanes and number >= 0:
                        self._note(lanes, number)
            if first == mask or not first:
                name = node.to[0 if first else 1]
            elif node.to[0] == node.to[1]:
                name = node.to[0]
            else:
                end = node.after
                if end and end != join:
                    stack.append((mask, end, join))
                rest = mask & ~first
                sides = [
                    (lanes, to, end) for lanes, to in ((rest, node.to[1]), (first, node.to[0])) if to != end or not end
                ]
                mask, name, join = sides.pop(0 if node.limit >= 0 else -1)
                stack += sides
            while (not name or name == join) and stack:
                mask, name, join = stack.pop()
        self.worked = worked / _LANES
        return steps

    def _note(self, lanes: int, number: int) -> None:
        for place, bit in enumerate(self.bits):
            self.bits[place] = bit | lanes if number >> place & 1 else bit & ~lanes

    def _above(self, limit: int) -> int:
        """Return the lanes of the whole warp with a number above a limit."""
        above, alike = 0, _ALL
        for place in range(len(self.bits) - 1, -1, -1):
            if limit >> place & 1:
                alike &= self.bits[place]
            else:
                above |= alike & self.bits[place]
                alike &= ~self.bits[place]
        return above

    def _first(self, name: str, mask: int) -> int:
        """Return the active lanes that take the first side of a block's jump, and count a visit of all active lanes.

        mask: the active lanes.
        """
        visits = self.visits.setdefault(name, {0: _ALL})
        first = 0
        moved = {}
        for visit, lanes in list(visits.items()):
            if here := lanes & mask:
                first |= self.model.taken(self.scene, name, visit) & here
                moved[visit + 1] = here
                if lanes == here:
                    del visits[visit]
                else:
                    visits[visit] = lanes & ~here
        for visit, lanes in moved.items():
            visits[visit] = visits.get(visit, 0) | lanes
        return first
