"""Where lanes part and what they lose: derived by hand on small programs, and sums that hold on generated ones."""

from __future__ import annotations

import numpy as np
import pytest

import isa
import simt
from simt.diagnosis.partings import partings_of
from simt.machine import Machine
from simt.result.result import Result
from simt.views.kit.text import MOST_COLUMNS
from simt.views.run.lanes import lanes_text
from tests.examples import examples
from tests.generators.cases import describe, random_case
from tests.pins.reconvergence import LANE_IF_ELSE, LANE_LOOP

NESTED = """\
    and.b32 r0, lane_id, 2 -> high if nz
    and.b32 r0, lane_id, 1 -> odd if nz
    mov r1, 1
    jmp inner
odd: mov r1, 2
inner: mov r2, 1
    jmp join
high: mov r1, 3
join: ret
"""
MASKED = """\
    and.b32 r0, lane_id, 1
    push_mask over
    mask_nz r0
    mov r1, 1
    pop_mask
over: ret
"""
SAVED = """\
    and.b32 r0, lane_id, 1
    vcmp.ne.u32 vcc, r0, 0
    s_and_saveexec.b64 s[0:1], vcc
    mov r1, 1
    s_mov.b64 exec, s[0:1]
    ret
"""


def run(text: str, policy: str, threads: int, preset: str = "article32") -> Result:
    settings = {"branch.policy": policy} if preset == "article32" else {}
    return simt.run(isa.assemble(text), Machine.load(preset, settings), threads=threads, record=True)


def rows(result: Result) -> list[tuple[int, int, int, int]]:
    found = partings_of(result)
    assert (found.unknown, found.is_complete) == (0, True)
    return [(one.pc, one.issues, one.parted, one.lost) for one in found.branches]


@pytest.mark.parametrize("policy", ["ipdom_stack", "min_pc"])
def test_partings_are_those_derived_by_hand(policy: str) -> None:
    # Issued with masks 3, 1, 2, 2, 3 (or 3, 2, 2, 1, 3): three times one of the two lanes waits.
    assert rows(run(LANE_IF_ELSE, policy, 2)) == [(0, 1, 1, 3)]
    # The loop's jump is issued with 15, 14, 12 and 8: after three of the four somebody leaves.
    assert rows(run(LANE_LOOP, policy, 4)) == [(1, 4, 3, 6)]
    # While lanes 0 and 1 are at 1 to 6, in six or seven issues, lanes 2 and 3 wait because of the outer branch, and the
    # other way round at 7; at 2, 3 and 4 lane 0 or 1 waits because of the inner one.
    assert rows(run(NESTED, policy, 4)) == [(0, 1, 1, 14), (1, 1, 1, 3)]


def test_masks_part_where_the_mask_is_narrowed() -> None:
    # Lane 0 waits while lane 1 executes `mov` and `pop_mask`.
    assert rows(run(MASKED, "mask_stack", 2)) == [(2, 1, 1, 2)]
    # And while it executes `mov` and `s_mov`.
    assert rows(run(SAVED, "explicit_masks", 2, "gcn64")) == [(2, 1, 1, 2)]


def test_lanes_that_follow_lane_0_never_part() -> None:
    result = run(LANE_IF_ELSE, "first_thread", 2)
    assert rows(result) == []
    assert "lanes never part\n" in lanes_text(result, partings_of(result))


@pytest.mark.parametrize("batch", range(examples(8)))
def test_partings_and_widths_sum_to_the_lane_ledger(batch: int) -> None:
    for seed in range(batch * 50, (batch + 1) * 50):
        case = random_case(seed)
        options = {"threads": case.threads, "max_cycles": case.max_cycles, "strict": False}
        result = simt.run(case.program, case.machine, record=True, **options)
        lanes = result.ledgers.lane
        found = partings_of(result)
        assert found.is_complete, describe(case)
        assert found.unknown == 0, describe(case)
        assert sum(one.lost for one in found.branches) == lanes["diverged"], describe(case)
        assert all(one.parted <= one.issues for one in found.branches), describe(case)
        widths = result.widths
        assert widths.sum() == result.issued, describe(case)
        assert widths @ np.arange(len(widths)) == lanes["active"], describe(case)
        assert result.events is not None
        active = np.bitwise_count(result.events.instructions["mask"].view(np.uint64))
        assert np.array_equal(np.bincount(active, minlength=len(widths)), widths), describe(case)
        for name in ("diverged", "finished", "tail"):
            assert getattr(result, name).sum() == lanes[name], describe(case)


def test_a_part_of_the_record_says_so() -> None:
    program = simt.load_program("divergent/collatz")
    machine = Machine.load("article32", {"branch.policy": "ipdom_stack"})
    result = simt.run(program, machine, inputs={"x": np.arange(1, 33, dtype=np.uint32)}, record=range(40, 90))
    found = partings_of(result)
    assert result.events is not None
    events = result.events.instructions
    waiting = int(np.bitwise_count((events["living"] & ~events["mask"]).view(np.uint64)).sum())
    assert sum(one.lost for one in found.branches) + found.unknown == waiting
    assert found.unknown > 0
    text = lanes_text(result, found)
    assert "that parted before the record began" in text
    assert "it does not have the whole run" in text
    assert max(map(len, text.splitlines())) <= MOST_COLUMNS


def test_the_functional_engine_counts_the_same_widths() -> None:
    options = {"branch.policy": "ipdom_stack", "warps": 2}
    timed, untimed = (
        simt.run("divergent/nested_if", "article32", set=options, engine=name) for name in ("cycle", "functional")
    )
    assert np.array_equal(timed.widths, untimed.widths)
    assert np.flatnonzero(timed.widths).tolist() == [1, 4, 5, 9, 14, 23, 32]
