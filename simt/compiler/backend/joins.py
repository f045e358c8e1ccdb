"""Earlier joins for lanes that part, on machines that join them at post-dominators (docs/processor.md, section 14).

LLVM leaves loops with several back edges, and branches whose sides share code with other branches. The post-dominator
of a branch with shared code lies after all of this code. So a warp executes shared code once for each path to it.
*Guards* (`backend.guards`) make lanes meet earlier. A guard costs instructions in every lane. Therefore guards are
chosen by the number of instructions that a warp is expected to issue (`backend.expected`). Nothing is copied.

Two kinds of guards are made in any case. Where lanes read one another, the result depends on which lanes are there
together, so every guard before this code is made. In a loop that takes a lock, a guard at the end of each round lets
the other lanes wait for the lane that holds the lock.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Mapping
from itertools import pairwise
from operator import itemgetter
from typing import Final

from isa.flow.graphs import reach
from simt.compiler.backend.entries import give_heads
from simt.compiler.backend.expected import Model
from simt.compiler.backend.guards import Edge, Plan
from simt.compiler.backend.leading import Leading
from simt.compiler.backend.ops import Block, Branch, Code
from simt.compiler.backend.paths import Paths, back, block_of

_MOST: Final = 100_000  # blocks that the warps of plans visit in each search: a tenth of a second or two
_BETTER: Final = 0.995  # of a warp's issues: the ratio for which a plan with one guard more or less is accepted


def join_lanes(code: Code, parting: Collection[str]) -> None:
    """Make lanes that diverge at the ends of the blocks `parting` reconverge where that should save cycles."""
    if parting:
        once = give_heads(code)
        carry_out(code, chosen(code, Paths(code.blocks, {*parting, *once}), once))


def join_before_copies(code: Code, parting: set[str]) -> None:
    """Make lanes that diverge meet before operations that read other lanes.

    Otherwise a stack of masks may copy these operations.

    parting: the blocks at whose ends lanes part. The blocks of guards are added to it.
    """
    if not parting or not any(_reads_across(block) for block in code.blocks.values()):
        return
    paths = Paths(code.blocks, parting)
    meetings = _meetings(paths)
    before = set(code.blocks)
    carry_out(code, Plan(paths, meetings, _needed(code, paths, meetings)))
    parting |= {name for name in code.blocks.keys() - before if code.blocks[name].branch.test is not None}
    code.leading = 0  # masks replace the jumps, and values may as well be alive on all ways through the guards
    for block in code.blocks.values():
        block.branch.leads = ()


def join_at_locks(code: Code, parting: Callable[[], set[str]]) -> None:
    """Make lanes that diverge in a loop that takes locks meet at the end of each round.

    Otherwise lanes without the lock would go round for ever at lower addresses, and the lane that holds the lock would
    never run. parting: a function that returns the blocks at whose ends lanes part.
    """
    if any(map(_exchanges, code.blocks.values())) and (blocks := parting()):
        paths = Paths(code.blocks, blocks)
        meetings = _meetings(paths)
        carry_out(code, Plan(paths, meetings, _rounds(code, paths)))


def carry_out(code: Code, plan: Plan) -> None:
    """Put the guards of a plan into the code, and lead lanes through them."""
    if plan.led:
        _Guards(code, plan).make()


def chosen(code: Code, paths: Paths, once: Collection[str] = ()) -> Plan:
    """Return the plan for which a warp is expected to issue the fewest instructions. once: as for `Model`."""
    meetings = _meetings(paths)
    every = sorted((to for nodes in meetings.values() for to in nodes), key=paths.rank.__getitem__, reverse=True)
    if not every:
        return Plan(paths, meetings, ())
    model = Model(code.blocks, paths, once)
    needed = _needed(code, paths, meetings)
    free = [to for to in every if to not in needed]

    def improved(start: frozenset[str]) -> tuple[float, Plan]:
        """Add or remove guards one by one while that helps; return the expected issues of a warp, and the plan."""
        best = Plan(paths, meetings, start)
        least, taken, until = model.issues(best), start, model.spent + _MOST
        waiting, failed = deque(free), 0
        while failed < len(free) and model.spent < until:
            tried = taken ^ {waiting[0]}
            waiting.rotate(-1)
            plan = Plan(paths, meetings, tried)
            failed += 1
            if (issues := model.issues(plan)) < _BETTER * least:
                best, least, taken, failed = plan, issues, tried, 0
        return least, best

    # The result of such a search depends on its start: with all guards, and with none.
    return min(improved(frozenset(every)), improved(needed), key=itemgetter(0))[1]


def _meetings(paths: Paths) -> dict[str, dict[str, set[str]]]:
    return {level: paths.meetings(level) for level in [*paths.blocks, ""]}


def _reads_across(block: Block) -> bool:
    return any(operation.spec.across for operation in block.operations)


def _needed(code: Code, paths: Paths, meetings: Mapping[str, Mapping[str, set[str]]]) -> frozenset[str]:
    """Return the destinations that need a guard: from them lanes get to operations that read other lanes."""
    across = [name for name in paths.flow.number if _reads_across(code.blocks[name])]
    before = reach(across, paths.flow.predecessors.__getitem__)
    named = frozenset(to for nodes in meetings.values() for to in nodes)
    return frozenset(to for to in named if block_of(to) in before) | named & _rounds(code, paths)


def _rounds(code: Code, paths: Paths) -> set[str]:
    """Return the ends of rounds of the loops in which a word is exchanged, as lanes do that take a lock."""
    loops = paths.flow.loops.items()
    return {back(head) for head, body in loops if any(_exchanges(code.blocks[name]) for name in body)}


def _exchanges(block: Block) -> bool:
    return any(operation.spec.format == "exchange" or ".exch." in operation.name for operation in block.operations)


class _Guards:
    """A kernel that gets the guards of a plan."""

    def __init__(self, code: Code, plan: Plan) -> None:
        self.code = code
        self.plan = plan
        self.numbers = Leading(code)  # numbers of destinations
        code.leading = 1 << self.numbers.register.unit
        self.names: dict[str, str] = {}  # the first block of each guard

    def make(self) -> None:
        code, plan, note = self.code, self.plan, self.numbers.note
        first = next(iter(code.blocks.values()))
        for guard in plan.led:
            self.names[guard] = self.numbers.free(f"{block_of(guard)}.guard")
            code.blocks[self.names[guard]] = Block(self.names[guard])
        for name, edges in plan.out.items():
            if any(edge.guard for edge in edges):
                self._lead(code.blocks[name], edges)
        for guard in plan.led:
            self._guard(guard, plan.edges(guard))
        for name in plan.anew:
            code.blocks[name].operations.insert(0, note(0, code.blocks[name].branch.place))
        first.operations.insert(0, note(0, first.branch.place))
        code.settle()

    def _target(self, edge: Edge) -> str:
        """Return the block at which an edge ends: its guard, or its target."""
        return self.names[edge.guard] if edge.guard else block_of(edge.to)

    def _lead(self, block: Block, edges: list[Edge]) -> None:
        branch, place = block.branch, block.branch.place
        leads = tuple(block_of(edge.to) for edge in edges)
        if len(edges) > 1 and not self.plan.is_choice(block.name):
            branch.leads = leads
            branch.taken, branch.other = (self._step(block, edge) for edge in edges)
            return
        if len(edges) > 1:
            self.numbers.choose(block, *(edge.number for edge in edges))
        elif edges[0].number:
            block.operations.append(self.numbers.note(edges[0].number, place))
        block.branch = Branch(self._target(edges[0]), place=place, leads=leads)

    def _step(self, block: Block, edge: Edge) -> str:
        """Return the block to which a side of a jump leads: its target, or a new block that notes a number."""
        target = self._target(edge)
        if not edge.number:
            return target
        return self.numbers.step(block.name, edge.number, target, block.branch.place, (block_of(edge.to),))

    def _guard(self, guard: str, edges: list[Edge]) -> None:
        place = self.code.blocks[block_of(guard)].branch.place
        name = self.names[guard]
        if len(edges) == 1:
            self.code.blocks[name].branch = Branch(self._target(edges[0]), place=place)
        for edge, following in pairwise(edges):
            above = self._target(following) if following is edges[-1] else self.numbers.free(f"{name}.on")
            self.numbers.ask(name, edge.number, above, self._target(edge), place)
            name = above
