"""A launch with its inputs in place, its run, and the `Result` that is made from the engine's output."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from isa.program.buffers import FIRST_BUFFER
from simt.core.engine.output import active_lanes, lanes_of
from simt.core.engine.waiting import ALL_LANES, place_of, stack_entries, waiting_lanes
from simt.core.state import states
from simt.core.state.placed import Given, Memories, Placed
from simt.core.state.reasons import LOST_LANES
from simt.launch.arrays import buffer_arrays, buffer_spans, local_arrays, place_in_buffer
from simt.launch.fits import check_private
from simt.launch.inputs import BoundProgram, bind, input_digests
from simt.result.parts import ChannelCounts, CoreResult, Events, Ledgers, Traffic
from simt.result.result import Result
from simt.result.stops import Stop, WarpAtStop
from simt.threads import processors

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from isa.program.program import Program
    from simt.core.engine.output import Output
    from simt.launch.how import How, Watcher
    from simt.launch.storage import LaunchStorage
    from simt.machine import Machine


@dataclass(frozen=True)
class Bound:
    """A launch whose inputs are in place: everything that an engine needs.

    - placed: the program with its inputs, on the machine.
    - data: the same program, and the initial memories.
    - inputs: digests of the given inputs, by name.
    - frames: as in `Memories`; None without a storage manager.
    - given: the names of the given inputs.
    """

    placed: Placed
    data: BoundProgram
    inputs: Mapping[str, str]
    frames: np.ndarray | None = None
    given: frozenset[str] = frozenset()

    @classmethod
    def of(cls, placed: Placed, inputs: Mapping[str, ArrayLike], storage: LaunchStorage | None = None) -> Bound:
        """Return a launch with its inputs in place.

        placed: a program that fits its machine. storage: the storage manager that places the buffers, if any. The
        manager is changed. Raises `InputError`, `StorageError`.
        """
        program, machine = placed.program, placed.machine
        data = bind(program, machine, inputs, None if storage is None else storage.place)
        frames = None if storage is None else storage.frames
        digests = input_digests(program, data, inputs, frames)
        return cls(Placed(data.program, machine, placed.grid), data, digests, frames, frozenset(inputs))

    def run_once(self, how: How, progress: Watcher | None = None, *, is_over: bool = False) -> Result:
        """Run the launch on an engine, and return the result of the run.

        - how: the options of the run.
        - progress: as in `simulate`.
        - is_over: whether the user interrupted the run before its first cycle.

        Raises `LaunchError` if private memory does not fit, and the errors of `simulate`.
        """
        from simt.core.engine.run import simulate

        if how.sample is not None and not is_over:
            return self._sampled(how, progress)
        output = simulate(
            self.placed, self.memories(how.is_watched), max_cycles=0 if is_over else how.max_cycles,
            engine=how.engine, record=how.record, progress=progress,
            threads=processors() if how.jobs is None else how.jobs,
        )  # fmt: skip
        result = result_of(output, self.placed, self.inputs)
        if is_over and result.stop is not None:
            return replace(result, stop=replace(result.stop, kind="interrupted"))
        return result

    def _sampled(self, how: How, progress: Watcher | None) -> Result:
        """Run the launch by a sample. Raises `SampleError`, and the errors of `memories`."""
        from simt.launch.sampling.sampled import run_sampled

        output, sample, scale = run_sampled(self.placed, self.memories, how, progress)
        result = result_of(output, self.placed, self.inputs)
        if sample is None:
            return result
        channels = None if result.channels is None else result.channels.scaled(scale)
        buffers = result.buffers if sample.has_outputs else {}
        return replace(result, sample=sample, channels=channels, buffers=buffers)

    def memories(self, is_watched: bool = False) -> Memories:
        """Return the contents of local and global memory before the run.

        is_watched: whether the run is checked, for which the words that are stored are marked.

        Raises `LaunchError` if private memory does not fit.
        """
        program, words = self.data.program, None
        spans = buffer_spans(program)
        check_private(self.placed, spans.tolist(), is_managed=self.frames is not None)
        if self.placed.grid.needs_device(self.placed.machine):
            # From byte 0 on: a null address is in no buffer.
            begin = FIRST_BUFFER // 4 if program.buffers else 0
            words = np.concatenate((np.zeros(begin, np.uint32), self.data.memory))
        given = self._written(spans.tolist()) if is_watched else None
        return Memories(self.data.local, words, spans, self.frames, given)

    def _written(self, spans: Iterable[tuple[int, int]]) -> Given:
        """Mark the words of local and global memory to which inputs or the program give a value: uint8 [words] each.

        A word that is 0 because it has no input is not marked. spans: as in `Memories.buffers`.
        """
        program, inputs = self.data.program, self.given
        local = np.zeros(len(self.data.local), np.uint8)
        words = np.zeros(FIRST_BUFFER // 4 + len(self.data.memory) if program.buffers else 0, np.uint8)
        for name, array in program.locals.items():
            local[array.address : array.address + array.words] = name in inputs
        for name, (start, end) in zip(program.buffers, spans, strict=True):
            is_given = name in inputs or name == program.prints or bool(program.buffers[name].contents)
            words[start // 4 : end // 4] = is_given
        return Given(local, words)


# --- Results ----------------------------------------------------------------------------------------------------------


def result_of(output: Output, placed: Placed, inputs: Mapping[str, str]) -> Result:
    """Return the `Result` of a launch from an engine's output. inputs: as in `Bound`."""
    program, machine, grid = placed.program, placed.machine, placed.grid
    is_global = np.array(
        [entry is not None and machine.unit_of(entry) == "memory" for entry in program.instructions], bool
    )
    registers, carry = output.registers, output.carry
    cores = tuple(
        _core(output, number, machine, is_global, registers[number], carry[number]) for number in range(len(registers))
    )
    stop, findings = _stop(output, program), None
    if output.state.cores.shadow is not None:
        from simt.launch.findings import findings_of  # of no use to a run that is not watched

        findings = findings_of(output, program, grid.number or 0)
    return Result(
        program=program,
        machine=machine,
        engine=output.engine,
        grid=grid,
        cycles=output.cycles,
        stop=stop,
        cores=cores,
        local=local_arrays(program, cores[0].memory) if grid.groups == 1 else {},
        buffers={} if output.words is None else buffer_arrays(program, output.words[FIRST_BUFFER // 4 :]),
        places_by={} if output.words is None else placed.places_by,
        inputs=inputs,
        channels=None if output.channels is None else ChannelCounts(**output.channels),
        commands=None if output.commands is None else tuple(output.commands),
        findings=findings,
    )


def _core(
    output: Output, number: int, machine: Machine, is_global: np.ndarray, registers: np.ndarray, carry: np.ndarray
) -> CoreResult:
    """Return the part of the result about the core `number`: its counts, memory, registers and events.

    is_global: whether each instruction accesses global memory.

    In a functional run, accesses count when they issue and make no transactions.
    """
    length, is_timed = len(is_global), output.engine == "cycle"
    stats, moved = output.ledgers.stats[number][:length], output.moved[number][:length]
    entered, passes = stats["entered"], stats["passes"]
    accesses, transactions = (entered, passes) if is_timed else (stats["issues"], 0)
    lanes, widths = lanes_of(stats, machine.warp_size), output.ledgers.widths[number]
    return CoreResult(
        number=number,
        cycles=int(output.core_cycles[number]) if is_timed else 0,
        instructions=int(output.core_instructions[number]),
        ledgers=Ledgers(output.ledgers.issue[number], output.ledgers.warp[number], lanes),
        issues=stats["issues"].copy(),
        accesses=np.where(is_global, 0, entered),
        passes=np.where(is_global, 0, passes),
        active_lanes=active_lanes(stats, machine.warp_size),
        disagreements=stats["disagreements"].copy(),
        **{name: stats[name].copy() for name in LOST_LANES},
        widths=np.append(widths, stats["issues"].sum() - widths.sum()),
        traffic=Traffic(*(np.where(is_global, counts, 0) for counts in (accesses, transactions, moved))),
        memory=output.local[number],
        registers=registers,
        carry=carry,
        events=None if output.kept is None else Events(*output.kept[number]),
    )


def _warps_at_stop(output: Output) -> tuple[WarpAtStop, ...]:
    """Return the warps that have not ended, if lanes can wait for other lanes of their warp."""
    state, found = output.state, []
    if state.cores.divergence is None:
        return ()
    for core, warps in enumerate(state.cores.warps):
        for number in np.flatnonzero(~np.isin(warps["state"], (states.FINISHED, states.EMPTY))).tolist():
            mask, pc = int(warps[number]["mask"]) & ALL_LANES, place_of(state, core, number)
            waiting, stack = waiting_lanes(state, core, number), stack_entries(state, core, number)
            found.append(WarpAtStop(core, number, mask, pc, tuple(waiting), tuple(stack)))
    return tuple(found)


def _stop(output: Output, program: Program) -> Stop | None:
    """Return why the run stopped; None if it ran to its end. In a functional run, no core is named."""
    trap = output.trap
    if trap is None:
        if output.status == "done":
            return None
        time = output.cycles if output.engine == "cycle" else output.instructions
        return Stop(output.status, time, warps=_warps_at_stop(output))
    is_deadlock = trap.kind == "deadlock"
    waiting, finished = (output.waiting(), output.finished()) if is_deadlock else ([], [])
    where: dict[str, Any] = {"pending": tuple(sorted(output.pending))}
    if output.words is not None:
        where["group"] = output.trap_group
        if output.engine == "cycle":
            where["core"] = output.trap_core
        if trap.kind == "global_address":
            where["buffer"], where["offset"] = place_in_buffer(program, trap.pc, trap.value)
    return Stop(
        trap.kind, trap.cycle, trap.warp, trap.lanes, trap.pc, trap.value, tuple(waiting), tuple(finished), **where
    )
