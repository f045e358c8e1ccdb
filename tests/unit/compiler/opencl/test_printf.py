"""`printf` in OpenCL C: on both engines, from several work-groups, before a trap, with lines that are lost."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import isa
import simt
from isa.forms.disassembler import disassemble
from isa.forms.objfile import dump_program, parse_program
from isa.reporting.source import split_source
from simt.compiler.errors import CompileError
from simt.compiler.kernel import TranslationError
from simt.compiler.opencl import translate
from simt.machine import Machine
from tests.commands import invoke

pytest.importorskip("clang")

TEXT = """\
typedef struct { float x; int n; } Item;
void told(__constant char *what, int value) { printf("%s: %d\\n", what, value); }
__kernel void k(__global int *out, float4 v, long wide) {
  int i = get_global_id(0);
  if (i == 1) printf("%-4d|%5.2f|%.1v4hlf|%ld|%c%%\\n", i, v.y, v, wide, 'a' + i);
  if (i >= 3) told(i & 1 ? "odd" : "even", -i);
  char4 bytes = (char4)(1, -2, 3, i);
  Item item = {1.5f, 7};
  if (i == 0) printf("%v4hhd %#x %u %a %s %hd\\n", bytes, 255, 0xffffffffu, 0.1, "it\\t", (short)70000);
  if (i == 0) out[1] = printf("%e %g %.3s %p\\n", 12345.678, item.x * item.n, "abcdef", (__global int *)0);
  if (i == 2) out[0] = 1;
}
"""
SHOWN = """\
1,-2,3,0 0xff 4294967295 0x1.999999999999ap-4 it\t 4464
1.234568e+04 10.5 abc 0x0
1   | 2.00|1.0,2.0,3.0,4.0|-5000000000|b%
odd: -3
even: -4
odd: -5
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("printf") / "k.cl"
    path.write_text(TEXT)
    return path


INPUTS = {"out": np.full(2, 9, np.int32), "v": [1, 2, 3, 4], "wide": -5_000_000_000}


@pytest.mark.parametrize("engine", ["cycle", "functional"])
def test_it_is_in_the_order_of_threads(source: Path, engine: str) -> None:
    result = simt.run(source, "gtx280", inputs=INPUTS, global_size=6, local_size=2, engine=engine)
    assert (result.printed, result.lost_prints) == (SHOWN, 0)
    assert result.to_dict()["printed"] == SHOWN
    assert result.buffers["out"].tolist() == [1, 0]


def test_it_goes_with_the_program_wherever_it_goes(source: Path) -> None:
    program = simt.run(source, "gtx280", inputs=INPUTS, global_size=6, local_size=2, engine="functional").program
    assert program.prints == "printf"
    assert parse_program(dump_program(program)).prints == "printf"
    again = isa.assemble(disassemble(program))
    assert (again.prints, again.words) == ("printf", program.words)


def test_a_check_finds_nothing_in_it_and_shows_it(source: Path) -> None:
    given = [f"--in={name}" for name in ("out=2", "v=1,2,3,4", "wide=-5000000000")]
    shown = invoke("check", str(source), "-m", "gtx280", "--global-size=6", "--local-size=2", *given)
    assert shown.stdout.startswith(SHOWN)
    assert "no races, no uninitialised reads" in shown.stdout


def test_what_was_printed_before_a_trap_is_not_lost(tmp_path: Path) -> None:
    path = tmp_path / "k.cl"
    path.write_text(
        "__kernel void k(__global int *p) {\n"
        '  printf("%d", (int)get_global_id(0));\n'
        "  p[get_global_id(0) << 28] = 1;\n"
        "}\n"
    )
    line = ["run", str(path), "-m", "gtx280_core", "--global-size=3", "--local-size=1", "--in=p=1", "--json"]
    for engine in ("cycle", "functional"):
        shown = invoke(*line, "--engine", engine, status=4)
        data = json.loads(shown.stdout)
        assert data["stop"]["kind"] == "global_address"
        assert data["printed"] == "01" if engine == "functional" else data["printed"].startswith("01")


