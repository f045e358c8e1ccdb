"""docs/clients.md: clients, and the arbiter between them and a channel, clock by clock."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.reference import dram
from tests.reference.client_work import Due, Operation, work_of
from tests.reference.exclusive import Exclusive

__all__ = ["Client", "Line", "run"]


@dataclass(eq=False)
class Line:
    """A request: a line of an operation, from when it stands in its client's queue."""

    is_write: bool
    address: int
    arrival: int
    gone: int | None = None  # handed on, or granted
    complete: int | None = None
    request: dram.Request | None = None  # of `frfcfs`, once it was handed on


class Client:
    """A client with its control unit and its queue. number: from 0, in the order of the description."""

    def __init__(
        self, number: int, keys: Mapping[str, Any], work: Iterator[Operation], values: Mapping[str, Any]
    ) -> None:
        self.number = number
        self.priority = keys["priority"]
        self.burst = keys["burst"]
        self.room = keys["queue"]  # bytes
        self.share = keys["share"]  # bytes
        self.had = 0  # bytes of this round
        self.line_bytes = values["BL"] * values["bus_width"] // 8
        self.work = work
        self.entered: list[tuple[Operation, list[Line]]] = []
        self.managing = 0  # clocks, of those
        self.next: Operation | None = next(work, None)
        self.enters: int | None = None  # when, if the next operation has begun
        self.queue: list[Line] = []
        self.lines: list[Line] = []  # all that ever arrived
        self.asks_for = 0  # requests that still go under the burst condition; 0: it does not ask
        self.chosen = -1  # when, for the last time
        self.grants = 0
        self.due = Due(keys, values["tCK"]) if keys["kind"] == "display" else None

    # Section 1

    def operations(self, clock: int) -> None:
        """An operation enters, and the next one begins."""
        if self.next is not None and self.enters == clock:
            new = [Line(self.next.is_write, address, clock) for address in self.next.lines(self.line_bytes)]
            self.queue += new
            self.lines += new
            self.entered.append((self.next, new))
            self.managing += self.next.managing
            self.next, self.enters = next(self.work, None), None
        if self.next is not None and self.enters is None and self.may_begin(self.next, clock):
            self.enters = clock + self.next.managing

    def may_begin(self, operation: Operation, clock: int) -> bool:
        must_wait = operation.waits and any(line.complete is None or line.complete > clock for line in self.lines)
        return clock >= operation.earliest and self.fits(operation) and not must_wait

    def fits(self, operation: Operation) -> bool:
        return (len(operation.lines(self.line_bytes)) + len(self.queue)) * self.line_bytes <= self.room

    # Section 2

    def look_at_condition(self) -> None:
        """What stands in the queue goes, if it is a burst or no more can come."""
        if self.asks_for or not self.queue:
            return
        no_more = self.next is None or (self.enters is None and (self.next.waits or not self.fits(self.next)))
        if no_more or len(self.queue) * self.line_bytes >= self.burst:
            self.asks_for = len(self.queue)

    def is_aged(self, clock: int, age: int) -> bool:
        return age > 0 and bool(self.queue) and clock - self.queue[0].arrival >= age

    def go(self, clock: int, count: int) -> list[Line]:
        """The client was chosen, and so many requests leave its queue."""
        gone, self.queue = self.queue[:count], self.queue[count:]
        for line in gone:
            line.gone = clock
        self.asks_for = max(0, self.asks_for - count)
        self.chosen = clock
        self.grants += 1
        return gone

    # Section 5

    def is_entitled(self, clock: int, age: int) -> bool:
        return (self.asks_for > 0 or self.is_aged(clock, age)) and self.had < self.share

    # Section 8

    def missed(self, clocks: int) -> list[int]:
        """The clocks below `clocks` in which bytes of a display were due and not there, one for each."""
        assert self.due is not None
        found, byte = [], 0
        while (clock := self.due.clock(byte)) < clocks:
            line = self.line_of(byte)
            if line is None or line.complete is None or line.complete > clock:
                found.append(clock)
            byte += 1
        return found

    def line_of(self, byte: int) -> Line | None:
        """The request for a byte of the scan, if there is one by now."""
        number, rest = divmod(byte, self.burst)
        if number >= len(self.entered):
            return None
        operation, lines = self.entered[number]
        for first, size in operation.spans:
            if rest < size:
                return next(line for line in lines if line.address <= first + rest < line.address + self.line_bytes)
            rest -= size
        raise AssertionError("the spans of an operation have all its bytes")


