"""The errors of the model on launches that are similar to a given launch, among the points that may be looked at.

`errors.csv` has a line for each point: the features that make launches alike, and the simulated cycles divided by the
predicted cycles. `python -m benches.intervals` writes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import log2

import numpy as np

from isa.reporting.diagnostics import number_text
from simt.models.refined.launch import EFFORTS
from simt.models.refined.profile import Profile

NEIGHBOURS = 80  # the most similar points
HELD = 0.94  # ours: the share of similar points that an interval is to hold; of kernels unlike all others it holds less
# Of n + 1 similar points, any one is below the k-th lowest of the others in a share k / (n + 1) of the cases (split
# conformal prediction). So the interval is from the k-th lowest to the k-th highest, and leaves out k - 1 on each side.
_LEFT_OUT = int((NEIGHBOURS + 1) * (1 - HELD) / 2) - 1
WIDE = 0.5  # an interval wider than this share of the prediction says that the model fails on these launches

Features = tuple[float, ...]
NAMES = ("device", "dram", "scoreboard", "front_end", "ranked", "uneven", "waves", "warps", "length", "bound",
         "results", "memory", "units", "barriers")  # fmt: skip
_BOUND = NAMES.index("bound")
# Ours: errors go with length and shares more than with kinds.
_SCALES = np.array((1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2))


@dataclass(frozen=True, slots=True)
class Interval:
    """The interval of the cycles of a launch, if the model is as far off on it as on the most similar points.

    - low, high: the smallest and the largest number of cycles.
    - mean_error: the mean absolute error of the model on these points, as a share.
    - points: the number of these points.
    """

    low: float
    high: float
    mean_error: float
    points: int

    def width(self, cycles: float) -> float:
        """Return the width as a share of the predicted cycles."""
        return (self.high - self.low) / cycles

    def text(self, cycles: float) -> str:
        """Return a sentence for a prediction; of a kind of launch on which the model fails, it says so."""
        off = f"on the {self.points} most similar launches of the suite the model is {100 * self.mean_error:.1f} % off"
        ends = " to ".join(number_text(float(f"{end:.3g}")) for end in (self.low, self.high)) + " cycles"
        if self.width(cycles) > WIDE:
            return f"do not trust the number: {off}, and often much more; expect {ends}"
        return f"{off}: expect {ends}"


def features_of(profile: Profile, charges: Mapping[str, float], bound: float) -> Features:
    """Return the features by which launches are compared, in the order of `NAMES`: numbers from 0 to 1 or 2.

    charges: the predicted cycles by reason. bound: the largest bound, in cycles.
    """
    machine, cycles = profile.machine, sum(charges.values())

    def share(*reasons: str) -> float:
        return sum(value for name, value in charges.items() if name.startswith(reasons)) / cycles

    waves = -(-profile.groups // (machine.cores * profile.places))
    warps = min(profile.places, -(-profile.groups // machine.cores)) * profile.warps_per_group
    length = profile.instructions / min(machine.cores, profile.groups) / EFFORTS[0]  # above 1, a part is walked
    return (
        float(machine.memory.is_present),
        float(machine.memory.policy == "dram" and machine.memory.is_present),
        float(machine.issue.overlaps),
        float(machine.front_end.stages > 0),
        float(machine.scheduler.policy in ("greedy_oldest", "fixed_priority")),
        float(len(profile.kinds) > 1 or profile.is_uneven),
        min(log2(waves) / 4, 1.0),
        log2(max(warps, 1)) / 6,
        min(log2(max(length, 1.0)) / 4, 2.0),
        min(bound / cycles, 1.0),
        share("dep_", "branch"),
        share("memory", "uncoalesced", "dep_global"),
        share("unit_busy", "bank_conflict", "slot_kind", "operand"),
        share("barrier"),
    )


@cache
def known_errors() -> np.ndarray:
    """Return a row for each known point: its features, then its simulated over its predicted cycles."""
    with files("simt.models.refined").joinpath("errors.csv").open(encoding="utf-8") as file:
        return np.loadtxt(file, delimiter=",", skiprows=1)


def interval_of(features: Features, cycles: float, known: np.ndarray | None = None) -> Interval:
    """Return the interval of a prediction. known: the points to compare with; None for `known_errors`."""
    points = known_errors() if known is None else known
    distances = ((_SCALES * (points[:, :-1] - features)) ** 2).sum(axis=1)
    ratios = sorted(points[np.argsort(distances, kind="stable")[:NEIGHBOURS], -1].tolist())
    low, high = ratios[_LEFT_OUT], ratios[-1 - _LEFT_OUT]
    error = sum(abs(1 / ratio - 1) for ratio in ratios) / len(ratios)
    least = max(min(low, 1.0), features[_BOUND])  # no launch takes less than its largest bound
    return Interval(cycles * least, cycles * max(high, 1.0), error, len(ratios))
