"""Running a launch on a device and making a `Result` of what it leaves behind; `simt.launch.run.run` calls it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from isa.buffers import FIRST_BUFFER
from isa.diagnostics import ProgramError
from simt.core.state.grid import Grid
from simt.core.state.reasons import LANE_KINDS
from simt.launch.inputs import buffer_arrays, buffer_table, numpy_type
from simt.result.parts import CoreResult, DevicePart, Traffic
from simt.result.result import Events, Ledgers, Result
from simt.result.stops import Stop

if TYPE_CHECKING:
    from isa.program import Program
    from simt.core.engine.device import DeviceOutput
    from simt.launch.inputs import Bound
    from simt.machine import Machine


def buffer_spans(program: Program) -> np.ndarray:
    """int64 [buffers, 2]: first byte and byte behind the last of each buffer of a bound program."""
    table = buffer_table(program)
    return np.stack((table[:, 0], table.sum(axis=1)), axis=1)


def run_on_device(
    bound: Bound,
    machine: Machine,
    grid: Grid,
    bounds: dict[str, int],
    *,
    engine: str,
    max_cycles: int,
    record: bool | range,
    progress: Callable[[int], object] | None,
    inputs_hash: str,
) -> Result:
    """Run a launch whose groups fit; `bounds` are its places (`check_places`), the rest as for `run`."""
    program = bound.program
    words = np.concatenate((np.zeros(FIRST_BUFFER // 4 if program.buffers else 0, np.uint32), bound.memory))
    spans = buffer_spans(program)
    from simt.core.engine.device import run_groups, simulate_device

    if engine == "functional":
        output = run_groups(
            program, machine, grid, buffers=spans, words=words, local=bound.local, max_instructions=max_cycles,
            progress=progress,
        )  # fmt: skip
        return _functional_result(output, program, machine, grid, bounds, inputs_hash)
    window = _window(record, machine, grid, bounds, max_cycles)
    again = words.copy() if isinstance(record, range) else None
    output = simulate_device(
        program, machine, grid, buffers=spans, words=words, local=bound.local, max_cycles=max_cycles, record=window,
        progress=progress,
    )  # fmt: skip
    end = 0 if window is None else window.stop - machine.interconnect.latency
    if again is not None and output.cycles > end and output.status != "interrupted":
        # The rings hold the last cycles of a run: those asked for are the last ones of a run that ends there.
        output.kept = simulate_device(
            program, machine, grid, buffers=spans, words=again, local=bound.local, max_cycles=end,
            record=window,
        ).kept  # fmt: skip
    return device_result(output, program, machine, grid, bounds, inputs_hash, record)


def _window(
    record: bool | range, machine: Machine, grid: Grid, bounds: dict[str, int], max_cycles: int
) -> range | None:
    """The cycles to record on every core: those asked for and all before them, or as many as there is room for.

    And L more: after a trap the other cores may go on for nearly so long.
    """
    if record is False:
        return None
    from simt.core.ledgers.record import ring_cycles

    warps = -(-grid.threads // machine.warp_size) * min(bounds.values())
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


def device_result(
    output: DeviceOutput,
    program: Program,
    machine: Machine,
    grid: Grid,
    bounds: dict[str, int],
    inputs_hash: str,
    record: bool | range,
) -> Result:
    """What the device engine left behind as a `Result`."""
    cores = tuple(_core(output, program, machine, number, record) for number in range(machine.cores))
    named = max(0, output.trap_core)  # whose registers and local memory the result shows
    traffic = Traffic(*(sum(getattr(core.traffic, name) for core in cores) for name in _TRAFFIC))
    total = {name: sum(getattr(core, name) for core in cores) for name in _SUMS}
    return Result(
        program=program,
        machine=machine,
        engine=output.engine,
        threads=grid.threads,
        cycles=output.cycles,
        instructions=output.instructions,
        stop=_stop(output, program, grid),
        local=_local_arrays(program, grid, cores[0].memory),
        memory=cores[named].memory,
        registers=cores[named].registers,
        carry=cores[named].carry,
        ledgers=Ledgers(output.issue_ledger, output.warp_ledger, output.lane_ledger),
        events=None,
        inputs_hash=inputs_hash,
        buffers=buffer_arrays(program, output.words[FIRST_BUFFER // 4 :]),
        launched=grid,
        device=DevicePart(grid, bounds, traffic, cores),
        **total,
    )


def _functional_result(
    output: DeviceOutput, program: Program, machine: Machine, grid: Grid, bounds: dict[str, int], inputs_hash: str
) -> Result:
    """What a run without time left behind: one core, in which the groups ran one after the other; no transactions."""
    core = _core(output, program, machine, 0, False)
    is_global = np.array([entry is not None and entry.spec.unit == "memory" for entry in program.instructions], bool)
    nothing = np.zeros(len(program.words), np.int64)
    traffic = Traffic(np.where(is_global, core.issues, 0), nothing, nothing)
    stop = _stop(output, program, grid)
    if stop is not None:
        # Cores have no meaning here; warps are numbered in the group. A limit counts instructions.
        stop = replace(stop, core=-1, cycle=stop.cycle if output.trap is not None else output.instructions)
    return Result(
        program=program,
        machine=machine,
        engine=output.engine,
        threads=grid.threads,
        cycles=0,
        instructions=output.instructions,
        stop=stop,
        local=_local_arrays(program, grid, core.memory),
        memory=core.memory,
        registers=core.registers,
        carry=core.carry,
        ledgers=core.ledgers,
        issues=core.issues,
        accesses=core.accesses,
        passes=core.passes,
        active_lanes=core.active_lanes,
        disagreements=core.disagreements,
        events=None,
        inputs_hash=inputs_hash,
        buffers=buffer_arrays(program, output.words[FIRST_BUFFER // 4 :]),
        launched=grid,
        device=DevicePart(grid, bounds, traffic, ()),
    )


_TRAFFIC = ("accesses", "transactions", "moved")
_SUMS = ("issues", "accesses", "passes", "active_lanes", "disagreements")


def _local_arrays(program: Program, grid: Grid, memory: np.ndarray) -> dict[str, np.ndarray]:
    """Local arrays by name, where there is one work-group; of several each has its own, and they are gone."""
    if grid.groups > 1:
        return {}
    return {
        name: memory[array.address : array.address + array.length].view(numpy_type(array.type))
        for name, array in program.locals.items()
    }


def traffic_of(program: Program, stats: Any, moved: np.ndarray) -> tuple[np.ndarray, np.ndarray, Traffic]:
    """Local accesses, their passes, and the traffic with global memory, of an engine's sums per instruction."""
    length = len(program.words)
    is_global = np.array([entry is not None and entry.spec.unit == "memory" for entry in program.instructions], bool)
    entered, passes = stats["entered"][:length], stats["passes"][:length]
    return (
        np.where(is_global, 0, entered),
        np.where(is_global, 0, passes),
        Traffic(np.where(is_global, entered, 0), np.where(is_global, passes, 0), moved[:length].copy()),
    )


