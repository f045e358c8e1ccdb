"""A file that is assembled again gives the same program; another text, define, option or include gives another."""

from __future__ import annotations

from pathlib import Path

import pytest

import isa

TEXT = ".equ n = 1\n.threads 4\nmov.b32 r1, n\nret\n"


def test_the_same_file_is_assembled_once(tmp_path: Path) -> None:
    file = tmp_path / "k.s"
    file.write_text(TEXT)
    assert isa.assemble_file(file) is isa.assemble_file(file)
    before = isa.assemble_file(file)
    file.write_text(TEXT.replace("mov.b32 r1", "mov.b32 r2"))
    assert isa.assemble_file(file).words != before.words


def test_values_that_are_equal_and_not_the_same_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "k.s").write_text(TEXT.replace("mov.b32", "mov.f32"))
    zeros = [isa.assemble_file(tmp_path / "k.s", defines={"n": zero}).constants for zero in (0.0, -0.0)]
    assert zeros == [(0,), (0x8000_0000,)]
    (tmp_path / "k.s").write_text(TEXT)
    assert isa.assemble_file(tmp_path / "k.s", defines={"n": 1}).constants == (1,)
    with pytest.raises(isa.AssemblyError, match="E0206"):
        isa.assemble_file(tmp_path / "k.s", defines={"n": 1.0})


def test_what_includes_others_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "k.s").write_text('.include "n.inc"\n' + TEXT.partition("\n")[2])
    for n in (1, 2):
        (tmp_path / "n.inc").write_text(f".equ n = {n}\n")
        assert isa.assemble_file(tmp_path / "k.s").constants == (n,)


def test_few_programs_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "k.s"
    file.write_text(TEXT)
    programs = [isa.assemble_file(file, defines={"n": n}) for n in range(20)]
    assert isa.assemble_file(file, defines={"n": 19}) is programs[19]
    assert isa.assemble_file(file, defines={"n": 0}) is not programs[0]
