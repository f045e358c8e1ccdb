"""Figures 8 and 9 of the branching article: 256 threads that loop for different times, in waves of several widths.

The kernel is `divergent/iterations`, the machine `article32` with one lane per thread of a wave. A machine holds at
most 64 warps, so narrow waves run in several launches, one after the other. Time is measured in cycles and, as in the
article, in iterations: the number of times that a wave issues the loop body. The machine issues one instruction per
cycle, and each takes one cycle. So the cycles of a launch equal the instructions of all its waves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from math import comb
from typing import Any

import numpy as np

from isa.reporting.diagnostics import quote
from simt.experiments.report import ExperimentError, Report, Table, article_data, check_range, distinct, text_table
from simt.experiments.runner import Runner, kernel, recorded
from simt.machine import Machine
from simt.result.result import Result
from simt.views.kit.figure import Figure, figure_style, new_figure

THREADS = 256
VALUES = 256  # counts are 0 to 255
PRESET = "article32"
KERNEL = "divergent/iterations"
ORDERS = ("unsorted", "sorted")
_MOST_WARPS = 64


@dataclass(frozen=True, eq=False)
class Waves:
    """The results of running all threads in waves of one width: `width` threads, which execute in lock step.

    order: an entry of `ORDERS`. iterations, instructions: int64 [waves], counted in the runs.
    """

    order: str
    width: int
    iterations: np.ndarray
    instructions: np.ndarray
    cycles: int  # of all launches
    launches: int
    lane_share: float  # active lanes of issued instructions


published = partial(article_data, "divergence_figures_8_9.json")  # wave lengths per width, `random` and `sorted`


def article_counts() -> np.ndarray:
    """Return the iterations of each thread, int64 [256], read from the bars of figure 8."""
    return np.array(published()["random"]["simd1"], np.int64)


def run(
    runner: Runner, *, simd_widths: Sequence[int] = (1, 4, 8, 16, 32, 64), counts: str = "article", seed: int = 1,
    draws: int = 2000, filler: int = 1, warps: int = _MOST_WARPS,
) -> Report:  # fmt: skip
    """Run 256 threads at every width, unsorted and sorted by their number of iterations.

    - simd_widths: the widths of waves, in threads.
    - counts: the iterations of the threads: "article", or "random" with `seed`.
    - draws: the number of random sets of counts for which the mean length of waves is computed, without a run.
    - filler: the number of instructions in place of the article's "Do smth".
    - warps: the largest number of waves in one launch.

    Raises `ExperimentError`.
    """
    widths = tuple(sorted(distinct(simd_widths, "name at least one SIMD width")))
    for width in widths:
        check_range("a SIMD width", width, 1, 64)
        if THREADS % width:
            message = f"waves of {width} do not divide {THREADS} threads"
            raise ExperimentError(message, help="a power of two does: 1, 2, 4, 8, 16, 32, 64")
    if counts not in ("article", "random"):
        raise ExperimentError(f"the counts are `article` or `random`, not {quote(counts)}")
    check_range("the number of draws", draws, 0, 20_000)
    check_range("the filler", filler, 0, 200)
    check_range("the number of warps", warps, 1, _MOST_WARPS)
    turns = article_counts() if counts == "article" else np.random.default_rng(seed).integers(0, VALUES, THREADS)
    waves = [
        _waves(runner, order, width, turns if order == "unsorted" else np.sort(turns), filler, warps)
        for width in widths
        for order in ORDERS
    ]
    means = drawn_means(widths, draws, seed, THREADS, VALUES) if draws else {}
    rows = [_row(width, [wave for wave in waves if wave.width == width], turns, means) for width in widths]
    title = f"{THREADS} threads, {'counts of the article' if counts == 'article' else f'random counts, seed {seed}'}"
    is_article = counts == "article" and set(_BARS) <= set(widths)
    return Report(
        name="divergence",
        text=_text(title, rows, filler, draws, counts == "article", waves),
        data={
            "machine": PRESET,
            "kernel": KERNEL,
            "threads": THREADS,
            "counts": counts,
            "seed": seed,
            "draws": draws,
            "filler": filler,
            "warps": warps,
            "widths": rows,
        },
        tables=_tables(turns, waves, rows),
        pictures={
            "figure-8": partial(_bars, f"{'Figure 8: ' * is_article}{title}, unsorted", turns, waves, "unsorted"),
            "figure-9": partial(_bars, f"{'Figure 9: ' * is_article}{title}, sorted", np.sort(turns), waves, "sorted"),
            "divergence-means": partial(_curves, title, rows),
        },
    )


def _waves(runner: Runner, order: str, width: int, counts: np.ndarray, filler: int, warps: int) -> Waves:
    at_once = width * min(warps, THREADS // width)
    machine = Machine.load(PRESET).replace(warp_size=width, warps=at_once // width)
    iterations: list[int] = []
    instructions: list[int] = []
    cycles = active = lanes = launches = 0
    for first in range(0, THREADS, at_once):
        part = counts[first : first + at_once]
        program = kernel(KERNEL, masks=1, threads=len(part), filler=filler)
        result = runner.run(program, machine, inputs={"iterations": part.astype(np.uint32)})
        if not np.array_equal(result.local["turns"], part):
            raise ExperimentError(f"waves of {width}: a thread made another number of turns", code="E0742")
        turns, issued = _per_wave(result)
        iterations += turns
        instructions += issued
        cycles += result.cycles
        active += result.ledgers.lane["active"]
        lanes += sum(result.ledgers.lane.values())
        launches += 1
    return Waves(order, width, np.array(iterations), np.array(instructions), cycles, launches, active / lanes)


def _per_wave(result: Result) -> tuple[list[int], list[int]]:
    """Return how often each warp issued the loop body, and how often any instruction, by the event record."""
    events = recorded(result)
    body = result.program.labels["turn"]
    turns = np.bincount(events["warp"][events["pc"] == body], minlength=result.warps)
    return turns.tolist(), np.bincount(events["warp"], minlength=result.warps).tolist()


def _row(
    width: int, waves: Sequence[Waves], counts: np.ndarray, means: dict[int, tuple[float, float]]
) -> dict[str, Any]:
    """Return the figures of one width: measured, expected for these counts and for random counts, and in the article.

    means: the mean iterations of a wave of random counts, (unsorted, sorted), by width.
    """
    row: dict[str, Any] = {"simd_width": width, "waves": THREADS // width, "launches": waves[0].launches}
    for wave in waves:
        threads = counts if wave.order == "unsorted" else np.sort(counts)
        row[wave.order] = {
            "mean_iterations": float(wave.iterations.mean()),
            "expected_of_these_counts": float(wave_maxima(threads, width).mean()),
            "cycles": wave.cycles,
            "active_lane_share": round(wave.lane_share, 4),
        }
    row["sorted_speed_up"] = round(row["unsorted"]["cycles"] / row["sorted"]["cycles"], 4)
    row["expected_of_random_counts"] = {
        "unsorted": round(expected_unsorted(width, VALUES), 3),
        "sorted": round(expected_sorted(width, THREADS, VALUES), 3),
    }
    if width in means:
        row["mean_of_draws"] = dict(zip(ORDERS, (round(mean, 3) for mean in means[width]), strict=True))
    name = f"simd{width}"
    row["article_bars"] = {
        order: round(float(np.mean(published()[key][name])), 3)
        for order, key in zip(ORDERS, ("random", "sorted"), strict=True)
        if name in published()[key]
    }
    return row


_MEASURED = (
    "lanes", "waves", "iterations", "sorted iterations", "cycles", "sorted cycles", "speed-up", "active",
    "sorted active",
)  # fmt: skip


def _text(
    title: str, rows: Sequence[dict[str, Any]], filler: int, draws: int, is_article: bool, waves: Sequence[Waves]
) -> str:
    measured = [
        [
            row["simd_width"],
            row["waves"],
            *(f"{row[order]['mean_iterations']:.2f}" for order in ORDERS),
            *(row[order]["cycles"] for order in ORDERS),
            f"{row['sorted_speed_up']:.2f}",
            *(f"{100 * row[order]['active_lane_share']:.1f} %" for order in ORDERS),
        ]
        for row in rows
    ]
    is_equal = all(row[o]["mean_iterations"] == row[o]["expected_of_these_counts"] for row in rows for o in ORDERS)
    lines = [
        f"{title}: {KERNEL} on {PRESET} with lanes as given, one instruction per cycle, filler {filler}",
        "",
        "mean iterations of a wave, cycles of all waves, active lanes; threads unsorted and sorted",
        *text_table(_MEASURED, measured),
        f"  {'every' if is_equal else 'NOT every'} mean is the mean of the largest counts of the waves",
    ]
    narrow = [wave for wave in waves if wave.launches > 1 and wave.order == "sorted"]
    several = [f"{wave.launches} with SIMD width {wave.width}" for wave in narrow]
    if several:
        lines.append(f"  launches, one after the other as not all waves fit the machine: {', '.join(several)}")
    expected = []
    for row in rows:
        exact, bars, mean = row["expected_of_random_counts"], row["article_bars"], row.get("mean_of_draws", {})
        cells = [f"{exact['unsorted']:.2f}", f"{exact['sorted']:.2f}"]
        cells += [f"{mean[order]:.2f}" for order in ORDERS] if mean else []
        cells += [f"{bars[order]:.1f}" if order in bars else "" for order in ORDERS] if is_article else []
        expected.append([row["simd_width"], *cells])
    columns = ["lanes", "exact", "sorted exact"]
    columns += [f"{draws} draws", "sorted draws"] if draws else []
    columns += ["article's bars", "sorted bars"] if is_article else []
    lines += ["", f"mean iterations of a wave of random counts, 0 to {VALUES - 1}"]
    lines[-1] += "; the article's own, as far as its bars can be read" if is_article else ""
    lines += text_table(columns, expected)
    return "\n".join(lines) + "\n"


def _tables(counts: np.ndarray, waves: Sequence[Waves], rows: Sequence[dict[str, Any]]) -> list[Table]:
    bars = [
        (run.order, run.width, wave, wave * run.width, int(run.iterations[wave]), int(run.instructions[wave]))
        for run in waves
        for wave in range(len(run.iterations))
    ]
    means = [
        {
            "order": order,
            "simd_width": row["simd_width"],
            **row[order],
            "expected_of_random_counts": row["expected_of_random_counts"][order],
            "mean_of_draws": row.get("mean_of_draws", {}).get(order, ""),
            "article_bars": row["article_bars"].get(order, ""),
        }
        for row in rows
        for order in ORDERS
    ]
    threads = [(k, int(a), int(b)) for k, (a, b) in enumerate(zip(counts, np.sort(counts), strict=True))]
    return [
        Table("divergence-threads", ("thread", "unsorted", "sorted"), threads),
        Table("divergence-waves", ("order", "simd_width", "wave", "first_thread", "iterations", "instructions"), bars),
        Table("divergence-means", tuple(means[0]), [tuple(row.values()) for row in means]),
    ]


# The widest waves at the back, single threads in front; from pale to dark.
_BARS = (1, 8, 16, 32)  # widths in the article's figures
_SHADES = ("#dbe9f6", "#b5d4e9", "#7db8da", "#4090c5", "#1b69ae", "#08306b")


def _bars(title: str, counts: np.ndarray, waves: Sequence[Waves], order: str) -> Figure:
    widest_first = sorted((wave for wave in waves if wave.order == order), key=lambda wave: -wave.width)
    shown = [wave for wave in widest_first if wave.width in _BARS] or widest_first
    shades = [_SHADES[round(k * (len(_SHADES) - 1) / max(1, len(shown) - 1))] for k in range(len(shown))]
    figure, (axes,) = new_figure(9.0, 4.0)
    with figure_style():
        for wave, shade in zip(shown, shades, strict=True):
            starts = np.arange(len(wave.iterations)) * wave.width
            axes.bar(
                starts, wave.iterations, wave.width, align="edge", color=shade, linewidth=0,
                label=f"SIMD{wave.width}: mean {wave.iterations.mean():.1f}",
            )  # fmt: skip
        axes.set(title=title, xlabel="thread", ylabel="iterations of its wave", xlim=(0, len(counts)))
        axes.set_xticks(range(0, len(counts) + 1, 32))
        axes.set_ylim(0, VALUES + 4)
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.13), ncols=len(shown))
    return figure


def _curves(title: str, rows: Sequence[dict[str, Any]]) -> Figure:
    widths = [row["simd_width"] for row in rows]
    figure, (axes,) = new_figure(6.4, 3.8)
    with figure_style():
        for order, color, mark in zip(ORDERS, ("#d55e00", "#0072b2"), ("o", "s"), strict=True):
            exact = [row["expected_of_random_counts"][order] for row in rows]
            axes.plot(widths, exact, color=color, linewidth=1, linestyle="--", label=f"{order}, expected of random")
            means = [row[order]["mean_iterations"] for row in rows]
            axes.plot(widths, means, mark, color=color, markersize=6, label=f"{order}, these counts, simulated")
        axes.set_title(f"Mean wave: {title}")
        axes.set_xscale("log", base=2)
        axes.set_xticks(widths, [str(width) for width in widths])
        axes.minorticks_off()
        axes.set(xlabel="SIMD width", ylabel="iterations", ylim=(0, VALUES + 4))
        axes.grid(axis="y")
        axes.legend(loc="lower right")
    return figure


def wave_maxima(counts: np.ndarray, width: int) -> np.ndarray:
    """Return the largest count of each wave, int64 [waves]. counts: int64 [threads]. The last wave may be shorter."""
    maxima: np.ndarray = np.maximum.reduceat(counts, np.arange(0, len(counts), width))
    return maxima


def expected_unsorted(width: int, values: int = 256) -> float:
    """Return the mean of the largest of `width` random counts, each from 0 to `values` - 1.

    The mean is the sum over k of P(some count is k or more) = 1 - (k / values)^width.
    """
    return sum(1.0 - (k / values) ** width for k in range(1, values))


def expected_sorted(width: int, threads: int = 256, values: int = 256) -> float:
    """Return the mean iterations of a wave of sorted threads with random counts, each from 0 to `values` - 1.

    The j-th wave, j from 1, takes the iterations of the (j x width)-th smallest of all counts.
    """
    ranks = [min(threads, end + width) for end in range(0, threads, width)]
    smallest = _expected_smallest(threads, values)
    return sum(smallest[rank] for rank in ranks) / len(ranks)


@cache
def _expected_smallest(threads: int, values: int) -> list[float]:
    """Return the mean of the r-th smallest of all counts, by r: the sum over k of P(the r-th smallest is k or more).

    Entry 0 is not used. The r-th smallest is k or more if fewer than r counts are below k. The number of counts below k
    is binomial with p = k / values.
    """
    # Exact integers: binomial coefficients of 256 have 76 digits.
    choose = [comb(threads, below) for below in range(threads)]
    sums = [0] * (threads + 1)
    for k in range(1, values):
        cumulated = 0
        for below in range(threads):
            cumulated += choose[below] * k**below * (values - k) ** (threads - below)
            sums[below + 1] += cumulated
    return [number / values**threads for number in sums]


def drawn_means(
    widths: tuple[int, ...], draws: int, seed: int, threads: int = 256, values: int = 256
) -> dict[int, tuple[float, float]]:
    """Return, by width, the mean iterations of a wave over `draws` random sets of counts: (unsorted, sorted).

    - seed: the seed of the sets.
    - threads: the number of counts in a set.
    - values: each count is from 0 to `values` - 1.
    """
    rng = np.random.default_rng(seed)
    sums = np.zeros((len(widths), 2))
    for _ in range(draws):
        counts = rng.integers(0, values, threads)
        for row, width in enumerate(widths):
            sums[row] += wave_maxima(counts, width).mean(), wave_maxima(np.sort(counts), width).mean()
    return {width: (float(row[0]) / draws, float(row[1]) / draws) for width, row in zip(widths, sums, strict=True)}
