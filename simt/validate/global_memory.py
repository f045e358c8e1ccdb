"""Readings of global memory: a pointer chase, stores that reach more and more segments, distances, streams."""

from __future__ import annotations

from bisect import bisect
from dataclasses import dataclass, field

from simt.validate.hardware import BUFFER_WORDS, Hardware
from simt.validate.microkernels import far_address, pair_address, row_address
from simt.validate.single import Single
from simt.validate.values import NOTHING_KNOWN, Values

TICKS = 1024  # of the data bus in a cycle
_MOST_DISTANCE = 512  # bytes
_STREAM = 4096  # transactions, so that a tick of each shows
_STREAM_CYCLES = 2_000_000  # but not longer than that
_STORE = "st.global [r1 + data], r0\n"
_LOAD = "ld.global r2, [r1 + data]\n"
_ROW = f"and.b32 r1, thread_id, {BUFFER_WORDS - 1}\nshl.b32 r1, r1, 2\n"  # the thread's word, within the buffer


@dataclass(slots=True)
class GlobalMemory:
    """Global memory as seen from a core; None if nothing shows it."""

    chase: int = 0  # cycles from select to ready of one work-item's load
    store: int = 0  # of one work-item's store, which is posted
    load: int = 0  # of its load from the same address
    one_way: int | None = None  # cycles through the interconnect, from a launch that ends with a store
    entries: list[int] = field(default_factory=list)  # cycles of the last of 1, 2, ... transactions after the first
    returns: list[int] = field(default_factory=list)  # the same of loads: when the last one is back
    apart: int | None = None  # bytes from which on two lanes' words are two transactions
    one_word: int | None = None  # lanes that one transaction serves if all ask for one word
    row: int | None = None  # and if each asks for the next word
    queue: Values = NOTHING_KNOWN
    way: Values = NOTHING_KNOWN  # cycles through the interconnect
    ticks: Values = NOTHING_KNOWN  # of the bus, for a transaction of one lane
    stream: float = 0.0  # bytes per cycle that all cores together store, words in a row
    coalesced: float = 0.0  # cycles between two warps' bus-bound stores on one core
    scattered: float = 0.0  # cycles between two of the loads of one access, each of another segment


