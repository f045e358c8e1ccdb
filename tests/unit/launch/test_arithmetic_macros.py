"""Division of integers and floats and the square root, in macros, on a machine that has no instruction for them."""

from __future__ import annotations

import random

import numpy as np
import pytest

import isa
import simt
from simt.launch.programs import find_program
from tests.reference.values import compute

EDGES = (0, 1, 2, 3, 10, 0x7FFF_FFFF, 0x8000_0000, 0x8000_0001, 0xFFFF_FFFE, 0xFFFF_FFFF)
SOURCE = """
.include "division.inc"
.local a u32[128]
.local b u32[128]
.local rest u32[128]
.threads 128
    ld.local r0, [thread_id + a]
    ld.local r1, [thread_id + b]
    KIND
    st.local [thread_id + a], r0
    st.local [thread_id + rest], r2
    ret
"""


@pytest.mark.parametrize("kind", ["u32", "s32"])
def test_quotients_and_remainders(kind: str) -> None:
    rng = random.Random(3)
    pairs = [(a, b) for a in EDGES for b in EDGES]
    pairs += [(rng.getrandbits(32), rng.getrandbits(rng.randint(1, 32))) for _ in range(128 - len(pairs))]
    line = f"divide_{kind} r0, r2, r1, r3, r4, r5, r6{', r7, r8' if kind == 's32' else ''}"
    folder = find_program("dot").parent
    program = isa.assemble(SOURCE.replace("KIND", line), include_paths=[folder])
    a, b = (np.array(column, np.uint32) for column in zip(*pairs, strict=True))
    result = simt.run(program, "fpga4", set={"warps": 32}, inputs={"a": a, "b": b})
    for k, pair in enumerate(pairs):
        quotient, rest = (compute(f"{name}.{kind}", pair, 0, False, False)[0] for name in ("div", "rem"))
        assert (int(result.memory[k]), int(result.memory[256 + k])) == (quotient, rest), pair


FLOATS = (
    0, 1, 2, 0x007F_FFFF, 0x0080_0000, 0x0080_0001, 0x3F7F_FFFF, 0x3F80_0000, 0x3F80_0001, 0x4040_0000, 0x7F00_0000,
    0x7F7F_FFFF, 0x7F80_0000, 0x7FC0_0000, 0xFF80_0001, 0x8000_0000, 0x8000_0001, 0xBF80_0000, 0xFF7F_FFFF, 0xFF80_0000,
)  # fmt: skip
FLOAT_SOURCE = """
.include "division_f32.inc"
.local a u32[1024]
.local b u32[1024]
.threads 128
    mov.b32 r9, thread_id
again:
    ld.local r0, [r9 + a]
    ld.local r1, [r9 + b]
    divide_f32 r2, r0, r1, r3, r4, r5, r6, r7, r8
    st.local [r9 + a], r2
    add.u32 r9, r9, 128
    lt.u32 r3, r9, 1024 -> again if c
    ret
"""


def test_quotients_of_floats() -> None:
    """All pairs of edges, any words, and quotients that are subnormal."""
    rng = random.Random(8)
    pairs = [(a, b) for a in FLOATS for b in FLOATS]
    pairs += [(rng.getrandbits(32), rng.getrandbits(32)) for _ in range(300)]
    while len(pairs) < 1024:
        exponent = rng.randint(100, 200)
        pairs.append((exponent - 100 << 23 | rng.getrandbits(23), min(exponent + 27, 254) << 23 | rng.getrandbits(23)))
    a, b = (np.array(column, np.uint32) for column in zip(*pairs, strict=True))
    program = isa.assemble(FLOAT_SOURCE, include_paths=[find_program("dot").parent])
    result = simt.run(program, "fpga4", set={"warps": 32}, inputs={"a": a, "b": b})
    with np.errstate(all="ignore"):
        expected = a.view(np.float32) / b.view(np.float32)
    bits = np.where(np.isnan(expected), np.uint32(0x7FC0_0000), expected.view(np.uint32))
    assert ((bits & 0x7FFF_FFFF) - np.uint32(1) < 0x007F_FFFF).sum() > 200  # many are subnormal
    np.testing.assert_array_equal(result.memory[:1024], bits)


def test_square_roots() -> None:
    rng = random.Random(9)
    words = [*FLOATS, *(rng.getrandbits(32) >> rng.choice((0, 1, 9, 20)) for _ in range(1004))]
    source = FLOAT_SOURCE.replace("division_f32", "root_f32").replace(
        "divide_f32 r2, r0, r1, r3, r4, r5, r6, r7, r8", "root_f32 r2, r0, r3, r4, r5, r6, r7, r8"
    )
    program = isa.assemble(source, include_paths=[find_program("dot").parent])
    a = np.array(words, np.uint32)
    result = simt.run(program, "fpga4", set={"warps": 32}, inputs={"a": a})
    with np.errstate(all="ignore"):
        expected = np.sqrt(a.view(np.float32))
    bits = np.where(np.isnan(expected), np.uint32(0x7FC0_0000), expected.view(np.uint32))
    np.testing.assert_array_equal(result.memory[:1024], bits)
