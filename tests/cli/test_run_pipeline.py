"""`simt run FILE.toml`: pipelines of kernels on the command line."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from tests.commands import invoke
from tests.pipelines import DECAY, MACHINE, ORACLE, PLAN, SCALE


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "scale.s").write_text(SCALE)
    (tmp_path / "twice.toml").write_text(PLAN)
    (tmp_path / "twice.py").write_text(ORACLE)
    (tmp_path / "small.toml").write_text(MACHINE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


simt = partial(invoke, "run")


def test_a_table_of_kernels(folder: Path) -> None:
    done = simt("twice.toml", "--with-transfers", status=0)
    lines = done.stdout.splitlines()
    assert lines[0] == "twice on small"
    assert lines[1] == "  check     passed against twice.py: largest relative error 0"
    assert "twice.py is run for inputs and expected results; --no-oracle skips it" in done.stderr
    rows = [line.split() for line in lines[-3:]]
    assert rows[0] == ["kernel", "work-items", "group", "cycles", "share", "instructions", "transactions", "bytes"]
    assert [row[:4] for row in rows[1:]] == [["1", "scale", "16", "4"], ["2", "scale", "8x2", "4"]]
    total = int(next(line for line in lines if line.startswith("  cycles")).split()[1])
    assert total == sum(int(row[4]) for row in rows[1:])
    moved = next(line for line in lines if line.startswith("  transfers"))
    assert moved.startswith("  transfers 1 buffer in, 64 bytes, ")
    assert "; 2 buffers out, 128 bytes, " in moved


def test_data_in_and_out(folder: Path) -> None:
    np.save("x.npy", np.arange(16, dtype=np.uint32))
    done = simt(
        "twice.toml", "--no-oracle", "--in", "x=x.npy", "--out", "y=y.npy", "-D", "shift=3", "-o", "run.json", status=0
    )
    assert np.load("y.npy").tolist() == [8 * k for k in range(16)]
    assert json.loads(Path("run.json").read_text())["pipeline"] == "twice"
    assert "check     none: --no-oracle" in done.stdout
    assert done.stderr == ""


def test_json(folder: Path) -> None:
    data = json.loads(simt("twice.toml", "--json", "-q", "-m", "small.toml", "--cores", "2").stdout)
    assert len(data["launches"]) == 2
    assert data["launches"][0]["machine"]["cores"] == 2
    assert data["provenance"]["seed"] == 1


def test_how_it_ends(folder: Path) -> None:
    (folder / "twice.py").write_text(ORACLE.replace("* 2 + 5", "* 2"))
    done = simt("twice.toml", "-q", status=1)
    assert "error[E0605]: `x[" in done.stderr
    done = simt("twice.toml", "-q", "--max-cycles", "30", status=4)
    (folder / "twice.toml").write_text(PLAN.replace("global_size = 16", "globall = 16"))
    done = simt("twice.toml", status=2)
    assert "error[E0662]: unknown key `globall`" in done.stderr
    assert "twice.toml:8:" in done.stderr
    for text, message in (("a = [1,", "not TOML"), ("a = 1", "neither a kernel nor a pipeline")):
        (folder / "twice.toml").write_text(text)
        done = simt("twice.toml", status=2)
        assert "error[E0650]" in done.stderr
        assert message in done.stderr  # and not that `a` is no instruction


@pytest.mark.parametrize(
    ("option", "flag"),
    [
        (["--global-size", "16"], "--global-size"),
        (["--offset", "16"], "--offset"),
        (["--check", "races"], "--check"),
        (["--save", "a"], "--save"),
        (["--view", "source"], "--view"),
        (["--storage", "new"], "--storage"),
    ],
)
def test_what_goes_with_one_kernel_only(folder: Path, option: list[str], flag: str) -> None:
    done = simt("twice.toml", *option, status=2)
    assert f"{flag} goes with one kernel, and twice.toml is a pipeline of several" in done.stderr


def test_wrong_names_and_files(folder: Path) -> None:
    assert "result of a pipeline is written as .json or .txt, not a.html" in simt("twice.toml", "-o", "a.html").stderr
    assert simt("twice.toml", "--out", "z=z.npy").exit_code == 2
    assert simt("twice.toml", "--in", "z=z.npy").exit_code == 2
    assert "is the description of a machine, not a kernel" in simt("small.toml").stderr
    assert "`scan.toml` is a shipped pipeline: simt run scan.toml" in simt("scan").stderr


def test_one_launch_on_the_command_line(folder: Path) -> None:
    def said(*words: str) -> tuple[int, str]:
        found = invoke(*words)
        return found.exit_code, found.output

    plan = str(folder / "twice.toml")
    status, text = said("why", f"{plan}:2")
    assert status == 0
    assert "scale on small" in text
    assert "twice.py is run for inputs" in text
    page = folder / "second.html"
    assert said("report", f"{plan}:2", "-o", str(page))[0] == 0
    assert page.read_bytes().startswith(b"<!")
    assert said("trace", f"{plan}:2", "--view", "warps")[0] == 0
    status, text = said("trace", f"{plan}:3")
    assert status == 2
    assert "has no launch `3`: it has 1 scale, 2 scale" in text
    status, text = said("trace", plan)
    assert status == 2
    assert f"{plan}:1" in text
    status, text = said("diff", f"{plan}:1", f"{plan}:2", "-q")
    assert (status, "no source line costs more or less" in text) == (0, True)
    status, text = said("asm", f"{plan}:1")
    assert status == 2
    assert "FILE.toml:NUMBER is a launch of a pipeline, for run, trace" in text


def test_a_kernel_of_the_pipelines_name_is_no_oracle(folder: Path) -> None:
    (folder / "decay.py").write_text(DECAY)
    (folder / "decay.toml").write_text(
        '[[launch]]\nkernel = "decay.py"\nglobal_size = 16\nparams = { step = 1 }\n[buffers]\ny = 16\n'
    )
    found = simt("decay.toml", "-m", "small.toml", status=0)
    assert "none: decay.py is a kernel of the pipeline" in found.stdout
    assert "note:" not in found.stderr
    without = simt("decay.toml", "-m", "small.toml", "--no-oracle", status=0)
    assert "note: --no-oracle has no effect: decay.py is a kernel of the pipeline" in without.stderr
