"""Local accesses on the way: their addresses, and what they cost."""

from __future__ import annotations

from collections import Counter

import numpy as np

from isa.encoding import Instruction
from isa.texts import instruction_texts
from simt.model.static.conflicts import Pattern, pattern_of
from simt.model.static.decisions import label_of
from simt.model.static.errors import StaticError, place
from simt.model.static.groups import Group, lanes_array, lowest, trap
from simt.model.static.launch import Assumptions, Launch
from simt.model.static.plan import Operands

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
            self.assumed[pc] = self.assumed.get(pc, 0) + group.count
            return
        found = self.patterns.setdefault(pc, Counter())
        if not group.mask:
            found[Pattern((1,) * self.beats, self.beats, None, 0)] += group.count
            return
        rows = np.broadcast_to(np.asarray(word.value, np.int64), (np.shape(word.value) or (1, 1))[:1] + (self.size,))
        beyond = (rows >= self.words) & lanes
        if beyond.any():
            self._refuse(group, pc, rows, beyond)
        times = group.count // len(rows)
        apart = rows - rows[:, lowest(group.mask), np.newaxis]
        if group.mask.bit_count() < self.size:
            apart = np.where(lanes, apart, 0)
        if len(apart) > 1 and bool((apart == apart[0]).all()):
            apart, times = apart[:1], group.count
        for row in np.ascontiguousarray(apart):
            key = row.tobytes(), group.mask
            pattern = self._known.get(key)
            if pattern is None:
                pattern = self._known[key] = pattern_of(row.tolist(), group.mask, self.beat, self.banks)
            found[pattern] += times

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
