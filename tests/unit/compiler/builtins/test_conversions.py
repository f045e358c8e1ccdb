"""Conversions by every mode, saturated or not, between all types; halves in memory."""

from __future__ import annotations

import struct
from fractions import Fraction

import numpy as np
import pytest

from simt.compiler.builtins.mangling import CODES
from tests.unit.compiler.builtins.host import Function
from tests.unit.compiler.builtins.test_integers import TYPES, _clamped, _values

NAMES = {code: name for name, code in CODES.items()}
FLOATS = {"f": (24, -149, 128, "f4"), "d": (53, -1074, 1024, "f8"), "Dh": (11, -24, 16, "f2")}
MODES = ["", "_rte", "_rtz", "_rtp", "_rtn"]


def _whole(value: Fraction, mode: str) -> int:
    """A number as an integer, rounded by the mode."""
    down = value.numerator // value.denominator
    if mode == "_rte":
        return round(value)
    up = down + (value != down)
    return {"_rtp": up, "_rtn": down, "_rtz": down if value > 0 else up}[mode]


def _as_float(value: Fraction, code: str, mode: str) -> float:
    """A number as a float of the type, rounded by the mode."""
    digits, least, largest, _ = FLOATS[code]
    if not value:
        return 0.0
    size = abs(value)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    exponent -= size < Fraction(2) ** exponent
    unit = Fraction(2) ** max(exponent - digits + 1, least)
    rounded = _whole(value / unit, mode) * unit
    if abs(rounded) < Fraction(2) ** largest:
        return float(rounded)
    inward = mode == "_rtz" or (mode == "_rtp" and value < 0) or (mode == "_rtn" and value > 0)
    end = float(Fraction(2) ** largest - Fraction(2) ** (largest - digits)) if inward else np.inf
    return end if value > 0 else -end


def _floats(code: str, number: int) -> np.ndarray:
    rng = np.random.default_rng(7)
    item = FLOATS[code][3]
    near = np.array(
        [0, 0.5, 1, 1.5, 2, 2.5, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 2**31, 2**32, 2**63, 2**64]
    )
    near = np.concatenate([near + d for d in (0, 0.25, -0.25, 0.5, -0.5, 1)])
    wide = np.exp2(rng.uniform(-160 if code == "d" else -140, 140 if code == "d" else 127, number))
    x = np.concatenate([near, rng.uniform(0, 300, number), rng.uniform(0, 7e4, number), wide]).astype(item)
    return np.concatenate([x, -x, np.array([np.inf, -np.inf, np.nan], item)])


SOURCES = {**{code: lambda code=code: _values(code, 60, 1) for code in TYPES},
           **{code: lambda code=code: _floats(code, 60) for code in "fd"}}  # fmt: skip


_OTHERS = [pytest.param(code, marks=pytest.mark.nightly) for code in "cstjlmd"]


@pytest.mark.parametrize("target", ["h", "i", "f", *_OTHERS])
def test_every_conversion(target):
    for source, values in SOURCES.items():
        x = values()
        for mode in MODES:
            for saturated in ("", "_sat") if target in TYPES else ("",):
                name = f"convert_{NAMES[target]}{saturated}{mode}"
                got = Function(f"_Z{len(name)}{name}{source}")(x)
                got = got.view(f"u{got.itemsize}") if target in "htjm" else got
                for value, result in zip(x.tolist(), got.tolist(), strict=True):
                    assert _right(value, result, source, target, mode, saturated), (name, source, value, result)


def _right(value: float, result: float, source: str, target: str, mode: str, saturated: str) -> bool:
    if not np.isfinite(value):
        if target in TYPES:
            ends = 0 if np.isnan(value) else int(np.sign(value)) * 2**70
            return not saturated or result == _clamped(ends, target)
        return result == value or bool(np.isnan(value) and np.isnan(result))
    exact = Fraction(value)
    if target in TYPES:
        whole = _whole(exact, mode or "_rtz")
        clamped = _clamped(whole, target)
        if saturated or whole == clamped:
            return result == clamped
        # Out of range without _sat: an integer wraps, of a float nothing is said.
        return source not in TYPES or (result - whole) % (1 << TYPES[target]) == 0
    return result == _as_float(exact, target, mode or "_rte")


def test_a_half_is_loaded():
    halves = np.arange(0, 65536, dtype=np.uint16)
    got = Function("__simt_half_to_f32")(halves)
    np.testing.assert_array_equal(got, halves.view(np.float16).astype(np.float32))


@pytest.mark.parametrize("bits", [32, 64])
def test_a_half_is_stored_by_every_mode(bits):
    rng = np.random.default_rng(3)
    code = "f" if bits == 32 else "d"
    exact = np.arange(0, 0x7C00, 37, dtype=np.uint16).view(np.float16).astype(np.float64)
    between = np.concatenate([exact + np.spacing(exact.astype(np.float16)) * f for f in (0, 0.5, 0.25, 0.500001, 1e-9)])
    x = np.concatenate(
        [between, np.exp2(rng.uniform(-40, 20, 500)), [0, 65519.9, 65520, 65536, 1e-30, 1e30, 1e300, 1e-300]]
    )
    with np.errstate(over="ignore"):
        x = np.concatenate([x, -x, [np.inf, -np.inf, np.nan]]).astype(FLOATS[code][3])
    for mode, name in enumerate(MODES[1:]):
        got = (
            Function(f"__simt_f{bits}_to_half")(x, np.full(len(x), mode, np.uint32)).view(np.float16).astype(np.float64)
        )
        for value, result in zip(x.tolist(), got.tolist(), strict=True):
            if np.isfinite(value):
                assert result == _as_float(Fraction(value), "Dh", name), (value, name, result)
                assert struct.pack("d", result)[7] >> 7 == struct.pack("d", value)[7] >> 7
            else:
                assert result == value or np.isnan(value) == np.isnan(result), (value, name)
