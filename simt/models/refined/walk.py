"""The walk of a core's warps through their steps, in the order of selection, with averaged costs.

Every warp is a token with a path (`paths.py`). The token that can be selected first takes its next step, and occupies
the resources that the step uses. It is ready again when the results that it needs are back. No instruction is executed:
there are no lanes, values or addresses, only times.

If the visit of a step stands for several visits, the time that is charged to the step counts several times.
"""

from __future__ import annotations

from bisect import insort
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from math import ceil, inf

from simt.machine import Machine
from simt.models.refined.account import Selected, Spent, spent_of, spread_of
from simt.models.refined.front_end import FrontEnd
from simt.models.refined.memory import Access
from simt.models.refined.rules import RULES, Ring, Waiting
from simt.models.refined.steps import Step, Wait
from simt.models.refined.units import Units, Use

_EPSILON = 1e-9  # error of sums of fractions of a cycle
_LEAST = 1e-6  # cycles that a warp waits at least: more than the error of a turn, so that it never waits for its own

Path = Sequence[tuple[Step, float]]  # the steps of a warp, each with its weight

_NOT_SELECTED, _SLOT_KIND, _SCOREBOARD_FULL = Wait("not_selected"), Wait("slot_kind"), Wait("scoreboard_full")


@dataclass(frozen=True, slots=True)
class Started:
    """A work-group: the paths of its warps, and how many groups it stands for."""

    weight: float
    paths: Sequence[Path]


@dataclass(slots=True, eq=False)
class _Group:
    place: int
    weight: float
    left: int  # warps that have not ended
    waiting: list[_Token] = field(default_factory=list)


_Stop = tuple[Step, float, list[Use]]  # a step of a path, its weight, and its uses of the units of a scheduler


@dataclass(slots=True, eq=False)
class _Scheduler:
    number: int
    ring: Ring
    turn: float  # its present turn, or the next one if all slots of the present one are taken
    length: int  # the time from the present turn to the next one
    room: int  # in the active set of `two_level`
    slot: int = 0  # the first one that it has not filled in its present turn
    latest: int = -1  # the warp that it selected last
    waiting: list[Waiting] = field(default_factory=list)  # the warps that are ready, in the order of the rule
    outside: list[Waiting] = field(default_factory=list)  # the warps that are ready and not in the active set


@dataclass(slots=True, eq=False)
class _Token:
    number: int
    scheduler: _Scheduler
    group: _Group
    stop: _Stop  # the next one
    later: Iterator[_Stop]  # the ones after it
    wait: Wait = _NOT_SELECTED
    arrived: float = 0.0  # when its step at a barrier is released, in a turn
    released: float = 0.0  # all its steps
    flights: list[tuple[float, Step]] = field(default_factory=list)  # its steps by release, if several may be in flight
    is_active: bool = False  # in the active set of `two_level`


_Entry = tuple[float, float, int, _Token]  # when a token may be selected, and the rest of what then waits


