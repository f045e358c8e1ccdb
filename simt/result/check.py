"""The outcome of comparing a run with its oracle."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any

_LISTED = ("passed", "max_relative_error", "tolerance", "oracle", "arrays", "array", "index", "got", "want", "wrong")


@dataclass(frozen=True, slots=True)
class Check:
    """The outcome of comparing a run with its oracle.

    The error of an element is |got - want|, divided by the largest finite |want| of its array, or by 1 if that is 0.
    If one of the two is not finite, the error is 0 for two NaNs or the same infinity, else infinite. The relative
    error of an array is the largest error of its elements. The worst array is the failed array with the largest
    relative error. If no array failed, it is the array with the largest relative error.
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

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON. Numbers that are not finite become None, and `unchecked` is left out if 0."""
        values = ((name, getattr(self, name)) for name in (*_LISTED, *(("unchecked",) if self.unchecked else ())))
        return {name: None if isinstance(value, float) and not isfinite(value) else value for name, value in values}
