"""Inputs and expected result of hash_table.s: different random keys, and each bucket's sorted chain."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs"]

TOLERANCE = 0.0  # integers: bit-exact


def inputs(program: Any, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return `key` (uint32[threads + 1]), the highest number first, `first` and `lock` (uint32[buckets])."""
    threads = int(program.equ["threads"])
    keys = rng.permutation(8 * threads)[:threads]
    empty = np.zeros(int(program.equ["buckets"]), np.uint32)
    return {"key": np.concatenate(([0xFFFF_FFFF], keys)).astype(np.uint32), "first": empty, "lock": empty}


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return `next` (uint32[threads + 1]), `first` and `lock` (uint32[buckets])."""
    keys, buckets = inputs["key"], int(program.equ["buckets"])
    following, first = np.zeros(len(keys), np.uint32), np.zeros(buckets, np.uint32)
    for bucket in range(buckets):
        nodes = [node for node in 1 + np.argsort(keys[1:]) if keys[node] & (buckets - 1) == bucket]
        if nodes:
            first[bucket] = nodes[0]
            following[nodes[:-1]] = nodes[1:]
    return {"next": following, "first": first, "lock": np.zeros(buckets, np.uint32)}
