"""Joins for lanes that part, on machines that join them at post-dominators (docs/processor.md, section 14).

LLVM leaves loops that jump back at several places, and branches whose sides share code with those of other branches.
The post-dominator of such a branch lies after all that its sides share, and lanes execute what they share once for
each way that leads there. A *guard* is a block through which all these ways lead: lanes meet there, and a register of
each lane says where it goes on. Nothing is copied.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import reduce
from heapq import heappop, heappush
from math import inf
from operator import or_
from typing import Final

from simt.compiler.backend.graph import Flow
from simt.compiler.backend.ops import Block, Branch, Code, Constant, Operation, Register
from simt.compiler.backend.registers import live_before, mask

_WORTH: Final = 4  # instructions that lanes may execute twice: a guard costs as many
_MOST: Final = 3  # guards for each block of a kernel
_BACK: Final = "<back>"  # the way back to a loop's head, as a node


def join_lanes(code: Code, parting: Collection[str]) -> None:
    """Let lanes that part at the ends of the blocks `parting` meet as soon as their ways do."""
    if not parting:
        return
    joins = _Joins(code, parting)
    joins.run()
    if joins.count:
        flow = joins.flow()
        code.blocks = {name: code.blocks[name] for name in flow.order}
        for name, block in code.blocks.items():
            block.depth = flow.depth[name]


class _Level:
    """The inside of a loop, or the whole kernel, where a loop within is one node that has the name of its head.

    order: the nodes; all ways lead forward. node: of each block. blocks: of each node. loops: the nodes that are loops.
    Behind the nodes stand the way back to the head and what lies outside.
    """

    def __init__(self, head: str, flow: Flow, code: Code) -> None:
        self.head = head
        self.code = code
        body = flow.loops[head] if head else set(flow.number)
        within = [name for name in flow.loops if name in body and name != head]
        within.sort(key=lambda name: len(flow.loops[name]))
        self.node = {name: name for name in body}
        for name in within:  # the outermost last
            self.node |= dict.fromkeys(flow.loops[name], name)
        self.blocks: dict[str, list[str]] = {}
        for name in flow.order:
            if name in body:
                self.blocks.setdefault(self.node[name], []).append(name)
        self.loops = {self.node[name] for name in within}
        self._order = [*self.blocks, _BACK]
        self._outside = [*(name for name in flow.order if name not in body), ""]
        self._number()

    def _number(self) -> None:
        self.place = {name: place for place, name in enumerate([*self._order, *self._outside])}

    @property
    def order(self) -> list[str]:
        """The nodes."""
        return self._order[:-1]

    def insert(self, names: Sequence[str], before: str) -> None:
        """Add blocks before a node."""
        place = self.place[before]
        self._order[place:place] = names
        for name in names:
            self.node[name] = name
            self.blocks[name] = [name]
        self._number()

    def target(self, name: str) -> str:
        """The node, or what stands behind the nodes, that a way to a block leads to."""
        return _BACK if name and name == self.head else self.node.get(name, name)

    def ways(self, node: str) -> list[tuple[str, str]]:
        """The ways out of a node, each from a block to a block; "" is the end of the kernel."""
        return [
            (name, to) for name in self.blocks[node] for to in sides(self.code.blocks[name])
            if node not in self.loops or self.node.get(to) != node
        ]  # fmt: skip

    def successors(self, node: str) -> list[str]:
        """What the ways out of a node lead to."""
        return list(dict.fromkeys(self.target(to) for _, to in self.ways(node)))

    def is_sound(self) -> bool:
        """Tell whether all ways lead forward; in a loop that is entered at two places they do not."""
        return all(self.place[to] > self.place[node] for node in self.order for to in self.successors(node))

    def size(self, node: str) -> float:
        """The instructions of a node."""
        if node in self.loops or node == _BACK:
            return inf
        return sum(not each.is_copy for each in self.code.blocks[node].all())


def sides(block: Block) -> list[str]:
    """The blocks that a block's jump leads to; "" is the end of the kernel."""
    branch = block.branch
    return [branch.taken] if branch.test is None else list(dict.fromkeys((branch.taken, branch.other)))


