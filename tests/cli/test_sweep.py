"""`simt sweep`: what it prints and writes, how it fails, and that no kill loses or repeats a point."""

from __future__ import annotations

import csv
import io
import json
import signal
import sqlite3
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from simt.exploration import SweepResults
from tests.commands import invoke
from tests.paths import ROOT
from tests.processes import HANGS, stored, wait_for_work

FFT = ("fft128.s", "--set", "banks=2,4,8", "--set", "warp=4,8")
pytestmark = pytest.mark.usefixtures("empty_folder")
simt = partial(invoke, "sweep", status=0)


def test_help() -> None:
    text = simt("--help").stdout
    assert "simt sweep fft128.s --set banks=2,4,8,16" in text
    assert all(f"  {name} " in text for name in ("run", "resume", "show", "export"))
    assert "--dask ADDRESS" in simt("run", "--help").stdout


def test_the_help_needs_no_engine() -> None:
    code = (
        "import sys\nfrom simt.cli.main import cli\n"
        "try:\n    cli.main(['sweep', 'run', '--help'])\nexcept SystemExit:\n    pass\n"
        "sys.exit(', '.join({'numba', 'numpy', 'matplotlib', 'distributed', 'pyarrow'} & set(sys.modules)) or None)"
    )
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (0, "")


def test_run_show_export() -> None:
    first = simt(*FFT, "-o", "x.sqlite")
    assert first.stdout == (
        "fft128.s: grid over local.banks (3) x warp_size (2): 6 of 6 points, complete\n"
        "results in x.sqlite; look at them with: simt sweep show x.sqlite\n"
    )
    assert first.stderr.startswith("6 points in ")
    again = simt(*FFT, "-o", "x.sqlite")
    assert again.stdout == first.stdout
    assert again.stderr == "0 points in 0 s, 6 were there\n"
    shown = simt("show", "x.sqlite").stdout.splitlines()
    head = "local.banks  warp_size  cycles     ipc  fpu_efficiency  vs first  changed most"
    assert shown[1] == head
    assert shown[2].split() == ["2", "4", "4835", "0.6089", "0.2316"]
    assert shown[4].split()[5:] == ["-20.8", "%", "bank_conflict", "-1012"]
    assert [line.split()[:3] for line in shown[2:]] == [
        ["2", "4", "4835"], ["2", "8", "4217"], ["4", "4", "3828"],
        ["4", "8", "3175"], ["8", "4", "3492"], ["8", "8", "2532"],
    ]  # fmt: skip
    heat = simt("show", "x.sqlite", "--plot", "heat").stdout
    assert heat.endswith("local.banks \\ warp_size     4     8\n" + HEAT)
    front = simt("show", "x.sqlite", "--minimize", "cycles", "--minimize", "warp").stdout
    assert "Pareto front: 2 of 6 points; small is good: cycles, warp" in front
    some = simt("show", "x.sqlite", "--where", "banks=8", "--value", "bound", "--sort", "-warp").stdout.splitlines()
    assert [line.split() for line in some[1:]] == [["warp_size", "bound"], ["8", "issue"], ["4", "issue"]]
    text = simt("export", "x.sqlite", "-o", "-").stdout
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [int(row["cycles"]) for row in rows] == [4835, 4217, 3828, 3175, 3492, 2532]
    simt("export", "x.sqlite", "-o", "x.csv")
    assert Path("x.csv").read_text() == text
    data = json.loads(simt("show", "x.sqlite", "--json").stdout)
    assert (data["schema"], data["points"], data["done"]) == ("simt.sweep/1", 6, 6)
    assert data["rows"][0]["cycles"] == 4835
    assert data["provenance"]["plan"]["programs"] == ["fft128.s"]


HEAT = """\
                      2  4835  4217
                      4  3828  3175
                      8  3492  2532
"""


def test_without_a_file_the_table_is_printed() -> None:
    result = simt(*FFT)
    assert "local.banks  warp_size  cycles" in result.stdout
    assert list(Path().iterdir()) == []


