"""Options that would change nothing are refused, or a note says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import Result

import simt
from tests.commands import invoke

KERNEL = ".threads 4\nret\n"
ORACLE = "def inputs(program, rng):\n    return {}\ndef expected(program, inputs):\n    return {}\n"


def call(line: str) -> Result:
    return invoke(*line.split())


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.s").write_text(KERNEL)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("asm dot --listing --json", "--listing changes nothing in JSON: leave it out"),
        ("why dot --short --json", "--short changes nothing in JSON: leave it out"),
        ("why dot --short -o x.json", "--short changes nothing in JSON: leave it out"),
        ("explore dot --set banks=2,4 --all --json", "--all changes nothing in JSON: leave it out"),
        ("tune dot --set banks=2,4 --all --json", "--all changes nothing in JSON: leave it out"),
        ("machine schema local --json", "--json has the schema of whole machine files: leave out KEY"),
        ("sweep dot --set banks=2,4 -j 2 --dask tcp://x:1", "`--dask` has workers of its own: leave out `--jobs`"),
    ],
)
def test_it_is_refused_before_a_run(line: str, message: str) -> None:
    refused = call(line)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "E0670" in refused.stderr
    assert message in refused.stderr


def test_options_of_a_launch_are_refused_beside_runs_that_have_ended() -> None:
    for name in ("a", "b"):
        Path(f"{name}.json").write_text(simt.run("k.s").to_json())
    assert call("diff a.json b.json").exit_code == 0
    for option in ("-m fpga8", "-s banks=8", "-D n=4", "--seed 1", "--no-oracle", "--max-cycles 9", "--warp 8"):
        refused = call(f"diff a.json b.json {option}")
        assert refused.exit_code == 2, option
        name = {"-m": "--machine", "-s": "--set"}.get(option.split()[0], option.split()[0])
        assert f"a.json and b.json are runs that have ended: leave out {name}\n" in refused.stderr
        assert "command line:1:25\n" in refused.stderr  # at the option, however it is written
    assert call("diff a.json k.s -m fpga8").exit_code == 0


def test_what_does_not_belong_to_a_view_of_a_sweep_is_refused() -> None:
    assert call("sweep k.s --set banks=2,4 --set lds.latency=1,2 -o x.sqlite -q").exit_code == 0
    for more, message in (
        ("--json --plot heat", "--plot changes nothing in JSON"),
        ("--json -o x.svg", "-o changes nothing in JSON"),
        ("--json --sort cycles", "--sort changes nothing in JSON"),
        ("-x banks", "-x changes nothing in a table"),
        ("--plot heat --sort cycles", "--sort changes nothing in heat"),
        ("--plot lines --all", "--all changes nothing in lines"),
        ("--plot pareto --value ipc", "--value changes nothing in pareto"),
        ("--plot heat --minimize ipc", "--minimize changes nothing in heat"),
        ("--plot heat --value ipc --value cycles", "heat shows one --value"),
    ):
        refused = call(f"sweep show x.sqlite {more}")
        assert refused.exit_code == 2, more
        assert message in refused.stderr
    for more in ("--json --where banks=2", "--plot heat -x banks --value ipc", "--value ipc --value cycles --all"):
        assert call(f"sweep show x.sqlite {more}").exit_code == 0, more


def test_an_oracle_that_is_left_alone_and_does_not_exist_has_a_note() -> None:
    text = "note: --no-oracle has no effect: no oracle is beside k.s\n"
    lines = ("run k.s", "trace k.s", "sweep k.s --set banks=2,4", "tune k.s --set banks=2,4", "compare k.s")
    for line in lines:
        assert text in call(f"{line} --no-oracle").stderr, line
        assert text not in call(line).stderr, line
    assert text not in call("run k.s --no-oracle -q").stderr
    Path("k.py").write_text(ORACLE)
    for line in lines:
        assert text not in call(f"{line} --no-oracle").stderr, line
    assert "no effect" not in call("run dot --no-oracle").stderr


def test_threads_of_a_pipeline_are_asked_for() -> None:
    refused = call("run scan.toml --jobs 0")
    assert refused.exit_code == 2
    assert "on at least one thread, not 0" in refused.stderr


@pytest.mark.parametrize("line", ["tune k.s --set banks=2,4", "explore k.s --set banks=2,4"])
def test_a_seed_of_a_search_that_draws_nothing_has_a_note(line: str) -> None:
    text = "note: --random-seed has no effect: the search is exhaustive\n"
    assert text in call(f"{line} --random-seed 3").stderr
    assert text not in call(line).stderr
    assert text not in call(f"{line} --random-seed 3 -q").stderr
    assert text not in call(f"{line} --random-seed 3 --sampler random").stderr


def test_an_oracle_of_a_pipeline_that_does_not_exist_has_a_note() -> None:
    text = "note: --no-oracle has no effect: no oracle is beside p.toml\n"
    Path("p.toml").write_text('[[launch]]\nkernel = "k.s"\n')
    assert text in call("run p.toml --no-oracle").stderr
    assert text not in call("run p.toml").stderr
    assert text not in call("run p.toml --no-oracle -q").stderr
    Path("p.py").write_text(ORACLE)
    assert "no effect" not in call("run p.toml --no-oracle").stderr
