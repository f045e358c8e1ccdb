"""The functional engine: the same instructions without time (docs/processor.md, section 12).

Warps run in order, each until it arrives at a barrier or ends. The functional engine shares the lane semantics, write
back and jump decision with the cycle engine, but has no timing. A run that is checked has the group `shadow`. On a
device the work-groups run one after the other, each in the first place of one core. Accesses to global memory are
carried out at once.
"""

from __future__ import annotations

import numpy as np

from simt.core.blocks.barrier import all_are_there, raise_deadlock
from simt.core.blocks.effects import write_back, write_bundle
from simt.core.blocks.lds import find_addresses, move, special_addresses, special_move
from simt.core.blocks.select import count_lanes
from simt.core.divergence.branch import has_arrived
from simt.core.jit import block, kernel
from simt.core.jit.atomic import add_atomic
from simt.core.ledgers.trap import raise_at_select, raise_trap, trap_at_select
from simt.core.loops.accesses import access_buffers, move_local
from simt.core.loops.checking import begin_group, watch_global, watch_local, watch_private, watch_reads, watch_writes
from simt.core.memory.link import find_global_addresses, is_global, keep_access, trap_of_access
from simt.core.memory.places import start_group
from simt.core.memory.transactions import carry_out
from simt.core.state import kinds, states, traps
from simt.core.state.accesses import PART, PRIVATE

TAKEN = 0  # in `device.signals`, on several threads: the groups that they have taken


@block
def access_local(core, operation, w, time):
    """Carry out an access to local memory; return (bad lanes, the lowest one's address)."""
    if core.shadow is None:
        if operation.table & (PART | PRIVATE) == 0:
            return move_local(core, operation, w)
        bad, address = special_addresses(core, operation, w)
        if bad == 0:
            special_move(core, operation, w)
        return bad, address
    bad, address, _ = find_addresses(core, operation, w)
    if bad == 0:
        if operation.table & PRIVATE:
            watch_private(core, operation, w, time)
        else:
            watch_local(core, operation, w, time)
        move(core, operation, w)
    return bad, address


@block
def access_global(core, operation, w, device, time):
    """Carry out an access to global memory; return (bad lanes, the lowest one's address)."""
    if core.shadow is None:
        return access_buffers(core, operation, w, device.words)
    bad, address = find_global_addresses(core, operation, w)
    if bad == 0:
        if operation.table & PRIVATE:
            watch_private(core, operation, w, time)
        else:
            watch_global(core, operation, w, device.words, time)
        keep_access(core, operation, w)
        carry_out(core.link, core.link.units[0].next_slot, core.warps[w].mask, core.operands.loaded, device.words)
    return bad, address


@block
def access_memory(core, operation, w, device, time):
    """Carry out an operation's access to local or global memory, if any; return whether it trapped."""
    bad, address = np.int64(0), np.int64(0)
    if is_local(operation):
        bad, address = access_local(core, operation, w, time)
    if core.link is not None:
        if is_global(operation):
            bad, address = access_global(core, operation, w, device, time)
    if bad != 0:
        raise_trap(core.run, trap_of_access(operation), time, w, bad, core.warps[w].pc, address)
    return bad != 0


@block
def is_local(operation):
    """Return whether an operation accesses local memory."""
    return operation.kind == kinds.LOAD_LOCAL or operation.kind == kinds.STORE_LOCAL


@block
def accesses_in(core, first, end):
    """Return the program counters of the accesses to local and global memory from `first` to `end` - 1, or -1."""
    near, far = np.int64(-1), np.int64(-1)
    for pc in range(first, end):
        if is_local(core.code[pc]):
            near = np.int64(pc)
        elif is_global(core.code[pc]):
            far = np.int64(pc)
    return near, far


@block
def access_in_bundle(core, first, w, device, time):
    """Carry out the accesses of warp w's bundle at `first`; return whether one trapped.

    If only the access to global memory traps, the access to local memory still takes effect. If the access to local
    memory traps, neither takes effect. If both trap, the trap is reported for the lower slot.
    """
    warp, run, end = core.warps[w], core.run, first + core.code[first].operations
    near, far = accesses_in(core, first, end)
    if core.link is not None:
        if far >= 0 and near >= 0:
            # Local memory last, unless its access traps: only then does the other one not take effect.
            bad, address, _ = find_addresses(core, core.code[near], w)
            if bad != 0:
                missing, wrong = find_global_addresses(core, core.code[far], w)
                if missing != 0 and far < near:
                    raise_trap(run, trap_of_access(core.code[far]), time, w, missing, far, wrong)
                raise_trap(run, trap_of_access(core.code[near]), time, w, bad, near, address)
                return True
    is_trapped = False
    if far >= 0:
        warp.pc = np.uint32(far)
        is_trapped = access_memory(core, core.code[far], w, device, time)
    if near >= 0:
        warp.pc = np.uint32(near)
        is_trapped = access_memory(core, core.code[near], w, device, time) or is_trapped
    warp.pc = np.uint32(first)
    return is_trapped


