"""docs/compare.md tells the truth: its Python, its figures of fft128."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from benches.measured import measured_csv
from benches.samples import SOURCE
from simt.validate.comparison import Request, compare, point
from tests.pages import Page, simt

PAGE = Page("docs/compare.md")
AGAINST_HARDWARE = PAGE.text.split("## Against hardware")[1]


def test_the_crossover_of_the_page() -> None:
    text = PAGE.text.split("## Where the winner changes")[1]
    command = re.search(r"^\$ (simt compare .*) --model all$", text, re.MULTILINE)
    assert command is not None
    output = simt(command[1])
    rows = re.findall(r"^ +\d+ +[\d,]+ +[\d,]+  local_size=\S+$", text, re.MULTILINE)
    assert len(rows) == 3
    printed = [line.strip() for line in output.splitlines()]
    assert all(any(line.startswith(row.strip()) for line in printed) for row in rows)
    (crossing,) = re.findall(r"`([\d.]+ \(\d+ to \d+\))` here", text)
    assert crossing in output


def test_the_measured_products() -> None:
    assert table_of_products() == measured_csv("products", SOURCE.name)


def table_of_products() -> str:
    (table,) = re.findall(r":caption: products.csv\n\n(.*?)```", AGAINST_HARDWARE, re.DOTALL)
    return str(table)


@pytest.mark.nightly  # eight seconds of processor time
def test_the_comparison_with_measured_products(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = re.findall(r"^```text\n\$ (simt compare [^\n]*)\n(.*?)```$", AGAINST_HARDWARE, re.DOTALL | re.MULTILINE)
    (command, output) = shown[0]
    (tmp_path / "products.csv").write_text(table_of_products())
    shutil.copy(SOURCE, tmp_path)
    monkeypatch.chdir(tmp_path)
    assert simt(command) == output


def test_the_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    PAGE.run_python()
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_the_terms_of_fft128() -> None:
    (found,) = compare([point("fft128", "fpga4")], Request(models=("paper",)), jobs=1)
    rows = {row.equation: row for row in found.term_rows("measured")}
    assert rows["12"].predicted == pytest.approx(16_485)
    assert rows["12"].simulated == pytest.approx(228, abs=1)
    assert rows["1"].predicted == pytest.approx(rows["1"].simulated, rel=0.01)
    assert rows["5"].predicted == pytest.approx(0.79 * rows["5"].simulated, rel=0.01)
