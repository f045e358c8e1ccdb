"""Queries of a core's event record: a warp's state in a cycle, the operation in a unit, retired results.

An operation is named by the index of its event in the record, and an instruction by the index of its first operation
(only bundles have several). A step after the end of the record has the time NEVER.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Container

import numpy as np

from isa.flow.operand_loads import operand_loads
from isa.table.units import UNITS
from simt.core.state.reasons import REASONS
from simt.diagnosis.banks import Banks
from simt.machine.slot_kinds import slots_by_word
from simt.result.awaited import Await, awaits_of, is_over
from simt.result.occupancy import Occupancy
from simt.result.parts import Events
from simt.result.result import Result

NEVER = 1 << 62
NOTHING = -1
_AT_COALESCER = tuple(map(REASONS.index, ("uncoalesced", "memory_queue")))


class Recorded:
    """The event record of a core, as lists with an element per operation, and queries of them."""

    def __init__(self, result: Result, events: Events) -> None:
        machine, program, rows = result.machine, result.program, events.instructions
        self.first, self.end = events.first, events.end
        self.slots = machine.vliw.count
        self._states = events.warps
        self._slot_reasons = events.slots
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
        words = program.instructions
        units = [machine.serving("control" if word is None else word.spec.unit) for word in words]
        self.unit = [units[pc] for pc in self.pc]
        self._is_control = [word is None or word.spec.unit == "control" for word in words]
        self._is_barrier = [word is not None and word.spec.name == "bar" for word in words]
        self._place_entries(Occupancy(result, events))
        self._place_warps(events.warps.shape[1])
        rank = {unit: number for number, unit in enumerate(machine.unit_counts)}
        self.has_scoreboard = machine.issue.has_scoreboard
        self._schedulers, self._interval = machine.issue.schedulers, machine.issue.interval
        loads = operand_loads(words)
        self._turns = self._find_turns(machine.issue.after_operand, loads)
        self._width = machine.issue_width if self.slots == 1 else 1
        self._slots_by_word = slots_by_word(machine, words, loads) if machine.issue.has_kinds else None
        self._most_in_front = events.warps.shape[1] * (machine.issue.entries if self.has_scoreboard else 1)
        if self.has_scoreboard:
            self._place_waits(result, events)
            self._held = set() if machine.has_collectors else self._find_held(machine.front_end.stages)
        self.banks = Banks(result) if machine.has_collectors else None
        if self.banks is not None:
            self._collected = self.banks.collected(self.pc, self.warp, self.select)
        self._ports = machine.retire.ports
        by_retire = sorted(range(len(rows)), key=lambda k: (self.retire[k], rank[self.unit[k]], self._instance[k]))
        self._by_retire, self._retires = by_retire, [self.retire[k] for k in by_retire]

    def at_coalescer(self, cycle: int) -> str:
        """Return the cause of a busy coalescer in a cycle, which is the state of any warp that waits for it, or ""."""
        states = self._states[cycle - self.first]
        return next((REASONS[number] for number in _AT_COALESCER if (states == number).any()), "")

    def has_turn(self, warp: int, cycle: int) -> bool:
        """Return whether the scheduler of a warp has its turn in a cycle (docs/processor.md, sections 25 and 26)."""
        scheduler = warp % self._schedulers
        turns = self._turns[scheduler]
        place = bisect_right(turns, (cycle, NEVER))
        if place == 0:
            return (cycle - scheduler) % self._interval == 0
        last, step = turns[place - 1]
        return cycle == last or (cycle >= last + step and (cycle - last - step) % self._interval == 0)

    def rivals(self, head: int, warp: int, cycle: int) -> list[int]:
        """Return the instructions of other warps that a warp's scheduler selected in a cycle instead of `head`.

        head: the warp's next instruction; NOTHING after its last one.

        If an issue slot that `head` could take stayed empty, the result is empty.
        """
        chosen = [other for other in self.chosen(cycle) if (self.warp[other] - warp) % self._schedulers == 0]
        taking: Collection[int] = range(self._width)
        if self._slots_by_word is not None and head != NOTHING:
            taking = self._slots_by_word[self.pc[head]]
            chosen = [other for other in chosen if self.slot[other] % self._width in taking]
        return chosen if len(chosen) == len(taking) else []

    def _find_turns(self, after_operand: int, loads: frozenset[int]) -> list[list[tuple[int, int]]]:
        """List, for each scheduler, the turns in which it selected: (cycle, cycles to its next turn)."""
        turns: list[dict[int, int]] = [{} for _ in range(self._schedulers)]
        for head in self._heads:
            step = after_operand if self.pc[head] - 1 in loads else self._interval
            own, cycle = turns[self.warp[head] % self._schedulers], self.select[head]
            own[cycle] = max(step, own.get(cycle, 0))
        return [sorted(own.items()) for own in turns]

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

    def _place_entries(self, occupancy: Occupancy) -> None:
        """Find the operations that entered each unit instance, in order, and when they occupy it."""
        self._instance: list[int] = occupancy.instance.tolist()
        self._is_frozen, self._free = occupancy.frozen, occupancy.free.tolist()
        self._conflict: list[int] = occupancy.conflict.tolist()
        self._entries: list[list[int]] = [[] for _ in occupancy.instances]
        self._number = [NOTHING] * len(self.warp)
        for k in sorted((k for k, enter in enumerate(self.enter) if enter < NEVER), key=self.enter.__getitem__):
            row = self._entries[self._instance[k]]
            self._number[k] = len(row)
            row.append(k)
        self._offers = [[self.offer[k] for k in row] for row in self._entries]

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

    def _place_waits(self, result: Result, events: Events) -> None:
        """Find the waits of each warp, and the cycles in which it is over."""
        self._waits: list[list[Await]] = [[] for _ in self.of_warp]
        for wait in awaits_of(result, events):
            self._waits[wait.warp].append(wait)
        self._ready_bits = events.ready
        self._over = [(events.first + np.flatnonzero(over)).tolist() for over in is_over(events).T]
        self._wait_starts = [[wait.start for wait in row] for row in self._waits]

    def _find_held(self, stages: int) -> set[int]:
        """Return the cycles in which an instruction that cannot enter its unit holds the front end."""
        held: set[int] = set()
        for select, enter in zip(self.select, self.enter, strict=True):
            cycle, passed = select, 0
            while passed < stages and cycle < min(enter, self.end):
                cycle += 1
                passed += cycle not in held
            held.update(range(cycle, min(enter, self.end)))
        return held

    def is_ready(self, warp: int, cycle: int) -> bool:
        """Return whether a warp is ready after the select step of a cycle. The machine must have a scoreboard."""
        return bool(int(self._ready_bits[cycle - self.first]) >> warp & 1)

    def over(self, warp: int, cycle: int) -> int:
        """Return the first cycle from `cycle` on in which a warp has ended, or `end` if there is no such cycle.

        The machine must have a scoreboard.
        """
        number = bisect_left(self._over[warp], cycle)
        return self._over[warp][number] if number < len(self._over[warp]) else self.end

    def wait(self, warp: int, cycle: int) -> Await | None:
        """Return the wait of a warp in a cycle; None if the warp is ready, or if the record does not show the wait.

        The machine must have a scoreboard.
        """
        number = bisect_right(self._wait_starts[warp], cycle) - 1
        found = self._waits[warp][number] if number >= 0 else None
        return found if found is not None and cycle < found.stop else None

    def state_of(self, k: int, cycle: int) -> str:
        """Return the reason for which a warp would wait in a cycle if it awaited instruction k.

        Instruction k is in flight.

        Without a scoreboard this is the warp's state. With a scoreboard, the record has the detailed reason of an
        access to global memory only if the warp really awaits this access. Otherwise the reason is `dep_global`.
        """
        if not self.has_scoreboard:
            return self.state(self.warp[k], cycle)
        wait = self.wait(self.warp[k], cycle)
        if wait is not None and wait.owner == k and not wait.is_full and self.select[k] < cycle:
            return self.state(self.warp[k], cycle)
        if self.select[k] == cycle:
            return "issued"
        if self.enter[k] > cycle and self.banks is not None:
            is_read = cycle >= self._collected[k]
            return "unit_busy" if is_read else "fetch" if cycle == self.select[k] + 1 else "operand_bank"
        if self.enter[k] > cycle:
            return REASONS[int(self._slot_reasons[cycle - self.first, 0])] if cycle in self._held else "fetch"
        if self.offer[k] <= cycle < self.retire[k] or (cycle < self.retire[k] and self.frozen(k, cycle) != NOTHING):
            return "retire_port"
        if self.unit[k] == "lds" and self._conflict[k] <= cycle < self._free[k]:
            return "bank_conflict"
        if self.retire[k] <= cycle and self._is_barrier[self.pc[k]]:
            return "barrier"
        return self.reason(k)

    def state(self, warp: int, cycle: int) -> str:
        """Return the state of a warp in a cycle: a reason of the warp ledger."""
        return REASONS[int(self._states[cycle - self.first, warp])]

    def latest(self, warp: int, cycle: int) -> int:
        """Return the last instruction that a warp issued in a cycle or before it; NOTHING if there is none."""
        end = bisect_right(self._selects_of[warp], cycle)
        return self.of_warp[warp][end - 1] if end else NOTHING

    def following(self, warp: int, cycle: int) -> int:
        """Return the next instruction that a warp issues after a cycle, or NOTHING."""
        end = bisect_right(self._selects_of[warp], cycle)
        return self.of_warp[warp][end] if end < len(self.of_warp[warp]) else NOTHING

    def written(self, head: int) -> int:
        """Return the cycle in which an instruction's result, or the last result of a bundle, is written."""
        return self.retire[self.last[head]]

    def chosen(self, cycle: int) -> list[int]:
        """Return the instructions that were selected in a cycle, by slot."""
        end = bisect_right(self._selects, cycle)
        begin = bisect_right(self._selects, cycle - 1)
        return self._heads[begin:end]

    def beside(self, warp: int) -> range:
        """Return the warps of a warp's scheduler."""
        return range(warp % self._schedulers, len(self.of_warp), self._schedulers)

    def standing(self, cycle: int, state: str = "", warps: Container[int] | None = None) -> int:
        """Return the oldest instruction between select and the units at the end of a cycle, or NOTHING.

        state: the state that the warp of the instruction must be in; None for any. warps: the warps whose instructions
        count.
        """
        end = bisect_right(self._selects, cycle)
        oldest = NOTHING
        # Instructions older than the last ones that the warps may have in flight have entered.
        for head in reversed(self._heads[max(0, end - self._most_in_front) : end]):
            warp = self.warp[head]
            is_meant = (warps is None or warp in warps) and (not state or self.state(warp, cycle) == state)
            if is_meant and self.enter[head] > cycle:
                oldest = head
        return oldest

    def before(self, k: int) -> int:
        """Return the operation that entered the same unit instance just before operation k, or NOTHING."""
        number = self._number[k]
        return self._entries[self._instance[k]][number - 1] if number > 0 else NOTHING

    def frozen(self, k: int, cycle: int) -> int:
        """Return the operation whose result freezes the instance of operation k in a cycle, or NOTHING.

        If that operation was selected before the record began, operation k itself is returned.
        """
        if not self._is_frozen[self._instance[k], cycle - self.first]:
            return NOTHING
        instance = self._instance[k]
        number = bisect_right(self._offers[instance], cycle) - 1
        offered = self._entries[instance][number] if number >= 0 else k
        return offered if self.retire[offered] > cycle else k

    def occupies(self, k: int, cycle: int) -> bool:
        """Return whether operation k, in its unit since an earlier cycle, keeps others from entering the instance."""
        return cycle < self._free[k] or self.frozen(k, cycle) != NOTHING

    def took_port(self, k: int, cycle: int) -> int:
        """Return the operation that took the last of the retire ports that serve operation k in a cycle, or NOTHING.

        With operand collectors a port may be left. Then the last operation that took a bank of k's results is returned.
        """
        begin, end = bisect_right(self._retires, cycle - 1), bisect_right(self._retires, cycle)
        takers = [x for x in self._by_retire[begin:end] if self.slots == 1 or self.slot[x] == self.slot[k]]
        if self.banks is not None and len(takers) < self._ports:
            own = self.pc[k], self.warp[k]
            takers = [x for x in takers if self.banks.share(*own, self.pc[x], self.warp[x])]
        return takers[-1] if takers else NOTHING

    def reason(self, k: int) -> str:
        """Return the ledgers' reason for a wait for an operation's result."""
        return "branch" if self._is_control[self.pc[k]] else UNITS[self.unit[k]].reason
