"""Section 29 on the reference: the contract's examples, and barriers, turns and arrivals that are found by hand."""

from __future__ import annotations

from typing import Any

import pytest

import isa
from simt.machine import Machine
from tests.reference import ReferenceResult, simulate

SPIN = """
    .threads 2
    and.b32 r1, lane_id, 1 -> other if z
again:
    ld.local r2, [r0] -> again if z
    ret
other:
    st.local [r0], 1
    ret
"""

LOCK = """
    .threads 2
    mov.b32 r2, 1
again:
    atom.local.cas.b32 r3, [r0], r1 -> again if nz
    st.local [r0], r1
    ret
"""


def run(source: str, threads: int = 2, max_cycles: int = 200, **keys: Any) -> ReferenceResult:
    """A program on the article's machine, with two lanes if nothing else is said, in one warp."""
    given = {"warp_size": 2, "local.banks": 2, "branch.yield_after": 2, "branch.policy": "its"}
    given |= {key.replace("__", "."): value for key, value in keys.items()}
    lanes = {f"{unit}.lanes": given["warp_size"] for unit in ("alu", "fpu", "lds")}
    machine = Machine.load("article32", given | lanes)
    return simulate(isa.assemble(".local words u32[4]\n" + source), machine, threads=threads, max_cycles=max_cycles)


def selected(result: ReferenceResult) -> list[tuple[int, int, int, int]]:
    """Cycle, program counter, mask and depth of each event."""
    return [(event.select, event.pc, event.mask, event.depth) for event in result.events]


def test_one_lane_waits_for_the_word_of_another() -> None:
    result = run(SPIN, branch__order="false_first")
    assert selected(result) == [
        (0, 0, 3, 0), (1, 1, 2, 0), (2, 1, 2, 0), (3, 3, 1, 0), (4, 4, 1, 0), (5, 1, 2, 0), (6, 2, 2, 0),
    ]  # fmt: skip
    assert (result.cycles, result.status) == (7, "done")


def test_under_a_stack_it_waits_for_ever() -> None:
    assert run(SPIN, branch__policy="ipdom_stack", branch__order="false_first").status == "cycle_limit"


def test_a_spin_lock_ends_where_lanes_yield() -> None:
    result = run(LOCK, branch__policy="its_yield")
    # One cycle later than in the contract, whose register has its value at the start.
    assert selected(result) == [
        (0, 0, 3, 0), (1, 1, 3, 0), (3, 1, 2, 1), (4, 2, 1, 0), (5, 3, 1, 0), (6, 1, 2, 0), (7, 2, 2, 0), (8, 3, 2, 0),
    ]  # fmt: skip
    assert (result.cycles, result.status) == (9, "done")


def test_a_spin_lock_does_not_end_without_yields() -> None:
    result = run(LOCK)
    assert result.status == "cycle_limit"
    assert {event[1:] for event in selected(result)[2:]} == {(1, 2, 1)}


@pytest.mark.parametrize(("barriers", "meetings"), [(1, 2), (2, 1)])
def test_lanes_part_without_a_barrier_if_none_is_free(barriers: int, meetings: int) -> None:
    """Lanes 1 and 3 part in an if that all four part at: lane 1 goes on, and lane 3 meets it at 4 or not before 5."""
    source = """
        and.b32 r1, lane_id, 1
        mov.b32 r2, r1 -> join if z
        and.b32 r1, lane_id, 2 -> inner if z
        mov.b32 r3, 1
    inner:
        mov.b32 r4, 1
    join:
        ret
    """
    keys = {"warp_size": 4, "local.banks": 4, "branch.convergence_barriers": barriers}
    found = selected(run(source, 4, **keys))
    assert [entry[1:] for entry in found[:3]] == [(0, 15, 0), (1, 15, 0), (2, 10, 1)]
    assert max(depth for *_, depth in found) == barriers
    assert sum(pc == 4 for _, pc, *_ in found) == meetings
    assert found[-1][1:] == (5, 15, 0)


def test_bar_of_some_lanes_waits_for_the_others() -> None:
    """Lane 1 waits at its `bar`; lane 0 ends, and the warp arrives by that `ret`. Then lane 1 ends."""
    source = """
        mov.b32 r1, lane_id -> other if nz
        ret
    other:
        bar
        ret
    """
    result = run(source, branch__order="true_first")
    assert selected(result) == [(0, 0, 3, 0), (1, 2, 2, 0), (2, 1, 1, 0), (3, 3, 2, 0)]
    assert (result.cycles, result.status) == (4, "done")


def test_two_bars_are_one_arrival() -> None:
    """Each lane waits at a `bar` of its own; the second lets the warp arrive, and the turn passes."""
    source = """
        mov.b32 r1, lane_id -> other if nz
        bar
        ret
    other:
        bar
        ret
    """
    result = run(source, branch__order="true_first")
    assert selected(result) == [(0, 0, 3, 0), (1, 3, 2, 0), (2, 1, 1, 0), (3, 4, 2, 0), (4, 2, 1, 0)]
    assert result.status == "done"


def test_a_return_stands_for_the_bar_in_a_deadlock() -> None:
    """Warp 0 ends; lane 1 of warp 1 waits at `bar`, and lane 0 ends: the `ret` lets warp 1 arrive, for ever."""
    source = """
        mov.b32 r1, warp_id -> part if nz
        ret
    part:
        mov.b32 r1, lane_id -> other if nz
        ret
    other:
        bar
        ret
    """
    result = run(source, 4, warps=2, branch__order="true_first")
    assert result.trap is not None
    assert (result.trap.kind, result.trap.warp, result.trap.pc, result.trap.lanes) == ("deadlock", 1, 3, 2)
    assert [(wait.warp, wait.pc) for wait in result.waits] == [(1, 3)]
