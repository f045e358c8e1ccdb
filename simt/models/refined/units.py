"""The resources of a core: when each instance is free, and how steps occupy them."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

from simt.machine import Machine
from simt.models.refined.steps import MEMORY, OPERANDS, Step, Wait

_OTHERS = (MEMORY, OPERANDS)  # from which no results come, or in another order


@dataclass(slots=True, eq=False)
class Unit:
    """A resource, or an instance of one.

    free: the cycle from which on it, or the first of its instances, is free. latest: the latest release of a step that
    it has taken. instances: if there are several; [] if it is the only one.
    """

    free: float = 0.0
    latest: float = -inf
    instances: list[Unit] = field(default_factory=list)

    def taken(self, now: float, time: float) -> Unit:
        """Occupy the first free one of several instances from `now` on, and return it."""
        for instance in self.instances:
            if instance.free <= now:
                break
        instance.free = now + time
        self.free = min([each.free for each in self.instances])
        return instance


# The use of a resource by a step: the resource, the cycles for which the step occupies an instance, the wait for one,
# and whether results leave an instance in the order of entry, one per cycle.
Use = tuple[Unit, float, Wait, bool]


class Units:
    """The resources of a core."""

    def __init__(self, machine: Machine) -> None:
        self._machine, self._schedulers = machine, machine.issue.schedulers
        self._units: dict[tuple[str, int], Unit] = {}
        self._uses: dict[tuple[int, int], list[Use]] = {}

    def uses_of(self, step: Step, scheduler: int) -> list[Use]:
        """Return what a step of a warp of a scheduler uses. Steps are known by their identity."""
        key = id(step), scheduler
        if key not in self._uses:
            is_alone = self._machine.vliw.count == 1  # else its result is not the only one of its step
            self._uses[key] = [
                (self._unit(name, scheduler), time, Wait(_reason(name, step), name), is_alone and name not in _OTHERS)
                for name, time in step.uses
            ]
        return self._uses[key]

    def _unit(self, name: str, scheduler: int) -> Unit:
        """Return the resource that a scheduler may take."""
        is_private = self._schedulers > 1 and self._machine.is_per_scheduler(name)
        key = name, scheduler if is_private else 0
        if key not in self._units:
            count = self._machine.unit_counts.get(name, 1) // (self._schedulers if is_private else 1)
            self._units[key] = Unit(instances=[Unit() for _ in range(count)] if count > 1 else [])
        return self._units[key]


def _reason(name: str, step: Step) -> str:
    """Return the ledger's reason of a warp that waits for a resource."""
    if name == OPERANDS:
        return "operand_bank"
    if name == MEMORY:
        return "uncoalesced" if step.access is not None and step.access.after_first else "memory_queue"
    return "bank_conflict" if name == "lds" and step.conflict else "unit_busy"
