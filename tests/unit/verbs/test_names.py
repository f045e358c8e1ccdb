"""An option of a command has the name of the keyword of the command's function."""

from __future__ import annotations

from importlib import import_module
from inspect import Parameter, signature

import click
import pytest

from simt.cli.main import cli
from simt.machine.keys import candidates
from tests.unit.verbs.test_every_command import ROWS

SHORT = {"D": "defines", "I": "include_paths", "in": "inputs"}  # `in` is a word of Python
# What no function takes, as it does not change the answer: how it is shown, ...
SHOWN = {"json", "quiet", "width", "font_size", "ascii", "wrap", "format", "view", "by_line", "cfg", "listing", "plot",
         "show_schedule", "short", "terms", "all", "markdown", "list", "objectives"}  # fmt: skip
# ... where it is written, and with what it is compared; ...
WRITTEN = {"output", "out", "csv", "save", "save_counts", "storage_out", "against", "tolerance"}
# ... and what is asked of the answer, or of another function.
ASKED = {
    "run": {"check"},  # simt.check
    "run, a pipeline": {"check", "I", "global_size", "local_size", "threads", "offset", "storage", "bind"},
    "trace": {"at", "state", "lane", "step"},  # .access(), .at()
    "kernels": {"copy"},  # simt.copy_kernel
    "calibrate": {"plan"},  # simt.calibration_plan
}


def options_of(command: str) -> set[str]:
    """The longest names of the command's options, as Python spells them."""
    found: click.Command = cli
    context = click.Context(cli)
    for word in command.split():
        assert isinstance(found, click.Group)
        found = found.get_command(context, word) or found
    options = [one for one in found.params if isinstance(one, click.Option) and not one.hidden]
    return {max(one.opts, key=len).lstrip("-").replace("-", "_") for one in options}


@pytest.mark.parametrize("name", [name for name in ROWS if name != "experiment"])  # each has options of its own
def test_an_option_has_the_name_of_its_keyword(name: str) -> None:
    row = ROWS[name]
    module, _, function = row.function.partition(":")
    parameters = signature(getattr(import_module(module), function)).parameters
    takes_keys = any(one.kind is Parameter.VAR_KEYWORD for one in parameters.values())
    command = row.command or name
    for option in options_of(command) - SHOWN - WRITTEN - ASKED.get(name, ASKED.get(command, set())):
        word = SHORT.get(option, option).removeprefix("no_")  # oracle=False
        if name == "diff" and option.split("_")[0] == "to":
            continue  # words of `after`
        is_key = takes_keys and candidates(word)
        assert is_key or {word, f"{word}s", f"{word[:-1]}ies"} & set(parameters), f"{command} --{option}"
