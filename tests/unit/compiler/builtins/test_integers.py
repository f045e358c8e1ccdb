"""Functions of integers; what stands in for instructions, and operations of 64 bits: against Python's integers."""

from __future__ import annotations

import numpy as np
import pytest

from tests.unit.compiler.builtins.host import EVERYTHING, NOTHING, Function

TYPES = {"c": 8, "h": 8, "s": 16, "t": 16, "i": 32, "j": 32, "l": 64, "m": 64}
SIGNED = "csil"
MACHINES = {"all": NOTHING, "few": EVERYTHING}


def _values(code: str, number: int, seed: int) -> np.ndarray:
    bits = TYPES[code]
    rng = np.random.default_rng(seed)
    some = rng.integers(0, 2**64, number, dtype=np.uint64) >> rng.integers(0, 64, number, dtype=np.uint64)
    ends = [0, 1, 2, 2 ** (bits - 1) - 1, 2 ** (bits - 1), 2**bits - 1, 2**bits - 2, 3, 7]
    both = np.concatenate([np.array(ends * len(ends), np.uint64), some, ~some])
    if seed % 2:
        both[: len(ends) ** 2] = np.repeat(np.array(ends, np.uint64), len(ends))
    return both.astype(f"u{bits // 8}").view(f"{'i' if code in SIGNED else 'u'}{bits // 8}")


def _clamped(value: int, code: str) -> int:
    low = -(1 << (TYPES[code] - 1)) if code in SIGNED else 0
    return max(low, min(value, low + (1 << TYPES[code]) - 1))


def _rotated(a: int, n: int, bits: int) -> int:
    a, n = a % (1 << bits), n % bits
    return a << n | a >> (bits - n)


#: Each function of values a, b, c of a type of `bits` bits; the result is wrapped to the type.
FUNCTIONS = {
    "abs": lambda a, bits, code: abs(a),
    "clz": lambda a, bits, code: bits - (a % (1 << bits)).bit_length(),
    "popcount": lambda a, bits, code: (a % (1 << bits)).bit_count(),
    "abs_diff": lambda a, b, bits, code: abs(a - b),
    "add_sat": lambda a, b, bits, code: _clamped(a + b, code),
    "sub_sat": lambda a, b, bits, code: _clamped(a - b, code),
    "hadd": lambda a, b, bits, code: (a + b) >> 1,
    "rhadd": lambda a, b, bits, code: (a + b + 1) >> 1,
    "min": lambda a, b, bits, code: min(a, b),
    "max": lambda a, b, bits, code: max(a, b),
    "mul_hi": lambda a, b, bits, code: (a * b) >> bits,
    "rotate": lambda a, b, bits, code: _rotated(a, b, bits),
    "mad_hi": lambda a, b, c, bits, code: ((a * b) >> bits) + c,
    "mad_sat": lambda a, b, c, bits, code: _clamped(a * b + c, code),
    "clamp": lambda a, b, c, bits, code: min(max(a, b), c) if b <= c else None,
    "bitselect": lambda a, b, c, bits, code: (a & ~c) | (b & c),
}


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_of_every_integer_type(name, machine):
    exact = FUNCTIONS[name]
    arity = exact.__code__.co_argcount - 2
    for code, bits in TYPES.items():
        arguments = [_values(code, 60, seed) for seed in range(arity)]
        letters = code * arity
        got = Function(f"_Z{len(name)}{name}{letters}", MACHINES[machine])(*arguments)
        for *values, result in zip(*(a.tolist() for a in arguments), got.tolist(), strict=True):
            expected = exact(*values, bits, code)
            if expected is not None:
                assert (result - expected) % (1 << bits) == 0, (code, values, result, expected)


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("code", "ij")
def test_products_of_24_bits(code, machine):
    a, b, c = (_values(code, 300, seed) for seed in (1, 2, 3))
    low = [v % (1 << 24) for v in (a.astype(object), b.astype(object))]
    x, y = (v - (1 << 24) * (v >> 23) if code == "i" else v for v in low)
    got = Function(f"_Z5mul24{code}{code}", MACHINES[machine])(a, b)
    assert ((got.astype(object) - x * y) % (1 << 32) == 0).all()
    got = Function(f"_Z5mad24{code}{code}{code}", MACHINES[machine])(a, b, c)
    assert ((got.astype(object) - x * y - c.astype(object)) % (1 << 32) == 0).all()


