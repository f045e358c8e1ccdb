"""A place in a kernel's source."""

from __future__ import annotations

from typing import NamedTuple


class SourcePlace(NamedTuple):
    """A place in a source file; line 0: none."""

    file: str = ""
    line: int = 0
    column: int = 0


NOWHERE = SourcePlace()
