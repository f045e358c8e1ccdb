"""The refined model on devices, and for warps of unequal work: worked examples, exact cases. No held-out device."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import simt
from isa import assemble
from isa.program.program import Program
from simt.core.state.grid import Grid
from simt.machine import Machine
from simt.models.refined import Profile, predict, run_to_count
from simt.models.refined.launch import WalkedLaunch
from simt.models.static import WarpKind, analyse
from simt.result.result import Result
from simt.validate.devices import DEVICES, generated_device
from simt.validate.holdout import held_out

DEVELOPMENT = [seed for seed in DEVICES if not held_out(f"generated-device-{seed}")]
KEYS: dict[str, Any] = {"memory": "simple", "interconnect.latency": 4, "memory.latency": 20,
                        "memory.bytes_per_cycle": 128.0}  # fmt: skip

STREAM = assemble(
    """
.kernel stream
.buffer x, f32, 4096
    shl.b32   r0, global_id, 2
    ld.global r1, [r0 + x]
    add.f32   r1, r1, 1.0
    st.global [r0 + x], r1
    ret
"""
)
CHAIN = assemble(".kernel chain\nadd.u32 r1, r1, 1\nadd.u32 r1, r1, 1\nret")


def device(**keys: object) -> Machine:
    """One core of fpga4 (f = 3, ALU latency 2, FPU latency 8, r = 2), L = 4, memory latency 20, 128 bytes per cycle."""
    return Machine.load("fpga4", KEYS | {name.replace("__", "."): value for name, value in keys.items()})


def run(program: Program, machine: Machine, size: int, group: int) -> Result:
    inputs = {"x": np.zeros(4096, np.float32)} if program.buffers else {}
    return simt.run(program, machine, inputs=inputs, global_size=size, local_size=group)


def predicted(program: Program, machine: Machine, size: int, group: int) -> float:
    return predict(Profile.of_static(analyse(program, machine, global_size=size, local_size=group))).cycles


# --- worked by hand ---------------------------------------------------------------------------------------------------


def test_a_load_takes_the_way_there_and_back() -> None:
    """One warp: shl 7 cycles (f + l + r); the load f + 1 beat + L + 20 + L + r = 3 + 1 + 4 + 20 + 4 + 2 = 34; add.f32
    f + 8 + r = 13; the store enters after 3, is done 1 + 4 + 20 later. `ret`, selected 3 + 1 + 1 + 2 = 7 cycles after
    the store, has left before."""
    machine = device()
    expected = 7 + 34 + 13 + (3 + 1 + 4 + 20) + 1
    assert predicted(STREAM, machine, 4, 4) == expected
    assert run(STREAM, machine, 4, 4).cycles == expected
    found = predict(Profile.of_static(analyse(STREAM, machine, global_size=4, local_size=4)))
    assert found.charges["dep_global"] == 33 + 6  # the load beside its issue, the wait of `ret` for the store's way in
    assert sum(found.charges.values()) == found.cycles


def test_transactions_that_do_not_fit_into_the_queue_wait_for_the_arbiter() -> None:
    """Four transactions of the rule for first CUDA parts, one place: the last one goes 3 x 2 L later than the first."""
    text = """
.kernel scattered
.buffer x, f32, 4096
    shl.b32   r0, global_id, 7
    ld.global r1, [r0 + x]
    ret
