"""Branch policies are tried on a run whose lanes part, and the join is named that the slower one lacks."""

from __future__ import annotations

import numpy as np

import isa
import simt
from isa.program.program import Program
from simt.diagnosis.policies import Policies, policies_of
from simt.launch.prepared import PreparedLaunch
from simt.machine import Machine
from simt.result.result import Result
from simt.views.kit.text import MOST_COLUMNS
from simt.views.run.why import why_text

# Each lane counts the steps of a number to 1. The loop jumps back in two places, and leaves in two: lanes that take
# different sides of the branch in line 6 do not meet before the loop's end.
TWO_WAYS_BACK = """\
.group 32
    mul.u32    r1, lane_id, 7
    add.u32    r1, r1, 3
head:
    add.u32    r2, r2, 1
    and.b32    r3, r1, 1 -> odd if nz
    shr.u32    r1, r1, 1
    ne.u32     r3, r1, 1 -> head if nz
    jmp        done
odd:
    shl.b32    r3, r1, 1
    add.u32    r1, r1, r3
    add.u32    r1, r1, 1
    ne.u32     r3, r1, 1 -> head if nz
done:
    ret
"""
ONE_WAY_BACK = TWO_WAYS_BACK.replace("    ne.u32     r3, r1, 1 -> head if nz\n    jmp        done\n", "    jmp  back\n")
ONE_WAY_BACK = ONE_WAY_BACK.replace("    ne.u32", "back:\n    ne.u32")
# Both sides of the first branch come to what follows `one`, and one of them can go past it.
TAIL = """\
.group 32
    and.b32    r0, lane_id, 1 -> one if nz
    and.b32    r3, lane_id, 2 -> past if nz
one:
    mov.b32    r4, 9
tail:
    sub.u32    r4, r4, 1 -> tail if nz
    and.b32    r3, lane_id, 4 -> past if nz
    mov.b32    r5, 1
past:
    ret
"""


def tried(launch: PreparedLaunch) -> tuple[Result, Policies | None]:
    """A run, and its policies."""
    result = launch.trial().run(record=True)
    return result, policies_of(result, lambda machine, most: launch.trial().compiled_for(machine).run(max_cycles=most))


def of_text(text: str, policy: str = "ipdom_stack") -> tuple[Result, Policies | None]:
    machine = Machine.load("article32", {"branch.policy": policy, "branch.stack_depth": 64})
    return tried(simt.Launch(isa.assemble(text, filename="kernel.s"), machine))


def line_of(program: Program, pc: int | None) -> int:
    assert pc is not None
    return program.locations[pc].line


def test_the_join_that_a_loop_with_two_ways_back_lacks() -> None:
    result, found = of_text(TWO_WAYS_BACK)
    assert found is not None
    cycles = {one.policy: one.cycles for one in found.tried}
    assert cycles["ipdom_stack"] == result.cycles > 3 * (cycles["min_pc"] or 0)
    missing = found.missing
    assert missing is not None
    places = [line_of(result.program, pc) for pc in (missing.branch, missing.could, missing.joins)]
    assert places == [6, 5, 16]
    assert missing.share > 0.7
    mended, after = of_text(ONE_WAY_BACK)
    assert mended.cycles < result.cycles / 3
    np.testing.assert_array_equal(mended.registers[..., 2], result.registers[..., 2])
    assert after is not None
    assert after.missing is None


def test_the_join_that_a_shared_tail_lacks() -> None:
    result, found = of_text(TAIL)
    assert found is not None
    missing = found.missing
    assert missing is not None
    assert [line_of(result.program, pc) for pc in (missing.branch, missing.could, missing.joins)] == [2, 5, 11]


def test_policies_without_a_place_for_a_program_say_so() -> None:
    _, found = of_text(TWO_WAYS_BACK)
    assert found is not None
    [masks] = [one for one in found.tried if one.policy == "mask_stack"]
    assert (masks.cycles, masks.was_run) == (None, False)
    assert "no mask instructions" in masks.why
    with_masks = simt.Launch("divergent/collatz", "article32", defines={"masks": 1})
    assert tried(with_masks)[1] is None  # its program is for masks alone


def test_nothing_is_tried_where_lanes_do_not_wait() -> None:
    assert of_text(".group 32\n add.u32 r1, r1, 1\n ret\n")[1] is None
    assert tried(simt.Launch("divergent/collatz", "fpga4"))[1] is None  # one thread decides


def test_a_slower_policy_is_given_up_after_the_cycles_of_the_run() -> None:
    result, found = of_text(TWO_WAYS_BACK, "min_pc")
    assert found is not None
    [stack] = [one for one in found.tried if one.policy == "ipdom_stack"]
    assert (stack.cycles, stack.why) == (None, f"more than {result.cycles}")
    assert found.missing is None


def test_a_kernel_in_a_language_is_compiled_for_each_policy() -> None:
    _, found = tried(simt.Launch("opencl/queens.cl", "gtx280_core", global_size=32, local_size=32))
    assert found is not None
    assert {one.policy: one.was_run for one in found.tried} == dict.fromkeys(
        ("ipdom_stack", "mask_stack", "min_pc"), True
    )
    assert found.missing is None


def test_the_view_names_lines() -> None:
    machine = Machine.load("article32", {"branch.policy": "ipdom_stack"})
    text = why_text(simt.why(isa.assemble(TWO_WAYS_BACK, filename="kernel.s"), machine))
    told = " ".join(text.split())
    assert "kernel.s:6: lanes that part here join at kernel.s:16, and could at kernel.s:5, where both" in told
    assert all(len(line) <= MOST_COLUMNS for line in text.splitlines())
