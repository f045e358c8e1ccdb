"""How warps follow on each other through the steps of a program: two times per step, and what delayed them.

All warps run the same code, and every scheduling rule that is fair keeps them within about one instruction of each
other. A step is therefore described by two cycles: that in which the *first* warp is selected for it and that in which
the *last* one is. From step to step both follow from maxima and sums only (a linear system in the max-plus algebra):

- the first warp is selected for a step when its own result is back (`latency`), when the units that it needs have
  served the warps of the step before that use them (`uses`), and, if the front end keeps the order, when the queue of
  the step before has been selected;
- the last one is selected when its own result is back, and not before all warps have passed the tightest resource
  (`spread`).

After a barrier both start from the last warp's arrival: that is its drain.

A block that is visited v times is put through three times; what the third pass takes is what every further one takes.
So the effort grows with the length of the program and not with the trip counts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from simt.model.refined.steps import ISSUE, OPERANDS, RETIRE, Block, Step

__all__ = ["Charges", "Rounds", "through_blocks", "with_active_set"]

Charges = dict[str, float]  # cycles by reason, in the words of the issue ledger

_MIN = -math.inf


@dataclass(frozen=True)
class Rounds:
    """Where the warps are. Times in cycles.

    first, last: the selects of the first and the last warp for the step `done`. free: when each unit, and the issue
    port, has served what came before. began, issued: since the last barrier, the time and the issue cycles. charges:
    what `last` is made of.
    """

    first: float = 0.0
    last: float = 0.0
    done: Step | None = None
    free: dict[str, float] = field(default_factory=dict)
    began: float = 0.0
    issued: float = 0.0
    charges: Charges = field(default_factory=dict)

    def later(self, cycles: float, charges: Charges) -> Rounds:
        """The same situation `cycles` later, with what the time was spent on."""
        return replace(
            self,
            first=self.first + cycles,
            last=self.last + cycles,
            free={name: time + cycles for name, time in self.free.items()},
            began=self.began + cycles,
            charges=_sum(self.charges, charges),
        )


def _sum(one: Charges, other: Charges, factor: float = 1.0) -> Charges:
    return {name: one.get(name, 0.0) + factor * other.get(name, 0.0) for name in one | other}


@dataclass(frozen=True, slots=True)
class Flow:
    """How instructions follow on each other on a machine.

    warps: of the launch. width: issue slots. is_ordered: whether the front end keeps the order of selection, so that an
    instruction whose unit is busy holds up all behind it (docs/processor.md, section 4); with f = 0 it holds up none.
    """

    warps: int
    width: int
    is_ordered: bool

    def advance(self, now: Rounds, step: Step) -> Rounds:
        """All warps one step further."""
        before = now.done
        began, issued = now.began, now.issued + self.warps / self.width
        back = first = 0.0
        if before is not None:
            back = now.last + before.latency
            first = back if before.is_barrier else max(now.first + before.latency, now.free[ISSUE])
            if before.is_barrier:
                began, issued = first, self.warps / self.width
        own = first
        for unit, _ in step.uses:
            first = max(first, now.free.get(unit, _MIN))
        queue = first + step.spread
        last = queue if before is None else max(queue, back)
        free = dict(now.free)
        if self.is_ordered:
            free[ISSUE] = queue + step.hold
        else:
            # Nothing holds the issue port up, so only its own work counts: one slot for every instruction since.
            last = max(last, began + issued - 1 / self.width)
            free[ISSUE] = first + 1 / self.width
        for unit, cycles in step.uses:
            free[unit] = queue + cycles
        charges = dict(now.charges)
        self._charge(charges, step, before, last - now.last, first - own)
        return Rounds(first, last, step, free, began, issued, charges)

    def _charge(self, charges: Charges, step: Step, before: Step | None, cycles: float, waited: float) -> None:
        """Divide the cycles of a step: issue, then the tightest resource, then the wait for the result before."""
        left = cycles

        def take(name: str, most: float) -> None:
            nonlocal left
            part = max(0.0, min(left, most))
            if part:
                charges[name] = charges.get(name, 0.0) + part
                left -= part

        take("issued", self.warps / self.width)
        take("bank_conflict", self.warps * step.conflict)
        busy = {RETIRE: "retire_port", OPERANDS: "operand_bank"}.get(step.resource, "unit_busy")
        take(busy, self.warps * (step.gap - step.conflict - 1 / self.width))
        take("unit_busy", waited)
        take(before.reason if before is not None else "not_selected", math.inf)


def through_blocks(blocks: Sequence[Block], flow: Flow) -> Rounds:
    """All warps through all blocks, each as often as it is visited. `blocks` are not empty."""
    now = Rounds()
    for block in blocks:
        once = through(block.steps, flow, now)
        if block.visits == 1:
            now = once
            continue
        twice = through(block.steps, flow, once)
        thrice = through(block.steps, flow, twice)
        cycles = thrice.last - twice.last
        charges = _sum(thrice.charges, twice.charges, -1.0)
        if block.visits > 1 or now.done is None:
            more = max(block.visits - 1, 0.0)
            now = once.later(more * cycles, {name: more * value for name, value in charges.items()})
        else:  # not all warps come here
            share = block.visits
            now = now.later(share * cycles, {name: share * value for name, value in charges.items()})
    return now


def through(steps: Sequence[Step], flow: Flow, now: Rounds) -> Rounds:
    """All warps through some steps, once."""
    for step in steps:
        now = flow.advance(now, step)
    return now


def with_active_set(blocks: Sequence[Block], flow: Flow, members: int) -> list[Block]:
    """The blocks as the rule `two_level` runs them: `members` warps at a time, each to its next local access.

    A warp keeps its place in the active set while it waits for the ALU and the FPU, and gives it up as it is selected
    for a local access or a barrier: the one that has been ready for the longest gets it. So a stretch from one such
    instruction to the next acts like one long instruction: the set is the unit, and it serves ceil(warps / members)
    batches, one after the other.
    """
    inner = replace_warps(flow, members)
    return [Block(tuple(_stretches(block.steps, flow, inner)), block.visits) for block in blocks]


def replace_warps(flow: Flow, warps: int) -> Flow:
    """The same machine with fewer warps."""
    return Flow(warps, flow.width, flow.is_ordered)


def _stretches(steps: Sequence[Step], flow: Flow, inner: Flow) -> list[Step]:
    found: list[Step] = []
    part: list[Step] = []
    for k, step in enumerate(steps):
        part.append(step)
        if step.leaves or k + 1 == len(steps):
            found.append(_stretch(part, flow, inner))
            part = []
    return found


def _stretch(steps: Sequence[Step], flow: Flow, inner: Flow) -> Step:
    """A stretch as one step: its latency is that of one warp through it, its gap that of the batches."""
    narrow = [replace(step, spread=(inner.warps - 1) * step.gap) for step in steps]
    last = narrow[-1]
    end = through(narrow, inner, Rounds())
    # Until the places of a batch are free again: selecting a local access or a barrier frees them at once.
    place = end.last + (1 / flow.width if last.leaves else last.latency)
    batches = -(-flow.warps // inner.warps)
    tightest = max(steps, key=lambda step: step.gap)
    return Step(
        latency=end.first + last.latency,
        gap=place / inner.warps,
        uses=(),
        spread=max((batches - 1) * place, (flow.warps - 1) * tightest.gap),
        hold=place,
        is_barrier=last.is_barrier,
        leaves=False,
        resource=tightest.resource,
        reason=last.reason,
        conflict=sum(step.conflict for step in steps),
    )
