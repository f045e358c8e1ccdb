"""Bursts: the times expected if all warps leave a barrier at once and each issues one instruction to one unit.

`simt calibrate` compares its readings with them. They are written from docs/processor.md, sections 3 to 6, and share no
code with the engines. They hold for every scheduler, which only decides the order of the warps: all warps are alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache


def select_offsets(
    width: int, stages: int, occupation: int, warps: int, turn: int = 1, last: int | None = None
) -> tuple[int, ...]:
    """Return when the first, second, ... of `warps` warps is selected, in cycles after the first selection.

    The entry for a warp holds if this warp is at its end and needs no unit, while the warps before it use a unit with
    one instance. width: the instructions issued per turn. stages: the stages of the front end. occupation: the cycles
    for which an instruction occupies the instance. turn: the cycles of a turn. last: with a front end, selections after
    this cycle may be left out.
    """
    if stages == 0:  # the units take what they can; a warp that needs no unit is selected in the first free slot
        if width > 1:
            return (0,) * warps
        return tuple(turn * (place if occupation <= turn else min(place, 1)) for place in range(warps))
    front = [0] * stages  # the instructions in each stage
    offsets: list[int] = []
    cycle = free = 0
    while len(offsets) < warps and (last is None or cycle <= last):
        if front[-1] and free <= cycle:
            front[-1] -= 1
            free = cycle + occupation
        if not front[-1]:
            selected = min(width, warps - len(offsets)) if cycle % turn == 0 else 0
            offsets += [cycle] * selected
            front = [selected, *front[:-1]]
        cycle += 1
    return tuple(offsets)


def shared_offsets(schedulers: int, turn: int, phase: int, occupation: int, warps: int) -> tuple[int, ...]:
    """Return the offsets of `select_offsets`, ascending, for several schedulers of one slot and no front end.

    phase: the cycle of the first selection modulo `turn`.
    """
    offsets = []
    for scheduler in range(schedulers):
        own = len(range(scheduler, warps, schedulers))
        offsets += [_selected_last(schedulers, turn, phase, occupation, warps, scheduler, rank) for rank in range(own)]
    return tuple(sorted(offset - min(offsets) for offset in offsets))


def _selected_last(
    schedulers: int, turn: int, phase: int, occupation: int, warps: int, marked: int, rank: int
) -> int:  # fmt: skip
    """Return when the warp that needs no unit is selected. marked: its scheduler. rank: its warps that go before it."""
    left = [len(range(scheduler, warps, schedulers)) for scheduler in range(schedulers)]
    left[marked] = rank
    cycle = phase
    free = cycle
    while True:
        for scheduler in range(schedulers):
            if (cycle - scheduler) % turn:
                continue
            if left[scheduler] and free <= cycle:
                left[scheduler] -= 1
                free = cycle + occupation
            elif scheduler == marked:
                return cycle
        cycle += 1


def burst_offsets(
    width: int, stages: int, count: int, ports: int, occupation: int, latency: int, warps: int
) -> tuple[int, ...]:
    """Return when the results of a burst retire, ascending, in cycles after the first.

    - width, stages, occupation: as in `select_offsets`.
    - count: the instances of the unit.
    - ports: the results that retire in a cycle.
    - latency: the unit's latency.
    - warps: the warps, which issue one instruction each.
    """
    taken = min(width, count)
    contended = min(ports, taken)
    return _burst(width, stages > 0, count, contended, occupation, latency if contended < taken else 1, warps)


@lru_cache(maxsize=1 << 16)
def _burst(
    width: int, is_rigid: bool, count: int, ports: int, occupation: int, latency: int, warps: int
) -> tuple[int, ...]:
    # An instance that stands has a clock of its own: the cycle less the cycles in which it stood.
    frozen = [0] * count  # by instance: cycles in which it stood
    free = [0] * count  # by instance: when it can take an instruction, by its clock
    inside: list[list[tuple[int, int]]] = [[] for _ in range(count)]  # by instance: (time of entry by its clock, warp)
    retired = [-1] * warps
    left = warps
    waiting = list(range(min(width, warps) if is_rigid else warps))  # before the units
    selected = len(waiting)
    arrives = cycle = 0
    while left:
        stands = set()
        taken = 0
        for i in range(count):
            if inside[i] and cycle - frozen[i] >= inside[i][0][0] + latency + occupation - 1:
                if taken < ports:
                    taken += 1
                    retired[inside[i].pop(0)[1]] = cycle
                    left -= 1
                else:
                    frozen[i] += 1
                    stands.add(i)
        if waiting and cycle >= arrives:
            stay = []
            entered = 0
            for warp in waiting:
                instance = next((i for i in range(count) if i not in stands and cycle - frozen[i] >= free[i]), None)
                if instance is None or entered == width:
                    stay.append(warp)
                    continue
                entered += 1
                free[instance] = cycle - frozen[instance] + occupation
                inside[instance].append((cycle - frozen[instance], warp))
            waiting = stay
            if not waiting and selected < warps:
                waiting = list(range(selected, min(selected + width, warps)))
                selected += len(waiting)
                arrives = cycle + 1
        cycle = _next(cycle, frozen, free, inside, latency + occupation - 1, bool(waiting), arrives)
    return tuple(sorted(time - min(retired) for time in retired))


def _next(
    cycle: int, frozen: list[int], free: list[int], inside: list[list[tuple[int, int]]], passage: int, is_waiting: bool,
    arrives: int,
) -> int:  # fmt: skip
    """Return the next cycle in which a result can retire or a waiting instruction can enter an instance."""
    times = [inside[i][0][0] + frozen[i] + passage for i in range(len(free)) if inside[i]]
    if is_waiting:
        times.append(max(arrives, min(free[i] + frozen[i] for i in range(len(free)))))
    return max(cycle + 1, min(times, default=0))


@dataclass(frozen=True, slots=True)
class Turns:
    """The selection of a machine without front end. turn: the cycles of a turn. slots: a scheduler's usable slots."""

    schedulers: int
    turn: int
    slots: int


