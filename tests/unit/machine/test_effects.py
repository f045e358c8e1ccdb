"""simt.machine.effects: the keys that a machine does not use, and that they have no effect."""

from __future__ import annotations

import numpy as np
import pytest

import simt
from simt.machine import Machine
from simt.machine.effects import unused
from simt.machine.keys import Key, keys

MEMORY = {name for name in keys() if name.startswith("memory.")} - {"memory.policy"}
OTHER_PARTS = "ddr2-800-25"


def other_value(key: Key, value: object) -> object:
    """Return another value that the key may have, a power of two for the keys that want one."""
    if key.type == "string":
        return OTHER_PARTS
    if isinstance(value, bool | float):
        return not value if isinstance(value, bool) else 2 * value
    if key.choices:
        return next(choice for choice in key.choices if choice != value)
    least, most = int(key.low or 0), int(key.high or 0)
    return next(number for number in (least, 2 * least, 1, most) if number != value and least <= number <= most)


def same_run(kernel: str, machine: Machine, key: str, **words: object) -> bool:
    """Return whether a run is the same to the last count if a key has another value."""
    value: object = machine
    for part in key.split("."):
        value = getattr(value, part)
    changed = machine.replace(**{key: other_value(keys()[key], value)})
    one, other = (simt.run(kernel, each, **words) for each in (machine, changed))  # type: ignore[arg-type]
    return one.cycles == other.cycles and np.array_equal(one.ledgers.warp_lines, other.ledgers.warp_lines)


@pytest.mark.parametrize("key", sorted(unused(Machine.load("fpga4"))))
def test_a_key_that_a_plain_core_does_not_use_changes_nothing(key: str) -> None:
    assert same_run("fft128", Machine.load("fpga4"), key)


def test_what_a_plain_core_does_not_use() -> None:
    found = unused(Machine.load("fpga4"))
    assert found.keys() > MEMORY
    assert found["branch.yield_after"] == "branch.policy = first_thread: only its and its_yield use it"
    assert found["memory.grant"] == "memory.policy = none: only dram uses it"
    assert found["sfu.latency"] == "sfu.count = 0: there is no such unit"
    assert len(found) == 32


@pytest.mark.parametrize("policy", ["simple", "dram"])
def test_a_key_of_another_memory_changes_nothing(policy: str) -> None:
    machine = Machine.load("gtx280_core", memory=policy)
    found = [key for key in unused(machine) if key in MEMORY]
    assert len(found) == (9 if policy == "simple" else 3)
    for key in found:
        assert same_run("mm_global", machine, key, defines={"n": 16}, local_size=(16, 2)), key
