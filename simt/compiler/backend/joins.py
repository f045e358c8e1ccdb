"""Joins for lanes that part, on machines that join them at post-dominators (docs/processor.md, section 14).

LLVM leaves loops with several back edges, and branches whose sides share code with other branches. The post-dominator
of such a branch lies after all code that its sides share, so lanes execute shared code once for each path to it.
*Guards* (`backend.guards`) make them meet earlier. A guard costs instructions in every lane, so the guards are chosen
that minimise a warp's expected issues (`backend.expected`). Nothing is copied.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from itertools import pairwise
from operator import itemgetter
from typing import Final

from simt.compiler.backend.entries import give_heads
from simt.compiler.backend.expected import Model
from simt.compiler.backend.guards import Plan, Stop, Way
from simt.compiler.backend.leading import Leading
from simt.compiler.backend.ops import Block, Branch, Code
from simt.compiler.backend.ways import Ways, block_of

_MOST: Final = 100_000  # blocks that the warps of plans visit in each search: a tenth of a second or two
_BETTER: Final = 0.995  # of a warp's issues: the ratio for which a plan with one guard more or less is accepted


def join_lanes(code: Code, parting: Collection[str]) -> None:
    """Let lanes that part at the ends of the blocks `parting` meet where that is expected to pay."""
    if parting:
        once = give_heads(code)
        carry_out(code, chosen(code, Ways(code.blocks, {*parting, *once}), once))


def carry_out(code: Code, plan: Plan) -> None:
    """Lead lanes through the guards of a plan."""
    if plan.led:
        _Guards(code, plan).make()


def chosen(code: Code, ways: Ways, once: Collection[str] = ()) -> Plan:
    """The guards with the fewest expected issues of a warp.

    once: jumps whose first side a lane takes on its first visit, if at all.
    """
    meetings = {level: ways.meetings(level) for level in [*ways.blocks, ""]}
    every = sorted((to for nodes in meetings.values() for to in nodes), key=ways.rank.__getitem__, reverse=True)
    if not every:
        return Plan(ways, meetings, ())
    model = Model(code.blocks, ways, once)

    def improved(start: frozenset[str]) -> tuple[float, Plan]:
        """Change single guards until none helps; return the expected issues of a warp, and the plan."""
        best = Plan(ways, meetings, start)
        least, taken, until = model.issues(best), start, model.spent + _MOST
        waiting, failed = deque(every), 0
        while failed < len(every) and model.spent < until:
            tried = taken ^ {waiting[0]}
            waiting.rotate(-1)
            plan = Plan(ways, meetings, tried)
            failed += 1
            if (issues := model.issues(plan)) < _BETTER * least:
                best, least, taken, failed = plan, issues, tried, 0
        return least, best

    # The result of such a search depends on its start: with all guards, and with none.
    return min(improved(frozenset(every)), improved(frozenset()), key=itemgetter(0))[1]


class _Guards:
    """A plan carried out."""

    def __init__(self, code: Code, plan: Plan) -> None:
        self.code = code
        self.plan = plan
        self.numbers = Leading(code)  # numbers of destinations
        code.leading = 1 << self.numbers.register.unit
        self.names: dict[str, str] = {}  # the first block of each guard

    def make(self) -> None:
        """Lead lanes through guards."""
        code, plan, note = self.code, self.plan, self.numbers.note
        first = next(iter(code.blocks.values()))
        for guard in plan.led:
            self.names[guard] = self.numbers.free(f"{block_of(guard)}.join")
            code.blocks[self.names[guard]] = Block(self.names[guard])
        for name, ways in plan.out.items():
            if any(way.guard for way in ways):
                self._lead(code.blocks[name], ways)
        for guard in plan.led:
            self._guard(guard, plan.stops(guard))
        for name in plan.anew:
            code.blocks[name].operations.insert(0, note(0, code.blocks[name].branch.place))
        first.operations.insert(0, note(0, first.branch.place))
        code.settle()

    def _target(self, stop: Way | Stop) -> str:
        """The block to which an edge leads next."""
        return self.names[stop.guard] if stop.guard else block_of(stop.to)

    def _lead(self, block: Block, ways: list[Way]) -> None:
        """Lead the edges of a block through guards."""
        branch, place = block.branch, block.branch.place
        leads = tuple(block_of(way.to) for way in ways)
        if len(ways) > 1 and not self.plan.is_choice(block.name):
            branch.leads = leads
            branch.taken, branch.other = (self._step(block, way) for way in ways)
            return
        if len(ways) > 1:
            self.numbers.choose(block, *(way.number for way in ways))
        elif ways[0].number:
            block.operations.append(self.numbers.note(ways[0].number, place))
        block.branch = Branch(self._target(ways[0]), place=place, leads=leads)

    def _step(self, block: Block, way: Way) -> str:
        """The block to which an edge leads, which may be a step that notes a number."""
        target = self._target(way)
        if not way.number:
            return target
        return self.numbers.step(block.name, way.number, target, block.branch.place, (block_of(way.to),))

    def _guard(self, guard: str, stops: list[Stop]) -> None:
        """Fill a guard's blocks."""
        place = self.code.blocks[block_of(guard)].branch.place
        name = self.names[guard]
        if len(stops) == 1:
            self.code.blocks[name].branch = Branch(self._target(stops[0]), place=place)
        for stop, following in pairwise(stops):
            above = self._target(following) if following is stops[-1] else self.numbers.free(f"{name}.on")
            self.numbers.ask(name, stop.number, above, self._target(stop), place)
            name = above
