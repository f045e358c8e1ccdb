"""Further kernels on `gtx280` and `g80` beside published rates: `python -m benches.aside`.

The kernels are written anew, in benches/kernels/aside.cl. Published, as we remember them: copies and transposes of 2048
x 2048 floats on the GTX 280 (Ruetsch and Micikevicius 2009, loop over the kernel; NVIDIA, CUDA C Best Practices Guide,
for the flat copy, read off a figure), sums of 2^22 integers in groups of 128 on the GeForce 8800 GTX (Harris 2007,
*Optimizing Parallel Reduction in CUDA*), products of square matrices (Ryoo and others 2008, 8800 GTX, side 4096; Volkov
and Demmel 2008, both chips, large sides). Ours are of 2^20 integers, the first of the launches alone, and of smaller
matrices. It takes minutes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import median
from typing import NamedTuple

import click
import numpy as np

import simt
from benches.samples import SIDE
from simt.machine import Machine
from simt.result.result import Result

SOURCE = Path(__file__).parent / "kernels" / "aside.cl"
GTX, G80 = "gtx280", "g80"
GROUP, ROWS = 128, 64  # work-items of a group: of sums, of products by columns
NUMBERS, GROUPS = 1 << 20, 64  # of sums; the groups of the last one


class Case(NamedTuple):
    """A kernel on a machine, and its published rate in GB/s, of products in GFLOPS. side: words of a row."""

    kernel: str
    machine: str
    published: float
    side: int = 0


TRANSPOSES = tuple(
    Case(kernel, GTX, published, SIDE)
    for kernel, published in (
        ("copy_flat", 120), ("copy_tile", 80.9), ("transpose_fine", 80.4), ("transpose_coarse", 16.7),
    )
)  # fmt: skip
SUMS = tuple(
    Case(f"sum_{kernel}", G80, published)
    for kernel, published in (
        ("parting", 2.083), ("strided", 4.854), ("halving", 9.741), ("two_loads", 17.377), ("last_warp", 31.289),
        ("unrolled", 43.996), ("many", 62.671),
    )
)  # fmt: skip
SQUARES = (
    Case("square_naive", G80, 10.58, 128),
    Case("square_tiles", G80, 46.49, 256),
    Case("square_unrolled", G80, 91.14, 256),
    Case("square_columns", G80, 206, 512),
    Case("square_columns", GTX, 375, 960),
)


@cache
def load(name: str) -> Machine:
    """Return a machine."""
    return Machine.load(name)


def launch(case: Case, inputs: dict[str, object], size: int | tuple[int, ...], group: int | tuple[int, ...]) -> Result:
    """Run a case's kernel."""
    return simt.run(
        f"{SOURCE}::{case.kernel}", load(case.machine), inputs=inputs, global_size=size, local_size=group
    )  # fmt: skip


def transpose(case: Case) -> float:
    """Run a copy or a transpose, check it, and return its GB/s."""
    x = np.arange(case.side**2, dtype=np.float32)
    is_flat = case.kernel == "copy_flat"
    size, group = (case.side**2, 256) if is_flat else ((case.side, case.side // 4), (32, 8))
    result = launch(case, {"x": x, "y": np.zeros_like(x), "width": case.side}, size, group)
    tiles = x.reshape(case.side // 32, 32, case.side // 32, 32)
    axes = {"transpose_fine": (0, 3, 2, 1), "transpose_coarse": (2, 1, 0, 3)}.get(case.kernel, (0, 1, 2, 3))
    assert np.array_equal(result.buffers["y"], tiles.transpose(axes).ravel()), case
    return 2 * x.nbytes / result.seconds / 1e9


def add_up(case: Case) -> float:
    """Run the first launch of a sum, check it, and return its GB/s."""
    x = np.arange(NUMBERS, dtype=np.int32) % 1000
    is_last, loads = case.kernel == "sum_many", 1 + (case not in SUMS[:3])
    groups = GROUPS if is_last else NUMBERS // GROUP // loads
    inputs = {"x": x, "y": np.zeros(groups, np.int32), "size": NUMBERS if is_last else GROUP}
    result = launch(case, inputs, groups * GROUP, GROUP)
    assert result.buffers["y"].sum() == x.sum(), case
    return float(x.nbytes / result.seconds / 1e9)


def multiply(case: Case) -> float:
    """Run a product, check it, and return its GFLOPS."""
    n, rng = case.side, np.random.default_rng(1)
    a, b = rng.random((n, n), np.float32), rng.random((n, n), np.float32)
    is_by_columns = case.kernel == "square_columns"
    size, group = ((n, n // 16), (ROWS, 1)) if is_by_columns else ((n, n), (16, 16))
    inputs = {"a": a.ravel(), "b": b.ravel(), "c": np.zeros(n * n, np.float32), "n": n, "width": 16}
    result = launch(case, inputs, size, group)
    right = b @ a if is_by_columns else a @ b  # read by columns, matrices are transposed
    assert np.allclose(result.buffers["c"].reshape(n, n), right, rtol=1e-4), case
    return float(2 * n**3 / result.seconds / 1e9)


def rows() -> Iterator[tuple[Case, float]]:
    """Measure all cases."""
    for cases, measure in ((TRANSPOSES, transpose), (SUMS, add_up), (SQUARES, multiply)):
        for case in cases:
            yield case, measure(case)


def main() -> None:
    """Print the table, with the deviation from what is published."""
    click.echo(f"| GB/s, of products GFLOPS | machine | published | simulated | off |\n{'|---' * 5}|")
    errors = []
    for case, rate in rows():
        errors.append(100 * (rate / case.published - 1))
        name = case.kernel.replace("_", " ")
        click.echo(f"| {name} | `{case.machine}` | {case.published:.3g} | {rate:.3g} | {errors[-1]:+.0f} % |")
    sizes = [abs(error) for error in errors]
    click.echo(f"\nMedian error {median(sizes):.0f} %, worst {max(sizes):.0f} %.")


if __name__ == "__main__":
    main()
