"""Readings of global memory: a pointer chase, accesses to more and more segments, distances, streams."""

from __future__ import annotations

from bisect import bisect
from dataclasses import dataclass, field

from simt.validate.hardware import BUFFER_WORDS, Hardware
from simt.validate.microkernels import FAR_ADDRESS, ROW_ADDRESS, pair_address
from simt.validate.single import Single
from simt.validate.values import NOTHING_KNOWN, Values

TICKS = 1024  # of the data bus in a cycle
_MOST_DISTANCE = 512  # bytes
_STREAM = 4096  # transactions, enough that one tick of each adds up to whole cycles
_STREAM_CYCLES = 2_000_000  # a stream of a slow memory is shorter, and takes about this long
_STORE = "st.global [r1 + data], r1\n"
_LOAD = "ld.global r2, [r1 + data]\n"
_ROW = f"and.b32 r1, thread_id, {BUFFER_WORDS - 1}\nshl.b32 r1, r1, 2\n"  # the thread's word, within the buffer


@dataclass(slots=True)
class GlobalMemory:
    """Global memory as seen from a core; a figure that no reading shows is None. Times are in cycles.

    - chase, store, load: the time from select to ready of an access by one work-item: a load in a pointer chase, a
      posted store, and a load from the address of this store.
    - one_way: the time through the interconnect, by a launch that ends with a store.
    - entries: for accesses of 1, 2, ... transactions, the time until the last transaction enters the queue, minus the
      same time for 1 transaction.
    - returns: for loads of 1, 2, ... transactions, the time until the last result is back, minus the same time for 1
      transaction.

    - apart: the smallest distance in bytes at which the words of two lanes take two transactions.
    - one_word, row: the number of lanes that one transaction serves. `one_word`: if all lanes access the same word.
      `row`: if they access words in a row.
    - queue, way, ticks: the values that explain the readings for three parameters: the places in the queue, the latency
      of the interconnect, and the time of one lane's transaction on the bus.
    - has_turns: whether a warp can be selected only in some cycles, so that the end of a microkernel is not an exact
      time.

    - stream: the bytes per cycle that all cores together store, if lanes store words in a row.
    - coalesced: the time between the stores of two warps of a core, if lanes store words in a row.
    - scattered: the time between two transactions of a load in which each lane accesses a segment of its own.
    """

    chase: int = 0
    store: int = 0
    load: int = 0
    one_way: int | None = None
    entries: list[int] = field(default_factory=list)
    returns: list[int] = field(default_factory=list)
    apart: int | None = None
    one_word: int | None = None
    row: int | None = None
    queue: Values = NOTHING_KNOWN
    way: Values = NOTHING_KNOWN
    ticks: Values = NOTHING_KNOWN
    has_turns: bool = False
    stream: float = 0.0
    coalesced: float = 0.0
    scattered: float = 0.0


