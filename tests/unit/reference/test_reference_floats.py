"""The specification's rounding, its fused multiply-add and its transcendental functions, by other ways to each."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import numpy as np
import pytest

from tests.generators.words import DOUBLES, INTERESTING, INTERESTING_TO_EXTRAS
from tests.reference import floats, values

SINGLES = INTERESTING + INTERESTING_TO_EXTRAS
LARGEST = (1 << 24) - 1, 104  # of the finite singles: a multiple of a power of two


def random_bits(rng: random.Random, is_double: bool = False) -> int:
    """Any bits, or numbers of like exponents, or subnormals, or interesting ones."""
    fraction, bits = (52, 64) if is_double else (23, 32)
    sign = rng.getrandbits(1) << bits - 1
    kind = rng.randrange(4)
    if kind == 0:
        return rng.getrandbits(bits)
    if kind == 1:
        middle = (1 << bits - fraction - 2) - 1
        return sign | rng.randint(middle - 7, middle + 7) << fraction | rng.getrandbits(fraction)
    if kind == 2:
        return sign | rng.getrandbits(fraction + 1)
    return rng.choice(DOUBLES if is_double else SINGLES)


def test_exact_numbers_round_as_numpy_converts() -> None:
    rng = random.Random(1)
    doubles = [values.to_double(random_bits(rng, is_double=True)) for _ in range(2000)]
    doubles += [values.to_float(random_bits(rng)) * rng.choice([1, 1 + 2.0**-24, 1 + 2.0**-25]) for _ in range(2000)]
    finite = [value for value in doubles if math.isfinite(value) and value]
    with np.errstate(over="ignore"):
        converted = np.array(finite).astype(np.float32).view(np.uint32).tolist()
    assert [floats.nearest_single(Fraction(value)) for value in finite] == converted
    for value in finite:
        third = Fraction(value) / 3
        assert floats.nearest_double(third) == values.from_double(float(third))
    assert floats.nearest_double(Fraction(2) ** 1024 - Fraction(2) ** 970) == 0x7FF0_0000_0000_0000
    assert floats.nearest_double(1 - Fraction(2) ** 1024 + Fraction(2) ** 970) == 0xFFEF_FFFF_FFFF_FFFF
    assert floats.nearest_single(-Fraction(1, 1 << 150)) == 0x8000_0000


@pytest.mark.parametrize("name", ["fma.f32", "fma.f64"])
def test_a_fused_multiply_add_is_the_nearest_number(name: str) -> None:
    """No neighbour is nearer, and of two that are equally near it is the even one."""
    is_double = name == "fma.f64"
    value = values.to_double if is_double else values.to_float
    sign = 1 << (63 if is_double else 31)
    rng = random.Random(name)
    infinite = 0
    for _ in range(4000):
        operands = [random_bits(rng, is_double) for _ in "abc"]
        if rng.random() < 0.3:  # nearly nothing is left, but for what one rounding keeps
            a, b, _ = map(value, operands)
            with np.errstate(all="ignore"):
                operands[2] = (values.multiply_double if is_double else values.multiply_float)(*operands[:2]) ^ sign
        a, b, c = map(value, operands)
        if not all(map(math.isfinite, (a, b, c))):
            continue
        exact = Fraction(a) * Fraction(b) + Fraction(c)
        found = values.OPERATIONS[name](*operands)
        if exact == 0:
            assert found & ~sign == 0, (a, b, c)
            continue
        assert bool(found & sign) == (exact < 0)
        found &= ~sign
        last = 0x7FEF_FFFF_FFFF_FFFF if is_double else 0x7F7F_FFFF
        if found > last:
            infinite += 1
            half = (Fraction(value(last)) - Fraction(value(last - 1))) / 2
            assert found == last + 1
            assert abs(exact) >= Fraction(value(last)) + half
            continue
        error = abs(Fraction(value(found)) - abs(exact))
        for neighbour in (found - 1, found + 1):
            if 0 <= neighbour <= last:
                other = abs(Fraction(value(neighbour)) - abs(exact))
                assert error < other or (error == other and found % 2 == 0), (a, b, c)
    assert infinite > 10


def test_zeros_and_infinities_of_a_fused_multiply_add() -> None:
    """As the twice-rounded one where nothing is rounded."""
    special = [0, 0x8000_0000, 0x3F80_0000, 0xBF80_0000, 0x7F80_0000, 0xFF80_0000, 0x7FC0_0000]
    for a in special:
        for b in special:
            for c in special:
                assert values.fused_multiply_add_float(a, b, c) == values.multiply_add_float(a, b, c)
                wide = [values.double_from_float(bits) for bits in (a, b, c)]
                assert values.fused_multiply_add_double(*wide) == values.multiply_add_double(*wide)


FUNCTIONS = {"sin.f32": np.sin, "cos.f32": np.cos, "log2.f32": np.log2, "exp2.f32": np.exp2}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_transcendental_functions_are_the_nearest_singles(name: str) -> None:
    """To a thousandth of the last place, which is more than the double of a library is off."""
    rng = random.Random(name)
    given = [word for word in (random_bits(rng) for _ in range(2000)) if not abs(values.to_float(word)) > 1 << 24]
    with np.errstate(all="ignore"):
        expected = FUNCTIONS[name](np.array(given, np.uint32).view(np.float32).astype(np.float64))
        singles = expected.astype(np.float32)
    for word, value, single in zip(given, expected.tolist(), singles, strict=True):
        found = np.uint32(values.OPERATIONS[name](word)).view(np.float32)
        if not np.isfinite(single) or single == 0:
            assert np.array_equal(found, single, equal_nan=True), hex(word)
            assert np.isnan(single) or np.signbit(found) == np.signbit(single), hex(word)
        else:
            assert abs(float(found) - value) <= 0.501 * float(np.spacing(abs(single))), hex(word)


def test_angles_of_every_size() -> None:
    """The sine and the cosine of 1 to 2^127 by doubling the angle, in fractions of 2^-800 from the series of 1/2."""
    one = 1 << 800
    terms = [Fraction(1, 2**n * math.factorial(n)) for n in range(120)]
    cosine, sine = (
        math.floor(one * sum((-1) ** k * term for k, term in enumerate(terms[first::2]))) for first in (0, 1)
    )
    for exponent in range(128):
        sine, cosine = 2 * sine * cosine // one, one - 2 * sine * sine // one
        angle = values.from_float(2.0**exponent)
        assert values.OPERATIONS["sin.f32"](angle) == floats.nearest_single(Fraction(sine, one)), exponent
        assert values.OPERATIONS["cos.f32"](angle) == floats.nearest_single(Fraction(cosine, one)), exponent
        assert values.OPERATIONS["sin.f32"](angle ^ 0x8000_0000) == floats.nearest_single(-Fraction(sine, one))


def test_the_powers_of_a_logarithm() -> None:
    """2 to the logarithm of every power of two is that power, where it is a single."""
    for exponent in range(-149, 128):
        power = values.from_float(2.0**exponent)
        assert values.OPERATIONS["log2.f32"](power) == values.from_float(float(exponent))
        assert values.OPERATIONS["exp2.f32"](values.from_float(float(exponent))) == power


def test_quotient_and_remainder_make_the_dividend() -> None:
    rng = random.Random(2)
    for _ in range(4000):
        a, b = (rng.choice([rng.getrandbits(rng.randint(1, 32)), *INTERESTING]) for _ in "ab")
        for kind in ("u32", "s32"):
            quotient, remainder = (values.OPERATIONS[f"{name}.{kind}"](a, b) for name in ("div", "rem"))
            assert (b * quotient + remainder) % (1 << 32) == a
            if b and kind == "u32":
                assert remainder < b
            elif b:
                assert abs(values.to_signed(remainder)) < abs(values.to_signed(b))
                assert values.to_signed(remainder) * values.to_signed(a) >= 0
