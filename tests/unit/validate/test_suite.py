"""Generated machines and the suite: the same for ever, varied, paired with a reason where they cannot be."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from simt.core.state.grid import Grid
from simt.core.state.placed import Placed
from simt.launch.programs import load_program
from simt.machine import Machine
from simt.validate.devices import (
    DEVICES,
    DRAM_DEVICES,
    generated_device,
    generated_dram_device,
)
from simt.validate.holdout import held_out, point_held_out
from simt.validate.launches import LAUNCHED, LAUNCHES, drawn_launches
from simt.validate.machines import POLICIES, SUITE, generated
from simt.validate.scoreboards import CHIPS, SCOREBOARDS, generated_chip, generated_scoreboard
from simt.validate.suite import (
    BLIND,
    KINDS,
    blind_points,
    compiled_kernels,
    is_generated,
    machine_named,
    pairing,
    shipped_kernels,
    suite_points,
)

DRAWN = ("warp_size", "warps", "registers", "issue_width", "scheduler", "front_end", "alu", "fpu", "lds", "control",
         "retire", "local", "branch", "vliw")  # fmt: skip
DRAM = ("policy", "part", "channels", "interleave", "mapping", "pipeline")
MEMORY = ("policy", "coalescing", "lanes", "queue", "latency", "bytes_per_cycle")


def _described(machine: Machine) -> dict[str, Any]:
    """The machine's keys, without those that units got later."""
    described: dict[str, Any] = machine.model_dump(mode="json")
    for unit in ("alu", "fpu"):
        assert described[unit].pop("per_scheduler") is False
    return described


def _early_branch(described: dict[str, Any]) -> dict[str, Any]:
    """Return a machine's table `branch` without the keys that it got later."""
    return {key: described["branch"][key] for key in ("policy", "order", "stack_depth")}


def test_generated_machines_stay_as_they_are() -> None:
    """The published figures are those of these machines. Keys that machines get later stay at their defaults."""
    facts = [_described(generated(seed)) for seed in SUITE]
    facts = [{key: each[key] for key in DRAWN} | {"branch": _early_branch(each)} for each in facts]
    digest = hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()
    assert digest == "37b33f5a183c9c36620a7e2af74743c8dd42c3f91157d75637656213d78ffe23"


def test_names_follow_from_numbers() -> None:
    assert is_generated("generated-7")
    assert not any(map(is_generated, ("fpga4", "generated-", "generated-x", "generated--1", "generated-07")))
    assert {point.machine for point in suite_points(seeds=range(2), kind="plain")} >= {"generated-0", "generated-1"}
    assert generated(7).name == "generated-7"
    assert machine_named("generated-7") == generated(7)
    assert machine_named("fpga4") == Machine.load("fpga4")
    with pytest.raises(ValueError, match="at least 0, not -1"):
        generated(-1)


