"""Inputs and expected results of binary_search.s: a sorted table, and keys of which about half are in it."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs"]

TOLERANCE = 0.0  # integers: bit-exact
ABSENT = 0xFFFFFFFF


def inputs(program: Any, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return `table` (uint32[n]) and `key` (uint32[threads])."""
    n, threads = int(program.equ["n"]), int(program.equ["threads"])
    table = np.sort(rng.choice(8 * n, n, replace=False)).astype(np.uint32)
    keys = np.where(rng.random(threads) < 0.5, rng.choice(table, threads), rng.integers(0, 8 * n, threads))
    return {"table": table, "key": keys.astype(np.uint32)}


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return `place` (uint32[threads])."""
    table, keys = inputs["table"], inputs["key"]
    places = np.searchsorted(table, keys)
    found = (places < len(table)) & (table[np.minimum(places, len(table) - 1)] == keys)
    return {"place": np.where(found, places, ABSENT).astype(np.uint32)}
