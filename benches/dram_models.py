"""The models on memory of DRAM (docs/dram-models.md): `python -m benches.dram_models`.

The first tables have the GPU paper's kernels on both GPUs, with `simple` memory and with DRAM: simulated cycles, every
model's error, and what the channels did. The last one has the refined model on DRAM, its terms one by one, on the
machines that it was made with and on those that were held out (simt/validate/holdout.py), and on others that nobody
looked at (`OTHERS`). Exit status 1 if a kernel's result is wrong.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import click

import simt
from simt.models.machine_view import counts_of, parameters_of
from simt.models.refined import Profile, predict, run_to_count
from simt.models.registry import MODELS
from simt.result.result import Result
from simt.validate.launches import LAUNCHED, drawn_launches
from simt.validate.measures import measures
from simt.validate.suite import SuitePoint, machine_named, suite_points

# Kernel, symbols and threads of a group: what the suite launches on whole GPUs, and a product whose rows of 1024 bytes
# put all rows of a tile on two channels.
LAUNCHES: tuple[tuple[str, dict[str, int], int | None], ...] = (
    ("mm_global", {"n": 128}, 64),
    ("mm_global_rows", {"n": 128}, 64),
    ("mm_local", {"n": 128, "width": 16, "height": 16}, None),
    ("mm_local", {"n": 256, "width": 16, "height": 16}, None),
    ("pps_br", {"n": 65536, "group": 128}, None),
    ("pps_conf", {"n": 65536, "group": 256}, None),
)
GPUS = ("gtx280", "hd5870")
NAMES = ("paper", "hong-kim", "roofline", "bounds")

# Other interleaving, channels and parts than the presets', and several cores of the FPGA's processor with DDR2.
OTHERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("gtx280", {"memory.interleave": 1024}),
    ("gtx280", {"memory.channels": 4, "memory.mapping": "row_column_bank"}),
    ("gtx280", {"memory.part": "gddr5-4800-x32-32", "memory.channels": 2}),
    ("hd5870", {"memory.interleave": 128}),
    ("hd5870", {"memory.channels": 3}),
    ("hd5870", {"memory.part": "gddr3-2214-x32-64", "memory.channels": 2, "memory.mapping": "bank_row_column"}),
    ("fpga8", {"cores": 2, "groups_per_core": 4, "memory.queue": 16}),
    ("fpga8", {"cores": 4, "groups_per_core": 4, "memory.queue": 16, "clock_mhz": 300}),
    ("fpga8", {"cores": 8, "groups_per_core": 2, "memory.queue": 8, "memory.part": "ddr2-400-5e-x16-32"}),
)
COMMON = {"memory.policy": "dram", "branch.policy": "ipdom_stack", "branch.stack_depth": 128, "options.multiply": True,
          "options.read_ports": 3, "program.words": 4096, "constants.words": 1024, "registers": 112}  # fmt: skip


@dataclass(frozen=True)
class Ran:
    """A run, with its counts."""

    where: str
    result: Result
    profile: Profile

    def error(self, profile: Profile | None = None) -> float:
        """The error of the refined model, with its own counts or others."""
        return predict(profile or self.profile).cycles / self.result.cycles - 1


def ran(
    where: str, kernel: str, machine: simt.Machine, defines: Mapping[str, int], threads: int | None = None
) -> Ran | None:
    """A run whose result its oracle has found right; None where the launch does not fit the machine."""
    try:
        result = run_to_count(
            machine, lambda record: simt.run(kernel, machine, defines=defines, threads=threads, record=record)
        )
    except simt.SimtError as error:
        if error.code in ("E0501", "E0503", "E0505", "E0506"):
            return None
        raise
    if not result.completed or result.check is None or not result.check.passed:
        click.echo(f"{kernel} on {where}: WRONG, {result!r}")
        sys.exit(1)
    return counted(where, result)


def counted(where: str, result: Result) -> Ran:
    """A run with its counts, and without its cores: their event records take hundreds of megabytes."""
    return Ran(where, replace(result, cores=(), commands=None), Profile.of_result(result))


def percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:+.1f} %" if abs(value) < 10 else f"{100 * value:+.0f} %"


def of_others(one: Ran) -> Iterator[str]:
    """The errors of the models that take counts and parameters."""
    for name in NAMES:
        try:
            said = MODELS[name].predict(counts_of(one.profile), parameters_of(one.result.machine), None)
            yield percent(said.cycles / one.result.cycles - 1)
        except simt.SimtError:
            yield percent(None)


def gpus() -> None:
    """The kernels on both GPUs under both memories."""
    click.echo("All results are right by their oracles. Errors are (predicted - simulated) / simulated.\n")
    click.echo(f"| kernel | machine | memory | cycles | refined | {' | '.join(NAMES)} |\n|{'---|' * 9}")
    rows = []
    for kernel, defines, threads in LAUNCHES:
        for name in GPUS:
            for memory in ("simple", "dram"):
                machine = machine_named(name).replace(**{"memory.policy": memory})
                one = ran(name, kernel, machine, defines, threads)
                assert one is not None
                told = f"`{kernel}` {defines['n']} | `{name}`"
                errors = " | ".join([percent(one.error()), *of_others(one)])
                click.echo(f"| {told} | {memory} | {one.result.cycles} | {errors} |")
                if memory == "dram":
                    rows.append((told, one))
    click.echo(
        "\n| kernel | machine | requests per column access | column accesses per row opened "
        f"| share in the other direction | crowded x channels | data bus busy |\n|{'---|' * 7}"
    )
    for told, one in rows:
        click.echo(f"| {told} | {channels(one.result)} |")


def channels(result: Result) -> str:
    """A row with the work of the channels."""
    counts, machine = result.channels, result.machine
    assert counts is not None
    columns, requests = int(counts.columns.sum()), int(counts.requests.sum())
    clocks = result.cycles * machine.dram_rate / 1024 * machine.memory.channels
    cells = (
        f"{requests / columns:.2f}",
        f"{columns / int(counts.opened.sum()):.0f}",
        f"{100 * int(counts.turns.sum()) / columns:.1f} %",
        f"{counts.crowded / columns * machine.memory.channels:.2f}",
        f"{100 * columns * machine.dram.burst / clocks:.0f} %",
    )
    return " | ".join(cells)


VARIANTS: tuple[tuple[str, Callable[[Profile], Profile]], ...] = (
    ("neither", lambda profile: replace(profile, columns=1.0, crowded=None, clocks=None)),
    ("shared column accesses", lambda profile: replace(profile, crowded=None, clocks=None)),
    ("crowded channels", lambda profile: replace(profile, columns=1.0, clocks=None)),
    ("both", lambda profile: replace(profile, clocks=None)),
    ("and rows", lambda profile: profile),
)


def refined(parts: Mapping[str, Sequence[Ran]]) -> None:
    """The refined model's mean error, with its terms and without."""
    click.echo(
        f"\n| refined model on DRAM | runs | {' | '.join(name for name, _ in VARIANTS)} | median | largest | tau |"
    )
    click.echo("|" + "---|" * (5 + len(VARIANTS)))
    for title, runs in parts.items():
        cells = [
            f"{100 * sum(abs(one.error(of(one.profile))) for one in runs) / len(runs):.1f} %" for _, of in VARIANTS
        ]
        found = measures([predict(one.profile).cycles for one in runs], [one.result.cycles for one in runs])
        cells += [f"{100 * found.median:.1f} %", f"{100 * found.largest:.0f} %", f"{found.tau:.3f}"]
        click.echo(f"| {title} | {len(runs)} | {' | '.join(cells)} |")


