"""Inputs and expected results of fft128_stockham.s: a random complex signal, the tables that spare the kernel all index
arithmetic, the spectrum by numpy in double precision."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "operations"]

TOLERANCE = 1e-5  # largest relative error allowed: max|got - want| / max|want|

# Layouts of the data that layer s reads: the weight of each bit of the point, bit 0 first. Layer s combines the points
# that differ in bit 6 - s, whose weight is the stride; from then on that bit is bit s of the frequency.
WEIGHTS = (
    (1, 2, 4, 8, 16, 32, 64),
    (1, 2, 4, 16, 32, 64, 8),
    (1, 2, 4, 32, 64, 8, 16),
    (1, 2, 4, 64, 8, 16, 32),
    (1, 2, 68, 8, 4, 16, 32),
    (1, 66, 16, 8, 4, 2, 32),
    (65, 32, 16, 8, 4, 2, 1),
    (64, 32, 16, 8, 4, 2, 1),  # the result, in natural order
)


def bits_of_threads(layer: int) -> np.ndarray:
    """Return the bits of the first point of each thread (int64[64, 7]): it lies at the thread's number."""
    bits = np.zeros((64, 7), dtype=np.int64)
    for bit, weight in enumerate(WEIGHTS[layer]):
        if bit != 6 - layer:
            bits[:, bit] = np.arange(64) // weight % 2
    return bits


def inputs(program: Any, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return the signal `re`, `im` (float32[128]), the twiddles (float32[6 * 64]) and the places (uint32[4 * 64])."""
    angles, places = [], []
    for layer in range(7):
        bits = bits_of_threads(layer)
        frequency = bits[:, ::-1][:, :layer] @ (1 << np.arange(layer))
        if layer > 0:
            angles.append(-np.pi * frequency / (1 << layer))
        if layer in (0, 3, 4, 5):
            places.append(bits @ np.array(WEIGHTS[layer + 1]))
    angle = np.concatenate(angles)
    return {
        "re": rng.standard_normal(128).astype(np.float32),
        "im": rng.standard_normal(128).astype(np.float32),
        "twiddle_r": np.cos(angle).astype(np.float32),
        "twiddle_i": np.sin(angle).astype(np.float32),
        "place": np.concatenate(places).astype(np.uint32),
    }


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the spectrum in natural order, `re` and `im` (float64[128])."""
    signal = inputs["re"].astype(np.float64) + 1j * inputs["im"].astype(np.float64)
    spectrum = np.fft.fft(signal)
    return {"re": spectrum.real, "im": spectrum.imag}


def operations(program: Any) -> int:
    """Return the useful floating-point operations, 5 N log2 N as the FPGA paper counts an FFT."""
    return 5 * 128 * 7
