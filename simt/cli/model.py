"""`simt model`: a kernel's time predicted from counts, for a kernel on a machine or for counts on a device."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from simt.cli.kernel import KernelChoice, launch_options
from simt.cli.options import (
    Decorator,
    DefaultGroup,
    MachineChoice,
    argument,
    gathered,
    json_option,
    option,
    output_option,
    stacked,
)
from simt.cli.output import json_text, write_output
from simt.cli.pairs import once
from simt.cli.reporting import progress_shown, usage_errors

if TYPE_CHECKING:
    from simt.machine import Machine
    from simt.machine.settings import Origin
    from simt.verbs.model import Modelled


@click.group(cls=DefaultGroup, default="predict")
def model() -> None:
    """Predict a kernel's time from counts, without simulating, and name the resource that binds it.

    For a kernel on a machine of the simulator, in assembly, OpenCL C or Python; the word `predict` may be left out:

    \b
      simt model fft128 -m fpga4                   the refined model
      simt model mm_local -m gtx280 --model all    all models side by side
      simt model measured fft128 -m fpga4          by the counts of a run
      simt model analysis mm_local -m gtx280       what it executes
      simt model sensitivity fft128 -m fpga4       which keys matter

    For counts on a device, which only its parameters describe; no kernel is needed:

    \b
      simt model counts saxpy.toml -d hd5870       the paper's equations
      simt model paper mm_local -l 16x16           a kernel of the GPU paper
      simt model figures                           the paper's figures 9 to 12
      simt model parameters -d gtx280              its numbers and sources
    """


# --- a kernel on a machine --------------------------------------------------------------------------------------------


_ASSUMED = {
    "trip_counts": ("--trip-count", "LABEL=N...", "Assume N full turns of a loop that data decide."),
    "probabilities": ("--probability", "LABEL=P...", "Assume that P of the lanes take a jump."),
    "degrees": ("--degree", "LABEL=K...", "Assume the mean conflict degree of an access."),
    "transactions": ("--transactions", "LABEL=N...", "Assume the mean transactions of a global access."),
}


def _numbers(flag: str, texts: Sequence[str]) -> dict[str, float]:
    """Return LABEL=NUMBER options as a dictionary. Raises `click.UsageError`, `GivenTwiceError`."""
    labelled: list[tuple[str, str]] = []
    for text in texts:
        label, _, number = (part.strip() for part in text.rpartition("="))
        try:
            float(label and number)
        except ValueError:
            raise click.UsageError(f"{flag} takes LABEL=NUMBER, not {text}") from None
        labelled.append((label, number))
    return {label: float(number) for label, number in once(labelled, flag).items()}


def _assume(values: dict[str, Any]) -> None:
    values["assumed"] = {name: _numbers(flag, values.pop(name)) for name, (flag, _, _) in _ASSUMED.items()}


# The options for assumptions where data decide, passed on as `assumed`.
_assumptions = gathered(
    _assume, *(option(f"{flag} {name}", metavar, text) for name, (flag, metavar, text) in _ASSUMED.items())
)
_MODELS = option("--model models", "MODEL", "refined, paper, hong-kim, roofline, bounds, or all.  [default: refined]")
_STEPS = option("--max-steps", click.IntRange(1), "Give static analysis up after N steps.  [default: 60000]",
                metavar="N")  # fmt: skip
_SAVED = option("--save-counts saved", "FILE", "Write the counts, too, as a file for `simt model counts`.")
_TERMS = option("--terms", bool, "Show what bounds which part of the kernel, and its cycles (--json always has it).")
_OUTPUT = output_option("Write to FILE instead of standard output.")
_OF_A_RUN = ("--seed", "--max-cycles", "--storage", "--bind")


def _kernel_options(
    after_oracle: Sequence[Decorator], after_quiet: Sequence[Decorator], without: Sequence[str] = _OF_A_RUN,
    **limits: Any,
) -> Decorator:  # fmt: skip
    """Give a command the options of a launch that is not checked, with further options after --oracle and -q."""
    after = {"--oracle": after_oracle, "-q": after_quiet}
    return launch_options(is_compared=False, is_trusted=False, without=("--no-oracle", *without), after=after, **limits)


@model.command(short_help="A kernel on a machine, counted by static analysis; need not be named.")
@_kernel_options([_MODELS, _assumptions, _STEPS], [_TERMS, _SAVED, json_option, _OUTPUT])
def predict(
    kernel: KernelChoice, assumed: dict[str, Any], models: str | None, max_steps: int | None,
    terms: bool, saved: str | None, as_json: bool, output: str | None,
) -> None:  # fmt: skip
    """Predict the time of KERNEL on a machine from counts by static analysis: nothing is run.

    \b
      simt model fft128 -m fpga4
      simt model mm_global -m gtx280 --local-size 16x16 --model all
      simt model opencl/stencil.cl -m gtx280 --json   every term as JSON
      simt model fir -m generated-3 -s banks=1
      simt model mm_local -m gtx280 --terms           which line waits for what

    KERNEL, its inputs and the machine are chosen as for `simt run`. The machine can also be generated-N or
    generated-device-N. Static analysis knows the inputs that the kernel does not write; where other data decide jumps
    or addresses, it makes assumptions (docs/static-analysis.md).
    """
    from simt.verbs.model import model as verb

    modelled = verb(_on_any(kernel), models=models, max_steps=max_steps, **assumed)
    _show(modelled, saved, output, as_json=as_json, terms=terms)


@model.command(short_help="A kernel on a machine, counted in a run on the simulator.")
@_kernel_options(
    [_MODELS], [_TERMS, _SAVED, json_option, _OUTPUT], (), limit="Stop the run after N cycles.", most=10_000_000
)
def measured(
    kernel: KernelChoice, models: str | None, terms: bool, saved: str | None, as_json: bool, output: str | None
) -> None:
    """Predict the time of KERNEL on a machine from the counts of a run on the simulator.

    \b
      simt model measured fft128 -m fpga4 --model all
      simt model measured divergent/while -m article32

    No assumptions are needed, even if data decide the jumps. KERNEL, inputs and machine are chosen as for `simt run`.
    """
    from simt.verbs.model import model_measured

    _show(_on_any(kernel).call(model_measured, models=models), saved, output, as_json=as_json, terms=terms)


@model.command(short_help="The static analysis of a kernel on a machine.")
@_kernel_options([_assumptions, _STEPS], [json_option, _OUTPUT])
def analysis(
    kernel: KernelChoice, assumed: dict[str, Any], max_steps: int | None, as_json: bool, output: str | None
) -> None:
    """Print the static analysis of KERNEL on a machine: loops, accesses, strides, conflicts, transactions, divergence.

    \b
      simt model analysis mm_local -m gtx280
      simt model analysis transpose --banks 8 --json

    KERNEL, its inputs, the machine and the assumptions are chosen as for `simt model predict`.
    """
    from simt.models.static.results.table import table
    from simt.verbs.model import model_analysis

    counts = model_analysis(_on_any(kernel), max_steps=max_steps, **assumed)
    write_output(output, json_text(counts.to_dict()) if as_json else table(counts) + "\n", is_text=not as_json)


@model.command(short_help="How a prediction moves with each key and count.")
@_kernel_options([_assumptions, _STEPS], [json_option, _OUTPUT])
def sensitivity(
    kernel: KernelChoice, assumed: dict[str, Any], max_steps: int | None, as_json: bool, output: str | None
) -> None:
    """Print how the predicted cycles of KERNEL move when a key of the machine, or a count, moves by 10 %.

    \b
      simt model sensitivity fft128 -m fpga4
      simt model sensitivity mm_local -m gtx280 --json

    A key takes the nearest valid value, at least one step away, larger if there is one. Counts are the issues of each
    unit, the passes of local memory and the transactions of global memory. The largest effect is first. KERNEL, its
    inputs, the machine and the assumptions are chosen as for `simt model predict`; the refined model predicts.
    """
    from simt.verbs.model_sensitivity import model_sensitivity

    with progress_shown("prediction", is_quiet=kernel.is_quiet) as progress:
        shown = model_sensitivity(_on_any(kernel), max_steps=max_steps, progress=progress, **assumed)
    write_output(output, json_text(shown.to_dict()) if as_json else str(shown), is_text=not as_json)


def _on_any(kernel: KernelChoice) -> KernelChoice:
    """Return the choice of a kernel on a machine that may be generated."""
    choice = kernel.machine
    return replace(kernel, machine=_OrGenerated(choice.name, choice.settings, choice.flags))


@dataclass(frozen=True)
class _OrGenerated(MachineChoice):
    """The command line's choice of a machine that may be generated."""

    def resolve(self) -> tuple[Machine, dict[str, Origin]]:
        from simt.machine import choose_machine
        from simt.validate.suite import is_generated, machine_named

        if self.name is None or not is_generated(self.name):
            return MachineChoice.resolve(self)
        flags = {name: value for name, value in self.flags.items() if value is not None}
        return choose_machine(machine_named(self.name), {**_values(self.settings), **flags})


