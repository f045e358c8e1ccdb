"""The run of a program on a machine, without an oracle."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from isa.reporting.diagnostics import ProgramError
from simt.core.state.placed import Placed
from simt.launch.arrays import buffer_arrays, changed_buffers
from simt.launch.fits import LaunchError, check_fits, thread_problems
from simt.launch.how import How
from simt.launch.sizes import check_places
from simt.result.buffers import Transfer, Transfers

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from isa.program.program import Program
    from simt.core.engine.kinds import Kind
    from simt.core.state.grid import Grid
    from simt.launch.how import Compiling, Watcher
    from simt.launch.storage import LaunchStorage
    from simt.machine import Machine
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
    check_places(placed)
    return placed


def execute(
    placed: Placed, inputs: Mapping[str, ArrayLike], how: How, *, storage: LaunchStorage | None = None,
    progress: Watcher | None = None, compiling: Compiling | None = None,
) -> Result:  # fmt: skip
    """Run a launch that fits its machine (`placed_on`), and return the result, also if the run ends early.

    - inputs: values by the program's names.
    - how: the options of the run.
    - storage: the copy of a storage manager that holds the buffers (`Result.managing`), if any; a run that reaches its
      end changes the manager.
    - progress, compiling: as in `PreparedLaunch.run`. `progress` may end the run before cycle 0.

    Raises `InputError`, `StorageError`, `LaunchError`, and `ProgramError`: for cycles that cannot be
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
    bound = Bound.of(placed, inputs, storage)
    is_over = progress is not None and bool(progress(0))
    if compiling is not None and not is_over:
        for kind in _missing_kinds(placed, how):
            compiling(kind)
    result = bound.run_once(how, progress, is_over=is_over)
    if storage is None and not how.with_transfers:
        return result
    before = buffer_arrays(bound.data.program, bound.data.memory)
    changed = changed_buffers(before, result.buffers) if result.completed else {}
    if storage is not None:
        if result.completed:
            storage.finish(changed)
        result = replace(result, managing=storage.managing)
    if how.with_transfers:
        result = replace(result, transfers=transfers_of(result.machine, result.cycles, before, changed))
    return result


def _missing_kinds(placed: Placed, how: How) -> list[Kind]:
    """Return the kinds of engine that a run needs and that are not compiled."""
    from simt.core.engine.kinds import kind_of_launch

    engines = ["functional", "cycle"] if how.sample is not None else ["check" if how.is_watched else how.engine]
    kinds = [kind_of_launch(placed.machine, placed.grid, engine) for engine in engines]
    return [kind for kind in kinds if not kind.is_compiled]


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
