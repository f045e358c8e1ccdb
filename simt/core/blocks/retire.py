"""Retire select and write back: which results leave in a cycle and what that does (docs/processor.md, section 6)."""

from __future__ import annotations

import numpy as np

from simt.core.blocks.bundles import last_taken, take_part, write_bundle
from simt.core.blocks.register_file import write_results
from simt.core.blocks.select import sleep_until_ready
from simt.core.blocks.unit_pipeline import freeze, offers, take
from simt.core.divergence.branch import end_lanes, next_counter, remember_result
from simt.core.divergence.mask_stack import control_masks
from simt.core.divergence.stack import is_divergent
from simt.core.jit import block
from simt.core.jit.bits import bit, count_bits
from simt.core.lanes.scalar import scalar_step
from simt.core.lanes.write_back import compute_result
from simt.core.ledgers.record import event_of
from simt.core.ledgers.trap import raise_trap
from simt.core.memory.places import finish_warp
from simt.core.memory.port import charge_memory, complete_access
from simt.core.state.layout import (
    BANK_CONFLICT,
    BARRIER,
    FINISHED,
    KIND_BARRIER,
    KIND_JUMP,
    KIND_MASK,
    KIND_RETURN,
    RELEASED,
    RETIRE_PORT,
    RETIRED,
    TRAP_BARRIER,
    WAITING,
)


@block
def write_back(step, warp, w, spec, run, operands, divergence, stats, time):
    """The architectural effect of a retiring instruction: result, flags, program counter, masks.

    step: CODE record, warp: WARP record of warp number w, stats: STATS record of the instruction, time: the cycle, for
    traps. The functional engine shares it.
    """
    lanes = spec.warp_size
    if divergence is not None:
        remember_result(step, warp, w, spec, operands, divergence)
    compute_result(step, warp, w, lanes, operands)
    if step.kind <= KIND_JUMP:
        next_counter(step, warp, w, spec, run, operands, divergence, stats, time)
    elif step.kind == KIND_BARRIER:
        if is_divergent(warp, spec):
            missing = warp.living & ~warp.mask
            raise_trap(run, TRAP_BARRIER, time, w, missing, warp.pc, count_bits(missing))
        else:
            next_counter(step, warp, w, spec, run, operands, divergence, stats, time)
    elif divergence is None:
        warp.living = 0  # `ret` ends the warp
    elif step.kind == KIND_RETURN:
        end_lanes(warp, w, spec, run, divergence, time)
    elif step.kind == KIND_MASK:
        control_masks(step, warp, w, spec, run, operands, divergence, time)
    else:
        scalar_step(step, warp, w, lanes, operands)


@block
def charge_unit(step, warp, instance, fixed, ledgers, cycle):
    """Charge the cycles from entry to retire: the unit's own, those in conflict, and those frozen at the port."""
    own = instance.latency + warp.occupation - 1
    conflict = warp.occupation - step.beats * step.interval
    frozen = cycle - warp.enter_cycle - own
    if fixed.specs[0].front_stages == 0:
        own -= 1  # the entry cycle is the cycle of issue
    pc = warp.issue_pc
    ledgers.warp[pc, step.reason] += own - conflict
    if conflict > 0:
        ledgers.warp[pc, BANK_CONFLICT] += conflict
    if frozen > 0:
        ledgers.warp[pc, RETIRE_PORT] += frozen


@block
def leave(step, w, warp, delay, fixed, run, register_file, port, warps, wheel, ledgers, cycle):
    """The warp after its write back: finished, waiting at a barrier, or ready again r cycles from now.

    delay: cycles that its results wait for their banks, 0 without a banked register file.
    """
    if step.kind == KIND_RETURN:
        run.exiting -= 1
        if warp.living == 0:
            warp.state = FINISHED
            warp.since = cycle
            run.finished += 1
            run.active_set &= ~bit(w)
            if port is not None:
                finish_warp(w, fixed.specs[0], port, warps, ledgers, cycle)
            return
    if step.kind == KIND_BARRIER and not is_divergent(warp, fixed.specs[0]):
        warp.state = WAITING
        warp.since = cycle
        run.waiting += 1
        if port is not None:
            port.places[port.sides[w].place].waiting += 1
        return
    stages = fixed.specs[0].retire_stages
    warp.ready_cycle = cycle + delay + stages
    sleep_until_ready(bit(w), delay + stages, run, wheel)
    if step.kind == KIND_BARRIER:  # a trap: it did not arrive
        warp.state = RELEASED
        ledgers.warp[warp.issue_pc, BARRIER] += stages
    else:
        warp.state = RETIRED
        ledgers.warp[warp.issue_pc, step.reason] += stages
        if register_file is not None:
            ledgers.warp[register_file.passages[w].writer, RETIRE_PORT] += delay


@block
def retire(
    fixed, run, pipeline, bundles, register_file, warps, wheel, operands, divergence, ledgers, record, port, cycle
):
    """The retire step. Up to `ports` offered results leave, in retire priority; instances left with an offer freeze.

    With bundles every slot has a port of its own.
    """
    spec = fixed.specs[0]
    ports = spec.ports
    used = np.int64(0)
    if port is not None:
        w = complete_access(spec, warps, port, record, cycle)
        if w >= 0:
            ports -= 1
            port.units[0].complete &= ~bit(w)
            warp = warps[w]
            step = fixed.code[warp.issue_pc]
            if spec.recording:
                event_of(warp, 0, record).retire = cycle
            write_back(step, warp, w, spec, run, operands, divergence, ledgers.stats[warp.issue_pc], cycle)
            charge_memory(w, warp, spec, port, ledgers, cycle)
            leave(step, w, warp, np.int64(0), fixed, run, register_file, port, warps, wheel, ledgers, cycle)
    for k in range(spec.instances):
        instance = pipeline.instances[k]
        if not offers(instance, cycle):
            continue
        entry = pipeline.queues[k, instance.head]
        part = np.int64(entry.part)
        warp = warps[entry.warp]
        if spec.recording:
            event = event_of(warp, part, record)
            if event.offer < 0:
                event.offer = cycle
        if bundles is None:
            if ports == 0:
                freeze(instance, cycle)
                continue
            ports -= 1
        else:
            slot_port = bit(fixed.code[warp.issue_pc + part].slot)
            if used & slot_port:
                freeze(instance, cycle)
                continue
            used |= slot_port
        w = take(k, instance, pipeline)
        delay = np.int64(0)
        if spec.recording:
            event_of(warp, part, record).retire = cycle
        if bundles is None:
            step = fixed.code[warp.issue_pc]
            write_back(step, warp, w, spec, run, operands, divergence, ledgers.stats[warp.issue_pc], cycle)
            charge_unit(step, warp, instance, fixed, ledgers, cycle)
            if register_file is not None:
                delay = write_results(w, np.int64(warp.issue_pc), 1, register_file, cycle)
            leave(step, w, warp, delay, fixed, run, register_file, port, warps, wheel, ledgers, cycle)
        elif take_part(w, part, bundles, cycle):
            first = np.int64(warp.issue_pc)
            if register_file is not None:
                delay = write_results(w, first, bundles.count[w], register_file, cycle)
            steering = write_bundle(w, warp, first, fixed, operands, ledgers)
            # What the warp's wait is charged to from now on.
            blamed = steering if steering >= 0 else first + last_taken(w, bundles, cycle)
            warp.issue_pc = np.uint32(blamed)
            step = fixed.code[blamed]
            if step.kind == KIND_RETURN:
                warp.living = 0
            leave(step, w, warp, delay, fixed, run, register_file, port, warps, wheel, ledgers, cycle)
