"""The sizes of work-groups that are worth trying for a launch on a machine."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from isa.program.program import Program
    from simt.core.state.grid import Grid
    from simt.machine import Machine


def group_sizes(program: Program, machine: Machine, grid: Grid) -> list[tuple[int, ...]]:
    """Return the local sizes that divide the global size of a launch, by their number of work-items.

    program: the kernel, or its signature. A size has a number for each dimension of the launch. Its work-items are at
    most the lanes of all warps of a core. Sizes that leave lanes of a warp empty are left out if others remain. The
    launch's own size is always in the list.

    The list is empty in two cases. The kernel requires a size. Or the kernel has no arrays in global memory, perhaps
    because the machine has no global memory. Work-groups then share nothing, so a launch of smaller groups would
    compute something else.
    """
    if program.group or not program.buffers or not machine.has("global_memory"):
        return []
    most = machine.warps * machine.warp_size
    size, own = grid.size[: grid.dimensions], grid.local[: grid.dimensions]
    shapes: list[tuple[int, ...]] = [()]
    for whole in size:
        divisors = [number for number in range(1, min(whole, most) + 1) if whole % number == 0]
        shapes = [(*shape, number) for shape in shapes for number in divisors if prod(shape) * number <= most]
    full = [shape for shape in shapes if prod(shape) % machine.warp_size == 0]
    return sorted({*(full or shapes), own}, key=lambda shape: (prod(shape), [-number for number in shape]))
