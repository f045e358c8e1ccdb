"""List scheduling of a straight piece of code into bundles, with allocation of registers.

Bundles are filled one after the other. Operations with the longest chain after them come first. Many attempts are made,
with different limits on how far an operation may overtake others, and with random changes of the priorities. The
shortest schedule is kept. The last bundle that reads a register's old value may already write a new value to the
register.

Where several slots take one unit, a further search keeps the length and gathers arithmetic in few bundles. A unit with
fewer lanes than a warp is occupied for several cycles by every bundle that uses it, even if only one slot of the bundle
does.
"""

from __future__ import annotations

import random
from bisect import insort
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from isa.packing.bounds import Bounds, block_bounds, latest_tails, latest_tails_in_room
from isa.packing.graph import Dependences, dependences
from isa.packing.operations import Operation, renamed
from isa.packing.room import EMPTY, Room, long_bundles
from isa.table.units import COMPUTE_UNITS

EFFORT = 30_000
_NO_LIMIT = 1 << 30

# An operation in a bundle: its index in the block, its new source registers by old ones (None: nothing is renamed), and
# the register that it writes. Most attempts are dropped, so `Operation`s are made only for the schedule that is kept.
_Placed = tuple[int, Mapping[int, int] | None, int]


@dataclass(frozen=True, slots=True)
class Schedule:
    """The bundles of a block, each with its operations in slot order, and their lower bounds."""

    bundles: tuple[tuple[Operation, ...], ...]
    bounds: Bounds


@dataclass(frozen=True, slots=True)
class _Attempt:
    """The parameters of an attempt."""

    window: int  # how far before the oldest operation that is not scheduled yet others may be scheduled
    reserve: int  # the registers that only the oldest operation may take
    priorities: Sequence[float]  # of operations, the highest first
    stride: int = 1  # arithmetic that can wait stands in one bundle of this many,
    phase: int = 0  # whose number has this remainder
    tails: Sequence[int] = ()  # the bundles after each operation, at least; of attempts with a stride only

    def defers(self, entry: Operation, place: int, bundles_left: int, number: int) -> bool:
        """Return whether an operation should wait for a later bundle than `number`.

        place: its index in the block. bundles_left: the bundles of the schedule after this one.
        """
        if self.stride == 1 or bundles_left <= self.tails[place] or number % self.stride == self.phase:
            return False
        return entry.instruction.spec.unit in COMPUTE_UNITS


def schedule_block(operations: Sequence[Operation], live_out: set[int], room: Room, registers: int) -> Schedule:
    """Return a short schedule of a block for a machine with this room in bundles and `registers` registers.

    live_out: the registers that are live at the end of the block. The result depends on the arguments only.
    """
    bundles = tuple(
        room.in_order(
            [
                operations[place] if sources is None else renamed(operations[place], sources, register)
                for place, sources, register in bundle
            ]
        )
        for bundle in _gathered(operations, live_out, room, registers)
    )
    return Schedule(bundles, block_bounds(dependences(operations, live_out, is_renaming=True), room))


def _gathered(
    operations: Sequence[Operation], live_out: set[int], room: Room, registers: int
) -> Sequence[Sequence[_Placed]]:
    """Return the shortest schedule that is found, and of equal ones the one with the fewest long bundles."""
    best = shortest(operations, live_out, room, registers, EFFORT)
    if not room.shares_units or len(best) < 2:
        return best

    def long_ones(bundles: Sequence[Sequence[_Placed]]) -> int:
        return long_bundles([operations[place] for place, _, _ in bundle] for bundle in bundles)

    graph = dependences(operations, live_out, is_renaming=True)
    tails, in_room = latest_tails(graph.edges), latest_tails_in_room(graph, room)
    pool = _pool(graph, live_out, registers)
    fewest = long_ones(best)
    for stride in (2, 3, 4):
        for phase in range(stride):
            for window in (_NO_LIMIT, 64, 24):
                attempt = _Attempt(window, 0, tails, stride, phase, in_room)
                bundles = _fill(graph, attempt, room, pool, len(best))
                if bundles is not None and (count := long_ones(bundles)) < fewest:
                    best, fewest = bundles, count
    return best


def shortest(
    operations: Sequence[Operation], live_out: set[int], room: Room, registers: int, effort: int
) -> Sequence[Sequence[_Placed]]:
    """Return the shortest schedule that is found.

    effort: the limit on random attempts times operations, so that a longer block gets fewer attempts.

    A schedule that meets a lower bound ends the search.
    """
    best: Sequence[Sequence[_Placed]] = [[(place, None, -1)] for place in range(len(operations))]
    if len(room.slots) == 1 or len(operations) < 2:
        return best
    plain = dependences(operations, live_out, is_renaming=False)
    bundles = _fill(plain, _Attempt(_NO_LIMIT, 0, latest_tails(plain.edges)), room, None)
    if bundles is not None and len(bundles) < len(best):
        best = bundles
    if len(best) <= max(room.needed(operations)):
        return best
    graph = dependences(operations, live_out, is_renaming=True)
    tails = latest_tails(graph.edges)
    if len(best) <= max(tails) + 1:
        return best
    pool = _pool(graph, live_out, registers)
    count = len(operations)
    least = block_bounds(graph, room, with_registers=True).bound
    for attempt in _attempts(count, tails, effort):
        if len(best) <= least:
            break
        bundles = _fill(graph, attempt, room, pool, len(best))
        if bundles is not None and len(bundles) < len(best):
            best = bundles
    return best


