"""Sections 24 and 27 of docs/processor.md: the fast engine equals the specification on every cycle.

Scoreboards are drawn, and operand collectors for most of the machines without a front end.

The engine writes results where instructions enter their units and charges waits when they end; the specification keeps
results until they retire and looks at every warp in every cycle.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from simt.machine import Machine
from tests.device_engines import device_difference
from tests.engines import plain_difference
from tests.examples import PROFILE, examples
from tests.generators.cases import describe, random_case, random_race_free_case
from tests.generators.devices import describe as describe_launch
from tests.generators.devices import random_device_case
from tests.generators.machines import idealised, with_collectors, with_scoreboard
from tests.reference.scoreboard import is_plain

BATCHES = 4
# In a batch, the cases twice: with races and without. In every run test_combinations_agree.py has 587 with scoreboards,
# and test_schedulers_agree.py large devices.
CASES = examples(5000, 1250)
LAUNCHES = examples(1000, 500)
BANKED = examples(400, 20)
# Cycles: a tenth more than any case of these that ends; in every run as many as in test_schedulers_agree.py.
LONGEST = 6000 if PROFILE == "nightly" else 1000


def seeds(batch: int, count: int) -> Iterator[tuple[int, random.Random]]:
    return ((seed, random.Random(f"scoreboard {seed}")) for seed in range(batch * count, (batch + 1) * count))


def drawn(machine: Machine, seed: int, rng: random.Random) -> Machine:
    """The machine with a scoreboard, a fifth of them with some limit lifted, some with collectors."""
    machine = with_scoreboard(rng, machine.replace(vliw=1))
    machine = idealised(rng, machine) if seed % 5 == 0 else machine
    return with_collectors(random.Random(f"collectors of {seed}"), machine)


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("make", [random_case, random_race_free_case], ids=["any", "race_free"])
def test_engines_agree_on_every_cycle(make: object, batch: int) -> None:
    assert callable(make)
    for seed, rng in seeds(batch, CASES):
        case = make(seed, extras=seed % 2 == 1)
        limit = min(case.max_cycles, LONGEST)
        case = replace(case, machine=drawn(case.machine, seed, rng), max_cycles=limit)
        found = plain_difference(case)
        assert not found, f"seed {seed}\n{found}\n\n{describe(case)}"


def test_engines_agree_on_banks_of_registers() -> None:
    """On one core: the kind of devices that have both is of the night, and so are the cases that need it."""
    for seed, rng in seeds(BATCHES, BANKED):
        case = random_case(seed, extras=seed % 2 == 1)
        machine = with_scoreboard(rng, case.machine.replace(vliw=1))
        keys = {"register_file.organisation": rng.choice(["three_banks", "eight_banks"])}
        machine = machine.replace(**keys, **{"front_end.stages": max(1, machine.front_end.stages)})
        case = replace(case, machine=machine, max_cycles=min(case.max_cycles, LONGEST))
        found = plain_difference(case)
        assert not found, f"seed {seed}\n{found}\n\n{describe(case)}"


@pytest.mark.parametrize("batch", range(BATCHES))
def test_engines_agree_on_devices(batch: int) -> None:
    for seed, rng in seeds(batch, LAUNCHES):
        case = random_device_case(seed, extras=seed % 2 == 1)
        case = replace(case, machine=drawn(case.machine, seed, rng))
        found = device_difference(case)
        assert not found, f"seed {seed}\n{found}\n\n{describe_launch(case)}"


@pytest.mark.parametrize("batch", range(BATCHES))
def test_engine_and_specification_agree_on_what_steers(batch: int) -> None:
    for seed, _ in seeds(batch, CASES):
        for instruction in random_case(seed, extras=True).program.instructions:
            if instruction is not None:
                assert instruction.steers == (not is_plain(instruction)), instruction
