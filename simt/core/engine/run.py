"""Running a launch: chunks of cycles, the record, the cycle limit, Ctrl-C, and what is left behind."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from isa.program import Program
from simt.core.engine.entry import entry_points
from simt.core.engine.output import Output, Trap, status_of, trap_of
from simt.core.engine.recorder import Recorder, device_window, kept_of_device, record_device
from simt.core.state import layout, states
from simt.core.state.cores import unnamed
from simt.core.state.grid import Grid
from simt.core.state.layout import Core
from simt.core.state.rings import Kept
from simt.core.state.state import State
from simt.machine.schema import Machine

# Cycles of all cores (or instructions) per call of a compiled entry point: a tenth of a second, so that Ctrl-C and
# progress are prompt.
CHUNK = 2_000_000


def advance(state: State, engine: str, until: int, limit: int) -> None:
    """Run a state to cycle (functional: instruction) `until`; the ledgers are closed when that is the `limit`."""
    points, cores, device = entry_points(), state.cores, state.device
    if engine == "functional":
        if device is None:
            points.functional(unnamed(cores, with_time=False), np.int64(until))
        else:
            points.groups(unnamed(cores, with_time=False), device, np.int64(until))
    elif device is None:
        advance_all(cores, until, limit)
    else:
        points.device(cores, device, np.int64(until), np.int64(limit))


def advance_all(cores: Core, until: int, limit: int) -> None:
    """Run every one of several plain cores to cycle `until`; the ledgers are closed when that is the `limit`."""
    entry_points().cycle(unnamed(cores), np.int64(until), np.int64(limit))


def simulate(
    program: Program,
    machine: Machine,
    grid: Grid,
    *,
    local: np.ndarray | None = None,
    words: np.ndarray | None = None,
    buffers: np.ndarray | None = None,
    max_cycles: int = 10_000_000,
    engine: str = "cycle",
    record: bool | range = False,
    progress: Callable[[int], object] | None = None,
) -> Output:
    """Run a launch to its end, a trap, its limit, or until `progress` says stop.

    local, words, buffers: as for `State.build`; with words the launch runs on a device, of one core too. max_cycles:
    cycles (functional engine: instructions). record: True keeps the last cycles of the event record, as many as fit
    into RECORD_BYTES (of a device the first ones); a range those cycles. progress: called with the cycle (instruction)
    count about ten times a second; a true answer stops the run there. Raises `ProgramError` for a record of a device
    that begins too late.
    """

    def build(memory: np.ndarray | None) -> State:
        return State.build(
            program, machine, grid, local=local, words=memory, buffers=buffers, without_time=engine == "functional"
        )

    again = words.copy() if words is not None and isinstance(record, range) else None
    state = build(words)
    if state.device is None or record is False:
        return finish(state, max_cycles=max_cycles, engine=engine, record=record, progress=progress)
    window = device_window(state, machine, record, max_cycles)
    record_device(state, window)
    output = finish(state, max_cycles=max_cycles, progress=progress)
    end = window.stop - machine.interconnect.latency
    if isinstance(record, range) and output.cycles > end and output.status != "interrupted":
        # The rings hold the last cycles of a run: those asked for are the last ones of a run that ends there.
        state = build(again)
        record_device(state, window)
        finish(state, max_cycles=end)
    output.kept = kept_of_device(state, record)
    return output


def finish(
    state: State,
    *,
    max_cycles: int,
    engine: str = "cycle",
    record: bool | range = False,
    progress: Callable[[int], object] | None = None,
) -> Output:
    """Run a state, from wherever it is, as `simulate` does. record: of a plain processor."""
    run = state.cores.run[0]
    counter = "cycle" if engine == "cycle" else "sequence"
    counted = run if state.device is None or engine == "functional" else state.device.fars[0]
    chunk = max(state.lag, CHUNK // len(state.cores.run))
    recorder = None
    if record is not False:
        recorder = Recorder(state, range(layout.NEVER) if record is True else record)
    was_interrupted = False
    while counted["status"] == states.RUNNING and counted[counter] < max_cycles and not was_interrupted:
        until = min(max_cycles, int(counted[counter]) + chunk)
        advance(state, engine, min(until, recorder.switch()) if recorder else until, max_cycles)
        if progress is not None and progress(int(counted[counter])):
            was_interrupted = bool(counted["status"] == states.RUNNING)
    if was_interrupted:
        here = int(counted[counter])
        advance(state, engine, here, here)  # runs nothing and closes the ledgers
    return output_of(state, engine, recorder.kept() if recorder else None, was_interrupted)


def output_of(state: State, engine: str = "cycle", kept: Kept | None = None, was_interrupted: bool = False) -> Output:
    """What a run that is over has left behind in `state`."""
    trap, core = _first_trap(state)
    status, cycles = (int(state.cores.run[0][name]) for name in ("status", "cycle"))
    if state.device is not None and engine == "cycle":
        far = state.device.fars[0]
        status, cycles = int(far["status"]), trap.cycle + 1 if trap else int(far["cycle"])
    return Output(
        status=status_of(status, trap, was_interrupted),
        cycles=cycles,
        trap=trap,
        trap_core=core,
        state=state,
        engine=engine,
        kept=None if kept is None else [kept],
    )


def _first_trap(state: State) -> tuple[Trap | None, int]:
    """The first trap by cycle, then by core."""
    run = state.cores.run
    trapped = np.flatnonzero(run["trap"]).tolist()
    if not trapped:
        return None, -1
    core = min(trapped, key=lambda number: (int(run[number]["trap_cycle"]), number))
    return trap_of(run[core]), core
