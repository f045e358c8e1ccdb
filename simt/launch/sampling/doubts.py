"""The doubts about the rates of a launch: how far they may still be from settled after the waves that were measured."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from simt.core.state.reasons import MEMORY_WAITS, REASONS
from simt.launch.sampling.estimate import Batch, Doubts, line, relative

# By how much rates may still fall and rise besides their trend, as shares, times the root of the waves that the machine
# has run: on any machine, and besides for each unit of `balance_of`.
# Calibrated on the launches of `python -m benches.sampling_drift` (docs/sampling.md).
_FASTER, _FASTER_OF_BALANCE = 0.05, 0.24
_SLOWER, _SLOWER_OF_BALANCE = 0.04, 0.08
_SHARE_OF_TREND = 0.25  # of the trend of the rates, by which they may fall besides
_MEMORY = [REASONS.index(name) for name in MEMORY_WAITS]
_NO_TURN = [REASONS.index(name) for name in ("interval", "slot_kind", "slot_empty")]  # slots that nothing could fill


def doubts_after(batches: Sequence[Batch], waves: float, balance: float) -> Doubts:
    """Return the shares by which rates may still fall and rise after these batches.

    waves: the number of waves of the launch. balance: the figure of `balance_of`, until now.
    """
    settling = math.sqrt(max(1.0, batches[-1].age))
    return Doubts(
        faster=(_FASTER + _FASTER_OF_BALANCE * balance) / settling + _SHARE_OF_TREND * trend(batches, waves),
        slower=(_SLOWER + _SLOWER_OF_BALANCE * balance) / settling,
    )


def balance_of(slots: np.ndarray) -> float:
    """Return how evenly memory and the cores share the blame for the time, from 0 to 1/2.

    slots: int64 [reasons], the issue slots that were lost, by reason.

    In step, all groups compute, and then all wait for memory; out of step, the one hides the other. So there is most to
    gain if both take as long: this is the root of the product of their shares of the issue slots.
    """
    usable = float(slots.sum() - slots[_NO_TURN].sum())
    memory = float(slots[_MEMORY].sum()) / usable if usable else 0.5
    return math.sqrt(max(0.0, memory * (1 - memory)))


def trend(batches: Sequence[Batch], waves: float) -> float:
    """Return by which share the rates may change after the later half of the batches.

    waves: the number of waves of the launch. A machine whose warps start in step gets faster or slower, and the longer
    it has run, the less its rate changes. So a line is fitted to the rates over 1 / age. The value of this line for
    later waves is too uncertain for an estimate, so only its distance from the measured rates is used.
    """
    if len(batches) < 2:
        return 1.0
    rates, ages = relative(batches), np.array([batch.age for batch in batches])
    last = float(ages.max())
    if last >= waves or np.ptp(ages) == 0:
        return 0.0
    mean = math.log(waves / last) / (waves - last)  # of 1 / age from now to the end
    rest = line(1 / ages, rates, np.ones(len(rates)), np.array([mean]))
    later = float(rates[len(rates) // 2 :].mean())
    return float(abs(rest[0] / later - 1))
