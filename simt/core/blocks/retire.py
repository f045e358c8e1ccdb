"""The retire step: the results that leave in a cycle, and what they change (docs/processor.md, section 6)."""

from __future__ import annotations

import numpy as np

from simt.core.blocks.bundles import last_taken, take_part, write_bundle
from simt.core.blocks.collectors import may_write, take_banks
from simt.core.blocks.register_file import write_results
from simt.core.blocks.scoreboard import leave_entry, retire_entry
from simt.core.blocks.unit_pipeline import freeze, offers, take
from simt.core.blocks.warps import arrive, end_warp
from simt.core.blocks.wheel import sleep_until_ready
from simt.core.divergence.branch import end_lanes, next_counter, remember_result
from simt.core.divergence.mask_stack import control_masks
from simt.core.divergence.stack import is_divergent
from simt.core.jit import block
from simt.core.jit.bits import bit, count_bits
from simt.core.lanes.scalar import scalar_write
from simt.core.lanes.write_back import compute_result, write_access
from simt.core.ledgers.record import event_of
from simt.core.ledgers.trap import raise_trap
from simt.core.memory.charges import charge_memory
from simt.core.memory.link import complete_access, take_access
from simt.core.state import kinds, reasons, states, traps
from simt.core.state.flights import flight_of, row_of_load, warp_of


@block
def write_back(core, operation, w, row, stats, time):
    """Apply a retiring instruction's architectural effect: result, flags, program counter, masks.

    row: the row of `operands.loaded` with the words of a load of global memory.
    """
    warp = core.warps[w]
    if core.divergence is not None:
        remember_result(core, operation, w)
    compute_result(core, operation, w, row)
    if operation.kind <= kinds.JUMP:
        next_counter(core, operation, w, stats, time)
    elif operation.kind == kinds.BARRIER:
        if is_divergent(warp, core.spec):
            missing = warp.living & ~warp.mask
            raise_trap(core.run, traps.BARRIER, time, w, missing, warp.pc, count_bits(missing))
        else:
            next_counter(core, operation, w, stats, time)
    elif core.divergence is None:
        warp.living = 0  # `ret` ends the warp
    elif operation.kind == kinds.RETURN:
        end_lanes(core, w, time)
    elif operation.kind == kinds.MASK:
        control_masks(core, operation, w, time)
    else:
        scalar_write(operation, warp, w, core.spec.warp_size, core.operands)


@block
def write_back_access(core, operation, w, row, stats, time):
    """Apply a retiring access to global memory: its words, and its jump. The parameters are as in `write_back`."""
    if core.divergence is not None:
        remember_result(core, operation, w)
    write_access(core, operation, w, row)
    next_counter(core, operation, w, stats, time)


@block
def charge_unit(core, w, offered, cycle):
    """Charge the cycles from entry to retire: to the unit, to bank conflicts, and to the retire port.

    offered: the clock at which the result was offered first.
    """
    warp, ledger = core.warps[w], core.ledgers.warp
    pc = warp.issue_pc
    operation = core.code[pc]
    own = offered - warp.enter_clock
    conflict = max(np.int64(0), np.int64(warp.occupation) - operation.beats * operation.interval)
    frozen = cycle - warp.enter_cycle - own
    if core.spec.front_stages == 0:
        own -= 1  # the entry cycle is the cycle of issue
    ledger[pc, operation.reason] += own - conflict
    if conflict > 0:
        ledger[pc, reasons.BANK_CONFLICT] += conflict
    if frozen > 0:
        ledger[pc, reasons.RETIRE_PORT] += frozen


@block
def leave(core, w, delay, cycle):
    """Set the state of warp w after its write back: finished, waiting at a barrier, or soon to be ready.

    It is ready after the retire stages and `delay`: the cycles that its results wait for their banks, 0 without a
    banked register file.
    """
    warp = core.warps[w]
    operation = core.code[warp.issue_pc]
    if operation.kind == kinds.RETURN:
        core.run.exiting -= 1
        if warp.living == 0:
            end_warp(core, w, cycle)
            return
    if operation.kind == kinds.BARRIER and core.spec.ideal_barriers == 0 and not is_divergent(warp, core.spec):
        arrive(core, w, cycle)
        return
    stages = core.spec.retire_stages
    warp.ready_cycle = cycle + delay + stages
    sleep_until_ready(core, bit(w), delay + stages)
    if operation.kind == kinds.BARRIER:  # it trapped, or waits for nobody
        warp.state = states.RELEASED
        core.ledgers.warp[warp.issue_pc, reasons.BARRIER] += delay + stages
    else:
        warp.state = states.RETIRED
        core.ledgers.warp[warp.issue_pc, operation.reason] += stages
        if core.register_file is not None:
            core.ledgers.warp[core.register_file.passages[w].writer, reasons.RETIRE_PORT] += delay


