"""Random kernels with branches, loops and breaks, compiled and run, against their meaning lane by lane."""

from __future__ import annotations

import numpy as np
import pytest

import simt
from simt.compiler.compile import compile_kernel
from simt.machine import Machine
from tests.examples import examples
from tests.unit.compiler.random_kernels import RandomKernel


@pytest.mark.parametrize("policy", ["ipdom_stack", "min_pc"])
@pytest.mark.parametrize("seed", range(examples(400, 16)))
def test_random_kernels(seed: int, policy: str) -> None:
    kernel = RandomKernel(seed)
    machine = Machine.load("gtx280", {"branch.policy": policy})
    compiled = compile_kernel(kernel.ir(), "kernel", machine)
    inputs = np.random.default_rng(seed).integers(0, 1 << 32, 64, dtype=np.uint32)
    inputs[::3] &= 7
    given = {"a": inputs, "out": np.zeros(128, np.uint32)}
    result = simt.run(compiled.program, machine, inputs=given, size=64, group=64, engine="functional")
    assert result.stop is None
    want = [kernel.run(lane, inputs.tolist()) for lane in range(64)]
    np.testing.assert_array_equal(result.arrays["out"].reshape(64, 2), want, compiled.assembly)
