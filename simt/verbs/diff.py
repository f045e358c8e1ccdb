"""`simt.diff`, the function of `simt diff`: two runs side by side."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from isa.reporting.diagnostics import quote
from isa.reporting.files import exists

if TYPE_CHECKING:
    from isa.program.program import Program
    from simt.diagnosis.diff import Difference
    from simt.diagnosis.saved import SavedRun
    from simt.launch.kernels import LoadedKernel
    from simt.result.result import Result


def diff(before: str | Path | Program | Result, after: str | Path | Program | Result, **options: Any) -> Difference:
    """Compare two runs, as `simt diff` does: `simt.diff("transpose", "transpose_padded").ratio`.

    Each side is a `Result`, a .json file that `simt run` has written, or a kernel, which is run with `options` of
    `simt.run`. Raises `SavedRunError`, also for a run without cycles, and what `simt.run` raises.
    """
    return compared(_side(before, options), _side(after, options))


def compared(before: SavedRun, after: SavedRun) -> Difference:
    """Compare two runs that were read or made. Raises `SavedRunError` for a run without cycles."""
    from simt.diagnosis.diff import Difference
    from simt.diagnosis.saved import SavedRunError

    for one in (before, after):
        if not one.cycles:
            raise SavedRunError(f"the run of {quote(one.program.name)} has no cycles: a functional run is not compared")
    return Difference(before, after)


def _side(side: str | Path | Program | Result, options: dict[str, Any]) -> SavedRun:
    from simt.diagnosis.saved import saved
    from simt.memory.storage.manager import StorageManager
    from simt.result.result import Result
    from simt.verbs.run import run

    if isinstance(side, Result):
        return saved(side)
    found = saved_run(str(side)) if isinstance(side, str | Path) else None
    if isinstance(storage := options.get("storage"), StorageManager):
        options = {**options, "storage": storage.copy()}  # both sides begin with it
    return found or saved(run(side, **options))


def saved_run(name: str) -> SavedRun | None:
    """Read the run of a .json file; None for a name of another form and the file of a program.

    Raises `FileError`, `SavedRunError`.
    """
    if not name.endswith(".json"):
        return None
    from simt.diagnosis.saved import is_program, is_run, read_run
    from simt.files import read_text

    text = read_text(name)
    return None if is_program(text) and not is_run(text) else read_run(name, text)


_REVISION = re.compile(r"(.+)@([^@:\s-][^@:\s]*)")


def kernel_at(
    name: str, defines: Mapping[str, int | float | str] | None = None, include_paths: Sequence[str | Path] = ()
) -> LoadedKernel | None:
    """Load the kernel FILE@REVISION from git; None for a name of another form, or of an existing file.

    Its includes and its oracle are the files that are there now. The repository is read as data: git does not run.
    Raises `GitError` if there is no such file or revision, `AssemblyError`.
    """
    found = _REVISION.fullmatch(name)
    if not found or exists(name):
        return None
    from isa import assemble
    from isa.reporting.source import MAX_FILE_BYTES
    from simt.git.revisions import GitError, file_at
    from simt.launch.doubts import report
    from simt.launch.kernels import LoadedKernel

    path = Path(found[1])
    try:
        if path.suffix.lower() in (".cl", ".py", ".json", ".hex"):
            raise GitError("revisions are for kernels in assembly", help=f"git show {found[2]}:./{path.name} > OLD")
        text = file_at(path, found[2], MAX_FILE_BYTES).decode("utf-8", errors="replace")
    except GitError as error:
        raise GitError(f"git has no {quote(name)}: {error.message}", help=error.help) from None
    program = assemble(text, filename=name, include_paths=[path.parent, *include_paths], defines=defines)
    report(program.warnings)
    return LoadedKernel(program, path)
