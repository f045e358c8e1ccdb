"""Generated devices, with several cores and global memory.

`generated_device(7)` is always the same device, `generated-device-7`; `generated-dram-7` is this device with channels
of DRAM and another clock. By its name it may be held out, like the plain machines of `simt.validate.machines`. Keys are
drawn independently of each other, unless the code says otherwise.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from simt.machine import Machine
from simt.validate.machines import drawn_units

DEVICES = range(60)  # the devices of the suite: about 40 for development, the others held out
DRAM_DEVICES = range(30)  # devices with memory of DRAM: 17 for development
PREFIX = "generated-device-"  # of the names, which a number follows
DRAM_PREFIX = "generated-dram-"
_PARTS = (
    "ddr2-400-5e-x16-32", "ddr2-667-3-x16-32", "ddr2-667-3e-x8-64", "ddr2-1066-187e-x8-64", "gddr3-2214-x32-64",
    "gddr5-4800-x32-32",
)  # fmt: skip
_POLICIES = (  # the rules of `simt.validate.machines`, drawn with other chances
    "paper", "round_robin", "round_robin", "oldest", "greedy_oldest", "fixed_priority", "two_level",
)  # fmt: skip


@cache
def generated_dram_device(seed: int) -> Machine:
    """Make the device of a number with memory of DRAM. Raises `ValueError` for a number below 0."""
    return generated_device(seed).replace(name=f"{DRAM_PREFIX}{seed}", **dram_keys(seed))


def dram_keys(seed: int) -> dict[str, Any]:
    """Return the keys of the memory of DRAM of a number, and its clock."""
    rng = random.Random(f"simt dram {seed}")
    return {
        "clock_mhz": round(100 * 13 ** rng.random(), 1),
        "memory.policy": "dram",
        "memory.part": rng.choice(_PARTS),
        "memory.channels": rng.choice((1, 2, 3, 4, 6, 8)),
        "memory.interleave": rng.choice((128, 256, 512, 1024, 4096)),
        "memory.mapping": rng.choice(("row_bank_column", "row_column_bank", "bank_row_column")),
        "memory.pipeline": rng.randint(0, 400),
    }


@cache
def generated_device(seed: int) -> Machine:
    """Make the device of a number. Equal numbers give equal devices. Raises `ValueError` for a number below 0."""
    if seed < 0:
        raise ValueError(f"the number of a generated device is at least 0, not {seed}")
    rng = random.Random(f"simt device {seed}")
    warp_size = rng.choice((4, 8, 16, 32, 64))
    warps = rng.choice((16, 24, 32, 48, 64))
    width = 1 if rng.random() < 2 / 3 else rng.randint(2, 4)
    banks = rng.choice((1, 2, 4, 5, 8, 16, 32))
    units, priority = drawn_units(rng, warp_size)
    keys: dict[str, Any] = dict(
        name=f"{PREFIX}{seed}",
        description="generated (simt.validate.devices)",
        cores=rng.randint(1, 8),
        groups_per_core=rng.randint(1, 8),
        warp_size=warp_size,
        warps=warps,
        registers=112,
        register_file={"words": warps * rng.choice((112, 32, 16, 12))},  # only 112 never bounds the places
        issue_width=width,
        scheduler={"policy": rng.choice(_POLICIES), "active_warps": rng.randint(1, 8)},
        front_end={"stages": rng.randint(0, 6)},
        **units,
        control={"route": "alu"} if rng.random() < 0.5 else {"route": "own", "count": rng.randint(1, 2)},
        retire={"ports": rng.randint(1, width + 1), "stages": rng.randint(0, 4), "priority": priority},
        local={"banks": banks, "words": -(-rng.choice((512, 1024, 4096, 16384)) // banks) * banks},
        constants={"words": 1024},
        program={"words": 4096},
        options={"multiply": True, "read_ports": 3},
        branch={"policy": rng.choice(("ipdom_stack", "min_pc")), "stack_depth": 128},  # lanes of the kernels diverge
        interconnect={"latency": rng.randint(1, 32)},
        memory={
            "policy": "simple",
            "coalescing": rng.choice(("segments", "sectors", "half_warp_relaxed", "half_warp_strict")),
            "lanes": warp_size // (1 if rng.random() < 0.5 else rng.choice((2, 4))),
            "queue": rng.choice((1, 2, 4, 8, 16, 32, 64)),
            "latency": round(20 * 30 ** rng.random()),
            "bytes_per_cycle": round(2 ** rng.uniform(2, 7.5), 3),
        },
    )  # fmt: skip
    return Machine.model_validate(keys)
