"""The functional engine: the same instructions without time (docs/processor.md, section 12).

Warps run in order, each until it arrives at a barrier or ends. It shares the lane semantics, write back and jump
decision with the cycle engine, and nothing of its timing. Of a device it runs one work-group after the other, each in
the first place of one core; accesses to global memory are carried out at once.
"""

from __future__ import annotations

import numpy as np

from simt.core.blocks.barrier import raise_deadlock
from simt.core.blocks.bundles import write_bundle
from simt.core.blocks.lds import lds_addresses, lds_move
from simt.core.blocks.retire import write_back
from simt.core.blocks.select import count_lanes, raise_at_select, trap_at_select
from simt.core.jit import block, kernel
from simt.core.ledgers.trap import raise_trap
from simt.core.memory.arbiter import carry_out
from simt.core.memory.places import start_group
from simt.core.memory.port import global_addresses, is_global, keep_data
from simt.core.state.layout import (
    DONE,
    FINISHED,
    KIND_BARRIER,
    KIND_FETCH,
    KIND_LOAD,
    KIND_RETURN,
    KIND_STORE,
    READY,
    RUNNING,
    TRAP_ADDRESS,
    TRAP_GLOBAL,
    TRAP_NONE,
    TRAPPED,
    WAITING,
)


@block
def access_global(step, warp, w, lanes, operands, port, device):
    """Carry out an access to global memory; returns (bad lanes, the lowest's address); if any is bad, nothing.

    Its addresses and data are kept in slot 0 of the core's port.
    """
    slot = np.int64(0)
    bad, address = global_addresses(step, warp.mask, w, slot, lanes, operands, port)
    if bad == 0:
        if step.kind != KIND_FETCH:
            keep_data(step, warp.mask, w, slot, lanes, operands, port)
        access = port.accesses[slot]
        access.warp = w
        access.kind = step.kind
        access.operation = step.opcode
        access.words = step.words
        carry_out(access, slot, warp.mask, port.addresses, port.data, operands.loaded, lanes, device.words)
    return bad, address


@block
def run_warp(w, fixed, run, bundles, warps, operands, divergence, memory, ledgers, port, device, until):
    """Run warp w until it waits, ends, traps, or the launch has executed `until` instructions."""
    spec = fixed.specs[0]
    lanes = spec.warp_size
    warp = warps[w]
    executed = run.sequence
    while executed < until:
        pc = warp.pc
        trap = trap_at_select(pc, fixed)
        if trap != TRAP_NONE:
            raise_at_select(trap, w, warp, fixed, run, executed)
            break
        step = fixed.code[pc]
        kind = step.kind
        if kind == KIND_LOAD or kind == KIND_STORE:  # the local access of a bundle is its first operation
            bad, address, _ = lds_addresses(step, warp, w, spec, operands, memory, port)
            if bad != 0:
                raise_trap(run, TRAP_ADDRESS, executed, w, bad, pc, address)
                break
            lds_move(step, warp, w, lanes, operands, memory)
        if port is not None:
            if is_global(step):
                bad, address = access_global(step, warp, w, lanes, operands, port, device)
                if bad != 0:
                    raise_trap(run, TRAP_GLOBAL, executed, w, bad, pc, address)
                    break
        executed += 1
        last = np.int64(pc)
        if bundles is None:
            stats = ledgers.stats[pc]
            stats.issues += 1
            count_lanes(stats, warp)
            write_back(step, warp, w, spec, run, operands, divergence, stats, executed)
        else:
            for operation in range(last, last + step.operations):
                ledgers.stats[operation].issues += 1
                count_lanes(ledgers.stats[operation], warp)
            ledgers.stats[pc].starts += 1
            steering = write_bundle(w, warp, last, fixed, operands, ledgers)
            last = max(last, steering)
            kind = fixed.code[last].kind
            if kind == KIND_RETURN:
                warp.living = 0
        if run.trap != TRAP_NONE:
            break
        if kind == KIND_RETURN and warp.living == 0:
            warp.state = FINISHED
            run.finished += 1
            break
        if kind == KIND_BARRIER:
            warp.state = WAITING
            warp.issue_pc = np.uint32(last)
            warp.since = executed
            run.waiting += 1
            break
    run.sequence = executed


@kernel
def run_functional(fixed, runs, bundles, warps, operands, divergence, memory, ledgers, port, device, until):
    """Run until the program ends, traps, or `until` instructions are executed. Arguments as `cycle.run_cycles`.

    device: what is behind the interconnect, None on a plain processor.
    """
    spec = fixed.specs[0]
    run = runs[0]
    while run.status == RUNNING and run.sequence < until:
        for w in range(spec.launched):
            if warps[w].state == READY:
                run_warp(w, fixed, run, bundles, warps, operands, divergence, memory, ledgers, port, device, until)
                if run.trap != TRAP_NONE:
                    run.status = TRAPPED
                    return
        if run.finished == spec.launched:
            run.status = DONE
        elif run.waiting == spec.launched:
            for w in range(spec.launched):
                warps[w].state = READY
            run.waiting = 0
        elif run.waiting > 0 and run.waiting + run.finished == spec.launched:
            raise_deadlock(np.int64(0), run.waiting, run, warps, run.sequence)
            run.status = TRAPPED


@kernel
def run_groups(fixed, runs, warps, operands, divergence, memory, ledgers, port, device, until):
    """Run the work-groups of a launch one after the other, until the last has ended, one traps, or `until`."""
    spec = fixed.specs[0]
    run = runs[0]
    far = device.fars[0]
    launch = port.launches[0]
    while run.status == RUNNING and run.sequence < until:
        if port.units[0].resident == 0:
            run.finished = launch.group_warps
            run.waiting = 0
            start_group(np.int64(0), far.ended, spec, run, port, warps, operands, divergence, memory)
            for w in range(spec.launched):
                warps[w].state = READY
        run_functional(fixed, runs, None, warps, operands, divergence, memory, ledgers, port, device, until)
        if run.status == DONE:
            port.units[0].resident = 0
            far.ended += 1
            if far.ended < launch.groups:
                run.status = RUNNING
