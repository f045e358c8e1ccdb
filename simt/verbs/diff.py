"""`simt.diff`, the function of `simt diff`: two runs side by side."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from isa.reporting.diagnostics import SimtError, quote
from isa.reporting.files import exists
from isa.reporting.source import MAX_FILE_BYTES
from simt.diagnosis.diff import Difference
from simt.diagnosis.saved import SavedRun, SavedRunError, is_program, is_run, read_run, saved
from simt.files import read_text
from simt.launch.doubts import report
from simt.launch.how import How
from simt.launch.kernels import LoadedKernel
from simt.launch.oracle import OracleError
from simt.launch.prepared import PreparedLaunch
from simt.result.result import Result
from simt.verbs.keywords import AnyMachine, taken, takes, watchers
from simt.verbs.launching import AnyLaunch, LaunchChoice, launch_of, prepare, refuse_words, shown_core
from simt.views.kit.text import screenful

Side: TypeAlias = "AnyLaunch | Result | SavedRun"


@dataclass(frozen=True, eq=False, repr=False)
class Compared(Difference):
    """Two runs side by side.

    runs: their results, None for a run that was read from a file. problems: the errors of oracles.
    """

    runs: Sequence[Result | None] = (None, None)
    problems: Sequence[SimtError] = ()

    def text(self, names: tuple[str, str] = ("before", "after"), *, color: bool = False) -> str:
        """Return the comparison as the command prints it."""
        from simt.views.run.diff import diff_text

        return diff_text(self, names, color=color)

    def page(self, names: tuple[str, str] = ("before", "after")) -> bytes:
        """Return a page with the timelines of both runs; of a device it shows the core that trapped, or else core 0.

        names: the headings of the two runs. A run without an event record has no timeline.
        """
        from simt.views.report.diff import diff_page

        shown = [None if run is None else shown_core(run, None) for run in self.runs]
        return diff_page(self, names, shown).encode("utf-8", "replace")

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return screenful(self.text())


@takes(watchers, prepare)
def diff(
    before: Side, after: Side, machine: AnyMachine = None, *, max_cycles: int | None = None, record: bool = False,
    **words: Any,
) -> Compared:  # fmt: skip
    """Compare two runs, as `simt diff` does: `simt.diff("transpose", "transpose_padded").ratio`.

    - before, after: each a `Result`, a .json file that `simt run` has written, a `Launch`, or a kernel, also as
      FILE@REVISION of git.
    - machine, further keywords: as for `simt.Launch`, for the sides that are kernels.
    - max_cycles: the limit of each run in cycles; None for 50000000.
    - record: whether to keep event records, for a page with timelines.
    - progress, compiling: as for `simt.run`, but a true answer of `progress` raises `KeyboardInterrupt`.

    Raises `SavedRunError` for a file that is not a run and for a run without cycles, `GitError` for a revision, and the
    errors of `simt.run`. If oracles fail, the error of the first is raised after both runs. The `result` of this error
    is the comparison, and the `problems` of the comparison are all errors.
    """
    watching = taken(words, watchers)
    if all(isinstance(side, Result | SavedRun | PreparedLaunch | LaunchChoice) for side in (before, after)):
        refuse_words("each side", machine=machine, **words)
    how = How.of(max_cycles=max_cycles, record=record)
    # Both are prepared before one of them runs, so that no mistake is reported late.
    sides = [_side(side, machine, words) for side in (before, after)]
    if not any(isinstance(side, PreparedLaunch) for side in sides):
        refuse_words("each run", max_cycles=max_cycles)
    problems: list[SimtError] = []
    runs = [_run(side, how, watching, problems) if isinstance(side, PreparedLaunch) else side for side in sides]
    one, other = (run if isinstance(run, SavedRun) else saved(run) for run in runs)
    for read in (one, other):
        if not read.cycles:
            raise SavedRunError(
                f"the run of {quote(read.program.name)} has no cycles: a functional run is not compared"
            )
        if read.sample is not None:
            message = f"the cycles of {quote(read.program.name)} are an estimate: a difference is not known"
            raise SavedRunError(message, help="run the launch without --sample, and compare again")
    results = [None if isinstance(run, SavedRun) else run for run in runs]
    compared = Compared(one, other, results, tuple({str(problem): problem for problem in problems}.values()))
    if compared.problems:
        first, *others = compared.problems
        first.result = compared
        for problem in others:
            first.add_note(str(problem))
        raise first
    return compared


def _side(side: Side, machine: AnyMachine, words: Mapping[str, Any]) -> SavedRun | Result | PreparedLaunch:
    """Return the run or the launch of a side."""
    if isinstance(side, Result | SavedRun):
        return side
    if isinstance(side, str | Path):
        if (run := saved_run(str(side))) is not None:
            return run
        side = kernel_at(str(side), words.get("defines"), words.get("include_paths", ())) or side
    if isinstance(side, PreparedLaunch | LaunchChoice):
        return launch_of(diff, side, None, {})  # words are for the other one
    return launch_of(diff, side, machine, words)


def _run(launch: PreparedLaunch, how: How, watching: Mapping[str, Any], problems: list[SimtError]) -> Result:
    """Run a side; an error of its oracle joins the problems. Raises `KeyboardInterrupt` after a Ctrl-C."""
    run = launch.trial().run_through(how, **watching)
    try:
        return launch.checked(run)
    except OracleError as error:
        problems.append(error)
        judged: Result = error.result
        return judged


def saved_run(name: str) -> SavedRun | None:
    """Read the run of a .json file; None for a program or another suffix. Raises `FileError`, `SavedRunError`."""
    if not name.endswith(".json"):
        return None
    text = read_text(name)
    return None if is_program(text) and not is_run(text) else read_run(name, text)


_REVISION = re.compile(r"(.+)@([^@:\s-][^@:\s]*)")


def kernel_at(
    name: str, defines: Mapping[str, int | float | str] | None = None, include_paths: Sequence[str | Path] = ()
) -> LoadedKernel | None:
    """Load the kernel FILE@REVISION from git; None for a name of another form, or of an existing file.

    defines, include_paths: as for `simt.Launch`. Only the kernel comes from the revision; its included files and its
    oracle are the present files. The repository is read as data: git does not run. Raises `AssemblyError`, and
    `GitError` if there is no such file or revision, or if the kernel is not in assembly.
    """
    match = _REVISION.fullmatch(name)
    if not match or exists(name):
        return None
    from isa import assemble
    from simt.git.revisions import GitError, file_at

    path = Path(match[1])
    try:
        if path.suffix.lower() in (".cl", ".py", ".json", ".hex"):
            raise GitError("revisions are for kernels in assembly", help=f"git show {match[2]}:./{path.name} > OLD")
        text = file_at(path, match[2], MAX_FILE_BYTES).decode("utf-8", errors="replace")
    except GitError as error:
        raise GitError(f"git has no {quote(name)}: {error.message}", help=error.help) from None
    program = assemble(text, filename=name, include_paths=[path.parent, *include_paths], defines=defines)
    report(program.warnings)
    return LoadedKernel(program, path)
