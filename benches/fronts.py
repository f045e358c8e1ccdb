"""Print the tables of docs/explore.md: `python -m benches.fronts`.

The front of the 128-point FFT over lanes, banks, slots and register files, as `simt explore` prints it; and what
samplers find of a space whose front is known, by the share of the hypervolume that they reach.
"""

from __future__ import annotations

import sys
from statistics import mean

import click

from benches.volume import hypervolume
from simt.exploration.search.search import Search
from simt.exploration.sessions.exploring import Exploration, run_search
from simt.views.studies.explore_tables import exploration_text

__all__ = ["FFT_SPACE", "LARGE_SPACE", "fft_front", "sampler_table"]

FFT_SPACE = {
    "warp_size": [4, 8, 16],
    "local.banks": [2, 4, 8, 16],
    "vliw.slots": [1, 2, 3],
    "register_file.organisation": ["auto", "three_banks", "eight_banks"],
}
LARGE_SPACE = {
    "warp_size": [4, 8, 16],
    "local.banks": [2, 4, 8, 16, 32],
    "vliw.slots": [1, 2, 3],
    "lds.lanes": [2, 4, 8, 16],
    "fpu.lanes": [2, 4, 8, 16],
    "scheduler.policy": ["paper", "round_robin", "oldest"],
}
_BUDGETS = (50, 100, 200, 400)
_SEEDS = range(1, 6)


def fft_front() -> Exploration:
    """The search that docs/explore.md shows."""
    return run_search(Search.of("fft128_stockham.s", FFT_SPACE))


def sampler_table() -> str:
    """The mean share of the true front's hypervolume, by sampler and budget, over five seeds."""
    file = sys.argv[1] if len(sys.argv) > 1 else None
    whole = run_search(Search.of("fft128_stockham.s", LARGE_SPACE), file)
    reference = [max(column) for column in zip(*whole.good.values(), strict=True)]
    full = hypervolume(list(whole.good.values()), reference)
    lines = [
        f"{whole.looked} designs, {len(whole.good)} good, {sum(map(len, whole.front))} on the front",
        "",
        f"| runs | {' | '.join(('random', 'nsga2', 'tpe'))} |",
        "|---|---|---|---|",
    ]
    for budget in _BUDGETS:
        cells = []
        for sampler in ("random", "nsga2", "tpe"):
            found = [
                run_search(
                    Search.of("fft128_stockham.s", LARGE_SPACE, sampler=sampler, budget=budget, random_seed=seed)
                )
                for seed in _SEEDS
            ]
            cells.append(mean(hypervolume(list(each.good.values()), reference) / full for each in found))
        lines.append(f"| {budget} | {' | '.join(f'{100 * cell:.1f} %' for cell in cells)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    click.echo(exploration_text(fft_front()))
    click.echo(sampler_table(), nl=False)