def test_lines_beyond_the_buffer_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "k.cl"
    path.write_text('__kernel void k(int n) { for (int i = 0; i < n; i++) printf("%d\\n", i); }\n')
    room = ((1 << 18) - 2) // 5
    line = ["run", str(path), "-m", "gtx280_core", "--global-size=1", f"--in=n={room + 3}", "--engine=functional"]
    shown = invoke(*line)
    assert shown.stdout.splitlines()[room - 1 : room + 1] == [str(room - 1), shown.stdout.splitlines()[room]]
    assert not shown.stdout.splitlines()[room].isdigit()
    assert "note: the text of 3 calls of printf is lost: the buffer was full" in shown.stderr
    assert invoke(*line, "-q").output == ""


def test_a_kernel_that_prints_nothing_has_no_buffer_for_it() -> None:
    text = TEXT + "__kernel void quiet(__global int *p) { p[0] = 3; }\n"
    program = simt.run(
        translated(text, "quiet"), "gtx280", inputs={"p": np.zeros(1, np.int32)}, global_size=1, engine="functional"
    ).program
    assert list(program.buffers) == ["p"]
    assert program.prints == ""


def translated(text: str, name: str) -> isa.Program:
    from tests.compiler.kernels import compile_kernel

    unit = translate(split_source("k.cl", text))
    return compile_kernel(unit.ir, name, Machine.load("gtx280"), sources=unit.sources).program


def test_a_machine_without_global_memory_says_what_would_do(source: Path) -> None:
    with pytest.raises(CompileError) as error:
        simt.run(source, "fpga4", inputs={**INPUTS}, global_size=4, local_size=4)
    assert error.value.message == "printf needs global memory and lanes that may part"
    assert "printf(" in error.value.diagnostics[0].source_line
    flags, *presets, last = error.value.help.split(", or ")
    assert flags == "-s memory.policy=simple -s branch.policy=ipdom_stack"
    assert last.startswith("leave the calls out")
    assert presets
    assert all(Machine.load(name.removeprefix("-m ")).has("global_memory") for name in presets[0].split(", "))
    machine = {"memory.policy": "simple", "branch.policy": "ipdom_stack", "private.place": "local"}
    assert simt.run(source, "fpga4", set=machine, inputs=INPUTS, global_size=6, local_size=2).printed == SHOWN


@pytest.mark.parametrize(
    ("call", "message", "column"),
    [
        ("printf(p, 1);", "the format of printf is not known when it is compiled", 60),
        ('printf("%d", s);', "printf takes numbers, vectors of them, pointers and texts", 73),
    ],
)
def test_what_is_refused(call: str, message: str, column: int) -> None:
    text = f"typedef struct {{ int x; }} S; __kernel void k(__constant char *p, S s) {{ {call} }}"
    with pytest.raises(TranslationError) as error:
        translate(split_source("k.cl", text))
    found = error.value.diagnostics[0]
    assert (found.code, found.message) == ("E0951", message)
    assert found.column == text.index(call) + 1 + (len('printf("%d", ') if "s)" in call else 0), column


def test_clang_warns_of_arguments_that_do_not_fit() -> None:
    text = '__kernel void k(__global int *p, float4 v) { printf("%d %v4d\\n", 1.0f, v); }'
    warned = [entry.message for entry in translate(split_source("k.cl", text)).warnings]
    assert any("format specifies type 'int' but the argument has type" in message for message in warned)


@pytest.mark.parametrize(
    ("lines", "code", "words"),
    [
        (".prints p", "E0305", "`p` is not a buffer of u32 with a length"),
        (".buffer p, f32, 4\n.prints p", "E0305", "write .buffer p, u32, 1024 above"),
        (".buffer p, u32, 4\n.prints p\n.prints p", "E0321", "given twice"),
        (".prints", "E0305", "expected"),
    ],
)
def test_mistakes_in_assembly(lines: str, code: str, words: str) -> None:
    with pytest.raises(isa.AssemblyError) as error:
        isa.assemble(f"{lines}\n ret\n")
    assert error.value.diagnostics[0].code == code
    assert words in str(error.value)
