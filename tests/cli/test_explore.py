"""`simt explore`: what it prints, draws and writes, how it fails, and that no kill loses anything."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from simt.exploration import SweepResults
from tests.commands import invoke
from tests.paths import ROOT
from tests.processes import HANGS, wait_for_points

FFT = ("fft128_stockham.s", "--set", "banks=2,3,4,8", "--set", "vliw=1,2")
pytestmark = pytest.mark.usefixtures("empty_folder")
simt = partial(invoke, "explore", status=0)


def refused(*arguments: str) -> str:
    result = simt(*arguments, status=2)
    assert result.stdout == ""
    return result.stderr


def test_help() -> None:
    text = simt("--help").stdout
    assert "simt explore fft128_stockham.s --set banks=2,4,8,16 --set vliw=1,2,3" in text
    assert "--minimise, --minimize NAMES" in text
    listed = simt("--objectives").stdout
    assert "  time            us        cycles at the modelled clock\n" in listed
    assert listed.index("--minimise") < listed.index("slices") < listed.index("--maximise") < listed.index("mflops")


def test_the_help_needs_no_engine() -> None:
    code = (
        "import sys\nfrom simt.cli.main import cli\n"
        "try:\n    cli.main(['explore', '--help'])\nexcept SystemExit:\n    pass\n"
        "sys.exit(', '.join({'numba', 'numpy', 'matplotlib', 'optuna'} & set(sys.modules)) or None)"
    )
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (0, "")


TEXT = """\
fft128_stockham.s: 8 designs
  local.banks = 2, 3, 4, 8
  vliw.slots = 1, 2
  minimise time [us], slices; limits: ramb16 <= 60, fits XC4VLX25
  exhaustive: 8 designs looked at; limits exclude 3 of them before their run
  3 designs beyond limits, some beyond several:
    3 slices of XC4VLX25
    1 luts of XC4VLX25
  2 designs without a good result:
    2 contradiction E0405: local.banks = 3 does not divide local.words = 4096
      e.g. banks 3, vliw 1
Pareto front: 2 of 3 good designs
banks  vliw  time [us]    +-  slices   +-  on front  cycles  clock [MHz]  bound by                        takes most of XC4VLX25
    4     1      22.78  13 %    4305  5 %     100 %    2473        108.6  issue 96 %, retire_port 2 %     dsp48 67 %: FPU
    2     1      32.42  20 %    4154  8 %     100 %    3569        110.1  bank_conflict 31 %, issue 67 %  dsp48 67 %: FPU
+-: the largest error of an estimate. on front: the share of 1000 draws of these
  errors in which the design is on the front.
not distinguished from the front: 1 more, on it in more than 10 % of the draws
  34 %: banks 8, vliw 1
bound by: the busiest resource and its share of the cycles. If this is below
  90 %, the reason that costs most issue slots stands first.
what sets the clock:
  LDS conflict serialiser: 0.13 to 0.26 ns for its lanes x banks, beside 8.95 ns in every design
