"""Random machines with several cores and global memory, and sizes of launches on them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from simt.machine import Machine
from simt.machine.channel import grades, preset
from tests.generators.launches import divisors
from tests.generators.machines import random_machine, skewed

__all__ = [
    "COALESCING", "random_device_machine", "random_dram", "random_sizes", "with_exclusive_grants", "with_holds",
]  # fmt: skip

COALESCING = ("segments", "sectors", "half_warp_relaxed", "half_warp_strict")
LATER = {
    "ddr4-2400-083e",
    "gddr3-1800",
}  # not drawn, so that a seed gives the machines of tests/golden/digests.json
MAPPINGS = ("row_bank_column", "row_column_bank", "bank_row_column")


def random_device_machine(rng: random.Random, policies: tuple[int, int, int] = (70, 25, 5)) -> Machine:
    """A device; small more often than large. policies: shares of memory that is simple, of DRAM, or not there."""
    keys = random_machine(rng, slots=1).model_dump()
    warp_size = keys["warp_size"]
    keys["warps"] = min(keys["warps"], 8)
    keys["scheduler"]["active_warps"] = rng.randint(1, keys["warps"])
    keys["registers"] = rng.choice([2, 4, 6, 8, 8, 16, 32])
    keys["cores"] = rng.choice([1, 1, 2, 2, 3, 4])
    keys["groups_per_core"] = skewed(rng, 1, 5)
    keys["interconnect"] = {"latency": rng.choice([1, 1, 2, 3, skewed(rng, 1, 12)])}
    policy = rng.choices(("simple", "dram", "none"), policies)[0]
    keys["memory"] = {
        "policy": policy,
        "coalescing": rng.choice(COALESCING),
        "lanes": rng.choice(divisors(warp_size)) if rng.random() < 0.5 else warp_size,
        "queue": rng.choice([1, 1, 2, 2, 3, 4, 8, 64]),
        "latency": rng.choice([1, 1, 2, skewed(rng, 1, 40)]),
        "bytes_per_cycle": rng.choice(
            [0.3, 1.0, 1.7, 2.5, 4.0, 8.0, 12.1, 16.0, 32.0, 48.0, 64.0, 100.0, 1024.0, 65536.0]
        ),
    }
    if policy == "dram":
        keys["clock_mhz"], channels = random_dram(rng)
        keys["memory"] |= channels
    keys["register_file"] = {"organisation": "auto"}
    if rng.random() < 0.3:
        keys["register_file"]["words"] = rng.randint(keys["registers"], 2 * keys["registers"] * keys["warps"])
    return Machine.model_validate(keys)


CLOCKS = (0.03, 0.3, 0.5, 0.7, 1.0, 1.0, 1.3, 2.0, 3.1, 6.0)  # of the DRAM in a cycle


def random_dram(rng: random.Random, in_a_cycle: Sequence[float] = CLOCKS) -> tuple[float, dict[str, object]]:
    """The clock of a machine with `dram` memory, and the keys of that: some clocks of the DRAM in a cycle, or none."""
    grade = rng.choice(sorted(grades().keys() - LATER))
    width = rng.choice(grades()[grade]["widths"])
    part = f"{grade}-x{width}-{rng.choice([bus for bus in (16, 32, 32, 64, 128) if bus >= width])}"
    clocks = rng.choice(in_a_cycle)
    return round(1000 / preset(part)["tCK"] / clocks, rng.randint(0, 3)), {
        "part": part,
        "channels": rng.choice([1, 1, 2, 3, 4, 5]) if clocks < 3 else 1,
        "interleave": rng.choice([128, 128, 256, 512, 4096]),
        "mapping": rng.choice(MAPPINGS),
        "pipeline": rng.choice([0, 0, 1, skewed(rng, 1, 40)]),
    }


def with_holds(rng: random.Random, machine: Machine) -> Machine:
    """The machine with an age of reads, on two fifths of those with memory of DRAM: often one that nearly all reach."""
    if machine.memory.policy != "dram" or rng.random() < 0.6:
        return machine
    return machine.replace(**{"memory.age": rng.choice([1, 2, 4, 8, 12, 16, 20, 30, 50, 200])})


def with_exclusive_grants(rng: random.Random, machine: Machine) -> Machine:
    """The machine with the other arbiter, on a third of those with memory of DRAM."""
    if machine.memory.policy != "dram" or rng.random() < 0.67:
        return machine
    return machine.replace(**{"memory.arbiter": "hmgpu", "memory.grant": rng.choice([128, 200, 256, 512, 2048])})


def random_sizes(rng: random.Random, machine: Machine) -> tuple[tuple[int, int], tuple[int, int]]:
    """The global and the local size of a launch: groups of one warp to all, one group to more than there are places."""
    most = machine.warps * machine.warp_size
    threads = rng.randint(1, most) if rng.random() < 0.3 else min(most, machine.warp_size * skewed(rng, 1, 4))
    if rng.random() < 0.3 and threads > 1:
        threads -= rng.randrange(min(threads, machine.warp_size))
    local = (threads, 1)
    if rng.random() < 0.5:
        x = rng.choice(divisors(threads))
        local = (x, threads // x)
    groups = rng.choice([1, 2, 2, 3, 4, 5, skewed(rng, 1, 12)])
    across = rng.choice(divisors(groups))
    return (local[0] * across, local[1] * (groups // across)), local
