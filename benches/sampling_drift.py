"""The error of the rate of the first waves, as machines settle down: `python -m benches.sampling_drift`.

Whole runs of the launches of `benches/sampling_cases.py` note when how many operations had been issued. The waves that
a sample measures first have a rate, cycles by operation, and so has the rest of the launch. The table says how far the
rate of the rest is below or above the one of these waves, and in how many launches the interval that a sample would
state after these waves holds it: `simt/launch/sampling/doubts.py` has constants that follow from it. `--keep FOLDER`
keeps the notes, and the next time takes them from there.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np

from benches.sampling import MOST_CYCLES
from benches.sampling_cases import Case, judged
from simt.core.state.state import State
from simt.experiments.report import text_table
from simt.launch.bound import Bound
from simt.launch.sampling.doubts import balance_of, doubts_after
from simt.launch.sampling.estimate import Batch, estimate
from simt.launch.sampling.headroom import Headroom
from simt.launch.sampling.plan import HEAD
from simt.launch.sampling.sampled import wave_of
from simt.launch.sampling.walk import Walk

WAVES = (2, 3, 4, 6, 8, 12, 16, 24)
SETS = ((1.0, 2026), (1.25, 2027), (0.75, 2028))  # elements and seeds
_PARTS = 8  # of a wave
_UNLIKE = ("mandelbrot", "triangle")  # their groups differ from place to place, and so do their rates


class Notes(NamedTuple):
    """The notes of a run.

    - moments: float64 [n, 3]: work-groups that have started, as waves; cycles; operations.
    - lost: int64 [n, reasons]: the issue slots that were lost until then.
    - headroom: the share of the cycles that the busiest resource was not needed.
    """

    moments: np.ndarray
    lost: np.ndarray
    headroom: float


def notes_of(case: Case) -> Notes:
    """Run a launch and take notes."""
    launch = case.launch()
    bound = Bound.of(launch.placed, launch.values)
    wave = wave_of(bound.placed)
    walk = Walk(State.build(bound.placed, bound.memories()), bound.placed.grid.groups, wave, limit=MOST_CYCLES)
    headroom = Headroom(walk.state, bound.placed)
    headroom.start()
    moments, lost = [(0.0, 0, 0)], [0 * walk.state.cores.ledgers.issue.sum(axis=(0, 1))]
    while walk.goes_on:
        walk.run_to(min(walk.groups, walk.next_group + max(1, wave // _PARTS)))
        if walk.next_group >= walk.groups:
            walk.finish()
        moments.append((walk.next_group / wave, *walk.point()))
        lost.append(walk.state.cores.ledgers.issue.sum(axis=(0, 1)))
    return Notes(np.array(moments, float), np.array(lost), headroom.share())


def errors(notes: Notes) -> list[tuple[float, float]]:
    """Return the error of the rate of the first measured waves, and whether the interval holds, for each of `WAVES`.

    The error is in percent of the rate of the rest. The rest goes to the last note before the launch is over: in its
    end the machine gets empty, and a sample simulates the end. Both are nan if the rest is shorter than three waves.
    """
    started, cycles, issued = notes.moments[:-1].T
    waves, end, work = notes.moments[-1]
    needed = (1 - notes.headroom) * end / work  # cycles of an operation
    now = first = float(np.interp(HEAD, started, cycles))
    done = begun = float(np.interp(now, cycles, issued))
    rate, batches, found = now / done, list[Batch](), dict[int, tuple[float, float]]()
    while len(batches) < WAVES[-1]:
        before, now = (now, done), now + rate * work / waves  # as a sample measures a wave
        done, age = (float(np.interp(now, cycles, row)) for row in (issued, started))
        if age > waves - 3:
            break
        batches.append(Batch(0, 0, 0, round(now - before[0]), round(done - before[1]), age))
        rate = (now - first) / (done - begun)
        if len(batches) in WAVES:
            lost = np.array([np.interp(now, cycles, row) for row in notes.lost[:-1].T])
            left, rest = np.array([issued[-1] - done]), cycles[-1] - now
            plain = estimate(batches, left, np.zeros(1, np.int64))
            headroom = max(0.0, 1 - needed * left[0] / plain.cycles)
            doubts = doubts_after(batches, float(waves), balance_of(lost))._replace(headroom=headroom)
            made = estimate(batches, left, np.zeros(1, np.int64), doubts)
            found[len(batches)] = 100 * (plain.cycles / rest - 1), float(abs(made.cycles - rest) <= made.margin)
    return [found.get(count, (math.nan, math.nan)) for count in WAVES]


def _row(name: str, of: Callable[[np.ndarray], Any], figures: np.ndarray) -> list[str]:
    return [name, *(f"{of(column[~np.isnan(column)]):.1f}" for column in figures.T)]


@click.command()
@click.option("--keep", metavar="FOLDER", help="Keep the notes in FOLDER.")
def main(keep: str | None) -> None:
    """Print the table of docs/sampling.md."""
    found = []
    for elements, seed in SETS:
        for case in judged(elements, seed):
            if any(name in case.name for name in _UNLIKE):
                continue
            file = Path(keep or ".") / f"{case.name.replace('::', '-')}_{case.machine}_{elements}_{seed}.npz"
            if keep and file.exists():
                kept = np.load(file)
                notes = Notes(*(kept[name] for name in Notes._fields))
            else:
                notes = notes_of(case)
            if keep:
                np.savez_compressed(file, **notes._asdict())
            found.append(errors(notes))
    off, held = np.moveaxis(np.array(found), 2, 0)
    table = [
        _row("median error, %", lambda values: np.median(abs(values)), off),
        _row("95 of 100 fall by less than, %", lambda values: np.percentile(values, 95), off),
        _row("95 of 100 rise by less than, %", lambda values: np.percentile(-values, 95), off),
        _row("intervals that hold, %", lambda values: 100 * values.mean(), held),
    ]
    click.echo("\n".join(text_table((f"{len(found)} launches, measured waves", *map(str, WAVES)), table)))


if __name__ == "__main__":
    main()
