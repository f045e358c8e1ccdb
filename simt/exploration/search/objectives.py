"""The objectives and limits of a search. A measure of a design is an entry of `OBJECTIVES`.

The resources of a design are known before it is simulated, so a design that exceeds a limit on them is not simulated.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

from isa.reporting.diagnostics import quote, suggest
from simt.exploration.errors import SweepError
from simt.exploration.silicon.parts import Part, shares
from simt.exploration.silicon.resources import ResourceEstimate


@dataclass(frozen=True, slots=True)
class Measured:
    """The known facts of a design.

    - silicon: the estimate of its resources; None if the estimate does not cover the machine and no objective needs it.
    - part: the FPGA whose shares are taken.
    - row: the results of its run, by column of the results file; empty before the run.
    """

    silicon: ResourceEstimate | None
    part: Part
    row: Mapping[str, Any]

    @property
    def estimate(self) -> ResourceEstimate:
        """The estimate of resources, for an objective that needs it."""
        assert self.silicon is not None, "a search that needs the estimate makes it of every design"
        return self.silicon


@dataclass(frozen=True, slots=True)
class Objective:
    """A measure of a design.

    - text: the description of the measure.
    - needs_run: whether the measure is known only after a run.
    - needs_silicon: whether the measure needs the estimate of resources.
    - value: returns the measure, or None if the run lacks it. For an estimate that has arrays (`ErrorDraws`), it
      returns an array.
    - is_large_good: whether the measure is to be maximised.
    """

    name: str
    unit: str
    text: str
    needs_run: bool
    needs_silicon: bool
    value: Callable[[Measured], float | None]
    is_large_good: bool = False

    @property
    def sign(self) -> float:
        """The factor that turns the value into a cost to minimise: -1 for `is_large_good`, else 1."""
        return -1.0 if self.is_large_good else 1.0

    @property
    def label(self) -> str:
        """The name with its unit."""
        return f"{self.name} [{self.unit}]" if self.unit else self.name


def _time(measured: Measured) -> float:
    return float(measured.row["cycles"]) / measured.estimate.clock_mhz


def _largest(taken: Mapping[str, Any]) -> Any:
    """Return the largest of some numbers, or of arrays in every place: an estimate with drawn errors has arrays."""
    import numpy as np

    return reduce(np.maximum, taken.values())


def _mflops(measured: Measured) -> float | None:
    operations = measured.row["operations"]
    return None if operations is None else operations / _time(measured)


_TABLE = (
    # name, unit, text, whether it needs a run, whether it needs the estimate of resources, value, whether large is good
    Objective("cycles", "", "cycles of the run", True, False, lambda m: m.row["cycles"]),
    Objective("time", "us", "cycles at the modelled clock", True, True, _time),
    Objective(
        "nominal_time", "us", "cycles at the clock of the machine description", True, False,
        lambda m: 1e6 * m.row["seconds"],
    ),
    Objective("luts", "", "look-up tables of 4 inputs", False, True, lambda m: m.estimate.luts),
    Objective("flip_flops", "", "flip-flops", False, True, lambda m: m.estimate.flip_flops),
    Objective("slices", "", "slices of Virtex-4", False, True, lambda m: m.estimate.slices),
    Objective("ramb16", "", "block memories of 18 Kbit", False, True, lambda m: m.estimate.ramb16),
    Objective("dsp48", "", "multipliers with adder", False, True, lambda m: m.estimate.dsp48),
    Objective(
        "share", "", "share of the part that its scarcest resource takes; 1 is full", False, True,
        lambda m: _largest(shares(m.estimate, m.part)),
    ),
    Objective(
        "area_delay", "slice us", "slices x time, the area-delay product", True, True,
        lambda m: m.estimate.slices * _time(m),
    ),
    Objective(
        "conflicts", "cycles", "LDS cycles of bank conflicts", True, False, lambda m: m.row["lds_conflict_cycles"]
    ),
    Objective("transactions", "", "with global memory", True, False, lambda m: m.row["transactions"]),
    Objective("bytes", "", "to and from global memory", True, False, lambda m: m.row["bytes"]),
    Objective("clock", "MHz", "the modelled clock", False, True, lambda m: m.estimate.clock_mhz, True),
    Objective("ipc", "", "warp instructions (or bundles) per cycle", True, False, lambda m: m.row["ipc"], True),
    Objective("fpu_efficiency", "", "share of the FPU's peak", True, False, lambda m: m.row["fpu_efficiency"], True),
    Objective("mflops", "MFLOPS", "useful operations per time, if the oracle counts them", True, True, _mflops, True),
)  # fmt: skip

OBJECTIVES: dict[str, Objective] = {objective.name: objective for objective in _TABLE}
DEFAULT_OBJECTIVES = ("time", "slices")


def find_objective(word: str, option: str) -> Objective:
    """Return the measure with this name. option: the option's name, for the message. Raises `SweepError`, E0775."""
    name = word.strip().lower().replace("-", "_").replace(" ", "_")
    if name in OBJECTIVES:
        return OBJECTIVES[name]
    alike = [known for known in OBJECTIVES if name and (name in known or known in name)]  # `area`, `time_us`
    guess = alike[0] if alike else suggest(name, OBJECTIVES)
    advice = f"did you mean `{guess}`?" if guess else f"there are {', '.join(OBJECTIVES)}"
    raise SweepError(f"{option}: there is no objective {quote(word)}", code="E0775", help=advice)


