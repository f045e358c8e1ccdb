"""Pipelines: kernels that run one after the other on the same buffers of global memory (docs/pipelines.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from isa.program.program import Buffer, Program
from isa.reporting.diagnostics import quote
from simt.launch.arrays import TYPES, Shaped, changed_buffers
from simt.launch.how import How
from simt.launch.inputs import InputError, typed
from simt.launch.kernels import LaunchInputs, LoadedKernel, read_inputs
from simt.launch.oracle import Oracle, OracleError
from simt.launch.prepared import PreparedLaunch, prepare_launch
from simt.launch.run import transfers_of
from simt.launch.sizes import resolve_sizes
from simt.launch.words import Beside, Words
from simt.result.buffers import Transfers
from simt.result.check import Check
from simt.result.result import Result
from simt.result.tables import frame
from simt.version import __version__

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from pandas import DataFrame

    from simt.core.state.grid import Grid
    from simt.machine import Machine
    from simt.machine.settings import Origin
    from simt.result.stops import Stop

SCHEMA = "simt.pipeline/1"
COLUMNS = (
    ("kernel", "U64"), ("global_size", "U32"), ("local_size", "U32"), ("cycles", np.int64), ("instructions", np.int64),
    ("groups", np.int64), ("transactions", np.int64), ("bytes", np.int64),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Stage:
    """A launch of a kernel in a pipeline.

    - kernel: the kernel. One in OpenCL C or Python is compiled when the machine and the lengths of buffers are known.
    - grid: the sizes; None for the program's own.
    - buffers: the pipeline's buffer for each buffer of the program, by name.
    - params: values of the program's parameters; other parameters keep their defaults.
    - name: its name in the pipeline; "" for the name of the program.
    """

    kernel: LoadedKernel
    grid: Grid | None
    buffers: Mapping[str, str]
    params: Mapping[str, Any]
    name: str = ""

    @property
    def program(self) -> Program:
        """The program, or the signature of a kernel in a language."""
        return self.kernel.program

    @property
    def label(self) -> str:
        """The name by which a message calls the launch."""
        return self.name or self.program.name

    def launch(
        self, machine: Machine, memory: Mapping[str, Any], origins: Mapping[str, Origin] | None = None
    ) -> PreparedLaunch:
        """Return the launch on a machine.

        - memory: arrays by the pipeline's names, as they are before the launch; buffers of assembly that it lacks are
          0.
        - origins: the origins of the machine's keys.

        Raises what `prepare_launch` raises.
        """
        arrays = {own: memory[name] for own, name in self.buffers.items() if name in memory}
        values = {**arrays, **typed(self.program, self.params)}
        grid = self.grid or resolve_sizes(self.program)
        # Nobody checks a launch alone, so it is taken as it is, like a `Program`.
        kernel = replace(self.kernel, is_named=False)
        inputs = LaunchInputs(None, grid, values, tuple(values))
        return prepare_launch(kernel, inputs, machine, origins or {}, Words(oracle=False, pack=True))


@dataclass(frozen=True, slots=True)
class Pipeline:
    """The launches in their order, and the buffers that they share.

    - stages: the launches.
    - whole: a program without words, with the pipeline's name, buffers and symbols; an oracle gets it as its program.
    - machine: a preset or a file; "" if the pipeline names none.
    - path: the file that the pipeline was read from; None if it was made in Python.
    """

    stages: tuple[Stage, ...]
    whole: Program
    machine: str = ""
    path: Path | None = None

    @property
    def oracle_beside(self) -> Path | None:
        """The pipeline's file, if an oracle may be beside it: a kernel in Python of the oracle's name is no oracle."""
        path = self.path
        kernels = [stage.kernel.path.resolve() for stage in self.stages if stage.kernel.path is not None]
        return None if path is None or path.with_suffix(".py").resolve() in kernels else path


def buffers_of(stages: Mapping[str, tuple[Buffer, ...]]) -> dict[str, Buffer]:
    """Return, for each name, the one buffer of the pipeline.

    stages: the launches' buffers of each name. They have equal types, and equal lengths, except that 0 stands for any
    length.
    """
    return {
        name: replace(buffers[0], name=name, length=max(buffer.length for buffer in buffers), index=0)
        for name, buffers in stages.items()
    }


@dataclass(frozen=True, eq=False, repr=False)
class PipelineResult:
    """The result of a pipeline: the result of each launch that began, and the buffers after the last of them.

    - buffers: arrays [elements] in the types of the buffers, by the pipeline's names.
    - seed: the seed of the oracle's inputs; None without an oracle.
    - check: the oracle's comparison; None without an oracle, or if the pipeline did not run to its end.
    - transfers: the transfers of the host; None if they are not counted.
    - prepared: the machine's name, with the keys that the user changed.
    """

    pipeline: Pipeline
    machine: Machine
    launches: tuple[Result, ...]
    buffers: Mapping[str, np.ndarray]
    seed: int | None = None
    check: Check | None = None
    transfers: Transfers | None = None
    prepared: str = ""

    @property
    def name(self) -> str:
        """The pipeline's name."""
        return self.pipeline.whole.name

    @property
    def cycles(self) -> int:
        """The cycles of all launches. No cycles are counted between launches."""
        return sum(result.cycles for result in self.launches)

    @property
    def seconds(self) -> float:
        """The time of all launches in seconds, at the machine's clock."""
        return self.cycles / (self.machine.clock_mhz * 1e6)

    @property
    def stop(self) -> Stop | None:
        """The reason why the last launch that began did not run to its end; None if it did, or if no launch began."""
        return self.launches[-1].stop if self.launches else None

    @property
    def completed(self) -> bool:
        """Return whether all kernels ran to their ends."""
        return self.stop is None and len(self.launches) == len(self.pipeline.stages)

    @property
    def table(self) -> np.ndarray:
        """A row for each launch that began, with the fields of `COLUMNS`."""
        rows = []
        for result in self.launches:
            size, group = ("x".join(map(str, sizes)) for sizes in (result.grid.size, result.grid.local))
            _, transactions, moved = result.traffic.totals
            numbers = (result.cycles, result.instructions, result.groups, transactions, moved)
            rows.append((result.program.name[:64], size, group, *numbers))
        return np.array(rows, np.dtype(list(COLUMNS)))

    def frame(self) -> DataFrame:
        """Return `table` as a pandas DataFrame. Raises `FrameError` if pandas is not installed."""
        return frame(self.table)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON, without the buffers. Each launch is as in the JSON of a run."""
        return {
            "schema": SCHEMA,
            "pipeline": self.name,
            "machine": self.machine.name,
            "status": "completed" if self.stop is None else self.stop.kind,
            "cycles": self.cycles,
            "seconds": self.seconds,
            "check": None if self.check is None else self.check.to_dict(),
            **({} if self.transfers is None else {"transfers": self.transfers.to_dict()}),
            "launches": [result.to_dict() for result in self.launches],
            "provenance": {"version": __version__, "machine_hash": self.machine.hash, "seed": self.seed},
        }

    def __repr__(self) -> str:
        status = "completed" if self.stop is None else self.stop.kind
        check = "" if self.check is None else ", check passed" if self.check.passed else ", check FAILED"
        return f"<PipelineResult {self.name}: {len(self.launches)} launches, {self.cycles} cycles, {status}{check}>"

    # --- for the oracle, whose program is the pipeline ----------

    @property
    def program(self) -> Program:
        """The pipeline's name and buffers, as a program without words. An oracle gets it as its program."""
        return self.pipeline.whole

    @property
    def arrays(self) -> Mapping[str, np.ndarray]:
        """The buffers by name, for an oracle."""
        return self.buffers


