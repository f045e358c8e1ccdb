"""Windows of a run on DRAM: for each window, the time that its busiest channel needs for its commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from simt.core.engine.entry import call
from simt.core.engine.names import REPLAY
from simt.core.jit.packed import pack
from simt.core.state.dram import COMMAND, READ, REQUEST, WRITE, idle, log_length
from simt.machine.channel import Channel, load

if TYPE_CHECKING:
    from simt.machine import Machine

_NO_LIMIT = 1 << 40  # cycles: more than any log holds


def first_clock(machine: Machine, log: Any) -> int:
    """Return the first clock from which on a channel's log is complete. A full log has lost its oldest commands.

    log: COMMAND [n].
    """
    return int(log["clock"][0]) if len(log) >= log_length(machine, _NO_LIMIT) else 0


def clocks_per_column(machine: Machine, logs: Sequence[Any]) -> float | None:
    """Return the clocks that channels need per column access of the busiest one; None without column accesses.

    logs: the commands of each channel, COMMAND [n].

    A channel needs the time in which its commands follow one another as early as the part allows (`earliest`). The
    channels wait for each other when the oldest transactions of all cores are for one of them. So the run is cut into
    windows, of one column access for every place of the queues of channels and cores, and the channel that needs the
    most time in a window sets the window's time. The accesses of the busiest channel are counted as in
    `ChannelCounts.crowded`: a log that has lost its beginning may show another share of them than the run has.
    """
    start = max((first_clock(machine, log) for log in logs), default=0)
    logs = [log[log["clock"] >= start] for log in logs]
    columns = [log["clock"][(log["command"] == READ) | (log["command"] == WRITE)] for log in logs]
    clocks = np.sort(np.concatenate([np.zeros(0, np.int64), *columns]))
    if not len(clocks):
        return None
    places = machine.memory.channels * int(machine.dram["trans_queue_size"])
    ends = _ends(clocks, places + machine.cores * machine.memory.queue)
    needed = np.max([_by_window(machine.dram, log, ends) for log in logs], axis=0)
    ends = _ends(clocks, places)
    counts = [np.diff(np.searchsorted(own, ends), prepend=0) for own in columns]
    return float(needed.sum() / np.max(counts, axis=0).sum())


def earliest(channel: Channel, log: Any) -> Any:
    """Return the clocks of a channel's commands in their order, each as early as the part takes it: int64 [n].

    log: COMMAND [n].
    """
    clocks = np.zeros(len(log), np.int64)
    call(REPLAY, pack(idle(channel, np.zeros(0, REQUEST), 0), np.ascontiguousarray(log, COMMAND), clocks))
    return clocks


def _ends(clocks: Any, length: int) -> list[int]:
    """Return the first clock after each window of `length` column accesses. clocks: the accesses' clocks, in order."""
    return [*clocks[length::length], clocks[-1] + 1]


def _by_window(channel: Channel, log: Any, ends: Sequence[int]) -> Any:
    """Return the clocks that a channel needs in each window, int64 [windows]. ends: the first clock after each."""
    done = np.concatenate([[0], earliest(channel, log) + 1])  # clocks, after each number of commands
    return np.diff(done[np.searchsorted(log["clock"], ends)], prepend=0)


def compile_engine() -> None:
    """Compile the engine of `earliest`, or load it from the cache."""
    earliest(load("ddr2-400-5e"), np.zeros(0, COMMAND))
