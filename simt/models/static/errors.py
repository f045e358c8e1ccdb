"""The error that stops a static analysis, with its place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from isa.forms.texts import diagnostic_at, instruction_texts, source_notes
from isa.program.program import Program
from isa.reporting.diagnostics import Diagnostic, SimtError, render

# The end of the advice on decisions by data: a run can count them, so nobody has to guess.
OR_MEASURE = "; or let a run count it: simt.model_measured (simt model measured)"


class StaticError(SimtError):
    """A kernel that cannot be analysed as requested. diagnostics: the reasons. pc: the first place, or -1."""

    code = "E0840"

    def __init__(self, diagnostics: Sequence[Diagnostic], pc: int = -1) -> None:
        super().__init__(diagnostics[0].message, code=diagnostics[0].code, help=diagnostics[0].help)
        self.diagnostics = list(diagnostics)
        self.pc = pc

    def __reduce__(self) -> tuple[type[StaticError], tuple[list[Diagnostic], int]]:
        return type(self), (self.diagnostics, self.pc)

    def __str__(self) -> str:
        return render(self.diagnostics)


def label_of(program_labels: dict[str, int], pc: int) -> str:
    """Return the label at an address, or the address as text."""
    return next((name for name, address in program_labels.items() if address == pc), str(pc))


def line_of(program: Program, pc: int) -> int:
    """Return the line of the source of an instruction; 0 if it has none."""
    return program.locations[pc].line if 0 <= pc < len(program.locations) else 0


def origin_text(program: Program, origin: int) -> str:
    """Return the instruction at an address as text, with its line or, without one, its address."""
    line = line_of(program, origin)
    return f"`{instruction_texts(program)[origin]}` ({f'line {line}' if line else f'address {origin}'})"


def place(program: Program, pc: int, code: str, message: str, *, notes: Sequence[str] = (), **more: str) -> Diagnostic:
    """Make a diagnostic at the source line of `pc`, or without a line if `pc` is outside the program.

    notes: further notes, after the notes on the source line. more: label and help of the `Diagnostic`.
    """
    return diagnostic_at(program, pc, code, message, notes=(*source_notes(program, pc), *notes), **more)


def refusal(program: Program, pc: int, code: str, message: str, **more: Any) -> StaticError:
    """Make an error with one diagnostic, at the instruction at `pc`. more: as for `place`, with notes."""
    return StaticError([place(program, pc, code, message, **more)], pc)
