"""The LLVM modules of one compilation, which are freed at its end."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llvmlite import binding


class Modules(ExitStack):
    """Modules in a context of their own: LLVM's global context never frees types, constants and metadata.

    They are closed before their context, always in the same order, which Python's collector does not guarantee.
    """

    def __init__(self) -> None:
        from llvmlite import binding

        super().__init__()
        self._context = binding.create_context()
        self.callback(self._context.close)

    def parse(self, text: str) -> binding.ModuleRef:
        """Parse a text to a module. Raises `RuntimeError`."""
        from llvmlite import binding

        module = binding.parse_assembly(text, self._context)
        self.callback(module.close)
        return module
