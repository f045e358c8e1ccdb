"""Section 19: global memory, as far as it is in a core: the unit `memory` with its request queue.

A core and what is behind the interconnect know of each other by messages only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.reference.coalescing import Transaction
from tests.reference.parts import access_of, after_atomic
from tests.reference.units import Flight

if TYPE_CHECKING:
    from simt.machine import Machine

__all__ = ["Access", "Interconnect", "MemoryUnit", "lanes_out_of_buffers"]

Message = Callable[[], None]
Span = tuple[int, int]  # of a buffer: its first byte and the first one behind it
BUSY = "unit_busy"  # the cause of a coalescer whose access did not send, and was not kept from it by the queue


class Interconnect:
    """Messages on their way: each arrives `latency` cycles after it was sent, at the beginning of a cycle."""

    def __init__(self, latency: int) -> None:
        self.latency = latency
        self.messages: list[tuple[int, Message]] = []

    def send(self, cycle: int, message: Message) -> None:
        """What is sent in `cycle`; `message` is called when it is there."""
        self.messages.append((cycle + self.latency, message))

    def deliver(self, cycle: int) -> None:
        """The beginning of a cycle."""
        due = [message for arrives, message in self.messages if arrives == cycle]
        self.messages = [entry for entry in self.messages if entry[0] != cycle]
        for message in due:
            message()


@dataclass(eq=False)
class Access:
    """A load, store or atomic of a warp, from when it enters the coalescer until it retires."""

    flight: Flight
    addresses: list[int]  # by lane, in global memory
    data: list[list[int]]  # of a store or an atomic: by lane, the words
    transactions: list[Transaction]  # all of them
    first_send: int  # the units step of this cycle is the first that may send one
    words: int  # per lane
    sent: int = 0
    granted: int = 0
    responses: int = 0
    complete: int | None = None  # the cycle from which it is offered
    waits_for: str = "dep_global"  # the state of its warp, as the arbiter leaves it in a cycle
    loaded: dict[int, list[int]] = field(default_factory=dict)  # of a load or an atomic: by lane

    @property
    def is_store(self) -> bool:
        return not self.flight.instruction.spec.writes_register

    @property
    def is_atomic(self) -> bool:
        return self.flight.instruction.spec.name.startswith("atom.")

    def hand_over(self) -> None:
        """It retires: what was loaded is the result of its operation."""
        if not self.is_store:
            nothing = [0] * self.words  # of lanes that are not active, which nobody reads
            by_lane = [self.loaded.get(lane, nothing) for lane in range(len(self.addresses))]
            self.flight.loaded = [words[0] for words in by_lane]
            self.flight.loaded_more = [
                {lane: words[more] for lane, words in self.loaded.items()} for more in range(1, self.words)
            ]

    def carry_out(self, memory: list[int], transaction: Transaction) -> None:
        """The transaction is granted: its lanes load, store or do their atomic operation, in ascending order."""
        access = access_of(self.flight.instruction.spec.name)
        for lane in transaction.lanes:
            address = self.addresses[lane]
            words = slice(address // 4, address // 4 + self.words)
            if not self.is_store:
                self.loaded[lane] = memory[words]
            if access.size < 4:
                if self.is_store:
                    memory[words] = [access.stored(memory[address // 4], address, self.data[lane][0])]
                else:
                    self.loaded[lane] = [access.loaded(memory[address // 4], address)]
            elif self.is_store:
                memory[words] = self.data[lane]
            elif self.is_atomic:
                memory[words] = [after_atomic(access.what, memory[address // 4], self.data[lane])]


def lanes_out_of_buffers(addresses: Sequence[int], mask: int, size: int, buffers: Sequence[Span]) -> int:
    """The active lanes whose access of `size` bytes is not aligned, or not wholly in one buffer, as a mask."""
    found = 0
    for lane, address in enumerate(addresses):
        is_inside = any(first <= address and address + size <= end for first, end in buffers)
        if mask >> lane & 1 and (address % size or not is_inside):
            found |= 1 << lane
    return found


class MemoryUnit:
    """The unit `memory` of one core: the coalescer, the request queue, the accesses that wait for responses.

    It has the methods of an instance of any other unit. `send` takes a transaction that enters the request queue.
    """

    unit = "memory"
    number = 0

    def __init__(self, machine: Machine, send: Callable[[int, Access, Transaction], None]) -> None:
        self.beats = machine.warp_size // machine.memory.lanes
        self.places = machine.memory.queue  # of the request queue
        self.taken = 0
        self.send = send
        self.coalescer: Access | None = None
        self.cause = BUSY  # of a busy coalescer, as this cycle's units step leaves it
        self.accesses: list[Access] = []  # all in flight
        self.is_frozen = False  # never
        self.cycle = 0

    # Messages and the beginning of a cycle

    def free_place(self) -> None:
        """A message: the arbiter has granted the oldest transaction."""
        self.taken -= 1

    def respond(self, access: Access) -> None:
        """A message: one transaction is done."""
        access.responses += 1
        if access.responses == len(access.transactions) and not access.is_store:
            access.complete = self.cycle

    def complete_accesses(self) -> list[Access]:
        """What is offered in this cycle, the earliest first, then by warp, then the oldest instruction."""
        offered = [access for access in self.accesses if access.complete is not None and access.complete <= self.cycle]
        return sorted(offered, key=lambda access: (access.complete, access.flight.warp, access.flight.event.sequence))

    def note_offers(self) -> None:
        """Just before the retire step: all that are complete are offered, though one may leave."""
        for access in self.complete_accesses():
            if access.flight.event.offer < 0:
                access.flight.event.offer = self.cycle

    # An instance of a unit

    def offered(self) -> Flight | None:
        return self.complete_accesses()[0].flight if self.complete_accesses() else None

    def leave(self) -> None:
        access = self.complete_accesses()[0]
        self.accesses.remove(access)
        access.hand_over()

    def advance(self) -> None:
        """The units step: at most one transaction goes into the queue."""
        self.cause = BUSY
        access = self.coalescer
        if access is None or self.cycle < access.first_send:
            return
        if access.sent < len(access.transactions):
            if self.taken == self.places:
                self.cause = "memory_queue"
                return
            self.taken += 1
            self.send(self.cycle, access, access.transactions[access.sent])
            access.sent += 1
        if access.sent < len(access.transactions):
            self.cause = "uncoalesced"
            return
        self.coalescer = None
        if access.is_store or not access.transactions:
            access.complete = self.cycle + 1

    def can_accept(self) -> bool:
        return self.coalescer is None

    def enter_access(self, access: Access) -> None:
        assert self.can_accept()
        self.coalescer = access
        self.accesses.append(access)

    def flights(self) -> list[Flight]:
        return [access.flight for access in self.accesses]

    # Ledgers

    def hold_cause(self) -> str:
        """Why the coalescer does not take the entry that waits before it: its cause.

        An access that has entered in this cycle has had no units step yet.
        """
        assert self.coalescer is not None
        return self.cause

    def keeps(self, flight: Flight) -> bool:
        """Whether an access is offered and was not taken."""
        return any(access.flight is flight for access in self.complete_accesses())

    def state(self, flight: Flight) -> str:
        """The state of a warp whose access is here, if it is not offered."""
        if self.cause != BUSY and self.coalescer is not None and self.coalescer.flight is flight:
            return self.cause
        return next(access.waits_for for access in self.accesses if access.flight is flight)
