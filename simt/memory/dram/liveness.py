"""How long a controller takes at most when nothing new comes (docs/dram.md, section 8, which derives it)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from simt.machine.channel import Channel


def places(channel: Channel) -> int:
    """The requests that wait for a column access in a full controller."""
    return int(2 * channel["trans_queue_size"] + channel["banks"] * channel["cmd_queue_size"])


def step_clocks(channel: Channel) -> int:
    """S: clocks until the next column access at most, if no refresh falls due and a read waits or writes are full."""
    closable = _closable(channel)
    opened = max(channel["tRC"], channel["tFAW"], closable + channel["tRP"]) + channel["act_to_col"]
    turned = max(channel["wr_to_rd_L"], channel["rd_to_wr"], channel["col_to_col_L"])
    return int(max(opened, turned) + 2 * channel["banks"] + 2)


def refresh_clocks(channel: Channel) -> int:
    """R: clocks that a refresh takes at most, and what it interrupts takes again."""
    closed = _closable(channel) + channel["banks"] + channel["tRP"]
    window = channel["tFAW"] if channel["tRFCpb"] else 0  # in which others are activated before one bank is refreshed
    return int(closed + window + channel.refresh_clocks + step_clocks(channel))


def drained_in(channel: Channel, accesses: int, others: int = 0) -> int | None:
    """D: clocks for so many column accesses at most, with so many further clocks in which none has to be nearer.

    None if refreshes are so frequent that nothing can be said.
    """
    refresh, interval = refresh_clocks(channel), channel.refresh_interval
    if refresh >= interval:
        return None
    clocks = accesses * step_clocks(channel) + others + 2 * refresh
    return ceil(Fraction(clocks * interval, interval - refresh))


def _closable(channel: Channel) -> int:
    """Clocks after its last activate or column access in which a bank may be precharged at the latest."""
    return int(max(channel["tRAS"], channel["rd_to_pre"], channel["wr_to_pre"]))
