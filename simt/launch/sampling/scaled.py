"""The state of a sampled run as the state of the whole launch: exact counts of instructions, estimates of the rest."""

from __future__ import annotations

import numpy as np

from simt.core.state import reasons
from simt.core.state.reasons import LOST_LANES
from simt.core.state.state import State
from simt.launch.sampling.profile import Counted
from simt.launch.sampling.walk import Ledgers


def fill(state: State, whole: Ledgers, exact: Counted, cycles: int, words: np.ndarray | None) -> float:
    """Overwrite the counts of a sample's state with estimates for the launch.

    Returns the factor by which the number of moved bytes has grown.

    - whole: estimates of the counts of the launch, by core.
    - exact: the counts of the launch without time. The counts of instructions and lanes are spread over the cores in
      proportion to the estimates; their sums stay exact.
    - cycles: the estimate of the launch's cycles. The ledgers of every core sum to this number, as in any run.
    - words: the values that the launch leaves in global memory; None if the values are not known.
    """
    cores, device = state.cores, state.device
    assert device is not None  # a launch of several work-groups has one
    stats, counted = cores.ledgers.stats, exact.stats
    entered = stats["entered"].sum(axis=0) > 0
    moved = cores.link.moved[:, : stats.shape[1]]
    before = float(moved.sum())
    # For each access, as measured: every group that was simulated has ended, so these means have no loose ends.
    simulated = np.maximum(1, stats["issues"].sum(axis=0))
    passes, sizes = stats["passes"].sum(axis=0) / simulated, moved.sum(axis=0) / simulated
    spread_over_cores(stats, counted, whole.issues, int(cores.spec[0]["warp_size"]))
    stats["entered"] = np.where(entered, stats["issues"], 0)
    stats["passes"] = np.rint(stats["issues"] * passes)
    moved[:] = np.rint(stats["issues"] * sizes)
    slots = stats["issues"].sum(axis=0).sum()
    share = stats["issues"].sum(axis=1).cumsum() / max(1, slots)
    cores.ledgers.widths[:] = np.diff(np.rint(share[:, None] * exact.widths), axis=0, prepend=0)
    width, warps = int(cores.spec[0]["width"]), len(cores.warps[0])
    for core in range(len(cores.run)):
        for ledger, estimated, total in (
            (cores.ledgers.issue[core], whole.issue[core], cycles * width),
            (cores.ledgers.warp[core], whole.warp[core], cycles * warps),
        ):
            issued = stats["issues"][core]
            estimated = estimated.copy()
            estimated[:, reasons.ISSUED] = 0
            ledger[:] = apportioned(estimated, max(0, total - int(issued.sum())))
            ledger[: len(issued), reasons.ISSUED] = issued[: len(ledger) - 1]
    cores.run["cycle"] = cycles
    device.fars["cycle"] = cycles
    if words is not None:
        device.words[: len(words)] = words
    return float(moved.sum()) / before if before else 1.0


def spread_over_cores(stats: np.ndarray, counted: np.ndarray, weights: np.ndarray, warp_size: int) -> None:
    """Fill the counts of instructions and lanes of each core. Their sums over the cores are the counts of the launch.

    No core gets an instruction's start, disagreement or lost lane without an issue of it that has room for it.

    - stats: STATS records [cores, program]. counted: STATS records of the launch [program].
    - weights: how many issues each core has in proportion to the others, [cores, program].
    """
    stats["issues"] = np.diff(np.floor(_ends(weights) * counted["issues"] + 1e-9).astype(np.int64), axis=0, prepend=0)
    for name in ("starts", "disagreements"):
        stats[name] = _within(stats["issues"], counted[name])
    lanes = stats["issues"] * warp_size
    for name in LOST_LANES:
        stats[name] = _within(lanes, counted[name])
        lanes = lanes - stats[name]


def apportioned(weights: np.ndarray, total: int) -> np.ndarray:
    """Return int64 numbers in proportion to weights, which sum to `total` if any weight is above 0."""
    numbers = np.zeros(weights.shape, np.int64)
    filled = np.flatnonzero(weights > 0)  # few of a ledger's: most instructions know few of the reasons
    chosen = weights.flat[filled]
    parts = chosen * (total / chosen.sum()) if len(filled) else chosen
    whole = np.floor(parts).astype(np.int64)
    left = total - int(whole.sum())
    whole[np.argsort(whole - parts, kind="stable")[: max(0, left)]] += 1
    numbers.flat[filled] = whole
    return numbers


def _ends(weights: np.ndarray) -> np.ndarray:
    """Return where each core's share of an instruction ends, from 0 to 1, float64 [cores, program].

    An instruction without any weight is shared evenly.
    """
    sums = weights.cumsum(axis=0)
    even = np.arange(1, len(weights) + 1)[:, None] / len(weights) * np.ones(weights.shape[1])
    ends: np.ndarray = np.divide(sums, sums[-1:], out=even, where=sums[-1:] > 0)
    ends[-1] = 1.0
    return ends


def _within(room: np.ndarray, totals: np.ndarray) -> np.ndarray:
    """Share totals out over the cores in proportion to their room, int64 [cores, program], and never beyond it.

    It computes with whole numbers of Python: the product of two counts may have more than 64 bits.
    """
    upto = room.cumsum(axis=0).astype(object)
    shared: np.ndarray = np.diff((upto * totals // np.maximum(upto[-1:], 1)).astype(np.int64), axis=0, prepend=0)
    return shared
