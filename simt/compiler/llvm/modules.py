"""The LLVM modules of one compilation, which are freed at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llvmlite import binding


class Modules:
    """Modules in a context of their own: LLVM's global context never frees types, constants and metadata.

    They are closed before their context, always in the same order, which Python's collector does not guarantee.
    """

    def __init__(self) -> None:
        from llvmlite import binding

        self._context = binding.create_context()
        self._parsed: list[binding.ModuleRef] = []

    def __enter__(self) -> Modules:
        return self

    def __exit__(self, *_: object) -> None:
        for module in self._parsed:
            module.close()
        self._context.close()

    def parse(self, text: str) -> binding.ModuleRef:
        """Parse a text to a module. Raises `RuntimeError`."""
        from llvmlite import binding

        self._parsed.append(binding.parse_assembly(text, self._context))
        return self._parsed[-1]
