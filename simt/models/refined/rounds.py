"""Rounds of warps through the steps of a program: two times per step, and the causes of delay.

All warps run the same code, and every fair scheduling rule keeps them within about one instruction of each other. A
step is therefore described by two cycles: the selects of the *first* and of the *last* warp for the step. Both follow
from the previous step by maxima and sums (a linear system in the max-plus algebra):

- the first warp is selected when the results that it needs are back (`flights.py`), the units that it needs have served
  the warps of the previous step (`uses`), and, if the front end keeps the order, all warps of the previous step are
  selected;
- the last warp is selected when the results that it needs are back, all warps have passed the resource with the largest
  gap (`spread`), and every resource has done the work that has reached it since all were idle (`work`).

Warps may be far apart if loads of global memory return one by one. Then the first warp waits only for the warps that
arrived before it (`_caught_up`). Units work at the same time for warps at different instructions, so the total work of
each unit is the limit.

With a scoreboard and no front end, warps that wait for a busy unit keep nobody from another unit or slot: each of them
can take the first warp's next instruction when it has served the warps that wait for itself.

After a barrier both warps start when the last one arrives. If a core has several work-groups, the first warp starts
when the last warp of its own group has arrived.

An access to global memory passes two queues, one after the other: the coalescer, which is a unit like the others, and
the bus that all cores share (`memory.py`). Accesses that wait for the bus delay selects only if the core's request
queue is full. A load returns after the bus has served all loads before it (`late`). With one instruction in flight
these are the ones of the steps before; with several, warps that are early overtake others (`queued.py`).

A block is computed for three visits, and every further visit takes as long as the third, whatever the trip count.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from simt.machine import Machine
from simt.models.refined.flights import Flight, Scoreboard
from simt.models.refined.queued import Queued, turn_of
from simt.models.refined.steps import ISSUE, MEMORY, OPERANDS, RETIRE, SLOT, Step, Stretch
from simt.models.refined.turns import issue_rate

Charges = dict[str, float]  # cycles by reason of the issue ledger

_MIN = -math.inf
_BUS = "bus"  # among the times at which units are free: the bus, on the clock of warps selected for an access


@dataclass(frozen=True)
class Rounds:
    """The progress of the warps. Times are in cycles.

    - first, last: when the first and the last warp are selected for the latest step.
    - flights: the steps that one of the two has in flight, the latest one last; empty at the start.
    - queues: the latest step of each `Step.queue`.
    - free: for each unit, the issue port and the sets of slots, when it can take the first warp's next instruction.
    - work: for each of these, the earliest time at which it has done all work since all were idle.
    - landed: when the last transaction is done.
    - charges: the parts of `last` by reason.
    - queue: the latest accesses for which the order of the bus matters, with several instructions in flight.
    """

    first: float = 0.0
    last: float = 0.0
    flights: tuple[Flight, ...] = ()
    queues: dict[str, Flight] = field(default_factory=dict)
    landed: float = 0.0
    free: dict[str, float] = field(default_factory=dict)
    work: dict[str, float] = field(default_factory=dict)
    charges: Charges = field(default_factory=dict)
    queue: tuple[Queued, ...] = ()

    @property
    def rest(self) -> float:
        """The time from the last warp's select until all its steps in flight are released; at least one is."""
        others = ((flight.last - self.last) + flight.step.latency + flight.late[1] for flight in self.flights)
        return max(self.flights[-1].step.latency, *others)

    def further(self, before: Rounds, after: Rounds, times: float) -> Rounds:
        """Return this state advanced by `times` times the cycles and charges from `before` to `after`."""
        cycles = times * (after.last - before.last)
        charges = {name: times * value for name, value in _sum(after.charges, before.charges, -1.0).items()}
        return replace(
            self,
            first=self.first + cycles,
            last=self.last + cycles,
            flights=tuple(flight.later(cycles) for flight in self.flights),
            queues={name: flight.later(cycles) for name, flight in self.queues.items()},
            landed=self.landed + cycles,
            free={name: time + cycles for name, time in self.free.items()},
            work={name: time + cycles for name, time in self.work.items()},
            charges=_sum(self.charges, charges),
            queue=tuple(queued.later(cycles) for queued in self.queue),
        )


def _sum(first: Charges, second: Charges, factor: float = 1.0) -> Charges:
    return {name: first.get(name, 0.0) + factor * second.get(name, 0.0) for name in first | second}


