"""The scoreboard: the instructions of a warp in flight, and the issue of the next (docs/processor.md, section 24).

Results of plain instructions are computed and written as they enter their units, except loads of global memory. In the
contract, operands are read as an instruction enters its unit, and results are written at retire. The values are the
same for three reasons. No instruction that reads or writes a register issues while a write of this register is pending.
The youngest writer of the flag enters its unit last. A run that stops drains its units.

On a machine where a warp has only one instruction in flight, the group `flights` is None, and the compiler drops every
branch on it.
"""

from __future__ import annotations

import numpy as np

from simt.core.blocks.awaits import AWAITS, IS_FULL, begin_wait, changes_place, charge_wait_of
from simt.core.blocks.warps import arrive, end_warp
from simt.core.blocks.wheel import forget, sleep_until_ready
from simt.core.divergence.branch import has_arrived, next_counter
from simt.core.jit import block
from simt.core.jit.bits import bit, count_bits, lowest_bit
from simt.core.ledgers.intervals import remember_held
from simt.core.ledgers.record import event_of
from simt.core.ledgers.trap import trap_at_select
from simt.core.ledgers.wanting import note_next
from simt.core.state import kinds, states, traps
from simt.core.state.demands import FLAG
from simt.core.state.layout import NEVER


@block
def take_entry(core, w, cycle):
    """Put the instruction that warp w issues into the scoreboard; return its flight."""
    flights, warp, board = core.flights, core.warps[w], core.flights.boards[w]
    uses = flights.uses[warp.pc]
    place = lowest_bit(~board.live)
    number = w * core.spec.entries + place
    flight = flights.flights[number]
    flight.issue_pc = warp.pc
    flight.sequence = core.run.sequence
    flight.mask = warp.mask
    flight.active = warp.active
    flight.select_cycle = cycle
    flight.enter_cycle = -1
    flight.retire_cycle = -1
    flight.release = NEVER
    flight.steers = uses.steers
    board.live |= bit(place)
    board.unretired |= bit(place)
    core.run.unretired += 1
    board.low |= uses.put_low
    board.high |= uses.put_high
    if uses.put_high & FLAG:
        board.flag_writers += 1
    board.loads += uses.is_load
    if uses.steers:
        board.steering = number
    board.wait = 0
    return np.int64(number)


@block
def give_back(core, flight):
    """Give back the entry of an instruction that is released: what it wrote is no longer pending."""
    record = core.flights.flights[flight]
    board, uses = core.flights.boards[record.warp], core.flights.uses[record.issue_pc]
    board.live &= ~bit(np.int64(record.place))
    board.low &= ~uses.put_low
    board.high &= ~uses.put_high
    if uses.put_high & FLAG:
        board.flag_writers -= 1
    if board.flag_writers > 0:
        board.high |= FLAG
    board.loads -= uses.is_load
    if board.steering == flight:
        board.steering = -1


@block
def first_issued(core, w, places, low, high, loads):
    """Return the flight of warp w that was issued first among the flights that fit, or -1.

    - places: the set of entries to look at.
    - low, high: a set of registers and the flag, as in BOARD. Only an instruction that writes one of them fits; if both
      are 0, any instruction fits.
    - loads: whether only loads of global memory fit.
    """
    flights = core.flights
    best = np.int64(-1)
    while places != 0:
        number = w * core.spec.entries + lowest_bit(places)
        places &= places - 1
        flight = flights.flights[number]
        uses = flights.uses[flight.issue_pc]
        fits = (low | high) == 0 or ((uses.put_low & low) | (uses.put_high & high)) != 0
        if fits and (not loads or uses.is_load) and (best < 0 or flight.sequence < flights.flights[best].sequence):
            best = np.int64(number)
    return best


@block
def find_wait(core, w):
    """Return (wait, flight): why warp w's next instruction may not issue, and the flight to blame.

    wait is AWAITS or IS_FULL. It is 0, and the flight -1, if the instruction may issue.
    """
    flights, board, pc = core.flights, core.flights.boards[w], core.warps[w].pc
    none = np.int64(0)
    if board.is_ending:
        return np.int64(AWAITS), first_issued(core, w, board.unretired, none, none, False)
    if board.live == 0:
        return none, np.int64(-1)
    if board.steering >= 0:
        return np.int64(AWAITS), np.int64(board.steering)
    if trap_at_select(core, pc) != traps.NONE:
        return np.int64(AWAITS), first_issued(core, w, board.live, none, none, False)
    uses = flights.uses[pc]
    low, high = uses.need_low & board.low, uses.need_high & board.high
    if (low | high) != 0:
        return np.int64(AWAITS), first_issued(core, w, board.live, low, high, False)
    if count_bits(board.live) >= core.spec.entries:
        return np.int64(IS_FULL), first_issued(core, w, board.live, none, none, False)
    if uses.is_load and board.loads >= core.spec.loads:
        return np.int64(IS_FULL), first_issued(core, w, board.live, none, none, True)
    return none, np.int64(-1)


