"""States on top of each other: what the compiled cycle engine is called with.

A call from Python takes the interpreter's lock before and after, which costs a short run more than its own work as soon
as several threads want it. Therefore the entry point runs any number of states in one call: every array of a state has
a first axis for them. A single run is a stack of one. Machines whose states have the same shapes are of one structure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from isa.program import Program
from simt.core.state.layout import (
    SPEC,
    Bundles,
    Divergence,
    Fixed,
    Ledgers,
    LocalMemory,
    Operands,
    Pipeline,
    Record,
    RegisterFile,
    mapped,
)
from simt.core.state.lowering import lowered, values_of
from simt.core.state.state import Launch, State, Units, queue_depth, spec_of, units_of
from simt.machine.schema import Machine

# Keys of a machine that decide no shape, and nothing that a state holds before its run but what follows from its units
# and their latencies. A key that is not here is taken to matter.
_NO_MATTER_OF_STRUCTURE = ("name", "description", "clock_mhz", "alu", "fpu", "lds")
_STRUCTURE = tuple(name for name in Machine.model_fields if name not in _NO_MATTER_OF_STRUCTURE)


class Stack(NamedTuple):
    """The groups of arrays of states, an axis for the states before those of `State`; in the order of the entry."""

    fixed: Fixed
    runs: Any
    pipeline: Pipeline
    bundles: Bundles | None
    register_file: RegisterFile | None
    warps: Any
    wheel: Any
    operands: Operands
    divergence: Divergence | None
    memory: LocalMemory
    ledgers: Ledgers
    record: Record


def _mapped(state: State | Stack, change: Callable[[np.ndarray], np.ndarray]) -> list[Any]:
    """The groups of a state or a stack, every array changed."""
    return [mapped(getattr(state, name), change) for name in Stack._fields]


def stack_of_one(state: State) -> Stack:
    """The stack of a state alone: views of its arrays."""
    return Stack(*_mapped(state, lambda array: array[None]))


def structure_of(machine: Machine) -> tuple[object, ...]:
    """Equal for machines whose states have the same shapes and begin alike, the program and the launch being equal."""
    units = units_of(machine)
    return (units.owners, queue_depth(units.latencies(machine)), *values_of(machine, _STRUCTURE))


class Batch:
    """A stack for machines of one structure, used again and again: `fill` resets it, the entry point runs it.

    `template` is a state before its run, with its local memory in place. wanted: states; there is room for as many of
    them as fit into `limit` bytes, and for one at least. Nothing is recorded.
    """

    def __init__(self, program: Program, launch: Launch, template: State, wanted: int, limit: int) -> None:
        size = sum(array.nbytes for name in Stack._fields for array in _arrays(template, name))
        self.most = max(1, limit // size)
        self.count = count = min(wanted, self.most)
        self.program = program
        self.launch = launch
        self.template = template
        stack = Stack(*_mapped(template, lambda array: np.empty((count, *array.shape), array.dtype)))
        operands = stack.operands._replace(floats=stack.operands.words.view(np.float32))
        self.stack = stack._replace(operands=operands)
        # The arrays that a run writes, each with what it begins as.
        written = [name for name in Stack._fields if name not in ("fixed", "record")]
        self._resets = [
            (_raw(array, 1), _raw(source, 0))
            for name in written
            for array, source in zip(_arrays(self.stack, name), _arrays(template, name), strict=True)
            if array is not operands.floats
        ]
        self._specs, self._code = _raw(self.stack.fixed.specs, 1), _raw(self.stack.fixed.code, 1)
        self._instances = _raw(self.stack.pipeline.instances, 1)
        self._latencies = self.stack.pipeline.instances["latency"]
        self._known: dict[int, _Units] = {}
        self._placed: list[_Units | None] = [None] * count  # those whose specification and code are in each place

    def fill(self, machines: Sequence[Machine]) -> Stack:
        """The stack of these machines' states before their first cycle; at most `count` machines, of one structure."""
        number = len(machines)
        for array, source in self._resets:
            array[:number] = source
        latencies = []
        for k, machine in enumerate(machines):
            units = units_of(machine)
            latencies.append(units.latencies(machine))
            known = self._known.get(id(units)) or self._learn(units, machine)
            self._instances[k] = known.instances
            if self._placed[k] is not known:
                self._specs[k], self._code[k] = known.specs, known.code
                self._placed[k] = known
        self._latencies[:number] = latencies
        return self.stack._replace(runs=self.stack.runs[:number])  # whose length is the number of states

    def _learn(self, units: Units, machine: Machine) -> _Units:
        """What machines with these units have in common."""
        if len(self._known) >= _KEPT_UNITS:
            self._known.clear()
        specs = np.zeros(1, SPEC)
        specs[0] = spec_of(machine, self.program, self.launch)
        code = lowered(self.program, machine, self.template.places, units.units)
        found = _Units(units, _raw(specs, 0), _raw(code, 0), _raw(units.instances, 0))
        self._known[id(units)] = found
        return found

    def state(self, k: int) -> State:
        """The k-th state, as views of the stack."""
        groups = _mapped(self.stack, lambda array: array[k])
        return State(
            places=self.template.places, units=self.template.units, **dict(zip(Stack._fields, groups, strict=True))
        )


_KEPT_UNITS = 64


class _Units(NamedTuple):
    """Arrays of bytes for machines with the same units."""

    units: Units  # which keeps its id from others
    specs: np.ndarray
    code: np.ndarray
    instances: np.ndarray


def _raw(array: np.ndarray, axes: int) -> np.ndarray:
    """The bytes behind the first `axes` axes as one: numpy copies records field by field, ten times as slowly."""
    return array.view(np.uint8).reshape(*array.shape[:axes], -1)


def _arrays(groups: State | Stack, name: str) -> tuple[np.ndarray, ...]:
    """The arrays of a group."""
    group = getattr(groups, name)
    return group if isinstance(group, tuple) else () if group is None else (group,)
