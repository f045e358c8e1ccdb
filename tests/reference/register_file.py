"""Section 17: the banks of the register file, and the cycles of theirs that accesses have taken. Section 24: R and D.

Every access is written down as a pair (bank, cycle), in one set for reads and one for writes; nothing is forgotten.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tests.reference.bundles import Bundle

if TYPE_CHECKING:
    from isa.program.encoding import Instruction
    from simt.machine import Machine

__all__ = ["RegisterFile", "reads", "registers_read", "take_first_free", "writes"]

FIRST_SPECIAL = 112  # sources from here on are no general registers


def registers_read(instruction: Instruction) -> set[int]:
    """The distinct general registers among the sources; a constant stands in place of the one that it replaces."""
    found = set()
    for slot in ("a", "b", "c"):
        if "r" + slot in instruction.spec.fields and instruction.csel != slot:
            found.add(getattr(instruction, "r" + slot))
    if instruction.spec.name.endswith("cas.b32"):
        found.add(instruction.rb + 1)  # what is stored
    return {number for number in found if number < FIRST_SPECIAL}


def reads(instruction: Instruction) -> set[int]:
    """R: the general registers that it reads, all words of doubles and of wide accesses."""
    found = registers_read(instruction)
    for name in instruction.spec.doubles:
        if name != "rd" and instruction.csel != name[1]:
            found.add(getattr(instruction, name) + 1)
    if "rd" not in instruction.spec.fields and "rb" in instruction.spec.fields:
        found |= {instruction.rb + more for more in range(1, instruction.spec.words)}
    return found


def writes(instruction: Instruction) -> set[int]:
    """D: the general registers that it writes."""
    if not instruction.spec.writes_register:
        return set()
    words = 2 if "rd" in instruction.spec.doubles else max(1, instruction.spec.words)
    return {instruction.rd + more for more in range(words)}


class RegisterFile:
    """The register file of a machine: who has which bank when."""

    def __init__(self, machine: Machine) -> None:
        self.organisation = machine.register_file.organisation
        self.has_banks = self.organisation in ("three_banks", "eight_banks")
        self.more_stages = machine.vliw.slots - 1 if self.organisation == "three_banks" else 0  # E
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
                if registers_read(operation.instruction):
                    asked[self.bank(bundle.warp, 0)] += 1  # a warp has all its registers in one bank
        else:
            for number in set().union(*(registers_read(operation.instruction) for operation in bundle.operations)):
                asked[self.bank(bundle.warp, number)] += 1
        return asked

    def start_reading(self, bundle: Bundle, cycle: int) -> None:
        """The bundle comes into R0 in this cycle: its accesses take their cycles, and it learns when it may leave."""
        if not self.has_banks:
            return
        last = cycle
        for bank, accesses in self.accesses(bundle).items():
            for _ in range(accesses):
                last = max(last, take_first_free(self.reads, bank, cycle))
        bundle.may_leave = max(cycle + 1, last + 1 - self.more_stages)

    def write(self, bundle: Bundle, cycle: int) -> None:
        """The bundle retires in this cycle: its results take their cycles, and it learns which is the last."""
        bundle.written = cycle
        for operation in bundle.operations:
            if self.has_banks and operation.instruction.spec.writes_register:
                bank = self.bank(bundle.warp, operation.instruction.rd)
                written = take_first_free(self.writes, bank, cycle)
                if written > bundle.written:  # of several in one cycle the lowest slot is the one that counts
                    bundle.written, bundle.written_last = written, operation


def take_first_free(taken: set[tuple[int, int]], bank: int, cycle: int) -> int:
    """The first cycle from `cycle` on in which nobody has the bank; it is taken now."""
    while (bank, cycle) in taken:
        cycle += 1
    taken.add((bank, cycle))
    return cycle
