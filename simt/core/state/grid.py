"""The shape of a launch, and how many work-groups a core has places for (docs/processor.md, section 18)."""

from __future__ import annotations

from dataclasses import dataclass

from isa.program import Program
from simt.machine.schema import Machine


@dataclass(frozen=True, slots=True)
class Grid:
    """A launch: work-items and work-items per group, in x and y.

    number: the one work-group that runs, on a plain processor; None: all of them.
    """

    size: tuple[int, int]
    local: tuple[int, int]
    number: int | None = None

    @classmethod
    def of(cls, threads: int, number: int | None = None, groups: int = 1) -> Grid:
        """Work-groups of so many threads in a row, of which one runs or all."""
        return cls((threads * groups, 1), (threads, 1), number)

    @property
    def threads(self) -> int:
        """Threads of a work-group."""
        return self.local[0] * self.local[1]

    @property
    def groups_x(self) -> int:
        """Work-groups in x."""
        return self.size[0] // self.local[0]

    @property
    def groups(self) -> int:
        """Work-groups of the launch."""
        return self.groups_x * (self.size[1] // self.local[1])

    def warps(self, machine: Machine) -> int:
        """Warps of a work-group."""
        return -(-self.threads // machine.warp_size)

    def needs_link(self, machine: Machine) -> bool:
        """Whether it runs behind an interconnect: on several cores, with global memory, or as several work-groups."""
        return machine.is_device or (self.number is None and self.groups > 1)


def place_words(program: Program, machine: Machine) -> int:
    """Words of local memory of a work-group: whole rows of the banks."""
    banks = machine.local.banks
    return -(-program.local_words // banks) * banks


def places_of(program: Program, machine: Machine, grid: Grid) -> dict[str, int]:
    """Places for work-groups in a core by what bounds them (docs/processor.md, section 18); the least is how many."""
    warps = grid.warps(machine)
    words = place_words(program, machine)
    registers = max(1, min(program.registers, machine.registers))
    bounds = {
        "groups_per_core": machine.groups_per_core,
        "warps": machine.warps // warps,
        "register_file.words": machine.register_file.words // (warps * registers),
        "groups of the launch": -(-grid.groups // machine.cores),
    }
    if words:
        bounds["local.words"] = machine.local.words // words
    return bounds
