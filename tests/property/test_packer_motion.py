"""Packed programs with diamonds, loops, barriers and read-only arrays compute what the scalar ones do.

The programs are random and free of races: threads read each other's words of `shared` between barriers only. Some loads
stand behind a test without which they would leave local memory, so a load moved above its test is a trap.
"""

from __future__ import annotations

import random
from functools import cache

import pytest

import isa
from isa.packing.packed import PackedProgram
from isa.packing.packer import pack
from tests.bundle_interpreter import Outcome, run_bundles

SEEDS = 12  # and seven times as many more in the nightly tests
THREADS = 8
WORDS = 32 + 8 + 32
HEAD = """
.threads 8
.local fixed u32[32]
.local shared u32[8]
.local own u32[32]
"""


class Writer:
    """Writes a program; r0 to r7 hold values, r8 and r9 serve addresses and tests, r10 and up count turns."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.lines: list[str] = []
        self.labels = 0

    def emit(self, text: str) -> None:
        self.lines.append("    " + text)

    def label(self) -> str:
        self.labels += 1
        return f"l{self.labels}"

    def value(self) -> str:
        return f"r{self.rng.randrange(8)}"

    def compute(self) -> None:
        names = ["add.u32", "sub.u32", "xor.b32", "and.b32", "mul.f32", "add.f32", "lt.u32", "max.u32"]
        source = self.rng.choice([self.value(), "thread_id", "warp_id", str(self.rng.randrange(9))])
        if source.isdigit():
            names = [name for name in names if not name.endswith("f32")]
        self.emit(f"{self.rng.choice(names)} {self.value()}, {self.value()}, {source}")

    def carry(self) -> None:
        self.emit(f"add.u32 {self.value()}, {self.value()}, {self.value()}")
        self.emit(f"{self.rng.choice(['addc.u32', 'select.b32'])} {self.value()}, {self.value()}, {self.value()}")

    def load_fixed(self) -> None:
        """From the array that is never stored to."""
        if self.rng.random() < 0.3:
            self.emit(f"ld.local {self.value()}, [thread_id + fixed + {self.rng.randrange(16)}]")
            return
        address = self.rng.choice(["r8", "r9", self.value()])
        self.emit(f"and.b32 {address}, {self.value()}, {self.rng.choice([7, 15, 31])}")
        self.emit(f"ld.local {self.value()}, [{address} + fixed]")

    def guarded_load(self) -> None:
        """A load that is only right if its test, on a value that all lanes hold alike, has let it through."""
        behind = self.label()
        self.emit(f"shl.b32 r8, warp_id, {self.rng.choice([3, 5, 7])}")
        if self.rng.random() < 0.5:
            self.emit(f"add.u32 r8, r8, {self.rng.choice([1, 20, 100])}")
        self.emit(f"lt.u32 r9, r8, 32 -> {behind} if z")
        for _ in range(self.rng.randrange(2)):
            self.compute()
        self.emit(f"ld.local {self.value()}, [r8 + fixed]")
        self.lines.append(f"{behind}:")

    def own_word(self) -> None:
        word = f"[thread_id + own + {8 * self.rng.randrange(4)}]"
        if self.rng.random() < 0.5:
            self.emit(f"ld.local {self.value()}, {word}")
        else:
            self.emit(f"st.local {word}, {self.value()}")

    def exchange(self) -> None:
        """Threads read what others have written."""
        self.emit(f"st.local [thread_id + shared], {self.value()}")
        self.emit("bar")
        self.body(0, self.rng.randrange(3))
        self.emit(f"and.b32 r8, {self.value()}, 7")
        self.emit(f"ld.local {self.value()}, [r8 + shared]")
        self.body(0, self.rng.randrange(2))
        self.emit("bar")

    def diamond(self, depth: int) -> None:
        """Two ways, or one and none; which one a warp takes is up to its first thread."""
        other, behind = self.label(), self.label()
        condition = self.rng.choice(["z", "nz", "n", "nn"])
        self.emit(f"and.b32 {self.rng.choice(['r8', 'r9', self.value()])}, {self.value()}, 1 -> {other} if {condition}")
        self.body(depth - 1, self.rng.randint(0, 4))
        if self.rng.random() < 0.6:
            self.emit(f"jmp {behind}")
            self.lines.append(f"{other}:")
            self.body(depth - 1, self.rng.randint(0, 4))
            self.lines.append(f"{behind}:")
        else:
            self.lines.append(f"{other}:")

    def loop(self, depth: int, *, may_wait: bool) -> None:
        counter, again = f"r{10 + depth}", self.label()
        turns = self.rng.choice([1, 2, 3, 4, 6])
        self.emit(f"mov.b32 {counter}, {turns}")
        self.lines.append(f"{again}:")
        if may_wait and self.rng.random() < 0.5:
            self.exchange()
        self.body(depth - 1, self.rng.randint(1, 5))
        self.emit(f"sub.u32 {counter}, {counter}, 1 -> {again} if nz")

    def body(self, depth: int, size: int, *, may_wait: bool = False) -> None:
        for _ in range(size):
            kind = self.rng.random()
            if depth > 0 and kind < 0.35:
                self.diamond(depth)
            elif depth > 0 and kind < 0.5:
                self.loop(depth, may_wait=may_wait)
            elif may_wait and kind < 0.6:
                self.exchange()
            elif kind < 0.7:
                self.load_fixed()
            elif kind < 0.74:
                self.guarded_load()
            elif kind < 0.8:
                self.carry()
            elif kind < 0.88:
                self.own_word()
            else:
                self.compute()

    def text(self) -> str:
        for number in range(8):
            self.emit(f"ld.local r{number}, [thread_id + fixed + {number}]")
        self.body(2, self.rng.randint(3, 8), may_wait=True)
        for number in range(4):
            self.emit(f"st.local [thread_id + own + {8 * number}], {self.value()}")
        self.emit("ret")
        return HEAD + "\n".join(self.lines) + "\n"


@cache
def compared(seed: int) -> tuple[PackedProgram, ...]:
    """The program of a seed, packed, after its results were compared."""
    rng = random.Random(seed)
    program = isa.assemble(Writer(seed).text())
    local = [rng.choice([rng.randrange(64), 0x3F80_0000, rng.randrange(1 << 32)]) for _ in range(WORDS)]
    warp_size = rng.choice([2, 4, 4, 8])

    def run(given: isa.Program, slots: int) -> Outcome:
        return run_bundles(given, slots=slots, local=local, local_words=WORDS, warp_size=warp_size)

    expected = run(program, 1)
    made = []
    for slots in (2, 3):
        keeps = rng.random() < 0.5
        packed = pack(program, slots, registers=rng.choice([14, 20, 32]), keep_registers=keeps)
        found = run(packed.program, slots)
        assert found.local == expected.local
        if keeps:
            count = program.registers
            assert [row[:count] for row in found.registers] == [row[:count] for row in expected.registers]
        made.append(packed)
    return tuple(made)


def tier(seed: int) -> list[pytest.MarkDecorator]:
    return [pytest.mark.smoke if seed < SEEDS else pytest.mark.nightly]


@pytest.mark.parametrize("seed", [pytest.param(seed, marks=tier(seed)) for seed in range(8 * SEEDS)])
def test_random_programs_compute_the_same(seed: int) -> None:
    compared(seed)


def test_much_is_moved_and_unrolled() -> None:
    packed = [found for seed in range(SEEDS) for found in compared(seed)]
    moved = [(found, arrival) for found in packed for block in found.blocks for arrival in block.arrived]
    loads = [
        arrival
        for found, arrival in moved
        if (entry := found.scalar.instructions[arrival.scalar]) is not None and entry.spec.unit == "lds"
    ]
    assert len(moved) >= 3 * SEEDS
    assert len(loads) >= SEEDS // 2
    assert sum("turns" in block.reason for found in packed for block in found.blocks) >= SEEDS // 3
