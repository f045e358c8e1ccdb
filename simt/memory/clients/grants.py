"""The closed forms for the length and the bandwidth of exclusive grants (docs/clients.md, section 4)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from simt.machine.channel import Channel


def grant_clocks(channel: Channel, requests: int, is_write: int) -> int:
    """Return the clocks of an exclusive grant of `requests` requests that tFAW and tRRD do not delay.

    is_write: whether the requests write: 1, or 0 if they read.
    """
    last = channel["tRCD"] + (requests - 1) * channel["col_to_col_L"]  # the last column access, less AL
    closed = last - channel["AL"] + channel["wr_to_pre" if is_write else "rd_to_pre"] + channel["tRP"]
    data = 0 if is_write else last + channel["CL"] + channel.burst
    return int(max(channel["tRC"], closed, data))


def granted_bandwidth(channel: Channel, requests: int, write: float) -> float:
    """Return the MB/s of exclusive grants of `requests` requests that only refreshes interrupt.

    write: the share of the grants that write, from 0 to 1.
    """
    clocks = (1 - write) * grant_clocks(channel, requests, 0) + write * grant_clocks(channel, requests, 1)
    open_share = 1 - channel.refresh_clocks / channel.refresh_interval
    return float(requests * channel["bytes_per_req"] / (clocks * channel["tCK"]) * 1000 * open_share)


def longest_grant(channel: Channel, requests: int) -> int:
    """Return the largest number of clocks of an exclusive grant of `requests` requests, with all possible delays."""
    closed_form = max(grant_clocks(channel, requests, way) for way in (0, 1))
    shortest = min(channel["tRC"], channel["tRFCpb"] or channel["tRC"])  # a refresh of a bank counts as an activate
    return closed_form + int(max(0, channel["tFAW"] - 4 * shortest))


def granted_in(channel: Channel, grants: int, longest: int, others: int = 0) -> int:
    """Return a bound on the clocks of `grants` grants of up to `longest` clocks, with the refreshes between them.

    others: the clocks that are lost between grants.
    """
    refresh, interval = channel.refresh_clocks, channel.refresh_interval
    clocks = grants * longest + others + (2 + longest // interval + 1) * refresh
    return ceil(Fraction(clocks * interval, interval - refresh))
