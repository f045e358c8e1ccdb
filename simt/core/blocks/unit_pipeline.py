"""The pipeline of every unit instance: accepts operations, offers results, freezes (docs/processor.md, section 5).

An instance is a clock and a queue. An instruction enters at clock c, with latency l and occupation occ. Its result is
offered at clock c + l + occ - 1, or one clock after the result of its predecessor if that is later. The first stage is
free again at clock c + occ. A frozen instance's clock stands, so that no stage moves, no bubble closes, no occupation
counts down and nothing enters. So the clock of an instance is the cycle less the instance's frozen cycles, and no code
advances it. A version that advanced every clock in every cycle spent a quarter of a run on this.

Offers in the queue are clocks. What is compared in every cycle is a cycle: the next offer, the first cycle in which the
first stage is free, and the first of its conflict cycles. A freeze moves these on by one.
"""

from __future__ import annotations

import numpy as np

from simt.core.blocks.turns import schedulers_of
from simt.core.jit import block
from simt.core.state import reasons
from simt.core.state.flights import first_serving
from simt.core.state.layout import NEVER


@block
def clock(instance, cycle):
    """Return the instance's own time in `cycle`."""
    return cycle - instance.stalls


@block
def offers(instance, cycle):
    """Return whether the instance offers its oldest result to this retire step."""
    return instance.next_offer <= cycle


@block
def freeze(instance, cycle):
    """Freeze the instance for this cycle, because its offered result is not taken."""
    instance.frozen_in = cycle
    instance.stalls += 1
    instance.next_offer += 1
    instance.free_at += 1
    instance.conflict_from += 1


@block
def is_frozen(instance, cycle):
    """Return whether the instance is frozen in this cycle."""
    return instance.frozen_in == cycle


@block
def take(pipeline, k):
    """Remove instance k's oldest result; return its flight."""
    instance, queues = pipeline.instances[k], pipeline.queues
    flight = queues[k, instance.head].flight
    head = instance.head + 1
    instance.head = 0 if head == queues.shape[1] else head
    instance.in_flight -= 1
    instance.next_offer = queues[k, instance.head].offer + instance.stalls if instance.in_flight > 0 else NEVER
    return np.int64(flight)


@block
def first_free(core, first, end, step, cycle):
    """Return the first of the instances `first`, `first` + step, ... before `end` that can accept in this cycle, or -1.

    The loop uses no `range`, because `range` divides by a step that is not known.
    """
    k = np.int64(first)
    while k < end:
        instance = core.pipeline.instances[k]
        if not is_frozen(instance, cycle) and cycle >= instance.free_at:
            return k
        k += step
    return np.int64(-1)


@block
def accepting(core, operation, w, cycle):
    """Return the lowest-numbered instance of the operation's unit that can accept warp w in this cycle, or -1."""
    step = np.int64(1)
    if core.flights is not None:
        if operation.per_scheduler:
            step = schedulers_of(core)
    return first_free(core, first_serving(core, operation, w), np.int64(operation.end_instance), step, cycle)


@block
def accept(pipeline, k, flight, part, latency, occupation, conflict_after, cycle):
    """Enter an operation of a flight into the first stage of instance k.

    - part: the operation's place in its bundle, 0 without bundles.
    - latency: the operation's latency in clocks, or 0 for the latency of its unit.
    - occupation: the clocks for which it holds the first stage.
    - conflict_after: the number of these clocks that pass before the clocks due to bank conflicts.
    """
    instance, queues = pipeline.instances[k], pipeline.queues
    tail = instance.head + instance.in_flight
    if tail >= queues.shape[1]:
        tail -= queues.shape[1]
    now = clock(instance, cycle)
    entry = queues[k, tail]
    entry.flight = flight
    entry.part = part
    entry.offer = now + (instance.latency if latency == 0 else latency) + occupation - 1
    if instance.in_flight == 0:
        instance.next_offer = entry.offer + instance.stalls
    else:
        before = queues[k, tail - 1 if tail > 0 else queues.shape[1] - 1].offer
        entry.offer = max(entry.offer, before + 1)
    instance.in_flight += 1
    instance.free_at = cycle + occupation
    instance.conflict_from = cycle + conflict_after


@block
def in_conflict(instance, cycle):
    """Return whether the first stage is in its conflict cycles; only the LDS has any."""
    return instance.conflict_from <= cycle < instance.free_at


@block
def charge_unit(core, w, end, last):
    """Charge the cycles before `end` that warp w's instruction has spent in its unit, on a core without a scoreboard.

    They go to the unit, to bank conflicts, and to the retire port. last: the clock of the instance in the cycle `end`.
    """
    warp, ledger = core.warps[w], core.ledgers.warp
    pc = warp.issue_pc
    operation = core.code[pc]
    own = last - warp.enter_clock
    conflict = max(np.int64(0), min(own, np.int64(warp.occupation)) - operation.beats * operation.interval)
    frozen = end - warp.enter_cycle - own
    if core.spec.front_stages == 0:
        own -= 1  # the entry cycle is the cycle of issue
    ledger[pc, operation.reason] += own - conflict
    if conflict > 0:
        ledger[pc, reasons.BANK_CONFLICT] += conflict
    if frozen > 0:
        ledger[pc, reasons.RETIRE_PORT] += frozen


@block
def state_in_unit(core, flight, cycle):
    """Return the reason for which a warp waits for an instruction in a unit. flight: the instruction's record."""
    instance = core.pipeline.instances[flight.instance]
    if is_frozen(instance, cycle):
        return reasons.RETIRE_PORT
    operation = core.code[flight.issue_pc]
    if operation.beats * operation.interval <= clock(instance, cycle) - flight.enter_clock < flight.occupation:
        return reasons.BANK_CONFLICT
    return operation.reason
