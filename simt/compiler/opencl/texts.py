"""The texts that a unit prints, in one table of constants: a machine has few buffers, and a kernel may print a lot."""

from __future__ import annotations

from dataclasses import dataclass, field

from simt.compiler.llvm.ir import CONSTANT
from simt.compiler.typed.builder import Module
from simt.compiler.typed.types import pointer_ir

_NAME = "@printf.texts"


@dataclass(slots=True)
class Texts:
    """The distinct texts, each with a zero after it, with their places in the table."""

    places: dict[bytes, int] = field(default_factory=dict)
    size: int = 0

    def address(self, text: bytes) -> str:
        """A text as a constant of LLVM that points to it."""
        if text not in self.places:
            self.places[text] = self.size
            self.size += len(text) + 1
        space = pointer_ir(CONSTANT)
        return f"getelementptr (i8, {space} {_NAME}, i32 {self.places[text]})"

    def define(self, module: Module) -> None:
        """Add the table to the module of the functions that use it."""
        if self.size:
            data = b"".join(text + b"\0" for text in self.places)
            data += bytes(-len(data) % 4)
            words = [f"i32 {int.from_bytes(data[at : at + 4], 'little')}" for at in range(0, len(data), 4)]
            kind = f"constant [{len(words)} x i32] [{', '.join(words)}]"
            module.add_global(f"{_NAME} = internal addrspace({CONSTANT}) {kind}, align 4")
