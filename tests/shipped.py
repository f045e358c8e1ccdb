"""The shipped kernels, by what they need."""

from __future__ import annotations

import re
from pathlib import Path

import isa
from simt.launch.programs import programs_folder, shipped_programs

__all__ = ["OF_DEVICES", "OPENCL", "OVER_LANES", "PLAIN", "PYTHON"]

_BUFFERS = {name: bool(isa.assemble_file(path).buffers) for name, path in shipped_programs().items()}

PLAIN: dict[str, Path] = {name: path for name, path in shipped_programs().items() if not _BUFFERS[name]}  # by name
OF_DEVICES = tuple(name for name, has_buffers in _BUFFERS.items() if has_buffers)  # they need global memory


def _named(pattern: str, head: str) -> tuple[str, ...]:
    """The kernels of files as a command names them, `opencl/mm.cl::mm_local`; head: what stands before their names."""
    top = programs_folder()
    found = {file: re.findall(rf"{head} (\w+)\(", file.read_text(encoding="utf-8")) for file in top.glob(pattern)}
    return tuple(sorted(f"{file.relative_to(top)}::{name}" for file, names in found.items() for name in names))


#: What kernels need whose lanes read one another.
OVER_LANES: dict[str, bool] = {f"options.{name}": True for name in ("shuffle", "vote", "ballot", "reduce")}
OPENCL = _named("opencl/*.cl", "kernel void")
PYTHON = _named("python/*.py", r"@kernel.*\ndef")
