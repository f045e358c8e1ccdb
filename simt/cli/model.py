"""`simt model`: predict a kernel's time from counts, without simulating it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from simt.cli.options import (
    MachineChoice,
    argument,
    define_option,
    json_option,
    option,
    output_option,
    parse_size_option,
)
from simt.cli.output import json_text, write_output
from simt.cli.pairs import inputs_of, once
from simt.cli.reporting import tell_oracles, usage_errors

if TYPE_CHECKING:
    from simt.verbs.model import KernelOnMachine


@click.command()
@argument("counts", metavar="[COUNTS]", required=False)
@option("-m --machine", "MACHINE",
        "Predict the kernel COUNTS on a machine of the simulator: a preset, a TOML file, generated-N or "
        "generated-device-N.")  # fmt: skip
@option("-d --device", "DEVICE", "gtx280, hd5870, fx5600 or a TOML file.  [default: gtx280]")
@option("-s --set settings", "KEY=NUMBER...", "A parameter of the device, e.g. bandwidth_gbs=150 (--parameters lists "
        "them); with -m a key of the machine.")  # fmt: skip
@option("--model model_name", "MODEL", "paper, hong-kim, roofline, bounds, with -m also refined; or all.  [default: "
        "paper, with -m refined]")  # fmt: skip
@option("--reading reading_text", "NAMES", "How to read the paper's equations, e.g. R4 or R4,mean,shader_clock (`simt "
        "explain E0808`).  [default: R2]")  # fmt: skip
@option("--group", "SHAPE", "Work-group of a kernel of the paper: 64, 128, ...; mm_local: 8x16.")
@option("--size", click.IntRange(1), "Its rows, or elements of a scan.", metavar="N")
@option("--counting", ["printed", "corrected"],
        "Its counts as section 5 prints them, or as the kernel is.  [default: printed]")  # fmt: skip
@option("--counts origin", ["static", "measured"],
        "With -m: counts by static analysis, or of a run on the simulator.  [default: static]")  # fmt: skip
@define_option("With -m: replace the value of an .equ symbol, or define a macro")
@option("-g --global global_size", "SIZE",
        "With -m: work-items of the launch, e.g. 1024x1024.  [default: the oracle's, else one work-group]",
        callback=parse_size_option)  # fmt: skip
@option("-l --local local_size", "SIZE",
        "With -m: work-items of a work-group, e.g. 16x16.  [default: the oracle's, else .threads]",
        callback=parse_size_option)  # fmt: skip
@option("--oracle", "FILE", "With -m: Python file with sizes, inputs and tables. A shipped kernel has its own; "
        "another's, beside it, is not run unless it is named here.")  # fmt: skip
@option("--in given", "NAME=FILE...", "With -m: a .npy, .npz, .csv or .txt file for an array, or a number for a "
        "parameter; what the kernel does not write is known to static analysis.")  # fmt: skip
@option("--threads", click.IntRange(1), "With -m: threads of a work-group, --local in one dimension.")
@option("--trip-count trips", "LABEL=N...", "Assume N full turns of a loop that data decide.")
@option("--probability", "LABEL=P...", "Assume that P of the lanes take a jump.")
@option("--degree", "LABEL=K...", "Assume the mean conflict degree of an access.")
@option("--transactions", "LABEL=N...", "Assume the mean transactions of a global access.")
@option("--max-steps", click.IntRange(1), "With -m: give static analysis up after N steps.  [default: 60000]",
        metavar="N")  # fmt: skip
@option("--max-cycles", click.IntRange(1),
        "With -m: stop the run of --counts measured after N cycles.  [default: 10000000]", metavar="N")  # fmt: skip
@option("--paper is_paper", bool, "Print the predicted side of the paper's figures 9 to 12.")
@option("--parameters is_parameters", bool, "Print the device's parameters and their sources.")
@option("--show-counts", bool, "Print the counts, as a file to start from, and predict nothing.")
@option("--analysis is_analysis", bool, "With -m: print the static analysis: loops, accesses, strides, "
        "conflicts, transactions, divergence.")  # fmt: skip
@json_option
@output_option("Write to FILE instead of standard output; with --parameters .toml, a file for -d.")
def model(
    counts: str | None, machine: str | None, device: str | None, settings: tuple[str, ...], model_name: str | None,
    reading_text: str | None, group: str | None, size: int | None, counting: str | None, is_paper: bool,
    is_parameters: bool, show_counts: bool, as_json: bool, output: str | None, **of_kernel: Any,
) -> None:  # fmt: skip
    """Predict a kernel's time on a device without simulating, and name the resource that binds it.

    COUNTS is a TOML file of counts, - for standard input, or a kernel of the paper: mm_global_rows, mm_global_columns,
    mm_local, pps_br, pps_conf. With -m it is a kernel in assembly, OpenCL C or Python, and the refined model predicts
    the simulator's cycles.

    \b
      simt model saxpy.toml                           the paper's equations
      simt model saxpy.toml -d hd5870 --model all     all models side by side
      simt model mm_local --group 16x16 --reading R4  another reading
      simt model pps_br -s divergence=0.1 --json      every term as JSON
      simt model fft128 -m fpga4                      the refined model
      simt model fft128 -m fpga4 --counts measured --model all
      simt model mm_global -m gtx280 --local 16x16 --model all
      simt model mm_local -m gtx280 --analysis        what it executes
      simt model --paper                              figures 9 to 12, predicted
      simt model --parameters -d gtx280               its numbers and sources
      simt model mm_local --show-counts -o mine.toml  counts to start from

    \b
    A file of counts (docs/model.md has all keys):
      work_items = 65536
      group_size = 256
      instructions = { float_add = 1, float_mul = 1 }
      global.x = { count = 2, stride = 1 }
    """
    from simt.launch.programs import is_language, split_name
    from simt.models.devices import load_parameters, with_settings
    from simt.models.kernels import Section5
    from simt.models.readings import Kernel, Reading
    from simt.models.registry import models_named
    from simt.verbs import model as verb
    from simt.views.studies import predictions

    if machine is None and any(of_kernel.values()):
        given = next(flag for name, flag in _OF_KERNEL.items() if of_kernel[name])
        raise click.UsageError(f"{given} goes with a kernel on a machine: -m MACHINE")
    if machine is not None:
        if counts is not None and counts.endswith(".toml"):
            raise click.UsageError(
                f"{counts} is a file of counts, and -m takes a kernel: leave -m out, or give a device with -d"
            )
        if counts is None or is_paper or is_parameters or device or reading_text or group or size or counting:
            raise click.UsageError(
                "-m takes a kernel, and neither -d, --reading, --group, --size, --counting, --paper nor --parameters"
            )
        if not of_kernel["oracle"]:
            tell_oracles([counts], is_quiet=False, is_run=False)
        with usage_errors():
            work_on = _kernel_on_machine(counts, machine, settings, of_kernel)
            if of_kernel["is_analysis"]:
                if work_on.counting == "measured" or model_name or show_counts:
                    raise click.UsageError(
                        "--analysis is static and predicts nothing: --counts measured, --model, --show-counts do not "
                        "apply"
                    )
                from simt.models.static import table

                found = work_on.analysis()
                write_output(output, json_text(found.to_dict()) if as_json else table(found) + "\n",
                             is_text=not as_json)  # fmt: skip
                return
            _predict_kernel(work_on, model_name, show_counts=show_counts, as_json=as_json, output=output)
        return
    if counts is not None and (counts.endswith(".s") or is_language(split_name(counts)[0])):
        raise click.UsageError(f"{counts} is a kernel of the simulator: say on which machine, e.g. -m fpga4")
    if is_paper + is_parameters + (counts is not None) != 1 or (show_counts and counts is None):
        message = "give COUNTS (a TOML file or a kernel of the paper), --paper or --parameters: one of them"
        raise click.UsageError(message)
    reading = Reading.parse(reading_text) if reading_text is not None else Reading()
    way = Section5(counting) if counting else Section5.PRINTED
    if is_paper:
        if group or size or model_name:
            raise click.UsageError("--paper has the figures' kernels and model: --group, --size, --model do not apply")
        names = [device] if device else ["gtx280", "hd5870"]
        chosen = [with_settings(load_parameters(name), settings) for name in names]
        is_named = reading_text is not None and reading.kernel in [part.strip() for part in reading_text.split(",")]
        points = predictions.figure_points(chosen, reading, way, [reading.kernel] if is_named else list(Kernel))
        text = json_text(predictions.figures_dict(points, way)) if as_json else predictions.figures_text(points, way)
        write_output(output, text, is_text=not as_json)
        return
    parameters = verb.device_parameters(device, settings)
    if is_parameters:
        if group or size or counting or model_name or reading_text:
            raise click.UsageError("--parameters goes with -d and -s only")
        is_file = output is not None and output.endswith(".toml")
        text = parameters.to_toml() if is_file else parameters.table()
        write_output(output, json_text(parameters.to_dict()) if as_json else text, is_text=not as_json)
        return
    assert counts is not None
    models = models_named(model_name or "paper")
    if reading_text is not None and not any(each.name == "paper" for each in models):
        raise click.UsageError(f"--reading is for the paper's equations: {model_name} has one reading")
    with usage_errors():
        work = verb.counts_of(counts, size, group, counting)
    if show_counts:
        if model_name or reading_text or settings or device:
            raise click.UsageError("--show-counts predicts nothing: --model, --reading, -d and -s do not apply")
        write_output(output, json_text(work.to_dict()) if as_json else work.to_toml())
        return
    modelled = verb.of_counts(work, parameters, [model_name or "paper"], reading_text)
    write_output(output, json_text(modelled.to_dict()) if as_json else str(modelled), is_text=not as_json)


_OF_KERNEL = {
    "origin": "--counts", "defines": "-D", "global_size": "--global", "local_size": "--local", "threads": "--threads",
    "trips": "--trip-count", "probability": "--probability", "degree": "--degree", "transactions": "--transactions",
    "is_analysis": "--analysis", "given": "--in", "oracle": "--oracle",
    "max_steps": "--max-steps", "max_cycles": "--max-cycles",
}  # fmt: skip


def _kernel_on_machine(
    name: str, machine: str, settings: tuple[str, ...], options: Mapping[str, Any]
) -> KernelOnMachine:
    from simt.exploration.plans.axes import axis_of
    from simt.validate.suite import is_generated
    from simt.verbs.model import KernelOnMachine, machine_of

    assumed = {name: options[name] for name in ("trips", "probability", "degree", "transactions")}
    if options["origin"] == "measured" and any(assumed.values()):
        message = "--trip-count, --probability, --degree and --transactions are for static counts: a run knows its own"
        raise click.UsageError(message)
    other = "max_steps" if options["origin"] == "measured" else "max_cycles"
    if options[other] is not None:
        raise click.UsageError("--max-steps is for static counts, --max-cycles for --counts measured")
    if is_generated(machine):
        axes = [axis_of(key, value, "set") for key, _, value in (text.partition("=") for text in settings)]
        for text, axis in zip(settings, axes, strict=True):
            if len(axis.values) > 1:
                raise click.UsageError(f"-s takes one value here, not {text}: several are for `simt compare`")
        chosen = machine_of(machine, {axis.name: axis.values[0] for axis in axes}, {}, here=True)
    else:
        chosen = machine_of(MachineChoice(machine, settings, {}), None, {}, here=True)
    trips, probabilities, degrees, transactions = (
        _assumptions(_OF_KERNEL[option], texts) for option, texts in assumed.items()
    )
    return KernelOnMachine(
        name, chosen, options["origin"] or "static", options["defines"], (), options["threads"],
        trips, probabilities, degrees, transactions, options["global_size"], options["local_size"], options["oracle"],
        options["max_steps"], options["max_cycles"], inputs_of(options["given"]),
    )  # fmt: skip


def _assumptions(option: str, texts: Sequence[str]) -> dict[str | int, float]:
    """LABEL=NUMBER options as a dictionary."""
    found: list[tuple[str, str]] = []
    for text in texts:
        label, _, number = (part.strip() for part in text.rpartition("="))
        if not label or not _is_number(number):
            raise click.UsageError(f"{option} takes LABEL=NUMBER, not {text}")
        found.append((label, number))
    return {label: float(number) for label, number in once(found, option).items()}


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _predict_kernel(
    work: KernelOnMachine, model_name: str | None, *, show_counts: bool, as_json: bool, output: str | None
) -> None:
    from simt.models.machine_view import counts_of
    from simt.models.registry import comparable
    from simt.verbs.model import predicted

    names = comparable(model_name or "refined")
    profile = work.profile()
    if show_counts:
        found = counts_of(profile)
        write_output(output, json_text(found.to_dict()) if as_json else found.to_toml())
        return
    modelled = predicted(work.machine, names, profile)
    write_output(output, json_text(modelled.to_dict()) if as_json else str(modelled), is_text=not as_json)
