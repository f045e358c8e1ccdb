"""What each limit costs a run, and what would help: measured, named, and only where it applies."""

from __future__ import annotations

import json

import pytest

import isa
import simt
from isa.reporting.diagnostics import ArgumentError
from simt.diagnosis.limits import limits_of
from simt.diagnosis.why import Why
from simt.machine import Machine
from simt.views.kit.text import MOST_COLUMNS
from simt.views.run.why import why_text

HANGS = ".threads 4\nagain: add.u32 r1, r1, 1\n jmp again\n"
# Four lanes store to one bank of four.
CONFLICT = ".threads 4\n.local x u32[64]\n shl.b32 r0, thread_id, 2\n st.local [r0 + x], r0\n ret\n"
# Warp 0 writes a flag before the barrier, warp 1 adds one more instruction if it does not find it after the barrier.
FLAG = """\
.threads 8
.local flag u32[1]
    add.u32  r2, warp_id, 0 -> second if nz
    mul.f32  r3, r3, r3
    mul.f32  r3, r3, r3
    mov.b32  r0, 1
    st.local [flag + r4], r0
second:
    bar
    ld.local r1, [flag + r4]
    add.u32  r1, r1, 0 -> done if nz
    add.u32  r5, r5, 1
done:
    ret
"""


@pytest.fixture(scope="module")
def transpose() -> Why:
    return simt.why("transpose")


def test_bank_conflicts_are_the_first_limit_of_transpose(transpose: Why) -> None:
    assert transpose.first is not None
    assert transpose.first.limit.name == "bank conflicts"
    padded = simt.run("transpose_padded").cycles
    assert abs(transpose.first.cycles / padded - 1) < 0.05
    (file, line), slots = transpose.first.lines[0]
    assert (file.rsplit("/", 1)[-1], slots > 300) == ("transpose.inc", True)
    source = next(row["source"] for row in transpose.run.lines if (row["file"], row["line"]) == (file, line))
    assert source.startswith("st.local") or "st.local" in source


def test_every_figure_is_that_of_a_run(transpose: Why) -> None:
    machine = transpose.run.machine
    for one in transpose.limits:
        again = simt.run("transpose", machine.replace(**one.limit.keys))
        assert (again.cycles, transpose.run.cycles - again.cycles) == (one.cycles, one.saved)
        if one.hides is not None:
            both = simt.run("transpose", one.limit.lifted(machine, one.hides.limit)).cycles
            assert both == one.hides.cycles
            alone = next(other.saved for other in transpose.limits if other.limit is one.hides.limit)
            assert transpose.run.cycles - both - one.saved - max(0, alone) == one.hides.hidden > 0
    for change in transpose.changes:
        assert simt.run("transpose", machine.replace(**change.keys)).cycles == change.cycles
        assert transpose.run.cycles - change.cycles == change.saved >= 0.01 * transpose.run.cycles


def test_advice_about_a_stride(transpose: Why) -> None:
    [padding] = [change for change in transpose.changes if change.is_bound]
    assert "lanes are 32 words apart, a multiple of the 4 banks: pad the pitch to 33" in padding.text
    assert padding.keys == {"ideal.banks": True}
    mixed = simt.why("fft128")
    [advice] = [change for change in mixed.changes if change.is_bound]
    assert "lanes are 2, 4, 8, 16 words apart in turn" in advice.text


def test_the_order_is_that_of_the_cycles(transpose: Why) -> None:
    assert [one.saved for one in transpose.limits] == sorted((one.saved for one in transpose.limits), reverse=True)
    assert [one.saved for one in transpose.changes] == sorted((one.saved for one in transpose.changes), reverse=True)


def limits(source: str, **keys: object) -> set[str]:
    result = simt.run(isa.assemble(source), Machine.load("fpga4", keys))
    return {limit.name for limit in limits_of(result)}


