"""Compiled entry points on disk: a file for each kind of engine, checked before anything of it is loaded.

numba's own cache is left alone for three reasons. It loads what it finds, so that a damaged file ends every run with
SIGSEGV. It ends a run that cannot write, on a full disk or in a folder that is read-only. Its index is read, changed
and written without a lock, so that two processes can enter one's code under the other's types.

A file is named after the kind and what compiled it (Python, numba, the processor, settings), and is replaced as a
whole: a folder holds one file per kind, and of two processes that write it one wins. It begins with the SHA-256 of all
that follows; then come a stamp of the sources and the pickled code. If the digest is wrong nothing is unpickled: the
file is removed and the kind compiled again. numba would also keep LLVM's module, for callers in compiled code; entry
points have none, and without it the plain kind's file has 1.4 MB instead of 2.7.

Measured in `simt run fft128.s`, CPU time until the engine is loaded, best of seven: 189 ms, of which the digest takes
1.0; with numba's cache 206. Most of it is numba's own start.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import pickle
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
from llvmlite import binding as llvm
from numba.core import config
from numba.core.caching import _Cache, _CacheLocator
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from numba.misc.appdirs import AppDirs

from isa.reporting.files import replace_file

SUFFIX = ".engine"
_DIGEST = hashlib.sha256().digest_size


class EngineCache(_Cache):  # type: ignore[misc]
    """The cache of an entry point.

    kind: names the kind of a signature. stamp: changes with the sources. A file with code of other sources or for other
    types counts as missing.
    """

    def __init__(self, kind: Callable[[Any], str], stamp: Callable[[], int]) -> None:
        self._kind, self._stamp = kind, stamp
        self._is_enabled = True
        self._seen: tuple[str, bytes] | None = None  # found by `holds`: it is loaded next

    @property
    def cache_path(self) -> str:
        """The folder of new files, if it can be written."""
        return str(folders()[0])

    def enable(self) -> None:
        """Read and write files."""
        self._is_enabled = True

    def disable(self) -> None:
        """Compile for this process alone."""
        self._is_enabled = False

    def flush(self) -> None:
        """Do nothing: `forget` removes files."""

    def holds(self, kind: str, codegen: Any) -> bool:
        """Return whether there is code of a kind; keep it for the call that loads it."""
        code = self._read(kind, codegen)
        self._seen = None if code is None else (kind, code)
        return code is not None

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled function for these types; None if there is none, or if the cache is disabled."""
        target_context.refresh()
        if not self._is_enabled:
            return None
        kind = self._kind(sig)
        seen, self._seen = self._seen, None
        code = seen[1] if seen and seen[0] == kind else self._read(kind, target_context.codegen())
        if code is None:
            return None
        parts = pickle.loads(code)
        signature = parts[3]
        return CompileResult._rebuild(target_context, *parts) if signature.args == tuple(sig) else None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write a compiled function to the first folder that takes it; if none does, say so, once."""
        if not self._is_enabled:
            return
        (library, form, (machine_code, _)), *others = data._reduce()
        names = [data.fndesc.llvm_func_name, data.fndesc.llvm_cpython_wrapper_name, data.fndesc.env_name]
        names += [each.env_name for each in others[-1]]
        symbols = llvm.parse_assembly("".join(f'@"{name}" = global i8 0\n' for name in dict.fromkeys(names)))
        content = self._sources() + dumps(((library, form, (machine_code, symbols.as_bitcode())), *others))
        reasons = []
        for folder in folders():
            try:
                folder.mkdir(parents=True, exist_ok=True)
                name = _name(self._kind(sig), data.codegen)
                replace_file(folder / name, hashlib.sha256(content).digest() + content)
            except OSError as error:
                reasons.append(f"{folder}: {error.strerror or error}")
            else:
                return
        _say_not_kept(reasons[0])

    def _sources(self) -> bytes:
        return hashlib.sha256(str(self._stamp()).encode()).digest()

    def _read(self, kind: str, codegen: Any) -> bytes | None:
        """Return the code of a kind from the first folder that has it, None if none does."""
        for folder in folders():
            content = checked_content(folder / _name(kind, codegen))
            if content is not None and content[:_DIGEST] == self._sources():
                return content[_DIGEST:]
        return None


def folders() -> list[Path]:
    """List the folders in which files are looked for, in order; a new file goes into the first that takes it."""
    below = _CacheLocator.get_suitable_cache_subpath(__file__)
    if config.CACHE_DIR:
        return [Path(config.CACHE_DIR, below)]
    home = Path(AppDirs(appname="numba", appauthor=False).user_cache_dir, below)
    return [Path(__file__).parent / "__pycache__", *([home] if home.is_absolute() else [])]  # there is no home


def place() -> Path | None:
    """Return the folder that takes new files, None if none does."""
    return next((folder for folder in folders() if _is_writable(folder)), None)


def _is_writable(folder: Path) -> bool:
    """Return whether a file can be created in `folder`, or in the nearest of its parents that exists."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def files(kind: str = "*") -> list[Path]:
    """List the files of a kind, or of all kinds; files of other versions and processors are among them."""
    return [path for folder in folders() for path in sorted(folder.glob(f"{kind}.*{SUFFIX}"))]


def checked_content(path: Path) -> bytes | None:
    """Return what follows the digest in a file; None if the file is missing, unreadable or damaged.

    A damaged file is removed.
    """
    try:
        content = path.read_bytes()
    except OSError:
        return None
    if hashlib.sha256(content[_DIGEST:]).digest() == content[:_DIGEST]:
        return content[_DIGEST:]
    with contextlib.suppress(OSError):
        path.unlink()
    return None


def mend() -> list[Path]:
    """Remove the damaged files that can be removed; return all files that are damaged or cannot be read."""
    return [path for path in files() if checked_content(path) is None]


def forget(kind: str) -> None:
    """Remove the files of a kind that can be removed."""
    for path in files(kind):
        with contextlib.suppress(OSError):
            path.unlink()


def _name(kind: str, codegen: Any) -> str:
    """Return the name of a kind's file."""
    settings = (config.BOUNDSCHECK, str(config.OPT), config.DEBUGINFO_DEFAULT)
    about = sys.implementation.cache_tag, numba.__version__, llvmlite.__version__, codegen.magic_tuple(), settings
    return f"{kind}.{hashlib.sha256(repr(about).encode()).hexdigest()[:16]}{SUFFIX}"


@cache  # once
def _say_not_kept(reason: str) -> None:
    logging.getLogger("simt").warning(  # a line on stderr, unless the program has a handler of its own
        "simt: compiled engines cannot be kept, so every run compiles (%s); set NUMBA_CACHE_DIR to a folder that can "
        "be written to", reason,
    )  # fmt: skip
