"""The models on machines with a scoreboard: `python -m benches.scoreboards`.

Compiled kernels (programs/opencl, benches/kernels/samples.cl, small) on the presets of GPUs with the issue of their
chips, and shipped kernels on other presets with a scoreboard of several sizes: simulated cycles and the errors of the
models, (predicted - simulated) / simulated. `python -m benches.refined --kind scoreboard` has the generated machines.
Kernels and machines that are held out (simt/validate/holdout.py) have a star, and are left out with `--part
development`. Exit status 1 if a kernel's result is wrong.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import click
import numpy as np

import simt
from benches.dram_models import NAMES, Ran, counted, of_others, percent, ran
from benches.samples import PRODUCTS, SHORT, SOURCE, TRANSPOSES, Sample
from isa.table.units import COMPUTE_UNITS
from simt.launch.programs import programs_folder
from simt.machine import Machine
from simt.models.refined import needs_record
from simt.validate.holdout import held_out, point_held_out

GPUS = ("gtx280", "g80", "fermi_sm", "gcn_cu")
SIDE, LONG = 256, 128  # of the samples' matrices: smaller than in benches/samples.py
ENTRIES = (1, 2, 4, 8, 32)
OTHERS = ("fpga8", "avx512", "gtx280_core", "hd5870_core")  # presets that get a scoreboard
SHIPPED = ("bitonic_sort", "dot", "fft128", "fir", "prefix_sum", "transpose")
LAUNCHED = (("mm_local", {"n": 64, "width": 16, "height": 16}), ("pps_br", {"n": 4096, "group": 128}))


def compiled() -> list[str]:
    """The kernels in OpenCL C, without those whose lanes read one another, which few presets can."""
    paths = sorted((programs_folder() / "opencl").glob("*.cl"))
    names = [f"opencl/{path.name}" for path in paths if "sub_group_" not in path.read_text(encoding="utf-8")]
    return [f"{name}::mm_local" if name == "opencl/mm.cl" else name for name in names]


def sampled(sample: Sample, machine: Machine) -> Ran:
    """A run of a sample."""
    rng = np.random.default_rng(1)
    if sample in PRODUCTS:
        a, b = rng.random((LONG, SHORT), np.float32), rng.random((SHORT, LONG), np.float32)
        inputs: dict[str, Any] = {"a": a.ravel(), "b": b.ravel(), "c": np.zeros(LONG * LONG, np.float32), "n": LONG}
        sizes, output, expected = ((LONG, LONG), (16, 16)), "c", (a @ b).ravel()
    else:
        x = np.arange(SIDE * SIDE, dtype=np.float32)
        inputs = {"x": x, "y": np.zeros_like(x), "width": SIDE}
        matrix = x.reshape(SIDE, SIDE)
        sizes, output = ((SIDE, SIDE // 4), (32, 8)), "y"
        expected = (matrix if sample.kernel == "copy" else matrix.T).ravel()
    result = simt.run(
        f"{SOURCE}::{sample.kernel}", machine, defines={"PAD": sample.pad}, inputs=inputs, global_size=sizes[0],
        local_size=sizes[1], record=needs_record(machine),
    )  # fmt: skip
    assert np.allclose(result.buffers[output], expected, rtol=1e-5), sample
    return counted(machine.name, result)


def starred(name: str) -> str:
    """The name of a kernel or machine, with a star if it is held out, which no sample is."""
    return f"`{name}`{' *' if held_out(name) and not name.startswith('samples.cl') else ''}"


def cell(one: Ran | None) -> str:
    return "-" if one is None else f"{one.result.cycles}, {percent(one.error())}"


def runs_on(preset: str, part: str) -> Iterator[tuple[str, Ran | None]]:
    """The compiled kernels on a preset, by name."""
    machine = Machine.load(preset)
    for name in compiled():
        if part == "all" or not point_held_out(name, preset):
            yield name, ran(preset, name, machine, {})
    if part == "all" or not held_out(preset):
        for sample in (*TRANSPOSES, *PRODUCTS):
            yield f"samples.cl::{sample.kernel}{', padded' if sample.pad else ''}", sampled(sample, machine)


def as_one_in_flight(one: Ran) -> float:
    """The error of the refined model if the warps had one instruction in flight, and one scheduler."""
    machine = one.profile.machine
    keys: dict[str, Any] = {f"{unit}.per_scheduler": False for unit in COMPUTE_UNITS if unit in machine.unit_counts}
    keys |= machine.compatible(**{"issue.dependences": "one_in_flight"})
    return one.error(replace(one.profile, machine=machine.replace(**keys)))


def summary(title: str, runs: Sequence[Ran]) -> str:
    """A row: the runs, the refined model's errors, the mean errors of the others."""
    errors = [one.error() for one in runs]
    sizes = [abs(error) for error in errors]
    worst = max(errors, key=abs)
    before = statistics.mean(abs(as_one_in_flight(one)) for one in runs)
    cells = [f"{100 * before:.1f} %", f"{100 * statistics.mean(sizes):.1f} %"]
    cells += [f"{100 * statistics.median(sizes):.1f} %", percent(worst)]
    others = list(zip(*(of_others_alone(one) for one in runs), strict=True))
    cells += [f"{100 * statistics.mean(error for error in column if error is not None):.0f} %" for column in others]
    return f"| {title} | {len(runs)} | {' | '.join(cells)} |"


