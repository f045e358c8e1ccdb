"""The walk of a core's warps through their steps, in the order of selection, with averaged costs.

Every warp is a token with a path (`paths.py`). The token that can be selected first takes its next step, and occupies
the resources that the step uses. It is ready again when the results that it needs are back. No instruction is executed:
there are no lanes, values or addresses, only times.

The slots that issue are charged to the steps that take them. All other time up to a step is charged to this step. If
the visit of the step stands for several visits, the time counts several times.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from math import ceil, inf
from typing import NamedTuple

from simt.machine import Machine
from simt.models.refined.front_end import FrontEnd
from simt.models.refined.rules import RULES, Ring, Waiting
from simt.models.refined.steps import Step, Wait
from simt.models.refined.units import Units, Use

_EPSILON = 1e-9  # error of sums of fractions of a cycle
_LEAST = 1e-6  # cycles that a warp waits at least: more than the error of a turn, so that it never waits for its own

Path = Sequence[tuple[Step, float]]  # the steps of a warp, each with its weight


ISSUED, DRAIN = Wait("issued"), Wait("drain")
_NOT_SELECTED, _SLOT_KIND, _SCOREBOARD_FULL = Wait("not_selected"), Wait("slot_kind"), Wait("scoreboard_full")
_BUS = Wait("memory_queue", "bus")
NOWHERE = -1  # the address of time that belongs to the whole launch

Spent = dict[tuple[int, Wait], float]  # cycles, by the address of a step and what it waits for


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


@dataclass(slots=True, eq=False)
class _Token:
    number: int
    scheduler: int
    group: _Group
    path: Sequence[_Stop]
    at: int = 0
    wait: Wait = _NOT_SELECTED
    released: float = 0.0  # its latest step, in a turn
    retired: float = 0.0  # all its steps
    flights: list[tuple[float, Step]] = field(default_factory=list)  # its steps by release, if several may be in flight
    is_active: bool = False  # in the active set of `two_level`


class _Stop(NamedTuple):
    """A step of a path, its weight, and its uses of the units of a scheduler."""

    step: Step
    weight: float
    uses: list[Use]


@dataclass(slots=True, eq=False)
class _Pool:
    """The warps of a scheduler that are ready for steps which fit the same slots."""

    scheduler: int
    free: list[float]  # when each slot of the scheduler is free
    slots: tuple[int, ...]  # that fit
    waiting: list[Waiting] = field(default_factory=list)  # in the order of the rule


_Entry = tuple[float, float, int, _Token]  # when a token may be selected, since when it is ready, its number


class Walk:
    """A core, while its warps walk. Times are in cycles."""

    def __init__(self, machine: Machine, begin: Callable[[], Started | None]) -> None:
        """Take a function that gives the next work-group, None after the last one."""
        issue, policy = machine.issue, machine.scheduler.policy
        self._machine = machine
        self._begin = begin
        self._interval, self._schedulers = issue.interval, issue.schedulers
        self._overlaps = issue.has_scoreboard and issue.entries > 1
        self._limits = issue.entries, issue.loads or issue.entries
        self._front_end = FrontEnd(machine.front_end.stages)
        self._place, self._is_ranked = RULES[policy], policy != "oldest"
        self._pools: dict[tuple[int, tuple[int, ...]], _Pool] = {}  # by scheduler and by slots that fit
        self._slots = [[float(k % issue.interval)] * machine.issue_width for k in range(issue.schedulers)]
        self._turns = [float(k % issue.interval) for k in range(issue.schedulers)]  # one of each scheduler
        self._room = [machine.scheduler.active_warps if policy == "two_level" else -1] * issue.schedulers
        self._outside: list[list[_Entry]] = [[] for _ in range(issue.schedulers)]
        self._latest = [-1] * issue.schedulers  # the warp that each scheduler selected last
        self._rings: list[Ring] = []  # the warps of each scheduler
        self._ready: list[_Entry] = []
        self._latest_ready = 0.0  # of the entries in pools
        self._units = Units(machine)
        self._paths: dict[tuple[int, int], tuple[Path, list[_Stop]]] = {}
        self._retire, self._ports = machine.retire.stages, machine.retire.ports
        self._has_ports = machine.vliw.count > 1 or self._ports >= sum(machine.unit_counts.values())
        self._offers: dict[int, int] = {}  # results by cycle
        self._queues: dict[str, float] = {}  # the latest release of each
        self._now = self._bus = self._end = 0.0
        self._most_issued = machine.most_issued
        self._selected: list[int] = []  # the addresses of the steps in the latest cycle with any
        self._issued: dict[int, float] = {}  # cycles, by the address of the step that issued
        self._waits: dict[int, Wait] = {}  # by their identity, which is faster to look up than what they say
        self._spent: dict[tuple[int, int], float] = {}  # cycles, by the address of a step and the identity of a wait

    def run(self, places: int) -> Spent:
        """Walk all groups, `places` at a time, and return what the cycles are spent on."""
        for place in range(places):
            self._start(place, 0.0)
        warps = len(self._ready)
        self._rings = [Ring(k, self._schedulers, warps) for k in range(self._schedulers)]
        while self._select():
            pass
        self._charge(NOWHERE, DRAIN, self._end, 1.0)
        spent: Spent = {(address, ISSUED): cycles for address, cycles in self._issued.items()}
        for (address, number), cycles in self._spent.items():
            key = address, self._waits[number]
            spent[key] = spent.get(key, 0.0) + cycles
        return spent

    def _start(self, place: int, now: float) -> None:
        started = self._begin()
        if started is None:
            return
        group = _Group(place, started.weight, len(started.paths))
        for k, path in enumerate(started.paths):
            number = place * len(started.paths) + k
            if path:
                scheduler = number % self._schedulers
                token = _Token(number, scheduler, group, self._stops(path, scheduler))
                ready = self._in_turn(now, scheduler)
                heappush(self._ready, (ready, ready, number, token))
            else:
                group.left -= 1

    def _stops(self, path: Path, scheduler: int) -> list[_Stop]:
        """Return the steps of a path on a scheduler."""
        key = id(path), scheduler
        if key not in self._paths:
            stops = [_Stop(step, weight, self._units.uses_of(step, scheduler)) for step, weight in path]
            self._paths[key] = path, stops  # the path too, so that no other takes its identity
        return self._paths[key][1]

    def _select(self) -> bool:
        """Let a warp come to its scheduler, or let a scheduler select a warp, whatever is first; false at the end."""
        soonest, chosen, ready = inf, None, self._ready
        for pool in self._pools.values():
            if pool.waiting:
                slots = pool.free
                free = slots[0] if len(slots) == 1 else min([slots[slot] for slot in pool.slots])
                if free < soonest:
                    soonest, chosen = free, pool
        turn, has_holds = max(soonest, self._latest_ready), bool(self._front_end.holds)
        if has_holds:
            turn = self._after_holds(turn)
        while ready and ready[0][0] <= turn:
            self._come(heappop(ready))
            if chosen is None or len(self._pools) > 1:
                return True  # a warp that has come may be selected sooner
            turn = soonest if soonest > self._latest_ready else self._latest_ready
            if has_holds:
                turn = self._after_holds(turn)
        if chosen is None:
            return False
        waiting = chosen.waiting
        at = 0
        if len(waiting) > 1:
            at = self._place(waiting, self._latest[chosen.scheduler], self._rings[chosen.scheduler])
        self._try(turn, waiting.pop(at))
        return True

    def _come(self, entry: _Entry) -> None:
        """Let a warp wait for its scheduler to select it."""
        ready, since, number, token = entry
        self._latest_ready = ready
        scheduler = token.scheduler
        if self._room[scheduler] >= 0 and not self._is_admitted(entry):
            return
        slots = token.path[token.at].step.slots
        pool = self._pools.get((scheduler, slots))
        if pool is None:
            pool = self._pools[scheduler, slots] = _Pool(scheduler, self._slots[scheduler], slots)
        waiting = 0.0 if self._is_ranked else since, number, ready, since, token
        if pool.waiting:
            insort(pool.waiting, waiting)
        else:
            pool.waiting.append(waiting)

    def _is_admitted(self, entry: _Entry) -> bool:
        """Return whether a warp is in the active set of its scheduler, which it enters if there is room."""
        token = entry[3]
        scheduler = token.scheduler
        if not token.is_active:
            if not self._room[scheduler]:
                self._outside[scheduler].append(entry)
                return False
            self._room[scheduler] -= 1
            token.is_active = True
        return True

    def _try(self, turn: float, waiting: Waiting) -> None:
        """Let a warp take its next step in a turn, or wait for what the step needs."""
        _, _, ready, since, token = waiting
        scheduler, front_end = token.scheduler, self._front_end
        step, weight, uses = token.path[token.at]
        slots = self._slots[scheduler]
        slot = min(step.slots, key=slots.__getitem__) if len(slots) > 1 else 0
        wait = token.wait
        if slots[slot] > ready:
            wait = _NOT_SELECTED if len(step.slots) == len(slots) else _SLOT_KIND
        arrival = front_end.arrival(turn) if front_end.stages else turn
        start = arrival
        for use in uses:
            instances = use.instances
            free = instances[0] if len(instances) == 1 else min(instances)
            if free > start:
                start, wait = free, use.wait
        if step.access is not None and self._bus - step.access.room > start:
            start, wait = self._bus - step.access.room, _BUS
        if start > arrival:
            if front_end.stages:
                front_end.hold(arrival, start)
            elif start > turn + _LEAST:
                token.wait = wait  # others pass
                heappush(self._ready, (self._in_turn(start, scheduler), since, token.number, token))
                return
        self._charge(step.address, wait, start, weight * token.group.weight)
        slots[slot] = self._turns[scheduler] = turn + step.turn
        for use in uses:
            use.occupy(start)
        self._take(token, step, start)

    def _after_holds(self, turn: float) -> float:
        """Return the first turn from `turn` on in which the front end is not held."""
        for first, end in self._front_end.holds:
            if first <= turn < end:
                turn = self._in_turn(end, 0)
        return turn

    def _take(self, token: _Token, step: Step, start: float) -> None:
        """Let a warp take a step that is selected in the cycle `start`."""
        scheduler = token.scheduler
        self._latest[scheduler] = token.number
        released, access = start + step.latency, step.access
        if access is not None:
            served = max(self._bus, start)
            self._bus = served + access.bus
            self._end = max(self._end, served + self._front_end.stages + access.done)
            if not access.is_posted:
                released += served - start
        if not self._has_ports:
            released += self._delay(int(released) - self._retire)
        if step.queue:
            released = max(released, self._queues.get(step.queue, 0.0) + 1)
            self._queues[step.queue] = released
        token.at += 1
        token.wait = step.wait
        retired = released - self._retire
        if retired > token.retired:
            token.retired = retired
        token.released = released if self._interval == 1 else self._in_turn(released, scheduler)
        is_over = token.at == len(token.path)
        if self._room[scheduler] >= 0 and (step.leaves or is_over):
            self._leave(token, retired if is_over else start)
        if is_over:
            self._finish(token)
        elif step.is_barrier:
            group = token.group
            group.waiting.append(token)
            if len(group.waiting) == group.left:
                self._go_on(group)
        elif self._overlaps:
            token.flights.append((token.released, step))
            self._push(token, start + step.turn)
        else:
            ready = max(start + step.turn, token.released)
            heappush(self._ready, (ready, ready, token.number, token))

    def _delay(self, cycle: int) -> int:
        """Return how long a result that is offered in a cycle waits for a retire port."""
        first, offers = cycle, self._offers
        while offers.get(cycle, 0) >= self._ports:
            cycle += 1
        offers[cycle] = offers.get(cycle, 0) + 1
        return cycle - first

    def _in_turn(self, cycle: float, scheduler: int) -> float:
        """Return the first turn of a scheduler from `cycle` on."""
        if self._interval == 1:
            return cycle
        first = self._turns[scheduler]
        return first + ceil((cycle - first) / self._interval - _EPSILON) * self._interval

    def _push(self, token: _Token, ready: float) -> None:
        """Let a warp be ready for its next step from `ready` on, and when no step in flight delays it.

        Of N entries one is free when all steps but the N - 1 with the latest releases are released.
        """
        following, flights = token.path[token.at].step, token.flights
        for released, step in flights:
            if released > ready and step.delays(following):
                ready, token.wait = released, step.wait
        entries, loads = self._limits
        if len(flights) >= entries:
            free = sorted([released for released, _ in flights])[-entries]
            if free > ready:
                ready, token.wait = free, _SCOREBOARD_FULL
        if following.is_load:
            among = [released for released, step in flights if step.is_load]
            if len(among) >= loads and (free := sorted(among)[-loads]) > ready:
                ready, token.wait = free, _SCOREBOARD_FULL
        token.flights = [flight for flight in flights if flight[0] > ready]
        heappush(self._ready, (ready, ready, token.number, token))

    def _go_on(self, group: _Group) -> None:
        """Let the warps at a barrier go on: the last one has arrived, or ended."""
        waiting, group.waiting = group.waiting, []
        released = max(token.released for token in waiting)
        for token in waiting:
            ready = self._in_turn(released, token.scheduler)
            if self._overlaps:
                self._push(token, ready)
            else:
                heappush(self._ready, (ready, ready, token.number, token))

    def _leave(self, token: _Token, now: float) -> None:
        """Let a warp leave the active set, and let the warp that has been ready for the longest time enter."""
        scheduler = token.scheduler
        token.is_active = False
        self._room[scheduler] += 1
        if self._outside[scheduler]:
            ready, since, number, entering = self._outside[scheduler].pop(0)
            entering.is_active = True
            self._room[scheduler] -= 1
            heappush(self._ready, (max(ready, now), since, number, entering))

    def _finish(self, token: _Token) -> None:
        """End a warp. After the last warp of a group, the next group takes the group's place."""
        group = token.group
        ended = token.retired
        self._end = max(self._end, ended)
        group.left -= 1
        if not group.left:
            self._start(group.place, ended + 2 * self._machine.interconnect.latency)
        elif len(group.waiting) == group.left:
            self._go_on(group)

    def _charge(self, address: int, wait: Wait, until: float, weight: float) -> None:
        """Charge the cycles until the next selection: first to the steps that issued, then to the step that waited."""
        cycles = until - self._now
        if cycles > 0:
            selected = self._selected if wait is not DRAIN else []
            if selected:
                issued = min(cycles, len(selected) / self._most_issued)
                cycles -= issued
                share = issued / len(selected) * weight
                for issuer in selected:
                    self._issued[issuer] = self._issued.get(issuer, 0.0) + share
            if cycles > _EPSILON:
                key = address, id(wait)
                if key in self._spent:
                    self._spent[key] += cycles * weight
                else:
                    self._spent[key], self._waits[id(wait)] = cycles * weight, wait
            self._now, self._selected = until, [address]
        else:
            self._selected.append(address)
