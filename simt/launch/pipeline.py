"""Pipelines: kernels that run one after the other on the same buffers of global memory (docs/pipelines.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from isa.program.program import Buffer, Program
from simt.launch.arrays import changed_buffers
from simt.launch.how import How
from simt.launch.inputs import typed
from simt.launch.oracle import Oracle, OracleError
from simt.launch.run import execute, placed_on, transfers_of
from simt.launch.sizes import resolve_sizes
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
    from simt.result.stops import Stop

SCHEMA = "simt.pipeline/1"
COLUMNS = (
    ("kernel", "U64"), ("global_size", "U32"), ("local_size", "U32"), ("cycles", np.int64), ("instructions", np.int64),
    ("groups", np.int64), ("transactions", np.int64), ("bytes", np.int64),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Stage:
    """A launch of a kernel in a pipeline.

    - program: the kernel.
    - grid: the sizes; None for the program's own.
    - buffers: the pipeline's buffer for each buffer of the program, by name.
    - params: values of the program's parameters; other parameters keep their defaults.
    """

    program: Program
    grid: Grid | None
    buffers: Mapping[str, str]
    params: Mapping[str, float]


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
    memory: dict[str, np.ndarray] = typed(pipeline.whole, inputs)
    before = {name: np.copy(memory[name]) for name in pipeline.whole.buffers if name in memory}
    results: list[Result] = []
    for number, stage in enumerate(pipeline.stages):
        if begins is not None:
            begins(number, results[-1] if results else None)
        arrays: dict[str, Any] = {own: memory[name] for own, name in stage.buffers.items() if name in memory}
        placed = placed_on(stage.program, machine, stage.grid or resolve_sizes(stage.program))
        result = execute(placed, {**arrays, **stage.params}, replace(how, with_transfers=False), **watchers)
        results.append(result)
        memory |= {name: result.buffers[own] for own, name in stage.buffers.items()}
        if not result.completed:
            break
    outcome = PipelineResult(pipeline, machine, tuple(results), memory)
    if not how.with_transfers:
        return outcome
    changed = changed_buffers(before, memory) if outcome.completed else {}
    return replace(outcome, transfers=transfers_of(machine, outcome.cycles, before, changed))


def checked(result: PipelineResult, oracle: Oracle | None, inputs: Mapping[str, Any]) -> PipelineResult:
    """Return the result, with the check of the oracle, if any, after a full run. Raises `OracleError` with `result`."""
    if oracle is None or not result.completed:
        return result
    try:
        return replace(result, check=oracle.compare(cast(Any, result), oracle.expected(result.program, inputs)))
    except OracleError as error:
        error.result = result
        raise
