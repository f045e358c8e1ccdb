"""Register allocation: liveness, coalescing of copies, colouring of the interference graph.

Sets of units are Python integers, a bit per unit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import reduce
from heapq import heapify, heappop, heappush
from math import inf
from operator import or_

from simt.compiler.backend.ops import Block, Code, Operation, Register, Special


def bits(number: int) -> Iterator[int]:
    """Yield the positions of the ones of a number."""
    digits = f"{number:b}"[::-1]
    place = digits.find("1")
    while place >= 0:
        yield place
        place = digits.find("1", place + 1)


def mask(units: Iterable[int]) -> int:
    """Return some units as a set: a bit for each."""
    members = 0
    for unit in units:
        members |= 1 << unit
    return members


def live_out(code: Code) -> dict[str, int]:
    """Return the units whose values are still read after the end of each block."""
    live = live_before(code)
    return {
        name: reduce(or_, (live[to] & alive for to, alive in _following(code, block)), 0)
        for name, block in code.blocks.items()
    }


def live_before(code: Code) -> dict[str, int]:
    """Return the units whose values at the start of each block are read in this block or a later one."""
    reads: dict[str, int] = {}
    writes: dict[str, int] = {}
    for name, block in code.blocks.items():
        read = written = 0
        for operation in block.all():
            read |= mask(operation.reads()) & ~written
            written |= mask(operation.writes())
        reads[name], writes[name] = read, written
    before: dict[str, list[tuple[str, int]]] = {name: [] for name in code.blocks}
    for name, block in code.blocks.items():
        for target, alive in _following(code, block):
            before[target].append((name, alive))
    live = dict(reads)
    waiting = list(code.blocks)
    while waiting:
        name = waiting.pop()
        for previous, alive in before[name]:
            if new := live[name] & alive & ~writes[previous] & ~live[previous]:
                live[previous] |= new
                waiting.append(previous)
    return live


def _following(code: Code, block: Block) -> Iterator[tuple[str, int]]:
    """Yield the blocks that may read the values of a block next, each with the set of those values; -1: all."""
    branch = block.branch
    if branch.leads:
        yield from ((to, -1) for to in branch.leads if to)
        yield from ((to, code.leading) for to in branch.targets if to not in branch.leads)
    else:
        yield from ((to, -1) for to in branch.targets)


def remove_dead(code: Code) -> None:
    """Remove operations whose results are not used.

    Stores, atomics and probes remain, and so do operations whose carry is read.
    """
    out = live_out(code)
    for name, block in code.blocks.items():
        live = out[name]
        is_carry_read = False
        kept = []
        for operation in reversed(block.all()):
            spec, writes = operation.spec, mask(operation.writes())
            is_needed = not spec.writes_register or spec.is_atomic or operation is block.branch.test
            is_needed = is_needed or operation.probe >= 0
            if is_needed or live & writes or (spec.writes_carry and is_carry_read):
                kept.append(operation)
                live = live & ~writes | mask(operation.reads())
                is_carry_read = spec.reads_carry or (is_carry_read and not spec.writes_carry)
        block.operations = [op for op in reversed(kept) if op is not block.branch.test]


def _with_alike(block: Block) -> list[tuple[Operation, int]]:
    """Return the operations of a block, each with the units that hold its value already and may share its register."""
    pairs = []
    values: dict[object, object] = {}  # new contents of units in the block
    holding: dict[object, int] = defaultdict(int)  # the units that have each value
    for operation in block.all():
        alike = 0
        writes = operation.writes()
        contents: list[object] = [object() for _ in writes]
        if operation.name == "mov.b32" and not isinstance(source := operation.sources[0], Special):
            contents = [values.get(source, source)]
            alike = holding[contents[0]] | mask(operation.reads())
        for unit, value in zip(writes, contents, strict=True):
            register = Register(unit)
            holding[values.get(register, register)] &= ~(1 << unit)
            values[register] = value
            holding[value] |= 1 << unit
        pairs.append((operation, alike))
    return pairs


class Allocation:
    """The registers of a kernel's units, below a limit if possible.

    Units that share a register, or need neighbouring registers, belong to one *root*. The place of a unit is the
    distance of its register from the register of the root.

    - number: the register of each unit.
    - needed: the number of registers without a limit.
    - failed: the roots without registers below the limit.
    - cost: for each root, the accesses to memory if it were spilled, times ten for each loop around them; inf if it
      must not be spilled.
    - neighbours: the roots that interfere with each root.
    """

    def __init__(self, code: Code, limit: int) -> None:
        self.code = code
        self.of: dict[int, tuple[int, int]] = {}  # unit: its root and place
        self.members: dict[int, dict[int, int]] = {}  # root: the units at each place
        self.near: dict[int, dict[int, int]] = {}  # root: units that must not have the register of a place
        self._above: dict[int, tuple[int, int]] = {}  # former root: its present root, and its distance above its place
        near = self._interference()
        for first, width in code.widths.items():
            self.members[first] = {place: 1 << first + place for place in range(width)}
            self.near[first] = {place: near[first + place] for place in range(width)}
            self.of |= {first + place: (first, place) for place in range(width)}
        self._coalesce()
        self.cost = self._costs()
        self.neighbours = self._neighbours()
        self._colour(self._simplified())
        self.needed = max(self.number.values(), default=-1) + 1
        if self.needed > limit:
            self._colour(self._simplified(limit), limit)

    # --- interference -----------------------------------------------------------------------------------------------

    def _interference(self) -> list[int]:
        near = [0] * len(self.code.groups)
        out = live_out(self.code)
        for name, block in self.code.blocks.items():
            live = out[name]
            for operation, alike in reversed(_with_alike(block)):
                writes, reads = mask(operation.writes()), mask(operation.reads())
                others = live & ~writes & ~alike
                for unit in operation.writes():
                    near[unit] |= others
                live = live & ~writes | reads
        for unit, near_units in enumerate(list(near)):
            bit = 1 << unit
            for other in bits(near_units):
                near[other] |= bit
        return near

    def _coalesce(self) -> None:
        """Merge the two units of each copy, inner loops first.

        Units stay apart if one is written while the other holds another value.
        """
        copies = [
            (block.depth, operation)
            for block in self.code.blocks.values()
            for operation in block.operations
            if operation.is_copy and isinstance(operation.sources[0], Register)
        ]
        for _, operation in sorted(copies, key=lambda entry: -entry[0]):
            source = operation.sources[0]
            assert isinstance(source, Register)
            self._merge(operation.result, source.unit)

        for unit in self.of:
            self.of[unit] = self._place_of(unit)

    def _place_of(self, unit: int) -> tuple[int, int]:
        """Return the root and place of a unit; compresses the path to the root."""
        root, place = self.of[unit]
        passed = []
        while root in self._above:
            passed.append(root)
            root, by = self._above[root]
            place += by
        by = 0
        for below in reversed(passed):
            by += self._above[below][1]
            self._above[below] = root, by
        return root, place

    def _merge(self, one: int, other: int) -> None:
        (root, first), (root2, second) = self._place_of(one), self._place_of(other)
        by = first - second  # distance of the second one's members above their places, relative to the first
        members = self.members[root]
        if root == root2 or any(barred & members.get(place + by, 0) for place, barred in self.near[root2].items()):
            return
        near = self.near[root]
        for place, barred in self.near.pop(root2).items():
            near[place + by] = near.get(place + by, 0) | barred
        for place, units in self.members.pop(root2).items():
            members[place + by] = members.get(place + by, 0) | units
        self._above[root2] = root, by

    def _costs(self) -> dict[int, float]:
        """Return the accesses that each root would need in memory, multiplied by ten for every loop.

        The cost of a temporary unit is inf.
        """
        costs: dict[int, float] = defaultdict(int)
        for block in self.code.blocks.values():
            for operation in block.all():
                roots = [self.of[unit][0] for unit in (*operation.reads(), *operation.writes())]
                for root in roots:
                    costs[root] += 0 if operation.is_copy and roots[0] == roots[-1] else 10**block.depth
        costs |= {self.of[unit][0]: inf for unit in self.code.temporaries if self.of[unit][0] in costs}
        return costs

    def _neighbours(self) -> dict[int, list[int]]:
        """Return the roots that interfere with each used root, once for each forbidden distance."""
        neighbours = {}
        used = mask(unit for unit, (root, _) in self.of.items() if root in self.cost)
        for root in self.cost:
            pairs: set[tuple[int, int]] = set()
            for place, near in self.near[root].items():
                others = map(self.of.__getitem__, bits(near & used))
                pairs.update(((other, distance - place) for other, distance in others) if place else others)
            neighbours[root] = [other for other, _ in pairs if other != root]
        return neighbours

    # --- colouring --------------------------------------------------------------------------------------------------

    def _simplified(self, limit: int = 0) -> list[int]:
        """Return the roots in colouring order, the reverse of the order in which they are removed from the graph.

        The root with the fewest neighbours is removed first. If its neighbours may take all registers, the root with
        the lowest cost in memory per neighbour is removed. limit: the number of registers, 0 for no limit.
        """
        order = sorted(self.neighbours, key=lambda root: (-len(self.members[root]), -root))
        rank = {root: place for place, root in enumerate(order)}
        degree = {root: len(near) for root, near in self.neighbours.items()}
        waiting = [(degree[root], rank[root]) for root in order]  # also with degrees that are lower by now
        heapify(waiting)
        cheap = sorted((self.cost[root] / max(1, degree[root]), root) for root in order) if limit else []
        taken: dict[int, None] = {}
        while len(taken) < len(order):
            least, place = heappop(waiting)
            root = order[place]
            if root in taken or degree[root] != least:
                continue
            if limit and least >= limit:
                heappush(waiting, (least, place))
                root = self._cheapest(cheap, degree, taken)
            taken[root] = None
            for other in self.neighbours[root]:
                if other not in taken:
                    degree[other] -= 1
                    heappush(waiting, (degree[other], rank[other]))
        return list(taken)[::-1]

    def _cheapest(self, cheap: list[tuple[float, int]], degree: Mapping[int, int], taken: Collection[int]) -> int:
        """Return the root with the lowest cost per neighbour that is not in `taken`, and remove it from `cheap`.

        cheap: a heap of costs that may have risen since. degree: the number of neighbours of each root.
        """
        while True:
            ratio, root = heappop(cheap)
            if root not in taken:
                now = self.cost[root] / degree[root]
                if now == ratio:
                    return root
                heappush(cheap, (now, root))

    def _colour(self, order: list[int], limit: float = inf) -> None:
        self.number: dict[int, int] = {}
        self.failed: list[int] = []
        taken: dict[int, int] = defaultdict(int)  # the units in each register
        for root in order:
            members, near = self.members[root], self.near[root].items()
            start = -min(members)
            while any(taken[start + place] & barred for place, barred in near):
                start += 1
            if start + max(members) >= limit:
                self.failed.append(root)
                continue
            for place, units in members.items():
                taken[start + place] |= units
                self.number |= dict.fromkeys(bits(units), start + place)
