"""OpenCL's functions of sub-groups, compiled and run, against numpy: with all lanes and with some."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import simt
from isa.reporting.source import split_source
from simt.compiler.compile import fitting
from simt.compiler.kernel import Unit
from simt.compiler.opencl import translate
from simt.compiler.request import request_of
from simt.machine import Machine
from tests.compiler.random_warps import RandomWarps
from tests.compiler.subgroups import TYPES, Lanes, for_all, for_some
from tests.examples import examples, nightly_but

LANES = dict.fromkeys(("options.shuffle", "options.vote", "options.ballot"), True)
REDUCING = {**LANES, "options.reduce": True}
SIZES = (4, 16, 32, 64)
_EVERY_RUN = [(4, "int"), (16, "float"), (32, "double"), (16, "char")]
_EVERY = nightly_but(_EVERY_RUN, [(size, name) for size in SIZES for name in TYPES])


def machine(size: int, keys: dict[str, Any], policy: str = "ipdom_stack") -> Machine:
    """A GTX 280 with warps of this many lanes."""
    units = {f"{unit}.lanes": min(size, 8) for unit in ("alu", "fpu", "lds", "memory", "sfu", "dpu")}
    more = {
        **units,
        "warp_size": size,
        "branch.policy": policy,
        "registers": 64,
        "dpu.count": 1,
        "branch.stack_depth": 64,
    }
    return Machine.load("gtx280", {**more, **keys})


def unit(text: str) -> Unit:
    return translate(split_source("kernel.cl", text))


def _source(type_: str, calls: Sequence[str], condition: str) -> str:
    lines = [f"    out[{number} * n + i] = {call};" for number, call in enumerate(calls)]
    return "\n".join([
        f"kernel void k(global {type_} *a, global uint *p, global {type_} *out)",
        "{",
        "    uint i = get_global_id(0), n = get_global_size(0), lane = get_sub_group_local_id();",
        f"    {type_} x = a[i];",
        f"    if ({condition}) {{",
        *lines,
        "    }",
        "}",
    ])  # fmt: skip


def _check(on: Machine, type_: str, calls: dict[str, Lanes], condition: str, *, is_exact: bool) -> None:
    size = on.warp_size
    group = 2 * size + size // 2 + 1  # the last sub-group is not full
    rng = np.random.default_rng(size)
    kind = np.dtype(TYPES[type_])
    if kind.kind == "f":
        a = rng.uniform(0.5, 1.5, 2 * group).astype(kind)
    else:
        a = rng.integers(np.iinfo(kind).min, np.iinfo(kind).max, 2 * group, kind, endpoint=True)
        a[::5] = 7
    p = rng.integers(0, 3, 2 * group, np.uint32)
    p[:size] = 1  # a warp whose lanes agree
    given = {"a": a, "p": p, "out": np.zeros(len(calls) * a.size, kind)}
    request = request_of(unit(_source(type_, list(calls), condition)), "k", on, {}, (group,))
    program = fitting(request).program
    result = simt.run(program, on, inputs=given, global_size=2 * group, local_size=group, engine="functional")
    assert result.stop is None
    out = result.buffers["out"].view(kind).reshape(len(calls), -1)
    for start in range(0, 2 * group, group):
        for first in range(start, start + group, size):
            last = min(first + size, start + group)
            x, active = np.zeros(size, kind), np.zeros(size, bool)
            x[: last - first] = a[first:last]
            active[: last - first] = p[first:last] == 1 if "p" in condition else True
            if not active.any():
                continue
            for (call, meaning), row in zip(calls.items(), out, strict=True):
                got, want = row[first:last], meaning(x, active).astype(kind)[: last - first]
                where = active[: last - first]
                if kind.kind == "f" and not (is_exact and "reduce" in call and "mul" not in call):
                    np.testing.assert_allclose(got[where], want[where], rtol=1e-5, err_msg=call)
                else:
                    np.testing.assert_array_equal(got[where], want[where], err_msg=call)


@pytest.mark.parametrize("case", _EVERY, ids=str)
def test_functions_of_all_lanes_with_and_without_the_instruction(case: tuple[int, str]) -> None:
    for keys in (LANES, REDUCING):
        _check(machine(case[0], keys), case[1], dict(for_all(case[1])), "true", is_exact=True)


@pytest.mark.parametrize("case", _EVERY, ids=str)
def test_functions_of_some_lanes(case: tuple[int, str]) -> None:
    _check(machine(case[0], REDUCING), case[1], dict(for_some(case[1])), "p[i] == 1", is_exact=case[1] == "float")


@pytest.mark.parametrize("policy", ["mask_stack", "explicit_masks", "min_pc"])
def test_functions_of_some_lanes_under_other_policies_without_reductions(policy: str) -> None:
    _check(machine(32, LANES, policy), "int", dict(for_some("int")), "p[i] == 1", is_exact=False)


@pytest.mark.parametrize("policy", ["ipdom_stack", "mask_stack", "explicit_masks", "min_pc"])
@pytest.mark.parametrize("seed", [38, 85, *range(examples(400, 100))])
def test_lanes_read_those_that_the_source_has_together(seed: int, policy: str) -> None:
    kernel = RandomWarps(seed, has_late_calls=seed % 2 == 0)
    size = (4, 16, 32)[seed % 3]
    on = machine(size, (LANES, REDUCING)[seed % 2], policy)
    group = 2 * size + size // 2 + 1
    a = np.random.default_rng(seed).integers(0, 1 << 12, group, np.int32)
    program = fitting(request_of(unit(kernel.text), "k", on, {}, (group,))).program
    given = {"a": a, "out": np.zeros(group, np.int32)}
    result = simt.run(program, on, inputs=given, global_size=group, local_size=group, engine="functional")
    assert result.stop is None
    for first in range(0, group, size):
        x = np.zeros(size, np.int32)
        threads = min(size, group - first)
        x[:threads] = a[first : first + threads]
        want = kernel.run(x, np.arange(size) < threads)[:threads]
        np.testing.assert_array_equal(result.buffers["out"][first : first + threads], want, err_msg=kernel.text)
