"""Static analysis: assumptions, refusals, closed forms, divergence candidates, output."""

from __future__ import annotations

import json
import pickle
import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import simt
from isa.explanations import explanations
from simt.models.static import StaticCounts, StaticError, analyse, table
from simt.models.static.walking.walk import Walk
from tests.paths import ROOT

WHILE = """
.kernel example
.threads 8
.local x u32[8]
    ld.local r0, [thread_id + x]
turn:
    sub.u32  r0, r0, 1 -> turn if nz
    ret
"""


def counts(text: str, machine: str | simt.Machine = "fpga4", **options: object) -> StaticCounts:
    return analyse(simt.assemble(text), machine, **options)  # type: ignore[arg-type]


def refusal(text: str, machine: str | simt.Machine = "fpga4", **options: object) -> StaticError:
    with pytest.raises(StaticError) as caught:
        counts(text, machine, **options)
    return caught.value


# --- what cannot be bounded -------------------------------------------------------------------------------------------


def test_an_unbounded_loop_is_named_with_reason_and_way_out() -> None:
    error = refusal(WHILE)
    assert error.code == "E0840"
    assert error.pc == 1
    report = str(error)
    assert "error[E0840]: the loop at `turn` (line 7) cannot be bounded: data decide how often it turns" in report
    assert "7 |     sub.u32  r0, r0, 1 -> turn if nz" in report
    assert "the condition depends on `ld.local r0, [thread_id + x]` (line 5)" in report
    assert "trip_counts={'turn': N} (--trip-count turn=N)" in report
    assert report.endswith("; or let a run count it: simt.model_measured (simt model measured)")
    assert str(pickle.loads(pickle.dumps(error))) == report


def test_a_trip_count_bounds_it() -> None:
    found = counts(WHILE, trip_counts={"turn": 5})
    assert found.issues == (2, 10, 2)
    assert not found.is_exact
    assert found.assumed == ("trip count of turn = 5",)
    assert found.loops[0].source == "assumed"
    assert found.loops[0].turns == {5: 2}
    assert counts(WHILE, trip_counts={1: 5}).issues == found.issues
    # The loop is left at its end only, so it turns once at least.
    assert counts(WHILE, trip_counts={"turn": 0}).issues == (2, 2, 2)


def test_a_loop_with_its_test_at_the_start() -> None:
    text = """
    .threads 4
    .local x u32[4]
        ld.local r0, [thread_id + x]
    top:
        mov.b32  r0, r0 -> out if z
        sub.u32  r0, r0, 1
        jmp      top
    out:
        ret
    """
    assert counts(text, trip_counts={"top": 3}).issues == (1, 4, 3, 3, 1)
    assert counts(text, trip_counts={"top": 0}).issues == (1, 1, 0, 0, 1)


def test_the_data_themselves_make_it_exact() -> None:
    data = np.array([3, 9, 9, 9, 5, 9, 9, 9])
    found = counts(WHILE, inputs={"x": data})
    assert found.is_exact
    assert found.issues == (2, 8, 2)  # lane 0 decides for its warp: 3 and 5 turns
    assert found.loops[0].turns == {3: 1, 5: 1}
    measured = simt.run(simt.assemble(WHILE), "fpga4", inputs={"x": data}, engine="functional")
    assert list(found.issues) == measured.issues.tolist()


def test_given_data_that_the_kernel_writes_are_refused() -> None:
    text = WHILE.replace("    ret", "    st.local [thread_id + x], r0\n    ret")
    error = refusal(text, inputs={"x": np.arange(1, 9)})
    assert error.code == "E0842"
    assert "the contents of `x` are given, and the kernel writes them" in str(error)


def test_parameters_are_bound() -> None:
    text = """
    .threads 4
    .param n u32 = 7
        mov.b32 r0, n
    turn:
        sub.u32 r0, r0, 2 -> turn if nn
        ret
    """
    assert counts(text).issues == (1, 4, 1)
    found = counts(text, inputs={"n": 100})
    assert found.issues == (1, 51, 1)
    assert found.loops[0].formula == "while n - 2 turn(turn) - 2 >= 0"
    assert found.loops[0].source == "counted"


SIDES = """
.kernel sides
.threads 32
.local x u32[32]
    ld.local r0, [thread_id + x]
test:
    and.b32  r1, r0, 1 -> odd if nz
    add.u32  r2, r2, 1
    jmp      join
odd:
    add.u32  r2, r2, 2
join:
    ret
"""


