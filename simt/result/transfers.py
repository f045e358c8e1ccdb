"""The cycles that host transfers add to a kernel's (docs/processor.md, section 21)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


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
