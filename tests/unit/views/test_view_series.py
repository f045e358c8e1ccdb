"""The numbers behind the views: against the article's pictures, values by hand, and the ledgers of the run."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import simt
from isa.program.encoding import encode
from isa.table.units import PIPELINES
from simt.core.state.reasons import REASONS
from simt.launch.oracle import Oracle
from simt.result.parts import Events
from simt.views.kit.palette import MASK_STATES, UNIT_STATES
from simt.views.kit.window import ViewError, range_before_run, resolve_window
from simt.views.run.source import source_view
from simt.views.time import series
from simt.views.time.timelines import VIEWS, make_panels
from tests.generators.cases import random_case
from tests.paths import ROOT
from tests.results import with_core

HISTORIES = json.loads((ROOT / "tests" / "golden/mask_histories.json").read_text(encoding="utf-8"))


def run_shipped(name: str, machine: str = "fpga4", defines: dict[str, Any] | None = None, **keys: Any) -> simt.Result:
    path = simt.find_program(name)
    program = simt.load_program(path, defines=defines or {})
    inputs = Oracle.beside(path).inputs(program, 1) if path.with_suffix(".py").is_file() else None
    built = simt.Machine.load(machine).replace(**{key.replace("__", "."): value for key, value in keys.items()})
    return simt.run(program, built, inputs=inputs, record=True)


def run_text(text: str, machine: str = "article32", **keys: Any) -> simt.Result:
    built = simt.Machine.load(machine).replace(**{key.replace("__", "."): value for key, value in keys.items()})
    return simt.run(simt.assemble(text), built, record=True)


def whole(result: simt.Result) -> range:
    return resolve_window(result, None)


def letters(row: np.ndarray, names: tuple[str, ...] = MASK_STATES) -> str:
    """A row as the first two letters of its states: ac in st id di."""
    return " ".join(names[state][:2] for state in row)


def kept(result: simt.Result, first: int, end: int) -> simt.Result:
    """The result as if only those cycles had been kept."""
    events = result.events
    assert events is not None
    found = events.instructions[(events.instructions["select"] >= first) & (events.instructions["select"] < end)]
    part = slice(first, end)
    return with_core(
        result,
        events=Events(
            found,
            events.ready[part],
            events.slots[part],
            events.warps[part],
            events.bank_words[part],
            first,
        ),
    )


# --- masks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("figure", "kernel", "filler"),
    [("figure5", "article/example1", 5), ("figure6", "article/example2", 0), ("figure7", "article/example3", 5)],
)
def test_mask_history_is_the_articles(figure: str, kernel: str, filler: int) -> None:
    """Column c of the published picture is the issue mask of cycle c + 1. Every cycle issues: there are two states."""
    result = run_shipped(kernel, "article32", {"filler": str(filler)})
    published = np.array([[int(state) for state in row] for row in HISTORIES[figure]["lanes"]])
    np.testing.assert_array_equal(series.mask_history(result, range(1, result.cycles), 0), published)
    np.testing.assert_array_equal(series.active_rows(result, range(1, result.cycles), 0), published)


def test_every_state_of_a_lane() -> None:
    """5 threads in warps of 4: the tail is disabled, the ended lane too; waits are idle; a busy unit stalls.

    Two warps, an ALU of interval 2 and latency 2, f = r = 0: warp 0 moves in 0 (offered in 3), warp 1 wants the ALU in
    1 (stalled) and gets it in 2; control has a unit of its own, latency 1.
    """
    text = ".threads 5\nmov r1, thread_id\nret"
    result = run_text(text, warp_size=4, warps=2, alu__lanes=4, fpu__lanes=4, lds__lanes=4, local__banks=4,
                      alu__interval=2, alu__latency=2)  # fmt: skip
    assert letters(series.warp_states(result, whole(result))[0], REASONS) == "is de de is dr dr"
    first = series.mask_history(result, whole(result), 0)
    assert [letters(row) for row in first] == ["ac id id ac di di"] * 4
    second = series.mask_history(result, whole(result), 1)
    assert letters(second[0]) == "st st ac id id ac"
    assert [letters(row) for row in second[1:]] == ["di di di di di di"] * 3


def test_lanes_that_end_early_are_disabled() -> None:
    """Lanes 1 to 3 end in the divergent `ret` of cycle 3, from its retire in cycle 4 on; lane 0 goes on."""
    text = ".threads 4\nmov r1, lane_id\npush_mask ON\nmask_nz r1\nret\nON: mov r2, r2\nret"
    result = run_text(text, warp_size=4, alu__lanes=4, fpu__lanes=4, lds__lanes=4, local__banks=4)
    history = series.mask_history(result, whole(result), 0)
    assert letters(history[0]) == "ac ac ac in ac ac"
    assert [letters(row) for row in history[1:]] == ["ac ac ac ac di di"] * 3
    active, living = series.lane_use(result, whole(result))
    assert active.tolist() == [4, 4, 4, 3, 1, 1]
    assert living.tolist() == [4, 4, 4, 4, 1, 1]
    # Known as well where the beginning was not kept: all lanes end somewhere.
    late = kept(result, 4, 6)
    np.testing.assert_array_equal(series.mask_history(late, range(4, 6), 0), history[:, 4:])


def test_64_lanes() -> None:
    """Lane 63 is the sign bit of a mask."""
    keys = {f"{unit}__lanes": 64 for unit in ("alu", "fpu", "lds")}
    text = ".threads 64\nmov r1, lane_id\nlt.u32 r1, r1, 63\npush_mask ON\nmask_nz r1\npop_mask\nON: ret"
    result = run_text(text, warp_size=64, local__banks=64, **keys)
    history = series.mask_history(result, whole(result), 0)
    assert letters(history[62]) == "ac ac ac ac ac ac"
    assert letters(history[63]) == "ac ac ac ac in ac"
    active, living = series.lane_use(result, whole(result))
    assert active.tolist() == [64, 64, 64, 64, 63, 64]
    assert living.tolist() == [64] * 6


def test_a_record_from_the_middle_of_a_run() -> None:
    """A window kept by the run itself: the same columns, once what was in flight at its begin is done."""
    path = simt.find_program("fft128.s")
    program = simt.load_program(path)
    inputs = Oracle.beside(path).inputs(program, 1)
    whole_run = simt.run(program, "fpga4", inputs=inputs, record=True)
    part = simt.run(program, "fpga4", inputs=inputs, record=range(1000, 1300))
    for of in (series.warp_states, series.issue_slots):
        np.testing.assert_array_equal(of(part, range(1000, 1300)), of(whole_run, range(1000, 1300)))
    window = range(1100, 1300)
    np.testing.assert_array_equal(series.unit_occupancy(part, window), series.unit_occupancy(whole_run, window))
    np.testing.assert_array_equal(series.mask_history(part, window, 3), series.mask_history(whole_run, window, 3))
    np.testing.assert_array_equal(series.lane_use(part, window), series.lane_use(whole_run, window))


def test_the_stack_changes_at_retire() -> None:
    result = run_shipped("article/example3", "article32")
    assert series.stack_depth(result, whole(result), 0).tolist() == [0, 0, 0, 2, 1, 0]
    # With r = 1 each instruction takes two cycles: issued, then written back.
    slow = run_shipped("article/example3", "article32", retire__stages=1)
    assert series.stack_depth(slow, whole(slow), 0).tolist() == [0, 0, 0, 0, 0, 2, 2, 1, 1, 0, 0]


def test_the_stack_at_the_end_of_what_was_kept() -> None:
    """Between its retire and the next select the new depth is not in the record; the last one known stands."""
    result = run_shipped("article/example3", "article32", retire__stages=1)
    program = simt.load_program("article/example3")
    machine = simt.Machine.load("article32").replace(**{"retire.stages": 1})
    part = simt.run(program, machine, record=range(2, 6))
    assert series.stack_depth(result, whole(result), 0).tolist()[2:6] == [0, 0, 0, 2]
    assert series.stack_depth(part, range(2, 6), 0).tolist() == [0, 0, 0, 0]


# --- sums are those of the run ----------------------------------------------------------------------------------------

RUNS = {
    "fft128": ("fft128.s", "fpga4", {}),
    "wide": ("bitonic_sort.s", "fpga4", {"issue_width": 2, "alu__count": 2}),
    "no front end": ("transpose.s", "fpga4", {"front_end__stages": 0, "retire__stages": 3, "alu__latency": 9}),
    "beats": ("fft128.s", "fpga8", {"lds__lanes": 4, "fpu__lanes": 2, "fpu__interval": 2, "lds__interval": 2}),
    "masks": ("article/example2", "article32", {}),
}


@pytest.fixture(scope="module", params=RUNS)
def result(request: pytest.FixtureRequest) -> simt.Result:
    name, machine, keys = RUNS[request.param]
    return run_shipped(name, machine, **keys)


def by_reason(cells: np.ndarray) -> dict[str, int]:
    counts = np.bincount(cells.ravel(), minlength=len(REASONS))
    return {reason: int(count) for reason, count in zip(REASONS, counts, strict=True) if count}


def test_timelines_sum_to_the_ledgers(result: simt.Result) -> None:
    assert by_reason(series.warp_states(result, whole(result))) == result.ledgers.warp
    assert by_reason(series.issue_slots(result, whole(result))) == result.ledgers.issue


def test_lanes_sum_to_the_ledger(result: simt.Result) -> None:
    active, living = series.lane_use(result, whole(result))
    assert active.sum() == result.ledgers.lane["active"]
    assert living.sum() == result.ledgers.lane["active"] + result.ledgers.lane["diverged"]
    of_warps = [series.lane_use(result, whole(result), warp)[0] for warp in range(result.warps)]
    np.testing.assert_array_equal(np.sum(of_warps, axis=0), active)
    assert sum(series.active_rows(result, whole(result), w).sum() for w in range(result.warps)) == active.sum()


def test_units_are_occupied_as_long_as_their_work_takes(result: simt.Result) -> None:
    """Frozen cycles apart, which are nobody's work: interval x beats per instruction, and the LDS's conflict cycles."""
    machine = result.machine
    cells = series.unit_occupancy(result, whole(result))
    counts = {name: (cells == number).sum(axis=1) for number, name in enumerate(UNIT_STATES)}
    found = dict.fromkeys((*PIPELINES, "control"), 0)
    for instance, busy in zip(series.instances(result), counts["busy"], strict=True):
        found[instance.unit] += int(busy)
    issued = dict(result.issued_by_unit)
    control = issued.pop("control")
    assert issued.pop("memory") == 0
    expected = {
        name: count * getattr(machine, name).interval * (machine.warp_size // getattr(machine, name).lanes)
        for name, count in issued.items()
    }
    expected["control"] = 0
    expected["control" if machine.control.route == "own" else "alu"] += control
    assert found == expected
    assert counts["conflict"].sum() == result.lds_conflict_cycles


def test_conflicts_sum_to_the_passes(result: simt.Result) -> None:
    counters, passes = series.conflict_degrees(result, whole(result))
    np.testing.assert_array_equal(np.bincount(counters, passes.sum(axis=1), len(result.passes)), result.passes)
    np.testing.assert_array_equal((passes > 0).sum(axis=1), result.accesses[counters])


def test_a_ready_bit_falls_at_every_issue(result: simt.Result) -> None:
    """The FPGA paper's figure 4: from 1 to 0 is an issue; a warp that is ready is neither in flight nor waiting."""
    bits = series.ready_rows(result, whole(result))
    states = series.warp_states(result, whole(result))
    is_ready = states == REASONS.index("not_selected")
    assert (bits[is_ready] == 1).all()
    assert (bits[states == REASONS.index("issued")] == 0).all()
    assert result.events is not None
    rows = [result.events.ready_row(warp).count() for warp in range(result.warps)]
    assert rows == bits.sum(axis=1).tolist()


