"""Functions of doubles are as near to the true value as OpenCL asks; division, roots and fma are rounded once."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from tests.unit.compiler.builtins.host import EVERYTHING, NOTHING, Function

pytest.importorskip("mpmath")

import mpmath

from tests.unit.compiler.builtins import doubles

MACHINES = {"all": NOTHING, "few": EVERYTHING}
FEW = ["sqrt", "rsqrt", "exp", "log", "sin", "cos", "pow", "atan2", "erfc", "tgamma"]


@pytest.mark.parametrize(
    ("name", "number"),
    [(name, 25) for name in FEW]
    + [pytest.param(name, 3000, marks=pytest.mark.nightly) for name in doubles.FUNCTIONS],
)  # fmt: skip
@pytest.mark.parametrize("machine", MACHINES)
def test_error_is_within_the_bound_of_opencl(name, number, machine):
    _, bound, kinds = doubles.FUNCTIONS[name]
    arguments = doubles.inputs(kinds, number, seed=number)
    got = Function(f"_Z{len(name)}{name}{kinds}", MACHINES[machine])(*arguments)
    errors = doubles.errors(name, got, arguments)
    worst = int(np.argmax(errors))
    assert errors[worst] <= bound, [a[worst] for a in arguments] + [got[worst]]


@pytest.mark.parametrize("machine", MACHINES)
def test_the_logarithm_of_gamma_and_its_sign(machine):
    x = np.concatenate([np.linspace(-6.3, 40, 400), [1e-30, -1e-30, 1e10, 1e300, 1 + 1e-9, 2 - 1e-9]])
    got, sign = Function("_Z8lgamma_rdPi", MACHINES[machine])(x)
    np.testing.assert_allclose(got, [float(mpmath.loggamma(v).real) for v in x.tolist()], rtol=4e-15, atol=4e-15)
    assert (sign == [1 if v > 0 else -1 if v > -1 or math.gamma(v) < 0 else 1 for v in x.tolist()]).all()


@pytest.mark.parametrize("machine", MACHINES)
def test_the_quotient_is_the_nearest_double(machine):
    rng = np.random.default_rng(2)
    bits = rng.integers(0, 2**64, (2, 20000), dtype=np.uint64).view(np.float64)
    near = rng.uniform(1, 2, (2, 200000)) * np.exp2(rng.integers(-400, 400, (2, 200000)))
    tiny = rng.uniform(1, 2, (2, 20000)) * np.exp2(rng.integers([[-530], [500]], [[-490], [560]], (2, 20000)))
    tiny.view(np.uint64)[:, ::2] &= np.uint64(0xFFFF_FC00_0000_0000)  # of few bits: quotients in the middle of two
    ends = [0, -0.0, np.inf, -np.inf, np.nan, 1, 5e-324, -5e-324, 1.7976931348623157e308, 2.2250738585072014e-308]
    grid = np.array(np.meshgrid(ends, ends)).reshape(2, -1)
    beside = np.frombuffer(np.float64(1).tobytes(), np.int64) + np.arange(-60, 61)  # quotients near a middle
    hard = np.array(np.meshgrid(beside, beside)).reshape(2, -1).view(np.float64)
    a, b = np.concatenate([grid, bits, near, tiny, hard], axis=1)
    got = Function("__simt_fdiv_f64", MACHINES[machine])(a, b)
    with np.errstate(all="ignore"):
        exact = a / b
    np.testing.assert_array_equal(got, exact)
    np.testing.assert_array_equal(np.signbit(got[exact == 0]), np.signbit(exact[exact == 0]))
    x = np.concatenate([np.abs(near.ravel()), beside.view(np.float64), 2 * beside.view(np.float64)])
    np.testing.assert_array_equal(Function("_Z4sqrtd", MACHINES[machine])(x), np.sqrt(x))


@pytest.mark.parametrize("machine", MACHINES)
def test_fma_is_rounded_once(machine):
    rng = np.random.default_rng(3)
    a, b, c = rng.choice([-1, 1], (3, 6000)) * rng.uniform(1, 2, (3, 6000)) * np.exp2(rng.integers(-60, 60, (3, 6000)))
    c[::3] = -(a * b)[::3]
    got = Function("_Z3fmaddd", MACHINES[machine])(a, b, c)
    for x, y, z, r in zip(a.tolist(), b.tolist(), c.tolist(), got.tolist(), strict=True):
        assert r == float(Fraction(x) * Fraction(y) + Fraction(z)), (x, y, z)


@pytest.mark.parametrize("machine", MACHINES)
def test_integers_of_doubles(machine):
    rng = np.random.default_rng(4)
    x = np.concatenate([rng.uniform(-9, 9, 900), np.arange(-8, 8, 0.25), rng.uniform(-(2.0**54), 2.0**54, 900)])
    x = np.append(x, [0, -0.0, np.inf, -np.inf, np.nan, 0.49999999999999994])
    for name in ("floor", "ceil", "trunc", "rint"):
        got = Function(f"_Z{len(name)}{name}d", MACHINES[machine])(x)
        np.testing.assert_array_equal(got, getattr(np, name)(x))
        np.testing.assert_array_equal(np.signbit(got), np.signbit(getattr(np, name)(x)))
    y = rng.permutation(x)
    with np.errstate(invalid="ignore"):
        np.testing.assert_array_equal(Function("_Z4fmoddd", MACHINES[machine])(x, y), np.fmod(x, y))
