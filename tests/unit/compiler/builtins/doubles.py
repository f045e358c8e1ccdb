"""What the functions of doubles are, by mpmath, and the largest error that OpenCL 1.2 allows them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import mpmath
import numpy as np
from numpy.typing import NDArray


def _root(x: Any, n: int) -> Any:
    sign = -1 if x < 0 and n % 2 else 1
    return sign * mpmath.power(sign * x, mpmath.mpf(1) / n)


def _tanpi(x: Any) -> Any:
    return mpmath.sinpi(x) / mpmath.cospi(x) if mpmath.cospi(x) else mpmath.sinpi(x) * mpmath.inf


def _erfc(x: Any) -> Any:
    return mpmath.mpf(0 if x > 0 else 2) if abs(x) > 100 else mpmath.erfc(x)


def _gamma(x: Any) -> Any:
    if x < -200 and x != mpmath.floor(x):  # smaller than any double, with the sign that it has
        return mpmath.ldexp(1 if mpmath.floor(x) % 2 == 0 else -1, -1200)
    return mpmath.inf if x > 200 else mpmath.gamma(x)


#: Name: the function, the bound in units in the last place, and the kinds of parameters, d or i.
FUNCTIONS: dict[str, tuple[Callable[..., Any], float, str]] = {
    "sqrt": (mpmath.sqrt, 0.5, "d"), "rsqrt": (lambda x: 1 / mpmath.sqrt(x), 2, "d"),
    "cbrt": (lambda x: mpmath.sign(x) * mpmath.cbrt(abs(x)), 2, "d"),
    "exp": (mpmath.exp, 3, "d"), "exp2": (lambda x: mpmath.mpf(2) ** x, 3, "d"),
    "exp10": (lambda x: mpmath.mpf(10) ** x, 3, "d"), "expm1": (mpmath.expm1, 3, "d"), "log": (mpmath.log, 3, "d"),
    "log2": (lambda x: mpmath.log(x, 2), 3, "d"), "log10": (mpmath.log10, 3, "d"), "log1p": (mpmath.log1p, 2, "d"),
    "sin": (mpmath.sin, 4, "d"), "cos": (mpmath.cos, 4, "d"), "tan": (mpmath.tan, 5, "d"),
    "sinpi": (mpmath.sinpi, 4, "d"), "cospi": (mpmath.cospi, 4, "d"),
    "tanpi": (_tanpi, 6, "d"),
    "asin": (mpmath.asin, 4, "d"), "acos": (mpmath.acos, 4, "d"), "atan": (mpmath.atan, 5, "d"),
    "asinpi": (lambda x: mpmath.asin(x) / mpmath.pi, 5, "d"), "acospi": (lambda x: mpmath.acos(x) / mpmath.pi, 5, "d"),
    "atanpi": (lambda x: mpmath.atan(x) / mpmath.pi, 5, "d"),
    "sinh": (mpmath.sinh, 4, "d"), "cosh": (mpmath.cosh, 4, "d"), "tanh": (mpmath.tanh, 5, "d"),
    "asinh": (mpmath.asinh, 4, "d"), "acosh": (mpmath.acosh, 4, "d"), "atanh": (mpmath.atanh, 5, "d"),
    "erf": (mpmath.erf, 16, "d"), "erfc": (_erfc, 16, "d"), "tgamma": (_gamma, 16, "d"),
    "atan2": (mpmath.atan2, 6, "dd"), "atan2pi": (lambda y, x: mpmath.atan2(y, x) / mpmath.pi, 6, "dd"),
    "hypot": (mpmath.hypot, 4, "dd"), "pow": (mpmath.power, 16, "dd"),
    "powr": (lambda x, y: mpmath.power(x, y) if x >= 0 else mpmath.nan, 16, "dd"),
    "pown": (mpmath.power, 16, "di"), "rootn": (lambda x, n: _root(x, int(n)), 16, "di"),
}  # fmt: skip


def inputs(kinds: str, number: int, seed: int) -> list[NDArray[Any]]:
    """Arguments from the ranges in which functions have values."""
    rng = np.random.default_rng(seed)
    x = np.concatenate([
        rng.uniform(-1, 1, number), rng.uniform(-30, 30, number), rng.uniform(-750, 750, number // 2),
        rng.choice([-1, 1], number) * np.exp(rng.uniform(-30, 30, number)),
        rng.integers(0, 2**63, number // 2).view(np.float64), rng.uniform(0.99, 1.01, number // 2),
        np.pi / 2 * rng.integers(1, 10**7, number // 2),
        [5e-324, 1e-310, 1.7e308, 0.5, 0.75, 1.5, 2.0**600, 6381956970095103 * 2.0**797],  # the last: almost pi / 2 odd
    ])  # fmt: skip
    if kinds == "d":
        return [x]
    if kinds == "di":
        return [x, rng.choice([-1, 1], len(x)).astype(np.int32) * rng.integers(1, 40, len(x), dtype=np.int32)]
    return [x, np.concatenate([rng.permutation(x[:-8]), x[-8:]])]


def error(got: float, true: Any) -> float:
    """How far a result is from the true value, in units in the last place."""
    if not isinstance(true, mpmath.mpf) or mpmath.isnan(true):
        return 0.0 if math.isnan(got) else math.inf
    if mpmath.isinf(true) or abs(true) >= mpmath.mpf(2) ** 1024:
        return 0.0 if got == mpmath.sign(true) * math.inf else math.inf
    if not math.isfinite(got):
        return 0.5 if abs(true) > mpmath.mpf(2) ** 1024 - mpmath.mpf(2) ** 970 else math.inf
    exponent = mpmath.frexp(true)[1] if true else -1074
    return float(abs(mpmath.mpf(got) - true) / mpmath.mpf(2) ** max(exponent - 53, -1074))


def errors(name: str, got: NDArray[np.float64], arguments: list[NDArray[Any]]) -> NDArray[np.float64]:
    """The error of each result of a function."""
    function = FUNCTIONS[name][0]
    found = []
    with mpmath.workprec(200):
        for result, *values in zip(got.tolist(), *(a.tolist() for a in arguments), strict=True):
            if any(isinstance(v, float) and abs(v) > 1e300 for v in values) and name in ("sin", "cos", "tan"):
                mpmath.mp.prec = 1300
            try:
                true = function(*(mpmath.mpf(v) for v in values))
            except (ValueError, ZeroDivisionError):
                true = mpmath.nan
            found.append(error(result, true))
            mpmath.mp.prec = 200
    return np.array(found)
