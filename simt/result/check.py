"""The outcome of comparing a run with its oracle."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any

_TOLD = ("passed", "max_relative_error", "tolerance", "oracle", "arrays", "array", "index", "got", "want", "wrong")


@dataclass(frozen=True, slots=True)
class Check:
    """The outcome of comparing a run with its oracle.

    `max_relative_error` is the largest |got - want| over the largest |want|, of the worst array; infinite where NaN or
    infinity do not agree.
    """

    passed: bool
    max_relative_error: float
    tolerance: float
    array: str  # of the worst array
    index: int  # of its worst element
    got: float
    want: float
    wrong: int  # elements of that array beyond the tolerance
    arrays: int  # arrays compared
    oracle: str = ""  # the file's name
    unchecked: int = 0  # elements of all arrays that the oracle masks

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; an infinite number, which JSON cannot say, as None; `unchecked` if there are any."""
        values = ((name, getattr(self, name)) for name in (*_TOLD, *(("unchecked",) if self.unchecked else ())))
        return {name: None if isinstance(value, float) and not isfinite(value) else value for name, value in values}