@block
def run_instruction(core, operation, w, time):
    """Count and carry out warp w's instruction or bundle; return its program counter.

    For a bundle with a `bar` or `ret` it is the program counter of this operation.
    """
    warp, sums = core.warps[w], core.ledgers.stats
    pc = np.int64(warp.pc)
    if core.shadow is not None:
        watch_writes(core, w, pc, pc + core.code[pc].operations)
    if core.bundles is None:
        stats = sums[warp.pc]
        stats.issues += 1
        count_lanes(core, stats, warp)
        write_back(core, operation, w, w, stats, time)
        return pc
    for place in range(pc, pc + operation.operations):
        sums[place].issues += 1
        count_lanes(core, sums[place], warp)
    sums[pc].starts += 1
    return max(pc, write_bundle(core, w, pc, time))


@block
def run_warp(core, w, device, until):
    """Run warp w until it waits, ends, traps, or the launch has executed `until` instructions."""
    run, warp = core.run, core.warps[w]
    executed = run.sequence
    while executed < until:
        trap = trap_at_select(core, warp.pc)
        if trap != traps.NONE:
            raise_at_select(core, trap, w, executed)
            break
        operation = core.code[warp.pc]
        kind = operation.kind
        if core.shadow is not None:
            watch_reads(core, w, np.int64(warp.pc), np.int64(warp.pc) + operation.operations, executed)
        if core.bundles is None:
            if access_memory(core, operation, w, device, executed):
                break
        elif access_in_bundle(core, np.int64(warp.pc), w, device, executed):
            break
        executed += 1
        last = run_instruction(core, operation, w, executed)
        if core.bundles is not None:
            kind = core.code[last].kind
        if run.trap != traps.NONE:
            break
        if kind == kinds.RETURN and warp.living == 0:
            warp.state = states.FINISHED
            run.finished += 1
            break
        if has_arrived(core, w, kind):
            warp.state = states.WAITING
            warp.issue_pc = np.uint32(last)
            warp.since = executed
            run.waiting += 1
            break
    run.sequence = executed


@kernel
def run_functional(core, device, until):
    """Run until the program ends, traps, or `until` instructions are executed.

    device: the far side of the interconnect, None on a plain processor.
    """
    run, launched = core.run, core.spec.launched
    while run.status == states.RUNNING and run.sequence < until:
        for w in range(launched):
            if core.warps[w].state == states.READY:
                run_warp(core, w, device, until)
                if run.trap != traps.NONE:
                    run.status = states.TRAPPED
                    return
        if run.finished == launched:
            run.status = states.DONE
        elif run.waiting > 0 and all_are_there(core, run.waiting, run.finished, launched):
            for w in range(launched):
                if core.warps[w].state == states.WAITING:
                    core.warps[w].state = states.READY
            run.waiting = 0
            if core.shadow is not None:
                core.shadow.notes[0].epoch += 1
        elif run.waiting > 0 and run.waiting + run.finished == launched:
            raise_deadlock(core, np.int64(0), run.waiting, run.sequence)
            run.status = states.TRAPPED


@block
def next_group(device):
    """Return the number of the next work-group, which no thread has taken."""
    if device.crew[0].threads > 1:
        return add_atomic(device.signals, np.int64(TAKEN), np.int64(1))
    return device.fars[0].ended


@kernel
def run_groups(core, device, until):
    """Run work-groups of a launch one after the other.

    Stops when none is left, at a trap, or when `until` instructions are executed. If several threads of the host do
    this, each has a core of its own, and takes the next group when its last group has ended
    (simt/core/engine/shares.py).
    """
    run, unit, launch = core.run, core.link.units[0], core.link.launches[0]
    far, crew = device.fars[0], device.crew[0]
    while run.status == states.RUNNING and run.sequence < until:
        if unit.resident == 0:
            group = next_group(device)
            if group >= crew.end:
                break
            run.finished = launch.group_warps
            run.waiting = 0
            start_group(core, np.int64(0), group)
            if core.shadow is not None:
                begin_group(core)
            for w in range(core.spec.launched):
                core.warps[w].state = states.READY
        run_functional(core, device, until)
        if run.status == states.DONE:
            unit.resident = 0
            if crew.threads > 1:
                run.status = states.RUNNING
            else:
                far.ended += 1
                if far.ended < launch.groups:
                    run.status = states.RUNNING
