"""Inputs as axes: parameters and lengths with several values, in sweeps, searches, plans and on the command line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import simt
from simt.exploration import SweepError
from simt.exploration.plans.axes import Axis, axis_of, has_several_numbers
from simt.exploration.plans.commands import run_command
from simt.exploration.plans.plan import Sweep
from simt.launch.inputs import InputError
from tests.commands import invoke

KERNEL = """\
.threads 4
.param n u32 = 1
.param scale f32 = 1.0
.local y u32[4]
mov.b32 r1, n
st.local [thread_id + y], r1
ret
"""
# Good for n = 2 alone, so the status of a point says which value the kernel read.
ORACLE = """\
import numpy as np
TOLERANCE = 0
def inputs(program, rng):
    return {"n": 7}
def expected(program, inputs):
    return {"y": np.full(4, 2)}
"""


@pytest.fixture(autouse=True)
def _kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.s").write_text(KERNEL)
    Path("k.py").write_text(ORACLE)


def command(*arguments: str, status: int = 0) -> str:
    result = invoke(*arguments, status=status)
    return result.stdout + result.stderr


def test_every_point_has_its_own_value() -> None:
    found = simt.sweep("k.s", {"in.n": [1, 2, 4]})
    assert [(row["in.n"], row["status"]) for row in found.records()] == [(1, "wrong"), (2, "done"), (4, "wrong")]
    hashes = [row["inputs_hash"] for row in found.records()]
    assert len(set(hashes)) == 3


def test_numbers_of_in_are_an_axis_on_the_command_line() -> None:
    text = command("sweep", "k.s", "--in", "n=1..3", "-s", "banks=4,8", status=1)
    assert text.startswith("k.s: grid over local.banks (2) x in.n (3): 6 of 6 points, complete\n")
    one = command("sweep", "k.s", "--in", "n=2", "-s", "banks=4,8")
    assert "in.n" not in one


def test_a_results_file_goes_on_and_distinguishes_the_values() -> None:
    command("sweep", "k.s", "--in", "n=1,2", "-o", "x.sqlite", status=1)
    assert "2 were there" in command("sweep", "k.s", "--in", "n=1,2", "-o", "x.sqlite", status=1)
    assert "E0766" in command("sweep", "k.s", "--in", "n=1,3", "-o", "x.sqlite", status=2)


def test_a_plan_has_them_below_sweep() -> None:
    Path("plan.toml").write_text('program = "k.s"\n[sweep]\nin.n = [2, 3]\n')
    found = simt.sweep("plan.toml")
    assert [row["status"] for row in found.records()] == ["done", "wrong"]
    sweep = Sweep.of("k.s", {"in.n": [2, 3]})
    assert Sweep.from_dict(sweep.to_dict()).axes == sweep.axes


def test_the_command_of_a_point() -> None:
    sweep = Sweep.of("k.s", {"in.n": [2, 3], "banks": [4]}, inputs={"scale": 2})
    assert run_command(sweep, sweep.point(1)) == "simt run k.s -s local.banks=4 --in scale=2 --in n=3"
    assert "n=3" in run_command(sweep, sweep.point(1))


def test_a_search_ranks_values_of_a_parameter() -> None:
    found = simt.explore("k.s", {"in.n": [1, 2, 4]}, minimise="cycles")
    assert [row["in.n"] for row in found.records()] == [2]
    assert "best" in str(simt.tune("k.s", {"in.n": [1, 2, 4]}))


def test_an_axis_of_lengths() -> None:
    Path("c.s").write_text(".threads 4\n.buffer b, f32\nret\n")
    found = simt.sweep("c.s", {"in.b": [16, 64]}, machine="gtx280_core", oracle=False)
    assert [row["status"] for row in found.records()] == ["done", "done"]


@pytest.mark.parametrize(
    ("text", "is_axis"),
    [("1,2", True), ("1..4", True), ("1.5,2", True), ("8,1..4*2", True), ("2", False), ("x.npy", False),
     ("64x32", False),
     ("1,x.npy", False), ("a,b", False)],
)  # fmt: skip
def test_which_texts_are_axes(text: str, is_axis: bool) -> None:
    assert has_several_numbers(text) == is_axis


def test_the_axis() -> None:
    axis = axis_of("in.n", "1..4")
    assert axis == Axis("in", "in.n", (1, 2, 3, 4))
    assert axis.symbol == "n"


def test_mistakes() -> None:
    with pytest.raises(InputError, match="no array or parameter `m`") as unknown:
        simt.sweep("k.s", {"in.m": [1, 2]})
    assert unknown.value.code == "E0601"
    with pytest.raises(SweepError, match=r"`in\.n` is swept and fixed at once"):
        simt.sweep("k.s", {"in.n": [1, 2]}, inputs={"n": 3})
    with pytest.raises(
        SweepError, match="`y` of `k` is an array of a fixed length, and an axis has one number"
    ) as array:
        simt.sweep("k.s", {"in.y": [1, 2]})
    assert (array.value.code, array.value.help) == ("E0760", "give it a file, for all points: --in y=FILE")
    with pytest.raises(SweepError, match=r"`in\.n` is a number, not `x\.npy`"):
        simt.sweep("k.s", {"in.n": ["x.npy", 2]})
    with pytest.raises(SweepError, match=r"`in\.n` is not a machine key") as compared:
        simt.compare("k.s", axes={"in.n": [1, 2]})
    assert compared.value.help == "--in, with one value"
    with pytest.raises(SweepError, match="is given twice"):
        Sweep.of("k.s", (axis_of("in.n", [1, 2]), axis_of("in.n", [3, 4])))


def test_an_array_of_python_stays_an_input() -> None:
    found = simt.sweep("k.s", {"banks": [4, 8]}, inputs={"y": np.arange(4), "n": 2})
    assert [row["status"] for row in found.records()] == ["done", "done"]
