"""Accesses to local memory by vectors leave what they leave lane by lane: a run that is recorded has only these."""

from __future__ import annotations

import pytest

import isa
from simt.core.engine.output import Output
from simt.core.engine.run import simulate
from simt.core.state.grid import Grid
from simt.core.state.placed import Placed
from simt.machine import Machine

# Words side by side, one word, words that are neither; words in two halves of a warp; one word that all lanes store to;
# a word above the memory, if FAR is one.
PROGRAM = """
.threads {threads}
.local x u32[256]
    mov r1, thread_id
    and.u32 r2, r1, 0xfffffff0
    add.u32 r3, r1, r1
    st.local [r1], r1
    st.local [7], r1
    ld.local r4, [r1 + 1]
    ld.local r5, [r2]
    ld.local r6, [5]
    ld.local r7, [r3]
    st.local [r2 + 3], r4
    st.local [r3 + 1], r5
    ld.local r8, [r1 + {far}]
    st.local [r1 + 2], r8
    ret
"""
# Lanes of a warp, lanes of the LDS, banks: with one of them lane by lane, since 16 words side by side have conflicts.
SHAPES = [(16, 16, 16), (32, 16, 16), (32, 8, 16), (64, 16, 32), (16, 4, 4), (32, 16, 8), (32, 32, 32)]


def left(output: Output) -> list[object]:
    cores = output.state.cores
    arrays = (*cores.ledgers, cores.operands.words, cores.memory.words)
    return [output.cycles, output.status, output.trap, *(array.tobytes() for array in arrays)]


@pytest.mark.parametrize(("lanes", "beat", "banks"), SHAPES)
def test_vectors_leave_what_lanes_leave(lanes: int, beat: int, banks: int) -> None:
    keys = {"warp_size": lanes, "warps": 4, "lds.lanes": beat, "banks": banks, "alu.lanes": beat, "fpu.lanes": beat}
    machine = Machine.load("fpga4", keys)
    words = machine.local.words
    traps = []
    for far in (0, words - 1, words - 2 * lanes, 10 * words):
        for threads in (lanes, 2 * lanes, 2 * lanes - 3):  # the last warp is whole, or lacks lanes
            program = isa.assemble(PROGRAM.format(threads=threads, far=far))
            placed = Placed(program, machine, Grid.of(threads))
            output = simulate(placed)
            assert left(output) == left(simulate(placed, record=True))
            traps.append(output.trap is not None)
    assert any(traps)
    assert not all(traps)
