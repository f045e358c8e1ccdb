"""The event record as intervals: the stages of each instruction, the work of each unit, the waits of each warp.

All export formats draw these intervals, which docs/processor.md, section 10, defines. An interval is [start, stop) in
cycles, cut to the kept cycles; start = stop if the interval has no cycle. A record that begins after cycle 0 lacks the
instructions that are in flight at its beginning.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from isa.forms.texts import instruction_texts
from isa.table.units import UNITS
from simt.core.state.reasons import REASONS
from simt.result.awaited import awaits_of, until_of
from simt.result.occupancy import Occupancy
from simt.result.result import Result
from simt.views.exports.stream import ExportError
from simt.views.kit.panels import runs_of
from simt.views.time.dram import timelines_of
from simt.views.time.series import written

UNIT_NAMES = tuple(UNITS)

# States in which a selected instruction waits for more than its own latency, and states of accesses inside memory.
STALLS = (
    "barrier", "reconverge", "memory_fence", "operand_bank", "unit_busy", "bank_conflict", "uncoalesced",
    "memory_queue", "memory_grant", "memory_bank", "memory_bus", "retire_port",
)  # fmt: skip

_NOTHING = -1


class Interval(NamedTuple):
    """Intervals of cycles, [start, stop), one per instruction or per run: int64 arrays of one length."""

    start: np.ndarray
    stop: np.ndarray

    @property
    def is_there(self) -> np.ndarray:
        """Return whether each interval has any cycle, bool."""
        return self.stop > self.start


class Runs(NamedTuple):
    """Runs of equal values in the rows of a table [rows, cycles].

    A run has a row, its cycles [start, stop), and a value.

    All fields are arrays of the same length. They are int64, except `value`, which has the type of the table.
    """

    row: np.ndarray
    start: np.ndarray
    stop: np.ndarray
    value: np.ndarray


class TraceRecord:
    """The event record of a run, cycles `first` to `end` - 1.

    events: a structured array of the instructions selected in these cycles, in order of issue. With bundles it has the
    operations of the bundles instead. The other arrays have an element for each event, unless they say otherwise.

    Raises `ExportError` (E0721, E0722) if the run has no record.
    """

    def __init__(self, result: Result) -> None:
        if result.events is None:
            advice = "the functional engine has no cycles" if result.engine != "cycle" else "run with record=True"
            if result.sample is not None:
                advice = "run the launch without a sample, with record=True"
            raise ExportError("this run recorded no events", code="E0721", help=advice)
        if len(result.events.ready) == 0:
            raise ExportError("the event record holds no cycle", code="E0722")
        self.result = result
        self.program = result.program
        self.machine = result.machine
        self.kept = result.events
        self.first = result.events.first
        self.end = result.events.end
        self.warps = result.events.warps.shape[1]
        self.ready = result.events.ready
        self.slots = result.events.slots
        self.states = np.ascontiguousarray(result.events.warps.T)  # int8 [warps, cycles]: a row per warp
        self.events = result.events.instructions
        self.has_scoreboard = self.machine.issue.has_scoreboard
        self.has_bundles = self.machine.vliw.count > 1
        self.has_stack = self.machine.branch.has_stack
        self.texts = instruction_texts(self.program)
        self.timelines = timelines_of(result)
        self.occupancy = Occupancy(result, result.events)

    @cached_property
    def starts(self) -> np.ndarray:
        """The index of the first operation of every bundle, int64 [bundles]; without bundles, of every instruction."""
        warp, select = self.events["warp"], self.events["select"]
        is_first = np.ones(len(self.events), bool)
        is_first[1:] = (warp[1:] != warp[:-1]) | (select[1:] != select[:-1])
        return np.flatnonzero(is_first)

    @cached_property
    def operations(self) -> np.ndarray:
        """The number of operations in each bundle, int64 [bundles]."""
        return np.diff(self.starts, append=len(self.events))

    @cached_property
    def written(self) -> np.ndarray:
        """The cycle of the retire that writes the result, with bundles the bundle's last; -1 if the record lacks it."""
        return written(self.events, self.starts) if self.has_bundles else np.asarray(self.events["retire"])

    @cached_property
    def life(self) -> Interval:
        """The cycles from select until the warp may be selected again, has ended, or the record ends."""
        return Interval(self.events["select"], until_of(replace(self.kept, instructions=self._whole)))

    @cached_property
    def _whole(self) -> np.ndarray:
        """The events, with the retires that write results."""
        if not self.has_bundles:
            return self.events
        rows = self.events.copy()
        rows["retire"] = self.written
        return rows

    @cached_property
    def front(self) -> Interval:
        """The cycles from select until the instruction enters its unit: in the front end, or in a collector."""
        return Interval(self.events["select"], self.occupancy.enter)

    @cached_property
    def unit(self) -> Interval:
        """The cycles in the unit: from enter until the result is offered."""
        return Interval(self.occupancy.enter, self._reached(self.events["offer"]))

    @cached_property
    def wait(self) -> Interval:
        """The cycles in which the result waits for a retire port and freezes the unit instance."""
        return Interval(self._reached(self.events["offer"]), self._reached(self.events["retire"]))

    @cached_property
    def is_barrier(self) -> np.ndarray:
        """Return whether each instruction is a `bar`, bool."""
        names = ["" if entry is None else entry.spec.name for entry in self.program.instructions]
        return np.asarray(np.array([name == "bar" for name in names])[self.events["pc"]])

    @cached_property
    def bundle(self) -> Interval:
        """The cycles in which the result, already taken, waits for the other operations of its bundle."""
        return Interval(self._reached(self.events["retire"]), self._reached(self.written))

    @cached_property
    def after(self) -> Interval:
        """The cycles from the writing of the result until the warp may be selected again: retire stages, a barrier."""
        start = self._reached(self.written)
        return Interval(start, np.maximum(self.life.stop, start))

    @cached_property
    def occupation(self) -> Interval:
        """The cycles in the first stage of the unit: interval x degree, and the cycles in which it is frozen."""
        return Interval(self.unit.start, self.occupancy.free)

    @cached_property
    def conflict(self) -> Interval:
        """The part of the occupation after one pass per beat: the conflict cycles of the LDS."""
        return Interval(self.occupancy.conflict, self.occupancy.free)

    @cached_property
    def known_from(self) -> np.ndarray:
        """The first cycle from which the occupancy of each unit instance is known, int64 [instances].

        It is 0 if the record begins at cycle 0. Otherwise it is the earlier of two cycles: the first entry of
        an instruction of the record into the instance, and the cycle by which every warp has finished its instructions
        from before the record.

        With bundles, it is the second of these cycles, or a later one: operations that entered before this cycle must
        also have left, because the record does not show when older results froze them.

        With a scoreboard, a warp may go on while older instructions are in flight. Then it is the cycle in which the
        first operation of the record retires from the instance, because all older operations have left before. For a
        memory instance, it is the cycle in which the first operation of the record enters. It is `end` if no operation
        of the record does.
        """
        is_in = [self.occupancy.instance == k for k in range(len(self.occupancy.instances))]
        if self.has_scoreboard and self.first > 0:
            past = np.where(self.occupancy.unit == UNIT_NAMES.index("memory"), self.unit.start, self.wait.stop)
            return np.array([past[inside].min(initial=self.end) for inside in is_in])
        is_past = self._is_ready.copy()
        for reason in ("issued", "barrier", "drain"):
            is_past |= self.states == REASONS.index(reason)
        cycles = np.where(is_past.any(axis=1), is_past.argmax(axis=1), self.end - self.first)
        settled = self.first + int(cycles.max()) if self.first > 0 else 0
        if self.has_bundles and self.first > 0:
            left = np.where(self.unit.start < settled, self.wait.stop, settled)
            return np.array([left[inside].max(initial=settled) for inside in is_in])
        return np.array([self.unit.start[inside].min(initial=settled) for inside in is_in])

    @cached_property
    def has_retired(self) -> np.ndarray:
        """Return whether each instruction has been retired, bool."""
        return np.asarray(self.events["retire"] >= 0)

    def _reached(self, cycles: np.ndarray) -> np.ndarray:
        return self.occupancy.reached(cycles)

    def _runs(self, table: np.ndarray) -> Runs:
        """Return the runs of values other than -1 in the rows of an int8 table [rows, cycles]."""
        row, start, stop = runs_of(table)
        value = table[row, start]
        kept = value != _NOTHING
        return Runs(row[kept], self.first + start[kept], self.first + stop[kept], value[kept])

    @cached_property
    def stalls(self) -> tuple[np.ndarray, Interval, np.ndarray]:
        """The waits of instructions: the instruction's index, the cycles, the index of the reason in `REASONS`.

        Arrays have an element per wait, ordered by warp and cycle. The reason is the warp's state, one of `STALLS`. The
        waits of a bundle belong to its first operation. With a scoreboard, a wait belongs to the instruction that the
        warp awaits. Waits of the warp's other instructions are not states of the warp, and are left out.
        """
        is_stall = np.array([reason in STALLS for reason in REASONS])
        runs = self._runs(np.where(is_stall[self.states], self.states, np.int8(_NOTHING)))
        if self.has_scoreboard:
            return self._stalls_of_awaited(runs)
        events, span = self.events, self.end - self.first + 1
        by_warp = self.starts[np.argsort(events["warp"][self.starts], kind="stable")]
        keys = events["warp"][by_warp].astype(np.int64) * span + self.life.start[by_warp] - self.first
        instruction = np.searchsorted(keys, runs.row * span + runs.start - self.first, side="right") - 1
        owner = by_warp[np.maximum(instruction, 0)] if len(by_warp) else np.zeros(len(instruction), np.int64)
        # A state between two instructions, or of an instruction from before the record, belongs to no entry.
        is_owned = np.zeros(len(instruction), bool)
        if len(by_warp):
            is_owned = (instruction >= 0) & (events["warp"][owner] == runs.row) & (runs.start < self.life.stop[owner])
        owner, start = owner[is_owned], runs.start[is_owned]
        return owner, Interval(start, np.minimum(runs.stop[is_owned], self.life.stop[owner])), runs.value[is_owned]

    def _stalls_of_awaited(self, runs: Runs) -> tuple[np.ndarray, Interval, np.ndarray]:
        """Do the work of `stalls` for a machine with a scoreboard. runs: the runs of stalls in the warps' states."""
        span = self.end - self.first + 1
        waits = [wait for wait in awaits_of(self.result, self.kept) if not wait.is_full]
        table = np.array([(w.warp, w.start, w.stop, w.owner) for w in waits], np.int64).reshape(-1, 4)
        begins = table[:, 0] * span + table[:, 1] - self.first
        ends = begins + table[:, 2] - table[:, 1]
        starts = runs.row * span + runs.start - self.first
        stops = starts + runs.stop - runs.start
        # The waits of a warp are disjoint, and so are its runs: each run meets the waits from one place to another.
        low, high = np.searchsorted(ends, starts, side="right"), np.searchsorted(begins, stops)
        count = np.maximum(high - low, 0)
        run = np.repeat(np.arange(len(starts)), count)
        wait = np.arange(len(run)) - np.repeat(np.cumsum(count) - count, count) + low[run]
        shift = self.first - runs.row[run] * span
        start, stop = np.maximum(starts[run], begins[wait]) + shift, np.minimum(stops[run], ends[wait]) + shift
        return table[wait, 3], Interval(start, stop), runs.value[run]

    @cached_property
    def in_flight(self) -> np.ndarray:
        """The number of the warp's instructions of the record that are in flight, int64 [warps, cycles]."""
        changes = np.zeros((self.warps, self.end - self.first + 1), np.int64)
        np.add.at(changes, (self.events["warp"], self.life.start - self.first), 1)
        np.subtract.at(changes, (self.events["warp"], self.life.stop - self.first), 1)
        return np.cumsum(changes, axis=1)[:, :-1]

    @cached_property
    def place(self) -> np.ndarray:
        """The place of each instruction among the instructions in flight of its warp, int64.

        An instruction gets the lowest free place.

        All places are 0 without a scoreboard.
        """
        places = np.zeros(len(self.events), np.int64)
        if not self.has_scoreboard:
            return places
        free: list[list[int]] = [[] for _ in range(self.warps)]  # the cycle from which on each place is free
        lives = zip(self.events["warp"].tolist(), self.life.start.tolist(), self.life.stop.tolist(), strict=True)
        for k, (warp, start, stop) in enumerate(lives):
            mine = free[warp]
            place = next((place for place, end in enumerate(mine) if end <= start), len(mine))
            mine[place : place + 1] = [max(stop, start + 1)]
            places[k] = place
        return places

    @cached_property
    def _is_ready(self) -> np.ndarray:
        """Return whether the warp could be selected, and was not, bool [warps, cycles]."""
        return np.asarray((self.ready >> np.arange(self.warps)[:, None] & 1).astype(bool))

    @cached_property
    def pauses(self) -> Runs:
        """The cycles in which a warp (row) is ready and not selected."""
        return self._runs(np.where(self._is_ready, np.int8(0), np.int8(_NOTHING)))

    @cached_property
    def refused(self) -> Runs:
        """The cycles of `pauses` in which all instances of its unit, or all collectors, refuse the warp's instruction.

        The value is the index of the reason in `REASONS`. Only machines without a front end (f = 0) have these cycles.
        On other machines, a ready warp waits for its turn or for the front end: `unfilled` has the reason.
        """
        causes = [REASONS.index(name) for name in ("unit_busy", "operand_bank", "uncoalesced", "memory_queue")]
        has_any = self.machine.front_end.stages == 0
        is_refused = self._is_ready & np.isin(self.states, causes) & has_any
        return self._runs(np.where(is_refused, self.states, np.int8(_NOTHING)))

    @cached_property
    def unfilled(self) -> Runs:
        """The cycles in which an issue slot (row) is not filled, by reason."""
        table = np.ascontiguousarray(self.slots.T)
        return self._runs(np.where(table == REASONS.index("issued"), np.int8(_NOTHING), table))

    @cached_property
    def issued(self) -> np.ndarray:
        """The number of filled issue slots, int64 [cycles]."""
        return np.asarray((self.slots == REASONS.index("issued")).sum(axis=1))

    @cached_property
    def ready_warps(self) -> np.ndarray:
        """The number of ready warps, int64 [cycles]."""
        return np.bitwise_count(self.ready.view(np.uint64)).astype(np.int64)


def changes(times: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the changes of a signal as times, ascending, and values. times, values: samples in any order.

    Of several values at one time, the last counts. A value that equals the previous value is omitted.
    """
    if len(times) > 1 and (times[1:] < times[:-1]).any():
        order = np.argsort(times, kind="stable")
        times, values = times[order], values[order]
    is_last = np.append(times[1:] != times[:-1], True)[: len(times)]
    times, values = times[is_last], values[is_last]
    is_new = np.insert(values[1:] != values[:-1], 0, True)[: len(values)]
    return times[is_new], values[is_new]
