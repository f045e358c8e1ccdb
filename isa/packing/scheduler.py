"""List scheduling of a straight piece of code into bundles, with registers given out on the way.

Bundles are filled one after the other; of the operations that may stand in one, those with the longest way to the end
come first. Many attempts are made, with other limits on how far operations may overtake and with shaken priorities; the
shortest schedule is kept. A register is free for a new value from the bundle on in which its old value is read last.
"""

from __future__ import annotations

import random
from bisect import insort
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from isa.packing.bounds import Bounds, block_bounds, latest_tails, resources
from isa.packing.graph import Dependences, dependences
from isa.packing.operations import Operation, renamed
from isa.program.bundles import slot_of

EFFORT = 30_000
_NO_LIMIT = 1 << 30

# An operation in a bundle: its place in the block, the registers of its sources by their old numbers (None: nothing is
# renamed), and the register that it writes. Attempts are many and few are kept: `Operation`s are made for the kept ones
# alone.
_Placed = tuple[int, Mapping[int, int] | None, int]


@dataclass(frozen=True, slots=True)
class Schedule:
    """The bundles of a block, each with its operations in slot order, and their lower bounds."""

    bundles: tuple[tuple[Operation, ...], ...]
    bounds: Bounds


@dataclass(frozen=True, slots=True)
class _Attempt:
    """An attempt: the places that an operation may overtake, and the registers that stay free for the oldest."""

    window: int
    reserve: int
    priorities: Sequence[float]


def schedule_block(operations: Sequence[Operation], live_out: set[int], slots: int, registers: int) -> Schedule:
    """Return a short schedule of a block for a machine with `slots` slots and `registers` registers.

    `live_out` are the registers whose values are wanted after the block. The result does not depend on chance.
    """
    bundles = tuple(
        tuple(
            operations[place] if sources is None else renamed(operations[place], sources, register)
            for place, sources, register in bundle
        )
        for bundle in _shortest(operations, live_out, slots, registers, EFFORT)
    )
    return Schedule(bundles, block_bounds(dependences(operations, live_out, is_renaming=True), slots))


def schedule_length(
    operations: Sequence[Operation], live_out: set[int], slots: int, registers: int, effort: int = EFFORT
) -> int:
    """Return the number of bundles of `schedule_block`, without making them."""
    return len(_shortest(operations, live_out, slots, registers, effort))


