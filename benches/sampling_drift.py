"""The error of the rate of the first waves, as machines settle down: `python -m benches.sampling_drift`.

Whole runs of the launches of `benches/sampling_cases.py` note when how many operations had been issued. The later half
of the first n waves has a rate, cycles by operation, and so has the rest of the launch. The table says how far the two
are apart; `simt/launch/sampling/sampled.py` has constants that follow from it. `--keep FOLDER` keeps the notes, and the
next time takes them from there.
"""

from __future__ import annotations

from pathlib import Path

import click
import numpy as np

from benches.sampling import MOST_CYCLES
from benches.sampling_cases import Case, judged
from simt.core.state.state import State
from simt.experiments.report import text_table
from simt.launch.bound import Bound
from simt.launch.sampling.sampled import wave_of
from simt.launch.sampling.walk import Walk

WAVES = (4, 6, 8, 12, 16, 24)
SETS = ((1.0, 2026), (1.25, 2027))  # elements and seeds
_PARTS = 8  # of a wave
_UNLIKE = ("mandelbrot", "triangle")  # their groups differ from place to place, and so do their rates


def notes_of(case: Case) -> np.ndarray:
    """Run a launch; return float64 [n, 3]: work-groups that have started, as waves, cycles, operations."""
    launch = case.launch()
    bound = Bound.of(launch.placed, launch.values)
    wave = wave_of(bound.placed)
    walk = Walk(State.build(bound.placed, bound.memories()), bound.placed.grid.groups, wave, limit=MOST_CYCLES)
    notes = [(0.0, 0, 0)]
    while walk.goes_on:
        walk.run_to(min(walk.groups, walk.next_group + max(1, wave // _PARTS)))
        if walk.next_group >= walk.groups:
            walk.finish()
        notes.append((walk.next_group / wave, *walk.point()))
    return np.array(notes, float)


def errors(notes: np.ndarray) -> list[float]:
    """Return by how many percent the rate of the first waves is off, for each of `WAVES`; nan if the rest is short."""
    started, cycles, issued = notes.T
    all_waves, last = started.max(), int(np.searchsorted(started, started.max()))
    period = cycles[-1] / (all_waves + 0.5)
    found = []
    for waves in WAVES:
        if waves + 3 > all_waves:
            found.append(float("nan"))
            continue
        moments = np.arange(1, waves + 1) * period
        rates = period / np.diff(np.interp(moments, cycles, issued))
        begin = np.interp(moments[-1], cycles, issued)
        rest = (cycles[last] - moments[-1]) / (issued[last] - begin)
        found.append(100 * (float(rates[len(rates) // 2 :].mean()) / rest - 1))
    return found


@click.command()
@click.option("--keep", metavar="FOLDER", help="Keep the notes in FOLDER.")
def main(keep: str | None) -> None:
    """Print the table of docs/sampling.md."""
    rows = []
    for elements, seed in SETS:
        for case in judged(elements, seed):
            if any(name in case.name for name in _UNLIKE):
                continue
            file = Path(keep or ".") / f"{case.name.replace('::', '-')}_{case.machine}_{elements}_{seed}.npy"
            notes = np.load(file) if keep and file.exists() else notes_of(case)
            if keep:
                np.save(file, notes)
            rows.append(errors(notes))
    off = np.abs(np.array(rows))
    table = [
        [name, *(f"{figure:.1f}" for figure in of(off))]
        for name, of in (
            ("median, %", lambda values: np.nanmedian(values, axis=0)),
            ("95 of 100, %", lambda values: np.nanpercentile(values, 95, axis=0)),
        )
    ]
    click.echo("\n".join(text_table(("waves", *map(str, WAVES)), table)))


if __name__ == "__main__":
    main()
