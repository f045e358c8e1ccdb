"""Further kernels on `gtx280` and `g80` beside published rates: `python -m benches.aside`.

The kernels are written anew, in benches/kernels/aside.cl.

- Copies and transposes of 2048 x 2048 floats on the GTX 280: Ruetsch and Micikevicius 2009, loop over the kernel; the
  flat copy: NVIDIA, CUDA C Best Practices Guide, read off a figure. Both as we remember them.
- Sums of 2^22 integers in groups of 128 on the GeForce 8800 GTX: Harris 2007, *Optimizing Parallel Reduction in CUDA*.
  The published time is the host's, of all launches until one number is left. `HOST_SECONDS` is what the launches take
  besides the first one.
- Products of matrices: Ryoo and others 2008, 8800 GTX, side 4096, as we remember them; Volkov and Demmel 2008, both
  chips, large sides. Ours are smaller. Those by columns are whole rounds of work-groups, and on the GTX 280 no column
  has a multiple of 512 words, or one partition of the memory would have the heads of all.

It takes minutes.
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
NUMBERS, GROUPS = 1 << 22, 64  # of sums; the groups of the last one

# From two published figures of the last sum: 268 us for 2^22 integers and 73 GB/s for 2^25 are 74.7 GB/s and 43 us, 41
# to 45 as the second is rounded. Volkov and Demmel 2008 have 10 to 14 us for a launch that the host waits for, 3 to 7
# for one more.
HOST_SECONDS = 43e-6

# The published kernel takes 30 registers (Volkov and Demmel 2008), so that 4 and 8 groups fit into a core: with more
# than 32 there are fewer. The compiler takes 36 if it may.
REGISTERS = 32


class Case(NamedTuple):
    """A kernel on a machine, and its published rate in GB/s, of products in GFLOPS.

    shape: the rows and the columns of a product, and the number of products in each of its sums.
    """

    kernel: str
    machine: str
    published: float
    shape: tuple[int, int, int] = (0, 0, 0)


TRANSPOSES = tuple(
    Case(kernel, GTX, published)
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
PRODUCTS = (
    Case("square_naive", G80, 10.58, (256, 256, 256)),
    Case("square_tiles", G80, 46.49, (512, 512, 512)),
    Case("square_unrolled", G80, 91.14, (512, 512, 512)),
    Case("square_columns", G80, 206, (512, 512, 512)),
    Case("square_columns", GTX, 375, (960, 1024, 480)),
)


@cache
def load(name: str) -> Machine:
    """Return a machine."""
    return Machine.load(name)


def launch(case: Case, inputs: dict[str, object], size: int | tuple[int, ...], group: int | tuple[int, ...]) -> Result:
    """Run a case's kernel."""
    keys = {"registers": REGISTERS} if case.kernel == "square_columns" else {}
    return simt.run(
        f"{SOURCE}::{case.kernel}", load(case.machine), set=keys, inputs=inputs, global_size=size, local_size=group
    )  # fmt: skip


def transpose(case: Case) -> float:
    """Run a copy or a transpose, check it, and return its GB/s."""
    x = np.arange(SIDE**2, dtype=np.float32)
    is_flat = case.kernel == "copy_flat"
    size, group = (SIDE**2, 256) if is_flat else ((SIDE, SIDE // 4), (32, 8))
    result = launch(case, {"x": x, "y": np.zeros_like(x), "width": SIDE}, size, group)
    tiles = x.reshape(SIDE // 32, 32, SIDE // 32, 32)
    axes = {"transpose_fine": (0, 3, 2, 1), "transpose_coarse": (2, 1, 0, 3)}.get(case.kernel, (0, 1, 2, 3))
    assert np.array_equal(result.buffers["y"], tiles.transpose(axes).ravel()), case
    return 2 * x.nbytes / result.seconds / 1e9


def add_up(case: Case) -> float:
    """Run the first launch of a sum, check it, and return the GB/s of all launches."""
    x = np.arange(NUMBERS, dtype=np.int32) % 100
    is_last, loads = case.kernel == "sum_many", 1 + (case not in SUMS[:3])
    groups = GROUPS if is_last else NUMBERS // GROUP // loads
    inputs = {"x": x, "y": np.zeros(groups, np.int32), "size": NUMBERS if is_last else GROUP}
    result = launch(case, inputs, groups * GROUP, GROUP)
    assert result.buffers["y"].sum() == x.sum(), case
    return float(x.nbytes / (result.seconds + HOST_SECONDS) / 1e9)


def multiply(case: Case) -> float:
    """Run a product, check it, and return its GFLOPS."""
    (rows, columns, length), rng = case.shape, np.random.default_rng(1)
    a, b = rng.random((rows, length), np.float32), rng.random((length, columns), np.float32)
    right = a @ b
    inputs: dict[str, object] = {"a": a.ravel(), "b": b.ravel(), "n": columns, "width": 16}
    size, group = (columns, rows), (16, 16)
    if case.kernel == "square_columns":  # of matrices by columns
        right = right.T
        inputs = {"a": a.T.ravel(), "b": b.T.ravel(), "n": rows, "depth": length}
        size, group = (rows, columns // 16), (ROWS, 1)
    result = launch(case, inputs | {"c": np.zeros(rows * columns, np.float32)}, size, group)
    assert np.allclose(result.buffers["c"], right.ravel(), rtol=1e-4), case
    return float(2 * rows * columns * length / result.seconds / 1e9)


def rows() -> Iterator[tuple[Case, float]]:
    """Measure all cases."""
    for cases, measure in ((TRANSPOSES, transpose), (SUMS, add_up), (PRODUCTS, multiply)):
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
