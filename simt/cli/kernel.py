"""The options of a verb that runs a kernel, and the call of the verb's function.

The verb is decorated with `launch_options` and receives a `KernelChoice` as `kernel`. It passes the choice to the
verb's function in place of a launch; the kernel is read when the function needs it.

    result = kernel.answer(run, problems, record=True)
    kernel.show(trace, lambda traced: ..., views="warps")    # and the end of the command

The messages and exit statuses are in `simt.cli.reporting`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, cast

import click

from isa.reporting.diagnostics import SimtError, listed, quote
from simt.cli.notes import note, note_no_oracles
from simt.cli.options import (
    Decorator,
    MachineChoice,
    argument,
    kernel_options,
    machine_options,
    option,
    parse_size_option,
    quiet_option,
    stacked,
)
from simt.cli.pairs import inputs_of, once, pairs
from simt.cli.reporting import leave, report_run, runs_shown, tell_oracle, usage_errors, warn

if TYPE_CHECKING:
    from simt.launch.kernels import LoadedKernel
    from simt.launch.prepared import PreparedLaunch
    from simt.launch.words import Words

Answer = TypeVar("Answer")


@dataclass(frozen=True, kw_only=True)
class KernelChoice:
    """The command line's choices of kernel, inputs and machine, and of a run in general.

    - name: the kernel's name, a file, or - for standard input.
    - machine: the choice of the machine.
    - words: the words of the launch, without inputs and objects.
    - given, bindings: the texts of --in and --bind.
    - is_quiet: whether -q is given.
    - is_compared: whether the verb compares the result with the oracle.
    - is_trusted: whether an oracle beside the kernel runs even if the command does not name it.
    - max_cycles: the value of --max-cycles; None for the verb's default.
    """

    name: str
    machine: MachineChoice
    words: Words
    given: tuple[str, ...]
    is_quiet: bool
    is_compared: bool
    is_trusted: bool
    bindings: tuple[str, ...] = ()
    max_cycles: int | None = None

    @cached_property
    def loaded(self) -> LoadedKernel:
        """The kernel, loaded when it is first needed.

        Raises `SimtError`, and `click.UsageError` if two things are to come from standard input.
        """
        from simt.launch.naming import load_named

        sources = {"kernel": self.name, "machine": self.machine.name, "storage manager": self.words.storage}
        if len(names := [what for what, source in sources.items() if source == "-"]) > 1:
            raise click.UsageError(f"the {names[0]} and the {names[1]} cannot both come from standard input")
        return load_named(self.name, self.words.defines, self.words.include_paths)

    @cached_property
    def _launch(self) -> PreparedLaunch:
        return self.prepare(self.loaded)

    def launch(self) -> PreparedLaunch:
        """Return the launch, which is prepared at the first call. Raises the errors of `loaded` and `prepare`."""
        return self._launch

    def prepare(self, kernel: LoadedKernel) -> PreparedLaunch:
        """Prepare the launch of a kernel, and report on stderr a foreign oracle and missing inputs, unless quiet.

        Raises the errors of `simt.Launch`, `click.UsageError` and `GivenTwiceError`.
        """
        from simt.launch.prepared import prepare_launch
        from simt.launch.words import Beside

        if self.bindings and self.words.storage is None:
            raise click.UsageError("--bind names objects of a storage manager: give --storage new, or a file, too")
        bind = once(pairs(self.bindings, "--bind takes BUFFER=OBJECT, not"), "--bind")
        words = replace(self.words, bind=bind, inputs=inputs_of(self.given))
        file = kernel.oracle_beside
        if file is not None and words.oracle is None:
            tell_oracle(file, is_quiet=self.is_quiet, is_run=self.is_trusted)
            if not self.is_trusted:
                words = replace(words, oracle=Beside.SHIPPED)
        # No foreign code is run for a machine that cannot be.
        own = self.machine.name
        machine, origins = replace(self.machine, name=kernel.machine or None if own is None else own).resolve()
        with self._progress_of(kernel) as watchers:
            inputs = kernel.launch_inputs(words, machine, **watchers)
        if words.seed != 1 and inputs.oracle is None and not self.is_quiet and not kernel.is_step:
            note("note: --seed has no effect: no oracle makes inputs from it")
        if words.oracle is False:
            note_no_oracles([self.name], is_quiet=self.is_quiet)
        if words.oracle is False and self.is_compared and not self.is_quiet and not kernel.is_step:
            _warn_of_zeros(kernel, inputs.values)
        return prepare_launch(kernel, inputs, machine, origins, words)

    @contextmanager
    def _progress_of(self, kernel: LoadedKernel) -> Iterator[dict[str, Any]]:
        """Show the progress of the earlier launches of a pipeline, if the kernel is a launch of one."""
        if not kernel.is_step:
            yield {}
            return
        with runs_shown("cycle", is_quiet=self.is_quiet) as watchers:
            yield watchers

    def call(self, verb: Callable[..., Answer], *of: Any, unit: str = "cycle", **options: Any) -> Answer:
        """Call a verb's function and return its outcome. Progress goes to stderr, counted in `unit`s.

        of: the positional arguments, by default this kernel. Raises the errors of `verb`.
        """
        from simt.launch.naming import is_launch

        if not of and is_launch(self.name):
            self.launch()  # under a progress of its own
        with runs_shown(unit, is_quiet=self.is_quiet) as watchers:
            return verb(*(of or (self,)), max_cycles=self.max_cycles, **watchers, **options)

    def answer(self, verb: Callable[..., Answer], problems: list[SimtError], *of: Any, **options: Any) -> Answer:
        """Call a verb's function as `call` does. An error with a result joins `problems`; its result is returned."""
        try:
            return self.call(verb, *of, **options)
        except SimtError as error:
            if error.result is None:
                raise
            problems.append(error)
            return cast("Answer", error.result)

    def show(self, verb: Callable[..., Answer], show: Callable[[Answer], object], **options: Any) -> NoReturn:
        """Show the outcome of a verb's function, report how its run ended, and end the command with the run's status.

        If the outcome of a run that stopped cannot be shown, both are reported, and the stop decides the status.
        """
        from simt.result.result import Result

        problems: list[SimtError] = []
        outcome: Any = self.answer(verb, problems, **options)
        run = outcome if isinstance(outcome, Result) else outcome.run
        try:
            if not isinstance(outcome, Result):
                show(outcome)
        except SimtError as error:
            problems.append(error)
        report_run(run, is_quiet=self.is_quiet)
        leave(run, problems)


