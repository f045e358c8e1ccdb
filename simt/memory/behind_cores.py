"""How long a transaction of a core waits for channels of DRAM at most (docs/dram.md, section 8, which derives it)."""

from __future__ import annotations

from simt.core.state.dram import READS
from simt.machine import Machine
from simt.memory.dram.liveness import drained_in, places


def requests_of_transaction(machine: Machine) -> int:
    """M: the requests of a transaction, at most."""
    line = machine.dram["bytes_per_req"]
    return int(max(-(-128 // line), 2 * -(-32 // line)))  # of the largest segment; an atomic reads and writes 32 bytes


def turn_clocks(machine: Machine) -> int | None:
    """V: clocks from when a transaction is the oldest of its core until all its requests are accepted, at most."""
    channel, before = machine.dram, machine.cores + 1
    requests, in_cycle = requests_of_transaction(machine), -(-machine.dram_rate // 1024)
    others = before * (requests + in_cycle) + (1 + before * requests // READS) * channel.read_to_data
    return drained_in(channel, places(channel) + before * requests, others)


def longest_service(machine: Machine) -> int | None:
    """Clocks from when a transaction is at the arbiter until it is served, at most.

    None without `dram` memory with an `age`, or if no bound is known.
    """
    if machine.memory.policy != "dram" or machine.memory.age == 0:
        return None
    turn, until_column = turn_clocks(machine), drained_in(machine.dram, places(machine.dram))
    if turn is None or until_column is None:
        return None
    return machine.memory.queue * turn + machine.memory.age + until_column + machine.dram.read_to_data
