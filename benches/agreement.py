"""The engine against the executable specification, on every cycle: `python -m benches.agreement`.

    python -m benches.agreement --count 20000 --seed 1000000

Pairs of a generated machine and a generated program, a half of them on devices; all have the instructions for parts of
words, atomics, private memory and the rarer arithmetic, machines with their options, and launches of up to three
dimensions. Pair N depends on N alone: `--seed 4711 --count 1` is that one again, and what differs is made as small as
it goes and printed. The last line says which instructions the programs have.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import click

import simt
from isa.program.program import Program
from isa.table.table import INSTRUCTIONS
from tests.device_engines import device_difference
from tests.engines import plain_difference
from tests.generators import cases, devices

_CHUNK = 20


def difference(seed: int) -> tuple[Program, str]:
    """The program of a pair, and its smallest form if the engines differ; pairs of odd numbers are devices'."""
    if seed % 2:
        return _difference(devices.random_device_case(seed, extras=True), device_difference, devices, seed)
    return _difference(cases.random_case(seed, extras=True), plain_difference, cases, seed)


def _difference(case: Any, differs: Callable[[Any], str], family: Any, seed: int) -> tuple[Program, str]:
    if not differs(case):
        return case.program, ""
    smallest = family.shrink(case, lambda candidate: bool(differs(candidate)))
    return case.program, f"seed {seed}\n{differs(smallest)}\n\n{family.describe(smallest)}"


def compare(seeds: range) -> tuple[Counter[str], list[str]]:
    """Return in how many of these pairs the program has each instruction, and the differences."""
    found, differences = Counter[str](), list[str]()
    for seed in seeds:
        program, differs = difference(seed)
        found.update({each.spec.name for each in program.instructions if each is not None})
        if differs:
            differences.append(differs)
    return found, differences


@click.command()
@click.option("--count", default=1000, show_default=True, help="Pairs.")
@click.option("--seed", default=1_000_000, show_default=True, help="Number of the first pair.")
@click.option("--jobs", default=os.cpu_count(), show_default=True, help="Processes.")
def main(count: int, seed: int, jobs: int) -> None:
    simt.warm()
    started = told = time.monotonic()
    found, differences, done = Counter[str](), list[str](), 0
    chunks = [range(first, min(first + _CHUNK, seed + count)) for first in range(seed, seed + count, _CHUNK)]
    with ProcessPoolExecutor(jobs) as pool:
        for chunk, (some, wrong) in zip(chunks, pool.map(compare, chunks), strict=True):
            found += some
            done += len(chunk)
            differences += wrong
            for each in wrong:
                click.echo(each)
            if time.monotonic() - told > 20:
                told = time.monotonic()
                click.echo(f"{done} of {count} pairs in {told - started:.0f} s", err=True)
    unseen = [name for name in INSTRUCTIONS if not found[name]]
    rarest = min(filter(None, found.values()), default=0)
    click.echo(f"{done} pairs, from {seed}, in {time.monotonic() - started:.0f} s: {len(differences)} differ")
    click.echo(
        f"{len(INSTRUCTIONS) - len(unseen)} of {len(INSTRUCTIONS)} instructions in them, each in {rarest} or more"
    )
    if unseen:
        click.echo(f"none has {', '.join(unseen)}")
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