def _pool(graph: Dependences, live_out: set[int], registers: int) -> set[int]:
    """Return the registers for values inside the block."""
    return {number for number in range(registers) if number not in live_out and number not in graph.tied}


def _attempts(count: int, tails: Sequence[int], effort: int) -> Iterator[_Attempt]:
    """Yield attempts for a block of `count` operations: with the priorities `tails`, then with random changes."""
    windows = [_NO_LIMIT, *(size for size in (128, 96, 64, 48, 40, 32, 24, 16, 12, 8) if size < count)]
    limits = [(window, reserve) for window in windows for reserve in (0, 2, 4, 8)]
    for window, reserve in limits[: effort // count + 1]:
        yield _Attempt(window, reserve, tails)
    chance = random.Random(count)
    for number in range(effort // count):
        width = (0.5, 1.5, 3.0, 6.0)[number % 4]
        shaken = [tail + chance.uniform(0, width) for tail in tails]
        yield _Attempt(*limits[chance.randrange(len(limits))], shaken)


class _Registers:
    """The allocation of registers in an attempt. A value has the number of the operation that computes it."""

    def __init__(self, graph: Dependences, pool: set[int]) -> None:
        self.graph = graph
        self.place_of: dict[int, int] = {}  # value -> register
        self.left = [len(set(uses)) for uses in graph.uses]  # readers that are not scheduled yet, by value
        self.entry_left = {number: len(set(reads)) for number, reads in graph.entry_reads.items()}  # by register
        self.free = {number for number in pool if not self.entry_left.get(number)}  # in the present bundle
        self.soon: list[int] = []  # free from the next bundle on
        self.pool = pool
        self.pinned = {writer: number for number, writer in graph.last_write.items() if number not in pool}
        if graph.tied:
            owners = ((place, entry.destination) for place, entry in enumerate(graph.operations))
            self.pinned |= {place: number for place, number in owners if number in graph.tied}

    def next_bundle(self) -> None:
        self.free.update(self.soon)
        self.soon.clear()

    def choose(self, place: int) -> int | None:
        """Return the register for the result of operation `place`; -1 if it has no result, None if none is free."""
        entry = self.graph.operations[place]
        if entry.destination < 0:
            return -1
        if place in self.pinned:
            return self.pinned[place]
        if not self.free:
            return None
        return entry.destination if entry.destination in self.free else min(self.free)

    def freed_by(self, place: int) -> int:
        """Return the number of registers of the pool that become free when operation `place` reads its operands."""
        freed = 0
        for number, writer in self.graph.sources[place].items():
            if writer < 0:
                freed += number in self.pool and self.entry_left[number] == 1
            else:
                freed += writer not in self.pinned and self.left[writer] == 1
        return freed

    def take(self, place: int, register: int) -> _Placed:
        """Return operation `place` with its registers, and count its reads and its result.

        register: the register for its result, as `choose` returns it; -1 without a result.
        """
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
    graph: Dependences, attempt: _Attempt, room: Room, pool: set[int] | None, limit: int = _NO_LIMIT
) -> list[list[_Placed]] | None:
    """Return the bundles of an attempt; None if it needs too many registers or more than `limit` bundles.

    pool: the registers for results, None if results keep their registers.
    """
    operations = graph.operations
    count = len(operations)
    numbers = room.classes(operations)
    waits = [0] * count
    for edges in graph.edges:
        for after in edges:
            waits[after] += 1
    since = [0] * count  # the earliest bundle by dependences
    key = attempt.priorities
    order = sorted(range(count), key=lambda place: (-key[place], place))
    rank = [0] * count
    for number, place in enumerate(order):
        rank[place] = number
    ready = sorted(rank[place] for place in range(count) if not waits[place])  # the ranks of operations without waits
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
        taken: list[_Placed] = []
        state = EMPTY
        has_steering = False
        is_deferring = attempt.stride > 1
        while True:  # an operation of this bundle may let others join it
            placed = -1
            for position, place_rank in enumerate(ready):
                place = order[place_rank]
                entry = operations[place]
                if since[place] > number or place - oldest > attempt.window or (has_steering and entry.steers):
                    continue
                if room.with_one_more(state, numbers[place]) < 0:
                    continue
                if is_deferring and attempt.defers(entry, place, limit - 1 - number, number):
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
            if placed < 0 and is_deferring and not taken:
                is_deferring = False
                continue
            if placed < 0:
                break
            assert register is not None
            taken.append((placed, None, -1) if registers is None else registers.take(placed, register))
            state = room.with_one_more(state, numbers[placed])
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
            return None  # no register is free, and none will be
        bundles.append(taken)
    return [bundle for bundle in bundles if bundle]
