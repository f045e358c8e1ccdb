"""Kernels of sub-groups on simt and on another OpenCL that has them: what OpenCL defines is the same, to the bit.

python -m tests.compiler.subgroup_peers 0 100    all functions of all types and sizes, and random kernels 0 to 99
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

import simt
from isa.reporting.source import split_source
from simt.compiler.compile import fitting
from simt.compiler.opencl import translate
from simt.compiler.request import request_of
from simt.machine import Machine
from tests.compiler.pocl import Launch, Pocl, PoclError
from tests.compiler.random_warps import RandomWarps
from tests.compiler.subgroups import TYPES, Array, Lanes, for_all, for_some

SIZES: Final = (4, 8, 16, 32, 64)
POLICIES: Final = ("ipdom_stack", "mask_stack", "explicit_masks", "min_pc", "its", "its_yield")
_WARPS: Final = 6  # of a launch, in two work-groups
_SIZE: Final = "__attribute__((intel_reqd_sub_group_size({})))\n"
_UNITS: Final = ("alu", "fpu", "lds", "memory", "sfu", "dpu")
_INSTRUCTIONS: Final = ("shuffle", "vote", "ballot", "reduce")

# Where Intel's OpenCL 2026.2 contradicts the standard (and numpy agrees with simt): it gives every lane of 64 masks of
# one bit, takes the exclusive or of words that are no truth values, and begins scans of `short` with a lane's word.
_FAULTS: Final[dict[str, Callable[[int, str, bool], bool]]] = {
    "_mask()": lambda size, type_, parts: size == 64,
    "logical_xor": lambda size, type_, parts: True,
    "scan_exclusive_max": lambda size, type_, parts: parts and (size, type_) == (8, "short"),
}

# Shuffles of which each lane keeps its own word where the other does not take part, which OpenCL leaves open.
_DEFINED: Final = """
int is_here(int lane)
{
    uint4 here = sub_group_ballot(1);
    return lane >= 0 & lane < 64 & ((lane & 32 ? here.y : here.x) >> (lane & 31) & 1);
}

int defined_shuffle(int x, uint lane)
{
    int is_there = is_here(lane), got = sub_group_shuffle(x, lane);
    return is_there ? got : x;
}

int defined_shuffle_xor(int x, uint mask)
{
    int is_there = is_here(get_sub_group_local_id() ^ mask), got = sub_group_shuffle_xor(x, mask);
    return is_there ? got : x;
}

int defined_shuffle_up(int x, uint by)
{
    int is_there = is_here((int)get_sub_group_local_id() - (int)by), got = sub_group_shuffle_up(x, by);
    return is_there ? got : x;
}