def test_halves_are_joined():
    for high, low, bits in (
        ("c", "h", 8),
        ("h", "h", 8),
        ("s", "t", 16),
        ("t", "t", 16),
        ("i", "j", 32),
        ("j", "j", 32),
    ):
        a, b = _values(high, 50, 1), _values(low, 50, 2)
        got = Function(f"_Z8upsample{high}{low}")(a, b)
        assert ((got.astype(object) - (a.astype(object) << bits) - b.astype(object)) % (1 << (2 * bits)) == 0).all()


def _quotient(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


OPERATIONS = {
    "udiv": ("u", _quotient), "urem": ("u", lambda a, b: a % b),
    "sdiv": ("i", _quotient), "srem": ("i", lambda a, b: a - b * _quotient(a, b)),
    "mul": ("u", lambda a, b: a * b),
}  # fmt: skip


@pytest.mark.parametrize("machine", ["all", "without division", "few"])
@pytest.mark.parametrize("bits", [32, 64])
@pytest.mark.parametrize("name", OPERATIONS)
def test_operations_that_machines_lack(name, bits, machine):
    lacking = {"div.u32", "rem.u32", "div.s32", "rem.s32"} if machine == "without division" else MACHINES[machine]
    sign, exact = OPERATIONS[name]
    code = {"u32": "j", "i32": "i", "u64": "m", "i64": "l"}[f"{sign}{bits}"]
    a, b = _values(code, 1500, 1), _values(code, 1500, 2)
    a = np.concatenate(
        [a, a // np.maximum(b, 1) * b, a // np.maximum(b, 1) * b - 1]
    )  # remainders of 0 and of all but 1
    b = np.concatenate([b, b, b])
    if name.endswith(("div", "rem")):
        b[b == 0] = 1
        if sign == "i":
            a[(b == -1) & (a == a.min())] = 5
    got = Function(f"__simt_{name}_i{bits}", frozenset(lacking))(a, b)
    for x, y, result in zip(a.tolist(), b.tolist(), got.tolist(), strict=True):
        assert (result - exact(x, y)) % (1 << bits) == 0, (x, y, result)


@pytest.mark.parametrize("sign", "us")
@pytest.mark.parametrize("machine", MACHINES)
def test_64_bits_to_floats_are_rounded_to_nearest_even(sign, machine):
    code, item = ("m", "u8") if sign == "u" else ("l", "i8")
    x = _values(code, 3000, 1)
    ties = (np.arange(2**24 - 50, 2**24, dtype=np.uint64) * 2 + 1) << np.arange(50, dtype=np.uint64) % 39
    x = np.concatenate([x, ties.view(item), ties.view(item) + x.dtype.type(1), ties.view(item) - x.dtype.type(1)])
    for bits, kind in ((32, np.float32), (64, np.float64)):
        got = Function(f"__simt_{sign}itofp_i64_f{bits}", MACHINES[machine])(x)
        np.testing.assert_array_equal(got, x.astype(kind))


@pytest.mark.parametrize("bits", [32, 64])
@pytest.mark.parametrize("sign", "us")
def test_floats_to_64_bits_are_truncated_and_saturated(sign, bits):
    rng = np.random.default_rng(4)
    x = np.concatenate([rng.uniform(-3, 3, 200), rng.choice([-1, 1], 2000) * np.exp2(rng.uniform(-2, 70, 2000))])
    x = np.append(x, [0, -0.0, 2.0**63, -(2.0**63), 2.0**64, np.inf, -np.inf, np.nan]).astype(f"f{bits // 8}")
    got = Function(f"__simt_fpto{sign}i_f{bits}_i64")(x)
    code = "m" if sign == "u" else "l"
    for value, result in zip(x.tolist(), got.tolist(), strict=True):
        whole = 0 if np.isnan(value) else int(value) if np.isfinite(value) else 2**70 * (1 if value > 0 else -1)
        assert result % 2**64 == _clamped(whole, code) % 2**64, value


def test_counts_of_a_machine_that_has_none():
    a = _values("j", 2000, 1)
    assert Function("__simt_ctz_i32", EVERYTHING)(a).tolist() == [
        (v & -v).bit_length() - 1 if v else 32 for v in a.tolist()
    ]
