"""`simt run FILE.toml`: a pipeline of kernels, with the options of `simt run` that apply to one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import click

from isa.reporting.diagnostics import SimtError
from simt.cli.kernel import KernelChoice
from simt.cli.notes import note_none_beside, note_oracle
from simt.cli.output import json_text, suffix_of, targets_of, write_arrays, write_output
from simt.cli.pairs import inputs_of
from simt.cli.reporting import leave, report_run, tell_oracle

_FORMATS = (".json", ".txt")


def run_if_pipeline(
    kernel: KernelChoice, wanted: tuple[str, ...], how: Mapping[str, Any], one_kernel: Mapping[str, object],
    output: str | None, *, as_json: bool,
) -> None:  # fmt: skip
    """Run `kernel` and end the command, if it is a pipeline.

    how: arguments of `simt.run_pipeline`. one_kernel: options that a pipeline refuses, by flag.
    """
    from simt.launch.pipeline_file import find_pipeline, read_pipeline
    from simt.verbs.run_pipeline import run_pipeline
    from simt.views.run.pipeline import pipeline_text

    path = find_pipeline(kernel.name)
    if path is None:
        return
    words = kernel.words
    own = {
        "--global-size": words.global_size, "--local-size": words.local_size, "--threads": words.threads,
        "--offset": words.offset, "--storage": words.storage, "--bind": kernel.bindings,
        "-I": words.include_paths, **one_kernel,
    }  # fmt: skip
    if refused := [flag for flag, value in own.items() if value]:
        raise click.UsageError(f"{refused[0]} goes with one kernel, and {kernel.name} is a pipeline of several")
    suffix_of(output, _FORMATS, "the result of a pipeline is")
    oracle = True if words.oracle is None else words.oracle
    pipeline = read_pipeline(path, words.defines)
    targets = targets_of(pipeline.whole, wanted)
    name = path.with_suffix(".py").name
    missing = f"no {name} beside the pipeline" if pipeline.oracle_beside else f"{name} is a kernel of the pipeline"
    if words.oracle is None and pipeline.oracle_beside is not None:
        tell_oracle(path, is_quiet=kernel.is_quiet)
    elif words.oracle is False and not kernel.is_quiet:
        if pipeline.oracle_beside is None:
            note_oracle(f"note: --no-oracle has no effect: {missing}", None)
        else:
            note_none_beside([path])
    machine = replace(kernel.machine, name=kernel.machine.name or pipeline.machine or None)
    problems: list[SimtError] = []
    result = kernel.answer(
        run_pipeline, problems, pipeline, machine, unit="cycle" if how["engine"] == "cycle" else "instruction",
        inputs=inputs_of(kernel.given), oracle=oracle, seed=words.seed, **how,
    )  # fmt: skip
    problems += write_arrays(result.buffers, targets)
    note = "--no-oracle" if words.oracle is False else missing
    text = pipeline_text(result, result.prepared, note)
    data = json_text(result.to_dict()) if as_json or (output or "").endswith(".json") else ""
    if output and output != "-":
        write_output(output, data if output.endswith(".json") else text)
    if as_json or not kernel.is_quiet:
        write_output(None, data if as_json else text, is_text=not as_json)
    # The last launch decides the status, with the check of the pipeline.
    report_run(result.last_run, is_quiet=True)
    leave(result.last_run, problems)
