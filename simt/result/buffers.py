"""The work on a launch's buffers before and after its run: transfers of the host, operations of a storage manager.

Source: docs/processor.md, section 21, and section 19, Storage.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class BoundBuffer:
    """A buffer of a program, and the object of the storage manager that holds it.

    - buffer: the name of the buffer.
    - object: the kind and the id of the object, as `buffer 3`.
    - created: whether the launch created the object.
    - address: the address of the first byte.
    - pieces: the number of contiguous pieces of memory that the object consists of.
    """

    buffer: str
    object: str
    created: bool
    bytes: int
    address: int
    pieces: int


@dataclass(frozen=True, slots=True)
class ManagerOperation:
    """An operation of the storage manager for a buffer.

    operation: create, write, read or release. hops: the cycles in which links of pages are followed, a part of
    `cycles`.
    """

    buffer: str
    operation: str
    cycles: int
    hops: int


@dataclass(frozen=True, slots=True)
class Managing:
    """The buffers of a launch in the order of the program, and the operations for them in the order of execution."""

    buffers: tuple[BoundBuffer, ...]
    operations: tuple[ManagerOperation, ...]

    @property
    def cycles(self) -> int:
        """The cycles of all operations, which do not count as cycles of the kernel."""
        return sum(entry.cycles for entry in self.operations)

    @property
    def hops(self) -> int:
        """The cycles in which links of pages are followed, a part of `cycles`."""
        return sum(entry.hops for entry in self.operations)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "cycles": self.cycles,
            "hops": self.hops,
            "buffers": [asdict(entry) for entry in self.buffers],
            "operations": [asdict(entry) for entry in self.operations],
        }


@dataclass(frozen=True, slots=True)
class Transfer:
    """A transfer of a buffer by the host, into global memory ("in") or out of it ("out")."""

    buffer: str
    direction: str
    bytes: int
    cycles: int


@dataclass(frozen=True, slots=True)
class Transfers:
    """The transfers of a launch in order, before the kernel and after it. kernel: the kernel's cycles."""

    each: tuple[Transfer, ...]
    kernel: int

    @property
    def cycles(self) -> int:
        """The cycles of all transfers."""
        return sum(transfer.cycles for transfer in self.each)

    def moved(self, direction: str) -> tuple[int, int, int]:
        """Return the numbers of buffers, bytes and cycles of the transfers in a direction."""
        moves = [transfer for transfer in self.each if transfer.direction == direction]
        return len(moves), sum(transfer.bytes for transfer in moves), sum(transfer.cycles for transfer in moves)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "cycles": self.cycles,
            "cycles_with_kernel": self.cycles + self.kernel,
            "buffers": [asdict(transfer) for transfer in self.each],
        }
