"""The closed form of exclusive grants: how long one takes, what bandwidth they have (docs/clients.md, section 4)."""

from __future__ import annotations

from simt.machine.channel import Channel


def grant_clocks(channel: Channel, requests: int, is_write: int) -> int:
    """The clocks of an exclusive grant, where tFAW and tRRD forbid nothing."""
    gap = max(channel.burst, channel["tCCD"])
    last = channel["tRCD"] + (requests - 1) * gap  # AL before its column access
    closed = last - channel["AL"] + channel["wr_to_pre" if is_write else "rd_to_pre"] + channel["tRP"]
    data = 0 if is_write else last + channel["CL"] + channel.burst
    return int(max(channel["tRC"], closed, data))


def granted_bandwidth(channel: Channel, requests: int, write: float) -> float:
    """MB/s of exclusive grants of so many requests without a pause. write: the share of grants that write."""
    clocks = (1 - write) * grant_clocks(channel, requests, 0) + write * grant_clocks(channel, requests, 1)
    open_share = 1 - channel["tRFC"] / channel["tREFI"]
    return float(requests * channel["bytes_per_req"] / (clocks * channel["tCK"]) * 1000 * open_share)
