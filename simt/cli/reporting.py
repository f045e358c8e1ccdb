"""The messages of verbs on stderr (progress, warnings, stops, failed checks, errors), and their exit statuses.

`simt.cli.main` imports this module at the start of every command: it imports click and nothing heavier.
"""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, cast

import click

from simt.cli import interrupts
from simt.cli.echo import columns, echo, is_colored, tell
from simt.cli.interrupts import polled
from simt.cli.notes import fold_log, note, note_no_oracles, note_oracle, show_notes
from simt.interruption import PartlyDone

if TYPE_CHECKING:
    from pathlib import Path

    from isa.reporting.diagnostics import Diagnostic, SimtError
    from simt.core.engine.kinds import Kind
    from simt.exploration import Outcome
    from simt.exploration.sessions.exploring import Searched
    from simt.result.result import Result
    from simt.views.kit.progress import Progress

EXIT_CHECK, EXIT_USAGE, EXIT_STOP, EXIT_FOUND, EXIT_BUG, EXIT_INTERRUPTED = 1, 2, 4, 5, 70, interrupts.STATUS
_Made = TypeVar("_Made")

# The exit statuses; `simt --help` and docs/statuses.md have the table.
STATUSES = {
    0: "good",
    EXIT_CHECK: "a check or a comparison failed; no point of a sweep ended well",
    EXIT_USAGE: "a mistake in the command or in what it names: files, machines, values",
    3: "a kernel that does not assemble",
    EXIT_STOP: "a run that did not end well: trap, deadlock, limit of cycles",
    EXIT_FOUND: "a kernel in which a race or an uninitialised read was found",
    EXIT_BUG: "a mistake of simt itself",
    EXIT_INTERRUPTED: "interrupted by Ctrl-C; what was done is kept",
}


# --- before it runs ---------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def usage_errors() -> Iterator[None]:
    """Turn an `ArgumentError` of a verb's function into a usage error of the command line."""
    from isa.reporting.diagnostics import ArgumentError

    try:
        yield
    except ArgumentError as error:
        from simt.cli.usage import Mistake, with_options

        raise Mistake(with_options(error.message), code=error.code, help=with_options(error.help)) from None


def tell_oracles(kernels: Iterable[str], *, is_quiet: bool, without: str = "--no-oracle") -> list[str]:
    """Report the foreign oracle of each of these kernels, as `tell_oracle` does.

    Return the kernels whose oracles will run.
    """
    from isa.reporting.diagnostics import SimtError
    from simt.launch.naming import oracle_place

    trusted = []
    for name in kernels:
        with contextlib.suppress(SimtError):  # said when the kernel is read
            path = oracle_place(name)
            if path is not None:
                trusted += [name] * tell_oracle(path, is_quiet=is_quiet, without=without)
    return trusted


def tell_or_note_oracles(
    kernels: Iterable[str], oracle: str | bool | None, options: Mapping[str, Any], *, is_quiet: bool
) -> list[str]:
    """Report the foreign oracles that will run; or note that --no-oracle has no effect, if it is in `options`.

    oracle: the choice for all kernels; True and None for the oracles beside them. Return as `tell_oracles` does.
    """
    if oracle is True or oracle is None:
        return tell_oracles(kernels, is_quiet=is_quiet)
    if options["no_oracle"]:
        note_no_oracles(kernels, is_quiet=is_quiet)
    return []


def tell_oracle(path: Path, *, is_quiet: bool, is_run: bool = True, without: str = "--no-oracle") -> bool:
    """Return whether a foreign oracle beside a kernel or a pipeline will run, and report this unless quiet.

    An oracle is foreign if simt does not ship it. Without a foreign oracle, nothing is reported.

    - is_run: whether the verb runs oracles that the command does not name.
    - without: the option that keeps the oracle from running; the report names it.
    """
    from isa.reporting.files import is_file
    from simt.launch.programs import FORBIDDEN, is_shipped, oracle_beside

    oracle = path.with_suffix(".py")
    if oracle == path or not is_file(oracle) or is_shipped(oracle):
        return False
    is_trusted = is_run and oracle_beside(path) is not None
    text = f"is run for inputs and expected results; {without} skips it"
    if not is_run:
        text = f"is not run: --oracle {oracle} takes its sizes, inputs and tables"
    elif not is_trusted:
        text = f"is not run, {FORBIDDEN} is set: arrays are 0, and nothing is checked"
    if not is_quiet:
        note_oracle(f"note: {oracle} {text}", oracle if is_trusted else None)
    return is_trusted