"""  # noqa: E501
LIMITS = ("--part", "xc4vlx25", "--constraint", "ramb16<=60")


def test_what_is_printed() -> None:
    result = simt(*FFT, *LIMITS, "-o", "x.sqlite")
    assert result.stdout == TEXT
    assert result.stderr.startswith("3 runs in ")
    assert result.stderr.endswith("; results in x.sqlite\n")
    again = simt(*FFT, *LIMITS, "-o", "x.sqlite")
    assert again.stdout == TEXT
    assert again.stderr == "0 runs in 0 s, 3 were there; results in x.sqlite\n"
    assert len(SweepResults.load("x.sqlite")) == 5
    everything = simt(*FFT, *LIMITS, "--all").stdout
    assert "      banks 3, vliw 1\n      banks 3, vliw 2\n" in everything
    assert simt(*FFT, "-q").output == ""


@pytest.mark.parametrize(
    ("options", "looked_at"),
    [
        (("--sampler", "random", "--budget", "2"), "random, seed 1: 2 designs looked at\n"),
        pytest.param((), "exhaustive: 324 designs looked at\n", marks=pytest.mark.nightly),
    ],
)
def test_the_default_space(options: tuple[str, ...], looked_at: str) -> None:
    result = simt("fft128.s", *options)
    assert result.stdout.startswith(
        "fft128.s: 324 designs\n  warp_size = 4, 8, 16\n  local.banks = 2, 4, 8, 16\n  vliw.slots = 1, 2, 3\n"
        "  register_file.organisation = auto, three_banks, eight_banks\n"
        "  scheduler.policy = paper, round_robin, oldest\n  (the default space: --set KEY=VALUES,... names another)\n"
    )
    assert looked_at in result.stdout


def test_long_axes() -> None:
    options = ("--set", "lds.latency=1..9", "--set", "fpu.latency=2..20..2", "--set", "banks=1..64*2", "--budget", "1")
    text = simt("fft128", *options, "--sampler", "random").stdout
    assert text.splitlines()[1:4] == [
        "  lds.latency = 1..9", "  fpu.latency = 2..20..2", "  local.banks = 1, 2, 4, 8, 16, 32, 64",
    ]  # fmt: skip


def test_json() -> None:
    first, second = (simt(*FFT, *LIMITS, "--json").stdout for _ in range(2))
    assert first == second
    data = json.loads(first)
    assert (data["schema"], data["interrupted"]) == ("simt.exploration/1", False)
    assert data["counts"] == {
        "looked_at": 8, "good": 3, "excluded_before_run": 3, "beyond_limits": 3, "failed": 2,
    }  # fmt: skip
    assert data["search"]["minimise"] == ["time", "slices"]
    assert data["limits"]["luts of XC4VLX25"]["excluded"] == 1
    best = data["front"][0]
    assert best["settings"] == {"local.banks": 4, "vliw.slots": 1}
    assert (best["place"], best["cycles"], best["resources"]["ramb16"]) == (1, 2473, 19)
    assert best["objectives"]["time"] == pytest.approx(2473 / best["clock_mhz"])
    assert best["bound_by"]["name"] == "issue"
    assert best["bound_by"]["lost"]["reason"] == "retire_port"
    assert (best["takes_most_of"]["kind"], best["takes_most_of"]["block"]) == ("dsp48", "FPU")
    assert best["clock_set_by"]["block"] == "LDS conflict serialiser"
    (failure,) = data["failures"]
    assert failure["designs"] == [{"local.banks": 3, "vliw.slots": 1}, {"local.banks": 3, "vliw.slots": 2}]


def test_csv() -> None:
    result = simt(*FFT, *LIMITS, "--csv", "front.csv")
    assert result.stdout == TEXT
    assert "wrote front.csv: " in result.stderr
    rows = list(csv.DictReader(Path("front.csv").read_text().splitlines()))
    assert [(row["local.banks"], row["cycles"], row["slices"]) for row in rows] == [
        ("4", "2473", "4305"), ("2", "3569", "4154"),
    ]  # fmt: skip
    for row in rows:
        assert float(row["time_low"]) < float(row["time"]) < float(row["time_high"])
        assert (row["share_on_front"], row["stays"]) == ("1.0", "True")
    assert simt(*FFT, *LIMITS, "--csv", "-").stdout == Path("front.csv").read_text()
    assert "the front is written as .csv, not x.txt" in refused(*FFT, "--csv", "x.txt")
    assert "both write to standard output" in refused(*FFT, "--csv", "-", "--json")
    assert simt(*FFT, "--constraint", "ramb16<2", "--csv", "none.csv", "-q", status=1).output == ""
    assert Path("none.csv").read_text() == "\n"


def test_pictures() -> None:
    pytest.importorskip("matplotlib")
    options = (*FFT, "--minimise", "time,slices", "--plot", "two.svg")
    assert simt(*options).stderr.startswith("wrote two.svg: ")
    first = Path("two.svg").read_bytes()
    simt(*options)
    assert Path("two.svg").read_bytes() == first
    text = Path("two.svg").read_text()
    assert "banks 4, vliw 2" in text
    assert "bound by issue" in text
    assert "XC4VLX25 is full" in text
    assert "on front in &gt; 10 % of draws" in text


@pytest.mark.parametrize(
    ("name", "objectives"),
    [
        ("three.png", "time,slices,dsp48"),
        pytest.param("five.svg", "time,slices,dsp48,luts,ramb16", marks=pytest.mark.nightly),
    ],
)
def test_pictures_of_more_objectives(name: str, objectives: str) -> None:
    pytest.importorskip("matplotlib")
    assert simt(*FFT, "--minimise", objectives, "--plot", name).stderr.startswith(f"wrote {name}: ")


@pytest.mark.nightly
def test_pictures_of_what_is_to_be_large() -> None:
    pytest.importorskip("matplotlib")
    simt(*FFT, "--minimise", "slices", "--maximise", "fpu_efficiency,clock", "--plot", "up.svg")
    assert "fpu_efficiency" in Path("up.svg").read_text()


def test_pictures_that_cannot_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "E0777" in refused(*FFT, "--minimise", "time", "--plot", "x.svg")
    assert "E0702" in refused(*FFT, "--plot", "x.gif")
    assert "E0652" in refused(*FFT, "--plot", "nowhere/x.svg")
    result = simt(*FFT, "--constraint", "ramb16<2", "--plot", "x.svg", status=1)
    assert "x.svg was not written: there is no front to draw" in result.stderr
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert "E0701" in refused(*FFT, "--plot", "x.svg")
    assert list(Path().iterdir()) == []


def test_without_a_front() -> None:
    text = simt(*FFT, "--constraint", "ramb16<2", "--constraint", "slices<=1e3", status=1).stdout
    assert "no design is within the limits; nearest to each of them, one by one:\n" in text
    assert text.endswith("  ramb16 < 2: 19\n  slices <= 1000: 4154\n")
    assert "no design has a good result" in simt("fft128", "--set", "banks=3", status=1).stdout


def test_a_wrong_result_is_exit_status_1() -> None:
    Path("k.s").write_text(".threads 4\n.local y u32[4]\nst.local [thread_id + y], warp_id\nret\n")
    Path("k.py").write_text(
        "import numpy as np\nTOLERANCE = 0\ndef inputs(program, rng):\n    return {}\n"
        "def expected(program, inputs):\n    return {'y': np.array([0, 0, 1, 0])}\n"
    )
    result = simt("k.s", "fft128.s", "--set", "banks=4,8", status=1)
    assert "2 wrong E0605: y[2] is 0, not 1" in result.stdout
    assert "Pareto front: 2 of 2 good designs" in result.stdout


def test_equal_designs() -> None:
    text = simt("fft128", "--set", "seed=1..5", "--minimise", "cycles").stdout
    assert "Pareto front: 5 of 5 good designs in 1 place (equal designs share one)" in text
    lines = text.splitlines()
    assert [line.split()[:3] for line in lines[-8:-4]] == [
        ["1", "3828", "108.6"], ["2", "=", "108.6"], ["3", "=", "108.6"], ["and", "2", "more"],
    ]  # fmt: skip
    assert " more" not in simt("fft128", "--set", "seed=1..5", "--minimise", "cycles", "--all").stdout


def test_plans() -> None:
    Path("plan.toml").write_text(
        'program = "fft128"\n[sweep]\nbanks = [2, 4, 8]\n[explore]\nminimise = ["cycles", "luts"]\nbudget = 2\n'
        'sampler = "random"\n'
    )
    assert "random, seed 1: 2 designs looked at" in simt("plan.toml").stdout
    text = simt("plan.toml", "--minimise", "ramb16", "--budget", "3", "--random-seed", "4").stdout
    assert "minimise ramb16\n  random, seed 4: 3 designs looked at" in text
    for more in (("--set", "banks=2"), ("--seed", "0"), ("--threads", "0"), ("--no-oracle",)):
        assert "a plan has its kernels and keys in the file" in refused("plan.toml", *more)
    assert "simt explore plan.toml" in invoke("sweep", "plan.toml").stderr


def test_samplers() -> None:
    pytest.importorskip("optuna")
    options = ("fft128", "--set", "banks=2,4,8,16", "--set", "lds.latency=1..20", "--budget", "20")
    first, again, other = (simt(*options, "--random-seed", seed).stdout for seed in "778")
    assert "nsga2, seed 7: " in first
    assert first == again
    assert first.replace("seed 7", "seed 8") != other


@pytest.mark.parametrize(
    ("options", "code", "text"),
    [
        (("--set", "bnks=2,4"), "E0760", "did you mean `banks`?"),
        (("--set", "banks=0,4"), "E0761", "out of bounds"),
        (("--set", "banks=2:16:2"), "E0761", "write 2..16..2: first..last..step"),
        (("--minimise", "tim,slices"), "E0775", "did you mean `time`?"),
        (("--minimise", "mflops"), "E0775", "--maximise mflops"),
        (("--constraint", "ramb16=40"), "E0776", 'write "ramb16<=40"'),
        (("--constraint", "rams<=40"), "E0775", "did you mean `ramb16`?"),
        (("--part", "xc4vlx52"), "E0421", "did you mean"),
        (("--sampler", "nsga3"), "E0777", "did you mean `nsga2`?"),
        (("--sampler", "exhaustive", "--budget", "5"), "E0777", "leave the budget away"),
        (("--budget", "-1"), "E0777", "at least one design"),
        (("--random-seed", "-1"), "E0777", "the seed is from 0"),
        (("-D", "m=3"), "E0760", "no kernel of the sweep has an .equ symbol"),
        (("--jobs", "0"), "E0761", "at least one thread"),
        (("-o", "nowhere/x.sqlite"), "E0763", "there is no folder"),
        (("--threads", "0"), "E0761", "`threads` is at least 1"),
    ],
)
def test_mistakes(options: tuple[str, ...], code: str, text: str) -> None:
    found = refused("fft128.s", *options)
    assert f"error[{code}]" in found
    assert text in found
    assert invoke("explain", code).stdout.startswith(code)


def test_more_mistakes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "is missing" in refused()
    assert "--set takes KEY=VALUE" in refused("fft128", "--set", "banks")
    simt("fft128", "--set", "banks=2,4", "-o", "x.sqlite", "-q")
    assert "local.banks is 2, 8 and was 2, 4" in refused("fft128", "--set", "banks=2,8", "-o", "x.sqlite")
    monkeypatch.setitem(sys.modules, "optuna", None)
    text = refused("fft128", "--sampler", "tpe")
    assert "error[E0770]: the sampler tpe needs Optuna" in text
    assert "pip install 'simt[search]', or --sampler random" in text


LONG = ("matmul32", "--set", "banks=4,8", "--set", "lds.latency=1..16", "--set", "fpu.latency=1..8", "--json")
BUSY = """
import simt.exploration.sessions.session as session
session._COMMIT = session._TICK = 0.01  # many transactions, instead of two a second
from simt.__main__ import main
main()
"""


def start(*arguments: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", BUSY, "explore", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


@pytest.mark.parametrize(
    ("options", "runs"),
    [((), 256), pytest.param(("--sampler", "nsga2", "--budget", "200"), 200, marks=pytest.mark.nightly)],
)
def test_killed_searches_go_on(options: tuple[str, ...], runs: int) -> None:
    if options:
        pytest.importorskip("optuna")
    process = start(*LONG, *options, "-j", "1", "-o", "x.sqlite")
    wait_for_points(process, Path("x.sqlite"))
    process.send_signal(signal.SIGKILL)
    process.communicate()
    there = len(SweepResults.load("x.sqlite"))
    assert 0 < there < runs
    resumed = simt(*LONG, *options, "-o", "x.sqlite")
    assert resumed.stderr.startswith(f"{runs - there} runs in ")
    assert resumed.stdout == simt(*LONG, *options).stdout


def test_ctrl_c_prints_what_was_found() -> None:
    process = start(*LONG[:-1], "-j", "1", "-o", "x.sqlite")
    wait_for_points(process, Path("x.sqlite"))
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=HANGS)
    assert process.returncode == 130, err
    assert "Pareto front: " in out
    assert "interrupted: what was done is kept in x.sqlite; the same command goes on" in err
    there = len(SweepResults.load("x.sqlite"))
    assert 0 < there < 256
    assert f"exhaustive: {there} designs looked at" in out


def test_a_part_of_another_family_has_the_clock_of_the_fitted_one_and_says_so() -> None:
    told = "are of Virtex-4, to which they are fitted; Artix-7 has others"
    assert told in simt(*FFT, "--part", "xc7a35t").stdout
    assert told not in simt(*FFT, *LIMITS).stdout
