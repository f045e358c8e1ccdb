"""Registers for virtual ones: liveness, coalescing of copies, colouring of the interference graph.

Sets of units are Python integers, a bit per unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heapify, heappop, heappush

from simt.compiler.backend.ops import Code, Register


def _bits(number: int) -> Iterator[int]:
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


def _mask(units: Iterable[int]) -> int:
    found = 0
    for unit in units:
        found |= 1 << unit
    return found


def live_out(code: Code) -> dict[str, int]:
    """The units that are read behind the end of each block before they are written again."""
    reads: dict[str, int] = {}
    writes: dict[str, int] = {}
    for name, block in code.blocks.items():
        read = written = 0
        for operation in block.all():
            read |= _mask(operation.reads()) & ~written
            written |= _mask(operation.writes())
        reads[name], writes[name] = read, written
    before: dict[str, list[str]] = {name: [] for name in code.blocks}
    for name, block in code.blocks.items():
        for target in block.branch.targets:
            before[target].append(name)
    out = dict.fromkeys(code.blocks, 0)
    waiting = list(code.blocks)
    while waiting:
        name = waiting.pop()
        live = reads[name] | (out[name] & ~writes[name])
        for previous in before[name]:
            if live & ~out[previous]:
                out[previous] |= live
                waiting.append(previous)
    return out


def remove_dead(code: Code) -> None:
    """Remove operations whose results nobody reads, but for accesses that write and setters of a carry that is read."""
    out = live_out(code)
    for name, block in code.blocks.items():
        live = out[name]
        is_carry_read = False
        kept = []
        for operation in reversed(block.all()):
            spec, writes = operation.spec, _mask(operation.writes())
            is_needed = not spec.writes_register or spec.is_atomic or operation is block.branch.test
            if is_needed or live & writes or (spec.writes_carry and is_carry_read):
                kept.append(operation)
                live = live & ~writes | _mask(operation.reads())
                is_carry_read = spec.reads_carry or (is_carry_read and not spec.writes_carry)
        block.operations = [each for each in reversed(kept) if each is not block.branch.test]


class Allocation:
    """The registers of a kernel's units.

    number: the register of each unit that is used. count: one more than the highest of them.
    """

    def __init__(self, code: Code) -> None:
        self.code = code
        self.out = live_out(code)
        self.near = self._interference()
        self._keep_pairs_together()
        self._coalesce()
        self.number = self._coloured()
        self.count = max(self.number.values(), default=-1) + 1

    # --- interference -----------------------------------------------------------------------------------------------

    def _interference(self) -> list[int]:
        near = [0] * len(self.code.groups)
        for name, block in self.code.blocks.items():
            live = self.out[name]
            for operation in reversed(block.all()):
                writes, reads = _mask(operation.writes()), _mask(operation.reads())
                others = live & ~writes & ~(reads if operation.is_copy else 0)
                for unit in operation.writes():
                    near[unit] |= others
                live = live & ~writes | reads
        for unit, found in enumerate(list(near)):
            for other in _bits(found):
                near[other] |= 1 << unit
        return near

    def _keep_pairs_together(self) -> None:
        """Of each group: its members, which the colouring places one after the other."""
        self.members: dict[int, list[tuple[int, int]]] = {}  # of a root: units with their distances from it
        self.of: dict[int, tuple[int, int]] = {}  # of a unit: its root and the distance
        for first, width in self.code.widths.items():
            self.members[first] = [(first + place, place) for place in range(width)]
            for place in range(width):
                self.of[first + place] = (first, place)

    def _coalesce(self) -> None:
        """Make one register of the two of a copy, where neither is written while the other holds something else."""
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

    def _merge(self, one: int, other: int) -> None:
        (root, at), (root2, at2) = self.of[one], self.of[other]
        if root == root2:
            return
        by = at - at2  # how far members of the second lie above their distances, seen from the first
        masks: dict[int, int] = {}
        for unit, place in self.members[root]:
            masks[place] = masks.get(place, 0) | 1 << unit
        for unit, place in self.members[root2]:
            if self.near[unit] & masks.get(place + by, 0):
                return
        for unit, place in self.members.pop(root2):
            self.members[root].append((unit, place + by))
            self.of[unit] = (root, place + by)

    # --- colouring --------------------------------------------------------------------------------------------------

    def _coloured(self) -> dict[int, int]:
        operations = [operation for block in self.code.blocks.values() for operation in block.all()]
        used = _mask(unit for operation in operations for unit in (*operation.writes(), *operation.reads()))
        roots = {
            root: members for root, members in self.members.items() if any(used >> unit & 1 for unit, _ in members)
        }
        neighbours: dict[int, dict[int, set[int]]] = {}  # of a root: other roots, with differences that must not be
        for root, members in roots.items():
            found = neighbours.setdefault(root, {})
            for unit, place in members:
                for other in _bits(self.near[unit] & used):
                    near, there = self.of[other]
                    if near != root:
                        found.setdefault(near, set()).add(place - there)
        order = self._simplified(roots, neighbours)
        base: dict[int, int] = {}
        for root in order:
            lowest = -min(place for _, place in roots[root])
            forbidden = {
                base[other] - difference
                for other, gaps in neighbours[root].items()
                if other in base
                for difference in gaps
            }
            start = lowest
            while start in forbidden:
                start += 1
            base[root] = start
        return {unit: base[root] + place for root, members in roots.items() for unit, place in members}

    @staticmethod
    def _simplified(roots: dict[int, list[tuple[int, int]]], neighbours: dict[int, dict[int, set[int]]]) -> list[int]:
        """The roots in the order in which they are coloured: what has the fewest neighbours is taken away first."""
        weight = {root: len({place for _, place in members}) for root, members in roots.items()}
        degree = {root: sum(len(gaps) for gaps in neighbours[root].values()) for root in roots}
        waiting = [(degree[root], -weight[root], -root) for root in roots]
        heapify(waiting)
        taken: dict[int, None] = {}
        while waiting:
            *_, below = entry = heappop(waiting)
            if -below in taken or entry[0] != degree[-below]:
                continue  # it is there again with fewer neighbours
            taken[-below] = None
            for other, gaps in neighbours[-below].items():
                degree[other] -= len(gaps)
                if other not in taken:
                    heappush(waiting, (degree[other], -weight[other], -other))
        return list(taken)[::-1]
