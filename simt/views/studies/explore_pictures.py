"""The picture of a search: all good designs by two objectives, and the Pareto front coloured by what limits designs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from simt.exploration.errors import SweepError
from simt.exploration.search.certainty import SURE
from simt.exploration.sessions.exploring import Design, Exploration
from simt.exploration.silicon.parts import shares
from simt.views.kit.figure import COLORS, MARKS, Axes, Figure, figure_style, new_figure, points
from simt.views.kit.labels import Mark, label_points
from simt.views.kit.text import aligned, number_text
from simt.views.kit.theme import SOFT
from simt.views.studies.explore_tables import setting_text

_MOST_LINES = 30  # of the legend with the settings
_WIDE = 12.0  # ratio of largest to smallest value from which an axis is logarithmic


def exploration_picture(study: Exploration) -> Figure:
    """Return a panel for each pair of objectives, and below them a line of text for each place on the front.

    With more than three objectives, only the pairs with the first objective have a panel.

    Raises `SweepError` (E0777) for a search with one objective or without a front.
    """
    objectives = study.search.objectives
    if len(objectives) < 2:
        message = "a picture of a Pareto front has two objectives or more"
        raise SweepError(message, code="E0777", help="--minimise time,slices")
    if not study.front:
        raise SweepError("there is no Pareto front to draw: no design is good", code="E0777")
    count = len(objectives)
    pairs = list(combinations(range(count), 2)) if count <= 3 else [(0, other) for other in range(1, count)]
    leaders = [group[0] for group in study.front]
    lines = _lines(study, leaders)
    columns = min(3, len(pairs))
    rows = -(-len(pairs) // columns)
    below = 0.145 * len(lines) + 0.1
    width = max(7.6, 4.2 * columns, 0.9 + 0.061 * max(map(len, lines)))
    with figure_style():
        figure, panels = new_figure(width, 3.9 * rows + below, rows + 1, columns, height_ratios=[3.9] * rows + [below])
        kinds = sorted({design.run.resource for design in leaders})
        for panel, (x, y) in zip(panels, pairs, strict=False):
            _draw(panel, study, leaders, kinds, x, y)
        for panel in panels[len(pairs) :]:
            panel.axis("off")
        handles, labels = panels[0].get_legend_handles_labels()
        handles, labels = [*handles[1:], handles[0]], [*labels[1:], labels[0]]  # the grey points last
        figure.legend(handles, labels, loc="outside upper right", ncols=min(3, len(labels)))
        panels[0].set_title(f"{', '.join(study.search.space.programs)}: Pareto front")
        caption = panels[rows * columns].text(
            0.0, 1.0, _kept_apart("\n".join(lines)), family="monospace", fontsize=points(7), va="top",
            transform=panels[rows * columns].transAxes,
        )  # fmt: skip
        caption.set_in_layout(False)  # it is wider than its own panel
        for panel, (x, y) in zip(panels, pairs, strict=False):
            _number(panel, study, [(design.values[x], design.values[y]) for design in leaders], (x, y))
    return figure


def _draw(panel: Axes, study: Exploration, leaders: Sequence[Design], kinds: Sequence[str], x: int, y: int) -> None:
    from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter

    objectives = study.search.objectives
    xs, ys = ([values[k] for values in study.good.values()] for k in (x, y))
    panel.plot(xs, ys, "o", ms=3, color="#b8b8b8", zorder=1, label="not on the front")
    if len(objectives) == 2:
        steps = "steps-post" if objectives[x].sign == objectives[y].sign else "steps-pre"
        stair = sorted((design.values[x], design.values[y]) for design in leaders)
        panel.plot(*zip(*stair, strict=True), drawstyle=steps, color=SOFT, lw=0.9, zorder=2)
    for place, kind in enumerate(kinds):
        mine = [design for design in leaders if design.run.resource == kind]
        panel.plot(
            [design.values[x] for design in mine], [design.values[y] for design in mine],
            MARKS[place % len(MARKS)], ms=6, color=COLORS[place % len(COLORS)], zorder=3, label=f"bound by {kind}",
        )  # fmt: skip
    _draw_errors(panel, study, leaders, x, y)
    for axis, values, k in ((panel.xaxis, xs, x), (panel.yaxis, ys, y)):
        if min(values) > 0 and max(values) / min(values) >= _WIDE:
            (panel.set_xscale if axis is panel.xaxis else panel.set_yscale)("log")
            axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
            axis.set_minor_formatter(NullFormatter())
        else:
            axis.set_major_locator(MaxNLocator(6, steps=[1, 2, 2.5, 5, 10]))
        axis.set_major_formatter(FuncFormatter(lambda value, _: number_text(value, 10)))
        axis.set_label_text(objectives[k].label)
        full = _full(study, leaders[0], objectives[k].name)
        if full is not None and min(values) < full < max(values):
            (panel.axvline if axis is panel.xaxis else panel.axhline)(full, color=SOFT, lw=0.9, ls=(0, (4, 3)))
            is_down = axis is panel.xaxis
            panel.annotate(
                f"{study.search.part.name} is full", (full, 1) if is_down else (1, full),
                xycoords=("data", "axes fraction") if is_down else ("axes fraction", "data"),
                xytext=(-3, -3) if is_down else (-3, 3), textcoords="offset points", rotation=90 if is_down else 0,
                ha="right", va="top" if is_down else "bottom", fontsize=points(7), color=SOFT,
            )  # fmt: skip
    panel.grid()


def _draw_errors(panel: Axes, study: Exploration, leaders: Sequence[Design], x: int, y: int) -> None:
    """Draw the intervals of the objectives.

    A design on the front that may leave it gets a white centre, and a design that may come to the front gets a circle
    around it.
    """
    certainty = study.certainty
    if certainty is None:
        return
    for design in leaders:
        errors = [_lengths(design, k) for k in (x, y)]
        panel.errorbar(
            design.values[x], design.values[y], errors[1], errors[0], fmt="none", color=SOFT, elinewidth=0.7,
            capsize=2, alpha=0.55, zorder=2.5,
        )  # fmt: skip
    sure = f"{100 * SURE:.0f} %"
    doubtful = [design.values for design in leaders if not certainty.stays(design.point.number)]
    numbers = {design.point.number for group in study.front for design in group}
    joining = [study.good[number] for number in study.good if certainty.joins(number) and number not in numbers]
    for spots, size, face, label in (
        (doubtful, 3.0, "white", f"on front in < {sure} of draws"),
        (joining, 5.5, "none", f"on front in > {100 - 100 * SURE:.0f} % of draws"),
    ):
        if spots:
            panel.plot(
                [values[x] for values in spots], [values[y] for values in spots], "o", ms=size, mfc=face, mec=SOFT,
                mew=0.9, zorder=4, label=label,
            )  # fmt: skip


def _lengths(design: Design, place: int) -> list[list[float]] | None:
    """Return the lengths of an error bar, below and above the value; None for an exact objective."""
    interval, value = design.intervals[place], design.values[place]
    return None if interval is None else [[value - interval[0]], [interval[1] - value]]


def _number(panel: Axes, study: Exploration, spots: Sequence[tuple[float, float]], axes: tuple[int, int]) -> None:
    """Number the designs beside their marks; marks that nearly overlap share a label. axes: numbers of objectives."""
    to_axes = panel.transData + panel.transAxes.inverted()
    heaps: list[tuple[tuple[float, float], tuple[float, float], list[str]]] = []
    for place, spot in enumerate(spots, 1):
        x, y = map(float, to_axes.transform(spot))
        for (other_x, other_y), _, numbers in heaps:
            if abs(x - other_x) < 0.06 and abs(y - other_y) < 0.04:
                numbers.append(str(place))
                break
        else:
            heaps.append(((x, y), spot, [str(place)]))
    texts = [(*spot, ", ".join(numbers[:4]) + ("..." if len(numbers) > 4 else "")) for _, spot, numbers in heaps]
    marks = [Mark(values[axes[0]], values[axes[1]], 3.0) for values in study.good.values()]
    label_points(panel, texts, [*marks, *(Mark(*spot, 3.5) for spot in spots)], 7)


def _full(study: Exploration, design: Design, name: str) -> float | None:
    """Return the amount of the resource `name` that the part has.

    None if the design has no estimate or uses none of the resource, or if `name` is not a resource.
    """
    if design.silicon is None:
        return None
    share = shares(design.silicon, study.search.part).get(name)
    return None if not share else float(getattr(design.silicon, name)) / share


def _kept_apart(text: str) -> str:
    """Return a text whose columns stay aligned in an SVG, which makes one blank of several usual ones."""
    return re.sub(" (?= )", "\N{NO-BREAK SPACE}", text)


def _lines(study: Exploration, leaders: Sequence[Design]) -> list[str]:
    shown = leaders[:_MOST_LINES]
    cells = []
    for place, (design, group) in enumerate(zip(shown, study.front, strict=False), 1):
        values = [
            f"{number_text(value)} {goal.unit or goal.name}"
            for goal, value in zip(study.search.objectives, design.values, strict=True)
        ]
        equal = f" (+{len(group) - 1} equal)" if len(group) > 1 else ""
        cells.append(
            [str(place), setting_text(study.search.space, design.point.number) + equal, *values, str(design.run)]
        )
    lines = aligned(cells, (1, len(cells[0]) - 1), "")
    if len(leaders) > len(shown):
        lines.append(f"     and {len(leaders) - len(shown)} more")
    return lines