def generated(part: str) -> list[Ran]:
    points: list[SuitePoint] = [each for each in suite_points(part, kind="dram") if each.launch is not None]
    found = []
    for each in points:
        assert each.launch is not None
        launch, machine = each.launch, machine_named(each.machine)
        if each.kernel != "horner_f64" or machine.has("dpu"):
            found.append(ran(each.machine, each.kernel, machine, dict(launch.defines), launch.threads))
    return [one for one in found if one is not None]


def others() -> list[Ran]:
    """The launches that the suite would draw on the machines of `OTHERS`."""
    found = []
    for number, (name, keys) in enumerate(OTHERS):
        machine = simt.Machine.load(
            name, {**(COMMON if name.startswith("fpga") else {}), "memory.policy": "dram", **keys}
        )
        for kernel in LAUNCHED:
            if kernel != "horner_f64":
                for launch in drawn_launches(kernel, f"{name} {number}", machine)[:1]:
                    found.append(ran(name, kernel, machine, dict(launch.defines), launch.threads))
    return [one for one in found if one is not None]


@click.command()
@click.option("--part", type=click.Choice(["gpus", "refined", "all"]), default="all", show_default=True)
def main(part: str) -> None:
    """The models on memory of DRAM."""
    if part != "refined":
        gpus()
    if part != "gpus":
        refined({
            "generated devices, development": generated("development"),
            "generated devices, held out": generated("held-out"),
            "other interleaving, channels, parts": others(),
        })  # fmt: skip


if __name__ == "__main__":
    main()
