"""`python -m tests.bombs`: what each bomb comes to, and whether that is within bounds."""

from __future__ import annotations

import sys

import click

from tests.bombs import MEGABYTES, SECONDS
from tests.bombs.running import faults_of, tried
from tests.bombs.table import BOMBS


@click.command()
@click.argument("words", nargs=-1)
@click.option("--cheap", is_flag=True, help="Only those of every run.")
def main(words: tuple[str, ...], cheap: bool) -> None:
    """Try the bombs whose language and name have all WORDS in them; without any, all."""
    bad = 0
    click.echo(f"{'language':10}{'bomb':36}{'status':>7}{'seconds':>9}{'MB':>7}  code")
    for bomb in BOMBS:
        if not all(word in f"{bomb.language} {bomb.name}" for word in words) or (cheap and not bomb.is_cheap):
            continue
        end = tried(bomb)
        wrong = faults_of(bomb, end)
        bad += bool(wrong)
        took = f"{end.status:>7}{end.seconds:>9.1f}{end.megabytes:>7.0f}"
        line = f"{bomb.language:10}{bomb.name:36}{took}  {end.code or '-'}"
        click.echo("  ".join([line, *wrong]))
    click.echo(f"{bad} out of bounds: {SECONDS} s, {MEGABYTES} MB")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
