"""Bursts: the times expected if all warps leave a barrier at once and each issues one instruction to one unit.

`simt calibrate` compares its readings with them. They are written from docs/processor.md, sections 3 to 6, and share no
code with the engines. They hold for every scheduler, which only decides the order of the warps: all warps are alike.
"""

from __future__ import annotations

from functools import lru_cache


def select_offsets(width: int, stages: int, occupation: int, warps: int) -> tuple[int, ...]:
    """Return when the first, second, ... of `warps` warps is selected, in cycles after the first selection.

    The entry for a warp holds if this warp is at its end and needs no unit, while the warps before it use a unit with
    one instance.

    - width: the instructions issued per cycle.
    - stages: the stages of the front end.
    - occupation: the cycles for which an instruction occupies the instance.
    """
    if stages == 0:  # the units take what they can; a warp that needs no unit is selected in the first free slot
        later = 0 if width > 1 else 1
        if width == 1 and occupation == 1:
            return tuple(range(warps))
        return (0,) + (later,) * (warps - 1)
    cycles = list(range(stages))  # in which groups of `width` warps are selected: first to fill the front end,
    arrives, free, first = stages, 0, 0  # then one group as another leaves the front end as a whole
    while len(cycles) * width < warps:
        for _ in range(min(width, warps - first)):
            entered = max(arrives, free)
            free = entered + occupation
        first += width
        cycles.append(entered)
        arrives = entered + 1
    return tuple(cycles[place // width] for place in range(warps))


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
