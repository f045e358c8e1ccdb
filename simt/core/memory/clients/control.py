"""The control unit of a client: it begins operations, enters them into the queue, and asks for the channel."""

from __future__ import annotations

import numpy as np

from simt.core.jit import block, kernel
from simt.core.state.layout import NEVER


@kernel
def advance(clock, client, system):
    """Enter and begin a client's operations; have it ask for the channel if its burst condition holds.

    Returns the next clock in which an operation can enter or begin, or NEVER.
    """
    soonest = operate(clock, client, system)
    standing = client.entered - client.left
    if client.left >= client.asked and standing > 0 and (standing >= client.burst or no_more_come(client, system)):
        client.asked = client.entered
    return soonest


@block
def operate(clock, client, system):
    """Enter and begin a client's operations; return the first clock in which the next one can enter or begin.

    The result is NEVER if there is no next operation, or if its clock depends on requests that have not left or are not
    complete.
    """
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
            return np.int64(NEVER)  # until a request leaves: the clock after is looked at
        if operation.waits != 0:
            complete_at = all_complete_at(client, system)
            if complete_at > clock:
                return complete_at
        client.enters = clock + operation.managing


@block
def enter(clock, client, system):
    """Enter the current operation's requests into the queue, count its managing clocks, and go on to the next one."""
    operation = system.operations[client.operation]
    for number in range(client.entered, operation.end):
        system.dram.requests[number].arrival = clock
    client.entered = operation.end
    client.managing += operation.managing
    client.operation += 1
    client.enters = np.int64(NEVER)


@block
def all_complete_at(client, system):
    """Return the clock in which all entered requests are complete; NEVER while that is not known."""
    while client.done < client.entered:
        complete = system.dram.requests[client.done].complete
        if complete == NEVER:
            return np.int64(NEVER)
        client.complete = max(client.complete, complete)
        client.done += 1
    return client.complete


@block
def no_more_come(client, system):
    """Return whether nothing enters the queue before some of its requests have gone."""
    if client.enters < NEVER:
        return False
    if client.operation == client.operations:
        return True
    operation = system.operations[client.operation]
    return operation.waits != 0 or operation.end - client.left > client.queue
