"""The machine's lists of names and those of the engines are the same lists."""

from __future__ import annotations

from isa.table import UNITS
from simt.core.blocks.scheduler import POLICIES
from simt.machine import Machine
from simt.machine.keys import keys


def test_the_schedulers_of_the_schema_are_those_of_the_engine() -> None:
    assert keys()["scheduler.policy"].choices == POLICIES


def test_the_units_of_the_schema_are_those_of_the_instruction_table() -> None:
    assert {"memory", *keys()["retire.priority"].choices} == set(UNITS)
    assert ("dpu", "sfu", *Machine().retire.priority) == keys()["retire.priority"].choices
