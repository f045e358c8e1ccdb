"""Section 19: global memory behind the interconnect: the arbiter, and the two kinds of memory that it grants."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import takewhile
from math import floor
from typing import TYPE_CHECKING, Any

from simt.machine.channel import load
from tests.reference import dram
from tests.reference.coalescing import Transaction
from tests.reference.exclusive import Exclusive
from tests.reference.memory import Access, Interconnect, MemoryUnit

if TYPE_CHECKING:
    from simt.machine import Machine

__all__ = ["Arbiter", "Request", "arbiter_of"]

TICKS = 1024  # of a cycle, or of a clock of the DRAM
MOST_READS = 256  # of a channel under way
MAPPINGS = {"row_bank_column": "rochrababgco", "row_column_bank": "rocorababgch", "bank_row_column": "rababgchroco"}


@dataclass(eq=False)
class Request:
    """A transaction at the arbiter."""

    access: Access
    transaction: Transaction
    unit: MemoryUnit  # whose it is
    done: int | None = None  # in which cycle, once this is known


class Arbiter:
    """Carries the transactions of all cores out, one after the other."""

    def __init__(self, machine: Machine, words: list[int], interconnect: Interconnect) -> None:
        self.words = words  # of global memory, from byte address 0 on
        self.interconnect = interconnect
        self.waiting: list[list[Request]] = [[] for _ in range(machine.cores)]  # by core, the oldest first
        self.granted: list[Request] = []  # and their response is not sent
        self.grants = 0

    def ring_after(self, core: int) -> Iterator[int]:
        """The cores in the order in which they are asked."""
        cores = len(self.waiting)
        return ((core + 1 + step) % cores for step in range(cores))

    def grant(self, cycle: int, core: int) -> Request:
        """Carry out a core's oldest transaction."""
        request = self.waiting[core].pop(0)
        request.access.carry_out(self.words, request.transaction)
        request.access.granted += 1
        self.interconnect.send(cycle, request.unit.free_place)
        self.granted.append(request)
        self.grants += 1
        return request

    def step(self, cycle: int) -> None:
        """One cycle: grants, and what is done sends its response."""
        self.serve(cycle)
        for request in [request for request in self.granted if request.done == cycle]:
            self.granted.remove(request)
            self.interconnect.send(cycle, partial(request.unit.respond, request.access))

    def serve(self, cycle: int) -> None:
        """The grants of a cycle; every transaction gets the cycle in which it is done before that is over."""
        raise NotImplementedError

    def has_done(self, sent: int) -> bool:
        """All transactions that were ever sent were done before this cycle."""
        return self.grants == sent and not self.granted


