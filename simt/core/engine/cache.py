"""Compiled entry points on disk: a file for each kind of engine, checked before any part of it is loaded.

numba's own cache is not used, for four reasons. It loads a damaged file as it is, so that every run ends with SIGSEGV.
It ends a run that cannot write, such as on a full disk or in a read-only folder. It reads, changes and writes its index
without a lock, so that two processes can mix up their code and types. And only numba can load its files, but importing
numba takes longer than a whole short run.

The name of a file has the kind, and what the code was compiled by and for (Python, numba, the processor, settings). A
file is replaced as a whole: a folder holds one file per kind, and if two processes write it, one of them wins. A file
begins with the SHA-256 of the rest; then come a stamp of the sources, and the machine code with its description. If the
digest is wrong, nothing is loaded: the file is removed and the kind is compiled again.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import sys
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

import llvmlite
from llvmlite import binding as llvm

from isa.reporting.files import replace_file
from simt.core.jit.loaded import MachineCode

SUFFIX = ".engine"
_DIGEST = hashlib.sha256().digest_size
# Settings of numba that change the machine code.
_SETTINGS = tuple(f"NUMBA_{name}" for name in ("BOUNDSCHECK", "OPT", "DEBUGINFO", "CPU_NAME", "CPU_FEATURES"))


def keep(kind: str, stamp: str, code: MachineCode) -> None:
    """Write the code of a kind to the first folder that takes it. If no folder does, say so once.

    stamp: a text that changes whenever anything changes that the code depends on.
    """
    content = _digest(stamp) + code.to_bytes()
    reasons = []
    for folder in folders():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            replace_file(folder / _name(kind), hashlib.sha256(content).digest() + content)
        except OSError as error:
            reasons.append(f"{folder}: {error.strerror or error}")
        else:
            return
    _say_not_kept(reasons[0])


def kept(kind: str, stamp: str) -> MachineCode | None:
    """Return the code of a kind from the first folder that has it, None if none does."""
    for folder in _folders():
        content = _content(folder / _name(kind))
        if content is not None and content[:_DIGEST] == _digest(stamp):
            return MachineCode.of_bytes(content[_DIGEST:])
    return None


def _content(path: Path) -> bytes | None:
    """Return the `checked_content` of a file, which was perhaps read before and has not changed since."""
    try:
        state = path.stat()
    except OSError:
        return None
    return _content_once(path, (state.st_ino, state.st_size, state.st_mtime_ns))


@lru_cache(1)  # a run asks whether its kind is kept, and then loads it
def _content_once(path: Path, _state: tuple[int, ...]) -> bytes | None:
    return checked_content(path)


def _digest(stamp: str) -> bytes:
    return hashlib.sha256(stamp.encode()).digest()


def folders() -> list[Path]:
    """List the folders in which files are looked for, in order; a new file goes into the first that takes it."""
    return list(_folders())


def _folders() -> Iterator[Path]:
    here = Path(__file__).parent
    below = f"{here.name}_{hashlib.sha256(os.fsencode(here)).hexdigest()[:16]}"  # of this installation
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(chosen, below)
        return
    yield here / "__pycache__"
    from platformdirs import user_cache_dir  # only if a file is not beside the sources

    try:
        home = Path(user_cache_dir("simt", appauthor=False))
    except RuntimeError:  # there is no home
        return
    yield home / below


def place() -> Path | None:
    """Return the folder that takes new files, None if none does."""
    return next((folder for folder in folders() if _is_writable(folder)), None)


def _is_writable(folder: Path) -> bool:
    """Return whether a file can be created in `folder`, or in the nearest of its parents that exists."""
    import tempfile

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
    """Return the content of a file after its digest; None if the file is missing, unreadable or damaged.

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


def touch(kind: str) -> None:
    """Note that the code of a kind is used, for `drop_oldest`."""
    for path in files(kind):
        with contextlib.suppress(OSError):
            os.utime(path)


def drop_oldest(kind: str, most: int) -> None:
    """Remove the files of kinds that were not used for the longest time, all except `most`. kind: a pattern."""
    ages = []
    for path in files(kind):
        with contextlib.suppress(OSError):
            ages.append((path.stat().st_mtime_ns, path))
    for _, path in sorted(ages, reverse=True)[most:]:
        with contextlib.suppress(OSError):
            path.unlink()


def _name(kind: str) -> str:
    """Return the name of a kind's file."""
    return f"{kind}.{_compiler()}{SUFFIX}"


@cache
def _compiler() -> str:
    """Return a digest of what compiles: versions, the processor, settings."""
    host = llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    settings = [os.environ.get(name, "") for name in _SETTINGS]
    about = sys.implementation.cache_tag, _numba_version(), llvmlite.__version__, host, settings
    return hashlib.sha256(repr(about).encode()).hexdigest()[:16]


def _numba_version() -> str:
    """Return numba's version from its file for it: numba is not imported, nor what reads the metadata of packages."""
    spec = find_spec("numba")
    if spec is not None and spec.origin is not None:
        with contextlib.suppress(OSError, UnicodeDecodeError):
            written = Path(spec.origin).with_name("_version.py").read_text(encoding="utf-8")
            if match := re.search(r'^ "version": "(.+)"$', written, re.MULTILINE):
                return match[1]
    from importlib.metadata import version

    return version("numba")


@cache  # once
def _say_not_kept(reason: str) -> None:
    import logging

    logging.getLogger("simt").warning(  # a line on stderr, unless the program has a handler of its own
        "simt: compiled engines cannot be kept, so every run compiles (%s); set NUMBA_CACHE_DIR to a folder that can "
        "be written to", reason,
    )  # fmt: skip
