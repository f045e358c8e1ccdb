"""Inputs and expected result of linked_list.s: different random keys, and each node's successor in the sorted list."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs"]

TOLERANCE = 0.0  # integers: bit-exact


def inputs(program: Any, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return `key`, the highest number first, `next` and `lock` (uint32[threads + 1])."""
    threads = int(program.equ["threads"])
    keys = rng.permutation(4 * threads)[:threads]
    empty = np.zeros(threads + 1, np.uint32)
    return {"key": np.concatenate(([0xFFFF_FFFF], keys)).astype(np.uint32), "next": empty, "lock": empty}


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return `next` and `lock` (uint32[threads + 1])."""
    order = [0, *(1 + np.argsort(inputs["key"][1:])), 0]
    following = np.zeros(len(inputs["key"]), np.uint32)
    for node, behind in pairwise(order):
        following[node] = behind
    return {"next": following, "lock": np.zeros(len(following), np.uint32)}
