"""A kernel with its inputs and the sizes of its launch, made once for all points of a sweep that share them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from isa.program.program import Program
from isa.reporting.diagnostics import SimtError
from isa.table.units import UNITS
from simt.compiler.request import target_of
from simt.core.state.grid import Grid
from simt.exploration.errors import short
from simt.exploration.records.store import Row, digest
from simt.launch.inputs import InputError, place_buffers
from simt.launch.kernels import AnyKernel, LaunchInputs, load_kernel, read_words
from simt.launch.languages import Source
from simt.launch.oracle import Oracle, OracleError
from simt.launch.sizes import SizeError
from simt.launch.words import Words
from simt.machine import Machine

LaunchProblem = tuple[str, str]  # code, reason


class Image(NamedTuple):
    """A program on machines with a given size of local memory, its inputs in place."""

    program: Program  # with its parameters
    memory: np.ndarray  # uint32 [local.words], before the run
    inputs: Mapping[str, str]  # their digests, by name
    units: np.ndarray  # int64 [instructions, units]: 1 if the unit executes the instruction
    words: np.ndarray  # uint32, global memory before the run, as in `simt.launch.inputs.BoundProgram`
    checks: dict[bytes, tuple[str, str | None, str | None, float | None]]  # verdicts, by the arrays' final contents


@dataclass
class Workload:
    """A kernel with its inputs, assembled; or `failure`, the reason why there is none. Can be sent to workers.

    source: of a compiled kernel; `program` is then its signature, and `on` gives the workload of a machine.
    """

    identity: str
    program: Program | None = None
    threads: int = 0
    inputs: Mapping[str, Any] = field(default_factory=dict)
    oracle: Oracle | None = None
    operations: int | None = None
    failure: tuple[str, str, str] | None = None  # status, code, reason
    wanted: Mapping[str, Any] | None = None  # the oracle's expected results
    grid: Grid | None = None  # the sizes of the launch
    source: Source | None = None
    lengths: Mapping[str, int] = field(default_factory=dict)  # of the launch's arrays, for `source`
    given: tuple[str, ...] = ()  # names in `inputs` that do not come from the oracle
    _images: dict[Any, Image] = field(default_factory=dict, init=False)
    _packed: dict[tuple[int, int, int], Program] = field(default_factory=dict, init=False)
    _fits: dict[Any, LaunchProblem | None] = field(default_factory=dict, init=False)
    _compiled: dict[tuple[object, ...], Workload] = field(default_factory=dict, init=False)

    @cached_property
    def tables(self) -> Mapping[str, Any]:
        """The inputs that do not depend on the seed, for static analysis. Raises `OracleError`."""
        assert self.program is not None  # there is no failure
        known = LaunchInputs(self.oracle, self.grid, self.inputs, self.given).known(self.program)
        return known if self.source is None else self.source.values(known)

    def on(self, machine: Machine) -> Workload:
        """The workload with the program that runs on a machine. Raises `CompileError`."""
        if self.source is None:
            return self
        about = target_of(machine)
        compiled = self._compiled.get(about)
        if compiled is None:
            program = self.source.compiled(machine, self.grid, self.lengths, None)
            compiled = replace(self, program=program, inputs=self.source.values(self.inputs), source=None)
            self._compiled[about] = compiled
        return compiled

    def __getstate__(self) -> dict[str, Any]:
        """The state without what each process makes for itself: an oracle's expected results, but not its module."""
        state = {**self.__dict__, "_images": {}, "_packed": {}, "_fits": {}, "_compiled": {}}
        if self.oracle is not None:
            state["oracle"] = self.oracle.detached()
        return state


@dataclass(frozen=True, slots=True)
class Ready:
    """A point before its run. `row` is set if there is nothing to run: it does not fit, or there is no machine."""

    key: str
    row: Row | None
    machine: Machine | None = None
    image: Image | None = None
    hashes: tuple[str, str, str] = ("", "", "")
    places_by: Mapping[str, int] = field(default_factory=dict)  # as in `Result`; empty: it can be run in a batch


def prepare(kernel: AnyKernel, words: Words, source_hash: str = "") -> Workload:
    """Assemble a kernel and make its inputs. Errors go into `failure`, and the point is recorded with them.

    source_hash: of all files read, inputs included.
    """
    about = [
        sorted(words.defines.items()),
        words.threads,
        words.global_size,
        words.local_size,
        words.seed,
        str(words.oracle),
    ]
    identity = digest([source_hash, *about])
    folder = None
    try:
        loaded = load_kernel(kernel, words.defines, words.include_paths)
        folder = None if loaded.path is None else loaded.path.parent
        program, source = loaded.program, loaded.source
        assembled, grid, values, names = read_words(loaded, words)
        place_buffers(program, values)  # raises if a buffer has no length
        own = values if source is None else source.values(values)
        wanted = assembled.expected(program, own, grid) if assembled is not None else None
        operations = assembled.operations(program, grid) if assembled is not None else None
        lengths = {} if source is None else source.lengths(values)
    except SizeError as error:
        return Workload(identity, failure=("sizes", error.code, short(error)))
    except (InputError, OracleError) as error:
        return Workload(identity, failure=("oracle", error.code, short(error, folder)))
    except SimtError as error:
        return Workload(identity, failure=("assembly", error.code, short(error)))
    count = grid.threads if grid is not None else words.threads or 0
    return Workload(identity, program, count, values, assembled, operations, None, wanted, grid, source, lengths, names)


def unit_matrix(program: Program) -> np.ndarray:
    """int64 [instructions, units]: 1 if the unit executes the instruction."""
    units = [instruction.spec.unit if instruction is not None else "" for instruction in program.instructions]
    return np.array([[unit == name for name in UNITS] for unit in units], np.int64)
