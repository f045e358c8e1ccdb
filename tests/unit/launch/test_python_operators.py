"""Every operator of kernels in Python, on edge operands: plain Python, the machine, and the integers of mathematics."""

from __future__ import annotations

import math
import operator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simt.lang.types import SCALARS, common, own, s64
from simt.launch.arrays import TYPES
from tests.compiler.twins import accepted, twins
from tests.examples import nightly_but

LITERALS = [0, 1, -1, 7, -7, 40, 2**31 - 1, -(2**31), 2**32 - 1]
BINARY = ["+", "-", "*", "&", "|", "^", "<", "<=", ">", ">=", "==", "!="]
GUARDED = {"//": "{b} != 0", "%": "{b} != 0", "<<": "{b} >= 0", ">>": "{b} >= 0"}
UNARY = ["-a", "+a", "~a", "abs(a)", "not a", "a ** 2", "a ** 3", "int(a)", "bool(a)", "int(-a)"]
CHOICES = ["a and b", "a or b", "a if b > a else b"]
EXACT: dict[str, Any] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "&": operator.and_, "|": operator.or_, "^": operator.xor,
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
    "//": operator.floordiv, "%": operator.mod, "<<": lambda a, b: a << min(b, 128), ">>": operator.rshift,
}  # fmt: skip


def edges(name: str) -> list[Any]:
    kind = SCALARS[name]
    if kind.is_float:
        return [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3e9, -3e9, 1e-40, 1e38, math.inf, -math.inf, math.nan]
    low, high = (-(1 << kind.bits - 1), (1 << kind.bits - 1) - 1) if kind.is_signed else (0, (1 << kind.bits) - 1)
    wanted = [0, 1, -1, 2, 7, -7, 31, 32, 33, 64, low, low + 1, high, high - 1, 2**31, 2**31 - 1, -(2**31)]
    return sorted({value for value in wanted if low <= value <= high})


def kernel(left: str, right: str, expressions: list[str], kind: str) -> str:
    head = f"@kernel\ndef made(x: Global[{left}], y: Global[{right}], out: Global[{kind}]):\n"
    lines = ["    i = global_id()", "    n = global_size()", "    a = x[i]", "    b = y[i]"]
    lines += [f"    out[i + {number} * n] = {each}" for number, each in enumerate(expressions)]
    return "from simt.lang import *\n\n\n" + head + "\n".join(lines) + "\n"


def run(folder: Path, left: str, right: str, expressions: list[str], kind: str) -> dict[str, tuple[Any, Any]]:
    """What each expression gives for all pairs of edges, on the machine and in plain Python; the refused not."""
    pairs = list(product(edges(left), edges(right)))
    pairs += pairs[:1] * (-len(pairs) % 32)
    text, refused = accepted(kernel(left, right, expressions, kind), "made")
    given = {
        "x": np.array([a for a, _ in pairs], TYPES[left]), "y": np.array([b for _, b in pairs], TYPES[right]),
        "out": np.zeros(len(pairs) * len(expressions), TYPES[kind]),
    }  # fmt: skip
    choice: Any = common(SCALARS[left], SCALARS[right])
    machine, plain = twins(folder, text, "made", given, len(pairs), 32)
    missing = {line.partition(" = ")[2] for line in refused}
    found = {}
    for number, each in enumerate(expressions):
        if each not in missing:
            part = slice(number * len(pairs), (number + 1) * len(pairs))
            found[each] = (machine["out"][part], plain["out"][part])
            if each in CHOICES and not choice.is_float:  # a choice has one type, which not all that is chosen fits
                found[each] = (found[each][0], np.array([in_s64(choice(int(value))) for value in found[each][1]]))
            same = [equal(*both, "/" in each and "//" not in each) for both in zip(*found[each], strict=True)]
            wrong = [
                (pairs[at], *(one[part][at] for one in (machine["out"], plain["out"])))
                for at in np.flatnonzero(np.logical_not(same))
            ]
            assert not wrong, f"{each} of {left}, {right}: {wrong[:4]}"
    return found


def equal(one: Any, other: Any, is_quotient: bool) -> bool:
    """Whether two numbers are the same; quotients of floats have the machine's error (docs/builtins.md)."""
    if one == other:
        return bool(np.signbit(one) == np.signbit(other))
    if is_quotient and np.isfinite(one) and np.isfinite(other):
        return bool(abs(np.float64(one) - np.float64(other)) <= 2 * np.spacing(abs(other)))
    return bool(np.isnan(one) and np.isnan(other))


def in_s64(value: Any) -> int:
    """An integer as it is stored among those of 64 bits with a sign."""
    return int(s64(value))


def binary(symbol: str, left: str, right: str) -> str:
    made = f"{left} {symbol} {right}"
    return f"{made} if {GUARDED[symbol].format(b=right)} else 5" if symbol in GUARDED else made


INTEGERS = ["s32", "u32", "s8", "u8", "s16", "u16", "s64", "u64"]
PAIRS = [(a, b) for a in INTEGERS for b in INTEGERS]