def test_a_branch_on_data_needs_a_probability() -> None:
    machine = simt.Machine.load("article32", {"branch.policy": "ipdom_stack"})
    error = refusal(SIDES, machine)
    assert "data decide which way lanes go here" in str(error)
    assert "probabilities={'test': P} (--probability test=P)" in str(error)
    assert "--trip-count" not in str(error)
    found = counts(SIDES, machine, probabilities={"test": 0.25})
    assert found.active_lanes == (32, 32, 24, 24, 8, 32)
    assert found.disagreements[1] == 1
    assert [jump.is_assumed for jump in found.jumps] == [True]
    assert counts(SIDES, machine, probabilities={"test": 0}).active_lanes == (32, 32, 32, 32, 0, 32)
    assert counts(SIDES, machine, probabilities={"test": 1}).active_lanes == (32, 32, 0, 0, 32, 32)


@pytest.mark.parametrize("condition", ["z", "nz", "n", "nn"])
def test_a_probability_is_that_of_the_jump_whatever_its_condition(condition: str) -> None:
    text = SIDES.replace("odd if nz", f"odd if {condition}")
    machine = simt.Machine.load("article32", {"branch.policy": "min_pc"})
    assert counts(text, machine, probabilities={"test": 0.25}).active_lanes[2:5] == (24, 24, 8)


@pytest.mark.parametrize("order", ["true_first", "false_first"])
def test_a_kernel_with_loops_and_branches_on_data_under_assumptions(order: str) -> None:
    """collatz: 20 turns, half of the lanes odd in each: as a run with such data would count."""
    machine = simt.Machine.load("article32", {"branch.policy": "ipdom_stack", "branch.order": order})
    program = simt.load_program("divergent/collatz")
    found = analyse(program, machine, trip_counts={"loop_turn": 20}, probabilities={5: 0.5})
    assert found.issues == (1, 1, 21, 21, 20, 20, 20, 20, 20, 20, 20, 20, 20, 1, 1)
    assert found.active_lanes[6:11] == (320,) * 5
    assert found.disagreements[5] == 20


def test_masks_and_compares_take_probabilities_too() -> None:
    program = simt.assemble_file(simt.find_program("divergent/if_else"), defines={"masks": 1})
    found = analyse(program, "article32", probabilities={"A": 0.75})
    assert found.active_lanes[3:5] == (32, 24)
    text = ".threads 16\n.local x u32[16]\nld.local r0, [thread_id + x]\nvcmp.eq.u32 exec, r0, 1\nmov.b32 r1, 1\nret\n"
    assert refusal(text, "avx512").code == "E0840"
    assert counts(text, "avx512", probabilities={1: 0.5}).active_lanes == (16, 16, 8, 8)


def test_where_one_lane_decides_the_share_is_one_of_warps() -> None:
    found = counts(SIDES, "fpga4", probabilities={"test": 0.25})
    assert found.issues == (8, 8, 6, 6, 2, 8)


def test_an_address_that_depends_on_data_needs_a_degree() -> None:
    text = """
    .threads 8
    .local x u32[8]
        ld.local r0, [thread_id + x]
    lookup:
        ld.local r1, [r0 + x]
        ret
    """
    error = refusal(text)
    assert error.code == "E0841"
    assert "it depends on `ld.local r0, [thread_id + x]` (line 4)" in str(error)
    assert "degrees={'lookup': K}" in str(error)
    found = counts(text, degrees={"lookup": 1.5})
    assert found.passes == (2, 3, 0)
    assert found.local[1].is_assumed
    assert "assumed" in table(found)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"trip_counts": {"trun": 3}}, "did you mean `turn`?"),
        ({"trip_counts": {99: 3}}, "the kernel ends at 3"),
        ({"trip_counts": {0: 3}}, "is not in a loop"),
        ({"trip_counts": {"turn": -1}}, "a trip count is a whole number from 0 up, not -1"),
        ({"trip_counts": {"turn": 2.5}}, "a trip count is a whole number"),
        ({"trip_counts": {"turn": 3}, "probabilities": {2: 0.5}}, "from which no jump or mask instruction follows"),
        ({"probabilities": {"turn": 1.5}}, "a probability is a number from 0 to 1, not 1.5"),
        ({"trip_counts": {"turn": 3}, "degrees": {0: 0.5}}, "a degree is a number from 1 to 64, not 0.5"),
        ({"trip_counts": {"turn": 3}, "degrees": {"turn": 2}}, "from which no local access follows"),
        ({"trip_counts": {"turn": 3}, "degrees": {0: 2}}, "the degree that is given for `0` is not needed"),
    ],
)
def test_assumptions_that_do_not_fit(options: dict[str, object], message: str) -> None:
    error = refusal(WHILE, **options)
    assert error.code == "E0842"
    assert message in str(error)


