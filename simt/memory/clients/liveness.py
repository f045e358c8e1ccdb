"""How long a request waits behind the arbiter at most (docs/dram.md, section 8, which derives it)."""

from __future__ import annotations

from simt.core.memory.clients.layout import POLICIES
from simt.memory.clients.description import System
from simt.memory.clients.grants import granted_in, longest_grant
from simt.memory.dram.liveness import drained_in, places


def longest_service(system: System) -> int | None:
    """Clocks from a request's arrival until it is complete, at most; None without an `age`, or if no bound is known."""
    channel, age = system.channel, system["age"]
    before = sum(client["queue"] for client in system.clients) // system.line
    if age == 0:
        return None
    if system.policy == POLICIES[0]:
        longest = longest_grant(channel, min(system["grant"], channel["row_bytes"]) // system.line)
        return int(age + granted_in(channel, before + 1, longest))
    until_accepted = drained_in(channel, places(channel) + before, before)
    until_data = drained_in(channel, places(channel))
    if until_accepted is None or until_data is None:
        return None
    return int(2 * age + until_accepted + until_data + channel.read_to_data)
