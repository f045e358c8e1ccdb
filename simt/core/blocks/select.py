"""The select step: the ready bits, the check of the program counter, and issue (docs/processor.md, section 3)."""

from __future__ import annotations

import numpy as np

from simt.core.blocks.bundles import begin_bundle, refuser
from simt.core.blocks.front_end import enter_all
from simt.core.blocks.register_file import begin_read
from simt.core.blocks.scheduler import choose
from simt.core.jit import block
from simt.core.jit.bits import bit, lowest_bit
from simt.core.ledgers.intervals import charge_interval, remember_held
from simt.core.ledgers.record import event_of, record_issue
from simt.core.ledgers.trap import raise_trap
from simt.core.state.layout import (
    IN_FRONT,
    KIND_ILLEGAL,
    KIND_RETURN,
    NOT_SELECTED,
    READY,
    SLOT_EMPTY,
    TRAP_COUNTER,
    TRAP_ILLEGAL,
    TRAP_NONE,
)


@block
def sleep_until_ready(warps_set, cycles, run, wheel):
    """Have the warps of a set wake so many cycles from now, fewer than the wheel has places.

    wheel: int64, a set for this cycle (at run.place) and for each of the coming ones.
    """
    place = run.place + cycles
    wheel[place if place < wheel.shape[0] else place - wheel.shape[0]] |= warps_set


@block
def wake(fixed, run, bundles, register_file, warps, wheel, record, port, cycle):
    """Set the ready bits of the warps that become ready in this cycle, and turn the wheel."""
    spec = fixed.specs[0]
    place = run.place
    run.place = place + 1 if place + 1 < wheel.shape[0] else 0
    new = wheel[place]
    if new == 0:
        return
    wheel[place] = 0
    run.ready |= new
    while new != 0:
        w = lowest_bit(new)
        new &= new - 1
        warp = warps[w]
        warp.state = READY
        remember_held(w, warp, run, register_file, port)
        if spec.recording:
            for part in range(1 if bundles is None else bundles.count[w]):
                event_of(warp, part, record).ready = cycle


@block
def trap_at_select(pc, fixed):
    """The kind of trap that selecting an instruction is, or none."""
    if pc >= fixed.specs[0].program_length:
        return TRAP_COUNTER
    if fixed.code[pc].kind == KIND_ILLEGAL:
        return TRAP_ILLEGAL
    return TRAP_NONE


@block
def raise_at_select(kind, w, warp, fixed, run, time):
    """Raise the trap that `trap_at_select` found. time: the cycle, or instructions executed."""
    pc = warp.pc
    value = np.int64(pc if kind == TRAP_COUNTER else fixed.code[pc].opcode)
    raise_trap(run, kind, time, w, warp.mask, pc, value)


@block
def eligible(fixed, run, pipeline, bundles, warps, cycle):
    """f = 0: ready warps whose unit can accept in this cycle; one that would trap counts as eligible."""
    found = np.int64(0)
    rest = run.ready
    while rest != 0:
        w = lowest_bit(rest)
        rest &= rest - 1
        pc = warps[w].pc
        if trap_at_select(pc, fixed) != TRAP_NONE or refuser(pc, fixed, pipeline, bundles, cycle) < 0:
            found |= bit(w)
    return found


@block
def charge_wait(w, warp, row, fixed, run, register_file, port, ledgers, cycle):
    """Charge the cycles from ready to `cycle` to a ledger row."""
    waited = cycle - warp.ready_cycle
    if waited > 0 and fixed.specs[0].front_stages > 0:  # f = 0 charges cycle by cycle: a unit may refuse in any of them
        charge_interval(NOT_SELECTED, waited, w, warp, row, run, register_file, port, ledgers)


@block
def count_lanes(stats, warp):
    """The lane ledger of an issued instruction; lanes that have ended are what remains."""
    stats.active += warp.active
    stats.tail += warp.tail
    if warp.alive != warp.active:
        stats.diverged += warp.alive - warp.active


@block
def issue_operation(w, warp, part, slot, fixed, run, ledgers, record, cycle):
    """Count an operation of the instruction that warp w issues (`part` 0 without bundles), and begin its event."""
    pc = warp.issue_pc + part
    step = fixed.code[pc]
    if step.leaves_active:
        run.active_set &= ~bit(w)
    if step.kind == KIND_RETURN:
        run.exiting += 1
    stats = ledgers.stats[pc]
    stats.issues += 1
    count_lanes(stats, warp)
    if fixed.specs[0].recording:
        record_issue(w, warp, part, slot, record, cycle)


@block
def issue(w, slot, fixed, run, bundles, register_file, warps, ledgers, record, port, cycle):
    """Warp w, already checked, is selected into `slot`."""
    warp = warps[w]
    pc = warp.pc
    step = fixed.code[pc]
    charge_wait(w, warp, pc, fixed, run, register_file, port, ledgers, cycle)
    run.ready &= ~bit(w)
    run.last_selected = w
    warp.state = IN_FRONT
    warp.issue_pc = pc
    warp.select_cycle = cycle
    warp.sequence = run.sequence
    remember_held(w, warp, run, register_file, port)
    if bundles is None:
        issue_operation(w, warp, 0, slot, fixed, run, ledgers, record, cycle)
        run.sequence += 1
    else:
        begin_bundle(w, np.int64(step.operations), bundles)
        for part in range(np.int64(step.operations)):
            issue_operation(w, warp, part, fixed.code[pc + part].slot, fixed, run, ledgers, record, cycle)
        run.sequence += step.operations
        ledgers.stats[pc].starts += 1
        ledgers.issue[pc, SLOT_EMPTY] += fixed.specs[0].slots - step.operations


@block
def select(fixed, run, pipeline, bundles, register_file, warps, operands, memory, ledgers, record, port, cycle):
    """The select step of a cycle in which the front end is not held; returns the number of slots filled."""
    spec = fixed.specs[0]
    stages = spec.front_stages
    filled = 0
    for slot in range(spec.width):
        if run.ready == 0:
            break
        available = run.ready if stages > 0 else eligible(fixed, run, pipeline, bundles, warps, cycle)
        w = choose(available, run, spec, warps)
        if w < 0:
            break
        pc = warps[w].pc
        kind = trap_at_select(pc, fixed)
        if kind != TRAP_NONE:
            raise_at_select(kind, w, warps[w], fixed, run, cycle)
            break
        issue(w, slot, fixed, run, bundles, register_file, warps, ledgers, record, port, cycle)
        filled += 1
        if stages > 0:
            pipeline.front[run.head, slot] = w
        else:
            enter_all(w, fixed, run, pipeline, bundles, warps, operands, memory, ledgers, record, port, cycle)
    if stages > 0:
        head = run.head + 1
        run.head = 0 if head == stages else head
        if register_file is not None:
            w = pipeline.front[run.head, 0]
            if w >= 0:
                begin_read(w, warps[w], register_file, cycle)
    return filled
