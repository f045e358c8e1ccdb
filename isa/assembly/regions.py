"""The directives `.region name` and `.endregion`, which give a name to the instructions between them."""

from __future__ import annotations

from isa.assembly.directive_tokens import no_more
from isa.assembly.parser import Statement
from isa.assembly.symbols import name_token
from isa.reporting.diagnostics import quote
from isa.reporting.source import SourceError, SourceLine, Span


class Regions:
    """The open region, if any. Regions do not nest."""

    def __init__(self) -> None:
        self._open: tuple[str, SourceLine, Span] | None = None  # name, line, columns

    @property
    def name(self) -> str:
        """The name of the open region, "" outside regions."""
        return self._open[0] if self._open else ""

    def open(self, statement: Statement, line: SourceLine) -> None:
        """Read `.region name`. Raises `SourceError`: E0321 within a region, E0109 or E0305 for anything but a name."""
        if self._open is not None:
            advice = f"end {quote(self._open[0])} with .endregion first"
            raise SourceError("E0321", "a region within a region", statement.span, help=advice)
        self._open = statement.rest[0].text, line, statement.span  # even if in error, so that .endregion is not
        name_token(statement.rest[0], "the region's name")
        no_more(statement.rest[1])

    def close(self, statement: Statement) -> None:
        """Read `.endregion`. Raises `SourceError`: E0318 outside regions, E0305 if more follows."""
        if self._open is None:
            raise SourceError("E0318", ".endregion without .region", statement.span, label="no .region is open")
        self._open = None
        no_more(statement.rest[0])

    def unclosed(self) -> list[tuple[SourceLine, SourceError]]:
        """Return the line and the error of a region that is still open at the end."""
        if self._open is None:
            return []
        name, line, span = self._open
        return [(line, SourceError("E0317", f"the region {quote(name)} has no .endregion", span, label="not closed"))]
