"""Runs in one call: the arguments of the compiled cycle engine for several runs of plain processors.

A call from Python takes the interpreter's lock before and after. If several threads want the lock, this costs a short
run more than its own work. Therefore the entry point runs any number of cores in one call, one after the other. The
cores need not belong to one device. Two machines have the same structure if the arrays of their cores have the same
shapes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from isa.table.units import STANDARD
from simt.core.engine.entry import call
from simt.core.engine.run import Pace
from simt.core.jit.packed import pack
from simt.core.state.cores import with_floats
from simt.core.state.groups import groups_of
from simt.core.state.layout import Core, mapped
from simt.core.state.lowering import lowered, values_of
from simt.core.state.placed import Memories, Placed
from simt.core.state.state import State, spec_of
from simt.core.state.units import Units
from simt.machine import Machine

# Keys of a machine that change no shape, and nothing that a core holds before its run except what follows from its
# units and their latencies. A key that is missing here is taken to matter.
_NO_MATTER_OF_STRUCTURE = ("name", "description", "clock_mhz", *STANDARD)
_STRUCTURE = tuple(name for name in Machine.model_fields if name not in _NO_MATTER_OF_STRUCTURE)


def structure_of(machine: Machine, units: Units) -> tuple[object, ...]:
    """Return a key of the shape of a machine's cores; machines with equal keys can share the arrays of a batch.

    units: `units_of` the machine.
    """
    return (units.owners, units.depth(machine), *values_of(machine, _STRUCTURE))


class Batch:
    """Cores for machines of one structure, used again and again: `fill` resets them, the entry point runs them.

    placed, memories: the launch, which is the same on all machines, as placed on one of them. wanted: the number of
    cores. It is reduced to the number of cores that fit into `limit` bytes, but not below one. Nothing is recorded.
    """

    def __init__(self, placed: Placed, memories: Memories, wanted: int, limit: int) -> None:
        template = State.build(placed, memories)
        size = sum(array.nbytes for array in _arrays(template.cores))
        self.most = max(1, limit // size)
        self.count = count = min(wanted, self.most)
        self.pace = Pace(count)
        self.placed = placed
        self.template = template
        self.cores = with_floats(mapped(template.cores, lambda array: np.empty((count, *array.shape[1:]), array.dtype)))
        # The arrays that a run writes, each with its initial content.
        written = [name for name in Core._fields if name not in ("spec", "code", "record")]
        self._resets = [
            (_raw(array), _raw(source))
            for name in written
            for array, source in zip(
                _arrays(getattr(self.cores, name)), _arrays(getattr(template.cores, name)), strict=True
            )
            if array is not self.cores.operands.floats
        ]
        self._packed = pack(self.cores)
        self._specs, self._code = _raw(self.cores.spec), _raw(self.cores.code)
        self._instances = _raw(self.cores.pipeline.instances)
        self._latencies = self.cores.pipeline.instances["latency"]
        self._known: dict[int, _Units] = {}
        self._placed: list[_Units | None] = [None] * count  # whose specification and code are in each place

    def fill(self, machines: Sequence[tuple[Machine, Units]]) -> Core:
        """Return cores for these machines, each with its units, before their first cycle.

        `run` has one record for each machine. The cores that the last call returned are overwritten. machines: at most
        `count` machines, of one structure.
        """
        number = len(machines)
        for array, source in self._resets:
            array[:number] = source
        latencies = []
        for k, (machine, units) in enumerate(machines):
            latencies.append(units.latencies(machine))
            known = self._known.get(id(units)) or self._learn(units, machine)
            self._instances[k] = known.instances
            if self._placed[k] is not known:
                self._specs[k], self._code[k] = known.specs, known.code
                self._placed[k] = known
        self._latencies[:number] = latencies
        return self.cores._replace(run=self.cores.run[:number])  # their length is the number of cores

    def advance(self, number: int, until: int, limit: int) -> float:
        """Run the first `number` cores as `Running` runs a state (run.py); return the seconds that it took."""
        return call("cycle", self._packed, number, until, limit)

    def _learn(self, units: Units, machine: Machine) -> _Units:
        """Return what machines with these units have in common, and keep it for the next call of `fill`."""
        if len(self._known) >= _KEPT_UNITS:
            self._known.clear()
        file = self.template.file
        placed = Placed(self.placed.program, machine, self.placed.grid)
        code = lowered(placed, file, units.units, groups_of(machine, "cycle")).code[None]
        spec = np.array(spec_of(placed, file, code))[None]
        common = _Units(units, _raw(spec)[0], _raw(code)[0], _raw(units.instances[None])[0])
        self._known[id(units)] = common
        return common

    def state(self, k: int) -> State:
        """Return the k-th core as a state, a view of its arrays."""
        return State(self.template.file, mapped(self.cores, lambda array: array[k : k + 1]), None)


_KEPT_UNITS = 64


class _Units(NamedTuple):
    """Arrays of bytes for machines with the same units."""

    units: Units  # kept, so that no other object gets its id
    specs: np.ndarray
    code: np.ndarray
    instances: np.ndarray


def _raw(array: np.ndarray) -> np.ndarray:
    """Return a view of each core's bytes: numpy copies records field by field, ten times as slowly."""
    return array.reshape(len(array), -1).view(np.uint8)


def _arrays(group: Any) -> list[np.ndarray]:
    """List the arrays of a group, or of groups of groups."""
    if isinstance(group, tuple):
        return [array for member in group for array in _arrays(member)]
    return [] if group is None else [group]
