"""Kernels whose lanes part in the ways that programs have, compiled and run under every branch policy.

`partings.cl` holds them: sorting, walks of trees, probing of tables, searches of strings, machines with states; loops
with `break`, `continue`, `return` and `switch`, one inside the other.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

import simt
from simt.compiler.apart import compiled_apart
from simt.compiler.kernel import Unit
from simt.compiler.request import request_of
from simt.machine import Machine
from tests.compiler.kernels import read_unit

SOURCE: Final = Path(__file__).with_suffix(".cl")
KERNELS: Final = tuple(re.findall(r"^K\((\w+)\)", SOURCE.read_text(encoding="utf-8"), re.MULTILINE))
POLICIES: Final = ("ipdom_stack", "min_pc", "mask_stack")
_LANES: Final = 64
# A warp waits for each of its instructions, and none costs more than others: the time counts what lanes execute.
_IN_TURN: Final[dict[str, Any]] = {
    "issue.dependences": "one_in_flight", "issue.interval": 1, "issue.slots": [], "issue.operand_interval": 0,
    "issue_width": 1, "costs": [], "memory": "simple",
}  # fmt: skip


@cache
def unit() -> Unit:
    """The kernels of `partings.cl`."""
    return read_unit(SOURCE)


def inputs() -> dict[str, np.ndarray]:
    """What every kernel is given."""
    given = np.random.default_rng(5).integers(0, 1 << 32, 512, dtype=np.uint32)
    return {"x": given, "out": np.zeros(_LANES, np.uint32)}


def machine_of(policy: str) -> Machine:
    """One core of the GTX 280 with a branch policy, and one instruction of a warp in flight."""
    return Machine.load("gtx280_core", {"branch.policy": policy, "branch.stack_depth": _LANES, **_IN_TURN})


def run(name: str, policy: str, engine: str = "cycle") -> simt.Result:
    """One kernel with its random inputs under a policy. Raises `CompileError` where a stack of masks cannot follow."""
    return run_on(unit(), name, machine_of(policy), engine=engine)


def run_on(
    given: Unit, name: str, machine: Machine, limit: int | None = None, *, engine: str = "cycle"
) -> simt.Result:  # fmt: skip
    """A kernel of these parameters with their inputs on a machine, for at most so many cycles."""
    program = compiled_apart(request_of(given, name, machine, {}, (_LANES,))).program
    return simt.run(
        program, machine, inputs=inputs(), global_size=_LANES, local_size=_LANES, engine=engine, max_cycles=limit
    )
