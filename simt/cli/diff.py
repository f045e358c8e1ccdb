"""`simt diff`: two runs side by side."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from simt.cli.echo import is_colored
from simt.cli.kernel import KernelChoice, launch_options
from simt.cli.options import argument, command, json_option, option, output_option, parse_defines, parse_size_option
from simt.cli.output import suffix_of, write_answer
from simt.cli.pairs import inputs_of
from simt.cli.reporting import exit_status, report_run, show_error

if TYPE_CHECKING:
    from simt.diagnosis.saved import SavedRun
    from simt.launch.prepared import PreparedLaunch

_TO = option("--to settings", "KEY=VALUE...", "A machine key of B alone, e.g. local.banks=8; may be repeated.")
_TO_MACHINE = option("--to-machine", "MACHINE", "The machine of B.  [default: the machine of A]")
_TO_DEFINE = option("--to-define to_defines", "NAME=VALUE...", "A value of -D of B alone; may be repeated.",
                    callback=parse_defines)  # fmt: skip
_TO_GLOBAL = option("--to-global-size", "SIZE", "--global-size of B alone.", callback=parse_size_option)
_TO_LOCAL = option("--to-local-size", "SIZE", "--local-size of B alone.", callback=parse_size_option)
_TO_THREADS = option("--to-threads", int, "--threads of B alone.")
_TO_OFFSET = option("--to-offset", "SIZE", "--offset of B alone.", callback=partial(parse_size_option, least=0))
_TO_SEED = option("--to-seed", click.IntRange(0), "--seed of B alone.  [default: the seed of A]", metavar="INTEGER")
_TO_IN = option("--to-in to_given", "NAME=FILE...", "A value of --in of B alone; may be repeated.")
_OUTPUT = output_option(
    "Write to FILE instead: .txt, .json, or .html, a page with the timelines of both over one another."
)
_PAGES = (".html", ".htm")
_FORMATS = (".txt", ".json", *_PAGES)


@command(
    epilog="Exit status: 0 good, 1 a check failed, 2 usage, machine or file error, 3 assembly error, 4 trap, "
    "deadlock or cycle limit, 130 interrupted."
)
@launch_options(
    after={
        "-m": [_TO, _TO_MACHINE],
        "-D": [_TO_DEFINE],
        "--local-size": [_TO_GLOBAL, _TO_LOCAL],
        "--offset": [_TO_THREADS, _TO_OFFSET],
        "--in": [_TO_IN],
        "--seed": [_TO_SEED],
        "--max-cycles": [json_option, _OUTPUT],
    }
)
@argument("other", "KERNEL", required=False, metavar="[OTHER]")
def diff(kernel: KernelChoice, other: str | None, as_json: bool, output: str | None, **of_b: Any) -> None:
    """Run KERNEL (A) and OTHER (B), and compare: cycles, ledgers, and each source line.

    \b
      simt diff transpose transpose_padded
      simt diff fft128.s --to banks=8   the same kernel on another machine
      simt diff mm_local -m gtx280_core --to-define width=8
      simt diff mine.s@HEAD~1 mine.s    a revision of git against the file
      simt diff before.json after.json  runs that `simt run -o FILE.json` wrote
      simt diff A B -o x.html           a page: both timelines on one scale

    Lines are matched by their text, across edits. The changes of all lines, and of issue slots on no line, add up to
    the difference of the ledger. Kernel, inputs and machine are chosen as for `simt run`, and apply to both; options
    that begin with --to are for B alone. (`simt compare` compares a model's prediction with the simulator.)
    """
    suffix = suffix_of(output, _FORMATS, "a comparison is")
    page = suffix in _PAGES
    if page and as_json:
        raise click.UsageError("a page is not JSON: give --json or -o FILE.html, not both")
    from simt.launch.prepared import PreparedLaunch

    own = _Own(**of_b)
    if own.to_local_size is not None and own.to_threads is not None:
        raise click.UsageError("--to-local-size and --to-threads both say how large a work-group is: give one of them")
    if other is None and not own.texts:
        raise click.UsageError("compare with what? Name another kernel or run, or give --to KEY=VALUE")
    sides = _side(kernel), _side_b(own.side(kernel, other or kernel.name))
    if own.texts and not isinstance(sides[1], PreparedLaunch):
        raise click.UsageError(f"{other} is a run that has ended: leave out {own.texts[0]}")
    if not any(isinstance(side, PreparedLaunch) for side in sides) and (useless := _of_launches()):
        raise click.UsageError(f"{kernel.name} and {other} are runs that have ended: leave out {useless[0]}")
    from simt.verbs.diff import diff as verb

    compared = kernel.answer(verb, [], *sides, record=page)
    names = (kernel.name, " ".join([other or kernel.name, *own.texts]))
    if page:
        write_answer(output, compared.page(names), is_quiet=kernel.is_quiet)
    else:
        is_color = not output and is_colored(sys.stdout)
        text = compared.to_json() if as_json or suffix == ".json" else compared.text(names, color=is_color)
        write_answer(output, text, is_quiet=kernel.is_quiet, is_text=not as_json)
    runs = [run for run in compared.runs if run is not None]
    for run in runs:
        report_run(run, is_quiet=kernel.is_quiet)
    for problem in compared.problems:
        show_error(problem)
    statuses = [*(exit_status(run, ()) for run in runs), *(problem.exit_status for problem in compared.problems)]
    click.get_current_context().exit(next(filter(None, statuses), 0))


def _of_launches() -> list[str]:
    """Return the options of the command line that only launches use."""
    context = click.get_current_context()
    return [
        max(one.opts, key=len)
        for one in context.command.params
        if isinstance(one, click.Option)
        and one.name not in ("is_quiet", "as_json", "output")
        and context.get_parameter_source(str(one.name)) is ParameterSource.COMMANDLINE
    ]


@dataclass(frozen=True)
class _Own:
    """The words of B alone: the values of the options that begin with --to."""

    settings: tuple[str, ...]
    to_machine: str | None
    to_defines: Mapping[str, str]
    to_global_size: tuple[int, ...] | None
    to_local_size: tuple[int, ...] | None
    to_threads: int | None
    to_offset: tuple[int, ...] | None
    to_seed: int | None
    to_given: tuple[str, ...]

    @property
    def texts(self) -> list[str]:
        """The options, as they are written."""
        from simt.launch.sizes import size_text

        words = ((name.replace("_", "-"), value) for name, value in self._words.items())
        return [
            *([f"--to-machine {self.to_machine}"] if self.to_machine else []),
            *(f"--to {text}" for text in self.settings),
            *(f"--to-define {name}={value}" for name, value in self.to_defines.items()),
            *(f"--to-{name} {value if isinstance(value, int) else size_text(value)}" for name, value in words),
            *(f"--to-in {text}" for text in self.to_given),
        ]

    @property
    def _words(self) -> dict[str, Any]:
        """The given sizes and the seed, by their names in `Words`."""
        names = ("global_size", "local_size", "offset", "threads", "seed")
        return {name: value for name in names if (value := getattr(self, f"to_{name}")) is not None}

    def side(self, kernel: KernelChoice, name: str) -> KernelChoice:
        """Return the choice of B: the choice of A, with another kernel and these words in place of A's."""
        machine = replace(kernel.machine, changes=self.settings)
        if self.to_machine:
            machine = replace(machine, name=self.to_machine, spelled="--to-machine")
        own = self._words
        if own.keys() & {"local_size", "threads"}:  # one of them replaces the other
            own = {"local_size": None, "threads": None} | own
        words = replace(kernel.words, defines={**kernel.words.defines, **self.to_defines}, **own)
        replaced = inputs_of(self.to_given, "--to-in")
        given = tuple(text for text in kernel.given if text.partition("=")[0].strip() not in replaced)
        is_quiet = kernel.is_quiet or name == kernel.name
        return replace(
            kernel, name=name, machine=machine, words=words, given=(*given, *self.to_given), is_quiet=is_quiet
        )


def _side_b(choice: KernelChoice) -> SavedRun | PreparedLaunch:
    """Return the run of B as `_side` does. An input that does not fit may fit A, and B can have one of its own."""
    from simt.launch.inputs import InputError

    try:
        return _side(choice)
    except InputError as error:
        if error.code == InputError.code:
            error.message = f"B: {error.message}"
            error.help = "an input of B alone: --to-in NAME=FILE" + (f"; or {error.help}" if error.help else "")
        raise


def _side(choice: KernelChoice) -> SavedRun | PreparedLaunch:
    """Return the run that a side names: read from its file, or prepared."""
    from simt.verbs.diff import kernel_at, saved_run

    run = saved_run(choice.name)
    if run is not None:
        return run
    earlier = kernel_at(choice.name, choice.words.defines, choice.words.include_paths)
    return choice.launch() if earlier is None else choice.prepare(earlier)
