"""Loops of pipelines: rounds, ranges, buffers that change places, loops in loops, loops that end by a buffer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simt
from isa.reporting.diagnostics import ArgumentError
from simt.lang import Global, global_id, kernel, u32
from simt.launch.pipeline import RoundsError
from simt.launch.pipeline_file import read_pipeline
from simt.launch.pipeline_loops import MOST_LAUNCHES
from simt.launch.pipeline_problems import PipelineError
from simt.launch.rounds import Names, NumberError, span_of
from simt.views.run.pipeline import pipeline_text
from tests.commands import invoke
from tests.pages import Page
from tests.pipelines import MACHINE

PAGE = Page("docs/pipelines.md")
STEPS = """\
__kernel void note(__global uint *log, __global uint *count, uint a, uint b) { log[count[0]++] = 100 * a + b; }
__kernel void add(__global const uint *now, __global uint *next, uint by) {
    next[get_global_id(0)] = now[get_global_id(0)] + by;
}
"""
OUTER = 'each = { a = "2..n*2" }'
INNER = 'each = { b = "a/2..1/2" }'
LOOPS = """\
machine = "small.toml"
[define]
n = 8
[buffers]
log = 64
count = 1
[[launch]]
each = { a = "2..n*2" }
[[launch.launch]]
each = { b = "a/2..1/2" }
kernel = "steps.cl::note"
global_size = 1
"""


@kernel
def bump(now: Global[u32], later: Global[u32], by: u32):
    i = global_id()
    later[i] = now[i] + by


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "steps.cl").write_text(STEPS)
    (tmp_path / "small.toml").write_text(MACHINE)
    (tmp_path / "relax.cl").write_text(PAGE.block("c"))
    (tmp_path / "paths.toml").write_text(PAGE.block("toml", "until"))
    (tmp_path / "p.toml").write_text(LOOPS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_loop_in_a_loop(folder: Path) -> None:
    """The inner list depends on the outer name: (2, 1), (4, 2), (4, 1), (8, 4), (8, 2), (8, 1)."""
    pipeline = read_pipeline(folder / "p.toml")
    assert [dict(stage.values) for stage in pipeline.stages] == [
        {"a": 2, "b": 1}, {"a": 4, "b": 2}, {"a": 4, "b": 1}, {"a": 8, "b": 4}, {"a": 8, "b": 2}, {"a": 8, "b": 1}
    ]  # fmt: skip
    result = simt.run_pipeline(folder / "p.toml")
    assert result.buffers["log"][:7].tolist() == [201, 402, 401, 804, 802, 801, 0]
    assert simt.run_pipeline(folder / "p.toml", defines={"n": 2}).buffers["log"][:2].tolist() == [201, 0]
    one = result.to_dict()["launches"][1]
    assert (one["number"], one["values"], one["cycles"]) == (2, {"a": 4, "b": 2}, result.launches[1].cycles)
    assert " 2  note    a=4 b=2 " in pipeline_text(result)
    launch = simt.Launch("p.toml:5")
    assert launch.inputs["log"][:5].tolist() == [201, 402, 401, 804, 0]
    assert (launch.inputs["a"], launch.inputs["b"]) == (8, 2)
    assert launch.run().cycles == result.launches[4].cycles


@pytest.mark.parametrize("machine", ["gtx280", "hd5870"])
def test_the_shipped_sort(machine: str) -> None:
    result = simt.run_pipeline("bitonic.toml", machine, defines={"n": 256})
    assert result.check is not None
    assert result.check.passed
    assert len(result.launches) == 8 * 9 // 2
    assert (np.diff(result.buffers["data"].astype(np.int64)) >= 0).all()
    assert [(s.values["size"], s.values["stride"]) for s in result.pipeline.stages][:4] == [
        (2, 1), (4, 2), (4, 1), (8, 4)
    ]  # fmt: skip


def test_many_launches_keep_their_counts_alone() -> None:
    result = simt.run_pipeline("bitonic.toml", engine="functional")
    assert result.check is not None
    assert result.check.passed
    assert len(result.launches) == 12 * 13 // 2
    assert {(len(launched.buffers), launched.registers.size) for launched in result.launches} == {(0, 0)}
    assert result.to_dict()["launches"][77]["values"] == {"size": 4096, "stride": 1}
    assert len(pipeline_text(result).splitlines()) == 4 + 12


def test_the_page_shows_the_shipped_sort() -> None:
    shipped = read_pipeline("programs/bitonic.toml").path
    assert shipped is not None
    assert shipped.read_text().endswith(PAGE.block("toml", "compare_exchange"))
    command, _, shown = PAGE.block("console").partition("\n")
    printed = invoke(*command.split()[2:]).stdout
    assert printed.startswith(shown.removesuffix("...\n"))
    assert max(map(len, printed.splitlines())) <= 80
    assert len(printed.splitlines()) <= 24


@pytest.mark.parametrize(("rounds", "odd"), [(3, 1), (4, 0)])
def test_buffers_change_places_after_each_round(folder: Path, rounds: int, odd: int) -> None:
    """The last result is in `now`, whatever the number of rounds; a block and a launch alone are the same."""
    x = np.arange(16, dtype=np.uint32)
    launch: dict[str, Any] = {"kernel": bump, "global_size": 16, "params": {"by": 3}}
    block = {"repeat": rounds, "swap": {"now": "later"}, "launch": [launch]}
    alone = {**launch, "repeat": rounds, "swap": {"now": "later"}}
    for way in (block, alone):
        result = simt.run_pipeline([way], folder / "small.toml", inputs={"now": x, "later": 16})
        assert len(result.launches) == rounds
        assert result.buffers["now"].tolist() == (x + 3 * rounds).tolist()
        assert result.buffers["later"].tolist() == (x + 3 * (rounds - 1)).tolist()


@pytest.mark.parametrize("machine", ["gtx280", "hd5870"])
def test_heat_against_numpy(machine: str) -> None:
    heat = np.random.default_rng(4).random((16, 16), dtype=np.float32)
    step = {
        "kernel": "opencl/stencil.cl", "global_size": (16, 16), "local_size": (16, 4), "params": {"speed": 0.2},
        "repeat": 7, "swap": {"now": "next"},
    }  # fmt: skip
    result = simt.run_pipeline([step], machine, inputs={"now": heat.ravel(), "next": heat.size})
    want = heat.astype(np.float64)
    for _ in range(7):
        around = want[1:-1, :-2] + want[1:-1, 2:] + want[:-2, 1:-1] + want[2:, 1:-1]
        want[1:-1, 1:-1] += np.float32(0.2) * (around / 4 - want[1:-1, 1:-1])
    assert np.abs(result.buffers["now"].reshape(16, 16) - want).max() < 1e-5


@pytest.mark.nightly
def test_the_commands_of_the_page() -> None:
    commands = [line.split("#")[0].split() for line in PAGE.text.splitlines() if line.startswith("    simt ")]
    sweep, diff = ([words[1:] for words in commands if words[1] == verb] for verb in ("sweep", "diff"))
    done = invoke(*sweep[0])
    assert "3 of 3 points, complete" in done.stdout
    assert "input stride: 2048 -> 1" in invoke(*diff[0]).stdout


def test_the_python_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    PAGE.run_python("stencil")
    assert capsys.readouterr().out == "20 True\n"


def path_inputs(nodes: int) -> dict[str, np.ndarray]:
    """A row of nodes with edges in both directions, and the distances from the first."""
    one = np.arange(nodes - 1, dtype=np.uint32)
    distance = np.full(nodes, 0xFFFFFFFF, np.uint32)
    distance[0] = 0
    return {"from": np.r_[one, one + 1], "to": np.r_[one + 1, one], "distance": distance}


def test_a_loop_until_nothing_changes(folder: Path) -> None:
    """In the twelfth round nothing changes. A launch after the loop keeps its number, as if all rounds had run."""
    result = simt.run_pipeline("paths.toml", inputs=path_inputs(12))
    assert result.buffers["distance"].tolist() == list(range(12))
    assert 2 <= len(result.launches) <= 12
    assert result.numbers == tuple(range(len(result.launches)))
    text = Path("paths.toml").read_text() + '[[launch]]\nname = "after"\nkernel = "relax.cl"\nglobal_size = "edges"\n'
    Path("paths.toml").write_text(text)
    longer = simt.run_pipeline("paths.toml", inputs=path_inputs(12))
    assert longer.completed
    assert longer.numbers[-2:] == (len(result.launches) - 1, 100)
    after = simt.Launch("paths.toml:after", inputs=path_inputs(12))
    assert after.inputs["distance"].tolist() == list(range(12))
    with pytest.raises(ArgumentError, match=r"launch 90 of `paths` \(relax\) does not run: its loop ends before"):
        simt.Launch("paths.toml:90", inputs=path_inputs(12))


def test_a_loop_that_does_not_end(folder: Path) -> None:
    text = Path("paths.toml").read_text().replace("repeat = 100", "repeat = 2").replace('"edges"', "2")
    Path("paths.toml").write_text(text)
    given = {**path_inputs(12), "from": np.array([0, 1], np.uint32), "to": np.array([1, 0], np.uint32)}
    (Path("relax.cl")).write_text(PAGE.block("c").replace("if (far", "changed[0] = 3; if (far"))
    with pytest.raises(RoundsError, match=r"after 2 rounds `changed\[0\]` is 3, not 0") as caught:
        simt.run_pipeline("paths.toml", inputs=given)
    result = caught.value.result
    assert (len(result.launches), result.completed, result.status, result.check) == (2, False, "rounds", None)
    words = [word for name in given for word in ("--in", f"{name}={name}.npy")]
    for name, array in given.items():
        np.save(f"{name}.npy", array)
    done = invoke("run", "paths.toml", *words, "--json", status=2)
    assert "E0663" in done.stderr
    assert "the loop of the launches 1 to 2 does not end" in done.stderr
    assert json.loads(done.stdout)["status"] == "rounds"


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ('"2..n*2"', '"2..1*2"', 8, "`a` is `2..1*2`, which is empty: write the smaller number first"),
        ('"2..n*2"', '"n"', 8, "`a` is `n`, which is not a range"),
        ('"2..n*2"', '"2..m*2"', 8, "`a` is `m`, and there is no number `m`"),
        ('"2..n*2"', '"0..n/2"', 8, "`a` is `0..n/2`, which never ends: divide by 2 or more, to 1"),
        ('"2..n*2"', '"0..n..0"', 8, "`a` is `0..n..0`, which never ends: its step is at least 1"),
        ('"2..n*2"', "[]", 8, "`each` is a table of lists"),
        ('"2..n*2"', f'"1..{MOST_LAUNCHES + 1}"', 8, f"`a` has more than {MOST_LAUNCHES} values"),
        (OUTER, "each = {}", 8, "`each` is a table of lists"),
        (f"{OUTER}\n", "", 7, "a table with tables in it is a loop, and this one has no rounds"),
        (OUTER, "repeat = 0", 8, f"`repeat` is a number of rounds, 1 to {MOST_LAUNCHES}, not `0`"),
        (OUTER, "repeat = 1.5", 8, "`repeat` is a whole number, not 1.5"),
        (OUTER, f'{OUTER}\nrepeat = 2', 8, "`repeat` and `each` both say how many"),
        (INNER, 'each = { a = "a/2..1/2" }', 10, "`a` has a value from the loop around this one"),
        (OUTER, 'each = { a = "2..n*2", c = [1, 2, 3] }', 8, "no launch of the loop has `c`"),
        ("global_size = 1", "params = { a = 1 }", 12, "`a` has a value from `params` and from a loop"),
        ("global_size = 1", 'global_size = "b / 0"', 12, "`global_size` is `b / 0`, and division by zero"),
        (OUTER, f'{OUTER}\nuntil = "log"', 9, "`until` is a buffer, and goes with `repeat`"),
        (OUTER, OUTER + '\nswap = { log = "lag" }', 9, "has no buffer `lag`"),
        (OUTER, OUTER + '\nswap = { log = "count" }', 9, "buffers that change places"),
        (OUTER, OUTER + '\nswap = { log = "log" }', 9, "`swap` has pairs of two"),
        (OUTER, f'{OUTER}\nkernel = "dot"', 9, "unknown key `kernel`"),
        (INNER, 'swap = { log = "count" }', 10, "`swap` goes with rounds, and there are none"),
        ("[[launch.launch]]", "[launch.launch]", 9, "a loop has tables [[launch.launch]]"),
    ],
)  # fmt: skip
def test_mistakes(folder: Path, old: str, new: str, line: int, said: str) -> None:
    assert old in LOOPS
    Path("p.toml").write_text(LOOPS.replace(old, new, 1))
    with pytest.raises(PipelineError) as caught:
        read_pipeline("p.toml")
    found = caught.value.diagnostics[0]
    assert said in found.message
    assert (found.code, found.line, found.file) == ("E0662", line, "p.toml")


def test_a_mistake_in_every_round_is_told_once(folder: Path) -> None:
    Path("p.toml").write_text(LOOPS.replace("global_size", "globl_size"))
    with pytest.raises(PipelineError) as caught:
        read_pipeline("p.toml")
    assert len(caught.value.diagnostics) == 1
    with pytest.raises(PipelineError, match=r"launch 1\.2") as caught:
        simt.run_pipeline([{"repeat": 2, "launch": [{"kernel": bump, "global_size": 16}, {"kernel": ""}]}])


def test_a_symbol_that_nothing_has(folder: Path) -> None:
    with pytest.raises(PipelineError, match="no kernel of the pipeline has `m`, nor an expression") as caught:
        read_pipeline("p.toml", {"n": 4, "m": 3})
    assert caught.value.diagnostics[0].help == "the table `define` has: n"


def test_mistakes_in_many_rounds_take_no_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The innermost loop of 2^30 rounds has a mistake; an expression and a launch are looked at in one of them."""
    numbers: list[object] = []
    number = Names.number
    monkeypatch.setattr(Names, "number", lambda self, value: (numbers.append(value), number(self, value))[1])
    heads = ["launch", "launch.launch", "launch.launch.launch", "launch.launch.launch.launch"]
    text = "".join(f"[[{head}]]\nrepeat = 1024\n" for head in heads[:3])
    Path("p.toml").write_text(f"{text}[[{heads[3]}]]\neach = {{ k = [] }}\n")
    with pytest.raises(PipelineError, match="`each` is a table of lists"):
        read_pipeline("p.toml")
    assert len(numbers) == 3
    numbers.clear()
    Path("p.toml").write_text('[[launch]]\nrepeat = 1000\nkernel = "dot"\ndefine = { n = "1 +" }\n')
    with pytest.raises(PipelineError, match=r"`n` is `1 \+`"):
        read_pipeline("p.toml")
    assert len(numbers) == 2
    with pytest.raises(NumberError, match="is an expression of 1999 characters, and 1000 are the most"):
        Names({}).number("+".join("1" * 1000))


