"""The common parts of `simt explore` and `simt tune`: options, notes before a search, its run, and its outcome.

`simt sweep`, which keeps its points in the same files, says in the same words how to go on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from simt.cli.echo import tell
from simt.cli.notes import note
from simt.cli.options import option
from simt.cli.output import json_text, suffix_of, write_answer, write_output, write_text
from simt.cli.reporting import points_shown, tell_bugs, tell_or_note_oracles, whole_or_part
from simt.cli.usage import refuse_useless
from simt.files import rows_csv

if TYPE_CHECKING:
    from simt.exploration.search.search import Search
    from simt.exploration.sessions.exploring import Searched

Found = TypeVar("Found")

seed_option = option("--random-seed", int, "Seed of the sampler.  [default: 1]", metavar="S")
results_option = option("-o --output", "FILE", "Keep results in a SQLite file, as `simt sweep` does; if it is there, "
                        "go on with it.")  # fmt: skip


def check_outputs(csv: str | None, what: str, *, is_all: bool, as_json: bool) -> None:
    """Refuse a file of --csv, and options that change nothing. what: the beginning of the message about its suffix."""
    suffix_of(csv, (".csv",), what)
    if csv == "-" and as_json:
        raise click.UsageError("--csv - and --json both write to standard output")
    refuse_useless({"--all": is_all and as_json}, "JSON")


def searched(
    verb: Callable[..., Found], search: Search, options: dict[str, Any], output: str | None, jobs: int | None, *,
    is_quiet: bool,
) -> Found:  # fmt: skip
    """Search by a verb's function, and return its outcome; after Ctrl-C the outcome so far.

    Notes name foreign oracles, and options without an effect.
    """
    tell_or_note_oracles(search.space.programs, search.space.oracle, options, is_quiet=is_quiet)
    if options["random_seed"] is not None and search.method == "exhaustive" and not is_quiet:
        note("note: --random-seed has no effect: the search is exhaustive")
    with points_shown(how_to_go_on(output), is_quiet=is_quiet) as (progress, compiling):
        return whole_or_part(lambda: verb(search, output=output, jobs=jobs, progress=progress, compiling=compiling))


def show_found(outcome: Any, text: Callable[[], str], csv: str | None, *, is_quiet: bool, as_json: bool) -> None:
    """Write the outcome of a search to stdout, as `text` unless it is JSON, and its rows to the file of --csv."""
    if as_json:
        write_output(None, json_text(outcome.to_dict()))
    elif csv != "-" and not is_quiet:
        write_text(text)
    if csv is not None:
        write_answer(csv, rows_csv(outcome.records()), is_quiet=is_quiet)


def tell_search(outcome: Searched, runs: str, output: str | None, what: str, *, rate: str = "", is_quiet: bool) -> None:
    """Report bugs and, unless quiet, the runs of a search, its time, and the file of its results.

    runs: the number of runs, in words. what: the word for the searched things, in the plural. rate: runs per second.
    """
    from simt.views.kit.progress import time_text

    tell_bugs(outcome.bugs, what)
    if not is_quiet:
        earlier = f", {outcome.earlier} were there" if outcome.earlier else ""
        kept = f"; results in {output}" if output else ""
        tell(f"{runs} in {time_text(outcome.seconds)}{rate}{earlier}{kept}")


def how_to_go_on(output: str | None) -> str:
    """Return the message after a Ctrl-C in a search. output: its results file, if any."""
    if output is None:
        return "interrupted; with -o FILE what was done would be kept"
    return f"interrupted: what was done is kept in {output}; the same command goes on"
