"""The run of a launch: chunks of cycles, the record, the cycle limit, Ctrl-C, and the output."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from simt.core.engine.crew import Crew, Helpers, advance_device
from simt.core.engine.entry import call
from simt.core.engine.fitted import Fitting
from simt.core.engine.output import Output, Trap, status_of, trap_of
from simt.core.engine.recorder import DeviceRecorder, Recorder, recorder_of
from simt.core.jit.packed import Packed, pack
from simt.core.state import states
from simt.core.state.dram import commands_of, log_length
from simt.core.state.groups import entry_of
from simt.core.state.layout import Core
from simt.core.state.placed import NOTHING, Memories, Placed
from simt.core.state.state import State

if TYPE_CHECKING:
    from simt.core.engine.shares import Shares

SPAN = 0.1  # seconds of a call of a compiled entry point, about, so that Ctrl-C and progress are prompt
# Cycles of all cores (or instructions) of the first call, and of any at most.
FIRST, CHUNK = 5_000, 2_000_000


class Pace:
    """The number of cycles for the next call: the number that took `SPAN` seconds, up to four times the last number.

    A cycle costs from 20 ns to 50 us, which depends on the machine and the program, and is measured in every call. The
    lengths of the calls do not change the results.
    """

    def __init__(self, cores: int = 1) -> None:
        self._cores = cores
        self._most = FIRST  # of all cores

    @property
    def cycles(self) -> int:
        """Return how many cycles the next call runs on each core."""
        return max(1, min(self._most, CHUNK) // self._cores)

    def took(self, cycles: int, seconds: float) -> None:
        """Take note of a call that ran `cycles` cycles of all cores."""
        fitting = int(cycles * SPAN / max(seconds, 1e-9))
        self._most = max(FIRST, min(fitting, 4 * self._most, CHUNK))


class Running:
    """A state and the engine that runs it. The arrays are packed again only when the state has new arrays.

    A run on several threads of the host has to be closed.

    fitting: gives the run an engine that is fitted to its machine; None to stay with the engine of the kind.
    """

    def __init__(self, state: State, fitting: Fitting | None = None) -> None:
        self.state = state
        self._fitting = fitting
        self._cores: Core | None = None  # whose arrays are packed
        self._packed = pack()
        self._helpers = Helpers()

    @property
    def _arguments(self) -> Packed:
        cores, device = self.state.cores, self.state.device
        if self._cores is not cores:
            self._cores = cores
            self._packed = pack(cores) if device is None else pack(cores, device)
        return self._packed

    def advance(self, until: int, limit: int, threads: int = 1) -> float:
        """Run to cycle `until` (functional: instruction); return the seconds that it took.

        If the run has reached cycle `limit` and could go on, its ledgers are closed. threads: the largest number of
        threads of the host that run the cores of a device.
        """
        cores, device = self.state.cores, self.state.device
        if not self.state.has_time:
            point = entry_of(device is not None, without_time=True, is_checked=cores.shadow is not None)
            if device is None:
                return call(point, self._arguments, until)
            device.crew[0]["end"] = cores.link.launches[0, 0]["groups"]
            return call(point, self._arguments, until, 0)
        arguments, fitting = self._arguments, self._fitting
        if fitting is not None:
            arguments = fitting.fitted("cycle" if device is None else "device", arguments)
        if device is None:
            seconds = call("cycle", arguments, len(cores.run), until, limit)
        else:
            seconds = advance_device(device, arguments, until, limit, threads, self._helpers)
        if fitting is not None:
            fitting.took(seconds)
        return seconds

    def close(self) -> None:
        """Dismiss the other threads of the host."""
        self._helpers.dismiss()


def simulate(
    placed: Placed,
    memories: Memories = NOTHING,
    *,
    max_cycles: int = 10_000_000,
    engine: str = "cycle",
    record: bool | range = False,
    progress: Callable[[int], object] | None = None,
    threads: int = 1,
) -> Output:
    """Run a launch to its end, a trap, its limit, or until `progress` says stop.

    - memories: as for `State.build`; with global memory the launch runs on a device, even of one core.
    - max_cycles: the limit in cycles, or in instructions for the functional engine.
    - engine: "cycle", or "functional" for a run without time.
    - record: True keeps the last cycles of the event record, in at most RECORD_BYTES for all cores together. A range
      keeps its own cycles.
    - progress: called with the number of cycles (instructions) about ten times a second; a true answer stops the run
      there.
    - threads: the largest number of threads of the host that run the cores of a device, or without time its
      work-groups. The results do not depend on it.

    Raises `ProgramError` for a range on a device that ends beyond the cycles for which the record has room.
    """

    def build(words: np.ndarray | None) -> State:
        return State.build(
            placed, memories._replace(words=words), without_time=engine == "functional",
            commands=0 if record is False else log_length(placed.machine, max_cycles),
        )  # fmt: skip

    words = memories.words
    again = words.copy() if words is not None and isinstance(record, range) else None
    state = build(words)
    recorder = recorder_of(state, record, max_cycles)
    output = finish(state, max_cycles=max_cycles, recorder=recorder, progress=progress, threads=threads)
    if isinstance(recorder, DeviceRecorder):
        if output.cycles > recorder.end and output.status != "interrupted":
            # The rings hold the last cycles of a run: the wanted ones are the last ones of a run that ends there.
            state = build(again)
            recorder = DeviceRecorder(state, record, max_cycles)
            output.kept = finish(state, max_cycles=recorder.end, recorder=recorder, threads=threads).kept
        if state.channels is not None:
            output.commands = commands_of(state.channels)
    return output


def finish(
    state: State,
    *,
    max_cycles: int,
    recorder: Recorder | DeviceRecorder | None = None,
    progress: Callable[[int], object] | None = None,
    threads: int = 1,
) -> Output:
    """Run a state from its current cycle on, as `simulate` runs a launch. recorder: its `recorder_of`."""
    is_timed = state.has_time
    counter = "cycle" if is_timed else "sequence"
    counted = state.clock if is_timed else state.cores.run[0]
    pace = Pace(len(state.cores.run))
    was_interrupted = False
    crew = Crew(threads)
    shares: Shares | None = None
    with Fitting(threads) as fitting, contextlib.closing(Running(state, fitting)) as running:
        while counted["status"] == states.RUNNING and counted[counter] < max_cycles and not was_interrupted:
            begin = int(counted[counter])
            until = min(max_cycles, begin + max(state.lag, pace.cycles))
            stop = min(until, recorder.switch()) if recorder else until
            count = crew.threads
            if not is_timed and count > 1 and shares is None:
                from simt.core.engine.shares import Shares, may_share  # which load what only compiled code needs

                shares = Shares(state, count) if may_share(state) else None
            if shares is not None and count > 1 and shares.can_go_on:
                seconds, count = shares.advance(stop - begin, max_cycles)
            else:
                seconds = running.advance(stop, max_cycles, count)
            crew.took(count, int(counted[counter]) - begin, seconds)
            pace.took((int(counted[counter]) - begin) * len(state.cores.run), seconds)
            if progress is not None and progress(int(counted[counter])):
                was_interrupted = bool(counted["status"] == states.RUNNING)
        if was_interrupted:
            here = int(counted[counter])
            running.advance(here, here)  # runs nothing and closes the ledgers
    output = output_of(state, was_interrupted)
    output.kept = recorder.kept() if recorder else None
    return output


def output_of(state: State, was_interrupted: bool = False) -> Output:
    """Collect the output of a run that is over from `state`."""
    trap, core = _first_trap(state)
    status, cycles = (int(state.cores.run[0][name]) for name in ("status", "cycle"))
    if state.device is not None and state.has_time:
        far = state.device.fars[0]
        status, cycles = int(far["status"]), trap.cycle + 1 if trap else int(far["cycle"])
    return Output(status_of(status, trap, was_interrupted), cycles, trap, core, state)


def _first_trap(state: State) -> tuple[Trap | None, int]:
    """Return the first trap and its core; (None, -1) without a trap. In one cycle the lowest core's is first."""
    run = state.cores.run
    trapped = np.flatnonzero(run["trap"]).tolist()
    if not trapped:
        return None, -1
    core = min(trapped, key=lambda number: (int(run[number]["trap_cycle"]), number))
    return trap_of(run[core]), core
