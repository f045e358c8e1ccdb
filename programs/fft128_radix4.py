"""Inputs and expected results of fft128_radix4.s: a random complex signal, the tables that spare the kernel all index
arithmetic, the spectrum by numpy in double precision."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "operations"]

TOLERANCE = 1e-5  # largest relative error allowed: max|got - want| / max|want|


def places() -> np.ndarray:
    """Return where the threads' first results go in layers 0, 1 and 2 (uint32[192]).

    Point 16 x + 4 y + z of 64, frequency b + 2 k + 8 m + 32 o. After layer 0 it is at z + 4 y + 16 b + 32 x, after
    layer 1 at z + 4 (k div 2) + 8 (k mod 2) + 16 b + 36 y, after layer 2 at b + 2 (k mod 2) + 4 (k div 2) + 8 m + 33 z.
    """
    thread = np.arange(64)
    layer_0 = thread % 16 + 32 * (thread // 16)
    butterfly = thread % 32
    z, y, b = butterfly % 4, butterfly // 4 % 4, butterfly // 16
    layer_1 = z + 16 * b + 36 * y - 1024 * (thread // 32)
    high, low = butterfly // 4 % 2, butterfly // 8 % 2
    layer_2 = b + 2 * low + 4 * high + 33 * z
    return np.concatenate([layer_0, layer_1, layer_2]).astype(np.int64).astype(np.uint32)


def inputs(program: Any, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return the signal `re`, `im` (float32[128]), the factors (float32[64] each) and the places (uint32[192])."""
    signal = {name: rng.standard_normal(128).astype(np.float32) for name in ("re", "im")}
    butterfly = np.arange(32)
    factors = {"half": np.arange(64) / 128}
    for result in (1, 2, 3):
        factors[f"turn{result}"] = np.concatenate([butterfly % 16 * result / 64, butterfly % 4 * result / 16])
    tables = {}
    for name, turns in factors.items():
        tables[f"{name}_r"] = np.cos(2 * np.pi * turns).astype(np.float32)
        tables[f"{name}_i"] = -np.sin(2 * np.pi * turns).astype(np.float32)
    return {**signal, **tables, "place": places()}


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the spectrum in natural order, `re` and `im` (float64[128])."""
    signal = inputs["re"].astype(np.float64) + 1j * inputs["im"].astype(np.float64)
    spectrum = np.fft.fft(signal)
    return {"re": spectrum.real, "im": spectrum.imag}


def operations(program: Any) -> int:
    """Return the useful floating-point operations, 5 N log2 N as the FPGA paper counts an FFT."""
    return 5 * 128 * 7
