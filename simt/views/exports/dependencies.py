"""True dependencies among the instructions of a record: which instruction wrote an operand of another.

Dependencies through general registers and the carry flag are found lane by lane, dependencies through scalar registers
and the condition code for whole warps. Dependencies through memory are missing, because the event record has no
addresses; dependencies on instructions outside the record are missing as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from isa.program.encoding import Instruction
from isa.program.program import Program
from isa.table.table import FIRST_SPECIAL, SCALAR_COUNT
from simt.result.awaited import life_numbers
from simt.views.exports.record import TraceRecord

# Registers as numbers: general registers, then the carry flag, scalar registers, SCC.
_FLAG = FIRST_SPECIAL
_SCALARS = _FLAG + 1
_PLACES = _SCALARS + SCALAR_COUNT + 1

_BLOCK = 1 << 16  # instructions whose reads are looked up at a time: it bounds memory
_ROUNDS = 16  # writers that are checked for all lanes together, before lanes are checked one by one
_ALL_LANES = np.int64(-1)


def dependencies(record: TraceRecord) -> tuple[np.ndarray, np.ndarray]:
    """Return the consumer and the producer of every dependency, as int64 indices into `record.events`.

    The pairs are sorted by consumer, then by producer. A pair occurs once, even if it shares several registers.
    """
    count, pc, mask = len(record.events), record.events["pc"], record.events["mask"]
    reads, writes = _places(record.program)
    lives = life_numbers(record.kept)
    before = np.repeat(record.starts, record.operations)  # a bundle reads before its operations write

    # A write as one number, sorted by the warp's life, then by register, then in order of issue.
    writer, place = _pairs(writes, pc)
    keys = np.sort((lives[writer] * _PLACES + place) * count + writer)
    lanes = np.where(keys // max(count, 1) % _PLACES >= _SCALARS, _ALL_LANES, mask[keys % max(count, 1)])

    edges = [np.zeros(0, np.int64)]
    rest: list[tuple[np.ndarray, ...]] = []
    for begin in range(0, count if len(keys) else 0, _BLOCK):
        consumer, place = _pairs(reads, pc[begin : begin + _BLOCK])
        consumer += begin
        lowest = (lives[consumer] * _PLACES + place) * count
        last = np.searchsorted(keys, lowest + before[consumer])  # after the last write that may count
        wanted = np.where(place >= _SCALARS, _ALL_LANES, mask[consumer])
        for _ in range(_ROUNDS):
            last -= 1
            goes_on = (wanted != 0) & (last >= 0) & (keys[last] >= lowest)
            consumer, lowest, last, wanted = consumer[goes_on], lowest[goes_on], last[goes_on], wanted[goes_on]
            meets = (lanes[last] & wanted) != 0
            edges.append(consumer[meets] * count + keys[last[meets]] % count)
            wanted &= ~lanes[last]
        is_left = wanted != 0
        rest.append((consumer[is_left], lowest[is_left], keys[last[is_left]], wanted[is_left]))
    if rest:
        consumer, lowest, end, wanted = (np.concatenate(parts) for parts in zip(*rest, strict=True))
        for lane in range(record.machine.warp_size if len(consumer) else 0):
            of_lane = keys[(lanes >> lane & 1) != 0]
            reads_left = np.flatnonzero(wanted >> lane & 1)
            last = np.searchsorted(of_lane, end[reads_left]) - 1
            reads_left, last = reads_left[last >= 0], last[last >= 0]
            is_there = of_lane[last] >= lowest[reads_left]
            edges.append(consumer[reads_left[is_there]] * count + of_lane[last[is_there]] % count)
    pairs = np.sort(np.concatenate(edges))
    pairs = pairs[np.diff(pairs, prepend=-1) > 0]
    return pairs // max(count, 1), pairs % max(count, 1)


def _pairs(table: np.ndarray, pc: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the registers in the rows `pc` of `table`: for each, the index into `pc`, and the register's number."""
    registers = table[pc]
    index, column = np.nonzero(registers >= 0)
    return index, registers[index, column].astype(np.int64)


def _places(program: Program) -> tuple[np.ndarray, np.ndarray]:
    """Return the registers that each instruction reads and writes: two int16 [program, n], padded with -1."""
    used = [([], []) if entry is None else _used(entry) for entry in program.instructions]
    return _table([read for read, _ in used]), _table([written for _, written in used])


def _used(instruction: Instruction) -> tuple[list[int], list[int]]:
    read, written = instruction.scalars_used
    return (
        [*instruction.registers_read, *[_FLAG] * instruction.uses_flag, *_scalars(read)],
        [*instruction.registers_written, *[_FLAG] * instruction.spec.writes_carry, *_scalars(written)],
    )


def _scalars(numbers: Iterable[int]) -> list[int]:
    return [_SCALARS + number for number in sorted(numbers)]


def _table(lists: Sequence[Sequence[int]]) -> np.ndarray:
    table = np.full((len(lists), max(map(len, lists), default=0)), -1, np.int16)
    for row, numbers in zip(table, lists, strict=True):
        row[: len(numbers)] = numbers
    return table
