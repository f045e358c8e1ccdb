"""Bursts: the times expected if all warps leave a barrier at once and each issues one instruction to one unit.

`simt calibrate` compares its readings with these times. The functions here are written from docs/processor.md, sections
3 to 6, and share no code with the engines. The times hold for every scheduler: a scheduler only decides the order of
the warps, and all warps are alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

COLLECTED = 2  # cycles from select to a unit with operand collectors, if nothing is in the way


def select_offsets(
    width: int, stages: int, occupation: int, warps: int, turn: int = 1, last: int | None = None
) -> tuple[int, ...]:
    """Return when the first, second, ... of `warps` warps is selected, in cycles after the first selection.

    The entry for a warp is its time if this warp is at its end and needs no unit, while the warps before it use a unit
    with one instance. width: the instructions issued per turn. stages: the stages of the front end. occupation: the
    cycles for which an instruction occupies the instance. turn: the cycles of a turn. last: with a front end,
    selections after this cycle may be left out.
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


@lru_cache(maxsize=1 << 12)
def shared_offsets(
    schedulers: int, turn: int, phase: int, occupation: int, warps: int, width: int = 1, collectors: int = 0
) -> tuple[int, ...]:
    """Return the offsets of `select_offsets`, ascending, for several schedulers and no front end.

    phase: the cycle of the first selection modulo `turn`. collectors: the operand collectors of each scheduler; 0 if
    instructions enter their unit as they are selected.

    A scheduler first selects warps that use the unit, as long as it can. The warp that needs no unit is selected in
    place of the next of these warps, or earlier, as soon as none of them can be selected.
    """
    own = [len(range(scheduler, warps, schedulers)) for scheduler in range(schedulers)]
    selected: list[list[int]] = [[] for _ in own]
    refused: dict[int, int] = {}  # by scheduler: the first cycle in which a warp that uses the unit cannot be selected
    waiting: list[tuple[int, int]] = []  # in collectors: (first cycle in which it can enter the unit, scheduler)
    cycle = free = phase
    while any(
        scheduler not in refused and len(selected[scheduler]) < own[scheduler] for scheduler in range(schedulers)
    ):
        if waiting and waiting[0][0] <= cycle and free <= cycle:
            waiting.pop(0)
            free = cycle + occupation
        for scheduler in range(schedulers):
            for _ in range(width if (cycle - scheduler) % turn == 0 else 0):
                has_place = sum(other == scheduler for _, other in waiting) < collectors
                if not (has_place if collectors else free <= cycle):
                    refused.setdefault(scheduler, cycle)
                elif len(selected[scheduler]) < own[scheduler]:
                    selected[scheduler].append(cycle)
                    if collectors:
                        waiting.append((cycle + COLLECTED, scheduler))
                    else:
                        free = cycle + occupation
        cycle += 1
    offsets = [min(each, refused.get(s, each)) for s, cycles in enumerate(selected) for each in cycles]
    offsets += [refused[s] for s, cycles in enumerate(selected) for _ in range(own[s] - len(cycles))]
    return tuple(sorted(offset - min(offsets) for offset in offsets))


def burst_offsets(
    width: int, stages: int, count: int, ports: int, occupation: int, latency: int, warps: int
) -> tuple[int, ...]:
    """Return when the results of a burst retire, ascending, in cycles after the first.

    - width, stages, occupation: as in `select_offsets`.
    - count: the instances of the unit.
    - ports: the number of results that can retire in a cycle.
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
    """The selection of a machine without front end.

    - turn: the cycles of a turn.
    - slots: the usable slots of a scheduler.
    - collectors: the operand collectors of a scheduler; 0 if instructions enter their unit as they are selected.
    """

    schedulers: int
    turn: int
    slots: int
    collectors: int = 0


@dataclass(frozen=True, slots=True)
class Pipelines:
    """The instances of a unit, the occupation of an instruction, and its cycles from select to retire.

    - is_own: whether each instance serves one scheduler.
    - ports: the number of results that can retire in a cycle.
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

    The time is counted from the first selection, and the time that a lone warp takes is subtracted. phase: the cycle of
    the first selection modulo a turn.
    """
    left = [len(range(scheduler, warps, turns.schedulers)) for scheduler in range(turns.schedulers)]
    waiting: list[tuple[int, int]] = []  # in collectors: (first cycle in which it can enter a unit, scheduler)
    free = [0] * pipelines.count  # by instance, by its own clock, which stands while the instance does
    frozen = [0] * pipelines.count
    inside: list[list[tuple[int, int]]] = [[] for _ in free]  # by instance: (end by its clock, scheduler)
    cycle, first, last, is_contended = phase, -1, 0, False

    def enter(scheduler: int, way: int) -> bool:
        """Let an instruction enter an instance, if one can accept it. way: the cycles from its select to the units."""
        for i in range(pipelines.count):
            if i in stands or cycle - frozen[i] < free[i] or (pipelines.is_own and i % turns.schedulers != scheduler):
                continue
            free[i] = cycle - frozen[i] + pipelines.occupation
            inside[i].append((cycle - frozen[i] + pipelines.passage - way, scheduler))
            return True
        return False

    def select(scheduler: int) -> bool:
        """Select a warp of a scheduler, if its instruction has a place; return whether it has."""
        if not turns.collectors:
            return enter(scheduler, 0)
        has_place = sum(other == scheduler for _, other in waiting) < turns.collectors
        if has_place:
            waiting.append((cycle + COLLECTED, scheduler))
        return has_place

    while any(left) or any(inside) or waiting:
        stands = set[int]()
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
        waiting = [each for each in waiting if each[0] > cycle or not enter(each[1], COLLECTED)]
        for scheduler in range(turns.schedulers):
            for _ in range(turns.slots if (cycle - scheduler) % turns.turn == 0 else 0):
                if not left[scheduler] or not select(scheduler):
                    break
                left[scheduler] -= 1
                first = cycle if first < 0 else first
        cycle += 1
    alone = pipelines.passage + pipelines.stages
    return last - first + -alone // turns.turn * turns.turn, is_contended
