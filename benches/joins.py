"""Cycles of kernels whose lanes part, under every branch policy: `python -m benches.joins`.

    python -m benches.joins --count 200 --seed 0                 all kernels, the random ones 0 to 199
    python -m benches.joins --only random --count 1 --seed 17    one

Kernels in OpenCL C and Python of programs/, the kernels of tests/compiler/partings.cl, and random ones
(tests/compiler/random_partings.py), on `gtx280_core` with one instruction of a warp in flight, so that the time counts
what lanes execute. The time with a stack of post-dominators is compared with the better of `min_pc` and `mask_stack`; a
kernel that needs too many copies for a stack of masks has the first alone. The status is 1 if a kernel's results depend
on the policy, or a run does not end.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import click

import simt
from isa.reporting.diagnostics import SimtError
from isa.reporting.source import split_source
from simt.compiler.errors import DIVERGENT
from simt.compiler.opencl import translate
from simt.launch.programs import programs_folder
from simt.machine import Machine
from tests.compiler import partings
from tests.compiler.random_partings import random_parting
from tests.shipped import OPENCL, OVER_LANES, PYTHON

MOST: Final = 1.3  # times the better of the other policies
_OTHERS: Final = ("min_pc", "mask_stack")
_LIMIT: Final = 20_000_000  # cycles of the first run
_TIMES: Final = 50  # what it took, after which the others are stopped
_BATCH: Final = 20  # random kernels in one source
_FAMILIES: Final = ("shipped", "families", "random")
Run = Callable[[Machine, int], simt.Result]


class Row(NamedTuple):
    """A kernel: cycles by policy, and what is wrong with its runs."""

    name: str
    cycles: dict[str, int]
    wrong: list[str]

    @property
    def ratio(self) -> float:
        """The time with a stack of post-dominators over the better of the others."""
        return self.cycles["ipdom_stack"] / min(self.cycles[name] for name in _OTHERS if name in self.cycles)


def measured(name: str, run: Run) -> Row:
    """A kernel under every policy."""
    cycles: dict[str, int] = {}
    wrong: list[str] = []
    first = None
    for policy in (_OTHERS[0], "ipdom_stack", *_OTHERS[1:]):
        try:
            result = run(partings.machine_of(policy), _LIMIT if first is None else _TIMES * first.cycles)
        except SimtError as error:
            if error.code == DIVERGENT and policy == "mask_stack":
                continue
            raise
        cycles[policy] = result.cycles
        first = first or result
        if not result.completed:
            wrong.append(f"{name}: {policy}: {result.stop}")
        elif result.check is not None and not result.check.passed:
            wrong.append(f"{name}: {policy}: its oracle expects something else")
        elif any(result.arrays[array].tobytes() != left.tobytes() for array, left in first.arrays.items()):
            wrong.append(f"{name}: {policy} leaves something else than {_OTHERS[0]}")
    return Row(name, cycles, wrong)


def shipped() -> Iterator[tuple[str, Run]]:
    """Every kernel in OpenCL C and Python of programs/; those in Python have the inputs of their namesakes."""
    for name in (*OPENCL, *PYTHON):
        oracle = programs_folder() / "opencl" / f"{Path(name.partition('::')[0]).stem}.py"
        yield name, partial(_shipped, name, oracle)


def _shipped(name: str, oracle: Path, machine: Machine, limit: int) -> simt.Result:
    return simt.run(name, machine, oracle=oracle, max_cycles=limit, set=OVER_LANES)


def families() -> Iterator[tuple[str, Run]]:
    """The kernels of `partings.cl`."""
    for name in partings.KERNELS:
        yield name, partial(partings.run_on, partings.unit(), name)


def drawn(seeds: range) -> Iterator[tuple[str, Run]]:
    """Random kernels."""
    for start in seeds[::_BATCH]:
        batch = range(start, min(start + _BATCH, seeds.stop))
        text = "\n".join(map(random_parting, batch))
        unit = translate(split_source("random.cl", text))
        for seed in batch:
            yield f"r{seed}", partial(partings.run_on, unit, f"r{seed}")


def _kernels(only: str | None, seeds: range) -> Iterator[tuple[str, Run]]:
    if only in (None, "shipped"):
        yield from shipped()
    if only in (None, "families"):
        yield from families()
    if only in (None, "random"):
        yield from drawn(seeds)


def _line(row: Row) -> str:
    others = (f"{row.cycles[name]:10}" if name in row.cycles else f"{'-':>10}" for name in _OTHERS)
    return f"{row.name:32}{row.cycles['ipdom_stack']:12}{''.join(others)}{row.ratio:8.3f}"


@click.command()
@click.option("--count", default=200, show_default=True, help="Random kernels.")
@click.option("--seed", default=0, show_default=True, help="Number of the first one.")
@click.option("--only", type=click.Choice(_FAMILIES), help="These alone.")
def main(count: int, seed: int, only: str | None) -> None:
    rows = []
    click.echo(f"{'kernel':32}{'ipdom_stack':>12}{''.join(f'{name:>10}' for name in _OTHERS)}{'ratio':>8}")
    for name, run in _kernels(only, range(seed, seed + count)):
        rows.append(measured(name, run))
        click.echo(_line(rows[-1]))
    rows.sort(key=lambda row: -row.ratio)
    above = [row for row in rows if row.ratio > MOST]
    wrong = [line for row in rows for line in row.wrong]
    median = statistics.median(row.ratio for row in rows)
    click.echo(f"\n{len(rows)} kernels: median {median:.3f}, largest {rows[0].ratio:.3f} ({rows[0].name})")
    click.echo(f"above {MOST}: {len(above)}")
    for row in above:
        click.echo(_line(row))
    click.echo("\n".join([*wrong, f"wrong: {len(wrong)}"]))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
