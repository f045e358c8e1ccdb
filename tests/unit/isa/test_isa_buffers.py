"""Buffers of global memory: their directive, their constants, their addresses, and what program files keep of them."""

from __future__ import annotations

import json
from typing import Any

import pytest

import isa
from isa.forms.objfile import dump_program, parse_program
from isa.program.buffers import MAX_BUFFERS, buffer_addresses
from isa.program.program import Buffer, Program
from isa.reporting.diagnostics import AssemblyError, ProgramError

KERNEL = """
.kernel copy
.param scale f32 = 2.0
.buffer source, f32
.equ n 64
.buffer target, s32, 2 * n + 1
    mov r1, global_id
    shl.b32 r1, r1, 2
    ld.global r2, [r1 + source]
    mul.f32 r2, r2, scale
    st.global [r1 + target], r2
    st.global [target], 5
"""


def test_a_buffer_is_a_constant_of_its_own() -> None:
    program = isa.assemble(KERNEL.replace("[target], 5", "[target], r3\n    mov r4, 0") + "ret")
    assert program.buffers == {"source": Buffer("source", "f32", 0, 1), "target": Buffer("target", "s32", 129, 2)}
    assert program.constants[:3] == (0x40000000, 0, 0)
    assert program.constants[4:] == (0,), "no immediate shares a word whose value comes later"


def test_addresses_follow_from_the_lengths() -> None:
    assert buffer_addresses([]) == []
    assert buffer_addresses([1, 1, 1]) == [4096, 8192, 12288]
    assert buffer_addresses([1024 - 64, 1, 1]) == [4096, 8192, 12288], "256 bytes between are enough"
    assert buffer_addresses([1024 - 63, 1]) == [4096, 12288], "252 are not"
    assert buffer_addresses([1024, 3 * 1024, 1]) == [4096, 12288, 28672]


@pytest.mark.parametrize(
    ("text", "code", "part"),
    [
        (".buffer a, u32\n.buffer a, f32\nret", "E0302", "`a` is defined twice"),
        (".local a u32[4]\n.buffer a, u32\nret", "E0302", "`a` is defined twice"),
        (".buffer a, int\nret", "E0306", "did you mean `s32`?"),
        (".buffer a u32\nret", "E0305", "write .buffer a, f32 or .buffer a, f32, 1024"),
        (".buffer a, u32, 8, 9\nret", "E0305", "with commas between"),
        (".buffer a, u32 8\nret", "E0305", "nothing more is expected"),
        (".buffer a, u32, 0\nret", "E0305", "from 1 to 268435456, not 0"),
        (".buffer a, u32, 1.5\nret", "E0305", "not 1.5"),
        (".buffer vcc, u32\nret", "E0109", "it is a register"),
        (".buffer a, u32, 1 << 28\n.buffer b, u32, 1\nret", "E0325", "268435457 words"),
        (".rept 65, i\n.buffer a\\i, u32\n.endr\nret", "E0325", "more than 64 buffers"),
        (".buffer a, f32\nmul.f32 r1, r2, a\nret", "E0212", "load what lies there"),
        (".buffer a, f32\nmov r1, a[2]\nret", "E0215", "write [r1 + a]"),
        (".buffer a, f32\nmov r1, a * 4\nret", "E0216", "numbers can be added"),
        ("ld.global.b128 r109, [r1]\nret", "E0207", "the last that may be named is r108"),
        ("st.global.b64 [r1], thread_id\nret", "E0207", "moves 2 registers"),
        ("st.global.b64 [r1], s4\nret", "E0207", "moves 2 registers"),
        ("st.global.b64 [r1], 4\nret", "E0203", "takes no constant"),
        ("x: ld.global.b64 r1, [r2] -> x if z\nret", "E0209", "jump on a move"),
        (".buffer a, f32, m\nld.global r1, [a]\nret", "E0301", "unknown symbol `m`"),
    ],
)
def test_mistakes(text: str, code: str, part: str) -> None:
    with pytest.raises(AssemblyError) as caught:
        isa.assemble(text)
    assert [entry.code for entry in caught.value.diagnostics] == [code]
    assert part in str(caught.value)


def test_the_text_of_a_program_has_its_buffers() -> None:
    program = isa.assemble(KERNEL.replace("[target], 5", "[target], r3") + "ret")
    text = isa.disassemble(program)
    assert ".buffer source, f32\n.buffer target, s32, 129\n" in text
    assert "ld.global r2, [r1 + source]" in text
    assert "st.global [target], r3" in text
    again = isa.assemble(text)
    assert (again.words, again.constants, again.buffers) == (program.words, program.constants, program.buffers)
    assert "source (.buffer f32)" in isa.listing(program)


@pytest.mark.parametrize("count", [1, MAX_BUFFERS])
def test_program_files_keep_buffers(count: int) -> None:
    program = isa.assemble("".join(f".buffer b{n}, u32\n" for n in range(count)) + "ld.global r1, [b0]\nret")
    assert parse_program(dump_program(program)) == program
    assert parse_program(dump_program(program)).hash == program.hash
    assert program.hash != Program(words=program.words, constants=program.constants).hash


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"index": 9}, "buffers[1].index is not an integer from 0 to 1"),
        ({"index": 0}, "params, buffers and offsets share a constant"),
        ({"length": -1}, "buffers[1].length is not an integer"),
        ({"type": "u7"}, "buffers[1].type is not a type"),
        ({"name": "r1"}, "buffers[1].name is a bad name"),
        ({"name": "a"}, "a name stands for two things"),
        ({"length": 1 << 28}, "buffers have more than 268435456 words"),
    ],
)
def test_a_program_file_is_checked(change: dict[str, Any], part: str) -> None:
    data = json.loads(dump_program(isa.assemble(".buffer a, u32, 1\n.buffer b, u32\nret")))
    data["buffers"][1] |= change
    with pytest.raises(ProgramError) as caught:
        parse_program(json.dumps(data))
    assert part in str(caught.value)


def test_buffers_in_a_program_file_are_in_order() -> None:
    data = json.loads(dump_program(isa.assemble(".buffer a, u32\n.buffer b, u32\nret")))
    data["buffers"].reverse()
    with pytest.raises(ProgramError, match="not in the order of their constants"):
        parse_program(json.dumps(data))
