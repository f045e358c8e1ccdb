"""The statistics of a sample: the cycles of the parts of a launch that are not simulated, with an interval.

This module only computes; it runs no engine.

A *batch* is a measured wave: its cycles, and the operations issued in these cycles. The *rate* of a batch is the cycles
per operation. The number of operations is known for the whole launch. Each batch stands for a part of the operations
that are left out. The estimate is the sum over the batches of this part times the rate.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

LEVEL = 0.95  # of the interval
# What jumps do to a machine and no batch measures, on both sides: a share of the estimated cycles, and a share of the
# cycles of a wave, since the end of the launch begins in another state than in a whole run.
_ALLOWANCE, _ALLOWANCE_OF_WAVE = 0.002, 0.1
_KEPT = 4  # batches that are never left out: the spread of fewer says little
_Z = NormalDist().inv_cdf((1 + LEVEL) / 2)


class Batch(NamedTuple):
    """A measured wave: its block of work-groups, the class of the block, its stretch, cycles and operations.

    age: the number of waves that the machine had run in a row, up to the end of this wave.
    """

    block: int
    kind: int
    stretch: int
    cycles: int
    work: int
    age: float = 0.0

    @property
    def rate(self) -> float:
        """Cycles of an operation."""
        return self.cycles / self.work


class Doubts(NamedTuple):
    """The doubts about an estimate besides the chance in the rates, each as a share.

    - work: half the width of the interval of the operations that were left out.
    - faster, slower: the shares by which the rates may still fall, and rise.
    - headroom: the share by which the rates can fall at most, because a resource has no more to give.
    """

    work: float = 0.0
    faster: float = 0.0
    slower: float = 0.0
    headroom: float = 1.0


class Estimate(NamedTuple):
    """An estimate of the cycles that were left out.

    - cycles: the estimate. margin: half the width of its interval.
    - parts: float64 [batches], for each batch the operations for which it stands, divided by its own operations.
    """

    cycles: float
    margin: float
    parts: np.ndarray


NO_DOUBTS = Doubts()


def estimate(
    batches: Sequence[Batch], work: np.ndarray, kinds: np.ndarray, doubts: Doubts = NO_DOUBTS
) -> Estimate:  # fmt: skip
    """Return the cycles of operations that were left out.

    - batches: in the order of time, at least two.
    - work: float64 [blocks], the operations of each block that were left out.
    - kinds: int64 [blocks], the class of each block. Within a class, the rate is interpolated between the blocks with
      batches. A class without batches gets the rates of all batches.
    - doubts: what widens the interval.

    The first batches, in which the rate has not settled down yet, stand for nothing (`settled`). If rates may fall by
    more than they may rise, the estimate is lower than their mean.
    """
    first = settled(relative(batches))
    late = {batch.kind for batch in batches[first:]}
    kept = [number for number, batch in enumerate(batches) if number >= first or batch.kind not in late]
    weights = _weights([batches[number] for number in kept], work, kinds)
    rates = np.array([batches[number].rate for number in kept])
    total = float(weights @ rates)
    noise, fitted = _noise([batches[number] for number in kept])
    variance, least = spread(noise)
    freedom = len(kept) - fitted
    error = math.sqrt(variance * len(kept) / max(1, freedom)) * float(np.linalg.norm(weights * rates))
    sure = max(1.0, freedom * min(1.0, least / variance) if variance else freedom)
    chance = math.hypot(quantile(sure) * error / total if total else 0.0, doubts.work)
    below = min(doubts.faster + chance, doubts.headroom + doubts.work)
    above = doubts.slower + chance
    lower = max(0.0, below - above) / 2  # which puts the estimate in the middle of the interval
    parts = np.zeros(len(batches))
    parts[kept] = (1 - lower) * weights / [batches[number].work for number in kept]
    jumps = _ALLOWANCE * total + _ALLOWANCE_OF_WAVE * float(np.mean([batch.cycles for batch in batches]))
    margin = (max(below, above) - lower) * total
    return Estimate((1 - lower) * total, margin + (jumps if total else 0.0), parts)


def relative(batches: Sequence[Batch]) -> np.ndarray:
    """Return each batch's rate as a multiple of its class's mean rate."""
    cycles, work = dict[int, int](), dict[int, int]()
    for batch in batches:
        cycles[batch.kind] = cycles.get(batch.kind, 0) + batch.cycles
        work[batch.kind] = work.get(batch.kind, 0) + batch.work
    return np.array([batch.rate * work[batch.kind] / cycles[batch.kind] for batch in batches])


def _noise(batches: Sequence[Batch]) -> tuple[np.ndarray, int]:
    """Return each batch's rate as a multiple of the rate that is fitted to its class, and the number of coefficients.

    The rate of a class with batches in three blocks or more is a straight line over the blocks, because `estimate`
    interpolates between blocks. With fewer blocks it is the mean.
    """
    noise, fitted = np.ones(len(batches)), 0
    for kind in {batch.kind for batch in batches}:
        mine = [number for number, batch in enumerate(batches) if batch.kind == kind]
        places = np.array([batches[number].block for number in mine], float)
        rates = np.array([batches[number].rate for number in mine])
        work = np.array([batches[number].work for number in mine], float)
        is_line = len(np.unique(places)) > 2
        noise[mine] = rates / line(places if is_line else 0 * places, rates, work, places)
        fitted += 1 + is_line
    return noise, fitted


def line(places: np.ndarray, values: np.ndarray, weights: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Return values of the straight line that fits best, by least squares; the mean if all places are the same.

    places, values, weights: float64 [points]. at: float64 [n], the places at which the line is evaluated.
    """
    middle, mean = np.average(places, weights=weights), np.average(values, weights=weights)
    off = weights * (places - middle)
    slope = float(off @ values) / float(off @ (places - middle)) if np.ptp(places) else 0.0
    fitted: np.ndarray = mean + slope * (at - middle)
    return fitted