@dataclass(frozen=True, slots=True)
class Pipelines:
    """The instances of a unit, and what an instruction takes: its occupation, and cycles from select to retire.

    - is_own: whether each instance serves one scheduler.
    - ports: results that retire in a cycle.
    - stages: the stages of retire.
    """

    count: int
    is_own: bool
    occupation: int
    passage: int
    ports: int
    stages: int


@lru_cache(maxsize=1 << 16)
def turn_offset(turns: Turns, pipelines: Pipelines, phase: int, warps: int) -> tuple[int, bool]:
    """Return when the last warp of a burst is selected again, and whether several results came back in one cycle.

    The time counts from the first selection, less the time that a warp alone takes. phase: the cycle of the first
    selection modulo a turn.
    """
    left = [list(range(scheduler, warps, turns.schedulers)) for scheduler in range(turns.schedulers)]
    free = [0] * pipelines.count  # by instance, by its own clock, which stands while the instance does
    frozen = [0] * pipelines.count
    inside: list[list[tuple[int, int]]] = [[] for _ in free]  # by instance: (end by its clock, scheduler)
    cycle, first, last, is_contended = phase, -1, 0, False
    while any(left) or any(inside):
        stands = set()
        taken = 0
        for i, entered in enumerate(inside):
            if entered and cycle - frozen[i] >= entered[0][0]:
                is_contended |= taken > 0
                if taken < pipelines.ports:
                    taken += 1
                    ready = cycle + pipelines.stages
                    last = max(last, ready + (entered.pop(0)[1] - ready) % turns.turn)
                else:
                    frozen[i] += 1
                    stands.add(i)
        for scheduler in range(turns.schedulers):
            if (cycle - scheduler) % turns.turn:
                continue
            for _ in range(turns.slots):
                instance = next(
                    (
                        i for i in range(pipelines.count)
                        if i not in stands and cycle - frozen[i] >= free[i]
                        and not (pipelines.is_own and i % turns.schedulers != scheduler)
                    ),
                    None,
                ) if left[scheduler] else None  # fmt: skip
                if instance is None:
                    break
                left[scheduler].pop(0)
                first = cycle if first < 0 else first
                free[instance] = cycle - frozen[instance] + pipelines.occupation
                inside[instance].append((cycle - frozen[instance] + pipelines.passage, scheduler))
        cycle += 1
    alone = pipelines.passage + pipelines.stages
    return last - first + -alone // turns.turn * turns.turn, is_contended
