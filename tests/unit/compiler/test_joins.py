"""Where lanes meet again in compiled kernels: under a stack of post-dominators as early as lane by lane."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import pytest

from simt.compiler.errors import CompileError
from tests.compiler.partings import KERNELS, run
from tests.examples import nightly_but

# Kernels whose lanes did not meet before the end of a loop.
_EVERY_RUN = ("copy_of_one", "do_continue", "gcd", "tree_stack", "two_loops_one_head", "utf8")
# Of an unrolled loop with two exits a third of the instructions says where lanes go on.
_MOST = {"nested_break_continue": 1.8}


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
