"""The units of a machine as the engine sees them: instances in the order in which retire asks them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from simt.core.state import layout
from simt.machine import Machine
from simt.machine.costs import costs_of

MEMORY = 0  # on a device, the instance of the unit of global memory: the first that retire asks (`unit_counts`)


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: its instances, which are `first` to `end` - 1 in the retire order, its beats and its interval.

    per_scheduler: whether each instance serves one scheduler alone.
    """

    first: int
    end: int
    beats: int
    interval: int
    per_scheduler: bool


class Units(NamedTuple):
    """The units of a machine, which machines that differ only in latencies share."""

    units: Mapping[str, Unit]
    owners: tuple[str, ...]  # the unit of each instance, in the order in which retire asks them
    instances: np.ndarray  # INSTANCE [K], not to be written to

    @property
    def counted(self) -> int:
        """The number of instances whose refusals a scoreboard has to count in every cycle: the first one, or all.

        The first may be the unit of global memory. All are counted if some instruction has several to choose from.
        """
        firsts = [(k, record) for k, record in enumerate(self.instances) if record["end"] > 0]
        return 1 if all(k + record["step"] >= record["end"] for k, record in firsts) else len(self.instances)

    def latencies(self, machine: Machine) -> list[int]:
        """Return the latency of every instance."""
        return [machine.latency(name) for name in self.owners]

    def depth(self, machine: Machine) -> int:
        """Return the number of places in the queue of each instance.

        There are enough for the longest latency, rounded up to a multiple of a step: machines whose latencies differ
        little have cores of one shape, and can be run in one batch.
        """
        longest = max(*self.latencies(machine), *(cost.latency for cost in costs_of(machine.costs)))
        return -(-(longest + 2) // _DEPTH_STEP) * _DEPTH_STEP


_DEPTH_STEP = 16


def units_of(machine: Machine) -> Units:
    """Return the units of a machine, one object for machines that differ in latencies, scheduling or memories alone."""
    return _units(
        tuple(
            (name, count, machine.beats(name), machine.interval(name), machine.is_per_scheduler(name))
            for name, count in machine.unit_counts.items()
        ),
        machine.issue.schedulers,
    )


@lru_cache(maxsize=1024)
def _units(described: tuple[tuple[str, int, int, int, bool], ...], schedulers: int) -> Units:
    """Build the units from name, instances and the fields of each, in the order in which retire asks them."""
    units: dict[str, Unit] = {}
    owners: list[str] = []
    numbers: list[int] = []
    for name, count, beats, interval, per_scheduler in described:
        units[name] = Unit(len(owners), len(owners) + count, beats, interval, per_scheduler)
        owners += [name] * count
        numbers += range(count)
    instances = np.zeros(len(owners), layout.INSTANCE)
    instances["number"] = numbers
    instances["frozen_in"] = -1
    instances["next_offer"] = layout.NEVER
    for unit in units.values():
        step = schedulers if unit.per_scheduler else 1
        firsts = instances[unit.first : min(unit.end, unit.first + step)]
        firsts["end"], firsts["step"] = unit.end, step
    return Units(units, tuple(owners), instances)