"""


class Case(NamedTuple):
    """A kernel `k(a, p, out)` of warps of a size: its text, its arrays, and which words of `out` OpenCL defines."""

    name: str
    size: int
    text: str
    arrays: dict[str, Array]
    is_defined: Array

    @property
    def threads(self) -> int:
        return self.arrays["a"].size


def machine(size: int, *, reduces: bool, policy: str = "ipdom_stack") -> Machine:
    """A GTX 280 with warps of this many lanes, which read one another."""
    keys: dict[str, Any] = {f"{unit}.lanes": min(size, 8) for unit in _UNITS}
    keys |= {f"options.{name}": True for name in _INSTRUCTIONS[: 3 + reduces]}
    keys |= {"warp_size": size, "branch.policy": policy, "registers": 64, "dpu.count": 1}
    if policy == "mask_stack":
        keys["branch.stack_depth"] = 64
    return Machine.load("gtx280", keys)


def table(size: int, type_: str, *, parts: bool) -> tuple[Case, int]:
    """Return the case of all functions of a type, and how many they are.

    parts: lanes part, and the functions are those that some lanes may call.
    """
    calls = dict(_calls(size, type_, parts=parts))
    rng = np.random.default_rng(size)
    threads, kind = _WARPS * size, np.dtype(TYPES[type_])
    if kind.kind == "f":  # every sum and every product is exact, in any order
        a = rng.choice([1.0, 2.0, 0.5, -1.0], threads).astype(kind)
    else:
        a = rng.integers(np.iinfo(kind).min, np.iinfo(kind).max, threads, kind, endpoint=True)
        a[::5] = 7
    p = rng.integers(0, 2, threads, np.uint32)
    p[:size] = 1  # a warp whose lanes agree
    lines = [f"        out[{number} * n + i] = {call};" for number, call in enumerate(calls)]
    text = "\n".join([
        f"kernel void k(global {type_} *a, global uint *p, global {type_} *out)",
        "{",
        "    uint i = get_global_id(0), n = get_global_size(0), lane = get_sub_group_local_id();",
        f"    {type_} x = a[i];",
        f"    if ({'p[i] == 1' if parts else 'true'}) {{",
        *lines,
        "    }",
        "}\n",
    ])  # fmt: skip
    active = (p == 1 if parts else np.ones(threads, bool)).reshape(_WARPS, size)
    defined = [[_defined(call, meaning, warp) for warp in active] for call, meaning in calls.items()]
    arrays = {"a": a, "p": p, "out": np.zeros(len(calls) * threads, kind)}
    name = f"{type_}, {size} lanes, {'parted' if parts else 'together'}"
    return Case(name, size, text, arrays, np.array(defined, bool).ravel()), len(calls)


def _calls(size: int, type_: str, *, parts: bool) -> Iterator[tuple[str, Lanes]]:
    """Yield the calls to compare: not those of `_FAULTS`. What logic gives for true is any number except 0."""
    for call, meaning in [*([] if parts else for_all(type_)), *for_some(type_)]:
        if any(word in call and is_wrong(size, type_, parts) for word, is_wrong in _FAULTS.items()):
            continue
        yield (f"({call} != 0)" if "_logical_" in call else call), meaning


def _defined(call: str, meaning: Lanes, active: Array) -> Array:
    """Which lanes get a word that OpenCL defines: of calls that move words those that get another lane's."""
    if "shuffle" not in call and "_broadcast(" not in call:
        return active
    own = np.arange(1, active.size + 1) * 4
    return active & (meaning(own, active) // 4 != own // 4)


def random_case(seed: int) -> Case:
    """Return a random kernel in which lanes part in every way; OpenCL defines all that it computes."""
    size = SIZES[seed % len(SIZES)]
    kernel = RandomWarps(seed, is_defined=True)
    a = np.random.default_rng(seed).integers(0, 1 << 12, _WARPS * size, np.int32)
    arrays = {"a": a, "out": np.zeros(a.size, np.int32)}
    return Case(f"kernel {seed}", size, _DEFINED + kernel.text, arrays, np.ones(a.size, bool))


def run_there(cases: Sequence[Case], other: Pocl) -> list[Array]:
    """What each case leaves in `out` on the other OpenCL, which is asked for sub-groups of our size."""
    left = []
    for case in cases:
        text = case.text.replace("kernel void", _SIZE.format(case.size) + "kernel void")
        launch = Launch("k", tuple(case.arrays.values()), (case.threads,), (case.threads // 2,))
        left.append(other.run(text, [launch], is_optimised=True)[0][-1])
    return left


def run_here(case: Case, on: Machine) -> Array:
    """What the case leaves in `out` on a machine. Raises `AssertionError` if it stops."""
    group = case.threads // 2
    request = request_of(translate(split_source("k.cl", case.text)), "k", on, {}, (group,))
    result = simt.run(fitting(request).program, on, inputs=case.arrays, global_size=case.threads, local_size=group,
                      engine="functional")  # fmt: skip
    assert result.stop is None, str(result.stop)
    return result.buffers["out"].view(case.arrays["out"].dtype)


def differing(case: Case, on: Machine, want: Array) -> Iterator[str]:
    """Yield what OpenCL defines and is not the same: a line for the first such word."""
    got = run_here(case, on)
    unlike = (got.view(f"u{got.itemsize}") != want.view(f"u{got.itemsize}")) & case.is_defined
    if got.dtype.kind == "f":
        unlike &= ~(np.isnan(got) & np.isnan(want)) & (got != want)  # a zero's sign may follow the order
    if unlike.any():
        at = int(np.flatnonzero(unlike)[0])
        row, thread = divmod(at, case.threads)
        yield f"{case.name}: call {row}, work-item {thread}: {got[at]}, there {want[at]}; {int(unlike.sum())} words"


def main(first: int, last: int) -> None:
    other = Pocl(has_subgroups=True)
    sys.stdout.write(f"{other.device()}\n")
    words = kernels = calls = found = 0
    tables = [table(size, name, parts=parts) for size in SIZES for name in TYPES for parts in (False, True)]
    cases = [case for case, _ in tables] + [random_case(seed) for seed in range(first, last)]
    calls = sum(number for _, number in tables)
    for at, case in enumerate(cases):
        on = machine(case.size, reduces=at % 2 == 0, policy=POLICIES[at % len(POLICIES)])
        try:
            lines = list(differing(case, on, run_there([case], other)[0]))
        except PoclError as error:
            lines = [f"{case.name}: {error}"]
        found += len(lines)
        kernels += 1
        words += int(case.is_defined.sum())
        sys.stdout.write("".join(f"{line} ({on.branch.policy})\n" for line in lines))
        sys.stdout.flush()
    other.close()
    sys.stdout.write(f"{kernels} kernels, {calls} functions of types and sizes, {words} words; {found} differ\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
