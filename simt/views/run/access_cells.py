"""The cells of the picture of one access: a row for each lane, a column for each word of global memory or bank."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from isa.table.table import ELEMENT_BYTES
from simt.launch.arrays import buffer_spans
from simt.views.run.access import OneAccess

WORD = 4


@dataclass(frozen=True, eq=False)
class Cells:
    """The cells.

    - asked: bool [lanes, columns], whether the lane asks for the word of the column, or for a word of the column's
      bank.
    - part: int64 [lanes, columns]. In global memory, the number of the transaction that serves the lane in the segment
      of the word, from 0. In local memory, the number of the pass in the bank, from 1. -1 elsewhere.
    - columns: the number of each column: the word of memory (byte / 4), or the bank.
    - parts: the transaction or pass of each active lane, by lane.
    - names: the place that each active lane asks for: `a + 128`, `y[3]`.
    - degrees: the passes of each beat; empty for global memory.
    """

    asked: np.ndarray
    part: np.ndarray
    columns: np.ndarray
    parts: dict[int, int]
    names: tuple[str, ...]
    degrees: tuple[int, ...] = ()

    def together(self) -> tuple[np.ndarray, np.ndarray]:
        """Return `asked` and `part` for all lanes together, both [columns].

        If several transactions move a word, `part` has the transaction of a lane that asks for the word.
        """
        by_asker = np.where(self.asked, self.part, -1).max(axis=0)
        asked: np.ndarray = np.any(self.asked, axis=0)
        return asked, np.where(asked, by_asker, self.part.max(axis=0))

    def binned(self, most: int) -> tuple[Cells, int]:
        """Return the cells in at most `most` columns, if there are that many segments, and the words of a column.

        A column of several words stands for a part of one segment.
        """
        words = 1
        while words < 32 and len(np.unique(self.columns // words)) > most:
            words *= 2
        if words == 1:
            return self, 1
        columns, starts = np.unique(self.columns // words, return_index=True)
        asked, part = (np.maximum.reduceat(cells, starts, axis=1) for cells in (self.asked, self.part))
        return Cells(asked, part, columns * words, self.parts, self.names, self.degrees), words


def cells_of(view: OneAccess) -> Cells:
    """Return the cells of an access."""
    return _of_global(view) if view.is_global else _of_local(view)


def _of_global(view: OneAccess) -> Cells:
    """Return the words of the segments that the transactions of an access move, in ascending order of addresses."""
    addresses, size, parts = view.lanes.addresses, view.facts.size, view.lanes.transactions
    columns = np.unique(np.concatenate([np.arange(p.first // WORD, (p.first + p.size) // WORD) for p in parts]))
    shape = len(addresses), len(columns)
    asked, part = np.zeros(shape, bool), np.full(shape, -1, np.int64)
    served: dict[int, int] = {}
    for number, (first, length, lanes) in enumerate(parts):
        moved = (columns >= first // WORD) & (columns < (first + length) // WORD)
        for lane in view.active:
            if lanes >> lane & 1:
                served[lane] = number
                part[lane, moved] = number
                words = range(int(addresses[lane]) // WORD, (int(addresses[lane]) + size - 1) // WORD + 1)
                asked[lane] |= np.isin(columns, list(words))
    names = tuple(buffer_place(view, int(addresses[lane])) for lane in view.active)
    return Cells(asked, part, columns, served, names)


def _of_local(view: OneAccess) -> Cells:
    """Return the banks of local memory, with the pass in which a bank serves the lane.

    A bank serves the words of a beat in the order of the lowest lanes that ask for them, one in each pass; an atomic
    has a pass for every lane.
    """
    machine, addresses = view.result.machine, view.lanes.addresses
    banks = machine.local.banks
    op = view.result.program.instructions[view.pc]
    is_atomic = op is not None and op.spec.is_atomic
    columns = np.arange(banks)
    asked, part = np.zeros((len(addresses), banks), bool), np.full((len(addresses), banks), -1, np.int64)
    passes: dict[int, int] = {}
    degrees = []
    for first in range(0, len(addresses), machine.lds.lanes):
        words: dict[int, list[object]] = {}
        degree = 1
        for lane in range(first, min(first + machine.lds.lanes, len(addresses))):
            if not view.mask >> lane & 1:
                continue
            word = int(addresses[lane])
            there = words.setdefault(word % banks, [])
            key = lane if is_atomic else word
            if key not in there:
                there.append(key)
            passes[lane] = 1 if machine.ideal.banks else there.index(key) + 1
            asked[lane, word % banks], part[lane, word % banks] = True, passes[lane]
            degree = max(degree, passes[lane])
        degrees.append(degree)
    names = tuple(local_place(view, int(addresses[lane]) - view.lanes.base) for lane in view.active)
    return Cells(asked, part, columns, passes, names, tuple(degrees))


def words_of_banks(view: OneAccess, cells: Cells, first: int) -> Counter[int]:
    """Return the number of words that the beat from lane `first` on asks of each bank."""
    counts: Counter[int] = Counter()
    for lane in range(first, min(first + view.result.machine.lds.lanes, len(cells.asked))):
        for bank in np.flatnonzero(cells.asked[lane]).tolist():
            counts[bank] = max(counts[bank], int(cells.part[lane, bank]))
    return counts


def buffer_place(view: OneAccess, byte: int) -> str:
    """Return a byte of global memory as `buffer + offset`, or as a number if it is in no buffer."""
    program = view.result.program
    if program.buffers:
        for name, (first, end) in zip(program.buffers, buffer_spans(program).tolist(), strict=True):
            if first <= byte < end:
                return f"{name} + {byte - first}"
    return str(byte)


def local_place(view: OneAccess, word: int) -> str:
    """Return a word of a work-group's local memory as `array[element]`, or as its number if it is in no array."""
    for name, array in view.result.program.locals.items():
        if array.address <= word < array.address + array.words:
            return f"{name}[{WORD * (word - array.address) // ELEMENT_BYTES[array.type]}]"
    return str(word)
