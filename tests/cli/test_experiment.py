"""`simt experiment`: what it prints, what it writes, how it fails."""

from __future__ import annotations

import csv
import json
import stat
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from simt.experiments import EXPERIMENTS, run_experiment
from simt.experiments.report import ExperimentError
from simt.experiments.runner import Runner
from tests.commands import invoke
from tests.compiling import announced
from tests.examples import PROFILE, nightly_but
from tests.paths import ROOT

# Small runs of every experiment.
SMALL = {
    "issue-width": ["--issue-width", "1", "--window", "50", "--scheduler", "oldest"],
    "cfg-shapes": ["--branch", "min_pc", "--simd-width", "4"],
    "mask-history": ["--kernel", "example1"],
    "divergence": ["--simd-width", "64", "--draws", "0"],
    "stack-depth": ["--simd-width", "4", "--order", "smaller_first"],
    "forward-progress": ["--branch", "its,its_yield", "--yield-after", "8", "--max-cycles", "7000"],
    "gpu-model": ["--matrix", "16", "--scan", "512", "--kernel", "mm_local,pps_br", "-m", "gtx280"],
    "hmgpu": ["--clocks", "65536", "--system", "hmgpu"],
}

LONG = {"cfg-shapes", "gpu-model", "forward-progress"}  # what they print is looked at as JSON, and in their pages
pytestmark = pytest.mark.usefixtures("empty_folder")
simt = partial(invoke, "experiment", status=0)


def test_alone_it_lists_the_experiments() -> None:
    lines = simt().stdout.splitlines()
    assert [line.split()[0] for line in lines[: len(EXPERIMENTS)]] == list(EXPERIMENTS)
    assert lines[0] == "issue-width       Figures 1 to 3: four warps on two ALUs, with 2, 1 and 4 issues per cycle."
    assert all(text in simt("--help").stdout.replace("\n", " ") for text in EXPERIMENTS)


def test_an_unknown_experiment_is_answered_with_a_close_one() -> None:
    result = simt("divergance", status=2)
    assert "help: did you mean `divergence`?" in result.stderr
    with pytest.raises(ExperimentError) as caught:
        run_experiment("divergance")
    assert str(caught.value) == (
        "error[E0743]: there is no experiment `divergance`\n  = help: did you mean `divergence`?"
    )
    with pytest.raises(ExperimentError, match="the experiments are issue-width, cfg-shapes, "):
        run_experiment("zz")


@pytest.mark.parametrize("name", nightly_but([*{*EXPERIMENTS} - LONG], EXPERIMENTS))
def test_prints_and_writes(name: str, tmp_path: Path) -> None:
    printed = simt(name, *SMALL[name])
    assert printed.stderr == ""
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "out").mkdir()
    wrote = simt(name, *SMALL[name], "-o", "out")
    assert wrote.stdout.startswith(printed.stdout)
    files = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert sorted(wrote.stdout.removeprefix(printed.stdout).split()[1::2]) == [str(Path("out", file)) for file in files]
    assert {Path(file).suffix for file in files} == {".csv", ".svg", ".png", ".html"}
    for path in (tmp_path / "out").glob("*.csv"):
        with path.open(newline="") as stream:
            rows = list(csv.reader(stream))
        assert len({len(row) for row in rows}) == 1
        assert len(rows) > 1


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_json(name: str) -> None:
    printed = simt(name, *SMALL[name], "--json").stdout
    data = json.loads(printed)
    assert (data["schema"], data["experiment"], data["files"]) == ("simt.experiment/1", name, [])
    if name in LONG or PROFILE == "nightly":  # the text of the others is printed twice above
        assert simt(name, *SMALL[name], "--json").stdout == printed


def test_quiet_writes_and_says_nothing(tmp_path: Path) -> None:
    assert simt("mask-history", "--kernel", "example3", "-o", ".", "-q").output == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "figure-7.csv",
        "figure-7.png",
        "figure-7.svg",
        "mask-history.html",
    ]


