"""The hold: nothing is accepted while a read waits too long for its column access (docs/clients.md, section 5)."""

from __future__ import annotations

import numpy as np

from simt.core.jit import apart, block
from simt.core.state.layout import NEVER


@block
def is_held(clock, age, dram):
    """Return whether a read that was accepted `age` or more clocks ago still waits for its column access.

    The result is false if `age` is 0. The function is called after `tick` of the same clock.
    """
    return age != 0 and dram.control.hold_at <= clock and holds(clock, age, dram)


@apart
def holds(clock, age, dram):
    """Answer `is_held` by a search of the queues, and note the first clock in which a read can be that old."""
    control = dram.control
    control.hold_at = min(oldest_read(dram), clock) + age
    return control.hold_at <= clock


@block
def oldest_read(dram):
    """Return the clock in which the read that waits longest for its column access was accepted, or NEVER.

    In every queue the reads are in the order of their acceptance. A read that was merged with an earlier read is
    younger than this one.
    """
    requests, oldest = dram.requests, np.int64(NEVER)
    if dram.control.reads > 0:
        oldest = requests[dram.reads[0].request].accept
    for number in range(dram.banks.shape[0]):
        queue = dram.queues[number]
        for place in range(dram.banks[number].queued):
            if queue[place].is_write == 0:
                oldest = min(oldest, requests[queue[place].request].accept)
                break
    return oldest
