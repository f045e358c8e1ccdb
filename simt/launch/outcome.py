"""Running a launch that fits, and making a `Result` of what the engine leaves behind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from isa.program.buffers import FIRST_BUFFER
from simt.launch.arrays import buffer_arrays, buffer_spans, local_arrays, place_in_buffer
from simt.launch.fits import check_private
from simt.result.figures import lane_ledger
from simt.result.parts import ChannelCounts, CoreResult, Events, Ledgers, Traffic
from simt.result.result import Result
from simt.result.stops import Stop

if TYPE_CHECKING:
    from isa.program.program import Program
    from simt.core.engine.output import Output
    from simt.core.state.grid import Grid
    from simt.core.state.shadow import Given
    from simt.launch.inputs import BoundProgram
    from simt.launch.replay import Replay
    from simt.machine import Machine
    from simt.result.findings import Findings


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
    inputs: Mapping[str, str],
    frames: np.ndarray | None = None,
    given: Given | None = None,
) -> Result:
    """Run a launch that fits; `places_by` are its places (`counted_places`), the rest as for `simt.launch.run.run`.

    inputs: their digests (`input_digests`). frames: as for `simulate`. given: of a run that is watched, what the launch
    stores (`given_words`).
    """
    from simt.core.engine.run import simulate

    program = bound.program
    output = simulate(
        program, machine, grid, **_memories(bound, machine, grid, places_by, is_managed=frames is not None),
        frames=frames,
        max_cycles=max_cycles, engine=engine, record=record, progress=progress, given=given,
    )  # fmt: skip
    return result_of(output, program, machine, grid, places_by, inputs)


def given_words(bound: BoundProgram, inputs: Mapping[str, Any]) -> Given:
    """The words of both memories that inputs fill: what is 0 because nothing was given counts as not written."""
    from simt.core.state.shadow import Given

    program = bound.program
    local = np.zeros(len(bound.local), np.uint8)
    words = np.zeros(FIRST_BUFFER // 4 + len(bound.memory) if program.buffers else 0, np.uint8)
    for name, array in program.locals.items():
        local[array.address : array.address + array.words] = name in inputs
    for name, (start, end) in zip(program.buffers, buffer_spans(program).tolist(), strict=True):
        is_given = name in inputs or name == program.prints or bool(program.buffers[name].contents)
        words[start // 4 : end // 4] = is_given
    return Given(local, words)


def replay_bound(bound: BoundProgram, machine: Machine, grid: Grid, places_by: Mapping[str, int]) -> Replay:
    """The cycles of a launch that fits, to go to and back (`simt.launch.replay`)."""
    from simt.core.state.state import State
    from simt.launch.replay import Replay

    return Replay(State.build(bound.program, machine, grid, **_memories(bound, machine, grid, places_by)))


def _memories(
    bound: BoundProgram, machine: Machine, grid: Grid, places_by: Mapping[str, int], *, is_managed: bool = False
) -> dict[str, Any]:
    """Local and global memory at the begin, as an engine takes them. Raises `LaunchError`, of private memory."""
    spans = buffer_spans(bound.program)
    places = min(places_by.values(), default=1)
    check_private(bound.program, machine, grid, places, spans.tolist(), is_managed=is_managed)
    words = None
    if places_by:  # global memory from byte 0: a null address is in no buffer
        begin = FIRST_BUFFER // 4 if bound.program.buffers else 0
        words = np.concatenate((np.zeros(begin, np.uint32), bound.memory))
    return {"local": bound.local, "words": words, "buffers": spans}


# --- Results ----------------------------------------------------------------------------------------------------------


def result_of(
    output: Output, program: Program, machine: Machine, grid: Grid, places_by: Mapping[str, int],
    inputs: Mapping[str, str],
) -> Result:  # fmt: skip
    """What an engine left behind as a `Result`; `inputs` are the digests of what the launch was given."""
    is_global = np.array(
        [entry is not None and machine.unit_of(entry) == "memory" for entry in program.instructions], bool
    )
    registers, carry = output.registers, output.carry
    cores = tuple(
        _core(output, number, machine, is_global, registers[number], carry[number]) for number in range(len(registers))
    )
    return Result(
        program=program,
        machine=machine,
        engine=output.engine,
        grid=grid,
        cycles=output.cycles,
        stop=_stop(output, program),
        cores=cores,
        local=local_arrays(program, cores[0].memory) if grid.groups == 1 else {},
        buffers={} if output.words is None else buffer_arrays(program, output.words[FIRST_BUFFER // 4 :]),
        places_by=places_by,
        inputs=inputs,
        channels=None if output.channels is None else ChannelCounts(**output.channels),
        commands=None if output.commands is None else tuple(output.commands),
        findings=_findings(output, program, grid),
    )


def _findings(output: Output, program: Program, grid: Grid) -> Findings | None:
    if output.state.cores.shadow is None:
        return None
    from simt.launch.findings import findings_of  # of no use to a run that is not watched

    return findings_of(output, program, grid.number or 0)


def _core(
    output: Output, number: int, machine: Machine, is_global: np.ndarray, registers: np.ndarray, carry: np.ndarray
) -> CoreResult:
    """One core. A functional run makes no transactions and counts accesses as they issue."""
    length, is_timed = len(is_global), output.engine == "cycle"
    stats, moved = output.ledgers.stats[number][:length], output.moved[number][:length]
    entered, passes = stats["entered"], stats["passes"]
    asked, transactions = (entered, passes) if is_timed else (stats["issues"], 0)
    active, diverged, tail = (stats[name].copy() for name in ("active", "diverged", "tail"))
    finished = stats["issues"] * machine.warp_size - active - diverged - tail
    lanes = lane_ledger(machine, *(int(counts.sum()) for counts in (stats["issues"], active, diverged, tail)))
    return CoreResult(
        number=number,
        cycles=int(output.core_cycles[number]) if is_timed else 0,
        instructions=int(output.core_instructions[number]),
        ledgers=Ledgers(output.ledgers.issue[number], output.ledgers.warp[number], lanes),
        issues=stats["issues"].copy(),
        accesses=np.where(is_global, 0, entered),
        passes=np.where(is_global, 0, passes),
        active_lanes=active,
        disagreements=stats["disagreements"].copy(),
        diverged=diverged,
        finished=finished,
        tail=tail,
        widths=output.ledgers.widths[number].copy(),
        traffic=Traffic(*(np.where(is_global, counts, 0) for counts in (asked, transactions, moved))),
        memory=output.local[number],
        registers=registers,
        carry=carry,
        events=None if output.kept is None else Events(*output.kept[number]),
    )


def _stop(output: Output, program: Program) -> Stop | None:
    """Why the run stopped; None if it ran to its end. Cores have no meaning in a functional run."""
    trap = output.trap
    if trap is None:
        if output.status == "done":
            return None
        return Stop(output.status, output.cycles if output.engine == "cycle" else output.instructions)
    is_deadlock = trap.kind == "deadlock"
    waiting, finished = (output.waiting(), output.finished()) if is_deadlock else ([], [])
    where: dict[str, Any] = {}
    if output.words is not None:
        where = {"group": output.trap_group}
        if output.engine == "cycle":
            where["core"] = output.trap_core
        if trap.kind == "global_address":
            where["buffer"], where["offset"] = place_in_buffer(program, trap.pc, trap.value)
    return Stop(
        trap.kind, trap.cycle, trap.warp, trap.lanes, trap.pc, trap.value, tuple(waiting), tuple(finished), **where
    )
