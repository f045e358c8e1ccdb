"""Register files compared: the bench's table, which docs/register-file.md shows."""

from __future__ import annotations

from benches.register_files import collector_table, machines, rows, table
from tests.paths import ROOT

PAGE = ROOT / "docs" / "register-file.md"


def test_the_machines_that_are_compared() -> None:
    banked = ["multiport", "three_banks", "eight_banks"]
    assert [each.register_file_organisation for each in machines(1)] == ["single", *banked]
    assert [each.register_file_organisation for each in machines(3)] == banked
    assert all(each.local.banks == 8 for each in machines(2))


def test_the_page_shows_what_the_bench_prints() -> None:
    assert table(rows()) in PAGE.read_text(encoding="utf-8")


def test_the_page_shows_the_operand_collectors() -> None:
    assert collector_table() in PAGE.read_text(encoding="utf-8")
