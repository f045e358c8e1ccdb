"""`simt tune`: what it prints and writes, its exit statuses, and the mistakes that it refuses."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import simt as library
from tests.commands import invoke
from tests.paths import ROOT
from tests.unit.exploration.test_tuning import KERNEL, ORACLE

TILES = ("mm_local", "-m", "gtx280_core", "-D", "n=32", "-D", "height=8,16,32", "-D", "width=16")
pytestmark = pytest.mark.usefixtures("empty_folder")
simt = partial(invoke, "tune", status=0)


def test_the_help_needs_no_engine() -> None:
    code = (
        "import sys\nfrom simt.cli.main import cli\n"
        "try:\n    cli.main(['tune', '--help'])\nexcept SystemExit:\n    pass\n"
        "sys.exit(', '.join({'numba', 'numpy', 'matplotlib', 'optuna'} & set(sys.modules)) or None)"
    )
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (0, "")


TEXT = """\
mm_local on gtx280_core: 3 launches, all run
  define.n = 32
  define.height = 8, 16, 32
  define.width = 16
  1 launch without a good result:
    1 assembly E0326: height and width are at most 16 (mm_local.s:24)
      e.g. n 32, height 32, width 16
rank  height  cycles  x best  bound   share  bound by  most slots lost to
   1      16   21135    1.00  17787  84.2 %  issue     interval 77 %       default
   2       8   22720    1.07  20091  88.4 %  issue     interval 76 %
no launch is faster than the default one
bound: the cycles that the busiest resource of a launch's machine needs for its
  instructions and memory commands, if it never waits. No launch of these can
  take fewer than the least one, 17787 (issue, height 16); the best takes 1.19
  times as many.
run the best: simt run mm_local -m gtx280_core -D n=32 -D height=16 -D width=16
"""


def test_what_is_printed() -> None:
    result = simt(*TILES, "-o", "x.sqlite")
    assert result.stdout == TEXT
    assert result.stderr.startswith("3 launches in ")
    assert result.stderr.endswith("; results in x.sqlite\n")
    again = simt(*TILES, "-o", "x.sqlite")
    assert (again.stdout, again.stderr) == (TEXT, "3 launches in 0 s, 3 were there; results in x.sqlite\n")
    assert simt(*TILES, "-q").output == ""


def test_a_long_ranking_is_cut() -> None:
    words = ("dot", "--set", "lds.latency=1..25", "--set", "banks=4,16")
    text = simt(*words).stdout
    assert text.splitlines()[3].startswith("rank  lds.latency  banks  cycles")
    assert "... 30 slower launches: --all\n" in text
    assert [line for line in text.splitlines() if line.endswith(" default")]  # however slow
    assert "slower" not in simt(*words, "--all").stdout


def test_json() -> None:
    first, second = (simt(*TILES, "--json").stdout for _ in range(2))
    assert first == second
    data = json.loads(first)
    assert (data["schema"], data["machine"], data["sampler"]) == ("simt.tuning/1", "gtx280_core", "exhaustive")
    assert data["counts"] == {"launches": 3, "run": 3, "good": 2, "failed": 1}
    assert data["bound"] == {
        "cycles": 17787, "resource": "issue", "settings": {"define.n": 32, "define.height": 16, "define.width": 16},
    }  # fmt: skip
    best = data["launches"][0]
    assert (best["rank"], best["cycles"], best["times_best"], best["is_default"]) == (1, 21135, 1.0, True)
    assert best["bound"] == {"cycles": 17787, "resource": "issue", "share": 17787 / 21135}
    assert best["command"] == "simt run mm_local -m gtx280_core -D n=32 -D height=16 -D width=16"
    assert data["default"] == best
    (failure,) = data["failures"]
    assert (failure["status"], failure["code"]) == ("assembly", "E0326")
    assert failure["launches"] == [{"define.n": 32, "define.height": 32, "define.width": 16}]


def test_csv() -> None:
    result = simt(*TILES, "--csv", "ranking.csv")
    assert result.stdout == TEXT
    assert "wrote ranking.csv: " in result.stderr
    rows = list(csv.DictReader(Path("ranking.csv").read_text().splitlines()))
    assert [(row["rank"], row["define.height"], row["cycles"], row["status"]) for row in rows] == [
        ("1", "16", "21135", "done"), ("2", "8", "22720", "done"), ("", "32", "", "assembly"),
    ]  # fmt: skip
    assert simt(*TILES, "--csv", "-").stdout == Path("ranking.csv").read_text()


def test_the_rows_of_python_are_the_rows_of_the_file() -> None:
    axes = {"define.n": [32], "define.height": [8, 16, 32], "define.width": [16]}
    tuned = library.tune("mm_local", axes, machine="gtx280_core")
    assert str(tuned) == TEXT
    assert tuned.table["cycles"][:2].tolist() == [21135, 22720]
    assert tuned.table["rank"][0] == 1
    assert "<table" in tuned._repr_html_()
    assert len(repr(tuned).splitlines()) <= 24


# --- statuses and mistakes --------------------------------------------------------------------------------------------


def test_a_wrong_launch_is_no_mistake_and_no_good_one_is() -> None:
    Path("groups.s").write_text(KERNEL)
    Path("groups.py").write_text(ORACLE)
    result = simt("groups.s", "-m", "gtx280_core")
    assert "  3 launches without a good result:\n" in result.stdout
    assert "    1 wrong E0605: y[" in result.stdout
    assert "note: groups.py is run for inputs and expected results" in result.stderr
    none = simt("groups.s", "-m", "gtx280_core", "-l", "32,128", status=1)
    assert none.stdout.endswith("no launch has a good result\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("mm_global -m gtx280_core -l 32,32", "error[E0761]: `local_size` has the value `32` twice"),
        ("mm_global -m gtx280_core -l 8xx8", "error[E0761]: `local_size` is a number of work-items from 1 up"),
        ("mm_global -m gtx280_core -l auto --threads 8", "error[E0781]: the size of a work-group is given"),
        ("dot --set bankz=2,4", "= help: did you mean `banks`?"),
        ("dot -D nn=2,4", "error[E0760]: no kernel of the sweep has an .equ symbol `nn`"),
        ("dot --set banks=2,4 --trials 0", "error[E0777]: the number of trials is at least 1, not 0"),
        ("dot --set banks=2,4 --sampler best", "error[E0777]: there is no sampler `best`"),
        ("dot --set banks=2,4 --csv x.txt", "error[E0653]: the ranking is written as .csv, not x.txt"),
        ("dot --set banks=2,4 --csv - --json", "--csv - and --json both write to standard output"),
        ("dot --set banks=2,4 -o x.csv", "error[E0763]: a results file is of SQLite, not .csv"),
        ("nope --set banks=2,4", "error[E0650]: there is no kernel `nope`"),
        ("dot", "error[E0781]: `dot` can have no other size of work-groups"),
    ],
)
def test_mistakes(words: str, message: str) -> None:
    result = simt(*words.split(), status=2)
    assert result.stdout == ""
    assert message in result.stderr
    assert not list(Path().iterdir())


def test_large_spaces_need_optuna(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    words = ("dot", "--set", "lds.latency=1..64", "--set", "banks=1..16*2", "--trials", "5")
    assert "error[E0770]: the sampler tpe needs Optuna, which is not installed" in simt(*words, status=2).stderr
    assert "5 of them run (chosen by random" in simt(*words, "--sampler", "random").stdout
