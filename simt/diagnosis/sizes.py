"""The cycles of a run in work-groups of other sizes. Each size is simulated and checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import log2, prod
from typing import Any, Final

import numpy as np

from isa.reporting.diagnostics import SimtError
from simt.result.result import Result
from simt.result.stops import STOP_CODES

_MOST: Final = 8  # sizes that are tried
_WORTH: Final = 0.01  # share of the cycles that a size must save to be faster

Size = tuple[int, ...]
# Simulates a launch in work-groups of another size, for at most a number of cycles, and checks the result.
Resize = Callable[[Size, int], "Result"]


@dataclass(frozen=True, slots=True)
class TriedSize:
    """A size of work-groups, and the cycles of the run with it.

    - local: the work-items of a work-group in each dimension.
    - cycles: the cycles with this size; None if the launch was refused, did not end within the cycles of the original
      run, or computes something else.
    - saved: the cycles that the size saves, 0 without a run.
    - why: the reason if `cycles` is None, else "".
    """

    local: Size
    cycles: int | None
    saved: int = 0
    why: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {"local_size": list(self.local), "cycles": self.cycles, "saved": self.saved, "why": self.why}


@dataclass(frozen=True, slots=True)
class Sizes:
    """Other sizes of work-groups, the fastest first. cycles: the cycles of the run as it is."""

    cycles: int
    tried: tuple[TriedSize, ...]

    @property
    def faster(self) -> tuple[TriedSize, ...]:
        """The sizes that save at least one per cent of the cycles."""
        return tuple(size for size in self.tried if size.saved >= _WORTH * self.cycles)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {"tried": [size.to_dict() for size in self.tried]}


def sizes_of(result: Result, sizes: Iterable[Size], resize: Resize) -> Sizes | None:
    """Run a launch in work-groups of up to eight of these sizes; return None if `sizes` has only the launch's own size.

    A run is stopped after the cycles of `result`, because it is then slower. A size counts if the oracle agrees with
    its result or, without an oracle, if the run leaves the same arrays.
    """
    tried = [_tried(result, size, resize) for size in _candidates(result, sizes)]
    tried.sort(key=lambda size: (size.cycles is None, size.cycles or 0))
    return Sizes(result.cycles, tuple(tried)) if tried else None


def _candidates(result: Result, sizes: Iterable[Size]) -> Iterable[Size]:
    """Return the sizes to try among `sizes`, by their number of work-items.

    Of equally large ones, the shape is taken that is most like the shape of the run; of more than eight, the nearest,
    and multiples by a power of two before the others.
    """
    grid = result.grid
    own = grid.local[: grid.dimensions]
    by_threads: dict[int, Size] = {}
    for size in sizes:
        known = by_threads.get(prod(size))
        if prod(size) != prod(own) and (known is None or _distance(size, own) < _distance(known, own)):
            by_threads[prod(size)] = size

    def nearness(threads: int) -> tuple[bool, float]:
        ratio = log2(threads / prod(own))
        return not ratio.is_integer(), abs(ratio)

    return [by_threads[threads] for threads in sorted(sorted(by_threads, key=nearness)[:_MOST])]


def _distance(size: Size, other: Size) -> float:
    return sum(abs(log2(a / b)) for a, b in zip(size, other, strict=True))


def _tried(result: Result, local: Size, resize: Resize) -> TriedSize:
    try:
        other = resize(local, result.cycles + 1)  # a run does not end in the cycle of its limit
    except SimtError as error:  # of the compiler, the machine or the oracle
        return TriedSize(local, None, why=error.message or str(error).partition("\n")[0])
    if other.stop is not None:
        why = f"ends with {STOP_CODES[other.stop.kind]}, {other.stop.kind.replace('_', ' ')}"
        return TriedSize(local, None, why=f"more than {result.cycles}" if other.stop.kind == "cycle_limit" else why)
    if other.check is None and not _are_equal(result, other):
        return TriedSize(local, None, why="leaves other arrays, and there is no oracle to say which are right")
    if other.check is not None and not other.check.passed:
        return TriedSize(local, None, why=f"wrong: {other.check.where}")
    return TriedSize(local, other.cycles, result.cycles - other.cycles)


def _are_equal(result: Result, other: Result) -> bool:
    """Return whether two runs leave the same bits in all arrays of global memory."""
    return result.buffers.keys() == other.buffers.keys() and all(
        np.array_equal(array.view(np.uint8), other.buffers[name].view(np.uint8))
        for name, array in result.buffers.items()
    )
