"""The shape of a launch on a device, and how many work-groups a core has places for (docs/processor.md, section 18)."""

from __future__ import annotations

from dataclasses import dataclass

from isa.program import Program
from simt.machine.schema import Machine


@dataclass(frozen=True, slots=True)
class Grid:
    """A launch on a device: work-items and work-items per group, in x and y."""

    size: tuple[int, int]
    local: tuple[int, int]

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


def place_words(program: Program, machine: Machine) -> int:
    """Words of local memory of a work-group: whole rows of the banks."""
    banks = machine.local.banks
    return -(-program.local_words // banks) * banks


def places_of(program: Program, machine: Machine, grid: Grid) -> dict[str, int]:
    """Places for work-groups in a core by what bounds them (docs/processor.md, section 18); the least is how many."""
    warps = -(-grid.threads // machine.warp_size)
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
