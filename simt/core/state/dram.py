"""The state of DRAM controllers: structured dtypes, and the arrays of channels before clock 0."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simt.core.jit.deferred import hand_on_whole
from simt.core.state.layout import NEVER, mapped, record
from simt.machine import Machine
from simt.machine.channel import Channel
from simt.machine.constraints import TIMES, WINDOW, waiting

# The commands on the bus.
COMMANDS = ("activate", "read", "write", "precharge", "refresh")
# Typed: with a literal as an argument numba compiles a function once for each of its values.
ACTIVATE, READ, WRITE, PRECHARGE, REFRESH = map(np.int64, range(len(COMMANDS)))


def _next(*levels: str) -> str:
    """Return the names of the fields with the earliest clock at which each command may follow, at these levels."""
    return " ".join(f"next_{command}" for command in waiting(*levels))


# A channel as the blocks see it, in clocks, never written in a run: the times of the constraints; how often refreshes
# fall due, and how long each takes; from a read until its data is there; where bank, group and row are in a line's
# number. A constraint between banks of a group is looked at for `group_banks` of them: none, if none is longer there.
CHANNEL = record(
    f"{' '.join(TIMES)} refresh_interval refresh_clocks read_to_data "
    "bank_shift bank_mask group_shift group_mask group_banks bank_bits row_shift row_mask merge"
)

# The controller: lengths of its queues, the bank it served last, the bank whose command is planned and when, writes
# that the drain has left, refreshes that are due and when the next one falls due, when the channel takes which command,
# the oldest of the last four activates in its ring, the read whose command went last, and a clock before which no read
# is old enough for a hold. Its counts: commands in the log, column accesses, and the ones in the other direction than
# the one before, activates, refreshes; and the clocks in which exclusive grants had the channel.
CONTROL = record(
    f"reads writes queued last_bank planned_bank planned_at drain due refresh_at {_next('rank')} oldest answered "
    "hold_at logged columns turns opened refreshed granted is_writing",
    oldest=np.uint32,
)

# A bank: its open row or -1, column accesses since it was opened, its queue's length, when it takes which command; the
# first read and the first write of the open row in its queue, or -1. Its counts: activates, column accesses, and writes
# among them.
BANK = record(f"row hits queued {_next('bank', 'group')} first_read first_write opened columns written")

# A place in a queue.
ENTRY = record("line bank row is_write request", bank=np.uint32, request=np.uint32)

# A request: its line (address divided by the bytes of a burst), when it was accepted and when its data is there; a read
# that is served with it, or -1.
REQUEST = record("arrival line is_write accept complete merged")

# A command of the log.
COMMAND = record("clock command bank row")
LOG_BYTES = 64 << 20  # of the logs of all channels of a device that is recorded


class Dram(NamedTuple):
    """A channel, the argument of the controller's blocks; or several, with the channel as their first axis."""

    channel: Any  # CHANNEL
    control: Any  # CONTROL
    banks: Any  # BANK [banks]
    activates: Any  # int64 [4]: when the last four activates were, refreshes of a bank included
    reads: Any  # ENTRY [places]: reads that are not in their bank's queue yet
    writes: Any  # ENTRY [places], writes likewise
    queues: Any  # ENTRY [banks, places]
    requests: Any  # REQUEST [n]
    log: Any  # COMMAND [n], the last n; of length 0 if nobody reads it


# Channels beyond the arbiter of a device: how many, bytes after which addresses go on in the next one, bytes of a line,
# clocks in 1024 cycles, cycles of the way through chip and controller, the age in clocks from which a read holds others
# up, or 0; bytes of an exclusive grant at most, or 0 under `frfcfs`. Then the first cycle whose grants are still to
# come, and the ports that hold a transaction. Column accesses are counted in windows of the length of all transaction
# queues of the channels: this length, the accesses of the current window, and the sum over full windows of the busiest
# channel's accesses.
CHANNELS = record("count interleave line_bytes rate pipeline age grant cycle busy window seen crowded")

# A channel's port: the clock in which there is something to do next, and the cycle that it falls into (NEVER if nothing
# but refreshes is to come); under exclusive grants the clock from which on the channel is free, and the cycle from
# which on it is granted. The first cycle in which a core wants it, or NEVER; the core granted last; the free reads. Of
# the transaction in it: requests that are left, the line of the next one, whether that writes, whether reads and
# writes alternate, and whose access it is (core x warps + warp; -1: nobody waits). Requests that were accepted, column
# accesses in all and in this window; the most clocks that a read waited for its own.
PORT = record(
    "clock cycle fills_from wanted last_core free left line is_write is_atomic owner accepted columns recent longest"
)

READS = 256  # of a channel that may be under way


