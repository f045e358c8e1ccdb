"""Instructions in flight: one for each warp, or several under a scoreboard (docs/processor.md, section 24).

A flight has a number and a record. Without a scoreboard these are the number and the record of its warp. With a
scoreboard, the number is warp x entries + place, and the record is a FLIGHT. A FLIGHT has those fields of a WARP that
belong to an instruction.
"""

from __future__ import annotations

import numpy as np

from simt.core.jit import block


@block
def flight_of(core, flight):
    """Return the record of an instruction in flight: WARP, or FLIGHT under a scoreboard."""
    if core.flights is None:
        return core.warps[flight]
    return core.flights.flights[flight]


@block
def warp_of(core, flight):
    """Return the warp of an instruction in flight."""
    if core.flights is None:
        return flight
    return np.int64(core.flights.flights[flight].warp)


@block
def first_serving(core, operation, w):
    """Return the lowest-numbered instance that serves an operation of warp w, without bundles."""
    first = np.int64(operation.first_instance)
    if core.flights is not None:
        if operation.per_scheduler:
            first += core.flights.boards[w].scheduler
    return first


@block
def row_of_load(core, flight):
    """Return the row of `operands.loaded` for the words of an access to global memory.

    With bundles or a scoreboard, a warp may load from local memory at the same time. Then this row is another one than
    the row for local memory.
    """
    if core.flights is None and core.bundles is None:
        return flight
    return core.warps.shape[0] + flight
