"""The buffers of a launch outside its run: transfers of the host, operations of a storage manager.

docs/processor.md has them in section 21 and in section 19, Storage.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class BoundBuffer:
    """A buffer and its object: whether it was created for the buffer, the first byte's address in memory.

    pieces: of memory that it lies in, each of bytes whose addresses follow each other.
    """

    buffer: str
    object: str
    created: bool
    bytes: int
    address: int
    pieces: int


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of the manager, `create`, `write`, `read` or `release`, and its cost."""

    buffer: str
    operation: str
    cycles: int
    hops: int


@dataclass(frozen=True, slots=True)
class Managing:
    """The buffers of a launch, in the order of the program, and the operations for them, in their order."""

    buffers: tuple[BoundBuffer, ...]
    operations: tuple[Operation, ...]

    @property
    def cycles(self) -> int:
        """The sum of the operations' cycles, which do not count as cycles of the kernel."""
        return sum(entry.cycles for entry in self.operations)

    @property
    def hops(self) -> int:
        """The links that were followed, which are among the cycles."""
        return sum(entry.hops for entry in self.operations)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "cycles": self.cycles,
            "hops": self.hops,
            "buffers": [asdict(entry) for entry in self.buffers],
            "operations": [asdict(entry) for entry in self.operations],
        }


@dataclass(frozen=True, slots=True)
class Transfer:
    """A buffer that the host moved into global memory, or out of it."""

    buffer: str
    direction: str  # "in" or "out"
    bytes: int
    cycles: int


@dataclass(frozen=True, slots=True)
class Transfers:
    """The transfers of a launch, in their order: before the kernel, then after it."""

    each: tuple[Transfer, ...]
    kernel: int  # its cycles

    @property
    def cycles(self) -> int:
        """The sum of their cycles."""
        return sum(transfer.cycles for transfer in self.each)

    def moved(self, direction: str) -> tuple[int, int, int]:
        """Return buffers, bytes and cycles in a direction."""
        moves = [transfer for transfer in self.each if transfer.direction == direction]
        return len(moves), sum(transfer.bytes for transfer in moves), sum(transfer.cycles for transfer in moves)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "cycles": self.cycles,
            "cycles_with_kernel": self.cycles + self.kernel,
            "buffers": [asdict(transfer) for transfer in self.each],
        }
