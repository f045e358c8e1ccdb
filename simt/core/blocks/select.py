"""The select step: the ready bits, the check of the program counter, and issue (docs/processor.md, section 3)."""

from __future__ import annotations

import numpy as np

from simt.core.blocks.bundles import entrance, refuser, slot_of
from simt.core.blocks.collectors import collect, is_full
from simt.core.blocks.formation import fill_up
from simt.core.blocks.front_end import enter_all
from simt.core.blocks.register_file import begin_read
from simt.core.blocks.scheduler import choose, has_first
from simt.core.blocks.scoreboard import go_on, release_due, take_entry
from simt.core.blocks.turns import cycles_to_turn, remember_selected, ring_of, schedulers_of
from simt.core.blocks.unit_pipeline import first_free
from simt.core.blocks.wheel import sleep_until_ready
from simt.core.jit import block
from simt.core.jit.bits import bit, lowest_bit
from simt.core.ledgers.intervals import charge_wait, remember_held
from simt.core.ledgers.record import event_of, record_issue
from simt.core.ledgers.trap import raise_at_select, trap_at_select
from simt.core.ledgers.wanting import set_of_traps
from simt.core.state import kinds, reasons, states, traps
from simt.core.state.layout import NEVER
from simt.core.state.units import MEMORY


@block
def wake(core, cycle):
    """Set the ready bits of the warps that become ready in this cycle, and turn the wheel.

    Under a scoreboard the warps of this cycle are looked at instead: instructions are released, and some become ready.
    """
    run, wheel = core.run, core.wheel
    place = run.place
    run.place = place + 1 if place + 1 < wheel.shape[0] else 0
    new = wheel[place]
    if new == 0:
        return
    wheel[place] = 0
    if core.flights is None:
        run.ready |= new
    while new != 0:
        w = lowest_bit(new)
        new &= new - 1
        if core.flights is not None:
            release_due(core, w, cycle)
            continue
        if core.register_file is not None:
            if core.warps[w].ready_cycle > cycle:  # the wheel was too small
                run.ready &= ~bit(w)
                sleep_until_ready(core, bit(w), core.warps[w].ready_cycle - cycle - 1)
                continue
        core.warps[w].state = states.READY
        remember_held(core, w)
        if core.spec.recording:
            for part in range(1 if core.bundles is None else core.bundles.count[w]):
                event_of(core, w, part).ready = cycle


@block
def accepts(core, w, pc, cycle):
    """Return whether a selected instruction of warp w has a place to go to in this cycle.

    With f = 0 that is a unit; the front end has one.
    """
    return core.spec.front_stages > 0 or refuser(core, w, pc, cycle) < 0


@block
def is_eligible(core, w, cycle):
    """Return whether a ready warp may be taken. It may if its next instruction would trap."""
    pc = core.warps[w].pc
    return trap_at_select(core, pc) != traps.NONE or accepts(core, w, pc, cycle)


@block
def eligible(core, ready, cycle):
    """Return the warps of a set of ready ones that may be taken."""
    acceptable = np.int64(0)
    while ready != 0:
        w = lowest_bit(ready)
        ready &= ready - 1
        if is_eligible(core, w, cycle):
            acceptable |= bit(w)
    return acceptable


@block
def accepted(core, scheduler, wanted, cycle):
    """Return the warps of a set whose next instructions have a place to go to in this cycle.

    With f = 0 that is a unit, or a collector of the scheduler; the front end has one.
    """
    if core.collectors is not None:
        return np.int64(0) if is_full(core, scheduler) else wanted
    if core.spec.front_stages > 0:
        return wanted
    admitted = np.int64(0)
    for k in range(core.spec.instances):
        some = wanted & core.flights.wanting[k]
        if some != 0:
            instance = core.pipeline.instances[k]
            if first_free(core, k, instance.end, instance.step, cycle) >= 0:
                admitted |= some
    return admitted


@block
def wanted_by(core, scheduler, ready, slot, cycle):
    """Return the warps that a slot of a scheduler may take, of the ready ones.

    It may take a warp whose next instruction would trap. Any other instruction must be of a kind that the slot takes
    (docs/processor.md, section 26), and must have a place to go to.
    """
    spec, wanting = core.spec, core.flights.wanting
    if spec.front_stages > 0 and spec.has_kinds == 0:
        return ready
    taken = ready & wanting[set_of_traps(core) + 1 + slot]
    return (ready & wanting[set_of_traps(core)]) | accepted(core, scheduler, taken, cycle)


@block
def next_warp(core, scheduler, ready, slot, cycle):
    """Return the warp that a slot of a scheduler takes next, or -1. ready: the scheduler's ready warps.

    With a scoreboard, sets that are kept up to date say which warps may be taken. Without one, each warp has to be
    checked. Most rules take the first warp in some order; then a warp is checked only if all before it are refused.
    """
    if core.flights is not None:
        return np.int64(choose(core, scheduler, wanted_by(core, scheduler, ready, slot, cycle)))
    has_order = has_first(core)
    looks = core.spec.front_stages == 0
    if looks and not has_order:
        ready = eligible(core, ready, cycle)
    while True:
        w = np.int64(choose(core, scheduler, ready))
        if w < 0 or not (looks and has_order) or is_eligible(core, w, cycle):
            return w
        ready &= ~bit(w)


@block
def count_lanes(core, stats, warp):
    """Count the lanes that are not active in an instruction that is issued, in the lane ledger."""
    lanes = core.spec.warp_size
    if warp.active != lanes:
        core.ledgers.widths[warp.active] += 1
        stats.diverged += warp.alive - warp.active
        stats.finished += lanes - warp.tail - warp.alive
        stats.tail += warp.tail


