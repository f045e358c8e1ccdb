"""The machine's lists of names and those of the engines are the same lists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import isa
from isa.table.table import INSTRUCTIONS
from isa.table.units import OPTIONAL, UNITS
from simt import explain
from simt.exploration.silicon.blocks import RULES
from simt.machine import Machine, rules
from simt.machine.capabilities import CAPABILITIES
from simt.machine.keys import keys, sections
from simt.machine.sections import RETIRE_PRIORITY, Datapath, OptionalUnit
from simt.models.refined import rules as predicted
from tests.reference import scheduler as specified


@pytest.mark.parametrize(
    ("key", "names"),
    [
        ("scheduler.policy", rules.SCHEDULERS),
        ("branch.policy", rules.BRANCH_RULES),
        ("branch.order", rules.BRANCH_ORDERS),
        ("memory.policy", rules.MEMORIES),
        ("memory.coalescing", rules.COALESCERS),
        ("memory.mapping", tuple(rules.ADDRESS_MAPPINGS)),
    ],
)
def test_the_rules_of_the_schema_are_those_that_the_engine_numbers(key: str, names: tuple[str, ...]) -> None:
    assert keys()[key].choices == names


def test_every_scheduler_has_its_logic_its_specification_and_its_prediction() -> None:
    assert set(RULES) == set(specified.RULES) == set(predicted.RULES) == set(rules.SCHEDULERS)


def test_every_requirement_of_the_instruction_table_is_a_capability() -> None:
    assert {spec.requires for spec in INSTRUCTIONS.values()} - {""} == set(CAPABILITIES) - {"scalar_operands"}


def test_the_page_on_lacking_instructions_names_the_key_of_every_capability() -> None:
    """`simt explain E0502`."""
    page = str(explain("E0502"))
    wanted = {key for one in CAPABILITIES.values() for key in re.findall(r"-s ([\w.]+)=", one.flag)}
    assert len(wanted) > 10
    assert sorted(key for key in wanted if key not in page) == []


@pytest.mark.parametrize("name", CAPABILITIES)
def test_the_flags_of_a_capability_give_it_to_a_machine(name: str) -> None:
    flags = CAPABILITIES[name].flag.partition(",")[0].removeprefix("-s ").split(" -s ")
    values = {"true": True, "1": 1, "3": 3}
    changes = {key: values.get(value, value) for key, value in (flag.split("=") for flag in flags)}
    assert not Machine().has(name)
    assert Machine().replace(**changes).has(name)


def test_the_units_of_the_schema_are_those_of_the_instruction_table() -> None:
    assert {"memory", *keys()["retire.priority"].choices} == set(UNITS)
    assert (*reversed(OPTIONAL), *Machine().retire.priority) == keys()["retire.priority"].choices
    assert {name for name, unit in UNITS.items() if unit.is_pipeline} == {
        name for name, section in sections().items() if issubclass(section, Datapath)
    }
    assert set(OPTIONAL) == {name for name, section in sections().items() if issubclass(section, OptionalUnit)}


# What names several units for a reason of its own: slots of bundles, which are no units, and the default of a key.
OF_THEIR_OWN = {
    "isa/program/bundles.py": {"lds", "alu", "fpu"},
    "simt/machine/sections.py": set(RETIRE_PRIORITY),
    "simt/validate/machines.py": {"alu", "fpu", "lds"},  # what generated machines draw, the bounds of each
}


def _named_together(source: str) -> list[set[str]]:
    """The names of units in each literal collection of a module."""
    if sum(f'"{name}"' in source for name in UNITS) < 3:
        return []  # most modules: they need not be parsed
    found = []
    for node in ast.walk(ast.parse(source)):
        items = [*node.keys, *node.values] if isinstance(node, ast.Dict) else getattr(node, "elts", [])
        names = {item.value for item in items if isinstance(item, ast.Constant) and isinstance(item.value, str)}
        found.append(names & set(UNITS))
    return found


def test_no_module_lists_units_beside_the_table() -> None:
    root = Path(isa.__file__).parents[1]
    for path in (*root.glob("isa/**/*.py"), *root.glob("simt/**/*.py")):
        name = path.relative_to(root).as_posix()
        for names in _named_together(path.read_text("utf-8")):
            assert len(names) < 3 or names == OF_THEIR_OWN.get(name), f"{name} lists {', '.join(sorted(names))}"
