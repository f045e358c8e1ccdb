"""`simt diff`, and baselines of `simt run`."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import simt
from simt.cli.kernel import KernelChoice
from simt.launch.oracle import OracleError
from tests.commands import invoke


def test_two_kernels_and_two_machines() -> None:
    lines = invoke("diff", "transpose", "transpose_padded", "-q").output.splitlines()
    assert lines[2] == "2185 -> 1428 cycles, -757 (-34.6 %)"
    assert all(len(line) <= 80 for line in lines)
    told = json.loads(invoke("diff", "transpose", "--to", "banks=8", "--json", "-q").output)
    assert told["machine"] == {"local.banks": [4, 8]}
    assert sum(sum(line["slots"].values()) for line in told["lines"]) + sum(told["nowhere"].values()) == (
        told["cycles"][1] - told["cycles"][0]
    )


def test_a_packed_kernel_has_the_lines_of_the_scalar_one() -> None:
    """The packer moves instructions and unrolls; no line of the source is new or gone."""
    told = json.loads(invoke("diff", "fft128", "--to", "vliw=3", "--json", "-q").output)
    assert [line for line in told["lines"] if None in (line["before"], line["after"])] == []


def test_settings_and_sizes_are_written_as_they_are_typed() -> None:
    words = "mm_global -m gtx280_core -D n=16 -l 16x16 --to-local-size 8x8 --to options.vote=false -q"
    text = invoke("diff", *words.split()).output
    assert "  options.vote: true -> false\n" in text
    assert "  local size: 16x16 -> 8x8\n" in text
    assert "True" not in text


def test_one_run_is_not_compared_with_itself() -> None:
    refused = invoke("diff", "transpose", status=2)
    assert "--to KEY=VALUE" in refused.output


@pytest.mark.parametrize(
    ("words", "place"),
    [("--to bank=16", "--to:1:1"), ("--to-machine nope", "--to-machine:1:14"), ("-s bank=16 --to banks=8", "-s:1:1")],
)
def test_a_machine_of_b_that_is_none_is_refused_before_a_runs(
    words: str, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(KernelChoice, "call", None)
    refused = invoke("diff", "transpose", *words.split(), status=2)
    assert f" --> {place}\n" in refused.stderr


def test_what_is_changed_to_is_above_short_options() -> None:
    told = json.loads(invoke("diff", "transpose", "--banks", "2", "--to", "banks=8", "--json", "-q").output)
    assert told["machine"] == {"local.banks": [2, 8]}


def test_what_holds_for_both_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for suffix in (".s", ".py"):
        Path(f"own{suffix}").write_text(simt.find_program("dot").with_suffix(suffix).read_text())
    shown = invoke("diff", "own.s", "--to", "banks=8", "--to", "warps=24", "-o", "own.txt")
    assert shown.stderr.count("own.py is run") == 1
    assert "wrote own.txt" in shown.stderr
    lines = Path("own.txt").read_text().splitlines()
    assert lines[:2] == ["A own.s: dot on fpga4", "B own.s --to banks=8 --to warps=24: dot on fpga4"]


def test_a_json_file_that_is_no_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for text in ("", "{}", '{"schema": "simt.run/0"}'):
        Path("x.json").write_text(text)
        refused = invoke("diff", "x.json", "transpose")
        assert "E0665" in refused.stderr
        assert "`simt run KERNEL -o FILE.json` writes one" in refused.stderr
    assert invoke("asm", "transpose", "-o", "x.json").exit_code == 0
    assert "2185 -> 1428 cycles" in invoke("diff", "x.json", "transpose_padded", "--no-oracle", "-q").output


def test_a_baseline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert invoke("run", "transpose", "--save", "before", "-q").exit_code == 0
    assert Path(".simt/before.json").is_file()
    shown = invoke("run", "transpose_padded", "--against", "before")
    assert "2185 -> 1428 cycles, -757 (-34.6 %)" in shown.output
    told = json.loads(invoke("run", "transpose_padded", "--against", "before", "--json", "-q").output)
    assert told["difference"]["cycles"] == [2185, 1428]
    missing = invoke("run", "transpose", "--against", "other")
    assert (missing.exit_code, "E0665" in missing.output) == (2, True)
    invoke("run", "transpose", "--against", "before", "--engine", "functional", status=2)
    saved = invoke("diff", ".simt/before.json", "transpose_padded", "-q")
    assert "2185 -> 1428 cycles" in saved.output


def test_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    wrote = invoke("diff", "transpose", "--to", "banks=8", "-o", "x.html", status=0)
    assert wrote.stdout == ""
    assert "wrote x.html" in wrote.stderr
    page = Path("x.html").read_text()
    assert page.count('<script type="application/octet-stream" id="packed-') == 2
    assert "local.banks" in page
    assert invoke("diff", "transpose", "--to", "banks=8", "-o", "x.json").exit_code == 0
    assert json.loads(Path("x.json").read_text())["cycles"][0] == 2185
    for arguments, message in (
        (["-o", "x.html", "--json"], "a page is not JSON"),
        (["-o", "no/x.html"], "no/x.html"),
        (["-o", "x.svg"], "a comparison is written as .txt, .json, .html, .htm, not x.svg"),
    ):
        refused = invoke("diff", "transpose", "--to", "banks=8", *arguments, status=2)
        assert message in refused.stderr


def test_a_saved_run_without_cycles_is_told_with_its_code(tmp_path: Path) -> None:
    saved = simt.run("dot").to_dict() | {"cycles": 0}
    (tmp_path / "none.json").write_text(json.dumps(saved))
    shown = invoke("diff", str(tmp_path / "none.json"), str(tmp_path / "none.json"), "--json", status=2)
    assert json.loads(shown.stderr.splitlines()[-1])["code"] == "E0665"


def test_both_oracles_that_fail_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("one", "other"):
        Path(f"{name}.s").write_text(".threads 4\nret\n")
        text = (
            "def inputs(program, rng):\n    return {}\ndef expected(program, inputs):\n    raise ValueError('NAME')\n"
        )
        Path(f"{name}.py").write_text(text.replace("NAME", name))
    shown = invoke("diff", "one.s", "other.s", status=2)
    assert shown.stdout.startswith("A one.s: one on fpga4\nB other.s: other on fpga4\n")
    problems = ["`expected` of the oracle one.py fails: ValueError: one"]
    problems.append("`expected` of the oracle other.py fails: ValueError: other")
    assert all(shown.stderr.count(problem) == 1 for problem in problems)
    with pytest.raises(OracleError) as caught:
        simt.diff("one.s", "other.s")
    assert [problem.message for problem in caught.value.result.problems] == problems
    assert problems[1] in caught.value.__notes__[0]
    again = invoke("diff", "one.s", "--to", "banks=8")  # both runs have this oracle, which fails in the same way
    assert again.stderr.count("ValueError: one") == 1


@pytest.fixture
def filling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel with a symbol, a parameter and a size, each of which changes its cycles."""
    monkeypatch.chdir(tmp_path)
    Path("k.s").write_text(
        ".threads 8\n.equ n = 1\n.param m u32 = 1\n.local y u32[64]\nmov.b32 r1, 0\n"
        "first: add.u32 r1, r1, 1\nsub.u32 r2, r1, n -> first if nz\nmov.b32 r1, 0\n"
        "second: add.u32 r1, r1, 1\nsub.u32 r2, r1, m -> second if nz\nst.local [thread_id + y], r1\nret\n"
    )


