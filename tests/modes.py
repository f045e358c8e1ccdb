"""Run generated cases on the fast engine in another mode of numba, against the specification: a script.

    NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=fresh python -m tests.modes bounds 300
    NUMBA_DISABLE_JIT=1 python -m tests.modes interpreted 40

Bounds checking is silently off where compiled code comes from a cache that was filled without it, so it needs a fresh
cache folder, and a canary that must raise shows that it is on. Every kind of machine is compiled anew there: that takes
most of the time, so of the six kinds three run, in which every block of the engine is compiled, with each optional
group and without it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count as numbers
from itertools import islice
from typing import Any

import numpy as np
from numba import njit

from simt.core.engine.entry import entry_points, optional_groups
from simt.core.jit.compile import OPTIONS, block
from simt.core.state import rings, state
from tests.engines import disagreement, fast_case, run_case
from tests.generators.cases import Case, describe, random_case
from tests.reference import simulate as specification

# Which of the groups OPTIONAL (simt.core.engine.entry) a machine has: masks and a register file; bundles and one; none.
KINDS = ((True, False, True), (False, True, True), (False, False, False))


@block
def _inner(array: Any, index: Any) -> Any:
    return array[index]


@njit(**OPTIONS)
def _canary(array: Any, index: Any) -> Any:
    return _inner(array, index)


def check_bounds_are_checked() -> None:
    """Raise unless an access outside an array raises in compiled code."""
    try:
        _canary(np.zeros(4), 4)
    except IndexError:
        return
    raise SystemExit("the canary did not raise: bounds checking is off")


def check_no_reference_counts() -> None:
    """Raise if the cycle engine, just compiled, counts references: that took most of the time (core/jit/compile.py).

    The option that removes them is a private one of numba's.
    """
    if any("NRT_incref" in text for text in entry_points().cycle.inspect_llvm().values()):
        raise SystemExit("the compiled cycle engine counts references")


def _with_attributes(value: Any) -> Any:
    """Arrays of records whose fields plain Python reads as attributes, as numba does; groups of them likewise."""
    if isinstance(value, tuple):
        return type(value)(*map(_with_attributes, value))
    if isinstance(value, np.ndarray) and value.dtype.names:
        return value.view(np.recarray)
    return value


def interpret() -> None:
    """Prepare states for kernels that are not compiled."""
    build = state.State.build.__func__

    def build_interpreted(cls: Any, *arguments: Any, **options: Any) -> Any:
        built = build(cls, *arguments, **options)
        built.cores = _with_attributes(built.cores)
        return built

    build_rings = rings.rings
    state.State.build = classmethod(build_interpreted)  # type: ignore[method-assign, assignment]
    rings.rings = lambda *sizes: _with_attributes(build_rings(*sizes))


def cases(mode: str) -> Iterator[tuple[int, Case]]:
    """Cases with their seeds: with bounds checks those of KINDS, as many of each; without compilation all."""
    if mode != "bounds":
        yield from ((seed, random_case(seed)) for seed in numbers())
    waiting: dict[tuple[bool, ...], list[tuple[int, Case]]] = {kind: [] for kind in KINDS}
    for seed in numbers():
        case = random_case(seed)
        kind = optional_groups(case.machine)
        if kind in waiting:
            waiting[kind].append((seed, case))
        if all(waiting.values()):
            yield from (waiting[kind].pop(0) for kind in KINDS)


def main(mode: str, count: int) -> None:
    if mode == "bounds":
        check_bounds_are_checked()
    else:
        interpret()
    with np.errstate(all="ignore"):
        for seed, case in islice(cases(mode), count):
            found = disagreement(run_case(specification, case), fast_case(case))
            if found:
                raise SystemExit(f"seed {seed}\n{found}\n\n{describe(case)}")
    if mode == "bounds":
        check_no_reference_counts()
    sys.stdout.write(f"{count} cases agree\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
