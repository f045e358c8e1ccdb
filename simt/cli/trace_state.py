"""`simt trace --state`: the state of warps and lanes after a cycle, and a step at a time from there, back and forth."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from simt.cli.echo import echo, is_colored
from simt.cli.output import json_text, suffix_of, write_output
from simt.views.kit.window import ViewError

if TYPE_CHECKING:
    from simt.cli.kernel import KernelChoice
    from simt.verbs.trace import Trace

# The commands on lines of standard input.
Asked = tuple[int, int | None, int | None]  # a cycle, a warp and a lane; None for all
_KEYS = "Enter next, b back, a cycle, w WARP, l LANE (alone: all), q quit"


def check_state_options(is_state: bool, **given: bool) -> None:
    """Refuse options of the one form of `simt trace` in the other; given: whether each is, by its flag's name."""
    for name, is_given in given.items():
        flag = "--" + name.replace("_", "-")
        if is_given and is_state and name not in ("lane", "step"):
            message = f"{flag} shows cycles over time, --state the state after one: leave out one of them"
            raise click.UsageError(message)
        if is_given and not is_state and name in ("lane", "step"):
            raise click.UsageError(f"{flag} belongs to --state: give --state CYCLE too")


def trace_state(
    kernel: KernelChoice, asked: Asked, core: int | None, output: str | None, *, is_stepped: bool, as_json: bool
) -> None:
    """Show the state after a cycle of a run; is_stepped: then others, by lines of standard input."""
    if is_stepped and (as_json or output):
        raise click.UsageError("--step asks for the next cycle on the terminal: leave out --json and -o, or --step")
    if is_stepped and kernel.name == "-":
        raise click.UsageError("--step reads from standard input, and so does the kernel -: name a file")
    if kernel.memory_state is not None:
        raise click.UsageError(
            "--state repeats the launch, which changes the storage manager: leave out --memory-state"
        )
    from simt.verbs.trace import trace

    suffix = suffix_of(output, (".txt", ".json"), "a state is")

    def show(traced: Trace) -> None:
        view = traced.state(*asked)
        if as_json or suffix == ".json":
            write_output(output, json_text(view.to_dict()))
        else:
            write_output(output, view.text(color=not output and is_colored(sys.stdout)))
        if is_stepped:
            _step((view.cycle, *asked[1:]), traced)

    kernel.show(trace, show, core=core)


def _step(request: Asked, traced: Trace) -> None:
    """Show one cycle after the other, as asked for, until `q` or the end of standard input."""
    echo(_KEYS, err=True)
    for line in sys.stdin:
        wanted = _wanted(request, line.split())
        if line.strip() == "q":
            return
        if wanted is None:
            echo(_KEYS, err=True)
            continue
        try:
            view = traced.state(*wanted)
        except ViewError as error:
            echo(str(error), err=True)
            continue
        request = view.cycle, *wanted[1:]
        echo(view.text(color=is_colored(sys.stdout)), nl=False)


def _wanted(request: Asked, words: list[str]) -> Asked | None:
    """Return the request of a line; None if its word is not in `_KEYS`."""
    numbers = [int(word) if len(word) < 20 and word.removeprefix("-").isdecimal() else None for word in words]
    cycle, warp, lane = request
    match words:
        case [] | ["n"]:
            return cycle + 1, warp, lane
        case ["b"] | ["p"]:
            return max(0, cycle - 1), warp, lane
        case ["w"]:
            return cycle, None, None
        case ["l"]:
            return cycle, warp, None
        case ["w", _] if numbers[1] is not None:
            return cycle, numbers[1], lane
        case ["l", _] if numbers[1] is not None:
            return cycle, warp or 0, numbers[1]
        case [_] if numbers[0] is not None:
            return numbers[0], warp, lane
    return None
