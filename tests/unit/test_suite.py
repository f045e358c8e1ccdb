"""Generated machines and the suite: the same for ever, varied, paired with a reason where they cannot be."""

from __future__ import annotations

import hashlib
import json

import pytest

from simt.machine import Machine
from simt.validate.holdout import held_out, point_held_out
from simt.validate.machines import SUITE, generated, machine_name, names, seed_of
from simt.validate.suite import machine_named, pairing, shipped_kernels, suite_points

DRAWN = ("warp_size", "warps", "registers", "issue_width", "scheduler", "front_end", "alu", "fpu", "lds", "control",
         "retire", "local", "branch", "vliw")  # fmt: skip


def test_generated_machines_stay_as_they_are() -> None:
    """The published figures are those of these machines. Keys that machines get later stay at their defaults."""
    facts = [{key: json.loads(generated(seed).model_dump_json())[key] for key in DRAWN} for seed in SUITE]
    digest = hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()
    assert digest == "37b33f5a183c9c36620a7e2af74743c8dd42c3f91157d75637656213d78ffe23"


def test_names_follow_from_numbers() -> None:
    assert machine_name(7) == "generated-7"
    assert seed_of("generated-7") == 7
    assert [seed_of(name) for name in ("fpga4", "generated-", "generated-x", "generated--1")] == [None] * 4
    assert names(range(2)) == ["generated-0", "generated-1"]
    assert generated(7).name == "generated-7"
    assert machine_named("generated-7") == generated(7)
    assert machine_named("fpga4") == Machine.load("fpga4")
    with pytest.raises(ValueError, match="at least 0, not -1"):
        generated(-1)


def test_machines_vary_in_every_key_that_a_model_has_to_know() -> None:
    machines = [generated(seed) for seed in SUITE]
    assert {each.warp_size for each in machines} == {4, 8, 16, 32}
    assert {each.scheduler.policy for each in machines} == {
        "paper", "round_robin", "oldest", "greedy_oldest", "fixed_priority", "two_level",
    }  # fmt: skip
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


def test_the_suite_has_a_third_held_out_and_no_point_twice() -> None:
    everything = suite_points()
    kept, development = suite_points("held-out"), suite_points("development")
    assert len(everything) == len(set(everything)) == len(kept) + len(development)
    assert not set(kept) & set(development)
    assert all(point_held_out(each.kernel, each.machine) for each in kept)
    assert not any(each.is_held_out for each in development)
    assert {each.kernel for each in everything} == set(shipped_kernels())
    assert "divergent/collatz" in shipped_kernels()
    with pytest.raises(ValueError, match="development, held-out, all, not 'other'"):
        suite_points("other")


def test_kernels_get_the_policy_that_they_need() -> None:
    """Seed 4 jumps by lanes, as does seed 0; the mask stack of a generated machine comes with the kernel."""
    lanes = next(
        seed for seed in SUITE if generated(seed).branch.policy == "min_pc" and generated(seed).vliw.slots == 1
    )
    stack = next(seed for seed in SUITE if generated(seed).branch.policy == "mask_stack")
    bundles = next(seed for seed in SUITE if generated(seed).vliw.slots > 1)
    assert pairing("divergent/collatz", machine_name(lanes))[0] == {}
    assert pairing("divergent/collatz", machine_name(stack))[0] == {"masks": 1}
    assert pairing("article/example1", machine_name(lanes))[1].branch.policy == "mask_stack"
    assert pairing("article/gcn1", machine_name(lanes))[1].branch.policy == "explicit_masks"
    assert pairing("fft128", machine_name(lanes))[1].branch.policy == "first_thread"
    assert pairing("article/gcn1", machine_name(bundles))[2].endswith("which bundles are not combined with")
    assert pairing("divergent/collatz", "fpga4")[2].startswith("its lanes part")
    assert pairing("article/example1", "fpga4")[2] == (
        "it needs branch.policy = mask_stack, and the machine has first_thread"
    )
    assert pairing("fft128", "fpga4") == ({}, Machine.load("fpga4"), "")
