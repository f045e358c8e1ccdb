"""What the runs of a core and of a device have in common: how they stop, the loop around chunks of them, their sums."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from simt.core.state import layout
from simt.core.state.layout import RUNNING
from simt.core.state.reasons import LANE_KINDS, TRAP_KINDS
from simt.core.state.state import State


@dataclass(frozen=True, slots=True)
class Trap:
    """A stop that the program caused (docs/processor.md, section 9)."""

    kind: str
    cycle: int
    warp: int
    lanes: int
    pc: int
    value: int


def trap_of(run: Any) -> Trap | None:
    """The trap of a RUN record, if there was one."""
    if not run["trap"]:
        return None
    numbers = (int(run[f"trap_{name}"]) for name in ("cycle", "warp", "lanes", "pc", "value"))
    return Trap(TRAP_KINDS[int(run["trap"])], *numbers)


def status_of(status: int, trap: Trap | None, was_interrupted: bool = False) -> str:
    """How a run ended, from the kernels' status: interrupted, trap, done or cycle_limit."""
    if was_interrupted:
        return "interrupted"
    return "trap" if trap else "done" if status == layout.DONE else "cycle_limit"


def in_chunks(
    run: Any,
    counter: str,
    limit: int,
    chunk: int,
    advance: Callable[[int], object],
    progress: Callable[[int], object] | None,
) -> bool:
    """Run until the end or until `counter` is at `limit`; returns whether `progress` has stopped the run before.

    run: the record, RUN or FAR, that has the status and the counter. advance: runs until the counter is at its
    argument, at most `chunk` further than before. progress: called with the counter after each chunk; true: stop.
    """
    while run["status"] == RUNNING and run[counter] < limit:
        advance(min(limit, int(run[counter]) + chunk))
        if progress is not None and progress(int(run[counter])) and run["status"] == RUNNING:
            return True
    return False


class Output:
    """What follows from other things that an engine leaves behind: sums, and the warps that a deadlock is about."""

    __slots__ = ()

    @property
    def stats(self) -> np.ndarray:
        """STATS records [program], of all cores."""
        raise NotImplementedError

    @property
    def _one_core(self) -> State:
        """The state of a core: what it has, and what cores have in common."""
        raise NotImplementedError

    @property
    def _warps(self) -> np.ndarray:
        """WARP records of the core; of a device, of the core of the trap."""
        raise NotImplementedError

    @property
    def instructions(self) -> int:
        """Warp instructions issued on all cores; with bundles: bundles."""
        return int(self.stats["issues" if self._one_core.bundles is None else "starts"].sum())

    @property
    def operations(self) -> int:
        """Operations issued on all cores; without bundles the same."""
        return int(self.stats["issues"].sum())

    @property
    def lane_ledger(self) -> dict[str, int]:
        """Issued operations x lanes by what the lane was."""
        stats = self.stats
        lanes = int(stats["issues"].sum()) * int(self._one_core.fixed.specs[0]["warp_size"])
        active, diverged, tail = (int(stats[name].sum()) for name in ("active", "diverged", "tail"))
        return dict(zip(LANE_KINDS, (active, diverged, lanes - active - diverged - tail, tail), strict=True))

    def waiting(self) -> list[tuple[int, int, int]]:
        """(warp, program counter of its `bar`, since cycle) of every warp that waits; of a device, on that core."""
        warps = self._warps
        found = np.flatnonzero(warps["state"] == layout.WAITING)
        return [(int(w), int(warps[w]["issue_pc"]), int(warps[w]["since"])) for w in found]

    def finished(self) -> list[int]:
        """Warps that have ended; of a device, on the trap's core and of groups that have not."""
        return [int(w) for w in np.flatnonzero(self._warps["state"] == layout.FINISHED)]
