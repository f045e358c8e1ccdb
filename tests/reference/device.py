"""Sections 18 and 19: the device, every cycle of every core one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from simt.machine.channel import load
from tests.reference.arbiter import Request, arbiter_of
from tests.reference.bound import Bound
from tests.reference.coalescing import Transaction
from tests.reference.core import Core
from tests.reference.groups import Dispatcher, Grid
from tests.reference.memory import Access, Interconnect, Span
from tests.reference.record import ReferenceResult, Trap
from tests.reference.scoreboard import ScoreboardCore

if TYPE_CHECKING:
    from isa.program.program import Program
    from simt.machine import Machine

__all__ = ["DeviceResult", "simulate_device"]


@dataclass
class DeviceResult:
    """What a launch leaves behind.

    A core's `cycles` are those that it has done; its `status` is "trap" if it trapped itself, "stopped" if another core
    did, else the launch's. Warps are numbered as in the ring of their core.
    """

    cycles: int
    status: str  # "done", "trap" or "cycle_limit"
    trap: Trap | None  # the one that is reported
    trap_core: int | None
    cores: list[ReferenceResult]
    words: npt.NDArray[np.uint32]  # global memory, from byte address 0 on
    managing: int = 0  # cycles of the storage manager, where the launch has one
    storage: dict[str, Any] | None = None  # its state behind the launch

    @property
    def core_cycles(self) -> list[int]:
        return [core.cycles for core in self.cores]


class Device:
    """Cores and what is behind the interconnect."""

    def __init__(
        self,
        program: Program,
        machine: Machine,
        grid: Grid,
        buffers: Sequence[Span],
        words: Sequence[int],
        local: Sequence[int],
        bound: Bound | None,
    ) -> None:
        self.latency = machine.interconnect.latency  # L
        self.groups = grid.groups
        self.interconnect = Interconnect(self.latency)
        self.words = [int(word) for word in words]
        self.buffer_words = len(self.words)
        self.arbiter = arbiter_of(machine, self.words, self.interconnect, bound.address if bound else lambda byte: byte)
        kind = ScoreboardCore if machine.issue.has_scoreboard else Core
        self.cores = [kind(number, program, machine, grid, local, buffers) for number in range(machine.cores)]
        self.add_private_memory(machine, buffers, has_storage=bound is not None)
        self.dispatcher = Dispatcher(grid.groups, self.interconnect, self.group_arrives)
        self.sent = 0  # transactions
        if machine.memory.policy != "none":
            for core in self.cores:
                core.add_memory(partial(self.send_request, core.number))
        self.dispatcher.give_first([core.places for core in self.cores])
        for core in self.cores:
            for place in core.places:
                if place.group is not None:
                    core.start_group(place, place.group)

    def add_private_memory(self, machine: Machine, buffers: Sequence[Span], has_storage: bool) -> None:
        """Section 23: behind the buffers, all 0. Raises ValueError if there is no room for it."""
        private = self.cores[0].private
        if private.place != "global" or not private.words:
            return
        warps = sum(len(core.warps) for core in self.cores)
        end = private.first_global(buffers) + warps * private.words_of_a_warp
        in_buffers = sum(behind - first for first, behind in buffers) // 4
        if warps * private.words_of_a_warp + in_buffers > 1 << 28:
            raise ValueError("private memory and buffers are too large")
        if machine.memory.policy == "dram":
            room = load(machine.memory.part).bytes * machine.memory.channels
            if has_storage or 4 * end > room:
                raise ValueError("private memory has a storage manager beside it, or does not fit the channels")
        self.words += [0] * (end - len(self.words))

    # Messages

    def group_arrives(self, core: int, place: int, group: int) -> None:
        self.cores[core].starts.append((place, group))

    def send_request(self, core: int, cycle: int, access: Access, transaction: Transaction) -> None:
        unit = self.cores[core].units.memory
        assert unit is not None
        request = Request(access, transaction, unit)
        self.sent += 1
        self.interconnect.send(cycle, partial(self.arbiter.waiting[core].append, request))

    def send_report(self, core: int, cycle: int, place: int) -> None:
        self.interconnect.send(cycle, partial(self.dispatcher.report, core, place))

    # The loop

    def has_ended(self) -> bool:
        """After the retires of a cycle: all groups have ended, all transactions were done before this cycle."""
        return sum(core.groups_ended for core in self.cores) == self.groups and self.arbiter.has_done(self.sent)

    def run(self, max_cycles: int) -> DeviceResult:
        cycle = 0
        stop: int | None = None  # once a core has trapped: the device stops before this cycle
        while True:
            if cycle in (max_cycles, stop):
                return self.finish("trap" if stop is not None else "cycle_limit", cycle)
            running = [core for core in self.cores if core.trap is None]
            for core in running:
                core.begin(cycle)
            self.interconnect.deliver(cycle)
            for core in running:
                core.first_half(partial(self.send_report, core.number, cycle))
            if self.has_ended():
                return self.finish("done", cycle)
            for core in running:
                core.second_half()
            self.dispatcher.step(cycle)
            self.arbiter.step(cycle)
            for core in running:
                core.end()
            if stop is None and any(core.trap is not None for core in self.cores):
                stop = (cycle // self.latency + 1) * self.latency
            cycle += 1

    def finish(self, status: str, cycles: int) -> DeviceResult:
        traps = [(core.trap.cycle, core.number) for core in self.cores if core.trap is not None]
        trap, trap_core = None, None
        if traps:
            at, trap_core = min(traps)
            trap, cycles = self.cores[trap_core].trap, at + 1
        results = []
        for core in self.cores:
            own = "trap" if core.trap is not None else "stopped" if status == "trap" else status
            results.append(core.finish(own))
        words = np.array(self.words[: self.buffer_words], np.uint32)
        return DeviceResult(cycles, status, trap, trap_core, results, words)


def simulate_device(
    program: Program,
    machine: Machine,
    *,
    size: tuple[int, ...],
    local: tuple[int, ...],
    offset: tuple[int, ...] = (),
    buffers: Sequence[Span] = (),
    bound: Bound | None = None,
    words: Sequence[int] | npt.NDArray[np.uint32] = (),
    local_memory: Sequence[int] | npt.NDArray[np.uint32] = (),
    max_cycles: int = 100_000,
    record: bool = True,
) -> DeviceResult:
    """Run a launch of `size` threads in groups of `local`, from `offset` on, each of one to three dimensions.

    buffers: first byte and end byte of each; the constants that hold their addresses are the program's already.
    bound: the same buffers as objects of a storage manager, which the launch finishes; their spans are `buffers`.
    words: global memory from byte address 0 on, as uint32. local_memory: what a group finds in its words of local
    memory, from its first one on. record: False leaves out events and what is kept per cycle. Raises ValueError if no
    group fits a core, or the machine is not one for devices.
    """
    given = [int(word) for word in local_memory]
    assert bound is None or tuple(buffers) == bound.spans
    result = Device(program, machine, Grid(size, local, offset), buffers, list(words), given, bound).run(max_cycles)
    if bound is not None:
        parts = [slice(first // 4, end // 4) for first, end in buffers]
        before = np.asarray(words, np.uint32)
        changed = [not np.array_equal(before[part], result.words[part]) for part in parts]
        bound.finish(changed if result.status == "done" else None)
        result.managing, result.storage = bound.managing, bound.storage.dump()
    if not record:
        for core in result.cores:
            for kept in (core.events, core.ready_bits, core.slot_reasons, core.warp_states, core.bank_words):
                kept.clear()
    return result
