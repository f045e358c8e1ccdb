"""The bundle of every operation of a pipelined loop, for a given interval (`isa.packing.loops`)."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Mapping, Sequence, Set

from isa.flow.graphs import reach
from isa.packing.loop_graph import LoopEdge, LoopGraph
from isa.packing.room import EMPTY, LONG_UNITS, Room
from isa.table.units import COMPUTE_UNITS

_UNREACHABLE = -(1 << 29)  # below the length of every path
_LATE = 1 << 30  # after every bundle
_ATTEMPTS = 20  # the most times that an operation is placed, on average


class Rows:
    """The bundles of a kernel while operations are placed in them; a row is a bundle.

    An operation has a time, counted from the beginning of its iteration. Its row is the time modulo the interval.
    `times` has the time of every operation that is placed. first: the operations that are placed at once, with their
    times.
    """

    def __init__(self, loop: LoopGraph, room: Room, interval: int, first: Iterable[tuple[int, int]]) -> None:
        self.times: dict[int, int] = {}
        self.interval = interval
        self._operations = loop.operations
        self._room = room
        self._numbers = room.classes(loop.operations)
        self._rows: list[dict[int, None]] = [{} for _ in range(interval)]  # operations, in the order of their arrival
        self._states = [EMPTY] * interval
        for place, time in first:
            self.add(place, time)

    def add(self, place: int, time: int) -> None:
        """Place an operation, for which there must be room."""
        row = time % self.interval
        self.times[place] = time
        self._rows[row][place] = None
        self._states[row] = self._room.with_one_more(self._states[row], self._numbers[place])

    def remove(self, place: int) -> int:
        """Take an operation out, and return its time."""
        time = self.times.pop(place)
        row = time % self.interval
        del self._rows[row][place]
        self._states[row] = self._room.with_one_less(self._states[row], self._numbers[place])
        return time

    def members(self, time: int) -> Sequence[int]:
        """Return the operations in the row of `time`, which is the bundle that they share."""
        return list(self._rows[time % self.interval])

    def takes(self, place: int, time: int) -> bool:
        """Return whether the row of a time has room for an operation."""
        row = time % self.interval
        if self._room.with_one_more(self._states[row], self._numbers[place]) < 0:
            return False
        if not self._operations[place].steers:
            return True
        return not any(self._operations[other].steers for other in self._rows[row])

    def clashes(self, place: int, time: int, fixed: int) -> list[int]:
        """Return the operations that must leave the row of a time to make room for an operation.

        fixed: an operation that leaves only if no others suffice.
        """
        if self.takes(place, time):
            return []
        row = self._rows[time % self.interval]
        steers = self._operations[place].steers
        leaving = [other for other in row if steers and self._operations[other].steers]
        staying = [other for other in row if other not in leaving]
        numbers, own = self._numbers, self._numbers[place]
        if self._room.state_of([own, *(numbers[other] for other in staying)]) >= 0:
            return leaving
        # One of those that it competes with is enough, and rather not the one whose place is fixed.
        for other in sorted(staying, key=lambda other: (other == fixed, numbers[other] != own)):
            if self._room.state_of([own, *(numbers[one] for one in staying if one != other)]) >= 0:
                return [*leaving, other]
        return list(row)


def placed(loop: LoopGraph, room: Room, interval: int, stride: int, *, in_order: bool) -> list[int] | None:
    """Return the bundle of each operation, counted from the beginning of its iteration; None if no schedule is found.

    stride: arithmetic stands in one bundle of this many, if that is possible (`isa.packing.scheduler`). in_order: keep
    the order of the source, which needs fewer registers; otherwise the longest path is first.
    """
    edges = [*loop.true_edges, *loop.edges]
    jump = loop.count - 1
    heights = loop.heights(edges, interval)
    to_jump = loop.heights(edges, interval, jump)
    if heights is None or to_jump is None:
        return None
    latest = [interval - 1 - height if height > _UNREACHABLE else _LATE for height in to_jump]
    incoming, outgoing = _by_operation(loop, edges)
    order = sorted(
        (place for place in range(loop.count) if place != jump),
        key=lambda place: (latest[place], 0 if in_order else -heights[place], place),
    )
    rank = {place: number for number, place in enumerate(order)}
    rows = Rows(loop, room, interval, [(jump, interval - 1)])
    tried = [-1] * loop.count
    waiting = list(range(len(order)))  # the ranks of the operations that are not placed
    for _ in range(_ATTEMPTS * loop.count):
        if not waiting:
            return [rows.times[place] for place in range(loop.count)]
        place = order[waiting.pop(0)]
        times = rows.times
        before = (edge for edge in incoming[place] if edge.before in times)
        earliest = max([0, *(times[edge.before] + edge.distance - interval * edge.turns for edge in before)])
        limit = min(earliest + interval - 1, latest[place])
        possible = (time for time in range(earliest, limit + 1) if rows.takes(place, time))
        if stride > 1 and loop.operations[place].instruction.spec.unit in COMPUTE_UNITS:
            chosen = min(possible, key=lambda time: time % interval % stride > 0, default=None)
        else:
            chosen = next(possible, None)
        if chosen is None:
            chosen = max(earliest, tried[place] + 1)
            if chosen > latest[place]:
                return None
        tried[place] = chosen
        evicted = dict.fromkeys(rows.clashes(place, chosen, jump))
        for edge in outgoing[place]:
            if edge.after in times and times[edge.after] < chosen + edge.distance - interval * edge.turns:
                evicted[edge.after] = None
        if jump in evicted:
            return None
        for other in evicted:
            rows.remove(other)
            insort(waiting, rank[other])
        rows.add(place, chosen)
    return None


def _by_operation(loop: LoopGraph, edges: Sequence[LoopEdge]) -> tuple[list[list[LoopEdge]], list[list[LoopEdge]]]:
    """Return the edges to each operation and from it, without the edges from an operation to itself."""
    incoming: list[list[LoopEdge]] = [[] for _ in range(loop.count)]
    outgoing: list[list[LoopEdge]] = [[] for _ in range(loop.count)]
    for edge in edges:
        if edge.before != edge.after:
            incoming[edge.after].append(edge)
            outgoing[edge.before].append(edge)
    return incoming, outgoing


def sunk(loop: LoopGraph, room: Room, interval: int, times: Sequence[int]) -> list[int]:
    """Return `times` with operations that keep no register alive moved nearer to their readers.

    These are loads and steps of addresses, for example. What then begins an iteration late begins it earlier.
    """
    rows = Rows(loop, room, interval, enumerate(times))
    edges = [*loop.true_edges, *loop.edges]
    _, outgoing = _by_operation(loop, edges)
    last = max(times) // interval * interval + interval - 1
    light = [
        place
        for place, (entry, sources) in enumerate(zip(loop.operations, loop.sources, strict=True))
        if entry.destination >= 0 and not entry.steers and all(writer in loop.pinned for writer, _ in sources.values())
    ]
    is_changed = True
    while is_changed:
        is_changed = False
        for place in sorted(light, key=lambda place: -rows.times[place]):
            time = rows.remove(place)
            limits = (rows.times[edge.after] - edge.distance + interval * edge.turns for edge in outgoing[place])
            latest = min(min(limits, default=time), last)
            chosen = next((later for later in range(latest, time, -1) if rows.takes(place, later)), time)
            is_changed = is_changed or chosen > time
            rows.add(place, chosen)
    return _earlier(loop, edges, interval, rows.times)


def _earlier(loop: LoopGraph, edges: Sequence[LoopEdge], interval: int, times: Mapping[int, int]) -> list[int]:
    """Return `times` with whole intervals taken off where nothing ties operations to the jump. Rows stay."""
    tied: list[list[int]] = [[] for _ in range(loop.count)]
    for edge in edges:
        tied[edge.before].append(edge.after)
        tied[edge.after].append(edge.before)
    found = {place: times[place] for place in reach([loop.count - 1], tied.__getitem__)}
    for place in range(loop.count):
        if place not in found:
            together = reach([place], tied.__getitem__)
            spare = min(times[other] for other in together) // interval * interval
            found |= {other: times[other] - spare for other in together}
    return [found[place] for place in range(loop.count)]


def gathered(loop: LoopGraph, room: Room, interval: int, times: Sequence[int]) -> list[int]:
    """Return `times` with operations of long units (`isa.packing.room`) in fewer rows.

    A row is emptied of these operations if other rows that have some take them. The jump stays, and so does the number
    of iterations that overlap.
    """
    rows = Rows(loop, room, interval, enumerate(times))
    edges = _by_operation(loop, [*loop.true_edges, *loop.edges])
    last = max(times) // interval * interval + interval - 1
    is_long = [entry.instruction.spec.unit in LONG_UNITS for entry in loop.operations]
    long_rows = {time % interval for place, time in enumerate(times) if is_long[place]}
    jumps = times[-1] % interval
    for row in sorted(long_rows - {jumps}, key=lambda row: (len(rows.members(row)), row)):
        before = dict(rows.times)
        places = [place for place in rows.members(row) if is_long[place]]
        if all(_moved(rows, edges, place, long_rows - {row}, last) for place in places):
            long_rows.remove(row)
            continue
        for place in places:
            rows.remove(place)
        for place in places:
            rows.add(place, before[place])
    return [rows.times[place] for place in range(loop.count)]


def _moved(
    rows: Rows, edges: tuple[list[list[LoopEdge]], list[list[LoopEdge]]], place: int, others: Set[int], last: int
) -> bool:
    """Move an operation to the nearest time in one of some other rows; return False if none takes it."""
    incoming, outgoing = edges
    interval, times = rows.interval, rows.times
    low = max((times[edge.before] + edge.distance - interval * edge.turns for edge in incoming[place]), default=0)
    high = min((times[edge.after] - edge.distance + interval * edge.turns for edge in outgoing[place]), default=last)
    now = rows.remove(place)
    possible = (
        time
        for time in range(max(low, 0), min(high, last) + 1)
        if time % interval in others and rows.takes(place, time)
    )
    chosen = min(possible, key=lambda time: (abs(time - now), time), default=None)
    rows.add(place, now if chosen is None else chosen)
    return chosen is not None
