"""The static analysis computes integers as the specification does."""

from __future__ import annotations

import random

import numpy as np
import pytest

from isa.table.table import INSTRUCTIONS
from simt.models.static.words import Word, evaluate, is_evaluated
from tests.reference.values import compute

EDGES = (0, 1, 2, 31, 0x7F_FFFF, 0x80_0000, 0xFF_FFFF, 0x7FFF_FFFF, 0x8000_0000, 0x8000_0001, 0xFFFF_FFFF)
NAMES = [
    spec.name
    for spec in INSTRUCTIONS.values()
    if is_evaluated(spec.name) and spec.format in ("unary", "binary", "ternary")
]


@pytest.mark.parametrize("name", NAMES)
def test_numbers_and_arrays(name: str) -> None:
    rng, spec = random.Random(name), INSTRUCTIONS[name]
    rows = [
        [rng.choice(EDGES) if rng.random() < 0.5 else rng.getrandbits(32) for _ in spec.sources] for _ in range(150)
    ]
    columns = [np.array(column, np.int64) for column in zip(*rows, strict=True)]
    for carry in (0, 1):
        expected = [
            compute(name, tuple(row), carry, reads_carry=spec.reads_carry, writes_carry=spec.writes_carry)
            for row in rows
        ]
        found, flag = evaluate(name, 0, [Word(column) for column in columns], Word(carry), 0)
        assert found.value.tolist() == [result for result, _ in expected]
        for row, (result, flag_after) in zip(rows, expected, strict=True):
            alone, flag = evaluate(name, 0, [Word(number) for number in row], Word(carry), 0)
            assert alone.value == result
            assert flag is None or flag.value == flag_after


def test_the_integer_arithmetic_is_there() -> None:
    names = "mul.u24 mul.s24 mad.u24 mad.s24 div.u32 div.s32 rem.u32 rem.s32 popc.b32 clz.b32 ctz.b32 perm.b32"
    assert {*names.split(), "select_nz.b32"} <= set(NAMES)
