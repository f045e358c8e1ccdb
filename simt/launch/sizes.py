"""The sizes of a launch, of its work-groups and its offset: from the user, the kernel or its oracle.

A size is a number of work-items, or a number for each dimension, x first: 65536, (1024, 1024), (64, 8, 4). The command
line has 64x8x4.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from math import prod
from typing import TYPE_CHECKING

from isa.reporting.diagnostics import ArgumentError, ProgramError, SimtError, plural, quote
from simt.core.state.grid import Grid

if TYPE_CHECKING:
    from isa.program.program import Program
    from simt.core.state.placed import Placed
    from simt.machine import Machine

Size = int | Sequence[int]

_FEWEST = 8  # registers with which a kernel can be compiled
_USUAL = 64  # work-items of a work-group without a size


class SizeError(SimtError):
    """Sizes that do not go together, or a work-group that no core can hold."""

    code = "E0505"


def parse_size(text: str, least: int = 1) -> tuple[int, ...]:
    """Parse a size of the command line: 65536, 1024x1024, 64x8x4. least: the least number. Raises `ValueError`."""
    numbers = tuple(int(part) for part in text.lower().split("x"))
    if len(numbers) > 3 or min(numbers) < least:
        raise ValueError(text)
    return numbers


def size_text(size: Sequence[int]) -> str:
    """Return a size in the form of the command line: 65536, 1024x1024, 64x1x4, without trailing dimensions of 1."""
    last = max((place for place, number in enumerate(size) if number != 1), default=0)
    return "x".join(map(str, size[: last + 1]))


def launch_text(grid: Grid) -> str:
    """Return the sizes of a launch in words: `1024x1024 work-items in 4096 groups of 16x16, from 16x0 on`."""
    start = f", from {'x'.join(map(str, grid.offset))} on" if any(grid.offset) else ""
    return f"{size_text(grid.size)} work-items in {plural(grid.groups, 'group')} of {size_text(grid.local)}{start}"


def _numbers(name: str, size: Size, least: int = 1) -> tuple[int, ...]:
    """Return a size or an offset as a tuple.

    name: the size's name in messages. least: the least number in each dimension. Raises `ProgramError` for anything
    other than one to three integers, and `SizeError` for a number below `least`.
    """
    try:
        numbers = tuple(operator.index(number) for number in (size if isinstance(size, Iterable) else (size,)))
    except TypeError:
        numbers = ()
    if not 1 <= len(numbers) <= 3:
        raise ProgramError(f"{name} is a number, (x, y) or (x, y, z), not {size!r}")
    if min(numbers) < least:
        raise SizeError(f"{name} is at least {least} in each dimension, not {'x'.join(map(str, numbers))}")
    return numbers


def resolve_sizes(
    program: Program,
    *,
    global_size: Size | None = None,
    local_size: Size | None = None,
    threads: int | None = None,
    offset: Size | None = None,
    default: tuple[Size, Size] | None = None,
) -> Grid | None:
    """Return the sizes of a launch; None if the size of a work-group is unknown, or if `threads` is below 1.

    - global_size: the size of the launch; without any other size, work-groups have up to 64 work-items.
    - local_size: the size of a work-group.
    - threads: the size of a work-group in one dimension, in place of local_size.
    - offset: the numbers that are added to the global ids.
    - default: the oracle's global and local size, which take the place of missing sizes.

    Raises `SizeError` for a size below 1, if the local size does not divide the global one, if the kernel requires
    another local size, or if global ids or the number of work-items exceed 32 bits. Raises `ArgumentError` for both
    a local size and threads, and `ProgramError` for anything other than a size.
    """
    if local_size is not None and threads is not None:
        raise ArgumentError("local_size and threads both say how large a work-group is: give one of them")
    if local_size is None:
        local_size = threads
    if default is not None:
        local_size = default[1] if local_size is None else local_size
        global_size = default[0] if global_size is None else global_size
    if local_size is None:
        local_size = (
            _without_ones(program.group)
            or program.threads
            or (None if global_size is None else _usual_group(_numbers("the global size", global_size)))
        )
    if local_size is None or (threads is not None and threads < 1):
        return None
    local = _numbers("the local size", local_size)
    if program.group and (*local, 1, 1)[:3] != (*program.group, 1, 1)[:3]:
        needed = size_text(program.group)
        message = f"{quote(program.name)} is for work-groups of {needed}, not of {size_text(local)}"
        raise SizeError(message, help=f"--local-size {needed}")
    whole = local if global_size is None else _numbers("the global size", global_size)
    grid = Grid(whole, local, offset=() if offset is None else _numbers("the offset", offset, 0))
    for axis, name in enumerate("xyz"[: len(grid.size)]):
        whole_here, local_here = grid.size[axis], grid.local[axis]
        if whole_here % local_here:
            up = list(grid.size)
            up[axis] = -(-whole_here // local_here) * local_here
            raise SizeError(
                f"the local size {size_text(local)} does not divide the global size {size_text(whole)} of "
                f"{quote(program.name)}: {whole_here} in {name} is not a multiple of {local_here}",
                help=f"--global-size {size_text(up)}, and let the work-items that have no work leave at once; "
                f"or a local size that divides",
            )
        if whole_here + grid.offset[axis] > 1 << 32:
            raise SizeError(
                f"the offset {grid.offset[axis]} and the global size {whole_here} in {name} of {quote(program.name)} "
                "add up to more than 2^32"
            )
    if prod(grid.size) >= 1 << 32:
        raise SizeError(f"a launch has fewer than 2^32 work-items, not {size_text(whole)}")
    return grid


def _without_ones(group: tuple[int, ...]) -> tuple[int, ...]:
    while len(group) > 1 and group[-1] == 1:
        group = group[:-1]
    return group


def _usual_group(whole: Sequence[int]) -> tuple[int, ...]:
    """Return the default size of a work-group, which has as many dimensions as the global size `whole`.

    In x it is the largest divisor of the global size in x that is at most 64. In the other dimensions it is 1.
    """
    x = next(number for number in range(min(whole[0], _USUAL), 0, -1) if whole[0] % number == 0)
    return (x, *(1,) * (len(whole) - 1))


def room_for_registers(machine: Machine, grid: Grid | None) -> int:
    """Return the largest number of registers per lane with which a work-group fits into the register file.

    The result is 0, no limit, in three cases: the size of a work-group is unknown; a lane of the machine has no more
    than this number of registers; a kernel cannot be compiled for this number.
    """
    if grid is None:
        return 0
    room = machine.register_file.words // min(machine.warps, -(-grid.threads // machine.warp_size))
    return room if _FEWEST <= room < machine.registers else 0


def check_places(placed: Placed) -> None:
    """Raise `SizeError` if a core has no place for a work-group. A plain processor always has one for its only one."""
    if not placed.grid.needs_device(placed.machine):
        return
    program, machine, grid = placed.program, placed.machine, placed.grid
    name = quote(program.name)
    warps = placed.warps
    registers = max(1, min(program.registers, machine.registers))
    limits = {  # what a group needs, what a core has, and the first in words
        "warps": (warps, machine.warps, f"{warps} warps of {machine.warp_size} lanes"),
        "register_file.words": (
            warps * registers, machine.register_file.words,
            f"{warps} warps x {registers} registers = {warps * registers} words per lane of the register file",
        ),
        "local.words": (placed.local, machine.local.words, f"{placed.local} words of local memory"),
    }  # fmt: skip
    for key, places in placed.places_by.items():
        if places < 1:
            need, have, why = limits[key]
            smaller = "fewer work-items per group (--local-size), or " if key != "local.words" else ""
            message = (
                f"a work-group of {size_text(grid.local)} of {name} does not fit a core of {machine.name}: it needs "
                f"{why}, and a core has {have}"
            )
            raise SizeError(message, code="E0506", help=f"{smaller}a larger core: -s {key}={need}")
