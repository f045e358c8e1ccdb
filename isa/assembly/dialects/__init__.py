"""Dialects: assembly languages of other processors. Each of their instructions becomes exactly one native instruction.

`.dialect name` at the head of a program selects a dialect. A new dialect is a module like gcn.py, which makes a
`Dialect`, and an entry of `DIALECTS`.
"""

from __future__ import annotations

from isa.assembly.dialects.avx512 import AVX512
from isa.assembly.dialects.dialect import Dialect
from isa.assembly.dialects.gcn import GCN
from isa.reporting.diagnostics import did_you_mean, quote
from isa.reporting.source import SourceError, Span

__all__ = ["DIALECTS", "Dialect", "find_dialect"]

DIALECTS: dict[str, Dialect] = {dialect.name: dialect for dialect in (GCN, AVX512)}
_NATIVE = "native"


def find_dialect(name: str, span: Span | None = None) -> Dialect | None:
    """Return the dialect called `name`; None for `native`, simt's own assembly.

    span: the columns of the name, for the error. Raises `SourceError` (E0150) if there is no such dialect.
    """
    if name == _NATIVE:
        return None
    chosen = DIALECTS.get(name.lower())
    if chosen is None:
        known = [*DIALECTS, _NATIVE]
        message = f"there is no dialect {quote(name)}" if name else "expected the name of a dialect"
        advice = did_you_mean(name, known, f"the dialects are {', '.join(known)}")
        raise SourceError("E0150", message, span, help=advice)
    return chosen
