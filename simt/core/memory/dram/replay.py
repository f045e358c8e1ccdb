"""The commands of a channel's log once more, in their order and as early as the part takes them."""

from __future__ import annotations

import numpy as np

from simt.core.jit import block, kernel
from simt.core.memory.dram import timing
from simt.core.state.cores import channel_of
from simt.core.state.dram import ACTIVATE, PRECHARGE, READ, WRITE


@kernel
def replay(channels, log, clocks):
    """Find the earliest clock of each command of a log, with one command per clock.

    channels: a Dram of one channel, before clock 0. log: COMMAND [n], in order. clocks: int64 [n], is written.
    """
    dram = channel_of(0, channels)
    clock = np.int64(-1)
    for k in range(log.shape[0]):
        clock = follow(log[k].command, log[k].bank, clock + 1, dram)
        clocks[k] = clock


@block
def follow(command, number, clock, dram):
    """Carry out a command in the first clock from `clock` on in which its bank takes it; return this clock.

    number: the bank; -1 for a refresh of all banks.
    """
    if command == ACTIVATE:
        clock = max(clock, timing.activate_at(dram.banks[number], dram))
        timing.after_activate(number, clock, dram)
    elif command == READ:
        clock = max(clock, timing.read_at(dram.banks[number], dram))
        timing.after_read(number, clock, dram)
    elif command == WRITE:
        clock = max(clock, timing.write_at(dram.banks[number], dram))
        timing.after_write(number, clock, dram)
    elif command == PRECHARGE:
        clock = max(clock, timing.precharge_at(dram.banks[number], dram))
        timing.after_precharge(number, clock, dram)
    elif number < 0:
        for bank in range(dram.banks.shape[0]):
            clock = max(clock, timing.refresh_at(dram.banks[bank], dram))
        timing.after_refresh(0, clock, dram)
    else:
        clock = max(clock, timing.refresh_bank_at(dram.banks[number], dram))
        timing.after_refresh_bank(number, clock, dram)
    return clock
