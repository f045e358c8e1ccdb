"""docs/packer.md shows what `python -m benches.packing` prints."""

from __future__ import annotations

from benches.packing import cycle_table, long_table, packings, size_table
from tests.paths import ROOT

TEXT = (ROOT / "docs" / "packer.md").read_text(encoding="utf-8")
RUN = ("dot", "elementwise_mul", "fft", "escape", "binary_search")  # whose cycles are measured here


def test_the_blocks_above_their_bounds_are_listed_with_their_reasons() -> None:
    assert "\n".join(long_table()) in TEXT
    for found in packings():
        for block in found.packed.blocks:
            assert block.is_good or block.reason


def test_bundles_and_bounds_are_those_of_the_packer() -> None:
    assert "\n".join(size_table()) in TEXT


def test_cycles_are_those_of_the_engine() -> None:
    for line in cycle_table(RUN):
        assert line in TEXT


def test_packing_never_costs_cycles() -> None:
    rows = [line.split(" | ") for line in TEXT.splitlines() if line.startswith("| `") and line.endswith(" % |")]
    cells = [[int(cell) for cell in row[2:5]] for row in rows if len(row) == 6 and row[1] in ("2", "3")]
    assert len(cells) == len(list(packings()))
    assert all(packed <= local <= scalar for scalar, local, packed in cells)
