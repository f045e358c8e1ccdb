"""The scalar types of kernels in Python compute as OpenCL C does; numpy is the oracle."""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simt.lang import f32, f64, fma, s8, s16, s32, s64, u8, u16, u32, u64
from simt.lang.types import SCALARS, Scalar

INTEGERS = [kind for kind in SCALARS.values() if not kind.is_float]
NUMPY: dict[Any, Any] = {
    s8: np.int8, u8: np.uint8, s16: np.int16, u16: np.uint16, s32: np.int32, u32: np.uint32, s64: np.int64,
    u64: np.uint64, f32: np.float32, f64: np.float64,
}  # fmt: skip
# Parts of words become s32; else the wider wins; of one bit width a type without a sign, if neither has one.
WIDEST = [s32, u32, s64, u64, f32, f64]
SIGNED = {u32: s32, u64: s64}


def expected_kind(left: type[Scalar], right: type[Scalar]) -> Any:
    kind = WIDEST[max(WIDEST.index(kind) if kind in WIDEST else 0 for kind in (left, right))]
    return SIGNED.get(kind, kind) if left.is_signed or right.is_signed else kind


@given(st.sampled_from(INTEGERS), st.sampled_from(INTEGERS), st.integers(), st.integers(), st.sampled_from("+-*&|^"))
def test_integers_wrap(left: Any, right: Any, a: int, b: int, symbol: str) -> None:
    compute = {"+": "add", "-": "sub", "*": "mul", "&": "and_", "|": "or_", "^": "xor"}[symbol]
    kind = expected_kind(left, right)
    one, other = left(a), right(b)
    made = getattr(operator, compute)(one, other)
    exact = getattr(operator, compute)(int(one), int(other))
    assert type(made) is kind
    assert int(made) == int(np.array(exact % (1 << kind.bits), object).astype(f"u{kind.bits // 8}").astype(NUMPY[kind]))


@given(st.sampled_from(INTEGERS), st.integers())
def test_numbers_of_python_take_the_type_beside_them(kind: Any, a: int) -> None:
    wide = expected_kind(kind, kind)
    assert type(kind(a) + 1) is type(1 + kind(a)) is wide
    assert type(kind(a) + 0.5) is type(0.5 + kind(a)) is f32
    assert type(kind(a) / 2) is f32
    if not wide.is_signed:
        with pytest.raises(OverflowError):
            kind(a) + -1


@given(st.floats(width=32), st.floats(width=32), st.sampled_from(["add", "sub", "mul", "truediv"]))
def test_singles_are_rounded_after_every_operation(a: float, b: float, name: str) -> None:
    made = getattr(operator, name)(f32(a), f32(b))
    with np.errstate(all="ignore"):
        nearest = getattr(np, {"truediv": "divide", "sub": "subtract", "mul": "multiply"}.get(name, name))(
            np.float32(a), np.float32(b)
        )
    assert type(made) is f32
    assert np.float32(made) == nearest or (math.isnan(made) and np.isnan(nearest))


@given(st.sampled_from(INTEGERS), st.floats())
def test_floats_are_truncated_and_saturate(kind: Any, a: float) -> None:
    low, high = (-(1 << kind.bits - 1), (1 << kind.bits - 1) - 1) if kind.is_signed else (0, (1 << kind.bits) - 1)
    assert int(kind(a)) == (
        0 if math.isnan(a) else max(low, min(high, math.trunc(a) if math.isfinite(a) else low if a < 0 else high))
    )


def test_division_and_remainder_round_down() -> None:
    assert [s32(7) // -2, s32(-7) // 2, s32(-7) % 2, s32(7) % -2] == [-4, -4, 1, -1]
    assert type(u8(7) // u8(2)) is s32


def test_shifts_beyond_the_bits_leave_the_sign() -> None:
    assert [s32(1) << 33, s32(-8) >> 1, s32(-8) >> 40, u32(0x80000000) >> 31, 1 << u32(5)] == [0, -4, -1, 1, 32]
    with pytest.raises(ValueError, match="negative shift count"):
        s32(1) << s32(-1)


def test_signs_that_meet() -> None:
    """The result has a sign, and is that of mathematics where it fits."""
    assert [u32(0) - s32(1), u32(7) // s32(-2), s32(-7) % u32(4), u32(2**32 - 1) // u32(2)] == [-1, -4, 1, 2**31 - 1]
    assert [type(u32(1) + other(1)) for other in (s32, u8, s8, s64, u64)] == [s32, u32, s32, s64, u64]
    assert s32(-1) < u32(0) < u64(2**64 - 1)
    assert s64(-1) != u64(2**64 - 1)


@given(st.integers(-(2**63), 2**64 - 1))
def test_integers_become_the_nearest_single(a: int) -> None:
    nearest = np.float32(np.int64(a)) if a < 2**63 else np.float32(np.uint64(a))
    assert np.float32(f32(a)) == nearest


@given(*[st.floats(-1e3, 1e3, width=32)] * 3)
def test_fma_rounds_once(a: float, b: float, c: float) -> None:
    from fractions import Fraction

    made = fma(f32(a), f32(b), f32(c))
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    error = abs(Fraction(float(made)) - exact)
    steps = [np.nextafter(np.float32(made), np.float32(end)) for end in (-np.inf, np.inf)]
    assert all(error <= abs(Fraction(float(step)) - exact) for step in steps)
