"""The resources of a core: when each instance is free, and how steps occupy them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from simt.machine import Machine
from simt.models.refined.steps import MEMORY, OPERANDS, Step, Wait

_OTHERS = (MEMORY, OPERANDS)  # from which no results come, or in another order


@dataclass(slots=True, eq=False)
class Instance:
    """An instance of a resource. free: when it is. latest: the latest release of a step that it has taken."""

    free: float = 0.0
    latest: float = -inf


# The use of a resource by a step: its instances, the cycles for which the step occupies one, the wait for one, and
# whether results leave an instance in the order of entry, one per cycle.
Use = tuple[Sequence[Instance], float, Wait, bool]


def soonest(instances: Sequence[Instance]) -> float:
    """Return when an instance is free."""
    return min([instance.free for instance in instances])


def first_free(instances: Sequence[Instance], now: float) -> Instance:
    """Return the first instance that is free: the one that a step takes."""
    return next(instance for instance in instances if instance.free <= now)


class Units:
    """The resources of a core."""

    def __init__(self, machine: Machine) -> None:
        self._machine, self._schedulers = machine, machine.issue.schedulers
        self._instances: dict[tuple[str, int], list[Instance]] = {}
        self._uses: dict[tuple[int, int], list[Use]] = {}

    def uses_of(self, step: Step, scheduler: int) -> list[Use]:
        """Return what a step of a warp of a scheduler uses. Steps are known by their identity."""
        key = id(step), scheduler
        if key not in self._uses:
            is_alone = self._machine.vliw.count == 1  # else its result is not the only one of its step
            self._uses[key] = [
                (self._of(name, scheduler), time, Wait(_reason(name, step), name), is_alone and name not in _OTHERS)
                for name, time in step.uses
            ]
        return self._uses[key]

    def _of(self, name: str, scheduler: int) -> list[Instance]:
        """Return the instances of a resource that a scheduler may take."""
        is_private = self._schedulers > 1 and self._machine.is_per_scheduler(name)
        key = name, scheduler if is_private else 0
        if key not in self._instances:
            count = self._machine.unit_counts.get(name, 1) // (self._schedulers if is_private else 1)
            self._instances[key] = [Instance() for _ in range(count)]
        return self._instances[key]


def _reason(name: str, step: Step) -> str:
    """Return the ledger's reason of a warp that waits for a resource."""
    if name == OPERANDS:
        return "operand_bank"
    if name == MEMORY:
        return "uncoalesced" if step.access is not None and step.access.after_first else "memory_queue"
    return "bank_conflict" if name == "lds" and step.conflict else "unit_busy"
