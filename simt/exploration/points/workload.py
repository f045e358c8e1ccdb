"""A kernel with its inputs and the sizes of its launch, made once for all points of a sweep that share them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from isa.program.bundles import Slots
from isa.program.program import Program
from isa.reporting.diagnostics import SimtError
from isa.table.units import UNITS
from simt.compiler.request import target_of
from simt.core.state.grid import Grid
from simt.core.state.placed import Placed
from simt.exploration.errors import short
from simt.exploration.records.store import Row, digest
from simt.launch.inputs import InputError, place_buffers
from simt.launch.kernels import AnyKernel, LaunchInputs
from simt.launch.languages import Source
from simt.launch.naming import load_named
from simt.launch.oracle import Oracle, OracleError
from simt.launch.sizes import SizeError
from simt.launch.words import Words
from simt.machine import Machine

LaunchProblem = tuple[str, str]  # code, reason


class Image(NamedTuple):
    """A program with its inputs in place, for machines with equal sizes of local memory.

    - memory: local memory before the run, uint32 [local.words].
    - inputs: the digests of the inputs, by name.
    - units: the unit of each instruction, as `unit_matrix` returns it.
    - words: global memory before the run, uint32 [words].
    - checks: the outcomes of earlier comparisons with the oracle, by the final contents of the arrays.
    """

    program: Program
    memory: np.ndarray
    inputs: Mapping[str, str]
    units: np.ndarray
    words: np.ndarray
    checks: dict[bytes, tuple[str, str | None, str | None, float | None]]


class Interrupted(Exception):  # noqa: N818  # not an error
    """A point without a result, because the sweep is to stop."""


@dataclass
class Workload:
    """An assembled kernel with its inputs, or the failure to make it. A workload can be pickled.

    - identity: a hash of everything from which the workload was made.
    - threads: the threads of a work-group.
    - inputs: the inputs by name.
    - operations: the useful floating-point operations, if the oracle knows them.
    - failure: (status, code, reason) if the kernel could not be made, else None.
    - wanted: the oracle's expected results.
    - grid: the sizes of the launch.
    - source: the source of a kernel in OpenCL C or Python. In this case `program` is only a signature, and `on`
      compiles the source for a machine.
    - lengths: the lengths of the arrays of such a kernel, by name.
    - given: the names of the inputs that do not come from the oracle.
    - sample: the accuracy of estimated cycles in percent; None for whole runs.
    """

    identity: str
    program: Program | None = None
    threads: int = 0
    inputs: Mapping[str, Any] = field(default_factory=dict)
    oracle: Oracle | None = None
    operations: int | None = None
    failure: tuple[str, str, str] | None = None
    wanted: Mapping[str, Any] | None = None
    grid: Grid | None = None
    source: Source | None = None
    lengths: Mapping[str, int] = field(default_factory=dict)
    given: tuple[str, ...] = ()
    sample: float | None = None
    _images: dict[Any, Image] = field(default_factory=dict, init=False)
    _packed: dict[tuple[Slots, int, int], Program] = field(default_factory=dict, init=False)
    _fits: dict[Any, LaunchProblem | None] = field(default_factory=dict, init=False)
    _compiled: dict[tuple[object, ...], Workload] = field(default_factory=dict, init=False)

    @cached_property
    def tables(self) -> Mapping[str, Any]:
        """The inputs that do not depend on the seed, for static analysis. Raises `OracleError`."""
        assert self.program is not None  # there is no failure
        known = LaunchInputs(self.oracle, self.grid, self.inputs, self.given).known(self.program)
        return known if self.source is None else self.source.values(known)

    def on(self, machine: Machine) -> Workload:
        """Return the workload with its kernel compiled for a machine, if it needs a compiler. Raises `CompileError`."""
        if self.source is None:
            return self
        target = target_of(machine)
        if target not in self._compiled:
            program = self.source.compiled(machine, self.grid, self.lengths, None)
            self._compiled[target] = replace(self, program=program, inputs=self.source.values(self.inputs), source=None)
        return self._compiled[target]

    def __getstate__(self) -> dict[str, Any]:
        """Return the state to pickle, without caches and without the oracle's module."""
        state = {**self.__dict__, "_images": {}, "_packed": {}, "_fits": {}, "_compiled": {}}
        if self.oracle is not None:
            state["oracle"] = self.oracle.detached()
        return state


@dataclass(frozen=True, slots=True)
class Ready:
    """A point that can be run.

    - key: the key of its result in the results file.
    - placed: the program, with the inputs of `image`, on the machine.
    - hashes: the hashes of machine, program and inputs.
    - sample: the accuracy of estimated cycles in percent; None for a whole run.
    - outputs: whether a sampled run also computes all outputs, which the oracle then checks.
    """

    key: str
    placed: Placed
    image: Image
    hashes: tuple[str, str, str]
    sample: float | None = None
    outputs: bool = False

    @property
    def machine(self) -> Machine:
        """The machine."""
        return self.placed.machine


class Refused(NamedTuple):
    """A point that cannot be run, as there is no machine or the program does not fit: its key and its result."""

    key: str
    row: Row


def prepare(
    kernel: AnyKernel, words: Words, source_hash: str = "", machine: Machine | None = None,
    sample: float | None = None, is_over: Callable[[], bool] = lambda: False,
) -> Workload:  # fmt: skip
    """Assemble a kernel and make its inputs. An error becomes the workload's `failure`.

    - words: the words of the launch.
    - source_hash: a hash of all files that were read, inputs included.
    - machine: as for `LoadedKernel.launch_inputs`.
    - sample: as in `Workload`.
    - is_over: returns whether the caller no longer needs the workload.

    Raises `Interrupted` if `is_over` becomes true while earlier launches of a pipeline run.
    """
    sizes = (words.threads, words.global_size, words.local_size)
    identity = digest([source_hash, sorted(words.defines.items()), *sizes, words.seed, str(words.oracle)])
    folder = None
    try:
        loaded = load_named(kernel, words.defines, words.include_paths)
        folder = None if loaded.path is None else loaded.path.parent
        program, source = loaded.program, loaded.source
        assembled, grid, values, names = loaded.launch_inputs(words, machine, progress=lambda _: is_over())
        place_buffers(program, values)  # raises if a buffer has no length
        arguments = values if source is None else source.values(values)
        wanted = assembled.expected(program, arguments, grid) if assembled is not None else None
        operations = assembled.operations(program, grid) if assembled is not None else None
        lengths = {} if source is None else source.lengths(values)
    except KeyboardInterrupt:  # by `is_over`
        raise Interrupted from None
    except SizeError as error:
        return Workload(identity, failure=("sizes", error.code, short(error)))
    except (InputError, OracleError) as error:
        return Workload(identity, failure=("oracle", error.code, short(error, folder)))
    except SimtError as error:
        return Workload(identity, failure=("assembly", error.code, short(error)))
    count = grid.threads if grid is not None else words.threads or 0
    return Workload(
        identity, program, count, values, assembled, operations, None, wanted, grid, source, lengths, names, sample
    )  # fmt: skip


def unit_matrix(program: Program) -> np.ndarray:
    """Return int64 [instructions, units]: 1 if the instruction is of the unit. A private access has no unit."""
    units = [instruction.spec.unit if instruction is not None else "" for instruction in program.instructions]
    return np.array([[unit == name for name in UNITS] for unit in units], np.int64)
