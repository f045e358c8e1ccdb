"""Options that several verbs share: which machine, which kernel with which inputs, where output goes.

A verb that takes a machine is decorated with `machine_options` and receives one argument, `machine`, a `MachineChoice`;
`machine.resolve()` gives the machine and the origin of each of its keys. The options of a verb that runs a kernel are
in `simt.cli.kernel`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from isa.reporting.diagnostics import did_you_mean, listed, quote
from simt.cli.completions import completion
from simt.cli.notes import note
from simt.cli.pairs import once
from simt.cli.panels import PanelledCommand
from simt.cli.reporting import Form
from simt.launch.how import DEFAULT_SAMPLE
from simt.machine.rules import ORGANISATIONS, SCHEDULERS

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from simt.machine import Machine
    from simt.machine.settings import Origin

Function = TypeVar("Function", bound=Callable[..., Any])
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


# Short options: the name of a machine key or its alias, the type, the help text.
class _Slots(click.ParamType[int | list[str]]):
    """A value of `vliw.slots`: a number, or kinds with commas between them."""

    name = "slots"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | list[str]:
        """Convert a text for click. Whether there are these slots is checked by the verbs."""
        text = str(value).strip()
        if text.lstrip("-").isdecimal():
            return int(text)
        return [kind.strip() for kind in text.strip("[]").replace('"', "").split(",")]


SLOTS = _Slots()

FLAGS: dict[str, tuple[object, str]] = {
    "warp": (int, "Lanes of a warp; without -m, 4, 8 and 16 name the paper's machines."),
    "warps": (int, "Warps that the processor holds."),
    "banks": (int, "Banks of local memory, its size unchanged."),
    "scheduler": (str, f"Scheduling rule: {listed(SCHEDULERS)}."),
    "vliw": (
        SLOTS,
        "Slots of a bundle: 1, 2 (local memory, compute), 3 (local memory, ALU, FPU), or the kind of each: "
        "lds,alu+fpu,alu+control.",
    ),
    "register-file": (str, f"How registers are kept: {listed(('auto', *ORGANISATIONS))}."),
    "cores": (int, "Processors that share work-groups and global memory."),
    "issue-width": (int, "Instructions that may issue in one cycle."),
}


def option(flags: str, takes: object, text: str, **more: Any) -> Callable[[Function], Function]:
    """Give a verb an option.

    - flags: its flags, and perhaps the name of its argument.
    - takes: bool for a flag, a list of choices, a type, or the name of a value in --help, with ... at the end if the
      option may be repeated.
    - text: its help.
    - more: further keywords of click.
    """
    word = takes if isinstance(takes, str) else flags.split()[0]
    more["shell_complete"] = completion(word)
    if isinstance(takes, str):
        more |= {"metavar": takes.removesuffix("..."), "multiple": takes.endswith("...")}
    elif takes is bool:
        more["is_flag"] = True
    else:
        more["type"] = click.Choice(takes) if isinstance(takes, list) else takes
    return click.option(*flags.split(), help=text, **more)


class _Percentage(click.ParamType[float]):
    """A percentage, whose option may stand without one; then the next word is not to be taken for it."""

    name = "percentage"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Convert a text for click."""
        try:
            return float(value)
        except ValueError:
            self.fail(f"{value!r} is not a percentage: write `--sample=2`, or `--sample` at the end", param, ctx)


def sample_option(which: str) -> Callable[[Function], Function]:
    """Give a verb --sample. which: the launches that it is about."""
    return option(
        "--sample", _Percentage(), f"Simulate {which} until the cycles are known to PERCENT of them. Without a "
        f"number: {DEFAULT_SAMPLE:g}.", is_flag=False,
        flag_value=DEFAULT_SAMPLE, metavar="[=PERCENT]",
    )  # fmt: skip


def _silence(_context: click.Context, _option: click.Parameter, is_quiet: bool) -> bool:
    Form.is_quiet = is_quiet
    return is_quiet


# -q, passed on as `is_quiet`, which also drops warnings.
quiet_option = option("-q --quiet is_quiet", bool, "Say nothing but what went wrong.", callback=_silence)


