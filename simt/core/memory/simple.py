"""`simple` memory: a bus that carries one transaction after the other, and an answer after a fixed time."""

from __future__ import annotations

import numpy as np

from simt.core.jit import block
from simt.core.memory.transactions import grant, oldest_request, respond
from simt.core.state import kinds
from simt.core.state.layout import NEVER

TICKS = 1024  # of the data bus in a cycle


@block
def carry(k, cycle, links, loaded, device):
    """Put core k's oldest transaction on the bus and grant it in this cycle.

    The core gets a response to the last transaction of a load or an atomic.
    """
    far = device.fars[0]
    unit = links.units[k, 0]
    request = links.requests[k, unit.request_head]
    access = links.accesses[k, request.slot]
    is_awaited = request.last != 0 and access.kind != kinds.STORE_GLOBAL
    far.bus = max(far.bus, cycle * TICKS) + device.ticks[request.bytes]
    done = (far.bus + TICKS - 1) // TICKS - 1 + links.launches[0, 0].latency
    far.done = max(far.done, done)
    far.last_core = k
    grant(k, cycle, links, loaded, device)
    if is_awaited:
        respond(k, access.flight, done, links)


@block
def serve_bus(end, links, loaded, device):
    """Make all grants before cycle `end`; return the cycle of the next one, or NEVER if no request is on its way.

    Cores send nothing meanwhile, so the oldest request of a core is looked up once, and again after a grant.
    """
    far, oldest = device.fars[0], device.oldest
    count = oldest.shape[0]
    for k in range(count):
        oldest[k] = oldest_request(links, k)
    while True:
        first = np.int64(NEVER)
        for k in range(count):
            first = min(first, oldest[k])
        if first == NEVER:
            return first
        cycle = max(first, far.bus // TICKS)
        if cycle >= end:
            return cycle
        k = far.last_core
        while True:
            k += 1
            if k == count:
                k = 0
            if oldest[k] <= cycle:
                break
        carry(k, cycle, links, loaded, device)
        oldest[k] = oldest_request(links, k)
