"""The layout of --help: the verbs in two columns of groups, and the options of a verb in panels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

import click

# The options that many verbs share, by their first flags. The options of one verb alone come before these panels.
PANELS: dict[str, tuple[str, ...]] = {
    "Machine": (
        "-m", "-s", "--warp", "--warps", "--banks", "--scheduler", "--vliw", "--register-file", "--cores",
        "--issue-width",
    ),
    "Kernel, sizes and inputs": ("-D", "-I", "-g", "-l", "--threads", "--offset", "--in", "--storage", "--bind"),
    "Check of the result": ("--oracle", "--no-oracle", "--seed"),
    "Output": ("--json", "-o", "--width", "--font-size", "-q", "-h"),
}  # fmt: skip
_FEWEST = 9  # options of a verb from which on it has panels
_LONGEST_SENTENCE = 1000  # letters of a command's first sentence in the help of its group
_NAME, _HALF, _BOTH = 10, 38, 79  # columns of a verb's name, of one of the two columns, and of both


class PanelledCommand(click.Command):
    """A command whose --help first lists its own options, and then the shared options in panels."""

    def get_short_help_str(self, limit: int = 0) -> str:
        """Return the first sentence of the help for the help of a group, whole: click would cut it at `limit`."""
        return super().get_short_help_str(max(limit, _LONGEST_SENTENCE))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options for click, each with its help."""
        for title, rows in _panels(self.get_params(ctx), ctx):
            with formatter.section(title):
                formatter.write_dl(rows)


def _panels(parameters: Sequence[click.Parameter], ctx: click.Context) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    options = (parameter for parameter in parameters if isinstance(parameter, click.Option))
    shown = [(option.opts[0], row) for option in options if (row := option.get_help_record(ctx))]
    if len(shown) < _FEWEST:
        yield "Options", [row for _, row in shown]
        return
    shared = {flag for flags in PANELS.values() for flag in flags}
    for title, flags in {"Options": {flag for flag, _ in shown} - shared, **PANELS}.items():
        if rows := [row for flag, row in shown if flag in flags]:
            yield title, rows


def in_columns(groups: Mapping[str, Mapping[str, str]], width: int) -> str:
    """Return groups of verbs as a text in two columns, 79 characters wide. The columns are as equal in length as
    possible. A screen of less than 79 columns has all groups below each other.

    groups: the verbs of each group with their descriptions, by the group's title. width: the columns of the screen.
    """
    blocks = [
        [title, *(f"  {name:<{_NAME}} {text}" for name, text in verbs.items())] for title, verbs in groups.items()
    ]
    if width < _BOTH:
        return "".join(line + "\n" for block in blocks for line in block)
    lengths = [len(block) for block in blocks]
    split = min(range(1, len(blocks) + 1), key=lambda count: max(sum(lengths[:count]), sum(lengths[count:])))
    left, right = ([line for block in part for line in block] for part in (blocks[:split], blocks[split:]))
    return "".join(f"{one:<{_HALF}}   {other}".rstrip() + "\n" for one, other in zip_longest(left, right, fillvalue=""))
