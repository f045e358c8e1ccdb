"""Figures 5 to 7 of the branching article: the execution mask of its three examples, lanes x cycles, on `article32`.

The article's pictures show in column c the mask after the instruction of cycle c, which is the issue mask of cycle
c + 1. The pictures here have the article's columns; the tables have the issue mask of every cycle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from isa.reporting.diagnostics import quote
from simt.experiments.drawing import color_legend, draw_cells, present_colors
from simt.experiments.report import ExperimentError, Report, Table, article_data, check_names, check_range, distinct
from simt.experiments.runner import Runner, kernel, recorded
from simt.machine import Machine
from simt.machine.rules import BRANCH_ORDERS
from simt.result.result import Result
from simt.views.kit.figure import Figure, figure_style, new_figure
from simt.views.kit.palette import MASK_COLORS, MASK_LOOKS, MASK_STATES
from simt.views.kit.text import clip
from simt.views.time.series import mask_history

PRESET = "article32"
# By example: the article's figure, and the filler instructions there.
EXAMPLES: dict[str, tuple[int, int]] = {"example1": (5, 5), "example2": (6, 0), "example3": (7, 5)}


@dataclass(frozen=True, eq=False)
class History:
    """A run of an example.

    - filler: the number of filler instructions.
    - states: uint8 [lanes, cycles], indices into `MASK_STATES`.
    - active_share: the share of active lanes, over all cycles except the first.
    - agrees: whether the run equals the published picture; None if its options differ from the article.
    """

    example: str
    filler: int
    cycles: int
    states: np.ndarray
    active_share: float
    agrees: bool | None


published = partial(article_data, "mask_histories.json")  # by figure: total cycles, and a text of 0 and 1 per lane


def run(
    runner: Runner, *, kernels: Sequence[str] = tuple(EXAMPLES), filler: int | None = None, simd_width: int = 32,
    order: str = "true_first",
) -> Report:  # fmt: skip
    """Run examples of the article.

    - kernels: some of `EXAMPLES`.
    - filler: the number of instructions in place of "Do smth"; None for the article's number.
    - simd_width: the lanes of the one warp.
    - order: the value of `branch.order`.

    Raises `ExperimentError`.
    """
    plain, advice = (name.removeprefix("article/") for name in kernels), f"there are {', '.join(EXAMPLES)}"
    names = distinct(plain, "name at least one example", help=advice)
    check_names(names, EXAMPLES, "the article has no {}")
    if filler is not None:
        check_range("the filler", filler, 0, 200)
    check_range("the SIMD width", simd_width, 1, 64)
    if order not in BRANCH_ORDERS:
        raise ExperimentError(f"the order is {', '.join(BRANCH_ORDERS)}, not {quote(order)}")
    histories = [_run(runner, name, filler, simd_width, order) for name in names]
    settings = {"simd_width": simd_width, "order": order}
    setting = f"on {PRESET} with {simd_width} lanes, {order}"
    return Report(
        name="mask-history",
        text=_text(histories, setting),
        data={
            "machine": PRESET,
            **settings,
            "histories": [
                {
                    "kernel": f"article/{history.example}",
                    "figure": EXAMPLES[history.example][0],
                    "filler": history.filler,
                    "cycles": history.cycles,
                    "active_share": round(history.active_share, 4),
                    "equals_the_article": history.agrees,
                    "lanes": ["".join(_MARKS[state] for state in row) for row in history.states],
                }
                for history in histories
            ],
        },
        tables=[_table(history) for history in histories],
        pictures={_file(history): partial(_picture, history, setting) for history in histories},
    )


_MARKS = "01xsi"  # inactive active disabled stalled idle, as in the published data


def _run(runner: Runner, name: str, filler: int | None, simd_width: int, order: str) -> History:
    figure, article_filler = EXAMPLES[name]
    count = article_filler if filler is None else filler
    machine = Machine.load(PRESET).replace(**{"warp_size": simd_width, "branch.order": order})
    program = kernel(f"article/{name}", filler=count)
    result = runner.run(program, machine, threads=simd_width)
    states = mask_history(result, range(result.cycles), 0)
    agrees = None
    if (count, simd_width, order) == (article_filler, 32, "true_first"):
        agrees = _equals(result, published()[f"figure{figure}"])
    is_active = states[:, 1:] == MASK_STATES.index("active")
    return History(name, count, result.cycles, states, float(is_active.mean()), agrees)


def _equals(result: Result, picture: dict[str, Any]) -> bool:
    """Return whether the run has the published number of cycles and the published mask in every column."""
    masks = recorded(result)["mask"]
    ours = ["".join(str(int(mask) >> lane & 1) for mask in masks[1:]) for lane in range(result.machine.warp_size)]
    return bool(result.cycles == picture["total_cycles"] and ours == picture["lanes"])


def _file(history: History) -> str:
    return f"figure-{EXAMPLES[history.example][0]}"


def _table(history: History) -> Table:
    columns = ("lane", *(f"cycle{cycle}" for cycle in range(history.cycles)))
    rows = [(lane, *(MASK_STATES[state] for state in row)) for lane, row in enumerate(history.states)]
    return Table(_file(history), columns, rows)


def _text(histories: Sequence[History], setting: str) -> str:
    lines = []
    for run in histories:
        figure = EXAMPLES[run.example][0]
        lines += [f"article/{run.example} (figure {figure}), filler {run.filler}, {setting}", ""]
        lines += _drawn(run.states)
        verdict = {
            True: f"equal to the article's figure {figure} in every lane of every cycle",
            False: f"DIFFERENT from the article's figure {figure}",
            None: f"not the article's options: filler {EXAMPLES[run.example][1]}, 32 lanes, true_first",
        }[run.agrees]
        share = f"{100 * run.active_share:.1f} % of the lane cycles after the first are active"
        lines += ["", f"  {run.cycles} cycles, {share}", f"  {verdict}", ""]
    lines.append("# active   . inactive   x disabled   s stalled   - idle")
    return "\n".join(lines) + "\n"


def _drawn(states: np.ndarray) -> list[str]:
    """Return a line per lane: its number, then a mark per cycle. Neighbouring lanes that are equal share a line."""
    marks = [look.mark for look in MASK_LOOKS.values()]
    texts = ["".join(marks[state] for state in row) for row in states]
    lines: list[str] = []
    first = 0
    for lane in range(1, len(texts) + 1):
        if lane == len(texts) or texts[lane] != texts[first]:
            name = f"{first}" if lane - 1 == first else f"{first}-{lane - 1}"
            lines.append(f"  {name:<5} {clip(texts[first], 200)}")
            first = lane
    return lines


def _picture(history: History, setting: str) -> Figure:
    columns = history.states[:, 1:]
    lanes, cycles = columns.shape
    width = max(5.2, 1.2 + 0.11 * cycles)
    figure, (axes,) = new_figure(width, 1.3 + 0.085 * max(lanes, 8))
    with figure_style():
        draw_cells(axes, columns, MASK_COLORS)
        for edge in range(1, cycles):
            axes.axvline(edge, color="#808080", linewidth=0.25)
        for edge in range(1, lanes):
            axes.axhline(edge, color="#808080", linewidth=0.25)
        # Only pictures of the article have its number.
        number = "" if history.agrees is None else f"Figure {EXAMPLES[history.example][0]}: "
        title = f"{number}article/{history.example}, {history.cycles} cycles"
        figure.suptitle(title, x=0.02, ha="left", fontsize=10, fontweight="bold")
        axes.set_title(f"filler {history.filler}, {setting}", fontsize=8, fontweight="normal")
        axes.set(xlabel="column c: the mask after the instruction of cycle c", ylabel="lane")
        axes.locator_params(axis="y", integer=True)
        axes.spines[["top", "right"]].set_visible(True)
        used = present_colors(MASK_COLORS, [columns])
        color_legend(axes, used, loc="upper right", bbox_to_anchor=(1.0, -0.16 if lanes >= 16 else -0.35))
    return figure
