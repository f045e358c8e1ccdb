"""The headroom of a machine: by how much a launch can get faster before a resource has no more to give."""

from __future__ import annotations

from dataclasses import replace

from isa.flow.operand_loads import operand_counts, operand_loads
from isa.table.units import PRIVATE
from simt.core.engine.output import active_lanes
from simt.core.engine.run import output_of
from simt.core.state.placed import Placed
from simt.core.state.state import State
from simt.result.bounds import bounds_of_memory, needs_of
from simt.result.dram_bounds import needs_of_channels
from simt.result.parts import ChannelCounts


class Headroom:
    """The time that each resource needs for the issued work, beside the cycles that have passed since a moment.

    state: the state of a launch on a device, which a run changes. placed: the launch.

    Work that is spread evenly over the cores takes at least as long as the busiest resource needs for it. If all
    work-groups do the same, the work that is left needs the same resources in the same proportion.
    """

    def __init__(self, state: State, placed: Placed) -> None:
        self._state, self._machine, self._program = state, placed.machine, placed.program
        entries = placed.program.instructions
        self._private = self._machine.serving(PRIVATE)
        self._is_global = [entry is not None and self._machine.unit_of(entry) == "memory" for entry in entries]
        self._loads = operand_loads(entries) if self._machine.issue.has_kinds else frozenset()
        self._begin = 0
        self._before: dict[str, float] = {}

    def start(self) -> None:
        """Begin to count here."""
        self._begin, self._before = self._now, self._needs()

    def share(self) -> float:
        """Return by which share the rate since `start` can fall: 0 if a resource never waited for work."""
        passed = self._now - self._begin
        used = max((needed - self._before.get(name, 0.0) for name, needed in self._needs().items()), default=0.0)
        return max(0.0, 1 - used / passed) if passed else 1.0

    @property
    def _now(self) -> int:
        return int(self._state.clock["cycle"])

    def _needs(self) -> dict[str, float]:
        """Return the cycles that each resource needs for what has been issued so far, shared evenly by the cores."""
        output, machine, cores = output_of(self._state), self._machine, len(self._state.cores.run)
        stats = output.stats[: len(self._is_global)]
        issues, passes, entered = (stats[name] for name in ("issues", "passes", "entered"))
        active = active_lanes(stats, machine.warp_size)
        issued, lanes = (self._program.by_unit(row.tolist(), self._private) for row in (issues, active))
        transactions = int(passes[self._is_global].sum())
        local_passes = int(passes.sum()) - transactions
        taken = operand_counts(issues, self._loads)
        rows = needs_of(machine, issued, output.instructions, local_passes, lanes, *taken)
        needs = {name: cycles / cores for cycles, name, _, _ in rows}
        accesses, moved = int(entered[self._is_global].sum()), int(output.moved[:, : len(issues)].sum())
        coalescer, bus, queue = bounds_of_memory(machine, accesses, transactions, moved, cores)
        needs |= {bound.resource: float(bound.cycles) for bound in (coalescer, queue)}
        if output.channels is None:
            return needs | {bus.resource: float(bus.cycles)}
        # A channel's turns and activates depend on the order of its requests, which may still change for the better.
        counts = ChannelCounts(**output.channels)
        strict = replace(counts, turns=0 * counts.turns, opened=0 * counts.opened)
        return needs | {name: float(cycles) for cycles, name, _ in needs_of_channels(machine, strict)}
