"""Tables of constants: a global variable in constant memory that holds several constants.

The address of a table is known when a program is launched, but constants are bytes of the program. So a pointer in
constant memory is stored as an offset in the table of constants, 0 for a null pointer; a load makes an address of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from simt.compiler.llvm.ir import CONSTANT


@dataclass(slots=True)
class ConstantTable:
    """The bytes of a table. name: its variable in LLVM; offsets: byte offsets by a constant's address in LLVM."""

    name: str
    data: bytearray = field(default_factory=bytearray)
    offsets: dict[str, int] = field(default_factory=dict)
    _distinct: dict[bytes, str] = field(default_factory=dict)

    def add(self, data: bytes, alignment: int = 1) -> str:
        """Append a constant at a multiple of `alignment` bytes; return its address as a constant of LLVM."""
        self.data += bytes(-len(self.data) % alignment)
        address = f"getelementptr (i8, {self.start}, i32 {len(self.data)})"
        self.offsets[address] = len(self.data)
        self.data += data
        return address

    def add_distinct(self, data: bytes) -> str:
        """Append a constant, unless the table has an equal one; return its address."""
        if data not in self._distinct:
            self._distinct[data] = self.add(data)
        return self._distinct[data]

    @property
    def start(self) -> str:
        """The address of the table, with its type."""
        return f"ptr addrspace({CONSTANT}) {self.name}"

    def definition(self, alignment: int) -> str:
        """The table as a global variable of LLVM."""
        data = self.data + bytes(-len(self.data) % 4)
        words = [f"i32 {int.from_bytes(data[first : first + 4], 'little')}" for first in range(0, len(data), 4)]
        kind = f"constant [{len(words)} x i32] [{', '.join(words)}]"
        return f"{self.name} = internal addrspace({CONSTANT}) {kind}, align {alignment}"
