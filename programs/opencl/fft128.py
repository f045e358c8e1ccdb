"""Inputs and expected results of fft128.cl: a random complex signal and its spectrum."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs", "launch"]

TOLERANCE = 1e-5  # largest relative error allowed: max|got - want| / max|want|

N = 128


def launch(program: Any) -> tuple[int, int]:
    """Return the default sizes."""
    return N // 2, N // 2


def inputs(program: Any, rng: np.random.Generator) -> dict[str, Any]:
    """Return the signal `re`, `im` (float32[n]) and the twiddles `wr`, `wi` (float32[n/2])."""
    re, im = rng.standard_normal((2, N)).astype(np.float32)
    angle = -2 * np.pi * np.arange(N // 2) / N
    return {"re": re, "im": im, "wr": np.cos(angle).astype(np.float32), "wi": np.sin(angle).astype(np.float32)}


def expected(program: Any, inputs: dict[str, Any]) -> dict[str, np.ndarray]:
    """Return the spectrum in natural order, `re` and `im` (float64[n])."""
    spectrum = np.fft.fft(inputs["re"].astype(np.float64) + 1j * inputs["im"].astype(np.float64))
    return {"re": spectrum.real, "im": spectrum.imag}
