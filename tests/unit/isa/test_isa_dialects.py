"""The dialects: one native instruction for each of theirs, what they compute, what they refuse."""

from __future__ import annotations

import numpy as np
import pytest

import isa
from isa.assembly.dialects import DIALECTS, Dialect
from isa.forms.hexfile import parse_hex, program_hex
from isa.forms.objfile import dump_program, parse_program
from isa.program.program import LaunchValue, Program
from isa.table.table import INSTRUCTIONS
from simt.core.engine.run import simulate
from simt.core.state.grid import Grid
from simt.core.state.placed import Placed
from simt.machine import Machine
from simt.machine.capabilities import obstacle

MACHINES = {"gcn": Machine.load("gcn64"), "avx512": Machine.load("avx512")}
FORMS = [(dialect, mnemonic) for dialect in DIALECTS.values() for mnemonic in dialect.forms]
# One operand of each kind, as the dialect writes it.
OPERANDS = {
    "gcn": {
        "vdst": "v3", "vsrc": "v4", "src": "v5", "sdst": "s[4:5]", "ssrc": "vcc", "exec": "exec", "label": "here",
        "zero": "0", "address": "v6 offset:8",
    },
    "avx512": {
        "z": "zmm3 {k1}", "zsrc": "zmm4", "src": "zmm5", "count": "7", "imm8": "0x96", "kdst": "k2 {k1}", "k": "k3",
        "r": "ebx", "kr": "k4", "label": "here",
    },
}  # fmt: skip


def assemble(dialect: str, *lines: str, head: str = "") -> Program:
    return isa.assemble("\n".join([f".dialect {dialect}", head, *lines, "s_endpgm" if dialect == "gcn" else "ret"]))


def codes(dialect: str, *lines: str) -> list[str]:
    with pytest.raises(isa.AssemblyError) as caught:
        assemble(dialect, *lines)
    return [entry.code for entry in caught.value.diagnostics]


def written(dialect: Dialect, mnemonic: str) -> str:
    kinds = dialect.forms[mnemonic].operands
    return f"here: {mnemonic} " + ", ".join(OPERANDS[dialect.name][kind] for kind in kinds)


@pytest.mark.parametrize(("dialect", "mnemonic"), FORMS, ids=[mnemonic for _, mnemonic in FORMS])
def test_every_instruction_is_one_native_one_which_the_preset_has(dialect: Dialect, mnemonic: str) -> None:
    program = assemble(dialect.name, written(dialect, mnemonic))
    instruction = program.instructions[0]
    assert instruction is not None
    assert len(program.words) == 2
    assert instruction.spec is INSTRUCTIONS[dialect.forms[mnemonic].native]
    assert obstacle(instruction, MACHINES[dialect.name]) is None
    again = isa.assemble(isa.disassemble(program))
    assert again.hash == program.hash
    upper = written(dialect, mnemonic).replace(mnemonic, mnemonic.upper(), 1)
    assert assemble(dialect.name, upper).words == program.words


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_kind_of_operand_is_written_in_this_test(dialect: str) -> None:
    assert set(DIALECTS[dialect].kinds) == set(OPERANDS[dialect])


# --- What they compute ------------------------------------------------------------------------------------------------

A, B, C = 0xF0F0_1234, 5, 0x0FF0_00FF
GCN_RESULTS = {
    "v_lshlrev_b32 v3, v1, v0": A << 5,
    "v_lshrrev_b32 v3, v1, v0": A >> 5,
    "v_ashrrev_i32 v3, v1, v0": (A - (1 << 32)) >> 5,
    "v_sub_u32 v3, v0, v1": A - B,
    "v_subrev_u32 v3, v0, v1": B - A,
    "v_mad_u32_u24 v3, v0, v1, v2": (A % (1 << 24)) * B + C,
    "v_mad_i32_i24 v3, v0, v1, v2": (A % (1 << 24) - (1 << 24)) * B + C,
    "v_mul_u32_u24 v3, v0, v1": A % (1 << 24) * B,
    "v_mul_hi_u32 v3, v0, v1": A * B >> 32,
    "v_rndne_f32 v3, 2.5": 0x4000_0000,
    "v_bfrev_b32 v3, v1": 0xA000_0000,
    "v_min_i32 v3, v0, v1": A,
    "v_max_u32 v3, v0, v1": A,
}


