"""The effects of an instruction as it retires: results, flags, the program counter, masks.

The engine without time uses this module too. The results of a bundle wait in scratch rows of the operand file until all
are there. So each operation of the bundle reads the values from before the bundle (docs/processor.md, section 16).
"""

from __future__ import annotations

import numpy as np

from simt.core.divergence.branch import ALWAYS, arrive_lanes, end_lanes, next_counter, remember_result
from simt.core.divergence.mask_stack import control_masks
from simt.core.jit import block
from simt.core.jit.bits import below
from simt.core.lanes.scalar import scalar_write
from simt.core.lanes.write_back import compute_result, write_access
from simt.core.state import kinds
from simt.core.state.flights import row_of_load


@block
def move_on(core, operation, w, stats, time):
    """Set program counter and masks of a warp whose instruction has computed its result, or end the warp.

    time: the cycle of a trap, or in the engine without time the number of executed instructions.
    """
    warp = core.warps[w]
    if operation.kind <= kinds.JUMP:
        next_counter(core, operation, w, stats, time)
    elif operation.kind == kinds.BARRIER:
        arrive_lanes(core, operation, w, stats, time)
    elif core.divergence is None:
        warp.living = 0  # `ret` ends the warp
    elif operation.kind == kinds.RETURN:
        end_lanes(core, w, time)
    elif operation.kind == kinds.MASK:
        control_masks(core, operation, w, time)
    else:
        scalar_write(operation, warp, w, core.spec.warp_size, core.operands)


@block
def write_back(core, operation, w, row, stats, time):
    """Apply a retiring instruction's architectural effect: result, flags, program counter, masks.

    row: the row of `operands.loaded` with the words of a load of global memory.
    """
    if core.divergence is not None:
        remember_result(core, operation, w)
    compute_result(core, operation, w, row)
    move_on(core, operation, w, stats, time)


@block
def write_back_access(core, operation, w, row, stats, time):
    """Apply a retiring access to global memory: its words, and its jump. The parameters are as in `write_back`."""
    if core.divergence is not None:
        remember_result(core, operation, w)
    write_access(core, operation, w, row)
    next_counter(core, operation, w, stats, time)


@block
def is_steering(operation):
    """Return whether an operation decides where its warp goes on, or with which lanes; a bundle has at most one."""
    return operation.condition != ALWAYS or operation.kind >= kinds.JUMP


@block
def write_registers(core, first, end, w, mask):
    """Write the results of the operations `first` to `end` - 1, which wait in scratch rows, to registers.

    mask: the lanes for which they were computed.
    """
    words, lanes = core.operands.words, core.spec.warp_size
    is_whole = mask == below(lanes)
    for pc in range(first, end):
        operation = core.code[pc]
        source = np.int64(operation.d_base + w * operation.d_warp)
        target = np.int64(operation.register_base + w * operation.d_warp)
        if is_whole:
            for word in range(np.int64(operation.results * lanes)):
                words[target + word] = words[source + word]
        else:
            for k in range(np.int64(operation.results)):
                for lane in range(lanes):
                    if (mask >> lane) & 1:
                        place = k * lanes + lane
                        words[target + place] = words[source + place]


@block
def write_bundle(core, w, first, time):
    """Apply a complete bundle's architectural effect; return the program counter of its `bar` or `ret`, or -1.

    The operation that steers takes effect last, as if it were the bundle's last word. If this operation traps, no state
    is changed. time: as for `move_on`.
    """
    warp, run = core.warps[w], core.run
    end = first + core.code[first].operations
    row = row_of_load(core, w)
    mask, carry = warp.mask, warp.carry
    flags, own = carry, carry  # after the bundle, and after the operation that steers alone
    steering = np.int64(end - 1)
    for pc in range(first, end):
        operation = core.code[pc]
        warp.carry = carry
        compute_result(core, operation, w, row)
        if operation.writes_carry:
            flags = warp.carry
        if is_steering(operation):
            steering = np.int64(pc)
            own = warp.carry
    warp.carry = own
    warp.pc = np.uint32(end - 1)
    raised = run.raised
    operation = core.code[steering]
    move_on(core, operation, w, core.ledgers.stats[steering], time)
    if core.divergence is None or run.raised == raised:
        warp.carry = flags
        write_registers(core, first, end, w, mask)
    else:
        warp.pc = np.uint32(first)
        warp.carry = carry
        if raised == 0:
            run.trap_pc = steering
    if operation.kind == kinds.BARRIER or operation.kind == kinds.RETURN:
        return steering
    return np.int64(-1)
