"""Section 1: the launch of one work-group on a plain processor."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from tests.reference import values
from tests.reference.groups import Grid
from tests.reference.processor import Processor
from tests.reference.scoreboard import Scoreboard

if TYPE_CHECKING:
    from isa.program.program import Program
    from simt.machine import Machine
    from tests.reference.record import ReferenceResult
    from tests.reference.scheduler import Rule

__all__ = ["simulate"]


def word_bits(value: Any, type_name: str) -> int:
    """The 32 bits of an input value of a declared type."""
    if type_name == "f32":
        bits: int = struct.unpack("<I", np.float32(value).tobytes())[0]
        return bits
    return int(value) & values.MASK


def store_inputs(processor: Processor, program: Program, inputs: Mapping[str, Any]) -> None:
    """Before cycle 0: arrays into local memory, scalars into their parameter's constant word."""
    for name, value in inputs.items():
        if name in program.params:
            parameter = program.params[name]
            processor.constants[parameter.index] = word_bits(value, parameter.type)
            continue
        array = program.locals[name]
        items = np.asarray(value)
        if len(items) > array.length:
            raise ValueError(f"{name} has {array.length} words, {len(items)} given")
        for index, item in enumerate(items):
            processor.local[array.address + index] = word_bits(item, array.type)


def simulate(
    program: Program,
    machine: Machine,
    *,
    inputs: Mapping[str, Any] | None = None,
    threads: int | None = None,
    shape: tuple[int, ...] = (),
    offset: tuple[int, ...] = (),
    max_cycles: int = 100_000,
    group_id: int = 0,
    groups: int = 1,
    rule: Rule | None = None,
) -> ReferenceResult:
    """Run one work-group.

    `inputs`: values by the name of a .local array (1-D, at most its length) or of a .param (a scalar); floats are
    stored as bits where the declared type is f32. `threads` defaults to `program.threads`; `shape` is a group of one to
    three dimensions in its place, `offset` that of the launch. It is group `group_id` of `groups` in a row. `rule`
    replaces the scheduling rule. Raises ValueError if the work-group does not fit the machine.
    """
    shape = shape or (threads or program.threads,)
    grid = Grid((groups * shape[0], *shape[1:]), shape, offset)
    kind = Scoreboard if machine.issue.has_scoreboard else Processor
    processor = kind(program, machine, grid, group_id, rule)
    store_inputs(processor, program, inputs or {})
    return processor.run(max_cycles)
