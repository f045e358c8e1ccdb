"""`.buffer` with contents, and numbers that are added to the address of a buffer."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import isa
import simt
from isa.forms.objfile import dump_program, parse_program
from isa.program.program import Buffer, BufferOffset

CONTENTS = """
.equ n 2
.buffer bits, u32 = 1, n + 1, 0xffffffff
.buffer signed, s32 = -1, 7
.buffer floats, f32 = 1.5, -0.0, pi
.buffer wide, f64 = 0.1, -inf
.buffer bytes, u8 = 1, 2, 255, 4, 5
.buffer halves, s16 = -1, 2, 3
.buffer long, u64 = 0xffffffffffffffff
.buffer rest, u32, 4
"""
OFFSETS = """
.buffer x, u32, 8
.buffer y, u32 = 10, 11, 12, 13
.equ n 2
.rept 2, turn
    ld.global r1, [r0 + y + 4 * n]
    ld.global r2, [y + 4 + 0 * turn]
.endr
    mov.b32   r3, x + 8
    st.global [r0 + x + 8], r1
    ld.global r4, [r3]
    mov.b32   r5, y - 4
    ret
"""


def test_contents_are_the_words_of_the_values() -> None:
    buffers = isa.assemble(CONTENTS + "ret\n").buffers
    assert buffers["bits"] == Buffer("bits", "u32", 3, 0, (1, 3, 0xFFFF_FFFF))
    assert buffers["signed"].contents == (0xFFFF_FFFF, 7)
    assert buffers["floats"].contents == (0x3FC0_0000, 0x8000_0000, 0x4049_0FDB)
    assert (buffers["wide"].length, buffers["wide"].words) == (2, 4)
    assert np.array(buffers["wide"].contents, np.uint32).view(np.float64).tolist() == [0.1, -np.inf]
    assert buffers["bytes"] == Buffer("bytes", "u8", 5, 4, (0x04FF_0201, 5))
    assert buffers["halves"] == Buffer("halves", "s16", 3, 5, (0x0002_FFFF, 3))
    assert buffers["long"] == Buffer("long", "u64", 1, 6, (0xFFFF_FFFF, 0xFFFF_FFFF))
    assert buffers["rest"].contents == ()


def test_a_launch_finds_them_unless_it_gives_others() -> None:
    program = isa.assemble(".threads 1\n" + CONTENTS + "ret\n")
    buffers = simt.run(program, "hd5870", engine="functional").buffers
    assert buffers["bits"].tolist() == [1, 3, 0xFFFF_FFFF]
    assert buffers["wide"].tolist() == [0.1, -np.inf]
    assert (buffers["bytes"].tolist(), buffers["halves"].tolist()) == ([1, 2, 255, 4, 5], [-1, 2, 3])
    assert buffers["rest"].tolist() == [0] * 4
    given = simt.run(program, "hd5870", engine="functional", inputs={"bits": [7, 8, 9]}).buffers
    assert (given["bits"].tolist(), given["signed"].tolist()) == ([7, 8, 9], [-1, 7])
    with pytest.raises(simt.InputError, match="`bits` has 3 elements and the input has 2"):
        simt.run(program, "hd5870", engine="functional", inputs={"bits": [7, 8]})


def test_the_address_of_a_buffer_and_a_number_are_one_constant() -> None:
    program = isa.assemble(OFFSETS)
    places = [(word.index, word.buffer, word.offset) for word in program.offsets]
    assert places == [(2, "y", 8), (3, "y", 4), (4, "x", 8), (5, "y", -4)]
    with pytest.raises(isa.AssemblyError, match="2 constants"):
        isa.assemble(OFFSETS.replace("mov.b32   r5, y - 4", "add.u32 r5, y - 4, 4"))


@pytest.mark.parametrize("how", ["source", "file", "disassembly"])
def test_a_launch_makes_the_sums(how: str) -> None:
    program = isa.assemble(".threads 1\n" + OFFSETS)
    if how == "file":
        again = parse_program(dump_program(program))
        assert again == program
        program = again
    elif how == "disassembly":
        again = isa.assemble(isa.disassemble(program))
        assert (again.words, again.constants, again.offsets) == (program.words, program.constants, program.offsets)
        assert [entry.contents for entry in again.buffers.values()] == [(), (10, 11, 12, 13)]
        program = again
    result = simt.run(program, "hd5870", engine="functional")
    registers = result.registers[0, :6, 0].tolist()
    assert registers == [0, 12, 11, 4096 + 8, 12, 8192 - 4]
    assert result.buffers["x"].tolist() == [0, 0, 12, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("shape", CONTENTS.splitlines()[2:])
def test_contents_are_disassembled(shape: str) -> None:
    program = isa.assemble(".equ n 2\n" + shape + "\nret\n")
    again = isa.assemble(isa.disassemble(program))
    assert again.buffers == program.buffers


def test_contents_decide_a_run_and_are_in_the_hash() -> None:
    one, two, three = (isa.assemble(f".buffer x, u32{text}\nret\n") for text in (" = 1", " = 2", ", 1"))
    assert len({one.hash, two.hash, three.hash}) == 3
    assert replace(one, offsets=(BufferOffset(0, "x", 4),)).hash != one.hash


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        (".buffer x,", "E0306", "expected a type, found nothing"),
        (".buffer x, ,", "E0306", "expected a type, found nothing"),
        (".buffer x, u32 =", "E0305", "a value is missing"),
        (".buffer x, u32 = 1,", "E0305", "a value is missing"),
        (".buffer x, u32 = 1.5", "E0206", "1.5 is a float"),
        (".buffer x, f64 = 1", "E0205", "1 is an integer"),
        (".buffer x, f64 = u(1)", "E0305", "an element of f64 is written as a number"),
        (".buffer x, u8 = 256", "E0204", "256 does not fit u8"),
        (".buffer x, s16 = 1.0", "E0206", "1.0 is a float"),
        (".buffer x, u32 = -1", "E0204", "-1 does not fit u32"),
        ("mov r1, 2 * x", "E0216", "numbers can be added"),
        ("mov r1, x + y", "E0216", "numbers can be added"),
        ("mov r1, 4 - x", "E0216", "numbers can be added"),
        ("mov r1, max(x, 4)", "E0216", "numbers can be added"),
        ("mov r1, x + 1.0", "E0206", "1.0 is a float"),
        ("mov r1, x + 0x100000000", "E0204", "out of range"),
        ("add.f32 r1, r1, x + 4", "E0212", "`x` is u32"),
    ],
)
def test_what_is_refused(line: str, code: str, words: str) -> None:
    declared = "" if line.startswith(".") else ".buffer x, u32, 4\n.buffer y, u32, 4\n"
    with pytest.raises(isa.AssemblyError) as caught:
        isa.assemble(f"{declared}{line}\nret\n")
    found = caught.value.diagnostics[0]
    assert found.code == code
    assert words in found.message


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("offsets", [{"index": 2, "buffer": "z", "offset": 4}], "offsets are not all of buffers"),
        ("offsets", [{"index": 0, "buffer": "y", "offset": 4}], "params, buffers and offsets share a constant"),
        ("offsets", [{"index": 9, "buffer": "y", "offset": 4}], "offsets\\[0\\].index is not an integer"),
    ],
)
def test_files_that_are_wrong(key: str, value: object, why: str) -> None:
    data = json.loads(dump_program(isa.assemble(".buffer x, u32, 4\n.buffer y, u32 = 1\nmov r1, y + 4\nret\n")))
    with pytest.raises(isa.ProgramError, match=why):
        parse_program(json.dumps(data | {key: value}))
    data["buffers"][1]["contents"] = ["0x00000001", "0x00000002"]
    with pytest.raises(isa.ProgramError, match=r"buffers\[1\].contents are not 1 words"):
        parse_program(json.dumps(data))
