"""Inputs and expected results of fft128_skewed.s: a random complex signal, its spectrum by numpy."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "operations"]

TOLERANCE = 1e-5  # largest relative error allowed: max|got - want| / max|want|


def inputs(program: Any, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return the signal `re`, `im` (float32[n]) and the twiddles `wr`, `wi` (float32[n]), layer by layer."""
    n = program.equ["n"]
    place = np.maximum(np.arange(n), 1)  # word 0 is not used
    half = 2 ** np.floor(np.log2(place))
    angle = -np.pi * (place - half) / half
    return {
        "re": rng.standard_normal(n).astype(np.float32),
        "im": rng.standard_normal(n).astype(np.float32),
        "wr": np.cos(angle).astype(np.float32),
        "wi": np.sin(angle).astype(np.float32),
    }


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the spectrum in natural order, `re` and `im` (float64[n])."""
    signal = inputs["re"].astype(np.float64) + 1j * inputs["im"].astype(np.float64)
    spectrum = np.fft.fft(signal)
    return {"re": spectrum.real, "im": spectrum.imag}


def operations(program: Any) -> int:
    """Return the useful floating-point operations, 5 N log2 N as the FPGA paper counts an FFT."""
    n = int(program.equ["n"])
    return 5 * n * (n.bit_length() - 1)