def run_stages(
    pipeline: Pipeline,
    machine: Machine,
    inputs: Mapping[str, ArrayLike],
    how: How,
    *,
    begins: Callable[[int, Result | None], object] | None = None,
    **watchers: Any,
) -> PipelineResult:
    """Launch the kernels in order, until one does not run to its end.

    - inputs: arrays by the pipeline's names of buffers; other buffers are 0 at the start.
    - how: the options of each launch, except that transfers are counted once, for the pipeline.
    - begins: called before each launch with its number, from 0, and the result of the launch before it, if any.
    - watchers: `progress` and `compiling`, as in `execute`.

    Raises what `execute` and `placed_on` raise.
    """
    memory = initial_memory(pipeline, inputs)
    before = {name: np.copy(memory[name]) for name in pipeline.whole.buffers if name in memory}
    results: list[Result] = []
    for number, stage in enumerate(pipeline.stages):
        if begins is not None:
            begins(number, results[-1] if results else None)
        launch = stage.launch(machine, memory)
        result = launch.execute(replace(how, with_transfers=False), **watchers)
        results.append(result)
        memory |= memory_after(stage, result, memory)
        if not result.completed:
            break
    outcome = PipelineResult(pipeline, machine, tuple(results), memory)
    if not how.with_transfers:
        return outcome
    changed = changed_buffers(before, memory) if outcome.completed else {}
    return replace(outcome, transfers=transfers_of(machine, outcome.cycles, before, changed))