def far_profile(queue: int, way: int, ticks: int, count: int) -> tuple[list[int], list[int]]:
    """Return when `count` transactions of one access go into the queue, and when the bus has moved each.

    In cycles after the first went in (docs/processor.md, section 19), of an otherwise idle core and memory. queue:
    places. way: cycles of the interconnect. ticks: of the bus for one.
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
    """Measure everything that one core shows of global memory; the streams use all.

    Of DRAM memory, only the way there; the memory itself is in `dram_memory.py`.
    """
    width = hardware.sheet.warp_size
    is_bus = hardware.sheet.memory != "dram"
    memory = GlobalMemory()
    address = far_address()
    for lanes in range(1, width + 1):
        start = hardware.end(address, lanes)
        memory.entries.append(hardware.end(address + _STORE, lanes) - start)
        memory.returns.append(hardware.end(address + _LOAD, lanes) - start)
    memory.store, memory.load = memory.entries[0], memory.returns[0]
    memory.chase = single.ready["ld.global"] if is_bus else memory.load
    memory.entries = [cycles - memory.entries[0] for cycles in memory.entries]
    memory.returns = [cycles - memory.returns[0] for cycles in memory.returns]
    memory.one_way = _one_way(hardware, memory, single) if is_bus else None
    memory.scattered = memory.returns[-1] / max(1, width - 1)
    if width > 1:
        one = hardware.end(pair_address(4) + _STORE, 1)
        distances = range(4, _MOST_DISTANCE + 1, 4)
        memory.apart = next((d for d in distances if hardware.end(pair_address(d) + _STORE, 2) > one), None)
        memory.one_word = _served(hardware, "and.b32 r1, r0, lane_id\n")
        memory.row = _served(hardware, row_address())
    _explain(memory, width, is_bus=is_bus)
    _stream(hardware, memory, single, is_bus=is_bus)
    return memory


def _one_way(hardware: Hardware, memory: GlobalMemory, single: Single) -> int | None:
    """The way to memory. A launch that ends with a store lasts until memory has it, and a load takes one way more."""
    select = hardware.end(far_address(), 1)
    cycles = hardware.read(f"{far_address()}{_STORE}ret\n", 1).cycles
    if cycles <= select + memory.store + single.to_retire:  # the warp ended later
        return None
    there = cycles - select - (memory.store - 1 - single.retire_depth)
    return memory.load - memory.store + 2 - there


def _served(hardware: Hardware, address: str) -> int:
    """Return the lanes that the first transaction serves: the most threads whose store goes out as one."""
    one = hardware.end(address + _STORE, 1)
    width = hardware.sheet.warp_size
    return next((n - 1 for n in range(2, width + 1) if hardware.end(address + _STORE, n) > one), width)


def _explain(memory: GlobalMemory, count: int, *, is_bus: bool) -> None:
    """Return the queue, interconnect and bus that explain the profile of one access.

    Without a bus only the first transaction is sure to be granted when it arrives: the time when its place is free
    again says all there is.
    """
    entries = memory.entries
    round_trip = memory.load - memory.store + 2  # 2 L + latency + whole cycles of the bus
    longest = max(1, (round_trip - 2) // 2)
    ways_by_queue: dict[int, range] = {count: range(1, longest + 1)}  # by queue: of `count` places, any way looks alike
    for queue in range(1, count):
        if entries[queue] > queue:  # the first that found no room went in when the first place was free again
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
    """The ticks per transaction under which the profile is as it was read: a range, as all in it grows with them."""

    def told(ticks: int) -> list[int]:
        entries, moved = far_profile(queue, way, ticks, count)
        return entries + [cycle - moved[0] for cycle in moved]

    read = memory.entries + memory.returns
    limit = TICKS * max(1, round_trip - 2 * way - 1)  # the memory's latency is at least 1
    low = bisect(range(1, limit + 1), False, key=lambda n: all(a >= b for a, b in zip(told(n), read, strict=True)))
    high = bisect(range(1, limit + 1), False, key=lambda n: any(a > b for a, b in zip(told(n), read, strict=True)))
    return range(low + 1, high + 1)


def _stream(hardware: Hardware, memory: GlobalMemory, single: Single, *, is_bus: bool) -> None:
    """Measure endless stores: one core's to far segments for the bus, all cores' to words in a row for the bandwidth.

    Without a bus only one core's stores to words in a row, which the coalescer limits or the memory.
    """
    sheet = hardware.sheet
    # Fewer warps are enough for a memory so slow that one of them keeps it busy.
    warps = max(1, min(sheet.warps, 2 * _STREAM_CYCLES // (sheet.cores * (memory.chase + memory.returns[-1]))))
    threads = sheet.warp_size * warps
    stores = min(_STREAM, _STREAM_CYCLES // memory.chase)
    turns = max(1, stores // (4 * warps * sheet.cores))
    memory.coalesced = hardware.per_turn(_ROW, _STORE, threads, 1, turns) / warps
    if not is_bus:
        return
    far = hardware.per_turn(far_address(), _STORE, sheet.warp_size, 1, max(1, -(-stores // sheet.warp_size)))
    memory.stream = 4 * threads * sheet.cores / hardware.per_turn(_ROW, _STORE, threads, sheet.cores, turns)
    ticks = far / sheet.warp_size * TICKS
    if stores == _STREAM and _is_fed(hardware, memory, single, ticks):
        memory.ticks = Values((round(ticks),))


def _is_fed(hardware: Hardware, memory: GlobalMemory, single: Single, ticks: float) -> bool:
    """Return whether a stream with `ticks` per transaction kept the bus busy, so that only it can be the limit.

    Between its stores the warp takes `pause` cycles, and between a grant and the arrival of the next transaction in the
    free place two ways. The queue covers both if it holds work for longer; and without a queue the warp must be faster
    than this.
    """
    width = hardware.sheet.warp_size
    pause = memory.store + single.ready["add.u32"]
    if not (memory.queue.numbers and memory.way.numbers and memory.ticks.holds(round(ticks))):
        return False
    queue, way = memory.queue.numbers[0], memory.way.numbers[-1]  # if these are enough, so are more and shorter
    covered = 2 * way + 3 + (queue / width + 1) * pause
    return queue * ticks >= TICKS * covered and ticks * width > TICKS * (pause + width)