@pytest.mark.parametrize(
    ("of_a", "of_b", "run_b"),
    [
        ("", "--to-define n=9", "-D n=9"),
        ("-D n=5", "--to-define n=9", "-D n=9"),
        ("--in m=3", "--to-in m=7", "--in m=7"),
        ("-D n=5", "--to-in m=7", "-D n=5 --in m=7"),
        ("--threads 16", "--to-local-size 32", "-l 32"),
        ("-l 16", "--to-local-size 32 --to-define n=3", "-l 32 -D n=3"),
        ("-g 8 -l 8", "--to-global-size 16 --to-local-size 16", "-g 16 -l 16"),
        ("-l 16", "--to-threads 32", "--threads 32"),
        ("--threads 16", "--to-threads 32 --to-seed 3 --to-offset 4", "--threads 32 --seed 3 --offset 4"),
    ],
)
@pytest.mark.usefixtures("filling")
def test_b_has_words_of_its_own(of_a: str, of_b: str, run_b: str) -> None:
    told = json.loads(invoke("diff", "k.s", *of_a.split(), *of_b.split(), "--json", "-q").output)
    alone = [json.loads(invoke("run", "k.s", *words.split(), "--json", "-q").output) for words in (of_a, run_b)]
    assert told["cycles"] == [run["cycles"] for run in alone]
    assert told["cycles"][0] != told["cycles"][1]