def _values(settings: Sequence[str]) -> dict[str, object]:
    from simt.exploration.plans.axes import axis_of

    values: dict[str, object] = {}
    for text in settings:
        key, _, value = text.partition("=")
        axis = axis_of(key, value, "set")
        if len(axis.values) > 1:
            raise click.UsageError(f"-s takes one value here, not {text}: several are for `simt compare`")
        values[axis.name] = axis.values[0]
    return values


def _show(modelled: Modelled, saved: str | None, output: str | None, *, as_json: bool, terms: bool = False) -> None:
    if saved is not None:
        write_output(saved, modelled.counts.to_toml())
    text = str(modelled)
    if terms:
        with usage_errors():
            parts = modelled.terms_text()
        text = parts if len(modelled.outcomes) == 1 else f"{text}\n{parts}"
    write_output(output, json_text(modelled.to_dict()) if as_json else text, is_text=not as_json)


# --- counts on a device -----------------------------------------------------------------------------------------------


def _device_options(default: str) -> Decorator:
    """Give a command -d and -s, passed on as `device` and `settings`."""
    return stacked(
        option("-d --device", "DEVICE", f"gtx280, hd5870, fx5600 or a TOML file.  [default: {default}]"),
        option("-s --set settings", "KEY=NUMBER...", "A parameter of the device, e.g. bandwidth_gbs=150 (`simt model "
               "parameters` lists them); may be repeated."),
    )  # fmt: skip


