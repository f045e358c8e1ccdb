"""Running a launch that fits, and making a `Result` of what the engine leaves behind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from isa.buffers import FIRST_BUFFER
from isa.diagnostics import ProgramError
from simt.launch.arrays import buffer_arrays, buffer_spans, local_arrays, place_in_buffer
from simt.result.figures import lane_ledger
from simt.result.parts import CoreResult, Events, Ledgers, Traffic
from simt.result.result import Result
from simt.result.stops import Stop

if TYPE_CHECKING:
    from isa.program import Program
    from simt.core.engine.device import DeviceOutput
    from simt.core.engine.run import RunOutput
    from simt.core.state.grid import Grid
    from simt.launch.inputs import BoundProgram
    from simt.machine import Machine


def run_bound(
    bound: BoundProgram,
    machine: Machine,
    grid: Grid,
    places_by: Mapping[str, int],
    *,
    engine: str = "cycle",
    max_cycles: int,
    record: bool | range = False,
    progress: Callable[[int], object] | None = None,
    inputs_hash: str,
) -> Result:
    """Run a launch that fits; `places_by` are its places (`counted_places`), the rest as for `simt.launch.run.run`."""
    output: RunOutput | DeviceOutput
    if places_by:
        output = _behind_interconnect(bound, machine, grid, places_by, engine, max_cycles, record, progress)
    else:
        from simt.core.engine.run import simulate
        from simt.core.state.state import Launch

        launch = Launch(grid.threads, groups_x=grid.groups_x, size=grid.local)
        output = simulate(
            bound.program, machine, launch, local=bound.local, max_cycles=max_cycles, engine=engine, record=record,
            progress=progress,
        )  # fmt: skip
    return result_of(output, bound.program, machine, grid, places_by, inputs_hash, record)


def _behind_interconnect(
    bound: BoundProgram,
    machine: Machine,
    grid: Grid,
    places_by: Mapping[str, int],
    engine: str,
    max_cycles: int,
    record: bool | range,
    progress: Callable[[int], object] | None,
) -> DeviceOutput:
    from simt.core.engine.device import run_groups, simulate_device

    program = bound.program
    words = np.concatenate((np.zeros(FIRST_BUFFER // 4 if program.buffers else 0, np.uint32), bound.memory))
    given: dict[str, Any] = {"buffers": buffer_spans(program), "words": words, "local": bound.local}
    if engine == "functional":
        return run_groups(program, machine, grid, max_instructions=max_cycles, progress=progress, **given)
    window = _window(record, machine, grid, places_by, max_cycles)
    again = {**given, "words": words.copy()} if isinstance(record, range) else None
    output = simulate_device(program, machine, grid, max_cycles=max_cycles, record=window, progress=progress, **given)
    end = 0 if window is None else window.stop - machine.interconnect.latency
    if again is not None and output.cycles > end and output.status != "interrupted":
        # The rings hold the last cycles of a run: those asked for are the last ones of a run that ends there.
        output.kept = simulate_device(program, machine, grid, max_cycles=end, record=window, **again).kept
    return output


def _window(
    record: bool | range, machine: Machine, grid: Grid, places_by: Mapping[str, int], max_cycles: int
) -> range | None:
    """The cycles to record on every core: those asked for and all before them, or as many as there is room for.

    And L more: after a trap the other cores may go on for nearly so long.
    """
    if record is False:
        return None
    from simt.core.ledgers.record import ring_cycles

    warps = -(-grid.threads // machine.warp_size) * min(places_by.values())
    most = max(1, ring_cycles(machine.issue_width, warps, machine.local.banks) // machine.cores)
    most = 1 << most.bit_length() - 1
    if record is True:
        return range(min(most, max_cycles + machine.interconnect.latency))
    assert isinstance(record, range)
    end = min(record.stop, max_cycles)
    if end > most:
        raise ProgramError(
            f"the record of a device begins at cycle 0, and has room for {most} cycles of {machine.cores} cores: "
            f"cycle {record.stop - 1} is beyond them"
        )
    return range(max(end, 1) + machine.interconnect.latency)


# --- Results ----------------------------------------------------------------------------------------------------------


class _Left(NamedTuple):
    """What an engine left behind on one core."""

    cycles: int
    stats: Any
    issue: np.ndarray
    warp: np.ndarray
    moved: np.ndarray
    memory: np.ndarray
    registers: np.ndarray
    carry: np.ndarray
    kept: Any


def _left(output: Any) -> list[_Left]:
    state = output.state
    if not hasattr(output, "core_cycles"):
        sums = output.stats, output.issue_ledger, output.warp_ledger, np.zeros(len(output.stats), np.int64)
        return [_Left(output.cycles, *sums, output.local, output.registers, output.carry, output.kept)]
    kept = output.kept or [None] * len(state.runs)
    sums = state.ledgers.stats, state.ledgers.issue, state.ledgers.warp, state.ports.moved
    arrays = output.local, output.registers, output.carry, kept
    return [_Left(int(found[0]), *found[1:]) for found in zip(output.core_cycles, *sums, *arrays, strict=True)]


def result_of(
    output: Any,
    program: Program,
    machine: Machine,
    grid: Grid,
    places_by: Mapping[str, int],
    inputs_hash: str,
    record: bool | range = False,
) -> Result:
    """What an engine left behind as a `Result`; `inputs_hash` is the SHA-256 of initial memory and constants."""
    is_global = np.array([entry is not None and entry.spec.unit == "memory" for entry in program.instructions], bool)
    cores = tuple(
        _core(number, left, machine, is_global, record if output.engine == "cycle" else None)
        for number, left in enumerate(_left(output))
    )
    memory = output.words[FIRST_BUFFER // 4 :] if places_by else None
    return Result(
        program=program,
        machine=machine,
        engine=output.engine,
        grid=grid,
        cycles=output.cycles,
        stop=_stop(output, program, grid),
        cores=cores,
        local=local_arrays(program, cores[0].memory) if grid.groups == 1 else {},
        buffers={} if memory is None else buffer_arrays(program, memory),
        places_by=places_by,
        inputs_hash=inputs_hash,
    )


def _core(number: int, left: _Left, machine: Machine, is_global: np.ndarray, record: bool | range | None) -> CoreResult:
    """One core; record: None of a functional run, which makes no transactions and counts accesses as they issue."""
    stats, moved = left.stats[: len(is_global)], left.moved[: len(is_global)]
    entered, passes = stats["entered"], stats["passes"]
    asked, transactions = (stats["issues"], 0) if record is None else (entered, passes)
    active, diverged, tail, operations = (int(stats[name].sum()) for name in ("active", "diverged", "tail", "issues"))
    events = None if left.kept is None else Events(*left.kept)
    return CoreResult(
        number=number,
        cycles=0 if record is None else left.cycles,
        instructions=int(stats["starts"].sum()) if machine.vliw.slots > 1 else operations,
        ledgers=Ledgers(left.issue, left.warp, lane_ledger(machine, operations, active, diverged, tail)),
        issues=stats["issues"].copy(),
        accesses=np.where(is_global, 0, entered),
        passes=np.where(is_global, 0, passes),
        active_lanes=stats["active"].copy(),
        disagreements=stats["disagreements"].copy(),
        traffic=Traffic(*(np.where(is_global, counts, 0) for counts in (asked, transactions, moved))),
        memory=left.memory,
        registers=left.registers,
        carry=left.carry,
        events=events.part(record) if events is not None and isinstance(record, range) else events,
    )


def _stop(output: Any, program: Program, grid: Grid) -> Stop | None:
    """Why the run stopped; None if it ran to its end. Cores have no meaning in a functional run."""
    trap = output.trap
    if trap is None:
        if output.status == "done":
            return None
        return Stop(output.status, output.cycles if output.engine == "cycle" else output.instructions)
    waiting, finished = output.waiting(), output.finished()
    if trap.kind != "deadlock":
        waiting, finished = [], []
    where: dict[str, Any] = {}
    if hasattr(output, "trap_core"):
        ports = output.state.ports
        group_warps = int(ports.launches[0]["group_warps"])
        place = trap.warp // group_warps
        mine = range(place * group_warps, (place + 1) * group_warps)
        waiting = [wait for wait in waiting if wait[0] in mine]
        finished = [warp for warp in finished if warp in mine]
        where = {"group": int(ports.places[output.trap_core, place]["group"])}
        if output.engine == "cycle":
            where["core"] = output.trap_core
        if trap.kind == "global_address":
            where["buffer"], where["offset"] = place_in_buffer(program, trap.pc, trap.value)
    return Stop(
        trap.kind, trap.cycle, trap.warp, trap.lanes, trap.pc, trap.value, tuple(waiting), tuple(finished), **where
    )
