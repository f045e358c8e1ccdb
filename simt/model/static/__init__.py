"""Static analysis: a kernel's counts without running it (docs/static-analysis.md).

    from simt.model.static import analyse, table

    counts = analyse(simt.load_program("fft128"), "fpga4")
    print(counts.issued_by_unit, sum(counts.passes))
    print(table(counts))

Depends on the instruction set and the machine description only; imports neither numba nor the processor.
"""

from __future__ import annotations

from simt.model.static.analysis import analyse
from simt.model.static.conflicts import conflict_degree
from simt.model.static.counts import AccessCount, GlobalCount, JumpCount, LoopCount, StaticCounts, WarpKind
from simt.model.static.errors import StaticError
from simt.model.static.table import table

__all__ = [
    "AccessCount",
    "GlobalCount",
    "JumpCount",
    "LoopCount",
    "StaticCounts",
    "StaticError",
    "WarpKind",
    "analyse",
    "conflict_degree",
    "table",
]
