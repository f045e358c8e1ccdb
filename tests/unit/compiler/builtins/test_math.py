"""Functions of floats are as near to the true value as OpenCL asks, on machines with many instructions and few."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from tests.unit.compiler.builtins.host import EVERYTHING, NOTHING, Function
from tests.unit.compiler.builtins.references import FUNCTIONS, errors, inputs, wrong_signs

MACHINES = {"all": NOTHING, "without fma": frozenset({"fma.f32"}), "few": EVERYTHING}


@pytest.mark.parametrize("machine", ["all", pytest.param("without fma", marks=pytest.mark.nightly), "few"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_error_is_within_the_bound_of_opencl(name, machine):
    reference = FUNCTIONS[name]
    function = Function(f"_Z{len(name)}{name}{reference.kinds}", MACHINES[machine])
    arguments = inputs(reference.kinds, 4000, seed=len(name))
    got = function(*arguments)
    with np.errstate(all="ignore"):
        true = reference.value(*(a.astype(np.float64) for a in arguments))
    error = errors(got, true)
    worst = int(np.argmax(error))
    assert error[worst] <= max(reference.bound, 0.5), [a[worst] for a in arguments] + [got[worst], true[worst]]
    signs = np.flatnonzero(wrong_signs(got, true))
    if name not in ("fmin", "fmax", "maxmag", "minmag"):  # which zero they give is not said
        assert not len(signs), [a[signs[0]] for a in arguments]


@pytest.mark.nightly
@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("name", [name for name, reference in FUNCTIONS.items() if reference.kinds == "f"])
def test_error_is_within_the_bound_of_opencl_for_one_in_61_of_all_floats(name, machine):
    reference = FUNCTIONS[name]
    function = Function(f"_Z{len(name)}{name}f", MACHINES[machine])
    for first in range(0, 2**32, 2**28):
        x = np.arange(first, first + 2**28, 61, dtype=np.uint64).astype(np.uint32).view(np.float32)
        if name in ("erf", "erfc", "tgamma"):
            x = x[::101]
        with np.errstate(all="ignore"):
            true = reference.value(x.astype(np.float64))
        assert errors(function(x), true).max() <= max(reference.bound, 0.5)


@pytest.mark.parametrize("machine", MACHINES)
def test_fma_is_rounded_once(machine):
    rng = np.random.default_rng(1)
    bits = rng.integers(0, 2**32, (3, 3000), dtype=np.uint32).view(np.float32)
    near = np.exp2(rng.integers(-70, 60, (3, 3000))) * rng.uniform(1, 2, (3, 3000))
    a, b, c = np.concatenate([bits, near.astype(np.float32)], axis=1)
    with np.errstate(all="ignore"):
        c[::3] = -(a.astype(np.float64) * b)[::3].astype(np.float32)  # all but the last bits cancel
    got = Function("_Z3fmafff", MACHINES[machine])(a, b, c)
    for x, y, z, r in zip(a, b, c, got, strict=True):
        assert r == _nearest(x, y, z) or (np.isnan(r) and np.isnan(_nearest(x, y, z))), (x, y, z)


def _nearest(a: np.float32, b: np.float32, c: np.float32) -> float:
    if not np.isfinite([a, b, c]).all():
        with np.errstate(all="ignore"):
            return np.float32(np.float64(a) * np.float64(b) + np.float64(c))
    exact = Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))
    if not exact:
        return np.float32(a) * np.float32(b) + np.float32(c)
    size = abs(exact)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    exponent -= size < Fraction(2) ** exponent
    unit = Fraction(2) ** (max(exponent, -126) - 23)
    rounded = round(size / unit) * unit  # half to even
    value = float(rounded) if rounded < Fraction(2) ** 128 else np.inf
    return -value if exact < 0 else value


def test_what_is_stored_beside_the_result():
    x = np.array([2.75, -2.75, 0.0, -0.0, np.inf, -np.inf, 1e-40, 3e10], np.float32)
    part, whole = Function("_Z4modffPf")(x)
    expected = np.modf(x)
    np.testing.assert_array_equal(part, expected[0])
    np.testing.assert_array_equal(whole, expected[1])
    np.testing.assert_array_equal(np.signbit(part), np.signbit(x))
    part, whole = Function("_Z5fractfPU3AS1f")(np.append(x, np.float32(-1e-20)))
    assert part.tolist() == [0.75, 0.25, 0, 0, 0, 0, np.float32(1e-40), 0, np.float32(1) - np.float32(2**-24)]
    assert whole.tolist()[:4] == [2, -3, 0, 0]
    mantissa, exponent = Function("_Z5frexpfPU3AS3i")(x)
    np.testing.assert_array_equal(mantissa, np.frexp(x)[0])
    np.testing.assert_array_equal(exponent[np.isfinite(x)], np.frexp(x)[1][np.isfinite(x)])
    sine, cosine = Function("_Z6sincosfPf", EVERYTHING)(x[:4])
    np.testing.assert_allclose(sine, np.sin(x[:4]), rtol=3e-7)
    np.testing.assert_allclose(cosine, np.cos(x[:4]), rtol=3e-7)


def test_remquo_gives_the_low_bits_of_the_quotient_with_its_sign():
    rng = np.random.default_rng(2)
    x, y = (rng.choice([-1, 1], 3000) * np.exp(rng.uniform(-9, 9, 3000))).astype(np.float32).reshape(2, -1)
    rest, quotient = Function("_Z6remquoffPi")(x, y)
    exact = np.rint(x.astype(np.float64) / y)
    np.testing.assert_array_equal(quotient, np.sign(exact) * (np.abs(exact) % 128))
    np.testing.assert_array_equal(rest, FUNCTIONS["remainder"].value(x.astype(np.float64), y.astype(np.float64)))


def test_exponents_and_neighbours():
    x = np.array([1, 0.9, 1e-45, 1e-40, 3e38, 0, np.inf, -5], np.float32)
    assert Function("_Z5ilogbf")(x).tolist() == [0, -1, -149, -133, 127, -(2**31), 2**31 - 1, 2]
    np.testing.assert_array_equal(Function("_Z4logbf")(x), [0, -1, -149, -133, 127, -np.inf, np.inf, 2])
    y = np.array([2, 0, -1, 1, np.inf, -1, 0, -5], np.float32)
    np.testing.assert_array_equal(Function("_Z9nextafterff")(x, y), np.nextafter(x, y))


def test_the_logarithm_of_gamma_and_its_sign():
    x = np.concatenate([np.linspace(-6.3, 40, 2000), [1e-30, -1e-30, 1e10, 1e36]]).astype(np.float32)

    expected = np.array([math.lgamma(float(v)) for v in x])
    for machine in MACHINES.values():
        got, sign = Function("_Z8lgamma_rfPi", machine)(x)
        np.testing.assert_allclose(got, expected, rtol=2e-6, atol=2e-6)
        assert (sign == [1 if v > 0 else -1 if v > -1 or math.gamma(float(v)) < 0 else 1 for v in x]).all()
