"""Every command of `simt model` calls the function of its name: the same answer, and the same refusal."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import simt
from isa.reporting.diagnostics import ArgumentError, SimtError
from simt.cli.main import cli
from simt.cli.model import model

COUNTS = """work_items = 64
group_size = 64
instructions = { float_add = 1 }
"""
LAUNCH: dict[str, Any] = {"defines": {"n": 32}, "group": (16, 2)}
WORDS = ["mm_global", "-m", "gtx280_core", "-D", "n=32", "--local", "16x2"]

# command: its words and the call, for an answer; then for a refusal.
CALLS: dict[str, tuple[list[str], Callable[[], Any], list[str], Callable[[], Any]]] = {
    "predict": (
        [*WORDS, "--model", "all"],
        lambda: simt.model("mm_global", "gtx280_core", models="all", **LAUNCH),
        [*WORDS, "--trip-count", "nowhere=3"],
        lambda: simt.model("mm_global", "gtx280_core", trip_counts={"nowhere": 3}, **LAUNCH),
    ),
    "measured": (
        [*WORDS, "--model", "bounds"],
        lambda: simt.model_measured("mm_global", "gtx280_core", models="bounds", **LAUNCH),
        [*WORDS, "--max-cycles", "9"],
        lambda: simt.model_measured("mm_global", "gtx280_core", max_cycles=9, **LAUNCH),
    ),
    "analysis": (
        WORDS,
        lambda: simt.model_analysis("mm_global", "gtx280_core", **LAUNCH),
        ["divergent/while", "-m", "article32", "--max-steps", "3"],
        lambda: simt.model_analysis("divergent/while", "article32", max_steps=3),
    ),
    "counts": (
        ["c.toml", "-d", "hd5870", "-s", "cores=4", "--reading", "R4"],
        lambda: simt.model_counts("c.toml", "hd5870", cores=4, reading="R4"),
        ["c.toml", "--model", "bounds", "-d", "hd587"],
        lambda: simt.model_counts("c.toml", "hd587", models="bounds"),
    ),
    "paper": (
        ["mm_local", "--group", "8x16", "--size", "512", "--counting", "corrected", "--model", "all"],
        lambda: simt.model_paper("mm_local", group=(8, 16), size=512, counting="corrected", models="all"),
        ["mm_local", "--group", "8x7"],
        lambda: simt.model_paper("mm_local", group="8x7"),
    ),
    "figures": (
        ["-d", "gtx280", "--reading", "R4", "--counting", "corrected", "-s", "cores=4"],
        lambda: simt.model_figures("gtx280", reading="R4", counting="corrected", set={"cores": 4}),
        ["--reading", "R3"],
        lambda: simt.model_figures(reading="R3"),
    ),
    "parameters": (
        ["-d", "fx5600", "-s", "bandwidth_gbs=150"],
        lambda: simt.model_parameters("fx5600", bandwidth_gbs=150),
        ["-s", "bandwith_gbs=150"],
        lambda: simt.model_parameters(set={"bandwith_gbs": 150}),
    ),
}


@pytest.fixture(autouse=True)
def _file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("c.toml").write_text(COUNTS)


def test_every_command_is_here() -> None:
    assert set(CALLS) == set(model.commands)


@pytest.mark.parametrize("command", CALLS)
def test_the_same_answer(command: str) -> None:
    words, call, _, _ = CALLS[command]
    shown = CliRunner().invoke(cli, ["model", command, *words, "--json"])
    assert shown.exit_code == 0, shown.output
    assert json.loads(shown.stdout) == json.loads(json.dumps(call().to_dict()))


@pytest.mark.parametrize("command", CALLS)
def test_the_same_refusal(command: str) -> None:
    _, _, words, call = CALLS[command]
    with pytest.raises(SimtError) as refused:
        call()
    shown = CliRunner().invoke(cli, ["model", command, *words])
    assert shown.exit_code == refused.value.exit_status
    assert shown.stderr.startswith(f"error[{refused.value.code}]: {refused.value.message.splitlines()[0]}")


def test_what_a_storage_manager_places_is_counted_by_a_run() -> None:
    words = {"storage": "new", "set": {"memory": "dram"}, **LAUNCH}
    launch = simt.Launch("mm_global", "gtx280_core", **words)
    with pytest.raises(ArgumentError, match=r"simt\.model_measured counts it"):
        launch.model()
    assert simt.model_measured(launch).counts.work_items == 1024


def test_a_wrong_result_gives_no_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    launch = simt.Launch("fir", "fpga4")
    assert launch.oracle is not None
    wanted = launch.oracle.expected(launch.program, launch.inputs, launch.grid)
    wrong = {name: array + 1 for name, array in wanted.items()}
    monkeypatch.setattr(launch.oracle, "expected", lambda *_: wrong)
    with pytest.raises(SimtError, match=r"gave nothing: y\[\d+\] is \S+, not ") as refused:
        simt.model_measured(launch)
    assert refused.value.code == "E0822"


def test_the_rows_of_the_figures() -> None:
    figures = simt.model_figures("gtx280")
    assert figures.table.dtype.names == ("figure", "kernel", "device", "group", "R1", "R2", "R4")
    assert len(figures.table) == 12
