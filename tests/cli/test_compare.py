"""`simt compare` and `simt model KERNEL -m MACHINE`: what they print, how they end, what they refuse."""

from __future__ import annotations

import errno
import json
from pathlib import Path

import pytest

import simt as module
from isa.reporting.diagnostics import SimtError
from simt import files
from simt.views.kit import figure
from tests.commands import invoke


def refused(*arguments: str, status: int = 2) -> str:
    result = invoke(*arguments, status=status)
    assert result.stdout == ""
    return result.stderr


def test_one_point() -> None:
    result = invoke("compare", "fft128", "-m", "fpga4", status=0)
    assert result.stdout.splitlines()[1].split()[:4] == ["fft128", "fpga4", "3828", "3823"]
    assert "1 of 1 points simulated" in result.stdout
    assert "bank conflicts" in result.stdout


def test_the_default_machine_is_that_of_a_run() -> None:
    assert " fpga4 " in invoke("compare", "fft128").stdout


def test_the_exit_status_tells_whether_all_is_within_the_tolerance() -> None:
    assert invoke("compare", "fft128", "--tolerance", "2").exit_code == 0
    assert invoke("compare", "fft128", "--tolerance", "0.1").exit_code == 1
    assert invoke("compare", "fft128", "--tolerance", "2", "--model", "paper").exit_code == 1
    assert invoke("compare", "fft128", "--max-cycles", "10", "--tolerance", "50").exit_code == 1  # nothing fails


def test_json_and_both_counts() -> None:
    result = invoke("compare", "fir", "-s", "lds.latency=2,4", "--counts", "both", "--model", "all", "--json", status=0)
    data = json.loads(result.stdout)
    assert [each["settings"] for each in data["points"]] == [{"lds.latency": 2}, {"lds.latency": 4}]
    assert data["models"] == ["refined", "paper", "hong-kim", "roofline", "bounds"]
    assert data["parts"]["all"]["errors_apart"]["refined"]["input"] == 0


def test_a_sweep_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    picture = tmp_path / "f.svg"
    result = invoke("compare", "fir", "-s", "lds.latency=1..3", "-o", str(picture), status=0)
    assert "lds.latency" in picture.read_text()
    assert "3 of 3 points simulated" in result.stdout
    assert invoke("compare", "fir", "--plot", "stack", "-o", str(tmp_path / "s.png")).exit_code == 0
    assert "needs one: no key has several values" in refused(
        "compare", "fir", "--plot", "sweep", "-o", str(picture), status=2
    )