@pytest.mark.parametrize("line", GCN_RESULTS)
def test_gcn_results(line: str) -> None:
    program = assemble("gcn", f"v_mov_b32 v0, {A}", f"v_mov_b32 v1, {B}", f"v_mov_b32 v2, {C}", line)
    output = simulate(Placed(program, MACHINES["gcn"], Grid.of(64)))
    assert set(output.registers[0, 0, 3].tolist()) == {GCN_RESULTS[line] & 0xFFFF_FFFF}


def test_gcn_multiply_accumulate_adds_to_the_destination() -> None:
    program = assemble("gcn", "v_mov_b32 v3, f(1.5)", "v_mac_f32 v3, 2.0, v3", "v_mad_f32 v4, v3, v3, 0.25")
    output = simulate(Placed(program, MACHINES["gcn"], Grid.of(1)))
    assert output.registers[0, 0, 3:5, 0].view(np.float32).tolist() == [4.5, 20.5]


def test_gcn_local_memory_counts_words() -> None:
    lines = "v_add_u32 v1, v0, 100", "ds_write_b32 v0, v1 offset:table", "ds_read_b32 v2, v0 offset:table + 1"
    program = assemble("gcn", *lines, head=".local pad u32[3]\n.local table u32[65]")
    output = simulate(Placed(program, MACHINES["gcn"], Grid.of(64)))
    np.testing.assert_array_equal(output.local[0, 3:67], np.arange(100, 164))
    np.testing.assert_array_equal(output.registers[0, 0, 2], [*range(101, 164), 0])


def test_gcn_saves_and_branches() -> None:
    lines = [
        "v_cmp_gt_u32 vcc, 16, v0", "s_and_saveexec_b64 s[2:3], vcc", "s_cbranch_execz over", "v_mov_b32 v1, 1",
        "over: s_nop 0", "s_xor_b64 exec, exec, s[2:3]", "v_mov_b32 v1, 2", "s_mov_b64 exec, -1",
        "v_cmp_neq_f32 vcc, v1, v1", "s_cbranch_vccnz bad", "s_or_b64 s[4:5], vcc, vcc", "s_cbranch_scc1 bad",
        "v_add_u32 v1, v1, exec_hi", "bad: s_barrier",
    ]  # fmt: skip
    output = simulate(Placed(assemble("gcn", *lines), MACHINES["gcn"], Grid.of(64)))
    assert output.status == "done"
    assert output.registers[0, 0, 1].tolist() == [0] * 16 + [1] * 48


AVX_RESULTS = {
    "vpandnd zmm3 {k1}, zmm0, zmm1": ~A & B,
    "vpternlogd zmm2 {k1}, zmm0, zmm1, 0xe4": C & A | ~C & B,  # index 4 c + 2 a + b
    "vpsubd zmm3 {k1}, zmm0, zmm1": A - B,
    "vpsrad zmm3 {k1}, zmm0, 4": (A - (1 << 32)) >> 4,
    "vpsrld zmm3, {k1}, zmm0, 4": A >> 4,
    "vpmulld zmm3 {k1}, zmm0, 12": A * 12,
    "vpbroadcastd zmm3 {k1}, edx": 0xFFFF,
}