def test_too_many_launches(folder: Path) -> None:
    many = LOOPS.replace('"2..n*2"', '"1..1024"').replace('"a/2..1/2"', '"1..1024"')
    Path("p.toml").write_text(many)
    with pytest.raises(PipelineError, match=f"{MOST_LAUNCHES} launches at most, all rounds counted"):
        read_pipeline("p.toml")
    deep = "[[launch]]\nrepeat = 2\n" + "".join(f"[[{'.'.join(['launch'] * k)}]]\nrepeat = 2\n" for k in range(2, 9))
    Path("p.toml").write_text(deep)
    with pytest.raises(PipelineError, match="4 deep at most"):
        read_pipeline("p.toml")


def test_numbers_of_loops() -> None:
    names = Names({"n": 8, "text": "float"}).with_round(("launch", "0"), {"k": 3})
    assert names.range("0..n-1", 99) == list(range(8))
    assert names.range("(n / 2) .. 1 / 2", 99) == [4, 2, 1]
    assert names.range("1..n*2..3", 99) == [1, 4, 7, 10, 13, 16]
    assert names.range("0..(n/2)", 99) == [0, 1, 2, 3, 4]
    assert names.number("1 << k") == 8
    assert names.used == {(("launch", "0"), "k"), ((), "n")}
    assert len(span_of(1, 1000, "+", 1, 10)) == 11
    assert len(span_of(1, 1 << 40, "*", 2, 10)) == 11
    for text in ("text", "m", "1 +", "1.5", True, None):
        with pytest.raises(NumberError):
            names.whole(text)
