"""The command line from click: what `--help` says, with a heading for each verb and a row for each option."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Iterator

import click

from docs.site.text import block, code, paragraphs, plain, table
from simt.cli.main import VERBS, cli


def verbs() -> str:
    """Every verb, with the commands that it has."""
    context = click.Context(cli, info_name="simt")
    parts = [_of(command, context, name) for name in VERBS if (command := cli.get_command(context, name))]
    return "\n".join(parts)


def _of(command: click.Command, parent: click.Context, name: str, level: int = 2) -> str:
    context = click.Context(command, info_name=name, parent=parent)
    parts = [f"{'#' * level} {context.command_path}\n", *_help(command), block(command.get_usage(context), "console")]
    rows = list(_options(command, context))
    if rows:
        parts.append(table(("option", ""), rows))
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            found = command.get_command(context, each)
            assert found is not None
            parts.append(_of(found, context, each, level + 1))
    return "\n".join(parts)


def _help(command: click.Command) -> Iterator[str]:
    r"""The text of a command; a part after `\b` is printed as it is."""
    for part in inspect.cleandoc(command.help or "").split("\n\n"):
        is_block = part.startswith("\b\n")
        yield block(textwrap.dedent(part.removeprefix("\b\n"))) if is_block else paragraphs(part) + "\n"


def _options(command: click.Command, context: click.Context) -> Iterator[tuple[str, str]]:
    for option in command.get_params(context):
        record = option.get_help_record(context)
        if record and record[1] and "--help" not in option.opts:
            yield code(record[0]), plain(record[1])
