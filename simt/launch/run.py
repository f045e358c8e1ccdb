"""The run of a program on a machine, without an oracle."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from isa.reporting.diagnostics import ProgramError
from simt.core.state.grid import Grid
from simt.core.state.placed import Placed
from simt.launch.arrays import buffer_arrays, changed_buffers
from simt.launch.fits import LaunchError, check_fits, thread_problems
from simt.launch.how import How
from simt.launch.sizes import counted_places
from simt.launch.storage import LaunchStorage
from simt.result.buffers import Transfer, Transfers

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from isa.program.program import Program
    from simt.core.engine.kinds import Kind
    from simt.launch.bound import Bound
    from simt.machine import Machine
    from simt.memory.storage.layout import Key
    from simt.memory.storage.manager import StorageManager
    from simt.result.result import Result


def placed_on(
    program: Program, machine: Machine, grid: Grid | None, threads: int | None = None, *, strict: bool = True
) -> Placed:
    """Check that a program fits a machine, and return the program, the machine and the grid as one object.

    - grid: None if the size of a work-group is unknown, which is an error.
    - threads: the number of threads that the user asked for, for the message of this error; None if there is none.
    - strict: whether to refuse a program with words that the machine cannot execute; otherwise such a word traps when a
      warp reaches it.

    Raises `LaunchError`, `SizeError`.
    """
    count = grid.threads if grid is not None else threads or 0
    if strict:
        check_fits(program, machine, count)
    elif problems := thread_problems(program, machine, count):
        raise LaunchError(problems)
    assert grid is not None  # it was refused
    placed = Placed(program, machine, grid)
    counted_places(placed)
    return placed


def execute(
    placed: Placed, inputs: Mapping[str, ArrayLike], how: How, *, storage: StorageManager | None = None,
    objects: Mapping[str, Key] | None = None, progress: Callable[[int], object] | None = None,
    compiling: Callable[[Kind], None] | None = None,
) -> Result:  # fmt: skip
    """Run a launch that fits its machine (`placed_on`), and return the result, also if the run ends early.

    - inputs: values by the program's names.
    - how: the options of the run.
    - storage: the storage manager that holds the buffers (`Result.managing`), if any; a run that reaches its end
      changes it.
    - objects: the manager's objects, by buffer. A buffer without an object gets a free object.
    - progress, compiling: as in `PreparedLaunch.run`.

    Raises `InputError`, `SizeError`, `StorageError`, `LaunchError`, and `ProgramError`: for cycles that cannot be
    recorded, for a launch with too few work-groups for a sample (E0508), and for a launch that stops in a sample
    (E0509).
    """
    from simt.launch.bound import Bound

    if how.sample is not None:
        from simt.launch.sampling.sampled import sample_problem

        if problem := sample_problem(placed):
            raise ProgramError(problem, code="E0508", help="a launch as small as this one runs whole: leave it out")
        if storage is not None or how.with_transfers:
            how = replace(how, outputs=True)  # they need the arrays
    managed = None if storage is None else LaunchStorage(storage, objects or {}, is_kept=how.keep_objects)
    bound = Bound.of(placed, inputs, managed)
    result = _run(bound, how, list(inputs), progress, compiling)
    before, changed = buffer_arrays(bound.data.program, bound.data.memory), dict[str, np.ndarray]()
    if result.completed and (managed is not None or how.with_transfers):
        changed = changed_buffers(before, result.buffers)
    if managed is not None:
        if result.completed:
            managed.finish(changed)
        result = replace(result, managing=managed.managing)
    if how.with_transfers:
        result = replace(result, transfers=transfers_of(result.machine, result.cycles, before, changed))
    return result


def _run(
    bound: Bound, how: How, given: list[str], progress: Callable[[int], object] | None,
    compiling: Callable[[Kind], None] | None,
) -> Result:  # fmt: skip
    """Run the launch, and call `compiling` before an engine is compiled.

    `progress` may end the run before cycle 0. given: the names of the inputs.
    """
    from simt.core.engine.kinds import kind_of_launch

    engines = ["functional", "cycle"] if how.sample is not None else ["check" if how.is_watched else how.engine]
    kinds = [kind_of_launch(bound.placed.machine, bound.placed.grid, engine) for engine in engines]
    missing = [kind for kind in kinds if compiling is not None and not kind.is_compiled]
    if progress is None or not progress(0):
        for kind in missing:
            assert compiling is not None
            compiling(kind)
            compile_kind(kind)
        return bound.run(how, progress, given)
    result = bound.run(how, progress, given, is_over=True)
    return replace(result, stop=replace(result.stop, kind="interrupted")) if result.stop else result


def transfers_of(
    machine: Machine, cycles: int, before: Mapping[str, np.ndarray], changed: Mapping[str, np.ndarray]
) -> Transfers:
    """Return the transfers of the host: buffers that are not 0 go in, changed buffers go out.

    Source: docs/processor.md, section 21.

    - cycles: the cycles of the run.
    - before: all buffers before the run, by name.
    - changed: the buffers that the run changed, with their contents after the run; empty if the run did not reach its
      end.
    """
    moves = [(name, "in", array) for name, array in before.items() if array.view(np.uint8).any()]
    moves += [(name, "out", array) for name, array in changed.items()]
    transfers = []
    for name, way, array in moves:
        size = -(-array.nbytes // 4) * 4
        transfers.append(Transfer(name, way, size, cycles_of(machine, size)))
    return Transfers(tuple(transfers), cycles)


def cycles_of(machine: Machine, size: int) -> int:
    """Return the cycles in which the host transfers `size` bytes."""
    memory = machine.memory
    rate = min(Fraction(machine.host.link_rate), Fraction(machine.memory_bytes_per_cycle))
    latency = memory.latency
    if memory.policy == "dram":
        latency = machine.memory_latency(machine.dram["bytes_per_req"])
    return machine.host.latency + math.ceil(size / rate) + latency


def compile_kind(kind: Kind) -> None:
    """Compile a kind of engine, and measure how long it takes; the cache on disk keeps the engine."""
    from simt.launch.compile_times import timed

    with timed(kind):
        _compile(kind)


def _compile(kind: Kind) -> None:
    """Compile a kind; an engine that runs kernels is compiled by running an empty kernel."""
    from isa.assembly.assembler import assemble
    from simt.core.engine.entry import routine_address
    from simt.core.engine.names import CLIENTS, DRAM, ROUTINE
    from simt.machine import Machine
    from simt.memory.clients.run import compile_engine as compile_clients
    from simt.memory.dram.run import compile_engine as compile_dram

    if kind.engine in (CLIENTS, DRAM):
        (compile_clients if kind.engine == CLIENTS else compile_dram)()
        return
    if kind.engine == ROUTINE:
        routine_address()
        return
    engine = "cycle" if kind.engine in ("cycle", "device") else "functional"
    placed = Placed(assemble(".threads 1\n ret\n"), Machine.load("fpga4", kind.keys), Grid.of(1))
    execute(placed, {}, How(engine=engine, is_watched=kind.engine.startswith("check")))