@block
def issue_operation(core, w, flight, part, slot, cycle):
    """Count an operation of the instruction that warp w issues, and begin its event if the run is recorded.

    part: its place in the bundle, 0 without bundles.
    """
    warp = core.warps[w]
    pc = warp.issue_pc + part
    operation = core.code[pc]
    if operation.leaves_active:
        core.run.active_set &= ~bit(w)
    if operation.kind == kinds.RETURN:
        core.run.exiting += 1
    stats = core.ledgers.stats[pc]
    stats.issues += 1
    count_lanes(core, stats, warp)
    if core.spec.recording:
        if core.bundles is not None:
            if core.spec.slots > 1:
                slot = slot_of(core, w, part)
        record_issue(core, w, flight, part, slot, cycle)


@block
def issue(core, w, flight, slot, cycle):
    """Issue warp w's next instruction, which has been checked, into `slot`. flight: the instruction's number."""
    run, warp = core.run, core.warps[w]
    pc = warp.pc
    operation = core.code[pc]
    charge_wait(core, w, pc, cycle)
    run.ready &= ~bit(w)
    remember_selected(core, w, cycle)
    warp.state = states.IN_FRONT if core.flights is None else states.BLOCKED
    warp.issue_pc = pc
    warp.select_cycle = cycle
    if core.flights is None:
        warp.sequence = run.sequence
        remember_held(core, w)
    if core.bundles is None:
        issue_operation(core, w, flight, 0, slot, cycle)
        run.sequence += 1
    else:
        core.bundles.left[w] = core.bundles.count[w] = operation.operations
        for part in range(np.int64(operation.operations)):
            issue_operation(core, w, flight, part, slot, cycle)
        run.sequence += operation.operations
        core.ledgers.stats[pc].starts += 1
        core.ledgers.issue[pc, reasons.SLOT_EMPTY] += core.spec.slots - operation.operations


@block
def fill_slots(core, scheduler, first, count, cycle):
    """Have a scheduler fill `count` slots from `first` on; return (slots filled, whether a trap ends selection)."""
    run, front = core.run, core.pipeline.front
    stages = core.spec.front_stages
    filled = np.int64(0)
    for slot in range(first, first + count):
        ready = run.ready & ring_of(core, scheduler)
        if ready == 0:
            break
        w = next_warp(core, scheduler, ready, slot - first, cycle)
        if w < 0:
            if core.flights is None:
                break
            continue  # the next slot may take another kind
        kind = trap_at_select(core, core.warps[w].pc)
        if kind != traps.NONE:
            raise_at_select(core, kind, w, cycle)
            return filled, True
        fill_up(core, scheduler, w, cycle)
        flight = w if core.flights is None else take_entry(core, w, cycle)
        issue(core, w, flight, slot, cycle)
        filled += 1
        if core.collectors is not None:
            collect(core, flight, cycle)
        elif stages > 0:
            front[run.head, slot] = flight
        else:
            enter_all(core, entrance(core, w, core.warps[w].issue_pc, cycle)[0], flight, cycle)
        if core.flights is not None:
            core.flights.schedulers[scheduler].filled |= bit(slot - first)
            if core.flights.uses[core.warps[w].issue_pc].takes_operand:
                core.flights.schedulers[scheduler].step = core.spec.operand_interval
            go_on(core, flight, cycle)
    return filled, False


@block
def select_by_turns(core, cycle):
    """Have the schedulers whose turn it is select; return the number of slots filled."""
    schedulers, width = core.flights.schedulers, core.spec.scheduler_width
    total = np.int64(0)
    is_over = False
    for number in range(schedulers.shape[0]):
        schedulers[number].filled = 0
        if not is_over and cycles_to_turn(core, number, cycle) == 0:
            schedulers[number].turn = cycle
            schedulers[number].step = core.spec.interval
            filled, is_over = fill_slots(core, number, number * width, width, cycle)
            total += filled
    return total


@block
def select(core, cycle):
    """Select warps and move the front end on, in a cycle in which it is not held; return the number of slots filled."""
    run = core.run
    stages = core.spec.front_stages
    if core.flights is None:
        filled = fill_slots(core, np.int64(0), np.int64(0), np.int64(core.spec.width), cycle)[0]
    else:
        filled = select_by_turns(core, cycle)
    if stages > 0:
        head = run.head + 1
        run.head = 0 if head == stages else head
        if core.register_file is not None:
            begin_read(core, cycle)
    return filled


@block
def is_for_coalescer(core, ready):
    """Return whether all warps of a set of ready ones want the coalescer, which is busy until its last transaction."""
    if core.collectors is not None:
        return False
    if core.spec.front_stages > 0 or ready & ~core.flights.wanting[MEMORY] != 0:
        return False
    return core.pipeline.instances[MEMORY].free_at == NEVER


@block
def next_selection(core, cycle):
    """Return the first cycle from this one on in which a scheduler has its turn and may select a warp, or NEVER.

    Nothing may happen in the core meanwhile. Turns in which the coalescer refuses all ready warps are left out: they
    select nothing, and `two_level` fills its active set later with the same warps, as it takes the ones that were ready
    first. Other units are busy for a few turns at most, and are not looked at.
    """
    soonest = np.int64(NEVER)
    for scheduler in range(schedulers_of(core)):
        ready = core.run.ready & ring_of(core, scheduler)
        if ready != 0 and not is_for_coalescer(core, ready):
            soonest = min(soonest, cycle + cycles_to_turn(core, scheduler, cycle))
    return soonest