# --- while it runs ----------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def progress_shown(unit: str, *, is_quiet: bool) -> Iterator[Progress]:
    """Yield a progress that shows a count of `unit`s, unless -q, and returns true after a Ctrl-C in the block."""
    from simt.views.kit.progress import Progress

    with polled() as is_interrupted:
        progress = Progress(unit, is_shown=False if is_quiet else None, is_interrupted=_noting(is_interrupted))
        try:
            yield progress
        finally:
            progress.close()


def _noting(is_interrupted: Callable[[], bool]) -> Callable[[], bool]:
    """Return `is_interrupted`, which runs ask from their beginning on, with the notes that wait written first."""

    def asked() -> bool:
        show_notes()
        if "logging" in sys.modules:  # what compiles imports it
            fold_log()
        return is_interrupted()

    return asked


def compile_note(progress: Progress, *, is_quiet: bool) -> Callable[[Kind], None]:
    """Return the function to call before an engine is compiled: it restarts the rate and, unless quiet, reports."""

    def compiling(kind: Kind) -> None:
        from simt.core.engine.kinds import KINDS
        from simt.launch.compile_times import estimate

        progress.restart()
        show_notes()
        fold_log()
        if not is_quiet:
            place = f"{list(KINDS).index(kind.name) + 1} of {len(KINDS)}"
            tell(f"compiling the engine of kind {kind.name} ({place}), {estimate(kind)}")
            note("  once per kind and installation; `simt warm` compiles all kinds")

    return compiling


@contextlib.contextmanager
def runs_shown(unit: str, *, is_quiet: bool) -> Iterator[dict[str, Any]]:
    """Yield `progress` and `compiling` for runs that count `unit`s. A missing engine is compiled under a note."""
    with progress_shown(unit, is_quiet=is_quiet) as progress:
        note = compile_note(progress, is_quiet=is_quiet)

        def compiling(kind: Kind) -> None:
            from simt.launch.compile_times import compile_kind

            note(kind)
            compile_kind(kind)

        yield {"progress": progress, "compiling": compiling}


@contextlib.contextmanager
def engine_watched(kind: str, unit: str, *, is_quiet: bool) -> Iterator[Callable[[int], None]]:
    """Yield a function that shows a count of `unit`s, and raises `KeyboardInterrupt` after a Ctrl-C.

    If the engine of this kind has to be compiled, that is reported first.
    """
    from simt.core.engine.kinds import KINDS

    with progress_shown(unit, is_quiet=is_quiet) as progress:
        if not KINDS[kind].is_compiled:
            compile_note(progress, is_quiet=is_quiet)(KINDS[kind])

        def tell(count: int) -> None:
            if progress(count):
                raise KeyboardInterrupt

        yield tell


@contextlib.contextmanager
def points_shown(
    interrupted: str, *, is_quiet: bool
) -> Iterator[tuple[Callable[[int, int, int], bool], Callable[[Kind], None]]]:
    """Yield `progress` and `compiling` for work in threads.

    interrupted: the message with which a Ctrl-C that leaves no result ends the command.
    """
    from simt.views.kit.progress import SweepProgress

    with polled() as is_interrupted:
        progress = SweepProgress(is_shown=False if is_quiet else None, is_interrupted=_noting(is_interrupted))
        try:
            yield progress.points, compile_note(progress, is_quiet=is_quiet)
        except KeyboardInterrupt:
            progress.close()
            leave_interrupted(interrupted)
        finally:
            progress.close()


def whole_or_part(call: Callable[[], _Made]) -> _Made:
    """Return the result of a function that works point by point; after Ctrl-C its result for the finished points."""
    try:
        return call()
    except PartlyDone as part:
        return cast("_Made", part.done)


def leave_interrupted(text: str) -> NoReturn:
    """Report an interruption with this text, and end the command."""
    say("interrupted", text)
    sys.exit(EXIT_INTERRUPTED)


# --- when it is over --------------------------------------------------------------------------------------------------


def report_run(result: Result, *, is_quiet: bool) -> None:
    """Report a stop or a failed check, and, unless quiet, jumps on which lanes disagreed."""
    if not is_quiet and result.disagreements.any():
        from simt.views.run.stops import jump_warnings

        show(jump_warnings(result))
    if result.stop is not None:
        from simt.views.run.stops import stop_diagnostic

        show([stop_diagnostic(result)])
    elif result.check is not None and not result.check.passed:
        from simt.views.run.stops import check_diagnostic

        show([check_diagnostic(result)])


