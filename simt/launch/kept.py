"""A cache of compiled kernels on disk.

The files are in the folders of compiled engines (simt/core/engine/cache.py). Each file has a SHA-256 and then JSON with
this hash. A file is written whole or not at all. A damaged file is removed and made anew. The JSON is checked like a
program file, so that no file makes code run. If no folder can be written, nothing is kept.

A *unit* is clang's output for an OpenCL C file. Its file is named by a hash of the source text, the macros and the
include folders. The unit is used if its includes still lead to the same files with the same texts. A *program* is the
compiler's output. Its file is named by a hash of LLVM IR, sources, and the properties of machine and launch on which
the output depends. Both hashes include the version of the compiler.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, astuple, replace
from functools import cache
from pathlib import Path
from typing import Any

from isa.forms.objfile import dump_program, parse_program
from isa.program.program import Probe, Shape
from isa.program.variables import Stay, Variable
from isa.reporting.diagnostics import Diagnostic, ProgramError
from isa.reporting.files import replace_file
from isa.reporting.source import SourceFile
from simt.compiler.fingerprint import compiler_fingerprint
from simt.compiler.kernel import KernelSignature, Parameter, Unit
from simt.compiler.request import Compiled, Request

SUFFIX = ".kernel"
MOST_BYTES = 64 << 20  # of all files; the oldest go first
_MOST_LATEST = 64
_latest: dict[str, Compiled] = {}  # of this process, by digest, the last used last
_ALONE = threading.Lock()  # one compilation at a time, because threads share LLVM
_OTHER = (AttributeError, KeyError, TypeError, ValueError)  # raised for values of another form


def compiled(request: Request) -> Compiled:
    """Return the compiled kernel of a request.

    The kernel may be one of the last 64 that this process has used, or come from the cache on disk. Otherwise it is
    made and kept. Raises `CompileError`.
    """
    digest = request.digest
    with _ALONE:
        made = _latest.pop(digest, None) or _kept_kernel(digest)
        if made is None:
            from simt.compiler.apart import compiled_apart  # a kernel that is kept does not need the compiler

            made = compiled_apart(request)
            _keep_kernel(digest, made)
        _latest[digest] = made
        if len(_latest) > _MOST_LATEST:
            del _latest[next(iter(_latest))]
        return made


def _kept_kernel(digest: str) -> Compiled | None:
    """Return the kernel of this digest; None if there is no undamaged file of it."""
    entry = _read(_name("program", digest))
    try:
        if entry is None:
            return None
        program = parse_program(entry["program"])
        if (probes := entry.get("probes")) is not None:
            known = [Probe(pc, code, name, tuple(lengths), size) for pc, code, name, lengths, size in probes]
            program = replace(program, probes=tuple(known))
        shapes = {
            array: Shape(name, space, tuple(lengths), size, lanes)
            for array, (name, space, lengths, size, lanes) in entry["shapes"].items()
        }
        variables = tuple(
            Variable(name, kind, line, tuple(Stay(start, stop, tuple(registers), other)
                                             for start, stop, registers, other in stays))
            for name, kind, line, stays in entry["variables"]
        )  # fmt: skip
        program = replace(program, shapes=shapes, variables=variables)
        return Compiled(program, str(entry["assembly"]))
    except (*_OTHER, ProgramError):
        return None


def _keep_kernel(digest: str, kernel: Compiled) -> None:
    """Write the kernel of this digest, if any folder can be written."""
    probes_of = kernel.program.probes
    probes = {} if probes_of is None else {"probes": [astuple(probe) for probe in probes_of]}
    shapes = {name: astuple(shape) for name, shape in kernel.program.shapes.items()}
    variables = [astuple(variable) for variable in kernel.program.variables]
    about = {
        "assembly": kernel.assembly, "program": dump_program(kernel.program), "shapes": shapes, "variables": variables,
    }  # fmt: skip
    _write(_name("program", digest), about | probes)


def unit_of(source: SourceFile, macros: Mapping[str, str], folders: Sequence[Path]) -> Unit:
    """Return the unit of an OpenCL C source: from the cache, or translated and then kept.

    macros: the values of macros, by name. folders: the folders in which `#include` looks. Raises `TranslationError`.
    """
    from simt.compiler.clang.includes import included

    name = _name("unit", repr((source.name, source.text, sorted(macros.items()), [str(folder) for folder in folders])))

    def read(unit: Unit) -> str:
        return hashlib.sha256(repr(included(source, folders, unit.asked)).encode()).hexdigest()

    entry = _read(name)
    with contextlib.suppress(*_OTHER):
        if entry is not None and entry["read"] == read(unit := _unit(entry["unit"])):
            return unit
    from simt.compiler.opencl import translate

    unit_made = translate(source, macros, folders)
    _write(name, {"read": read(unit_made), "unit": asdict(unit_made)})
    return unit_made


def _unit(data: Mapping[str, Any]) -> Unit:
    """Build a unit from plain values. Raises one of `_OTHER` for anything else."""
    return Unit(
        data["ir"],
        {name: _kernel(**fields) for name, fields in data["kernels"].items()},
        data["sources"],
        tuple(_diagnostic(**fields) for fields in data["warnings"]),
        {name: [_diagnostic(**fields) for fields in refusals] for name, refusals in data["refused"].items()},
        tuple((name, includer) for name, includer in data["asked"]),
    )


def _kernel(*, parameters: list[Any], required_size: Any, **others: Any) -> KernelSignature:
    size = None if required_size is None else tuple(required_size)
    return KernelSignature(parameters=tuple(Parameter(**fields) for fields in parameters), required_size=size, **others)


def _diagnostic(*, notes: list[str], **others: Any) -> Diagnostic:
    return Diagnostic(notes=tuple(notes), **others)


# --- files ------------------------------------------------------------------------------------------------------------


def kept_files() -> list[Path]:
    """Return all files of the cache, also of other versions of the compiler."""
    from simt.core.engine.cache import folders

    return [path for folder in folders() for path in sorted(folder.glob(f"*{SUFFIX}"))]


def mend() -> list[Path]:
    """Remove damaged files; return all damaged files, including files that cannot be removed."""
    from simt.core.engine.cache import checked_content

    return [path for path in kept_files() if checked_content(path) is None]


def forget(paths: Iterable[Path]) -> None:
    """Remove files. Files that cannot be removed stay."""
    for path in paths:
        with contextlib.suppress(OSError):
            path.unlink()


def _name(kind: str, about: str) -> str:
    digest = hashlib.sha256(f"{_version()} {about}".encode("utf-8", "surrogatepass"))
    return f"{kind}.{digest.hexdigest()[:32]}{SUFFIX}"


@cache
def _version() -> str:
    """Return the version of the compiler, made from its files, LLVM, and clang, if installed."""
    from simt.compiler.clang.installed import MissingLibraryError, library

    try:
        clang = library().stat()
    except MissingLibraryError:
        return compiler_fingerprint()
    return f"{compiler_fingerprint()} {clang.st_size} {clang.st_mtime_ns}"


def _read(name: str) -> dict[str, Any] | None:
    from simt.core.engine.cache import checked_content, folders

    for folder in folders():
        content = checked_content(folder / name)
        with contextlib.suppress(ValueError, RecursionError):
            if content is not None and isinstance(entry := json.loads(content), dict):
                return entry
    return None


def _write(name: str, data: object) -> None:
    """Write a file to the first folder that can be written, if any, and limit the size of this folder."""
    from simt.core.engine.cache import folders

    content = json.dumps(data).encode()
    for folder in folders():
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            replace_file(folder / name, hashlib.sha256(content).digest() + content)
            _bound(folder)
            return


def _bound(folder: Path) -> None:
    """Remove the oldest files of a folder whose files together have more than `MOST_BYTES`."""
    entries = []
    for path in folder.glob(f"*{SUFFIX}"):
        with contextlib.suppress(OSError):
            state = path.stat()
            entries.append((state.st_mtime_ns, state.st_size, path))
    room = MOST_BYTES
    for _, size, path in sorted(entries, reverse=True):
        room -= size
        if room < 0:
            forget([path])
