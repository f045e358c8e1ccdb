"""Loops that the packer pipelines compute what the scalar ones do: random counted loops, by a plain interpreter."""

from __future__ import annotations

import random
from functools import cache

import pytest

import isa
from isa.packing.packed import PackedProgram
from isa.packing.packer import pack
from tests.bundle_interpreter import Outcome, run_bundles
from tests.examples import examples

# The first ones have loops that are worth pipelining.
SEEDS = [*range(35, 65), *range(35), *range(65, 150)][: examples(150, 10)]


def random_operation(rng: random.Random) -> str:
    a, b, c = (rng.randrange(1, 8) for _ in range(3))
    array = rng.choice("xxxxxy")
    base = rng.choice(["thread_id", "thread_id", "r8", "r0"])
    choice = rng.random()
    if choice < 0.25:
        return f"ld.local r{a}, [{base} + {array}]"
    if choice < 0.33:
        return f"st.local [{base} + {rng.choice('yzzzz')}], r{a}"
    if choice < 0.65:
        return f"{rng.choice(['mul', 'add', 'sub'])}.f32 r{a}, r{b}, r{c}"
    if choice < 0.90:
        return f"{rng.choice(['add.u32', 'xor.b32', 'sub.u32', 'and.b32', 'lt.u32'])} r{a}, r{b}, r{c}"
    if choice < 0.91:
        return "bar"
    if choice < 0.96:
        return f"lt.u32 r{a}, r{b}, r{c}\n    select.b32 r{b}, r{c}, r{a}"
    return f"add.u32 r{a}, r{a}, r{b}\n    addc.u32 r{b}, r{b}, r{c}"


def random_chain(rng: random.Random) -> list[str]:
    """Operations that each use the one before, as in loops that are worth pipelining."""
    found = [f"ld.local r1, [{rng.choice(['thread_id', 'r8', 'r0'])} + x]"]
    for _ in range(rng.randint(1, 5)):
        kind = rng.choice(["mul.f32", "add.f32", "add.u32", "xor.b32", "ld"])
        other = rng.randrange(1, 8)
        found.append(f"ld.local r{other}, [r0 + x + 1]" if kind == "ld" else f"{kind} r1, r1, r{other}")
    found.append(rng.choice(["add.f32 r7, r7, r1", "st.local [r0 + z], r1", "st.local [thread_id + z], r1"]))
    return found


def random_loop(seed: int) -> str:
    """A loop of one block, counted up or down, within another one in a third of the cases."""
    rng = random.Random(seed)
    turns = rng.choice([1, 2, 4, 8, 20])
    body = random_chain(rng) if rng.random() < 0.6 else [random_operation(rng) for _ in range(rng.randint(2, 12))]
    if rng.random() < 0.6:
        body.insert(rng.randint(0, len(body)), "add.u32 r8, r8, 1")
    is_up = rng.random() < 0.6
    if is_up:
        body.insert(rng.randint(0, len(body)), f"add.u32 r0, r0, {rng.choice([1, 2])}")
        close = f"lt.u32 r9, r0, {turns} -> loop if {rng.choice(['nz', 'c'])}"
    else:
        close = "sub.u32 r0, r0, 1 -> loop if nz"
    before = [f"ld.local r{number}, [thread_id + x + {number}]" for number in range(1, 8)]
    before += [random_operation(rng) for _ in range(rng.randint(0, 3))]
    after = [random_operation(rng) for _ in range(rng.randint(0, 4))]
    start = [f"mov.b32 r0, {0 if is_up else turns}"]
    inner = [*start, "loop:", *body, close]
    if rng.random() < 0.3:
        inner = ["mov.b32 r10, 3", "outer:", *inner, *after, "sub.u32 r10, r10, 1 -> outer if nz"]
    lines = [
        ".threads 8",
        ".local x f32[64]",
        ".local y f32[64]",
        ".local z f32[64]",
        "and.b32 r8, thread_id, 3",
        *before,
        *inner,
        *after,
        "ret",
    ]
    return "\n    ".join(lines) + "\n"


@cache
def compared(seed: int) -> tuple[PackedProgram, ...]:
    """The program of a seed, packed, after its results were compared."""
    rng = random.Random(seed)
    program = isa.assemble(random_loop(seed))
    local = [rng.choice([0x3F80_0000, 0x4000_0000, rng.randrange(1 << 32)]) for _ in range(192)]

    def run(given: isa.Program, slots: int) -> Outcome:
        return run_bundles(given, slots=slots, local=local, local_words=192)

    expected = run(program, 1)
    made = []
    for slots in (2, 3):
        packed = pack(program, slots, registers=rng.choice([12, 16, 32]), keep_registers=True, unroll=seed % 5 == 0)
        found = run(packed.program, slots)
        assert found.local == expected.local
        count = program.registers
        assert [row[:count] for row in found.registers] == [row[:count] for row in expected.registers]
        made.append(packed)
    return tuple(made)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_loops_compute_the_same(seed: int) -> None:
    compared(seed)


def test_many_of_these_loops_are_pipelined() -> None:
    kernels = [block for seed in SEEDS for packed in compared(seed) for block in packed.blocks]
    assert sum(block.kind == "kernel" for block in kernels) >= len(SEEDS) // 6


# The loop is entered at two places, and so is what comes behind it.
TWO_WAYS = """
.threads 8
.local x f32[64]
.local z f32[64]
    mov.b32 r0, 8
    lt.u32 r5, thread_id, 4 -> loop if nz
    mov.b32 r0, 11
loop:
    ld.local r1, [r0 + x]
    mul.f32 r1, r1, r1
    add.f32 r2, r2, r1
    sub.u32 r0, r0, 1 -> loop if nz
done:
    st.local [thread_id + z], r2
    add.u32 r6, r6, 1
    lt.u32 r5, r6, 2 -> done if nz
    ret
"""


@pytest.mark.parametrize("slots", [2, 3])
def test_a_loop_with_two_entries_has_a_prologue_and_an_epilogue_of_its_own(slots: int) -> None:
    program = isa.assemble(TWO_WAYS)
    packed = pack(program, slots, unroll=False)
    assert [block.kind for block in packed.blocks].count("kernel") == 1
    assert {"prologue", "epilogue"} < {block.kind for block in packed.blocks}
    local = [0x3F80_0000 + 0x1234 * number for number in range(128)]
    expected = run_bundles(program, local=local, local_words=128)
    found = run_bundles(packed.program, slots=slots, local=local, local_words=128)
    assert found.local == expected.local
    assert found.bundles < expected.bundles


def test_a_loop_that_may_end_too_early_is_left_alone() -> None:
    source = TWO_WAYS.replace("mov.b32 r0, 11", "ld.local r0, [0]")
    assert "kernel" not in {block.kind for block in pack(isa.assemble(source), 3).blocks}
    assert "kernel" not in {block.kind for block in pack(isa.assemble(TWO_WAYS), 3, pipeline=False).blocks}
