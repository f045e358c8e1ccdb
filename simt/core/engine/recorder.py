"""The recorders: they choose which part of a run's event record is kept.

On a plain processor recording is turned on and off at the edges of a window of cycles. The cores of a device are not at
the same cycle, so each records from cycle 0 on, into rings that keep its last cycles. So a run of a device ends where
the window ends, and the window may not be longer than the rings.
"""

from __future__ import annotations

import operator

import numpy as np

from isa.reporting.diagnostics import ProgramError
from simt.core.state import layout, rings
from simt.core.state.layout import Record, mapped
from simt.core.state.rings import Kept, copy_ring, kept_ring, ring_sizes
from simt.core.state.state import State


class Recorder:
    """A recorder that turns a plain processor's recording on and off at a window's edges, and returns what it kept."""

    def __init__(self, state: State, window: range) -> None:
        self._state = state
        self._window = window
        self._begin: tuple[int, int] | None = None  # cycle and sequence number at the begin
        self._kept: Kept | None = None
        self._most = 0

    @property
    def _progress(self) -> tuple[int, int]:
        """Return simulated cycles and issued instructions."""
        run = self._state.cores.run[0]
        return int(run["cycle"]), int(run["sequence"])

    @property
    def _record(self) -> Record:
        record: Record = mapped(self._state.cores.record, operator.itemgetter(0))
        return record

    def _put(self, record: Record) -> None:
        self._state.cores = self._state.cores._replace(record=mapped(record, lambda array: array[None]))

    def switch(self) -> int:
        """Turn recording on or off at the window's edges, and enlarge rings that are full.

        Returns the cycle until which the run may go on before the next call.
        """
        cycle, sequence = self._progress
        if self._kept is not None or cycle >= self._window.stop:
            self.kept()
            return layout.NEVER
        if self._begin is None and cycle >= self._window.start:
            self._begin = (cycle, sequence)
            sizes = ring_sizes(self._record)
            self._most = min(len(self._window), rings.ring_cycles(*sizes))
            self._put(rings.rings(min(self._most, rings.FIRST_CYCLES), *sizes))
            self._state.cores.spec["recording"] = 1
        if self._begin is None:
            return self._window.start
        room = len(self._record.ready_bits)
        if room >= self._most:
            return self._window.stop
        if cycle - self._begin[0] >= room:
            self._grow()
            return self.switch()
        return min(self._window.stop, self._begin[0] + room)

    def _grow(self) -> None:
        """Switch to the largest rings, before the small ones have overwritten anything."""
        assert self._begin is not None
        old, (cycle, sequence) = self._record, self._progress
        new = rings.rings(self._most, *ring_sizes(old))
        copy_ring(old.events, new.events, self._begin[1], sequence, spare=1)
        for smaller, larger in zip(old[1:], new[1:], strict=True):
            copy_ring(smaller, larger, self._begin[0], cycle)
        self._put(new)

    def kept(self) -> list[Kept]:
        """End the recording, if it has not ended, and return the part that was kept, of the one core."""
        if self._kept is None:
            cycle, sequence = self._progress
            first, first_sequence = self._begin or (cycle, sequence)
            old = self._record
            self._kept = kept_ring(old, first, cycle, first_sequence, sequence)
            # The run goes on with rings of its own: in unfilled slots it writes reasons even if it does not record.
            self._put(rings.rings(1, *ring_sizes(old)))
            self._state.cores.spec["recording"] = 0
        return [self._kept]


class DeviceRecorder:
    """A recorder of all cores of a device, which begin at cycle 0.

    It keeps the cycles up to L cycles (the latency of the interconnect) after the last cycle of `record`, or of the
    run, because other cores may go on for nearly L cycles after a trap. If `record` is True and the rings have no room
    for all of these cycles, they keep the last ones. Raises `ProgramError` if there is no room for the cycles of a
    range.
    """

    def __init__(self, state: State, record: bool | range, max_cycles: int) -> None:
        self._state, self._record = state, record
        one = mapped(state.cores.record, operator.itemgetter(0))
        cores, sizes = len(state.cores.run), ring_sizes(one)
        most = 1 << max(1, rings.ring_cycles(*sizes) // cores).bit_length() - 1
        self.end = max_cycles  # the cycle in which a run that is kept ends at the latest
        length = min(most, max_cycles + state.lag)
        if isinstance(record, range):
            self.end = max(1, min(record.stop, max_cycles))
            if self.end > most:
                raise ProgramError(
                    f"the record of a device begins at cycle 0, and has room for {most} cycles of {cores} cores: "
                    f"cycle {record.stop - 1} is beyond them"
                )
            length = self.end + state.lag
        kept = mapped(rings.rings(length, *sizes), lambda array: np.zeros((cores, *array.shape), array.dtype))
        state.cores = state.cores._replace(record=kept)
        state.cores.spec["recording"] = 1

    def switch(self) -> int:
        """Return the cycle until which the run may go on: the recording is never switched."""
        return layout.NEVER

    def kept(self) -> list[Kept]:
        """Return what each core recorded; of a range, only from its first cycle on."""
        parts, record = [], self._record
        for core, run in enumerate(self._state.cores.run):
            one = mapped(self._state.cores.record, operator.itemgetter(core))
            kept = kept_ring(one, 0, int(run["cycle"]), 0, int(run["sequence"]))
            parts.append(_from(kept, record.start) if isinstance(record, range) else kept)
        return parts


def recorder_of(state: State, record: bool | range, max_cycles: int) -> Recorder | DeviceRecorder | None:
    """Return the recorder of a run, None if it records nothing. record: as for `simulate`."""
    if record is False:
        return None
    if state.device is not None:
        return DeviceRecorder(state, record, max_cycles)
    return Recorder(state, range(layout.NEVER) if record is True else record)


def _from(kept: Kept, start: int) -> Kept:
    """Return the part of a record from cycle `start` on."""
    if start <= kept.first:
        return kept
    skipped = min(start - kept.first, len(kept.ready_bits))
    first = np.searchsorted(kept.events["select"], start)
    rows = (array[skipped:] for array in kept[1:-1])
    return Kept._make((kept.events[first:], *rows, kept.first + skipped))
