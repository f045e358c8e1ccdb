"""`simt run`: run a kernel on a machine, check its results, show where the cycles went."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simt.cli.echo import is_colored, tell
from simt.cli.kernel import KernelChoice, launch_options
from simt.cli.options import command, json_option, option, output_option, sample_option
from simt.cli.output import json_text, note_written, screen_columns, suffix_of, targets_of, write_arrays, write_output
from simt.cli.reporting import leave, report_run, show_printed
from simt.files import FileError, check_output

if TYPE_CHECKING:
    from isa.reporting.diagnostics import SimtError
    from simt.diagnosis.partings import Partings
    from simt.diagnosis.saved import SavedRun
    from simt.launch.prepared import PreparedLaunch
    from simt.result.result import Result

_FORMATS = (".json", ".txt", ".html")

_OUT = option("--out wanted", "NAME=FILE...", "Write an array to a .npy, .csv or .txt file when the run is over, "
              "however it ended; may be repeated.")  # fmt: skip
_ENGINE = option("--engine", ["cycle", "functional"], "Cycle by cycle, or values only.", default="cycle",
                 show_default=True)  # fmt: skip
_TRANSFERS = option("--with-transfers", bool, "Count the cycles in which the host moves buffers in and out, too.")
_STORAGE_OUT = option("--storage-out", "FILE", "Keep the objects that the launch makes, and write the storage "
                      "manager's state to FILE, .json, if it runs to its end; `simt memory map FILE` shows "
                      "it.")  # fmt: skip
_CHECK = option("--check checks", "CHECKS", "Look for races, uninitialised (reads) or both, with a comma between, as "
                "`simt check` does: in a run of its own, without time.")  # fmt: skip
_JOBS = option("-j --jobs", int, "Threads of the host for the cores (or groups) of a device.  [default: all "
               "processors]", metavar="N")  # fmt: skip
_OUTPUTS = option("--outputs", bool, "With --sample: run all work-groups without time, too, so that there are arrays "
                  "to check; --out and --storage-out do so as well.")  # fmt: skip
_SAVE = option("--save baseline", "NAME", "Keep the result as a baseline, in .simt/ below this folder.")
_AGAINST = option("--against", "NAME", "Compare with a baseline, as `simt diff` does.")
_VIEW = option("--view", ["summary", "source", "instructions", "lanes"],
               "Where the cycles went: in 25 lines, per source line, or per instruction; or where lanes were lost.",
               default="summary", show_default=True)  # fmt: skip


@command(
    epilog="Exit status: 0 good, 1 the check failed, 2 usage, machine or file error, 3 assembly error, 4 trap, "
    "deadlock or cycle limit, 5 --check found something, 130 interrupted. A stop comes before a file error, that "
    "before findings, and these before a failed check."
)
@launch_options(
    limit="Stop after N cycles (functional: instructions).",
    after={
        "--in": [_OUT],
        "--seed": [_ENGINE, _TRANSFERS, _CHECK],
        "--bind": [_STORAGE_OUT],
        "--max-cycles": [
            _JOBS,
            sample_option("work-groups"),
            _OUTPUTS,
            _VIEW,
            json_option,
            _SAVE,
            _AGAINST,
            output_option("Write the result to FILE too: .json, .html or .txt (the view)."),
        ],
    },
)
def run(
    kernel: KernelChoice, wanted: tuple[str, ...], engine: str, with_transfers: bool, checks: str | None,
    jobs: int | None, sample: float | None, outputs: bool, view: str, as_json: bool, baseline: str | None,
    against: str | None, output: str | None, storage_out: str | None,
) -> None:  # fmt: skip
    """Run KERNEL cycle by cycle, check its result, and show where the cycles went.

    KERNEL is a file, the name of a shipped kernel (fft128.s), a .json or .hex file of `simt asm`, or - for standard
    input; or a pipeline of kernels that run one after the other (scan.toml; docs/pipelines.md), or one of its launches
    (scan.toml:2).

    \b
      simt run fft128.s --warp 4
      simt run fft128.s --banks 8 --view source
      simt run kernel.s -D n=256 --in x=signal.npy --out y=spectrum.npy

    Settings of the machine come from the preset, simt.toml in this folder, the file after -m (or in SIMT_MACHINE),
    SIMT_SET in the environment, and flags (-s and the short ones below); later ones win.
    """
    from simt.verbs.run import run as verb

    if with_transfers and engine != "cycle":
        raise click.UsageError("--with-transfers counts cycles, --engine functional has none: leave out one of them")
    if sample is not None:
        _check_sample(engine, view, baseline or against)
    elif outputs:
        raise click.UsageError("a whole run has all outputs: leave out --outputs, or give --sample")
    is_recorded = view == "lanes" and engine == "cycle"
    if as_json and view != "summary" and not is_recorded:
        raise click.UsageError("--json prints the whole result, which has no views: leave out --json or --view")
    if kernel.name.endswith(".toml"):
        from simt.cli.run_pipeline import run_if_pipeline

        one_kernel = {
            "--check": checks, "--save": baseline, "--against": against, "--storage-out": storage_out,
            "--view": view != "summary", "--sample": sample is not None,
        }  # fmt: skip
        how = {"engine": engine, "jobs": jobs, "with_transfers": with_transfers}
        run_if_pipeline(kernel, wanted, how, one_kernel, output, as_json=as_json)
    if engine != "cycle" and (baseline or against):
        raise click.UsageError("a functional run has no cycles to compare: leave out --engine, or --save and --against")
    _check_storage_out(kernel, storage_out)
    which: tuple[str, ...] = ()
    if checks is not None:
        from simt.verbs.check import asked_checks, watched

        which = asked_checks(checks)
    before = _baselines(baseline, against)
    suffix = suffix_of(output, _FORMATS, "a result is")
    targets = targets_of(kernel.loaded.program, wanted)
    launch = kernel.launch()
    _check_lifetimes(launch, targets)
    findings = kernel.call(watched, launch, unit="instruction", checks=which).findings if which else None
    problems: list[SimtError] = []
    result = kernel.answer(
        verb, problems, unit="cycle" if engine == "cycle" else "instruction", engine=engine, record=is_recorded,
        with_transfers=with_transfers, keep_objects=storage_out is not None, jobs=jobs,
        sample=sample, outputs=sample is not None and bool(outputs or wanted or storage_out),
    )  # fmt: skip
    result = replace(result, findings=findings)
    problems = [*write_arrays(result.arrays, targets), *_write_state(launch, result, storage_out), *problems]
    report_run(result, is_quiet=kernel.is_quiet)
    partings = None
    if is_recorded:
        from simt.diagnosis.partings import partings_of

        partings = partings_of(result)
        result = replace(result, extra={**result.extra, "partings": partings.to_dict()})
    change = None
    if before is not None and result.cycles:
        from simt.verbs.diff import diff

        change = diff(before, result)
        result = replace(result, extra={**result.extra, "difference": change.to_dict()})
    words = {
        "machine": launch.machine_label,
        "check": launch.why_unchecked(result, oracle_failed="the oracle failed (see the error)"),
    }
    if output and suffix:
        text = _format(result, suffix, view, words, partings)
        try:
            write_output(output, text)
        except FileError as error:
            problems.append(error)
    if as_json:
        if not output or output == "-":
            write_output(None, result.to_json())
    elif not kernel.is_quiet:
        show_printed(result)
        color, width = is_colored(sys.stdout), screen_columns()
        text = _format(result, ".txt", view, words, partings, color=color, width=width)
        write_output(None, text, is_text=view in ("summary", "lanes"))  # lines of source are as long as they are
        if result.findings is not None:
            from simt.views.run.findings import findings_text

            write_output(None, "\n" + findings_text(result, launch.machine_label, color=color, width=width))
        if change is not None:
            write_output(None, "\n" + change.text((f"baseline {against}", "this run"), color=color), is_text=True)
    if baseline:
        try:
            from simt.diagnosis.saved import save_baseline

            note_written(str(save_baseline(baseline, result)))
        except FileError as error:
            problems.append(error)
    leave(result, problems)


def _check_sample(engine: str, view: str, baseline: str | None) -> None:
    """Refuse --sample beside what needs every cycle. Raises `click.UsageError`."""
    if engine != "cycle":
        raise click.UsageError("--sample estimates cycles, --engine functional has none: leave out one of them")
    if view == "lanes":
        raise click.UsageError("--view lanes records every cycle, and --sample simulates a few: leave out one of them")
    if baseline:
        raise click.UsageError("a baseline has exact cycles, and --sample estimates them: leave out one of them")


def _baselines(name: str | None, against: str | None) -> SavedRun | None:
    """Check the baseline `name`, to which the run will be saved; return the baseline `against`, or None.

    Raises `SavedRunError`, `FileError`.
    """
    if not (name or against):
        return None
    from simt.diagnosis.saved import check_baseline, read_baseline

    if name:
        check_baseline(name)
    return read_baseline(against) if against else None


def _check_lifetimes(launch: PreparedLaunch, targets: list[tuple[str, str]]) -> None:
    """Refuse arrays of local memory as outputs of several work-groups. Raises `InputError`."""
    groups = launch.grid.groups
    for name, _ in targets:
        if groups > 1 and name in launch.program.locals:
            from simt.launch.inputs import InputError

            message = f"`{name}` is an array of local memory, and each of the {groups} work-groups has its own"
            raise InputError(message, code="E0601", help="results that outlive a work-group go into a .buffer")


def _check_storage_out(kernel: KernelChoice, path: str | None) -> None:
    """Refuse --storage-out before the run.

    Raises `click.UsageError` without a storage manager, and `FileError` for an unusable file.
    """
    if path is None:
        return
    if kernel.words.storage is None:
        raise click.UsageError("--storage-out writes the state of a storage manager: give --storage new, or a file")
    if Path(path).suffix.lower() != ".json":
        raise FileError(f"the state of a storage manager is written as .json, not {path}", code="E0653")
    check_output(path)


def _write_state(launch: PreparedLaunch, result: Result, path: str | None) -> list[SimtError]:
    """Write the storage manager's state; return problems with the file.

    Nothing is written if the run did not reach its end, because it changed nothing then.
    """
    if path is None or launch.storage is None:
        return []
    try:
        if result.completed:
            write_output(path, json_text(launch.storage.dump()))
        else:
            tell(f"{path} is not written: the run did not end, and the memory is as it was")
    except FileError as error:
        return [error]
    return []


def _format(
    result: Result, suffix: str, view: str, words: Mapping[str, str], partings: Partings | None, *,
    color: bool = False, width: int | None = None,
) -> str:  # fmt: skip
    if suffix == ".json":
        return result.to_json()
    if suffix == ".html":
        from simt.views.notebook.html import result_page

        return result_page(result, **words)
    if view == "summary":
        from simt.views.run.summary import summary

        return summary(result, **words, color=color, width=width)
    if view == "lanes":
        from simt.views.run.lanes import lanes_text

        return lanes_text(result, partings, words["machine"], color=color)
    from simt.views.run.source import instruction_view, source_view

    if view == "instructions":
        return instruction_view(result, color=color)
    return source_view(result, color=color)
