"""Section 17: the banks of the register file, and the cycles of theirs that accesses have taken.

Every access is written down as a pair (bank, cycle), in one set for reads and one for writes; nothing is forgotten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tests.reference.bundle_slots import BundleSlots
from tests.reference.bundles import Bundle
from tests.reference.operands import widest

if TYPE_CHECKING:
    from simt.machine import Machine

__all__ = ["RegisterFile", "take_first_free"]


class RegisterFile:
    """The register file of a machine: who has which bank when."""

    def __init__(self, machine: Machine) -> None:
        self.organisation = machine.register_file.organisation
        self.has_banks = self.organisation in ("three_banks", "eight_banks")
        self.more_stages = BundleSlots(machine).count - 1 if self.organisation == "three_banks" else 0  # E
        self.reads: set[tuple[int, int]] = set()
        self.writes: set[tuple[int, int]] = set()

    def bank(self, warp: int, register: int) -> int:
        """The bank that holds a register of a warp."""
        return warp % 3 if self.organisation == "three_banks" else (register + warp) % 8

    def accesses(self, bundle: Bundle) -> Counter[int]:
        """How many reads the bundle asks of each bank."""
        asked: Counter[int] = Counter()
        if self.organisation == "three_banks":
            for operation in bundle.operations:
                asked[self.bank(bundle.warp, 0)] += widest(operation.instruction)  # a warp has all in one bank
        else:
            for number in frozenset().union(*(operation.operation.reads for operation in bundle.operations)):
                asked[self.bank(bundle.warp, number)] += 1
        return asked

    def start_reading(self, group: Sequence[Bundle], cycle: int) -> None:
        """A group comes into R0 in this cycle: its accesses take their cycles, and it learns when it may leave.

        group: its entries in the order of slots, a bundle or instructions of different warps.
        """
        if not self.has_banks:
            return
        for bundle in group:
            for bank, accesses in self.accesses(bundle).items():
                for _ in range(accesses):
                    bundle.read_last = max(bundle.read_last, take_first_free(self.reads, bank, cycle))
        last = max((bundle.read_last for bundle in group), default=cycle)
        for bundle in group:
            bundle.may_leave = max(cycle + 1, last + 1 - self.more_stages)

    def write(self, bundle: Bundle, cycle: int) -> None:
        """The bundle retires in this cycle: its results take their cycles, and it learns which is the last."""
        bundle.written = cycle
        if not self.has_banks:
            return
        for operation in bundle.operations:
            for register in sorted(operation.operation.writes):
                written = take_first_free(self.writes, self.bank(bundle.warp, register), cycle)
                if written > bundle.written:  # of several in one cycle the lowest slot is the one that counts
                    bundle.written, bundle.written_last = written, operation


def take_first_free(taken: set[tuple[int, int]], bank: int, cycle: int) -> int:
    """The first cycle from `cycle` on in which nobody has the bank; it is taken now."""
    while (bank, cycle) in taken:
        cycle += 1
    taken.add((bank, cycle))
    return cycle