def test_pictures(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    simt(*FFT, "-o", "x.sqlite", "-q")
    for plot in ("heat", "lines", "pareto"):
        for suffix in ("svg", "png"):
            name = f"{plot}.{suffix}"
            assert simt("show", "x.sqlite", "--plot", plot, "-o", name).stderr == f"wrote {name}\n"
            assert Path(name).read_bytes().startswith({"svg": b"<?xml", "png": b"\x89PNG"}[suffix])
    assert "is not a picture" in simt("show", "x.sqlite", "--plot", "table", "-o", "x.svg", status=2).stderr
    assert "E0702" in simt("show", "x.sqlite", "-o", "x.gif", status=2).stderr


def test_a_plan_in_a_file() -> None:
    Path("plan.toml").write_text('program = "fft128"\n[sweep]\nbanks = [2, 4, 8]\nwarp = [4, 8]\n')
    simt("plan.toml", "-o", "x.sqlite", "-q")
    assert len(SweepResults.load("x.sqlite")) == 6
    for more in (("--set", "banks=2"), ("--seed", "0"), ("--threads", "0"), ("--no-oracle",)):
        assert "a plan has its kernels and keys in the file" in simt("plan.toml", *more, status=2).stderr
    assert simt("resume", "x.sqlite").stderr == "0 points in 0 s, 6 were there\n"


def test_json_twice_is_the_same_bytes() -> None:
    first, second = (simt(*FFT, "--json").stdout for _ in range(2))
    assert first == second
    assert json.loads(first)["counts"] == {"done": 6}


def test_zip_and_random() -> None:
    lines = simt("fft128", "--set", "banks=2,4", "--set", "warp=4,8", "--mode", "zip").stdout.splitlines()
    assert [line.split()[:2] for line in lines[2:]] == [["2", "4"], ["4", "8"]]
    axes = ["--set", "banks=1..16", "--set", "fpu.latency=1..9"]
    options = ["--mode", "random", "--count", "5", "--random-seed", "3", *axes]
    assert simt("fft128", *options).stdout == simt("fft128", *options).stdout
    problem = simt("fft128", "--mode", "zip", "--count", "3", status=2).stderr
    assert "error[E0774]: a count of points belongs to a random sweep" in problem
    assert "help: `--mode random --count N`" in problem


def test_wrong_results_are_exit_status_1() -> None:
    Path("k.s").write_text(".threads 4\n.local y u32[4]\nst.local [thread_id + y], warp_id\nret\n")
    Path("k.py").write_text(
        "import numpy as np\nTOLERANCE = 0\ndef inputs(program, rng):\n    return {}\n"
        "def expected(program, inputs):\n    return {'y': np.array([0, 0, 1, 0])}\n"
    )
    result = simt("k.s", "--set", "banks=2,4", status=1)
    assert "2 points: wrong\n  y[2] is 0, not 1\n" in result.stdout
    simt("k.s", "--set", "banks=2,4", "--no-oracle")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("fft128", "--set", "bnks=2"), "there is no machine key `bnks`\n  = help: did you mean `banks`?"),
        (("fft128", "--set", "banks=2,999"), "error[E0761]: `local.banks` is 1 to 256, not `999`"),
        (("fft128", "--set", "banks"), "--set takes KEY=VALUE,VALUE,... and not 'banks'"),
        (("fft128", "-D", "nn=3"), "error[E0760]: no kernel of the sweep has an .equ symbol `nn`"),
        (("fft12", "--set", "banks=2"), "did you mean the shipped kernel `fft128.s`?"),
        (("fft128", "--set", "machine=fpga4,fpg8"), "there is no machine `fpg8`"),
        (("fft128", "--set", "banks=2", "-o", "no/x.sqlite"), "error[E0763]: there is no folder `no`"),
        (("fft128", "--set", "banks=2", "-o", "."), "error[E0763]: `.` is a folder"),
        (("fft128", "--set", "banks=2", "-o", "-"), "error[E0763]: a results file has a name"),
        (("fft128", "--set", "banks=2", "-o", "x.CSV"), "error[E0763]: a results file is of SQLite, not .CSV: `x.CSV`"),
        (("fft128", "--mode", "random", "--count", "9", "--set", "banks=2"), "error[E0774]: 9 different points cannot"),
        (("--set", "banks=2"), "error[E0774]: a sweep needs at least one kernel"),
        (("fft128", "-j", "0"), "error[E0761]: a sweep runs on at least one thread"),
        (("none.toml",), "error[E0762]: cannot read the plan `none.toml`: no such file"),
        (("show", "none"), "error[E0763]: there is no results file `none`"),
        (("export", "none", "-o", "x.json"), "error[E0773]: results are exported as .csv or .parquet"),
        (("resume", "none"), "error[E0763]: there is no results file `none`"),
    ],
)  # fmt: skip
def test_what_is_refused(arguments: tuple[str, ...], message: str) -> None:
    result = simt(*arguments, status=2)
    assert message in result.stderr
    assert result.stdout == ""
    assert list(Path().iterdir()) == []


def test_show_refuses_what_is_not_there() -> None:
    simt("fft128", "--set", "banks=2,4", "-o", "x.sqlite", "-q")
    assert "E0769" in simt("show", "x.sqlite", "--value", "cycels", status=2).stderr
    assert "of the runs there are cycles, ipc, " in simt("show", "x.sqlite", "--value", "nosuch", status=2).stderr
    assert "this needs 2 axes" in simt("show", "x.sqlite", "--plot", "heat", status=2).stderr
    assert "--where takes KEY=VALUE" in simt("show", "x.sqlite", "--where", "banks", status=2).stderr
    assert "E0652" in simt("export", "x.sqlite", "-o", "no/x.csv", status=2).stderr