def pipeline_inputs(
    pipeline: Pipeline, oracle: str | Path | Oracle | bool | Beside | None, seed: int, given: Mapping[str, Any]
) -> tuple[Oracle | None, dict[str, Any]]:
    """Return the oracle of a pipeline, if any, and the inputs in its types.

    oracle: a file or an `Oracle`; True for the one beside the pipeline, `Beside.SHIPPED` only if it is shipped; None or
    False for none. Raises `OracleError`, `InputError`.
    """
    from simt.launch.programs import oracle_beside

    if oracle is True or isinstance(oracle, Beside):
        path = pipeline.oracle_beside
        oracle = None if path is None else oracle_beside(path, is_run=oracle is True)
    own = Oracle.load(Path(oracle)) if isinstance(oracle, str | Path) else oracle or None
    return own, read_inputs(pipeline.whole, own, seed, given, None)


def initial_memory(pipeline: Pipeline, inputs: Mapping[str, ArrayLike]) -> dict[str, Any]:
    """Return the buffers before the first launch, by the pipeline's names: the inputs, and zeros for other lengths.

    A buffer that no kernel in a language uses is left out if it has no input: the launch makes its zeros. Raises
    `InputError`, also for a buffer of a kernel in a language without a length.
    """
    memory: dict[str, Any] = typed(pipeline.whole, inputs)
    for stage in pipeline.stages:
        for name in stage.buffers.values() if stage.kernel.source else ():
            buffer = pipeline.whole.buffers[name]
            if name not in memory and not buffer.length:
                message = f"the buffer {quote(name)} of {quote(pipeline.whole.name)} has no length and no input"
                advice = f"--in {name}=FILE, or --in {name}=1024 for zeros; or its length in the file: [buffers]"
                raise InputError(message, help=advice)
            memory.setdefault(name, np.zeros(buffer.length, TYPES[buffer.type]))
    return memory


def memory_after(stage: Stage, result: Result, memory: Mapping[str, Any]) -> dict[str, Any]:
    """Return the buffers of a launch after it, by the pipeline's names, with the dimensions that they had before."""
    after: dict[str, Any] = {}
    for own, name in stage.buffers.items():
        dimensions = getattr(memory.get(name), "dimensions", None)
        array = result.buffers[own]
        after[name] = array if dimensions is None else Shaped.of(array, dimensions)
    return after


def checked(result: PipelineResult, oracle: Oracle | None, inputs: Mapping[str, Any]) -> PipelineResult:
    """Return the result, with the check of the oracle, if any, after a full run. Raises `OracleError` with `result`."""
    if oracle is None or not result.completed:
        return result
    try:
        return replace(result, check=oracle.compare(cast(Any, result), oracle.expected(result.program, inputs)))
    except OracleError as error:
        error.result = result
        raise
