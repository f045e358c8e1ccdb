"""The limits of a design: what limits its run, and the scarcest resource of the FPGA."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from simt.exploration.silicon.parts import Part, shares
from simt.exploration.silicon.resources import ClockPath, ResourceEstimate, clock_path

FULL = 0.9  # ours: a resource that is busy for this share of the cycles limits a run, whatever the losses
_NO_LOSS = ("issued", "slot_empty")  # of the issue ledger: no warp waits because of an empty slot of its bundle


@dataclass(frozen=True, slots=True)
class RunBinding:
    """The limits of a run.

    busy: the share of the cycles in which each resource is busy, largest first. lost: the reason for which most issue
    slots were lost, and its share of all slots; None if no slot was lost.
    """

    busy: Mapping[str, float]
    lost: tuple[str, float] | None

    @property
    def busiest(self) -> tuple[str, float]:
        """The busiest resource and its share of the cycles, or "nothing" and 0."""
        return next(iter(self.busy.items()), ("nothing", 0.0))

    @property
    def resource(self) -> str:
        """The busiest resource if it is full or no slot was lost, else the reason of the largest loss."""
        name, share = self.busiest
        return name if self.lost is None or share >= FULL else self.lost[0]

    def __str__(self) -> str:
        name, share = self.busiest
        busiest = f"{name} {100 * share:.0f} %"
        if self.lost is None or self.lost[1] < 0.005:
            return busiest
        loss = f"{self.lost[0]} {100 * self.lost[1]:.0f} %"
        return f"{busiest}, {loss}" if share >= FULL else f"{loss}, {busiest}"


def run_binding(row: Mapping[str, Any]) -> RunBinding:
    """Return the limits of a complete run. row: its results, by column of a results file."""
    cycles = row["cycles"] or 1
    busy = {name: count / cycles for name, count in json.loads(row["busy"] or "{}").items()}
    issue = json.loads(row["issue"] or "{}")
    slots = sum(issue.values())
    losses = {name: count / slots for name, count in issue.items() if name not in _NO_LOSS}
    lost = max(losses.items(), key=lambda item: item[1]) if losses else None
    return RunBinding(dict(sorted(busy.items(), key=lambda item: -item[1])), lost)


@dataclass(frozen=True, slots=True)
class SiliconBinding:
    """The resource of a part that a design uses most, and the path that sets its clock.

    - kind: luts, flip_flops, slices, ramb16 or dsp48.
    - share: the used share of the part; above 1 the design does not fit.
    - block: the block of the processor that uses most of the resource.
    - block_share: the block's share of the design's use.
    """

    part: Part
    kind: str
    share: float
    block: str
    block_share: float
    clock: ClockPath

    def __str__(self) -> str:
        return f"{self.kind} {100 * self.share:.0f} %: {self.block}"


def silicon_binding(silicon: ResourceEstimate, part: Part) -> SiliconBinding:
    """Find the resource of `part` that a design uses most, and the path that sets its clock."""
    kind, share = max(shares(silicon, part).items(), key=lambda item: item[1])
    block = max(silicon.blocks, key=lambda block: getattr(block, kind))
    block_share = getattr(block, kind) / max(1, getattr(silicon, kind))
    return SiliconBinding(part, kind, share, block.name, block_share, clock_path(silicon.machine))