@dataclass(frozen=True, slots=True)
class Flow:
    """The flow of instructions through a core.

    - warps: the warps that the core holds at a time.
    - width: the most instructions that issue per cycle.
    - is_ordered: whether the front end keeps the order of selection, so that an instruction whose unit is busy delays
      all later ones (docs/processor.md, section 4); if slots have kinds, only the ones of the same slots.
    - stages: the stages of the front end.
    - group: the warps of a work-group.
    - goes_round: whether the scheduler serves the warps in turn; they then stay at the same step, and a busy unit
      delays all of them.
    - scoreboard: what bounds the issue of a warp.
    - lets_pass: whether warps that wait for a unit let others pass at the other resources.
    - overlaps: whether a warp may have several instructions in flight.
    - prefers: whether the scheduler prefers certain warps, however long others have been ready.
    """

    warps: float
    width: float
    is_ordered: bool
    stages: int
    group: int
    goes_round: bool
    scoreboard: Scoreboard
    lets_pass: bool
    overlaps: bool
    prefers: bool

    def part(self, warps: float) -> float:
        """Return the position of the `warps`-th warp between the first warp (0) and the last one (1)."""
        return 1.0 if self.warps <= warps else (warps - 1) / (self.warps - 1)

    def advance(self, now: Rounds, step: Step) -> Rounds:
        """Take all warps through the next step."""
        access, others = step.access, self.warps - 1
        part = self.part(self.group)
        came, back, own, reason = self._returns(now, step, part)
        first = max(own, *(now.free.get(unit, _MIN) for unit, _ in step.uses), _MIN)
        if access is not None:
            asked = first if self.prefers else came, first
            served = turn_of(now.queue, asked) if self.overlaps else max(first, now.free.get(_BUS, _MIN))
            first = max(first, served - access.room)
        queue = first + step.spread  # the last one's turn, if all are there
        if access is not None:
            queue = max(queue, served + others * access.bus - access.room)
        shares = {ISSUE: step.gap if self.goes_round else 1 / self.width, **dict(step.uses)}
        known = now.work if first < now.last else {}  # else all were idle
        work = {name: max(known.get(name, first), first) + self.warps * share for name, share in shares.items()}
        last = max(queue, back, *(work[name] - share for name, share in shares.items()))
        free, late, landed, accesses = dict(now.free), (0.0, 0.0), now.landed, now.queue
        if access is not None:
            total = max(known.get(_BUS, first), first) + self.warps * access.bus
            end = max(served + others * access.bus, last, total - access.bus)  # the bus turns to the last one
            gone = self._caught_up(first, last, served, access.bus)
            free[_BUS] = served + (gone + 1) * access.bus
            work[_BUS] = served + self.warps * access.bus if gone == others else total
            if self.overlaps:
                work[_BUS] = max(total, served + self.warps * access.bus)
                ends = last if self.prefers else back, last
                waiting = (queued for queued in now.queue if queued.before(asked) < queued.warps)
                accesses = (*waiting, Queued(asked, ends, served, access.bus, self.warps))
            late = (0.0, 0.0) if access.is_posted else (served - first, end - last)
            landed = end + self.stages + access.done
        flight, queues = Flight(step, first, last, late), now.queues
        if step.queue:
            flight = flight.after(queues.get(step.queue))
            queues = queues | {step.queue: flight}
        if last > queue and now.flights:
            queue = first + self._caught_up(came, back, first, step.gap) * step.gap
        if queue >= first + others * step.gap:  # all are side by side again
            work |= {name: first + self.warps * share for name, share in shares.items()}
        free[ISSUE] = queue + step.hold if self.is_ordered else first + 1 / self.width
        for unit, cycles in step.uses:
            free[unit] = queue + cycles
            if self.lets_pass:
                free[unit] = first + (self._caught_up(came, back, first, cycles) + 1) * cycles
        charges = dict(now.charges)
        self._charge(charges, step, reason, last - now.last, first - own)
        flights = (*self.scoreboard.left(now.flights, step, first, last, part), flight)
        return Rounds(first, last, flights, queues, landed, free, known | work, charges, accesses)

    def _returns(self, now: Rounds, step: Step, part: float) -> tuple[float, float, float, str]:
        """Return when the results for the first and the last warp are back, when the first may be selected, and why.

        The reason is the one of the last warp's wait.
        """
        if not now.flights:
            return 0.0, 0.0, 0.0, "not_selected"
        back = self.scoreboard.returns(now.flights, step, part)
        return back.first, back.last, back.first if back.is_barrier else max(back.first, now.free[ISSUE]), back.reason

    def _caught_up(self, came: float, back: float, first: float, gap: float) -> float:
        """Return the number of warps, not counting the first, that pass until no warp waits; at most all of them.

        The warps arrive from cycle `came` to cycle `back`. They pass from cycle `first` on, one every `gap` cycles.
        """
        others = self.warps - 1
        if others <= 0:
            return 0.0
        spacing = (back - came) / others
        return min(others, (first - came) / (spacing - gap)) if spacing > gap else others

    def _charge(self, charges: Charges, step: Step, reason: str, cycles: float, waited: float) -> None:
        """Charge the cycles of a step: to issue, then to the tightest resource, then to the wait for a result."""
        left = cycles

        def take(name: str, limit: float) -> None:
            nonlocal left
            part = max(0.0, min(left, limit))
            if part:
                charges[name] = charges.get(name, 0.0) + part
                left -= part

        take("issued", self.warps / self.width)
        take("bank_conflict", self.warps * step.conflict)
        busy = {RETIRE: "retire_port", OPERANDS: "operand_bank", SLOT: "slot_kind"}.get(step.resource, "unit_busy")
        if step.access is not None:
            uncoalesced = step.access.after_first
            take("uncoalesced", self.warps * uncoalesced)
            take("memory_queue", self.warps * (max(step.gap, step.access.bus) - uncoalesced - 1 / self.width))
        take(busy, self.warps * (step.gap - step.conflict - 1 / self.width))
        take("unit_busy", waited)
        take(reason, math.inf)


