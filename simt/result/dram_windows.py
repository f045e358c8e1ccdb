"""Windows of a run on DRAM: for each window, the time that its busiest channel needs for its commands.

A window has one column access for every place of the transaction queues, as for `ChannelCounts.crowded`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from simt.core.state.dram import ACTIVATE, READ, WRITE, log_length
from simt.result.dram_bounds import activate_clock, bank_clock, column_clocks

if TYPE_CHECKING:
    from simt.machine import Machine
    from simt.machine.channel import Channel

_NO_LIMIT = 1 << 40  # cycles: more than any log holds


def first_clock(machine: Machine, log: Any) -> int:
    """Return the first clock from which on a channel's log is complete. A full log has lost its oldest commands.

    log: COMMAND [n].
    """
    return int(log["clock"][0]) if len(log) >= log_length(machine, _NO_LIMIT) else 0


def clocks_per_column(machine: Machine, logs: Sequence[Any]) -> float | None:
    """Return the clocks that the busiest channels need for a column access; None without column accesses.

    logs: the commands of each channel, COMMAND [n].

    The time of a channel in a window is the longest time of its resources: the data bus with its turns, the activates,
    and the busiest bank (docs/dram.md, section 9). For each window, the largest time of a channel and the largest
    number of column accesses of a channel are taken. The result is the sum of these times, divided by the sum of these
    numbers. Refreshes are left out.
    """
    start = max((first_clock(machine, log) for log in logs), default=0)
    logs = [log[log["clock"] >= start] for log in logs]
    columns = [log[_is_column(log)] for log in logs]
    clocks = np.sort(np.concatenate([log["clock"] for log in columns])) if columns else np.zeros(0, np.int64)
    if not len(clocks):
        return None
    places = machine.memory.channels * int(machine.dram["trans_queue_size"])
    ends = clocks[places::places]
    most = np.max([_by_window(log, ends) for log in columns], axis=0).sum()
    return float(np.max([_needed(machine.dram, log, ends) for log in logs], axis=0).sum() / most)


def _is_column(log: Any) -> Any:
    return (log["command"] == READ) | (log["command"] == WRITE)


def _windows(log: Any, ends: Any) -> Any:
    """Return the number of each command's window, int64 [n]. ends: the clock at which each window but the last ends."""
    return np.searchsorted(ends, log["clock"], side="right")


def _by_window(log: Any, ends: Any) -> Any:
    """Return the number of commands in each window, int64 [windows]."""
    return np.bincount(_windows(log, ends), minlength=len(ends) + 1)


def _by_bank(log: Any, ends: Any, banks: int) -> Any:
    """Return the number of commands in each window and bank, int64 [windows, banks]."""
    places = _windows(log, ends) * banks + log["bank"]
    return np.bincount(places, minlength=(len(ends) + 1) * banks).reshape(-1, banks)


def _needed(channel: Channel, log: Any, ends: Any) -> list[int]:
    """Return the clocks that a channel needs in each window, until the first column access of the next one."""
    accesses, banks = log[_is_column(log)], int(channel["banks"])
    turned = accesses[1:][accesses["command"][1:] != accesses["command"][:-1]]
    commands = log["command"]
    parts = log[commands == ACTIVATE], accesses, log[commands == WRITE]
    windows = zip(
        _by_window(turned, ends).tolist(), *(_by_bank(part, ends, banks).tolist() for part in parts), strict=True
    )
    return [
        max(
            column_clocks(channel, sum(columns) + 1, turns),
            activate_clock(channel, sum(opened), 0) if any(opened) else 0,
            *(bank_clock(channel, *counts, refreshes=0) for counts in zip(opened, columns, written, strict=True)),
        )
        for turns, opened, columns, written in windows
    ]
