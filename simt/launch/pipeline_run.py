"""The run of a pipeline: its inputs, the buffers that pass from launch to launch, and the result of the whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from isa.program.program import Program
from isa.reporting.diagnostics import quote
from simt.launch.arrays import TYPES, Shaped, changed_buffers
from simt.launch.how import How
from simt.launch.inputs import InputError, typed
from simt.launch.oracle import Oracle, OracleError
from simt.launch.pipeline import Pipeline, RoundsError, Stage
from simt.launch.run import transfers_of
from simt.result import figures
from simt.result.arrays import Arrays
from simt.result.buffers import Transfers
from simt.result.check import Check
from simt.result.result import Result
from simt.result.tables import frame
from simt.version import __version__

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from pandas import DataFrame

    from simt.machine import Machine
    from simt.result.stops import Stop

SCHEMA = "simt.pipeline/1"
COLUMNS = (
    ("kernel", "U64"), ("global_size", "U32"), ("local_size", "U32"), ("cycles", np.int64), ("instructions", np.int64),
    ("groups", np.int64), ("transactions", np.int64), ("bytes", np.int64),
)  # fmt: skip


_WITH_ARRAYS = 64  # launches of a pipeline whose results keep their arrays


@dataclass(frozen=True, eq=False, repr=False)
class PipelineResult:
    """The result of a pipeline: the result of each launch that began, and the buffers after the last of them.

    - launches: the results. In a pipeline of more than 64 launches, the result of a launch that ran to its end has no
      buffers, no registers and no local memory.
    - numbers: the number of each of these launches in `pipeline.stages`, from 0.
    - has_ended: whether no launch was left to run.
    - buffers: arrays [elements] in the types of the buffers, by the pipeline's names.
    - seed: the seed of the oracle's inputs; None without an oracle.
    - check: the oracle's comparison; None without an oracle, or if the pipeline did not run to its end.
    - transfers: the transfers of the host; None if they are not counted.
    - prepared: the machine's name, with the keys that the user changed.
    """

    pipeline: Pipeline
    machine: Machine
    launches: tuple[Result, ...]
    numbers: tuple[int, ...]
    has_ended: bool
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
        return figures.seconds(self.machine, self.cycles)

    @property
    def stop(self) -> Stop | None:
        """The reason why the last launch that began did not run to its end; None if it did, or if no launch began."""
        return self.launches[-1].stop if self.launches else None

    @property
    def status(self) -> str:
        """The kind of the stop, "rounds" after a loop that did not end, or "completed"."""
        if self.stop is not None:
            return self.stop.kind
        return "completed" if self.has_ended else "rounds"

    @property
    def completed(self) -> bool:
        """Return whether all launches ran to their ends, and all loops ended."""
        return self.stop is None and self.has_ended

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
            "status": self.status,
            "cycles": self.cycles,
            "seconds": self.seconds,
            "check": None if self.check is None else self.check.to_dict(),
            **({} if self.transfers is None else {"transfers": self.transfers.to_dict()}),
            "launches": [
                {"number": number + 1, "values": dict(self.pipeline.stages[number].values), **result.to_dict()}
                for number, result in zip(self.numbers, self.launches, strict=True)
            ],
            "provenance": {"version": __version__, "machine_hash": self.machine.hash, "seed": self.seed},
        }

    def __repr__(self) -> str:
        check = "" if self.check is None else ", check passed" if self.check.passed else ", check FAILED"
        return (
            f"<PipelineResult {self.name}: {len(self.launches)} launches, {self.cycles} cycles, {self.status}{check}>"
        )

    @property
    def last_run(self) -> Result:
        """The last launch, with the check, the buffers and the seed of the pipeline."""
        return replace(self.launches[-1], check=self.check, buffers=self.buffers, seed=self.seed)

    # --- for the oracle, whose program is the pipeline ----------

    @property
    def program(self) -> Program:
        """The pipeline's name and buffers, as a program without words. An oracle gets it as its program."""
        return self.pipeline.whole

    @property
    def arrays(self) -> Arrays:
        """The buffers by name, for an oracle."""
        return Arrays(self.program, self.buffers)