def test_machines_vary_in_every_key_that_a_model_has_to_know() -> None:
    machines = [generated(seed) for seed in SUITE]
    assert {each.warp_size for each in machines} == {4, 8, 16, 32}
    assert {each.scheduler.policy for each in machines} == set(POLICIES)
    assert {each.front_end.stages for each in machines} == set(range(7))
    assert {each.retire.stages for each in machines} == set(range(5))
    assert {each.issue_width for each in machines} == {1, 2, 3, 4}
    assert {each.vliw.slots for each in machines} == {1, 2, 3}
    assert {each.local.banks for each in machines} == {1, 2, 3, 4, 5, 8, 16, 32}
    assert {each.control.route for each in machines} == {"alu", "own"}
    for unit, latencies in (("alu", 6), ("fpu", 16), ("lds", 12)):
        found = [getattr(each, unit) for each in machines]
        assert {each.latency for each in found} == set(range(1, latencies + 1))
        assert {each.interval for each in found} == {1, 2, 3, 4}
        assert {each.warp_size // getattr(each, unit).lanes for each in machines} == {1, 2, 4, 8}
    assert sum(not held_out(each.name) for each in machines) >= 100


def test_generated_devices_stay_as_they_are() -> None:
    facts = [_described(generated_device(seed)) for seed in DEVICES]
    kept = (*DRAWN, "cores", "groups_per_core", "register_file", "interconnect", "memory")
    for each in facts:  # without the keys that memory and registers got later
        each["memory"] = {key: each["memory"][key] for key in MEMORY}
        each["register_file"] = {key: each["register_file"][key] for key in ("organisation", "words")}
        each["branch"] = _early_branch(each)
    text = json.dumps([{key: each[key] for key in kept} for each in facts], sort_keys=True)
    assert (
        hashlib.sha256(text.encode()).hexdigest() == "41f7b1c511c282f55266de7e8fdf1f612fb98373028d960d5fb48b5d2dea0baf"
    )


def test_names_of_devices_follow_from_numbers() -> None:
    assert is_generated("generated-device-7")
    assert not any(map(is_generated, ("gtx280", "generated-device-", "generated-device")))
    assert generated_device(7).name == "generated-device-7"
    assert machine_named("generated-device-7") == generated_device(7)
    assert generated_device(7).name == "generated-device-7"
    with pytest.raises(ValueError, match="at least 0, not -1"):
        generated_device(-1)


def test_devices_vary_in_every_key_that_a_model_has_to_know() -> None:
    machines = [generated_device(seed) for seed in DEVICES]
    assert all(each.is_device for each in machines)
    assert {each.cores for each in machines} == {each.groups_per_core for each in machines} == set(range(1, 9))
    assert {each.warp_size for each in machines} == {4, 8, 16, 32, 64}
    assert {each.memory.coalescing for each in machines} == {
        "segments", "sectors", "half_warp_relaxed", "half_warp_strict",
    }  # fmt: skip
    assert {each.memory.queue for each in machines} == {1, 2, 4, 8, 16, 32, 64}
    assert {each.warp_size // each.memory.lanes for each in machines} == {1, 2, 4}
    assert {each.issue_width for each in machines} == {1, 2, 3, 4}
    assert {each.branch.policy for each in machines} == {"ipdom_stack", "min_pc"}
    assert len({each.scheduler.policy for each in machines}) == 6
    assert min(each.memory.latency for each in machines) < 30
    assert max(each.memory.latency for each in machines) > 400
    assert 36 <= sum(not held_out(each.name) for each in machines) <= 44


def test_a_file_is_read_each_time(tmp_path: Path) -> None:
    """Who edits a machine file and compares again, in one session, means the new one."""
    file = tmp_path / "mine.toml"
    for latency in (3, 5):
        file.write_text(f"[lds]\nlatency = {latency}\n")
        assert machine_named(str(file)).lds.latency == latency
    assert machine_named("fpga4") is machine_named("fpga4")


def test_launches_follow_from_names_and_fit() -> None:
    """No launch twice; more groups than places in most of a pair's first ones."""
    facts, more, seen, groups_of = [], 0, set[tuple[str, str]](), {"pps_br": 1, "pps_conf": 2}
    gtx = [point for point in suite_points(kind="scoreboard") if point.machine.startswith("gtx280")]
    for point in gtx + suite_points(kind="devices"):  # in the order of before the GTX 280 had a scoreboard
        launch = point.launch
        if launch is None:
            continue
        facts.append(f"{point.kernel} {point.machine} {launch}")
        machine, symbols, pair = machine_named(point.machine), dict(launch.defines), (point.kernel, point.machine)
        if point.kernel not in groups_of or pair in seen:
            continue
        seen.add(pair)
        program = load_program(point.kernel, defines=symbols)
        grid = Grid((symbols["n"] // groups_of[point.kernel], 1), (symbols["group"], 1))
        places = Placed(program, machine, grid).places
        assert places >= 1
        more += grid.groups > machine.cores * places
    assert len(facts) == len(set(facts)) == LAUNCHES * len(LAUNCHED) * 64
    assert more > 64
    later = [fact for fact in facts if fact.startswith("horner_f64 ")]  # shipped when the model was final
    first = [fact for fact in facts if fact not in later]
    assert [hashlib.sha256("\n".join(each).encode()).hexdigest() for each in (first, later)] == [
        "9bc2a35d76dc1db12732ea6bec46aaca7084095fadfc0ed4565281c1ced7ece9",
        "09381ff184ecfca6ca62ae4b4fb3d51981fb7eabf4fd178518a6307d4bd84b97",
    ]
    assert len(drawn_launches("mm_local", "gtx280", machine_named("gtx280"))) == LAUNCHES


def test_the_suite_has_a_third_held_out_and_no_point_twice() -> None:
    everything = suite_points()
    kept, development = suite_points("held-out"), suite_points("development")
    assert len(everything) == len(set(everything)) == len(kept) + len(development)
    assert not set(kept) & set(development)
    assert all(point_held_out(each.kernel, each.machine) for each in kept)
    assert not any(each.is_held_out for each in development)
    assert {each.kernel for each in everything} == {*shipped_kernels(), *LAUNCHED}
    plain, devices = suite_points(kind="plain"), suite_points(kind="devices")
    assert everything == plain + devices
    assert not {each.machine for each in plain} & {each.machine for each in devices}
    assert "divergent/collatz" in shipped_kernels()
    with pytest.raises(ValueError, match="development, held-out, all, not 'other'"):
        suite_points("other")
    with pytest.raises(ValueError, match="plain, devices, dram, scoreboard, compiled, all, not 'other'"):
        suite_points(kind="other")


def test_generated_devices_of_dram_stay_as_they_are() -> None:
    machines = [generated_dram_device(seed) for seed in DRAM_DEVICES]
    facts = [[each.clock_mhz, *(getattr(each.memory, key) for key in DRAM)] for each in machines]
    text = json.dumps(facts)
    digest = hashlib.sha256(text.encode()).hexdigest()
    assert digest == "d460b892b2d777316bbd8a7e73ca589abc1f5b83c87f0cf4e165f8b9d718fb59"
    assert {each.memory.policy for each in machines} == {"dram"}
    assert len({each.memory.part for each in machines}) == 6
    assert len({each.memory.channels for each in machines}) == 6
    assert len({each.memory.mapping for each in machines}) == 3
    assert machines[7].cores == generated_device(7).cores
    assert machine_named("generated-dram-7") is machines[7]
    assert is_generated("generated-dram-7")


def test_the_suite_of_dram_is_taken_by_itself() -> None:
    points = suite_points(kind="dram")
    assert {each.machine for each in points} == {f"generated-dram-{seed}" for seed in DRAM_DEVICES}
    assert {each.kernel for each in points} >= set(LAUNCHED)
    assert 0 < len(suite_points("held-out", kind="dram")) < len(points)
    assert not set(points) & set(suite_points())
    assert {each.machine for each in suite_points(kind="dram", devices=range(1))} == {"generated-dram-0"}


def test_generated_machines_with_a_scoreboard_stay_as_they_are() -> None:
    machines = [generated_scoreboard(seed) for seed in SCOREBOARDS]
    facts = [[each.name, each.issue_width, each.front_end.stages, each.alu.count, each.costs] for each in machines]
    issue = [
        [each.entries, each.loads, each.schedulers, each.interval, each.slots]
        for each in (machine.issue for machine in machines)
    ]
    digest = hashlib.sha256(json.dumps([facts, issue]).encode()).hexdigest()
    assert digest == "d3a49224b81560089f3fa29495ee4952562a9f40baba54b3c8ac7e277e532f9a"
    assert all(each.issue.overlaps for each in machines)
    assert {each.issue.schedulers for each in machines} == {1, 2, 3, 4}
    assert {each.issue.interval for each in machines} == set(range(1, 9))
    assert len({each.issue.slots for each in machines}) == 6
    assert len({each.issue.entries for each in machines}) == 7
    assert machine_named("generated-scoreboard-7") is machines[7]
    assert machines[6].warp_size == generated(3).warp_size
    assert machines[7].memory == generated_device(3).memory
    assert 40 <= sum(not held_out(each.name) for each in machines) <= 60


def test_the_suite_of_scoreboards_is_taken_by_itself() -> None:
    points = suite_points(kind="scoreboard")
    presets = {"gtx280", "gtx280_core", "g80", "fermi_sm", "gcn_cu"}
    assert {each.machine for each in points} >= {*presets, "generated-scoreboard-0"}
    assert {each.kernel for each in points if each.machine == "generated-scoreboard-0"} <= set(shipped_kernels())
    assert {each.kernel for each in points if each.machine == "generated-scoreboard-1"} >= set(LAUNCHED)
    assert not set(points) & set(suite_points())
    assert all(machine_named(each.machine).issue.overlaps for each in points)
    assert not any(machine_named(each.machine).issue.overlaps for each in suite_points())


def test_generated_chips_have_a_scoreboard_and_dram() -> None:
    machines = [generated_chip(seed) for seed in CHIPS]
    assert all(each.issue.overlaps and each.memory.policy == "dram" for each in machines)
    assert [each.issue for each in machines] == [generated_scoreboard(2 * seed + 1).issue for seed in CHIPS]
    assert [each.memory for each in machines] == [generated_dram_device(seed).memory for seed in CHIPS]
    assert machine_named("generated-chip-7") is machines[7]


def test_the_suite_of_compiled_kernels_is_taken_by_itself() -> None:
    points = suite_points(kind="compiled")
    assert {each.kernel for each in points} == set(compiled_kernels())
    assert {each.machine for each in points} > {"gtx280", "hd5870", "generated-chip-0"}
    assert "opencl/mm.cl::mm_local" in compiled_kernels()
    assert not set(points) & {*suite_points(), *suite_points(kind="dram"), *suite_points(kind="scoreboard")}
    assert pairing("opencl/lu.cl", "gtx280") == ({}, Machine.load("gtx280"), "")


def test_blind_points_are_held_out_and_in_no_other_part() -> None:
    blind = [point for kind in KINDS[:-1] for point in blind_points(kind)]
    assert len(blind) == len(set(blind)) >= 600
    assert all(each.is_held_out for each in blind)
    assert {int(each.machine.rpartition("-")[2]) for each in blind} <= set(BLIND)
    assert not set(blind) & {point for kind in KINDS for point in suite_points(kind=kind)}
    text = json.dumps([[each.kernel, each.machine, str(each.launch)] for each in blind])
    assert (
        hashlib.sha256(text.encode()).hexdigest() == "3aa5ac6c1d0e19a39354bb4f906c07f10d02ab9fc0e0d710ebba27cf6b893d17"
    )


def test_kernels_get_the_policy_that_they_need() -> None:
    """Seed 4 jumps by lanes, as does seed 0; the mask stack of a generated machine comes with the kernel."""
    lanes = next(
        seed for seed in SUITE if generated(seed).branch.policy == "min_pc" and generated(seed).vliw.count == 1
    )
    stack = next(seed for seed in SUITE if generated(seed).branch.policy == "mask_stack")
    bundles = next(seed for seed in SUITE if generated(seed).vliw.count > 1)
    assert pairing("divergent/collatz", f"generated-{lanes}")[0] == {}
    assert pairing("divergent/collatz", f"generated-{stack}")[0] == {"masks": 1}
    assert pairing("article/example1", f"generated-{lanes}")[1].branch.policy == "mask_stack"
    assert pairing("article/gcn1", f"generated-{lanes}")[1].branch.policy == "explicit_masks"
    assert pairing("fft128", f"generated-{lanes}")[1].branch.policy == "first_thread"
    assert pairing("article/gcn1", f"generated-{bundles}")[2].endswith("machines with bundles have first_thread")
    assert pairing("divergent/collatz", "fpga4")[2].startswith("its lanes part")
    assert pairing("article/example1", "fpga4")[2] == (
        "it needs branch.policy = mask_stack, and the machine has first_thread"
    )
    assert pairing("fft128", "generated-device-0")[1].branch.policy == "first_thread"
    assert pairing("pps_br", "generated-device-0") == ({}, generated_device(0), "")
    assert pairing("fft128", "fpga4") == ({}, Machine.load("fpga4"), "")
