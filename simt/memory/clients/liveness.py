"""The bound on the time of a request of a client, which docs/dram.md, section 8, derives."""

from __future__ import annotations

from simt.core.memory.clients.layout import POLICIES
from simt.memory.clients.description import System
from simt.memory.clients.grants import granted_in, longest_grant
from simt.memory.dram.liveness import drained_in, places


def longest_service(system: System) -> int | None:
    """Return a bound on the clocks from the arrival of a request to its completion; None if no bound is known."""
    channel, age, hold = system.channel, system["age"], system["hold"]
    if system.policy == POLICIES[0]:
        if age == 0:
            return None
        longest = longest_grant(channel, min(system["grant"], channel["row_bytes"]) // system.line)
        return int(age + granted_in(channel, _places(system) + 1, longest))
    handed_on = _places(system) if age > 0 else _handed_on_by_shares(system)
    if hold == 0 or handed_on is None:
        return None
    until_accepted = drained_in(channel, places(channel) + handed_on, handed_on)
    until_data = drained_in(channel, places(channel))
    if until_accepted is None or until_data is None:
        return None
    return int(age + until_accepted + hold + until_data + channel.read_to_data)


def _places(system: System) -> int:
    """Return N, the number of requests that the queues of all clients can hold."""
    return sum(int(client["queue"]) for client in system.clients) // system.line


def _handed_on_by_shares(system: System) -> int | None:
    """Return H, a bound on the requests that the arbiter hands on, by shares alone, before a request's turn.

    None if a client has no share, or if its accesses are shorter than its burst: a request may then wait for later
    requests of the same client.
    """
    rounds = 0
    for client in system.clients:
        if client["share"] == 0 or (client.values.get("access") or client["burst"]) < client["burst"]:
            return None
        held = int(client["queue"]) // system.line
        rounds = max(rounds, 1 - -held // (client["share"] // system.line))
    return int(rounds * (system["round"] // system.line))
