"""The branches at which a warp's lanes part, and the lanes that wait for each branch, from the event record of a run.

A living lane that is not active in an issued instruction waits. The wait is charged to the last instruction that the
lane executed together with an active lane: a jump, `mask_nz`, `br_push` or a write to `exec`, under any branch policy.
Every lane that the lane ledger counts as `diverged` is charged to one branch, so the charges sum to `diverged`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from simt.result.result import Result

_ALL = (1 << 64) - 1
_NEVER = -1


@dataclass(frozen=True, slots=True)
class Parting:
    """An instruction at which lanes went different ways."""

    pc: int
    issues: int  # times issued, in the whole run
    parted: int  # times in the record after which the lanes went different ways
    lost: int  # lanes that waited because of the branch, summed over issued instructions


@dataclass(frozen=True, slots=True)
class Partings:
    """The branches at which lanes part, in descending order of lost lanes.

    unknown: the number of lost lanes that parted before the record began. is_complete: whether the record has the whole
    run. If so, the lost lanes sum to `diverged` of the lane ledger.
    """

    branches: tuple[Parting, ...]
    unknown: int
    is_complete: bool

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        rows = [asdict(branch) for branch in self.branches]
        return {"branches": rows, "unknown": self.unknown, "complete": self.is_complete}


def partings_of(result: Result) -> Partings:
    """Return the branches at which the lanes of a run parted. Raises `ValueError` without an event record."""
    parted: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    is_complete = True
    for core in result.cores:
        if core.events is None:
            raise ValueError("this run recorded no events: run with record=True")
        is_complete &= core.events.first == 0 and core.events.end == core.cycles
        if not result.machine.branch.lanes_may_part:  # lanes never part, and bundles have several events
            continue
        events = core.events.instructions
        order = np.argsort(events["warp"], kind="stable")
        for own in np.split(events[order], np.flatnonzero(np.diff(events["warp"][order])) + 1):
            _count(own, parted, lost)
    unknown = lost.pop(_NEVER, 0)
    pcs = sorted(parted.keys() | lost.keys(), key=lambda pc: (-lost[pc], -parted[pc], pc))
    return Partings(
        tuple(Parting(pc, int(result.issues[pc]), parted[pc], lost[pc]) for pc in pcs), unknown, is_complete
    )


def _count(events: np.ndarray, parted: Counter[int], lost: Counter[int]) -> None:
    """Add one warp's partings and lost lanes by program counter. Lanes that parted before the record go to `_NEVER`.

    events: the warp's instructions in order of issue.
    """
    masks, living, pcs = (events[name] for name in ("mask", "living", "pc"))
    is_first = np.ones(len(events), bool)
    is_first[1:] = (masks[1:] != masks[:-1]) | (living[1:] != living[:-1])
    firsts = np.flatnonzero(is_first)
    ends = np.append(firsts[1:], len(events))
    # Sets of lanes that were active together, each with its last event, in order of that event. A set that is contained
    # in a later one is dropped.
    seen: dict[int, int] = {}
    parting_events: set[int] = set()
    rows = zip(firsts.tolist(), ends.tolist(), masks[firsts].tolist(), living[firsts].tolist(), strict=True)
    for first, end, mask, alive in rows:
        active, waiting = mask & _ALL, alive & ~mask & _ALL
        left, parting = waiting, active
        for together, event in reversed(seen.items()):
            # Without any active lane (explicit masks) all wait because of their last common instruction.
            if left & together and (together & active or not active):
                lost[int(pcs[event])] += (left & together).bit_count() * (end - first)
                left &= ~together
            if parting & together and together & waiting:
                parting_events.add(event)
            parting &= ~together
            if not left and not parting:
                break
        lost[_NEVER] += left.bit_count() * (end - first)
        seen = {together: event for together, event in seen.items() if together & ~active}
        seen[active] = end - 1
    parted.update(int(pcs[event]) for event in parting_events)
