"""Machines of a sweep, made of parts: the same as those that are validated as a whole."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from simt.exploration.plans.axes import settings_of
from simt.machine import Machine
from simt.machine.choosing import machine_settings
from simt.machine.judging import machine_of
from simt.machine.keys import keys
from simt.machine.settings import Origin, Setting
from simt.machine.variants import Variants


def set_of(**values: Any) -> dict[str, Setting]:
    found = {}
    for key, value in values.items():
        key = key.replace("__", ".")
        (found[key],) = settings_of(key, value, "sweep")[0]
    return found


def check(variants: Variants, settings: dict[str, Setting]) -> bool:
    """Whether there is such a machine; it is the one that the long way gives."""
    made, wanted = variants.machine(settings), machine_of(Machine, {**variants.base, **settings})
    if wanted is None:
        assert made is None
        return False
    assert made is not None
    machine, digest = made
    assert machine == wanted
    assert machine.model_dump() == wanted.model_dump()
    assert machine.model_dump(exclude_unset=True) == wanted.model_dump(exclude_unset=True)
    assert machine.model_fields_set == wanted.model_fields_set
    assert digest == wanted.hash == machine.hash
    return True


@pytest.mark.parametrize("preset", ["fpga4", "fpga8", "article32"])
def test_every_way_to_combine_some_keys(preset: str) -> None:
    variants = Variants({setting.key: setting for setting in machine_settings(preset)})
    values = {
        "warp_size": [4, 8, 16], "fpu.lanes": [4, 8], "warps": [8, 16], "local.banks": [3, 4],
        "scheduler.policy": ["paper", "two_level"], "scheduler.active_warps": [4, 12],
    }  # fmt: skip
    found = [
        check(variants, set_of(**{key.replace(".", "__"): value for key, value in zip(values, chosen, strict=True)}))
        for chosen in itertools.product(*values.values())
        for _ in range(2)  # the second comes from parts
    ]
    assert 0 < sum(found) < len(found)


def test_a_size_follows_from_both_of_its_factors() -> None:
    """register_file.words is warps x registers: the machines of a value that comes again are made from parts."""
    variants = Variants({setting.key: setting for setting in machine_settings("fpga4")})
    assert all(check(variants, set_of(registers=registers)) for registers in (32, 16, 16, 32))
    assert all(check(variants, set_of(registers=16, warps=warps)) for warps in (8, 16, 16, 8))


def test_other_keys_each_time_and_keys_that_others_follow_from() -> None:
    variants = Variants({setting.key: setting for setting in machine_settings("fpga4")})
    generator = random.Random(3)
    choices: dict[str, list[Any]] = {
        "warp_size": [4, 8, 16], "warps": [4, 16, 64], "issue_width": [1, 2], "clock_mhz": [50.0, 100.0],
        "alu.latency": [1, 5], "alu.lanes": [2, 4], "lds.lanes": [4], "retire.ports": [1, 2], "vliw.slots": [1, 2, 3],
        "branch.policy": ["first_thread", "mask_stack"], "name": ["a", "b"], "options.multiply": [True, False],
        "retire.priority": [("lds", "fpu", "alu", "control"), ("control", "alu", "fpu", "lds"), ("alu", "alu")],
    }  # fmt: skip
    assert choices.keys() <= keys().keys()
    for _ in range(600):
        chosen = generator.sample(list(choices), generator.randrange(5))
        check(variants, set_of(**{key.replace(".", "__"): generator.choice(choices[key]) for key in chosen}))


def test_values_that_are_equal_and_not_of_one_type() -> None:
    variants = Variants({setting.key: setting for setting in machine_settings("fpga4")})
    (right,) = set_of(local__banks=1).values()
    assert check(variants, {"local.banks": right})
    for wrong in (True, 1.0):
        setting = Setting("local.banks", wrong, Origin("flag", "a test"), right.file, right.place)
        assert not check(variants, {"local.banks": setting})
        assert check(variants, {"local.banks": right})
