"""docs/clients.md, section 6: the operations of every kind of client, fixed before a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count
from math import floor
from random import Random
from typing import Any, NamedTuple

from tests.reference.storage import Span, Storage

__all__ = ["Due", "Operation", "work_of"]


class Operation(NamedTuple):
    """A piece of memory that is read or written."""

    is_write: bool
    spans: Sequence[Span]
    earliest: int
    managing: int  # clocks
    waits: bool = False

    def lines(self, size: int) -> list[int]:
        """The addresses of the lines of `size` bytes that it touches."""
        return [line for first, count in self.spans for line in range(first // size * size, first + count, size)]


def written(number: float) -> Fraction:
    """A number as the decimal that it is written as."""
    return Fraction(repr(number))


def clocks_of_a_byte(rate: Fraction, period: float) -> Fraction:
    """T, at so many MB/s."""
    exact = 1000 / (rate * written(period))
    return min(max(exact.limit_denominator(1 << 20), Fraction(1, 1 << 20)), Fraction(1 << 24))


class Due:
    """When the bytes of a display's scan are due."""

    def __init__(self, client: Mapping[str, Any], period: float) -> None:
        self.begin = client["begin"]
        self.clocks = clocks_of_a_byte(written(client["pixels"]) * client["pixel_bytes"], period)

    def clock(self, byte: int) -> int:
        return self.begin + floor(byte * self.clocks)


def work_of(values: Mapping[str, Any], keys: Mapping[str, Any]) -> list[Iterator[Operation]]:
    """The operations of all clients of a description with all its keys, in its order."""
    storage = Storage(keys["storage"], poison=False)
    for client in keys["client"]:
        place = place_of(client)
        if place is not None and place not in storage.objects:
            storage.create(*place, client["bytes"])
    return [Work(values, keys, storage, number).operations() for number in range(len(keys["client"]))]


def place_of(client: Mapping[str, Any]) -> tuple[str, Any] | None:
    """Kind and id of the object that a client has with the manager, if it has one."""
    for kind in ("buffer", "list", "texture", "image"):
        if client.get(kind) is not None:
            key = client[kind]
            return kind, tuple(key) if kind == "texture" else key
    return None


class Work:
    """The operations of one client."""

    def __init__(self, values: Mapping[str, Any], keys: Mapping[str, Any], storage: Storage, number: int) -> None:
        self.period = values["tCK"]
        self.manager_clocks = keys["manager_clocks"]
        self.seed = 1000003 * keys["seed"] + number
        self.storage = storage
        self.client = keys["client"][number]

    def operations(self) -> Iterator[Operation]:
        kinds: dict[str, Callable[[], Iterator[Operation]]] = {
            "display": self.display, "loader": self.loader, "host": self.host, "cores": self.cores,
        }  # fmt: skip
        return kinds[self.client["kind"]]()

    def access(self, is_write: bool, offset: int, size: int, earliest: int) -> Operation:
        """A read or a write of the client's memory."""
        place = place_of(self.client)
        if place is None:
            given = self.client.get("address")
            first = self.storage.regions["display"][0] if given is None else given
            return Operation(is_write, [(first + offset, size)], earliest, 1)
        cycles, _, spans = (self.storage.write if is_write else self.storage.read)(*place, offset, size)
        return Operation(is_write, spans, earliest, self.clocks(cycles))

    def clocks(self, cycles: int) -> int:
        return max(1, cycles * self.manager_clocks)

    def host(self) -> Iterator[Operation]:
        """One transfer."""
        size = self.client["access"]
        for offset in range(0, self.client["bytes"], size):
            yield self.access(self.client["direction"] == "in", offset, size, self.client["begin"])

    def cores(self) -> Iterator[Operation]:
        """Load/store units."""
        client, random = self.client, Random(self.seed)
        size, share, rate = client["access"], float(client["write"]), client["rate"]
        pieces = client["bytes"] // size
        for number in count():
            is_write = floor((number + 1) * share) > floor(number * share)
            match client["pattern"]:
                case "sequential":
                    offset = number % pieces * size
                case "strided":
                    offset = number * client["stride"] % client["bytes"]
                case "copy":
                    is_write = number % 2 == 1
                    offset = (number // 2 % (pieces // 2) + is_write * (pieces // 2)) * size
                case "random":
                    offset = random.randrange(pieces) * size
            paced = floor(number * size * clocks_of_a_byte(written(rate), self.period)) if rate else 0
            yield self.access(is_write, offset, size, client["begin"] + paced)

    def display(self) -> Iterator[Operation]:
        """Scan-out."""
        client, due = self.client, Due(self.client, self.period)
        size = client["burst"]
        for number in count():
            left = (number + 1) * size - client["fifo"]  # bytes that have to leave the FIFO before
            earliest = due.clock(left - 1) + 1 if left > 0 else 0
            yield self.access(False, number * size % client["bytes"], size, earliest)

    def loader(self) -> Iterator[Operation]:
        """Programs in ping-pong."""
        client, storage = self.client, self.storage
        stage, size = client["stage"], client["burst"]
        for number in count():
            earliest = client["begin"] + number * client["interval"]
            cycles = storage.end_load(stage)[0] if number else 0
            began, _, [(first, length)] = storage.begin_store(stage, storage.layout["program_bytes"])
            yield from self.program(True, first, length, size, earliest, cycles + began)
            cycles = storage.end_store(stage)[0]
            began, _, [(first, length)] = storage.begin_load(stage)
            yield from self.program(False, first, length, size, earliest, cycles + began)

    def program(
        self, is_write: bool, first: int, length: int, size: int, earliest: int, cycles: int
    ) -> Iterator[Operation]:
        for offset in range(0, length, size):
            managing = self.clocks(cycles) if offset == 0 else 1
            yield Operation(is_write, [(first + offset, size)], earliest, managing, waits=offset == 0)
