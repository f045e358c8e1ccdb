"""The messages of cores and memory to each other, which are handed on between windows.

A message takes L cycles in either direction, and a window has at most L. So memory serves in a window only what cores
have sent before it, and no core sees before the next window what memory sends in it. Memory works on rings of its own
for that, so it may serve a window while the cores run through it on other threads of the host. Before the next window
one thread hands on what has been sent.

Memory changes a few words of a core at once: data that is loaded, and the phases of an access. A core looks at them
when the response is there. Where it looks earlier (`beside` of CREW), memory serves a window before the cores run.
"""

from __future__ import annotations

from typing import Any

from simt.core.jit import block
from simt.core.memory.link import further
from simt.core.memory.transactions import enter_response
from simt.core.state.layout import Link

_OWN = ("units", "credits", "responses")  # of Link, which memory has itself


def _with_own_rings() -> Any:
    """Return a function that puts memory's own rings in place of those in which it and the cores leave messages."""
    arrays = ", ".join(f"device.{name}" if name in _OWN else f"links.{name}" for name in Link._fields)
    namespace = {"Link": Link}
    exec(f"def as_memory_has(links, device):\n    return Link({arrays})\n", namespace)
    return block(namespace["as_memory_has"])


as_memory_has = _with_own_rings()


@block
def hand_on_credits(k, links, device):
    """Hand on to core k the places of its queue that are free again: one for each request that was granted."""
    unit, own, ring = links.units[k, 0], device.units[k, 0], links.credits[k]
    if own.credits > 0:
        for number in range(own.credits):
            ring[further(unit.credit_head, unit.credits, ring)] = device.credits[k, number]
            unit.credits += 1
        unit.request_head = own.request_head
        unit.requests -= own.credits
        own.credits = 0
        if unit.still and unit.flight >= 0:
            device.wakes[k] = min(device.wakes[k], device.credits[k, 0])


@block
def hand_on_responses(k, links, device):
    """Hand on to core k the responses to its accesses."""
    own = device.units[k, 0]
    if own.responses > 0:
        device.wakes[k] = min(device.wakes[k], device.responses[k, 0].arrives)
        for number in range(own.responses):
            response = device.responses[k, number]
            enter_response(k, response.flight, response.arrives, links)
        own.responses = 0


@block
def hand_on(links, device):
    """Hand on to all cores what memory has sent them."""
    for k in range(device.wakes.shape[0]):
        hand_on_credits(k, links, device)
        hand_on_responses(k, links, device)


@block
def take_in(links, device):
    """Let memory have the requests that cores have sent until now. What it has sent them must have been handed on."""
    for k in range(device.wakes.shape[0]):
        device.units[k, 0].requests = links.units[k, 0].requests
