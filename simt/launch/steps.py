"""One launch of a pipeline as a kernel: `scan.toml:2`, or `scan.toml:NAME` (docs/pipelines.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from isa.program.program import Program
from isa.reporting.diagnostics import ArgumentError, plural, quote
from simt.core.state.grid import Grid
from simt.files import TOML_BYTES, text_of
from simt.launch.how import How
from simt.launch.kernels import LaunchInputs, LoadedKernel, find_oracle, read_inputs
from simt.launch.oracle import Oracle
from simt.launch.pipeline import Pipeline, Stage
from simt.launch.pipeline_file import find_pipeline, read_pipeline
from simt.launch.pipeline_run import initial_memory, memory_after
from simt.launch.sizes import resolve_sizes
from simt.launch.words import Words
from simt.machine import Machine
from simt.result.result import Result

_LISTED = 12  # launches that a message names
_OF_A_KERNEL = ("storage", "bind")


class NoLaunchError(ArgumentError):
    """A name of a launch that a pipeline does not have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(LoadedKernel):
    """A launch of a pipeline. Like a `Program`, it is not checked by an oracle beside its kernel.

    number: its number in `stages` of the pipeline, from 0.
    """

    pipeline: Pipeline
    number: int

    @property
    def is_step(self) -> bool:
        """Return True."""
        return True

    @property
    def takes(self) -> Program:
        """The pipeline as a program without words: its names are the names of the inputs."""
        return self.pipeline.whole

    @property
    def machine(self) -> str:
        """The pipeline's machine; "" if it names none."""
        return self.pipeline.machine

    @property
    def oracle_beside(self) -> Path | None:
        """The file of the pipeline, if an oracle may be beside it."""
        return self.pipeline.oracle_beside

    @property
    def symbols(self) -> set[str]:
        """The symbols that a user may give values: the pipeline's, and its kernels'."""
        kernels = {id(stage.kernel): stage.kernel for stage in self.pipeline.stages}.values()
        return {*self.pipeline.whole.equ, *(symbol for kernel in kernels for symbol in kernel.symbols)}

    @property
    def pipeline_sources(self) -> dict[str, str | None]:
        """The texts of the pipeline and of its kernels, by file."""
        path = self.pipeline.path
        texts: dict[str, str | None] = {} if path is None else {str(path): text_of(path, TOML_BYTES)}
        for stage in self.pipeline.stages:
            source = stage.kernel.source
            texts |= stage.program.sources if source is None else source.unit.sources
        return texts

    def oracle(self, choice: object) -> None:
        """Return None: the oracle of a pipeline is not for one of its launches."""

    def grid(self, words: Words, oracle: object = None) -> Grid | None:
        """Return the sizes of the launch, replaced by the sizes in `words`, if any. Raises as `resolve_sizes` does."""
        own = self.pipeline.stages[self.number].grid
        if own is None or not any((words.global_size, words.local_size, words.threads, words.offset)):
            return own
        return resolve_sizes(
            self.program, global_size=words.global_size, local_size=words.local_size, threads=words.threads,
            offset=words.offset or own.offset, default=(own.size, own.local),
        )  # fmt: skip

    def launch_inputs(self, words: Words, machine: Machine | None, **watchers: Any) -> LaunchInputs:
        """Run the launches before this one; return its sizes and inputs, with the buffers as these launches leave them.

        - words: the words of the launch. Inputs, oracle and seed are for the whole pipeline, sizes only for this
          launch. If these sizes differ from the sizes in the pipeline, the results that the launch has with the
          pipeline's sizes are its expected results.
        - machine: the machine on which the launches run.
        - watchers: `progress` and `compiling` of the runs.

        Raises `ArgumentError` if an earlier launch does not reach its end, or if the loop around this launch ends
        before it is reached. Raises `KeyboardInterrupt` if `progress` ended a run, and the errors of the launches.
        """
        assert machine is not None
        pipeline, name = self.pipeline, quote(self.pipeline.whole.name)
        for other in _OF_A_KERNEL:
            if getattr(words, other):
                raise ArgumentError(f"{other} goes with a kernel, not with a launch of the pipeline {name}")
        grid = self.grid(words)
        own = find_oracle(pipeline.oracle_beside, words.oracle, is_default=True)
        memory = initial_memory(pipeline, read_inputs(pipeline.whole, own, words.seed, words.inputs, None))
        for number, stage in pipeline.in_order(memory):
            if number == self.number:
                inputs = stage.inputs(memory)
                if grid == stage.grid or words.oracle is False:
                    return inputs._replace(grid=grid)
                wanted = self._run(number, stage, machine, memory, watchers).buffers
                return inputs._replace(grid=grid, oracle=_agreeing(wanted, f"{pipeline.path}:{number + 1}"))
            if number > self.number:
                break
            result = self._run(number, stage, machine, memory, watchers)
            memory |= memory_after(stage, result, memory)
        label = pipeline.stages[self.number].label
        message = f"launch {self.number + 1} of {name} ({label}) does not run: its loop ends before it"
        raise ArgumentError(message, help="`simt run` shows the launches of all rounds that run, with their numbers")

    def _run(
        self, number: int, stage: Stage, machine: Machine, memory: Mapping[str, Any], watchers: Mapping[str, Any]
    ) -> Result:
        """Run a launch in its own sizes. Raises as `launch_inputs` does."""
        result = stage.launch(machine, memory).run_through(How(), **watchers)
        if result.stop is None:
            return result
        name, kind = quote(self.pipeline.whole.name), result.stop.kind
        message = f"launch {number + 1} of {name} ({stage.label}) does not run to its end: {kind}"
        raise ArgumentError(message, help=f"look at this one: {self.pipeline.path}:{number + 1}")


