"""The states of a channel's banks and data bus over time, from the log of its commands (docs/dram.md, section 6)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from simt.core.state.dram import ACTIVATE, PRECHARGE, READ, REFRESH, WRITE
from simt.machine.channel import Channel

BANK_STATES = ("closed", "activate", "open", "read", "write", "precharge", "refresh", "not_kept")
BUS_STATES = ("idle", "read", "write", "not_kept")
_CLOSED, _OPEN, _NOT_KEPT = (BANK_STATES.index(state) for state in ("closed", "open", "not_kept"))
# For each command, in the order of COMMANDS: the bank's state while it takes effect, and afterwards.
_DURING = np.array([BANK_STATES.index(state) for state in ("activate", "read", "write", "precharge", "refresh")])
_AFTER = np.array([_OPEN, _OPEN, _OPEN, _CLOSED, _CLOSED])


@dataclass(frozen=True, eq=False)
class Changes:
    """A state over time: `states[k]` holds from `times[k]` to `times[k + 1]` - 1, the last one for ever.

    Both are int64 [n].
    """

    times: Any  # ascending
    states: Any

    def cells(self, window: range) -> Any:
        """Return the state at each time of a window, of which none is before the first change: int64 [times]."""
        moments = np.arange(window.start, window.stop)
        return self.states[np.searchsorted(self.times, moments, side="right") - 1]

    def part(self, first: int, end: int) -> Changes:
        """Return the changes at the times `first` to `end` - 1, with the state at `first` as the first one."""
        here = np.searchsorted(self.times, first, side="right") - 1
        times, states = self.times[here:], self.states[here:]
        return Changes(np.maximum(times, first)[times < end], states[times < end])


@dataclass(frozen=True, eq=False)
class Timeline:
    """The commands of a channel, from which the states of its banks and bus follow.

    - log: COMMAND [n], in order.
    - rate: the clocks in 1024 cycles if times are cycles of a device; None if times are clocks.
    - first_clock: the first clock from which on the log is complete.
    """

    channel: Channel
    log: Any
    rate: int | None = None
    first_clock: int = 0

    @property
    def first(self) -> int:
        """The first time whose states are known."""
        return int(self._time(np.int64(self.first_clock)))

    def _time(self, clocks: Any) -> Any:
        """Convert clocks to times."""
        return clocks if self.rate is None else 1024 * clocks // self.rate

    @cached_property
    def lengths(self) -> Any:
        """The clocks that each kind of command takes, in the order of COMMANDS: int64 [kinds]."""
        channel = self.channel
        clocks_of = {ACTIVATE: channel["tRCD"], PRECHARGE: channel["tRP"], REFRESH: channel.refresh_clocks}
        clocks_of |= {READ: channel.burst, WRITE: channel.burst}
        return np.array([clocks_of[command] for command in sorted(clocks_of)], np.int64)

    def in_window(self, window: range) -> Any:
        """Return the commands that are issued in a window of times: COMMAND [n]."""
        first, end = np.searchsorted(self._time(self.log["clock"]), (window.start, window.stop))
        return self.log[first:end]

    def bank(self, number: int) -> Changes:
        """Return the states of a bank, indices into BANK_STATES.

        A command lasts for at least one time. Of two commands at one time, the later one counts.
        """
        mine = self.log[(self.log["bank"] == number) | (self.log["bank"] < 0)]  # refreshes included
        was_open = len(mine) and mine["command"][0] in (READ, WRITE, PRECHARGE)
        return self._changes(
            mine["clock"], mine["clock"] + self.lengths[mine["command"]], _DURING[mine["command"]],
            _AFTER[mine["command"]], _OPEN if was_open else _CLOSED, _NOT_KEPT,
        )  # fmt: skip

    def bus(self) -> Changes:
        """Return the states of the data bus, indices into BUS_STATES."""
        channel, log = self.channel, self.log
        moved = log[(log["command"] == READ) | (log["command"] == WRITE)]
        is_write = moved["command"] == WRITE
        begin = moved["clock"] + channel["AL"] + np.where(is_write, channel["CWL"], channel["CL"])
        idle, read, write, unknown = range(len(BUS_STATES))
        during, after = np.where(is_write, write, read), np.full(len(begin), idle)
        return self._changes(begin, begin + channel.burst, during, after, idle, unknown)

    def _changes(self, starts: Any, ends: Any, during: Any, after: Any, before: int, unknown: int) -> Changes:
        """Return the changes of a state: `during` from each start to its end or to the next start, then `after`.

        before: the state before the first start. unknown: the state at times before the log is complete.
        """
        starts, ends = self._time(starts), self._time(ends)
        ends = np.maximum(ends, starts + 1)
        is_seen = np.append(starts[1:] > ends[:-1], True)[: len(ends)]
        head = [0, self.first] if self.first else [0]
        times = np.concatenate([head, starts, ends[is_seen]]).astype(np.int64)
        states = np.concatenate([[unknown, before] if self.first else [before], during, after[is_seen]])
        order = np.argsort(times, kind="stable")
        times, states = times[order], states[order].astype(np.int64)
        is_last = np.append(np.diff(times) > 0, True)
        times, states = times[is_last], states[is_last]
        is_new = np.append(True, np.diff(states) != 0)
        return Changes(times[is_new], states[is_new])
