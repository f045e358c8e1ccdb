"""Packed programs compute what the scalar ones do: random programs and every shipped one, by a plain interpreter."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import isa
from benches.packing import is_plain
from isa.packing.packed import PackedProgram
from isa.packing.packer import pack
from isa.program.bundles import SlotsValue, bundle_ranges, misplaced
from isa.program.program import Program
from simt.launch.inputs import bind
from simt.launch.oracle import Oracle
from simt.machine import Machine
from tests.bundle_interpreter import Outcome, run_bundles
from tests.examples import examples, nightly_but
from tests.generators.machines import random_machine
from tests.generators.programs import random_threads
from tests.generators.race_free import random_race_free_program
from tests.generators.words import INTERESTING
from tests.paths import ROOT

PROGRAMS = ROOT / "programs"
SHIPPED = [
    path
    for path in (*sorted(PROGRAMS.glob("*.s")), *sorted(PROGRAMS.glob("divergent/*.s")))
    if is_plain(isa.assemble_file(path))
]
SEEDS = examples(120)
FEW = [PROGRAMS / f"{name}.s" for name in ("fft128", "prefix_sum", "divergent/escape")]

# Blocks of shipped programs that stay more than 10 % above their bound, and why (docs/packer.md lists them too).
LONG = {
    "fft": "a value is held for one interval at most",
    "prefix_sum": "the carry flag",
}


def random_case(seed: int) -> tuple[Machine, Program, int, list[int]]:
    rng = random.Random(seed)
    while True:
        machine = random_machine(rng)
        is_scalar = machine.branch.policy == "first_thread" and machine.vliw.count == 1
        if is_scalar and machine.registers >= 3 and machine.warp_size <= 16:
            break
    threads = random_threads(rng, machine)
    program = random_race_free_program(rng, machine, threads)
    local = [rng.choice(INTERESTING) if rng.random() < 0.5 else rng.randrange(64) for _ in range(machine.local.words)]
    return machine, program, threads, local


def random_kinds(rng: random.Random) -> tuple[str, ...]:
    """Kinds of slots that take every unit of the programs, some units in several slots."""
    kinds = [set(rng.sample(("alu", "fpu", "sfu"), rng.randint(1, 3))) for _ in range(rng.randint(1, 6))]
    kinds.append({"lds"})
    for unit in ("alu", "fpu", "sfu", "control", "lds"):
        if not any(unit in kind for kind in kinds):
            rng.choice(kinds).add(unit)
    rng.shuffle(kinds)
    return tuple("+".join(sorted(kind)) for kind in kinds)


def check_words(packed: PackedProgram) -> None:
    """Every bundle is legal, and jumps go to first words."""
    instructions = packed.program.instructions
    bundles = bundle_ranges(instructions)
    assert len(bundles) == packed.bundles
    for bundle in bundles:
        assert misplaced([instructions[address] for address in bundle], packed.slots) is None
    again = isa.assemble(isa.disassemble(packed.program))
    assert again.words == packed.program.words


@pytest.mark.parametrize("seed", range(SEEDS))
def test_random_programs_compute_the_same(seed: int) -> None:
    machine, program, threads, local = random_case(seed)

    def run(given: Program, slots: SlotsValue) -> Outcome:
        return run_bundles(
            given, slots=slots, threads=threads, warp_size=machine.warp_size, local=local, local_words=len(local)
        )

    expected = run(program, 1)
    for number, slots in enumerate((2, 3, random_kinds(random.Random(f"kinds {seed}"))), 2):
        keeps = random.Random(seed + number).random() < 0.5
        packed = pack(program, slots, registers=machine.registers, threads=threads, keep_registers=keeps)
        check_words(packed)
        assert packed.program.registers <= machine.registers
        found = run(packed.program, slots)
        assert found.local == expected.local
        if keeps:
            count = program.registers
            assert [row[:count] for row in found.registers] == [row[:count] for row in expected.registers]
        assert found.bundles <= expected.bundles


@pytest.mark.parametrize("slots", [2, 3])
@pytest.mark.parametrize("path", nightly_but(FEW, SHIPPED), ids=lambda path: path.stem)
def test_shipped_programs_compute_the_same_within_their_bounds(path: Path, slots: int) -> None:
    oracle = Oracle.beside(path)
    assert oracle is not None
    program = isa.assemble_file(path)
    program, memory, _ = bind(program, Machine.load("fpga16"), oracle.inputs(program, 1))
    local = memory.tolist()
    packed = pack(program, slots)
    check_words(packed)
    expected, found = run_bundles(program, local=local), run_bundles(packed.program, slots=slots, local=local)
    assert found.local == expected.local
    for block in packed.blocks:
        if not block.is_good:
            assert LONG[path.stem] in block.reason


def test_packing_twice_gives_the_same_words() -> None:
    program = isa.assemble_file(PROGRAMS / "fft128.s")
    assert pack(program, 3).program.words == pack(program, 3).program.words
