"""Bursts: the expected times if all warps leave a barrier at once and each issues one instruction to one unit.

These are the hypotheses with which `simt calibrate` compares its readings, written from docs/processor.md, sections 3
to 6, apart from both engines. They hold whatever the scheduler: it decides who goes first, and all warps are alike.
"""

from __future__ import annotations

from functools import lru_cache


def select_offsets(width: int, stages: int, occupation: int, warps: int) -> tuple[int, ...]:
    """Return when a warp is selected by its place in the order, if the warps before it use a unit of one instance.

    width: instructions per cycle. stages: of the front end. occupation: of the instance by one instruction. Cycles
    after the first selection, for places 0 to `warps` - 1. The warp itself is only selected and found to have ended.
    """
    if stages == 0:  # the units take what they can; a warp that needs none is selected in the first slot that is left
        later = 0 if width > 1 else 1
        if width == 1 and occupation == 1:
            return tuple(range(warps))
        return (0,) + (later,) * (warps - 1)
    cycles = list(range(stages))  # the cycles in which a group is selected: before any is at the units, then as
    arrives, free, first = stages, 0, 0  # each leaves the front end as a whole
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
    """Return when results of one burst retire, in cycles after the first, by order of issue.

    count: instances of the unit. ports: results per cycle. latency: of the unit. `warps` instructions, one per warp.
    """
    taken = min(width, count)
    contended = min(ports, taken)
    return _burst(width, stages > 0, count, contended, occupation, latency if contended < taken else 1, warps)


@lru_cache(maxsize=1 << 16)
def _burst(
    width: int, is_rigid: bool, count: int, ports: int, occupation: int, latency: int, warps: int
) -> tuple[int, ...]:
    frozen = [0] * count  # cycles in which the instance stood
    free = [0] * count  # by its clock, which is the cycle less `frozen`
    inside: list[list[tuple[int, int]]] = [[] for _ in range(count)]  # (clock of entry, warp)
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
    """Return the next cycle in which something can happen."""
    times = [inside[i][0][0] + frozen[i] + passage for i in range(len(free)) if inside[i]]
    if is_waiting:
        times.append(max(arrives, min(free[i] + frozen[i] for i in range(len(free)))))
    return max(cycle + 1, min(times, default=0))