class _Joins:
    def __init__(self, code: Code, parting: Collection[str]) -> None:
        self.code = code
        self.parting = set(parting)
        self.count = 0  # of guards
        self.most = _MOST * len(code.blocks)
        self.live = {"": 0, **live_before(code)}  # what each block or those behind it read
        self.number = code.new()  # the register with the number of the block that a lane is led to; 0: the usual one
        self.numbers: dict[str, int] = {}  # of blocks
        self.usual: dict[str, str] = {}  # of each guard: where lanes without a number go
        self.led: dict[tuple[str, str], str] = {}  # of ways on which lanes have a block's number: the block
        self.inner: set[str] = set()  # the blocks of guards to which lanes with different numbers come

    def flow(self) -> Flow:
        """The control flow as it is now."""
        return Flow({name: block.branch.targets for name, block in self.code.blocks.items()})

    def run(self) -> None:
        """Give every loop its joins, inner ones first, and then the kernel."""
        done = set()
        head, flow, count = ".", self.flow(), 0
        while head:
            if self.count > count:
                flow, count = self.flow(), self.count
            left = [name for name in flow.loops if name not in done]
            head = min(left, key=lambda name: (-flow.depth[name], flow.number[name]), default="")
            done.add(head)
            level = _Level(head, flow, self.code)
            if level.is_sound():
                for node in reversed(level.order):
                    self._node(level, node)
        if self.count:
            for (name, to), end in self.led.items():
                if to == end:
                    self._lead(name, to, to, 0)
            for block in self.code.blocks.values():
                if block.branch.test is not None and self._real(block.branch.taken) == self._real(block.branch.other):
                    block.branch = Branch(block.branch.taken, place=block.branch.place)
            first = next(iter(self.code.blocks.values()))
            first.operations.insert(0, Operation("mov.b32", self.number, (Constant(0),), place=first.branch.place))

    def _node(self, level: _Level, node: str) -> None:
        """Let the lanes that part at a node meet."""
        if self.parting.isdisjoint(level.blocks[node]):
            return
        while self.count < self.most and (lost := _lost(level, node)):
            met = self._meet(level, node, lost)
            if not met:
                return
            for block in reversed(met):
                self._node(level, block)

    def _meet(self, level: _Level, node: str, lost: str) -> list[str]:
        """Lead all ways from a node to another one, and past it, through a guard before it; return its blocks.

        None, if a way leads into a guard, where each lane has a number of its own.
        """
        ways = [
            (name, to, self.led.get((name, to), self._end(to))) for each in _between(level, node, lost)
            for name, to in level.ways(each) if level.place[level.target(to)] >= level.place[lost]
        ]  # fmt: skip
        if any(to in self.inner for _, to, _ in ways):
            return []
        self.count += 1
        usual = level.head if lost == _BACK else self._end(lost)
        # Lanes that end go first: they are not waited for at a barrier.
        others = {end: None for _, _, end in ways if end != usual}
        order = sorted(others, key=lambda end: (end != "", level.place[level.target(end)]))
        for end in order:
            self.numbers.setdefault(end, len(self.numbers) + 1)
        guard = self._guard(f"{node}.join{self.count}", usual, order, self.code.blocks[level.blocks[node][-1]])
        steps = []
        for name, to, end in ways:
            is_led = (name, to) in self.led
            self.led.pop((name, to), None)
            number = 0 if end == usual else self.numbers[end]
            last = self._lead(name, to, guard[0], None if is_led == (number > 0) else number)
            if number:
                self.led[last, guard[0]] = end
            if last != name:
                steps.append(last)
        level.insert([*steps, *guard], lost)
        return guard

    def _real(self, name: str) -> str:
        """What blocks that do nothing lead to."""
        while name and not (block := self.code.blocks[name]).operations and block.branch.test is None:
            if block.branch.taken == name:
                break
            name = block.branch.taken
        return name

    def _end(self, to: str) -> str:
        """Where lanes without a number come to by a block that may be a guard."""
        while to in self.usual and self.code.blocks[to].branch.other == self.usual[to]:
            to = self.usual[to]
        return to

    def _guard(self, stem: str, usual: str, others: Sequence[str], parting: Block) -> list[str]:
        """Make blocks that lead lanes to the usual block or to that of their number; return their names."""
        names = [f"{stem}.{place}" for place in range(len(others) or 1)]
        if not others:  # all lanes go on together
            self.code.blocks[names[0]] = Block(names[0], [], Branch(usual, place=parting.branch.place))
            self.live[names[0]] = self.live[usual]
            return names
        number = Register(self.number)
        for place, name in enumerate(names):
            result = self.code.temporary()
            if place:
                test = Operation("eq.u32", result, (number, Constant(self.numbers[others[place - 1]])))
                taken, other = others[place - 1], [*names, others[-1]][place + 1]
            else:
                test = Operation("mov.b32", result, (number,))
                taken, other = [*names, others[-1]][1], usual
            test.place = parting.branch.place
            self.code.blocks[name] = Block(name, [], Branch(taken, test, "nz", other, test.place))
            self.live[name] = reduce(or_, map(self.live.__getitem__, (usual, *others)))
            self.led |= {(name, to): to for to in (taken, other) if to in others}
        self.parting |= set(names)
        self.inner |= set(names[1:])
        self.usual[names[0]] = usual
        return names

    def _lead(self, name: str, old: str, new: str, number: int | None) -> str:
        """Lead a way of a block elsewhere, and note a number on it; return the last block on the way."""
        block = self.code.blocks[name]
        branch, place = block.branch, block.branch.place
        notes = [] if number is None else [Operation("mov.b32", self.number, (Constant(number),), place=place)]
        if branch.test is None:
            block.operations += notes
            branch.taken = new
            return name
        step = name
        if notes or new in (branch.taken, branch.other):  # one of its own: numbers are known by ways
            copies = self._copies(name, old)
            block.operations = [each for each in block.operations if all(each is not copy for copy in copies)]
            step = f"{name}.step{len(self.code.blocks)}"
            self.code.blocks[step] = Block(step, [*copies, *notes], Branch(new, place=place))
            self.live[step] = self.live[new]
            new = step
        branch.taken = new if branch.taken == old else branch.taken
        branch.other = new if branch.other == old else branch.other
        return step

    def _copies(self, name: str, target: str) -> list[Operation]:
        """The moves at the end of a block that only what follows on the way to a target reads."""
        block = self.code.blocks[name]
        held = 0  # units that what stands behind reads or writes, or other ways read
        for to in sides(block):
            held |= self.live[to] if to != target else 0
        if block.branch.test is not None:
            held |= mask(block.branch.test.reads())
        found = []
        written = 0
        for each in reversed(block.operations):
            if each.name != "mov.b32":
                break
            if self.live[target] & ~held & 1 << each.result and not written & mask(each.reads()):
                found.append(each)
            else:
                written |= 1 << each.result
                held |= mask(each.reads()) | written
        return found[::-1]


