"""Generated machines with a scoreboard, schedulers, costs and kinds of slots (docs/processor.md, sections 24 to 26).

`generated_scoreboard(7)` is always the same machine, `generated-scoreboard-7`. By its name it may be held out, like the
machines of `simt.validate.machines`. Number 2 k is `generated-k`, number 2 k + 1 `generated-device-k`, with further
keys that are drawn independently of each other, unless the code says otherwise. `generated_chip(7)` is the device of
`generated_scoreboard(15)` with the DRAM of `generated_dram_device(7)`.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from simt.machine import Machine
from simt.validate.devices import dram_keys, generated_device
from simt.validate.machines import generated

SCOREBOARDS = range(80)  # of the suite
SCOREBOARD_PREFIX = "generated-scoreboard-"  # of the names, which a number follows
CHIPS = range(30)  # of the suite: a scoreboard and DRAM
CHIP_PREFIX = "generated-chip-"
_ENTRIES = (2, 3, 4, 6, 8, 16, 32)
_SLOTS = (
    ("any", "operand"),
    ("any", "any", "operand"),
    ("arithmetic+control", "lds+memory"),
    ("alu+control", "fpu+sfu+dpu", "lds", "memory"),
    ("any", "arithmetic"),
)


@cache
def generated_scoreboard(seed: int) -> Machine:
    """Make the machine of a number. Equal numbers give equal machines. Raises `ValueError` for a number below 0."""
    number, parity = divmod(seed, 2)
    base, rng = (generated_device if parity else generated)(number), random.Random(f"simt scoreboard {seed}")
    entries = rng.choice(_ENTRIES)
    loads = 0 if rng.random() < 0.5 else rng.randint(1, entries)
    schedulers = 1 if rng.random() < 0.5 else rng.randint(2, 4)
    interval = 1 if rng.random() < 0.5 else rng.randint(2, 8)
    slots = rng.choice(_SLOTS) if rng.random() < 0.5 else ()
    is_private = rng.random() < 0.5 and schedulers > 1
    costs = ["mul.?32:4:24", "mad.?32:4:24"] if rng.random() < 1 / 3 else []
    keys: dict[str, Any] = {
        "name": f"{SCOREBOARD_PREFIX}{seed}",
        "description": "generated (simt.validate.scoreboards)",
        "vliw.slots": 1,
        "issue.dependences": "scoreboard",
        "issue.entries": entries,
        "issue.loads": loads,
        "issue.schedulers": schedulers,
        "issue.interval": interval,
        "costs": costs,
    }
    if schedulers > 1:
        keys["front_end.stages"] = 0
    if slots:
        keys |= {"issue.slots": list(slots), "issue_width": len(slots)}
    if is_private:
        keys |= {f"{unit}.{key}": value for unit in ("alu", "fpu")
                 for key, value in (("count", schedulers), ("per_scheduler", True))}  # fmt: skip
    return base.replace(**keys)


@cache
def generated_chip(seed: int) -> Machine:
    """Make the device of a number with a scoreboard and memory of DRAM. Raises `ValueError` for a number below 0."""
    return generated_scoreboard(2 * seed + 1).replace(**dram_keys(seed), name=f"{CHIP_PREFIX}{seed}")
