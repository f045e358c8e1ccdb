"""Signed divisions by powers of two, and of vectors by what is known: a few shifts and additions on every machine."""

from __future__ import annotations

import numpy as np
import pytest

import simt
from simt.machine import Machine
from tests.compiler.kernels import compile_kernel
from tests.unit.compiler.ir_kernels import elementwise
from tests.unit.compiler.test_quality import lines

GPU = Machine.load("gtx280")
MACHINES = [GPU, Machine.load("gtx280", {"options.multiply": False}), Machine.load("gtx280", {"options.divide": True})]


@pytest.mark.parametrize("machine", MACHINES, ids=["gtx280", "without a multiplier", "with a divider"])
@pytest.mark.parametrize("bits", [8, 16, 32, 64])
def test_signed_quotients_by_powers_of_two_are_shifts(bits: int, machine: Machine) -> None:
    edge = 1 << bits - 1
    rng = np.random.default_rng(1)
    near = [0, 1, 2, 3, 4, 5, 7, 8, 9, edge - 1, edge - 2, edge // 2, edge // 2 - 1]
    values = [*near, *(-each for each in near), -edge, *rng.integers(-edge, edge - 1, 64 - 2 * len(near) - 1).tolist()]
    for divisor in (2, 4, -2, -8, edge // 2):
        expression = [
            f"%q = sdiv i{bits} %a, {divisor}",
            f"%m = srem i{bits} %a, {divisor}",
            f"%r = xor i{bits} %q, %m",
        ]
        text = elementwise(expression, [f"i{bits}"], f"i{bits}")
        kind = {8: "char*", 16: "short*", 32: "int*", 64: "long*"}[bits]
        found = compile_kernel(text, "kernel", machine, types=[kind, kind])
        assert len(lines(found)) <= (60 if bits == 64 else 18)
        given = np.array(values, f"i{bits // 8}")
        inputs = {"a_in": given, "out": np.zeros_like(given)}
        result = simt.run(found.program, machine, inputs=inputs, global_size=64, local_size=64, engine="functional")
        quotients = [abs(each) // abs(divisor) * (-1 if (each < 0) != (divisor < 0) else 1) for each in values]
        want = [quotient ^ each - quotient * divisor for quotient, each in zip(quotients, values, strict=True)]
        assert result.arrays["out"].view(given.dtype).tolist() == want


@pytest.mark.parametrize("divisors", ["splat (i32 4)", "<i32 2, i32 -4, i32 7, i32 8>"])
def test_vectors_are_divided_by_what_is_known(divisors: str) -> None:
    text = elementwise([f"%r = sdiv <4 x i32> %a, {divisors}"], ["<4 x i32>"], "<4 x i32>")
    found = compile_kernel(text, "kernel", GPU, types=["int4*", "int4*"])
    assert len(lines(found)) <= 30
    given = np.random.default_rng(1).integers(-1 << 31, (1 << 31) - 1, (64, 4)).astype(np.int32)
    inputs = {"a_in": given.reshape(-1), "out": np.zeros(256, np.int32)}
    result = simt.run(found.program, GPU, inputs=inputs, global_size=64, local_size=64, engine="functional")
    by = np.array([4] * 4 if "splat" in divisors else [2, -4, 7, 8])
    np.testing.assert_array_equal(result.arrays["out"].view(np.int32).reshape(64, 4), np.trunc(given / by))
