"""`run`: check a program against a machine, store the inputs, run an engine, name the outcome.

This is the Python interface that the command line itself uses.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from isa.diagnostics import ProgramError, quote
from isa.program import Program
from simt.launch.fits import LaunchError, check_fits, thread_problems
from simt.launch.inputs import bind, numpy_type
from simt.launch.sizes import Size, check_places, needs_device, resolve_sizes
from simt.machine import Machine
from simt.result.result import Events, Ledgers, Result
from simt.result.stops import Stop

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from simt.core.engine.run import RunOutput

DEFAULT_MAX_CYCLES = 50_000_000
ENGINES = ("cycle", "functional")


def run(
    program: Program,
    machine: Machine | str = "fpga4",
    *,
    inputs: Mapping[str, ArrayLike] | None = None,
    size: Size | None = None,
    group: Size | None = None,
    threads: int | None = None,
    engine: str = "cycle",
    max_cycles: int = DEFAULT_MAX_CYCLES,
    record: bool | range = False,
    strict: bool = True,
    progress: Callable[[int], object] | None = None,
    compiling: Callable[[], None] | None = None,
) -> Result:
    """Run a program on a machine.

    inputs: values by name, arrays for `.local` arrays and `.buffer`s (float32, uint32 or int32 of the array's length,
    any length for a buffer that has none; other real types are converted if nothing is lost but float precision),
    numbers for `.param`s. size: work-items of the launch, group: of a work-group, each a number or (x, y); by default
    one work-group of `.threads`. threads: the same as group, in one dimension. A machine with global memory or several
    cores, and a launch of several work-groups, run as a device (docs/devices.md); `result.device` tells more then.
    engine: "cycle", or "functional" (no timing). max_cycles:
    limit in cycles (functional: instructions). record: True keeps the event record, of a long run its last cycles,
    as many as fit into 256 MiB; range(a, b) keeps the cycles a to b - 1; on a device of every core, see
    `Result.of_core`. strict: refuse programs that hold words
    the machine cannot execute; otherwise they trap when they are reached. progress: called with the cycle
    (instruction) count, with 0 before the first and then about ten times a second; a true answer ends the run
    there. compiling: called before the engine is compiled, which takes about 7 s and happens once per
    installation.

    A trap, a deadlock or the limit does not raise: `result.stop` says what happened, and everything computed until then
    is there.

    Raises `LaunchError` (program and machine do not fit), `SizeError` (sizes do not go together, or a group does not
    fit a core), `InputError` (inputs), `MachineError` (unknown machine).
    """
    if not isinstance(program, Program):
        raise TypeError(
            f"run takes a Program: simt.load_program(name) or simt.assemble_file(path), not {type(program).__name__}"
        )
    if isinstance(machine, str):
        machine = Machine.load(machine)
    if engine not in ENGINES:
        raise ProgramError(f"the engine is `cycle` or `functional`, not {quote(engine)}")
    if record is not False and engine != "cycle":
        raise ProgramError("only the cycle engine records events")
    if isinstance(record, range) and (record.start < 0 or record.stop <= record.start or record.step != 1):
        raise ProgramError(f"a window of cycles is range(first, end) with 0 <= first < end, not {record}")
    if max_cycles < 1:
        raise ProgramError(f"max_cycles is at least 1, not {max_cycles}")
    grid = resolve_sizes(program, size=size, group=group, threads=threads)
    count = grid.threads if grid is not None else threads or 0
    if strict:
        check_fits(program, machine, count)
    elif problems := thread_problems(program, machine, count):
        raise LaunchError(problems)
    assert grid is not None  # check_fits has refused it
    is_device = needs_device(machine, grid)
    bounds = check_places(program, machine, grid) if is_device else {}
    bound = bind(program, machine, inputs or {})
    program, memory, image = bound
    digest = hashlib.sha256(memory.tobytes() + image.tobytes() + repr(program.constants).encode()).hexdigest()

    from simt.core.engine.run import (  # imports numba: only after all that can be wrong is checked
        compile_needed,
        optional_groups,
        simulate,
    )
    from simt.core.state.state import Launch

    kind = engine if not is_device else "device" if engine == "cycle" else "groups"
    must_compile = compiling is not None and compile_needed(kind, optional_groups(machine))
    is_over = progress is not None and bool(progress(0))  # whoever interrupts while numba loads gets no first chunk
    if compiling is not None and must_compile and not is_over:
        compiling()
    limit = 0 if is_over else max_cycles
    if is_device:
        from simt.launch.device import run_on_device

        result = run_on_device(
            bound, machine, grid, bounds, engine=engine, max_cycles=limit, record=record, progress=progress,
            inputs_hash=digest,
        )  # fmt: skip
        return replace(result, stop=replace(result.stop, kind="interrupted")) if is_over and result.stop else result
    launch = Launch(count, groups_x=grid.groups_x, size=grid.local)
    output = simulate(
        program, machine, launch, local=memory, max_cycles=limit, engine=engine, record=record, progress=progress
    )
    if is_over:
        output.status = "interrupted"
    return replace(result_of(output, program, machine, count, digest), launched=grid)


def result_of(output: RunOutput, program: Program, machine: Machine, threads: int, inputs_hash: str) -> Result:
    """What an engine left behind as a `Result`; `inputs_hash` is the SHA-256 of initial memory and constants."""
    length = len(program.words)
    final = output.local
    return Result(
        program=program,
        machine=machine,
        engine=output.engine,
        threads=threads,
        cycles=output.cycles,
        instructions=output.instructions,
        stop=_stop(output),
        local={
            name: final[array.address : array.address + array.length].view(numpy_type(array.type))
            for name, array in program.locals.items()
        },
        memory=final,
        registers=output.registers,
        carry=output.carry,
        ledgers=Ledgers(output.issue_ledger, output.warp_ledger, output.lane_ledger),
        issues=output.stats["issues"][:length].copy(),
        accesses=output.stats["entered"][:length].copy(),
        passes=output.stats["passes"][:length].copy(),
        active_lanes=output.stats["active"][:length].copy(),
        disagreements=output.stats["disagreements"][:length].copy(),
        events=Events(*output.kept) if output.kept is not None else None,
        inputs_hash=inputs_hash,
    )


def _stop(output: RunOutput) -> Stop | None:
    """Why the run stopped; None if it ran to its end."""
    trap = output.trap
    if trap is not None:
        deadlock = trap.kind == "deadlock"
        return Stop(
            trap.kind, trap.cycle, trap.warp, trap.lanes, trap.pc, trap.value,
            waiting=tuple(output.waiting()) if deadlock else (),
            finished=tuple(output.finished()) if deadlock else (),
        )  # fmt: skip
    if output.status != "done":
        return Stop(output.status, output.cycles if output.engine == "cycle" else output.instructions)
    return None