def show_printed(result: Result) -> None:
    """Write the kernel's `printf` output to standard output, and report missing parts on stderr."""
    if result.printed:
        echo(result.printed, nl=not result.printed.endswith("\n"))
    if result.lost_prints:
        from simt.result.printed import lost_text

        note(f"note: {lost_text(result.lost_prints)}")


def leave(result: Result, problems: Sequence[SimtError]) -> NoReturn:
    """Report the problems, and end the command with the status of the run and the problems (`exit_status`)."""
    for problem in problems:
        show_error(problem)
    click.get_current_context().exit(exit_status(result, problems))


def exit_status(result: Result, problems: Sequence[SimtError]) -> int:
    """Return the status of the first of these: a stop, problems with files or the oracle, findings, a failed check."""
    if result.stop is not None:
        return EXIT_INTERRUPTED if result.stop.kind == "interrupted" else EXIT_STOP
    if problems:
        return EXIT_USAGE
    if result.findings is not None and not result.findings.is_clean:
        return EXIT_FOUND
    return EXIT_CHECK if result.check is not None and not result.check.passed else 0


def tell_bugs(bugs: Sequence[str], what: str) -> None:
    """Report the number of points, or designs, that met a bug of simt, and the first five bugs.

    what: the word for them, in the plural.
    """
    for bug in bugs[:5]:
        say("internal", f"internal error: {bug}")
    if bugs:
        tell(f"{len(bugs)} {what} met a bug of simt; they have no result and are tried again")


def leave_points(outcome: Outcome | Searched, interrupted: str, *, is_wrong: bool) -> None:
    """End a sweep or a search with its status, unless the status is 0.

    interrupted: the message after a Ctrl-C. is_wrong: whether a result is wrong, or none is good.
    """
    if outcome.is_interrupted:
        leave_interrupted(interrupted)
    if outcome.bugs:
        sys.exit(EXIT_BUG)
    if is_wrong:
        sys.exit(EXIT_CHECK)


# --- words ------------------------------------------------------------------------------------------------------------


class Form:
    """The form of errors and warnings: text, or under --json JSON objects, each on a line of its own.

    is_quiet: whether -q is given, so that warnings are not shown.
    """

    is_json = False
    is_quiet = False

    @classmethod
    def choose(cls, *, is_json: bool) -> None:
        """Choose the form of all messages, including the message that is written when the process is ended."""
        cls.is_json, cls.is_quiet = is_json, False
        interrupts.words(_json("interrupted", "interrupted") if is_json else "interrupted")


def warnings_shown() -> AbstractContextManager[None]:
    """Show the warnings of all kernels that are read in the block, each once."""
    from simt.launch.doubts import heard

    return heard(lambda warnings: None if Form.is_quiet else show(warnings))


def show(diagnostics: Sequence[Diagnostic]) -> None:
    """Write diagnostics to stderr."""
    if Form.is_json:
        for entry in diagnostics:
            place = {"file": entry.file or None, "line": entry.line or None, "column": entry.column or None}
            echo(_json(entry.code, entry.message, entry.severity, place, entry.help), err=True)
    elif diagnostics:
        from isa.reporting.diagnostics import render

        echo(render(diagnostics, is_colored(sys.stderr), columns(sys.stderr)), err=True)


def show_error(error: SimtError) -> None:
    """Write an error to stderr: its diagnostics with their source lines, or its message if it has none.

    Warnings that were shown before are left out.
    """
    if diagnostics := getattr(error, "diagnostics", []):
        from simt.launch.doubts import unreported

        show(unreported(diagnostics))
    elif "\n" in error.message and not Form.is_json:
        tell(str(error))
    else:
        from isa.reporting.diagnostics import Diagnostic

        show([Diagnostic(error.code, "error", error.message, help=error.help)])


def warn(code: str, message: str, advice: str) -> None:
    """Write a warning to stderr that is about no place in a file."""
    from isa.reporting.diagnostics import Diagnostic

    show([Diagnostic(code, "warning", message, help=advice)])


def say(word: str, text: str) -> None:
    """Write a problem without a code to stderr, on one line, as its end may be a command to copy.

    word: the word that takes the place of a code in JSON.

    The word "interrupted" is also noted, so that the interruption is not reported again.
    """
    if word == "interrupted":
        interrupts.said()
    echo(_json(word, text) if Form.is_json else text, err=True)


def _json(
    code: str, message: str, severity: str = "error", place: Mapping[str, object] | None = None, advice: str = ""
) -> str:
    place = place or {"file": None, "line": None, "column": None}
    return json.dumps({"code": code, "severity": severity, "message": message, **place, "help": advice or None})