def of_others_alone(one: Ran) -> list[float | None]:
    """The sizes of the errors of the models that take counts and parameters; None without a prediction."""
    texts = (text.removesuffix(" %").replace(",", "") for text in of_others(one))
    return [None if text == "-" else abs(float(text)) / 100 for text in texts]


def gpus(part: str) -> None:
    """The compiled kernels on the presets."""
    rows: dict[str, dict[str, Ran | None]] = {}
    for preset in GPUS:
        for name, one in runs_on(preset, part):
            rows.setdefault(name, {})[preset] = one
    click.echo(f"Cycles, and the error of the refined model:\n\n| kernel | {' | '.join(map(starred, GPUS))} |")
    click.echo(f"{'|---' * (len(GPUS) + 1)}|")
    for name, by_preset in rows.items():
        click.echo(f"| {starred(name)} | {' | '.join(cell(by_preset.get(preset)) for preset in GPUS)} |")
    heads = f"runs | as one in flight | refined | median | largest | {' | '.join(NAMES)}"
    click.echo(f"\n| mean errors | {heads} |\n{'|---' * 10}|")
    together: list[Ran] = []
    for preset in GPUS:
        runs = [one for row in rows.values() if (one := row.get(preset)) is not None]
        together += runs
        if runs:
            click.echo(summary(starred(preset), runs))
    click.echo(summary("all", together))


def variants() -> None:
    """Other presets with a scoreboard of several sizes."""
    click.echo(f"\nMean errors of the refined model by `issue.entries`:\n\n| | {' | '.join(map(str, ENTRIES))} |")
    click.echo(f"{'|---' * (len(ENTRIES) + 1)}|")
    for preset in OTHERS:
        cells = []
        for entries in ENTRIES:
            keys = {"issue.dependences": "scoreboard", "issue.entries": entries}
            machine = Machine.load(preset).replace(**keys)
            chosen: list[tuple[str, dict[str, int]]] = [(name, {}) for name in SHIPPED]
            chosen += LAUNCHED if machine.memory.is_present else ()
            runs = [one for name, defines in chosen if (one := ran(preset, name, machine, defines)) is not None]
            cells.append(f"{100 * statistics.mean(abs(one.error()) for one in runs):.1f} %")
        click.echo(f"| `{preset}` | {' | '.join(cells)} |")


@click.command()
@click.option("--part", type=click.Choice(["development", "all"]), default="development", show_default=True)
def main(part: str) -> None:
    """The models on machines with a scoreboard."""
    gpus(part)
    variants()


if __name__ == "__main__":
    main()
