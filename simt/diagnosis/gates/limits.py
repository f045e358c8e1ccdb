"""The limit of a case of a gate: cycles, or a share over the cycles of its baseline."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from simt.launch.how import MOST_CYCLES

FORMS = '"+2 %" (over the baseline), "baseline" (no slower than it) or a number of cycles'
_SHARE = re.compile(r"\+ *(\d{1,6}(?:\.\d{1,6})?) *%")


@dataclass(frozen=True, slots=True)
class Limit:
    """The largest number of cycles that a case may take.

    - text: the limit in the form in which it is shown.
    - share: the part of the baseline's cycles by which a case may exceed the baseline; None if the limit is in cycles.
    - cycles: the limit in cycles; None if it is a share.
    """

    text: str
    share: Fraction | None = None
    cycles: int | None = None

    @classmethod
    def of(cls, value: object) -> Limit:
        """Return the limit that a value of the file describes. Raises `ValueError` for any other value."""
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST_CYCLES:
            return cls(f"{value}", cycles=value)
        if value == "baseline":
            return NO_SLOWER
        if isinstance(value, str) and (match := _SHARE.fullmatch(value.strip())):
            return cls(f"+{match[1]} %", Fraction(match[1]) / 100)
        raise ValueError(value)

    def most(self, baseline: int | None) -> int | None:
        """Return the largest number of cycles that is allowed.

        baseline: the cycles of the baseline, None without a baseline. The result is None if the limit is a share of a
        missing baseline.
        """
        if self.share is None:
            return self.cycles
        return None if baseline is None else int(baseline * (1 + self.share))


NO_SLOWER = Limit("+0 %", Fraction(0))