def test_a_trip_count_that_the_kernel_decides_is_refused() -> None:
    text = ".threads 4\nmov.b32 r0, 3\nturn: sub.u32 r0, r0, 1 -> turn if nz\nret\n"
    error = refusal(text, trip_counts={"turn": 9})
    assert error.code == "E0842"
    assert "the trip count that is given for `turn` is not needed" in str(error)


# --- kernels that stop ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "machine", "message"),
    [
        ("ld.local r0, [100000]\nret", {}, "lane 0 of warp 0 accesses word 100000 and local memory has 4096"),
        ("mov.b32 r0, 1", {}, "goes on at address 1, outside the program"),
        ("sub.u32 r0, warp_id, 1 -> end if z\nbar\nend: ret", {}, "a deadlock"),
        ("a: push_mask a\njmp a", {"branch.policy": "mask_stack"}, "the mask stack is full: it has 32 entries"),
        ("pop_mask", {"branch.policy": "mask_stack"}, "the mask stack is empty"),
        (
            "mov.b32 r0, lane_id -> end if z\nbar\nend: ret",
            {"branch.policy": "ipdom_stack"},
            "the barrier is reached by some lanes",
        ),
    ],
)
def test_traps_are_foreseen(text: str, machine: dict[str, object], message: str) -> None:
    made = simt.Machine.load("fpga4", machine)
    error = refusal(f".threads 8\n{text}\n", made)
    assert error.code == "E0843"
    assert message in str(error)
    assert not simt.run(simt.assemble(f".threads 8\n{text}\n"), made, engine="functional").completed


def test_a_loop_without_end_is_given_up() -> None:
    error = refusal(".threads 4\nmov.b32 r0, 1\nagain: jmp again\nret\n", max_steps=1000)
    assert error.code == "E0844"
    assert "the loop that starts here has not come to its end after 1000 steps of the analysis" in str(error)


def test_what_a_loop_without_end_costs_is_bounded_whatever_its_length() -> None:
    body = "add.u32 r1, r1, r2\n" * 200
    error = refusal(f".threads 4\nmov.b32 r1, 0\nagain: {body}lt.u32 r3, r1, r2 -> again if z\nret\n", max_steps=5000)
    assert error.code == "E0844"
    assert "after 5000 steps" in str(error)


WIDE = """
.threads 256
    mul.u32 r1, global_id, global_id
    brev.b32 r1, r1
again:
    add.u32 r1, r1, 1
    ge.u32 r2, r1, 0 -> again if nz
    ret
"""


@pytest.mark.parametrize("size", [256, 16384, 1 << 20])
def test_nor_does_it_cost_more_with_many_lanes(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its work-groups are followed one by one, many at a time."""
    rows = []
    block = Walk._block
    monkeypatch.setattr(Walk, "_block", lambda walk, group: rows.append(group.rows) or block(walk, group))
    assert refusal(WIDE, "gtx280", global_size=size, local_size=256, max_steps=2000).code == "E0844"
    assert sum(1 + each * 32 / 2048 for each in rows) < 2000


def test_all_work_groups_share_the_limit() -> None:
    """Each of them ends: that of number n after n turns."""
    text = ".threads 32\nmov.b32 r1, 0\nagain: add.u32 r1, r1, 1\nlt.u32 r2, r1, group_id -> again if nz\nret\n"
    error = refusal(text, "gtx280", global_size=32 * 40, local_size=32, max_steps=1000)
    assert "has not come to its end after 1000 steps" in str(error)


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("ret", {}, "does not say how many threads"),
        ("ret", {"threads": 0}, "does not say how many threads"),
        ("ret", {"threads": 65}, "needs 65 threads and fpga4 has 64"),
        (".threads 4\nmul.u32 r0, r0, 3\nret", {}, "`mul.u32` needs a multiplier (options.multiply)"),
        (".threads 4\nmov.b32 r40, 3\nret", {}, "r40 is used and the machine has 32 registers"),
    ],
)
def test_launches_that_cannot_be_made(text: str, options: dict[str, object], message: str) -> None:
    error = refusal(text + "\n", **options)
    assert error.code == "E0845"
    assert message in str(error)


def test_every_code_is_explained() -> None:
    assert {f"E084{digit}" for digit in range(6)} <= set(explanations("simt"))


def test_a_jump_in_a_bundle_looks_at_its_own_operation() -> None:
    """The load writes no flag: it jumps on the one from before the bundle, not on the subtraction's borrow."""
    text = """
    .vliw 2
    .threads 4
        {{ add.u32 r1, r1, 1 }}
        {{ ld.local r2, [lane_id] -> over if nc | sub.u32 r3, r0, 1 }}
        {{ add.u32 r4, r4, 1 }}
    over:
        {{ ld.local r2, [lane_id] | sub.u32 r3, r0, {number} -> end if {condition} }}
        {{ add.u32 r4, r4, 1 }}
    end:
        {{ ret }}
    """
    machine = simt.Machine.load("fpga4", {"vliw.slots": 2})
    for number, condition in ((1, "c"), (0, "c"), (0, "nc"), (0, "z"), (1, "nn")):
        program = simt.assemble(text.format(number=number, condition=condition))
        measured = simt.run(program, machine, engine="functional")
        assert list(analyse(program, machine).issues) == measured.issues.tolist()


# --- forms, candidates, output ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "address", "stride"),
    [
        ("mov.b32 r0, thread_id", "x + thread", 1),
        ("mov.b32 r0, lane_id", "x + lane", 1),
        ("mov.b32 r0, warp_id", "x + warp", 0),
        ("shl.b32 r0, lane_id, 3", "x + 8 lane", 8),
        ("sub.u32 r0, 60, thread_id", "x - 1 thread + 60", -1),
        ("brev.b32 r0, lane_id\nshr.u32 r0, r0, 28", "x + 8 lane[0] + 4 lane[1]", None),
        ("and.b32 r0, thread_id, 2", "x + 2 lane[1]", None),
        ("xor.b32 r0, lane_id, 3", "x - 1 lane + 3", -1),
        ("or.b32 r0, lane_id, 4", "x + lane + 4", 1),
        ("not.b32 r0, thread_id\nand.b32 r0, r0, 7", "", None),
        ("mul.u32 r0, lane_id, lane_id", "", None),
        ("mov.b32 r0, n", "n", 0),
    ],
)
def test_addresses_as_forms(code: str, address: str, stride: int | None) -> None:
    machine = simt.Machine.load("fpga4", {"options.multiply": True})
    text = f".threads 8\n.param n u32 = 5\n.local x u32[64]\n{code}\nld.local r1, [r0 + x]\nret\n"
    found = counts(text, machine).local[0]
    assert found.stride == stride
    assert found.address == ("x + n" if address == "n" else address)
    if stride is not None:
        assert set(found.strides) == {stride}


