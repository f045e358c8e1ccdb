"""Where lanes meet again in compiled kernels: under a stack of post-dominators as early as lane by lane."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import pytest

from simt.compiler.errors import CompileError
from tests.compiler.partings import KERNELS, run
from tests.examples import nightly_but

# Kernels whose lanes did not meet before the end of a loop.
# `gcd_sum`, `return_deep` and `interpreter` came to the wrong blocks.
# Few lanes come past the returns of `gcd_many_returns`, so that guards were taken for dearer than what they save.
_EVERY_RUN = ("copy_of_one", "do_continue", "gcd", "gcd_many_returns", "tree_stack", "two_loops_one_head")
# Why, docs/divergence.md says: guards are as long as what they guard.
_MOST = {
    "nested_break_continue": 1.9, "lexer": 1.4, "goto_web": 2.2, "fsm_switch_continue": 1.4, "switch_in_switch": 1.45,
}  # fmt: skip


@pytest.mark.parametrize("name", nightly_but(_EVERY_RUN, KERNELS))
def test_lanes_meet_as_early_as_their_ways_do(name: str) -> None:
    found = {policy: run(name, policy) for policy in ("ipdom_stack", "min_pc")}
    with suppress(CompileError):  # where a stack of masks cannot follow
        found["mask_stack"] = run(name, "mask_stack")
    for result in found.values():
        assert result.stop is None
        np.testing.assert_array_equal(result.arrays["out"], found["min_pc"].arrays["out"])
    taken = {policy: result.cycles for policy, result in found.items()}
    assert taken["ipdom_stack"] <= _MOST.get(name, 1.3) * min(taken.values()), taken
