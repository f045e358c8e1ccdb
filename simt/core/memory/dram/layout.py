"""What the DRAM controller reads and writes: structured dtypes, and the arrays of a channel before clock 0."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simt.core.jit.whole import hand_on_whole
from simt.core.state.layout import NEVER, record

# What is on the command bus.
COMMANDS = ("activate", "read", "write", "precharge", "refresh")
ACTIVATE, READ, WRITE, PRECHARGE, REFRESH = range(len(COMMANDS))

# A channel as the blocks see it, in clocks; never written in a run. X_to_Y: from one command to the other, at least.
CHANNEL = record(
    "read_to_read read_to_write write_to_read write_to_write read_to_precharge write_to_precharge "
    "activate_to_column activate_to_precharge activate_to_activate activate_to_other four_activates "
    "precharge_to_activate refresh_to_activate refresh_interval read_to_data "
    "bank_shift bank_mask row_shift row_mask banks"
)

# The controller: lengths of its queues, the bank it served last, writes that the drain has left, refreshes that are
# due and when the next one falls due, when the channel takes a read, a write and an activate, the oldest of the last
# four activates in its ring.
CONTROL = record(
    "reads writes queued last_bank drain due refresh_at next_read next_write next_activate activates oldest",
    oldest=np.uint32,
)

# A bank: its open row or -1, column accesses since it was opened, its queue's length, when it takes which command; the
# first read and the first write of the open row in its queue, or -1.
BANK = record("row hits queued next_activate next_column next_precharge next_refresh first_read first_write")

# A place in a queue.
ENTRY = record("line bank row is_write request", bank=np.uint32, request=np.uint32)

# A request: of which line (address divided by the bytes of a burst), when it was accepted and when its data is there;
# a read that is served with it, or -1.
REQUEST = record("arrival line is_write accept complete merged")

# A command of the log.
COMMAND = record("clock command bank row")


class Dram(NamedTuple):
    """A channel: what the blocks of the controller are handed."""

    channels: Any  # CHANNEL [1]
    controls: Any  # CONTROL [1]
    banks: Any  # BANK [banks]
    activates: Any  # int64 [4]: when the last four activates were
    reads: Any  # ENTRY [places]: reads that are not in their bank's queue yet
    writes: Any  # ENTRY [places], writes likewise
    queues: Any  # ENTRY [banks, places]
    requests: Any  # REQUEST [n]
    logged: Any  # int64 [1]: commands in the log
    log: Any  # COMMAND [n], the last n; of length 0 if nobody reads it


hand_on_whole(Dram)


def idle(channel: Any, requests: Any, places: int, bank_places: int, log: int) -> Dram:
    """A channel before clock 0.

    channel: CHANNEL [1]. requests: REQUEST [n]. places: in the queue of reads, and in that of writes; bank_places: in
    that of a bank. log: commands that the log holds.
    """
    banks = int(channel["banks"][0])
    controls = np.zeros(1, CONTROL)
    controls["refresh_at"] = channel["refresh_interval"]
    states = np.zeros(banks, BANK)
    states["row"] = -1
    return Dram(
        channels=channel,
        controls=controls,
        banks=states,
        activates=np.full(4, -NEVER, np.int64),
        reads=np.zeros(places, ENTRY),
        writes=np.zeros(places, ENTRY),
        queues=np.zeros((banks, bank_places), ENTRY),
        requests=requests,
        logged=np.zeros(1, np.int64),
        log=np.zeros(log, COMMAND),
    )
