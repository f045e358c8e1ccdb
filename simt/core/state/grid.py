"""The shape of a launch: its work-items, work-groups and offset (docs/processor.md, section 18)."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simt.machine import Machine


@dataclass(frozen=True, slots=True)
class Grid:
    """The sizes of a launch: its work-items, the work-items of a group, the offset; one to three dimensions each.

    - number: the only work-group that runs, on a plain processor; None if all run.
    - dimensions: the result of `work_dim`; 0 for the largest number of dimensions among the sizes and the offset.

    The dimension x comes first. The class keeps sizes and offset as (x, y) or, with three dimensions, (x, y, z).
    """

    size: tuple[int, ...]
    local: tuple[int, ...]
    number: int | None = None
    offset: tuple[int, ...] = ()
    dimensions: int = 0

    def __post_init__(self) -> None:
        dimensions = max(len(self.size), len(self.local), len(self.offset))
        for name, filler in (("size", 1), ("local", 1), ("offset", 0)):
            numbers = tuple(getattr(self, name))
            object.__setattr__(self, name, numbers + (filler,) * (max(2, dimensions) - len(numbers)))
        object.__setattr__(self, "dimensions", self.dimensions or dimensions)

    @classmethod
    def of(cls, threads: int, number: int | None = None, groups: int = 1) -> Grid:
        """Return a launch of `groups` work-groups of `threads` threads, all in a row. number: as in the class."""
        return cls((threads * groups,), (threads,), number)

    @property
    def is_plain(self) -> bool:
        """Return whether it is one work-group in a row, without an offset: its threads describe it."""
        return self == Grid.of(self.threads)

    @property
    def arguments(self) -> dict[str, Any]:
        """The launch as `simt.run` takes it."""
        sizes = {"global_size": self.size, "local_size": self.local, "offset": self.offset}
        return {name: numbers[: self.dimensions] for name, numbers in sizes.items()}

    @property
    def listed(self) -> dict[str, list[int]]:
        """The launch as JSON has it, with its offset if any."""
        offset = {"global_offset": list(self.offset)} if any(self.offset) else {}
        return {"global_size": list(self.size), "local_size": list(self.local), **offset}

    @property
    def local3(self) -> tuple[int, int, int]:
        """Threads of a work-group in x, y and z."""
        x, y, *z = self.local
        return x, y, z[0] if z else 1

    @property
    def groups3(self) -> tuple[int, int, int]:
        """Work-groups in x, y and z."""
        x, y, *z = (size // local for size, local in zip(self.size, self.local, strict=True))
        return x, y, z[0] if z else 1

    @property
    def offset3(self) -> tuple[int, int, int]:
        """The offset in x, y and z."""
        x, y, *z = self.offset
        return x, y, z[0] if z else 0

    def group_places(self, number: Any) -> tuple[Any, Any, Any]:
        """Return the places of work-groups in the launch in x, y and z; an integer or an array of them."""
        x, y, _ = self.groups3
        return number % x, number // x % y, number // (x * y)

    def thread_places(self, thread: Any) -> tuple[Any, Any, Any]:
        """Return the places of threads in their group, in x, y and z. Takes and returns single numbers or arrays.

        Beyond the last thread, places go on in the highest dimension in which the group is larger than 1.
        """
        x, y, z = self.local3
        if y == z == 1:
            return thread, 0, 0
        if z == 1:
            return thread % x, thread // x, 0
        return thread % x, thread // x % y, thread // (x * y)

    @property
    def threads(self) -> int:
        """Threads of a work-group."""
        return prod(self.local)

    @property
    def groups(self) -> int:
        """Work-groups of the launch."""
        return prod(self.groups3)

    def warps(self, machine: Machine) -> int:
        """Warps of a work-group."""
        return -(-self.threads // machine.warp_size)

    def needs_device(self, machine: Machine) -> bool:
        """Return whether it runs on a device: several cores, global memory or several work-groups."""
        return machine.is_device or (self.number is None and self.groups > 1)
