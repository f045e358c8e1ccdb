"""The recording of events into the rings of simt/core/state/rings.py (docs/processor.md, section 10).

A cycle of the loop of bench_record on fpga4 takes 43 ns without recording. Recording adds 15 ns for the states of the
warps that are not ready, 10 for the first touch of 109 bytes, 5 for the rest of `record_cycle`, 4 for the begin of
events, 6 for their other fields, and 2 for the banks. The states take some five instructions for each of ten warps; a
version without branches took 25 ns.
"""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.state.flights import flight_of


@block
def row_of(cycle, record):
    """Return the row of a cycle in the per-cycle rings."""
    return cycle & (record.ready_bits.shape[0] - 1)


@block
def event_of(core, flight, part):
    """Return the record of the event of an operation.

    flight: the number of the operation's instruction in flight. part: the operation's place in the bundle, 0 without
    bundles. An operation that was selected before the record began gets a row that nobody reads.
    """
    events = core.record.events
    last = events.shape[0] - 1
    sequence = flight_of(core, flight).sequence + np.int64(part)
    place = sequence & (last - 1)
    return events[place if events[place].sequence == sequence else last]


@block
def record_issue(core, w, flight, part, slot, cycle):
    """Begin an event: warp w issues an operation, alone or as part of a bundle. Times not known yet are -1.

    flight, part: as in `event_of`. slot: the issue slot.
    """
    warp = core.warps[w]
    sequence = flight_of(core, flight).sequence + np.int64(part)
    event = core.record.events[sequence & (core.record.events.shape[0] - 2)]
    event.sequence = sequence
    event.warp = w
    event.pc = warp.issue_pc + part
    event.mask = warp.mask
    event.living = warp.living
    event.depth = warp.depth
    event.slot = slot
    event.instance = -1
    event.degree = 0
    event.select = cycle
    event.enter = -1
    event.offer = -1
    event.retire = -1
    event.ready = -1


@block
def clear_banks(record, cycle):
    """Set the words asked of each bank in a cycle to 0."""
    row = row_of(cycle, record)
    for bank in range(record.bank_words.shape[1]):
        record.bank_words[row, bank] = 0