@pytest.mark.parametrize("line", AVX_RESULTS)
def test_avx512_results(line: str) -> None:
    values = [f"vmovdqa32 zmm{number} {{k1}}, {value}" for number, value in enumerate((A, B, C))]
    output = simulate(Placed(assemble("avx512", *values, "kmovw edx, k1", line), MACHINES["avx512"], Grid.of(16)))
    register = int(line.partition(" zmm")[2][0])
    expected = AVX_RESULTS[line]
    if line.startswith("vpternlogd"):
        expected = sum((0xE4 >> (4 * (C >> k & 1) + 2 * (A >> k & 1) + (B >> k & 1)) & 1) << k for k in range(32))
    assert set(output.registers[0, 0, register].tolist()) == {expected & 0xFFFF_FFFF}


def test_avx512_multiplies_and_adds_in_three_orders() -> None:
    for places, expected in {"132": 2 * 10 + 3, "213": 3 * 2 + 10, "231": 3 * 10 + 2}.items():
        lines = (
            "vmovdqa32 zmm3 {k1}, f(2.0)",
            "vmovdqa32 zmm4 {k1}, f(3.0)",
            f"vfmadd{places}ps zmm3 {{k1}}, zmm4, 10.0",
        )
        output = simulate(Placed(assemble("avx512", *lines), MACHINES["avx512"], Grid.of(16)))
        assert set(output.registers[0, 0, 3].view(np.float32).tolist()) == {expected}


def test_avx512_masks_have_16_bits_and_only_some_instructions_set_the_flag() -> None:
    lines = [
        "vpcmpltud k2 {k1}, zmm0, 4", "knotw k3, k2", "kandnw k4, k2, k1", "kxnorw k5, k5, k5", "kmovw eax, k2",
        "kmovw ebx, k5", "andn ecx, eax, ebx", "kxorw k6, k3, k3", "jz bad", "kortestw k6, k6", "jnz bad",
        "korw k7, k3, k2", "je good", "bad: vmovdqa32 zmm9 {k1}, 1", "good: vpcmpnled k1 {k1}, zmm0, 7",
    ]  # fmt: skip
    output = simulate(Placed(assemble("avx512", *lines), MACHINES["avx512"], Grid.of(16)))
    scalars = output.scalars[0, 0].tolist()
    assert [scalars[2 * k] for k in (2, 3, 4, 5, 6, 7)] == [0x000F, 0xFFF0, 0xFFF0, 0xFFFF, 0, 0xFFFF]
    assert [scalars[number] for number in (16, 18, 20, 126)] == [0x000F, 0xFFFF, 0xFFF0, 0xFF00]
    assert not any(scalars[number + 1] for number in range(0, 128, 2))
    assert not output.registers[0, 0, 9].any()


# --- Registers at launch ----------------------------------------------------------------------------------------------


def test_what_registers_hold_at_launch() -> None:
    gcn = assemble("gcn", "v_mov_b32 v1, v0")
    assert gcn.at_launch == (
        LaunchValue("register", 0, "thread_id"), LaunchValue("scalar", 8, "group_id"),
        LaunchValue("scalar", 12, "group_id"),
    )  # fmt: skip
    output = simulate(Placed(assemble("gcn", "v_add_u32 v1, s12, v0"), MACHINES["gcn"], Grid.of(70, 5, 6)))
    assert output.registers[0, 1, 1, :7].tolist() == [69, 70, 71, 72, 73, 74, 0]
    assert assemble("avx512", "kmovw eax, k1").at_launch == (LaunchValue("register", 0, "lane_id"),)


