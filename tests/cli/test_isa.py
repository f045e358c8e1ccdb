"""`simt isa`."""

from __future__ import annotations

import json
import re
from functools import partial

import pytest

from isa.table.table import INSTRUCTIONS
from simt.machine import Machine
from simt.machine.capabilities import provides
from tests.commands import invoke

simt = partial(invoke, "isa")


def test_the_table_has_a_line_for_every_instruction() -> None:
    lines = simt().output.splitlines()
    assert lines[0].split() == ["instruction", "operands", "unit", "carry", "needs", "result"]
    assert [line.split()[0] for line in lines[1:]] == list(INSTRUCTIONS)


def test_one_instruction_in_full() -> None:
    assert simt("addc.s32").output == (  # an alias
        "addc.u32 rd, ra, rb\n"
        "\n"
        "  (a + b + carry) mod 2^32; carry = carry out\n"
        "\n"
        "  unit       alu\n"
        "  immediate  b32, for ra or rb\n"
        "  jump       may jump on its result: -> label if z, nz, n, nn, c or nc\n"
        "  carry      read and written\n"
        "  aliases    addc.s32\n"
        "  example    addc.u32 r1, r1, r2\n"
        "\n"
        "encoding\n"
        "\n"
        "    63-56  opcode     0x09\n"
        "       55  more       another operation of the same bundle follows\n"
        "    54-48  rd         destination register\n"
        "    47-41  ra         first source: register or special\n"
        "    40-34  rb         second source: register or special\n"
        "    30-27  far        higher bits of target; overlaps rc and otherwise\n"
        "    26-25  csel       what the constant replaces\n"
        "    24-22  cond       condition of the jump on the result\n"
        "    21-10  target     jump target: its lower 12 bits\n"
        "      9-0  const      index into constant memory, or number of the scalar register that a source reads\n"
        "\n"
        "cases\n"
        "\n"
        "  a              b              carry          r              carry_out\n"
        "  1              2              1              4              0\n"
        "  0xffffffff     0              1              0              1\n"
        "  0xffffffff     0xffffffff     1              0xffffffff     1\n"
    )


@pytest.mark.parametrize("name", INSTRUCTIONS)
def test_every_instruction_has_a_page_and_json(name: str) -> None:
    assert simt(name).output.startswith(name)
    entry = json.loads(simt(name, "--json").output)
    assert (entry["name"], entry["opcode"]) == (name, INSTRUCTIONS[name].opcode)


def test_json() -> None:
    data = json.loads(simt("--json").output)
    assert data["schema"] == "simt.isa/1"
    assert len(data["instructions"]) == len(INSTRUCTIONS)
    maximum = next(entry for entry in data["instructions"] if entry["name"] == "max.f32")
    assert maximum["cases"][0]["a"] == {"f32": "1.0", "bits": 0x3F800000}


def test_an_unknown_instruction() -> None:
    result = simt("mul.f23", status=2)
    assert "help: did you mean `mul.f32`?\n" in result.stderr


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("add", "did you mean `add.u32`, `addc.u32`, `add.f32` or `add.f64`?"),
        ("AND", ""),  # an alias
        ("mulh", "did you mean `mulh.u32` or `mulh.s32`?"),
        ("ld", "did you mean `ld.local`, `ld.global`, `ld.global.b64`, `ld.global.b128` or `ld.private`?"),
        ("m", "`simt isa` lists them"),  # too many
        ("ad.u32", "did you mean `add.u32`?"),
        ("zzz", "`simt isa` lists them"),
    ],
)
def test_a_part_of_a_name_is_answered_with_the_whole_ones(word: str, hint: str) -> None:
    result = simt(word)
    assert hint in result.stderr
    assert result.exit_code == (2 if hint else 0)


def test_an_instruction_on_scalar_registers_shows_its_own_fields() -> None:
    shown = simt("s_and.b64").output
    assert "  needs      a machine with branch.policy = explicit_masks\n" in shown
    assert [line.split()[1] for line in shown.splitlines() if re.match(r" +\d+(-\d+)?  ", line)] == [
        "opcode", "more", "sd", "sa", "sb", "csel", "const",
    ]  # fmt: skip
    assert "  immediate  s32, for sa or sb\n" in shown
    assert "      7-0  table      truth table of a ternlog" in simt("ternlog.b32").output
    assert "  const  " not in simt("ternlog.b32").output


def test_the_table_of_a_machine_has_what_it_executes_and_says_what_the_others_need() -> None:
    machine = Machine.load("fpga4")
    able = [name for name, spec in INSTRUCTIONS.items() if provides(machine, spec.requires)]
    lines = simt("-m", "fpga4").output.splitlines()
    end = lines.index("")
    assert [line.split()[0] for line in lines[1:end]] == able
    assert lines[end + 1] == f"fpga4 executes {len(able)} of {len(INSTRUCTIONS)} instructions"
    needs = {spec.requires for spec in INSTRUCTIONS.values()} - {INSTRUCTIONS[name].requires for name in able}
    assert len(lines) - end - 2 == len(needs)
    assert "    4 need options.round=true  floor.f32, ceil.f32, rint.f32, trunc.f32" in lines
    with_multiplier = simt("-m", "fpga4", "-s", "options.multiply=true").output.split()
    assert "mul.u32" in with_multiplier
    assert "mul.u32" not in [line.split()[0] for line in lines[:end]]


def test_a_page_says_whether_a_machine_can() -> None:
    assert (
        "  machine    fpga4 can; fpu.count = 1, fpu.lanes = 4, fpu.latency = 8\n"
        in simt("add.f32", "-m", "fpga4").output
    )
    assert (
        "  machine    fpga4 cannot: it needs a multiplier (options.multiply); a machine that can: "
        "-s options.multiply=true, or -m article32, -m article_core, -m avx512\n"
        in simt("mul.u32", "-m", "fpga4").output
    )
    assert "options.vote); a machine that can: -s options.vote=true, or -m " in simt("vote_any", "-m", "g80").output
    assert "a machine that can: -s options.reduce=true\n" in simt("reduce_add.u32", "-m", "fermi_sm").output
    assert "  machine " not in simt("mul.u32").output
    assert json.loads(simt("mul.u32", "-m", "fpga4", "--json").output)["executable"] is False
    data = json.loads(simt("-m", "g80", "--json").output)
    assert data["machine"] == "g80"
    assert {entry["name"] for entry in data["instructions"] if entry["executable"]} >= {"mul.u32", "ld.global"}


def test_a_machine_that_there_is_not() -> None:
    refused = simt("-m", "fpga5", status=2)
    assert refused.stderr.startswith("error[E0406]: there is no machine `fpga5`")


def test_cases_of_several_lanes_have_a_line_for_each_lane() -> None:
    page = simt("shuffle_up").output
    assert "options.shuffle" in page
    assert "cases by lane; the other lanes of the warp have no thread" in page
    assert [line.split() for line in page.splitlines()[-8:-4]] == [
        [str(lane), str(10 + lane), "1", str(max(10, 9 + lane))] for lane in range(4)
    ]
