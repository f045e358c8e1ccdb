"""List scheduling of a straight piece of code into bundles, with registers given out on the way.

Bundles are filled one after the other; of the operations that may stand in one, those with the longest way to the end
come first. Many attempts are made, with other limits on how far operations may overtake and with shaken priorities; the
shortest schedule is kept. A register is free for a new value from the bundle on in which its old value is read last.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from isa.bundles import slot_of
from isa.packing.bounds import Bounds, block_bounds, latest_tails
from isa.packing.graph import Dependences, dependences
from isa.packing.operations import Operation, renamed

__all__ = ["EFFORT", "Schedule", "schedule_block", "source_order"]

EFFORT = 30_000
_NO_LIMIT = 1 << 30


@dataclass(frozen=True, slots=True)
class Schedule:
    """The bundles of a block, each with its operations in slot order, and the bounds that they are held against."""

    bundles: tuple[tuple[Operation, ...], ...]
    bounds: Bounds


@dataclass(frozen=True, slots=True)
class _Attempt:
    """How to try: how many places an operation may overtake, and how many registers stay free for the oldest."""

    window: int
    reserve: int
    priorities: Sequence[float]


def source_order(operations: Sequence[Operation], bounds: Bounds) -> Schedule:
    """One operation per bundle."""
    return Schedule(tuple((entry,) for entry in operations), bounds)


def schedule_block(
    operations: Sequence[Operation], live_out: set[int], slots: int, registers: int, effort: int = EFFORT
) -> Schedule:
    """A short schedule of a block for a machine with so many slots and registers.

    `live_out` are the registers whose values are wanted behind the block, `effort` bounds the operations placed in
    attempts of one kind. The result does not depend on chance.
    """
    graph = dependences(operations, live_out, is_renaming=True)
    bounds = block_bounds(graph, slots)
    best: tuple[tuple[Operation, ...], ...] = tuple((entry,) for entry in operations)
    if slots == 1 or len(operations) < 2:
        return Schedule(best, bounds)
    plain = dependences(operations, live_out, is_renaming=False)
    found = _fill(plain, _Attempt(_NO_LIMIT, 0, latest_tails(plain.edges)), slots, None)
    if found is not None and len(found) < len(best):
        best = found
    pool = _pool(operations, live_out, registers)
    tails = latest_tails(graph.edges)
    count = len(operations)
    least = block_bounds(graph, slots, with_registers=True).bound
    windows = [_NO_LIMIT, *(size for size in (128, 96, 64, 48, 40, 32, 24, 16, 12, 8) if size < count)]
    attempts = [(window, reserve) for window in windows for reserve in (0, 2, 4, 8)]
    for number, (window, reserve) in enumerate(attempts):
        if len(best) <= least or number * count > effort:
            break
        found = _fill(graph, _Attempt(window, reserve, tails), slots, pool)
        if found is not None and len(found) < len(best):
            best = found
    chance = random.Random(count)
    for number in range(effort // count):
        if len(best) <= least:
            break
        width = (0.5, 1.5, 3.0, 6.0)[number % 4]
        shaken = [tail + chance.uniform(0, width) for tail in tails]
        window, reserve = attempts[chance.randrange(len(attempts))]
        found = _fill(graph, _Attempt(window, reserve, shaken), slots, pool, len(best))
        if found is not None and len(found) < len(best):
            best = found
    return Schedule(best, bounds)


def _pool(operations: Sequence[Operation], live_out: set[int], registers: int) -> set[int]:
    """The registers that values inside the block may take: all but those that live through it or out of it."""
    return {number for number in range(registers) if number not in live_out}


class _Registers:
    """Which register holds which value, bundle by bundle. A value is the operation that computes it."""

    def __init__(self, graph: Dependences, pool: set[int]) -> None:
        self.graph = graph
        self.place_of: dict[int, int] = {}  # value -> register
        self.left = [len(set(uses)) for uses in graph.uses]
        self.entry_left = {number: len(set(reads)) for number, reads in graph.entry_reads.items()}
        self.free = {number: 0 for number in pool if not self.entry_left.get(number)}
        self.pool = pool
        self.pinned = {writer: number for number, writer in graph.last_write.items() if number not in pool}

    def available(self, bundle: int) -> list[int]:
        return sorted(number for number, since in self.free.items() if since <= bundle)

    def choose(self, place: int, bundle: int, available: Sequence[int]) -> int | None:
        """The register that the result of `place` may take in this bundle; -1 if it has none, None if none is free."""
        entry = self.graph.operations[place]
        if entry.destination < 0:
            return -1
        if place in self.pinned:
            return self.pinned[place]
        if not available:
            return None
        return entry.destination if entry.destination in available else available[0]

    def freed_by(self, place: int) -> int:
        """How many registers of the pool become free when `place` has read its operands."""
        found = 0
        for number, writer in self.graph.sources[place].items():
            if writer < 0:
                found += number in self.pool and self.entry_left[number] == 1
            else:
                found += writer not in self.pinned and self.left[writer] == 1
        return found

    def take(self, place: int, register: int, bundle: int) -> Operation:
        """Put the operation into the bundle; the operation with its registers."""
        graph = self.graph
        entry = graph.operations[place]
        sources: dict[int, int] = {}
        for number, writer in graph.sources[place].items():
            if writer < 0:
                sources[number] = number
                self.entry_left[number] -= 1
                if not self.entry_left[number] and number in self.pool:
                    self.free[number] = bundle
            else:
                sources[number] = self.place_of[writer]
                self.left[writer] -= 1
                if not self.left[writer] and writer not in self.pinned:
                    self.free[self.place_of[writer]] = bundle
        if register >= 0:
            self.place_of[place] = register
            if place not in self.pinned:
                self.free.pop(register, None)
                if not self.left[place]:
                    self.free[register] = bundle + 1
        return renamed(entry, sources, register)


def _fill(
    graph: Dependences, attempt: _Attempt, slots: int, pool: set[int] | None, limit: int = _NO_LIMIT
) -> tuple[tuple[Operation, ...], ...] | None:
    """The bundles of one attempt; None if it runs out of registers or of `limit` bundles. `pool` None: no renaming."""
    operations = graph.operations
    count = len(operations)
    slot = [slot_of(entry.instruction.spec, slots) for entry in operations]
    waits = [0] * count
    for edges in graph.edges:
        for after in edges:
            waits[after] += 1
    since = [0] * count  # the bundle from which on dependences let it stand
    ready = [place for place in range(count) if not waits[place]]
    registers = _Registers(graph, pool) if pool is not None else None
    is_done = [False] * count
    oldest, done = 0, 0
    bundles: list[tuple[Operation, ...]] = []
    key = attempt.priorities
    while done < count:
        number = len(bundles)
        if number >= limit:
            return None
        taken: dict[int, Operation] = {}
        has_steering = False
        while True:  # what stands in this bundle may let others join it
            ready.sort(key=lambda place: (-key[place], place))
            available = registers.available(number) if registers is not None else ()
            placed = -1
            for place in ready:
                entry = operations[place]
                if since[place] > number or slot[place] in taken or (has_steering and entry.steers):
                    continue
                if place - oldest > attempt.window:
                    continue
                register: int | None = -1
                if registers is not None:
                    register = registers.choose(place, number, available)
                    is_new = register is not None and register >= 0 and place not in registers.pinned
                    if register is None or (
                        is_new and place != oldest and len(available) - 1 + registers.freed_by(place) < attempt.reserve
                    ):
                        continue
                placed = place
                break
            if placed < 0:
                break
            entry = operations[placed]
            assert register is not None
            taken[slot[placed]] = entry if registers is None else registers.take(placed, register, number)
            has_steering = has_steering or entry.steers
            ready.remove(placed)
            is_done[placed] = True
            done += 1
            while oldest < count and is_done[oldest]:
                oldest += 1
            for after, distance in graph.edges[placed].items():
                since[after] = max(since[after], number + distance)
                waits[after] -= 1
                if not waits[after]:
                    ready.append(after)
        if not taken and all(since[place] <= number for place in ready):
            return None  # only registers are missing, and none will become free
        bundles.append(tuple(taken[place] for place in sorted(taken)))
    return tuple(bundle for bundle in bundles if bundle)
