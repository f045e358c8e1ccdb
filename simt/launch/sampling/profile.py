"""The profile of a launch from a run without time: the work of its blocks of work-groups, and its values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from simt.core.engine.output import Output, active_lanes
from simt.core.engine.run import Pace, Running, output_of
from simt.core.state import states
from simt.core.state.placed import Memories, Placed
from simt.core.state.state import State

BLOCKS = 96  # of a profile, about


class Counted(NamedTuple):
    """Counts of a launch without time. stats: STATS [instructions]. widths: int64 [lanes], as in `Ledgers`."""

    stats: np.ndarray
    widths: np.ndarray

    def times(self, factor: float) -> Counted:
        """Return these counts that many times, in whole numbers."""
        stats = self.stats.copy()
        for name in stats.dtype.names or ():
            stats[name] = np.rint(self.stats[name] * factor)
        return Counted(stats, np.rint(self.widths * factor).astype(np.int64))


def rows_of(state: State) -> np.ndarray:
    """Return the counts so far that a profile has, of a launch without time, int64 [2, instructions]."""
    stats = state.cores.ledgers.stats[0]
    return np.array([stats["issues"], active_lanes(stats, int(state.cores.spec[0]["warp_size"]))])


@dataclass(frozen=True)
class Profile:
    """The work of a launch, block by block: a block is a number of waves in a row.

    - bounds: int64 [blocks + 1], the first work-group of each block, and the number of work-groups of the launch.
    - counts: float64 [blocks, 2, instructions]: for each block and instruction the number of issues, and the sum of the
      active lanes over these issues.
    - counted: the counts of the whole launch.
    - output: the functional run, which may have ended early; None if only some work-groups were run.
    - is_exact: whether the counts are exact. doubt: half the width of the interval of the number of operations, as a
      share of this number.
    - groups_run: the number of work-groups that were run.
    """

    bounds: np.ndarray
    counts: np.ndarray
    counted: Counted
    output: Output | None = None
    is_exact: bool = False
    doubt: float = 0.0
    groups_run: int = 0

    @property
    def work(self) -> np.ndarray:
        """The warp operations that each block issues, float64 [blocks]."""
        work: np.ndarray = self.counts[:, 0].sum(axis=1)
        return work

    def joined(self) -> Profile:
        """Return the profile with one block, of a launch whose work-groups all do the same."""
        return replace(self, bounds=self.bounds[[0, -1]], counts=self.counts.sum(axis=0, keepdims=True))

    def classes(self, kinds: np.ndarray) -> np.ndarray:
        """Return the class of each block, int64 [blocks]. Blocks of one class do nearly the same work.

        Blocks are alike if the shares of the kinds of operation in them, and of the lanes that are active, differ by
        little (`_SCALES`). kinds: the kind of each instruction, int64 [instructions].
        """
        return _leaders(_features(self.counts, kinds))

    @classmethod
    def of(
        cls, placed: Placed, memories: Memories, wave: int, limit: int, watch: Callable[[int], object] | None = None
    ) -> Profile:
        """Run a launch without time, and note the counts after each block.

        - wave: the work-groups of a wave.
        - limit: the largest number of instructions to run.
        - watch: called with the instructions so far; a true answer ends the run.
        """
        groups = placed.grid.groups
        step = max(1, round(groups / wave / BLOCKS)) * wave
        bounds = np.array([*range(0, groups, step), groups], np.int64)
        state = State.build(placed, memories, without_time=True)
        running, stats = Running(state), state.cores.ledgers.stats
        before = rows_of(state)
        blocks, pace, was_interrupted = [], Pace(), False
        for end in bounds[1:].tolist():
            state.cores.link.launches["groups"] = end
            state.cores.run["status"] = states.RUNNING
            was_interrupted = _run_block(running, limit, pace, watch) and end < groups
            if was_interrupted or state.cores.run["status"][0] != states.DONE:
                break
            after = rows_of(state)
            blocks.append(after - before)
            before = after
        output = output_of(state, was_interrupted)
        counted = Counted(stats[0], state.cores.ledgers.widths[0])
        return cls(bounds, np.array(blocks, float), counted, output, is_exact=True, groups_run=groups)


def _run_block(running: Running, limit: int, pace: Pace, watch: Callable[[int], object] | None) -> bool:
    """Run a launch without time to the number of work-groups that it has now; return whether the watcher says stop."""
    run: Any = running.state.cores.run[0]
    while run["status"] == states.RUNNING and run["sequence"] < limit:
        begin, most = int(run["sequence"]), pace.cycles
        seconds = running.advance(min(limit, begin + most), limit)
        done = int(run["sequence"])
        if done - begin >= most:  # a block that ends sooner says little about the pace
            pace.took(done - begin, seconds)
        if watch is not None and watch(done):
            return True
    return False


# Differences at which two blocks count as unlike: of the share of a kind of operation, of the share of active lanes.
_SCALES = (0.08, 0.15)
_MOST_CLASSES = 6


def _features(counts: np.ndarray, kinds: np.ndarray) -> np.ndarray:
    """Return float64 [blocks, features], in which a distance of 1 is a difference that matters."""
    issues, active = counts[:, 0], counts[:, 1].sum(axis=1)
    whole = np.maximum(1, issues.sum(axis=1))
    share, lanes = _SCALES
    columns = [issues[:, kinds == kind].sum(axis=1) / whole / share for kind in np.unique(kinds)]
    most = max(1.0, float((active / whole).max()))
    return np.stack([*columns, active / whole / most / lanes], axis=1)


def _leaders(points: np.ndarray) -> np.ndarray:
    """Return the class of each point: the nearest leader. The farthest point leads until all are near enough."""
    classes = np.zeros(len(points), np.int64)
    far = np.abs(points - points[0]).max(axis=1)
    for number in range(1, _MOST_CLASSES):
        leader = int(far.argmax())
        if far[leader] <= 1:
            break
        distance = np.abs(points - points[leader]).max(axis=1)
        classes[distance < far] = number
        far = np.minimum(far, distance)
    return classes
