"""The run of a launch by a sample of its work-groups: what is simulated, when it is enough, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from isa.reporting.diagnostics import ProgramError
from simt.core.engine.output import Output
from simt.core.engine.run import output_of
from simt.core.state.placed import Memories, Placed
from simt.core.state.state import State
from simt.launch.how import How
from simt.launch.sampling.estimate import LEVEL, Batch, Estimate, estimate
from simt.launch.sampling.plan import FEWEST_WAVES, HEAD, Plan
from simt.launch.sampling.profile import Profile
from simt.launch.sampling.scaled import fill
from simt.launch.sampling.walk import Ledgers, Point, Walk
from simt.result.sample import Sample
from simt.threads import processors

_GROWTH = 1.5  # times as long as the stretches of the pass before


class SampleError(ProgramError):
    """A launch that cannot be sampled, because its work-groups need what others leave."""

    code = "E0509"


class Run(NamedTuple):
    """A run by a sample: the output of an engine, and what was sampled; None if the run ended early.

    scale: what counts of the far side of the interconnect are multiplied with.
    """

    output: Output
    sample: Sample | None = None
    scale: float = 1.0


def wave_of(placed: Placed) -> int:
    """Return how many work-groups a machine holds at a time."""
    return placed.places * placed.machine.cores


def sample_problem(placed: Placed) -> str:
    """Return why a launch has too few work-groups for a sample, or ""."""
    groups, needed = placed.grid.groups, FEWEST_WAVES * wave_of(placed)
    if placed.grid.number is None and groups >= needed:
        return ""
    have = f"{groups} work-groups" if groups > 1 else "one work-group"
    held = wave_of(placed)
    return f"a sample needs {needed} work-groups or more, {FEWEST_WAVES} times the {held} that {placed.machine.name} " \
           f"holds at a time, and the launch has {have}"  # fmt: skip


def run_sampled(
    placed: Placed, memories: Callable[[], Memories], how: How, progress: Callable[[int], object] | None = None
) -> Run:
    """Run a launch without time, then cycle by cycle until the rest can be estimated.

    - memories: makes the memories before the launch; called twice.
    - how: `sample` is half the width of the interval that is wanted, in percent of the cycles.
    - progress: called with 0 while the launch runs without time, then with the cycle. A true answer ends the run.

    The output has the values and the counts of instructions of the run without time, and estimates of everything else.
    A run without time that ends early is the output; so is a cycle run that is interrupted or reaches its limit.

    Raises `SampleError` if a sampled work-group traps, which none does in the run without time.
    """
    machine, wave = placed.machine, wave_of(placed)
    most = int(how.max_cycles * machine.most_issued * machine.cores)
    watch = None if progress is None else lambda _: progress(0)
    profile = Profile.of(placed, memories(), wave, most, watch)
    if profile.output.status != "done":
        return Run(profile.output)
    names = ["" if entry is None else machine.unit_of(entry) for entry in placed.program.instructions]
    kinds = profile.classes(np.unique(names, return_inverse=True)[1])
    walk = Walk(
        State.build(placed, memories()), placed.grid.groups, wave, limit=how.max_cycles, watch=progress,
        threads=processors() if how.workers is None else how.workers,
    )  # fmt: skip
    plan = Plan(placed.grid.groups, wave, profile.bounds, kinds, profile.work.astype(float))
    sampler = _Sampler(walk, plan, (how.sample or 0) / 100)
    sampler.run()
    output = output_of(walk.state, "cycle", None, walk.was_interrupted)
    if output.trap is not None:
        what = output.trap.kind.replace("_", " ")
        raise SampleError(
            f"a sampled work-group stopped ({what}), and none does without a sample: groups need what others leave",
            help="run the launch without a sample",
        )  # fmt: skip
    return Run(output) if not walk.is_done else _estimated(sampler, profile, output)


def _estimated(sampler: _Sampler, profile: Profile, output: Output) -> Run:
    """Make a finished walk's output the estimate of the whole launch."""
    found, walk = sampler.found, sampler.walk
    cycles, simulated = round(sampler.cycles + found.cycles), walk.now
    scale = fill(walk.state, sampler.whole(), profile.output, cycles)
    output.cycles = cycles
    sample = Sample(
        percent=100 * sampler.share,
        level=LEVEL,
        margin=round(sampler.margin),
        simulated_groups=walk.groups - walk.skipped,
        simulated_cycles=simulated,
        stretches=len(sampler.windows) - 2,
        classes=len(np.unique(sampler.plan.kinds)),
    )
    return Run(output, sample, scale)


class _Window(NamedTuple):
    """A part of the run whose cycles count: the counts before and after it."""

    before: Ledgers
    after: Ledgers


