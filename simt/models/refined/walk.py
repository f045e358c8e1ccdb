"""The walk of a core's warps through their steps, in the order of selection, with averaged costs.

Every warp is a token with a path (`paths.py`). The token that can be selected first takes its next step, and occupies
the resources that the step uses. It is ready again when the results that it needs are back. No instruction is executed:
there are no lanes, values or addresses, only times.

The slots that issue are charged to the steps that take them. All other time up to a step is charged to this step. If
the visit of the step stands for several visits, the time counts several times.
"""

from __future__ import annotations

from bisect import bisect, insort
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from math import ceil, inf

from simt.machine import Machine
from simt.machine.bundle_slots import slots_of_instances
from simt.models.refined.steps import MEMORY, OPERANDS, Step, Wait

_EPSILON = 1e-9  # error of sums of fractions of a cycle
_LEAST = 1e-6  # cycles that a warp waits at least: more than the error of a turn, so that it never waits for its own
_RANKED = ("fixed_priority", "greedy_oldest", "round_robin")  # rules that choose by the numbers of warps, not by time

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


@dataclass(slots=True)
class _Flight:
    step: Step
    retired: float
    released: float


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
    path: Path
    at: int = 0
    wait: Wait = _NOT_SELECTED
    flights: list[_Flight] = field(default_factory=list)
    is_active: bool = False  # in the active set of `two_level`


@dataclass(slots=True, eq=False)
class _Use:
    instances: list[float]  # when each is free
    busy: float
    wait: Wait


_Entry = tuple[float, float, int, _Token]  # when a token may be selected, since when it is ready, its number
_Waiting = tuple[float, int, float, float, int, _Token]  # an entry, after what the rule selects by


