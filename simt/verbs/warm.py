"""`simt.warm`, the function of `simt warm`: kinds of engine compiled before they are needed."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from isa.reporting.diagnostics import ArgumentError, did_you_mean, quote
from simt.children import unheard
from simt.core.engine.cache import folders, forget, place
from simt.core.engine.kinds import KINDS, Kind
from simt.files import FileError
from simt.threads import processors, thread_problem

_Progress = Callable[[Kind, int, int], object] | None


def warm(*names: str, fresh: bool = False, jobs: int | None = None, progress: _Progress = None) -> list[str]:
    """Compile kinds of engine, and return the names of the kinds that were compiled.

    Without this call a kind is compiled when it is first needed, which takes some seconds. Here several kinds are
    compiled at the same time, each in a process.

    - names: the kinds, by default all.
    - fresh: whether to compile kinds that are in the cache, too; if no kind is named, this also forgets compiled
      kernels, and engines that are fitted to machines.
    - jobs: the largest number of kinds to compile at a time, by default the number of processors of the host.
    - progress: called before each compilation with the kind, its number from 0, and the number of kinds to compile. A
      true result ends the work.

    Raises `ArgumentError` for an unknown name or number of jobs, and `FileError` if compiled code cannot be kept.
    """
    from simt.core.engine.fitted import FITTED
    from simt.launch import kept
    from simt.launch.compile_times import compile_kind

    if problem := thread_problem(1 if jobs is None else jobs, "a compilation"):
        raise ArgumentError(problem)
    if place() is None:
        message = f"compiled engines cannot be kept: {folders()[0]} cannot be written to"
        raise FileError(message, code="E0652", help="set NUMBA_CACHE_DIR to a folder that can be")

    if fresh and not names:
        kept.forget(kept.kept_files())
        forget(FITTED)
    missing = [kind for kind in kinds(names) if fresh or not kind.is_compiled]
    if fresh:
        for kind in missing:
            kind.forget()
    begun: list[Kind] = []
    beside: dict[str, subprocess.Popen[bytes]] = {}  # children, by the kind that each compiles
    most = min(len(missing), processors() if jobs is None else jobs)
    try:
        for number, kind in enumerate(missing):
            if progress is not None and progress(kind, number, len(missing)):
                break
            begun.append(kind)
            if most > 1:
                command = [sys.executable, "-m", "simt", "warm", kind.name, "-q"]
                with unheard():
                    beside[kind.name] = subprocess.Popen(command, stdin=_NOWHERE, stdout=_NOWHERE, stderr=_NOWHERE)
                _wait(beside, most - 1)
        _wait(beside, 0)
    finally:
        for child in beside.values():
            child.kill()
            child.wait()
    for kind in begun:
        if not kind.is_compiled:
            compile_kind(kind)  # it was the only one, or its child failed, and fails here again with a message
    return [kind.name for kind in begun]


def _wait(children: dict[str, subprocess.Popen[bytes]], most: int) -> None:
    """Wait until at most that many children are left; remove the others."""
    while len(children) > most:
        for name in [name for name, child in children.items() if child.poll() is not None]:
            del children[name]
        time.sleep(_PAUSE)


_PAUSE = 0.02  # seconds
_NOWHERE = subprocess.DEVNULL


def kinds(names: Sequence[str] = ()) -> list[Kind]:
    """Return the kinds of these names, all if there are none. Raises `ArgumentError`."""
    for name in names:
        if name not in KINDS:
            advice = did_you_mean(name, KINDS, f"the kinds are {', '.join(KINDS)}")
            raise ArgumentError(f"there is no kind of engine {quote(name)}", help=advice)
    return [KINDS[name] for name in dict.fromkeys(names)] or list(KINDS.values())