def far_profile(queue: int, way: int, ticks: int, count: int) -> tuple[list[int], list[int]]:
    """Return when each of `count` transactions of one access enters the queue, and when the bus has moved it.

    Times are in cycles after the first transaction enters, with core and memory otherwise idle (docs/processor.md,
    section 19).

    - queue: the places of the queue.
    - way: the latency of the interconnect.
    - ticks: the time of one transaction on the bus, in 1 / `TICKS` cycles.
    """
    entries: list[int] = []
    grants: list[int] = []
    moved: list[int] = []
    busy = 0
    for k in range(count):
        entry = entries[-1] + 1 if k else 0
        if k >= queue:
            entry = max(entry, grants[k - queue] + way)
        grant = max(entry + way, grants[-1] if k else 0, busy // TICKS)
        busy = max(busy, TICKS * grant) + ticks
        entries.append(entry)
        grants.append(grant)
        moved.append(-(-busy // TICKS) - 1)
    return entries, moved


def measure_global_memory(hardware: Hardware, single: Single) -> GlobalMemory:
    """Measure global memory from one core, and its bandwidth from all cores.

    single: the readings of one warp.

    With DRAM, only the queue, the interconnect and the coalescer are measured; `simt.validate.dram_memory` measures the
    memory itself.

    Raises `CalibrationError`.
    """
    width = hardware.sheet.warp_size
    is_bus = hardware.sheet.memory != "dram"
    memory = GlobalMemory()
    for lanes in range(1, width + 1):
        start = hardware.end(FAR_ADDRESS, lanes)
        memory.entries.append(hardware.end(FAR_ADDRESS + _STORE, lanes) - start)
        memory.returns.append(hardware.end(FAR_ADDRESS + _LOAD, lanes) - start)
    memory.store, memory.load = memory.entries[0], memory.returns[0]
    memory.chase = single.ready["ld.global"] if is_bus else memory.load
    memory.entries = [cycles - memory.entries[0] for cycles in memory.entries]
    memory.returns = [cycles - memory.returns[0] for cycles in memory.returns]
    memory.scattered = memory.returns[-1] / max(1, width - 1)
    memory.has_turns = single.overlaps is not False and hardware.common_turn() > 1
    if width > 1 and not memory.has_turns:
        alone = hardware.end(pair_address(4) + _STORE, 1)
        distances = range(4, _MOST_DISTANCE + 1, 4)
        memory.apart = next((d for d in distances if hardware.end(pair_address(d) + _STORE, 2) > alone), None)
        memory.one_word = _served(hardware, "and.b32 r1, r0, lane_id\n")
        memory.row = _served(hardware, ROW_ADDRESS)
    if not memory.has_turns:
        memory.one_way = _one_way(hardware, memory, single) if is_bus else None
        _explain(memory, width, is_bus=is_bus)
    _stream(hardware, memory, single, is_bus=is_bus)
    return memory


def _one_way(hardware: Hardware, memory: GlobalMemory, single: Single) -> int | None:
    """Return the latency of the interconnect; None if a launch's last warp ends after its store is done.

    A launch that ends with a store lasts until memory has the store. A load takes the way through the interconnect once
    more.
    """
    select = hardware.end(FAR_ADDRESS, 1)
    cycles = hardware.read(f"{FAR_ADDRESS}{_STORE}ret\n", 1).cycles
    if cycles <= select + memory.store + single.to_retire:
        return None
    stored = cycles - select - (memory.store - 1 - single.retire_depth)
    return memory.load - memory.store + 2 - stored


def _served(hardware: Hardware, address: str) -> int:
    """Return the largest number of lanes whose accesses are one transaction. address: assembly that sets r1."""
    alone = hardware.end(address + _STORE, 1)
    width = hardware.sheet.warp_size
    return next((n - 1 for n in range(2, width + 1) if hardware.end(address + _STORE, n) > alone), width)


def _explain(memory: GlobalMemory, count: int, *, is_bus: bool) -> None:
    """Set queue, way and ticks to the values that explain `entries` and `returns`, of up to `count` transactions.

    DRAM has no bus, and only its first transaction is sure to be granted on arrival. So only the time at which the
    place of the first transaction is free again is used for DRAM.
    """
    entries = memory.entries
    round_trip = memory.load - memory.store + 2  # 2 L + latency + whole cycles of the bus
    longest = max(1, (round_trip - 2) // 2)
    # The ways that explain a queue of this many places. A queue of `count` places never fills up, and shows none.
    ways_by_queue: dict[int, range] = {count: range(1, longest + 1)}
    for queue in range(1, count):
        if entries[queue] > queue:  # this transaction found no room, and went in when the first place was free again
            ways_by_queue[queue] = range(entries[queue] // 2, entries[queue] // 2 + 1 - entries[queue] % 2)
            del ways_by_queue[count]
            break
        ways_by_queue[queue] = range(1, queue // 2 + 1)
    ticks: set[int] = set()
    pairs: list[tuple[int, int]] = []
    for queue, candidates in ways_by_queue.items():
        span: range | None = None
        for way in candidates if memory.one_way is None else set(candidates) & {memory.one_way}:
            if is_bus and (queue < count or span is None):
                span = _ticks(memory, queue, way, count, round_trip)
            if (span or not is_bus) and way <= longest:
                pairs.append((queue, way))
                ticks.update(span if span and len(span) <= 4 * TICKS else ())
    memory.queue = Values.of({queue for queue, _ in pairs}, count)
    memory.way = Values.of({way for _, way in pairs})
    memory.ticks = Values.of(ticks)


def _ticks(memory: GlobalMemory, queue: int, way: int, count: int, round_trip: int) -> range:
    """Return the ticks per transaction that explain the readings: a range, as all times grow with the ticks."""

    def times(ticks: int) -> list[int]:
        entries, moved = far_profile(queue, way, ticks, count)
        return entries + [cycle - moved[0] for cycle in moved]

    read = memory.entries + memory.returns
    limit = TICKS * max(1, round_trip - 2 * way - 1)  # the memory's latency is at least 1
    low = bisect(range(1, limit + 1), False, key=lambda n: all(a >= b for a, b in zip(times(n), read, strict=True)))
    high = bisect(range(1, limit + 1), False, key=lambda n: any(a > b for a, b in zip(times(n), read, strict=True)))
    return range(low + 1, high + 1)


def _stream(hardware: Hardware, memory: GlobalMemory, single: Single, *, is_bus: bool) -> None:
    """Measure the rates of long sequences of stores, and set them in `memory`.

    One core's stores to segments far apart show the ticks of the bus; all cores' stores to words in a row show the
    bandwidth. Without a bus, only one core's stores to words in a row are measured. Raises `CalibrationError`.
    """
    sheet = hardware.sheet
    # If memory is so slow that one warp keeps it busy, fewer warps are enough.
    warps = max(1, min(sheet.warps, 2 * _STREAM_CYCLES // (sheet.cores * (memory.chase + memory.returns[-1]))))
    threads = sheet.warp_size * warps
    stores = min(_STREAM, _STREAM_CYCLES // memory.chase)
    turns = max(1, stores // (4 * warps * sheet.cores))
    memory.coalesced = hardware.per_turn(_ROW, _STORE, threads, 1, turns) / warps
    if not is_bus:
        return
    far = hardware.per_turn(FAR_ADDRESS, _STORE, sheet.warp_size, 1, max(1, -(-stores // sheet.warp_size)))
    memory.stream = 4 * threads * sheet.cores / hardware.per_turn(_ROW, _STORE, threads, sheet.cores, turns)
    ticks = far / sheet.warp_size * TICKS
    if stores == _STREAM and _is_fed(hardware, memory, single, ticks):
        memory.ticks = Values((round(ticks),))


def _is_fed(hardware: Hardware, memory: GlobalMemory, single: Single, ticks: float) -> bool:
    """Return whether a stream with `ticks` per transaction kept the bus busy, so that the bus alone set its rate.

    The queue must hold work for longer than the two gaps in the supply: `pause` cycles between two stores of the warp,
    and two ways of the interconnect until a free place is filled again. The warp must also issue its transactions
    faster than the bus moves them.
    """
    width = hardware.sheet.warp_size
    pause = memory.store + single.ready["add.u32"]
    if not (memory.queue.numbers and memory.way.numbers and memory.ticks.holds(round(ticks))):
        return False
    queue, way = memory.queue.numbers[0], memory.way.numbers[-1]  # the worst case of the possible values
    covered = 2 * way + 3 + (queue / width + 1) * pause
    return queue * ticks >= TICKS * covered and ticks * width > TICKS * (pause + width)
