"""The `simt` command: the table of verbs, loading them on demand, and the one place where errors become exit statuses.

A command has to start quickly: this module imports click and nothing heavier, and each verb's module when it is called.
"""

from __future__ import annotations

import atexit
import contextlib
import errno
import io
import os
import sys
import weakref
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import click
from click.shell_completion import shell_complete

from simt.cli import interrupts
from simt.cli.echo import echo
from simt.cli.options import SuggestingGroup
from simt.cli.reporting import EXIT_BUG, EXIT_INTERRUPTED, STATUSES, Form, say, show_error, warnings_shown
from simt.cli.streams import open_streams, take_every_text
from simt.version import __version__

# name: (module:command, one line of help). The order is the order of `simt --help`.
VERBS: dict[str, tuple[str, str]] = {
    "run": ("simt.cli.run:run", "Run a kernel cycle by cycle and show where the cycles went."),
    "trace": ("simt.cli.trace:trace", "Show a run over time: masks, warps, units; pictures and traces."),
    "report": ("simt.cli.report:report", "Show a run in one HTML file: source beside timeline, ledgers."),
    "experiment": ("simt.cli.experiment:experiment", "The branching article's figures, and their numbers."),
    "sweep": ("simt.cli.sweep:sweep", "Run kernels over grids of machines, resumably; tables, plots, CSV."),
    "explore": ("simt.cli.explore:explore", "Find the designs that no other beats in time and FPGA resources."),
    "tune": ("simt.cli.tune:tune", "Find a kernel's fastest launch: work-group size, -D, machine keys."),
    "model": ("simt.cli.model:model", "Predict a kernel's time from counts, without simulating."),
    "compare": ("simt.cli.compare:compare", "Compare predicted with simulated cycles: errors, stacks, plots."),
    "calibrate": ("simt.cli.calibrate:calibrate", "Measure a machine by microkernels; compare with its keys."),
    "asm": ("simt.cli.asm:asm", "Assemble a kernel: listing, words, JSON, control-flow graph."),
    "disasm": ("simt.cli.disasm:disasm", "Turn instruction words back into assembly text."),
    "isa": ("simt.cli.isa:isa", "The instruction set: the table, or one instruction in full."),
    "machine": ("simt.cli.machine:machine", "Machines: list, show, diff (compare two), schema (the keys)."),
    "memory": ("simt.cli.memory:memory", "Global memory: run (a trace), map (who owns what), clients, bench."),
    "check": ("simt.cli.check:check", "Find races and reads of unwritten words, in any order of warps."),
    "why": ("simt.cli.why:why", "What each limit of the machine costs a run, and what would help."),
    "diff": ("simt.cli.diff:diff", "Two runs side by side: cycles, ledgers, each source line."),
    "gate": ("simt.cli.gate:gate", "Fail if kernels take more cycles than before: limits, a baseline."),
    "explain": ("simt.cli.explain:explain", "Explain an error code."),
    "warm": ("simt.cli.warm:warm", "Compile the kinds of engine before they are needed."),
    "doctor": ("simt.cli.doctor:doctor", "Versions, the compile cache, and whether it works."),
}

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG)  # the errors of a stream that takes no more
_BUG = """\
This is a bug of simt, not a mistake of yours. Please report it with the command line and its
input files, and with what SIMT_TRACEBACK=1 in the environment adds to this message."""
_COMPLETE = "_SIMT_COMPLETE"  # the variable through which shells ask for completions


class _Verbs(SuggestingGroup):
    """A group whose commands are imported when they are called, with the error boundary around them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        module, _, attribute = VERBS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in VERBS.items()])
        with formatter.section("Exit statuses"):
            formatter.write_dl([(str(status), text) for status, text in STATUSES.items()])

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Run the command line and exit with its status, whatever error it raises."""
        arguments = list(sys.argv[1:] if args is None else args)
        take_every_text()
        Form.choose(is_json="--json" in arguments)
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
            if _COMPLETE in os.environ:
                sys.exit(shell_complete(self, {}, "simt", _COMPLETE, os.environ[_COMPLETE]))
            with self.make_context("simt", arguments) as context:
                self.invoke(context)
        except click.exceptions.Exit as leave:
            status = leave.exit_code
        except BrokenPipeError:  # the reader has seen enough
            status = 0
        except (KeyboardInterrupt, click.Abort):
            say("interrupted", "interrupted")
            status = EXIT_INTERRUPTED
        except click.ClickException as error:
            text = io.StringIO()
            error.show(text)
            say("usage", error.format_message() if Form.is_json else text.getvalue().removesuffix("\n"))
            status = error.exit_code
        except Exception as error:
            status = _report(error)
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
    from isa.reporting.diagnostics import SimtError

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
    """A workbench for small SIMT vector processors.

    Assemble a kernel, run it cycle by cycle on a described machine, and see where every cycle went.

    \b
      simt run fft128.s --warp 4     a shipped kernel on the paper's machine
      simt run fft128.s --banks 8    the same with eight banks of local memory
      simt COMMAND --help            the options of a command
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
