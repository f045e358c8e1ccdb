"""`simt calibrate --readings` and `--plan`: what they print and write, how they end, what they refuse."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

import simt
from simt.machine import Machine
from tests.commands import invoke

HEAD = "microkernel,instruction,threads,cycles\n"
READINGS = f"{HEAD}chain,add.u32,,24\nchain,add.u32,512,64\nchain,mul.u32,,96\n"
calibrate = partial(invoke, "calibrate", "-m", "gtx280")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "board.csv"
    path.write_text(READINGS)
    return path


def test_the_table_has_intervals_and_lines(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)  # the name of a file is not folded, however long its folder's is
    result = calibrate("--readings", path.name, status=0)
    lines = {line.split("  ")[1]: line.split() for line in result.stdout.splitlines() if line.startswith("  ")}
    assert lines["alu.latency"] == ["alu.latency", "19", "19", "16", "to", "19", "same", "2"]
    assert "fpu.latency = 19: measure a chain of add.f32, one warp" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_the_file_is_a_machine_with_intervals(path: Path, tmp_path: Path) -> None:
    path.write_text(READINGS.replace("add.u32,,24", "add.u32,,28"))
    output = tmp_path / "board.toml"
    result = calibrate("--readings", str(path), "-o", str(output), "-q")
    assert (result.exit_code, result.stdout) == (0, "")
    machine = Machine.load(output)
    assert machine.alu.latency == 23
    assert machine.name == "gtx280_board"
    text = output.read_text()
    assert "latency = 23" in text
    assert "# 20 to 23; line 2: chain of add.u32, one warp" in text
    assert "# preset gtx280, line" in text  # of what no reading decides


def test_json_is_what_python_gives(path: Path) -> None:
    data = json.loads(calibrate("--readings", str(path), "--json").stdout)
    assert data == json.loads(json.dumps(simt.calibrate("gtx280", readings=path).to_dict()))
    assert data["schema"] == "simt.board_calibration/1"
    keys = {row["key"]: row for row in data["keys"]}
    assert (keys["alu.latency"]["low"], keys["alu.latency"]["high"], keys["alu.latency"]["lines"]) == (16, 19, [2])
    assert keys["fpu.latency"]["verdict"] == "unseen"


def test_readings_from_standard_input() -> None:
    result = calibrate("--readings", "-", input=READINGS, status=0)
    assert result.stdout.startswith("3 of 3 lines of - used, on gtx280: ")


def test_lines_that_are_not_used_are_named(path: Path) -> None:
    path.write_text(f"{READINGS}chain,mul.u23,,96\n")
    result = calibrate("--readings", str(path), status=0)
    assert "line 5: E0883: there is no chain of `mul.u23` (did you mean `mul.u32`?)" in result.stdout


def test_no_key_is_found(path: Path) -> None:
    path.write_text(f"{HEAD}chain,add.u32,,-1\n")
    result = calibrate("--readings", str(path), status=1)
    assert "0 of 1 line of" in result.stdout


def test_the_plan_and_its_kernels(tmp_path: Path) -> None:
    result = calibrate("--plan", str(tmp_path / "plan.csv"))
    assert (result.exit_code, result.stdout) == (0, "")
    assert "84 launches" in result.stderr
    assert "plan.cl" in result.stderr
    table, source = ((tmp_path / f"plan.{suffix}").read_text() for suffix in ("csv", "cl"))
    plan = simt.calibration_plan("gtx280")
    assert (table, source) == (plan.csv, plan.opencl)
    for row in plan.records():
        assert f"__kernel void {row['kernel']}(" in source
    refused = calibrate("--readings", str(tmp_path / "plan.csv"), "-q")
    assert refused.exit_code == 1  # nothing is filled in


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--readings", "none.csv"], "none.csv"),
        (["--tolerance", "5"], "--tolerance goes with --readings"),
        (["--plan", "p.csv", "--json"], "--plan goes without"),
        (["--plan", "p.txt"], "E0653"),
        (["--plan", "-"], "two files"),
        (["--readings", "-", "--tolerance", "nan"], "tolerance"),
        (["--readings", "-", "-o", "-", "--json"], "the JSON holds the machine"),
    ],
)
def test_mistakes(arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = calibrate(*arguments, input=READINGS, status=2)
    assert message in result.stderr
    assert result.stdout == ""


def test_an_interrupted_calibration_shows_what_it_has(path: Path) -> None:
    from simt.interruption import PartlyDone

    with pytest.raises(PartlyDone) as stopped:
        simt.calibrate("gtx280", readings=path, progress=lambda launches: launches == 2)
    assert stopped.value.done.label == "gtx280"
    assert stopped.value.done.key("alu.latency").is_decided
