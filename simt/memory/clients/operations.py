"""The operations of clients, which are computed before a run: their earliest clocks, managing cycles and lines."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from isa.reporting.diagnostics import quote
from simt.core.memory.clients.layout import OPERATION
from simt.core.state.pages import PAGE_BYTES
from simt.memory.clients.description import Client, MemorySystemError, System, clocks_of_a_byte, scan_rate
from simt.memory.storage.layout import PAGED, StorageError
from simt.memory.storage.manager import StorageManager


@dataclass(frozen=True)
class Work:
    """The operations of a client, and their requests, each for a line."""

    operations: Any  # OPERATION [operations]; `end` counts from the client's first request
    lines: Any  # int64 [requests]
    is_write: Any  # bool [requests]
    has_more: bool  # the client has further operations, which are left out


@dataclass(frozen=True)
class Place:
    """The place of a client's bytes."""

    bytes: int
    bases: Any  # int64 [n]: the addresses of its pages, or of its first byte alone
    cycles: int  # of the manager for an access without hops; 0 without a manager
    is_paged: bool

    def addresses(self, offsets: Any) -> Any:
        """Return the addresses of bytes: int64, of the shape of `offsets`."""
        if not self.is_paged:
            return self.bases[0] + offsets
        return self.bases[offsets // PAGE_BYTES] + offsets % PAGE_BYTES

    def managing(self, ends: Any) -> Any:
        """Return the manager's cycles for accesses: int64. ends: the offsets after their last bytes."""
        hops = (ends - 1) // PAGE_BYTES if self.is_paged else np.zeros_like(ends)
        return self.cycles + hops


def work_of(system: System, limits: Sequence[int]) -> list[Work]:
    """Return the work of each client.

    limits: the approximate number of requests of each client. Raises `MemorySystemError` (E0433) and `StorageError`.
    """
    objects: dict[tuple[str, Any], tuple[Any, int]] = {}

    @cache
    def manager() -> StorageManager:
        return StorageManager(system.layout, poison=False)

    works = []
    for client, limit in zip(system.clients, limits, strict=True):
        try:
            if client.kind == "loader":
                works.append(_loads(client, system, manager(), limit))
                continue
            place = _place(client, system, manager, objects)
            works.append(_MAKERS[client.kind](client, system, place, limit))
        except StorageError as error:
            message = f"{system.name}: client {quote(client.name)}: {error.message}"
            raise StorageError(message, code=error.code, help=error.help) from None
        except _MisfitError as error:
            message = f"{system.name}: client {quote(client.name)}: {error}"
            raise MemorySystemError(message, code="E0433") from None
    return works


class _MisfitError(Exception):
    """A client whose requests do not fit into its memory or queue."""


def _place(client: Client, system: System, manager: Any, objects: dict[Any, Any]) -> Place:
    """Return the place of a client's bytes.

    manager: returns the storage manager. objects: its objects by kind and id; a missing one is created. Raises
    `_MisfitError` and `StorageError`.
    """
    size = client["bytes"]
    if client["address"] is not None or client.object is None:
        first, end = client["address"], system.channel.bytes
        if first is None:
            first, display_bytes = system.layout.regions["display"]
            size, end = size or display_bytes, first + display_bytes
        if first + size > end or first % system.line:
            raise _MisfitError(f"{size} bytes from address {first} on are not lines below address {end}")
        return Place(size, np.array([first]), 0, is_paged=False)
    kind, name = client.object
    storage: StorageManager = manager()
    is_paged = kind in PAGED
    if (kind, name) not in objects:
        size = size or storage.layout.partitions[kind, name][1]
        objects[kind, name] = storage.create(kind, name, size).spans, size
    spans, object_bytes = objects[kind, name]
    size = size or object_bytes
    if size > object_bytes:
        raise _MisfitError(f"an earlier client has made it with {object_bytes} bytes, and not {size}")
    cycles = storage.read(kind, name, 0, 1).cycles
    return Place(size, np.array([address for address, _ in spans]), cycles, is_paged=is_paged)


def _work(
    client: Client, system: System, place: Place, offsets: Any, earliest: Any, writes: Any, has_more: bool
) -> Work:
    """Return the work of a client: operation k accesses the bytes from `offsets[k]` on, from clock `earliest[k]` on.

    - offsets, earliest: int64 [operations].
    - writes: whether an operation writes, bool [operations].
    - has_more: as in `Work`.

    Raises `_MisfitError`.
    """
    size = client.values.get("access") or client["burst"]
    if place.bytes % size:
        raise _MisfitError(f"{place.bytes} bytes are not a multiple of its accesses of {size}")
    lines = size // system.line + bool(place.bases[0] % system.line)  # a texture may begin within a line
    if lines * system.line > client["queue"]:
        raise _MisfitError(f"an access of {lines} lines of {system.line} bytes does not fit into its queue")
    operations = np.zeros(len(offsets), OPERATION)
    operations["earliest"] = earliest
    operations["managing"] = np.maximum(1, place.managing(offsets + size) * system["manager_clocks"])
    operations["end"] = lines * np.arange(1, len(offsets) + 1)
    bytes_of = np.minimum(offsets[:, None] + system.line * np.arange(lines), offsets[:, None] + size - 1)
    lines_of_bytes = place.addresses(bytes_of).reshape(-1) // system.line
    return Work(operations, lines_of_bytes, np.repeat(writes, lines), has_more)


def _until(clocks: int, earliest: Any) -> tuple[int, bool]:
    """Return the number of operations of a run, and whether the client may have more of them.

    clocks: the end of the run. earliest: int64 [operations], ascending.

    The first operation after the end counts, because it shows that the run has no further ones.
    """
    after = np.flatnonzero(earliest >= clocks)
    return (int(after[0]) + 1, False) if len(after) else (len(earliest), True)


def _enough(system: System, rate: float | Fraction, more: int) -> int:
    """Return a bound on the lines of a run at `rate` MB/s. more: bytes that may be moved too early or too late."""
    clocks, of_bytes = clocks_of_a_byte(rate, system.channel)
    return int(system["clocks"] * of_bytes // clocks + 2 * more) // system.line + 1


def _scan(client: Client, system: System, place: Place, limit: int) -> Work:
    burst = client["burst"]
    limit = min(limit, _enough(system, scan_rate(client), burst + client["fifo"]))
    if place.bases[0] % system.line:
        raise _MisfitError(f"its frame begins within a line of {system.line} bytes")
    numbers = np.arange(1 + limit * system.line // burst)
    last = (numbers + 1) * burst - client["fifo"] - 1  # the byte that must have left the FIFO to make room
    earliest = np.where(last >= 0, due(np.maximum(last, 0), client, system) + 1, 0)
    count, has_more = _until(system["clocks"], earliest)
    offsets = numbers[:count] * burst % place.bytes
    return _work(client, system, place, offsets, earliest[:count], np.zeros(count, bool), has_more)


def due(numbers: Any, client: Client, system: System) -> Any:
    """Return the clocks in which bytes of a display's scan are due: int64. numbers: the bytes' numbers, int64."""
    clocks, of_bytes = clocks_of_a_byte(scan_rate(client), system.channel)
    return client["begin"] + numbers * clocks // of_bytes


def due_before(clocks: Any, client: Client, system: System) -> Any:
    """Return the number of bytes of a display's scan that are due before each clock: int64, the shape of `clocks`."""
    of_clocks, bytes_ = clocks_of_a_byte(scan_rate(client), system.channel)
    return np.maximum(0, -(-(clocks - client["begin"]) * bytes_ // of_clocks))


def _transfer(client: Client, system: System, place: Place, limit: int) -> Work:
    """Return the accesses of a transfer by the host. Raises `_MisfitError`."""
    access = client["access"]
    count = min(-(-place.bytes // access), 1 + limit * system.line // access)
    offsets = access * np.arange(count)
    writes = np.full(count, client["direction"] == "in")
    return _work(client, system, place, offsets, client["begin"], writes, count * access < place.bytes)


def _accesses(client: Client, system: System, place: Place, limit: int) -> Work:
    """Return the accesses of load/store units. Raises `_MisfitError`."""
    access, write = client["access"], client["write"]
    if client["rate"]:
        limit = min(limit, _enough(system, client["rate"], access))
    numbers = np.arange(1 + limit * system.line // access)
    earliest, has_more = np.full(len(numbers), client["begin"]), True
    if client["rate"]:
        clocks, of_bytes = clocks_of_a_byte(client["rate"], system.channel)
        earliest = client["begin"] + numbers * access * clocks // of_bytes
        count, has_more = _until(system["clocks"], earliest)
        numbers, earliest = numbers[:count], earliest[:count]
    pieces = max(1, place.bytes // access)
    if client["pattern"] == "copy" and pieces % 2:
        raise _MisfitError(f"a copy has two halves of its accesses of {access} bytes, and {place.bytes} bytes have not")
    if client["pattern"] == "random":
        draw = random.Random(1000003 * system["seed"] + client.number)
        offsets = access * np.array([draw.randrange(pieces) for _ in range(len(numbers))], np.int64)
    elif client["pattern"] == "strided":
        offsets = numbers * client["stride"] % place.bytes
    else:
        offsets = access * (numbers % pieces)
    writes = np.floor((numbers + 1) * write) > np.floor(numbers * write)
    if client["pattern"] == "copy":
        offsets = access * (numbers // 2 % (pieces // 2)) + numbers % 2 * (place.bytes // 2)
        writes = numbers % 2 == 1
    return _work(client, system, place, offsets, earliest, writes, has_more)


_MAKERS = {"display": _scan, "host": _transfer, "cores": _accesses}


def _loads(client: Client, system: System, storage: StorageManager, limit: int) -> Work:
    """Return the alternating stores and loads of a loader of programs. Raises `_MisfitError`."""
    size, burst, stage = storage.layout.program_bytes, client["burst"], client["stage"]
    if size % burst:
        raise _MisfitError(f"its bursts of {burst} bytes do not divide a program's {size}")
    per_block = size // burst
    rounds = min(-(-(system["clocks"] - client["begin"]) // client["interval"]), 1 + limit * system.line // (2 * size))
    rounds = max(1, rounds)
    operations = np.zeros(2 * rounds * per_block, OPERATION)
    operations["earliest"] = client["begin"] + np.arange(2 * rounds).repeat(per_block) // 2 * client["interval"]
    operations["managing"] = 1
    operations["end"] = burst // system.line * np.arange(1, len(operations) + 1)
    addresses: list[int] = []
    cycles = 0
    for _ in range(rounds):
        for is_store in (True, False):
            answer = storage.begin_store(stage, size) if is_store else storage.begin_load(stage)
            first = len(addresses) * per_block
            operations["waits"][first] = 1
            operations["managing"][first] = max(1, (cycles + answer.cycles) * system["manager_clocks"])
            addresses.append(answer.spans[0][0])
            cycles = (storage.end_store if is_store else storage.end_load)(stage).cycles
    lines = np.array(addresses)[:, None] // system.line + np.arange(size // system.line)
    writes = np.arange(2 * rounds).repeat(size // system.line) % 2 == 0
    ends = client["begin"] + rounds * client["interval"] < system["clocks"]
    return Work(operations, lines.reshape(-1), writes, ends)