def _agreeing(wanted: Mapping[str, np.ndarray], name: str) -> Oracle:
    """Return an oracle that expects the results of the launch with its own sizes. name: the launch, for messages."""
    module = ModuleType("simt_launch")
    has_floats = any(array.dtype.kind == "f" for array in wanted.values())
    vars(module).update(
        TOLERANCE=1e-5 if has_floats else 0, inputs=lambda program, rng: {}, expected=lambda program, inputs: {**wanted}
    )
    return Oracle(module, Path(name))


def read_step(name: str | Path, defines: Mapping[str, int | float | str] | None = None) -> Step:
    """Read the pipeline of a name for which `is_launch` is true. defines: values of symbols.

    Raises `PipelineError`, and `NoLaunchError`.
    """
    file, _, word = str(name).rpartition(":")
    pipeline = read_pipeline(find_pipeline(file) or file, defines)
    labels = [stage.label for stage in pipeline.stages]
    numbers = [number for number, label in enumerate(labels) if label == word]
    if word.isdecimal() and len(word) <= len(str(len(labels))) and 1 <= int(word) <= len(labels):
        numbers = [int(word) - 1]
    if len(numbers) == 1:
        kernel = pipeline.stages[numbers[0]].kernel
        return Step(
            kernel.program, kernel.path, is_named=False, source=kernel.source, pipeline=pipeline, number=numbers[0]
        )
    if numbers:
        several = ", ".join(str(number + 1) for number in numbers[:_LISTED])
        several += f", ... {numbers[-1] + 1}" if len(numbers) > _LISTED else ""
        what = f"{quote(file)} has {plural(len(numbers), 'launch', 'es')} {quote(word)}"
        raise NoLaunchError(f"{what}: say which, {several}")
    listed = ", ".join(f"{number} {label}" for number, label in list(enumerate(labels, 1))[:_LISTED])
    more = "" if len(labels) <= _LISTED else f", ... {len(labels)} {labels[-1]}"
    raise NoLaunchError(f"{quote(file)} has no launch {quote(word)}: it has {listed}{more}")
