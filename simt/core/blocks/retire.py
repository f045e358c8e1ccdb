"""The retire step: the results that leave in a cycle, and what they change (docs/processor.md, section 6)."""

from __future__ import annotations

import numpy as np

from simt.core.blocks.bundles import last_taken, take_part
from simt.core.blocks.collectors import may_write, take_banks
from simt.core.blocks.effects import write_back, write_back_access, write_bundle
from simt.core.blocks.register_file import write_results
from simt.core.blocks.scoreboard import leave_entry, retire_entry
from simt.core.blocks.unit_pipeline import charge_unit, freeze, offers, take
from simt.core.blocks.warps import arrive, end_warp
from simt.core.blocks.wheel import sleep_until_ready
from simt.core.divergence.branch import has_arrived
from simt.core.jit import block
from simt.core.jit.bits import bit
from simt.core.lanes.write_back import write_access
from simt.core.ledgers.record import event_of
from simt.core.memory.charges import charge_memory
from simt.core.memory.link import complete_access, part_of_access, take_access
from simt.core.state import kinds, reasons, states
from simt.core.state.flights import flight_of, row_of_load, warp_of


@block
def leave(core, w, pc, delay, cycle):
    """Set the state of warp w after its write back: finished, waiting at a barrier, or soon to be ready.

    A warp that goes on is ready after the retire stages and `delay` further cycles, in which its results wait for their
    banks; 0 without a banked register file. pc: the address of the instruction; for a bundle with a `bar` or `ret`, the
    address of this operation.
    """
    warp, ledger = core.warps[w], core.ledgers.warp
    kind = core.code[pc].kind
    if kind == kinds.RETURN:
        core.run.exiting -= 1
        if warp.living == 0:
            end_warp(core, w, cycle)
            return
    if has_arrived(core, w, kind):
        arrive(core, w, cycle)
        return
    stages = core.spec.retire_stages
    warp.ready_cycle = cycle + delay + stages
    sleep_until_ready(core, bit(w), delay + stages)
    if kind == kinds.BARRIER:  # it trapped, or waits for nobody
        warp.state = states.RELEASED
        ledger[warp.issue_pc, reasons.BARRIER] += delay + stages
    else:
        warp.state = states.RETIRED
        ledger[warp.issue_pc, core.code[warp.issue_pc].reason] += stages
        if core.register_file is not None:
            ledger[core.register_file.written[w].writer, reasons.RETIRE_PORT] += delay


@block
def write_delay(core, flight, w, first, count, cycle):
    """Return the cycles that the results of `count` operations from `first` on wait for their banks.

    They retire in this cycle, as the flight of warp w.
    """
    if core.register_file is None:
        return np.int64(0)
    return write_results(core.register_file, flight, w, first, count, cycle)


@block
def complete_bundle(core, w, first, cycle):
    """Retire a bundle whose last result has been taken in this cycle."""
    delay = write_delay(core, w, w, first, core.bundles.count[w], cycle)
    ending = write_bundle(core, w, first, cycle)
    blamed = first + last_taken(core.bundles, w, cycle)
    if ending < 0:
        ending = blamed
    elif core.code[ending].kind == kinds.BARRIER or has_arrived(core, w, core.code[ending].kind):
        blamed = ending
    core.warps[w].issue_pc = np.uint32(blamed)  # what the warp's wait is charged to from now on
    leave(core, w, ending, delay, cycle)


@block
def retire_access(core, flight, part, cycle):
    """Retire a complete access to global memory. part: its place in its bundle, 0 without bundles."""
    take_access(core, flight)
    if core.spec.recording:
        event_of(core, flight, part).retire = cycle
    if core.flights is not None:
        retire_flight(core, flight, True, cycle)
    elif core.bundles is None:
        pc = np.int64(core.warps[flight].issue_pc)
        write_back_access(core, core.code[pc], flight, flight, core.ledgers.stats[pc], cycle)
        charge_memory(core, flight, cycle)
        leave(core, flight, pc, write_delay(core, flight, flight, pc, 1, cycle), cycle)
    elif take_part(core.bundles, flight, part, cycle):
        complete_bundle(core, flight, np.int64(core.warps[flight].issue_pc), cycle)


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
    delay = write_delay(core, flight, w, np.int64(pc), 1, cycle)
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
    leave_entry(core, flight, delay, cycle)


@block
def retire_operation(core, k, part, cycle):
    """Retire the oldest result of instance k, on a core without a scoreboard.

    The warp goes on after this result; with bundles, after the last operation of the bundle. part: the operation's
    place in its bundle, 0 without bundles.
    """
    offered = core.pipeline.instances[k].next_offer - core.pipeline.instances[k].stalls
    w = take(core.pipeline, k)
    first = np.int64(core.warps[w].issue_pc)
    if core.spec.recording:
        event_of(core, w, part).retire = cycle
    if core.bundles is None:
        write_back(core, core.code[first], w, w, core.ledgers.stats[first], cycle)
        charge_unit(core, w, cycle, offered)
        leave(core, w, first, write_delay(core, w, w, first, 1, cycle), cycle)
    elif take_part(core.bundles, w, part, cycle):
        complete_bundle(core, w, first, cycle)


@block
def own_port(core, flight, part):
    """Return the set of the port that an operation of a bundle has to itself, its slot's; empty if ports are common."""
    if core.bundles is None:
        return np.int64(0)
    return core.bundles.parts[flight, part].port


@block
def retire(core, cycle):
    """Retire up to `ports` offered results, in retire priority. An instance whose result is not retired freezes.

    With bundles every slot has a port of its own, and with operand collectors a result also needs its banks.
    """
    spec = core.spec
    ports = spec.ports
    used = np.int64(0)
    if core.link is not None:
        flight = complete_access(core, cycle)
        if flight >= 0 and may_write(core, flight, cycle):
            part = part_of_access(core, flight)
            ports -= 1
            used = own_port(core, flight, part)
            retire_access(core, flight, part, cycle)
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
        own = own_port(core, np.int64(entry.flight), part)
        if ports == 0 or (used & own) != 0 or not may_write(core, np.int64(entry.flight), cycle):
            freeze(instance, cycle)
            continue
        ports -= 1
        used |= own
        if core.flights is None:
            retire_operation(core, k, part, cycle)
        else:
            flight = take(core.pipeline, k)
            if spec.recording:
                event_of(core, flight, 0).retire = cycle
            retire_flight(core, flight, False, cycle)
