"""What an instruction is called where people read it: its statement, or its disassembly where that says more.

A line of a macro names arguments and not what was put in (`mov.b32 \\condition, \\condition`). Every listing, label and
message takes its text from here, so that an instruction reads the same everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from isa.program import Location, Program

__all__ = ["instruction_texts", "line_text", "needs_reading", "source_notes", "statement"]


def statement(text: str) -> str:
    """A source line without its comment."""
    return re.split(r";|//", text, maxsplit=1)[0].strip()


def needs_reading(location: Location) -> bool:
    """Whether the source line of an instruction names arguments of a macro or counters, or cannot be shown."""
    text = _joined(location)
    return "\\" in text or not text.isprintable()


def instruction_texts(program: Program) -> tuple[str, ...]:
    """The text of each instruction: its source statement, blanks joined; disassembled if it comes from a macro, whose
    source names no registers, or has no source."""
    from isa.disassembler import disassembly

    texts = []
    for location, words in zip(program.locations, disassembly(program).statements, strict=True):
        text = _joined(location)
        texts.append(words if not text or needs_reading(location) else text)
    return tuple(texts)


def _joined(location: Location) -> str:
    """The statement with one blank for each run of blanks."""
    return " ".join(statement(location.text).split())


def line_text(texts: Sequence[str], width: int | None = None) -> str:
    """The text of a source line that became instructions with these texts: the first, and how many there are if they
    differ. width: of the result, at most; the first is cut, the number is not."""
    forms = list(dict.fromkeys(texts))
    note = f" ({len(forms)} forms)" if len(forms) > 1 else ""
    text = forms[0] if forms else ""
    room = len(text) if width is None else max(0, width - len(note))
    return (text if len(text) <= room else text[: max(0, room - 3)] + "...") + note


def source_notes(program: Program, pc: int) -> tuple[str, ...]:
    """Notes for a message at an instruction: what its line reads once arguments are in, and from where it was called.

    Both are empty for a line that stands in the kernel as it is.
    """
    if not 0 <= pc < len(program.locations):
        return ()
    location = program.locations[pc]
    reads = (f"it reads `{instruction_texts(program)[pc]}`",) if location.line and needs_reading(location) else ()
    return (*reads, *location.called)
