"""Queries of a core's event record: a warp's state in a cycle, the operation in a unit, retired results.

Times that have not come are NEVER. An instruction is the index of its event; a bundle is the index of its first
operation's.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from isa.table.units import UNITS
from simt.core.state.reasons import REASONS

if TYPE_CHECKING:
    from simt.result.parts import Events
    from simt.result.result import Result

NEVER = 1 << 62
NOTHING = -1


class Recorded:
    """A record of a core of a run."""

    def __init__(self, result: Result, events: Events) -> None:
        machine, program, rows = result.machine, result.program, events.instructions
        self.first, self.end = events.first, events.end
        self.slots = machine.vliw.slots
        self._states = events.warps
        self.warp: list[int] = rows["warp"].tolist()
        self.pc: list[int] = rows["pc"].tolist()
        self.select: list[int] = rows["select"].tolist()
        times = {name: np.where(rows[name] < 0, NEVER, rows[name]) for name in ("enter", "offer", "retire", "ready")}
        self.enter: list[int] = times["enter"].tolist()
        self.offer: list[int] = times["offer"].tolist()
        self.retire: list[int] = times["retire"].tolist()
        self.ready: list[int] = times["ready"].tolist()
        self.slot: list[int] = rows["slot"].tolist()
        self.sequence: list[int] = rows["sequence"].tolist()
        self._place_bundles()
        units = [machine.serving("control" if one is None else one.spec.unit) for one in program.instructions]
        self.unit = [units[pc] for pc in self.pc]
        self._is_control = [one is None or one.spec.unit == "control" for one in program.instructions]
        self._is_barrier = [one is not None and one.spec.name == "bar" for one in program.instructions]
        self._place_entries(rows, result)
        self._place_warps(events.warps.shape[1])
        rank = {unit: number for number, unit in enumerate(machine.unit_counts)}
        by_retire = sorted(range(len(rows)), key=lambda k: (self.retire[k], rank[self.unit[k]], self._instance[k]))
        self._by_retire, self._retires = by_retire, [self.retire[k] for k in by_retire]

    def _place_bundles(self) -> None:
        count = len(self.warp)
        heads = [
            k
            for k in range(count)
            if self.slots == 1 or k == 0 or (self.warp[k], self.select[k]) != (self.warp[k - 1], self.select[k - 1])
        ]
        ends = [*heads[1:], count][: len(heads)]
        self.operations = {head: range(head, end) for head, end in zip(heads, ends, strict=True)}
        self.head = [head for head, own in self.operations.items() for _ in own]
        self.last = {head: max(own, key=lambda k: (self.retire[k], -k)) for head, own in self.operations.items()}
        self._heads, self._selects = heads, [self.select[head] for head in heads]

    def _place_entries(self, rows: np.ndarray, result: Result) -> None:
        """Find the operations that entered each instance, in order, and when each instance was frozen."""
        self._instance: list[int] = rows["instance"].tolist()
        self._occupation: list[int] = [
            degree * result.machine.interval(unit)
            for degree, unit in zip(rows["degree"].tolist(), self.unit, strict=True)
        ]
        self._entries: dict[tuple[str, int], list[int]] = {}
        self._number = [NOTHING] * len(self.warp)
        for k in sorted((k for k, enter in enumerate(self.enter) if enter < NEVER), key=self.enter.__getitem__):
            row = self._entries.setdefault((self.unit[k], self._instance[k]), [])
            self._number[k] = len(row)
            row.append(k)
        self._offers = {key: [self.offer[k] for k in row] for key, row in self._entries.items()}
        self._frozen = {
            key: list(accumulate((self.retire[k] - self.offer[k] for k in row), initial=0))
            for key, row in self._entries.items()
        }

    def _place_warps(self, count: int) -> None:
        self.of_warp: list[list[int]] = [[] for _ in range(count)]
        for head in self._heads:
            self.of_warp[self.warp[head]].append(head)
        self._selects_of = [[self.select[head] for head in row] for row in self.of_warp]
        # For each warp, the `bar`s from the last to the first: `bar`s of one number meet, wherever the record begins.
        self.barriers = [
            [head for head in reversed(row) if any(self._is_barrier[self.pc[k]] for k in self.operations[head])]
            for row in self.of_warp
        ]
        self.barrier_number = {head: number for row in self.barriers for number, head in enumerate(row)}

    def state(self, warp: int, cycle: int) -> str:
        """Return the state of a warp in a cycle, as the warp ledger has it."""
        return REASONS[int(self._states[cycle - self.first, warp])]

    def latest(self, warp: int, cycle: int) -> int:
        """Return the instruction that a warp issued last, up to a cycle; NOTHING before the first."""
        end = bisect_right(self._selects_of[warp], cycle)
        return self.of_warp[warp][end - 1] if end else NOTHING

    def following(self, warp: int, cycle: int) -> int:
        """Return the next instruction that a warp issues after a cycle, or NOTHING."""
        end = bisect_right(self._selects_of[warp], cycle)
        return self.of_warp[warp][end] if end < len(self.of_warp[warp]) else NOTHING

    def written(self, head: int) -> int:
        """Return the cycle of its write back: of a bundle, when its last operation is taken."""
        return self.retire[self.last[head]]

    def chosen(self, cycle: int) -> list[int]:
        """Return the instructions that were selected in a cycle, by slot."""
        end = bisect_right(self._selects, cycle)
        begin = bisect_right(self._selects, cycle - 1)
        return self._heads[begin:end]

    def standing(self, cycle: int, state: str = "") -> int:
        """Return the oldest instruction in the front end at the end of a cycle (in a state), or NOTHING."""
        end = bisect_right(self._selects, cycle)
        oldest = NOTHING
        # A warp has one instruction in flight, so instructions older than the last `warps` ones have entered.
        for head in reversed(self._heads[max(0, end - len(self.of_warp)) : end]):
            if self.enter[head] > cycle and (not state or self.state(self.warp[head], cycle) == state):
                oldest = head
        return oldest

    def before(self, k: int) -> int:
        """Return the operation that entered the same unit instance just before operation k, or NOTHING."""
        number = self._number[k]
        return self._entries[self.unit[k], self._instance[k]][number - 1] if number > 0 else NOTHING

    def frozen(self, k: int, cycle: int) -> int:
        """Return the operation whose result freezes the instance of an operation in a cycle, or NOTHING."""
        key = self.unit[k], self._instance[k]
        place = bisect_right(self._offers.get(key, []), cycle) - 1
        if place < 0 or self.unit[k] == "memory":
            return NOTHING
        head = self._entries[key][place]
        return head if self.retire[head] > cycle else NOTHING

    def _frozen_cycles(self, k: int, cycle: int) -> int:
        """Return the cycles up to this one in which the instance was frozen."""
        key = self.unit[k], self._instance[k]
        place = bisect_right(self._offers[key], cycle) - 1
        if place < 0:
            return 0
        head = self._entries[key][place]
        return self._frozen[key][place] + min(cycle + 1, self.retire[head]) - self.offer[head]

    def occupies(self, k: int, cycle: int) -> bool:
        """Return whether an operation keeps others from entering its instance at the end of a cycle.

        The coalescer's first stage is taken to be busy: the time when its last transaction goes is not in the record.
        """
        if self.unit[k] == "memory" or self.frozen(k, cycle) != NOTHING:
            return True
        passed = cycle - self.enter[k] - self._frozen_cycles(k, cycle) + self._frozen_cycles(k, self.enter[k])
        return passed < self._occupation[k]

    def took_port(self, k: int, cycle: int) -> int:
        """Return the operation that took the last port for which operation k could wait in a cycle, or NOTHING."""
        begin, end = bisect_right(self._retires, cycle - 1), bisect_right(self._retires, cycle)
        takers = [x for x in self._by_retire[begin:end] if self.slots == 1 or self.slot[x] == self.slot[k]]
        return takers[-1] if takers else NOTHING

    def reason(self, k: int) -> str:
        """Return the ledgers' word for waiting for an operation's result."""
        return "branch" if self._is_control[self.pc[k]] else UNITS[self.unit[k]].reason
