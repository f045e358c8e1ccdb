"""`simt trace`: what it prints and writes, its errors, and its exit statuses."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from simt.views.time.timelines import VIEWS
from tests.commands import invoke
from tests.paths import ROOT

DIVERGENT = """\
.kernel divergent
.threads 4
.local x u32[4]
    mov        r1, lane_id
    push_mask  ON
    mask_nz    r1
    st.local   [r1 + x], r1
    pop_mask
ON: ret
"""
TRAP = DIVERGENT.replace("[r1 + x]", "[r1 + 100000]").replace("divergent", "trap")
FOUR = [f"{unit}.lanes=4" for unit in ("alu", "fpu", "lds")] + ["warp_size=4", "local.banks=4"]
ON_ARTICLE = ["-m", "article32", *(word for setting in FOUR for word in ("-s", setting))]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own with kernels that end, trap, and do not end."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)
    (tmp_path / "divergent.s").write_text(DIVERGENT)
    (tmp_path / "trap.s").write_text(TRAP)
    (tmp_path / "loop.s").write_text(".kernel loop\n.threads 4\ntop:\n jmp top\n")
    return tmp_path


trace = partial(invoke, "trace", status=0)


def error(*arguments: str, status: int = 2) -> str:
    """The last line of an error that is not about the command line, without its help; stdout is empty."""
    result = trace(*arguments, status=status)
    assert result.stdout == ""
    return result.stderr.strip()


# --- the main job -----------------------------------------------------------------------------------------------------


def test_masks_are_shown_where_lanes_diverge(folder: Path) -> None:
    shown = trace("divergent.s", *ON_ARTICLE)
    assert shown.stderr == ""
    assert shown.stdout == (
        "divergent on article32: cycles 0 to 5 of 6 cycles\n"
        "  with warp_size=4, alu.lanes=4, fpu.lanes=4, lds.lanes=4, local.banks=4\n"
        "\n"
        "execution mask of warp 0\n"
        "lane  |0\n"
        "   0  ███··█  67 %\n"
        "   1  ██████ 100 %\n"
        "   2  ██████ 100 %\n"
        "   3  ██████ 100 %\n"
        "  · inactive 8.3 %   █ active 91.7 %\n"
        "\n"
        "   cycle    pc lanes  line  issued\n"
        "       0     0     4     4  mov r1, lane_id\n"
        "       1     1     4     5  push_mask ON\n"
        "       2     2     4     6  mask_nz r1\n"
        "       3     3     3     7  st.local [r1 + x], r1\n"
        "       4     4     3     8  pop_mask\n"
        "       5     5     4     9  ON: ret\n"
    )


def test_warps_are_shown_where_they_do_not(folder: Path) -> None:
    assert "\nwarp states\n" in trace("add64.s", "--cycles", "0:20").stdout


def test_views_a_window_and_letters(folder: Path) -> None:
    shown = trace("divergent.s", *ON_ARTICLE, "--view", "stack", "--view", "units", "--cycles", "2:+3", "--ascii")
    assert shown.stdout == (
        "divergent on article32: cycles 2 to 4 of 6 cycles\n"
        "  with warp_size=4, alu.lanes=4, fpu.lanes=4, lds.lanes=4, local.banks=4\n"
        "\n"
        "stack entries of warp 0\n"
        "   |2\n"
        "1  ###\n"
        "\n"
        "active of living lanes: 83.3 % over the window\n"
        "       |2\n"
        "100 %  #\n"
        " 75 %  ###\n"
        " 50 %  ###\n"
        " 25 %  ###\n"
        "\n"
        "first stage of the units\n"
        "         |2\n"
        "    lds  .#.  33 %\n"
        "    fpu  ...   0 %\n"
        "    alu  ...   0 %\n"
        "control  #.#  67 %\n"
        "  . empty 75.0 %   # busy 25.0 %\n"
    )


def test_letters_where_glyphs_cannot_be(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "simt", "trace", "divergent.s", *ON_ARTICLE],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "latin-1", "PYTHONPATH": str(ROOT)},
        check=True,
    )
    assert b"   0  ###..#  67 %" in done.stdout


def test_the_width_of_the_terminal(folder: Path) -> None:
    shown = trace("fft128.s", "--view", "warps", env={"COLUMNS": "60"}).stdout
    assert "warp states, 100 cycles a column: the most frequent of them" in shown
    assert max(map(len, shown.splitlines())) <= 60
    wrapped = trace("fft128.s", "--view", "issue", "--cycles", "100:200", "--wrap", env={"COLUMNS": "60"}).stdout
    assert wrapped.count("\nslot  ") == 3


def test_one_warp(folder: Path) -> None:
    shown = trace("fft128.s", "--view", "warps", "--warp-number", "7", "--cycles", "100:110").stdout
    assert "\n   7  " in shown
    assert "\n   6  " not in shown


def test_json(folder: Path) -> None:
    data = json.loads(trace("divergent.s", *ON_ARTICLE, "--json", "--view", "all", "--cycles", "3:5").stdout)
    assert data["schema"] == "simt.trace/1"
    assert (data["window"], data["cycles"], data["status"]) == ([3, 5], 6, "completed")
    assert list(data["views"]) == [name for name in VIEWS if name != "dram"]
    assert data["views"]["masks"][0]["rows"][0] == {"row": "0", "runs": [["inactive", 2]]}
    assert data["views"]["stack"][0]["values"] == [1.0, 1.0]


@pytest.mark.parametrize("name", ["history.svg", "history.png", "history.txt"])
def test_files_have_equal_bytes(folder: Path, name: str) -> None:
    told = trace("divergent.s", *ON_ARTICLE, "-o", name)
    assert told.stdout == ""
    assert re.fullmatch(rf"wrote {name}: \d+ k?B\n", told.stderr)
    first = (folder / name).read_bytes()
    assert len(first) > 200
    assert trace("divergent.s", *ON_ARTICLE, "-o", name, "-q").output == ""
    assert (folder / name).read_bytes() == first


def test_a_format_by_name(folder: Path) -> None:
    trace("divergent.s", *ON_ARTICLE, "-o", "picture", "--format", "png")
    assert (folder / "picture").read_bytes().startswith(b"\x89PNG")
    shown = invoke("trace", "divergent.s", *ON_ARTICLE, "-o", "-", "--format", "svg")
    assert shown.stdout_bytes.startswith(b"<?xml")


def test_exports_by_suffix(folder: Path) -> None:
    trace("divergent.s", *ON_ARTICLE, "-o", "divergent.kanata")
    assert (folder / "divergent.kanata").read_text().startswith("Kanata\t0004\n")
    trace("divergent.s", *ON_ARTICLE, "-o", "divergent", "--format", "perfetto")
    assert json.loads((folder / "divergent").read_text())


def test_an_export_of_a_window(folder: Path) -> None:
    trace("fft128.s", "-o", "part.npz", "--cycles", "300:400")
    with np.load(folder / "part.npz", allow_pickle=False) as part:
        assert 100 in {part[name].shape[-1] for name in part.files if part[name].ndim}
    trace("fft128.s", "-o", "x.npz", "--cycles", "5000:", status=2)
    assert not (folder / "x.npz").exists()


def test_a_format_may_be_a_suffix(folder: Path) -> None:
    for form in ("kanata", ".KANATA", "log"):
        trace("divergent.s", *ON_ARTICLE, "-o", form, "--format", form)
        assert (folder / form).read_text().startswith("Kanata\t0004\n")


def test_views_with_commas(folder: Path) -> None:
    separate = trace("divergent.s", *ON_ARTICLE, "--view", "masks", "--view", "warps").stdout
    assert trace("divergent.s", *ON_ARTICLE, "--view", "masks,warps").stdout == separate


def test_two_policies_have_two_titles(folder: Path) -> None:
    names = ["article32 with branch.policy=ipdom_stack", "article32 with branch.policy=min_pc"]
    for name in names:
        arguments = ["divergent/collatz", "-m", "article32", "-s", name.split()[-1], "--cycles", ":20"]
        assert trace(*arguments).stdout.startswith(f"collatz on {name}: ")
        assert json.loads(trace(*arguments, "--json").stdout)["machine"] == name
        trace(*arguments, "-o", "picture.svg")
        assert f">with {name.split()[-1]}<" in (folder / "picture.svg").read_text()


def test_the_seed_is_told(folder: Path) -> None:
    arguments = ["divergent/collatz", "-m", "article32", "--seed", "7"]
    assert json.loads(trace(*arguments, "--json").stdout)["provenance"]["seed"] == 7
    trace(*arguments, "-o", "x.npz")
    with np.load(folder / "x.npz", allow_pickle=False) as file:
        assert json.loads(str(file["description"]))["provenance"]["seed"] == 7
    trace(*arguments, "-o", "x.json")
    assert json.loads((folder / "x.json").read_text())["otherData"]["seed"] == 7
    assert json.loads(trace(*arguments, "--no-oracle", "--json").stdout)["provenance"]["seed"] is None


def test_what_was_interrupted_says_that_it_is_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from simt.views.kit.progress import Progress

    def interrupted_run(self: Progress, count: int) -> bool:
        return self.unit == "cycle" and count > 0

    monkeypatch.setattr(Progress, "__call__", interrupted_run)
    told = trace("loop.s", "-o", "loop.kanata", status=130).stderr
    assert told.startswith("writing loop.kanata (Ctrl-C again to drop it)\nwrote loop.kanata: ")
    assert "interrupted after" in told
    assert "writing" not in trace("loop.s", "-o", "loop.kanata", "-q", status=130).stderr


def test_what_is_interrupted_again_is_dropped(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from simt.views.kit.progress import Progress

    monkeypatch.setattr(Progress, "__call__", lambda self, count: self.unit != "cycle" or count > 0)
    trace("loop.s", "-o", "loop.kanata", status=130)
    assert not (folder / "loop.kanata").exists()


def test_help_lists_the_views() -> None:
    shown = trace("--help").stdout
    for name, view in VIEWS.items():
        assert f"\n    {name:<7} {view.description}\n" in shown


# --- runs that stop ---------------------------------------------------------------------------------------------------


def test_a_trap_is_drawn_and_reported(folder: Path) -> None:
    shown = trace("trap.s", *ON_ARTICLE, status=4)
    assert shown.stdout.startswith("trap on article32: cycles 0 to 3 of 4 cycles\n")
    assert "   0  ███·" in shown.stdout
    assert "st.local" in shown.stdout
    assert shown.stderr.startswith("error[T003]: ")
    assert "trap.s:7:" in shown.stderr
    trace("trap.s", *ON_ARTICLE, "-o", "trap.svg", status=4)
    assert (folder / "trap.svg").is_file()


def test_a_limit_is_drawn_and_reported(folder: Path) -> None:
    shown = trace("loop.s", "--max-cycles", "100", "--cycles", "-5:", status=4)
    assert shown.stdout.startswith("loop on fpga4: cycles 95 to 99 of 100 cycles")
    assert shown.stderr.startswith("error[T005]: ")


def test_a_window_outside_a_stopped_run(folder: Path) -> None:
    shown = trace("trap.s", *ON_ARTICLE, "--cycles", "90:", status=4)
    assert shown.stdout == ""
    assert shown.stderr.startswith("error[T003]: ")
    assert shown.stderr.endswith("error[E0704]: there is no cycle in `90:`: the run has cycles 0 to 3\n")


def test_a_window_of_a_run_that_is_longer_than_its_record(folder: Path) -> None:
    """What is kept is chosen by the window, so that the beginning of a long run can be seen."""
    shown = trace("loop.s", "--max-cycles", "9000000", "--cycles", "20:30", "--view", "issue", status=4)
    assert shown.stdout.startswith("loop on fpga4: cycles 20 to 29 of 9000000 cycles\n\nissue slots\n")
    shown = trace("loop.s", "--max-cycles", "9000000", "--view", "issue", status=4)
    first = shown.stdout.split("\n")[0]
    assert first.endswith("to 8999999 of 9000000 cycles (no others were kept)")
    assert "cycles 0 to" not in first
    shown = trace("loop.s", "--max-cycles", "9000000", "--cycles", "10:", status=4)
    assert "error[E0708]: cycles 10 to 8999999 were not all kept: the record has cycles " in shown.stderr
    advice = shown.stderr.rpartition("choose some of them, ")[2].split()
    shown = trace("loop.s", "--max-cycles", "9000000", *advice, "--view", "issue", status=4)
    assert shown.stdout.startswith("loop on fpga4: cycles 10 to ")


# --- mistakes ---------------------------------------------------------------------------------------------------------


def test_a_window_outside_the_run(folder: Path) -> None:
    assert error("article/example2", "-m", "article32", "--cycles", "70:80") == (
        "error[E0704]: there is no cycle in `70:80`: the run has cycles 0 to 69"
    )


def test_a_window_that_is_none(folder: Path) -> None:
    assert error("divergent.s", "--cycles", "12") == (
        "error[E0703]: `12` is not a window of cycles\n"
        "  = help: write 120:200 (cycles 120 to 199), 120:, :200, 120:+80, -50: (the last 50), or :-5"
    )


def test_an_unknown_view(folder: Path) -> None:
    assert error("divergent.s", "--view", "warp") == (
        "error[E0705]: there is no view `warp`\n  = help: did you mean `warps`?"
    )


def test_a_warp_that_was_not_launched(folder: Path) -> None:
    assert error("divergent.s", *ON_ARTICLE, "--warp-number", "1") == (
        "error[E0706]: there is no warp 1: only warp 0 was launched"
    )
    assert error("fft128.s", "--warp-number", "-1") == (
        "error[E0706]: there is no warp -1: warps 0 to 15 were launched"
    )


def test_a_folder_that_is_not_there(folder: Path) -> None:
    assert error("divergent.s", *ON_ARTICLE, "-o", "no/history.svg") == (
        "error[E0652]: cannot write no/history.svg: there is no folder no\n  = help: make it: mkdir -p no"
    )


def test_formats_that_are_not_known(folder: Path) -> None:
    assert error("divergent.s", "-o", "x.sgv") == (
        "error[E0653]: the name `x.sgv` does not say which format to write\n  = help: did you mean .svg?"
    )
    assert "  = help: end it in one of .txt, .svg, .png, .pdf, .kanata, " in error("divergent.s", "-o", "x")
    assert error("divergent.s", "-o", "x", "--format", "konta") == (
        "error[E0653]: there is no format `konta`\n  = help: did you mean konata?"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--view", "issue", "--warp-number", "0"], "`--warp-number` changes nothing in the view issue: masks, warps"),
        (["-o", "x.svg", "--ascii"], "--ascii changes nothing in the format svg"),
        (["-o", "x.png", "--wrap"], "--wrap changes nothing in the format png"),
        (["--json", "--ascii"], "--ascii changes nothing in JSON"),
        (["-o", "x.kanata", "--view", "warps"], "--view changes nothing in the format konata"),
        (["-o", "x.kanata", "--cycles", "-5:"], "count them from the beginning, A:B, not -5:"),
        (["--format", "svg"], "give -o FILE too"),
        (["-o", "-", "--format", "npz"], "npz is written to a file, not to standard output"),
        (["-o", "-", "--json"], "--json and -o - both write to standard output"),
        (["--oracle", "x.py", "--no-oracle"], "--oracle and --no-oracle exclude each other"),
    ],
)
def test_options_that_do_not_go_together(folder: Path, arguments: list[str], message: str) -> None:
    shown = trace("divergent.s", *arguments, status=2)
    assert message in " ".join(shown.stderr.split())
    assert not any(folder.glob("x*"))


def test_an_assembly_error(folder: Path) -> None:
    (folder / "bad.s").write_text(".threads 4\nmvo r1, 2\n")
    assert "error[" in error("bad.s", status=3)