_READING = option("--reading", "NAMES", "How to read the paper's equations, e.g. R4 or R4,mean,shader_clock (`simt "
                  "explain E0808`).  [default: R2]")  # fmt: skip
_DEVICE_MODELS = option("--model models", "MODEL", "paper, hong-kim, roofline, bounds, or all.  [default: paper]",
                        default="paper")  # fmt: skip
_COUNTING = option("--counting", ["printed", "corrected"], "Counts as section 5 of the paper prints them, or as the "
                   "kernels are.  [default: printed]")  # fmt: skip


_prediction_options = stacked(_device_options("gtx280"), _DEVICE_MODELS, _READING, _SAVED, json_option, _OUTPUT)


@model.command(short_help="A file of counts on a device.")
@argument("counts", metavar="COUNTS")
@_prediction_options
def counts(
    counts: str, device: str | None, settings: tuple[str, ...], models: str, reading: str | None, saved: str | None,
    as_json: bool, output: str | None,
) -> None:  # fmt: skip
    """Predict the time of COUNTS, a TOML file or - for standard input, on a device.

    \b
      simt model counts saxpy.toml                    the paper's equations
      simt model counts saxpy.toml -d hd5870 --model all
      simt model counts saxpy.toml --reading R4 --json

    \b
    A file of counts, which --save-counts writes (docs/model.md has all keys):
      work_items = 65536
      local_size = 256
      instructions = { float_add = 1, float_mul = 1 }
      global.x = { count = 2, stride = 1 }
    """
    from simt.verbs.model_device import model_counts

    with usage_errors():
        modelled = model_counts(counts, device, models=models, reading=reading, set=settings)
    _show(modelled, saved, output, as_json=as_json)


@model.command(short_help="A kernel of the GPU paper on a device.")
@argument("kernel", "PAPER_KERNEL", metavar="KERNEL")
@option("-l --local-size", "SHAPE", "Its work-group: 64, 128, ...; mm_local: 8x16.")
@option("--size", click.IntRange(1), "Its rows, or elements of a scan.", metavar="N")
@_COUNTING
@_prediction_options
def paper(
    kernel: str, device: str | None, settings: tuple[str, ...], saved: str | None, as_json: bool, output: str | None,
    **words: Any,
) -> None:  # fmt: skip
    """Predict the time of a KERNEL of the GPU paper on a device: its counts are known by closed forms.

    KERNEL is mm_global_rows, mm_global_columns, mm_local, pps_br or pps_conf.

    \b
      simt model paper mm_local -l 16x16 --reading R4
      simt model paper pps_br -s divergence=0.1 --json
      simt model paper mm_local --save-counts mine.toml
    """
    from simt.verbs.model_device import model_paper

    with usage_errors():
        modelled = model_paper(kernel, device, set=settings, **words)
    _show(modelled, saved, output, as_json=as_json)


@model.command(short_help="The predicted side of the paper's figures 9 to 12.")
@_device_options("gtx280 and hd5870")
@_READING
@_COUNTING
@json_option
@_OUTPUT
def figures(
    device: str | None, settings: tuple[str, ...], reading: str | None, counting: str | None, as_json: bool,
    output: str | None,
) -> None:  # fmt: skip
    """Print the predicted side of the GPU paper's figures 9 to 12, in milliseconds by work-group and reading.

    \b
      simt model figures
      simt model figures -d gtx280 --reading R4,mean --json
    """
    from simt.verbs.model_device import model_figures

    shown = model_figures(device, reading=reading, counting=counting, set=settings)
    write_output(output, json_text(shown.to_dict()) if as_json else str(shown), is_text=not as_json)


@model.command(short_help="A device's parameters and their sources.")
@_device_options("gtx280")
@json_option
@output_option("Write to FILE instead of standard output: .toml, a file for -d.")
def parameters(device: str | None, settings: tuple[str, ...], as_json: bool, output: str | None) -> None:
    """Print the parameters of a device, where they come from, and what is assumed.

    \b
      simt model parameters -d hd5870
      simt model parameters -d gtx280 -s cores=10 -o mine.toml
    """
    from simt.verbs.model_device import model_parameters

    known = model_parameters(device, set=settings)
    is_file = output is not None and output.endswith(".toml")
    text = known.to_toml() if is_file else known.table()
    write_output(output, json_text(known.to_dict()) if as_json else text, is_text=not as_json)
