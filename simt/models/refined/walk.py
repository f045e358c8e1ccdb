"""The walk of a core's warps through their steps, in the order of selection, with averaged costs.

Every warp is a token with a path (`paths.py`). The token that can be selected first takes its next step, and occupies
the resources that the step uses. It is ready again when the results that it needs are back. No instruction is executed:
there are no lanes, values or addresses, only times.

If the visit of a step stands for several visits, the time that is charged to the step counts several times.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from math import ceil, inf

from simt.machine import Machine
from simt.models.refined.account import Account, Spent
from simt.models.refined.front_end import FrontEnd
from simt.models.refined.memory import Access
from simt.models.refined.rules import RULES, Ring, Waiting
from simt.models.refined.steps import Step, Wait
from simt.models.refined.units import Units, Use, first_free, soonest

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
    outside: list[_Entry] = field(default_factory=list)  # the warps that are ready and not in the active set


@dataclass(slots=True, eq=False)
class _Token:
    number: int
    scheduler: _Scheduler
    group: _Group
    path: Sequence[_Stop]
    at: int = 0
    wait: Wait = _NOT_SELECTED
    released: float = 0.0  # its latest step, in a turn
    retired: float = 0.0  # all its steps
    flights: list[tuple[float, Step]] = field(default_factory=list)  # its steps by release, if several may be in flight
    is_active: bool = False  # in the active set of `two_level`


_Entry = tuple[float, float, int, _Token]  # when a token may be selected, since when it is ready, its number


class Walk:
    """A core, while its warps walk. Times are in cycles."""

    def __init__(self, machine: Machine, begin: Callable[[], Started | None]) -> None:
        """Take a function that gives the next work-group, None after the last one."""
        issue, policy = machine.issue, machine.scheduler.policy
        self._machine = machine
        self._begin = begin
        self._interval, self._width, self._has_kinds = issue.interval, machine.issue_width, issue.has_kinds
        self._overlaps = issue.has_scoreboard and issue.entries > 1
        self._limits = issue.entries, issue.loads or issue.entries
        self._front_end = FrontEnd(machine.front_end.stages)
        self._holds = self._front_end.holds
        self._place, self._is_ranked = RULES[policy], policy != "oldest"
        self._is_two_level = policy == "two_level"
        active = machine.scheduler.active_warps
        self._schedulers = [
            _Scheduler(k, Ring(k, issue.schedulers, 0), float(k % issue.interval), issue.interval, active)
            for k in range(issue.schedulers)
        ]
        self._alone = self._schedulers[0] if issue.schedulers == 1 else None
        self._ready: list[_Entry] = []
        self._units = Units(machine)
        self._paths: dict[tuple[int, int], tuple[Path, list[_Stop]]] = {}
        self._retire, self._ports = machine.retire.stages, machine.retire.ports
        self._has_ports = machine.vliw.count > 1 or self._ports >= sum(machine.unit_counts.values())
        self._offers: dict[int, int] = {}  # results by cycle
        self._bus = self._end = self._lag = 0.0
        self._account = Account(machine.most_issued)
        self._charge = self._account.charge

    def run(self, places: int) -> Spent:
        """Walk all groups, `places` at a time, and return what the cycles are spent on."""
        for place in range(places):
            self._start(place, 0.0)
        warps, count = len(self._ready), len(self._schedulers)
        for scheduler in self._schedulers:
            first = scheduler.number
            scheduler.ring = Ring(first, count, warps - 1 - (warps - 1 - first) % count)
        while self._select():
            pass
        return self._account.closed(self._end)

    def _start(self, place: int, now: float) -> None:
        started = self._begin()
        if started is None:
            return
        group = _Group(place, started.weight, len(started.paths))
        for k, path in enumerate(started.paths):
            number = place * len(started.paths) + k
            if path:
                scheduler = self._schedulers[number % len(self._schedulers)]
                token = _Token(number, scheduler, group, self._stops(path, scheduler.number))
                ready = self._in_turn(now, scheduler)
                heappush(self._ready, (ready, ready, number, token))
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

    def _select(self) -> bool:
        """Let the first scheduler that can select a warp, or pass the turn; false at the end."""
        ready, alone = self._ready, self._alone
        chosen = alone or self._soonest()
        while True:
            turn = chosen.turn if chosen.waiting else inf
            if self._holds:
                turn = self._after_holds(turn)
            if not ready or ready[0][0] > turn:
                break
            self._come(heappop(ready))
            if alone is None:
                chosen = self._soonest()
        if not chosen.waiting:
            return False
        waiting = chosen.waiting
        if self._has_kinds:
            at = self._fitting(chosen)
        else:
            at = self._place(waiting, chosen.latest, chosen.ring) if len(waiting) > 1 else 0
        if at >= 0:
            self._try(turn, waiting.pop(at))
        return True

    def _fitting(self, scheduler: _Scheduler) -> int:
        """Return the place of the warp that a scheduler selects; -1, and its turn is over, if none fits a slot."""
        waiting = scheduler.waiting
        for slot in range(scheduler.slot, self._width):
            fitting = [one for one in waiting if slot in one[4].path[one[4].at][0].slots]
            if fitting:
                scheduler.slot = slot
                return waiting.index(fitting[self._place(fitting, scheduler.latest, scheduler.ring)])
        self._end_turn(scheduler)
        return -1

    def _end_turn(self, scheduler: _Scheduler) -> None:
        """Let the next turn be a scheduler's present one."""
        scheduler.turn += scheduler.length
        scheduler.slot, scheduler.length = 0, self._interval

    def _come(self, entry: _Entry) -> None:
        """Let a warp wait for its scheduler to select it."""
        ready, since, number, token = entry
        scheduler = token.scheduler
        if ready > scheduler.turn:
            if scheduler.slot:
                self._end_turn(scheduler)
            if ready > scheduler.turn:
                scheduler.turn = ready if self._interval == 1 else self._in_turn(ready, scheduler)
        if self._is_two_level and not token.is_active:
            if not scheduler.room:
                scheduler.outside.append(entry)
                return
            scheduler.room -= 1
            token.is_active = True
        waiting = 0.0 if self._is_ranked else since, number, ready, since, token
        insort(scheduler.waiting, waiting)

    def _try(self, turn: float, waiting: Waiting) -> None:
        """Let a warp take its next step in a turn, or wait for what the step needs."""
        _, _, ready, since, token = waiting
        scheduler, front_end, wait = token.scheduler, self._front_end, token.wait
        step, weight, uses = token.path[token.at]
        length = step.turn
        if scheduler.turn > ready:
            wait = _NOT_SELECTED if len(step.slots) == self._width else _SLOT_KIND
        start = arrival = front_end.arrival(turn) if self._holds or self._width > 1 else turn
        for instances, _, taken, _ in uses:
            free = instances[0].free if len(instances) == 1 else soonest(instances)
            if free > start:
                start, wait = free, taken
        access = step.access
        if start > arrival:
            if front_end.stages:
                front_end.hold(arrival, start)
            elif start > turn + _LEAST:
                token.wait = wait  # others pass
                heappush(self._ready, (self._in_turn(start, scheduler), since, token.number, token))
                return
        self._charge(step.address, wait, start, weight * token.group.weight)
        scheduler.turn, scheduler.latest = turn, token.number
        if self._width > 1:
            length = max(length, scheduler.length)
            scheduler.length = length
        scheduler.slot += 1
        if scheduler.slot == self._width:
            scheduler.turn, scheduler.slot, scheduler.length = turn + length, 0, self._interval
        released = start + step.latency
        if access is not None:
            released += self._access(access, start)
        last = None
        for instances, time, _, is_ordered in uses:
            instance = instances[0] if len(instances) == 1 else first_free(instances, start)
            instance.free = start + time
            if is_ordered:
                last = instance
                if released <= last.latest:
                    released = last.latest + 1
        if not self._has_ports:
            released = self._retired(released)
        if last is not None:
            last.latest = released
        token.at += 1
        token.wait = step.wait
        if released - self._retire > token.retired:
            token.retired = released - self._retire
        token.released = released if self._interval == 1 else self._in_turn(released, scheduler)
        is_over = token.at == len(token.path)
        if self._is_two_level and (step.leaves or is_over):
            self._leave(token, token.retired if is_over else start)
        if is_over:
            self._finish(token)
        elif step.is_barrier:
            token.group.waiting.append(token)
            self._open(token.group)
        elif self._overlaps:
            token.flights.append((token.released, step))
            self._go(token, turn + length)
        else:
            ready = turn + length
            if token.released > ready:
                ready = token.released
            heappush(self._ready, (ready, ready, token.number, token))

    def _access(self, access: Access, start: float) -> float:
        """Let the bus serve an access that enters in `start`, and return how long the access waits for it.

        All cores access in step at first: this core is the last one, and waits for the accesses of the others.
        Afterwards it lags, and the accesses of the others come before its own.
        """
        served = max(max(self._bus, start - self._lag) + access.others - access.between, start)
        self._bus = served + access.bus + access.between
        self._lag = max(self._lag, access.others)
        self._end = max(self._end, served + self._front_end.stages + access.done)
        return 0.0 if access.is_posted else served - start

    def _go(self, token: _Token, ready: float) -> None:
        """Let a warp be ready for its next step from `ready` on, when nothing in flight delays it."""
        if self._overlaps:
            ready = self._delayed(token, ready)
        heappush(self._ready, (ready, ready, token.number, token))

    def _after_holds(self, turn: float) -> float:
        """Return the first turn from `turn` on in which the front end is not held."""
        (scheduler,) = self._schedulers
        for first, end in self._holds:
            if first <= turn < end:
                turn = self._in_turn(end, scheduler)
                scheduler.slot, scheduler.length = 0, self._interval
        return turn

    def _retired(self, released: float) -> float:
        """Return when a step is released that waits for a retire port in the cycle in which its result is offered."""
        offers, cycle = self._offers, int(released) - self._retire
        while offers.get(cycle, 0) >= self._ports:
            released += 1
            cycle += 1
        offers[cycle] = offers.get(cycle, 0) + 1
        return released

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
        following, flights = token.path[token.at][0], token.flights
        for released, step in flights:
            if released > ready and step.delays(following):
                ready, token.wait = released, step.wait
        entries, loads = self._limits
        for taken, most in ((flights, entries), ([one for one in flights if one[1].is_load], loads)):
            if len(taken) >= most and (most == entries or following.is_load):
                free = sorted([released for released, _ in taken])[-most]
                if free > ready:
                    ready, token.wait = free, _SCOREBOARD_FULL
        token.flights = [flight for flight in flights if flight[0] > ready]
        return ready

    def _open(self, group: _Group) -> None:
        """Let the warps at a barrier go on if the last one of the group has arrived, or ended."""
        waiting = group.waiting
        if waiting and len(waiting) == group.left:
            group.waiting = []
            released = max([token.released for token in waiting])
            for token in waiting:
                self._go(token, self._in_turn(released, token.scheduler))

    def _leave(self, token: _Token, now: float) -> None:
        """Let a warp leave the active set, and let the warp that has been ready for the longest time enter."""
        scheduler = token.scheduler
        token.is_active = False
        scheduler.room += 1
        if scheduler.outside:
            ready, since, number, entering = scheduler.outside.pop(0)
            entering.is_active = True
            scheduler.room -= 1
            heappush(self._ready, (max(ready, now), since, number, entering))

    def _finish(self, token: _Token) -> None:
        """End a warp. After the last warp of a group, the next group takes the group's place."""
        group = token.group
        ended = token.retired
        self._end = max(self._end, ended)
        group.left -= 1
        if not group.left:
            self._start(group.place, ended + 2 * self._machine.interconnect.latency)
        else:
            self._open(group)
