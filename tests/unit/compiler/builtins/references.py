"""What the functions of floats are, computed in double precision, and the largest error that OpenCL 1.2 allows them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


class Reference(NamedTuple):
    """A function of one or two floats, or of a float and an integer.

    value: in double precision. bound: in units in the last place; 0 where the result is exact or the nearest. kinds: a
    letter per parameter, f or i.
    """

    value: Callable[..., Array]
    bound: float
    kinds: str = "f"


def _each(function: Callable[..., float]) -> Callable[..., Array]:
    def one(*x: float) -> float:
        try:
            return function(*map(float, x))
        except (ValueError, OverflowError):
            return math.nan

    return np.vectorize(one, otypes=[np.float64])


def _gamma(x: float) -> float:
    if x == 0:
        return math.copysign(math.inf, x)
    return math.inf if x > 170 else math.gamma(x)


def _half_turns(x: Array) -> tuple[Array, Array]:
    n = np.rint(2 * x)
    return (x - n / 2) * np.pi, np.fmod(n, 4) % 4


def _sinpi(x: Array) -> Array:
    r, n = _half_turns(x)
    value = np.choose(np.nan_to_num(n).astype(int), [np.sin(r), np.cos(r), -np.sin(r), -np.cos(r)])
    return np.where((r == 0) & (n % 2 == 0), np.copysign(0, x), value)


def _cospi(x: Array) -> Array:
    r, n = _half_turns(x)
    return np.choose(np.nan_to_num(n).astype(int), [np.cos(r), -np.sin(r), -np.cos(r), np.sin(r)]) + 0.0


def _tanpi(x: Array) -> Array:
    r, n = _half_turns(x)
    at_zero = np.copysign(0, np.where(n == 0, x, -x))
    at_zero = np.where(n % 2 == 0, at_zero, np.copysign(np.inf, 2 - n))
    return np.where(r == 0, at_zero, np.where(n % 2 == 0, np.tan(r), -1 / np.tan(r)))


def _round(x: Array) -> Array:
    away = np.abs(x - np.trunc(x)) >= 0.5
    return np.trunc(x) + np.where(away, np.copysign(1, x), np.copysign(0, x))


def _powr(x: Array, y: Array) -> Array:
    nan = (x < 0) | np.isnan(x) | np.isnan(y) | (((x == 0) | np.isinf(x)) & (y == 0)) | ((x == 1) & np.isinf(y))
    return np.where(nan, np.nan, np.power(np.abs(x), y))


def _rootn(x: Array, n: Array) -> Array:
    root = np.power(np.abs(x), 1 / n)
    odd = np.abs(n) % 2 == 1
    root = np.where(np.signbit(x) & odd, -root, root)
    return np.where((n == 0) | ((x < 0) & ~odd), np.nan, root)


def _larger(x: Array, y: Array) -> Array:
    a, b = np.abs(x), np.abs(y)
    return np.where(a > b, x, np.where(b > a, y, np.fmax(x, y)))


def _smaller(x: Array, y: Array) -> Array:
    a, b = np.abs(x), np.abs(y)
    return np.where(a < b, x, np.where(b < a, y, np.fmin(x, y)))


FUNCTIONS = {
    **{name: Reference(function, 0) for name, function in {
        "fabs": np.abs, "floor": np.floor, "ceil": np.ceil, "trunc": np.trunc, "rint": np.rint, "round": _round,
    }.items()},
    **{name: Reference(function, 0, "ff") for name, function in {
        "fmod": np.fmod, "remainder": _each(math.remainder), "fmin": np.fmin, "fmax": np.fmax, "maxmag": _larger,
        "minmag": _smaller, "copysign": np.copysign, "fdim": lambda x, y: np.where(x <= y, 0, x - y),
    }.items()},
    "ldexp": Reference(lambda x, n: np.ldexp(x, np.clip(n, -900, 900).astype(np.int32)), 0, "fi"),
    "sqrt": Reference(np.sqrt, 3), "rsqrt": Reference(lambda x: 1 / np.sqrt(x), 2), "cbrt": Reference(np.cbrt, 2),
    "exp": Reference(np.exp, 3), "exp2": Reference(np.exp2, 3), "exp10": Reference(lambda x: 10.0**x, 3),
    "expm1": Reference(np.expm1, 3), "log": Reference(np.log, 3), "log2": Reference(np.log2, 3),
    "log10": Reference(np.log10, 3), "log1p": Reference(np.log1p, 2),
    "sin": Reference(np.sin, 4), "cos": Reference(np.cos, 4), "tan": Reference(np.tan, 5),
    "sinpi": Reference(_sinpi, 4), "cospi": Reference(_cospi, 4), "tanpi": Reference(_tanpi, 6),
    "asin": Reference(np.arcsin, 4), "acos": Reference(np.arccos, 4), "atan": Reference(np.arctan, 5),
    "asinpi": Reference(lambda x: np.arcsin(x) / np.pi, 5), "acospi": Reference(lambda x: np.arccos(x) / np.pi, 5),
    "atanpi": Reference(lambda x: np.arctan(x) / np.pi, 5),
    "sinh": Reference(np.sinh, 4), "cosh": Reference(np.cosh, 4), "tanh": Reference(np.tanh, 5),
    "asinh": Reference(np.arcsinh, 4), "acosh": Reference(np.arccosh, 4), "atanh": Reference(np.arctanh, 5),
    "erf": Reference(_each(math.erf), 16), "erfc": Reference(_each(math.erfc), 16),
    "tgamma": Reference(_each(_gamma), 16),
    "atan2": Reference(np.arctan2, 6, "ff"), "atan2pi": Reference(lambda y, x: np.arctan2(y, x) / np.pi, 6, "ff"),
    "hypot": Reference(np.hypot, 4, "ff"), "pow": Reference(np.power, 16, "ff"), "powr": Reference(_powr, 16, "ff"),
    "pown": Reference(np.power, 16, "fi"), "rootn": Reference(_rootn, 16, "fi"),
    "half_divide": Reference(lambda x, y: x / y, 2.5, "ff"),  # the compiler's division of floats
}  # fmt: skip

#: Numbers at which functions end, change or are special.
SPECIAL = np.array([
    0, -0.0, np.inf, -np.inf, np.nan, 1, -1, 2, -2, 0.5, -0.5, 3, -3, 1.5, 1e-45, -1e-45, 1e-38, 1e38, -1e38,
    3.4028235e38, 1.1754944e-38, 1.0000001, 0.99999994, 1e10, 16777217, 16777215, -16777215, 4, 0.25, -0.75, 8388609,
    2**31, -(2**31), 88.72283, -103.97, 127.99999, -149.5, 38.5, 0.70710677, 1.4142135, 0.41421354, 35.04, -41.5,
    12000, 89.5, 1e-30,
], np.float32)  # fmt: skip


def inputs(kinds: str, number: int, seed: int) -> list[NDArray[np.float32] | NDArray[np.int32]]:
    """About `number` arguments: special ones, all bit patterns, and such as are in the functions' ranges."""
    rng = np.random.default_rng(seed)
    part = number // 4
    some = [
        rng.integers(0, 2**32, part, dtype=np.uint32).view(np.float32),
        rng.uniform(-3, 3, part).astype(np.float32),
        (rng.choice([-1, 1], part) * np.exp(rng.uniform(-12, 6, part))).astype(np.float32),
        rng.integers(-40, 40, part).astype(np.float32),
    ]
    if kinds == "f":
        return [np.concatenate([SPECIAL, *some])]
    first, second = (grid.ravel() for grid in np.meshgrid(SPECIAL, SPECIAL))
    x = np.concatenate([first, *some])
    if kinds == "fi":
        n = rng.integers(-40, 40, len(x))
        n[: len(first)] = rng.choice(
            [0, 1, -1, 2, -2, 3, 31, -32, 149, -150, 2**31 - 1, -(2**31), 2**24 + 1], len(first)
        )
        return [x, n.astype(np.int32)]
    others = [rng.permutation(values) for values in some]
    near_1 = rng.uniform(0.9, 1.1, part).astype(np.float32), rng.uniform(-800, 800, part).astype(np.float32)
    return [np.concatenate([x, near_1[0]]), np.concatenate([second, *others, near_1[1]])]


def errors(got: NDArray[np.float32], true: Array) -> Array:
    """How far each result is from the true value, in units in the last place; 0 of the nearest float, inf if no number.

    A unit is the distance of the two floats on both sides of the true value; that of subnormal numbers, and 2^104 above
    the largest number.
    """
    with np.errstate(all="ignore"):
        nearest = true.astype(np.float32)
        _, exponent = np.frexp(true)
        unit = np.exp2(np.clip(exponent - 24.0, -149, 104))
        value = np.where(np.isinf(got), np.copysign(2.0**128, got), got.astype(np.float64))
        error = np.abs(value - np.where(np.isinf(true), np.copysign(2.0**128, true), true)) / unit
        right = (np.isnan(got) & np.isnan(true)) | (got == nearest)
        rounding = np.where(np.isfinite(true) & np.isfinite(got), np.abs(got.astype(np.float64) - true) / unit, 0)
        return np.where(right, rounding, np.where(np.isnan(error), np.inf, error))


def wrong_signs(got: NDArray[np.float32], true: Array) -> NDArray[np.bool_]:
    """Which results are a zero of the wrong sign."""
    return (got == 0) & (true == 0) & (np.signbit(got) != np.signbit(true))
