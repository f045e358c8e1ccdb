"""The `simt` command: the table of verbs, loading them on demand, and the one place where errors become exit statuses.

A command has to start quickly: this module imports click and nothing heavier, and each verb's module when it is called.
"""

from __future__ import annotations

import atexit
import contextlib
import errno
import inspect
import os
import sys
import weakref
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import click
from click.shell_completion import shell_complete

from isa.reporting.diagnostics import SimtError, folded
from simt.cli import interrupts
from simt.cli.completions import COMPLETE
from simt.cli.echo import columns, echo
from simt.cli.notes import forget_notes, show_notes
from simt.cli.options import SuggestingGroup
from simt.cli.panels import in_columns
from simt.cli.reporting import EXIT_BUG, EXIT_INTERRUPTED, Form, say, show, show_error, warnings_shown
from simt.cli.streams import open_streams, take_every_text
from simt.version import __version__

# The verbs by what a person does, each with its description, in 25 characters. Each is the function of its name in the
# module of its name. `simt --help` has this order, and fits a screen of 80 x 24.
GROUPS: dict[str, dict[str, str]] = {
    "Run a kernel": {
        "init": "begin: kernel and machine",
        "kernels": "shipped: list, copy one",
        "run": "cycle by cycle, checked",
        "check": "races, unwritten reads",
    },
    "Look at a run": {
        "why": "what costs cycles",
        "trace": "over time; traces",
        "report": "source and time, one page",
    },
    "Change something": {
        "diff": "two runs side by side",
        "tune": "the fastest launch",
        "gate": "fail if it gets slower",
    },
    "Explore designs": {
        "sweep": "grids of machines",
        "explore": "the best designs",
        "experiment": "the papers' figures",
    },
    "Model without simulating": {
        "model": "predict a time",
        "compare": "predicted with simulated",
        "calibrate": "measure a machine",
    },
    "Describe code and machines": {
        "asm": "assemble: listing, words",
        "disasm": "words to assembly",
        "isa": "instructions",
        "machine": "list, show, diff, keys",
        "memory": "global memory alone",
    },
    "Set up, and help": {
        "explain": "an error or a reason",
        "doctor": "is all installed?",
        "warm": "compile the engines now",
        "completion": "of words, in a shell",
    },
}
VERBS = [name for verbs in GROUPS.values() for name in verbs]

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG)  # the errors of a stream that takes no more
_BUG = """\
This is a bug of simt, not a mistake of yours. Please report it with the command line and its
input files, and with what SIMT_TRACEBACK=1 in the environment adds to this message."""
_MORE = "Options of a command: simt COMMAND --help. Exit statuses: simt explain --help."


class _Verbs(SuggestingGroup):
    """A group whose commands are imported when they are called, with the error boundary around them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return VERBS

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        command: click.Command = getattr(import_module(f"simt.cli.{cmd_name}"), cmd_name)
        return command

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the first screen for click."""
        width = min(columns(sys.stdout) or 80, 80)
        usage, *about = inspect.cleandoc(self.help or "").split("\n")
        above, below = ("\n".join(folded(text, width)) for text in (" ".join(about), _MORE))
        formatter.write(f"{usage}\n{above}\n\n{in_columns(GROUPS, width)}\n{below}\n")

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Run the command line and exit with its status, whatever error it raises."""
        arguments = list(sys.argv[1:] if args is None else args)
        take_every_text()
        Form.choose(is_json="--json" in arguments)
        forget_notes()
        with warnings_shown():
            status = self._status(arguments)
        if interrupts.heard():
            if status != EXIT_INTERRUPTED:  # it came too late to have an effect
                say("interrupted", "interrupted")
            status = EXIT_INTERRUPTED
            interrupts.said()
        _finish_output()
        sys.exit(status)

    def _status(self, arguments: list[str]) -> int:
        """Run the command line; return its status. Errors become messages here."""
        status = 0
        try:
            if COMPLETE in os.environ:
                sys.exit(shell_complete(self, {}, "simt", COMPLETE, os.environ[COMPLETE]))
            with self.make_context("simt", arguments) as context:
                self.invoke(context)
            show_notes()
        except click.exceptions.Exit as leave:
            status = leave.exit_code
            show_notes()
        except BrokenPipeError:  # the reader has seen enough
            status = 0
        except (KeyboardInterrupt, click.Abort):
            show_notes(is_error=True)
            say("interrupted", "interrupted")
            status = EXIT_INTERRUPTED
        except click.exceptions.NoArgsIsHelpError as error:
            say("usage", error.format_message())
            status = error.exit_code
        except click.ClickException as error:
            from simt.cli.usage import usage_diagnostic

            show([usage_diagnostic(error, arguments)])
            status = error.exit_code
        except Exception as error:
            status = _report(error)
        show_notes(is_error=True)  # those that still wait
        return status


def _finish_output() -> None:
    """Flush standard output; output that fails must not be tried again when the interpreter ends."""
    try:
        if sys.stdout is not None:  # None: the caller closed it
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _report(error: Exception) -> int:
    """Report an error on stderr; return the exit status."""
    if interrupts.heard() and not os.environ.get("SIMT_TRACEBACK"):  # exceptions in odd places end up here
        say("interrupted", "interrupted")
        return EXIT_INTERRUPTED
    if isinstance(error, OSError) and error.errno in _FULL and error.filename is None:  # of click's own output
        from simt.cli.output import output_error

        error = output_error(error)
    if isinstance(error, SimtError):
        show_error(error)
        return error.exit_status
    if os.environ.get("SIMT_TRACEBACK"):
        import traceback

        echo("".join(traceback.format_exception(error)), err=True, nl=False)
    text = str(error).split("\n", 1)[0]
    say("internal", f"internal error: {type(error).__name__}{': ' if text else ''}{text}\n{_BUG}")
    return EXIT_BUG


@click.group(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="simt %(version)s")
def cli() -> None:
    """Usage: simt COMMAND [ARGUMENT]...
    A workbench for small SIMT vector processors: run a kernel cycle by cycle on a
    machine that you describe, and see where every cycle went. Begin with simt init.
    """


def main() -> NoReturn:
    """Run the console script."""
    open_streams()
    interrupts.hear()
    status: object = EXIT_INTERRUPTED
    try:
        cli.main()
    except SystemExit as end:
        status = end.code
    except KeyboardInterrupt:
        interrupts.end()
    _leave(status)


def _leave(status: object) -> NoReturn:
    """End the process as Python does, but leave LLVM's memory to the system, which saves a second.

    Threads that are still in LLVM, or in a run, are not waited for, so nothing that they may use is freed.
    """
    if sys.gettrace() is not None or sys.getprofile() is not None:
        sys.exit(status)  # type: ignore[arg-type]
    interrupts.listen_no_more()
    for finalizer in list(weakref.finalize._registry):  # type: ignore[attr-defined]
        alive = finalizer.peek()
        if alive and getattr(alive[1], "func", alive[1]).__module__.startswith(("numba.", "llvmlite.")):
            finalizer.atexit = False
    with contextlib.suppress(Exception):
        atexit._run_exitfuncs()
    _finish_output()
    sys.stderr.flush()
    os._exit(status if isinstance(status, int) else 1)


if __name__ == "__main__":
    main()
