"""Inputs and expected results of crc32.s: a random message per thread and its CRC by zlib."""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs"]

TOLERANCE = 0.0  # integers: bit-exact


def inputs(program: Any, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return `message` (uint32[words * threads]): word w of thread t is element w * threads + t."""
    return {"message": rng.integers(0, 1 << 32, program.equ["words"] * program.equ["threads"], dtype=np.uint32)}


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return `crc` (uint32[threads]): zlib.crc32 of each thread's words as little-endian bytes."""
    messages = inputs["message"].reshape(program.equ["words"], program.equ["threads"]).T
    return {"crc": np.array([zlib.crc32(message.astype("<u4").tobytes()) for message in messages], dtype=np.uint32)}
