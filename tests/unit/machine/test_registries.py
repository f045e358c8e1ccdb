"""The machine's lists of names and those of the engines are the same lists."""

from __future__ import annotations

import pytest

from isa.table import INSTRUCTIONS
from isa.units import UNITS
from simt.machine import Machine, rules
from simt.machine.capabilities import CAPABILITIES
from simt.machine.keys import keys


@pytest.mark.parametrize(
    ("key", "names"),
    [
        ("scheduler.policy", rules.SCHEDULERS),
        ("branch.policy", rules.BRANCH_RULES),
        ("branch.order", rules.BRANCH_ORDERS),
        ("memory.policy", rules.MEMORIES),
        ("memory.coalescing", rules.COALESCERS),
    ],
)
def test_the_rules_of_the_schema_are_those_that_the_engine_numbers(key: str, names: tuple[str, ...]) -> None:
    assert keys()[key].choices == names


def test_every_requirement_of_the_instruction_table_is_a_capability() -> None:
    assert {spec.requires for spec in INSTRUCTIONS.values()} - {""} == set(CAPABILITIES) - {"scalar_operands"}


@pytest.mark.parametrize("name", CAPABILITIES)
def test_the_flags_of_a_capability_give_it_to_a_machine(name: str) -> None:
    flags = CAPABILITIES[name].flag.partition(",")[0].removeprefix("-s ").split(" -s ")
    values = {"true": True, "1": 1, "3": 3}
    changes = {key: values.get(value, value) for key, value in (flag.split("=") for flag in flags)}
    assert not Machine().has(name)
    assert Machine().replace(**changes).has(name)


def test_the_units_of_the_schema_are_those_of_the_instruction_table() -> None:
    assert {"memory", *keys()["retire.priority"].choices} == set(UNITS)
    assert ("dpu", "sfu", *Machine().retire.priority) == keys()["retire.priority"].choices
