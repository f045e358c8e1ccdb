"""Errors of kernels that cannot be compiled, and the places in a kernel's source that they name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from isa.reporting.diagnostics import Diagnostic, PlacedError

WRONG_IR = "E0970"  # not LLVM IR, or not of the convention
UNSUPPORTED = "E0971"  # impossible on all machines of this family
LACKING = "E0972"  # impossible on this machine
DIVERGENT = "E0973"  # lanes that part on a machine that cannot let them
REGISTERS = "E0974"  # more registers than the machine has
LENGTHS = "E0975"  # arrays whose lengths or sizes must be known
TOO_LARGE = "E0316"  # more local or private memory than there can be, the assembler's code
LONG = "E0976"  # more instructions than a program can have
LIMIT = "E0977"  # limits of compilation: time, memory, intermediate instructions


class SourcePlace(NamedTuple):
    """A place in a source file. Lines and columns count from 1; line 0 stands for no place.

    inlined: the calls through which the place was inlined, by LLVM's numbers, the innermost first.
    """

    file: str = ""
    line: int = 0
    column: int = 0
    inlined: tuple[str, ...] = ()


NOWHERE = SourcePlace()


class CompileError(PlacedError):
    """A kernel that cannot be compiled for a machine."""

    code = UNSUPPORTED
    exit_status = 3


def wrong(code: str, message: str, place: SourcePlace | None = None, help: str = "") -> CompileError:  # noqa: A002
    """Return an error with a message about a place; `with_source` adds the line of the source."""
    if place is None or not place.line:
        return CompileError(message, code=code, help=help)
    diagnostic = Diagnostic(code, "error", message, place.file, place.line, max(1, place.column), help=help)
    return CompileError(message, code=code, help=help, diagnostics=[diagnostic])


def with_source(error: CompileError, sources: Mapping[str, str]) -> CompileError:
    """Return the error with the source lines that its places name. sources: texts by file name."""
    diagnostics = []
    for entry in error.diagnostics:
        lines = sources.get(entry.file, "").split("\n")
        text = lines[entry.line - 1] if 0 < entry.line <= len(lines) else ""
        column = min(entry.column, len(text) + 1)
        diagnostics.append(replace(entry, column=column, end_column=column + 1, source_line=text))
    return CompileError(error.message, code=error.code, help=error.help, diagnostics=diagnostics)
