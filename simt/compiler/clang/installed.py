"""The path of the installed libclang."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from isa.reporting.diagnostics import SimtError


class MissingLibraryError(SimtError):
    """The package that parses OpenCL C is not installed."""

    code = "E0956"


def library() -> Path:
    """Return the file of libclang. Raises `MissingLibraryError`."""
    spec = importlib.util.find_spec("clang")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        for name in ("libclang.so", "libclang.dylib", "libclang.dll"):
            if (path := Path(folder) / "native" / name).exists():
                return path
    message = "compiling OpenCL C needs the package `libclang`"
    raise MissingLibraryError(message, help="pip install 'simt[opencl]'")
