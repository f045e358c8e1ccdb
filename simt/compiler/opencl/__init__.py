"""The front end of OpenCL C 1.2: clang's typed syntax tree, from the package `libclang`, to LLVM IR."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from isa.reporting.source import SourceFile
from simt.compiler.kernel import Unit
from simt.compiler.opencl.parsing import parse
from simt.compiler.opencl.unit import unit_of

__all__ = ["translate"]


def translate(source: SourceFile, definitions: Mapping[str, str] | None = None, folders: Iterable[Path] = ()) -> Unit:
    """Translate an OpenCL C source to a unit.

    definitions: the values of macros, as after `-D`. folders: the folders in which included files are searched, after
    the folder of the source. Raises `TranslationError` with all mistakes, and `MissingLibraryError` without the package
    `libclang`.
    """
    return unit_of(parse(source, definitions or {}, folders))
