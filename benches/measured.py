"""Published times of NVIDIA's samples on the GTX 280, and whose the error is: `python -m benches.measured`.

Launches and throughputs come from `benches.samples`; a time is the bytes of the matrices over the
throughput. They become a CSV file, which `simt.compare(measured=...)` reads. `--only products` takes a few seconds, all
take minutes, for the naive transpose does.
"""

from __future__ import annotations

import csv
import io
import tempfile
from pathlib import Path

import click

import simt
from benches.samples import LONG, PRODUCTS, SHORT, SIDE, SOURCE, TRANSPOSES, Sample
from simt.views.kit.text import signed_percent

_SOURCES = {"transposes": "Ruetsch and Micikevicius 2009", "products": "CUDA C Best Practices Guide"}


def measured_csv(only: str = "all", kernels: str = str(SOURCE)) -> str:
    """Return the file of measurements.

    - only: "transposes", "products" or "all".
    - kernels: the file of the kernels, as the file names it.
    """
    groups = {"transposes": TRANSPOSES, "products": PRODUCTS}
    lines = [
        _line(sample, _SOURCES[name], kernels)
        for name, samples in groups.items() if only in (name, "all")
        for sample in samples
    ]  # fmt: skip
    columns = list(dict.fromkeys(column for line in lines for column in line))
    stream = io.StringIO()
    writer = csv.DictWriter(stream, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return stream.getvalue()


def _line(sample: Sample, source: str, kernels: str) -> dict[str, object]:
    if sample in TRANSPOSES:
        words = 2 * SIDE * SIDE
        launch = {"global_size": f"{SIDE}x{SIDE // 4}", "local_size": "32x8"}
        inputs = {"in.x": SIDE * SIDE, "in.y": SIDE * SIDE, "in.width": SIDE}
    else:
        words = 2 * LONG * SHORT + LONG * LONG
        launch = {"global_size": f"{LONG}x{LONG}", "local_size": "16x16"}
        inputs = {"in.a": LONG * SHORT, "in.b": LONG * SHORT, "in.c": LONG * LONG, "in.n": LONG}
    return {
        "kernel": f"{kernels}::{sample.kernel}", "device": "gtx280", **launch, "define.PAD": sample.pad, **inputs,
        "microseconds": f"{4 * words / sample.published / 1e3:.1f}", "source": source,
    }  # fmt: skip


@click.command()
@click.option("--only", type=click.Choice(["transposes", "products", "all"]), default="all", show_default=True)
def main(only: str) -> None:
    """Print a table of cycles and of the three errors, as shares of the published time."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "measured.csv"
        path.write_text(measured_csv(only))
        outcome = simt.compare(measured=path, jobs=1).measurements
    assert outcome is not None
    click.echo(
        f"| cycles | published | simulated | counted | static | machine | model | counts | whole |\n{'|---' * 9}|"
    )
    lacking: list[str] = []
    for row in outcome.held:
        name = row.compared.point.kernel.partition("::")[2].replace("_", " ")
        padded = ", padded" if row.compared.point.defines["PAD"] else ""
        cycles = (
            "-" if value is None else f"{value:.0f}" for value in (row.measured, row.simulated, row.counted, row.static)
        )
        errors = ("-" if error is None else signed_percent(error) for error in row.errors.values())
        click.echo(f"| {name}{padded} | {' | '.join([*cycles, *errors])} |")
        lacking += [f"{name}{padded}, {counts} counts: {why}" for (_, counts), why in row.compared.lacks.items()]
    for line in [*lacking, *(f"line {mistake.number}: {mistake.reason}" for mistake in outcome.mistakes)]:
        click.echo(line)


if __name__ == "__main__":
    main()
