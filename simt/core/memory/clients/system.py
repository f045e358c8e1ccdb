"""A memory system over time: its clients, and the policy by which the channel serves them."""

from __future__ import annotations

import numpy as np

from simt.core.jit import kernel
from simt.core.memory.clients.arbiter import oldest_arrival, serve
from simt.core.memory.clients.control import advance
from simt.core.memory.clients.layout import System
from simt.core.state.cores import channel_of
from simt.core.state.layout import NEVER


@kernel
def run_system(system, clocks):
    """Run to the last clock, or until `clocks` were computed; clocks in which nothing happens cost nothing."""
    system = System(system.arbiters, system.clients, system.operations, channel_of(0, system.dram))
    arbiter = system.arbiters[0]
    for _ in range(clocks):
        clock = arbiter.clock
        if clock >= arbiter.last:
            return
        soonest = np.int64(NEVER)
        for number in range(system.clients.shape[0]):
            soonest = min(soonest, advance(clock, system.clients[number], system))
            if arbiter.age > 0:
                ages_at = oldest_arrival(number, system) + arbiter.age
                if ages_at > clock:
                    soonest = min(soonest, ages_at)
        arbiter.clock = min(soonest, serve(clock, system))
        arbiter.computed += 1
