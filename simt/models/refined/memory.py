"""The cost of an access to global memory (docs/processor.md, section 19): the coalescer, the bus, the latency.

The coalescer of a core holds one access at a time and sends a transaction per cycle into the core's queue. The bus
serves the transactions of all cores, one after the other. A load is done when its last transaction is back, a store
when its last transaction is in the queue.

Channels of DRAM act like one bus, at the rate of `_cycles_of` and with the latency of a closed bank. An atomic reads
its line and then writes it: two requests of its channel.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from simt.models.refined.profile import Profile

_EPSILON = 1e-9  # error of sums of fractions of a cycle


@dataclass(frozen=True, slots=True)
class Access:
    """An access of one warp, averaged over the launch. Times are in cycles.

    - occupation: the time for which the access occupies the coalescer.
    - after_first: the number of transactions after the first. Each takes a cycle in the coalescer.
    - latency: the time from its entry into the unit to the offered result, while all else is idle.
    - bus: the time of its transactions on the data bus.
    - others: the time of the transactions of the same access of all other cores.
    - done: the time from its entry until its last transaction is done.
    - is_posted: whether it is a store.
    """

    occupation: float
    after_first: float
    latency: float
    bus: float
    others: float
    done: float
    is_posted: bool


def access_of(profile: Profile, address: int, shared: float) -> Access:
    """Return the access of an instruction. shared: the number of cores that send these accesses at the same time.

    The first transaction enters the queue `beats` cycles after the access, then one per cycle while a place is free. A
    place is free again 2 L cycles after it was taken, or later if the bus has not served the transactions before it;
    the bus takes s / B cycles for s bytes. So `queue` transactions take the longest of three times: `queue` cycles, 2 L
    cycles, and the time of the bus.
    """
    machine = profile.machine
    memory, one_way = machine.memory, machine.interconnect.latency
    instruction = profile.program.instructions[address]
    issues, transactions, moved = profile.issues[address], profile.transactions[address], profile.moved[address]
    mean = transactions / issues
    beats = machine.beats("memory")
    size = moved / transactions if transactions else 0.0
    requests = 2 if address in profile.atomics else 1
    bus = _cycles_of(profile, size, requests)  # for one transaction
    after_first = max(mean - 1, 0.0)
    turns, rest = divmod(after_first, memory.queue)
    waiting = turns * max(2 * one_way, memory.queue, memory.queue * bus)
    sent = waiting + rest  # when the last transaction is in the queue,
    granted = max(waiting + rest * max(1.0, bus), after_first * bus)  # has the bus,
    after_bus = machine.memory_latency(size) - max(1, ceil(bus)) + 1
    done = beats + one_way + ceil(granted + bus - _EPSILON) - 1 + after_bus  # and is done
    is_posted = instruction is not None and instruction.spec.is_store
    return Access(
        occupation=max(beats + sent, mean * 2 * one_way / memory.queue),
        after_first=after_first,
        latency=beats + sent + 1 if is_posted else done + one_way,
        bus=mean * bus,
        others=mean * bus * (shared - 1),
        done=done + 1,
        is_posted=is_posted,
    )


def _cycles_of(profile: Profile, size: float, requests: int) -> float:
    """Return the cycles of memory per transaction of `size` bytes in an unbroken sequence.

    requests: the requests that a transaction makes of DRAM for each of its lines.

    A channel of DRAM needs a clock for a request, and at least a cycle for a transaction; the channel that most
    requests go to sets the rate. The channels also need the time of the column accesses, which requests for one line
    may share; the channel that is busiest at the time sets it. A recorded run shows how long a column access takes; of
    other runs it is the time on the data bus.
    """
    machine = profile.machine
    if machine.memory.policy != "dram" or not size:
        return size / machine.memory_bytes_per_cycle
    channel = machine.dram
    asked = requests * max(1.0, size / channel["bytes_per_req"])
    cycles = 1024 / machine.dram_rate  # per clock
    crowded = 1 / machine.memory.channels if profile.crowded is None else profile.crowded
    columns = asked * profile.columns * (profile.clocks or channel["col_to_col"])
    return float(max(max(1.0, asked * cycles) * max(crowded, profile.asked), columns * cycles * crowded))
