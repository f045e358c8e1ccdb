"""Section 25 of docs/processor.md: the fast engine equals the specification on every cycle.

Schedulers and intervals are drawn for machines with a scoreboard, costs of operations for all.

    python -m tests.property.test_schedulers_agree plain 1000 200     cases by number: plain, costs, device, large
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest

from simt.machine import Machine
from tests.device_engines import device_difference
from tests.engines import plain_difference
from tests.examples import examples
from tests.generators.cases import describe, random_case, random_race_free_case
from tests.generators.devices import describe as describe_launch
from tests.generators.devices import random_device_case
from tests.generators.machines import idealised, with_costs, with_schedulers, with_scoreboard

BATCHES = 4
CASES = examples(2500, 50)  # in a batch
LAUNCHES = examples(500, 20)
LARGE = examples(200, 25)


def drawn(machine: Machine, seed: int, rng: random.Random) -> Machine:
    """The machine with a scoreboard and schedulers; every third one with costs, a fifth with some limit lifted."""
    machine = with_scoreboard(rng, machine.replace(vliw=1))
    machine = with_schedulers(rng, idealised(rng, machine) if seed % 5 == 0 else machine)
    return with_costs(rng, machine) if seed % 3 == 0 else machine


def plain_found(seed: int) -> str:
    """Return the difference of a case of one core, "" if there is none."""
    rng = random.Random(f"schedulers {seed}")
    case = (random_race_free_case if seed % 2 else random_case)(seed, extras=seed % 4 > 1)
    case = replace(case, machine=drawn(case.machine, seed, rng))
    found = plain_difference(case)
    return f"seed {seed}\n{found}\n\n{describe(case)}" if found else ""


def costs_found(seed: int) -> str:
    """Return the difference of a case with costs alone: bundles, banks and one instruction in flight among them."""
    rng = random.Random(f"costs {seed}")
    case = (random_race_free_case if seed % 2 else random_case)(seed, extras=seed % 4 > 1)
    case = replace(case, machine=with_costs(rng, case.machine))
    found = plain_difference(case)
    return f"seed {seed}\n{found}\n\n{describe(case)}" if found else ""


def device_found(seed: int) -> str:
    """Return the difference of a launch on a device, "" if there is none."""
    rng = random.Random(f"schedulers {seed}")
    case = random_device_case(seed, extras=seed % 2 == 1)
    case = replace(case, machine=drawn(case.machine, seed, rng))
    found = device_difference(case)
    return f"seed {seed}\n{found}\n\n{describe_launch(case)}" if found else ""


def large_found(seed: int) -> str:
    """Return the difference of a launch on a device as large as the presets of GPUs, "" if there is none."""
    rng = random.Random(f"large {seed}")
    case = random_device_case(seed, extras=seed % 2 == 1)
    keys = {"cores": 30, "warps": 32, "memory.latency": 400, "memory.pipeline": 330, "interconnect.latency": 32}
    machine = drawn(case.machine.replace(**keys, groups_per_core=8), seed, rng)
    size = (case.size[0] * rng.choice((7, 30, 45)), *case.size[1:])
    offset = tuple(start if start + items <= 1 << 32 else 0 for start, items in zip(case.offset, size, strict=False))
    case = replace(case, machine=machine, size=size, offset=offset, max_cycles=min(case.max_cycles, 3000))
    found = device_difference(case)
    return f"seed {seed}\n{found}\n\n{describe_launch(case)}" if found else ""


def numbers(batch: int, count: int) -> Iterable[int]:
    return range(batch * count, (batch + 1) * count)


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("found", [plain_found, costs_found], ids=["schedulers", "costs"])
def test_engines_agree_on_every_cycle(found: object, batch: int) -> None:
    assert callable(found)
    for seed in numbers(batch, CASES):
        difference = found(seed)
        assert not difference, difference


@pytest.mark.parametrize("batch", range(BATCHES))
def test_engines_agree_on_devices(batch: int) -> None:
    for seed in numbers(batch, LAUNCHES):
        difference = device_found(seed)
        assert not difference, difference


def test_engines_agree_on_large_devices() -> None:
    for seed in numbers(0, LARGE):
        difference = large_found(seed)
        assert not difference, difference


def main(arguments: Sequence[str]) -> None:
    """Print the differences of cases, and how many were run."""
    kind, first, count = arguments[0], int(arguments[1]), int(arguments[2])
    found = {"plain": plain_found, "costs": costs_found, "device": device_found, "large": large_found}[kind]
    different = 0
    for seed in range(first, first + count):
        if difference := found(seed):
            different += 1
            sys.stdout.write(difference + "\n")
    sys.stdout.write(f"{count} cases, {different} differ\n")


if __name__ == "__main__":
    main(sys.argv[1:])