def _core(output: DeviceOutput, program: Program, machine: Machine, number: int, record: bool | range) -> CoreResult:
    length = len(program.words)
    state = output.state
    stats = state.ledgers.stats[number]
    accesses, passes, traffic = traffic_of(program, stats, state.ports.moved[number])
    issued = int(stats["issues"].sum())
    active, diverged, tail = (int(stats[name].sum()) for name in ("active", "diverged", "tail"))
    lanes = issued * machine.warp_size
    kinds = (active, diverged, lanes - active - diverged - tail, tail)
    return CoreResult(
        number=number,
        cycles=int(output.core_cycles[number]),
        instructions=issued,
        ledgers=Ledgers(
            state.ledgers.issue[number], state.ledgers.warp[number], dict(zip(LANE_KINDS, kinds, strict=True))
        ),
        issues=stats["issues"][:length].copy(),
        accesses=accesses,
        passes=passes,
        active_lanes=stats["active"][:length].copy(),
        disagreements=stats["disagreements"][:length].copy(),
        traffic=traffic,
        memory=output.local[number],
        registers=output.registers[number],
        carry=output.carry[number],
        events=None if output.kept is None else _part(Events(*output.kept[number]), record),
    )


def _part(events: Events, record: bool | range) -> Events:
    """Of a record from cycle 0 on the window that was asked for."""
    if not isinstance(record, range) or record.start <= events.first:
        return events
    skipped = min(record.start - events.first, len(events.ready))
    first = np.searchsorted(events.instructions["select"], record.start)
    return replace(
        events, instructions=events.instructions[first:], ready=events.ready[skipped:], slots=events.slots[skipped:],
        warps=events.warps[skipped:], bank_words=events.bank_words[skipped:], first=events.first + skipped,
    )  # fmt: skip


def _stop(output: DeviceOutput, program: Program, grid: Grid) -> Stop | None:
    """Why the run stopped; None if it ran to its end."""
    trap = output.trap
    if trap is None:
        return None if output.status == "done" else Stop(output.status, output.cycles)
    ports = output.state.ports
    group_warps = int(ports.launches[0]["group_warps"])
    place = trap.warp // group_warps
    buffer, offset = place_in_buffer(program, trap.pc, trap.value) if trap.kind == "global_address" else ("", 0)
    group = int(ports.places[output.trap_core, place]["group"])
    waiting, finished = output.waiting(), output.finished()
    mine = range(place * group_warps, (place + 1) * group_warps)
    is_deadlock = trap.kind == "deadlock"
    return Stop(
        trap.kind, trap.cycle, trap.warp, trap.lanes, trap.pc, trap.value,
        waiting=tuple(wait for wait in waiting if wait[0] in mine) if is_deadlock else (),
        finished=tuple(warp for warp in finished if warp in mine) if is_deadlock else (),
        core=output.trap_core, group=group, buffer=buffer, offset=offset,
    )  # fmt: skip


def place_in_buffer(program: Program, pc: int, address: int) -> tuple[str, int]:
    """The buffer that an address is meant for, and the bytes from its beginning; ("", address) without buffers.

    It is the buffer that the instruction names, else the one that holds the address or is nearest to it.
    """
    if not program.buffers:
        return "", address
    table = buffer_table(program).tolist()
    found = dict(zip(program.buffers.values(), table, strict=True))
    instruction = program.instructions[pc]
    for buffer, (start, _) in found.items():
        if instruction is not None and instruction.csel in ("a", "c") and instruction.const == buffer.index:
            signed = address - (1 << 32) if address - start >= 1 << 31 else address
            return buffer.name, signed - start

    def distance(start: int, size: int) -> int:
        return max(start - address, address - (start + size) + 1, 0)

    nearest = min(found, key=lambda buffer: distance(*found[buffer]))
    return nearest.name, address - found[nearest][0]