def _counts(result: Result) -> Result:
    """Return a result without the contents of memories and registers, which take megabytes on a device."""
    cores = tuple(
        replace(core, memory=core.memory[:0].copy(), registers=core.registers[:0].copy(), carry=core.carry[:0].copy())
        for core in result.cores
    )
    return replace(result, local={}, buffers={}, cores=cores)


def initial_memory(pipeline: Pipeline, inputs: Mapping[str, ArrayLike]) -> dict[str, Any]:
    """Return the buffers before the first launch, by the pipeline's names: the inputs, and zeros for other lengths.

    A buffer without an input is left out if only kernels in assembly use it: the launch makes its zeros. Raises
    `InputError`, also if the length of a buffer is unknown that a kernel in OpenCL C or Python uses.
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
    for buffer in [pipeline.whole.buffers[name] for name in pipeline.buffers_of_loops]:
        memory.setdefault(buffer.name, np.zeros(buffer.length, TYPES[buffer.type]))
    return memory


def memory_after(stage: Stage, result: Result, memory: Mapping[str, Any]) -> dict[str, Any]:
    """Return the buffers of a launch after it, by the pipeline's names, with the dimensions that they had before."""
    after: dict[str, Any] = {}
    for own, name in stage.buffers.items():
        dimensions = getattr(memory.get(name), "dimensions", None)
        array = result.buffers[own]
        after[name] = array if dimensions is None else Shaped.of(array, dimensions)
    return after


@dataclass(frozen=True)
class PreparedPipeline:
    """A pipeline that is ready to run, any number of times.

    - label: the machine's name, with the keys that the user changed.
    - oracle: the oracle; None if nothing is compared.
    - inputs: arrays by the pipeline's names.
    - seed: the seed of the oracle's inputs.
    """

    pipeline: Pipeline
    machine: Machine
    label: str
    oracle: Oracle | None
    inputs: Mapping[str, Any]
    seed: int = 1

    def execute(self, how: How, **watchers: Any) -> PipelineResult:
        """Launch the kernels in order, until one does not run to its end; nothing is checked.

        how: the options of each launch. Only transfers are counted once for the whole pipeline. watchers: `progress`
        and `compiling`, as in `execute`.

        Raises the errors of `execute` and `placed_on`, and `RoundsError`, which has the `result`.
        """
        pipeline, machine = self.pipeline, self.machine
        memory = initial_memory(pipeline, self.inputs)
        before = {name: np.copy(memory[name]) for name in pipeline.whole.buffers if name in memory}
        results: list[Result] = []
        numbers: list[int] = []
        problem: RoundsError | None = None
        is_long = len(pipeline.stages) > _WITH_ARRAYS
        try:
            for number, stage in pipeline.in_order(memory):
                result = stage.launch(machine, memory).execute(replace(how, with_transfers=False), **watchers)
                memory |= memory_after(stage, result, memory)
                results.append(_counts(result) if is_long and result.completed else result)
                numbers.append(number)
                if not result.completed:
                    break
        except RoundsError as error:
            problem = error
        outcome = PipelineResult(
            pipeline, machine, tuple(results), tuple(numbers), problem is None and results[-1].completed, memory,
            seed=None if self.oracle is None else self.seed, prepared=self.label,
        )  # fmt: skip
        if how.with_transfers:
            changed = changed_buffers(before, memory) if outcome.completed else {}
            outcome = replace(outcome, transfers=transfers_of(machine, outcome.cycles, before, changed))
        if problem is not None:
            problem.result = outcome
            raise problem
        return outcome

    def checked(self, result: PipelineResult) -> PipelineResult:
        """Return the result with the check of the oracle, if any, after a full run.

        Raises `OracleError` with the `result`.
        """
        if self.oracle is None or not result.completed:
            return result
        try:
            wanted = self.oracle.expected(result.program, self.inputs)
            return replace(result, check=self.oracle.compare(cast(Any, result), wanted))
        except OracleError as error:
            error.result = result
            raise
