"""Results changed for a test."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from simt.result.result import Result


def with_core(result: Result, **changes: Any) -> Result:
    """A result of one core with fields of that core changed; `cycles` are the run's too."""
    cycles = changes.get("cycles", result.cycles)
    return replace(result, cycles=cycles, cores=(replace(result.core, **changes),))