def _shortest(
    operations: Sequence[Operation], live_out: set[int], slots: int, registers: int, effort: int
) -> Sequence[Sequence[_Placed]]:
    """The shortest bundles found. The costliest bounds are computed last: often a schedule reaches the others."""
    best: Sequence[Sequence[_Placed]] = [[(place, None, -1)] for place in range(len(operations))]
    if slots == 1 or len(operations) < 2:
        return best
    plain = dependences(operations, live_out, is_renaming=False)
    bundles = _fill(plain, _Attempt(_NO_LIMIT, 0, latest_tails(plain.edges)), slots, None)
    if bundles is not None and len(bundles) < len(best):
        best = bundles
    if len(best) <= max(resources(operations, slots)):
        return best
    graph = dependences(operations, live_out, is_renaming=True)
    tails = latest_tails(graph.edges)
    if len(best) <= max(tails) + 1:
        return best
    pool = {number for number in range(registers) if number not in live_out}  # for values inside the block
    count = len(operations)
    least = block_bounds(graph, slots, with_registers=True).bound
    windows = [_NO_LIMIT, *(size for size in (128, 96, 64, 48, 40, 32, 24, 16, 12, 8) if size < count)]
    attempts = [(window, reserve) for window in windows for reserve in (0, 2, 4, 8)]
    for number, (window, reserve) in enumerate(attempts):
        if len(best) <= least or number * count > effort:
            break
        bundles = _fill(graph, _Attempt(window, reserve, tails), slots, pool)
        if bundles is not None and len(bundles) < len(best):
            best = bundles
    chance = random.Random(count)
    for number in range(effort // count):
        if len(best) <= least:
            break
        width = (0.5, 1.5, 3.0, 6.0)[number % 4]
        shaken = [tail + chance.uniform(0, width) for tail in tails]
        window, reserve = attempts[chance.randrange(len(attempts))]
        bundles = _fill(graph, _Attempt(window, reserve, shaken), slots, pool, len(best))
        if bundles is not None and len(bundles) < len(best):
            best = bundles
    return best


class _Registers:
    """The registers of the values, bundle by bundle. A value is the operation that computes it."""

    def __init__(self, graph: Dependences, pool: set[int]) -> None:
        self.graph = graph
        self.place_of: dict[int, int] = {}  # value -> register
        self.left = [len(set(uses)) for uses in graph.uses]
        self.entry_left = {number: len(set(reads)) for number, reads in graph.entry_reads.items()}
        self.free = {number for number in pool if not self.entry_left.get(number)}  # in the present bundle
        self.soon: list[int] = []  # free from the next bundle on
        self.pool = pool
        self.pinned = {writer: number for number, writer in graph.last_write.items() if number not in pool}

    def next_bundle(self) -> None:
        self.free.update(self.soon)
        self.soon.clear()

    def choose(self, place: int) -> int | None:
        """The register that the result of `place` may take in this bundle; -1 if it has none, None if none is free."""
        entry = self.graph.operations[place]
        if entry.destination < 0:
            return -1
        if place in self.pinned:
            return self.pinned[place]
        if not self.free:
            return None
        return entry.destination if entry.destination in self.free else min(self.free)

    def freed_by(self, place: int) -> int:
        """Count the registers of the pool that become free when `place` has read its operands."""
        freed = 0
        for number, writer in self.graph.sources[place].items():
            if writer < 0:
                freed += number in self.pool and self.entry_left[number] == 1
            else:
                freed += writer not in self.pinned and self.left[writer] == 1
        return freed

    def take(self, place: int, register: int) -> _Placed:
        """Put the operation into the bundle."""
        sources: dict[int, int] = {}
        for number, writer in self.graph.sources[place].items():
            if writer < 0:
                sources[number] = number
                self.entry_left[number] -= 1
                if not self.entry_left[number] and number in self.pool:
                    self.free.add(number)
            else:
                sources[number] = self.place_of[writer]
                self.left[writer] -= 1
                if not self.left[writer] and writer not in self.pinned:
                    self.free.add(self.place_of[writer])
        if register >= 0:
            self.place_of[place] = register
            if place not in self.pinned:
                self.free.discard(register)
                if not self.left[place]:
                    self.soon.append(register)
        return place, sources, register


def _fill(
    graph: Dependences, attempt: _Attempt, slots: int, pool: set[int] | None, limit: int = _NO_LIMIT
) -> list[list[_Placed]] | None:
    """The bundles of one attempt; None if it exceeds the registers or `limit` bundles. `pool` None: no renaming."""
    operations = graph.operations
    count = len(operations)
    slot = [slot_of(entry.instruction.spec, slots) for entry in operations]
    waits = [0] * count
    for edges in graph.edges:
        for after in edges:
            waits[after] += 1
    since = [0] * count  # the bundle from which on dependences let it stand
    key = attempt.priorities
    order = sorted(range(count), key=lambda place: (-key[place], place))
    rank = [0] * count
    for number, place in enumerate(order):
        rank[place] = number
    ready = sorted(rank[place] for place in range(count) if not waits[place])  # waiting for nobody, by rank
    registers = _Registers(graph, pool) if pool is not None else None
    is_done = [False] * count
    oldest, done = 0, 0
    bundles: list[list[_Placed]] = []
    while done < count:
        number = len(bundles)
        if number >= limit:
            return None
        if registers is not None:
            registers.next_bundle()
        taken: dict[int, _Placed] = {}
        has_steering = False
        while True:  # the operations of this bundle may let others join it
            placed = -1
            for position, place_rank in enumerate(ready):
                place = order[place_rank]
                entry = operations[place]
                if since[place] > number or slot[place] in taken or (has_steering and entry.steers):
                    continue
                if place - oldest > attempt.window:
                    continue
                register: int | None = -1
                if registers is not None:
                    register = registers.choose(place)
                    is_new = register is not None and register >= 0 and place not in registers.pinned
                    if register is None or (
                        is_new
                        and place != oldest
                        and len(registers.free) - 1 + registers.freed_by(place) < attempt.reserve
                    ):
                        continue
                placed = place
                del ready[position]
                break
            if placed < 0:
                break
            assert register is not None
            taken[slot[placed]] = (placed, None, -1) if registers is None else registers.take(placed, register)
            has_steering = has_steering or operations[placed].steers
            is_done[placed] = True
            done += 1
            while oldest < count and is_done[oldest]:
                oldest += 1
            for after, distance in graph.edges[placed].items():
                if since[after] < number + distance:
                    since[after] = number + distance
                waits[after] -= 1
                if not waits[after]:
                    insort(ready, rank[after])
        if not taken and all(since[order[place_rank]] <= number for place_rank in ready):
            return None  # only registers are missing, and none will become free
        bundles.append([taken[number] for number in sorted(taken)])
    return [bundle for bundle in bundles if bundle]
