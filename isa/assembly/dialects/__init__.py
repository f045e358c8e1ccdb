"""Dialects: the assembly of other processors, each of whose instructions becomes exactly one native instruction.

`.dialect name` at the head of a program selects one. A dialect is a module beside gcn.py that makes a `Dialect`, and a
line in `DIALECTS`.
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
    """The dialect called `name`; None for `native`, the language of docs/assembly.md. Raises `SourceError` (E0150)."""
    if name == _NATIVE:
        return None
    chosen = DIALECTS.get(name.lower())
    if chosen is None:
        known = [*DIALECTS, _NATIVE]
        message = f"there is no dialect {quote(name)}" if name else "expected the name of a dialect"
        advice = did_you_mean(name, known, f"the dialects are {', '.join(known)}")
        raise SourceError("E0150", message, span, help=advice)
    return chosen
