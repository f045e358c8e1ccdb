"""`simt trace --state`: what warps and lanes hold after a cycle, and a step at a time from there, forth and back."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from simt.cli.echo import echo, is_colored
from simt.cli.output import json_text, suffix_of, write_output
from simt.cli.reporting import shown_then_left
from simt.views.kit.window import ViewError

if TYPE_CHECKING:
    from collections.abc import Callable

    from simt.cli.kernel import KernelChoice
    from simt.views.time.state import StateAt, StateView

# What a line of standard input may say.
_KEYS = "Enter next, b back, a cycle, w WARP, l LANE (alone: all), q quit"


def check_state_options(is_state: bool, **given: bool) -> None:
    """Refuse options of the one form of `simt trace` in the other; given: whether each is, by its flag's name."""
    for name, is_given in given.items():
        flag = "--" + name.replace("_", "-")
        if is_given and is_state and name not in ("lane", "step"):
            message = f"{flag} shows cycles over time, --state what one leaves behind: leave out one of them"
            raise click.UsageError(message)
        if is_given and not is_state and name in ("lane", "step"):
            raise click.UsageError(f"{flag} belongs to --state: give --state CYCLE too")


def trace_state(kernel: KernelChoice, asked: StateAt, output: str | None, *, is_stepped: bool, as_json: bool) -> None:
    """Show the state after a cycle of a run; is_stepped: then others, as lines of standard input say."""
    if is_stepped and (as_json or output):
        raise click.UsageError("--step asks for the next cycle on the terminal: leave out --json and -o, or --step")
    if is_stepped and kernel.name == "-":
        raise click.UsageError("--step reads from standard input, and so does the kernel -: name a file")
    if kernel.memory_state is not None:
        raise click.UsageError(
            "--state repeats the launch, which changes the storage manager: leave out --memory-state"
        )
    from simt.verbs.run import unchecked

    suffix = suffix_of(output, (".txt", ".json"), "a state is")
    loaded = kernel.load()
    launch = kernel.prepare(loaded)
    launch.check_core(asked.core)
    result = kernel.call(unchecked, launch)
    states = launch.states(result)
    with shown_then_left(result, is_quiet=kernel.is_quiet):
        view = asked.view(result, states, launch.machine_label)
        if as_json or suffix == ".json":
            write_output(output, json_text(view.to_dict()))
        else:
            write_output(output, view.text(color=not output and is_colored(sys.stdout)))
        if is_stepped:
            _step(asked.at(view.cycle), lambda one: one.view(result, states, launch.machine_label))


def _step(asked: StateAt, show: Callable[[StateAt], StateView]) -> None:
    """Show one cycle after the other, as asked for, until `q` or the end of standard input."""
    echo(_KEYS, err=True)
    for line in sys.stdin:
        wanted = _wanted(asked, line.split())
        if line.strip() == "q":
            return
        if wanted is None:
            echo(_KEYS, err=True)
            continue
        try:
            view = show(wanted)
        except ViewError as error:
            echo(str(error), err=True)
            continue
        asked = wanted.at(view.cycle)
        echo(view.text(color=is_colored(sys.stdout)), nl=False)


def _wanted(asked: StateAt, words: list[str]) -> StateAt | None:
    """What a line asks for; None if it is none of `_KEYS`."""
    numbers = [int(word) if len(word) < 20 and word.removeprefix("-").isdecimal() else None for word in words]
    match words:
        case [] | ["n"]:
            return asked.at(asked.cycle + 1)
        case ["b"] | ["p"]:
            return asked.at(asked.cycle - 1) if asked.cycle else asked
        case ["w"]:
            return replace(asked, warp=None, lane=None)
        case ["l"]:
            return replace(asked, lane=None)
        case ["w", _] if numbers[1] is not None:
            return replace(asked, warp=numbers[1])
        case ["l", _] if numbers[1] is not None:
            return replace(asked, warp=asked.warp or 0, lane=numbers[1])
        case [_] if numbers[0] is not None:
            return asked.at(numbers[0])
    return None
