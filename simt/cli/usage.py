"""Mistakes in a command line, as diagnostics: a code, the line with the word that is wrong, and a way out."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence

import click

from isa.reporting.diagnostics import ArgumentError, Diagnostic, did_you_mean, quote

_FILE = "command line"
_QUOTED = re.compile(r"[`'\"]([^`'\"]+)[`'\"]|(?<!\S)(--?[a-zA-Z][\w-]*)")


_WORD = re.compile(r"`(\w+)`")
_NUMBERS = {
    "a valid integer range": "a whole number", "a valid integer": "a whole number", "a valid float range": "a number",
    "a valid float": "a number",
}  # fmt: skip


_EXTRA = re.compile(r"Got unexpected extra arguments? \((.*)\)\Z", re.DOTALL)
_OUTSIDE = re.compile(r"(\S+) is not in the range (?:x>=(\S+)|(\S+)<=x<=(\S+))\Z")

_RENAMED = {"--no-check": "--no-oracle"}  # earlier names of options

# A way out where nothing can be estimated from a sample.
SAMPLED = "leave out --sample; `simt run`, `simt sweep` and `simt explore` estimate cycles by it"


class Mistake(click.UsageError):
    """A mistake in a command line. help: a way out; without it, the command's --help is named."""

    def __init__(self, message: str, ctx: click.Context | None = None, *, code: str = "", help: str = "") -> None:  # noqa: A002
        super().__init__(message, ctx)
        self.code = code or ArgumentError.code
        self.help = help


def refuse_useless(given: Mapping[str, object], what: str) -> None:
    """Raise `click.UsageError` for an option that is given and changes nothing. given: whether it is, by flag."""
    for flag, is_useless in given.items():
        if is_useless:
            raise click.UsageError(f"{flag} changes nothing in {what}: leave it out")


def with_options(text: str) -> str:
    """Return a text of Python's interface with its keywords as the options of the running command: `--max-cycles`."""
    context = click.get_current_context(silent=True)
    if context is None:
        return text
    flags = [max(one.opts, key=len) for one in context.command.params if isinstance(one, click.Option)]
    names = {flag.lstrip("-").replace("-", "_"): flag for flag in flags}
    return _WORD.sub(lambda word: f"`{names.get(word[1], word[1])}`", text)


def usage_diagnostic(error: click.ClickException, arguments: Sequence[str]) -> Diagnostic:
    """Return a mistake in the command line `simt ARGUMENTS` as a diagnostic, at the first word that it is about."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    path = context.command_path if context else " ".join(["simt", *arguments[:1]])
    code, message, advice = _words(error)
    begins, line = [], "simt"
    for word in arguments:
        begins.append(len(line) + 1)
        line += f" {shlex.quote(word)}"
    first, end = len(line), len(line) + 1  # what is missing belongs at the end
    if not isinstance(error, click.MissingParameter):
        first, end = 0, len(path)
        for word in _suspects(error):
            found = [k for k, argument in enumerate(arguments) if argument == word or argument.startswith(f"{word}=")]
            if found:
                first, end = begins[found[0]], begins[found[0]] + len(shlex.quote(arguments[found[0]]))
                break
    advice = advice or f"`{path} --help` shows what it takes"
    return Diagnostic(code, "error", message, _FILE, 1, first + 1, end + 1, line, help=advice)


def _words(error: click.ClickException) -> tuple[str, str, str]:
    """Return the code, the message and the advice of an error; the advice may be ""."""
    if isinstance(error, Mistake):
        return error.code, error.message, error.help
    if isinstance(error, click.NoSuchOption) and error.option_name == "--sample":
        name = f"`{error.ctx.command_path}`" if error.ctx else "this command"
        return "E0672", f"{name} takes no sample: it needs the whole launch", SAMPLED
    if isinstance(error, click.NoSuchOption):
        renamed = _RENAMED.get(error.option_name, "")
        guesses = [*([renamed] if renamed in _flags(error) else []), *(error.possibilities or ())]
        guess = guesses[0] if guesses else ""
        return "E0672", f"there is no option {quote(error.option_name)}", f"did you mean `{guess}`?" if guess else ""
    if isinstance(error, click.MissingParameter):
        name = error.param.make_metavar(error.ctx) if error.param and error.ctx else "an argument"
        return "E0674", f"{quote(name)} is missing", ""
    if isinstance(error, click.BadParameter):
        return "E0673", *_value(error)
    if isinstance(error, click.BadOptionUsage):
        return "E0674", f"{quote(error.option_name)} needs a value", ""
    if (extra := _EXTRA.match(error.message)) and isinstance(error, click.UsageError) and error.ctx:
        form = " ".join([error.ctx.command_path, *error.ctx.command.collect_usage_pieces(error.ctx)])
        return (
            ArgumentError.code,
            f"{quote(extra[1])} is more than `{error.ctx.command_path}` takes",
            f"the form is `{form}`",
        )
    return ArgumentError.code, _sentence(error.format_message()), ""


def _value(error: click.BadParameter) -> tuple[str, str]:
    """Return the message and the advice about a value that an option or an argument does not take."""
    text, parameter = _sentence(error.message), error.param
    for theirs, ours in _NUMBERS.items():
        text = text.replace(theirs, ours)
    if outside := _OUTSIDE.match(text):
        value, least, low, high = outside.groups()
        text = f"{value} is not a number from {f'{least} up' if least else f'{low} to {high}'}"
    if parameter is None:
        return text, ""
    name = max(parameter.opts, key=len) if isinstance(parameter, click.Option) else parameter.human_readable_name
    quoted = _QUOTED.search(error.message)
    choices = parameter.type.choices if isinstance(parameter.type, click.Choice) else ()
    return f"{quote(name)}: {text}", did_you_mean(quoted[1] or "", choices) if quoted and choices else ""


def _sentence(text: str) -> str:
    """Return a message of click as ours are: a small letter first, no full stop at the end."""
    return (text[:1].lower() + text[1:] if text[1:2].islower() else text).removesuffix(".")


def _flags(error: click.UsageError) -> dict[str, list[str]]:
    """Return the flags of the command that an error is about, with all flags of the same option: -m with --machine."""
    options = () if error.ctx is None else error.ctx.command.params
    return {flag: one.opts for one in options if isinstance(one, click.Option) for flag in one.opts}


def _suspects(error: click.ClickException) -> Iterator[str]:
    """Yield the words of a command line that an error may be about, the likeliest first."""
    if isinstance(error, (click.NoSuchOption, click.BadOptionUsage)):
        yield error.option_name
    if extra := _EXTRA.match(error.message):
        yield extra[1].split()[0] if extra[1].strip() else ""
    flags = _flags(error) if isinstance(error, click.UsageError) else {}
    for quoted, flag in _QUOTED.findall(error.message):
        yield quoted or flag
        yield from flags.get(quoted or flag, ())
    if isinstance(error, click.BadParameter) and error.param is not None:
        yield from error.param.opts