def _warn_of_zeros(kernel: LoadedKernel, inputs: Mapping[str, Any]) -> None:
    """Warn if --no-oracle comes with data for only some of the arrays that the oracle fills: mostly a mistake."""
    from isa.reporting.files import is_file

    oracle = None if kernel.path is None else kernel.path.with_suffix(".py")
    if oracle is None or not inputs or not is_file(oracle):
        return
    from simt.launch.inputs import names_in_oracle

    filled = names_in_oracle(oracle, kernel.program)
    missing = [name for name in filled if name not in inputs]
    if not missing or len(missing) == len(filled):
        return
    are, them = ("have no --in and are 0", "them") if len(missing) > 1 else ("has no --in and is 0", "it")
    advice = f"without --no-oracle {oracle.name} fills {them}"
    warn("W0601", f"{listed((quote(name) for name in missing), 'and')} {are}", advice)


def launch_options(
    *,
    is_compared: bool = True,
    is_trusted: bool = True,
    limit: str = "Stop after N cycles.",
    most: int = 50_000_000,
    without: Collection[str] = (),
    after: Mapping[str, Sequence[Decorator]] | None = None,
) -> Decorator:
    """Give a verb KERNEL and the options of a run, and pass them on as one `kernel` argument, a `KernelChoice`.

    - is_compared, is_trusted: as in `KernelChoice`.
    - limit: the help of --max-cycles.
    - most: the default of --max-cycles.
    - without: the first flags of options that the verb does not have.
    - after: the verb's own options, by the first flag of the option after which --help lists them.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def wrapper(*args: Any, **values: Any) -> Any:
            from simt.launch.words import Words
            from simt.verbs.keywords import taken

            oracle, no_oracle = values.pop("oracle"), values.pop("no_oracle", False)
            words = Words(oracle=False if no_oracle else oracle, **taken(values, Words))
            choice = KernelChoice(
                words=words, is_compared=is_compared, is_trusted=is_trusted, **taken(values, KernelChoice)
            )  # fmt: skip
            if words.local_size is not None and words.threads is not None:
                raise click.UsageError(
                    "--local-size and --threads both say how large a work-group is: give one of them"
                )
            if oracle and no_oracle:
                raise click.UsageError("--oracle and --no-oracle exclude each other")
            with usage_errors():
                return function(*args, kernel=choice, **values)

        options, placed = _launch_options(is_compared, is_trusted, f"{limit}  [default: {most}]"), after or {}
        wanted = {flag: decorator for flag, decorator in options.items() if flag not in without}
        assert placed.keys() <= wanted.keys(), "a flag in `after` is not one of these options"
        groups = ((decorator, *placed.get(flag, ())) for flag, decorator in wanted.items())
        return stacked(*chain.from_iterable(groups))(wrapper)

    return decorate


def _launch_options(is_compared: bool, is_trusted: bool, limit: str) -> dict[str, Decorator]:
    """Return the options by their first flags, in the order of --help.

    The argument of each option is a field of `KernelChoice` or of `Words`.
    """
    results, comparing = (" and expected results", ", nothing is compared") if is_compared else ("", "")
    oracle = f"Python file with inputs{results}, instead of KERNEL.py."
    if not is_trusted:
        oracle = (
            "Python file with sizes, inputs and tables. A shipped kernel has its own; another's, beside it, is not run "
            "unless it is named here."
        )
    return {
        "KERNEL": argument("name", metavar="KERNEL"),
        "-m": machine_options,
        "-D": kernel_options,
        "--global-size": option("-g --global-size", "SIZE", "Work-items of the launch: 65536, 1024x1024 or 64x8x4.  "
                           "[default: the oracle's, else one work-group]", callback=parse_size_option),
        "--local-size": option("-l --local-size", "SIZE", "Work-items of a work-group: 256, 16x16 or 8x8x4.  "
                          "[default: the oracle's, else .threads, else at most 64]", callback=parse_size_option),
        "--threads": option("--threads", int,
                            "Threads of a work-group: --local-size in one dimension, in place of .threads."),
        "--offset": option("--offset", "SIZE", "What is added to global_id_x, or to _x, _y and _z: 16 or 16x0x4.  "
                           "[default: 0]", callback=functools.partial(parse_size_option, least=0)),
        "--in": option("--in given", "NAME=FILE...", "Store a .npy, .npz, .csv or .txt file in an array, or a number "
                       "in a parameter; several as 1,2,3. A length, 1024, makes this many zeros for an array "
                       "without one. May be repeated."),
        "--oracle": option("--oracle", "FILE", oracle),
        "--no-oracle": option("--no-oracle", bool, f"Leave the oracle alone: arrays without --in are 0{comparing}."),
        "--seed": option("--seed", click.IntRange(0), "Seed of the oracle's inputs.", default=1, show_default=True),
        "--max-cycles": option("--max-cycles", click.IntRange(1), limit, metavar="N"),
        "--storage": option("--storage", "FILE|new", "Make the buffers objects of the storage "
                                 "manager whose state is in FILE, or of a new one (docs/memory.md)."),
        "--bind": option("--bind bindings", "BUFFER=OBJECT...", "Make a buffer this object: buffer:3, list:7, "
                         "texture:0.1 or image:source; may be repeated.  [default: the next buffer object]"),
        "-q": quiet_option,
    }  # fmt: skip
