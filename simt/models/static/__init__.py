"""Static analysis: a kernel's counts without running it (docs/static-analysis.md).

Depends on the instruction set and the machine description only; imports neither numba nor the processor.
"""

from __future__ import annotations

from simt.models.static.analysis import MAX_STEPS, analyse
from simt.models.static.errors import StaticError
from simt.models.static.results.counts import StaticCounts, WarpKind
from simt.models.static.results.table import table

__all__ = ["MAX_STEPS", "StaticCounts", "StaticError", "WarpKind", "analyse", "table"]