def test_an_older_file_and_one_that_is_not_ours_and_another_plan() -> None:
    simt("fft128", "--set", "banks=2,4", "-o", "x.sqlite", "-q")
    before = Path("x.sqlite").read_bytes()
    other = simt("fft128", "--set", "banks=2,8", "-o", "x.sqlite", status=2)
    assert "error[E0766]: `x.sqlite` holds another sweep: local.banks is 2, 8 and was 2, 4" in other.stderr
    assert Path("x.sqlite").read_bytes() == before
    Path("notes.txt").write_text("mine " * 100)
    assert "E0765" in simt("fft128", "--set", "banks=2", "-o", "notes.txt", status=2).stderr
    assert Path("notes.txt").read_text() == "mine " * 100
    connection = sqlite3.connect("x.sqlite")
    connection.execute("PRAGMA user_version = 0")
    connection.close()
    for arguments in (("fft128", "--set", "banks=2,4", "-o", "x.sqlite"), ("show", "x.sqlite"), ("resume", "x.sqlite")):
        assert "error[E0767]: `x.sqlite` was written by an older version" in simt(*arguments, status=2).stderr


# --- interruptions ----------------------------------------------------------------------------------------------------


def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(tmp_path: Path) -> None:
    file = tmp_path / "x.sqlite"
    Path("loop.s").write_text(".threads 4\nagain: jmp again\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "simt", "sweep", "fft128", str(tmp_path / "loop.s"), "--set", "banks=2,4",
         "--max-cycles", str(10**12), "-o", str(file)],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    while stored(file) < 2:  # the points that end are there; the two that do not are under way
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    wait_for_work(process, 0.5)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=HANGS)
    assert process.returncode == 130
    assert told.splitlines()[-1] == f"interrupted: 2 of 4 points kept in {file}; go on with: simt sweep resume {file}"
    assert "Traceback" not in told
    assert SweepResults.load(file).counts == {"done": 2}


def test_a_file_that_another_sweep_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simt.exploration.records.store._PATIENCE", 0.1)
    Path("loop.s").write_text(".threads 4\nagain: jmp again\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "simt", "sweep", str(tmp_path / "loop.s"), "--set", "banks=2,4", "--max-cycles",
         str(10**12), "-o", str(tmp_path / "x.sqlite")],
        cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        while not Path("x.sqlite-journal").exists():
            assert process.poll() is None
            time.sleep(0.05)
        refused = simt("fft128", "--set", "banks=2,4", "-o", "x.sqlite", status=2)
        assert "error[E0764]: `x.sqlite` is in use by another sweep" in refused.stderr
        assert "E0764" in simt("show", "x.sqlite", status=2).stderr
    finally:
        process.kill()
        process.wait()
    assert Path("x.sqlite").stat().st_size > 0


def test_an_option_of_another_command_is_told_with_its_name() -> None:
    refused = invoke("sweep", "transpose", "--plot", "heat", status=2)
    assert "help: `simt sweep show` has it" in refused.stderr
    assert "did you mean `--output`?" in invoke("sweep", "transpose", "--outputt", "x").stderr


LOOP = ".threads 4\nagain: jmp again\n"
OUT = ".threads 4\nmov.b32 r1, -1\nld.local r2, [r1]\nret\n"


@pytest.mark.parametrize(
    ("text", "axes", "counts"),
    [
        (LOOP, ("banks=2,4",), "2 cycle_limit"),
        (OUT, ("banks=2,4",), "2 local_address"),
        (".threads 4096\nret\n", ("banks=2,4", "warps=4,8"), "4 unfit"),
    ],
)
def test_a_sweep_of_which_no_point_ends_well(text: str, axes: tuple[str, ...], counts: str) -> None:
    """It was status 0, as if all were good."""
    Path("own.s").write_text(text)
    options = [word for axis in axes for word in ("--set", axis)]
    result = simt("own.s", *options, "--max-cycles", "500", "--no-oracle", "-o", "x.sqlite", status=1)
    assert f"error[E0780]: no point of the sweep ran to its end: {counts}" in result.stderr
    again = simt("resume", "x.sqlite", "-q", "--json", status=1)
    assert json.loads(again.stderr)["code"] == "E0780"


def test_a_sweep_of_which_some_points_end_well_is_good() -> None:
    Path("own.s").write_text(".equ n 4\n.threads 8\nmov.b32 r1, n\nagain: sub.u32 r1, r1, 1 -> again if nz\nret\n")
    result = simt("own.s", "-D", "n=1,5000", "--max-cycles", "500", "--no-oracle")
    assert "1 point: cycle_limit" in result.stdout
    assert result.stderr.count("error") == 0
