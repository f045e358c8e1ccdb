"""The resources of a core: when each instance is free, and how steps occupy them."""

from __future__ import annotations

from simt.machine import Machine
from simt.machine.bundle_slots import slots_of_instances
from simt.models.refined.steps import MEMORY, OPERANDS, Step, Wait

# The use of a resource by a step: a heap of the times at which each instance is free, the cycles for which the step
# occupies one, and the wait for one.
Use = tuple[list[float], float, Wait]


class Units:
    """The resources of a core."""

    def __init__(self, machine: Machine) -> None:
        self._machine, self._schedulers = machine, machine.issue.schedulers
        self._counts = machine.unit_counts
        self._instances: dict[tuple[str, int, int], list[float]] = {}
        self._uses: dict[tuple[int, int], list[Use]] = {}

    def uses_of(self, step: Step, scheduler: int) -> list[Use]:
        """Return what a step of a warp of a scheduler uses. Steps are known by their identity."""
        key = id(step), scheduler
        found = self._uses.get(key)
        if found is None:
            found = self._uses[key] = [
                (self._of(name, slot, scheduler), busy, Wait(_reason(name, step), name))
                for name, slot, busy in step.uses
            ]
        return found

    def _of(self, name: str, slot: int, scheduler: int) -> list[float]:
        """Return when each instance of a resource is free. slot: the slot that has them alone, else -1."""
        is_private = self._schedulers > 1 and self._machine.is_per_scheduler(name)
        key = name, slot, scheduler if is_private else 0
        if key not in self._instances:
            count = self._counts.get(name, 1)
            if slot >= 0:
                count = slots_of_instances(self._machine, name).count(slot)
            self._instances[key] = [0.0] * (count // self._schedulers if is_private else count)
        return self._instances[key]


def _reason(name: str, step: Step) -> str:
    """Return the ledger's reason of a warp that waits for a resource."""
    if name == OPERANDS:
        return "operand_bank"
    if name == MEMORY:
        return "uncoalesced" if step.access is not None and step.access.after_first else "memory_queue"
    return "bank_conflict" if name == "lds" and step.conflict else "unit_busy"
