"""Kernels with fewer registers than they would like: what does not fit lies in private memory."""

from __future__ import annotations

import numpy as np
import pytest

import simt
from simt.compiler.compile import compile_kernel
from simt.machine import Machine
from tests.examples import examples
from tests.unit.compiler.random_kernels import RandomKernel


@pytest.mark.parametrize("seed", range(examples(200, 16)))
def test_random_kernels_in_few_registers(seed: int) -> None:
    kernel = RandomKernel(seed, variables=4)
    free = compile_kernel(kernel.ir(), "kernel", Machine.load("gtx280")).program
    machine = Machine.load("gtx280", {"registers": max(4, free.registers - 3)})
    compiled = compile_kernel(kernel.ir(), "kernel", machine)
    assert compiled.program.registers <= machine.registers
    assert free.registers <= machine.registers or ".private spilled" in compiled.assembly
    inputs = np.random.default_rng(seed).integers(0, 1 << 32, 64, dtype=np.uint32)
    given = {"a": inputs, "out": np.zeros(128, np.uint32)}
    result = simt.run(compiled.program, machine, inputs=given, size=64, group=64, engine="functional")
    assert result.stop is None
    want = [kernel.run(lane, inputs.tolist()) for lane in range(64)]
    np.testing.assert_array_equal(result.arrays["out"].reshape(64, 2), want, compiled.assembly)