class SimpleArbiter(Arbiter):
    """`simple` memory: a data bus."""

    def __init__(self, machine: Machine, words: list[int], interconnect: Interconnect) -> None:
        super().__init__(machine, words, interconnect)
        self.bytes_per_cycle = Fraction(machine.memory.bytes_per_cycle)
        self.latency = machine.memory.latency
        self.last_core = machine.cores - 1  # that got a grant
        self.bus_end = 0  # F, in ticks

    def ticks(self, size: int) -> int:
        """T(s): how long a transaction of `size` bytes has the data bus."""
        return max(1, floor(TICKS * size / self.bytes_per_cycle + Fraction(1, 2)))

    def serve(self, cycle: int) -> None:
        """Grants go on as long as the bus is free in this cycle."""
        while self.bus_end < TICKS * (cycle + 1) and any(self.waiting):
            self.last_core = next(core for core in self.ring_after(self.last_core) if self.waiting[core])
            request = self.grant(cycle, self.last_core)
            self.bus_end = max(self.bus_end, TICKS * cycle) + self.ticks(request.transaction.size)
            request.done = -(-self.bus_end // TICKS) - 1 + self.latency


class Channel:
    """A channel of `dram` memory, with its port. ring_start: the core that was granted last, at first."""

    def __init__(self, part: dict[str, Any], ring_start: int) -> None:
        self.last_core = ring_start
        self.port: list[dram.Request] = []  # what is still to be accepted

    def has_room(self, cycle: int, cycle_of: Callable[[int], int]) -> bool:
        """Before the clocks of a cycle: the arbiter may grant to this channel."""
        return not self.port

    def may_join(self, together: list[Request], request: Request) -> bool:
        """A transaction is granted with those that are granted to this channel in the same cycle."""
        return False

    def clock(self, clock: int) -> None:
        raise NotImplementedError


class QueuedChannel(Channel):
    """`memory.arbiter` = `frfcfs`: the controller of docs/dram.md. age: of a read from which there is a hold, or 0."""

    def __init__(self, part: dict[str, Any], ring_start: int, age: int) -> None:
        super().__init__(part, ring_start)
        self.controller = dram.Controller(part)
        self.age = age
        self.under_way: list[dram.Request] = []  # reads

    def clock(self, clock: int) -> None:
        self.controller.step(clock)
        self.under_way = [read for read in self.under_way if read.complete is None or read.complete > clock]
        if not self.port or self.is_held(clock):
            return
        first = self.port[0]
        if not first.is_write and len(self.under_way) >= MOST_READS:
            return
        if self.controller.accept(clock, first):
            self.port.pop(0)
            if not first.is_write:
                self.under_way.append(first)

    def is_held(self, clock: int) -> bool:
        """A read that was accepted long ago still waits for its column access."""
        waiting = [read.accept for read in self.under_way if read.found is None and read.accept is not None]
        return self.age > 0 and any(clock - accept >= self.age for accept in waiting)


class ExclusiveChannel(Channel):
    """`memory.arbiter` = `hmgpu`. most: bytes that are granted together. place: of an address, its channel and byte."""

    def __init__(
        self, part: dict[str, Any], ring_start: int, most: int, place: Callable[[int], tuple[int, int]]
    ) -> None:
        super().__init__(part, ring_start)
        self.exclusive = Exclusive(part)
        self.most = most
        self.place = place

    def has_room(self, cycle: int, cycle_of: Callable[[int], int]) -> bool:
        return not self.port and cycle_of(self.exclusive.over) <= cycle

    def may_join(self, together: list[Request], request: Request) -> bool:
        first = together[0]
        if first.access.is_atomic or request.access.is_atomic:
            return False
        size = sum(each.transaction.size for each in (*together, request))
        is_alike = first.access.is_store == request.access.is_store
        return is_alike and self._spot(first) == self._spot(request) and size <= self.most

    def _spot(self, request: Request) -> tuple[int, tuple[int, int]]:
        """Channel, bank and row of a transaction's first byte."""
        channel, byte = self.place(request.transaction.first)
        return channel, self.exclusive.place(byte)

    def clock(self, clock: int) -> None:
        if not self.exclusive.can_begin(clock) or not self.port:
            return
        first = self.port[0]
        alike = lambda other: (  # noqa: E731
            other.is_write == first.is_write
            and self.exclusive.place(other.address) == self.exclusive.place(first.address)
        )
        requests = list(takewhile(alike, self.port))
        self.port = self.port[len(requests) :]
        granted = self.exclusive.grant(clock, [request.address for request in requests], first.is_write)
        for request, command, complete in zip(requests, granted.commands, granted.complete, strict=True):
            request.accept = clock
            request.found = clock if request.is_write else command
            request.complete = complete


class DramArbiter(Arbiter):
    """`dram` memory: channels with a controller each. address: where in memory a byte of the program's addresses is."""

    def __init__(
        self, machine: Machine, words: list[int], interconnect: Interconnect, address: Callable[[int], int]
    ) -> None:
        super().__init__(machine, words, interconnect)
        memory = machine.memory
        part = {**load(memory.part).values, "address_mapping": MAPPINGS[memory.mapping], "merge": memory.merge}
        self.address = address
        self.interleave = memory.interleave
        self.pipeline = memory.pipeline
        self.line_bytes = dram.Controller(part).line_bytes
        frequency = 1000 / Fraction(part["tCK"])  # MHz
        self.ratio = max(1, floor(TICKS * frequency / Fraction(machine.clock_mhz) + Fraction(1, 2)))  # R
        last = machine.cores - 1
        self.channels: list[Channel] = [
            ExclusiveChannel(part, last, memory.grant, self.place)
            if memory.arbiter == "hmgpu"
            else QueuedChannel(part, last, memory.age)
            for _ in range(memory.channels)
        ]
        self.next_clock = 0
        self.requests: list[tuple[Request, list[dram.Request]]] = []  # of the transactions that are not served
        self.parts: dict[Access, list[dram.Request]] = {}  # of the accesses that are here and not complete

    def cycle_of(self, clock: int) -> int:
        return TICKS * clock // self.ratio

    def place(self, address: int) -> tuple[int, int]:
        """The channel of a byte of the program's addresses, and which byte of that it is."""
        stripe, rest = divmod(self.address(address), self.interleave)
        return stripe % len(self.channels), stripe // len(self.channels) * self.interleave + rest

    def serve(self, cycle: int) -> None:
        """The grants for every channel that has room, and the clocks of the cycle."""
        for waiting in self.waiting:
            for request in waiting:
                self.parts.setdefault(request.access, [])
        had_one: set[int] = set()
        for number, channel in enumerate(self.channels):
            core = self.next_core(number, had_one) if channel.has_room(cycle, self.cycle_of) else None
            if core is None:
                continue
            had_one.add(core)
            channel.last_core = core
            together = [self.grant(cycle, core)]
            while self.waiting[core] and channel.may_join(together, self.waiting[core][0]):
                together.append(self.grant(cycle, core))
            for request in together:
                parts = self.requests_of(request)
                channel.port += parts
                self.requests.append((request, parts))
                self.parts[request.access] += parts
        while self.cycle_of(self.next_clock) == cycle:
            for channel in self.channels:
                channel.clock(self.next_clock)
            self.next_clock += 1
        for request, parts in list(self.requests):
            clocks = [part.complete for part in parts if part.complete is not None]
            if len(clocks) == len(parts):
                request.done = self.cycle_of(max(clocks)) + self.pipeline
                self.requests.remove((request, parts))
        for access, parts in list(self.parts.items()):
            access.waits_for = self.place_of(access, parts, cycle)
            if access.waits_for == "dep_global":
                del self.parts[access]

    def place_of(self, access: Access, parts: list[dram.Request], cycle: int) -> str:
        """The state of a warp whose access is here or has been, at the end of a cycle; parts: those granted so far."""
        if access.is_store or access.granted < len(access.transactions):
            return "memory_grant"
        if any(part.found is None or self.cycle_of(part.found) > cycle for part in parts):
            return "memory_bank"
        served = max(self.cycle_of(part.complete) for part in parts if part.complete is not None)
        return "memory_bus" if cycle <= served else "dep_global"

    def next_core(self, channel: int, had_one: set[int]) -> int | None:
        """The core that this channel is granted, if one asks for it."""
        if not any(self.waiting):
            return None
        asking = [
            core
            for core, waiting in enumerate(self.waiting)
            if waiting and core not in had_one and self.place(waiting[0].transaction.first)[0] == channel
        ]
        return next((core for core in self.ring_after(self.channels[channel].last_core) if core in asking), None)

    def requests_of(self, request: Request) -> list[dram.Request]:
        """One for each line that the segment touches; for an atomic two."""
        size = request.transaction.size
        line = self.line_bytes
        first = self.place(request.transaction.first)[1]
        found = []
        for address in range(first // line * line, first + size, line):
            if not request.access.is_store:
                found.append(dram.Request(0, address, is_write=False))
            if request.access.is_store or request.access.is_atomic:
                found.append(dram.Request(0, address, is_write=True))
        return found


def arbiter_of(
    machine: Machine, words: list[int], interconnect: Interconnect, address: Callable[[int], int]
) -> Arbiter:
    """The arbiter for `memory.policy`; with `none` nobody asks it. address: as in `DramArbiter`."""
    if machine.memory.policy == "dram":
        return DramArbiter(machine, words, interconnect, address)
    return SimpleArbiter(machine, words, interconnect)
