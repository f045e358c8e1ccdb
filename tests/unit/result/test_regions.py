"""Regions of a program: what belongs to them, and that they and the drain are all of a run."""

from __future__ import annotations

import json

import pytest

import isa
import simt
from isa.forms.objfile import dump_program, parse_program
from isa.packing.packer import pack
from simt.views.run.source import instruction_view, source_view
from simt.views.run.summary import summary

KERNEL = """
.threads 16
.local x f32[64]
.macro load register
.region load
    ld.local \\register, [thread_id + x]
.endregion
.endm
    load r1
.region compute
    mul.f32 r1, r1, r1
    add.f32 r1, r1, r1
.endregion
    load r2
    st.local [thread_id + x], r1
    ret
"""


def test_instructions_know_their_region() -> None:
    program = isa.assemble(KERNEL)
    assert [each.region for each in program.locations] == ["load", "compute", "compute", "load", "", ""]
    plain = isa.assemble(KERNEL.replace(".region", ";").replace(".endregion", ";"))
    assert (plain.words, plain.hash) == (program.words, program.hash)
    assert parse_program(dump_program(program)).locations == program.locations


def test_the_packer_keeps_them() -> None:
    packed = pack(isa.assemble(KERNEL), 3).program
    names = {"ld.local": "load", "mul.f32": "compute", "add.f32": "compute", "st.local": "", "ret": ""}
    for instruction, location in zip(packed.instructions, packed.locations, strict=True):
        assert instruction is not None
        assert location.region == names[instruction.spec.name]


@pytest.mark.parametrize("keys", [{}, {"issue_width": 2, "retire.ports": 2}])
def test_they_sum_to_the_run(keys: dict[str, int]) -> None:
    result = simt.run(isa.assemble(KERNEL), simt.Machine.load("fpga4", keys))
    found = {row["region"]: row for row in result.regions}
    assert list(found) == ["load", "compute", ""]
    assert [found[name]["instructions"] for name in found] == [2, 2, 2]
    assert [found[name]["issues"] for name in found] == [8, 8, 8]  # 4 warps
    for name, row in found.items():
        mine = [line for line, at in zip(result.lines, result.program.locations, strict=True) if at.region == name]
        assert row["slots"] == sum(line["issues"] + sum(line["lost"].values()) for line in mine)
        assert row["lost"] == {
            reason: sum(line["lost"].get(reason, 0) for line in mine) for line in mine for reason in line["lost"]
        }
    drain = result.ledgers.issue["drain"]
    assert sum(row["slots"] for row in found.values()) + drain == result.slot_total
    cycles = sum(row["cycles"] for row in found.values())
    assert cycles == pytest.approx(result.cycles - drain / result.machine.issue_slots)
    assert json.loads(result.to_json())["regions"] == result.regions


def test_views_show_them() -> None:
    result = simt.run(isa.assemble(KERNEL), "fpga4")
    for text in (summary(result), source_view(result), instruction_view(result)):
        (head,) = [line for line in text.splitlines() if line.split()[:1] == ["region"]]
        assert head.split() == ["region", "cycles", "share", "issues", "lost", "main", "reason"]
        assert "(in no region)" in text
    assert len(summary(result).splitlines()) <= 25


def test_a_program_without_regions_has_none() -> None:
    result = simt.run(isa.assemble(".threads 4\nret"), "fpga4")
    assert result.regions == []
    assert "regions" not in json.loads(result.to_json())
    assert "region" not in summary(result)
