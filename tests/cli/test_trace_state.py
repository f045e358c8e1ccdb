"""`simt trace --state`: what it prints, forth and back, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

import simt
from simt.launch.how import How
from simt.launch.replay import Snapshot
from simt.views.time.variables import variables_named
from tests.cli.test_trace import DIVERGENT, ON_ARTICLE, TRAP
from tests.commands import invoke


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "divergent.s").write_text(DIVERGENT)
    (tmp_path / "trap.s").write_text(TRAP)


def state(cycle: int, *arguments: str, kernel: str = "divergent.s", status: int = 0, **options: Any) -> Result:
    command = ["trace", kernel, *ON_ARTICLE, "--state", str(cycle), *arguments]
    result = invoke(*command, **options, status=status)
    assert max(map(len, result.stdout.splitlines()), default=0) <= 80 or "--json" in arguments
    return result


def test_a_warp_by_lane() -> None:
    # Cycle by cycle: mov, push_mask, mask_nz, st.local; a result is written in the cycle after its issue.
    lines = state(1, "--warp-number", "0").stdout.splitlines()
    assert lines[0].startswith("after cycle 1 of 6: divergent on article32 with ")
    assert lines[1:] == [
        "warp 0, unit, at 1: push_mask ON",
        "  lanes  1111",
        "  carry  0000",
        "  lane         0        1        2        3",
        "  r0    00000000 00000000 00000000 00000000",
        "  r1    00000000*00000001*00000002*00000003",
        "* changed in cycle 1; lanes, 0 first: 1 active, - diverged, . ended",
    ]
    lines = state(3, "--warp-number", "0").stdout.splitlines()
    assert lines[2:5] == ["  lanes *-111", "  carry  0000", "  stack, top first: f at 5"]
    assert "       1  x[1]                     00000000 -> *00000001" in lines
    assert "*" not in state(2, "--warp-number", "0").stdout.split("* changed")[0]


def test_a_lane_and_all_warps() -> None:
    shown = state(-3, "--lane", "3").stdout
    assert "lane 3: active\n" in shown
    assert "x[3]" in shown.splitlines()[-2]
    assert shown.splitlines()[8].split() == ["r1", "00000003", "3", "3", "4.20389539e-45"]
    rows = state(1).stdout.splitlines()
    assert rows[1].split() == ["warp", "lanes", "changed", "instruction"]
    assert rows[2].split() == ["0", "unit", "f", "r1", "1:", "push_mask", "ON"]


def test_json_and_files() -> None:
    data = json.loads(state(3, "--json").stdout)
    assert (data["schema"], data["cycle"], data["cycles"]) == ("simt.state/1", 3, 6)
    [warp] = data["warps"]
    assert (warp["active"], warp["living"], warp["pc"], warp["stack"]) == (14, 15, 3, [[15, 5]])
    assert warp["registers"][1] == [0, 1, 2, 3]
    assert data["changed"] == {"registers": {"0": []}, "local": [1, 2, 3]}
    state(3, "-o", "state.json")
    assert json.loads(Path("state.json").read_text()) == data
    state(3, "-o", "state.txt")
    assert Path("state.txt").read_text() == state(3).stdout


def test_steps_go_forth_and_back() -> None:
    typed = "\n\nb\n0\nb\nw 0\nl 2\nl\nw\nnonsense\n" + 5000 * "9" + "\nw 9\n77\n-1\n\nq\n5\n"
    shown = state(2, "--step", input=typed)
    titles = [
        line.rsplit("after cycle ", 1)[1].split()[0] for line in shown.stdout.splitlines() if "after cycle" in line
    ]
    assert titles == ["2", "3", "4", "3", "0", "0", "0", "0", "0", "0", "5"]
    assert shown.stdout.count("lane 2: active") == 1
    assert "there is no warp 9" in shown.stderr
    assert shown.stderr.count("there is no cycle") == 2
    assert shown.stderr.count("Enter next") == 3
    three = state(3).stdout
    assert shown.stdout.count(three) == 2


def test_a_trap_is_shown_up_to_its_cycle() -> None:
    shown = state(-1, kernel="trap.s", status=4)
    assert shown.stdout.startswith("after cycle 3 of 4: trap on ")
    assert "there is no cycle 9" in state(9, kernel="trap.s", status=4).stderr


def test_a_core_of_a_device() -> None:
    command = [
        "trace",
        "pps_br",
        "-m",
        "fpga4",
        "-s",
        "memory=simple",
        "--cores",
        "2",
        "-s",
        "branch.policy=ipdom_stack",
    ]
    shown = invoke(*command, "--state", "500", "--core", "1", "--json")
    data = json.loads(shown.stdout)
    assert (data["core"], data["cycle"]) == (1, 500)
    trace = simt.trace("pps_br", set={"cores": 2, "memory": "simple", "branch.policy": "ipdom_stack"}, core=1)
    assert data["warps"][0]["registers"] == trace.at(500).registers[0].tolist()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--state", "6"], "there is no cycle 6: the run has cycles 0 to 5"),
        (["--state", "-7"], "there is no cycle -7: the run has cycles 0 to 5"),
        (["--state", "1", "--warp-number", "1"], "there is no warp 1"),
        (["--state", "1", "--lane", "4"], "there is no lane 4: a warp has lanes 0 to 3"),
        (["--state", "1", "--view", "warps"], "--view shows cycles over time"),
        (["--state", "1", "--wrap"], "--wrap shows cycles over time"),
        (["--state", "1", "-o", "x.svg"], "a state is written as .txt or .json, not x.svg"),
        (["--state", "1", "--step", "--json"], "leave out --json and -o, or --step"),
        (["--state", "1", "--storage", "new"], "leave out --storage"),
        (["--lane", "1"], "--lane belongs to --state"),
        (["--step"], "--step belongs to --state"),
        (["--state", "1", "--core", "1"], "there is no core 1"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_mistakes(arguments: list[str], message: str) -> None:
    result = invoke("trace", "divergent.s", *ON_ARTICLE, *arguments, status=2)
    assert result.stdout == ""
    assert message in result.stderr


def test_words_of_global_memory_that_have_changed() -> None:
    Path("far.s").write_text(
        ".kernel far\n.threads 4\n.buffer y, u32, 4\n    shl.b32 r1, thread_id, 2\n    mov.b32 r2, 7\n"
        "    st.global [r1 + y], r2\n    ret\n"
    )
    run = ["trace", "far.s", "-s", "memory.policy=simple", "--state"]
    cycles = simt.run("far.s", set={"memory.policy": "simple"}).cycles
    found = {}
    for cycle in range(cycles):
        told = json.loads(invoke(*run, str(cycle), "--json").stdout)
        if told["changed"]["global"]:
            found[cycle] = told["changed"]["global"]
    words = {int(place): word for each in found.values() for place, word in each.items()}
    assert list(words.values()) == [7] * 4
    assert sorted(words) == list(range(min(words), min(words) + 16, 4))
    first = next(iter(found))
    shown = invoke(*run, str(first)).stdout
    assert f"global memory\n  {min(words):#010x}  {'':<24} 00000000 -> *00000007\n" in shown
    assert "global memory" not in invoke(*run, "0").stdout


VALUES = {"a": [1.0, 2.0, 3.0, 4.0], "b": 32, "n": 4}
COMPILED = """\
kernel void sums(global const float* a, global float* b, uint n)
{
    uint i = get_global_id(0);
    float sum = 0.0f;
    for (uint j = 0; j < n; j++)
        sum += a[j];
    b[i] = sum;
}
"""


def test_variables_stand_beside_the_registers_that_hold_them() -> None:
    Path("sums.cl").write_text(COMPILED)
    on = ["sums.cl", "-m", "gtx280_core", "--global-size", "32", "--local-size", "32"]
    launch = simt.Launch("sums.cl", "gtx280_core", inputs=VALUES, global_size=32, local_size=32)
    result = launch.execute(How())
    states = launch.states(result).each(range(1, result.cycles + 1))
    snapshots = enumerate(Snapshot.of(state, done, 0) for done, state in enumerate(states, 1))
    cycle = next(at for at, one in snapshots if "sum" in variables_named(result.program, one, 0).names.values())
    given = ["--in", "a=1,2,3,4", "--in", "b=32", "--in", "n=4", "--state", str(cycle), "-q"]

    def shown(*arguments: str) -> list[str]:
        command = ["trace", *on, *given, *arguments]
        result = invoke(*command, status=0)
        return result.output.splitlines()

    lines = shown("--warp-number", "0")
    assert max(map(len, lines)) <= 80
    named = [line for line in lines if line.startswith("  r") and "sum" in line.split()[1]]
    [note] = [line for line in lines if line.startswith("variables that no register holds: ")]
    assert "constant memory: " in note
    [row] = [line for line in shown("--lane", "1") if line.split()[:1] == [named[0].split()[0]]]
    assert row.split()[-1].strip("()") == "sum"
    data = json.loads("\n".join(shown("--json")))["variables"]["0"]
    assert data["registers"][named[0].split()[0]] == "sum"
    assert data["others"]["n"] == "constant memory"
