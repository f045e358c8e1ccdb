"""What `simt check` finds in generated runs is what its definitions find when all pairs of accesses are compared."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from isa.flow.unwritten import unwritten_reads
from isa.table.table import SCALAR_COUNT
from simt.core.state.grid import Grid
from simt.core.state.placed import Given
from tests.checking import Launch, checked, specified
from tests.examples import examples
from tests.generators.cases import Case, random_case, random_race_free_case
from tests.generators.devices import random_device_case

STEPS = 150  # instructions; all pairs of their accesses are compared
ASSUMED = ((), (), ("lockstep",), ("silent_stores",), ("lockstep", "silent_stores", "zero_registers"))


def some_given(rng: random.Random, words: int) -> np.ndarray:
    return np.array([rng.random() < 0.5 for _ in range(words)], np.uint8)


def launch_of(case: Case, rng: random.Random, assumed: tuple[str, ...]) -> Launch:
    words = case.machine.local.words
    local = np.array([rng.choice((0, 0, 1)) for _ in range(words)], np.uint32)
    grid = Grid.of(case.threads, case.group_id, case.groups)
    given = Given(some_given(rng, words), np.zeros(0, np.uint8))
    program = replace(case.program, counts_on=assumed)
    return Launch(program, case.machine, grid, local, None, None, given, STEPS)


def device_launch_of(seed: int, assumed: tuple[str, ...]) -> Launch:
    case, rng = random_device_case(seed, extras=seed % 2 == 1), random.Random(f"given of {seed}")
    local = np.zeros(case.machine.local.words, np.uint32)
    local[: len(case.local_memory)] = case.local_memory
    given = Given(some_given(rng, len(local)), some_given(rng, len(case.words)))
    buffers = np.array(case.buffers, np.int64).reshape(-1, 2)
    words = np.array(case.words, np.uint32)
    program = replace(case.program, counts_on=assumed)
    return Launch(program, case.machine, Grid(case.size, case.local), local, words, buffers, given, STEPS)


def assert_agree(launch: Launch) -> None:
    """The same words race, every race is one, the first is the first, and the same reads are of what nobody wrote.

    What the assembler tells of instructions that an active lane came by is among them.
    """
    found, there = checked(launch), specified(launch)
    assert found.racing == there.racing
    assert found.races.keys() <= there.races.keys()
    assert min(found.races.values(), default=-1) == min(there.races.values(), default=-1)
    assert found.unwritten == there.unwritten
    told = {(pc, name) for pc, names in unwritten_reads(launch.program) if pc in there.executed for name in names}
    assert told <= {(pc, name_of(kind, number)) for kind, pc, number in there.unwritten}


def name_of(kind: str, number: int) -> str:
    """What W0304 calls a place."""
    scalar = "SCC" if number == SCALAR_COUNT else f"s{number}"
    return {"register": f"r{number}", "scalar": scalar, "flag": "the carry flag"}.get(kind, "a word")


@pytest.mark.parametrize("seed", range(examples(600, part=75)))
def test_processors(seed: int) -> None:
    rng = random.Random(f"check {seed}")
    assert_agree(launch_of(random_case(seed, extras=seed % 2 == 1), rng, ASSUMED[seed % len(ASSUMED)]))


@pytest.mark.parametrize("seed", range(examples(600, part=75)))
def test_devices(seed: int) -> None:
    assert_agree(device_launch_of(seed, ASSUMED[seed % len(ASSUMED)]))


@pytest.mark.parametrize("seed", range(examples(200, part=33)))
def test_programs_without_races_have_none(seed: int) -> None:
    """Their warps do not race; lanes of a warp may meet in a word, one instruction after the other."""
    launch = launch_of(random_race_free_case(seed, extras=seed % 2 == 1), random.Random(f"check {seed}"), ("lockstep",))
    found = checked(replace(launch, steps=100_000))
    assert {kind for kind, _, _ in found.races} <= {"store"}
