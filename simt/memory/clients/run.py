"""Runs of a memory system: its clients, the arbiter and the channel, clock by clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from simt.core.engine.entry import call
from simt.core.engine.names import CLIENTS
from simt.core.jit.packed import pack
from simt.core.memory.clients.layout import ARBITER, OPERATION, POLICIES, clients_before
from simt.core.memory.clients.layout import System as Arrays
from simt.core.state.dram import COMMAND, COMMANDS, REQUEST, idle
from simt.core.state.layout import NEVER
from simt.memory.clients.description import Client, System, system_of
from simt.memory.clients.liveness import longest_service
from simt.memory.clients.operations import Work, due, due_before, work_of
from simt.memory.clients.rates import Rate, asked_rate, rate_of

_COMMANDS = 400_000  # the most in a call: some hundredths of a second, so that Ctrl-C has an effect


@dataclass(frozen=True)
class ClientServed:
    """A client in a run, with its requests and its figures."""

    client: Client
    system: System
    requests: Any  # REQUEST [n]: the requests that have entered its queue
    operations: Any  # OPERATION [n]: all operations, of which some may not have begun
    grants: int
    managing: int  # clocks that the storage manager took

    @cached_property
    def rate(self) -> Rate:
        """The rate at which the client is served."""
        return rate_of(self.system, self.operations, self.requests)

    @property
    def rate_MBps(self) -> float:  # noqa: N802 - named as in JSON
        """The rate at which the client is served, in MB/s."""
        return self.rate.bandwidth(float(self.system.channel["tCK"]))

    @cached_property
    def served(self) -> Any:
        """The completed requests: REQUEST [n]."""
        return self.requests[self.requests["complete"] <= self.system["clocks"]]

    @property
    def bytes(self) -> int:
        """The bytes of the completed requests."""
        return len(self.served) * self.system.line

    @cached_property
    def waits(self) -> Any:
        """The clocks that each request waited in the queue, until the end of the run at most: int64 [n]."""
        return np.minimum(self.requests["accept"], self.system["clocks"]) - self.requests["arrival"]

    @cached_property
    def latencies(self) -> Any:
        """The clocks from arrival to data, of all completed reads: int64 [n]."""
        reads = self.served[self.served["is_write"] == 0]
        return reads["complete"] - reads["arrival"]

    @cached_property
    def _missed(self) -> tuple[int, int | None]:
        """The number of a display's bytes that came too late or never, and the first of these bytes, or None.

        Bytes are numbered from 0 in the order in which they are due.
        """
        clocks, line = self.system["clocks"], self.system.line
        count = int(due_before(np.array(clocks), self.client, self.system))
        arrived = np.minimum(self.requests["complete"], clocks)
        scanned = np.minimum(due_before(arrived, self.client, self.system), count)
        late = np.clip(scanned - line * np.arange(len(arrived)), 0, line)
        never = max(0, count - line * len(arrived))
        lines = np.flatnonzero(late)
        first = line * int(lines[0]) if len(lines) else line * len(arrived) if never else None
        return int(late.sum()) + never, first

    @property
    def missed(self) -> int:
        """The number of a display's bytes that were not in its FIFO when due; 0 for other clients."""
        return self._missed[0] if self.client.kind == "display" else 0

    @property
    def first_missed(self) -> int | None:
        """The clock in which the first missed byte was due, or None."""
        if not self.missed:
            return None
        return int(due(np.array(self._missed[1]), self.client, self.system))

    @property
    def sums(self) -> dict[str, object]:
        """The client's figures as plain values for JSON (docs/clients.md, section 8), except `MBps` and `share`."""
        waits, latencies, rate = self.waits, self.latencies, self.rate
        demand = asked_rate(self.client, self.system)
        values: dict[str, object] = {
            "name": self.client.name,
            "kind": self.client.kind,
            "priority": self.client["priority"],
            "bytes": self.bytes,
            "asked_MBps": None if demand is None else round(demand, 3),
            "rate_MBps": round(self.rate_MBps, 3),
            "rate_clocks": [rate.first, rate.last],
            "rate_is_balanced": rate.is_balanced,
            "grants": self.grants,
            "mean_wait": round(float(waits.mean()), 3) if len(waits) else None,
            "longest_wait": int(waits.max()) if len(waits) else None,
            "mean_latency": round(float(latencies.mean()), 3) if len(latencies) else None,
            "longest_latency": int(latencies.max()) if len(latencies) else None,
            "managing": self.managing,
        }
        if self.client.kind == "display":
            values |= {"missed": self.missed, "first_missed": self.first_missed}
        return values


@dataclass(frozen=True)
class SystemServed:
    """A run of a memory system: its clients, and the activity of the channel."""

    system: System
    clients: tuple[ClientServed, ...]
    commands: dict[str, int]  # number of commands by name
    computed: int  # clocks that were simulated; the others were skipped
    log: Any  # COMMAND [n]: all commands; empty without `log=True`

    def client(self, name: str) -> ClientServed:
        """Return the client with this name, which must exist."""
        return next(served for served in self.clients if served.client.name == name)

    @property
    def bytes(self) -> int:
        """The bytes that were moved for all clients."""
        return sum(client.bytes for client in self.clients)

    def bandwidth(self, moved: int) -> float:
        """Return the MB/s of `moved` bytes in the run."""
        return 1000 * moved / (int(self.system["clocks"]) * float(self.system.channel["tCK"]))

    @property
    def share_of_peak(self) -> float:
        """The share of the peak bandwidth, from 0 to 1."""
        return self.bandwidth(self.bytes) / float(self.system.channel["peak_MBps"])

    @property
    def row_hits(self) -> float | None:
        """The share of column accesses to rows that were open already, from 0 to 1; None without accesses."""
        accesses = self.commands["read"] + self.commands["write"]
        return max(0.0, 1 - self.commands["activate"] / accesses) if accesses else None

    @property
    def sums(self) -> dict[str, object]:
        """The figures of the run (docs/clients.md, section 8), as plain values for JSON."""
        moved, system = self.bytes, self.system
        rows = []
        for client in self.clients:
            share = round(client.bytes / moved, 6) if moved else None
            rows.append(client.sums | {"MBps": round(self.bandwidth(client.bytes), 3), "share": share})
        return {
            "system": system.name,
            "channel": system.channel.name,
            "policy": system.policy,
            "age": system["age"],
            "hold": system["hold"],
            "clocks": system["clocks"],
            "bytes": moved,
            "MBps": round(self.bandwidth(moved), 3),
            "share_of_peak": round(self.share_of_peak, 6),
            "row_hits": None if self.row_hits is None else round(self.row_hits, 6),
            "refreshes": self.commands["refresh"],
            "longest_service": longest_service(system),
            "clients": rows,
        }


