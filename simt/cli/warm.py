"""`simt warm`: compile kinds of engine before they are needed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import click

from simt.cli.echo import echo
from simt.cli.options import command, json_option, option, quiet_option
from simt.cli.output import json_text, write_output
from simt.cli.reporting import leave_interrupted, usage_errors
from simt.views.kit.text import plural


@command()
@click.argument("names", nargs=-1, metavar="[KIND...]")
@option("--list is_list", bool, "List the kinds, and which are compiled; compile nothing.")
@option("--fresh is_fresh", bool, "Compile also those that are in the cache; without KIND, forget compiled kernels.")
@option("-j --jobs", int, "Compile N kinds beside each other.  [default: all processors]", metavar="N")
@quiet_option
@json_option
def warm(
    names: tuple[str, ...], is_list: bool, is_fresh: bool, jobs: int | None, is_quiet: bool, as_json: bool
) -> None:  # fmt: skip
    """Compile all kinds of engine, or the named ones, that are not in the cache yet.

    A kind is compiled at the first run that needs it, once per installation. Plain cores, lanes that part, bundles,
    banks of registers, devices, and runs without time need kinds of their own. Kernels in OpenCL C and Python are
    compiled when they are run. They are kept in the same cache, like the engines that long runs specialise for their
    machines; `--fresh` without KIND deletes both.
    """
    from simt.verbs.warm import kinds
    from simt.verbs.warm import warm as verb

    if is_list and (is_fresh or jobs is not None):
        raise click.UsageError("--list compiles nothing: leave out --fresh and --jobs")
    with usage_errors():
        chosen = kinds(names)
    if not is_list:
        with usage_errors():
            _compile(partial(verb, fresh=is_fresh, jobs=jobs), [kind.name for kind in chosen], is_quiet=is_quiet)
    compiled = {kind.name: kind.is_compiled for kind in chosen}
    if as_json:
        write_output(None, json_text({"schema": "simt.warm/1", "compiled": compiled}))
    elif is_list or not is_quiet:
        width = max(len(kind.name) for kind in chosen)
        lines = [
            f"{kind.name:<{width}} {'compiled' if compiled[kind.name] else '-':<9} {kind.what}\n" for kind in chosen
        ]
        write_output(None, "".join(lines), is_text=True)


def _compile(verb: Callable[..., object], names: list[str], *, is_quiet: bool) -> None:
    """Compile with a bar on stderr, or with a line for each kind if stderr is not a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from simt.core.engine.kinds import Kind
    from simt.launch.compile_times import estimate

    console = Console(stderr=True, quiet=is_quiet)
    columns = (BarColumn(30), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("looking into the cache", total=None)

        done = (0, 0)

        def tell(kind: Kind, number: int, count: int) -> None:
            nonlocal done
            done = number, count
            text = f"compiling {kind.name}, {number + 1} of {count}, {estimate(kind)}"
            bar.update(task, completed=number, total=count, description=text)
            if not console.is_terminal and not is_quiet:
                echo(text, err=True)

        try:
            verb(*names, progress=tell)
        except KeyboardInterrupt:
            bar.stop()
            leave_interrupted(f"interrupted: {done[0]} of {plural(done[1], 'kind')} compiled and kept")
