"""The expected issues of a warp: its lanes take random paths through a kernel, with and without guards.

The frequency with which lanes part is unknown, so a plan is judged in several *scenes*. A jump out of a loop is taken
once in a number of rounds, any other jump by half of the lanes. In some scenes few lanes skip the loops ahead, so that
returns before the work begins leave enough lanes to part in the loops. Each lane's path is the same with any guards, so
two plans differ only in where lanes wait for each other.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Final, NamedTuple

from simt.compiler.backend.graph import Flow
from simt.compiler.backend.guards import Plan, Stop, Way
from simt.compiler.backend.ops import Block
from simt.compiler.backend.ways import Ways, block_of

_LANES: Final = 32
_ALL: Final = (1 << _LANES) - 1
_STEPS: Final = 1500  # blocks that a warp visits
_STEP: Final = 2  # a number and a jump


class _Scene(NamedTuple):
    """The frequency of lanes' jumps.

    rounds: of a loop, as a power of two. passing: one lane in this many, as a power of two, goes where no loop lies
    ahead, if one lies on the other side.
    """

    rounds: int
    passing: int


_SCENES: Final = (_Scene(1, 3), _Scene(2, 3), _Scene(4, 1))


class Model:
    """A kernel whose lanes take random paths.

    once: jumps whose first side a lane takes on its first visit, if at all. Made once for all plans; `spent` counts the
    blocks that the warps of all plans visited.
    """

    def __init__(self, blocks: Mapping[str, Block], ways: Ways, once: Collection[str] = ()) -> None:
        self.ways = ways
        self.once = once
        self.spent = 0
        self.cost = {
            name: max(1, sum(not op.is_copy for op in blocks[name].all())) for name in ways.flow.number
        }  # fmt: skip
        forks = [name for name, out in ways.out.items() if len(out) > 1]
        self._leaving = {name: self._exit(name) for name in forks}
        ahead = _ahead(ways)
        self._passing = {
            name: loops.index(False) if len({*loops}) > 1 else -1
            for name in forks for loops in [[ahead[to] for to in ways.out[name]]]
        }  # fmt: skip
        self._drawn: dict[tuple[_Scene, str], tuple[Random, list[int]]] = {}

    def _exit(self, name: str) -> tuple[int, int]:
        """The side of a jump that leaves a loop in which the other stays, or -1; and the number of these jumps."""
        ways = self.ways
        for level in ways.levels[name][:-1]:
            within = [ways.is_within(level, to) for to in ways.out[name]]
            if within[0] != within[1]:
                exits = sum(any(not ways.is_within(level, to) for to in ways.out[each]) for each in ways.blocks[level])
                return within.index(False), exits
        return -1, 0

    def taken(self, scene: _Scene, name: str, visit: int) -> int:
        """The lanes that take the first side of a jump on their nth visit."""
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
            if name not in self.ways.parting:
                few = _ALL if few & 1 else 0
            visits.append(~few & _ALL if side == 1 else few)
        return visits[visit]

    def issues(self, plan: Plan) -> float:
        """The instructions issued for each that a lane needs."""
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
    """A block, a jump of a guard or the note of a number, as a warp visits it.

    to: its successors. worth: the value of its instructions to a lane: 0 for guards. limit: of a jump of a guard, the
    number above which lanes take the second side, -1 for none. numbers: the number noted by lanes on each side, -1:
    none. name: of a block with a jump.
    """

    cost: int
    to: list[str]
    worth: int = 0
    limit: int = -1
    numbers: Sequence[int] = (-1, -1)
    name: str = ""
    after: str = ""  # join of lanes that part here


def _ahead(ways: Ways) -> dict[str, bool]:
    """Return whether a loop begins at each destination or ahead of it, without repeating the loops around it."""
    begins: dict[str, bool] = {}
    for to in reversed(ways.order):
        is_head = to in ways.flow.loops
        begins[to] = is_head or any(begins[following] for following in ways.out.get(to, ()))
    return begins


def _graph(plan: Plan, model: Model) -> dict[str, _Node]:
    """The blocks of a plan as carried out: with guards, and steps that note a number."""
    graph: dict[str, _Node] = {}
    for name, ways in plan.out.items():
        worth = model.cost[name]
        node = graph[name] = _Node(worth, [_target(plan, way) for way in ways], worth)
        if name in plan.anew:
            node.cost += 1
        numbers = [way.number or -1 for way in ways]
        if plan.is_choice(name):
            node.numbers, node.cost = numbers, node.cost + plan.cost(name)
        else:
            for side, number in enumerate(numbers):
                if number > 0:
                    step = f"\0{name}\0{side}"
                    graph[step] = _Node(_STEP if len(ways) > 1 else 1, [node.to[side]], numbers=(number, number))
                    node.to[side] = step
        if len(ways) > 1:
            node.name = name
    for guard in plan.led:
        stops = plan.stops(guard)
        for place, (stop, following) in enumerate(pairwise(stops)):
            last = place == len(stops) - 2
            to = [_target(plan, stop), _target(plan, following) if last else _jump(guard, place + 1)]
            graph[_jump(guard, place)] = _Node(1, to, limit=stop.number)
    after = Flow({name: [to for to in node.to if to] for name, node in graph.items()}).postdominators()
    for name, node in graph.items():
        node.after = after[name]
    return graph


def _target(plan: Plan, stop: Way | Stop) -> str:
    return _enter(plan, stop.guard) if stop.guard else block_of(stop.to)


def _enter(plan: Plan, guard: str) -> str:
    """The first node of a guard, or its target if it leads all lanes there."""
    return _jump(guard, 0) if len(plan.led[guard]) > 1 else block_of(guard)


def _jump(guard: str, place: int) -> str:
    """The node of a jump of a guard; names of guards may end with \\0, so the number comes first."""
    return f"\0{place} {guard}"


class _Walk:
    """A warp on its path through a graph, with a stack of post-dominators (docs/processor.md, section 14).

    issued: instructions; worked: instructions that a lane needs without guards, averaged over all lanes.
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
        """Walk to the end of the kernel, or for a limited number of steps; return the steps."""
        graph, anew = self.graph, self.plan.anew
        stack: list[tuple[int, str, str]] = []
        at, mask, join = self.model.ways.flow.entry, _ALL, ""
        steps = 0
        worked = 0
        while at and steps < _STEPS:
            steps += 1
            node = graph[at]
            self.issued += node.cost
            worked += node.worth * mask.bit_count()
            if at in anew:
                self._note(mask, 0)
            if node.limit >= 0:
                first = mask & ~self._above(node.limit)
            else:
                first = self._first(at, mask) if node.name else mask
                for lanes, number in zip((first, mask & ~first), node.numbers, strict=True):
                    if lanes and number >= 0:
                        self._note(lanes, number)
            if first == mask or not first:
                at = node.to[0 if first else 1]
            elif node.to[0] == node.to[1]:
                at = node.to[0]
            else:
                end = node.after
                if end and end != join:
                    stack.append((mask, end, join))
                rest = mask & ~first
                sides = [
                    (lanes, to, end) for lanes, to in ((rest, node.to[1]), (first, node.to[0])) if to != end or not end
                ]
                mask, at, join = sides.pop(0 if node.limit >= 0 else -1)
                stack += sides
            while (not at or at == join) and stack:
                mask, at, join = stack.pop()
        self.worked = worked / _LANES
        return steps

    def _note(self, lanes: int, number: int) -> None:
        for place, bit in enumerate(self.bits):
            self.bits[place] = bit | lanes if number >> place & 1 else bit & ~lanes

    def _above(self, limit: int) -> int:
        """The lanes with a number above a limit."""
        above, alike = 0, _ALL
        for place in range(len(self.bits) - 1, -1, -1):
            if limit >> place & 1:
                alike &= self.bits[place]
            else:
                above |= alike & self.bits[place]
                alike &= ~self.bits[place]
        return above

    def _first(self, at: str, mask: int) -> int:
        """The lanes that take the first side of a block's jump."""
        visits = self.visits.setdefault(at, {0: _ALL})
        first = 0
        moved = {}
        for visit, lanes in list(visits.items()):
            if here := lanes & mask:
                first |= self.model.taken(self.scene, at, visit) & here
                moved[visit + 1] = here
                if lanes == here:
                    del visits[visit]
                else:
                    visits[visit] = lanes & ~here
        for visit, lanes in moved.items():
            visits[visit] = visits.get(visit, 0) | lanes
        return first
