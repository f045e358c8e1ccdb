"""Constants that other constants point to, in one table: such a pointer is kept as a number of bytes into the table.

Where a table of constants lies is known when a program is launched, and constants are bytes that the program has. So a
pointer in constant memory is its place in the table, 0 for a null pointer, and becomes an address where it is loaded.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from simt.compiler.llvm.ir import CONSTANT

_NAME: Final = "@constants.table"  # no name of C
_FIRST: Final = 4  # bytes before the first constant, so that none is at 0


@dataclass(slots=True)
class Pool:
    """The bytes of the table, and places by how LLVM writes their addresses. is_used: constants go there."""

    is_used: bool = False
    data: bytearray = field(default_factory=lambda: bytearray(_FIRST))
    places: dict[str, int] = field(default_factory=dict)

    def add(self, data: bytes, alignment: int) -> str:
        """Put a constant into the table; gives its address as a constant of LLVM."""
        self.data += bytes(-len(self.data) % alignment)
        place = len(self.data)
        self.data += data
        address = f"getelementptr (i8, {self.start}, i32 {place})"
        self.places[address] = place
        return address

    @property
    def start(self) -> str:
        """The address of the table, with its type."""
        return f"ptr addrspace({CONSTANT}) {_NAME}"

    def definition(self) -> str:
        """The table as a global of LLVM."""
        data = self.data + bytes(-len(self.data) % 4)
        words = [f"i32 {int.from_bytes(data[at : at + 4], 'little')}" for at in range(0, len(data), 4)]
        kind = f"constant [{len(words)} x i32] [{', '.join(words)}]"
        return f"{_NAME} = internal addrspace({CONSTANT}) {kind}, align 16"
