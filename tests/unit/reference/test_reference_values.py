"""The lane semantics of the reference: every case of the table, and float arithmetic against numpy's."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from isa.table.table import INSTRUCTIONS
from isa.table.units import COMPUTE_UNITS
from tests.generators.words import INTERESTING
from tests.reference import values

CASES = [
    pytest.param(spec, case, id=f"{spec.name}-{number}")
    for spec in INSTRUCTIONS.values()
    if not spec.across  # test_reference_across.py has those
    for number, case in enumerate(spec.cases)
]


def bits(value: int | float, is_double: bool) -> int:
    """A number of the table: integers are bits, decimals are float32, or float64 for a double."""
    if isinstance(value, int):
        return value
    return int(np.float64(value).view(np.uint64)) if is_double else int(np.float32(value).view(np.uint32))


@pytest.mark.parametrize(("spec", "case"), CASES)
def test_table_case(spec: Any, case: Any) -> None:
    sources = tuple(bits(case[slot], f"r{slot}" in spec.doubles) for slot in spec.sources)
    carry = case.get("carry", 0)
    result, carry_out = values.compute(spec.name, sources, carry, spec.reads_carry, spec.writes_carry)
    assert result == bits(case["r"], "rd" in spec.doubles)
    assert carry_out == case.get("carry_out", carry)


def test_every_instruction_that_computes_has_a_function() -> None:
    assert set(values.OPERATIONS) == {
        spec.name
        for spec in INSTRUCTIONS.values()
        if spec.unit in COMPUTE_UNITS and spec.writes_register and not spec.across
    }


NUMPY = {
    "add.f32": lambda a, b: a + b,
    "sub.f32": lambda a, b: a - b,
    "mul.f32": lambda a, b: a * b,
}


def random_float_bits(rng: random.Random) -> int:
    """Any bits, or numbers of like exponents, or subnormals, or interesting ones."""
    kind = rng.randrange(4)
    if kind == 0:
        return rng.getrandbits(32)
    if kind == 1:
        return rng.getrandbits(1) << 31 | rng.randint(120, 134) << 23 | rng.getrandbits(23)
    if kind == 2:
        return rng.getrandbits(1) << 31 | rng.getrandbits(24)
    return rng.choice(INTERESTING)


@pytest.mark.parametrize("name", NUMPY)
def test_float_arithmetic_is_correctly_rounded(name: str) -> None:
    rng = random.Random(name)
    pairs = [(random_float_bits(rng), random_float_bits(rng)) for _ in range(20_000)]
    a = np.array([x for x, _ in pairs], np.uint32).view(np.float32)
    b = np.array([y for _, y in pairs], np.uint32).view(np.float32)
    with np.errstate(all="ignore"):
        expected = NUMPY[name](a, b)
    expected_bits = np.where(np.isnan(expected), np.uint32(values.NAN), expected.view(np.uint32))
    assert [values.OPERATIONS[name](x, y) for x, y in pairs] == [int(word) for word in expected_bits]


def test_multiply_add_rounds_twice() -> None:
    rng = random.Random(3)
    for _ in range(5_000):
        a, b, c = (random_float_bits(rng) for _ in range(3))
        with np.errstate(all="ignore"):
            x, y, z = np.array([a, b, c], np.uint32).view(np.float32)
            expected = np.float32(np.float32(x * y) + z)
        expected_bits = values.NAN if np.isnan(expected) else int(expected.view(np.uint32))
        assert values.OPERATIONS["mad.f32"](a, b, c) == expected_bits


def test_conversions_round_to_nearest_even() -> None:
    rng = random.Random(4)
    for _ in range(5_000):
        word = rng.getrandbits(rng.randint(1, 32))
        unsigned = int(np.float32(np.uint32(word)).view(np.uint32))
        signed = int(np.float32(np.uint32(word).view(np.int32)).view(np.uint32))
        assert values.OPERATIONS["cvt.f32.u32"](word) == unsigned
        assert values.OPERATIONS["cvt.f32.s32"](word) == signed


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("cvt.s32.f32", -0.5, 0),
        ("cvt.s32.f32", 2147483648.0, 0x7FFF_FFFF),
        ("cvt.s32.f32", -2147483648.0, 0x8000_0000),
        ("cvt.s32.f32", float("inf"), 0x7FFF_FFFF),
        ("cvt.u32.f32", -0.5, 0),
        ("cvt.u32.f32", 4294967040.0, 0xFFFF_FF00),
        ("cvt.u32.f32", float("inf"), 0xFFFF_FFFF),
        ("cvt.u32.f32", float("-inf"), 0),
    ],
)
def test_conversion_to_integers_saturates(name: str, value: float, expected: int) -> None:
    assert values.OPERATIONS[name](bits(value, is_double=False)) == expected


ROOTS = {
    "rcp.f32": lambda a: np.float32(1) / a,
    "sqrt.f32": np.sqrt,
    "rsqrt.f32": lambda a: (1 / np.sqrt(a.astype(np.float64))).astype(np.float32),
}


@pytest.mark.parametrize("name", ROOTS)
def test_reciprocals_and_roots(name: str) -> None:
    rng = random.Random(name)
    given = [random_float_bits(rng) for _ in range(20_000)]
    with np.errstate(all="ignore"):
        expected = ROOTS[name](np.array(given, np.uint32).view(np.float32))
    expected_bits = np.where(np.isnan(expected), np.uint32(values.NAN), expected.view(np.uint32))
    assert [values.OPERATIONS[name](word) for word in given] == [int(word) for word in expected_bits]


@pytest.mark.parametrize("name", ["rcp.f32", "sqrt.f32"])
def test_reciprocal_and_root_are_the_nearest_singles(name: str) -> None:
    """By exact arithmetic: the true value lies between the middles of the result and its two neighbours."""
    rng = random.Random(name)
    checked = 0
    while checked < 3000:
        word = random_float_bits(rng) & 0x7FFF_FFFF
        found = values.OPERATIONS[name](word)
        if not 0 < word < 0x7F80_0000 or not 0 < found < 0x7F7F_FFFF:
            continue
        x = Fraction(values.to_float(word))
        below, here, above = (Fraction(values.to_float(found + step)) for step in (-1, 0, 1))
        low, high = (below + here) / 2, (here + above) / 2
        assert low * x <= 1 <= high * x if name == "rcp.f32" else low * low <= x <= high * high
        checked += 1
