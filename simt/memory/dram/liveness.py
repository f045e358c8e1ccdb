"""The bound on the time in which a controller serves its requests, which docs/dram.md, section 8, derives."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from simt.machine.channel import Channel


def places(channel: Channel) -> int:
    """Return the number of requests that can wait for a column access in a controller."""
    return int(2 * channel["trans_queue_size"] + channel["banks"] * channel["cmd_queue_size"])


def step_clocks(channel: Channel) -> int:
    """Return S, a bound on the clocks until the next column access, if a read waits or the queue of writes is full.

    Refreshes are not counted.
    """
    closable = _closable(channel)
    opened = max(channel["tRC"], channel["tFAW"], closable + channel["tRP"]) + channel["act_to_col"]
    turned = max(channel["wr_to_rd_L"], channel["rd_to_wr"], channel["col_to_col_L"])
    return int(max(opened, turned) + 2 * channel["banks"] + 2)


def refresh_clocks(channel: Channel) -> int:
    """Return R, the largest number of clocks of a refresh and of the commands that must be repeated because of it."""
    closed = _closable(channel) + channel["banks"] + channel["tRP"]
    window = channel["tFAW"] if channel["tRFCpb"] else 0  # in which other banks are activated before the refresh
    return int(closed + window + channel.refresh_clocks + step_clocks(channel))


def drained_in(channel: Channel, accesses: int, others: int = 0) -> int | None:
    """Return D, a bound on the clocks for `accesses` column accesses; None if refreshes are too frequent for it.

    others: clocks that are lost between the accesses.
    """
    refresh, interval = refresh_clocks(channel), channel.refresh_interval
    if refresh >= interval:
        return None
    clocks = accesses * step_clocks(channel) + others + 2 * refresh
    return ceil(Fraction(clocks * interval, interval - refresh))


def _closable(channel: Channel) -> int:
    """Return a bound on the clocks from the last activate or column access of a bank until it may be precharged."""
    return int(max(channel["tRAS"], channel["rd_to_pre"], channel["wr_to_pre"]))