def test_the_program_may_say_what_registers_hold() -> None:
    program = assemble("gcn", "s_nop 0", head=".at_launch v0, lane_id\n.at_launch s3, warp_size\n.at_launch V7, groups")
    assert [(entry.bank, entry.number, entry.source) for entry in program.at_launch] == [
        ("register", 0, "lane_id"), ("register", 7, "groups"), ("scalar", 3, "warp_size"), ("scalar", 8, "group_id"),
        ("scalar", 12, "group_id"),
    ]  # fmt: skip
    assert program.registers == 8
    for again in (
        isa.assemble(isa.disassemble(program)),
        parse_program(dump_program(program)),
        parse_hex(program_hex(program), "x.hex"),
    ):
        assert again.at_launch == program.at_launch
        assert again.words == program.words
    assert parse_program(dump_program(program)).hash == program.hash
    assert "at_launch" not in dump_program(isa.assemble("ret"))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (".at_launch r0", "E0305"),
        (".at_launch 5, lane_id", "E0305"),
        (".at_launch lane_id, lane_id", "E0305"),
        (".at_launch r0, lane", "E0305"),
        (".at_launch s0, lane_id", "E0305"),
        (".at_launch s[0:1], group_id", "E0305"),
        (".at_launch r0, lane_id\n.at_launch r0, warp_id", "E0321"),
        (".at_launch r200, lane_id", "E0207"),
        (".at_launch exec_lo, group_id", "E0305"),
    ],
)
def test_wrong_launch_values(line: str, code: str) -> None:
    with pytest.raises(isa.AssemblyError) as caught:
        isa.assemble(f"{line}\nret")
    assert [entry.code for entry in caught.value.diagnostics] == [code]


@pytest.mark.parametrize(
    "entry",
    [
        ["register", 112, "lane_id"],
        ["scalar", 3, "lane_id"],
        ["scalar", 126, "groups"],
        ["bank", 1, "lane_id"],
        ["register", 1],
        "r1",
    ],
)
def test_a_program_file_with_wrong_launch_values_is_refused(entry: object) -> None:
    import json

    data = json.loads(dump_program(isa.assemble(".at_launch r1, lane_id\nret")))
    data["at_launch"] = [entry]
    with pytest.raises(isa.ProgramError, match="at_launch"):
        parse_program(json.dumps(data))


# --- The directive ----------------------------------------------------------------------------------------------------


def test_the_language_may_be_given_from_outside_and_the_source_may_say_otherwise() -> None:
    assert isa.assemble("s_endpgm", dialect="gcn").words == isa.assemble("ret").words
    assert isa.assemble(".dialect native\nbar\nret", dialect="gcn").words == isa.assemble("bar\nret").words
    assert isa.assemble(".dialect GCN\ns_endpgm").words == isa.assemble("ret").words
    with pytest.raises(isa.AssemblyError, match="E0150"):
        isa.assemble("ret", dialect="ptx")


def test_macros_repetition_symbols_and_labels_work() -> None:
    program = assemble(
        "gcn",
        ".macro keep a\nv_cmpx_lt_u32 exec, \\a, n\n.endm",
        "start: keep v0",
        ".rept 2, i\nv_mov_b32 v\\i, n * 2\n.endr",
        "s_cbranch_execnz start",
        head=".equ n 4",
    )
    shown = [line.strip() for line in isa.disassemble(program).splitlines() if line.startswith("    ")]
    assert shown == [
        "vcmp.lt.u32 exec, r0, 4", "mov.b32 r0, 8", "mov.b32 r1, 8", "s_branch.execnz start", "ret",
    ]  # fmt: skip


