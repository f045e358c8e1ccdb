"""The occupancy of a core's units, from its event record: when first stages are busy, and when instances are frozen.

An instance accepts no operation while its first stage is busy or the instance is frozen. It is frozen while a result
waits for a retire port: nothing in it moves (docs/processor.md, section 5).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from isa.table.units import UNITS
from simt.core.state.reasons import MEMORY_QUEUE, RETIRE_PORT

if TYPE_CHECKING:
    from simt.result.parts import Events
    from simt.result.result import Result

_UNITS = tuple(UNITS)
_MEMORY = _UNITS.index("memory")


class Occupancy:
    """The occupancy of every unit instance, over the kept cycles `first` to `end` - 1.

    - instances: the unit and the number of each instance.
    - unit: the unit of each operation of the record, int64 [operations], indices into `isa.table.units.UNITS`.
    - instance: the instance that each operation enters, int64 [operations], indices into `instances`; -1 if it enters
      none.
    - enter: the cycle in which the operation enters, int64 [operations]; `end` if it does not enter in the record.

    The record lacks operations that were selected before it begins. An instance with only these operations in it counts
    as free.
    """

    def __init__(self, result: Result, events: Events) -> None:
        machine, rows = result.machine, events.instructions
        names = ["control" if word is None else word.spec.unit for word in result.program.instructions]
        self.first, self.end = events.first, events.end
        self.unit = np.array([_UNITS.index(machine.serving(name)) for name in names], np.int64)[rows["pc"]]
        counts = [machine.unit_counts.get(unit, 0) for unit in _UNITS]
        before = np.cumsum([0, *counts])  # the instances of earlier units
        self.instances = tuple((unit, n) for unit, count in zip(_UNITS, counts, strict=True) for n in range(count))
        number = rows["instance"].astype(np.int64)
        self.instance = np.where(number >= 0, before[self.unit] + number, -1)
        self.enter = self.reached(rows["enter"])
        self._result, self._events = result, events

    def reached(self, cycles: np.ndarray) -> np.ndarray:
        """Return the cycles in which operations reach a step. cycles: cycles of the record; -1 becomes `end`."""
        return np.where(cycles >= 0, np.minimum(cycles, self.end), self.end)

    def table(self, start: np.ndarray, stop: np.ndarray) -> np.ndarray:
        """Return whether an instance has an operation with start <= cycle < stop: bool [instances, cycles].

        start, stop: a cycle for each operation, int64 [operations].
        """
        is_some = (start < stop) & (self.instance >= 0)
        instance, start, stop = self.instance[is_some], start[is_some] - self.first, stop[is_some] - self.first
        changes = np.zeros((len(self.instances), self.end - self.first + 1), np.int32)
        np.add.at(changes, (instance, start), 1)
        np.subtract.at(changes, (instance, stop), 1)
        return np.asarray(np.cumsum(changes, axis=1, out=changes)[:, :-1] > 0)

    @cached_property
    def frozen(self) -> np.ndarray:
        """Return whether the instance is frozen and an operation of the record is in it, bool [instances, cycles].

        The warp of this operation then has the state `retire_port`, even if an older operation's result waits. With
        bundles or a scoreboard, the state does not identify the operation, so that only results of the record count.
        """
        rows = self._events.instructions
        if self._result.machine.vliw.count > 1:
            return self.table(self.reached(rows["offer"]), self.reached(rows["retire"]))
        if self._result.machine.issue.has_scoreboard:
            offer = np.where(self.unit == _MEMORY, self.end, self.reached(rows["offer"]))  # its coalescer never freezes
            return self.table(offer, self.reached(rows["retire"]))
        cycles, warps = np.nonzero(self._events.warps == RETIRE_PORT)
        order, span = np.argsort(rows["warp"], kind="stable"), self.end - self.first
        selects = rows["warp"][order].astype(np.int64) * span + rows["select"][order] - self.first
        place = np.searchsorted(selects, warps * span + cycles, side="right") - 1
        cycles, warps, owner = cycles[place >= 0], warps[place >= 0], order[place[place >= 0]]
        now = cycles + self.first
        # An instruction in the front end has this state because of another instance, and the coalescer never freezes.
        is_inside = (rows["warp"][owner] == warps) & (self.unit[owner] != _MEMORY)
        is_inside &= (self.enter[owner] <= now) & (now < self.reached(rows["retire"])[owner])
        frozen = np.zeros((len(self.instances), span), bool)
        frozen[self.instance[owner[is_inside]], cycles[is_inside]] = True
        return frozen

    @cached_property
    def free(self) -> np.ndarray:
        """The cycle from which on the operation's first stage is free, at most `end`, int64 [operations]."""
        return self._passed[1]

    @cached_property
    def conflict(self) -> np.ndarray:
        """The cycle in which passes beyond one per beat begin, `free` if there are none, int64 [operations]."""
        return self._passed[0]

    @cached_property
    def _passed(self) -> tuple[np.ndarray, np.ndarray]:
        """The arrays `conflict` and `free`.

        The clock of an instance stops while the instance is frozen. If C(c) is its time after the units step of cycle
        c, the first stage is free in the first cycle c with C(c) >= C(enter) + occupation.
        """
        machine, rows = self._result.machine, self._events.instructions
        words = self._result.program.instructions
        units = ["control" if word is None else machine.unit_of(word) for word in words]
        beats = np.array([machine.beats(unit) for unit in units], np.int64)[rows["pc"]]
        costs = [1 if word is None else machine.cost(word.spec).interval for word in words]
        interval = np.array(costs, np.int64)[rows["pc"]]
        occupation = interval * rows["degree"]
        beyond = np.maximum(occupation - interval * beats, 0)
        is_global = self.unit == _MEMORY
        occupation[is_global] = self._coalescer(beats)[is_global]
        beyond[is_global] = 0
        conflict, free = self.enter.copy(), self.enter.copy()
        for k in range(len(self.instances)):
            inside = np.flatnonzero(self.instance == k)
            clock = np.cumsum(~self.frozen[k])
            target = clock[self.enter[inside] - self.first] + occupation[inside]
            free[inside] = self.first + np.searchsorted(clock, target)
            conflict[inside] = self.first + np.searchsorted(clock, target - beyond[inside])
        return conflict, free

    def _coalescer(self, beats: np.ndarray) -> np.ndarray:
        """Return the cycles for which accesses hold the coalescer (docs/processor.md, section 19), int64 [operations].

        These are its beats, a beat for every transaction except the first, and the beats in which the queue had no
        room. With a scoreboard, the beats without room are known only while some warp waits for the access; any warp
        will do, because the coalescer has one access at a time.
        """
        rows, states = self._events.instructions, self._events.warps
        is_full = np.zeros((states.shape[1], len(states) + 1), np.int64)
        is_queued = states == MEMORY_QUEUE
        if self._result.machine.issue.has_scoreboard:
            is_queued = np.broadcast_to(is_queued.any(axis=1, keepdims=True), states.shape)
        np.cumsum(is_queued.T, axis=1, out=is_full[:, 1:])
        start, stop = self.enter - self.first, self.reached(rows["offer"]) - self.first
        blocked = is_full[rows["warp"], np.maximum(stop, start)] - is_full[rows["warp"], start]
        return np.asarray(beats + np.maximum(rows["degree"].astype(np.int64) - 1, 0) + blocked)
