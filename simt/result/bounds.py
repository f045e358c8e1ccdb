"""Throughput bounds of a run: the cycles that each resource alone needs for the issued work."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from operator import itemgetter
from typing import TYPE_CHECKING

from isa.flow.operand_loads import operand_counts, operand_loads
from isa.table.units import COMPUTE_UNITS, PRIVATE
from simt.machine.slot_kinds import rounds
from simt.result.dram_bounds import needs_of_channels

if TYPE_CHECKING:
    from isa.program.program import Program
    from simt.machine import Machine
    from simt.result.parts import ChannelCounts, CoreResult


@dataclass(frozen=True, slots=True)
class Bound:
    """The cycles that a resource alone needs for the issued work. A run that ends cannot be shorter.

    detail: the work, in words.
    """

    resource: str
    cycles: int
    detail: str


def bounds_of_cores(
    machine: Machine, program: Program, cores: Sequence[CoreResult], cycles: int, channels: ChannelCounts | None
) -> list[Bound]:
    """Return the bounds of a run, largest first. Resources of cores have the bound of the busiest core.

    - cores: the counts of each core.
    - cycles: the cycles of the run, 0 for a functional run, which has no bounds of memory.
    - channels: the counts of DRAM channels, or None. If there are counts, the bounds of banks, buses and so on replace
      the bound of the memory's bandwidth.

    Resources that the run does not need are left out.
    """
    bounds: dict[str, Bound] = {}
    private = machine.serving(PRIVATE)
    loads = operand_loads(program.instructions) if machine.issue.has_kinds else ()
    for core in cores:
        issued = program.by_unit(core.issues.tolist(), private)
        active = program.by_unit(core.active_lanes.tolist(), private)
        taken = operand_counts(core.issues, loads)
        rows = bounds_of(needs_of(machine, issued, core.instructions, int(core.passes.sum()), active, *taken))
        if cycles:
            coalescer, _, queue = bounds_of_memory(machine, *core.traffic.totals)
            rows += [coalescer, queue]
        for row in rows:
            if row.resource not in bounds or row.cycles > bounds[row.resource].cycles:
                bounds[row.resource] = row
    if channels is not None:
        # An exclusive grant is counted when it begins, and a run may stop before it is over.
        bounds |= {
            name: Bound(name, min(needed, cycles), work) for needed, name, work in needs_of_channels(machine, channels)
        }
    elif cycles:
        accesses, transactions, moved = map(sum, zip(*(core.traffic.totals for core in cores), strict=True))
        bounds["memory bandwidth"] = bounds_of_memory(machine, accesses, transactions, moved)[1]
    return sorted((row for row in bounds.values() if row.cycles), key=lambda bound: -bound.cycles)


def bounds_of(needs: Iterable[tuple[int, str, int, str]]) -> list[Bound]:
    """Return the rows of `needs_of` as bounds."""
    return [Bound(resource, cycles, f"{work} {words}") for cycles, resource, work, words in needs]


def needs_of(
    machine: Machine,
    issued: Mapping[str, int],
    instructions: int,
    passes: int,
    active: Mapping[str, int] | None = None,
    operands: int | None = None,
    users: int = 0,
) -> list[tuple[int, str, int, str]]:
    """Return the bounds of a core's used resources, largest first: (cycles, resource, amount of work, kind of work).

    - issued: the number of instructions by unit.
    - instructions: the number of issued instructions, with bundles counted once.
    - passes: the passes of the LDS.
    - active: the active lanes by unit, which matter with `ideal.lanes` only; None on other machines.
    - operands: the number of operand loads among the instructions, which matters if issue slots have kinds; None if it
      is not known.
    - users: the number of instructions that take an operand from local memory. After such an instruction a scheduler
      may wait longer.
    """
    control = issued["control"]
    rows = [
        (machine.turns(instructions, rounds(machine, issued, operands), users), "issue", instructions, "instructions"),
        (passes * machine.interval_at_least("lds"), "lds", issued["lds"], f"accesses, {passes} passes"),
    ]
    serving = machine.serving("control")
    for name in _FPU_FIRST:
        work = issued[name]
        cycles = machine.occupied(name, work, active[name] if active else 0)
        if name == serving:
            cycles, work = cycles + control * machine.occupation("control"), work + control
        elif not work:
            continue
        rows.append((-(-cycles // getattr(machine, name).count), name, work, "instructions"))
    if serving == "control":
        rows.append((-(-control // machine.control.count), "control", control, "instructions"))
    if machine.vliw.count == 1:  # with bundles every slot has a port of its own
        rows.append((-(-instructions // machine.retire.ports), "retire", instructions, "results"))
    return sorted([row for row in rows if row[0]], key=itemgetter(0), reverse=True)


_FPU_FIRST = ("fpu", *(name for name in COMPUTE_UNITS if name != "fpu"))


def bounds_of_memory(
    machine: Machine, accesses: int, transactions: int, moved: int, cores: int = 1, atomics: tuple[int, int] = (0, 0)
) -> list[Bound]:
    """Return the bounds of the coalescer, of the memory's bandwidth, and of the request queue, in this order.

    - accesses: the number of accesses, each by one warp.
    - transactions: the number of transactions that they make.
    - moved: the bytes that the transactions move.
    - cores: the number of cores. Each has an equal share of the three counts.
    - atomics: how many of the transactions, and how many of the bytes, belong to atomics. DRAM reads the bytes of an
      atomic, then writes them.
    """
    beats = machine.beats("memory")
    # An access of k transactions holds the coalescer for beats + k - 1 cycles.
    # A transaction keeps its place for at least the 2 L cycles to the arbiter and back.
    queued = transactions * 2 * machine.interconnect.latency // (cores * machine.memory.queue)
    coalescer = -(-(accesses * (beats - 1) + transactions) // cores)
    return [
        Bound("coalescer", coalescer, f"{accesses} accesses, {transactions} transactions"),
        _bound_of_channels(machine, transactions, moved, atomics)
        if machine.memory.policy == "dram"
        else _bound_of_bus(machine, transactions, moved),
        Bound("request queue", queued, f"{transactions} transactions"),
    ]


def _bound_of_bus(machine: Machine, transactions: int, moved: int) -> Bound:
    # A transaction's time on the bus is rounded to 1/1024 of a cycle.
    bus = ceil(max(0.0, moved / machine.memory.bytes_per_cycle - transactions / 2048))
    return Bound("memory bandwidth", bus, f"{moved} bytes of {transactions} transactions")


def _bound_of_channels(machine: Machine, transactions: int, moved: int, atomics: tuple[int, int]) -> Bound:
    """Return the bound of DRAM by its requests: a channel accepts one request in a clock.

    The bytes give no bound, as requests for the same line may share a burst, and writes may stay in their queue.
    """
    twice, changed = atomics
    requests = max(transactions + twice, -(-(moved + changed) // int(machine.dram["bytes_per_req"])))
    clocks = max(0, -(-requests // machine.memory.channels) - 1)
    why = f"{requests} requests of {transactions} transactions"
    return Bound("memory bandwidth", clocks * 1024 // machine.dram_rate, why)
