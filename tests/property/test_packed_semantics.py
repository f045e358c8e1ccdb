"""Packed programs compute what the scalar ones do under every policy of branches, with global memory and with doubles.

A functional run has one order of warps and groups, and the packer keeps the accesses of a warp in order: results are
equal to the bit. The bundles also run taken apart (`tests.unbundled`), on the engines without bundles.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from isa.packing.packer import is_packable, pack
from isa.program.bundles import are_legal
from isa.program.program import Program
from simt.core.engine.output import Output
from simt.core.engine.run import simulate
from simt.core.state.grid import Grid
from simt.core.state.placed import Memories, Placed
from simt.machine import Machine
from tests.examples import examples
from tests.generators.cases import random_race_free_case
from tests.generators.devices import random_device_case
from tests.unbundled import unbundled

BATCHES = 4
KINDS = (
    2, 3, ("lds+memory", "arithmetic", "arithmetic+control"),
    ("lds", "memory", "alu", "alu+fpu", "fpu+sfu+dpu", "control"),
)  # fmt: skip
MOST = 60_000
MOST_REGISTERS = 90  # the others are for `unbundled`


def plain(machine: Machine) -> Machine:
    """The machine without bundles and banks of registers, with room for the moves of `unbundled`."""
    keys = {"vliw.slots": 1, "register_file.organisation": "auto", "registers": 112, "program.words": 4096}
    return machine.replace(**keys, **{"ideal.barriers": False})


def in_bundles(machine: Machine, seed: int) -> Machine | None:
    """The machine with the slots of a seed, if any machine can have them, and without what bundles exclude."""
    slots = KINDS[seed % len(KINDS)]
    if not isinstance(slots, int):
        return None
    keys = machine.compatible(**{"vliw.slots": slots})
    return machine.replace(**keys)


def packed_of(program: Program, machine: Machine, seed: int, threads: int) -> tuple[Program, Program]:
    """The program in bundles, and taken apart; every register ends with the value that it has in the scalar one."""
    slots = KINDS[seed % len(KINDS)]
    limits = {"registers": min(machine.registers, MOST_REGISTERS), "words": 2000, "threads": threads}
    may_part = machine.branch.lanes_may_part
    packed = pack(program, slots, may_part=may_part, keep_registers=True, **limits).program
    assert are_legal(packed.instructions, slots)
    return packed, unbundled(packed)


def difference(program: Program, scalar: Output, other: Output) -> str:
    """The first of what is left that differs; registers of the program and flags that it reads count."""
    if scalar.status != other.status:
        return f"{scalar.status} and {other.status}"
    count = program.registers
    for name in ("registers", "local", "words"):
        mine, theirs = getattr(scalar, name), getattr(other, name)
        if name == "registers":
            mine, theirs = mine[:, :, :count], theirs[:, :, :count]
        if mine is not None and not np.array_equal(mine, theirs):
            return f"{name} at {np.argwhere(np.asarray(mine) != np.asarray(theirs))[:4].tolist()}"
    return ""


def check_case(seed: int) -> str | None:
    """Compare the case of a seed; return the policy, or None if it cannot be compared."""
    case = random_race_free_case(seed, extras=seed % 2 == 1)
    machine, program = plain(case.machine), case.program
    if program.has_bundles or not is_packable(program) or program.registers > MOST_REGISTERS:
        return None
    packed, apart = packed_of(program, case.machine, seed, case.threads)
    grid = Grid(size=(case.threads,), local=(case.threads,))
    outputs = [
        simulate(Placed(each, on, grid), Memories(), max_cycles=MOST, engine="functional")
        for each, on in ((program, machine), (apart, machine), (packed, in_bundles(machine, seed)))
        if on is not None
    ]
    if outputs[0].status != "done":
        return None
    for output in outputs[1:]:
        assert not difference(program, outputs[0], output), f"seed {seed}: {difference(program, outputs[0], output)}"
    return machine.branch.policy + (" packed" if len(packed.words) and packed.has_bundles else "")


def check_device_case(seed: int) -> str | None:
    """The same for a launch with global memory."""
    case = random_device_case(seed, extras=seed % 2 == 1)
    machine, program = plain(case.machine), case.program
    if not is_packable(program) or program.registers > MOST_REGISTERS:
        return None
    packed, apart = packed_of(program, case.machine, seed, int(np.prod(case.local)))
    outputs = []
    for each, on in ((program, machine), (apart, machine), (packed, in_bundles(machine, seed))):
        if on is None:
            continue
        local = np.zeros(machine.local.words, np.uint32)
        local[: len(case.local_memory)] = case.local_memory
        buffers = np.array(case.buffers, np.int64).reshape(-1, 2)
        memories = Memories(buffers=buffers, words=np.array(case.words, np.uint32), local=local)
        grid = Grid(size=case.size, local=case.local, offset=case.offset)
        outputs.append(simulate(Placed(each, on, grid), memories, max_cycles=MOST, engine="functional"))
    if outputs[0].status != "done":
        return None
    for output in outputs[1:]:
        assert not difference(program, outputs[0], output), f"device {seed}: {difference(program, outputs[0], output)}"
    return machine.branch.policy + (" packed" if packed.has_bundles else "")


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_programs_leave_the_same(batch: int) -> None:
    seeds = range(batch, examples(60), BATCHES)
    seen = Counter(check_case(seed) for seed in seeds)
    assert sum(count for kind, count in seen.items() if kind and kind.endswith("packed")) >= len(seeds) // 3


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_launches_leave_the_same(batch: int) -> None:
    seeds = range(batch, examples(40), BATCHES)
    seen = Counter(check_device_case(seed) for seed in seeds)
    assert sum(count for kind, count in seen.items() if kind and kind.endswith("packed")) >= len(seeds) // 4
