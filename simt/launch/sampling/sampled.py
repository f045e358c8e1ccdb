"""The run of a launch by a sample of its work-groups: the simulated parts, the end of the sample, the result."""

from __future__ import annotations

import contextlib
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
from simt.launch.sampling.doubts import balance_of, doubts_after
from simt.launch.sampling.estimate import LEVEL, NO_DOUBTS, Batch, Doubts, Estimate, estimate
from simt.launch.sampling.groups import are_alike, profile_of_groups
from simt.launch.sampling.headroom import Headroom
from simt.launch.sampling.plan import FEWEST_WAVES, FIRST, HEAD, LEAD, STRETCH, Plan, lead_of
from simt.launch.sampling.profile import Profile
from simt.launch.sampling.scaled import fill
from simt.launch.sampling.walk import Ledgers, Point, Walk
from simt.result.sample import Sample
from simt.threads import processors

_GROWTH = 1.5  # times as long as the stretches of the pass before
_PLACES = 3  # the first stretches of a launch of several kinds of groups, at least
_SHARE_OF_DOUBT = 1 / 3  # of the interval that is wanted: of the operations that the launch issues


class SampleError(ProgramError):
    """A launch that cannot be sampled, because its work-groups need values that other work-groups leave."""

    code = "E0509"


class Run(NamedTuple):
    """A run by a sample: the output of an engine, and the description of the sample; None if the run ended early.

    scale: the factor by which counts of the far side of the interconnect are multiplied.
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
    """Run work-groups of a launch without time, then some cycle by cycle until the rest can be estimated.

    - memories: makes the memories before the launch; called two or three times.
    - how: `sample` is half the width of the interval that is wanted, in percent of the cycles; `outputs` says whether
      all work-groups are to run without time, so that values are known.
    - progress: called with 0 while the launch runs without time, then with the cycle. A true answer ends the run.

    The output has the counts of instructions of the run without time, the values of this run if all work-groups ran in
    it, and estimates of everything else. If the run without time ends early, its own output is returned. So is the
    output of a cycle run that is interrupted or reaches its limit.

    Raises `SampleError` if a work-group traps in the cycle run. No group has trapped in the run without time.
    """
    machine, wave = placed.machine, wave_of(placed)
    most = int(how.max_cycles * machine.most_issued * machine.cores)
    watch = None if progress is None else lambda _: progress(0)
    profile = None
    if not how.outputs:
        share = (how.sample or 0) / 100 * _SHARE_OF_DOUBT
        profile = profile_of_groups(placed, memories(), wave, share=share, limit=most, watch=watch)
    if profile is None:
        profile = Profile.of(placed, memories(), wave, most, watch)
        if profile.output is not None and profile.output.status != "done":
            return Run(profile.output)
        if are_alike(placed.program, machine.branch.policy):
            profile = profile.joined()
    names = ["" if entry is None else machine.unit_of(entry) for entry in placed.program.instructions]
    kinds = profile.classes(np.unique(names, return_inverse=True)[1])
    walk = Walk(
        State.build(placed, memories()), placed.grid.groups, wave, limit=how.max_cycles, watch=progress,
        threads=processors() if how.jobs is None else how.jobs,
    )  # fmt: skip
    plan = Plan(placed.grid.groups, wave, profile.bounds, kinds, profile.work)
    headroom = Headroom(walk.state, placed) if plan.is_alike else None
    sampler = _Sampler(walk, plan, (how.sample or 0) / 100, headroom, Doubts(profile.doubt))
    with contextlib.closing(walk):
        sampler.run()
    output = output_of(walk.state, walk.was_interrupted)
    if output.trap is not None:
        if profile.output is None:  # the group may be to blame itself: all are run to know
            every = Profile.of(placed, memories(), wave, most, watch).output
            if every is not None and every.status != "done":
                return Run(every)
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
    words = None if profile.output is None else profile.output.words
    scale = fill(walk.state, sampler.whole(), profile.counted, cycles, words)
    output.cycles = cycles
    sample = Sample(
        percent=100 * sampler.share,
        level=LEVEL,
        margin=round(sampler.margin),
        simulated_groups=walk.groups - walk.skipped,
        simulated_cycles=simulated,
        stretches=1 if sampler.plan.is_alike else len(sampler.windows) - 2,
        classes=len(np.unique(sampler.plan.kinds)),
        groups_run=profile.groups_run,
        has_outputs=words is not None,
        has_counts=profile.is_exact,
    )
    return Run(output, sample, scale)


class _Window(NamedTuple):
    """A part of the run whose cycles count: the counts before and after it."""

    before: Ledgers
    after: Ledgers


@dataclass
class _Sampler:
    """A sample that is being taken: the measurements until now, and the estimate of the rest.

    - share: half the width of the interval that is wanted, as a share of all cycles.
    - headroom: of a launch whose work-groups all do the same; None of another one.
    - doubts: about the rest of the launch.
    - windows: the head, the stretches, the tail.
    """

    walk: Walk
    plan: Plan
    share: float
    headroom: Headroom | None = None
    doubts: Doubts = NO_DOUBTS
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
        if self.headroom is not None:
            self.headroom.start()
        self._stretch(walk.next_group, FIRST)
        self._passes()
        self._tail()

    def _passes(self) -> None:
        """Simulate stretches until the estimate is good enough, or until there is no room for more.

        The rate after the start may do for a launch whose groups are all of a kind. Several kinds need several places.
        If all groups do the same, the machine just goes on: places differ only by their addresses, and a jump brings
        two distant parts of memory together, which may change the rate by more than the place does.
        """
        classes, length = len(np.unique(self.plan.kinds)), float(STRETCH)
        if classes == 1 and self._is_enough():
            return
        while self.plan.is_alike and self.walk.goes_on:
            measured = len(self.batches)
            self._stretch(self.walk.next_group, max(1, measured // 3))
            if len(self.batches) == measured or self._is_enough():
                return
        count = 1 if classes == 1 else max(_PLACES, classes - 1)
        while self.walk.goes_on:
            begins, waves = self.plan.next_stretches(count, round(length))
            for begin in begins:
                self._stretch(begin, waves)
            if not begins or self._is_enough():
                return
            count, length = -(-classes // 2), length * _GROWTH

    def _is_enough(self) -> bool:
        """Estimate the rest, and return whether that is good enough."""
        if len(self.batches) < 2:
            return True  # the run was stopped before that
        headroom = 1.0 if self.headroom is None else self.headroom.share()
        balance = balance_of(self.walk.state.cores.ledgers.issue.sum(axis=(0, 1)))
        waves = self.walk.groups / self.walk.wave
        self.doubts = doubts_after(self.batches, waves, balance)._replace(work=self.doubts.work, headroom=headroom)
        self.found = self._estimate()
        return self.found.margin <= self.share * (self.cycles + self.found.cycles)

    def _estimate(self) -> Estimate:
        return estimate(self.batches, self.plan.left_out(self.issued), self.plan.kinds, self.doubts)

    def _stretch(self, begin: int, waves: int) -> None:
        """Go to a work-group, let the machine settle down, and measure a number of waves.

        A jump goes over whole waves. So groups that end together go on to do so in the same places, and the last wave
        is as full as in the whole launch. A wave is measured by time: it is the time in which the machine begins as
        many groups as it holds. Groups that begin together would make the count of groups a worse clock.
        """
        walk, plan = self.walk, self.plan
        before = self.windows[-1].after  # unless the walk jumps, nothing has run since
        if begin != walk.next_group:
            begin += (walk.next_group - begin) % walk.wave
            walk.skip_to(begin)
            for _ in range(lead_of(waves)):
                self._wave()
            before = Ledgers.of(walk.state)
        first, start = walk.next_group, walk.point()
        last, number = start, len(self.windows)
        for _ in range(waves):
            group = walk.next_group
            if group + walk.wave > plan.tail or not walk.goes_on:
                break
            self._wave()
            here = walk.point()
            age = (walk.next_group - walk.skipped) / walk.wave
            if walk.goes_on and here.issued > last.issued:
                block = plan.block_of((group + walk.next_group) // 2)
                kind, passed = int(plan.kinds[block]), here.cycle - last.cycle
                self.batches.append(Batch(block, kind, number, passed, here.issued - last.issued, age))
            last = here
        self._count(start, before)
        plan.take(begin, first, walk.next_group)

    def _wave(self) -> None:
        """Run for the time of a wave: the operations of all groups that the machine holds, at the rate so far.

        The time is as even as the rate. Where groups begin together, their number would be a worse clock.
        """
        cycles, issued = sum(batch.cycles for batch in self.batches), sum(batch.work for batch in self.batches)
        rate = cycles / issued if issued else self.cycles / max(1, self.issued)
        self.walk.run_for(max(1, round(rate * self.plan.work_of_wave(self.walk.next_group))))

    def _tail(self) -> None:
        """Simulate the last wave, with a lead before it, until the machine is empty."""
        walk, plan = self.walk, self.plan
        begin = plan.tail - LEAD * walk.wave
        if walk.next_group < begin:
            walk.skip_to(begin - (begin - walk.next_group) % walk.wave)
        walk.run_to(plan.tail)
        start, before, first = walk.point(), Ledgers.of(walk.state), walk.next_group
        walk.finish()
        if walk.is_done:
            self._count(start, before)
            plan.measured.append((first, walk.groups))
            self.found = self._estimate()
            self.margin = self.found.margin

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
