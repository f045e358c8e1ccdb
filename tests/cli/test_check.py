"""`simt check` and `simt run --check`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands import invoke

RACE = """.kernel turned
.threads 16
.local a u32[16]
.local b u32[16]
    sub.u32 r1, 15, thread_id
    st.local [thread_id + a], thread_id
    ld.local r2, [r1 + a]
    st.local [thread_id + b], r2
    ret
"""
UNWRITTEN = """.kernel unwritten
.threads 4
.local a u32[8]
    addc.u32 r1, r2, thread_id
    ld.local r3, [thread_id + a + 4]
    st.local [thread_id + a], r3
    ret
"""
TRAP = UNWRITTEN.replace("    ret\n", "    st.local [r3 + 99999], r3\n    ret\n")
TWO_GROUPS = """.kernel both
.threads 4
.buffer a, u32, 4
    shl.b32 r1, thread_id, 2
    st.global [r1 + a], group_id
    ret
"""


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {"race.s": RACE, "unwritten.s": UNWRITTEN, "trap.s": TRAP, "two.s": TWO_GROUPS}.items():
        Path(name).write_text(text)


def simt(arguments: str, status: int) -> str:
    return invoke(*arguments.split(), status=status).stdout


def test_a_race_is_told_with_both_lines() -> None:
    text = simt("check race.s", 5)
    assert (
        "error[C002]: race on a[7]: two warps of a work-group, without a barrier between them\n --> race.s:7:5" in text
    )
    assert "loads: warp 2, lane 0 (thread 8)" in text
    assert "before it, race.s:6: `st.local [thread_id + a], thread_id` stores: warp 1, lane 3 (thread 7)" in text
    assert "in another order the load gets the value from before the store, or from after it" in text
    total = "races on 16 words (2 pairs of instructions), 1 uninitialised read (by instruction)"
    assert text.splitlines()[-1] == f"turned on fpga4: {total}, none out of bounds; 20 instructions"


def test_a_barrier_between_is_all_it_takes() -> None:
    Path("good.s").write_text(RACE.replace("    ld.local", "    bar\n    ld.local"))
    expected = "turned on fpga4: no races, no uninitialised reads, none out of bounds; 24 instructions\n"
    assert simt("check good.s", 0) == expected
    assert simt("check good.s -q", 0) == ""


def test_what_nobody_wrote() -> None:
    text = simt("check unwritten.s", 5)
    assert [line for line in text.splitlines() if line.startswith("error")] == [
        "error[C005]: r2 is read and nothing has written it",
        "error[C007]: the carry flag is read and nothing has written it",
        "error[C008]: a[4] is read and nothing has written it",
    ]
    assert "4 reads of lanes do this; the first is shown" in text
    assert simt("check unwritten.s --only races", 0).startswith("unwritten on fpga4: no races; 4 instr")


def test_a_trap_and_what_was_found_before_it_are_both_told() -> None:
    found = invoke("check", "trap.s", status=4)
    assert "error[T003]" in found.stderr
    assert "error[C008]" in found.stdout


def test_work_groups() -> None:
    machine = "-s memory.policy=simple --global-size 8"
    text = simt(f"check two.s {machine}", 5)
    assert "error[C001]: race on a[0]: two work-groups" in text
    assert "stores: work-group 1, warp 0, lane 0 (thread 0)" in text
    assert "so does work-group 0, warp 0, lane 0 (thread 0)" in text


def test_json() -> None:
    data = json.loads(simt("check unwritten.s --json", 5))
    assert data["schema"] == "simt.check/1"
    assert (data["status"], data["instructions"], data["racing_words"]) == ("completed", 4, 0)
    access = {"pc": 0, "file": "unwritten.s", "line": 4, "group": 0, "warp": 0, "lanes": [0, 1, 2, 3]}
    assert data["found"][0] == {
        "code": "C005", "kind": "uninitialised_register", "what": "r2", "count": 4, "access": access, "other": None,
        "same_value": False,
    }  # fmt: skip
    assert simt("check unwritten.s -o found.json", 5) == ""
    assert json.loads(Path("found.json").read_text()) == data
    assert simt("check unwritten.s -o found.html", 2) == ""
    assert not Path("found.html").exists()


def test_a_run_is_checked_too() -> None:
    text = simt("run race.s --check races", 5)
    assert "cycles" in text
    assert text.rstrip().endswith("races on 16 words (2 pairs of instructions); 20 instructions")
    data = json.loads(simt("run race.s --check races,uninitialised --json", 5))
    assert data["findings"]["racing_words"] == 16
    assert data["cycles"] > 0


def test_another_check_is_a_mistake() -> None:
    found = invoke("run", "race.s", "--check", "race", status=2)
    assert "there is no check `race`: there are races, uninitialised" in found.stderr


def test_either_spelling_and_the_file_that_was_written() -> None:
    assert simt("check dot --only uninitialized", 0) == simt("check dot --only uninitialised", 0)
    assert "no races, no uninitialised reads" in simt("run dot --check uninitialized,races", 0)
    assert "wrote found.json: " in invoke("check", "dot", "-o", "found.json").stderr
    assert invoke("check", "dot", "-q", "-o", "found.json").stderr == ""


FORMING = ["-s", "branch.policy=warp_formation"]


def test_lock_step_is_not_counted_on_where_threads_change_their_warps() -> None:
    kept, lost = (invoke("check", "dot", "-q", "--json", *words) for words in ([], FORMING))
    assert (kept.exit_code, lost.exit_code) == (0, 5)
    assert {finding["code"] for finding in json.loads(lost.stdout)["found"]} == {"C003"}
    shown = invoke("check", "dot", *FORMING).stdout
    assert "not counting on lockstep, which warp_formation does not keep" in shown
    assert "threads change their warps under warp_formation" in shown
    assert "says `.counts_on lockstep`" not in shown
