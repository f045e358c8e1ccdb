"""The bound on the time of a core's transaction in channels of DRAM, which docs/dram.md, section 8, derives."""

from __future__ import annotations

from simt.core.state.dram import READS
from simt.machine import Machine
from simt.memory.clients.grants import granted_in, longest_grant
from simt.memory.dram.liveness import drained_in, places


def requests_of_grant(machine: Machine) -> int:
    """Return M, the largest number of requests that are granted at once. (An atomic reads and writes 32 bytes.)"""
    line = int(machine.dram["bytes_per_req"])
    lines = machine.memory.grant // min(line, 32) if machine.memory.arbiter == "hmgpu" else -(-128 // line)
    return max(lines, 2 * -(-32 // line))


def turn_clocks(machine: Machine) -> int | None:
    """Return V, the largest number of clocks until the requests of a core's oldest transaction are accepted.

    With the arbiter `hmgpu`, V counts until the requests are served. The result is None if no bound is known.
    """
    channel, before = machine.dram, machine.cores + 1
    requests, in_cycle = requests_of_grant(machine), -(-machine.dram_rate // 1024)
    if machine.memory.arbiter == "hmgpu":
        return granted_in(channel, before, requests * longest_grant(channel, 1), before * in_cycle)
    others = before * (requests + in_cycle) + (1 + before * requests // READS) * channel.read_to_data
    return drained_in(channel, places(channel) + before * requests, others)


def longest_core_service(machine: Machine) -> int | None:
    """Return the largest number of clocks from the arrival of a core's transaction at the arbiter until it is served.

    The result is None if the memory is not DRAM, if its arbiter is `frfcfs` without `age`, or if no bound is known.
    """
    memory = machine.memory
    if memory.policy != "dram":
        return None
    if memory.arbiter == "hmgpu":
        turn = turn_clocks(machine)
        return None if turn is None else memory.queue * turn
    turn, until_column = turn_clocks(machine), drained_in(machine.dram, places(machine.dram))
    if memory.age == 0 or turn is None or until_column is None:
        return None
    return memory.queue * turn + memory.age + until_column + machine.dram.read_to_data
