"""`simt.warm`, the function of `simt warm`: kinds of engine compiled before they are needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from isa.reporting.diagnostics import ArgumentError, did_you_mean, quote
from simt.core.engine.kinds import KINDS, Kind
from simt.files import FileError


def warm(*names: str, fresh: bool = False, progress: Callable[[Kind, int, int], object] | None = None) -> list[str]:
    """Compile kinds of engine, and return the names of the ones that were compiled.

    A kind is otherwise compiled when it is first needed, which takes some seconds.

    - names: the kinds, by default all.
    - fresh: whether to compile kinds that are in the cache, too; if no kind is named, this also forgets compiled
      kernels.
    - progress: called before each compilation with the kind, its number from 0, and the number of kinds to compile. A
      true result ends the work.

    Raises `ArgumentError` for an unknown name, and `FileError` if compiled code cannot be kept.
    """
    from simt.core.engine.cache import folders, place
    from simt.launch import kept
    from simt.launch.run import compile_kind

    if place() is None:
        message = f"compiled engines cannot be kept: {folders()[0]} cannot be written to"
        raise FileError(message, code="E0652", help="set NUMBA_CACHE_DIR to a folder that can be")

    if fresh and not names:
        kept.forget(kept.kept_files())
    missing = [kind for kind in kinds(names) if fresh or not kind.is_compiled]
    done: list[str] = []
    for number, kind in enumerate(missing):
        if progress is not None and progress(kind, number, len(missing)):
            break
        if fresh:
            kind.forget()
        compile_kind(kind)
        done.append(kind.name)
    return done


def kinds(names: Sequence[str] = ()) -> list[Kind]:
    """Return the kinds of these names, all if there are none. Raises `ArgumentError`."""
    for name in names:
        if name not in KINDS:
            advice = did_you_mean(name, KINDS, f"the kinds are {', '.join(KINDS)}")
            raise ArgumentError(f"there is no kind of engine {quote(name)}", help=advice)
    return [KINDS[name] for name in dict.fromkeys(names)] or list(KINDS.values())
