"""`simt completion`: the script by which a shell completes the command's words."""

from __future__ import annotations

import os
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from simt.cli.completions import COMPLETE
from simt.cli.options import command
from simt.cli.output import write_output

_SHELLS = {
    "bash": """echo 'eval "$(simt completion bash)"' >> ~/.bashrc""",
    "zsh": """echo 'eval "$(simt completion zsh)"' >> ~/.zshrc""",
    "fish": "simt completion fish > ~/.config/fish/completions/simt.fish",
}


@command()
@click.argument("shell", type=click.Choice(list(_SHELLS)), required=False, metavar="[bash|zsh|fish]")
@click.pass_context
def completion(ctx: click.Context, shell: str | None) -> None:
    """Print the script by which a shell completes verbs, options, kernels, machines, keys, codes and files.

    Without the name of a shell, print the command that sets it up.
    """
    if shell is None:
        write_output(None, _advice(Path(os.environ.get("SHELL", "")).name), is_text=False)
        return
    made = get_completion_class(shell)
    assert made is not None
    write_output(None, made(ctx.find_root().command, {}, "simt", COMPLETE).source())


def _advice(own: str) -> str:
    """Return the command that sets up completion in this shell.

    For an unknown shell, return the commands for all known shells.
    """
    shells = {own: _SHELLS[own]} if own in _SHELLS else _SHELLS
    lines = [f"  {name:<4}  {text}\n" for name, text in shells.items()]
    return f"to complete words in {' or '.join(shells)}, run once, and begin a new shell:\n\n{''.join(lines)}"
