"""docs/packer.md shows what `python -m benches.packing` prints."""

from __future__ import annotations

import pytest

from benches.packed import preset_table, product_table
from benches.packing import SLOTS, cycle_table, long_table, packings, programs, size_table
from tests.examples import nightly_but
from tests.paths import ROOT

TEXT = (ROOT / "docs" / "packer.md").read_text(encoding="utf-8")
FEW = ("dot", "elementwise_mul", "fft", "escape", "binary_search")  # of every run; all of them nightly
SOME = nightly_but((FEW,), (FEW, ()))


def assert_shown(table: list[str], names: tuple[str, ...]) -> None:
    """The lines of some programs, or all of a table as it is."""
    assert "\n".join(table) in TEXT or (names and all(line in TEXT for line in table))


@pytest.mark.parametrize("names", SOME)
def test_the_blocks_above_their_bounds_are_listed_with_their_reasons(names: tuple[str, ...]) -> None:
    assert_shown(long_table(names), names)
    for found in packings(names):
        for block in found.packed.blocks:
            assert block.is_good or block.reason


@pytest.mark.parametrize("names", SOME)
def test_bundles_and_bounds_are_those_of_the_packer(names: tuple[str, ...]) -> None:
    assert_shown(size_table(names), names)


def test_cycles_are_those_of_the_engine() -> None:
    for line in cycle_table(FEW):
        assert line in TEXT


def test_cycles_on_the_presets_with_bundles_are_those_of_the_engine() -> None:
    for line in preset_table(("dot", "fir")):
        assert line in TEXT


@pytest.mark.nightly
def test_cycles_of_a_product_on_all_cores_and_on_one_are_those_of_the_engine() -> None:
    for line in product_table((64,)):
        assert line in TEXT


def test_packing_never_costs_cycles() -> None:
    rows = [line.split(" | ") for line in TEXT.splitlines() if line.startswith("| `") and line.endswith(" % |")]
    cells = [[int(cell) for cell in row[2:5]] for row in rows if len(row) == 6 and row[1] in ("2", "3")]
    assert len(cells) == len(programs()) * len(SLOTS)
    assert all(packed <= local <= scalar for scalar, local, packed in cells)