class Channels(NamedTuple):
    """All channels of a device: the far side of the arbiter with `dram` memory."""

    states: Any  # CHANNELS [1]
    ports: Any  # PORT [channels]
    owners: Any  # int64 [channels, READS]: whose access a read under way belongs to
    free: Any  # int64 [channels, READS]: numbers of reads that are not under way
    heads: Any  # int64 [cores]: the channel of a core's oldest request, -1 if that has not been looked up
    memories: Dram  # of all channels; a request per read, and one for writes
    frames: Any  # int64 [pages of the program's addresses]: their addresses in memory; of length 0 if they are the same


hand_on_whole(Dram, Channels)


def timing_of(channel: Channel) -> Any:
    """Return the times of a channel: CHANNEL [1]."""
    record = np.zeros(1, CHANNEL)
    group_banks = channel["banks"] // channel["bank_groups"]
    is_longer_in_group = any(channel[f"{key}_L"] > channel[key] for key in ("col_to_col", "tRRD", "wr_to_rd"))
    values = (
        {key: channel[key] for key in (*TIMES, "merge")}
        | {
            "refresh_interval": channel.refresh_interval,
            "refresh_clocks": channel.refresh_clocks,
            "read_to_data": channel.read_to_data,
            "group_banks": group_banks if is_longer_in_group else 0,
            "bank_bits": group_banks.bit_length() - 1,
        }
        | channel.places()
    )
    for name, value in values.items():
        record[name] = value
    return record


def idle(channel: Channel, requests: Any, log: int) -> Dram:
    """Return one channel before clock 0. requests: REQUEST [n]. log: the number of commands that its log holds."""
    places, bank_places = int(channel["trans_queue_size"]), int(channel["cmd_queue_size"])
    timing = timing_of(channel)
    controls = np.zeros(1, CONTROL)
    controls["refresh_at"] = timing["refresh_interval"]
    controls["answered"] = -1
    controls["planned_at"] = NEVER
    states = np.zeros(int(channel["banks"]), BANK)
    states["row"] = -1
    return Dram(
        channel=timing,
        control=controls,
        banks=states[None],
        activates=np.full((1, WINDOW), -NEVER, np.int64),
        reads=np.zeros((1, places), ENTRY),
        writes=np.zeros((1, places), ENTRY),
        queues=np.zeros((1, len(states), bank_places), ENTRY),
        requests=requests[None],
        log=np.zeros((1, log), COMMAND),
    )


def channels_of(machine: Machine, log: int, frames: Any = None) -> Channels:
    """Return the channels of a machine before cycle 0. If the machine's memory is not DRAM, the channels are not used.

    log: the number of commands that are kept for each channel. frames: as in `Channels`; None without a storage
    manager.
    """
    memory = machine.memory
    count, channel = memory.channels, machine.dram
    values = (count, memory.interleave, channel["bytes_per_req"], machine.dram_rate, memory.pipeline, memory.age)
    is_exclusive = memory.arbiter == "hmgpu"
    window = count * channel["trans_queue_size"]
    ports = np.zeros(count, PORT)
    ports["clock"] = 0 if is_exclusive else channel.refresh_interval
    ports["cycle"] = NEVER
    ports["last_core"] = machine.cores - 1
    ports["wanted"] = NEVER
    ports["free"] = READS
    return Channels(
        states=np.array([(*values, memory.grant if is_exclusive else 0, 0, 0, window, 0, 0)], CHANNELS),
        ports=ports,
        owners=np.zeros((count, READS), np.int64),
        free=np.repeat(np.arange(READS)[None], count, axis=0),
        heads=np.full(machine.cores, -1, np.int64),
        memories=mapped(
            idle(channel, np.zeros(READS + 1, REQUEST), log), lambda array: np.repeat(array, count, axis=0)
        ),
        frames=np.zeros(0, np.int64) if frames is None else frames,
    )


def log_length(machine: Machine, cycles: int) -> int:
    """Return how many commands of `cycles` cycles each channel's log holds, within LOG_BYTES; 0 without DRAM."""
    most = LOG_BYTES // COMMAND.itemsize // machine.memory.channels
    return min(most, (cycles + 1) * machine.dram_rate // 1024 + 1) if machine.memory.policy == "dram" else 0


def commands_of(channels: Channels) -> list[Any]:
    """Return the log of each channel, COMMAND [n], from its oldest command on."""
    logs = zip(channels.memories.log, channels.memories.control["logged"].tolist(), strict=True)
    return [in_order(log, count) for log, count in logs]


def in_order(log: Any, count: int) -> Any:
    """Return the commands of a log from the oldest on.

    count: the number of commands written into it, with the lost ones.
    """
    return np.roll(log, -(count % len(log))) if count > len(log) > 0 else log[:count]
