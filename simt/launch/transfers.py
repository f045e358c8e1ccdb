"""Host transfers: the cycles in which buffers come before a launch and go after it (docs/processor.md, section 21)."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from simt.launch.arrays import buffer_arrays, buffer_table, changed_buffers
from simt.result.buffers import Transfer, Transfers

if TYPE_CHECKING:
    from isa.program.program import Program
    from simt.machine import Machine
    from simt.result.result import Result


def host_transfers(program: Program, memory: np.ndarray, result: Result) -> Transfers:
    """Return the host's transfers of a launch: in, buffers that are not 0; out, if it ran to its end, changed ones.

    memory: uint32, the buffers of the bound program before the launch, as in `simt.launch.inputs.BoundProgram`.
    """
    machine = result.machine
    places = dict(zip(program.buffers, buffer_table(program).tolist(), strict=True))
    before = buffer_arrays(program, memory)
    moves = [(name, "in") for name, array in before.items() if array.view(np.uint8).any()]
    if result.completed:
        moves += [(name, "out") for name in changed_buffers(program, memory, result.buffers)]
    transfers = [Transfer(name, way, places[name][1], cycles_of(machine, places[name][1])) for name, way in moves]
    return Transfers(tuple(transfers), result.cycles)


def cycles_of(machine: Machine, size: int) -> int:
    """Return the cycles of one transfer of `size` bytes."""
    memory = machine.memory
    rate = min(Fraction(machine.host.link_rate), Fraction(machine.memory_bytes_per_cycle))
    latency = memory.latency
    if memory.policy == "dram":
        latency = machine.memory_latency(machine.dram["bytes_per_req"])
    return machine.host.latency + math.ceil(size / rate) + latency