def find_objectives(minimised: Iterable[str], maximised: Iterable[str]) -> tuple[Objective, ...]:
    """Return the named objectives, by default time and slices.

    minimised, maximised: texts, each with one name or several with commas. Raises `SweepError`, E0775, for a name that
    is unknown or repeated, and for a measure that can only be optimised in the other direction.
    """
    objectives: list[Objective] = []
    for option, texts in (("--minimise", minimised), ("--maximise", maximised)):
        for word in (word for text in texts for word in text.split(",")):
            objective = find_objective(word, option)
            if objective.is_large_good != (option == "--maximise"):
                good, right = ("large", "--maximise") if objective.is_large_good else ("small", "--minimise")
                message = f"{option}: `{objective.name}` is good when it is {good}"
                raise SweepError(message, code="E0775", help=f"{right} {objective.name}")
            if objective in objectives:
                raise SweepError(f"{option}: the objective `{objective.name}` is named twice", code="E0775")
            objectives.append(objective)
    return tuple(objectives) or tuple(OBJECTIVES[name] for name in DEFAULT_OBJECTIVES)


_FORM = re.compile(r"\s*([A-Za-z_][\w -]*?)\s*(<=|>=|<|>)\s*([^\s<>=]+?)\s*(%?)\s*")
_HOLDS: dict[str, Callable[[float, float], bool]] = {
    "<=": operator.le, ">=": operator.ge, "<": operator.lt, ">": operator.gt,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Constraint:
    """A limit on a measure."""

    objective: Objective
    relation: str
    limit: float

    def __str__(self) -> str:
        return f"{self.objective.name} {self.relation} {self.limit:g}"

    def holds(self, value: float) -> bool:
        """Return whether `value` is within the limit."""
        return _HOLDS[self.relation](value, self.limit)

    def excess(self, value: float) -> float:
        """Return the excess of `value` as a share of the limit: 0 if the limit holds, else at least 1e-9."""
        if self.holds(value):
            return 0.0
        return max(abs(value - self.limit) / max(abs(self.limit), 1e-9), 1e-9)


def find_constraint(text: str) -> Constraint:
    """Parse a limit such as `ramb16<=40` or `share < 80%`.

    Raises `SweepError`: E0775 for an unknown measure, E0776 for another mistake.
    """
    match = _FORM.fullmatch(text)
    if match is None:
        raise SweepError(f"--constraint: {quote(text)} is not a limit", code="E0776", help='write "ramb16<=40"')
    objective = find_objective(match[1], "--constraint")
    try:
        limit = float(match[3])
    except ValueError:
        limit = math.nan
    if not math.isfinite(limit):
        message = f"--constraint: the limit of {quote(text)} is not a number"
        raise SweepError(message, code="E0776", help=f'"{match[1]}{match[2]}40"')
    return Constraint(objective, match[2], limit / 100 if match[4] else limit)
