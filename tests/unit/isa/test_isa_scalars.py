"""Scalar registers in the native language: how they are written, and what is said where they cannot stand."""

from __future__ import annotations

import pytest

import isa
from isa.program.encoding import Instruction, encode
from isa.table.table import INDEXED, INSTRUCTIONS, PAIRS, SCALAR, SPECIALS


def instruction(line: str) -> Instruction:
    found = isa.assemble(f"{line}\nret").instructions[0]
    assert found is not None
    return found


def test_pairs_and_halves() -> None:
    move = INSTRUCTIONS["s_mov.b64"]
    assert instruction("s_mov.b64 s[0:1], exec") == Instruction(move, sd=0, sa=PAIRS["exec"])
    assert instruction("s_mov.b64 s[ 106 : 107 ], vcc") == Instruction(move, sd=PAIRS["vcc"], sa=PAIRS["vcc"])
    assert instruction("s_mov.b64 exec, -1") == Instruction(move, sd=PAIRS["exec"], csel="a")
    halves = {"vcc_lo": 106, "vcc_hi": 107, "exec_lo": 126, "exec_hi": 127, "s0": 0, "s127": 127}
    for name, number in halves.items():
        assert instruction(f"mov r1, {name}") == Instruction(INSTRUCTIONS["mov.b32"], rd=1, ra=SCALAR, const=number)


def test_a_scalar_register_in_any_source() -> None:
    assert instruction("add.u32 r1, s4, s4 -> 0 if c") == Instruction(
        INSTRUCTIONS["add.u32"], rd=1, ra=SCALAR, rb=SCALAR, const=4, cond="c"
    )
    assert instruction("ld.local r1, [s4]") == Instruction(INSTRUCTIONS["ld.local"], rd=1, ra=SCALAR, const=4)
    assert instruction("st.local [r1], s5") == Instruction(INSTRUCTIONS["st.local"], ra=1, rb=SCALAR, const=5)
    assert isa.assemble("mad.u24 r1, s12, r1, r2\nret").registers == 3


def test_an_indexed_special_source_in_any_source() -> None:
    add = INSTRUCTIONS["add.u32"]
    assert instruction("add.u32 r1, groups_x, lane_id") == Instruction(
        add, rd=1, ra=SCALAR, rb=SPECIALS["lane_id"], const=INDEXED["groups_x"]
    )
    for name, number in INDEXED.items():
        found = instruction(f"mul.u32 r1, {name}, {name}")
        assert found == Instruction(INSTRUCTIONS["mul.u32"], rd=1, ra=SCALAR, rb=SCALAR, const=number)
        assert (found.indexed, found.reads_scalar, found.registers_read) == (name, False, ())
        assert f"mul.u32 r1, {name}, {name}" in isa.disassemble([encode(found)])
    assert instruction("ld.local r1, [work_dim]") == Instruction(INSTRUCTIONS["ld.local"], rd=1, ra=SCALAR, const=142)
    assert instruction("mov r1, s127").indexed == ""


def test_what_a_register_of_each_kind_holds_at_launch() -> None:
    program = isa.assemble(".at_launch r3, local_id_z\n.at_launch s4, groups_z\nret")
    assert [(each.bank, each.number, each.source) for each in program.at_launch] == [
        ("register", 3, "local_id_z"), ("scalar", 4, "groups_z")
    ]  # fmt: skip


def test_a_constant_called_s_is_no_pair() -> None:
    program = isa.assemble(".const s u32 = 3, 5\nmov r1, s[1]\nret")
    assert program.instructions[0] == Instruction(INSTRUCTIONS["mov.b32"], rd=1, csel="a", const=1)


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("mov r1, s128", "E0207", "scalar registers are s0 to s127"),
        ("s_mov.b64 s[1:2], exec", "E0207", "an even scalar register and the next"),
        ("s_mov.b64 s[0:2], exec", "E0207", "an even scalar register and the next"),
        ("s_mov.b64 s[128:129], exec", "E0207", "s[126:127]"),
        ("s_mov.b64 s4, exec", "E0203", "a pair is written s[4:5], vcc or exec"),
        ("s_mov.b64 r1, exec", "E0203", "expected a pair"),
        ("s_mov.b64 5, exec", "E0203", "expected a pair"),
        ("s_test.b64 exec, 5", "E0203", "takes no constant"),
        ("s_and.b64 exec, exec, r1", "E0203", "expected a pair"),
        ("mov s1, r1", "E0203", "must be a register, not a scalar register"),
        ("mov r1, exec", "E0203", "its halves are the 32-bit scalar registers s126 and s127"),
        ("ternlog.b32 r1, r2, r3, s4, 5", "E0203", "move it into a register first"),
        ("ternlog.b32 r1, r2, r3, r4, 256", "E0204", "a number from 0 to 255"),
        ("ternlog.b32 r1, r2, r3, r4, r5", "E0203", "a number from 0 to 255"),
        ("mask_nz s4", "E0203", "cannot be a scalar register"),
        ("add.u32 r1, s4, s5", "E0208", "has `s4` and `s5`, an instruction has room for one"),
        ("add.u32 r1, s4, work_dim", "E0208", "has `s4` and `work_dim`, an instruction has room for one"),
        ("add.u32 r1, global_id_z, groups_x", "E0208", "has `global_id_z` and `groups_x`"),
        ("st.local [r1 + 4], work_dim", "E0208", "a constant and an indexed special source"),
        ("ld.local r1, [work_dim + 4]", "E0203", "which has no value here"),
        ("mov r1, work_dim + 1", "E0203", "`work_dim` is a special source, which has no value here"),
        ("mov work_dim, r1", "E0203", "must be a register, not a special source"),
        ("mask_nz work_dim", "E0203", "the first source of `mask_nz` cannot be a special source"),
        ("s_mov.b64 s[0:1], work_dim", "E0203", "a pair is written s[0:1], vcc or exec"),
        (".at_launch groups_x, thread_id", "E0305", "only a register or a scalar register holds a value"),
        (".at_launch s4, local_id_z", "E0305", "`s4` cannot hold this at launch"),
        ("groups_x: ret", "E0109", "it is a special source"),
        ("add.u32 r1, s4, 5", "E0208", "a constant and a scalar register"),
        ("st.local [r1 + 4], s5", "E0208", "a constant and a scalar register"),
        ("ld.local r1, [s4 + 4]", "E0203", "which has no value here"),
        ("mov r1, s4 + 1", "E0203", "which has no value here"),
        ("jmp exec", "E0203", "a jump goes to a label"),
        ("s4: ret", "E0109", "it is a register"),
        ("exec: ret", "E0109", "it is a register"),
        (".equ vcc_lo 5", "E0109", "it is a register"),
        ("s_mov.b64 exec, 0x80000000", "E0204", "s32"),
    ],
)
def test_messages(line: str, code: str, said: str) -> None:
    with pytest.raises(isa.AssemblyError) as caught:
        isa.assemble(f"{line}\nret")
    assert [entry.code for entry in caught.value.diagnostics] == [code]
    assert said in " ".join(str(caught.value).split())