def run(system: System, *, log: bool = False, progress: Callable[[int], object] | None = None) -> SystemServed:
    """Run a memory system.

    log: whether to keep all commands. progress: called repeatedly with the number of clocks so far. If the run has to
    be repeated with more requests, this number begins again at 0. Raises `MemorySystemError` (E0433) or `StorageError`
    if a client's bytes do not fit into the memory.
    """
    # The run decides how many requests a client needs. It is repeated with twice the number for clients with too few.
    bus_moves = system["clocks"] // system.channel["col_to_col"]
    counts = [bus_moves // len(system.clients) + 1] * len(system.clients)
    while True:
        work = work_of(system, counts)
        arrays, commands, kept = _run(system, work, log, progress)
        all_entered = arrays.clients["operation"] == arrays.clients["operations"]
        too_few = [bool(entered) and part.has_more for part, entered in zip(work, all_entered, strict=True)]
        if not any(too_few):
            return _served(system, arrays, commands, kept)
        counts = [2 * count if is_short else count for count, is_short in zip(counts, too_few, strict=True)]


def _run(system: System, work: list[Work], log: bool, progress: Any) -> tuple[Arrays, Any, list[Any]]:
    """Return the engine's arrays after the last clock, the number of each command, and the kept commands."""
    arrays = _before(system, work)
    arguments = pack(arrays)
    commands, kept = np.zeros(len(COMMANDS), np.int64), []
    of_a_clock = 1 + (arrays.arbiters["grant"][0] + 1) * (system.policy == POLICIES[0])
    while arrays.arbiters["clock"][0] < arrays.arbiters["last"][0]:
        call(CLIENTS, arguments, arrays.dram.log.size // of_a_clock)
        log_part = arrays.dram.log[0, : arrays.dram.control["logged"][0]]
        commands += np.bincount(log_part["command"], minlength=len(COMMANDS))
        if log:
            kept.append(log_part.copy())
        arrays.dram.control["logged"] = 0
        if progress is not None:
            progress(min(int(arrays.arbiters["clock"][0]), system["clocks"]))
    return arrays, commands, kept


def _before(system: System, work: list[Work]) -> Arrays:
    channel, line = system.channel, system.line
    clients, arbiters = clients_before(len(work)), np.zeros(1, ARBITER)
    operations = np.concatenate([part.operations for part in work]).astype(OPERATION)
    first, first_request = 0, 0
    for client, described, part in zip(clients, system.clients, work, strict=True):
        client["priority"] = described["priority"]
        client["burst"], client["queue"] = described["burst"] // line, described["queue"] // line
        client["share"] = described["share"] // line * (system.policy != POLICIES[0])
        client["operation"], client["operations"] = first, first + len(part.operations)
        operations["end"][first : first + len(part.operations)] += first_request
        first += len(part.operations)
        client["entered"] = client["left"] = client["asked"] = client["done"] = first_request
        first_request += len(part.lines)
        client["requests"] = first_request
    requests = np.zeros(first_request, REQUEST)
    requests["line"] = np.concatenate([part.lines for part in work])
    requests["is_write"] = np.concatenate([part.is_write for part in work])
    requests["accept"] = requests["complete"] = NEVER
    arbiters["policy"] = POLICIES.index(system.policy)
    arbiters["grant"] = min(system["grant"], channel["row_bytes"]) // line
    arbiters["age"], arbiters["hold"], arbiters["last"] = system["age"], system["hold"], system["clocks"]
    arbiters["round"] = system["round"] // line
    dram = idle(channel, requests, _COMMANDS)
    return Arrays(arbiters, clients, operations, dram)


def _served(system: System, arrays: Arrays, commands: Any, kept: list[Any]) -> SystemServed:
    first, first_operation, served = 0, 0, []
    for client, described in zip(arrays.clients, system.clients, strict=True):
        requests = arrays.dram.requests[0, first : int(client["entered"])]
        operations = arrays.operations[first_operation : int(client["operations"])].copy()
        operations["end"] -= first
        counts = int(client["grants"]), int(client["managing"])
        served.append(ClientServed(described, system, requests, operations, *counts))
        first, first_operation = int(client["requests"]), int(client["operations"])
    issued = dict(zip(COMMANDS, commands.tolist(), strict=True))
    log = np.concatenate(kept) if kept else np.zeros(0, COMMAND)
    return SystemServed(system, tuple(served), issued, int(arrays.arbiters["computed"][0]), log)


def compile_engine() -> None:
    """Compile the engine of clients and arbiter, or load it from the cache."""
    client = {"name": "one", "kind": "host", "direction": "out", "address": 0, "bytes": 64, "burst": 64}
    run(system_of({"channel": "ddr2-400-5e", "clocks": 10, "client": [client]}, "compiled"))
