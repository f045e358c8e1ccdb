"""Constants that other constants point to, in one table: a pointer to one is stored as its offset in the table.

The address of a table of constants is known when a program is launched, but constants are bytes of the program. So a
pointer in constant memory is its offset in the table, 0 for a null pointer, and becomes an address when it is loaded.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from simt.compiler.llvm.ir import CONSTANT

_NAME: Final = "@constants.table"  # not a name of C
_FIRST: Final = 4  # bytes before the first constant, so that none is at 0


@dataclass(slots=True)
class Pool:
    """The bytes of the table, and places by their addresses in LLVM. is_used: constants go there."""

    is_used: bool = False
    data: bytearray = field(default_factory=lambda: bytearray(_FIRST))
    places: dict[str, int] = field(default_factory=dict)

    def add(self, data: bytes, alignment: int) -> str:
        """Put a constant into the table; return its address as an LLVM constant."""
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
