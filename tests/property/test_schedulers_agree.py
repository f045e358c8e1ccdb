"""Sections 25 to 27 of docs/processor.md: the fast engine equals the specification on every cycle.

Schedulers, intervals, kinds of slots and operand collectors are drawn for machines with a scoreboard, costs of
operations for all.

    python -m tests.property.test_schedulers_agree plain 1000 200     cases by number: plain, costs, device, large
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import pytest

from isa.assembly.assembler import assemble
from isa.flow.operand_loads import operand_loads
from simt.machine import Machine
from tests.device_engines import device_difference
from tests.engines import plain_difference
from tests.examples import PROFILE, examples
from tests.generators.cases import Case, describe, random_case, random_race_free_case
from tests.generators.devices import DeviceCase, random_device_case
from tests.generators.devices import describe as describe_launch
from tests.generators.machines import (
    idealised,
    with_collectors,
    with_costs,
    with_schedulers,
    with_scoreboard,
    with_slots,
)
from tests.generators.operands import with_operands
from tests.reference.slots import operand_loads as reference_operand_loads

BATCHES = 4
# In a batch. Of the 1200 pairs of test_combinations_agree.py, which are in every run too, half have a scoreboard, half
# have costs, and a quarter has schedulers; here warps are more and wider, and programs longer.
CASES = examples(2500, 250)
LAUNCHES = examples(500, 125)
LARGE = examples(200, 50)
# Cycles: a tenth more than any case of these that ends, and in every run as many as nine tenths of them take.
LONGEST = 6000 if PROFILE == "nightly" else 1000
LARGE_CYCLES = 1200  # on 30 cores: three times the latency of memory


def drawn(machine: Machine, seed: int, rng: random.Random) -> Machine:
    """The machine with a scoreboard and schedulers: every third with costs, a fifth with some limit lifted, half with
    kinds of slots, and most of those without a front end with collectors.
    """
    machine = with_scoreboard(rng, machine.replace(vliw=1))
    machine = with_schedulers(rng, idealised(rng, machine) if seed % 5 == 0 else machine)
    machine = with_costs(rng, machine) if seed % 3 == 0 else machine
    machine = with_slots(rng, machine) if rng.random() < 0.5 else machine
    return with_collectors(random.Random(f"collectors of {seed}"), machine)


def plain_case(seed: int) -> Case:
    """A case of one core."""
    rng = random.Random(f"schedulers {seed}")
    case = (random_race_free_case if seed % 2 else random_case)(seed, extras=seed % 4 > 1)
    case = with_operands(replace(case, machine=drawn(case.machine, seed, rng)))
    return replace(case, max_cycles=min(case.max_cycles, LONGEST))


def costs_case(seed: int) -> Case:
    """A case with costs alone: bundles, banks and one instruction in flight among them."""
    rng = random.Random(f"costs {seed}")
    case = (random_race_free_case if seed % 2 else random_case)(seed, extras=seed % 4 > 1)
    return replace(case, machine=with_costs(rng, case.machine), max_cycles=min(case.max_cycles, LONGEST))


def device_case(seed: int) -> DeviceCase:
    """A launch on a device."""
    rng = random.Random(f"schedulers {seed}")
    case = random_device_case(seed, extras=seed % 2 == 1)
    case = with_operands(replace(case, machine=drawn(case.machine, seed, rng)))
    return replace(case, max_cycles=min(case.max_cycles, LONGEST))


def large_case(seed: int) -> DeviceCase:
    """A launch on a device as large as the presets of GPUs."""
    rng = random.Random(f"large {seed}")
    case = random_device_case(seed, extras=seed % 2 == 1)
    keys = {"cores": 30, "warps": 32, "memory.latency": 400, "memory.pipeline": 330, "interconnect.latency": 32}
    machine = drawn(case.machine.replace(**keys, groups_per_core=8), seed, rng)
    size = (case.size[0] * rng.choice((7, 30, 45)), *case.size[1:])
    offset = tuple(start if start + items <= 1 << 32 else 0 for start, items in zip(case.offset, size, strict=False))
    changed = replace(case, machine=machine, size=size, offset=offset, max_cycles=min(case.max_cycles, LARGE_CYCLES))
    return with_operands(changed)


MAKERS: dict[str, Callable[[int], Case | DeviceCase]] = {
    "plain": plain_case, "costs": costs_case, "device": device_case, "large": large_case,
}  # fmt: skip


def found(kind: str, seed: int) -> str:
    """Return the difference of a case of a kind, "" if there is none."""
    case = MAKERS[kind](seed)
    difference = plain_difference(case) if isinstance(case, Case) else device_difference(case)
    if not difference:
        return ""
    text = describe(case) if isinstance(case, Case) else describe_launch(case)
    return f"seed {seed}\n{difference}\n\n{text}"


def numbers(batch: int, count: int) -> Iterable[int]:
    return range(batch * count, (batch + 1) * count)


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("kind", ["plain", "costs"], ids=["schedulers", "costs"])
def test_engines_agree_on_every_cycle(kind: str, batch: int) -> None:
    for seed in numbers(batch, CASES):
        difference = found(kind, seed)
        assert not difference, difference


@pytest.mark.parametrize("batch", range(BATCHES))
def test_engines_agree_on_devices(batch: int) -> None:
    for seed in numbers(batch, LAUNCHES):
        difference = found("device", seed)
        assert not difference, difference


def test_engines_agree_on_large_devices() -> None:
    for seed in numbers(0, LARGE):
        difference = found("large", seed)
        assert not difference, difference


_PIECES = (
    "ld.local r1, [r8]", "ld.local r2, [r8 + 1]", "ld.local.u8 r1, [r8]", "ld.private r1, [r8]", "add.u32 r3, r1, 1",
    "add.u32 r3, r2, r1", "mul.f32 r1, r1, r1", "mad.f32 r3, r2, 1.0, r1", "mul.f32 r1, r2, 2.0 -> L{} if z",
    "rcp.f32 r2, r1", "add.f64 r4, r0, r2", "st.local [r8], r1", "mov.b32 r2, thread_id", "jmp L{}",
    "push_mask L{}", "br_push r1, L{}, L{}", "bar",
)  # fmt: skip


def test_both_find_the_same_operand_loads() -> None:
    rng = random.Random("operand loads")
    found = 0
    count = examples(40_000, 40)
    for _ in range(count):
        pieces = [piece.format(rng.randrange(6), rng.randrange(6)) for piece in rng.choices(_PIECES, k=6)]
        program = assemble("".join(f"L{number}: {piece}\n" for number, piece in enumerate(pieces)) + "ret\n")
        loads = operand_loads(program.instructions)
        assert loads == reference_operand_loads(program.instructions), pieces
        found += len(loads)
    assert found > count / 17


def main(arguments: Sequence[str]) -> None:
    """Print the differences of cases, and how many were run."""
    kind, first, count = arguments[0], int(arguments[1]), int(arguments[2])
    different = 0
    for seed in range(first, first + count):
        if difference := found(kind, seed):
            different += 1
            sys.stdout.write(difference + "\n")
    sys.stdout.write(f"{count} cases, {different} differ\n")


if __name__ == "__main__":
    main(sys.argv[1:])
