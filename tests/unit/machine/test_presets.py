"""The presets are the FPGA paper's machines, and each of its numbers stands in them."""

from __future__ import annotations

import pytest

from isa.table.units import PIPELINES
from simt.exploration.silicon.register_file import read_ports, write_ports
from simt.exploration.silicon.resources import estimate_resources
from simt.machine import Machine, describe, presets
from simt.machine.bundle_slots import slots_of_instances


def test_the_presets_are_listed_in_natural_order() -> None:
    assert list(presets()) == [
        "fpga4", "fpga8", "fpga16", "article32", "article_core", "avx512", "fermi_sm", "g80", "gcn64", "gcn_cu",
        "gtx280", "gtx280_core", "hd5870", "hd5870_core", "hd5870_vliw", "two_fpus", "vliw_mac",
    ]  # fmt: skip


@pytest.mark.parametrize(("name", "lanes", "clock"), [("fpga4", 4, 107.0), ("fpga8", 8, 102.0), ("fpga16", 16, 76.0)])
def test_a_preset_has_the_numbers_of_the_paper(name: str, lanes: int, clock: float) -> None:
    machine = Machine.load(name)
    assert machine.name == name
    assert machine.warp_size == lanes  # section III: 4, 8 or 16
    assert machine.warps == 16  # section III
    assert machine.registers == 32  # section V
    assert machine.warps * machine.registers == 512  # section V: a register bank is 512 words
    assert machine.clock_mhz == clock  # table 1
    assert machine.issue_width == 1
    assert machine.scheduler.policy == "paper"
    assert (machine.alu.lanes, machine.fpu.lanes, machine.lds.lanes) == (lanes, lanes, lanes)
    assert (machine.alu.count, machine.fpu.count, machine.lds.count) == (1, 1, 1)
    assert machine.local.banks == lanes  # section III
    assert machine.local.words == 1024 * lanes  # section III: 1024 words in each bank
    assert machine.retire.ports == 1  # section III
    assert machine.control.route == "alu"
    assert machine.branch.policy == "first_thread"  # section III
    assert not machine.options.multiply  # section III: the ALU has none
    assert machine.options.read_ports == 2  # section III


@pytest.mark.parametrize(("name", "lanes", "warps", "registers"), [("gcn64", 64, 10, 112), ("avx512", 16, 4, 32)])
def test_the_machines_of_the_dialects_have_masks_in_registers(
    name: str, lanes: int, warps: int, registers: int
) -> None:
    machine = Machine.load(name)
    assert (machine.warp_size, machine.warps, machine.registers) == (lanes, warps, registers)
    assert machine.branch.policy == "explicit_masks"
    assert machine.has("multiply_mad")
    # As article32: one instruction per cycle.
    article = Machine.load("article32")
    assert machine.scheduler.policy == article.scheduler.policy
    for section in ("front_end", "retire", "control"):
        assert getattr(machine, section) == getattr(article, section)
    assert all(unit.latency == unit.interval == 1 for unit in (machine.alu, machine.fpu, machine.lds))
    assert machine.issue_width == 1


@pytest.mark.parametrize("name", ["fpga4", "fpga8", "fpga16"])
def test_the_warps_hide_the_longest_path(name: str) -> None:
    """docs/processor.md, section 5: f + l + r is at most 16 for every unit, so that 16 warps keep issue gapless."""
    machine = Machine.load(name)
    for unit in (machine.alu, machine.fpu, machine.lds):
        assert machine.front_end.stages + unit.latency + machine.retire.stages <= machine.warps


def test_the_wider_presets_differ_in_width_and_clock_only() -> None:
    for name in ("fpga8", "fpga16"):
        found = describe.differences(Machine.load("fpga4"), Machine.load(name))
        assert set(found) == {
            "warp_size", "clock_mhz", "local.words", "local.banks", "memory.lanes",
            *(f"{unit}.lanes" for unit in PIPELINES),
        }  # fmt: skip


def test_a_shown_preset_loads_again(tmp_path) -> None:
    for name in presets():
        path = tmp_path / "shown.toml"
        path.write_text(describe.machine_toml(Machine.load(name)))
        assert Machine.load(path) == Machine.load(name)


def test_a_shown_name_may_hold_anything(tmp_path) -> None:
    machine = Machine(name='a "b" \\ \n\x7f \U000e0001 é', description="#")
    path = tmp_path / "shown.toml"
    path.write_text(describe.machine_toml(machine))
    assert Machine.load(path) == machine


def test_the_multiply_accumulate_variant_has_the_ports_of_the_paper() -> None:
    machine = Machine.load("vliw_mac")
    assert (read_ports(machine), write_ports(machine)) == (7, 3)  # section V
    (bank,) = (block for block in estimate_resources(machine).blocks if block.name == "register file")
    assert bank.ramb16 == 4 * 21  # section V: 21 RAMB16 and 1024 flip-flops for each of the 4 lanes
    assert bank.flip_flops >= 4 * 1024


def test_every_slot_has_ports_of_its_own() -> None:
    machine = Machine.load("two_fpus")
    assert (read_ports(machine), write_ports(machine)) == (8, 4)
    assert (read_ports(machine.replace(read_ports=3)), write_ports(machine)) == (10, 4)
    bases = {block.name: block.basis for block in estimate_resources(machine).blocks}
    assert bases["register file"] == "bound"
    assert bases["retire select"] == "ours"


def test_the_bundles_of_the_hd5870() -> None:
    scalar, wide = Machine.load("hd5870"), Machine.load("hd5870_vliw")
    assert wide.bundle_slots.by_unit["fpu"] == (0, 1, 2, 3, 4)  # four equal parts and the transcendental one
    assert wide.bundle_slots.by_unit["sfu"] == (4,)
    assert slots_of_instances(wide, "alu") == [0, 1, 2, 3, 4]
    peak = wide.fpu.count * wide.fpu.lanes * wide.cores * 2 * wide.clock_mhz / 1e6
    assert peak == pytest.approx(2.72)  # AMD: Tflop/s of multiply-adds
    assert wide.replace(**{"vliw.slots": 1, "alu.count": 1, "fpu.count": 1}).hash == scalar.hash