@block
def go_on(core, flight, cycle):
    """Move the program counter past a selected instruction, unless it steers; let its warp be ready next, or wait.

    An instruction that blocks the warp's next one now is in flight until the end of this cycle, and the warp issues
    nothing more in this cycle. So the answer holds for the next cycle.
    """
    record = core.flights.flights[flight]
    w = np.int64(record.warp)
    if record.steers == 0:
        pc = record.issue_pc
        next_counter(core, core.code[pc], w, core.ledgers.stats[pc], cycle)
    wait, awaited = find_wait(core, w)
    if wait == 0:
        sleep_until_ready(core, bit(w), np.int64(0))  # the wheel has turned
    else:
        begin_wait(core, w, wait, awaited, cycle + 1)


@block
def look_again(core, w, cycle):
    """Find out whether warp w's next instruction may issue, or what it waits for.

    A warp that does not wait, because nothing blocked it in `go_on`, is ready.
    """
    run, warp, board = core.run, core.warps[w], core.flights.boards[w]
    if board.wait != 0:
        wait, flight = find_wait(core, w)
        if wait == board.wait and flight == board.blamed:
            return
        charge_wait_of(core, w, cycle)
        board.wait = 0
        if wait != 0:
            begin_wait(core, w, wait, flight, cycle)
            return
    warp.state = states.READY
    warp.ready_cycle = cycle
    run.ready |= bit(w)
    note_next(core, w)
    remember_held(core, w)


@block
def release_due(core, w, cycle):
    """Release the instructions of warp w that are due in this cycle; if it is blocked, look at its next instruction."""
    board = core.flights.boards[w]
    rest = board.live & ~board.unretired
    while rest != 0:
        flight = w * core.spec.entries + lowest_bit(rest)
        rest &= rest - 1
        if core.flights.flights[flight].release == cycle:
            give_back(core, flight)
            if core.spec.recording:
                event_of(core, flight, 0).ready = cycle
        elif core.register_file is not None:
            if core.flights.flights[flight].release != NEVER:  # the wheel may have been too small
                sleep_until_ready(core, bit(w), core.flights.flights[flight].release - cycle - 1)
    if core.warps[w].state == states.BLOCKED:
        look_again(core, w, cycle)


@block
def finish(core, w, cycle):
    """Finish warp w, whose `ret` and all of whose results have retired; its last wait is charged by then."""
    board = core.flights.boards[w]
    board.wait = 0
    board.live = 0
    board.low = 0
    board.high = 0
    board.flag_writers = 0
    board.loads = 0
    board.steering = -1
    board.is_ending = 0
    forget(core, w)
    core.run.exiting -= 1
    end_warp(core, w, cycle)


@block
def retire_entry(core, flight, cycle):
    """Count an instruction as retired in this cycle, and charge its warp's wait for it. `leave_entry` releases it."""
    record = core.flights.flights[flight]
    changes_place(core, flight, cycle)
    record.retire_cycle = cycle
    core.flights.boards[record.warp].unretired &= ~bit(np.int64(record.place))
    core.run.unretired -= 1


@block
def leave_entry(core, flight, delay, cycle):
    """Go on after the effect of a retired instruction: plan its release, wait at the barrier, or end the warp.

    A warp ends once all its instructions have retired. delay: the cycles for which the instruction's results wait for
    their banks.
    """
    record = core.flights.flights[flight]
    w = np.int64(record.warp)
    spec, warp, board = core.spec, core.warps[w], core.flights.boards[w]
    kind = core.code[record.issue_pc].kind
    if has_arrived(core, w, kind):
        if kind == kinds.RETURN:
            core.run.exiting -= 1
        arrive(core, w, cycle)
        return
    if kind == kinds.RETURN and warp.living == 0:
        board.is_ending = 1
    else:
        if kind == kinds.RETURN:
            core.run.exiting -= 1
        record.release = cycle + delay + spec.retire_stages
        sleep_until_ready(core, bit(w), delay + spec.retire_stages)
    if board.is_ending:
        if board.unretired == 0:
            finish(core, w, cycle)
        else:
            sleep_until_ready(core, bit(w), np.int64(0))  # the wheel has yet to turn: it is looked at in this cycle
