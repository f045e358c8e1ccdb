"""docs/processor.md: its sections are there where they are quoted, its lists are the code's, its keys exist."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from isa.program.bundles import Slots
from isa.table.table import INSTRUCTIONS
from isa.table.units import COMPUTE_UNITS, UNITS
from simt.core.state.reasons import LANE_KINDS, REASONS
from simt.machine.keys import keys
from simt.machine.rules import (
    BRANCH_ORDERS,
    BRANCH_RULES,
    COALESCERS,
    MEMORIES,
    SCHEDULERS,
    DependenceRule,
    Organisation,
)
from simt.result.stops import STOP_CODES
from tests.paths import ROOT as REPOSITORY

PAGE = (REPOSITORY / "docs" / "processor.md").read_text()
HEADINGS = re.findall(r"^## (\d+)\. (.+)$", PAGE, re.MULTILINE)


def section(number: int) -> str:
    """The text of a section."""
    return re.split(r"^## \d+\. ", PAGE, flags=re.MULTILINE)[number]


def first_column(number: int, heading: str) -> list[str]:
    """The words in backticks of the first column of a table, which has this heading there."""
    table = section(number).split(f"| {heading} |")[1].split("\n\n")[0]
    return [word for row in table.splitlines()[2:] for word in re.findall(r"`([^`]+)`", row.split("|")[1])]


def quoted(text: str) -> list[int]:
    """The numbers of the sections of this page that a text quotes."""
    found = []
    for numbers in re.findall(r"processor\.md\)?`?,?\s+(?:#\s*)?sections?\s+(\d+(?:(?:, | and | to )\d+)*)", text):
        found += [int(number) for number in re.findall(r"\d+", numbers)]
    return found


def test_sections_are_numbered_in_order() -> None:
    assert [int(number) for number, _ in HEADINGS] == list(range(1, len(HEADINGS) + 1))
    own = [int(number) for number in re.findall(r"\bsections? (\d+)", PAGE)]
    assert set(own) <= set(range(1, len(HEADINGS) + 1))


def test_sections_that_are_quoted_are_there() -> None:
    folders = ("isa", "simt", "tests", "benches", "docs", "programs")
    files = [path for folder in folders for path in (REPOSITORY / folder).rglob("*")]
    files += [*REPOSITORY.glob("*.md")]
    found = {
        path.relative_to(REPOSITORY).as_posix(): quoted(path.read_text())
        for path in files
        if path.suffix in (".py", ".md", ".toml", ".s") and path.is_file()
    }
    assert sum(map(len, found.values())) > 80
    assert {number for numbers in found.values() for number in numbers} <= set(range(1, len(HEADINGS) + 1))


@pytest.mark.parametrize(
    ("file", "word"),
    [
        ("simt/core/blocks/scheduler.py", "Select"),
        ("simt/core/blocks/front_end.py", "Front end"),
        ("simt/core/blocks/unit_pipeline.py", "Units"),
        ("simt/core/blocks/retire.py", "Retire"),
        ("simt/core/blocks/register_file.py", "Register file"),
        ("simt/core/ledgers/trap.py", "Stops"),
        ("simt/core/ledgers/record.py", "The event record"),
        ("simt/core/lanes/dpu.py", "Double precision"),
        ("simt/core/memory/coalescer.py", "Global memory"),
        ("isa/program/bundles.py", "Bundles"),
        ("isa/program/buffers.py", "Global memory"),
    ],
)
def test_files_quote_the_section_of_their_topic(file: str, word: str) -> None:
    first = quoted((REPOSITORY / file).read_text())[0]
    assert HEADINGS[first - 1][1] == word


def test_reasons_are_the_closed_list() -> None:
    listed = re.search(r"The closed list of reasons: `([^`]+)`", PAGE)
    assert listed is not None
    assert tuple(listed[1].split()) == REASONS
    for word in {*REASONS, *LANE_KINDS}:
        assert re.search(rf"`[^`]*\b{word}\b[^`]*`", section(11)), word


def test_kinds_of_trap_are_all_there() -> None:
    no_traps = {"cycle_limit", "interrupted", "other_core"}
    assert set(first_column(9, "kind")) == set(STOP_CODES) - no_traps
    assert set(first_column(13, "kind")) < set(STOP_CODES)


def test_rules_are_all_there() -> None:
    assert tuple(first_column(3, "`scheduler.policy`")) == SCHEDULERS
    assert tuple(first_column(17, "`register_file.organisation`")) == get_args(Organisation)
    assert tuple(first_column(19, "`memory.coalescing`")) == COALESCERS
    for rule in (*BRANCH_RULES, *BRANCH_ORDERS):
        assert re.search(rf'`[^`]*\b{rule}"?`', PAGE), rule
    for rule in get_args(DependenceRule):
        assert f"`{rule}`" in section(24)
    for rule in MEMORIES:
        assert f"`{rule}`" in section(19)


def test_units_are_all_there() -> None:
    assert sorted(first_column(5, "unit")) == sorted(UNITS)


def test_slots_name_all_units() -> None:
    """Sections 16 and 26: what a number of slots stands for, and what a kind may join."""
    arithmetic = "+".join(COMPUTE_UNITS)
    assert f"`arithmetic` for `{arithmetic}`" in section(16)
    for count in (2, 3):
        assert f"| {count} | " + " | ".join(f"`{kind}`" for kind in Slots.of(count).kinds) in section(16)
    names = ", ".join(f"`{name}`" for name in (*COMPUTE_UNITS, *(name for name in UNITS if name not in COMPUTE_UNITS)))
    assert names in " ".join(section(26).split())


def test_schedulers_are_in_the_model_too() -> None:
    (row,) = re.findall(r"^\| which warp is selected \|.*", (REPOSITORY / "docs/model.md").read_text(), re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", row)) == set(SCHEDULERS)


def test_keys_exist_and_every_key_that_has_a_cycle_is_there() -> None:
    named = set(re.findall(r"`([a-z_]+\.[a-z_]+)`", PAGE))
    sections = {name.partition(".")[0] for name in keys()}
    assert {name for name in named if name.partition(".")[0] in sections} <= set(keys())
    whole = {name for name in keys() if f"`{name}`" in PAGE or f"`{name} =" in PAGE}
    of_units = {f"{unit}.{leaf}" for unit in UNITS for leaf in ("lanes", "latency", "interval")}  # as `<unit>.latency`
    assert set(keys()) - whole - of_units == {"name", "description"}


def test_instructions_exist() -> None:
    named = set(re.findall(r"`((?:add|sub|mul|mad|min|max|cvt|ld|st|atom|eq|ne|lt|le|gt|ge)\.[a-z0-9.]+)`", PAGE))
    aliases = {alias for spec in INSTRUCTIONS.values() for alias in spec.aliases}
    assert len(named) > 20
    assert named <= {*INSTRUCTIONS, *aliases}
