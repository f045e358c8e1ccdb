"""Random kernels with branches, loops and breaks, compiled and run, against their meaning lane by lane."""

from __future__ import annotations

import numpy as np
import pytest

import simt
from isa.program import Program
from simt.compiler.compile import compile_kernel
from simt.compiler.errors import CompileError
from simt.machine import Machine
from tests.examples import examples
from tests.unit.compiler.random_kernels import RandomKernel

SEEDS = range(examples(400, 16))


def machine(policy: str) -> Machine:
    return Machine.load("gtx280", {"branch.policy": policy, "branch.stack_depth": 64})


def check(kernel: RandomKernel, program: Program, on: Machine) -> None:
    inputs = np.random.default_rng(kernel.seed).integers(0, 1 << 32, 64, dtype=np.uint32)
    inputs[::3] &= 7
    given = {"a": inputs, "out": np.zeros(128, np.uint32)}
    result = simt.run(program, on, inputs=given, size=64, group=64, engine="functional")
    assert result.stop is None
    want = [kernel.run(lane, inputs.tolist()) for lane in range(64)]
    np.testing.assert_array_equal(result.arrays["out"].reshape(64, 2), want)


@pytest.mark.parametrize("policy", ["ipdom_stack", "min_pc"])
@pytest.mark.parametrize("seed", SEEDS)
def test_every_kernel_runs_where_jumps_are_the_lanes_own(seed: int, policy: str) -> None:
    kernel = RandomKernel(seed)
    check(kernel, compile_kernel(kernel.ir(), "kernel", machine(policy)).program, machine(policy))


@pytest.mark.parametrize(("policy", "share"), [("mask_stack", 0.8), ("first_thread", 0.4), ("explicit_masks", 0.4)])
def test_most_kernels_run_where_jumps_are_the_warps_and_the_others_are_refused(policy: str, share: float) -> None:
    done = 0
    for seed in SEEDS:
        kernel = RandomKernel(seed)
        try:
            program = compile_kernel(kernel.ir(), "kernel", machine(policy)).program
        except CompileError as error:
            if error.code != "E0973":
                raise
            continue
        check(kernel, program, machine(policy))
        done += 1
    assert done >= share * len(SEEDS)


def test_a_loop_that_lanes_leave_one_by_one_has_a_mask_of_its_own() -> None:
    ir = RandomKernel(13).ir()
    assert "mask_nz" in compile_kernel(ir, "kernel", machine("mask_stack")).assembly
