"""The work of a launch, estimated from a sample of its work-groups.

Each group of the sample runs without time, on the memory from before the launch.

If no condition of the program differs between work-groups, two groups are enough, and the counts are exact. Otherwise
work-groups are drawn from strata, until the operations of the launch are known well enough. A sample needs groups that
can run alone. If the program has atomics on global memory, or if a group reads words that another group may write, all
groups have to run, in order.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from isa.flow.cfg import control_flow
from isa.flow.variation import BY_GROUP, variation
from isa.program.program import Program
from simt.core.engine.entry import call
from simt.core.engine.output import Output
from simt.core.engine.run import output_of
from simt.core.jit.packed import Packed, pack
from simt.core.loops.accesses import BUFFERS, BY_WORD, READ, WRITTEN
from simt.core.loops.functional import TAKEN
from simt.core.state import kinds, states
from simt.core.state.placed import Memories, Placed
from simt.core.state.state import State
from simt.launch.sampling.profile import Counted, Profile, rows_of

_STRATA = 32
_FIRST = 2  # groups of a stratum, at first; twice as many each time that they are not enough
# Instructions in whose time a group is begun: drawn, with its counts noted, and as one of all.
_DRAWN_COST, _COST = 2000, 50
_MOST = 1 / 2  # of the time that all groups would take: if more is needed, it is as well to run all
_WATCHED = 64  # groups whose accesses are noted
_UNSEEN = 0.01  # chance that a kind of group as frequent as `unseen` says is not in the sample
_SURE = 2.58  # standard errors of an interval of 99 %
_SEED = 1


def are_alike(program: Program, policy: str) -> bool:
    """Return whether all work-groups of a launch issue the same instructions, with the same lanes.

    They do if no condition depends on the number of the work-group or on data. policy: the machine's `branch.policy`.
    """
    return set(variation(program, control_flow(program), policy, BY_GROUP).values()) <= {"nothing"}


class Groups:
    """Work-groups of a launch that are run one by one, in any order, without time.

    state: the state of a run without time, on a device.
    """

    def __init__(self, state: State) -> None:
        assert state.device is not None
        self.state = state
        self._device: Any = state.device
        self._packed = pack(state.cores, state.device)

    @cached_property
    def _parts(self) -> list[tuple[slice, np.ndarray]]:
        """The rows of notes of each buffer, and the bits of its words in them."""
        return [_bits(int(first) // 4, -(-int(end) // 4)) for first, end in self.state.cores.link.buffers[0]]

    @cached_property
    def _seen(self) -> np.ndarray:
        """The notes of the accesses of a group, int64 [1, 3, rows]."""
        rows = max(len(self._device.words) // 64 + 1, len(self.state.cores.link.buffers[0]))
        return np.zeros((1, 3, rows), np.int64)

    @cached_property
    def _watched(self) -> Packed:
        """The arguments of a run that takes these notes."""
        cores = self.state.cores
        return pack(cores._replace(link=cores.link._replace(seen=self._seen)), self._device)

    @property
    def has_ended(self) -> bool:
        """Return whether the last group has run to its end: none has trapped or was stopped."""
        is_resident = bool(self.state.cores.link.units[0, 0]["resident"])
        return bool(self.state.cores.run[0]["status"] != states.TRAPPED) and not is_resident

    def run(self, group: int, until: int) -> None:
        """Run a work-group. until: the instruction at which the run stops."""
        self.state.cores.run[0]["status"] = states.RUNNING
        self._device.fars[0]["ended"], self._device.crew[0]["end"] = group, group + 1
        call("groups", self._packed, until, 0)

    def is_alone(self, group: int, until: int) -> bool:
        """Run a work-group; return whether it needs no other group.

        until: the number of instructions at which the run stops.

        A group may need other groups if it reads words that it does not write itself, from a buffer to which it writes.
        The engine notes accesses only if several threads of the host share the groups (simt/core/engine/shares.py). So
        it is given two threads here, and only one of them runs.
        """
        device, seen = self._device, self._seen[0]
        seen[:] = 0
        seen[BUFFERS, : len(self._parts)] = BY_WORD
        device.crew[0]["threads"], device.crew[0]["end"] = 2, group + 1
        device.signals[TAKEN] = group
        try:
            call("groups", self._watched, until, 0)
        finally:
            device.crew[0]["threads"] = 1
        foreign = seen[READ] & ~seen[WRITTEN]
        return not any(
            (seen[WRITTEN, rows] & mask).any() and (foreign[rows] & mask).any() for rows, mask in self._parts
        )  # fmt: skip

    def counts(self) -> Counted:
        """Return copies of all counts so far."""
        ledgers = self.state.cores.ledgers
        return Counted(ledgers.stats[0].copy(), ledgers.widths[0].copy())

    def rows(self) -> np.ndarray:
        """Return the counts so far that a profile has, float64 [2, instructions]."""
        return rows_of(self.state).astype(float)


def _bits(first: int, end: int) -> tuple[slice, np.ndarray]:
    """Return the rows of notes of the words from `first` to before `end`, and int64 [rows] with the bits of these."""
    rows = slice(first // 64, -(-end // 64))
    is_inside = np.zeros(64 * (rows.stop - rows.start), np.uint8)
    is_inside[first - 64 * rows.start : end - 64 * rows.start] = 1
    return rows, np.packbits(is_inside, bitorder="little").view(np.int64)


def profile_of_groups(
    placed: Placed, memories: Memories, wave: int, *, share: float, limit: int,
    watch: Callable[[int], object] | None = None,
) -> Profile | None:  # fmt: skip
    """Return the work of a launch, estimated from some of its work-groups; None if all groups have to run.

    - memories: the memories before the launch. They are changed.
    - wave: the work-groups of a wave.
    - share: the largest error of the number of operations that is accepted, as a share of this number.
    - limit: the largest number of instructions to run.
    - watch: as for `Profile.of`.
    """
    program, groups = placed.program, placed.grid.groups
    is_alike = are_alike(program, placed.machine.branch.policy)
    state = State.build(placed, memories, without_time=True)
    if (state.cores.code[0]["kind"] == kinds.ATOMIC).any() and not is_alike:
        return None
    runner = Groups(state)
    if not is_alike:
        return _Drawn(runner, groups, wave).profile(share, limit, watch)
    chosen = (groups // 2, groups - 1)  # the last one is likeliest to leave its arrays
    for group in chosen:
        runner.run(group, limit)
        if not runner.has_ended:
            return None
    times = groups / len(chosen)
    counts, counted = runner.rows()[None] * times, runner.counts().times(times)
    return Profile(np.array([0, groups], np.int64), counts, counted, is_exact=True, groups_run=len(chosen))


class _Drawn:
    """Work-groups that are drawn from strata: as many from each, without repetition.

    - order: the work-groups of each stratum, in the order in which they are drawn.
    - rows: the counts of the groups that have run, for each stratum, float64 [2, instructions] each.
    """

    def __init__(self, runner: Groups, groups: int, wave: int) -> None:
        self._runner, self._groups = runner, groups
        step = max(1, round(groups / wave / _STRATA)) * wave
        self._bounds = np.array([*range(0, groups, step), groups], np.int64)
        generator = np.random.default_rng(_SEED)
        self._order = [
            generator.permutation(np.arange(low, high))
            for low, high in zip(self._bounds[:-1].tolist(), self._bounds[1:].tolist(), strict=True)
        ]
        self._rows: list[list[np.ndarray]] = [[] for _ in self._order]
        self._before = runner.rows()
        self._ran = 0

    def profile(self, share: float, limit: int, watch: Callable[[int], object] | None) -> Profile | None:
        """Draw until the sum is known to `share` of it; None if all may as well run, or if a group cannot run alone."""
        size, needed = _FIRST, 1.0
        while self._pays(max(needed, size * len(self._order))):
            for stratum, order in enumerate(self._order):
                for group in order[len(self._rows[stratum]) : size].tolist():
                    if not self._take(stratum, group, limit):
                        return None
                if watch is not None and watch(0):
                    return self._made(output_of(self._runner.state, was_interrupted=True))
            noise, unseen = self._doubts()
            if math.hypot(noise, unseen) <= share:
                return self._made()
            size, needed = 2 * size, self._ran * max((noise / share) ** 2, unseen / share)
        return None

    def _pays(self, count: float) -> bool:
        """Return whether this number of groups takes less time than all, by far."""
        own = float(self._before[0].sum()) / max(1, self._ran)  # instructions of a group
        return count * (own + _DRAWN_COST) <= _MOST * self._groups * (own + _COST) or not self._ran

    def _take(self, stratum: int, group: int, limit: int) -> bool:
        """Run a group; return whether that went well: alone, and to its end."""
        is_alone = True
        if self._ran < _WATCHED:
            is_alone = self._runner.is_alone(group, limit)
        else:
            self._runner.run(group, limit)
        rows = self._runner.rows()
        self._rows[stratum].append(rows - self._before)
        self._before = rows
        self._ran += 1
        return is_alone and self._runner.has_ended

    def _doubts(self) -> tuple[float, float]:
        """Return half the width of the interval of all operations, as a share of them, for two reasons.

        The first is the variance between the groups of a stratum, of a finite number of groups. The second is groups of
        kinds that are so rare that none was drawn: each is taken to do nothing, or twice as much as others.
        """
        total = variance = 0.0
        for rows, order in zip(self._rows, self._order, strict=True):
            work = np.array([row[0].sum() for row in rows])
            total += len(order) * work.mean()
            if len(order) > len(work):
                own = work.var(ddof=1) if len(work) > 1 else work.mean() ** 2
                variance += len(order) ** 2 * (1 - len(work) / len(order)) * own / len(work)
        unseen = -math.log(_UNSEEN) / self._ran * (1 - self._ran / self._groups)
        return (_SURE * math.sqrt(variance) / total if total else 1.0), unseen

    def _made(self, output: Output | None = None) -> Profile:
        ready = [number for number, rows in enumerate(self._rows) if rows]  # all of them, unless it was interrupted
        counts = np.array([np.mean(self._rows[number], axis=0) * len(self._order[number]) for number in ready])
        counted = self._runner.counts()
        counted = counted.times(float(counts[:, 0].sum()) / max(1, int(counted.stats["issues"].sum())))
        doubt = math.hypot(*self._doubts()) if output is None else 1.0
        return Profile(self._bounds, counts, counted, output, doubt=doubt, groups_run=self._ran)
