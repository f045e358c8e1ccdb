"""`simt asm --by-line`: each line of the source above the instructions made from it."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path

import pytest

import simt
from simt.launch.programs import programs_folder
from tests.commands import invoke

PROGRAMS = programs_folder()
KERNEL = str(PROGRAMS / "opencl" / "floyd_warshall.cl")
by_line = partial(invoke, "asm")


def test_each_instruction_stands_below_its_line() -> None:
    shown = by_line(KERNEL, "-m", "gtx280", "--by-line", status=0)
    program = simt.asm(KERNEL, "gtx280")
    line, found = 0, {}
    for text in shown.output.splitlines():
        if match := re.match(r" {9,12}([0-9a-f]+)  ", text):
            found[int(match[1], 16)] = line
        elif match := re.match(r" {1,5}(\d+)  ", text):
            line = int(match[1])
    assert found == {pc: location.line for pc, location in enumerate(program.locations)}
    assert max(map(len, shown.output.splitlines())) <= 80
    assert "   10          uint first = distance[row * N + over];" in shown.output


def test_lines_are_cut_to_a_narrow_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "64")
    shown = by_line(KERNEL, "-m", "gtx280", "--by-line").output.splitlines()
    assert max(map(len, shown)) == 64
    [line] = [line for line in shown if "  add.u32 r7" in line]
    assert line.split(";")[1].strip() == "r3 first, r7 there"
    monkeypatch.setenv("COLUMNS", "40")
    assert max(map(len, by_line(KERNEL, "-m", "gtx280", "--by-line").output.splitlines())) == 40


def test_a_comment_has_the_variables_in_the_registers() -> None:
    shown = by_line(KERNEL, "-m", "gtx280", "--by-line").output.splitlines()
    [line] = [line for line in shown if "  add.u32 r7" in line]
    assert line.split(";")[1].strip() == "r3 first, r7 there"


def test_the_same_as_json() -> None:
    data = json.loads(by_line(KERNEL, "-m", "gtx280", "--by-line", "--json").output)
    assert data["schema"] == "simt.by_line/1"
    [row] = [row for row in data["lines"] if row["line"] == 12]
    assert row["text"].strip() == "uint there = first + distance[over * N + column];"
    assert [entry["variables"] for entry in row["instructions"]] == [{}, {"r3": "first", "r7": "there"}]
    program = simt.asm(KERNEL, "gtx280")
    assert sum(len(row["instructions"]) for row in data["lines"]) == len(program.words)


def test_python_and_assembly_too() -> None:
    python = by_line(str(PROGRAMS / "python" / "saxpy.py"), "-m", "gtx280", "--by-line").output
    assert re.search(r"\n +10 +y\[i\] = a \* x\[i\] \+ y\[i\]\n +2  shl", python)
    assembly = by_line("transpose", "--by-line").output
    assert re.search(r"\n +24 +ld\.local +r3, \[r0 \+ x\]\n +6  next: ld\.local r3, \[r0 \+ u\(0\)\]", assembly)


def test_colours_only_where_they_are_wanted() -> None:
    assert "\x1b[" not in by_line(KERNEL, "--by-line").output
    colored = by_line(KERNEL, "--by-line", env={"FORCE_COLOR": "1", "NO_COLOR": ""}, color=True).output
    plain = re.sub(r"\x1b\[[0-9;]*m", "", colored)
    assert colored != plain
    assert plain == by_line(KERNEL, "--by-line").output


@pytest.mark.parametrize("other", ["--cfg", "--listing"])
def test_it_takes_the_place_of_other_forms(other: str) -> None:
    shown = invoke("asm", "transpose", "--by-line", other, status=2)
    assert "--by-line takes the place of the listing" in shown.output


def test_a_file_is_written_as_well(tmp_path: Path) -> None:
    target = tmp_path / "k.lst"
    shown = by_line(KERNEL, "--by-line", "-o", str(target))
    assert "kernel void floyd_warshall" in shown.output
    assert target.read_text().startswith("; floyd_warshall")


def test_lines_without_instructions_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "far.s"
    path.write_text("mov r1, 1\n" + "; nothing\n" * 9 + "mov r2, 2\nret\n")
    shown = by_line(str(path), "--by-line").output
    assert "      ... 9 lines without instructions\n" in shown
    assert "nothing" not in shown