@block
def retire_access(core, flight, cycle):
    """Retire a complete access to global memory."""
    take_access(core, flight)
    if core.spec.recording:
        event_of(core, flight, 0).retire = cycle
    if core.flights is None:
        warp = core.warps[flight]
        write_back_access(core, core.code[warp.issue_pc], flight, flight, core.ledgers.stats[warp.issue_pc], cycle)
        charge_memory(core, flight, cycle)
        leave(core, flight, np.int64(0), cycle)
    else:
        retire_flight(core, flight, True, cycle)


@block
def retire_flight(core, flight, is_access, cycle):
    """Retire an instruction on a core with a scoreboard.

    An instruction that steers (changes the program counter or masks) takes effect now. The words of an access to global
    memory are written now too. Any other result was written as the instruction entered its unit. is_access: whether it
    is an access to global memory.
    """
    record = flight_of(core, flight)
    w, pc = warp_of(core, flight), record.issue_pc
    row = row_of_load(core, flight) if is_access else w
    if core.collectors is not None:
        take_banks(core, flight, cycle)
    retire_entry(core, flight, cycle)
    if record.steers:
        if is_access:
            write_back_access(core, core.code[pc], w, row, core.ledgers.stats[pc], cycle)
        else:
            write_back(core, core.code[pc], w, row, core.ledgers.stats[pc], cycle)
    elif is_access:
        warp = core.warps[w]
        mask = warp.mask
        warp.mask = record.mask
        write_access(core, core.code[pc], w, row)
        warp.mask = mask
    leave_entry(core, flight, cycle)


@block
def retire_result(core, k, cycle):
    """Take the oldest result of instance k and retire its instruction, on a core with a scoreboard."""
    flight = take(core.pipeline, k)
    if core.spec.recording:
        event_of(core, flight, 0).retire = cycle
    retire_flight(core, flight, False, cycle)


@block
def retire_operation(core, k, part, cycle):
    """Retire the oldest result of instance k, on a core without a scoreboard.

    Its warp goes on after it, or with bundles after the last operation of the bundle. part: the operation's place in
    its bundle, 0 without bundles.
    """
    offered = core.pipeline.instances[k].next_offer
    w = take(core.pipeline, k)
    warp = core.warps[w]
    first = np.int64(warp.issue_pc)
    delay = np.int64(0)
    if core.spec.recording:
        event_of(core, w, part).retire = cycle
    if core.bundles is None:
        write_back(core, core.code[first], w, w, core.ledgers.stats[first], cycle)
        charge_unit(core, w, offered, cycle)
        if core.register_file is not None:
            delay = write_results(core.register_file, w, first, 1, cycle)
        leave(core, w, delay, cycle)
    elif take_part(core.bundles, w, part, cycle):
        if core.register_file is not None:
            delay = write_results(core.register_file, w, first, core.bundles.count[w], cycle)
        steering = write_bundle(core, w, first)
        # What the warp's wait is charged to from now on.
        blamed = steering if steering >= 0 else first + last_taken(core.bundles, w, cycle)
        warp.issue_pc = np.uint32(blamed)
        if core.code[blamed].kind == kinds.RETURN:
            warp.living = 0
        leave(core, w, delay, cycle)


@block
def retire(core, cycle):
    """Retire up to `ports` offered results, in retire priority; instances left with an offer freeze.

    With bundles every slot has a port of its own, and with operand collectors a result also needs its banks.
    """
    spec = core.spec
    ports = spec.ports
    used = np.int64(0)
    if core.link is not None:
        flight = complete_access(core, cycle)
        if flight >= 0 and may_write(core, flight, cycle):
            ports -= 1
            retire_access(core, flight, cycle)
    for k in range(spec.instances):
        instance = core.pipeline.instances[k]
        if not offers(instance, cycle):
            continue
        entry = core.pipeline.queues[k, instance.head]
        part = np.int64(entry.part)
        if spec.recording:
            event = event_of(core, np.int64(entry.flight), part)
            if event.offer < 0:
                event.offer = cycle
        if core.bundles is None:
            if ports == 0 or not may_write(core, np.int64(entry.flight), cycle):
                freeze(instance, cycle)
                continue
            ports -= 1
        else:
            own = bit(core.code[core.warps[entry.flight].issue_pc + part].slot)
            if used & own:
                freeze(instance, cycle)
                continue
            used |= own
        if core.flights is None:
            retire_operation(core, k, part, cycle)
        else:
            retire_result(core, k, cycle)