def _lost(level: _Level, node: str) -> str:
    """Where lanes that part at a node come together first, if they do not wait for each other there, or "".

    What is behind it counts as well, if all ways lead through it.
    """
    ways = level.successors(node)
    # From which side each node is reached; lanes that leave a loop by one way do so one after the other.
    reached = {to: 1 if node in level.loops else 1 << side for side, to in enumerate(ways)}
    everyone = 1 if node in level.loops else (1 << len(ways)) - 1
    last = level.place[_BACK]
    waiting = sorted((level.place[to], to) for to in ways)
    found: list[str] = []
    before: dict[str, set[str]] = {}  # of those found: through which others of them all ways lead
    through: dict[str, set[str]] = {to: set() for to in ways}
    while waiting:
        place, at = heappop(waiting)
        if not waiting or place > last:  # where all come by, or outside
            break
        if reached[at] == everyone:
            found.append(at)
            before[at] = through[at] = through[at] | {at}
        if at != _BACK:
            for to in level.successors(at):
                if to not in reached:
                    heappush(waiting, (level.place[to], to))
                    through[to] = through[at]
                reached[to] = reached.get(to, 0) | reached[at]
                through[to] = through[to] & through[at]
    for at in found:
        if sum(level.size(each) for each in found if at in before[each]) > _WORTH:
            return at
    return ""


def _between(level: _Level, node: str, end: str) -> list[str]:
    """A node and what it leads to, up to an end."""
    found = {node: None}
    waiting = [node]
    while waiting:
        for to in level.successors(waiting.pop()):
            if level.place[to] < level.place[end] and to not in found:
                found[to] = None
                waiting.append(to)
    return list(found)
