"""The polynomials of the builtins: `python -m benches.minimax` prints coefficients and largest errors.

Each is fitted to a function on an interval so that the largest error, weighted, is smallest (Lawson's iteration on
Chebyshev's points); then its coefficients are rounded from the lowest on, and what remains is fitted anew each time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mpmath as mp

Function = Callable[[Any], Any]


def fit(f: Function, weight: Function, low: Any, high: Any, count: int, bits: int) -> tuple[list[Any], Any]:
    """The coefficients, `count` of `bits` bits each, and the largest error where the weight is its unit."""
    number = 6 * count
    points = [(low + high) / 2 + (high - low) / 2 * mp.cos(mp.pi * (2 * i + 1) / (2 * number)) for i in range(number)]
    values, weights = [f(x) for x in points], [weight(x) for x in points]
    fixed: list[Any] = []
    for done in range(count):
        rest = [v - mp.polyval([*reversed(fixed)] or [0], x) for v, x in zip(values, points, strict=True)]
        shares = [mp.mpf(1)] * number
        for _ in range(8 if done else 25):
            rows = mp.matrix(number, count - done)
            right = mp.matrix(number, 1)
            for i, x in enumerate(points):
                scale = mp.sqrt(shares[i]) * weights[i]
                right[i] = scale * rest[i]
                for j in range(count - done):
                    rows[i, j] = scale * x ** (done + j)
            found = mp.lu_solve(rows.T * rows, rows.T * right)
            errors = [
                abs(w * (sum(found[j] * x ** (done + j) for j in range(count - done)) - r))
                for w, x, r in zip(weights, points, rest, strict=True)
            ]
            total = sum(s * e for s, e in zip(shares, errors, strict=True))
            shares = [s * e / total * number + mp.mpf(10) ** -30 for s, e in zip(shares, errors, strict=True)]
        mantissa, exponent = mp.frexp(found[0])
        fixed.append(mp.ldexp(mp.nint(mp.ldexp(mantissa, bits)), exponent - bits))
    return fixed, max(
        abs(w * (mp.polyval(list(reversed(fixed)), x) - v)) for w, x, v in zip(weights, points, values, strict=True)
    )


def _after(series: Function, first: int, step: int = 1, terms: int = 60) -> Function:
    """A function's Taylor series from the term `first` on, over x^first; every `step`-th term, in x^step."""
    parts = mp.taylor(series, 0, first + step * terms)[first::step]
    return lambda x: mp.polyval(list(reversed(parts)), x)


def _of_odd(f: Function) -> Function:
    """The tail of f(r) = r + r z tail(z), z = r^2."""
    return lambda z: (f(mp.sqrt(z)) / mp.sqrt(z) - 1) / z


def _log_tail(f: Any) -> Any:
    """(log(1 + f) - f + f^2 / 2) / f^3: what `log_less` of float.h has in it."""
    series = [mp.mpf((-1) ** i) / (i + 3) for i in range(30)]
    return (mp.log1p(f) - f + f * f / 2) / f**3 if abs(f) > 0.02 else mp.polyval(series[::-1], f)


def _erf_near(z: Any) -> Any:
    return mp.erf(mp.sqrt(z)) / mp.sqrt(z) if z else 2 / mp.sqrt(mp.pi)


def _mapped(x: Any) -> Any:
    return (mp.mpf(x) - 4) / (mp.mpf(x) + 4)


def _erfc_fitted(t: Any) -> Any:
    x = 4 * (1 + t) / (1 - t)
    return mp.erfc(x) * mp.exp(x * x) * (1 + 2 * x)


def _log_gamma_near_2(u: Any) -> Any:
    return mp.loggamma(2 + u) / u if u else mp.psi(0, 2)


def _stirling_tail(z: Any) -> Any:
    x = 1 / mp.sqrt(z)
    return 12 * x * (mp.loggamma(x) - ((x - mp.mpf("0.5")) * mp.log(x) - x + mp.log(2 * mp.pi) / 2))


def main() -> None:
    mp.mp.prec = 200
    small, ln2, eighth = mp.mpf("1e-9"), mp.log(2) / 2 * 1.01, (mp.pi / 4) ** 2 * 1.02
    tail = (mp.sqrt(2) - 1) ** 2 / (mp.sqrt(2) + 1) ** 2 * 1.02
    tan8 = mp.tan(mp.pi / 8) ** 2 * 1.01
    atanh = [mp.mpf(2) / (2 * i + 5) for i in range(40)]

    def of_root(f: Function) -> Function:  # the weight z r / f(r), of r = sqrt(z)
        return lambda z: z * mp.sqrt(z) / f(mp.sqrt(z))

    half = mp.mpf("0.5")
    for bits, far, sizes in (
        (24, 11, (5, 3, 3, 3, 5, 4, 7, 10, 10, 9)),
        (53, 27.5, (10, 8, 7, 7, 13, 12, 12, 21, 22, 18)),
    ):
        fits = (
            ("exp_tail", _after(mp.exp, 2), lambda x: x * x / mp.exp(x), -ln2, ln2),
            ("log_tail", lambda z: mp.polyval(list(reversed(atanh)), z), lambda z: z * z / 2, mp.mpf(0), tail),
            ("sin_tail", _after(mp.sin, 3, 2), of_root(mp.sin), small, eighth),
            ("cos_tail", _after(mp.cos, 4, 2), lambda z: z * z, mp.mpf(0), eighth),
            ("asin_tail", _of_odd(mp.asin), of_root(mp.asin), small * 1000, mp.mpf("0.251")),
            ("atan_tail", _of_odd(mp.atan), of_root(mp.atan), small * 1000, tan8),
            ("erf_near", _erf_near, lambda z: 1 / _erf_near(z), mp.mpf(0), mp.mpf(1)),
            ("erfc_fitted", _erfc_fitted, lambda t: 1 / _erfc_fitted(t), mp.mpf("-3.1") / mp.mpf("4.9"), _mapped(far)),
            ("gamma_to_2", lambda t: mp.gamma(t + 3 * half), lambda t: 1 / mp.gamma(t + 3 * half), -half, half),
            ("log_gamma_near_2", _log_gamma_near_2, lambda u: 1 / _log_gamma_near_2(u), -half, half),
        )  # fmt: skip
        for (name, f, weight, low, high), count in zip(fits, sizes, strict=True):
            found, error = fit(f, weight, low, high, count, bits)
            print(f"{name} of {bits} bits: 2^{float(mp.log(error, 2)):.1f}")
            print("   ", ", ".join(mp.nstr(c, 9 if bits == 24 else 17) for c in found), flush=True)
    found, error = fit(_stirling_tail, lambda z: mp.sqrt(z) / 12, mp.mpf(10) ** -12, mp.mpf(1) / 64, 7, 53)
    print(f"stirling_tail of 53 bits: 2^{float(mp.log(error, 2)):.1f}\n   ", ", ".join(mp.nstr(c, 17) for c in found))
    found, error = fit(_log_tail, lambda x: abs(x**3 / mp.log1p(x)), mp.sqrt(0.5) - 1, mp.sqrt(2) - 1, 8, 24)
    print(f"log_less of 24 bits: 2^{float(mp.log(error, 2)):.1f}\n   ", ", ".join(mp.nstr(c, 9) for c in found))


if __name__ == "__main__":
    main()
