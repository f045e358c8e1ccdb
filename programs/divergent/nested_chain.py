"""Expected results of nested_chain.s: how many sides of the nested ifs each thread runs."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["TOLERANCE", "expected", "inputs"]

TOLERANCE = 0.0  # integers: bit-exact


def inputs(program: Any, rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Return nothing: the threads' numbers decide."""
    return {}


def expected(program: Any, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return `entered` (uint32[threads])."""
    symbols = {name: int(value) for name, value in program.equ.items()}
    chain, width, levels = symbols["chain"], symbols["width"], symbols["levels"]
    entered = [_sides(thread, chain, width, levels) for thread in range(symbols["threads"])]
    return {"entered": np.array(entered, np.uint32)}


def _sides(thread: int, chain: int, width: int, levels: int) -> int:
    for level in range(levels):
        if chain == 2:
            leaves = thread & width >> (level + 1) == 0
        else:
            leaves = thread >= width - 1 - level
        if leaves:
            return level + 1
    return levels
