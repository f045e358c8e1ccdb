"""The presets with the issue of the chips: what is measured on `g80`, `fermi_sm` and `gcn_cu` is what is published.

Costs and rates are slopes between a short and a long microkernel, as in test_gpu_presets.py.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

import simt
from benches import chip
from simt.core.state.placed import Placed
from simt.launch.sizes import resolve_sizes
from simt.machine import Machine, presets
from simt.machine.slot_kinds import slots_by_unit
from tests.device_kernels import check
from tests.microkernels import GLOBAL, LOCAL, cost
from tests.paths import ROOT
from tests.shipped import OF_DEVICES

G80, FERMI, GCN = NAMES = ("g80", "fermi_sm", "gcn_cu")


def alone(name: str) -> Machine:
    """One core of a preset, with memory of one latency."""
    return Machine.load(name, {"cores": 1, "memory.policy": "simple"})


def rate(name: str, instructions: str, warps: int = 24) -> float:
    """Lane operations per cycle of a core with many warps."""
    machine, count = alone(name), instructions.count("\n") + 1
    return warps * machine.warp_size * count / chip.slope(machine, instructions, warps * machine.warp_size)


def independent(instruction: str) -> str:
    """Four of an instruction on registers of their own: `#` stands for the number of one."""
    return "\n".join(instruction.replace("#", str(number)) for number in (2, 4, 6, 8))


@pytest.mark.parametrize(
    ("name", "instruction", "prepare", "cycles"),
    [
        (G80, "add.u32 r1, r1, 1", "", 24),  # NVIDIA: about 24; Volkov 2010: 24; the guide: about 22
        (G80, "mad.f32 r1, r1, r2, r3", "", 24),
        (G80, "mul.u32 r1, r1, 3", "", 96),  # Wong and others 2010, GT200
        (G80, "mul.u24 r1, r1, 3", "", 24),
        (G80, "ld.local r1, [r1 + chain]", LOCAL, 36),  # Volkov and Demmel 2008
        (G80, "ld.global r1, [r1]", GLOBAL, 420),  # Hong and Kim 2009
        (FERMI, "add.u32 r1, r1, 1", "", 18),  # Volkov 2010; the guide: about 22
        (FERMI, "fma.f32 r1, r1, r2, r3", "", 18),
        (FERMI, "ld.local r1, [r1 + chain]", LOCAL, 50),  # Mei and Chu 2017
        (FERMI, "ld.global r1, [r1]", GLOBAL, 600),  # the guide: 400 to 800
        (GCN, "add.u32 r1, r1, 1", "", 4),  # AMD; CLRX, and the others below
        (GCN, "mad.f32 r1, r1, r2, r3", "", 4),
        (GCN, "fma.f32 r1, r1, r2, r3", "", 4),
        (GCN, "mul.f32 r1, r1, r2", "", 4),
        (GCN, "mul.u32 r1, r1, 3", "", 16),
        (GCN, "rcp.f32 r1, r1", "", 16),
        (GCN, "add.f64 r2, r2, 1.0", "", 8),
        (GCN, "fma.f64 r2, r2, r4, r2", "", 16),
        (GCN, "ld.local r1, [r1 + chain]", LOCAL, 64),  # assumed
        (GCN, "ld.global r1, [r1]", GLOBAL, 320),  # LLVM
    ],
)
def test_a_dependent_instruction_costs_what_is_published(
    name: str, instruction: str, prepare: str, cycles: float
) -> None:
    assert cost(alone(name), instruction, prepare) == cycles


@pytest.mark.parametrize(
    ("name", "instruction", "lanes"),
    [
        (G80, "mad.f32 r#, r#, r0, r0", 8),  # the guide's table of throughputs, per clock and multiprocessor
        (G80, "mul.u32 r#, r#, r0", 2),
        (G80, "rsqrt.f32 r#, r#", 2),
        (G80, "ld.local r#, [r0]", 8),
        (FERMI, "ld.local r#, [r0]", 16),
        (FERMI, "fma.f32 r#, r#, r0, r0", 32),
        (FERMI, "add.u32 r#, r#, r0", 32),
        (FERMI, "mul.u32 r#, r#, r0", 16),
        (FERMI, "mul.f32 r#, r#, r0", 32),
        (FERMI, "shl.b32 r#, r#, r0", 16),
        (FERMI, "cvt.f32.s32 r#, r#", 16),
        (FERMI, "rsqrt.f32 r#, r#", 4),
        (FERMI, "add.f64 r#, r#, r0", 4),
        (GCN, "mad.f32 r#, r#, r0, r0", 64),  # AMD; CLRX
        (GCN, "mul.u32 r#, r#, r0", 16),
        (GCN, "sin.f32 r#, r#", 16),
        (GCN, "add.f64 r#, r#, r0", 32),
        (GCN, "fma.f64 r#, r#, r0, r0", 16),
        (GCN, "ld.local r#, [r0]", 32),
        (GCN, "st.local [r#], r0", 16),
    ],
)
def test_many_warps_reach_the_published_peak(name: str, instruction: str, lanes: float) -> None:
    assert rate(name, independent(instruction)) == pytest.approx(lanes, rel=0.02)


@pytest.mark.parametrize(("name", "lanes"), [(G80, 8), (FERMI, 32), (GCN, 64)])
def test_integers_and_floats_share_the_lanes_of_the_chip(name: str, lanes: float) -> None:
    mixed = "add.u32 r2, r2, 1\nadd.f32 r4, r4, 1.0\nadd.u32 r6, r6, 1\nadd.f32 r8, r8, 1.0"
    assert rate(name, mixed) == pytest.approx(lanes, rel=0.02)


@pytest.mark.parametrize(("name", "chips", "gigaflops"), [(G80, 1, 345.6), (FERMI, 15, 1344.96), (GCN, 32, 3788.8)])
def test_multiply_adds_give_the_peak_that_the_maker_publishes(name: str, chips: int, gigaflops: float) -> None:
    """The GeForce 8800 GTX, the GeForce GTX 480 of 15 multiprocessors, the Radeon HD 7970 of 32 compute units."""
    machine = Machine.load(name)
    lanes = machine.fpu.lanes * machine.fpu.count * machine.cores * chips
    assert 2 * lanes * machine.clock_mhz / 1000 == pytest.approx(gigaflops)


def test_a_read_of_a_closed_bank_of_the_g80_takes_as_long_as_without_dram() -> None:
    machine = Machine.load(G80)
    assert machine.memory_latency(64) == alone(G80).memory.latency


@pytest.mark.parametrize("name", NAMES)
def test_loads_of_a_warp_overlap(name: str) -> None:
    one, eight = (chip.loads(alone(name), count) for count in (1, 8))
    assert eight < 1.2 * one


def test_a_compute_unit_has_four_simds_that_do_not_help_each_other() -> None:
    """Warp w is on SIMD w mod 4: up to four dependent chains take as long as one, five to eight twice as long."""
    machine = alone(GCN)
    cycles = [chip.slope(machine, "add.u32 r1, r1, 1", 64 * warps) for warps in range(1, 9)]
    assert cycles == [4, 4, 4, 4, 8, 8, 8, 8]


def test_a_compute_unit_issues_one_of_each_kind_in_a_turn() -> None:
    slots = slots_by_unit(Machine.load(GCN).issue.slots)
    assert slots["alu"] == slots["fpu"] == slots["sfu"] == slots["dpu"] == {0}
    assert (slots["lds"], slots["memory"], slots["control"]) == ({1}, {2}, {3})
    # 8 warps on each SIMD: 4 additions and a load of local memory take the time of the additions alone.
    additions = "\n".join(f"add.f32 r{number}, r0, 1.0" for number in range(2, 6))
    alone_, beside = (chip.slope(alone(GCN), text, 64 * 32) for text in (additions, f"{additions}\nld.local r1, [r0]"))
    assert alone_ == 4 * 32
    assert beside == pytest.approx(alone_, rel=0.02)


def test_an_operand_from_local_memory_takes_a_half_more_of_the_g80() -> None:
    """A multiply-add with its operand in four clocks would be 16 lane operations in a cycle, as the load counts too."""
    pairs = "\n".join(f"ld.local r{2 + k % 2}, [r0]\nmad.f32 r{4 + k}, r{2 + k % 2}, r0, r{4 + k}" for k in range(4))
    assert rate(G80, pairs) == pytest.approx(2 * 8 * 4 / 6)  # Volkov and Demmel 2008: 66 % of the peak


@pytest.mark.parametrize(
    ("name", "groups"),
    [
        (G80, {64: 8, 128: 6, 256: 3, 512: 1}),
        (FERMI, {64: 8, 128: 8, 256: 6, 512: 3}),
        (GCN, {64: 16, 128: 16, 256: 10}),
    ],
)
def test_groups_that_a_core_holds(name: str, groups: dict[int, int]) -> None:
    """Of a kernel that needs little: limited by groups and warps alone."""
    program = simt.assemble("    add.u32 r1, r1, 1\n    ret\n")
    for threads, count in groups.items():
        grid = resolve_sizes(program, global_size=1000 * threads, local_size=threads)
        assert grid is not None
        assert Placed(program, Machine.load(name), grid).places == count


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kernel", OF_DEVICES)
def test_shipped_kernels_agree_with_their_oracles(kernel: str, name: str) -> None:
    machine = Machine.load(name, {"branch.policy": "ipdom_stack"})  # lanes part at jumps
    if kernel != "horner_f64" or machine.dpu.count:
        check(kernel, machine)


def test_compiled_kernels_run_with_the_masks_of_gcn() -> None:
    assert Machine.load(GCN).branch.policy == "explicit_masks"
    assert simt.run("opencl/reduce.cl", GCN).completed  # with its oracle
    jump = simt.assemble("    lt.u32 r1, lane_id, 8 -> end if c\nend: ret\n")
    assert simt.run(jump, GCN, local_size=64).disagreements.sum() == 1  # one lane decides for all


@pytest.mark.parametrize("name", [G80, FERMI])
def test_no_stack_of_masks_overflows(name: str) -> None:
    """docs/processor.md, section 14: never more than 2 (warp_size - 1) entries."""
    machine = Machine.load(name)
    assert machine.branch.stack_depth >= 2 * (machine.warp_size - 1)


def set_keys(name: str) -> dict[str, object]:
    """The keys that a preset's file sets, dotted."""
    table = tomllib.loads(presets()[name].read_text(encoding="utf-8"))
    found: dict[str, Any] = {}
    for key, value in table.items():
        found |= {f"{key}.{leaf}": entry for leaf, entry in value.items()} if isinstance(value, dict) else {key: value}
    return {key: value for key, value in found.items() if key not in ("name", "description")}


@pytest.mark.parametrize("name", NAMES)
def test_every_number_says_where_it_is_from(name: str) -> None:
    text = presets()[name].read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if " = " in line and not line.startswith("#")]
    for line in lines[2:]:  # after name and description
        assert re.search(r" # (assumed|NVIDIA|AMD|as |so that |ours)", line), line
    assert max(map(len, text.splitlines())) <= 120


def test_the_page_has_every_number_and_only_those() -> None:
    page = (ROOT / "docs" / "gpus.md").read_text(encoding="utf-8")
    table = page[page.index("### Their numbers") : page.index("### What they leave out")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line[:3] == "| `"]
    shown = {key.strip("`"): values for key, *values, _ in rows}
    keys = {name: set_keys(name) for name in NAMES}
    assert set(shown) == {key for found in keys.values() for key in found}
    for key, values in shown.items():
        for name, value in zip(NAMES, values, strict=True):
            entry = keys[name].get(key, "")
            entries = " ".join(entry) if isinstance(entry, list) else entry
            expected = str(entries).lower() if isinstance(entry, bool) else str(entries)
            assert value.replace("`", "") == expected, (name, key)