def test_divergence_candidates() -> None:
    text = """
    .threads 8
    .local x u32[8]
        mov.b32 r0, 3
    a:  sub.u32 r0, r0, 1 -> a if nz
        mov.b32 r1, warp_id -> b if z
    b:  lt.u32  r1, lane_id, 2 -> c if nz
    c:  add.u32 r2, r2, 1
        ld.local r1, [thread_id + x] -> d if z
    d:  ret
    """
    found = counts(text, simt.Machine.load("fpga4"))
    assert [(jump.varies, jump.may_diverge) for jump in found.jumps] == [
        ("nothing", False), ("warps", False), ("lanes", True), ("data", True)
    ]  # fmt: skip


def test_a_counter_varies_with_the_loop_that_lanes_leave_at_different_times() -> None:
    text = """
    .threads 8
        mov.b32 r0, lane_id
    a:  add.u32 r1, r1, 1
        sub.u32 r0, r0, 1 -> a if nn
        and.b32 r1, r1, 1 -> b if z
    b:  ret
    """
    found = counts(text, simt.Machine.load("fpga4", {"branch.policy": "min_pc"}))
    assert [jump.varies for jump in found.jumps] == ["lanes", "lanes"]


def test_json_and_table() -> None:
    found = analyse(simt.load_program("transpose"), "fpga4")
    document = json.loads(json.dumps(found.to_dict()))
    assert document["schema"] == "simt.static/1"
    assert document["exact"] is True
    assert document["loops"][0]["turns"] == {"16": 16}
    assert document["local"][1]["stride"] == 32
    assert document["local"][1]["degrees"] == {"4": 256}
    assert document == json.loads(json.dumps(analyse(simt.load_program("transpose"), "fpga4").to_dict()))
    text = table(found, 100)
    assert all(len(line) <= 100 for line in text.splitlines())
    assert "while thread + 64 turn(next) + 64 < 1024" in text
    assert "y + 32 lane" in text
    assert "divergence candidate" in text


def test_the_docs_run_and_show_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "static-analysis.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    for code in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        exec(code, names)
    printed = capsys.readouterr().out
    assert printed == "".join(re.findall(r"```text\n(.*?)```", page, re.DOTALL))
    assert printed.count("not run") == 2


def test_numba_and_the_processor_stay_out() -> None:
    code = (
        "import sys, simt; from simt.models.static import analyse, table;"
        "table(analyse(simt.load_program('fft128'), 'fpga4'));"
        "print([name for name in sys.modules if name == 'numba' or name.startswith('simt.core')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    names = [f"simt.core{rest}" for rest in ("", ".state", ".state.grid", ".state.placed")]  # what a launch is
    assert done.stdout.strip() == str(names)
