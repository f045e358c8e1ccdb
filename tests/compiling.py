"""Workers that share a cache compile each kind of engine once: who needs one that another compiles waits for it."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

COMPILING = (  # what a command says on stderr before it compiles the kind of plain machines
    "compiling the engine of kind plain (1 of 26), some 8 s\n"
    "  once per kind and installation; `simt warm` compiles all kinds\n"
)


def compile_each_kind_once() -> None:
    """Have this process compile a kind of engine under a lock, so that the next process finds it in the cache."""
    from simt.core.engine import entry

    load_alone = entry._address

    def load(kind: str, *arguments: Any) -> int:
        with _locked(kind):
            return load_alone(kind, *arguments)

    entry._address = load


@contextlib.contextmanager
def _locked(kind: str) -> Iterator[None]:
    """Hold the byte of a lock file that stands for this kind; nothing where there are no such locks."""
    if os.name != "posix":
        yield
        return
    import fcntl

    from simt.core.engine.cache import folders

    about = f"{folders()[0]} {kind}"
    place = int.from_bytes(hashlib.sha256(about.encode()).digest()[:4])
    # Not in the folder itself: tests look at what is in there, and at folders that cannot be written to.
    with Path(tempfile.gettempdir(), f"simt-compiling-{os.getuid()}.lock").open("wb") as file:
        fcntl.lockf(file, fcntl.LOCK_EX, 1, place)
        yield