class Walk:
    """A core, while its warps walk. Times are in cycles."""

    def __init__(self, machine: Machine, groups: Iterator[Started]) -> None:
        """Take the work-groups, in the order in which they start."""
        issue, policy = machine.issue, machine.scheduler.policy
        self._machine = machine
        self._groups = groups
        self._interval, self._width, self._has_kinds = issue.interval, machine.issue_width, issue.has_kinds
        self._overlaps = issue.has_scoreboard and issue.entries > 1
        self._entries, self._loads = issue.entries, issue.loads or issue.entries
        self._front_end = FrontEnd(machine.front_end.stages)
        self._holds = self._front_end.holds
        self._place, self._is_ranked = RULES[policy], policy != "oldest"
        self._is_two_level = policy == "two_level"
        active = machine.scheduler.active_warps
        self._schedulers = [
            _Scheduler(k, Ring(k, issue.schedulers, 0), float(k % issue.interval), issue.interval, active)
            for k in range(issue.schedulers)
        ]
        self._coming: list[_Entry] = []  # a heap
        self._units = Units(machine)
        self._paths: dict[tuple[int, int], tuple[Path, list[_Stop]]] = {}
        self._retire, self._ports = machine.retire.stages, machine.retire.ports
        self._has_ports = machine.vliw.count > 1 or self._ports >= sum(machine.unit_counts.values())
        self._offers: dict[int, int] = defaultdict(int)  # results by the cycle of their release
        self._bus = self._end = self._lag = 0.0
        self._selected: list[Selected] = []
        self._warps = 0  # that walk side by side

    def run(self, places: int) -> Spent:
        """Walk all groups, `places` at a time, and return what the cycles are spent on."""
        for place in range(places):
            self._start(place, 0.0)
        self._warps, count = len(self._coming), len(self._schedulers)
        for scheduler in self._schedulers:
            first = scheduler.number
            scheduler.ring = Ring(first, count, self._warps - 1 - (self._warps - 1 - first) % count)
        self._walk()
        return spent_of(self._selected, self._machine.most_issued, self._end)

    def spread(self) -> float:
        """Return how unlike the weights of warps side by side have been (`spread_of`). The walk must have been run."""
        return spread_of(self._selected, self._warps)

    def _start(self, place: int, now: float) -> None:
        started = next(self._groups, None)
        if started is None:
            return
        group = _Group(place, started.weight, len(started.paths))
        for k, path in enumerate(started.paths):
            number = place * len(started.paths) + k
            if path:
                scheduler = self._schedulers[number % len(self._schedulers)]
                later = iter(self._stops(path, scheduler.number))
                self._push(_Token(number, scheduler, group, next(later), later), self._in_turn(now, scheduler))
            else:
                group.left -= 1

    def _stops(self, path: Path, scheduler: int) -> list[_Stop]:
        """Return the steps of a path on a scheduler."""
        key = id(path), scheduler
        if key not in self._paths:
            stops = [(step, weight, self._units.uses_of(step, scheduler)) for step, weight in path]
            self._paths[key] = path, stops  # the path too, so that no other takes its identity
        return self._paths[key][1]

    def _soonest(self) -> _Scheduler:
        """Return the scheduler that selects before the others; any if no warp waits."""
        soonest = self._schedulers[0]
        for scheduler in self._schedulers:
            if scheduler.waiting and (not soonest.waiting or scheduler.turn < soonest.turn):
                soonest = scheduler
        return soonest

    def _push(self, token: _Token, ready: float) -> None:
        """Let a warp be ready for its next step from `ready` on."""
        heappush(self._coming, (ready, 0.0 if self._is_ranked else ready, token.number, token))

    def _walk(self) -> None:
        """Let warps take their steps until none is left."""
        # A prediction goes thousands of times through this loop. So it asks `self` for little, and calls little.
        scheduler, is_alone = self._schedulers[0], len(self._schedulers) == 1
        waiting, coming, select, offers = scheduler.waiting, self._coming, self._selected.append, self._offers
        front_end, holds, stages = self._front_end, self._holds, self._front_end.stages
        place, is_ranked, is_two_level = self._place, self._is_ranked, self._is_two_level
        interval, width, has_kinds, overlaps = self._interval, self._width, self._has_kinds, self._overlaps
        has_ports, ports = self._has_ports, self._ports
        while True:
            # The first scheduler that can select a warp.
            if not is_alone:
                scheduler = self._soonest()
                waiting = scheduler.waiting
            turn = scheduler.turn if waiting else inf
            if waiting and holds and holds[0][0] <= turn:
                turn = self._after_holds(turn)
            if coming and coming[0][0] <= turn:
                self._come(*heappop(coming))
                continue
            if not waiting:
                return
            # The warp that it selects, and what the warp's next step waits for.
            at = 0
            if has_kinds:
                at = self._fitting(scheduler)
                if at < 0:
                    continue
            elif len(waiting) > 1:
                at = place(waiting, scheduler.latest, scheduler.ring)
            rank, number, ready, token = waiting.pop(at)
            step, weight, uses = token.stop
            wait = token.wait
            if scheduler.turn > ready:
                wait = _NOT_SELECTED if len(step.slots) == width else _SLOT_KIND
            start = arrival = front_end.arrival(turn) if holds or (stages and width > 1) else turn
            for unit, _, taken, _ in uses:
                if unit.free > start:
                    start, wait = unit.free, taken
            if start > arrival:
                if stages:
                    front_end.hold(arrival, start)
                elif start > turn + _LEAST:
                    token.wait = wait  # others pass
                    heappush(coming, (self._in_turn(start, scheduler), rank, number, token))
                    continue
            # The step is taken.
            select((step.address, wait, start, weight * token.group.weight))
            later = turn + step.turn
            scheduler.latest = number
            if width == 1:
                scheduler.turn = later
            else:
                later = self._take_slot(scheduler, turn, step.turn)
            released = start + step.latency
            if step.access is not None:
                released += self._access(step.access, start)
            last = None
            for unit, time, _, is_ordered in uses:
                if unit.instances:
                    unit = unit.taken(start, time)
                else:
                    unit.free = start + time
                if is_ordered:
                    last = unit
                    if released <= last.latest:
                        released = last.latest + 1
            if not has_ports:
                offered = int(released)
                while offers[offered] == ports:
                    released += 1
                    offered += 1
                offers[offered] += 1
            if last is not None:
                last.latest = released
            if released > token.released:
                token.released = released
            if interval != 1:
                released = self._in_turn(released, scheduler)
            token.wait = step.wait
            # When the warp is ready for the step after it.
            stop = next(token.later, None)
            if stop is None:
                self._finish(token)
                continue
            token.stop = stop
            if is_two_level and step.leaves:
                self._leave(token, start)
            if step.is_barrier:
                token.arrived = released
                token.group.waiting.append(token)
                self._open(token.group)
                continue
            if overlaps:
                token.flights.append((released, step))
                ready = self._delayed(token, later)
            else:
                ready = released if released > later else later
            heappush(coming, (ready, 0.0 if is_ranked else ready, number, token))

    def _fitting(self, scheduler: _Scheduler) -> int:
        """Return the place of the warp that a scheduler selects; -1, and its turn is over, if none fits a slot."""
        waiting = scheduler.waiting
        for slot in range(scheduler.slot, self._width):
            fitting = [one for one in waiting if slot in one[3].stop[0].slots]
            if fitting:
                scheduler.slot = slot
                return waiting.index(fitting[self._place(fitting, scheduler.latest, scheduler.ring)])
        self._end_turn(scheduler)
        return -1

    def _end_turn(self, scheduler: _Scheduler) -> None:
        """Let the next turn be a scheduler's present one."""
        scheduler.turn += scheduler.length
        scheduler.slot, scheduler.length = 0, self._interval

    def _take_slot(self, scheduler: _Scheduler, turn: float, length: int) -> float:
        """Let a scheduler fill a slot of several; return when it has its next turn."""
        length = scheduler.length = max(length, scheduler.length)
        scheduler.slot += 1
        scheduler.turn = turn
        if scheduler.slot == self._width:
            self._end_turn(scheduler)
        return turn + length

    def _come(self, ready: float, rank: float, number: int, token: _Token) -> None:
        """Let a warp wait for its scheduler to select it."""
        scheduler = token.scheduler
        if ready > scheduler.turn:
            if scheduler.slot:
                self._end_turn(scheduler)
            if ready > scheduler.turn:
                scheduler.turn = ready if self._interval == 1 else self._in_turn(ready, scheduler)
        if self._is_two_level and not token.is_active:
            if not scheduler.room:
                scheduler.outside.append((rank, number, ready, token))
                return
            scheduler.room -= 1
            token.is_active = True
        insort(scheduler.waiting, (rank, number, ready, token))

    def _access(self, access: Access, start: float) -> float:
        """Let the bus serve an access that enters in `start`, and return how long the access waits for it.

        All cores access in step at first: this core is the last one, and waits for the others. Afterwards it lags, and
        the accesses of the others come before its own.
        """
        served = max(max(self._bus, start - self._lag) + access.others, start)
        self._bus, self._lag = served + access.bus, max(self._lag, access.others)
        self._end = max(self._end, served + self._front_end.stages + access.done)
        return 0.0 if access.is_posted else served - start

    def _after_holds(self, turn: float) -> float:
        """Return the first turn from `turn` on in which the front end is not held."""
        (scheduler,) = self._schedulers
        holds = self._holds
        while holds and holds[0][1] <= turn:
            del holds[0]
        for first, end in holds:
            if first > turn:
                break
            if turn < end:
                turn = self._in_turn(end, scheduler)
                scheduler.slot, scheduler.length = 0, self._interval
        return turn

    def _in_turn(self, cycle: float, scheduler: _Scheduler) -> float:
        """Return the first turn of a scheduler from `cycle` on."""
        if self._interval == 1:
            return cycle
        first = scheduler.turn
        return first + ceil((cycle - first) / self._interval - _EPSILON) * self._interval

    def _delayed(self, token: _Token, ready: float) -> float:
        """Return when the steps in flight let a warp take its next step, from `ready` on.

        Of N entries one is free when all steps but the N - 1 with the latest releases are released.
        """
        following, flights = token.stop[0], token.flights
        for released, step in flights:
            if released > ready and step.delays(following):
                ready, token.wait = released, step.wait
        if len(flights) >= self._entries:
            ready = self._when_free(token, ready, [released for released, _ in flights], self._entries)
        if following.is_load and len(flights) >= self._loads:
            loads = [released for released, step in flights if step.is_load]
            ready = self._when_free(token, ready, loads, self._loads)
        token.flights = [flight for flight in flights if flight[0] > ready]
        return ready

    def _when_free(self, token: _Token, ready: float, releases: list[float], entries: int) -> float:
        """Return when one of the entries is free that a warp's steps in flight take, from `ready` on."""
        if len(releases) >= entries and (free := sorted(releases)[-entries]) > ready:
            token.wait = _SCOREBOARD_FULL
            return free
        return ready

    def _open(self, group: _Group) -> None:
        """Let the warps at a barrier go on if the last one of the group has arrived, or ended."""
        waiting = group.waiting
        if waiting and len(waiting) == group.left:
            group.waiting = []
            released = max([token.arrived for token in waiting])
            for token in waiting:
                ready = self._in_turn(released, token.scheduler)
                self._push(token, self._delayed(token, ready) if self._overlaps else ready)

    def _leave(self, token: _Token, now: float) -> None:
        """Let a warp leave the active set, and let the warp that has been ready for the longest time enter."""
        scheduler = token.scheduler
        token.is_active = False
        scheduler.room += 1
        if scheduler.outside:
            _, _, ready, entering = scheduler.outside.pop(0)
            entering.is_active = True
            scheduler.room -= 1
            self._push(entering, max(ready, now))

    def _finish(self, token: _Token) -> None:
        """End a warp. After the last warp of a group, the next group takes the group's place."""
        group = token.group
        ended = token.released - self._retire
        if self._is_two_level:
            self._leave(token, ended)
        self._end = max(self._end, ended)
        group.left -= 1
        if not group.left:
            self._start(group.place, ended + 2 * self._machine.interconnect.latency)
        else:
            self._open(group)
