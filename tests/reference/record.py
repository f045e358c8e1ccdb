"""Section 10: what a run leaves behind."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["Event", "EventDraft", "ReferenceResult", "Trap", "Wait"]


class Trap(NamedTuple):
    """Section 9. `lanes` is a mask; `pc` the instruction's program counter (deadlock: that of the warp's `bar`)."""

    kind: str
    cycle: int
    warp: int
    lanes: int
    pc: int
    value: int


class Wait(NamedTuple):
    """A warp that waits at a barrier when the run stops: the `bar` and the cycle in which it retired."""

    warp: int
    pc: int
    since: int


class Event(NamedTuple):
    """One issued operation. Cycles (and the instance) are -1 where it has not come to that; then the degree is 0."""

    sequence: int
    warp: int
    pc: int
    mask: int
    living: int
    slot: int
    instance: int
    degree: int
    select: int
    enter: int
    offer: int
    retire: int
    ready: int
    depth: int  # stack entries at select


@dataclass(eq=False, slots=True)
class EventDraft:
    """An event while its operation is in flight."""

    sequence: int
    warp: int
    pc: int
    mask: int
    living: int
    slot: int
    select: int
    depth: int
    instance: int = -1
    degree: int = 0
    enter: int = -1
    offer: int = -1
    retire: int = -1
    ready: int = -1

    def final(self) -> Event:
        return Event(*(getattr(self, name) for name in Event._fields))


@dataclass
class ReferenceResult:
    """Everything that two engines must agree on. Ledger keys are (program counter or -1, reason)."""

    cycles: int
    status: str  # "done", "trap" or "cycle_limit"
    trap: Trap | None
    registers: npt.NDArray[np.uint32]  # [launched warps, machine.registers, warp_size]
    carry: list[int]  # per warp, one bit per lane
    local: npt.NDArray[np.uint32]  # [local.words]
    events: list[Event]
    instructions: int = 0  # bundles issued
    operations: int = 0  # their parts: without bundles (`vliw.slots` = 1) as many
    ready_bits: list[int] = field(default_factory=list)  # per cycle, after select, one bit per warp
    slot_reasons: list[list[str]] = field(default_factory=list)  # per cycle and slot
    warp_states: list[list[str]] = field(default_factory=list)  # per cycle and warp
    bank_words: list[list[int]] = field(default_factory=list)  # per cycle and bank
    issue_ledger: Counter[tuple[int, str]] = field(default_factory=Counter)
    warp_ledger: Counter[tuple[int, str]] = field(default_factory=Counter)
    lane_ledger: Counter[str] = field(default_factory=Counter)
    issues: list[int] = field(default_factory=list)  # per instruction of the program
    degree_sum: list[int] = field(default_factory=list)
    disagreements: list[int] = field(default_factory=list)
    waits: list[Wait] = field(default_factory=list)
    scalars: list[list[int]] = field(default_factory=list)  # per warp, the 128 scalar registers where there are any
    conditions: list[int] = field(default_factory=list)  # per warp, SCC
    pending: frozenset[int] = frozenset()  # registers of the warp that trapped, with a scoreboard (section 24)

    def differences(self, other: Any) -> list[str]:
        """The names of the attributes in which another engine's result differs from this one."""
        different = []
        for name in self.__dataclass_fields__:
            mine, theirs = getattr(self, name), getattr(other, name)
            same = np.array_equal(mine, theirs) if isinstance(mine, np.ndarray) else mine == theirs
            if not same:
                different.append(name)
        return different
