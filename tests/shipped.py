"""The shipped kernels, by what they need."""

from __future__ import annotations

from pathlib import Path

import isa
from simt.launch.programs import shipped_programs

__all__ = ["OF_DEVICES", "PLAIN"]

_BUFFERS = {name: bool(isa.assemble_file(path).buffers) for name, path in shipped_programs().items()}

PLAIN: dict[str, Path] = {name: path for name, path in shipped_programs().items() if not _BUFFERS[name]}  # by name
OF_DEVICES = tuple(name for name, has_buffers in _BUFFERS.items() if has_buffers)  # they need global memory
