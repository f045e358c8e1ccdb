"""Kernels of NVIDIA's samples on `gtx280` beside published throughputs: `python -m benches.samples`.

The kernels are written anew, in benches/kernels/samples.cl. Published: copy and transposes of 2048 x 2048 floats in
groups of 32 x 8 (Ruetsch and Micikevicius 2009, *Optimizing Matrix Transpose in CUDA*, GTX 280, loop over the kernel),
products of 512 x 16 and 16 x 512 floats in groups of 16 x 16 (NVIDIA, CUDA C Best Practices Guide, GTX 280). Throughput
is the bytes of the matrices, each once, over the time of the launch: as simulated, and as the refined model predicts
it from the counts of the run (docs/model.md). The sizes of the products are not published: ours. The naive transpose
takes minutes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np

import simt
from simt.machine import Machine
from simt.models.refined import Profile, needs_record, predict
from simt.result.result import Result

SOURCE = Path(__file__).parent / "kernels" / "samples.cl"
SIDE, LONG, SHORT = 2048, 512, 16


class Sample(NamedTuple):
    """A kernel with the value of PAD, and its published throughput in GB/s."""

    kernel: str
    pad: int
    published: float


TRANSPOSES = (
    Sample("copy", 0, 96.9),
    Sample("transpose_naive", 0, 2.2),
    Sample("transpose_tiled", 0, 16.5),
    Sample("transpose_tiled", 1, 16.6),
    Sample("transpose_diagonal", 1, 69.5),
)
PRODUCTS = (
    Sample("product_naive", 0, 8.7),
    Sample("product_one_tile", 0, 14.3),
    Sample("product_two_tiles", 0, 29.7),
)


class Moved(NamedTuple):
    """A checked run, and the bytes of its matrices."""

    moved: int
    result: Result

    @property
    def simulated(self) -> float:
        """The throughput of the run in GB/s."""
        return self.moved / self.result.seconds / 1e9

    @property
    def modelled(self) -> float:
        """The throughput that the refined model predicts, in GB/s."""
        return self.simulated * self.result.cycles / predict(Profile.of_result(self.result)).cycles


def transpose(sample: Sample, machine: Machine, side: int = SIDE) -> Moved:
    """Run a copy or a transpose, and check it."""
    x = np.arange(side * side, dtype=np.float32)
    result = simt.run(
        f"{SOURCE}::{sample.kernel}", machine, defines={"PAD": sample.pad},
        inputs={"x": x, "y": np.zeros_like(x), "width": side}, global_size=(side, side // 4), local_size=(32, 8),
        record=needs_record(machine),
    )  # fmt: skip
    matrix = x.reshape(side, side)
    expected = matrix if sample.kernel == "copy" else matrix.T
    assert np.array_equal(result.buffers["y"].reshape(side, side), expected), sample
    return Moved(2 * x.nbytes, result)


def multiply(sample: Sample, machine: Machine, long: int = LONG) -> Moved:
    """Run a product, and check it."""
    rng = np.random.default_rng(1)
    a, b = rng.random((long, SHORT), np.float32), rng.random((SHORT, long), np.float32)
    c = np.zeros(long * long, np.float32)
    result = simt.run(
        f"{SOURCE}::{sample.kernel}", machine, defines={"PAD": sample.pad},
        inputs={"a": a.ravel(), "b": b.ravel(), "c": c, "n": long}, global_size=(long, long), local_size=(16, 16),
        record=needs_record(machine),
    )  # fmt: skip
    assert np.allclose(result.buffers["c"].reshape(long, long), a @ b, rtol=1e-5), sample
    return Moved(a.nbytes + b.nbytes + c.nbytes, result)


def rows() -> Iterator[tuple[Sample, Moved]]:
    """Measure all samples."""
    machine = Machine.load("gtx280")
    for sample in (*TRANSPOSES, *PRODUCTS):
        measure = transpose if sample in TRANSPOSES else multiply
        yield sample, measure(sample, machine)


def main() -> None:
    """Print the table, with the deviation from what is published."""
    click.echo(f"| GB/s | published | `gtx280` | off | modelled | off |\n{'|---' * 6}|")
    for sample, run in rows():
        name = f"{sample.kernel.replace('_', ' ')}{', padded' if sample.pad else ''}"
        figures = run.simulated, run.modelled
        cells = [f"{figure:.1f} | {100 * (figure / sample.published - 1):+.0f} %" for figure in figures]
        click.echo(f"| {name} | {sample.published:g} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