def argument(name: str, word: str = "", **more: Any) -> Callable[[Function], Function]:
    """Give a verb an argument. word: selects its completion (see `completion`), by default its metavar."""
    return click.argument(name, shell_complete=completion(word or more["metavar"]), **more)


command = functools.partial(click.command, cls=PanelledCommand)


class SuggestingGroup(click.Group):
    """A group that suggests the most similar command for an unknown one."""

    command_class = PanelledCommand

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve the command in `args` for click; an unknown one is a usage error."""
        known = self.list_commands(ctx)
        if args and args[0] not in known and not args[0].startswith("-"):
            from simt.cli.usage import Mistake

            advice = did_you_mean(args[0], known, f"the commands are {', '.join(known)}")
            raise Mistake(f"there is no command {quote(args[0])}", ctx, code="E0671", help=advice)
        return super().resolve_command(ctx, args)


class DefaultGroup(SuggestingGroup):
    """A group with a command, `default`, that need not be named."""

    def __init__(self, *args: Any, default: str, **more: Any) -> None:
        super().__init__(*args, **more)
        self.default = default

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments for click: unless the first is a command or --help, they are for the default command."""
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = [self.default, *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete with the commands, and with the options or the first argument of the default command."""
        command = self.commands[self.default]
        word = next(parameter for parameter in command.params if isinstance(parameter, click.Argument))
        with command.make_context(self.default, [], ctx, resilient_parsing=True) as own:
            more = (command if incomplete.startswith("-") else word).shell_complete(own, incomplete)
        return [*super().shell_complete(ctx, incomplete), *more]

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; the error of an unknown option names another command that has the option, if any."""
        try:
            return super().invoke(ctx)
        except click.NoSuchOption as error:
            for name, command in self.commands.items():
                if any(error.option_name in parameter.opts for parameter in command.params):
                    from simt.cli.usage import Mistake

                    message, advice = f"there is no option `{error.option_name}`", f"`simt {self.name} {name}` has it"
                    raise Mistake(message, error.ctx, code="E0672", help=advice) from None
            raise


@dataclass(frozen=True, slots=True)
class MachineChoice:
    """The command line's choice of a machine.

    - name: the value of -m; None if it is not given.
    - settings: the values of -s, KEY=VALUE.
    - flags: the values of the short machine options by name; None for an option that is not given.
    - changes: settings above all others, from --to.
    - spelled: the option that names the machine.
    """

    name: str | None
    settings: tuple[str, ...]
    flags: Mapping[str, object]
    changes: tuple[str, ...] = ()
    spelled: str = "-m"

    def resolve(self) -> tuple[Machine, dict[str, Origin]]:
        """Return the machine, and the origin of each key's value. Raises `MachineError`.

        Unless -q is given, notes on stderr name the keys that options or variables set without an effect.
        """
        from simt.machine import resolve_machine
        from simt.machine.effects import without_effect

        machine, origins = resolve_machine(
            self.name, self.settings, self.flags, changes=self.changes, option=self.spelled
        )
        for sentence in () if Form.is_quiet else without_effect(machine, origins):
            note(f"note: {sentence}")
        return machine, origins


def stacked(*options: Decorator) -> Decorator:
    """Return a decorator that gives a verb these options, in the order of --help."""
    return lambda function: functools.reduce(lambda decorated, option_: option_(decorated), reversed(options), function)


def gathered(change: Callable[[dict[str, Any]], None], *options: Decorator) -> Decorator:
    """Return a decorator that gives a verb options. change: turns their values, in place, into its arguments."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def wrapper(*args: Any, **values: Any) -> Any:
            change(values)
            return function(*args, **values)

        return stacked(*options)(wrapper)

    return decorate


_SET = option("-s --set machine_settings", "KEY=VALUE...",
              "Any machine key, e.g. local.banks=8; may be repeated. `simt machine schema` lists them.")  # fmt: skip
_MACHINE = option("-m --machine machine_name", "MACHINE",
                  "A preset (`simt machine list`), a TOML file, or - for standard input.")  # fmt: skip


def _choose_machine(values: dict[str, Any]) -> None:
    flags = {name: values.pop(name) for name in (flag.replace("-", "_") for flag in FLAGS)}
    values["machine"] = MachineChoice(values.pop("machine_name"), values.pop("machine_settings"), flags)


def _choose_target(values: dict[str, Any]) -> None:
    name, settings = values.pop("machine_name"), values.pop("machine_settings")
    values["machine"] = MachineChoice(name, settings, {}) if name is not None or settings else None


# -m, -s and the short machine options, passed on as one `machine` argument.
machine_options = gathered(
    _choose_machine, _MACHINE, _SET, *(option(f"--{name}", kind, text) for name, (kind, text) in FLAGS.items())
)
# -m and -s alone, for the machine that a kernel in a language is compiled for, as `machine`, or None.
target_options = gathered(_choose_target, _MACHINE, _SET)


def picture_options(*names: str) -> Decorator:
    """Give a verb --width and --font-size, for its pictures.

    names: the arguments that may name a picture. If none of them does, the options are a usage error.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def wrapper(*args: Any, **values: Any) -> Any:
            width, size = values.pop("picture_width"), values.pop("font_size")
            if width is None and size is None:
                return function(*args, **values)
            from simt.views.kit.figure import PICTURES, picture_size

            if not any(str(values[name]).lower().endswith(PICTURES) for name in names):
                raise click.UsageError("--width and --font-size belong to a picture, a file of .svg, .png or .pdf")
            with picture_size(width, size):
                return function(*args, **values)

        return stacked(
            option("--width picture_width", click.FloatRange(1, 100), "Width of a picture in inches; its height "
                   "stays.  [default: as it suits]", metavar="INCHES"),
            option("--font-size", click.FloatRange(2, 72), "Points of the text in a picture; titles have a little "
                   "more, small print less.  [default: 9]", metavar="POINTS"),
        )(wrapper)  # fmt: skip

    return decorate


# -I, passed on as `include_paths`.
include_option = option("-I include_paths", click.Path(file_okay=False, exists=True), "Look here too for .include "
                        "files; may be repeated.", multiple=True, metavar="FOLDER")  # fmt: skip


def parse_defines(ctx: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """Return the texts after the options NAME=TEXT, such as -D, by name; NAME alone stands for NAME=1. For click.

    Raises `click.BadParameter`, `GivenTwiceError`.
    """
    defines = []
    for text in values:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not name or (equals and not value):
            raise click.BadParameter(f"{text!r} is neither NAME=VALUE nor NAME", ctx, parameter)
        defines.append((name, value or "1"))  # as compilers of C have it
    return once(defines, parameter.opts[0], "leave one of them out; to try both: simt sweep -D NAME=VALUE,VALUE")


# -D and -I, passed on as `defines`, a dict of texts, and `include_paths`.
kernel_options = stacked(
    option("-D defines", "NAME=VALUE...", "Replace the value of an .equ symbol, or define a macro; NAME alone is "
           "NAME=1. May be repeated.", callback=parse_defines),
    include_option,
)  # fmt: skip


def parse_size_option(
    ctx: click.Context, parameter: click.Parameter, value: str | None, least: int = 1
) -> tuple[int, ...] | None:
    """Parse the value of an option, for click, to the numbers of a size, x first; None stays None.

    least: the smallest number that is accepted. Raises `click.BadParameter` if the value is not a size.
    """
    if value is None:
        return None
    from simt.launch.sizes import parse_size

    try:
        return parse_size(value, least)
    except ValueError:
        what = "a size" if least else "an offset"
        message = f"{value!r} is not {what}: a number from {least} up, or two or three with x between, 64x8x4"
        raise click.BadParameter(message, ctx, parameter) from None


# --core, passed on as `core`, which `Result.of_core` takes, and --json, passed on as `as_json`.
core_option = option("--core", click.IntRange(0), "Of a device, show this core.  [default: the one that trapped, else "
                     "0]", metavar="N")  # fmt: skip
json_option = option("--json as_json", bool, "Print JSON.")


def output_option(text: str) -> Callable[[Function], Function]:
    """Give a verb -o FILE, passed on as `output`; `text` says what is written."""
    return option("-o --output", "FILE", text)
