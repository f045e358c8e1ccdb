"""The output of a front end: LLVM IR, its kernels, and the source text that messages and views quote.

The IR is text for a machine of 32-bit addresses. Address spaces are SPIR's (`simt.compiler.llvm.ir`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from isa.reporting.diagnostics import Diagnostic, PlacedError, ReportedError, did_you_mean, quote
from isa.reporting.source import SourceError, SourceFile, read_source
from simt.compiler.errors import CompileError

MOST_BYTES = 4 << 20  # of a file: generated sources are longer than people's

MOST_PARAMETERS = 1024  # of a kernel; each takes at least one constant, and a program has at most as many


class TranslationError(ReportedError, CompileError):
    """Source text that cannot be translated. diagnostics: its errors and warnings."""

    code = "E0950"


def read_text(path: Path, *, errors: str = "strict") -> SourceFile:
    """Read the text of a file of kernels. errors: as for `read_source`. Raises `TranslationError`."""
    try:
        return read_source(path, MOST_BYTES, errors=errors)
    except SourceError as error:
        raise TranslationError([Diagnostic(error.code, "error", error.message, str(path), help=error.help)]) from None


class KernelNameError(PlacedError):
    """A name that no kernel has, or no name for a source with several kernels."""

    code = "E0952"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a kernel. space: the address space of a pointer, None for a value.

    array: the name of an array, for a parameter that is not in the source; else "". In this parameter the launch passes
    the number of the array's elements, or the array's length along `axis`.
    """

    name: str
    base_type: str  # without the address space and the source's names: `float4*`, `uint`, `struct S`
    size: int  # bytes of the argument itself; a pointer has 4
    alignment: int
    space: int | None = None
    element_size: int = 0  # bytes of the pointed-to type; 0 for void
    dimensions: int = 1  # of an array
    array: str = ""
    axis: int | None = None

    @property
    def is_local(self) -> bool:
        """Return whether the parameter is an array in local memory, whose length the launch gives."""
        return self.space == 3  # of SPIR


@dataclass(frozen=True, slots=True)
class KernelSignature:
    """A kernel: its name in source and IR, its parameters in order, and the place of its source."""

    name: str
    parameters: tuple[Parameter, ...]
    file: str = ""
    line: int = 0
    required_size: tuple[int, int, int] | None = None  # reqd_work_group_size

    def sized_arrays(self, has_global_memory: bool) -> list[str]:
        """Return the names of arrays whose lengths are compiled in: local ones, or all without global memory."""
        arrays = [array for array in self.parameters if array.space is not None]
        return [array.name for array in arrays if array.is_local or not has_global_memory]


@dataclass(frozen=True, slots=True)
class Unit:
    """A translation unit: its IR, its kernels by name, and the texts of its source files by name.

    refused: the errors of each kernel that the IR lacks. asked: the files that a source in OpenCL C tried to include,
    in order, each with the name that clang has for the including file.
    """

    ir: str
    kernels: Mapping[str, KernelSignature]
    sources: Mapping[str, str]
    warnings: tuple[Diagnostic, ...] = field(default=())
    refused: Mapping[str, Sequence[Diagnostic]] = field(default_factory=dict)
    asked: tuple[tuple[str, str], ...] = ()

    def kernel(self, name: str | None = None) -> KernelSignature:
        """Return a kernel, by default the only one. Raises `KernelNameError`; `TranslationError` if it was refused."""
        names = [*self.kernels, *self.refused]
        if name is None and len(names) == 1:
            name = names[0]
        if name is not None and name in self.refused:
            raise TranslationError([*self.refused[name], *self.warnings])
        if name is not None and name in self.kernels:
            return self.kernels[name]
        file, listed = next(iter(self.sources), "it"), f"the kernels are {', '.join(map(quote, names))}"
        if not names:
            mark = "@kernel" if file.endswith(".py") else "__kernel"
            raise KernelNameError(f"there is no kernel in {file}", help=f"a kernel is a function marked `{mark}`")
        if name is None:
            advice = f"name one, as in {file}::{names[0]}; {listed}"
            raise KernelNameError(f"there are {len(names)} kernels in {file}", help=advice)
        raise KernelNameError(f"there is no kernel {quote(name)} in {file}", help=did_you_mean(name, names, listed))
