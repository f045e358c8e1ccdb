"""`simt compare --measured`: what it prints and writes, how it ends, what it refuses."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import Result

from tests.commands import invoke

HEAD = "kernel,device,cycles\n"


def compare(path: Path | str, *arguments: str, given: str | None = None) -> Result:
    return invoke("compare", "--measured", str(path), *arguments, input=given)


@pytest.fixture
def measured(tmp_path: Path) -> Path:
    path = tmp_path / "m.csv"
    path.write_text(f"{HEAD}fft128,fpga4,4000\nfft129,fpga4,4000\n")
    return path


def test_a_line_that_fails_is_named_and_the_rest_is_compared(measured: Path) -> None:
    result = compare(measured)
    assert result.exit_code == 0, result.output
    assert "1 of 2 lines of" in result.stdout
    assert "line 3: E0650: there is no kernel `fft129`" in result.stdout
    assert "-4.3" in result.stdout


def test_no_line_is_compared(measured: Path) -> None:
    measured.write_text(f"{HEAD}fft129,fpga4,4000\n")
    result = compare(measured)
    assert result.exit_code == 1
    assert "0 of 1 line of" in result.stdout


def test_no_head(measured: Path) -> None:
    measured.write_text("fft128,fpga4,4000\n")
    result = compare(measured)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "E0824" in result.stderr


def test_json_and_csv(measured: Path, tmp_path: Path) -> None:
    result = compare(measured, "--json")
    assert json.loads(result.stdout)["measured"]["mistakes"][0]["line"] == 3
    output = tmp_path / "rows.csv"
    assert compare(measured, "-o", str(output)).exit_code == 0
    rows = list(csv.DictReader(output.read_text().splitlines()))
    assert [row["line"] for row in rows] == ["2", "3"]
    assert float(rows[0]["machine_error"]) == pytest.approx(-172 / 4000)


def test_any_comparison_is_written_as_csv(tmp_path: Path) -> None:
    output = tmp_path / "rows.csv"
    invoke("compare", "fft128", "-o", str(output), status=0)
    (row,) = csv.DictReader(output.read_text().splitlines())
    assert (row["kernel"], row["simulated"]) == ("fft128", "3828")


def test_standard_input() -> None:
    result = compare("-", given=f"{HEAD}fft128,fpga4,4000\n")
    assert result.exit_code == 0, result.output
    assert "1 of 1 line of -" in result.stdout


@pytest.mark.parametrize(
    "arguments",
    [("fft128",), ("-m", "fpga4"), ("--suite",), ("--counts", "static"), ("-s", "banks=2"), ("--in", "x=1")],
)
def test_what_the_file_says_is_not_said_again(measured: Path, arguments: tuple[str, ...]) -> None:
    result = compare(measured, *arguments)
    assert result.exit_code == 2
    assert "--measured has its kernels" in result.stderr


def test_a_picture_over_a_key_is_refused(measured: Path) -> None:
    assert "--measured goes with --plot" in compare(measured, "--plot", "crossover").stderr
