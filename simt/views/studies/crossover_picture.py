"""The picture of a crossover: cycles over the key for each contender, and a strip with the fastest at each value."""

from __future__ import annotations

import math
from itertools import pairwise

from simt.validate.crossover import Crossing, Crossover
from simt.validate.errors import CompareError
from simt.views.kit.figure import COLORS, MARKS, Axes, Figure, figure_style, new_figure, plain_ticks, points
from simt.views.kit.theme import INK, PAPER, SOFT
from simt.views.studies.crossover import source_text

_COLUMNS = 3


def crossover_picture(crossover: Crossover) -> Figure:
    """Return a panel for each model, and below it a strip with the fastest contender at each value.

    Simulated cycles have marks, predicted cycles broken lines, and vertical lines show where the fastest contender
    changes. Crosses on the strip mark values at which the predicted fastest contender is not the fastest. Raises
    `CompareError` (E0821) if nothing was simulated or there are more contenders than colours, `FigureError`.
    """
    if not any(crossover.simulated.winners):
        raise CompareError("there is nothing to draw: at no value were all contenders simulated", code="E0821")
    if len(crossover.contenders) > len(COLORS):
        raise CompareError(f"{len(crossover.contenders)} contenders are too many for one picture", code="E0821")
    sources: list[tuple[str, str] | None] = [
        source
        for source, guess in crossover.predicted.items()
        if any(n is not None for r in guess.cycles.values() for n in r)
    ]
    sources = sources or [None]  # no model predicts anything: the simulation alone
    columns = 2 if len(sources) == 4 else min(len(sources), _COLUMNS)
    rows = -(-len(sources) // columns)
    with figure_style():
        figure, axes = new_figure(0.8 + 4.9 * columns, 0.5 + 3.6 * rows, 2 * rows, columns, height_ratios=[5, 1] * rows)
        for k, source in enumerate(sources):
            row, column = divmod(k, columns)
            panel, strip = (axes[(2 * row + below) * columns + column] for below in (0, 1))
            _lines(panel, crossover, source)
            _strip(strip, crossover, source, is_named=column == 0)
        for k in range(len(sources), rows * columns):
            row, column = divmod(k, columns)
            for below in (0, 1):
                axes[(2 * row + below) * columns + column].set_visible(False)
        handles, labels = axes[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside upper center", ncols=min(len(labels), 2 + 2 * columns))
    return figure


def _lines(panel: Axes, crossover: Crossover, source: tuple[str, str] | None) -> None:
    """Draw cycles over the key, and lines where the fastest contender changes."""
    sides = [(crossover.simulated, "-", True)]
    if source is not None:
        sides.append((crossover.predicted[source], "--", False))
    for decision, style, has_marks in sides:
        for k, name in enumerate(crossover.contenders):
            row = decision.cycles[name]
            known = [(place, number) for place, number in zip(crossover.places, row, strict=True) if number is not None]
            panel.plot(
                [place for place, _ in known], [number for _, number in known], style, marker=MARKS[k],
                ms=4.5 if has_marks else 3.5, mfc=None if has_marks else PAPER, color=COLORS[k],
                lw=1.5 if has_marks else 1.1, label=name if has_marks else None,
            )  # fmt: skip
    panel.plot([], [], "-", color=INK, label="simulated")
    if source is not None:
        panel.plot([], [], "--", color=INK, label="predicted")
    panel.set_yscale("log")
    plain_ticks(panel.yaxis)
    _x_axis(panel, crossover)
    for decision, style, has_marks in sides:
        for crossing in decision.crossings:
            place = _middle(crossover, crossing)
            is_right = panel.transAxes.inverted().transform(panel.transData.transform((place, 1.0)))[0] > 0.85
            panel.axvline(place, color=INK if has_marks else SOFT, ls=style, lw=1.0, zorder=1)
            panel.annotate(
                f"{crossing.at:.4g}" if crossing.at is not None else "", (place, 1.0 if has_marks else 0.0),
                xycoords=("data", "axes fraction"), textcoords="offset points",
                xytext=(-3 if is_right else 3, -9 if has_marks else 3), ha="right" if is_right else "left",
                fontsize=points(7.5), color=INK if has_marks else SOFT, zorder=5,
                bbox={"facecolor": PAPER, "edgecolor": "none", "alpha": 0.75, "pad": 0.8},
            )  # fmt: skip
    panel.set_ylabel("cycles")
    title = "simulated" if source is None else source_text(source)
    if source is not None and crossover.predicted[source].accuracy is not None:
        guess = crossover.predicted[source]
        title += f": right at {guess.right} of {guess.judged}"
    panel.set_title(title)
    panel.grid(axis="y")
    panel.tick_params(axis="x", labelbottom=False)


def _strip(strip: Axes, crossover: Crossover, source: tuple[str, str] | None, *, is_named: bool) -> None:
    """Draw the fastest contender at each value: a row for the simulation, and one for the prediction of `source`.

    source: None for no prediction. is_named: whether the rows have labels.
    """
    decisions = [crossover.simulated] + ([] if source is None else [crossover.predicted[source]])
    edges = _edges(crossover)
    for row, decision in enumerate(decisions):
        for k, names in enumerate(decision.winners):
            left, right = edges[k], edges[k + 1]
            colors = [COLORS[crossover.contenders.index(name)] for name in names] or ["#eeeeee"]
            for part, color in enumerate(colors):  # contenders that are equal share the cell
                height = 0.86 / len(colors)
                strip.fill_between(
                    [left, right], -row - 0.43 + part * height, -row - 0.43 + (part + 1) * height, color=color,
                    alpha=0.85, lw=0.6, edgecolor="white",
                )  # fmt: skip
            true = crossover.simulated.winners[k]
            if row and names and true and not set(names) <= set(true):
                strip.plot(crossover.places[k], -row, "x", color="white", ms=6, mew=1.8)
    strip.set_ylim(-len(decisions) + 0.5, 0.5)
    strip.set_yticks(range(0, -len(decisions), -1), ["simulated", "predicted"][: len(decisions)] if is_named else [])
    strip.tick_params(axis="y", length=0)
    for side in ("left", "bottom"):
        strip.spines[side].set_visible(False)
    if is_named:
        strip.set_ylabel("fastest", rotation=0, ha="right", va="center", labelpad=2)
    strip.set_xlabel(crossover.name)
    _x_axis(strip, crossover)


def _edges(crossover: Crossover) -> list[float]:
    """Return the borders between the cells of the strip, halfway between neighbouring values."""
    scaled = [math.log(place) if crossover.is_geometric else place for place in crossover.places]
    middles = [(low + high) / 2 for low, high in pairwise(scaled)]
    first = scaled[0] - ((middles[0] - scaled[0]) if middles else 0.5)
    last = scaled[-1] + ((scaled[-1] - middles[-1]) if middles else 0.5)
    edges = [first, *middles, last]
    return [math.exp(edge) for edge in edges] if crossover.is_geometric else edges


def _middle(crossover: Crossover, crossing: Crossing) -> float:
    if crossing.at is not None:
        return crossing.at
    low, high = (crossover.places[crossover.values.index(value)] for value in (crossing.low, crossing.high))
    return (low + high) / 2


def _x_axis(panel: Axes, crossover: Crossover) -> None:
    if crossover.is_geometric:
        panel.set_xscale("log")
        panel.minorticks_off()
    edges = _edges(crossover)
    panel.set_xlim(edges[0], edges[-1])
    if len(crossover.values) <= 12 or not crossover.is_number:
        panel.set_xticks(list(crossover.places), [str(value) for value in crossover.values])
    elif crossover.is_geometric:
        from matplotlib.ticker import FuncFormatter

        panel.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