def test_json_names_the_files() -> None:
    data = json.loads(simt("mask-history", "--kernel", "example3", "-o", ".", "--json").stdout)
    assert data["files"] == ["figure-7.csv", "figure-7.svg", "figure-7.png", "mask-history.html"]


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_a_folder_that_is_not_there(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_run(*_: object, **__: object) -> None:
        raise AssertionError("the folder is checked before the runs")

    monkeypatch.setattr(Runner, "run", no_run)
    result = simt(name, "-o", "no/where", status=2)
    assert result.stderr == "error[E0740]: there is no folder `no/where`\n  = help: make it first: mkdir -p no/where\n"
    assert result.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("kept")
    assert "error[E0740]: `file` is a file, not a folder" in simt("stack-depth", "-o", "file", status=2).stderr
    assert (tmp_path / "file").read_text() == "kept"
    assert simt("stack-depth", "-o", "a\0b", status=2).stderr == "error[E0740]: there is no folder `a\\x00b`\n"


def test_a_name_that_is_taken_by_a_folder(tmp_path: Path) -> None:
    (tmp_path / "stack-depth.svg").mkdir()
    result = simt("stack-depth", *SMALL["stack-depth"], "-o", ".", status=2)
    assert "error[E0740]: cannot write `stack-depth.svg`: is a directory" in result.stderr


def test_an_old_file_is_replaced_and_keeps_its_permissions(tmp_path: Path) -> None:
    old = tmp_path / "stack-depth.csv"
    old.write_text("old")
    old.chmod(0o600)
    simt("stack-depth", *SMALL["stack-depth"], "-o", ".", "-q")
    assert old.read_text().startswith("order,simd_width,chain,levels,waiting_sides")
    assert stat.S_IMODE(old.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"stack-depth.{kind}" for kind in ("csv", "html", "png", "svg")
    ]


def test_without_matplotlib_there_are_tables_and_a_warning(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    alone = simt("stack-depth", *SMALL["stack-depth"])
    assert "smaller_first" in alone.stdout
    assert "matplotlib" not in alone.stderr
    result = simt("stack-depth", *SMALL["stack-depth"], "-o", ".")
    assert result.stderr == (
        "warning[W0701]: the picture of stack-depth left out, as matplotlib is not installed\n"
        "  = help: pip install 'simt[plots]'\n"
    )
    assert result.stdout.endswith("wrote stack-depth.csv\nwrote stack-depth.html\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["stack-depth.csv", "stack-depth.html"]
    simt("stack-depth", *SMALL["stack-depth"], "-o", "missing", status=2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["divergence", "--simd-width", "3"],
            "error[E0741]: waves of 3 do not divide 256 threads\n  = help: a power of",
        ),
        (["divergence", "--simd-width", "8,x"], "'8,x' is not a list of whole numbers such as 1,2,4"),
        (["divergence", "--counts", "mine"], "'mine' is not one of 'article', 'random'"),
        (["divergence", "--seed", "-1"], "-1 is not a number from 0 to 4294967295"),
        (["issue-width", "--scheduler", "round_robbin"], "help: did you mean `round_robin`?"),
        (["issue-width", "--issue-width", "0"], "error[E0741]: an issue width is 1 to 8, not 0"),
        (["issue-width", "--scheduler", ","], "error[E0741]: name at least one issue width and one scheduling rule"),
        (["mask-history", "--kernel", "exmaple1"], "help: did you mean `example1`?"),
        (["stack-depth", "--levels", "40"], "error[E0741]: the number of levels is 1 to 31, not 40"),
        (["cfg-shapes", "--branch", "min_cp"], "help: did you mean `min_pc`?"),
        (["gpu-model", "--matrix", "48"], "error[E0741]: a matrix has rows: a power of two from 16 to 1024, not 48"),
        (["gpu-model", "--scan", "256"], "error[E0741]: a scan has elements: a power of two from 512 to 1048576, not"),
        (
            ["gpu-model", "--kernel", "pps_bf"],
            "these figures have no kernel `pps_bf`\n  = help: did you mean `pps_br`?",
        ),
        (["gpu-model", "-m", "fpga4"], "these figures have no device `fpga4`\n  = help: there are gtx280, hd5870"),
        (["gpu-model", "--kernel", ","], "error[E0741]: name at least one kernel and one device"),
    ],
)
def test_bad_options(arguments: list[str], message: str) -> None:
    result = simt(*arguments, status=2)
    assert message in result.stderr
    assert result.stdout == ""


def test_a_run_that_computes_something_else_gives_no_figure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from simt.launch.oracle import Oracle
    from simt.result.check import Check

    monkeypatch.setattr(Oracle, "check", lambda *_: Check(False, 0.5, 0.0, "entered", 1, 2.0, 3.0, 1, 1))
    result = simt("stack-depth", *SMALL["stack-depth"], "-o", ".", status=2)
    assert "error[E0742]: `divergent/nested_chain` on article32 gives entered[1] = 2, not 3" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_tells_the_runs_and_writes_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In a run, after the last one, and while pictures are drawn."""
    from simt.views.kit.progress import Progress

    def stop_at(unit: str, most: int) -> None:
        monkeypatch.setattr(Progress, "__call__", lambda self, count: self.unit == unit and count > most)

    arguments = ["stack-depth", *SMALL["stack-depth"], "-o", "."]
    stop_at("cycle", -1)
    result = simt(*arguments, status=130)
    assert (result.stdout, result.stderr) == ("", "interrupted after 0 runs; no figure is drawn\n")
    stop_at("cycle", 0)
    result = simt(*arguments, status=130)
    assert result.stderr == "interrupted after 1 run; no figure is drawn\n"
    head, row = result.stdout.splitlines()
    assert head.split() == ["run", "symbols", "group", "machine", "cycles"]
    assert row.split()[0] == "nested_chain"
    assert row.split()[-4:] == ["warp_size=4", "branch.order=smaller_first", "branch.stack_depth=62", "20"]
    data = json.loads(simt(*arguments, "--json", status=130).stdout)
    assert [run["cycles"] for run in data["runs"]] == [20]
    assert simt(*arguments, "-q", status=130).stdout == ""
    stop_at("picture", 0)
    result = simt(*arguments, status=130)
    assert (result.stdout, result.stderr) == ("", "interrupted\n")
    assert list(tmp_path.iterdir()) == []


def test_compiling_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simt.core.engine.kinds.compile_needed", lambda *_: True)
    arguments = ["mask-history", "--kernel", "example1"]
    assert simt(*arguments).stderr == announced("masks")
    assert simt(*arguments, "-q").stderr == ""


def test_the_list_and_the_help_import_nothing_heavy() -> None:
    code = (
        "import sys\nfrom simt.cli.main import cli\n"
        "try:\n    cli.main(ARGUMENTS)\nexcept SystemExit:\n    pass\n"
        "assert not {'numpy', 'numba', 'matplotlib'} & sys.modules.keys(), 'too much'"
    )
    for arguments in (["experiment"], ["experiment", "--help"], ["experiment", "divergence", "--help"]):
        done = subprocess.run(
            [sys.executable, "-c", code.replace("ARGUMENTS", repr(arguments))],
            capture_output=True,
            text=True,
            cwd=ROOT,
            check=False,
        )
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("code", ["E0740", "E0741", "E0742", "E0743"])
def test_codes_are_explained(code: str) -> None:
    result = invoke("explain", code, status=0)
    assert code in result.stdout