def test_a_macro_cannot_have_the_name_of_an_instruction_of_the_dialect() -> None:
    assert codes("gcn", ".macro v_mov_b32 a\ns_nop 0\n.endm") == ["E0323"]


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("v_mov_b23 v0, v1", "E0152", "did you mean `v_mov_b32`?"),
        ("bar", "E0152", "native instruction"),
        ("s_waitcnt 0", "E0153", "leave it out"),
        ("s_cbranch_join s[0:1]", "E0153", "smaller_first"),
        ("v_cndmask_b32 v0, v1, v2, vcc", "E0153", "write exec and move"),
        ("v_add_f64 v0, v1, v2", "E0153", "32 bits wide"),
        ("buffer_load_dword v0, v1", "E0153", "ds_read_b32"),
        ("s_and_b32 s0, s1, s2", "E0153", "pairs, as s_and_b64"),
        ("v_mov_b32 v0, r1", "E0154", "GCN has no operand `r1`"),
        ("v_mov_b32 v0, lane_id", "E0154", "v0 holds thread_id"),
        ("v_mov_b32 s0, v1", "E0154", "must be a vector register"),
        ("v_mov_b32 v0, s[0:1]", "E0154", "not the pair `s[0:1]`"),
        ("v_cmpx_eq_u32 vcc, v0, 1", "E0154", "must be exec"),
        ("v_add_f32 v0, -v1, v2", "E0154", "stands by itself"),
        ("v_mov_b32 v112, 0", "E0154", "v0 to v111"),
        ("s_nop 3", "E0154", "each s_nop is one instruction"),
        ("s_mov_b64 s[1:2], exec", "E0207", "an even scalar register"),
        ("s_mov_b64 s0, exec", "E0154", "must be a pair"),
        ("v_add_u32 v1, s2, s3", "E0208", "has `s2` and `s3`"),
        ("v_add_u32 v1, s2, 3", "E0208", "a constant and a scalar register"),
        ("v_and_b32 v1, v2", "E0202", "write `v_and_b32 vdst, src, src`"),
        ("s_branch nowhere", "E0324", "there is no label"),
        ("v_add_f32 v0, 1, v1", "E0205", "write 1.0"),
    ],
)
def test_gcn_messages(line: str, code: str, said: str) -> None:
    with pytest.raises(isa.AssemblyError) as caught:
        assemble("gcn", line)
    assert [entry.code for entry in caught.value.diagnostics] == [code]
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("vpaddd zmm0, zmm1, zmm2", "E0155", "write {k1} after the destination"),
        ("vpaddd zmm0 {k2}, zmm1, zmm2", "E0155", "k1 is the execution mask"),
        ("vpaddd zmm0 {k1}{z}, zmm1, zmm2", "E0155", "keeps its old value"),
        ("vpaddd zmm0 {k1", "E0155", "write {k1}"),
        ("vpaddd {", "E0155", "write {k1}"),
        ("kortestw k1 {k1}, k1", "E0155", "takes no mask"),
        ("jc here", "E0153", "the carry flag is not provided"),
        ("jnae here", "E0153", "the carry flag is not provided"),
        ("jl here", "E0153", "je, jz, jne, jnz"),
        ("kmovq k1, k2", "E0153", "ends in w"),
        ("vpsllvd zmm0 {k1}, zmm1, zmm2", "E0153", "take a number"),
        ("vdivps zmm0 {k1}, zmm1, zmm2", "E0153", "no native instruction"),
        ("mov eax, 1", "E0153", "did you mean `kmovw`?"),
        ("vpadd zmm0 {k1}, zmm1, zmm2", "E0152", "did you mean"),
        ("vpslld zmm0 {k1}, zmm0, 32", "E0154", "a number from 0 to 31"),
        ("vpslld zmm0 {k1}, zmm0, n", "E0154", "a number from 0 to 31"),
        ("vpternlogd zmm0 {k1}, zmm1, zmm2, 256", "E0204", "0 to 255"),
        ("kmovw eax, ebx", "E0154", "must be a mask register"),
        ("kxnorw k2, k3, k4", "E0154", "two equal sources"),
        ("vpaddd ymm0 {k1}, zmm1, zmm2", "E0154", "no register `ymm0`"),
        ("vpaddd zmm32 {k1}, zmm1, zmm2", "E0154", "zmm0 to zmm31"),
        ("vpaddd zmm0 {k1}, zmm1, [4]", "E0154", "no memory operands"),
        ("vpaddd zmm0 {k1}, zmm1, thread_id", "E0154", "zmm0 holds lane_id"),
        ("vpaddd zmm0 {k1}, zmm1, k2", "E0154", "not the pair `k2`"),
    ],
)
def test_avx512_messages(line: str, code: str, said: str) -> None:
    with pytest.raises(isa.AssemblyError) as caught:
        assemble("avx512", line)
    assert [entry.code for entry in caught.value.diagnostics] == [code]
    assert said in " ".join(str(caught.value).split())
