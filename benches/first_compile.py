"""The processor time in which each kind of engine is compiled: `python -m benches.first_compile [KIND...]`.

A row has the time of `simt warm KIND` with an empty cache, and what `simt warm` announces where nothing was measured
yet. With SIMT_BEFORE=FOLDER, another checkout, its commands run in turns with ours, and stand beside them.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import click

from benches.bench_startup import processor_seconds
from simt.core.engine.kinds import KINDS
from simt.experiments.report import text_table
from tests.paths import ROOT


def seconds(root: Path, kind: str) -> float:
    """Return the processor time in which a checkout compiles a kind."""
    with tempfile.TemporaryDirectory() as folder:
        return processor_seconds(root, ["warm", kind], NUMBA_CACHE_DIR=folder)


@click.command()
@click.argument("kinds", nargs=-1, type=click.Choice(list(KINDS)))
@click.option("--rounds", default=1, show_default=True, help="Compile each kind so often; the least counts.")
def main(kinds: tuple[str, ...], rounds: int) -> None:
    """Print a row for each kind."""
    roots = [ROOT, *([Path(before)] if (before := os.environ.get("SIMT_BEFORE")) else [])]
    rows = []
    for kind in kinds or KINDS:
        turns = [[seconds(root, kind) for root in roots] for _ in range(rounds)]
        least = [min(of_root) for of_root in zip(*turns, strict=True)]
        ratio = [f"{least[0] / least[1]:.2f}"] if len(least) > 1 else []
        rows.append((kind, str(KINDS[kind].seconds), *(f"{each:.1f}" for each in least), *ratio))
        click.echo(f"{kind}: {', '.join(rows[-1][2:])}", err=True)
    head = ("kind", "announced, s", "compiles, s", *(("before", "ratio") if len(roots) > 1 else ()))
    click.echo("\n".join(text_table(head, rows)))


if __name__ == "__main__":
    main()