def _weights(batches: Sequence[Batch], work: np.ndarray, kinds: np.ndarray) -> np.ndarray:
    """Return the operations that each batch stands for, which sum to `work`."""
    weights = np.zeros(len(batches))
    for kind in np.unique(kinds[work > 0]):
        mine = [number for number, batch in enumerate(batches) if batch.kind == kind] or list(range(len(batches)))
        index = np.flatnonzero(kinds == kind)
        blocks = np.unique([batches[number].block for number in mine])
        for block, row in zip(blocks, np.eye(len(blocks)), strict=True):
            here = [number for number in mine if batches[number].block == block]
            own = np.array([batches[number].work for number in here], float)
            weights[here] += (np.interp(index, blocks, row) * work[index]).sum() * own / own.sum()
    return weights


def settled(rates: np.ndarray) -> int:
    """Return how many rates to leave out at the beginning: at most half, and four are kept.

    Without them, the mean of the others is most certain.

    Source: White 1997, *An effective truncation heuristic for bias reduction in simulation output* (MSER).
    """
    most = max(0, min(len(rates) // 2, len(rates) - _KEPT))
    doubts = [float(rates[first:].var()) / (len(rates) - first) for first in range(most + 1)]
    return int(np.argmin(doubts))


def spread(series: np.ndarray) -> tuple[float, float]:
    """Return the variance of a series in the long run, and the variance of its single values.

    The first of these, divided by n, is the variance of the mean of n values. Neighbours that rise and fall together
    make it larger: covariances are added as long as the sum of two of them is positive (Geyer 1992, *Practical Markov
    chain Monte Carlo*, the initial positive sequence). Neighbours that move in opposite directions make it smaller, by
    half at most.
    """
    count = len(series)
    centred = series - series.mean()
    covariances = [float(centred[: count - lag] @ centred[lag:]) / count for lag in range(count // 2 + 2)]
    whole = single = covariances[0]
    for lag in range(1, count // 2):
        before, here, after = covariances[lag - 1 : lag + 2]
        if before + here <= 0 or (lag > 1 and here + after <= 0):
            break
        whole += 2 * here
    return max(whole, single / 2), single


def quantile(freedom: float) -> float:
    """Return Student's quantile for `LEVEL` (Abramowitz and Stegun, 26.7.5). freedom: 1 or more.

    The series is for 2 or more; below that, a power of the value at 2 goes through the value at 1, which is exact.
    """
    z, n = _Z, max(2.0, freedom)
    value = (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )
    at_one: float = math.tan(math.pi * LEVEL / 2)
    return float(value * (at_one / value) ** (n - freedom))
