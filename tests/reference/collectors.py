"""Section 27: operand collectors, the banks that they read, and the banks that results are written to.

As in `register_file` every access is written down as a pair (bank, cycle), and nothing is forgotten. On a machine
without collectors there is never an instruction in one, and no result waits for a bank.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.reference.register_file import take_first_free

if TYPE_CHECKING:
    from simt.machine import Machine
    from tests.reference.bundles import Bundle
    from tests.reference.processor import Processor
    from tests.reference.units import Flight

__all__ = ["Collectors"]


@dataclass(eq=False)
class Collector:
    """A collector that is taken."""

    bundle: Bundle  # of one instruction, as there are no bundles
    collected: int  # q: the cycle from which all operands are there

    @property
    def instruction(self) -> Flight:
        return self.bundle.operations[0]


class Collectors:
    """The collectors of a core: who has one, and who has which bank when. All schedulers share the banks."""

    def __init__(self, machine: Machine) -> None:
        self.are_there = machine.register_file.organisation == "collectors"
        self.count = machine.register_file.collectors  # K, of each scheduler
        self.schedulers = machine.issue.schedulers
        self.banks = machine.register_file.banks  # B
        self.taken: list[Collector] = []  # in the order of select
        self.collected: dict[int, int] = {}  # by warp: q of the instruction that it issued last
        self.read: set[tuple[int, int]] = set()
        self.written: set[tuple[int, int]] = set()

    def accesses(self, warp: int, registers: Iterable[int]) -> Counter[int]:
        """Return how many of a warp's registers are in each bank."""
        return Counter((register + warp) % self.banks for register in registers)

    # Select

    def taken_beside(self, warp: int) -> list[Collector]:
        """The collectors of a warp's scheduler that are taken, in the order of select."""
        scheduler = warp % self.schedulers
        return [collector for collector in self.taken if collector.bundle.warp % self.schedulers == scheduler]

    def has_room(self, warp: int) -> bool:
        """Return whether a collector of a warp's scheduler is free."""
        return len(self.taken_beside(warp)) < self.count

    def take(self, bundle: Bundle, cycle: int) -> None:
        """An instruction is selected in this cycle: it takes a collector, and its reads take their cycles."""
        assert self.has_room(bundle.warp)
        last = cycle
        for bank, accesses in self.accesses(bundle.warp, bundle.operations[0].operation.reads).items():
            for _ in range(accesses):
                last = max(last, take_first_free(self.read, bank, cycle + 1))
        collected = max(last + 1, self.collected.get(bundle.warp, 0))
        self.collected[bundle.warp] = collected
        self.taken.append(Collector(bundle, collected))

    # Dispatch

    def dispatch(self, processor: Processor) -> None:
        """All that are collected and find an instance enter their units, in the order of select.

        When one stays, or traps as it enters, the younger ones of its warp stay too: traps are precise.
        """
        staying: set[int] = set()  # warps
        for collector in list(self.taken):
            flight = collector.instruction
            is_due = collector.collected <= processor.cycle and flight.warp not in staying
            if is_due and processor.can_enter(flight.warp, [flight.operation]):
                self.taken.remove(collector)
                processor.enter(collector.bundle)
            if flight.event.enter < 0 or flight.has_trapped:
                staying.add(flight.warp)

    # Retire

    def can_write(self, flight: Flight, cycle: int) -> bool:
        """Return whether every bank that a result is written to is free of results in this cycle."""
        if not self.are_there:
            return True
        return all((bank, cycle) not in self.written for bank in self.accesses(flight.warp, flight.operation.writes))

    def write(self, flight: Flight, cycle: int) -> None:
        """A result is taken in this cycle: each of its banks has a result per register, one after the other."""
        if self.are_there:
            for bank, accesses in self.accesses(flight.warp, flight.operation.writes).items():
                for later in range(accesses):
                    assert (bank, cycle + later) not in self.written
                    self.written.add((bank, cycle + later))

    # States, after the select step of a cycle

    def state(self, bundle: Bundle, cycle: int) -> str | None:
        """Return why an instruction that was selected earlier is in a collector; None if it is in none."""
        for collector in self.taken:
            if collector.bundle is bundle:
                if cycle >= collector.collected:
                    return "unit_busy"
                return "fetch" if cycle == collector.instruction.event.select + 1 else "operand_bank"
        return None

    def state_of_ready(self, warp: int, cycle: int) -> str:
        """Return why a ready warp was not selected, if it would not trap at the check."""
        if self.has_room(warp):
            return "not_selected"
        return "operand_bank" if cycle < self.taken_beside(warp)[0].collected else "unit_busy"
