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
from simt.core.layout import Bundles, Divergence, Fixed, Ledgers, LocalMemory, Operands, Pipeline, Record
from simt.core.lowering import lowered, values_of
from simt.core.state import Launch, State, queue_depth, spec_of, units_of
from simt.machine.schema import Machine

__all__ = ["Batch", "Stack", "stack_of_one", "structure_of"]

# Keys of a machine that decide no shape, and nothing that a state holds before its run but the specification, the
# instances of the units and the lowered program. A key that is not here is taken to matter.
_NO_MATTER_OF_STRUCTURE = ("name", "description", "clock_mhz", "alu", "fpu", "lds")
_STRUCTURE = tuple(name for name in Machine.model_fields if name not in _NO_MATTER_OF_STRUCTURE)
_UNITS = ("alu", "fpu", "lds")


class Stack(NamedTuple):
    """The groups of arrays of states, an axis for the states before those of `State`; in the order of the entry."""

    fixed: Fixed
    runs: Any
    pipeline: Pipeline
    bundles: Bundles | None
    warps: Any
    wheel: Any
    operands: Operands
    divergence: Divergence | None
    memory: LocalMemory
    ledgers: Ledgers
    record: Record


def _mapped(state: State | Stack, change: Callable[[np.ndarray], np.ndarray]) -> list[Any]:
    """The groups of a state or a stack, every array changed."""
    found: list[Any] = []
    for name in Stack._fields:
        group = getattr(state, name)
        if isinstance(group, tuple):
            found.append(type(group)(*map(change, group)))
        else:
            found.append(None if group is None else change(group))
    return found


def stack_of_one(state: State) -> Stack:
    """The stack of a state alone: views of its arrays."""
    return Stack(*_mapped(state, lambda array: array[None]))


def structure_of(machine: Machine) -> tuple[object, ...]:
    """Equal for machines whose states have the same shapes and begin alike, the program and the launch being equal."""
    instances = units_of(machine)[1]
    return (len(instances), queue_depth(instances), *values_of(machine, _STRUCTURE))


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
            (array, source)
            for name in written
            for array, source in zip(_arrays(self.stack, name), _arrays(template, name), strict=True)
            if array is not operands.floats
        ]
        self._codes: dict[tuple[object, ...], np.ndarray] = {}
        self._placed: list[np.ndarray | None] = [None] * count  # the code in each place

    def fill(self, machines: Sequence[Machine]) -> Stack:
        """The stack of these machines' states before their first cycle; at most `count` machines, of one structure."""
        number = len(machines)
        for array, source in self._resets:
            array[:number] = source
        fixed, instances = self.stack.fixed, self.stack.pipeline.instances
        for k, machine in enumerate(machines):
            fixed.specs[k, 0] = spec_of(machine, self.program, self.launch)
            instances[k] = units_of(machine)[1]
            code = self._code(machine)
            if self._placed[k] is not code:
                fixed.code[k] = self._placed[k] = code
        return self.stack._replace(runs=self.stack.runs[:number])  # whose length is the number of states

    def _code(self, machine: Machine) -> np.ndarray:
        """The lowered program, the same object for machines whose units are alike."""
        about = values_of(machine, _UNITS)
        code = self._codes.get(about)
        if code is None:
            if len(self._codes) >= _KEPT_CODES:
                self._codes.clear()
            units, _ = units_of(machine)
            code = self._codes[about] = lowered(self.program, machine, self.template.places, units)
        return code

    def state(self, k: int) -> State:
        """The k-th state, as views of the stack."""
        groups = _mapped(self.stack, lambda array: array[k])
        return State(places=self.template.places, **dict(zip(Stack._fields, groups, strict=True)))


_KEPT_CODES = 64


def _arrays(groups: State | Stack, name: str) -> tuple[np.ndarray, ...]:
    """The arrays of a group."""
    group = getattr(groups, name)
    return group if isinstance(group, tuple) else () if group is None else (group,)