def test_offset_and_seed_of_b_reach_its_kernel_and_its_oracle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.s").write_text(
        ".threads 8\n.param m u32 = 1\n.local y u32[64]\nsub.u32 r2, global_id_x, lane_id\nadd.u32 r2, r2, m\n"
        "mov.b32 r1, 0\nturn: add.u32 r1, r1, 1\nlt.u32 r3, r1, r2 -> turn if nz\n"
        "st.local [thread_id + y], r1\nret\n"
    )
    Path("k.py").write_text(
        "def inputs(program, rng):\n    return {'m': int(rng.integers(1, 1000))}\n"
        "def expected(program, inputs):\n    return {}\n"
    )
    for words in ("seed 2", "offset 16"):
        told = json.loads(invoke("diff", "k.s", *f"--to-{words}".split(), "--json", "-q").stdout)
        alone = [json.loads(invoke("run", "k.s", *own, "--json", "-q").stdout) for own in ([], f"--{words}".split())]
        assert told["cycles"] == [run["cycles"] for run in alone]
        assert told["cycles"][0] != told["cycles"][1]


@pytest.mark.usefixtures("filling")
def test_words_of_b_stand_in_its_heading_and_their_mistakes_have_codes() -> None:
    shown = invoke("diff", "k.s", "--to-define", "n=9", "--to-local-size", "16", "--to-in", "m=2", "-q").output
    assert shown.splitlines()[1] == "B k.s --to-define n=9 --to-local-size 16 --to-in m=2: k on fpga4"
    shown = invoke("diff", "k.s", "--to-threads", "16", "--to-offset", "4", "--to-seed", "2", "-q").output
    assert shown.splitlines()[1] == "B k.s --to-offset 4 --to-threads 16 --to-seed 2: k on fpga4"
    refused = invoke("diff", "k.s", "--to-threads", "16", "--to-local-size", "16").stderr
    assert "--to-local-size and --to-threads both say how large a work-group is" in refused
    assert "E0673" in invoke("diff", "k.s", "--to-seed", "-1").stderr
    assert "E0601" in invoke("diff", "k.s", "--to-in", "mm=2").stderr
    assert "--to-in gives `m` twice" in invoke("diff", "k.s", "--to-in", "m=2", "--to-in", "m=3").stderr
    assert "'16y' is not a size" in invoke("diff", "k.s", "--to-local-size", "16y").stderr
    assert invoke("diff", "k.s", "--to-define", "nn=2").exit_code == 3
    assert invoke("run", "k.s", "-o", "x.json", "-q").exit_code == 0
    refused = invoke("diff", "k.s", "x.json", "--to-define", "n=2", status=2)
    assert "x.json is a run that has ended: leave out --to-define n=2" in refused.stderr


def test_an_input_that_fits_a_alone_has_a_way_out(tmp_path: Path) -> None:
    np.save(tmp_path / "re.npy", np.zeros(128, np.float32))
    error = invoke("diff", "fft128", "--in", f"re={tmp_path / 're.npy'}", "--to-define", "n=256").stderr
    assert "error[E0602]: B: `re` has 256 elements and the input has 128" in error
    assert "= help: an input of B alone: --to-in NAME=FILE; or pad or cut the data" in error
