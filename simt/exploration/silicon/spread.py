"""Errors of the estimate of resources: the interval of an estimate, and random draws of the errors.

docs/explore.md gives the reasons of this model of errors. Every error is uniform within its stated uncertainty.

- The error of the fit is drawn for each of the three sizes of table 1, because the fit's own errors at these sizes
  differ in sign. A machine between two sizes gets an error between the errors of these sizes. LUTs and slices have the
  same draw, flip-flops and the clock have draws of their own.
- A block that table 1 lacks has one error, in every resource and in every design that has the block.

So the largest error of a design in these draws is its stated uncertainty.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from simt.exploration.silicon.blocks import crossings
from simt.exploration.silicon.resources import UNCOVERED, ResourceEstimate, fit_uncertainty, uncovered_shares
from simt.machine import Machine

Drawn = npt.NDArray[np.float64]

_FITS = {"luts": "luts", "slices": "luts", "flip_flops": "flip_flops", "clock_mhz": "clock"}  # the draw of each
_SMALLEST_LANES, _SMALLEST_CROSSINGS = 4, 16  # of table 1, which has two doublings of the lanes


class ErrorDraws:
    """Draws of the errors of estimates. count: the number of draws. seed: equal seeds give equal errors."""

    def __init__(self, count: int, seed: int) -> None:
        self.count, self.seed = count, seed
        self._known: dict[str, Drawn] = {}

    def errors(self, estimate: ResourceEstimate) -> dict[str, Drawn]:
        """Return the relative errors of luts, flip_flops, slices and clock_mhz in every draw, a float64 for each."""
        machine, fitted = estimate.machine, fit_uncertainty(estimate.machine)
        found = {"clock_mhz": fitted["clock_mhz"] * self._of_fit("clock_mhz", machine)}
        for part in ("luts", "flip_flops", "slices"):
            uncovered = uncovered_shares(estimate.blocks, part)
            error = (1 - sum(uncovered.values())) * fitted[part] * self._of_fit(part, machine)
            for name, share in uncovered.items():
                error = error + share * UNCOVERED * self._unit(_circuit(name, machine))
            found[part] = error
        return found

    def apply(self, estimate: ResourceEstimate) -> ResourceEstimate:
        """Return the estimate with arrays in place of its uncertain numbers: the value in every draw."""
        return _scaled(estimate, {part: 1 + error for part, error in self.errors(estimate).items()})

    def _of_fit(self, part: str, machine: Machine) -> Drawn:
        sizes = [self._unit(f"fit of {_FITS[part]}, size {size}") for size in range(3)]
        place = min(2.0, max(0.0, _place(part, machine)))
        first = min(1, int(place))
        return sizes[first] + (place - first) * (sizes[first + 1] - sizes[first])

    def _unit(self, name: str) -> Drawn:
        """Return the errors of one source, from -1 to 1. A source has the same errors whatever other sources are."""
        if name not in self._known:
            generator = np.random.default_rng([self.seed, *name.encode()])
            self._known[name] = generator.uniform(-1, 1, self.count)
        return self._known[name]


def _place(part: str, machine: Machine) -> float:
    """Return where a machine lies among the sizes of table 1: 0, 1 and 2 are fpga4, fpga8 and fpga16.

    Logic grows with the lanes, and the period of the clock with lanes x banks of the LDS.
    """
    if part == "clock_mhz":
        return math.log2(crossings(machine) / _SMALLEST_CROSSINGS) / 2
    return math.log2(machine.warp_size / _SMALLEST_LANES)


def _circuit(name: str, machine: Machine) -> str:
    """Return the name of the circuit that a block is: schedulers of different rules are different circuits."""
    return f"{name} {machine.scheduler.policy}" if name == "scheduler" else name


def extremes(estimate: ResourceEstimate) -> tuple[ResourceEstimate, ResourceEstimate]:
    """Return the best and the worst case of an estimate within its uncertainty: small and fast, large and slow."""
    cases = []
    for sign in (-1, 1):
        factors = {part: 1 + sign * share for part, share in estimate.uncertainty.items()}
        factors["clock_mhz"] = 1 - sign * estimate.uncertainty["clock_mhz"]
        cases.append(_scaled(estimate, factors))
    return cases[0], cases[1]


def _scaled(estimate: ResourceEstimate, factors: Mapping[str, float | Drawn]) -> ResourceEstimate:
    values: dict[str, Any] = {part: getattr(estimate, part) * factor for part, factor in factors.items()}
    return replace(estimate, **values)