@dataclass
class _Sampler:
    """A sample that is being taken: what was measured until now, and the estimate of the rest.

    share: half the width of the interval that is wanted, as a share of all cycles. windows: the head, the stretches,
    the tail.
    """

    walk: Walk
    plan: Plan
    share: float
    cycles: int = 0  # that were measured
    issued: int = 0
    margin: float = 0.0  # in cycles
    batches: list[Batch] = field(default_factory=list)
    windows: list[_Window] = field(default_factory=list)
    found: Estimate = field(default_factory=lambda: Estimate(0.0, 0.0, np.zeros(0)))

    def run(self) -> None:
        """Simulate the head, stretches until the estimate is good enough, and the tail."""
        walk, plan = self.walk, self.plan
        before = Ledgers.of(walk.state)
        walk.run_to(HEAD * walk.wave)
        self._count(Point(0, 0), before)
        plan.simulated.append((0, walk.next_group))
        plan.measured.append((0, walk.next_group))
        self._stretch(walk.next_group, 2 * plan.stretch - 1)
        self._passes()
        self._tail()

    def _passes(self) -> None:
        """Simulate stretches until the estimate is good enough, or until there is no room for more."""
        classes, length, earlier = len(np.unique(self.plan.kinds)), float(self.plan.stretch), 0.0
        count = max(1, classes - 1)
        while self.walk.goes_on:
            begins, waves = self.plan.next_stretches(count, round(length))
            for begin in begins:
                self._stretch(begin, waves)
            if not earlier:
                self._stretch(self.plan.last, self.plan.stretch)
            elif not begins:
                return
            if len(self.batches) < 2:
                return  # the run was stopped before that
            count, length = -(-classes // 2), length * _GROWTH
            self.found = self._estimate()
            whole = self.cycles + self.found.cycles
            # The estimate of the pass before was no better than by what it has changed.
            self.margin = max(self.found.margin, abs(whole - earlier) if earlier else 0.0)
            earlier = whole
            if self.margin <= self.share * whole:
                return

    def _estimate(self) -> Estimate:
        return estimate(self.batches, self.plan.left_out(self.issued), self.plan.kinds)

    def _stretch(self, begin: int, waves: int) -> None:
        """Go to a work-group, let the machine settle down, and measure a number of waves.

        A jump goes over whole waves. So groups that end together go on to do so in the same places, and the last wave
        is as full as in the whole launch.
        """
        walk, plan = self.walk, self.plan
        lead = 0
        if begin != walk.next_group:
            begin += (walk.next_group - begin) % walk.wave
            lead = plan.size(waves) - waves * walk.wave
            walk.skip_to(begin)
            walk.run_to(begin + lead)
        first, before, start = walk.next_group, Ledgers.of(walk.state), walk.point()
        last, number = start, len(self.windows)
        for wave in range(waves):
            end = begin + lead + (wave + 1) * walk.wave
            if end > plan.tail or not walk.goes_on:
                break
            walk.run_to(end)
            here = walk.point()
            if walk.goes_on and here.issued > last.issued:
                block = plan.block_of(end - walk.wave // 2)
                kind, passed = int(plan.kinds[block]), here.cycle - last.cycle
                self.batches.append(Batch(block, kind, number, passed, here.issued - last.issued))
            last = here
        self._count(start, before)
        plan.take(begin, first, walk.next_group)

    def _tail(self) -> None:
        """Simulate the last wave, with a lead before it, until the machine is empty."""
        walk, plan = self.walk, self.plan
        reached = max(end for _, end in plan.simulated)
        if walk.next_group < reached:
            walk.skip_to(reached + (walk.next_group - reached) % walk.wave)
        walk.run_to(plan.tail)
        start, before, first = walk.point(), Ledgers.of(walk.state), walk.next_group
        walk.finish()
        if walk.is_done:
            self._count(start, before)
            plan.measured.append((first, walk.groups))
            floor = self.margin - self.found.margin  # what an earlier pass was wrong by
            self.found = self._estimate()
            self.margin = max(self.found.margin, self.margin if floor > 0 else 0.0)

    def _count(self, start: Point, before: Ledgers) -> None:
        """Count the cycles since a moment as measured."""
        end = self.walk.point()
        self.cycles += end.cycle - start.cycle
        self.issued += end.issued - start.issued
        self.windows.append(_Window(before, Ledgers.of(self.walk.state)))

    def whole(self) -> Ledgers:
        """Return estimates of all counts: every window as often as it stands for."""
        times, size = np.ones(len(self.windows)), np.zeros(len(self.windows))
        more = np.zeros(len(self.windows))
        for batch, part in zip(self.batches, self.found.parts, strict=True):
            more[batch.stretch] += part * batch.work
            size[batch.stretch] += batch.work
        times += np.divide(more, size, out=np.zeros_like(more), where=size > 0)
        whole = Ledgers.zero(self.windows[0].before)
        for window, each in zip(self.windows, times.tolist(), strict=True):
            whole = whole.plus(window.before, window.after, each)
        return whole