def test_a_page(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    result = invoke("compare", "fft128", "-o", str(page), status=0)
    assert "1 of 1 points simulated" in result.stdout
    text = page.read_text()
    assert text.startswith("<!DOCTYPE html>")
    assert "3828" in text


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_picture_that_cannot_be_written_loses_no_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk shows only when the file is written: after the runs, which are told all the same."""
    pytest.importorskip("matplotlib")
    for place in (files, figure):
        monkeypatch.setattr(place, "replace_file", full)
    for name in ("taken.svg", "taken.html", "taken.txt"):
        result = invoke("compare", "fft128", "-o", str(tmp_path / name), status=2)
        assert "cannot write" in result.stderr
        assert "1 of 1 points simulated" in result.stdout


def test_the_sizes_of_a_model_have_the_short_names_of_a_run() -> None:
    sizes = (("--global-size", "--local-size"), ("-g", "-l"))
    command = ("model", "mm_global", "-m", "gtx280_core", "-D", "n=16")
    long, short = (invoke(*command, a, "16x16", b, "8x8") for a, b in sizes)
    assert short.exit_code == 0, short.output
    assert short.stdout == long.stdout
    assert short.stdout != invoke(*command, "-l", "16x16").stdout


def test_a_picture_of_nothing_loses_no_reason(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    result = invoke("compare", "fft128", "--max-cycles", "1", "-o", str(tmp_path / "f.svg"), status=2)
    assert "there is nothing to draw" in result.stderr
    assert "0 of 1 points simulated" in result.stdout


def test_a_scatter_plot_of_held_out_points_says_so_and_has_numbers_at_its_ticks(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    picture = tmp_path / "f.svg"
    machines = ("-m", "fpga4", "-m", "fpga8", "-m", "fpga16")
    assert invoke("compare", "elementwise_mul", *machines, "--plot", "scatter", "-o", str(picture)).exit_code == 0
    text = picture.read_text()
    assert "held out: 3 points" in text
    assert ">200<" in text  # a tick, not 2 x 10^2


def test_what_is_beyond_the_tolerance_is_named() -> None:
    found = invoke("compare", "fft128", "--tolerance", "0.1", "--model", "refined", "--model", "paper").stderr
    assert "refined, measured counts, has a mean absolute error of 0.131 %, above 0.1 %" in found
    assert "paper, measured counts, has a mean absolute error of " in found


@pytest.mark.nightly
def test_the_suite_tells_its_parts_apart() -> None:
    """Nothing of the generated machines; of the kernels none ends within a tiny limit, and nothing is dropped."""
    command = ["compare", "--suite", "--part", "development", "--generated", "0", "--max-cycles", "1", "--json"]
    result = invoke(*command, "--kind", "plain", status=1)
    data = json.loads(result.stdout)
    assert len(data["points"]) == 27 * 6
    devices = json.loads(invoke(*command, "--kind", "devices").stdout)
    assert set(devices["parts"]) == {
        "all",
        "development",
        "held-out",
        *(f"devices{p}" for p in ("", " development", " held-out")),
    }
    launched = [point for point in devices["points"] if point["status"] == "cycle_limit"]
    assert launched
    assert all(point["global_size"] for point in launched)
    assert not any(point["held_out"] for point in data["points"])
    assert all(point["reason"] for point in data["points"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["compare"], "there is nothing to compare"),
        (["compare", "nosuch"], "there is no kernel `nosuch`"),
        (["compare", "fir", "-m", "fpga5"], "there is no machine `fpga5`"),
        (["compare", "fir", "--model", "papper"], "did you mean `paper`?"),
        (["compare", "fir", "-s", "bankz=2"], "there is no machine key `bankz`"),
        (["compare", "fir", "-s", "seed=2"], "is not a machine key"),
        (["compare", "fir", "-s", "banks"], "--set takes KEY=VALUE,VALUE"),
        (["compare", "fir", "--suite"], "--suite has its kernels and machines"),
        (["compare", "--suite", "-I", "."], "--suite has its kernels and machines"),
        (["compare", "--suite", "--global-size", ""], "--suite has its kernels and machines"),
        (["compare", "fir", "--part", "all"], "--part, --kind and --generated go with --suite"),
        (["compare", "fir", "--plot", "stack"], "--plot goes with -o FILE.svg, .png, .pdf or .html"),
        (["compare", "fir", "-o", "x.svg", "--json"], "a picture is not JSON"),
        (["compare", "fir", "-o", "x.gif"], "a picture is written as .svg, .png or .pdf"),
        (["compare", "fir", "-o", "nosuch/x.svg"], "there is no folder nosuch"),
        (["compare", "fir", "--tolerance", "nan"], "--tolerance takes per cent"),
        (["compare", "fir", "dot", "--plot", "crossover", "--over", "foo"], "no key has several values"),
        (["model", "fir", "-m", "fpga4", "-d", "gtx280"], "help: `simt model counts` has it"),
        (["model", "fir", "-m", "fpga4", "--trip-count", "next"], "--trip-count takes LABEL=NUMBER, not next"),
        (["model", "fir", "-m", "fpga4", "--threads", "100000"], "100000 threads and fpga4 has 64"),
    ],
)
def test_what_is_refused(arguments: list[str], message: str) -> None:
    assert message in refused(*arguments)


def test_a_kernel_on_a_machine_is_predicted_from_its_text() -> None:
    result = invoke("model", "fft128", "-m", "fpga4", status=0)
    first, second = result.stdout.splitlines()[:2]
    assert first == "fft128 on fpga4 by refined: 3823 cycles, 35.73 us"
    assert second.startswith("  bound by bank_conflict: 20 % of the cycles")
    assert "note: counts: static" in result.stdout


def test_all_models_on_a_kernel() -> None:
    result = invoke("model", "measured", "fft128", "-m", "fpga4", "--model", "all", status=0)
    assert [line.split()[0] for line in result.stdout.splitlines()[2:]] == [
        "refined", "paper", "hong-kim", "roofline", "bounds",
    ]  # fmt: skip


def test_data_that_decide_are_asked_for_and_can_be_assumed() -> None:
    words = ["divergent/while", "-m", "article32", "-s", "branch.policy=min_pc"]
    assert "cannot be bounded" in refused("model", *words)
    assert invoke("model", "measured", *words).exit_code == 0


def test_counts_of_a_kernel_as_a_file() -> None:
    result = invoke("model", "fir", "-m", "fpga4", "--save-counts", "-", status=0)
    assert "work_items = 64" in result.stdout
    assert 'origin = "static"' in result.stdout


def test_a_run_that_does_not_fit_gives_no_counts() -> None:
    message = refused("model", "measured", "fir", "-m", "fpga4", "--threads", "100000")
    assert "E0822" in message
    assert "the run that was to be counted gave nothing" in message


def test_a_kernel_that_does_not_end_is_given_up_early(tmp_path: Path) -> None:
    path = tmp_path / "endless.s"
    path.write_text(".threads 4\nagain: jmp again\nret\n")
    of_loop = str(path), "-m", "fpga4"
    message = refused("model", *of_loop)
    assert "error[E0844]: the loop that starts here has not come to its end after 60000 steps" in message
    assert "= help: does it end? a higher limit is --max-steps N (max_steps=N in Python)" in message
    assert "after 70 steps" in refused("model", *of_loop, "--max-steps", "70")
    message = refused("model", "measured", *of_loop, "--max-cycles", "700")
    assert "error[E0822]: the run that was to be counted has not come to its end after 700 cycles" in message
    assert "= help: does it end? a higher limit is --max-cycles N (max_cycles=N in Python)" in message
    assert "after 10000000 cycles" in refused("model", "measured", *of_loop)
    with pytest.raises(SimtError, match="after 70 steps"):
        module.model(path, "fpga4", max_steps=70)
    with pytest.raises(SimtError, match="after 70 cycles"):
        module.model_measured(path, "fpga4", max_cycles=70)


def test_nothing_simulated_is_no_success() -> None:
    """The reason is told, and the exit status is 1."""
    result = invoke("compare", "mm_global", "-m", "fpga4", status=1)
    assert "0 of 1 points simulated" in result.stdout
    assert "needs global memory" in result.stdout
