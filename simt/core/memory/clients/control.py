"""The control unit of a client: when its operations begin and enter its queue, and when it asks."""

from __future__ import annotations

import numpy as np

from simt.core.jit import block, kernel
from simt.core.state.layout import NEVER


@kernel
def advance(clock, client, system):
    """Have operations enter and begin, and look at the burst condition; the next clock in which one can, or NEVER."""
    soonest = operate(clock, client, system)
    standing = client.entered - client.left
    if client.left >= client.asked and standing > 0 and (standing >= client.burst or no_more_come(client, system)):
        client.asked = client.entered
    return soonest


@block
def operate(clock, client, system):
    """Have operations enter and begin; the first clock in which the next one may."""
    while True:
        if client.enters <= clock:
            enter(clock, client, system)
        if client.enters < NEVER:
            return client.enters
        if client.operation == client.operations:
            return np.int64(NEVER)
        operation = system.operations[client.operation]
        if operation.earliest > clock:
            return operation.earliest
        if operation.end - client.left > client.queue:
            return np.int64(NEVER)  # until one leaves: the clock after is looked at
        if operation.waits != 0:
            complete_at = all_complete_at(client, system)
            if complete_at > clock:
                return complete_at
        client.enters = clock + operation.managing


@block
def enter(clock, client, system):
    """Have the requests of the operation that has begun stand in the queue."""
    operation = system.operations[client.operation]
    for number in range(client.entered, operation.end):
        system.dram.requests[number].arrival = clock
    client.entered = operation.end
    client.managing += operation.managing
    client.operation += 1
    client.enters = np.int64(NEVER)


@block
def all_complete_at(client, system):
    """The clock in which all requests that have entered are complete; NEVER while that is not known."""
    while client.done < client.entered:
        complete = system.dram.requests[client.done].complete
        if complete == NEVER:
            return np.int64(NEVER)
        client.complete = max(client.complete, complete)
        client.done += 1
    return client.complete


@block
def no_more_come(client, system):
    """Whether nothing enters the queue before some of what stands there has gone."""
    if client.enters < NEVER:
        return False
    if client.operation == client.operations:
        return True
    operation = system.operations[client.operation]
    return operation.waits != 0 or operation.end - client.left > client.queue