"""
    program = assemble(text)
    for queue, longer in ((8, 3), (1, 3 * 8)):
        machine = device(memory__coalescing="half_warp_strict", memory__queue=queue)
        expected = 7 + 34 + longer + 5
        assert predicted(program, machine, 4, 4) == run(program, machine, 4, 4).cycles == expected


def test_groups_in_a_place_follow_on_each_other() -> None:
    """A group of one warp takes 7 + 7 + 5 = 19 cycles; the next one starts 2 L = 8 cycles after its end."""
    machine = device(groups_per_core=1)
    for groups in (1, 2, 3, 7, 40):
        expected = 19 * groups + 8 * (groups - 1)
        assert predicted(CHAIN, machine, 4 * groups, 4) == pytest.approx(expected)
        assert run(CHAIN, machine, 4 * groups, 4).cycles == expected


def test_walked_groups_stand_for_all_of_the_busiest_core() -> None:
    for groups, cores, places, walked in ((1, 4, 1, 1), (6, 4, 2, 2), (27, 4, 3, 7), (64, 2, 4, 12), (1000, 1, 3, 10)):
        profile = Profile.measured(
            CHAIN, device(cores=cores), 4 * groups, [groups] * 3, [0] * 3, [4 * groups] * 3,
            grid=Grid((4 * groups, 1), (4, 1)), places=places,
        )  # fmt: skip
        weights = [started.weight for started in WalkedLaunch(profile).groups()]
        assert len(weights) == walked
        assert sum(weights) == pytest.approx(-(-groups // cores))


def test_a_barrier_is_that_of_a_group() -> None:
    """Two groups of two warps: the first goes on when its own two have arrived, 1 + 7 cycles after its first select;
    four warps of one group wait for the fourth."""
    program = assemble(".kernel wait\nbar\nadd.u32 r1, r1, 1\nret")
    machine = device()
    for group, last in ((8, 3), (16, 3)):
        expected = last + 7 + (7 if group == 8 else 3 + 4) + 5
        result = run(program, machine, 16, group)
        assert predict(Profile.of_result(result)).cycles == pytest.approx(result.cycles, abs=1)
        assert result.cycles == pytest.approx(expected, abs=3)


def test_the_bus_of_all_cores_binds_where_it_is_narrow() -> None:
    """Eight cores at 2 bytes a cycle: 1024 loads and as many stores of a segment of 128 bytes take 64 cycles each (the
    bound allows for rounding by half a tick, which makes it a cycle less)."""
    machine = device(cores=8, memory__bytes_per_cycle=2.0)
    result = run(STREAM, machine, 4096, 64)
    found = predict(Profile.of_result(result))
    assert found.binding == "memory bandwidth"
    assert found.bounds[0].cycles == 2 * 1024 * 64 - 1 == result.bounds[0].cycles
    assert found.cycles == pytest.approx(result.cycles, rel=0.02)


def test_a_short_request_queue_binds() -> None:
    """A place for one transaction at L = 16: one of the core's 512 every 32 cycles."""
    machine = device(memory__queue=1, interconnect__latency=16)
    result = run(STREAM, machine, 1024, 64)
    found = predict(Profile.of_result(result))
    assert found.binding == "request queue"
    assert found.bounds[0].cycles == 512 * 32 == result.bounds[0].cycles
    assert found.cycles == pytest.approx(result.cycles, rel=0.02)


# --- against the simulator --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", DEVELOPMENT[:8])
def test_a_single_warp_is_predicted_to_the_cycle(seed: int) -> None:
    machine = generated_device(seed).replace(**{"branch.policy": "first_thread"})
    result = run(STREAM, machine, machine.warp_size, machine.warp_size)
    assert predict(Profile.of_result(result)).cycles == pytest.approx(result.cycles)


@pytest.mark.parametrize("seed", DEVELOPMENT[:8])
def test_no_bound_is_undercut_and_the_charges_add_up(seed: int) -> None:
    machine = generated_device(seed).replace(**{"branch.policy": "first_thread"})
    result = run(STREAM, machine, 4096, 64)
    profile = Profile.of_result(result)
    found = predict(profile)
    assert found.cycles >= found.bounds[0].cycles
    assert sum(found.charges.values()) == pytest.approx(found.cycles)
    assert min(found.charges.values()) > 0
    assert found.cycles == pytest.approx(result.cycles, rel=0.5)
    static = Profile.of_static(analyse(STREAM, machine, global_size=4096, local_size=64))
    assert predict(static).cycles == pytest.approx(found.cycles)


# --- properties -------------------------------------------------------------------------------------------------------

SLOWER = {"memory.latency": 40, "interconnect.latency": 5, "alu.latency": 2, "retire.stages": 1}


@pytest.mark.parametrize("seed", DEVELOPMENT[::4])
def test_more_latency_is_not_predicted_faster_for_one_wave_of_one_warp(seed: int) -> None:
    """Sums of what grows: with one warp on a core nothing else can happen."""
    machine = generated_device(seed)
    group = machine.warp_size
    for key, more in SLOWER.items():
        section, leaf = key.split(".")
        slower = machine.replace(**{key: getattr(getattr(machine, section), leaf) + more})
        assert predicted(STREAM, slower, group, group) > predicted(STREAM, machine, group, group), key


