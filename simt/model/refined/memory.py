"""What an access to global memory costs (docs/processor.md, section 19): the coalescer, the bus, the latency.

The coalescer holds one access of a core at a time and sends a transaction per cycle into the core's queue. The bus
serves the transactions of all cores, one after the other. A load's result comes back when the last of its transactions
has been through; a store's is there as soon as the last of them is in the queue.
"""

from __future__ import annotations

from dataclasses import dataclass

from simt.model.refined.profile import Profile

__all__ = ["Access", "access_of"]


@dataclass(frozen=True, slots=True)
class Access:
    """An access of one warp, on average over the launch. Times in cycles.

    occupation: the coalescer is held. latency: from entering the unit to the offered result, with everything idle.
    bus: of the data bus for its transactions. done: from entering the unit until the last of them is done. room:
    cycles of the bus that the core's queue holds transactions for, until the coalescer is held up. is_posted: a store.
    """

    occupation: float
    latency: float
    bus: float
    done: float
    room: float
    is_posted: bool


def access_of(profile: Profile, address: int, shared: float) -> Access:
    """The access of an instruction; `shared` says how many cores send such accesses at the same time.

    Mean transactions per access k and mean bytes s of one: the coalescer holds an access for beats + k - 1 cycles, or
    until its transactions have found room: a place of the queue comes back after the 2 L cycles to the arbiter and
    back. The bus serves a transaction in s / B cycles.
    """
    machine = profile.machine
    memory, way = machine.memory, machine.interconnect.latency
    instruction = profile.program.instructions[address]
    issues, transactions, moved = profile.issues[address], profile.transactions[address], profile.moved[address]
    each = transactions / issues
    beats = machine.warp_size // memory.lanes
    one = moved / transactions / memory.bytes_per_cycle if transactions else 0.0
    sending = max(each - 1, 0.0)
    there = beats + max(sending, sending * one) + way + max(one, 1.0) - 1 + memory.latency  # the last one is done
    is_posted = instruction is not None and instruction.spec.name.startswith("st.")
    return Access(
        occupation=max(beats + sending, each * 2 * way / memory.queue),
        latency=beats + sending + 1 if is_posted else there + way,
        bus=each * one * shared,
        done=there + 1,
        room=memory.queue * one * shared,
        is_posted=is_posted,
    )
