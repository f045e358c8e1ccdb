"""Generated machines, on which models of the simulator are judged.

`generated(7)` is always the same machine, `generated-7`. By its name it may be held out (`simt.validate.holdout`). Keys
are drawn independently of each other, unless the code says otherwise; `suite.pairing` may replace the branch policy.
Memories, registers and options are large enough for every shipped kernel.
"""

from __future__ import annotations

import random
from typing import Any

from simt.machine import Machine
from simt.machine.sections import RETIRE_PRIORITY

SUITE = range(160)  # the machines of `simt compare --suite`: about 100 for development, the others held out
# The rules that generated machines draw. Adding one would change the machines of known names.
POLICIES = ("paper", "paper", "round_robin", "oldest", "greedy_oldest", "fixed_priority", "two_level")
PREFIX = "generated-"  # of the names, which a number follows
_LOCAL_WORDS = 1 << 14


def generated(seed: int) -> Machine:
    """Make the machine of a number. Equal numbers give equal machines. Raises `ValueError` for a number below 0."""
    if seed < 0:
        raise ValueError(f"the number of a generated machine is at least 0, not {seed}")
    rng = random.Random(f"simt machine {seed}")
    warp_size = rng.choice((4, 8, 16, 32))
    slots = rng.choice((2, 3)) if rng.random() < 1 / 8 else 1
    width = 1 if slots > 1 or rng.random() < 0.5 else rng.randint(2, 4)
    banks = rng.choice((1, 2, 3, 4, 5, 8, 16, 32))
    units, priority = drawn_units(rng, warp_size)
    control = {"route": "alu"} if rng.random() < 0.5 else {"route": "own", "count": rng.randint(1, 2)}
    warps = 32 if rng.random() < 0.5 else rng.randint(1, 32)
    keys: dict[str, Any] = dict(
        name=f"{PREFIX}{seed}",
        description="generated (simt.validate.machines)",
        warp_size=warp_size,
        warps=warps,
        registers=112,
        issue_width=width,
        scheduler={"policy": rng.choice(POLICIES), "active_warps": rng.randint(1, min(8, warps))},
        front_end={"stages": rng.randint(0, 6)},
        **units,
        control=control,
        retire={"ports": rng.randint(1, width + 1), "stages": rng.randint(0, 4), "priority": priority},
        local={"banks": banks, "words": -(-_LOCAL_WORDS // banks) * banks},
        constants={"words": 1024},
        program={"words": 4096},
        options={"multiply": True, "read_ports": 3},
        branch={"policy": "first_thread" if slots > 1 else rng.choice(("ipdom_stack", "min_pc", "mask_stack")),
                "stack_depth": 64},
        vliw={"slots": slots},
    )  # fmt: skip
    return Machine.model_validate(keys)


def drawn_units(rng: random.Random, warp_size: int) -> tuple[dict[str, dict[str, int]], list[str]]:
    """Draw the keys of ALU, FPU and LDS, and the value of `retire.priority`."""
    units = {
        "alu": _unit(rng, warp_size, 6) | {"count": _count(rng)},
        "fpu": _unit(rng, warp_size, 16) | {"count": _count(rng)},
        "lds": _unit(rng, warp_size, 12),
    }
    priority = list(RETIRE_PRIORITY)
    rng.shuffle(priority)
    return units, priority


def _unit(rng: random.Random, warp_size: int, latency: int) -> dict[str, int]:
    share = 1 if rng.random() < 0.5 else rng.choice((2, 4, 8))
    return {
        "lanes": max(1, warp_size // share),
        "latency": rng.randint(1, latency),
        "interval": 1 if rng.random() < 0.75 else rng.randint(2, 4),
    }


def _count(rng: random.Random) -> int:
    return 1 if rng.random() < 2 / 3 else rng.randint(2, 3)
