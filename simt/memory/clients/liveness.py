"""How long a request waits behind the arbiter at most (docs/dram.md, section 8, which derives it)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from simt.core.memory.clients.layout import POLICIES
from simt.machine.channel import Channel
from simt.memory.clients.description import System
from simt.memory.clients.grants import grant_clocks
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


def longest_grant(channel: Channel, requests: int) -> int:
    """Clocks of an exclusive grant of so many requests, at most."""
    closed_form = max(grant_clocks(channel, requests, way) for way in (0, 1))
    return closed_form + int(max(0, channel["tFAW"] - 4 * channel["tRC"]))


def granted_in(channel: Channel, grants: int, longest: int, others: int = 0) -> int:
    """Clocks in which so many grants are over that take so long at most; in `others` of them the channel is free."""
    refresh, interval = channel["tRFC"], channel["tREFI"]
    clocks = grants * longest + others + (2 + longest // interval + 1) * refresh
    return ceil(Fraction(clocks * interval, interval - refresh))
