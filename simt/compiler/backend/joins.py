"""Joins for lanes that part, on machines that join them at post-dominators (docs/processor.md, section 14).

LLVM leaves loops that jump back at several places, and branches whose sides share code with those of other branches.
The post-dominator of such a branch lies after all that its sides share, and lanes execute what they share once for
each way that leads there. *Guards* (`backend.guards`) make them meet before it. A guard costs instructions in every
lane, so those are chosen with which a warp is expected to issue least (`backend.expected`). Nothing is copied.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from itertools import pairwise
from typing import Final

from simt.compiler.backend.expected import Model
from simt.compiler.backend.guards import Plan, Stop, Way
from simt.compiler.backend.ops import ZERO, Block, Branch, Code, Constant, Operation, Register
from simt.compiler.backend.ways import Ways, block_of
from simt.compiler.place import Place

_MOST: Final = 100_000  # blocks that the warps of plans come to: a tenth of a second or two
_BETTER: Final = 0.995  # of what a warp issues: what a plan with another guard, or without one, is taken for
_OPPOSITE: Final = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "le": "gt", "gt": "le"}  # of integers


def join_lanes(code: Code, parting: Collection[str]) -> None:
    """Let lanes that part at the ends of the blocks `parting` meet where that is expected to pay."""
    if not parting:
        return
    ways = Ways(code.blocks, parting)
    if not ways.is_sound:
        return
    carry_out(code, chosen(code, ways))


def carry_out(code: Code, plan: Plan) -> None:
    """Lead lanes through the guards of a plan."""
    if plan.led:
        _Guards(code, plan).make()


def chosen(code: Code, ways: Ways) -> Plan:
    """The guards with which a warp is expected to issue least."""
    meetings = {level: ways.meetings(level) for level in [*ways.blocks, ""]}
    every = sorted((to for found in meetings.values() for to in found), key=ways.rank.__getitem__, reverse=True)
    best = Plan(ways, meetings, ())
    if not every:
        return best
    model = Model(code.blocks, ways)
    least = model.issues(best)
    taken: frozenset[str] = frozenset()
    tried = frozenset(every)
    waiting = deque(every)
    failed = 0
    while failed <= len(every) and model.spent < _MOST:
        plan = Plan(ways, meetings, tried)
        failed += 1
        if (issues := model.issues(plan)) < _BETTER * least:
            best, least, taken, failed = plan, issues, tried, 0
        tried = taken ^ {waiting[0]}
        waiting.rotate(-1)
    return best


class _Guards:
    """A plan carried out."""

    def __init__(self, code: Code, plan: Plan) -> None:
        self.code = code
        self.plan = plan
        self.number = Register(code.new())  # of the destination of each lane
        code.leading = 1 << self.number.unit
        self.names: dict[str, str] = {}  # of the first block of each guard

    def make(self) -> None:
        """Lead lanes through guards."""
        code, plan = self.code, self.plan
        first = next(iter(code.blocks.values()))
        for guard in plan.led:
            self.names[guard] = self._free(f"{block_of(guard)}.join")
            code.blocks[self.names[guard]] = Block(self.names[guard])
        for name, ways in plan.out.items():
            if any(way.guard for way in ways):
                self._lead(code.blocks[name], ways)
        for guard in plan.led:
            self._guard(guard, plan.stops(guard))
        for name in plan.anew:
            code.blocks[name].operations.insert(0, self._note(0, code.blocks[name].branch.place))
        first.operations.insert(0, self._note(0, first.branch.place))
        flow = Ways(code.blocks, ()).flow
        code.blocks = {name: code.blocks[name] for name in flow.order}
        for name, block in code.blocks.items():
            block.depth = flow.depth[name]

    def _free(self, name: str) -> str:
        while name in self.code.blocks:
            name += "'"
        return name

    def _note(self, number: int, place: Place) -> Operation:
        return Operation("mov.b32", self.number.unit, (Constant(number),), place=place)

    def _target(self, stop: Way | Stop) -> str:
        """The block that a way leads to next."""
        return self.names[stop.guard] if stop.guard else block_of(stop.to)

    def _lead(self, block: Block, ways: list[Way]) -> None:
        """Lead the ways of a block through guards."""
        branch, place = block.branch, block.branch.place
        leads = tuple(block_of(way.to) for way in ways)
        if branch.test is None or len(ways) < 2:
            if ways[0].number:
                block.operations.append(self._note(ways[0].number, place))
            block.branch = Branch(self._target(ways[0]), place=place, leads=leads)
            return
        if self.plan.is_choice(block.name):
            self._choose(block, *(way.number for way in ways))
            block.branch = Branch(self._target(ways[0]), place=place, leads=leads)
            return
        branch.leads = leads
        branch.taken, branch.other = (self._step(block, way) for way in ways)

    def _step(self, block: Block, way: Way) -> str:
        """The block that a way of a branch leads to, which may be a step on which a number is noted."""
        target = self._target(way)
        if not way.number:
            return target
        name = self._free(f"{block.name}.to")
        place = block.branch.place
        leads = (block_of(way.to),)
        self.code.blocks[name] = Block(name, [self._note(way.number, place)], Branch(target, place=place, leads=leads))
        return name

    def _choose(self, block: Block, taken: int, other: int) -> None:
        """Note one number in the lanes that a block's jump takes, and another in the others; 0: none."""
        branch, place = block.branch, block.branch.place
        assert branch.test is not None
        if branch.condition == "z":
            taken, other = other, taken
        test = branch.test
        if test.name == "mov.b32":
            test.name, test.sources = "ne.u32", (*test.sources, ZERO)
        relation, kind = test.name.split(".")
        if (taken, other) == (0, 1) and (kind != "f32" or relation in ("eq", "ne")) and kind != "f64":
            test.name = f"{_OPPOSITE[relation]}.{kind}"
            taken, other = other, taken
        if (taken, other) == (1, 0):
            test.result = self.number.unit
            block.operations.append(test)
            return
        number = self.number
        if taken and other:
            block.operations.append(self._note(other, place))
            other = 0
        sources = (Constant(taken), number) if taken else (number, Constant(other))
        block.operations += [test, Operation("select.b32", number.unit, sources, place=place)]

    def _guard(self, guard: str, stops: list[Stop]) -> None:
        """Fill a guard's blocks."""
        place = self.code.blocks[block_of(guard)].branch.place
        block = self.code.blocks[self.names[guard]]
        for stop, following in pairwise(stops):
            result = self.code.temporary()
            test = Operation("gt.u32", result, (self.number, Constant(stop.number)), place=place)
            if not stop.number:
                test.name, test.sources = "mov.b32", (self.number,)
            rest = self._target(following)
            if following is not stops[-1]:
                rest = self._free(f"{self.names[guard]}.on")
            block.branch = Branch(rest, test, "nz", self._target(stop), place)
            if following is not stops[-1]:
                block = self.code.blocks[rest] = Block(rest)
        if len(stops) == 1:
            block.branch = Branch(self._target(stops[0]), place=place)