def test_only_limits_that_the_run_can_have_met() -> None:
    plain = limits(" add.u32 r1, r1, 1\n ret\n.threads 4\n")
    assert "latency of the alu" in plain
    assert not plain & {"bank conflicts", "latency of the fpu", "latency of the lds", "barriers", "latency of memory"}
    assert "bank conflicts" in limits(CONFLICT)
    assert "bank conflicts" not in limits(CONFLICT, banks=64, **{"local.words": 64})
    assert "barriers" in limits(".threads 8\n bar\n ret\n")
    assert "the front end" not in limits(CONFLICT, **{"front_end.stages": 0})
    assert "the front end" not in limits(CONFLICT, **{"register_file.organisation": "three_banks"})  # it needs one
    assert "banks of registers" in limits(CONFLICT, **{"register_file.organisation": "three_banks"})
    assert not limits(CONFLICT, vliw=2) & {"retire ports", "issue width"}
    assert "lanes that are not active" in limits(".threads 3\n add.u32 r1, r1, 1\n ret\n", **{"alu.lanes": 1})
    assert "lanes that are not active" not in limits(".threads 3\n add.u32 r1, r1, 1\n ret\n")


def test_the_limits_of_operand_collectors() -> None:
    keys = {"issue.dependences": "scoreboard", "front_end.stages": 0, "register_file.organisation": "collectors"}
    board = Machine.load("fpga4", {"issue.dependences": "scoreboard", "front_end.stages": 0})
    machine = Machine.load("fpga4", keys)
    found = {limit.name: limit for limit in limits_of(simt.run(isa.assemble(CONFLICT), machine))}
    assert found["banks of registers"].lifted(machine).register_file.banks == 32
    assert found["number of operand collectors"].lifted(machine).register_file.collectors == 64
    assert found["operand collectors"].lifted(machine).replace(register_file="auto") == board


def test_the_limits_of_dram_are_its_own() -> None:
    """Its rows and banks are what it has beside a bus of the same latency and peak."""
    program = isa.assemble(".threads 4\n.buffer x, u32, 4\n shl.b32 r0, lane_id, 2\n ld.global r1, [r0 + x]\n ret\n")
    limits = {limit.name: limit.keys for limit in limits_of(simt.run(program, Machine.load("gtx280")))}
    assert limits["latency of memory"] == {"memory.pipeline": 0, "interconnect.latency": 1}
    assert limits["channels of memory"] == {"memory.channels": 64}
    bus = {"memory.policy": "simple", "memory.latency": 339 + 1024 * 35 // 875, "memory.bytes_per_cycle": 109.375}
    assert limits["rows and banks of memory"] == bus
    assert "bandwidth of memory" not in limits


def test_a_run_that_takes_another_way_is_no_measure() -> None:
    found = simt.why(isa.assemble(FLAG))
    [barriers] = [one for one in found.limits if one.limit.name == "barriers"]
    assert barriers.is_other
    assert found.first is None or found.first is not barriers
    told = why_text(found)
    assert "not comparable, the kernel does something else without: barriers" in told


def test_what_does_not_end_is_not_explained() -> None:
    with pytest.raises(ArgumentError, match="did not run to its end"):
        simt.why(isa.assemble(HANGS), max_cycles=1000)


@pytest.mark.parametrize(("kernel", "keys"), [("fft128", {}), ("prefix_sum", {}), ("mm_global", {"memory": "simple"})])
def test_eighty_columns(kernel: str, keys: dict[str, object]) -> None:
    defines = {"n": 16} if kernel == "mm_global" else {}
    found = simt.why(kernel, "fpga8", set=keys, defines=defines)
    text = why_text(found)
    assert all(len(line) <= MOST_COLUMNS for line in text.splitlines())
    assert text.count("\n") < 60


def test_lanes_without_work_are_shown_with_their_lines() -> None:
    text = why_text(simt.why("exercises/divergence", "article_core"))
    head = "47.2 % of the issued lanes have no work (diverged 47.2 %): simt run --view lanes\n"
    assert f"{head}  1536  11.3 %  divergence.s:23  mul.u32 r1, r1, 1664525\n" in text
    assert "lanes have no work" not in why_text(simt.why("solutions/divergence", "article_core"))


def test_json(transpose: Why) -> None:
    told = json.loads(transpose.to_json())
    assert told["schema"] == "simt.why/1"
    assert told["limits"][0]["limit"] == "bank conflicts"
    assert told["limits"][0]["keys"] == {"ideal.banks": True}
    assert {"text", "keys", "cycles", "saved", "at_most", "lines"} == told["changes"][0].keys()
