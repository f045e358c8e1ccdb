"""The machine's lists of names and those of the engines are the same lists."""

from __future__ import annotations

import pytest

from isa.table import UNITS
from simt.machine import Machine, rules
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


def test_the_units_of_the_schema_are_those_of_the_instruction_table() -> None:
    assert {"memory", *keys()["retire.priority"].choices} == set(UNITS)
    assert ("dpu", "sfu", *Machine().retire.priority) == keys()["retire.priority"].choices