def flow_of(machine: Machine, warps: int, group: int) -> Flow:
    """Return the flow of `warps` warps of a core, in work-groups of `group` warps."""
    stages, issue = machine.front_end.stages, machine.issue
    return Flow(
        warps=warps,
        width=issue_rate(machine, warps),
        is_ordered=stages > 0 and not issue.has_kinds,
        stages=stages,
        group=group,
        goes_round=stages > 0 and machine.scheduler.policy in ("paper", "round_robin"),
        scoreboard=Scoreboard(issue.entries, issue.loads or issue.entries, issue.interval),
        lets_pass=stages == 0 and issue.overlaps,
        overlaps=issue.has_scoreboard and issue.entries > 1,
        prefers=machine.scheduler.policy in ("fixed_priority", "greedy_oldest"),
    )


def through_blocks(blocks: Sequence[Stretch], flow: Flow, now: Rounds | None = None) -> Rounds:
    """Take the warps of each block through it, as often as they visit it. There is at least one block."""
    now = now or Rounds()
    for block in blocks:
        flow = replace(flow, warps=block.warps)
        once = through(block.steps, flow, now)
        if block.visits == 1:
            now = once
            continue
        twice = through(block.steps, flow, once)
        thrice = through(block.steps, flow, twice)
        if block.visits > 1 or not now.flights:
            now = once.further(twice, thrice, max(block.visits - 1, 0.0))
        else:  # not all warps visit this block
            now = now.further(twice, thrice, block.visits)
    return now


def through(steps: Sequence[Step], flow: Flow, now: Rounds) -> Rounds:
    """Take all warps through some steps, once."""
    for step in steps:
        now = flow.advance(now, step)
    return now


def with_active_set(blocks: Sequence[Stretch], flow: Flow, members: int) -> list[Stretch]:
    """Return the blocks under the scheduling rule `two_level`, whose active set has `members` warps.

    A warp keeps its place in the set while it waits for ALU or FPU, and leaves the set when it is selected for an
    access or a barrier. The warp that has been ready for the longest takes the place. So the set acts like a unit, and
    the steps between two accesses or barriers like one long instruction: it serves the warps in ceil(warps / members)
    batches.
    """
    stretches = []
    for block in blocks:
        steps = block.steps
        if block.warps > members:
            inner = replace(flow, warps=members, group=members)
            steps = tuple(_stretches(steps, replace(flow, warps=block.warps), inner))
        stretches.append(replace(block, steps=steps))
    return stretches


def _stretches(steps: Sequence[Step], flow: Flow, inner: Flow) -> list[Step]:
    stretch: list[Step] = []
    part: list[Step] = []
    for k, step in enumerate(steps):
        part.append(step)
        if step.leaves or k + 1 == len(steps):
            stretch.append(_stretch(part, flow, inner))
            part = []
    return stretch


def _stretch(steps: Sequence[Step], flow: Flow, inner: Flow) -> Step:
    """Join steps into one: its latency is a warp's time through all of them, its gap follows from the batches."""
    narrow = [replace(step, spread=(inner.warps - 1) * step.gap) for step in steps]
    last = narrow[-1]
    end = through(narrow, inner, Rounds())
    # Until the places of a batch are free again: selecting a local access or a barrier frees them at once.
    place = end.first + (1 / flow.width if last.leaves else last.latency)
    batches = math.ceil(flow.warps / inner.warps)
    tightest = max(steps, key=lambda step: step.gap)
    spread = max((batches - 1) * place, (flow.warps - 1) * tightest.gap)
    return Step(
        latency=end.first + last.latency,
        gap=place / inner.warps,
        uses=tuple(use for use in last.uses if use[0] == MEMORY),
        spread=spread,
        hold=max(batches * place, (flow.warps - 1) * tightest.gap + 1 / flow.width) - spread,
        is_barrier=last.is_barrier,
        turn=end.first + last.turn,
        steers=last.steers,
        needed=frozenset().union(*(step.needed for step in steps)),
        pending=last.pending,
        is_load=last.is_load,
        leaves=False,
        resource=tightest.resource,
        reason=last.reason,
        conflict=sum(step.conflict for step in steps),
        access=last.access,
    )
