"""The refined model: worked examples, exact cases, bounds, monotony. No held-out kernel or machine is looked at."""

from __future__ import annotations

import random
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise

import pytest

import simt
from isa import assemble
from isa.packing.packer import pack_for_machine
from isa.program.program import Program
from simt.launch.programs import load_program
from simt.machine import Machine
from simt.models.errors import UnknownUnitError
from simt.models.refined import Profile, predict
from simt.result.bounds import needs_of
from simt.validate.holdout import held_out
from simt.validate.machines import SUITE, generated
from tests.examples import nightly_but

DEVELOPMENT = [seed for seed in SUITE if not held_out(f"generated-{seed}")]
PIECES = ("add.u32 r1, r1, r2", "xor.b32 r3, r1, 5", "add.f32 r4, r4, r5", "mul.f32 r5, r5, r4",
          "ld.local r6, [lane_id]", "st.local [lane_id], r1", "bar")  # fmt: skip


def straight(rng: random.Random) -> Program:
    """A program without jumps."""
    lines = [rng.choice(PIECES) for _ in range(rng.randint(1, 30))]
    return assemble("\n".join([".kernel straight", *lines, "ret"]))


def counted(program: Program, machine: Machine, warps: int, degree: int = 1) -> Profile:
    """Every warp goes through a program without jumps once; all beats have the same degree."""
    passes = [
        warps * degree * (machine.warp_size // machine.lds.lanes) if one and one.spec.unit == "lds" else 0
        for one in program.instructions
    ]
    lanes = [warps * machine.warp_size] * len(passes)
    return Profile.measured(program, machine, warps * machine.warp_size, [warps] * len(passes), passes, lanes)


def cycles(program: Program, machine: Machine, warps: int, degree: int = 1) -> float:
    return predict(counted(program, machine, warps, degree)).cycles


def machine_of(**keys: object) -> Machine:
    return Machine.load("fpga4").replace(**keys)


# --- worked by hand ---------------------------------------------------------------------------------------------------


def test_one_warp_waits_for_each_result() -> None:
    """f + l + occ - 1 + r = 3 + 2 + 1 - 1 + 2 = 7 cycles an ALU instruction; the last leaves 5 after its select."""
    found = predict(counted(assemble("add.u32 r1, r1, 1\nadd.u32 r1, r1, 1\nret"), machine_of(), 1))
    assert found.cycles == 7 + 7 + 5
    assert found.charges == {"issued": 2, "dep_alu": 12, "drain": 5}
    assert found.binding == "dep_alu"


def test_many_warps_are_bound_by_issue() -> None:
    """16 warps cover 7 cycles: three instructions take 48 selects, and the last leaves 5 cycles after the 48th."""
    found = predict(counted(assemble("add.u32 r1, r1, 1\nadd.u32 r1, r1, 1\nret"), machine_of(), 16))
    assert found.cycles == 47 + 5
    assert found.binding == "issue"


def test_several_issue_slots_issue_several() -> None:
    """16 warps, 2 slots, 2 ALUs, 2 ports: 24 cycles of selects for 48 instructions."""
    machine = machine_of(issue_width=2, **{"alu.count": 2, "retire.ports": 2})
    program = assemble("add.u32 r1, r1, 1\nadd.u32 r1, r1, 1\nret")
    assert cycles(program, machine, 16) == simt.run(program, machine, threads=64).cycles == 23 + 5


def test_bank_conflicts_keep_the_local_memory_busy() -> None:
    """Degree 4: an access every 4 cycles, the last one in 60. Its result is back 10 later, and the last `ret` 12."""
    program = assemble("ld.local r1, [r0]\nret")
    found = predict(counted(program, machine_of(), 16, degree=4))
    assert found.cycles == 60 + 10 + 12
    assert found.charges["bank_conflict"] == pytest.approx(45)


def test_a_barrier_drains() -> None:
    """4 warps: `bar` of the last is selected in 3, open 7 later; the last `ret` 3 after that leaves in 18."""
    found = predict(counted(assemble("bar\nret"), machine_of(), 4))
    assert found.cycles == 3 + 7 + 3 + 5
    assert found.charges["barrier"] == 6


def test_an_active_set_runs_in_batches() -> None:
    """two_level with one member and no local access: the warps run one after the other."""
    machine = machine_of(**{"scheduler.policy": "two_level", "scheduler.active_warps": 1})
    program = assemble("add.u32 r1, r1, 1\nadd.u32 r1, r1, 1\nret")
    assert cycles(program, machine, 4) == pytest.approx(simt.run(program, machine, threads=16).cycles, rel=0.1)


def test_without_a_front_end_units_work_side_by_side() -> None:
    """FPU and ALU take 4 cycles: one after the other behind a front end, at once without one."""
    slow = {"alu.interval": 4, "fpu.interval": 4, "alu.latency": 1, "fpu.latency": 1}
    program = assemble("\n".join(["add.f32 r4, r4, r5", "add.u32 r1, r1, 1"] * 20 + ["ret"]))
    for stages, expected in ((1, 1196), (0, 678)):
        machine = machine_of(**slow, **{"front_end.stages": stages})
        assert cycles(program, machine, 8) == simt.run(program, machine, threads=32).cycles == expected


def test_banks_of_the_register_file_hold_the_front_end() -> None:
    """r1 and r9 are in one bank of eight: an instruction every 2 cycles; r1 and r2 are not."""
    banked = machine_of(**{"register_file.organisation": "eight_banks"})
    clash, no_clash = (assemble(f"add.u32 r1, r1, {other}\nret") for other in ("r9", "r2"))
    assert cycles(clash, banked, 16) == cycles(no_clash, banked, 16) + 16
    assert predict(counted(clash, banked, 16)).charges["operand_bank"] == pytest.approx(15)
    assert cycles(clash, banked, 16) == pytest.approx(simt.run(clash, banked, threads=64).cycles, abs=2)
    three = machine_of(**{"register_file.organisation": "three_banks", "vliw.slots": 3})
    assert cycles(no_clash, three, 1) == cycles(no_clash, machine_of(**{"vliw.slots": 3}), 1) + 2 * 2


def test_operand_collectors_add_a_cycle_and_their_reads() -> None:
    """A chain on one warp, f = 0: an operation takes 4 cycles, and 1 + 1 more; 1 + 2 with both in one bank."""
    keys = {"issue.dependences": "scoreboard", "front_end.stages": 0}
    collecting = machine_of(**keys, **{"register_file.organisation": "collectors", "register_file.banks": 4})
    for other, longer in (("r2", 2), ("r5", 3)):
        short, long = (assemble(f"add.u32 r1, r1, {other}\n" * count + "ret") for count in (3, 20))
        for machine, each in ((machine_of(**keys), 4), (collecting, 4 + longer)):
            assert cycles(long, machine, 1) - cycles(short, machine, 1) == 17 * each
            measured = [simt.run(program, machine, threads=4).cycles for program in (short, long)]
            assert measured[1] - measured[0] == 17 * each


# --- against the simulator --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", DEVELOPMENT[:12])
def test_a_single_warp_is_predicted_to_the_cycle(seed: int) -> None:
    """Nobody is in its way: the latencies add up."""
    machine = generated(seed).replace(**{"branch.policy": "first_thread", "vliw.slots": 1})
    program = load_program("fir")
    result = simt.run(program, machine, threads=machine.warp_size)
    assert predict(Profile.of_result(result)).cycles == pytest.approx(result.cycles)


def test_presets_are_predicted_well() -> None:
    """The FPGA paper's machines and kernel."""
    for name in ("fpga4", "fpga8", "fpga16"):
        result = simt.run(load_program("fft128"), name)
        assert predict(Profile.of_result(result)).cycles == pytest.approx(result.cycles, rel=0.03)


# --- properties -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", nightly_but(DEVELOPMENT[::12], DEVELOPMENT[::4]))
def test_no_bound_is_undercut_and_the_charges_add_up(seed: int) -> None:
    rng, machine = random.Random(seed), generated(seed)
    for _ in range(8):
        warps, degree = rng.randint(1, machine.warps), rng.randint(1, machine.lds.lanes)
        profile = counted(straight(rng), machine, warps, degree)
        found = predict(profile)
        needs = needs_of(machine, profile.issued_by_unit, profile.instructions, sum(profile.passes))
        assert found.cycles >= needs[0][0]
        assert sum(found.charges.values()) == pytest.approx(found.cycles)
        assert min(found.charges.values()) > 0


SLOWER = ("alu.latency", "fpu.latency", "lds.latency", "alu.interval", "fpu.interval", "lds.interval",
          "retire.stages", "front_end.stages")  # fmt: skip


@pytest.mark.parametrize("seed", DEVELOPMENT[::4])
def test_slower_machines_are_not_predicted_much_faster(seed: int) -> None:
    """A warp that comes later may let another one pass that is more urgent, in the simulator too."""
    rng, machine = random.Random(seed), generated(seed)
    for key in SLOWER:
        program, warps = straight(rng), rng.randint(1, machine.warps)
        section, leaf = key.split(".")
        slower = machine.replace(**{key: getattr(getattr(machine, section), leaf) + 1})
        if cycles(program, slower, warps) < 0.97 * cycles(program, machine, warps):
            for one in (slower, machine):
                assert cycles(program, one, warps) == simt.run(program, one, threads=warps * one.warp_size).cycles, key
        assert cycles(program, slower, 1) >= cycles(program, machine, 1), key


@pytest.mark.parametrize("seed", DEVELOPMENT[::4])
def test_more_warps_and_worse_conflicts_take_not_much_less(seed: int) -> None:
    rng, machine = random.Random(seed), generated(seed)
    program = straight(rng)
    series = [cycles(program, machine, warps) for warps in range(1, machine.warps + 1)]
    degrees = [cycles(program, machine, machine.warps, degree) for degree in (1, 2, 4)]
    for growing in (series, degrees):
        assert all(after >= 0.97 * before for before, after in pairwise(growing))


def test_the_effort_does_not_grow_with_trip_counts() -> None:
    """Some turns are walked, however many there are; the others take as long."""
    program = assemble("mov.b32 r1, 9\nturn:\nsub.u32 r1, r1, 1 -> turn if nz\nret")
    machine = machine_of()
    once, often = (
        predict(Profile.measured(program, machine, 16, [4, 4 * turns, 4], [0] * 3, [16] * 3)).cycles
        for turns in (1_000, 1_000_000)
    )
    assert often == pytest.approx(1_000 * once, rel=0.01)


# --- the counts -------------------------------------------------------------------------------------------------------


def test_counts_that_do_not_fit_are_refused() -> None:
    program, machine = assemble("add.u32 r1, r1, 1\nret"), machine_of()
    with pytest.raises(ValueError, match="`issues` has one number of at least 0 for each of the 2 instructions"):
        Profile.measured(program, machine, 4, [1], [0, 0], [4, 4])
    with pytest.raises(ValueError, match="`passes` has one number"):
        Profile.measured(program, machine, 4, [1, 1], [0, -1], [4, 4])
    with pytest.raises(ValueError, match="at least one thread, not 0"):
        Profile.measured(program, machine, 0, [1, 1], [0, 0], [4, 4])
    with pytest.raises(ValueError, match="the counts hold no instruction"):
        predict(Profile.measured(program, machine, 4, [0, 0], [0, 0], [0, 0]))


def test_a_unit_without_a_term_is_refused() -> None:
    program = assemble("add.u32 r1, r1, 811\nret")
    first, last = program.instructions
    assert first is not None
    elsewhere = replace(first, spec=replace(first.spec, unit="tensor"))
    program.__dict__["instructions"] = (elsewhere, last)
    with pytest.raises(UnknownUnitError, match="no term for the unit `tensor`") as caught:
        predict(Profile.measured(program, machine_of(), 4, [1, 1], [0, 0], [4, 4]))
    assert caught.value.code == "E0811"


def test_static_and_measured_counts_predict_the_same() -> None:
    from simt.models.static import analyse

    for machine in (Machine.load("fpga4"), machine_of(**{"vliw.slots": 3})):
        program = load_program("fir")
        if machine.vliw.count > 1:
            program = pack_for_machine(program, 3)
        result = simt.run(program, machine)
        static = Profile.of_static(analyse(program, machine))
        assert predict(static).charges == predict(Profile.of_result(result)).charges


def test_the_model_needs_no_engine() -> None:
    code = "import sys, simt.models.refined, simt.models.machine_view; assert 'numba' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