@pytest.mark.parametrize("pair", nightly_but([("s32", "u32"), ("s8", "u32")], PAIRS))
def test_integers(pair: tuple[str, str], tmp_path: Path) -> None:
    """Exact where the documented type has room for it; the bits that fit where not."""
    left, right = pair
    expressions = [binary(symbol, "a", "b") for symbol in [*BINARY, *GUARDED]]
    expressions += ["min(a, b)", "max(a, b)", "max(b, a, 3)", *CHOICES]
    found = run(tmp_path, left, right, expressions, "s64")
    pairs = list(product(edges(left), edges(right)))
    assert len(found) == len(expressions)
    for symbol in [*BINARY, *GUARDED]:
        kind: Any = common(SCALARS[left], SCALARS[left if symbol in ("<<", ">>") else right])
        for at, (a, b) in enumerate(pairs):
            exact = EXACT[symbol](a, b) if symbol not in GUARDED or (b >= 0 if symbol in ("<<", ">>") else b) else 5
            assert found[binary(symbol, "a", "b")][0][at] == in_s64(kind(int(exact))), (symbol, a, b)


@pytest.mark.parametrize("kind", nightly_but(["u32"], INTEGERS))
def test_integers_alone_and_beside_numbers(kind: str, tmp_path: Path) -> None:
    expressions = list(UNARY)
    expressions += [f"{name}(a)" for name in INTEGERS]
    for literal in LITERALS:
        for symbol in [*BINARY, *GUARDED]:
            expressions += [binary(symbol, "a", str(literal)), binary(symbol, f"({literal})", "a")]
        expressions += [f"min(a, {literal})", f"max({literal}, a)"]
    for first in range(0, len(expressions), 60):
        run(tmp_path, kind, "s32", expressions[first : first + 60], "s64")


FLOATS = [
    "a + b", "a - b", "a * b", "a / b", "a < b", "a <= b", "a > b", "a >= b", "a == b", "a != b", "min(a, b)",
    "max(a, b)", "max(a, b, 0)", "min(1, b, a)", "-a", "+a", "abs(a)", "a and b", "a or b", "not a", "a ** 2",
    "a if b else 0", "float(a)", "f32(a) / 3", "a * 0.1", "bool(a)", "copysign(1, a)", "1 / a", "a / 0",
]  # fmt: skip
MIXED = [("f32", "f32"), ("s32", "f32"), ("s32", "u32"), ("f32", "u32"), ("f64", "f32"), ("s64", "f32"), ("u64", "f64")]


@pytest.mark.parametrize("pair", nightly_but(MIXED[:2], MIXED))
def test_floats(pair: tuple[str, str], tmp_path: Path) -> None:
    left, right = pair
    expressions = [each for each in FLOATS if "f" in left + right or each not in CHOICES]
    found = run(tmp_path, left, right, expressions, "f64" if "f64" in (left, right) else "f32")
    assert {"a + b", "a / b", "max(a, b)", "a == b"} <= set(found)


EXACT_FUNCTIONS = [
    "floor(a)", "ceil(a)", "rint(a)", "trunc(a)", "copysign(a, b)", "fmod(a, b)", "fma(a, b, 1)", "abs(a) + 0",
    "sqrt(a)", "fmin(a, b) + 0", "fmax(a, b) + 0", "floor(a / 4) * 4", "ceil(s32(b))", "fmod(a, 3)",
]  # fmt: skip


def test_functions_of_floats(tmp_path: Path) -> None:
    """Those that are exact; the errors of the others are in docs/builtins.md. Of two zeros `fmin` gives either."""
    assert len(run(tmp_path, "f32", "f32", EXACT_FUNCTIONS, "f32")) == len(EXACT_FUNCTIONS)


@pytest.mark.parametrize(
    "pair", nightly_but([("u32", "u8")], [("u32", "u8"), ("s32", "s16"), ("s64", "s32"), ("u64", "u32")])
)
def test_functions_of_integers(pair: tuple[str, str], tmp_path: Path) -> None:
    expressions = [
        "popcount(a)",
        "clz(a)",
        "clz(b)",
        "mul_hi(a, b)",
        "mul_hi(b, b)",
        "popcount(b) - clz(a)",
        "popcount(7)",
    ]
    assert len(run(tmp_path, *pair, expressions, "s64")) == len(expressions)


@pytest.mark.parametrize("kind", ["f32"])
def test_floats_as_integers(kind: str, tmp_path: Path) -> None:
    expressions = [f"{name}(a)" for name in INTEGERS] + ["int(a)", "s32(-a)", "u32(a * 2)"]
    assert len(run(tmp_path, kind, kind, expressions, "s64")) == len(expressions)


def test_numbers_that_have_no_type_beside_them() -> None:
    assert [own(3), own(2.5), own(True)] == [3, 2.5, True]
    with pytest.raises(OverflowError, match="does not fit s32"):
        own(2**31)
