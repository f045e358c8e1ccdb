"""Local accesses on the way: their addresses, and what they cost."""

from __future__ import annotations

from collections import Counter

import numpy as np

from isa.diagnostics import quote
from isa.encoding import Instruction
from isa.texts import instruction_texts
from simt.model.static.conflicts import Pattern, pattern_of
from simt.model.static.decisions import label_of
from simt.model.static.errors import StaticError, place
from simt.model.static.groups import Group, lanes_array, lowest, trap
from simt.model.static.launch import Assumptions, Launch
from simt.model.static.plan import Operands
from simt.model.static.words import Word

__all__ = ["Accesses"]


class Accesses:
    """Counts local accesses by instruction address: how often, and with which patterns of addresses.

    A pattern does not change when all addresses move together, so each is worked out once, however many warps and turns
    have it. (The seam for global memory: transactions of a segmented access follow from the same rows of addresses, and
    from where the first one lies in its segment.)
    """

    def __init__(self, launch: Launch, assumptions: Assumptions, operands: Operands) -> None:
        machine = launch.machine
        self.launch = launch
        self.assumptions = assumptions
        self.operands = operands
        self.size = machine.warp_size
        self.beat = machine.lds.lanes
        self.beats = self.size // self.beat
        self.banks = machine.local.banks
        self.words = machine.local.words
        self.contents = launch.contents
        self.patterns: dict[int, Counter[Pattern]] = {}
        self.assumed: dict[int, int] = {}  # accesses whose degree is assumed
        self._known: dict[tuple[bytes, int], Pattern] = {}

    def count(self, group: Group, pc: int, instruction: Instruction) -> None:
        """Count the access of a group at `pc`. Raises `StaticError` E0841 or, for a bad address, E0843."""
        word = self.operands.address(group, instruction, pc)
        lanes = lanes_array(group.mask, self.size)
        if not word.is_known_in(lanes):
            if self.assumptions.degree(pc) is None:
                raise self._unknown(pc, word.origin)
            if instruction.spec.is_store:
                self._check_store(pc, None, lanes)
            self.assumed[pc] = self.assumed.get(pc, 0) + group.count
            return
        found = self.patterns.setdefault(pc, Counter())
        if not group.mask:
            found[Pattern((1,) * self.beats, self.beats, None, 0)] += group.count
            return
        rows = np.asarray(word.value, np.int64)
        if rows.ndim == 0 or rows.shape[1] < self.size:
            rows = np.broadcast_to(rows, (len(rows) if rows.ndim else 1, self.size))
        is_full = group.mask.bit_count() == self.size
        if not is_full:
            rows = np.where(lanes, rows, rows[:, lowest(group.mask), np.newaxis])  # those that ask for nothing
        if int(rows.max()) >= self.words:
            self._refuse(group, pc, rows, rows >= self.words)
        if self.contents and instruction.spec.is_store:
            self._check_store(pc, rows, lanes)
        apart = (rows - rows[:, lowest(group.mask), np.newaxis]).tobytes()
        length = len(apart) // len(rows)
        keys = [apart[first : first + length] for first in range(0, len(apart), length)]
        for key, times in Counter(keys).items() if len(keys) > 1 else ((apart, 1),):
            pattern = self._known.get((key, group.mask))
            if pattern is None:
                distances = np.frombuffer(key, np.int64).tolist()
                pattern = self._known[key, group.mask] = pattern_of(distances, group.mask, self.beat, self.banks)
            found[pattern] += times * (group.count // len(rows))

    def load(self, group: Group, pc: int, instruction: Instruction) -> Word:
        """What a load gives: known where the address lies in an array that was given, and unknown elsewhere."""
        if not self.contents:
            return Word(0, False, pc)
        address = self.operands.address(group, instruction, pc)
        places = np.asarray(address.value, np.int64)
        places = places if places.ndim else places.reshape(1, 1)
        inside = np.zeros(places.shape, bool)
        value = np.zeros(places.shape, np.int64)
        for first, words in self.contents.values():
            here = (places >= first) & (places < first + len(words))
            value = np.where(here, words[np.clip(places - first, 0, len(words) - 1)], value)
            inside |= here
        known = inside & np.asarray(address.known)
        origin = address.origin if address.known is not True and address.origin >= 0 else pc
        return Word(value, True) if bool(known.all()) else Word(value, known, origin)

    def _check_store(self, pc: int, rows: np.ndarray | None, lanes: np.ndarray) -> None:
        """Refuse a store that may change an array that was given. rows: addresses; None if they are not known."""
        for name, (first, words) in self.contents.items():
            if rows is None or bool(((rows >= first) & (rows < first + len(words)) & lanes).any()):
                what = "writes" if rows is not None else "may write"
                raise StaticError(
                    [
                        place(
                            self.launch.program,
                            pc,
                            "E0842",
                            f"the contents of {quote(name)} are given, and the kernel {what} them",
                            advice="give only arrays that the kernel reads, such as tables of indices",
                        )
                    ],
                    pc,
                )

    def _refuse(self, group: Group, pc: int, rows: np.ndarray, beyond: np.ndarray) -> None:
        row, lane = (int(part[0]) for part in np.nonzero(beyond))
        warp = int(group.warps[row if len(rows) > 1 else 0])
        raise trap(
            self.launch,
            pc,
            f"lane {lane} of warp {warp} accesses word {int(rows[row, lane])} and local memory has {self.words}",
        )

    def _unknown(self, pc: int, origin: int) -> StaticError:
        program = self.launch.program
        line = program.locations[origin].line if 0 <= origin < len(program.locations) else 0
        where = f"line {line}" if line else f"address {origin}"
        name = label_of(program.labels, pc)
        return StaticError(
            [
                place(
                    program,
                    pc,
                    "E0841",
                    "the address of this access depends on data",
                    label="unknown address",
                    advice=f"give its mean conflict degree, 1 for none: degrees={{{name!r}: K}}",
                    notes=(f"it depends on `{instruction_texts(program)[origin]}` ({where})",),
                )
            ],
            pc,
        )
