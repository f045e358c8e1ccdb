"""Kernels of LLVM IR compiled by one call, for tests and benches."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from simt.compiler.compile import fitting
from simt.compiler.kernel import Unit, read_text
from simt.compiler.llvm.names import in_ascii
from simt.compiler.opencl import translate
from simt.compiler.request import Compiled, Request
from simt.machine import Machine


def read_unit(path: Path, folders: Iterable[Path] = ()) -> Unit:
    """The unit of an OpenCL C file, as `translate` gives it."""
    return translate(read_text(path, errors="surrogateescape"), folders=folders)


_known: dict[str, Compiled] = {}


def compile_kernel(
    ir: str, kernel: str, machine: Machine, *, lengths: Mapping[str, int] | None = None, group: Sequence[int] = (),
    types: Sequence[str] = (), sources: Mapping[str, str] | None = None,
) -> Compiled:  # fmt: skip
    """Compile a kernel of a module of LLVM IR for a machine; the parameters are fields of `Request`.

    group: unless the kernel gives it. Results are kept. Raises `CompileError`.
    """
    size = _required_group(ir, kernel) or tuple(group)
    request = Request(ir, kernel, machine, dict(lengths or {}), size, tuple(types), dict(sources or {}))
    if request.digest not in _known:
        _known[request.digest] = fitting(request)
    return _known[request.digest]


def _required_group(ir: str, kernel: str) -> tuple[int, ...]:
    """The `reqd_work_group_size` of a kernel, or ()."""
    name = re.escape(in_ascii(f"@{kernel}"))
    match = re.search(rf"^define [^\n]*{name}\([^\n]*!reqd_work_group_size (!\d+)", ir, re.MULTILINE)
    numbers = match and re.search(rf"^{match[1]} = !\{{(.*)\}}", ir, re.MULTILINE)
    return tuple(map(int, re.findall(r"i32 (\d+)", numbers[1]))) if numbers else ()
