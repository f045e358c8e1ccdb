"""`.counts_on`: what a kernel says that it counts on goes with the program wherever it goes."""

from __future__ import annotations

import pytest

import isa
from isa.forms.disassembler import disassemble
from isa.forms.hexfile import parse_hex, program_hex
from isa.forms.objfile import dump_program, parse_program
from isa.reporting.diagnostics import AssemblyError, ProgramError

TEXT = ".counts_on zero_registers, lockstep\n.threads 4\n ret\n"


def test_it_is_kept_in_order() -> None:
    program = isa.assemble(TEXT)
    assert program.counts_on == ("lockstep", "zero_registers")
    assert isa.assemble(".counts_on lockstep\n.counts_on silent_stores\n ret\n").counts_on == (
        "lockstep",
        "silent_stores",
    )
    assert program.hash == isa.assemble(".threads 4\n ret\n").hash  # it decides no run


def test_it_survives_files() -> None:
    program = isa.assemble(TEXT)
    assert parse_program(dump_program(program)).counts_on == program.counts_on
    assert parse_hex(program_hex(program), "x.hex").counts_on == program.counts_on
    assert isa.assemble(disassemble(program)).counts_on == program.counts_on


def test_a_file_that_says_something_else_is_refused() -> None:
    text = dump_program(isa.assemble(TEXT)).replace('"lockstep", "zero_registers"', '"zero_registers", "lockstep"')
    with pytest.raises(ProgramError, match="counts_on does not list some of"):
        parse_program(text)


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        (".counts_on lockstp", "E0305", "did you mean `lockstep`?"),
        (".counts_on", "E0305", "expected"),
        (".counts_on lockstep silent_stores", "E0305", "cannot count on"),
        (".counts_on lockstep, lockstep", "E0321", "given twice"),
    ],
)
def test_mistakes(line: str, code: str, words: str) -> None:
    with pytest.raises(AssemblyError) as caught:
        isa.assemble(f"{line}\n ret\n")
    assert caught.value.code == code
    assert words in str(caught.value)
