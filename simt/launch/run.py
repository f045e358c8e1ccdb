"""`run`: check a program against a machine, store the inputs, run an engine, name the outcome.

This is the Python interface that the command line itself uses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from isa.program.program import Program
from isa.reporting.diagnostics import ProgramError, quote
from simt.launch.arrays import changed_buffers
from simt.launch.digests import input_digests
from simt.launch.fits import LaunchError, check_fits, thread_problems
from simt.launch.inputs import bind
from simt.launch.sizes import Size, check_cycles, counted_places, entry_of, resolve_sizes
from simt.launch.storage import LaunchStorage
from simt.machine import Machine

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from simt.core.engine.kinds import Kind
    from simt.core.state.grid import Grid
    from simt.launch.replay import Replay
    from simt.memory.storage.layout import Key
    from simt.memory.storage.manager import StorageManager
    from simt.result.result import Result

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
    offset: Size | None = None,
    engine: str = "cycle",
    max_cycles: int = DEFAULT_MAX_CYCLES,
    record: bool | range = False,
    strict: bool = True,
    with_transfers: bool = False,
    storage: StorageManager | None = None,
    objects: Mapping[str, Key] | None = None,
    keep_objects: bool = False,
    watched: bool = False,
    progress: Callable[[int], object] | None = None,
    compiling: Callable[[Kind], None] | None = None,
) -> Result:
    """Run a program on a machine.

    inputs: values by name, arrays for `.local` arrays and `.buffer`s (float32, uint32 or int32 of the array's length,
    any length for a buffer that has none; other real types are converted if nothing is lost but float precision),
    numbers for `.param`s. size: work-items of the launch, group: of a work-group, each a number, (x, y) or (x, y, z);
    by default one work-group of `.threads`. threads: the same as group, in one dimension. offset: what is added to
    `global_id_x` and its kin, as a size. engine: "cycle", or "functional" (no timing). max_cycles: limit in cycles
    (functional: instructions). record: True keeps the event record, of a long run its last cycles, as many as fit into
    256 MiB; range(a, b) keeps the cycles a to b - 1; of every core, see `Result.of_core`. strict: refuse programs that
    hold words the machine cannot execute; otherwise they trap when they are reached. with_transfers: count what the
    host moves before and after the launch too (`Result.transfers`); the cycle engine alone does. storage: whose objects
    the buffers are, see `Result.managing`; it is changed by a launch that runs to its end. objects: those of buffers,
    by name, which need not be the next ones (`named_objects`). keep_objects: leave what the launch creates. watched:
    look for races and reads of what nobody wrote (`Result.findings`, docs/check.md); the functional engine alone does.
    progress: called with the cycle (instruction) count, with 0 before the first and then about ten times a second; a
    true answer ends the run there. compiling: called before an engine is compiled, with its kind
    (`simt.core.engine.kinds`): each kind is compiled at its first run, which takes some 8 s, once per installation.

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
    if with_transfers and engine != "cycle":
        raise ProgramError("the cycle engine alone counts host transfers")
    if watched and engine != "functional":
        raise ProgramError("the functional engine alone is watched for races")
    if isinstance(record, range) and (record.start < 0 or record.stop <= record.start or record.step != 1):
        raise ProgramError(f"a window of cycles is range(first, end) with 0 <= first < end, not {record}")
    check_cycles(max_cycles)
    grid = _grid(program, machine, strict, size=size, group=group, threads=threads, offset=offset)
    places_by = counted_places(program, machine, grid)
    managed = None if storage is None else LaunchStorage(storage, objects or {}, is_kept=keep_objects)
    bound = bind(program, machine, inputs or {}, None if managed is None else managed.place)
    frames = None if managed is None else managed.frames
    digests = input_digests(program, bound, inputs or {}, frames)

    from simt.core.engine.entry import optional_groups  # numba: only when all that can be wrong is checked
    from simt.core.engine.kinds import kind_of
    from simt.launch.outcome import given_words, run_bound

    kind = kind_of(entry_of(machine, grid, "check" if watched else engine), optional_groups(machine))
    must_compile = compiling is not None and not kind.is_compiled
    is_over = progress is not None and bool(progress(0))  # whoever interrupts while numba loads gets no first chunk
    if compiling is not None and must_compile and not is_over:
        compiling(kind)
    result = run_bound(
        bound, machine, grid, places_by, engine=engine, max_cycles=0 if is_over else max_cycles, record=record,
        progress=progress, inputs=digests, frames=frames,
        given=given_words(bound, inputs or {}) if watched else None,
    )  # fmt: skip
    if managed is not None:
        if result.completed:
            managed.finish(changed_buffers(bound.program, bound.memory, result.buffers))
        result = replace(result, managing=managed.managing)
    if with_transfers:
        from simt.launch.transfers import host_transfers

        result = replace(result, transfers=host_transfers(bound.program, bound.memory, result))
    return replace(result, stop=replace(result.stop, kind="interrupted")) if is_over and result.stop else result


def replay(
    program: Program, machine: Machine, *, inputs: Mapping[str, ArrayLike] | None = None, size: Size | None = None,
    group: Size | None = None, threads: int | None = None, offset: Size | None = None, strict: bool = True,
) -> Replay:  # fmt: skip
    """The cycles of the launch that `run` makes of these arguments, to go to and back. Raises what `run` raises."""
    from simt.launch.outcome import replay_bound

    grid = _grid(program, machine, strict, size=size, group=group, threads=threads, offset=offset)
    return replay_bound(bind(program, machine, inputs or {}), machine, grid, counted_places(program, machine, grid))


def _grid(program: Program, machine: Machine, strict: bool, **sizes: Any) -> Grid:
    """The sizes of a launch that fits, from those that `resolve_sizes` takes. Raises `LaunchError`, `SizeError`."""
    grid = resolve_sizes(program, **sizes)
    count = grid.threads if grid is not None else sizes["threads"] or 0
    if strict:
        check_fits(program, machine, count)
    elif problems := thread_problems(program, machine, count):
        raise LaunchError(problems)
    assert grid is not None  # check_fits has refused it
    return grid


def compile_kind(kind: Kind) -> None:
    """Have a kind of engine in memory and on disk: next to nothing is run on what needs it."""
    from isa.assembly.assembler import assemble
    from simt.core.engine.entry import CLIENTS, DRAM, ROUTINE, routine_address
    from simt.memory.clients.run import compile_engine as compile_clients
    from simt.memory.dram.run import compile_engine as compile_dram

    if kind.engine in (CLIENTS, DRAM):
        (compile_clients if kind.engine == CLIENTS else compile_dram)()
        return
    if kind.engine == ROUTINE:
        routine_address()
        return
    engine = "cycle" if kind.engine in ("cycle", "device") else "functional"
    program, machine = assemble(".threads 1\n ret\n"), Machine.load("fpga4", kind.keys)
    run(program, machine, engine=engine, watched=kind.engine.startswith("check"))
