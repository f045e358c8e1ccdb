"""`simt calibrate`: the table, the file for `simt model`, JSON, statuses and messages."""

from __future__ import annotations

import errno
import json
from functools import partial
from pathlib import Path

import pytest

from simt import files
from simt.validate import calibration
from simt.validate.implied import implied
from tests.commands import invoke

calibrate = partial(invoke, "calibrate")


def test_the_table_shows_measured_beside_implied() -> None:
    result = calibrate("-m", "fpga4", "-s", "fpu.latency=5", "-s", "fpu.lanes=1", status=0)
    lines = {line.split("  ")[0]: line.split() for line in result.stdout.splitlines() if "  " in line}
    assert lines["fpu select to ready"][4:8] == ["13", "13", "cycles", "equal"]  # 3 + 5 + 4 - 1 + 2
    assert lines["fpu occupation"][2:6] == ["4", "4", "cycles", "equal"]
    assert "0 different" in result.stdout
    assert result.stdout.startswith("fpga4 with fpu.lanes=1, fpu.latency=5: calibrated by ")


def test_the_file_is_one_for_the_model(tmp_path: Path) -> None:
    path = str(tmp_path / "mine.toml")
    result = calibrate("-m", "fpga8", "-s", "memory=simple", "-o", path, "-q", status=0)
    assert result.stdout == ""
    predicted = invoke("model", "paper", "mm_local", "-d", path, status=0)
    assert "on fpga8" in predicted.stdout


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_file_that_cannot_be_written_loses_no_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "folder.toml").mkdir()
    refused = calibrate("-m", "fpga4", "-o", str(tmp_path / "folder.toml"))
    assert (refused.exit_code, refused.stdout) == (2, "")  # before anything was measured
    monkeypatch.setattr(files, "replace_file", full)
    result = calibrate("-m", "fpga4", "-o", str(tmp_path / "taken.toml"), status=2)
    assert "cannot write" in result.stderr
    assert "0 different" in result.stdout


def test_json_has_rows_and_parameters() -> None:
    result = calibrate("-m", "fpga4", "--json")
    data = json.loads(result.stdout)
    assert data["schema"] == "simt.calibration/1"
    assert data["agrees"] is True
    rows = {row["name"]: row for row in data["rows"]}
    assert rows["retire.stages"]["measured"] == [2]
    assert rows["retire.stages"]["implied"] == 2
    assert data["parameters"]["values"]["cost.float_add"]["value"] == 13


def test_a_difference_ends_with_status_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "implied", lambda machine: implied(machine) | {"local.banks": 5})
    result = calibrate("-m", "fpga4", status=1)
    assert result.stdout.splitlines()[-1] == "different: local.banks"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-m", "fpga4", "-o", "mine.json"], "E0653"),
        (["-m", "fpga4", "--json", "-o", "-"], "both print"),
        (["-m", "fpga5"], "did you mean"),
        (["-m", "fpga4", "-s", "registers=1"], "E0880"),
    ],
)
def test_mistakes_are_told(arguments: list[str], message: str) -> None:
    result = calibrate(*arguments, status=2)
    assert message in result.stderr
    assert result.stdout == ""
