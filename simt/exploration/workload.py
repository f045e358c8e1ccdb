"""A kernel with its inputs and the sizes of its launch, made once for all the points of a sweep that have them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from isa.diagnostics import SimtError
from isa.program import Program
from isa.units import UNITS
from simt.core.state.grid import Grid
from simt.exploration.errors import short
from simt.exploration.store import Row, digest
from simt.launch.inputs import InputError, place_buffers
from simt.launch.oracle import Oracle, OracleError
from simt.launch.programs import find_program, load_program, oracle_beside
from simt.launch.sizes import Size, SizeError, resolve_sizes
from simt.machine import Machine

LaunchProblem = tuple[str, str]  # code, reason


class Image(NamedTuple):
    """A program on a machine with so much local memory, its inputs in place."""

    program: Program  # with its parameters
    memory: np.ndarray  # uint32 [local.words], before the run
    inputs_hash: str
    units: np.ndarray  # int64 [instructions, units]: 1 where an instruction is one of the unit
    words: np.ndarray  # uint32, global memory before the run, as in `simt.launch.inputs.BoundProgram`


@dataclass
class Workload:
    """A kernel, assembled, with its inputs; or `failure`, why there is none. Is sent to workers."""

    identity: str
    program: Program | None = None
    threads: int = 0
    inputs: Mapping[str, Any] = field(default_factory=dict)
    oracle: Oracle | None = None
    operations: int | None = None
    failure: tuple[str, str, str] | None = None  # status, code, reason
    wanted: Mapping[str, Any] | None = None  # what the oracle expects
    grid: Grid | None = None  # the sizes of the launch
    _images: dict[Any, Image] = field(default_factory=dict)
    _packed: dict[tuple[int, int, int], Program] = field(default_factory=dict)
    _fits: dict[Any, LaunchProblem | None] = field(default_factory=dict)
    _checks: dict[bytes, tuple[str, str | None, str | None, float | None]] = field(default_factory=dict)

    @cached_property
    def tables(self) -> Mapping[str, Any]:
        """The inputs that are the same whatever the seed: what an analysis may know. Raises `OracleError`."""
        if self.oracle is None or self.program is None:
            return {}
        return self.oracle.constants(self.program, self.grid)

    def __getstate__(self) -> dict[str, Any]:
        """Without what each process makes for itself; an oracle's module stays here, what it expects goes."""
        state = {**self.__dict__, "_images": {}, "_packed": {}, "_fits": {}, "_checks": {}}
        if self.oracle is not None:
            state["oracle"] = self.oracle.detached()
        return state


@dataclass(frozen=True, slots=True)
class Ready:
    """A point before its run. `row` is there if there is nothing to run: it does not fit, or there is no machine."""

    key: str
    row: Row | None
    machine: Machine | None = None
    image: Image | None = None
    hashes: tuple[str, str, str] = ("", "", "")
    places_by: Mapping[str, int] = field(default_factory=dict)  # as in `Result`; none: it can be run in a batch


def prepare(
    name: str,
    *,
    defines: Mapping[str, int | float | str],
    include_paths: tuple[str, ...] = (),
    threads: int | None = None,
    size: Size | None = None,
    group: Size | None = None,
    seed: int = 1,
    oracle: Path | bool = True,
    source_hash: str = "",
) -> Workload:
    """Assemble a kernel and make its inputs. What goes wrong is in `failure`: the point is recorded as such.

    oracle: a file, or whether the one beside the kernel gives sizes, inputs, and what the result is compared with.
    size, group: of the launch and of a work-group, as for `simt.run`; what is None is the oracle's, else the kernel's.
    """
    identity = digest([source_hash, sorted(defines.items()), threads, size, group, seed, str(oracle)])
    try:
        path = find_program(name)
        program = load_program(path, defines=defines, include_paths=include_paths)
        file = oracle_beside(path) if oracle is True else oracle
        found = Oracle.load(file) if file else None
        default = found.launch(program) if found is not None else None
        grid = resolve_sizes(program, size=size, group=group, threads=threads, default=default)
        inputs: Mapping[str, Any] = {}
        if found is not None:
            inputs = found.inputs(program, seed, grid)
        place_buffers(program, inputs)  # raises if there is a buffer without a length
        wanted = found.expected(program, inputs, grid) if found is not None else None
        operations = found.operations(program, grid) if found is not None else None
    except SizeError as error:
        return Workload(identity, failure=("sizes", error.code, short(error)))
    except (InputError, OracleError) as error:
        return Workload(identity, failure=("oracle", error.code, short(error, path.parent)))
    except SimtError as error:
        return Workload(identity, failure=("assembly", error.code, short(error)))
    count = grid.threads if grid is not None else threads or 0
    return Workload(identity, program, count, inputs, found, operations, None, wanted, grid)


def unit_matrix(program: Program) -> np.ndarray:
    """int64 [instructions, units]: 1 where an instruction is one of the unit."""
    units = [instruction.spec.unit if instruction is not None else "" for instruction in program.instructions]
    return np.array([[unit == name for name in UNITS] for unit in units], np.int64)
