"""`.group`: the shape of the work-groups that a program is for, in text, in files and back."""

from __future__ import annotations

import json

import pytest

import isa
import simt
from isa.forms.hexfile import parse_hex, program_hex
from isa.forms.objfile import dump_program, parse_program

PROGRAM = isa.assemble(".group 16, 4\nmov.b32 r1, 1\nret\n")


def test_the_shape_is_kept_wherever_a_program_goes() -> None:
    assert (PROGRAM.group, PROGRAM.threads) == ((16, 4), 64)
    assert parse_program(dump_program(PROGRAM)).group == (16, 4)
    assert parse_hex(program_hex(PROGRAM), "p.hex").group == (16, 4)
    assert isa.assemble(simt.disasm(PROGRAM)).group == (16, 4)
    assert PROGRAM.hash != isa.assemble(".threads 64\nmov.b32 r1, 1\nret\n").hash


def test_words_without_facts_have_no_shape() -> None:
    lines = program_hex(PROGRAM).splitlines()
    bare = parse_hex("\n".join(line for line in lines if "//" not in line), "p.hex")
    assert (bare.group, bare.threads) == ((), 0)
    assert isa.assemble(simt.disasm(bare)).words == PROGRAM.words


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (".group 16, 4\n.threads 64", r"\.threads is given twice"),
        (".threads 64\n.group 16, 4", "the threads are given twice"),
        (".group 1, 2, 3, 4", r"\.group takes one to three sizes"),
        (".group", r"\.group takes one to three sizes|expected"),
        (".group 1024, 1024, 2", "of at most 1048576 threads together"),
        (".group 0", "a size of a work-group must be an integer from 1"),
    ],
)
def test_mistakes(text: str, message: str) -> None:
    with pytest.raises(isa.AssemblyError, match=message):
        isa.assemble(f"{text}\nret\n")


@pytest.mark.parametrize("group", [[16, 5], [16, 4, 1, 1], [0], "16", [64.0]])
def test_a_file_with_a_shape_that_is_none(group: object) -> None:
    data = json.loads(dump_program(PROGRAM)) | {"group": group}
    with pytest.raises(isa.ProgramError, match="group"):
        parse_program(json.dumps(data))
