"""The text of an instruction in listings, labels and messages: its statement, with macro arguments substituted.

A line of a macro has the names of arguments, not their values (`mov.b32 \\condition, \\condition`). An instruction
has the same text everywhere, as all listings, labels and messages take it from this module.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePath
from typing import Any

from isa.forms.disassembler import disassembly
from isa.program.program import Location, Program
from isa.reporting.diagnostics import Diagnostic

_COMMENTS = {".cl": r"//|/\*", ".py": r"(?:^|\s)#"}  # where comments begin, by suffix of a compiled language
_NOTE_WIDTH = 100  # the most columns of an instruction in a note


def statement(location: Location) -> str:
    """Return a source line without its comment."""
    return code_of(location.text, location.file)


def code_of(text: str, file: str) -> str:
    """Return a line of a file without its comment."""
    begin = _COMMENTS.get(file[file.rfind(".") :], r";|//")
    return re.split(begin, text, maxsplit=1)[0].strip()


def needs_reading(location: Location) -> bool:
    """Return whether a source line has names of macro arguments or counters instead of their values."""
    return not location.language and "\\" in statement(location)


def instruction_texts(program: Program) -> tuple[str, ...]:
    """Return the text of each instruction: its statement with arguments substituted and single blanks.

    An instruction is disassembled if its source is missing or not printable, or if the arguments in it are not known.
    """
    texts = []
    for location, words in zip(program.locations, disassembly(program).statements, strict=True):
        text = " ".join(code_of(location.reads or location.text, location.file).split())
        is_macro = not location.reads and needs_reading(location)
        texts.append(words if not text or is_macro or not text.isprintable() else text)
    return tuple(texts)


def short_name(program: Program, file: str) -> str:
    """Return a source file's path relative to the kernel's folder.

    The short name is equal for all copies of a kernel, and has no folder of this computer. If a file outside the
    kernel's folder has an absolute path, only the end of the path is kept: the fewest last parts that no other source
    shares. A relative path outside the folder is returned as it is. If the program has no sources, every path is
    returned as it is.
    """
    if not program.sources:
        return file
    path, folder = PurePath(file), PurePath(next(iter(program.sources))).parent
    if path.is_relative_to(folder):
        return path.relative_to(folder).as_posix()
    if not path.is_absolute():
        return file
    others = [PurePath(other).parts for other in program.sources if other != file]
    count = next((n for n in range(1, len(path.parts)) if all(path.parts[-n:] != other[-n:] for other in others)), 0)
    return PurePath(*path.parts[-count:]).as_posix()


def line_text(texts: Sequence[str], width: int | None = None) -> str:
    """Return one text for all instructions of a source line.

    This is the first text, with the number of different texts if there are several.

    width: the largest number of columns of the result, to which the first text is cut; None for no limit.
    """
    forms = list(dict.fromkeys(texts))
    note = f" ({len(forms)} forms)" if len(forms) > 1 else ""
    text = forms[0] if forms else ""
    room = len(text) if width is None else max(0, width - len(note))
    return (text if len(text) <= room else text[: max(0, room - 3)] + "...") + note


def source_notes(program: Program, pc: int) -> tuple[str, ...]:
    """Return the notes of a message about an instruction; none for an instruction of the kernel's own lines.

    The first note shows the instruction with arguments substituted, if its line has names of arguments. The others are
    `Location.called`: the includes, macro calls and repetitions that led to the line.
    """
    if not 0 <= pc < len(program.locations):
        return ()
    location = program.locations[pc]
    reads: tuple[str, ...] = ()
    if location.line and needs_reading(location):
        reads = (f"it reads `{line_text([instruction_texts(program)[pc]], _NOTE_WIDTH)}`",)
    return (*reads, *location.called)


def diagnostic_at(
    program: Program, pc: int, code: str, message: str, severity: str = "error", **more: Any
) -> Diagnostic:
    """Return a diagnostic at the source line of the instruction at `pc`, or without a place if there is no line.

    pc: the address of the instruction. more: label, help and notes of the `Diagnostic`.
    """
    location = program.locations[pc] if 0 <= pc < len(program.locations) else None
    if location is None or not location.line:
        return Diagnostic(code, severity, message, **more)
    column = max(location.column, 1)
    end = column + max(1, len(code_of(location.text[column - 1 :], location.file)))
    return Diagnostic(code, severity, message, location.file, location.line, column, end, location.text, **more)


def barrier_of(program: Program, *, is_global: bool = False) -> str:
    """Return how a work-group barrier is written in the language of a kernel, for a message.

    is_global: whether the barrier is for data in global memory. Only OpenCL C writes this barrier differently.
    """
    if program.language == ".cl":
        return f"`barrier(CLK_{'GLOBAL' if is_global else 'LOCAL'}_MEM_FENCE)`"
    return "`barrier()`" if program.language else "`bar`"
