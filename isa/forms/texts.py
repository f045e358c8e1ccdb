"""The name of an instruction where people read it: its statement, with a macro's arguments put in.

A line of a macro names arguments and not their values (`mov.b32 \\condition, \\condition`). Every listing, label and
message takes its text from here, so that an instruction reads the same everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from isa.reporting.diagnostics import Diagnostic

if TYPE_CHECKING:
    from isa.program.program import Location, Program

_COMMENTS = {".cl": r"//|/\*", ".py": r"(?:^|\s)#"}  # where they begin in languages that are compiled
_MOST_READ = 100  # columns of a note


def statement(location: Location) -> str:
    """Return a source line without its comment."""
    return code_of(location.text, location.file)


def code_of(text: str, file: str) -> str:
    """Return a line in a file without its comment."""
    begin = _COMMENTS.get(file[file.rfind(".") :], r";|//")
    return re.split(begin, text, maxsplit=1)[0].strip()


def is_translated(file: str) -> bool:
    """Return whether a file's language is compiled, so that its lines are not instructions."""
    return file[file.rfind(".") :] in _COMMENTS


def language_of(program: Program) -> str:
    """The suffix of the language that a program was compiled from, `.cl` or `.py`; "" for assembly and for words."""
    file = next((location.file for location in program.locations if location.line), "")
    return file[file.rfind(".") :] if is_translated(file) else ""


def needs_reading(location: Location) -> bool:
    """Return whether an instruction's source line names macro arguments or counters instead of their values."""
    return not is_translated(location.file) and "\\" in statement(location)


def instruction_texts(program: Program) -> tuple[str, ...]:
    """Return the text of each instruction: its source statement, arguments put in and blanks joined; or disassembled.

    It is disassembled if it has no source, or one that cannot be shown.
    """
    from isa.forms.disassembler import disassembly

    texts = []
    for location, words in zip(program.locations, disassembly(program).statements, strict=True):
        text = " ".join(code_of(location.reads or location.text, location.file).split())
        is_macro = not location.reads and needs_reading(location)
        texts.append(words if not text or is_macro or not text.isprintable() else text)
    return tuple(texts)


def line_text(texts: Sequence[str], width: int | None = None) -> str:
    """Return the text of a source line with these instruction texts: the first, and their number if they differ.

    width: of the result, at most; the first is cut, the number is not.
    """
    forms = list(dict.fromkeys(texts))
    note = f" ({len(forms)} forms)" if len(forms) > 1 else ""
    text = forms[0] if forms else ""
    room = len(text) if width is None else max(0, width - len(note))
    return (text if len(text) <= room else text[: max(0, room - 3)] + "...") + note


def source_notes(program: Program, pc: int) -> tuple[str, ...]:
    """Return the notes of a message about an instruction from a macro, a `.rept` or an included file.

    The first is the instruction with its arguments put in, if the source line has their names. The others say from
    where the line was read, a note for each step outwards. An instruction of the kernel's own lines has no notes.
    """
    if not 0 <= pc < len(program.locations):
        return ()
    location = program.locations[pc]
    reads: tuple[str, ...] = ()
    if location.line and needs_reading(location):
        reads = (f"it reads `{line_text([instruction_texts(program)[pc]], _MOST_READ)}`",)
    return (*reads, *location.called)


def diagnostic_at(
    program: Program, pc: int, code: str, message: str, severity: str = "error", **more: Any
) -> Diagnostic:
    """Return a diagnostic at the source line of the instruction at `pc`; without a place if it has none.

    more: label, help and notes.
    """
    place = program.locations[pc] if 0 <= pc < len(program.locations) else None
    if place is None or not place.line:
        return Diagnostic(code, severity, message, **more)
    column = max(place.column, 1)
    end = column + max(1, len(code_of(place.text[column - 1 :], place.file)))
    return Diagnostic(code, severity, message, place.file, place.line, column, end, place.text, **more)


def barrier_of(program: Program, *, is_global: bool = False) -> str:
    """The name of a work-group barrier in a kernel's language. is_global: for data in global memory."""
    language = language_of(program)
    if language == ".cl":
        return f"`barrier(CLK_{'GLOBAL' if is_global else 'LOCAL'}_MEM_FENCE)`"
    return "`barrier()`" if language else "`bar`"
