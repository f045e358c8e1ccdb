"""Readings of DRAM memory: latencies of open and closed rows, rates, the stride that uses the fewest channels.

The controllers' clock differs from the cores', and refreshes come in between, so that equal accesses take different
times. A latency has therefore a smallest and a largest value, and no figure is compared with the description.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from simt.validate.hardware import ROWS_WORDS, Hardware

_BYTES = 4 * ROWS_WORDS
_DELAYS = 6  # launches of a lone access, each a cycle later, as the controller's clock differs from the cores'
_LINE = 128  # bytes: the smallest distance at which no two lanes share a transaction
_TURNS = 12  # of a stream's loop (`Hardware.per_turn`)
_CAMPED = 1.5  # a camping stride takes at least this many times as long as the fastest stride,
_FLAT = 0.75  # and at least this share of the time of twice the stride


@dataclass(frozen=True, slots=True)
class Figure:
    """A reading from `low` to `high` that is not compared with an expected value; both are None without a reading."""

    name: str
    unit: str
    low: float | None
    high: float | None
    how: str


@dataclass(frozen=True, slots=True)
class DramMemory:
    """Memory of DRAM as seen from the cores.

    - closed, hit, conflict: the shortest and the longest time of one work-item's load, from select to ready, in cycles.
      `closed`: no row of the bank is open. `hit`: the row of the load is open. `conflict`: another row is open.
    - distance: the bytes between the addresses for `conflict`.
    - reads, writes, in_place: bytes per cycle of all cores together, for loads, for stores, and for words that are
      loaded and then stored.
    - random: words per cycle of loads at random.
    - camping: the distance in bytes at which lanes use the fewest channels; None if there is none.
    """

    closed: tuple[int, int]
    hit: tuple[int, int]
    conflict: tuple[int, int]
    distance: int
    reads: float
    writes: float
    in_place: float
    random: float
    camping: int | None

    def figures(self) -> Iterator[Figure]:
        """Yield the readings one by one."""
        yield _figure("closed row, select to ready", "cycles", self.closed, "the first load of a launch")
        yield _figure("row hit, select to ready", "cycles", self.hit, "a load after one from the same row")
        how = f"a load after one {self.distance} bytes away, the slowest distance"
        yield _figure("row conflict, select to ready", "cycles", self.conflict, how)
        yield _figure("loads in order", "bytes/cycle", (self.reads,) * 2, "all cores, words in a row")
        yield _figure("stores in order", "bytes/cycle", (self.writes,) * 2, "the same; some wait in the controllers")
        yield _figure("loads and stores", "bytes/cycle", (self.in_place,) * 2, "each word loaded and stored")
        yield _figure("loads at random", "words/cycle", (self.random,) * 2, "all cores, words anywhere")
        how = "loads of lanes that are a power of two apart"
        yield _figure("camping stride", "bytes", None if self.camping is None else (self.camping,) * 2, how)


def _figure(name: str, unit: str, reading: Sequence[float] | None, how: str) -> Figure:
    low, high = reading or (None, None)
    return Figure(name, unit, low, high, how)


def measure_dram(hardware: Hardware) -> DramMemory:
    """Measure memory of DRAM from the cores. Raises `CalibrationError`."""
    closed = [_after(hardware, delay, []) for delay in range(_DELAYS)]
    hit = [_after(hardware, delay, [0]) for delay in range(_DELAYS)]
    distance = max(_distances(), key=lambda distance: min(_after(hardware, delay, [distance]) for delay in (0, 1)))
    conflict = [_after(hardware, delay, [distance]) for delay in range(_DELAYS)]
    load, store = "ld.global r1, [r0 + rows]\n", "st.global [r0 + rows], r1\n"
    return DramMemory(
        (min(closed), max(closed)),
        (min(hit), max(hit)),
        (min(conflict), max(conflict)),
        distance,
        _stream(hardware, load),
        _stream(hardware, store),
        2 * _stream(hardware, load + store),
        _random(hardware),
        camping_stride([(stride, _strided(hardware, stride)) for stride in _powers(_LINE, 16384)]),
    )


def camping_stride(times: Sequence[tuple[int, float]]) -> int | None:
    """Return the smallest slow stride whose doubling adds little time; None if there is no such stride.

    times: pairs (stride in bytes, cycles); each stride is twice the stride before.
    """
    fastest = min(time for _, time in times)
    for (stride, time), (_, after) in pairwise(times):
        if time >= _CAMPED * fastest and time >= _FLAT * after:
            return stride
    return None


def _powers(first: int, last: int) -> list[int]:
    return [first << k for k in range((last // first).bit_length())]


def _distances() -> list[int]:
    """Return distances in bytes. With up to eight channels, some of them lead to another row of the same bank."""
    return sorted({odd * power for odd in (1, 3, 5, 7) for power in _powers(_LINE, _BYTES) if odd * power < _BYTES})


def _after(hardware: Hardware, delay: int, before: list[int]) -> int:
    """Return the cycles of a load from offset 0, issued when the loads from the offsets `before` are done.

    delay: the number of other instructions before the first load.
    """
    wait = "add.u32 r2, r2, 0\n" * delay
    first = "".join(f"mov.b32 r1, {address}\nld.global r0, [r1 + rows]\nadd.u32 r2, r2, r0\n" for address in before)
    start = f"{wait}{first}mov.b32 r1, 0\n"
    return hardware.end(f"{start}ld.global r0, [r1 + rows]\n") - hardware.end(start)


def _stream(hardware: Hardware, access: str) -> float:
    """Return the bytes per cycle of all cores together, of accesses to words in a row. Raises `CalibrationError`."""
    sheet = hardware.sheet
    threads = sheet.warp_size * sheet.warps
    moved = 4 * threads * sheet.cores
    turn = f"and.b32 r0, r0, {_BYTES - 4}\n{access}add.u32 r0, r0, {moved}\n"
    return moved / hardware.per_turn("shl.b32 r0, global_id, 2\n", turn, threads, sheet.cores, _TURNS)


def _random(hardware: Hardware) -> float:
    """Return the words per cycle of loads from random addresses, from a shift register in each thread.

    Raises `CalibrationError`.
    """
    sheet = hardware.sheet
    threads = sheet.warp_size * sheet.warps
    mix = "".join(f"{shift} r1, r0, {by}\nxor.b32 r0, r0, r1\n" for shift, by in
                  (("shl.b32", 13), ("shr.u32", 17), ("shl.b32", 5)))  # fmt: skip
    turn = f"{mix}and.b32 r1, r0, {_BYTES - 4}\nld.global r1, [r1 + rows]\n"
    cycles = hardware.per_turn(f"add.u32 r0, global_id, 1\n{mix}", turn, threads, sheet.cores, _TURNS)
    return threads * sheet.cores / cycles


def _strided(hardware: Hardware, stride: int) -> float:
    """Return the cycles per load of words that are `stride` bytes apart; each turn of the loop is 32 bytes further.

    Raises `CalibrationError`.
    """
    sheet = hardware.sheet
    warps = max(1, min(sheet.warps, _BYTES // 16384 // sheet.warp_size // sheet.cores))
    before = f"shl.b32 r0, global_id, {stride.bit_length() - 1}\n"
    turn = f"and.b32 r0, r0, {_BYTES - 4}\nld.global r1, [r0 + rows]\nadd.u32 r0, r0, 32\n"
    return hardware.per_turn(before, turn, sheet.warp_size * warps, sheet.cores, _TURNS)