def choice(clients: list[Client], clock: int, age: int) -> Client | None:
    """Section 3: the one of several that is chosen."""
    aged = [client for client in clients if client.is_aged(clock, age)]
    if aged:
        return min(aged, key=lambda client: client.queue[0].arrival)
    return min(clients, key=lambda client: (-client.priority, client.chosen, client.number), default=None)


class Frfcfs:
    """Section 5."""

    def __init__(self, values: Mapping[str, Any], keys: Mapping[str, Any]) -> None:
        self.controller = dram.Controller(values)
        self.age = keys["age"]
        self.hold = keys["hold"]
        self.round = keys["round"]
        self.handed_on: list[Line] = []  # reads without their column access

    @property
    def log(self) -> list[dram.Command]:
        return self.controller.log

    def clock(self, clock: int, clients: list[Client]) -> None:
        self.controller.step(clock)
        waiting = []
        for line in self.handed_on:
            assert line.request is not None
            line.complete = line.request.complete
            if line.complete is None:
                waiting.append(line)
        self.handed_on = waiting
        chosen = choice(self.may_be_chosen(clock, clients), clock, self.age)
        if chosen is not None and self.has_room(chosen):
            (line,) = chosen.go(clock, 1)
            line.request = dram.Request(clock, line.address, line.is_write)
            assert self.controller.accept(clock, line.request)
            line.complete = line.request.complete
            if line.complete is None:
                self.handed_on.append(line)
            self.count(chosen, clients)

    def may_be_chosen(self, clock: int, clients: list[Client]) -> list[Client]:
        """The table of section 5."""
        if self.hold and any(clock - (line.gone or 0) >= self.hold for line in self.handed_on):
            return []
        aged = [client for client in clients if client.is_aged(clock, self.age)]
        if aged:
            return aged
        entitled = [client for client in clients if client.is_entitled(clock, self.age)]
        return [client for client in entitled or clients if client.asks_for and self.has_room(client)]

    def count(self, chosen: Client, clients: list[Client]) -> None:
        """A request was handed on in this round, which may be its last."""
        chosen.had += chosen.line_bytes
        if sum(client.had for client in clients) >= self.round:
            for client in clients:
                client.had = 0

    def has_room(self, client: Client) -> bool:
        return self.controller.has_room(client.queue[0].is_write)


class Hmgpu:
    """Section 4."""

    def __init__(self, values: Mapping[str, Any], keys: Mapping[str, Any]) -> None:
        self.channel = Exclusive(values)
        self.age = keys["age"]
        self.most = min(keys["grant"] // self.channel.line_bytes, values["columns"] // values["BL"])

    @property
    def log(self) -> list[dram.Command]:
        return self.channel.log

    def clock(self, clock: int, clients: list[Client]) -> None:
        if not self.channel.can_begin(clock):
            return
        asking = [client for client in clients if client.asks_for or client.is_aged(clock, self.age)]
        chosen = choice(asking, clock, self.age)
        if chosen is not None:
            lines = chosen.go(clock, self.length(chosen.queue))
            granted = self.channel.grant(clock, [line.address for line in lines], lines[0].is_write)
            for line, complete in zip(lines, granted.complete, strict=True):
                line.complete = complete

    def length(self, queue: list[Line]) -> int:
        """How many requests from the head on are granted at once."""
        length = 0
        while length < min(len(queue), self.most) and self.is_alike(queue[0], queue[length]):
            length += 1
        return length

    def is_alike(self, one: Line, other: Line) -> bool:
        return one.is_write == other.is_write and self.channel.place(one.address) == self.channel.place(other.address)


@dataclass
class Outcome:
    """What a run leaves behind."""

    clients: list[Client]
    log: list[dram.Command]


def run(values: Mapping[str, Any], keys: Mapping[str, Any]) -> Outcome:
    """Run a description (section 7) with all its keys, on a channel of these values."""
    clients = [
        Client(number, client, work, values)
        for number, (client, work) in enumerate(zip(keys["client"], work_of(values, keys), strict=True))
    ]
    policy = (Hmgpu if keys["policy"] == "hmgpu" else Frfcfs)(values, keys)
    for clock in range(keys["clocks"]):
        for client in clients:
            client.operations(clock)
            client.look_at_condition()
        policy.clock(clock, clients)
    return Outcome(clients, policy.log)