class Walk:
    """A core, while its warps walk. Times are in cycles. spent: the time so far."""

    def __init__(self, machine: Machine, begin: Callable[[], Started | None]) -> None:
        """Take a function that gives the next work-group, None after the last one."""
        issue, policy = machine.issue, machine.scheduler.policy
        self.spent: Spent = {}
        self._machine = machine
        self._begin = begin
        self._interval, self._schedulers = issue.interval, issue.schedulers
        self._overlaps = issue.has_scoreboard and issue.entries > 1
        self._limits = issue.entries, issue.loads or issue.entries
        self._is_ordered = machine.front_end.stages > 0
        self._policy, self._is_ranked = policy, policy in _RANKED
        self._pools: dict[tuple[int, tuple[int, ...]], list[_Waiting]] = {}  # by scheduler and by slots that fit
        self._slots = [[float(k % issue.interval)] * machine.issue_width for k in range(issue.schedulers)]
        self._turns = [float(k % issue.interval) for k in range(issue.schedulers)]  # one of each scheduler
        self._room = [machine.scheduler.active_warps if policy == "two_level" else -1] * issue.schedulers
        self._outside: list[list[_Entry]] = [[] for _ in range(issue.schedulers)]
        self._latest = [-1] * issue.schedulers  # the warp that each scheduler selected last
        self._ready: list[_Entry] = []
        self._units: dict[tuple[str, int, int], list[float]] = {}
        self._uses: dict[tuple[int, int], list[_Use]] = {}
        self._has_ports = machine.vliw.count > 1 or machine.retire.ports >= sum(machine.unit_counts.values())
        self._offers: dict[int, int] = {}  # results by cycle
        self._queues: dict[str, float] = {}  # the latest release of each
        self._group, self._after = -1.0, 0.0  # of the front end: the latest selection, and the earliest after a hold
        self._now = self._bus = self._end = 0.0
        self._selected: list[int] = []  # the addresses of the steps in the latest cycle with any

    def run(self, places: int) -> None:
        """Walk all groups, `places` at a time."""
        for place in range(places):
            self._start(place, 0.0)
        while self._ready or any(self._pools.values()):
            self._select()
        self._charge(NOWHERE, DRAIN, self._end, 1.0)

    def _start(self, place: int, now: float) -> None:
        started = self._begin()
        if started is None:
            return
        group = _Group(place, started.weight, len(started.paths))
        for k, path in enumerate(started.paths):
            number = place * len(started.paths) + k
            if path:
                token = _Token(number, number % self._schedulers, group, path)
                ready = self._in_turn(now, token.scheduler)
                heappush(self._ready, (ready, ready, number, token))
            else:
                group.left -= 1

    def _select(self) -> None:
        """Let a warp come to its scheduler, or let a scheduler select a warp, whatever is first."""
        soonest = inf
        chosen: tuple[int, tuple[int, ...]] = (0, ())
        for key, pool in self._pools.items():
            if pool:
                slots = self._slots[key[0]]
                free = slots[0] if len(slots) == 1 else min(slots[slot] for slot in key[1])
                if free < soonest:
                    soonest, chosen = free, key
        soonest = max(soonest, self._after)
        if self._ready and self._ready[0][0] <= soonest:
            entry = heappop(self._ready)
            token = entry[3]
            pool = self._pools.setdefault((token.scheduler, token.path[token.at][0].slots), [])
            insort(pool, (0 if self._is_ranked else entry[1], entry[2], *entry))
            return
        self._try(*self._chosen(self._pools[chosen], self._latest[chosen[0]]))

    def _chosen(self, pool: list[_Waiting], latest: int) -> _Entry:
        """Take the warp that the rule of a scheduler selects from a pool. latest: the warp that it selected last."""
        at = 0
        if self._policy == "round_robin":
            at = bisect(pool, (0, latest + 1)) % len(pool)
        elif self._policy == "greedy_oldest":
            at = bisect(pool, (0, latest))
            at = at if at < len(pool) and pool[at][1] == latest else 0
        return pool.pop(at)[2:]

    def _try(self, ready: float, since: float, number: int, token: _Token) -> None:
        """Let a warp take its next step, or wait for the results that the step needs."""
        scheduler = token.scheduler
        if self._room[scheduler] >= 0 and not token.is_active:
            if not self._room[scheduler]:
                self._outside[scheduler].append((ready, since, number, token))
                return
            self._room[scheduler] -= 1
            token.is_active = True
        step, weight = token.path[token.at]
        slots = self._slots[scheduler]
        slot = min(step.slots, key=slots.__getitem__) if len(slots) > 1 else 0
        turn, wait = ready, token.wait
        if slots[slot] > ready:
            turn, wait = slots[slot], _NOT_SELECTED if len(step.slots) == len(slots) else _SLOT_KIND
        if self._is_ordered and turn > self._group < self._after > turn:
            turn = self._after
        start, uses = turn, self._uses_of(step, scheduler)
        for use in uses:
            free = min(use.instances)
            if free > start:
                start, wait = free, use.wait
        if step.access is not None and self._bus - step.access.room > start:
            start, wait = self._bus - step.access.room, _BUS
        if start > turn + _LEAST and not self._is_ordered:
            self._wait(start, since, token, wait)
            return
        self._charge(step.address, wait, start, weight * token.group.weight)
        slots[slot] = self._turns[scheduler] = turn + step.turn
        if self._is_ordered:
            self._hold(turn, start)
        for use in uses:
            instances = use.instances
            first = instances.index(min(instances)) if len(instances) > 1 else 0
            instances[first] = max(instances[first], start) + use.busy
        self._take(token, step, start)

    def _wait(self, until: float, since: float, token: _Token, wait: Wait) -> None:
        """Let a warp wait for a slot or a unit, while others pass."""
        token.wait = wait
        heappush(self._ready, (self._in_turn(until, token.scheduler), since, token.number, token))

    def _hold(self, turn: float, start: float) -> None:
        """Hold the front end for an instruction that is selected in `turn` but enters its unit as if in `start`.

        A rigid front end delays all its instructions by the cycles for which it is held, and turns in these cycles are
        lost.
        """
        self._group = turn
        stages, interval = self._machine.front_end.stages, self._interval
        after = start + interval if stages >= interval else self._in_turn(start + stages, 0)
        if start > turn:
            self._after = max(self._after, after)

    def _uses_of(self, step: Step, scheduler: int) -> list[_Use]:
        key = id(step), scheduler
        if key not in self._uses:
            self._uses[key] = [
                _Use(self._unit(name, slot, scheduler), busy, Wait(_reason(name, step), name))
                for name, slot, busy in step.uses
            ]
        return self._uses[key]

    def _unit(self, name: str, slot: int, scheduler: int) -> list[float]:
        """Return when each instance of a resource is free. slot: the slot that has them alone, else -1."""
        is_private = self._machine.is_per_scheduler(name)
        key = name, slot, scheduler if is_private else 0
        if key not in self._units:
            count = self._machine.unit_counts.get(name, 1)
            if slot >= 0:
                count = slots_of_instances(self._machine, name).count(slot)
            self._units[key] = [0.0] * (count // self._schedulers if is_private else count)
        return self._units[key]

    def _take(self, token: _Token, step: Step, start: float) -> None:
        """Let a warp take a step that is selected in the cycle `start`."""
        self._latest[token.scheduler] = token.number
        released, access = start + step.latency, step.access
        if access is not None:
            served = max(self._bus, start)
            self._bus = served + access.bus
            self._end = max(self._end, served + self._machine.front_end.stages + access.done)
            if not access.is_posted:
                released += served - start
        if not self._has_ports:
            released += self._waits(int(released) - self._machine.retire.stages)
        if step.queue:
            released = max(released, self._queues.get(step.queue, 0.0) + 1)
            self._queues[step.queue] = released
        retire = self._machine.retire.stages
        token.at += 1
        token.wait = step.wait
        is_over = token.at == len(token.path)
        if self._room[token.scheduler] >= 0 and (step.leaves or is_over):
            self._leave(token, released - retire if is_over else start)
        token.flights.append(_Flight(step, released - retire, self._in_turn(released, token.scheduler)))
        group = token.group
        if is_over:
            self._finish(token)
        elif step.is_barrier:
            group.waiting.append(token)
            if len(group.waiting) == group.left:
                self._go_on(group)
        else:
            self._push(token, start + step.turn)

    def _waits(self, cycle: int) -> int:
        """Return how long a result that is offered in a cycle waits for a retire port."""
        first, offers = cycle, self._offers
        while offers.get(cycle, 0) >= self._machine.retire.ports:
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
        following, flights = token.path[token.at][0], token.flights
        for flight in flights:
            if flight.released > ready and (not self._overlaps or flight.step.delays(following)):
                ready, token.wait = flight.released, flight.step.wait
        if self._overlaps:
            entries, loads = self._limits
            among = [flight.released for flight in flights]
            if len(among) >= entries and (free := sorted(among)[-entries]) > ready:
                ready, token.wait = free, _SCOREBOARD_FULL
            if following.is_load:
                among = [flight.released for flight in flights if flight.step.is_load]
                if len(among) >= loads and (free := sorted(among)[-loads]) > ready:
                    ready, token.wait = free, _SCOREBOARD_FULL
            token.flights = [flight for flight in flights if flight.released > ready]
        else:
            flights.clear()
        heappush(self._ready, (ready, ready, token.number, token))

    def _go_on(self, group: _Group) -> None:
        """Let the warps at a barrier go on: the last one has arrived, or ended."""
        waiting, group.waiting = group.waiting, []
        released = max(token.flights[-1].released for token in waiting)
        for token in waiting:
            self._push(token, released)

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
        ended = max(flight.retired for flight in token.flights)
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
            issued = min(cycles, len(selected) / self._machine.most_issued)
            for issuer in selected:
                self._spend((issuer, ISSUED), issued / len(selected) * weight)
            if cycles - issued > _EPSILON:
                self._spend((address, wait), (cycles - issued) * weight)
            self._now, self._selected = until, []
        self._selected.append(address)

    def _spend(self, key: tuple[int, Wait], cycles: float) -> None:
        self.spent[key] = self.spent.get(key, 0.0) + cycles


def _reason(name: str, step: Step) -> str:
    """Return the ledger's reason of a warp that waits for a resource."""
    if name == OPERANDS:
        return "operand_bank"
    if name == MEMORY:
        return "uncoalesced" if step.access is not None and step.access.after_first else "memory_queue"
    return "bank_conflict" if name == "lds" and step.conflict else "unit_busy"
