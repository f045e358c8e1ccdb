"""The outcome of comparing a run with its oracle."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any

_LISTED = ("passed", "max_relative_error", "tolerance", "oracle", "arrays", "array", "index", "got", "want", "wrong")
_EXACT = 1 << 53  # whole numbers below it are kept by a double


@dataclass(frozen=True, slots=True)
class Check:
    """The outcome of comparing a run with its oracle.

    The error of an element is |got - want|, divided by the largest finite |want| of its array, or by 1 if this |want|
    is 0. If `got` or `want` is not finite, the error is 0 for two NaNs or for the same infinity, else infinite. The
    relative error of an array is the largest error of its elements. The worst array is the failed array with the
    largest relative error. If no array failed, it is the array with the largest relative error.
    """

    passed: bool
    max_relative_error: float  # of the worst array
    tolerance: float
    array: str  # the name of the worst array
    index: int  # of the element with the largest error in it
    got: float  # this element in the run
    want: float  # this element in the oracle
    wrong: int  # elements of the worst array beyond the tolerance
    arrays: int  # compared in all
    oracle: str = ""  # the name of its file
    unchecked: int = 0  # elements that the oracle masks, of all arrays

    @property
    def difference(self) -> tuple[str, str]:
        """The element with the largest error as text, in the run and in the oracle: whole numbers with all digits."""
        got, want = (f"{value:.0f}" if abs(value) < _EXACT and value == int(value) else f"{value:.9g}"
                     for value in (self.got, self.want))  # fmt: skip
        return got, want

    @property
    def where(self) -> str:
        """A clause about this element: `y[25] is 0, not 4252645360`."""
        got, want = self.difference
        return f"{self.array}[{self.index}] is {got}, not {want}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON. Numbers that are not finite become None, and `unchecked` is left out if 0."""
        values = ((name, getattr(self, name)) for name in (*_LISTED, *(("unchecked",) if self.unchecked else ())))
        return {name: None if isinstance(value, float) and not isfinite(value) else value for name, value in values}