@pytest.mark.parametrize("seed", DEVELOPMENT[::4])
def test_much_more_bandwidth_is_not_predicted_slower(seed: int) -> None:
    """A little more may be, as in the simulator: a bus that spreads the warps out lets units work side by side."""
    rng, machine = random.Random(seed), generated_device(seed)
    group = machine.warp_size * rng.choice((1, 2))
    size = group * rng.randint(1, 4096 // group)
    rates = [predicted(STREAM, machine.replace(**{"memory.bytes_per_cycle": float(rate)}), size, group)
             for rate in (4, 8, 256)]  # fmt: skip
    assert rates == sorted(rates, reverse=True)


def test_the_effort_does_not_grow_with_the_number_of_groups() -> None:
    """Three waves are walked, however many there are."""
    machine = device(groups_per_core=1)

    def of(groups: int) -> float:
        grid = Grid((4 * groups, 1), (4, 1))
        return predict(
            Profile.measured(CHAIN, machine, 4 * groups, [groups] * 3, [0] * 3, [4 * groups] * 3, grid=grid)
        ).cycles

    assert of(1_000_000) == pytest.approx(1_000_000 * 27 - 8)


# --- warps of unequal work --------------------------------------------------------------------------------------------

UNEQUAL = """
.kernel unequal
.threads 16
    mov.b32 r1, 2
    eq.u32  r2, warp_id, 0 -> others if nc
    mov.b32 r1, 40
others:
turn:
    sub.u32 r1, r1, 1 -> turn if nz
    ret
"""


def test_the_slowest_kind_bounds_the_end() -> None:
    """Four warps turn twice, one of them 38 times more: those turns it is alone, with the latency of 7 cycles each."""
    program, machine = assemble(UNEQUAL), Machine.load("fpga4")
    result = simt.run(program, machine, record=True)
    profile = Profile.of_result(result)
    assert [kind.warps for kind in profile.kinds] == [1, 3]
    assert [sum(column) for column in zip(*([n * k.warps for n in k.issues] for k in profile.kinds), strict=True)] == [
        *profile.issues
    ]
    assert predict(profile).cycles == pytest.approx(result.cycles, rel=0.02)
    assert result.cycles > 40 * 7
    even = Profile.of_result(simt.run(program, machine))
    assert even.kinds == ()
    assert even.is_uneven
    assert predict(even).cycles < 0.6 * result.cycles
    assert predict(Profile.of_static(analyse(program, machine))).cycles == predict(profile).cycles


def test_a_launch_is_recorded_if_only_that_counts_what_the_model_needs() -> None:
    """Channels of DRAM: at once. Otherwise again, if the sums over warps show that these work unequally."""
    even = assemble(".threads 16\n    mov.b32 r1, 2\n    ret\n")
    for program, machine, recorded in (
        (even, Machine.load("fpga4"), [False]),
        (assemble(UNEQUAL), Machine.load("fpga4"), [False, True]),
        (even, device(memory="dram"), [True]),
        (assemble(UNEQUAL), device(memory="dram"), [True]),
    ):
        made: list[bool] = []

        def run(
            record: bool, program: Program = program, machine: Machine = machine, made: list[bool] = made
        ) -> Result:
            made.append(record)
            return simt.run(program, machine, record=record)

        result = run_to_count(machine, run)
        assert made == recorded
        assert len(Profile.of_result(result).kinds) == (0 if recorded == [False] else 1 if program is even else 2)


def test_a_run_that_was_stopped_has_no_kinds() -> None:
    """Its record has instructions after which no other of their warp was selected, though the warp goes on."""
    for limit in (50, 100, 200):
        result = simt.run(assemble(UNEQUAL), "fpga4", record=True, max_cycles=limit)
        assert not result.completed
        assert Profile.of_result(result).kinds == ()


@pytest.mark.parametrize("window", [range(60), range(30, 200), range(100, 101), range(5), range(10**6, 10**6 + 9)])
def test_a_record_that_ends_before_the_run_has_no_kinds(window: range) -> None:
    """It lacks the ends of warps, so it cannot say what they do. A window after the end has nothing at all."""
    for program in ("fft128", assemble(UNEQUAL)):
        result = simt.run(program, "fpga4", record=window)
        assert result.completed
        assert Profile.of_result(result).kinds == ()
        assert simt.model(result).prediction().cycles > 0


def test_a_record_without_the_last_cycle_has_no_kinds() -> None:
    program = assemble(UNEQUAL)
    cycles = simt.run(program, "fpga4").cycles
    for end, kinds in ((cycles - 1, 0), (cycles, 2), (cycles + 1, 2)):
        assert len(Profile.of_result(simt.run(program, "fpga4", record=range(end))).kinds) == kinds


def test_equal_kinds_change_nothing() -> None:
    machine = Machine.load("fpga4")
    plain = Profile.measured(CHAIN, machine, 64, [16] * 3, [0] * 3, [64] * 3)
    named = Profile(
        CHAIN, machine, 64, (16,) * 3, (0,) * 3, (64,) * 3, source="static", kinds=(WarpKind(16, (1, 1, 1)),)
    )
    assert predict(plain).charges == predict(named).charges
    assert not plain.is_uneven


def test_a_recorded_run_of_a_device_knows_its_warps_too() -> None:
    """Eight groups in the places of two cores: a warp after the other in each of them."""
    program, machine = assemble(UNEQUAL), device(cores=2, groups_per_core=2)
    result = simt.run(program, machine, global_size=128, local_size=16, record=True)
    profile = Profile.of_result(result)
    assert [kind.warps for kind in profile.kinds] == [8, 24]
    counts = analyse(program, machine, global_size=128, local_size=16)
    assert profile.kinds == counts.kinds
    assert list(profile.order) == list(counts.order) == [0, 1, 1, 1] * 8
    assert len(profile.latest) == 4
    assert predict(profile).cycles == pytest.approx(result.cycles, rel=0.05)


LATER = UNEQUAL.replace("warp_id, 0 ->", "group_id, 3 ->")


def test_the_core_that_is_the_last_to_end_is_walked() -> None:
    """Of eight groups the fourth one works longer: another place than the first one's, of the second core."""
    program, machine = assemble(LATER), device(cores=2, groups_per_core=2)
    result = simt.run(program, machine, global_size=128, local_size=16, record=True)
    profile = Profile.of_result(result)
    static = Profile.of_static(analyse(program, machine, global_size=128, local_size=16))
    assert list(profile.order) == list(static.order) == [1] * 12 + [0] * 4 + [1] * 16
    assert 3 in profile.latest
    for each in (profile, static):
        assert predict(each).cycles == pytest.approx(result.cycles, rel=0.05)


def test_a_core_may_get_more_than_its_share_of_groups() -> None:
    """Places that become free at about the same time may all be of one core. A record shows it."""
    machine = device(cores=3, groups_per_core=4)
    profile = Profile.of_static(analyse(STREAM, machine, global_size=64, local_size=4))
    more = replace(profile, latest=range(8))
    assert [WalkedLaunch(each).all_groups for each in (profile, more)] == [6, 8]
    assert predict(more).cycles > predict(profile).cycles


def test_a_record_without_its_beginning_has_no_kinds() -> None:
    result = simt.run(assemble(UNEQUAL), "fpga4", record=range(30, 1000))
    assert Profile.of_result(result).kinds == ()


@pytest.mark.parametrize("cores", [2, 4, 8])
def test_cores_in_step_wait_for_each_other_once(cores: int) -> None:
    """A load takes the bus for 8 cycles. All cores load at first, and the last one gets its words after all others.

    Later loads come one after the other, as the cores got the first words, so nobody waits again.
    """
    source = ".kernel twice\n.buffer x, f32, 4096\nshl.b32 r0, global_id, 2\n" + "ld.global r0, [r0 + x]\n" * 4 + "ret"
    program, keys = (
        assemble(source),
        {"memory__bytes_per_cycle": 4.0, "memory__latency": 200, "memory__coalescing": "sectors"},
    )
    alone, result = (run(program, device(cores=each, **keys), 4 * each, 4) for each in (1, cores))
    assert result.cycles - alone.cycles == pytest.approx(8 * (cores - 1), abs=2)
    assert predict(Profile.of_result(result)).cycles == pytest.approx(result.cycles, abs=2)
