"""The refined model: the cycles of a launch, and their terms.

Each term stands for a mechanism:

- *steps* (`steps.py`): latency and occupation of an instruction, averaged over the launch;
- *global memory* (`memory.py`): coalescer, request queue, the bus that all cores share, latency;
- *paths* (`paths.py`): the blocks that the warps of each kind visit, in order;
- *walk* (`walk.py`): the time at which each warp is selected, by slots, turns, units, front end, results, barriers and
  places of groups;
- *launch* (`launch.py`): the turns and groups that are walked, and the ones for which they stand;
- *terms* (`terms.py`): the parts of the program that spend the cycles, and the reasons;
- *bounds* (`simt.result.bounds`): no resource does more than its capacity allows.

Divergence and loops are in the counts. An instruction that half of the warps issue counts as half an instruction of
every warp, unless the profile has the kinds of the warps.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from simt.models.prediction import Prediction, Term
from simt.models.refined.account import NOWHERE, Spent
from simt.models.refined.launch import Repeats, walked
from simt.models.refined.likeness import Features, Interval, features_of, interval_of
from simt.models.refined.profile import Profile
from simt.models.refined.steps import Wait
from simt.models.refined.terms import parts_of
from simt.result.bounds import Bound

MODEL = "refined"


@dataclass(frozen=True, eq=False)
class RefinedPrediction:
    """The predicted cycles of a launch, with their reasons and the bounds of the resources, the largest first.

    spent: the cycles by address of a step and by the step's wait. binding: the resource with the largest bound, if the
    prediction is close to this bound; otherwise the reason with the most cycles, where issue does not count. effort:
    about the number of steps that were walked.
    """

    profile: Profile
    cycles: float
    spent: Spent
    bounds: tuple[Bound, ...]
    binding: str
    effort: int

    @cached_property
    def charges(self) -> dict[str, float]:
        """The cycles by reason of the issue ledger, which counts `issue_slots` slots in each cycle."""
        return _by_reason(self.spent)

    @property
    def interval(self) -> Interval:
        """The cycles that the launch takes if the model is as far off as on similar launches (`likeness.py`)."""
        return interval_of(self.features, self.cycles)

    @property
    def features(self) -> Features:
        """The properties that make the launch similar to others."""
        return features_of(self.profile, self.charges, self.bounds[0].cycles)

    def prediction(self) -> Prediction:
        """Return the prediction in the form of the other models."""
        machine = self.profile.machine
        hertz = machine.clock_mhz * 1e6
        largest = self.bounds[0]
        because = f"{largest.cycles} cycles of {largest.detail}"
        if self.binding in self.charges:
            share = 100 * self.charges[self.binding] / self.cycles
            because = f"{share:.0f} % of the cycles; the largest bound, {largest.resource}, is {largest.cycles}"
        return Prediction(
            model=MODEL,
            kernel=self.profile.program.name,
            device=machine.name,
            seconds=self.cycles / hertz,
            cycles=self.cycles,
            binding=self.binding,
            because=because,
            parts={name: value / hertz for name, value in self.charges.items()},
            is_sum=True,
            terms=tuple(
                Term(f"bound {bound.resource}", bound.cycles, "cycles", "", bound.detail) for bound in self.bounds
            ),
            spent=parts_of(self.profile.program, self.spent),
            notes=(f"counts: {self.profile.source}", self.interval.text(self.cycles)),
        )


# The reasons to which the difference to a resource's bound is charged; for any other resource "unit_busy".
_BOUND_REASONS = {"issue": "issued", "retire": "retire_port", "lds": "bank_conflict",
                  "memory bandwidth": "memory_queue", "request queue": "memory_queue"}  # fmt: skip

_COUNTS = ("issues", "active_lanes", "passes", "transactions", "moved")  # by instruction, in a profile

BINDS = 1.1  # ours: a bound is named as binding if the prediction is at most this many times as long


def predict(profile: Profile, effort: int | None = None) -> RefinedPrediction:
    """Predict a launch. effort: about the number of steps to walk; None if the launch decides it.

    Raises `ValueError` without issues, `UnknownUnitError` for a unit without a term.
    """
    if not profile.instructions:
        raise ValueError("the counts hold no instruction: a launch issues at least one")
    return _predicted(profile, *walked(profile, effort=effort))


def predict_more(profile: Profile, repeats: Repeats, effort: int | None = None) -> RefinedPrediction:
    """Predict a launch whose warps take some steps twice. The profile of the result has the larger counts."""
    spent, effort = walked(profile, repeats, effort)
    machine, words = profile.machine, profile.program.instructions
    served = [word is not None and machine.serving(word.spec.unit) == repeats.unit for word in words]
    more = {
        field: [int(count * (1 + is_served * repeats.share)) for count, is_served in zip(counts, served, strict=True)]
        for field in _COUNTS
        for counts in [getattr(profile, field)]
    }
    return _predicted(replace(profile, **more), spent, effort)  # type: ignore[arg-type]


def _predicted(profile: Profile, spent: Spent, effort: int) -> RefinedPrediction:
    """Return the prediction for the cycles of a walk. profile: the counts for the bounds."""
    cycles, bounds = sum(spent.values()), profile.bounds
    if (missing := bounds[0].cycles - cycles) > 0:
        reason = _BOUND_REASONS.get(bounds[0].resource, "unit_busy")
        cycles, spent[NOWHERE, Wait(reason, bounds[0].resource)] = float(bounds[0].cycles), missing
    spent = {key: value for key, value in spent.items() if value > 1e-9}
    binding, charges = bounds[0].resource, _by_reason(spent)
    if cycles > BINDS * bounds[0].cycles:
        binding = max((name for name in charges if name != "issued"), key=lambda name: charges[name])
    return RefinedPrediction(profile, cycles, spent, bounds, binding, effort)


def _by_reason(spent: Spent) -> dict[str, float]:
    charges: dict[str, float] = {}
    for (_, wait), cycles in spent.items():
        charges[wait.reason] = charges.get(wait.reason, 0.0) + cycles
    return charges