def test_a_part_is_a_part_of_the_whole(result: simt.Result) -> None:
    part = range(result.cycles // 3, result.cycles // 2)
    columns = slice(part.start, part.stop)
    everything = whole(result)
    for of in (series.warp_states, series.issue_slots, series.unit_occupancy):
        np.testing.assert_array_equal(of(result, part), of(result, everything)[:, columns])
    np.testing.assert_array_equal(
        series.mask_history(result, part, 0), series.mask_history(result, everything, 0)[:, columns]
    )
    np.testing.assert_array_equal(
        series.stack_depth(result, part, 0), series.stack_depth(result, everything, 0)[columns]
    )
    # The same when no more than a little around it was kept.
    short = kept(result, max(0, part.start - 200), result.cycles)
    for of in (series.warp_states, series.issue_slots, series.unit_occupancy):
        np.testing.assert_array_equal(of(short, part), of(result, part))
    np.testing.assert_array_equal(series.mask_history(short, part, 0), series.mask_history(result, part, 0))


def test_frozen_and_busy_by_hand() -> None:
    """Two ALUs, one retire port: both offer in cycle 1, and alu 1 keeps its result, which goes first in cycle 2."""
    text = ".threads 8\nmov r1, thread_id\nret"
    result = run_text(
        text, warp_size=4, warps=2, alu__lanes=4, fpu__lanes=4, lds__lanes=4, local__banks=4, alu__count=2,
        issue_width=2,
    )  # fmt: skip
    labels = [instance.label for instance in series.instances(result)]
    assert labels == ["lds", "fpu", "alu 0", "alu 1", "control"]
    rows = series.unit_occupancy(result, whole(result))
    shown = {label: letters(row, UNIT_STATES) for label, row in zip(labels, rows, strict=True)}
    assert shown["alu 0"] == "bu em em em"
    assert shown["alu 1"] == "bu fr em em"
    assert shown["control"] == "em bu fr bu"


# --- bundles ----------------------------------------------------------------------------------------------------------


def run_bundles() -> simt.Result:
    """Two bundles of one warp: three operations; two with a `ret`. f = 0, r = 0, an FPU of latency 4."""
    program = simt.assemble(
        ".threads 3\nld.local r1, [thread_id]\nadd.u32 r2, thread_id, 1\nmul.f32 r3, r4, r4\nret\nadd.f32 r3, r3, r3"
    )
    words = [
        encode(replace(instruction, more=pc in (0, 1, 3)))
        for pc, instruction in enumerate(program.instructions)
        if instruction is not None
    ]
    machine = simt.Machine.load("fpga4").replace(
        **{"vliw.slots": 3, "front_end.stages": 0, "retire.stages": 0, "alu.latency": 1, "fpu.latency": 4,
           "lds.latency": 2}
    )  # fmt: skip
    return simt.run(replace(program, words=tuple(words)), machine, record=True)


def test_bundles_by_hand() -> None:
    """Bundle 0 is issued in 0 and done in 4, with the last of it; bundle 1 ends the warp in 8, not with `ret` in 5."""
    result = run_bundles()
    assert (result.cycles, result.instructions, result.issued) == (8, 2, 5)
    window = whole(result)
    slots = [letters(row, REASONS) for row in series.issue_slots(result, window)]
    assert slots == ["is de de de sl dr dr dr", *["is de de de is dr dr dr"] * 2]
    history = series.mask_history(result, window, 0)
    assert [letters(row) for row in history[:3]] == ["ac id id id ac id id id"] * 3
    assert letters(history[3]) == "di di di di di di di di"
    active, living = series.lane_use(result, window)
    assert active.tolist() == living.tolist() == [9, 0, 0, 0, 6, 0, 0, 0]
    assert active.sum() == result.ledgers.lane["active"]


@pytest.mark.parametrize("seed", [2, 5, 107, 110, 113, 123, 280, 287, 333])
def test_bundles_sum_to_the_ledgers(seed: int) -> None:
    case = random_case(seed)
    assert case.machine.vliw.count > 1
    result = simt.run(
        case.program, case.machine, threads=case.threads, max_cycles=case.max_cycles, record=True, strict=False
    )
    window = whole(result)
    slots = series.issue_slots(result, window)
    assert len(slots) == case.machine.vliw.slots
    assert by_reason(slots) == result.ledgers.issue
    assert by_reason(series.warp_states(result, window)) == result.ledgers.warp
    assert (slots == REASONS.index("issued")).sum() == result.issued == len(series.issued_instructions(result, window))
    active, living = series.lane_use(result, window)
    assert active.sum() == result.ledgers.lane["active"]
    assert living.sum() == result.ledgers.lane["active"] + result.ledgers.lane["diverged"]
    for warp in range(result.warps):
        is_issued = series.warp_states(result, window)[warp] == REASONS.index("issued")
        lanes = series.active_rows(result, window, warp).any(axis=0)
        assert (lanes == is_issued).all()
        history = series.mask_history(result, window, warp)
        is_over = series.warp_states(result, window)[warp] == REASONS.index("drain")
        assert ((history == MASK_STATES.index("disabled")).all(axis=0) == is_over).all()
    for name in VIEWS:
        assert make_panels(result, name, window)
        assert make_panels(result, name, window, 0)
    if not result.stop:
        footer = source_view(result).splitlines()[-1]
        drained = re.search(r"on no line (\d+) drain", footer)
        assert int(drained[1] if drained else 0) == result.ledgers.issue.get("drain", 0)


# --- windows ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "window"),
    [
        (None, range(70)), ("10:20", range(10, 20)), ("60:", range(60, 70)), (":5", range(5)), ("60:+5", range(60, 65)),
        ("-3:", range(67, 70)), ("-300:", range(70)), ("60:1000", range(60, 70)), (" 1_0:2,0 ", range(10, 20)),
        (":", range(70)), (":-5", range(65)), ("-10:-5", range(60, 65)), ("5:-1", range(5, 69)),
        ("-5:67", range(65, 67)), ("-5:+2", range(65, 67)), ("-300:-60", range(10)),
        ("60:99999999999999999999", range(60, 70)),
        ("-99999999999999999999:", range(70)), ("0060:+" + "9" * 5000, range(60, 70)),
    ],
)  # fmt: skip
def test_windows(text: str | None, window: range) -> None:
    assert resolve_window(run_shipped("article/example2", "article32"), text) == window


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("5", "E0703", "`5` is not a window of cycles"),
        ("a:b", "E0703", "`a:b` is not a window of cycles"),
        ("5:+", "E0703", "`5:+` is not a window of cycles"),
        ("5:-", "E0703", "`5:-` is not a window of cycles"),
        ("5:+-1", "E0703", "`5:+-1` is not a window of cycles"),
        ("-5:-5", "E0703", "the window `-5:-5` holds no cycle"),
        (":-0", "E0703", "the window `:-0` holds no cycle"),
        ("-5:7", "E0704", "there is no cycle in `-5:7`: the run has cycles 0 to 69"),
        ("60:-60", "E0704", "there is no cycle in `60:-60`: the run has cycles 0 to 69"),
        ("7:7", "E0703", "the window `7:7` holds no cycle"),
        ("7:+0", "E0703", "the window `7:+0` holds no cycle"),
        ("9:7", "E0703", "the window `9:7` holds no cycle"),
        ("-0:", "E0703", "the window `-0:` holds no cycle"),
        ("70:", "E0704", "there is no cycle in `70:`: the run has cycles 0 to 69"),
        (
            "99999999999999999999:",
            "E0704",
            "there is no cycle in `99999999999999999999:`: the run has cycles 0 to 69",
        ),
    ],
)
def test_windows_that_are_none(text: str, code: str, message: str) -> None:
    with pytest.raises(ViewError) as caught:
        resolve_window(run_shipped("article/example2", "article32"), text)
    assert (caught.value.code, caught.value.message) == (code, message)


