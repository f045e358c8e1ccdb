"""Kernels whose lanes part, where programs hold the execution mask in scalar registers."""

from __future__ import annotations

import numpy as np
import pytest

import simt
from isa.reporting.source import split_source
from simt.compiler.backend.explicit import MaskedWriter
from simt.compiler.backend.ops import Block, Branch, Code, Operation, Register
from simt.compiler.errors import CompileError
from simt.compiler.opencl import translate
from simt.machine import Machine
from tests.compiler import partings
from tests.compiler.kernels import compile_kernel
from tests.compiler.random_partings import random_parting
from tests.examples import examples, nightly_but

# Returns within loops, loops with two entries, ways out of several loops, an end that some lanes come to early.
_EVERY_RUN = ("gcd_sum", "goto_web", "return_deep", "two_loops_one_head")
_SEEDS = range(5000, 5000 + examples(400, 200))


@pytest.mark.parametrize("name", nightly_but(_EVERY_RUN, partings.KERNELS))
def test_lanes_leave_what_they_leave_lane_by_lane(name: str) -> None:
    want, found = (partings.run(name, policy, engine="functional") for policy in ("min_pc", "explicit_masks"))
    assert found.stop is None
    np.testing.assert_array_equal(found.arrays["out"], want.arrays["out"])


def test_random_kernels_leave_what_they_leave_lane_by_lane() -> None:
    unit = translate(split_source("random.cl", "\n".join(map(random_parting, _SEEDS))))
    for seed in _SEEDS:
        want, found = (
            partings.run_on(
                unit, f"r{seed}", Machine.load("gtx280_core", {"branch.policy": policy}), engine="functional"
            )
            for policy in ("min_pc", "explicit_masks")
        )
        assert found.stop is None
        np.testing.assert_array_equal(found.arrays["out"], want.arrays["out"], f"r{seed}")


def _instructions(body: str) -> list[str]:
    text = f"kernel void k(global int* x, global int* y, int n) {{ int i = get_global_id(0), s = 0; {body} y[i] = s; }}"
    unit = translate(split_source("k.cl", text))
    program = compile_kernel(unit.ir, "k", Machine.load("gtx280", {"branch.policy": "explicit_masks"})).program
    return [each.reads.split()[0] for each in program.locations if each.reads.startswith(("s_", "vcmp", "jmp"))]


def test_a_branch_after_which_all_lanes_meet_needs_no_register() -> None:
    assert _instructions("if (x[i] > 3) x[s = x[2 * i]] = 1;") == ["vcmp.gt.s32", "s_branch.execz", "s_mov.b64"]


def test_within_a_loop_one_register_keeps_the_lanes_of_a_round() -> None:
    loop = "while ((s = x[i + s]) > 1) { if (s & 4) x[s] = 1; if (s & 2) x[s] = 2; }"
    found = _instructions(loop)
    assert found.count("s_mov.b64") == 1 + 2 + 1  # at its head, after each branch, and after it
    assert not {"s_or.b64", "s_andn2.b64"} & set(found)


def test_a_loop_that_lanes_leave_one_by_one_takes_two_instructions_a_round() -> None:
    assert _instructions("for (s = x[i]; s > 1; s = x[s]) ;")[-3:] == ["vcmp.gt.s32", "s_branch.execnz", "s_mov.b64"]


def test_jumps_on_which_lanes_agree_stay_jumps() -> None:
    assert _instructions("for (int j = 0; j < n; ++j) s ^= x[i + j];") == []
    both = _instructions("for (int j = 0; j < n; ++j) if (x[i + j] > 3) x[s = x[2 * i + j]] = 1;")
    assert {each for each in both if "branch" in each} == {"s_branch.execz"}


def test_lanes_that_would_wait_at_too_many_places_are_refused() -> None:
    code = Code("kernel")
    x = code.new()
    for place in range(60):
        test = Operation("eq.u32", code.temporary(), (Register(x), Register(x)))
        code.blocks[f"b{place}"] = Block(f"b{place}", [], Branch(f"x{place}", test, "nz", f"b{place + 1}"))
    code.blocks["b60"] = Block("b60", [], Branch("x59"))
    for place in range(59, -1, -1):
        step = Operation("add.u32", x, (Register(x), Register(x)))
        code.blocks[f"x{place}"] = Block(f"x{place}", [step], Branch(f"x{place - 1}" if place else ""))
    number = dict.fromkeys(range(len(code.groups)), 0)
    with pytest.raises(CompileError, match="wait at more than 52 places at once") as error:
        MaskedWriter(code, number, [], {f"b{place}" for place in range(60)})
    assert error.value.code == "E0973"


@pytest.mark.parametrize("machine", ["gcn64", "avx512"])
def test_shipped_kernels_whose_lanes_part_run_on_presets_with_explicit_masks(machine: str) -> None:
    result = simt.run("opencl/mandelbrot.cl", machine, engine="functional", set={"memory.policy": "simple"})
    assert result.check is not None
    assert result.check.passed
