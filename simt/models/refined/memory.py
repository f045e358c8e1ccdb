"""The cost of an access to global memory (docs/processor.md, section 19): the coalescer, the bus, the latency.

The coalescer holds one access of a core at a time and sends a transaction per cycle into the core's queue. The bus
serves the transactions of all cores, one after the other. A load's result comes back when its last transaction has been
through; a store's is there as soon as its last transaction is in the queue.

Channels of DRAM act like one bus whose rate comes from the profile (`_cycles_of`). Their latency is a closed bank's.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from simt.models.refined.profile import Profile

_EPSILON = 1e-9  # error of sums of fractions of a cycle


@dataclass(frozen=True, slots=True)
class Access:
    """An access of one warp, averaged over the launch. Times in cycles.

    occupation: the coalescer is held. latency: from entering the unit to the offered result, with everything idle. bus:
    of the data bus for its transactions. done: from entering the unit until its last transaction is done. room: cycles
    of the bus for which the core's queue holds transactions before the coalescer is held up. is_posted: a store.
    """

    occupation: float
    latency: float
    bus: float
    done: float
    room: float
    is_posted: bool


def access_of(profile: Profile, address: int, shared: float) -> Access:
    """The access of an instruction; `shared` is the number of cores that send these accesses at the same time.

    Of k transactions on average of s bytes each, the first goes into the queue `beats` cycles after the access has
    entered, and one more each cycle while there is a place. A place comes back 2 L cycles after it was taken, or later
    if the bus, at s / B cycles each, has not served the transactions before it. So every `queue` transactions take as
    long as the slowest of the three.
    """
    machine = profile.machine
    memory, way = machine.memory, machine.interconnect.latency
    instruction = profile.program.instructions[address]
    issues, transactions, moved = profile.issues[address], profile.transactions[address], profile.moved[address]
    mean = transactions / issues
    beats = machine.beats("memory")
    size = moved / transactions if transactions else 0.0
    one = _cycles_of(profile, size)
    further = max(mean - 1, 0.0)
    turns, rest = divmod(further, memory.queue)
    waiting = turns * max(2 * way, memory.queue, memory.queue * one)
    sent = waiting + rest  # the last one is in the queue
    granted = max(waiting + rest * max(1.0, one), further * one)  # the last one has the bus
    after_bus = machine.memory_latency(size) - max(1, ceil(one)) + 1
    there = beats + way + ceil(granted + one - _EPSILON) - 1 + after_bus  # the last one is done
    is_posted = instruction is not None and instruction.spec.is_store
    return Access(
        occupation=max(beats + sent, mean * 2 * way / memory.queue),
        latency=beats + sent + 1 if is_posted else there + way,
        bus=mean * one * shared,
        done=there + 1,
        room=memory.queue * one * shared,
        is_posted=is_posted,
    )


def _cycles_of(profile: Profile, size: float) -> float:
    """The cycles that memory takes for a transaction of `size` bytes if it serves nothing but transactions.

    A channel of DRAM takes a transaction in a cycle, a line of it in a clock, and the data bus is taken for column
    accesses, which requests for one line may share. Channels serve side by side: all wait for the busiest.
    """
    machine = profile.machine
    if machine.memory.policy != "dram" or not size:
        return size / machine.memory_bytes_per_cycle
    channel = machine.dram
    lines = max(1.0, size / channel["bytes_per_req"])
    clocks = lines * max(1.0, profile.columns * channel["col_to_col"])
    crowded = 1 / machine.memory.channels if profile.crowded is None else profile.crowded
    return float(max(1.0, clocks * 1024 / machine.dram_rate) * crowded)