def test_asked_before_the_run() -> None:
    assert range_before_run(None) is None
    assert range_before_run("-5:") is range_before_run("5:-5") is None
    assert range_before_run("120:200") == range(120, 200)
    assert range_before_run("120:").start == 120  # type: ignore[union-attr]


def test_cycles_that_were_not_kept() -> None:
    result = kept(run_shipped("article/example2", "article32"), 50, 60)
    assert resolve_window(result, None) == range(50, 60)
    with pytest.raises(ViewError) as caught:
        resolve_window(result, "40:55")
    assert str(caught.value) == (
        "error[E0708]: cycles 40 to 54 were not all kept: the record has cycles 50 to 59 of 70\n"
        "  = help: keep those: --cycles 40:55, in Python record=range(40, 55)"
    )


def test_runs_without_a_record() -> None:
    program = simt.load_program("article/example1")
    with pytest.raises(ViewError, match=r"E0707.*the run has no event record"):
        series.warp_states(simt.run(program, "article32"), range(3))
    with pytest.raises(ViewError, match=r"E0707.*a functional run has no cycles to show"):
        series.warp_states(simt.run(program, "article32", engine="functional"), range(3))
    with pytest.raises(ViewError, match=r"E0706.*there is no warp 1: only warp 0 was launched"):
        series.mask_history(simt.run(program, "article32", record=True), range(3), 1)
