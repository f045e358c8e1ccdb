"""Run generated cases on the fast engine in another mode of numba, against the specification: a script.

    NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=fresh python -m tests.modes bounds 300
    NUMBA_DISABLE_JIT=1 python -m tests.modes interpreted 40

A canary that must raise shows that bounds checking is on. Code from a cache cannot be looked into, so it needs a fresh
folder; every kind of machine is compiled anew there: that takes most of the time, so of the eight kinds three run, in
which every block of the engine is compiled, with each optional group and without it. Without compilation a sweep runs,
and devices, and the instructions of doubles.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from itertools import chain, islice
from itertools import count as numbers
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit

import simt
from simt.core.engine.kinds import kind_of
from simt.core.jit import block
from simt.core.jit.compile import OPTIONS
from tests.device_engines import device_difference
from tests.engines import disagreement, fast_case, run_case
from tests.generators.cases import Case, describe, random_case
from tests.generators.combined import combined_case
from tests.generators.devices import DeviceCase
from tests.reference import simulate as specification

# The kinds that run: in the first, with masks, bundles and banks, all that only some machines have is compiled.
KINDS = ("full", "bundles", "plain")
FIRST_OF_DEVICES = (13, 37, 88, 632)  # seeds of one case of each kind: looking through all before them takes 3 s


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


def check_sweep() -> None:
    """Raise unless points run in batches too."""
    with tempfile.TemporaryDirectory() as folder:
        kernel = Path(folder, "small.s")
        kernel.write_text(".threads 4\nret\n")
        found = simt.sweep(kernel, {"banks": [2, 4]}, jobs=1)
    if found.counts != {"done": 2}:
        raise SystemExit(f"the sweep ended with {found.counts}")


def check_devices() -> None:
    """Raise unless devices agree with the specification, also where several threads of the host are asked for."""
    kinds = {"device", "device-masks", "device-dram", "device-full"}
    for seed in chain(FIRST_OF_DEVICES, numbers()):
        case = combined_case(seed)
        kind = kind_of("device", case.machine).name if isinstance(case, DeviceCase) else ""
        if kind not in kinds or len(case.program.words) % 3 == 0:  # `fast_device` asks for one thread
            continue
        assert isinstance(case, DeviceCase)
        if found := device_difference(case):
            raise SystemExit(f"combined case {seed}\n{found}")
        kinds.remove(kind)
        if not kinds:
            return


def check_doubles() -> None:
    """Raise unless doubles are what the instruction table says: a fused multiply-add has code of its own here."""
    from tests.unit.core.test_engine import EXECUTABLE, test_cases_of_the_table

    found = [spec for spec in EXECUTABLE if spec.doubles and spec.cases]
    if not found:
        raise SystemExit("no instruction of doubles has cases in the table")
    for spec in found:
        test_cases_of_the_table(spec, "cycle")


def cases(mode: str) -> Iterator[tuple[int, Case]]:
    """Cases with their seeds: with bounds checks those of KINDS, as many of each; without compilation all."""
    if mode != "bounds":
        yield from ((seed, random_case(seed)) for seed in numbers())
    waiting: dict[str, list[tuple[int, Case]]] = {kind: [] for kind in KINDS}
    for seed in numbers():
        case = random_case(seed)
        kind = kind_of("cycle", case.machine).name
        if kind in waiting:
            waiting[kind].append((seed, case))
        if all(waiting.values()):
            yield from (waiting[kind].pop(0) for kind in KINDS)


def main(mode: str, count: int) -> None:
    if mode == "bounds":
        check_bounds_are_checked()
    for seed, case in islice(cases(mode), count):
        found = disagreement(run_case(specification, case), fast_case(case))
        if found:
            raise SystemExit(f"seed {seed}\n{found}\n\n{describe(case)}")
    if mode != "bounds":
        check_sweep()
        check_devices()
        check_doubles()
    sys.stdout.write(f"{count} cases agree\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
