"""One launch of a pipeline as the launch of a kernel: `scan.toml:2`, or `scan.toml:NAME` (docs/pipelines.md)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from isa.reporting.diagnostics import ArgumentError, quote
from isa.reporting.files import is_file
from simt.launch.how import How
from simt.launch.pipeline import Pipeline, initial_memory, memory_after, pipeline_inputs
from simt.launch.pipeline_file import find_pipeline, read_pipeline
from simt.launch.words import Words

if TYPE_CHECKING:
    from simt.launch.prepared import PreparedLaunch
    from simt.machine import Machine
    from simt.machine.settings import Origin

_LISTED = 12  # launches that a message names
_OF_A_KERNEL = ("global_size", "local_size", "threads", "offset", "include_paths", "pack", "storage", "bind")


class Step(NamedTuple):
    """A pipeline, and the number of one of its launches, from 0."""

    pipeline: Pipeline
    number: int


def is_step(name: object) -> bool:
    """Return whether the name of a kernel names a launch of a pipeline: it has the form FILE.toml:STEP."""
    if not isinstance(name, str | Path):
        return False
    file, separator, _ = str(name).rpartition(":")
    return bool(separator) and file.endswith(".toml") and not is_file(name) and find_pipeline(file) is not None


def read_step(name: str | Path, words: Words) -> Step:
    """Read the pipeline of a name for which `is_step` is true.

    Raises `PipelineError`, and `ArgumentError` if there is no such launch, and for words that the pipeline says itself.
    """
    file, _, word = str(name).rpartition(":")
    for other in _OF_A_KERNEL:
        if getattr(words, other):
            flag = "--" + other.replace("_", "-")
            raise ArgumentError(f"{flag} goes with a kernel, and {quote(file)} says itself what its launches are")
    pipeline = read_pipeline(find_pipeline(file) or file, words.defines)
    labels = [stage.label for stage in pipeline.stages]
    if word.isdecimal() and len(word) <= len(str(len(labels))) and 1 <= int(word) <= len(labels):
        return Step(pipeline, int(word) - 1)
    numbers = [number for number, label in enumerate(labels) if label == word]
    if len(numbers) == 1:
        return Step(pipeline, numbers[0])
    if numbers:
        several = ", ".join(str(number + 1) for number in numbers[:_LISTED])
        raise ArgumentError(f"{quote(file)} has {len(numbers)} launches {quote(word)}: say which, {several}")
    listed = ", ".join(f"{number} {label}" for number, label in list(enumerate(labels, 1))[:_LISTED])
    more = "" if len(labels) <= _LISTED else f", ... {len(labels)} {labels[-1]}"
    raise ArgumentError(f"{quote(file)} has no launch {quote(word)}: it has {listed}{more}")


def launch_step(
    step: Step, machine: Machine, origins: Mapping[str, Origin], words: Words, **watchers: Any
) -> PreparedLaunch:
    """Return a launch of a pipeline, with the buffers as the launches before it leave them: these run.

    watchers: `progress` and `compiling` of these runs. Raises `ArgumentError` if one of them does not reach its end,
    `KeyboardInterrupt` if `progress` ended it, and what they raise.
    """
    pipeline = step.pipeline
    _, arrays = pipeline_inputs(pipeline, True if words.oracle is None else words.oracle, words.seed, words.inputs)
    memory = initial_memory(pipeline, arrays)
    for number, stage in enumerate(pipeline.stages[: step.number], 1):
        result = stage.launch(machine, memory).execute(How(), **watchers)
        if result.stop is not None:
            if result.stop.kind == "interrupted":
                raise KeyboardInterrupt
            message = f"launch {number} of {quote(pipeline.whole.name)} ({stage.label}) does not run to its end"
            raise ArgumentError(f"{message}: {result.stop.kind}", help=f"look at this one: {pipeline.path}:{number}")
        memory |= memory_after(stage, result, memory)
    return pipeline.stages[step.number].launch(machine, memory, origins)
