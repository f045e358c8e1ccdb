"""Pictures of a comparison: predicted against simulated cycles, cycles over a swept key, CPI stacks side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simt.exploration.plans.axes import are_numbers
from simt.validate.comparison import Compared, Request
from simt.validate.errors import CompareError
from simt.validate.measures import measures
from simt.validate.summaries import GROUPS, mean_stack
from simt.views.kit.figure import COLORS, MARKS, Axes, Figure, figure_style, from_zero, new_figure, plain_ticks
from simt.views.kit.theme import SOFT
from simt.views.studies.comparisons import axes_texts

_GROUP_COLORS = dict(
    zip(
        GROUPS,
        ("#0072b2", "#d55e00", "#e69f00", "#cc79a7", "#f0e442", "#56b4e9", "#009e73", "#999999", "#dddddd"),
        strict=True,
    )
)
_LETTER = 0.085  # inches of a letter of a label, so that labels beside one another do not touch
_MOST_STACKS = 16
_MOST_LINES = 7


def scatter_picture(compared: Sequence[Compared], request: Request) -> Figure:
    """Predicted over simulated cycles on logarithmic axes, a panel for each model and kind of counts.

    Held-out points have a mark of their own. Lines show equality, and errors of 25 %. Raises `CompareError` (E0821) if
    no point has both numbers, `FigureError`.
    """
    pairs = [
        (model, counts)
        for model in request.models
        for counts in request.counts
        if any(entry.is_done and (model, counts) in entry.predictions for entry in compared)
    ]
    if not pairs:
        raise CompareError("there is nothing to draw: no point has both numbers", code="E0821")
    columns = min(len(pairs), 3)
    rows = -(-len(pairs) // columns)
    with figure_style():
        figure, axes = new_figure(1.0 + 4.2 * columns, 0.4 + 4.2 * rows, rows, columns)
        for panel, pair in zip(axes, pairs, strict=False):
            _scatter(panel, compared, pair, len(request.counts) > 1)
        for panel in axes[len(pairs) :]:
            panel.set_visible(False)
    return figure


def _scatter(axes: Axes, compared: Sequence[Compared], pair: tuple[str, str], has_counts: bool) -> None:
    done = [entry for entry in compared if entry.is_done and pair in entry.predictions]
    parts = (("development", False, COLORS[0], "o"), ("held out", True, COLORS[1], "x"))
    has_parts = len({entry.point.is_held_out for entry in done}) > 1
    for name, is_held_out, color, mark in parts:
        part = [entry for entry in done if entry.point.is_held_out == is_held_out]
        if part:
            x, y = [entry.cycles for entry in part], [entry.predictions[pair] for entry in part]
            errors = measures(y, x)
            label = f"{len(part)} points, MAPE {100 * errors.mape:.1f} %"
            axes.plot(
                x, y, mark, ms=3, mew=0.8, alpha=0.6, color=color,
                label=f"{name}: {label}" if has_parts or is_held_out else label,
            )  # fmt: skip
    numbers = [entry.cycles for entry in done] + [entry.predictions[pair] for entry in done]
    low, high = min(numbers) / 1.3, max(numbers) * 1.3
    axes.set(xscale="log", yscale="log")
    axes.plot([low, high], [low, high], "-", color=SOFT, lw=0.8)
    for factor in (0.75, 1.25):
        axes.plot([low, high], [low * factor, high * factor], ":", color="#999999", lw=0.8)
    axes.set(xlim=(low, high), ylim=(low, high), aspect="equal")
    plain_ticks(axes.xaxis)
    plain_ticks(axes.yaxis)
    axes.set(xlabel="simulated cycles", ylabel="predicted cycles")
    axes.set_title(f"{pair[0]}, {pair[1]} counts" if has_counts else pair[0])
    axes.grid()
    axes.legend(
        loc="upper left", bbox_to_anchor=(0.0, -0.13), borderaxespad=0.0
    )  # below: no corner is free for certain


def sweep_picture(compared: Sequence[Compared], request: Request, key: str) -> Figure:
    """Return the simulated (marks) and predicted (lines) cycles over a swept key. A missing number leaves a gap.

    Raises `CompareError` (E0821) for more than seven combinations of kernel, machine and other axes, `FigureError`.
    """
    series: dict[str, list[Compared]] = {}
    for entry in compared:
        others = "".join(f" {text}" for text in axes_texts(entry.point, without=key))
        series.setdefault(f"{entry.point.kernel} on {entry.point.machine_name}{others}", []).append(entry)
    if len(series) > _MOST_LINES:
        raise CompareError(f"{len(series)} kernels and machines cannot be distinguished in one picture", code="E0821")
    values = list(dict.fromkeys(entry.point.axes[key] for entry in compared))
    is_number = are_numbers(values)
    places: dict[Any, float] = {value: float(value) if is_number else float(k) for k, value in enumerate(values)}
    styles = ("-", "--", ":", "-.")
    with figure_style():
        figure, (axes,) = new_figure(6.4, 4.0)
        for k, (name, members) in enumerate(series.items()):
            color = COLORS[k % len(COLORS)]
            x = [places[entry.point.axes[key]] for entry in members]
            y = [entry.cycles if entry.is_done else float("nan") for entry in members]
            label = "simulated" if len(series) == 1 else f"{name}, simulated"
            axes.plot(x, y, MARKS[k % len(MARKS)], ms=5, color=color, label=label)
            style = 0
            for model in request.models:
                for counts in request.counts:
                    guess = [entry.predictions.get((model, counts), float("nan")) for entry in members]
                    source = f"{model}, {counts} counts" if len(request.counts) > 1 else model
                    line = styles[style % len(styles)]
                    axes.plot(
                        x, guess, line, color=color if len(series) > 1 else COLORS[(style + 1) % len(COLORS)],
                        label=source if len(series) == 1 else f"{name}, {source}",
                    )  # fmt: skip
                    style += 1
        if not is_number or len(values) <= 16:
            axes.set_xticks([places[value] for value in values], [str(value) for value in values])
        axes.set(xlabel=key, ylabel="cycles")
        from_zero(axes)
        axes.set_title(next(iter(series)) if len(series) == 1 else "simulated and predicted")
        axes.grid(axis="y")
        axes.legend()
    return figure


def stack_picture(compared: Sequence[Compared], request: Request) -> Figure:
    """Two stacked bars for each point, the simulation and the refined model: cycles per warp instruction.

    A bar is split by groups of stall reasons (`GROUPS`). Raises `FigureError`, and `CompareError` (E0821) if no point,
    or more than 16, has both a simulation and the refined model.
    """
    counts = request.counts[-1]
    done = [entry for entry in compared if entry.is_done and counts in entry.charges]
    if not done:
        raise CompareError("there is nothing to draw: no point has a simulation and the refined model", code="E0821")
    if len(done) > _MOST_STACKS:
        raise CompareError(f"{len(done)} pairs of stacks do not fit in one picture: at most 16", code="E0821")
    labels = [[entry.point.kernel, entry.point.machine_name, *axes_texts(entry.point)] for entry in done]
    is_turned = len(done) > 4
    letters = 0 if is_turned else max(len(line) for lines in labels for line in lines)
    with figure_style():
        figure, (axes,) = new_figure(2.4 + max(0.75, _LETTER * letters) * len(done), 4.2)
        used: set[str] = set()
        for k, entry in enumerate(done):
            sides = ((entry.stack, -0.2, ""), (entry.charges[counts], 0.2, "//"))
            for stack, shift, hatch in sides:
                bottom = 0.0
                for group, height in mean_stack(stack, entry.core_instructions, entry.interval).items():
                    if height:
                        axes.bar(
                            k + shift, height, 0.36, bottom=bottom, color=_GROUP_COLORS[group], hatch=hatch,
                            edgecolor="white", linewidth=0.4,
                        )  # fmt: skip
                        bottom += height
                        used.add(group)
        for group in (group for group in GROUPS if group in used):
            axes.bar(0, 0, color=_GROUP_COLORS[group], label=group)
        axes.bar(0, 0, color="white", edgecolor="#555555", hatch="//", label="predicted")
        names = ["\n".join(lines) for lines in labels]
        axes.set_xticks(range(len(done)), names, rotation=30 if is_turned else 0, ha="right" if is_turned else "center")
        axes.set(ylabel="cycles per warp instruction", title="simulated and predicted")
        axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), reverse=True)
    return figure
