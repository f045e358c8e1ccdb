"""The sample of a run whose cycles are an estimate: the interval, the simulated share, and which figures are exact."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

# Figures of a sampled run that are exact if they come from the whole launch without time. All others are estimates.
COUNTS = ("instructions", "lanes", "accesses")
OUTPUTS = ("arrays", "check")


def has_outputs(sample: Sample | None) -> bool:
    """Return whether a run has the arrays that its launch leaves. sample: the run's sample; None for a whole run."""
    return sample is None or sample.has_outputs


@dataclass(frozen=True)
class Sample:
    """The sample by which the cycles of a run were estimated (docs/sampling.md).

    - percent: half the width of the interval that was asked for, in percent of the cycles.
    - level: the confidence of the interval, from 0 to 1.
    - margin: half the width of the interval, in cycles.
    - simulated_groups, simulated_cycles: the numbers of work-groups and of cycles that were simulated.
    - stretches: the number of parts of the launch that were measured, apart from its start and its end.
    - classes: the number of kinds of work that the work-groups do.
    - groups_run: the number of work-groups that were run without time, from which the instructions of all groups
      follow.
    - has_outputs: whether all work-groups were run without time, so that there are arrays to check.
    - has_counts: whether the counts of instructions are exact, because all work-groups were run or all execute the same
      instructions.
    """

    percent: float
    level: float
    margin: int
    simulated_groups: int
    simulated_cycles: int
    stretches: int
    classes: int
    groups_run: int = 0
    has_outputs: bool = True
    has_counts: bool = True

    @property
    def exact(self) -> tuple[str, ...]:
        """The figures that are exact."""
        return (COUNTS if self.has_counts else ()) + (OUTPUTS if self.has_outputs else ())

    @property
    def note(self) -> str:
        """The note beside a table of reasons."""
        return " (estimates, except for what was issued)" if self.has_counts else " (estimates)"

    def interval(self, cycles: int) -> tuple[int, int]:
        """Return the interval of an estimate of cycles."""
        return max(0, cycles - self.margin), cycles + self.margin

    def is_met(self, cycles: int) -> bool:
        """Return whether the interval is as narrow as was asked for."""
        return 100 * self.margin <= self.percent * cycles

    def text(self, cycles: int, groups: int) -> str:
        """Return the interval and the simulated share in words. groups: the work-groups of the launch."""
        share = 100 * self.simulated_groups / groups
        wide = f"+- {100 * self.margin / cycles:.2g} %" if cycles else "+- 0"
        asked = "" if self.is_met(cycles) else f" ({self.percent:g} % asked for)"
        return f"an estimate {wide}{asked}, {share:.3g} % of the groups simulated"

    def to_dict(self, cycles: int, groups: int) -> dict[str, Any]:
        """Return plain values for JSON. cycles, groups: the cycles and the work-groups of the run."""
        low, high = self.interval(cycles)
        return {
            **asdict(self),
            "cycles": [low, high],
            "share": self.simulated_groups / groups,
            "met": self.is_met(cycles),
            "exact": list(self.exact),
        }
