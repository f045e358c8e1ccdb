"""The packer on small programs: what may share a bundle, what may pass a barrier, bounds, and what it refuses."""

from __future__ import annotations

import pytest

import isa
from isa.packing.packer import pack, pack_for_machine
from isa.program.program import Program
from tests.paths import ROOT

PROGRAMS = ROOT / "programs"


def text(source: str, slots: int = 3, **options: bool) -> list[str]:
    """The statements of the packed program."""
    lines = isa.disassemble(pack(isa.assemble(source), slots, **options).program).splitlines()  # type: ignore[arg-type]
    return [line.strip() for line in lines if line.startswith("    ")]


def test_a_register_may_be_overwritten_where_it_is_read_last() -> None:
    assert text("ld.local r1, [r2]\nadd.u32 r2, r2, 1\nst.local [r2], r1\nret") == [
        "{ ld.local r1, [r2] | add.u32 r2, r2, 1 }",
        "{ st.local [r2] , r1 | ret }".replace(" ,", ","),
    ]


def test_other_registers_take_values_apart() -> None:
    source = "add.u32 r1, r2, 1\nst.local [4], r1\nmul.f32 r1, r3, r3\nmul.f32 r1, r1, r1\nst.local [5], r1\nret"
    assert len(text(source)) == 3
    assert text(source)[0] == "{ add.u32 r0, r2, 1 | mul.f32 r1, r3, r3 }"


BARRIER = """
.threads 64
.local table f32[64]
.local data f32[64]
    mul.f32 r1, r1, r1
    st.local [thread_id + data], r1
    bar
    ld.local r2, [thread_id + table]
    ld.local r3, [thread_id + data]
    st.local [thread_id + data], r3
    bar
    ld.local r4, [thread_id + data]
    add.f32 r4, r4, r4
    add.f32 r4, r4, r2
    st.local [thread_id + data], r4
    ret
"""


def test_loads_of_what_is_never_stored_pass_a_barrier_and_others_do_not() -> None:
    found = text(BARRIER)
    barrier = next(place for place, line in enumerate(found) if "bar" in line)
    table = next(place for place, line in enumerate(found) if "[thread_id + u(0)]" in line)
    assert table <= barrier
    data = [place for place, line in enumerate(found) if "ld.local" in line and "[thread_id + c0]" in line]
    assert data[0] > barrier
    assert "{ st.local [thread_id + c0]" in found[barrier]
    assert "bar" in found[barrier]


def test_an_access_that_may_leave_its_array_keeps_its_place_unless_told_otherwise() -> None:
    source = BARRIER.replace("ld.local r2, [thread_id + table]", "ld.local r5, [0]\n    ld.local r2, [r5 + table]")
    assert len(text(source)) == 9
    assert len(text(source, assume_in_bounds=True)) == 8


def test_the_carry_flag_is_kept_for_its_reader() -> None:
    source = "add.u32 r1, r1, r2\nadd.u32 r5, r6, 1\nadd.u32 r3, r3, r4\naddc.u32 r7, r7, r8\nst.local [r5], r7\nret"
    found = [line for line in text(source) if "add" in line]
    place = next(place for place, line in enumerate(found) if "addc" in line)
    assert "r3, r4" in found[place - 1]


def test_fft128_reaches_its_bounds() -> None:
    program = isa.assemble_file(PROGRAMS / "fft128.s")
    bundles = {}
    for slots in (1, 2, 3):
        packed = pack(program, slots)
        bundles[slots] = packed.bundles
        assert all(block.bundles == block.bounds.bound for block in packed.blocks)
    assert bundles == {1: 184, 2: 107, 3: 93}
    assert pack(program, 3).blocks[0].bounds.resources == (78, 36, 70)


def test_a_jump_that_leaves_the_program_still_does() -> None:
    packed = pack(isa.assemble("add.u32 r1, r1, 1 -> 100 if z\nld.local r2, [r1]\nmul.f32 r2, r2, r2\nret"), 3).program
    assert packed.instructions[0] is not None
    assert packed.instructions[0].target >= len(packed.words)


def test_labels_and_source_lines_follow_their_operations() -> None:
    program = isa.assemble("mul.f32 r1, r1, r1\nadd.u32 r2, r2, 1\nhere: sub.u32 r2, r2, 1 -> here if nz\nret")
    packed = pack(program, 3, unroll=False)
    assert packed.program.labels["here"] == 2
    assert [location.line for location in packed.program.locations] == [2, 1, 3, 4]
    assert packed.origins == (1, 0, 2, 3)


def test_what_it_refuses() -> None:
    for program in (
        Program.from_words([0]),
        isa.assemble("pop_mask\nret"),
        isa.assemble(".vliw 3\n{ ld.local r1, [r2] | ret }"),
    ):
        with pytest.raises(isa.ProgramError) as caught:
            pack(program, 3)
        assert caught.value.code == "E0341"
        assert pack_for_machine(program, 3) is program
    with pytest.raises(isa.ProgramError, match="not 4"):
        pack(isa.assemble("ret"), 4)


def test_a_launch_packs_scalar_programs_only() -> None:
    program = isa.assemble_file(PROGRAMS / "dot.s")
    assert pack_for_machine(program, 1) is program
    packed = pack_for_machine(program, 2)
    assert packed is not program
    assert pack_for_machine(packed, 2) is packed
