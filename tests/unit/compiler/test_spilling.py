"""Kernels with fewer registers than they would like: what does not fit lies in private memory."""

from __future__ import annotations

import numpy as np
import pytest

import simt
from simt.machine import Machine
from tests.compiler.kernels import compile_kernel
from tests.examples import examples
from tests.unit.compiler.random_kernels import RandomKernel
from tests.work import lines_run


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
    result = simt.run(compiled.program, machine, inputs=given, global_size=64, local_size=64, engine="functional")
    assert result.stop is None
    want = [kernel.run(lane, inputs.tolist()) for lane in range(64)]
    np.testing.assert_array_equal(result.arrays["out"].reshape(64, 2), want, compiled.assembly)


def _all_at_once(kind: str, count: int, rounds: int = 1) -> str:
    """A kernel with so many sums alive at once, each of its own element and, in every round, of its neighbour."""
    lines = []
    for place in range(count):
        lines.append(f"  %p{place} = getelementptr inbounds {kind}, ptr addrspace(1) %a, i32 {place}")
        lines.append(f"  %v{place} = load {kind}, ptr addrspace(1) %p{place}, align {8 if kind == 'double' else 4}")
    old = [f"%v{place}" for place in range(count)]
    for turn in range(rounds):
        new = [f"%s{turn}.{place}" for place in range(count)]
        lines += [f"  {new[at]} = fadd {kind} {old[at]}, {old[at - 1]}" for at in range(count)]
        old = new
    for place in range(count):
        lines.append(f"  %q{place} = getelementptr inbounds {kind}, ptr addrspace(1) %out, i32 {place}")
        lines.append(f"  store {kind} {old[place]}, ptr addrspace(1) %q{place}, align {8 if kind == 'double' else 4}")
    head = "define spir_kernel void @kernel(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias %out) {"
    return "\n".join([head, *lines, "  ret void", "}"])


def test_doubles_lie_in_memory_where_there_are_few_registers() -> None:
    machine = Machine.load("hd5870", {"registers": 12})
    compiled = compile_kernel(_all_at_once("double", 16), "kernel", machine)
    assert ".private spilled" in compiled.assembly
    given = np.arange(16) * 1.1
    inputs = {"a": given.view(np.uint32), "out": np.zeros(32, np.uint32)}
    result = simt.run(compiled.program, machine, inputs=inputs, global_size=1, local_size=1, engine="functional")
    np.testing.assert_array_equal(result.arrays["out"].view(np.float64), given + np.roll(given, 1), compiled.assembly)


def test_spilling_takes_about_twice_the_work_for_twice_the_instructions() -> None:
    machine = Machine.load("gtx280", {"registers": 24})

    def work(rounds: int) -> int:
        return lines_run(lambda: compile_kernel(_all_at_once("float", 32, rounds), "kernel", machine))

    work(2)  # what is read once
    assert work(8) < 2.6 * work(4)
