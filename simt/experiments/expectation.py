"""The expected length of waves: the exact mean of the largest of several random counts, and draws to check it.

Counts are independent and uniform over 0 .. values - 1. A wave of w threads runs as long as its largest count.
"""

from __future__ import annotations

from functools import cache
from math import comb

import numpy as np


def wave_maxima(counts: np.ndarray, width: int) -> np.ndarray:
    """int64 [waves]: the largest count of each wave; counts: int64 [threads], the last wave may be shorter."""
    maxima: np.ndarray = np.maximum.reduceat(counts, np.arange(0, len(counts), width))
    return maxima


def expected_unsorted(width: int, values: int = 256) -> float:
    """The mean largest of `width` counts: sum over k of P(some count is k or more) = 1 - (k / values)^width."""
    return sum(1.0 - (k / values) ** width for k in range(1, values))


def expected_sorted(width: int, threads: int = 256, values: int = 256) -> float:
    """The mean wave of sorted threads: wave j runs as long as the (j x width)-th smallest of all counts."""
    ranks = [min(threads, end + width) for end in range(0, threads, width)]
    smallest = _expected_smallest(threads, values)
    return sum(smallest[rank] for rank in ranks) / len(ranks)


@cache
def _expected_smallest(threads: int, values: int) -> list[float]:
    """The mean of the r-th smallest of all counts, by r: the sum over k of P(it is k or more).

    It is k or more if fewer than r counts are below k; their number is binomial with p = k / values.
    """
    # Exact integers: binomial coefficients of 256 have 76 digits.
    choose = [comb(threads, below) for below in range(threads)]
    ways = [0] * (threads + 1)
    for k in range(1, values):
        at_most = 0
        for below in range(threads):
            at_most += choose[below] * k**below * (values - k) ** (threads - below)
            ways[below + 1] += at_most
    return [each / values**threads for each in ways]


def drawn_means(
    widths: tuple[int, ...], draws: int, seed: int, threads: int = 256, values: int = 256
) -> dict[int, tuple[float, float]]:
    """The mean wave per width over `draws` random sets of counts: (unsorted, sorted)."""
    rng = np.random.default_rng(seed)
    sums = np.zeros((len(widths), 2))
    for _ in range(draws):
        counts = rng.integers(0, values, threads)
        for row, width in enumerate(widths):
            sums[row] += wave_maxima(counts, width).mean(), wave_maxima(np.sort(counts), width).mean()
    return {width: (float(row[0]) / draws, float(row[1]) / draws) for width, row in zip(widths, sums, strict=True)}
