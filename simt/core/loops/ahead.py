"""The part of a core's state that a window touches, asked for before it is used.

In a window a core runs some ten instructions, each of another warp. The state of 30 cores is several times larger than
a processor's second cache, so nearly all that a core touches in a window comes from further away. The records of a core
are asked for while the core before it runs, and what its instructions will touch as it begins its window. Without this
`mm_local` on `gtx280` took a twentieth to a fifth longer. To ask for ledgers and instructions in units too was slower.
Nothing here changes a result. Where the cores fit into the cache it only costs time, and is not done.
"""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.jit.atomic import load_atomic
from simt.core.jit.bits import lowest_bit
from simt.core.jit.prefetch import fetch_lines
from simt.core.loops.crew import LINE, SHARES, first_of_share


@block
def next_core(device, thread):
    """Return the core that a thread takes next, unless another thread takes it; -1 if its share has no more."""
    place = SHARES + LINE * thread
    left = load_atomic(device.signals, place) if device.crew[0].threads > 1 else device.signals[place]
    return device.awake[first_of_share(device, thread) + left - 1] if left > 0 else np.int64(-1)


@block
def fetch_records(k, cores):
    """Ask for the records of core k, of its warps and of its units."""
    warps, instances = np.int64(cores.warps.shape[1]), np.int64(cores.pipeline.instances.shape[1])
    fetch_lines(cores.run, k, np.int64(1))
    fetch_lines(cores.warps[k], np.int64(0), warps)
    if cores.flights is not None:
        fetch_lines(cores.flights.boards[k], np.int64(0), warps)
    fetch_lines(cores.pipeline.instances[k], np.int64(0), instances)


@block
def fetch_next(core, w):
    """Ask for what the next instruction of a ready warp reads and writes."""
    words, lanes, pc = core.operands.words, core.spec.warp_size, core.warps[w].pc
    if pc < core.spec.program_length:
        operation = core.code[pc]
        fetch_lines(words, operation.a_base + w * operation.a_warp, operation.a_lane * lanes)
        fetch_lines(words, operation.b_base + w * operation.b_warp, operation.b_lane * lanes)
        fetch_lines(words, operation.c_base + w * operation.c_warp, operation.c_lane * lanes)
        fetch_lines(words, operation.d_base + w * operation.d_warp, lanes)
        if core.flights is not None:
            free = lowest_bit(~core.flights.boards[w].live)
            fetch_lines(core.flights.flights, w * core.spec.entries + free, np.int64(1))


@block
def fetch_instructions(core):
    """Ask for what the next instructions of ready warps read and write."""
    rest = core.run.ready
    while rest != 0:
        w = lowest_bit(rest)
        rest &= rest - 1
        fetch_next(core, w)
