"""isa.forms.texts: what an instruction is called, and from where it was called."""

from __future__ import annotations

from pathlib import Path

import isa
from isa.forms.objfile import dump_program, parse_program
from isa.forms.texts import instruction_texts, line_text, source_notes

SOURCE = """\
.macro step register, name
    add.u32\t\\register,  \\register, 1 ; one on
    jmp \\name
.endm
    mov.b32   r1,   2   // plain
    step r1, first
first:
    step r2, second
second:
    ret
"""


def test_macros_have_their_arguments_in_and_the_rest_is_as_written() -> None:
    program = isa.assemble(SOURCE, filename="k.s")
    assert instruction_texts(program) == (
        "mov.b32 r1, 2",
        "add.u32 r1, r1, 1",
        "jmp first",
        "add.u32 r2, r2, 1",
        "jmp second",
        "ret",
    )


def test_names_of_arrays_stay() -> None:
    program = isa.assemble(
        ".local x u32[4]\n.macro load at ; a comment\nhere\\@: ld.local r1, [\\at + x] // \\at\n.endm\n load r2\n ret\n"
    )
    assert instruction_texts(program)[0] == "here1: ld.local r1, [r2 + x]"
    assert program.locations[0].reads == "here1: ld.local r1, [r2 + x] // r2"


def test_words_without_source_are_disassembled() -> None:
    words = isa.assemble(SOURCE).words
    assert instruction_texts(isa.Program.from_words(words, [2, 1]))[1] == "add.u32 r1, r1, 1"


def test_a_line_with_several_instructions() -> None:
    assert line_text(["ret"]) == line_text(["ret", "ret"]) == "ret"
    assert line_text(["jmp first", "jmp second", "jmp first"]) == "jmp first (2 forms)"
    assert line_text(["jmp first", "jmp second"], 17) == "jmp ... (2 forms)"
    assert line_text(["mov.b32 r1, 2"], 10) == "mov.b32..."
    assert line_text([]) == ""


def test_notes_say_what_it_reads_and_who_called() -> None:
    program = isa.assemble(SOURCE, filename="k.s")
    assert source_notes(program, 0) == source_notes(program, 99) == source_notes(program, -1) == ()
    assert source_notes(program, 3) == ("it reads `add.u32 r2, r2, 1`", "in the macro `step`, called at k.s:8")


def test_callers_of_repetitions_and_includes(tmp_path: Path) -> None:
    (tmp_path / "end.inc").write_text(" ret\n")
    (tmp_path / "k.s").write_text('.rept 2\n add.u32 r1, r1, 1\n.endr\n.include "end.inc"\n')
    program = isa.assemble_file(tmp_path / "k.s")
    assert [entry.called for entry in program.locations] == [
        (f"in turn 1 of 2 of the .rept at {tmp_path / 'k.s'}:1",),
        (f"in turn 2 of 2 of the .rept at {tmp_path / 'k.s'}:1",),
        (f"included from {tmp_path / 'k.s'}:4",),
    ]


def test_callers_are_kept_in_json() -> None:
    program = isa.assemble(SOURCE, filename="k.s")
    again = parse_program(dump_program(program))
    assert again == program
    assert again.locations[1].reads.startswith("add.u32")
    assert again.locations[1].called == ("in the macro `step`, called at k.s:6",)
