"""Software pipelining of counted loops of one block.

The method is modulo scheduling (B. R. Rau, "Iterative modulo scheduling", MICRO-27, 1994): an iteration begins every
`interval` bundles, while earlier iterations are still running. The jump is in the first stage, so it decides as in the
scalar loop. The loop must make at least one turn per stage; the number of turns need not be known. A value stays in one
register, and so lives for at most one interval. No operation is executed speculatively.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from isa.packing.bounds import Bounds
from isa.packing.loop_graph import LoopGraph
from isa.packing.operations import CARRY, Operation, operation, renamed, tied_registers
from isa.packing.placement import gathered, placed, sunk
from isa.packing.room import Room, long_bundles
from isa.program.encoding import Instruction
from isa.table.table import FIRST_SPECIAL, INSTRUCTIONS

_MOST_STAGES = 8
_MOST_OPERATIONS = 150


@dataclass(frozen=True, slots=True)
class Pipelined:
    """A pipelined loop: straight code before (prologue) and after (epilogue) the bundles of the loop (kernel).

    stages: the number of iterations that overlap. bounds: lower bounds on the bundles of the kernel.
    """

    prologue: tuple[Operation, ...]
    kernel: tuple[tuple[Operation, ...], ...]
    epilogue: tuple[Operation, ...]
    stages: int
    bounds: Bounds


def pipelined(
    operations: Sequence[Operation], live_out: set[int], room: Room, registers: int, longest: int, trips: int
) -> Pipelined | None:
    """Return a pipeline of a loop with fewer than `longest` bundles for a turn; None if none is found.

    - operations: the body, which ends with the jump back.
    - live_out: the registers that are live at the end of the body.
    - room, registers: the machine's room in bundles, and its number of registers.
    - trips: the least number of turns.
    """
    if len(operations) > _MOST_OPERATIONS or trips < 2:
        return None
    first_carry = next((entry for entry in operations if entry.reads_carry or entry.writes_carry), None)
    if CARRY in live_out or (first_carry is not None and first_carry.reads_carry):
        return None
    loop = LoopGraph(operations, live_out)
    intervals = range(1, longest)
    chain = 1 + bisect_left(intervals, True, key=lambda number: loop.heights(loop.true_edges, number) is not None)
    bounds = Bounds(room.needed(operations), chain, 0, room.groups)
    best: Pipelined | None = None
    for body in (operations, _with_copies(operations, live_out)):
        if body is None:
            continue
        pipeline = _shortest(LoopGraph(body, live_out), live_out, room, registers, longest, trips, bounds)
        if pipeline is not None:
            best, longest = pipeline, len(pipeline.kernel)
    return best


def _with_copies(operations: Sequence[Operation], live_out: set[int]) -> list[Operation] | None:
    """Return the body with early copies of the registers that hold addresses of stores; None if no copy is needed.

    Without a copy, a late store keeps the next iteration from changing its address register.
    """
    written = {entry.destination for entry in operations} - tied_registers(operations)
    used = live_out | {number for entry in operations for number in (*entry.reads, *entry.writes)}
    free = [number for number in range(FIRST_SPECIAL) if number not in used]
    copies: dict[int, tuple[int, int]] = {}  # address register -> its copy, the address of its first write
    changed = list(operations)
    overwritten: set[int] = set()
    for place, entry in enumerate(operations):
        if entry.access is not None and entry.instruction.spec.is_store and entry.instruction.csel != "a":
            base = entry.instruction.ra
            if base in written and base not in overwritten and (base in copies or free):
                if base not in copies:
                    writer = next(other.origin for other in operations if other.destination == base)
                    copies[base] = free.pop(), writer
                instruction = replace(entry.instruction, ra=copies[base][0])
                changed[place] = operation(instruction, entry.origin, entry.access)
        if entry.destination >= 0:
            overwritten.add(entry.destination)
    if not copies:
        return None
    move = INSTRUCTIONS["mov.b32"]
    copied = [operation(Instruction(move, rd=copy, ra=base), origin) for base, (copy, origin) in copies.items()]
    return [*copied, *changed]


def _shortest(
    loop: LoopGraph, live_out: set[int], room: Room, registers: int, longest: int, trips: int, bounds: Bounds
) -> Pipelined | None:
    """Return the pipeline with the shortest interval below `longest` that is found, or None.

    bounds: the bounds of the result.

    The other arguments are the ones of `pipelined`, except that `loop` stands for its operations.
    """
    operations = loop.operations
    used = {number for entry in operations for number in entry.reads} - set(loop.last_write)
    taken = used | live_out | set(loop.pinned.values()) | loop.tied
    pool = [number for number in range(registers) if number not in taken]
    for interval in range(max(*room.needed(operations), sum(entry.steers for entry in operations)), longest):
        if loop.heights(loop.true_edges, interval) is None:
            continue
        best: Pipelined | None = None
        for stride, in_order in product((2, 1) if room.shares_units else (1,), (False, True)):
            times = placed(loop, room, interval, stride, in_order=in_order)
            if times is None:
                continue
            times = sunk(loop, room, interval, times)
            for tried in (gathered(loop, room, interval, times), times) if room.shares_units else (times,):
                pipeline = _of_times(loop, tried, interval, pool, room, bounds, (longest, trips))
                if pipeline is not None and (best is None or _rank(pipeline) < _rank(best)):
                    best = pipeline
        if best is not None:
            return best
    return None


def _rank(pipeline: Pipelined) -> tuple[int, int]:
    """Return the rank of a pipeline among the ones with its interval, the best first.

    With few iterations that overlap, filling and emptying are short; with few long bundles, units are busy for less.
    """
    return pipeline.stages, long_bundles(pipeline.kernel)


def _of_times(
    loop: LoopGraph,
    times: Sequence[int],
    interval: int,
    pool: Sequence[int],
    room: Room,
    bounds: Bounds,
    plain: tuple[int, int],
) -> Pipelined | None:
    """Return the pipeline with operations at some times; None if it gains nothing, or if registers are too few.

    pool: the registers for values. plain: the bundles of a turn without a pipeline, and the least number of turns.
    """
    longest, trips = plain
    stages = max(times) // interval + 1
    if stages < 2 or stages > min(_MOST_STAGES, trips):
        return None
    # The shorter turns must gain more than filling and emptying the pipeline costs.
    filling = {(stage, time % interval) for time in times for stage in range(time // interval, stages - 1)}
    emptying = {(stage, time % interval) for time in times for stage in range(1, time // interval + 1)}
    total = (trips - stages + 1) * interval + len(filling) + len(emptying)
    if total >= trips * longest:
        return None
    homes = _homes(loop, times, interval, pool)
    return None if homes is None else _parts(loop, times, interval, stages, homes, room, bounds)


def _homes(loop: LoopGraph, times: Sequence[int], interval: int, pool: Sequence[int]) -> dict[int, int] | None:
    """Return the register for the result of each operation, None if there are too few registers.

    Results that live in different bundles may share a register.
    """
    homes = dict(loop.pinned)
    taken: dict[int, set[int]] = {number: set() for number in pool}
    last_read: dict[int, int] = {}
    for place, origins in enumerate(loop.sources):
        for writer, turns in origins.values():
            last_read[writer] = max(last_read.get(writer, 0), times[place] + interval * turns)
    for place, entry in enumerate(loop.operations):
        if entry.destination < 0 or place in homes:
            continue
        first = times[place] + 1
        rows = {time % interval for time in range(first, max(last_read.get(place, 0), first) + 1)}
        home = next((number for number in pool if not taken[number] & rows), None)
        if home is None:
            return None
        homes[place] = home
        taken[home] |= rows
    return homes


def _parts(
    loop: LoopGraph, times: Sequence[int], interval: int, stages: int, homes: dict[int, int], room: Room, bounds: Bounds
) -> Pipelined | None:
    body: list[Operation] = []
    for place, entry in enumerate(loop.operations):
        sources = {number: homes[writer] for number, (writer, _) in loop.sources[place].items() if number != CARRY}
        body.append(renamed(entry, sources, homes.get(place, -1)))
    rows: list[list[int]] = [[] for _ in range(interval)]
    for place, time in enumerate(times):
        rows[time % interval].append(place)
    ordered = [order for row in rows if (order := _one_after_the_other(body, row)) is not None]
    if len(ordered) < len(rows):
        return None
    straight = list(body)
    jump = body[-1]
    straight[-1] = operation(replace(jump.instruction, cond="always", target=0), jump.origin, jump.access)
    in_order = [(straight[place], times[place] // interval) for row in ordered for place in row]
    prologue = [entry for stage in range(stages - 1) for entry, own in in_order if own <= stage]
    epilogue = [entry for stage in range(1, stages) for entry, own in in_order if own >= stage]
    kernel = [room.in_order([body[place] for place in row]) for row in rows]
    return Pipelined(tuple(prologue), tuple(row for row in kernel if row), tuple(epilogue), stages, bounds)


def _one_after_the_other(body: Sequence[Operation], row: Sequence[int]) -> list[int] | None:
    """Return the operations of a bundle in an order that has their effect, or None if there is none.

    No operation overwrites what a later one reads, and no access to memory follows a barrier.
    """
    left = list(row)
    ordered: list[int] = []
    while left:
        for place in left:
            writes = set(body[place].writes)
            others = [other for other in left if other != place]
            is_access = body[place].is_barrier and any(body[other].access is not None for other in others)
            if not is_access and not any(writes & set(body[other].reads) for other in others):
                ordered.append(place)
                left.remove(place)
                break
        else:
            return None
    return ordered
