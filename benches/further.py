"""Launches of further kernels in OpenCL C on generated chips, for the intervals of the refined model.

The kernels are in benches/kernels: the samples, the ones aside, one of unlike groups, and further.cl. Sizes, and the
pairs of kernel and chip, are drawn by the number of the chip. Kernels and chips that are held out have no part in it,
and no kernel does the same work as a kernel of the suite that is held out.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import simt
from isa.reporting.diagnostics import SimtError
from simt.models.refined import run_to_count
from simt.result.result import Result
from simt.validate.holdout import point_held_out
from simt.validate.suite import machine_named

CHIPS = 80
SHARE = 0.4  # of the pairs
_FOLDER = Path(__file__).parent / "kernels"


def _numbers(count: int, top: int = 1 << 20) -> np.ndarray:
    return np.random.default_rng(1).integers(0, top, count, dtype=np.uint32)


def _floats(count: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).random(count, dtype=np.float32)


def cases(rng: random.Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """The kernels, each with what it is launched with."""
    n, size, side = rng.choice((16, 32, 48)), rng.choice((1024, 2048, 4096)), rng.choice((64, 128))
    sums = 128 * rng.choice((8, 16, 40))
    ones, none = np.zeros(size, np.uint32), np.zeros(size, np.float32)
    matrices = {"a": _floats(n * n), "b": _floats(n * n, 2), "c": np.zeros(n * n, np.float32), "n": n}
    square = {"global_size": (n, n), "local_size": (16, 16)}
    line = {"global_size": (size,), "local_size": (64,)}
    moved = {"x": _floats(side * side), "y": np.zeros(side * side, np.float32), "width": side}
    tiles = {"global_size": (side, side // 4), "local_size": (32, 8)}
    summed = {"x": _numbers(sums).astype(np.int32), "y": np.zeros(sums // 128, np.int32), "size": 128}
    yield "further.cl::chase", {"inputs": {"x": _numbers(size, size), "y": ones, "n": size}, **line}
    yield "further.cl::parting", {"inputs": {"x": _numbers(size), "y": none, "n": size}, **line}
    yield "further.cl::row_sums", {"inputs": {"x": _floats(16 * size), "y": none, "n": 16}, **line}
    yield "further.cl::horner", {"inputs": {"x": _floats(size), "y": none, "n": 24}, **line}
    for name in ("transpose_naive", "transpose_tiled", "transpose_diagonal"):
        yield f"samples.cl::{name}", {"inputs": moved, "defines": {"PAD": 1}, **tiles}
    for name in ("copy_tile", "transpose_fine", "transpose_coarse"):
        yield f"aside.cl::{name}", {"inputs": moved, **tiles}
    for name in ("sum_strided", "sum_halving"):
        yield f"aside.cl::{name}", {"inputs": summed, "global_size": (sums,), "local_size": (128,)}
    yield "aside.cl::square_unrolled", {"inputs": {**matrices, "width": 16}, **square}
    yield "unlike.cl::collatz", {"inputs": {"start": _numbers(size, 1000) + 1, "steps": ones}, **line}
    start = np.concatenate(([0], np.cumsum(_numbers(size, 13)))).astype(np.uint32)
    sparse = {"start": start, "column": _numbers(int(start[-1]), size), "value": _floats(int(start[-1]))}
    image = {"y": np.zeros(side * side, np.float32), "width": side}
    whole = {"global_size": (side, side), "local_size": (16, 8)}
    yield "further.cl::jacobi", {"inputs": {"x": _floats(side * side), **image}, **whole}
    yield "further.cl::convolve", {
        "inputs": {"x": _floats((side + 5) ** 2), "weights": _floats(25), "side": 5, **image}, **whole
    }  # fmt: skip
    yield "further.cl::gcd", {"inputs": {"x": _numbers(size, 1000), "y": ones, "n": size}, **line}
    yield "further.cl::sparse_rows", {"inputs": {**sparse, "x": _floats(size), "y": none}, **line}
    yield "further.cl::dot_product", {
        "inputs": {"a": _floats(8 * size), "b": _floats(8 * size, 2), "y": none[: size // 64], "n": 8 * size}, **line
    }  # fmt: skip
    yield "further.cl::nearest", {
        "inputs": {"x": _floats(4 * size), "centres": _floats(4 * n), "y": ones, "n": size, "count": n}, **line
    }  # fmt: skip


def further_runs() -> Iterator[tuple[str, Result]]:
    """The kernel and the run of each launch that fits its chip."""
    for number in range(CHIPS):
        name, rng = f"generated-chip-{number}", random.Random(number)
        machine = machine_named(name)
        for kernel, more in cases(rng):
            if rng.random() <= SHARE and not point_held_out(kernel, name):
                run = partial(simt.run, f"{_FOLDER}/{kernel}", machine, **more)
                try:
                    yield kernel, run_to_count(machine, lambda record, run=run: run(record=record))
                except SimtError:  # the launch does not fit
                    continue
