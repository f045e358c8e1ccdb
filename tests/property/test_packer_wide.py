"""Loops with doubles and wide accesses to global memory compute in bundles what they compute without, to the bit.

The loops are random and counted; the packer pipelines many of them. Registers of a pair are also written one by one,
and read as words.
"""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

import isa
import simt
from isa.packing.packed import PackedProgram
from isa.packing.packer import pack
from tests.examples import examples

SEEDS = examples(60, 10)
THREADS = 8
WORDS = 1024  # of a buffer
PAIRS = (2, 4, 6, 8)  # registers 2 to 9 hold pairs, 12 to 15 single words
SINGLES = (12, 13, 14, 15)


def random_operation(rng: random.Random) -> str:
    a, b, c = (f"r{rng.choice(PAIRS)}" for _ in range(3))
    x, y = (f"r{rng.choice(SINGLES)}" for _ in range(2))
    kind = rng.random()
    if kind < 0.25:
        return f"ld.global.b64 {a}, [r0 + x]"
    if kind < 0.3:
        return f"ld.global.b128 r{rng.choice((2, 4, 6))}, [r17 + x]"
    if kind < 0.5:
        return f"{rng.choice(('add', 'mul', 'sub', 'max'))}.f64 {a}, {b}, {c}"
    if kind < 0.55:
        return f"mad.f64 {a}, {b}, {c}, {a}"
    if kind < 0.65:
        return f"cvt.f64.u32 {a}, {x}"
    if kind < 0.7:
        return f"lt.f64 {x}, {a}, {b}"
    if kind < 0.76:
        return f"mov.b32 r{rng.choice(PAIRS) + rng.randrange(2)}, {x}"  # half of a pair
    if kind < 0.8:
        return f"xor.b32 {x}, {y}, r{rng.choice(PAIRS) + rng.randrange(2)}"
    if kind < 0.88:
        return f"st.global.b64 [r1 + {rng.choice(('y', 'y', 'z'))}], {a}"
    return f"{rng.choice(('add.u32', 'xor.b32', 'mul.f32'))} {x}, {x}, {y}"


def random_loop(seed: int) -> str:
    rng = random.Random(seed)
    turns = rng.choice((1, 2, 4, 8, 20))
    body = [random_operation(rng) for _ in range(rng.randint(2, 10))]
    body.insert(rng.randint(0, len(body)), "add.u32 r0, r0, 8")
    if rng.random() < 0.7:
        body.insert(rng.randint(0, len(body)), "add.u32 r1, r1, 64")
    lines = [
        ".threads 8",
        *(f".buffer {name}, u32, {WORDS}" for name in "xyz"),
        "shl.b32 r0, thread_id, 3",
        "shl.b32 r1, thread_id, 3",
        "shl.b32 r17, thread_id, 4",
        *(f"ld.global.b64 r{pair}, [r0 + x]" for pair in PAIRS),
        *(f"add.u32 r{number}, thread_id, {number}" for number in SINGLES),
        *(random_operation(rng) for _ in range(rng.randint(0, 3))),
        f"mov.b32 r16, {turns}",
        "loop:",
        *body,
        "sub.u32 r16, r16, 1 -> loop if nz",
        *(random_operation(rng) for _ in range(rng.randint(0, 3))),
        "mul.u32 r1, thread_id, 64",
        *(f"st.global.b64 [r1 + z], r{pair}\n    add.u32 r1, r1, 8" for pair in PAIRS),
        *(f"st.global [r1 + z], r{number}\n    add.u32 r1, r1, 4" for number in SINGLES),
        "ret",
    ]
    return "\n    ".join(lines) + "\n"


@cache
def compared(seed: int) -> PackedProgram:
    """The program of a seed, packed, after what it leaves in its buffers was compared."""
    rng = np.random.default_rng(seed)
    program = isa.assemble(random_loop(seed))
    words = rng.standard_normal(WORDS // 2).view(np.uint32)
    machine = simt.Machine.load("hd5870_vliw", {"cores": 1})
    packed = pack(program, machine.vliw.slots, registers=32, may_part=True, unroll=seed % 4 == 0)
    scalar, wide = (
        simt.run(given, name, set={"cores": 1}, inputs={"x": words})
        for given, name in ((program, "hd5870"), (packed.program, "hd5870_vliw"))
    )
    assert scalar.completed
    assert wide.completed
    for name in "yz":
        assert np.array_equal(scalar.buffers[name], wide.buffers[name]), name
    return packed


@pytest.mark.parametrize("seed", range(SEEDS))
def test_random_loops_compute_the_same(seed: int) -> None:
    compared(seed)


def test_many_of_these_loops_are_pipelined() -> None:
    kernels = [block for seed in range(SEEDS) for block in compared(seed).blocks if block.kind == "kernel"]
    assert len(kernels) >= max(1, SEEDS // 10)
