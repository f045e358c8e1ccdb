"""The error that stops a static analysis, and how it names a place."""

from __future__ import annotations

from collections.abc import Sequence

from isa.diagnostics import Diagnostic, SimtError, render
from isa.program import Location, Program
from isa.texts import source_notes, statement


class StaticError(SimtError):
    """A kernel that cannot be analysed as asked; `diagnostics` says where and why, `pc` is the first place or -1."""

    code = "E0840"

    def __init__(self, diagnostics: Sequence[Diagnostic], pc: int = -1) -> None:
        super().__init__(diagnostics[0].message, code=diagnostics[0].code, help=diagnostics[0].help)
        self.diagnostics = list(diagnostics)
        self.pc = pc

    def __reduce__(self) -> tuple[type[StaticError], tuple[list[Diagnostic], int]]:
        return type(self), (self.diagnostics, self.pc)

    def __str__(self) -> str:
        return render(self.diagnostics)


def place(
    program: Program, pc: int, code: str, message: str, *, label: str = "", advice: str = "", notes: Sequence[str] = ()
) -> Diagnostic:
    """An error at the instruction at `pc`, with its source line; without a place if `pc` is outside the program."""
    location = program.locations[pc] if 0 <= pc < len(program.locations) else Location()
    start = max(location.column - 1, 0)
    return Diagnostic(
        code=code,
        severity="error",
        message=message,
        file=location.file,
        line=location.line,
        column=location.column,
        end_column=location.column + len(statement(location.text[start:])) if location.line else 0,
        source_line=location.text,
        label=label,
        help=advice,
        notes=(*source_notes(program, pc), *notes),
    )
