"""Chains of one instruction, by which published microbenchmarks and tests of presets measure its cost."""

from __future__ import annotations

import numpy as np

import simt
from simt.machine import Machine

LOCAL = ".local chain u32[16]"
GLOBAL = ".buffer chain, u32\n    mov.b32 r1, chain"  # each word has its own address: the buffer begins at byte 4096


def cost(machine: Machine, instruction: str, prepare: str = "") -> float:
    """Cycles of one more `instruction` in a chain of them, for one work-item."""
    inputs = {"chain": np.full(8, 4096)} if prepare == GLOBAL else None
    cycles = []
    for count in (10, 20):
        source = f"{prepare}\n.rept {count}\n    {instruction}\n.endr\n    ret\n"
        result = simt.run(simt.assemble(source), machine, inputs=inputs, local_size=1)
        assert result.completed, result.stop
        cycles.append(result.cycles)
    return (cycles[1] - cycles[0]) / 10
