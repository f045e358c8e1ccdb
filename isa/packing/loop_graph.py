"""Dependences of a loop's body within an iteration and between iterations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from isa.packing.operations import Operation, tied_registers


@dataclass(frozen=True, slots=True)
class LoopEdge:
    """A dependence: `after`, `turns` iterations later, is at least `distance` bundles after `before`."""

    before: int
    after: int
    distance: int
    turns: int


class LoopGraph:
    """The body of a loop, with the dependences within an iteration and between iterations.

    - operations: the body.
    - live_out: the registers that are live at the end of the body.
    - last_write: the last writer of each register.
    - sources: the sources of each operation: by register that it reads, the operation that wrote the value, and the
      number of iterations since then.
    - true_edges: the dependences of reads on writes, and of accesses to memory.
    - edges: the other dependences, which keep a value until it has been read.
    - pinned: the operations whose results must stay in their registers, each with its register.
    - tied: the registers whose reads and writes all keep their order; `last_write` and `sources` leave them out.
    """

    def __init__(self, operations: Sequence[Operation], live_out: set[int]) -> None:
        self.operations = operations
        self.count = len(operations)
        self.tied = tied_registers(operations)
        free = [-1 if entry.destination in self.tied else entry.destination for entry in operations]
        self.last_write = {number: place for place, number in enumerate(free) if number >= 0}
        self.sources: list[dict[int, tuple[int, int]]] = []
        self.true_edges: list[LoopEdge] = []
        self.edges: list[LoopEdge] = []
        carried: set[int] = set()
        writer: dict[int, int] = {}
        for place, entry in enumerate(operations):
            origins: dict[int, tuple[int, int]] = {}
            for number in entry.reads:
                if number in self.tied:
                    continue
                if number in writer:
                    origins[number] = writer[number], 0
                elif number in self.last_write:
                    origins[number] = self.last_write[number], 1
                    carried.add(number)
            self.sources.append(origins)
            if free[place] >= 0:
                writer[free[place]] = place
        self.pinned = {
            place: number for number, place in self.last_write.items() if number in live_out or number in carried
        }
        tied_results = {place: entry.destination for place, entry in enumerate(operations)}
        self.pinned |= {place: number for place, number in tied_results.items() if number in self.tied}
        self._registers()
        self._tied_registers()
        self._carry()
        self._memory()

    def _registers(self) -> None:
        for place, origins in enumerate(self.sources):
            for writer, turns in origins.values():
                self.true_edges.append(LoopEdge(writer, place, 1, turns))
                if writer != place:
                    self.edges.append(LoopEdge(place, writer, 0, 1 - turns))

    def _tied_registers(self) -> None:
        users = [place for place, entry in enumerate(self.operations) if entry.tied or entry.destination in self.tied]
        users += [place for place, entry in enumerate(self.operations) if not self.tied.isdisjoint(entry.reads)]
        for before in dict.fromkeys(users):
            for after in dict.fromkeys(users):
                one, other = self.operations[before], self.operations[after]
                written = self.tied.intersection(one.writes)
                turns = 0 if before < after else 1
                if not written.isdisjoint(other.reads):
                    self.true_edges.append(LoopEdge(before, after, 1, turns))
                elif not written.isdisjoint(other.writes):
                    self.edges.append(LoopEdge(before, after, 1, turns))
                elif before != after and not self.tied.intersection(one.reads).isdisjoint(other.writes):
                    self.edges.append(LoopEdge(before, after, 0, turns))

    def _carry(self) -> None:
        writers = [place for place, entry in enumerate(self.operations) if entry.writes_carry]
        reads: dict[int, list[int]] = {}
        now = -1
        for place, entry in enumerate(self.operations):
            if entry.reads_carry:
                reads.setdefault(now, []).append(place)
            if entry.writes_carry:
                now = place
        for writer, readers in reads.items():
            for reader in readers:
                self.true_edges.append(LoopEdge(writer, reader, 1, 0))
                for other in writers:
                    if other not in (reader, writer):
                        is_later = other > writer
                        self.edges.append(LoopEdge(reader, other, 0, 0 if is_later else 1))
                        self.edges.append(LoopEdge(other, writer, 1, 1 if is_later else 0))
                if reader != writer:
                    self.edges.append(LoopEdge(reader, writer, 0, 1))
            rewriting = [reader for reader in readers if self.operations[reader].writes_carry]
            self.edges += [LoopEdge(reader, writer, 1, 1) for reader in rewriting]

    def _memory(self) -> None:
        ordered = [place for place, entry in enumerate(self.operations) if entry.is_ordered]
        for first, second in combinations(ordered, 2):
            for before, after, turns in ((first, second, 0), (second, first, 1)):
                distance = self.operations[before].before(self.operations[after])
                if distance is not None:
                    self.true_edges.append(LoopEdge(before, after, distance, turns))

    def heights(self, edges: Sequence[LoopEdge], interval: int, to: int | None = None) -> list[int] | None:
        """Return the length of the longest path from each operation to any other, or to operation `to`.

        interval: the bundles between the beginnings of two iterations.

        An operation without a path to `to` has a length of about -2^30. The result is None if there is a cycle of
        positive length.
        """
        unreachable = -(1 << 30)
        levels = [0 if to is None or place == to else unreachable for place in range(self.count)]
        # Later operations come first, so that a pass settles all paths within an iteration.
        weights = [(edge.before, edge.after, edge.distance - interval * edge.turns) for edge in edges]
        weights.sort(reverse=True)
        for _ in range(self.count + 1):
            is_changed = False
            for before, after, weight in weights:
                if levels[after] != unreachable and levels[after] + weight > levels[before]:
                    levels[before] = levels[after] + weight
                    is_changed = True
            if not is_changed:
                return levels
        return None
