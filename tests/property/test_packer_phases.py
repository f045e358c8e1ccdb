"""Loads that the packer moves over barriers read what they read in the scalar program.

The programs are random and free of races: in a phase between barriers an array is either written, each word by its own
thread, or read. Warps run one after another, in both orders: a load in the phase of a store to its word would read
another value in one of them.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache

import pytest

import isa
from isa.flow.cfg import ControlFlow
from isa.packing import pieces
from isa.packing.operations import Access, Phases
from isa.packing.packed import PackedProgram
from isa.packing.packer import pack
from isa.packing.phases import phases_of
from isa.program.bundles import SlotsValue
from isa.program.program import Program
from tests.bundle_interpreter import Outcome, run_bundles
from tests.examples import examples

SEEDS = examples(60, 10)
THREADS = 8
ARRAYS = 4
KINDS: tuple[SlotsValue, ...] = (2, 3, ("lds", "alu+fpu", "alu+fpu+control"), ("lds+alu+fpu", "alu+fpu+control", "fpu"))


def phase(rng: random.Random) -> list[str]:
    """A phase: some arrays are written, the others read. r0 to r5 hold values, r8 an address."""
    written = rng.sample(range(ARRAYS), rng.choice([0, 0, 1, 1, 2]))
    lines = []
    for _ in range(rng.randint(1, 6)):
        value, other = (f"r{rng.randrange(6)}" for _ in range(2))
        array = rng.randrange(ARRAYS)
        kind = rng.random()
        if kind < 0.5 and array in written:
            lines.append(f"st.local [thread_id + a{array}], {value}")
        elif kind < 0.6 and array in written:  # of its own
            lines.append(f"ld.local {value}, [thread_id + a{array}]")
        elif kind < 0.6:
            lines += [f"xor.b32 r8, thread_id, {rng.randrange(8)}", f"ld.local {value}, [r8 + a{array}]"]
        else:
            lines.append(f"{rng.choice(['add.u32', 'xor.b32', 'mul.f32', 'add.f32'])} {value}, {value}, {other}")
    return lines


def random_phases(seed: int) -> str:
    """Phases in a row, in a loop, or both. Every jump is the same for all threads."""
    rng = random.Random(seed)
    lines = [".threads 8", *(f".local a{number} u32[8]" for number in range(ARRAYS))]
    lines += [f"    ld.local r{number}, [thread_id + a{number % ARRAYS}]" for number in range(6)]
    lines.append("    bar")
    for number in range(rng.randint(1, 3)):
        body = []
        for _ in range(rng.randint(1, 3)):
            body += [*phase(rng), "bar"]
        if rng.random() < 0.6:
            turns = rng.choice([1, 2, 3, 6])
            body = [f"mov.b32 r10, {turns}", f"l{number}:", *body, f"sub.u32 r10, r10, 1 -> l{number} if nz"]
        lines += [f"    {line}" for line in [*body, *phase(rng), "bar"]]
    lines += [f"    st.local [thread_id + a{number}], r{number}" for number in range(ARRAYS)]
    return "\n".join([*lines, "    ret"]) + "\n"


@cache
def compared(seed: int) -> tuple[PackedProgram, ...]:
    """The program of a seed, packed, after its results were compared under both orders of warps."""
    rng = random.Random(seed)
    program = isa.assemble(random_phases(seed))
    local = [rng.choice([rng.randrange(64), 0x3F80_0000, rng.randrange(1 << 32)]) for _ in range(THREADS * ARRAYS)]

    def run(given: Program, slots: SlotsValue, *, is_reversed: bool = False) -> Outcome:
        return run_bundles(given, slots=slots, local=local, local_words=64, warp_size=2, is_reversed=is_reversed)

    expected = run(program, 1)
    assert run(program, 1, is_reversed=True).local == expected.local
    made = []
    for slots in KINDS:
        packed = pack(program, slots, registers=rng.choice([14, 20, 32]), unroll=seed % 3 == 0)
        for is_reversed in (False, True):
            assert run(packed.program, slots, is_reversed=is_reversed).local == expected.local
        made.append(packed)
    return tuple(made)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_random_phases_compute_the_same(seed: int) -> None:
    compared(seed)


def test_a_wrong_phase_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """If no store held a load back, some of these programs would compute something else."""

    def without_stores(program: Program, graph: ControlFlow, accesses: Mapping[int, Access]) -> dict[int, Phases]:
        return dict.fromkeys(phases_of(program, graph, accesses), Phases((), ()))

    monkeypatch.setattr(pieces, "phases_of", without_stores)

    def fails(seed: int) -> bool:
        try:
            compared.__wrapped__(seed)
        except AssertionError:
            return True
        return False

    assert any(fails(seed) for seed in range(60))
