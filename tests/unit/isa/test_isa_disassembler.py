from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

import isa
from isa.forms.disassembler import float_text
from isa.program.program import Program
from isa.table.values import float_to_bits
from tests.examples import examples
from tests.paths import ROOT
from tests.unit.isa.isa_strategies import WORDS_32, raw_programs

PROGRAMS = sorted(ROOT.glob("programs/*.s"))


@given(raw_programs())
@settings(max_examples=examples(400), deadline=None)
def test_the_text_assembles_to_the_same_program(program: Program) -> None:
    again = isa.assemble(isa.disassemble(program))
    assert again.words == program.words
    assert again.constants == program.constants
    assert again.threads == program.threads


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_the_shipped_programs_survive(path: Path) -> None:
    program = isa.assemble_file(path)
    again = isa.assemble(isa.disassemble(program))
    assert again.hash == program.hash
    assert again.params == program.params


def test_a_pooled_program_reads_like_its_source() -> None:
    source = (
        ".kernel k\n"
        ".threads 64\n"
        ".local pad u32[3]\n"
        ".local x f32[8] align 4\n"
        ".param scale f32 = 1.5\n"
        "loop:\n"
        "    mul.f32 r1, r2, scale\n"
        "    mul.f32 r1, r1, -0.1\n"
        "    ld.local r1, [thread_id + 4]\n"
        "    ld.local r1, [r2 + u(0)]\n"
        "    st.local [0], r3\n"
        "    sub.u32 r4, r4, 1 -> loop if nz\n"
        "    br_push r5, loop, end\n"
        "    jmp 4000\n"
        "end:\n"
        "    ret\n"
    )
    assert isa.disassemble(isa.assemble(source)) == source


def test_constants_out_of_the_pools_order_are_declared() -> None:
    assert isa.disassemble([0x62 << 56], [1, 0x40200000]) == (
        ".kernel raw\n.const c0 b32 = 0x00000001\n.const c1 b32 = 0x40200000 ; 2.5\n    ret\n"
    )


def test_what_has_no_text_becomes_a_word() -> None:
    undecodable, bundle, no_constant = 2**64 - 1, 0x62 << 56 | 1 << 55, 0x01 << 56 | 1 << 25 | 9
    text = isa.disassemble([undecodable, bundle, no_constant])
    assert text.count(".word") == 3
    assert isa.assemble(text).words == (undecodable, bundle, no_constant)


def test_made_up_names_avoid_those_of_the_program() -> None:
    program = isa.assemble(".param c0 u32 = 5\nL1: bar\nL2: jmp 0\nret")
    again = isa.assemble(isa.disassemble(program))
    assert again.words == program.words
    assert again.constants == program.constants


@given(WORDS_32)
@settings(max_examples=examples(300), deadline=None)
def test_float_text_gives_back_the_bits(bits: int) -> None:
    assert isa.assemble(f"mov.f32 r1, {float_text(bits)}\nret").constants == (bits,)


def test_float_text_is_short() -> None:
    assert float_text(float_to_bits(0.1)) == "0.1"
    assert float_text(float_to_bits(2.0)) == "2.0"
    assert float_text(0xFF800000) == "-inf"
    assert float_text(0x7FC00001) == "u(0x7fc00001)"
