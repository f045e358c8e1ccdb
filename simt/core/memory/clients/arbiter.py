"""The arbiter: which client has the channel next, and how it is served (docs/clients.md, sections 3 to 5)."""

from __future__ import annotations

import numpy as np

from simt.core.jit import block, kernel
from simt.core.memory.clients.layout import HMGPU
from simt.core.memory.dram.controller import accept, is_held, is_room, tick
from simt.core.memory.dram.exclusive import grant, served_together
from simt.core.memory.dram.refreshing import fall_due, refresh_exclusively
from simt.core.state.layout import NEVER


@block
def serve(clock, system):
    """Do what the policy does in a clock; return the next clock in which it can do something."""
    if system.arbiters[0].policy == HMGPU:
        return serve_exclusively(clock, system)
    return serve_by_controller(clock, system)


@block
def serve_exclusively(clock, system):
    """Refresh or grant, if the channel is free; return the next clock with something to do."""
    arbiter, dram = system.arbiters[0], system.dram
    control = dram.control
    fall_due(clock, dram)
    if arbiter.free_at <= clock:
        if control.due > 0:
            control.due -= 1
            arbiter.free_at = refresh_exclusively(clock, dram)
        else:
            chosen = oldest_aged(clock, system)
            if chosen < 0:
                chosen = first_that_asks(system)
            if chosen < 0:
                return control.refresh_at
            client = system.clients[chosen]
            count = served_together(client.left, min(client.entered - client.left, arbiter.grant), dram)
            arbiter.free_at = grant(client.left, count, clock, dram)
            leave(chosen, count, system)
            return clock + 1
    return min(arbiter.free_at, control.refresh_at)


@block
def serve_by_controller(clock, system):
    """Let the controller do its clock, and hand a request on to it; return the next clock with something to do."""
    arbiter, dram = system.arbiters[0], system.dram
    soonest = tick(clock, dram)
    if is_held(clock, arbiter.hold, dram):
        return soonest
    chosen = oldest_aged(clock, system)
    if chosen < 0:
        chosen = first_that_asks(system)
    elif not is_room_for(chosen, system):
        chosen = np.int64(-1)
    if chosen < 0:
        return soonest
    accept(system.clients[chosen].left, clock, dram)
    leave(chosen, np.int64(1), system)
    count_in_round(chosen, system)
    return clock + 1


@block
def oldest_aged(clock, system):
    """Return the client whose oldest request arrived first; -1 if that request is not old enough to go first."""
    age, client = system.arbiters[0].age, np.int64(-1)
    if age == 0:
        return client
    since = clock - age + 1
    for number in range(system.clients.shape[0]):
        arrival = oldest_arrival(number, system)
        if arrival < since:
            client, since = np.int64(number), arrival
    return client


@block
def oldest_arrival(number, system):
    """Return the arrival of the request at the head of a client's queue, NEVER if there is none."""
    client = system.clients[number]
    if client.left == client.entered:
        return np.int64(NEVER)
    return system.dram.requests[client.left].arrival


@kernel
def first_that_asks(system):
    """Return the asking client of the highest priority, of equals the one chosen longest ago, or -1 if none asks.

    Under `frfcfs` a client counts only if the controller has room for its request. A client is entitled if it has not
    had its share of this round. If any asking client is entitled, only entitled clients count.
    """
    needs_room, needs_share = system.arbiters[0].policy != HMGPU, is_any_entitled(system)
    chosen = np.int64(-1)
    for number in range(system.clients.shape[0]):
        client = system.clients[number]
        if client.left >= client.asked or (needs_room and not is_room_for(number, system)):
            continue
        if needs_share and client.used >= client.share:
            continue
        if chosen >= 0:
            best = system.clients[chosen]
            if client.priority < best.priority or (client.priority == best.priority and client.turn >= best.turn):
                continue
        chosen = np.int64(number)
    return chosen


@block
def is_any_entitled(system):
    """Return whether an asking client has not had its share of this round; under `hmgpu` there are no shares."""
    for number in range(system.clients.shape[0]):
        client = system.clients[number]
        if client.left < client.asked and client.used < client.share:
            return True
    return False


@block
def count_in_round(chosen, system):
    """Count a request that was handed on; after a round's last request all clients have their shares again."""
    arbiter = system.arbiters[0]
    system.clients[chosen].used += 1
    arbiter.used += 1
    if arbiter.used == arbiter.round:
        arbiter.used = 0
        for number in range(system.clients.shape[0]):
            system.clients[number].used = 0


@block
def is_room_for(number, system):
    """Return whether the controller has room for the request at the head of a client's queue."""
    return is_room(system.dram.requests[system.clients[number].left].is_write, system.dram)


@block
def leave(chosen, count, system):
    """Remove `count` requests of a client from its queue, and count the choice of the client."""
    arbiter, client = system.arbiters[0], system.clients[chosen]
    arbiter.turns += 1
    client.turn = arbiter.turns
    client.grants += 1
    client.left += count
