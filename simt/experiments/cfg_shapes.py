"""Figure 4 of the branching article: four shapes of control flow, and the blocks that every lane visits in them.

Each shape is a kernel with a counter per block. The visits of every lane are counted twice, by the kernel and from the
masks of the event record. Both counts are compared with the kernel's oracle: the visits of a thread that runs alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from simt.experiments.drawing import color_legend, draw_cells, present_colors
from simt.experiments.report import Report, Table, check_names, check_range, distinct, text_table
from simt.experiments.runner import Runner, checked_run, recorded
from simt.machine import Machine
from simt.result.result import Result
from simt.views.kit.figure import Axes, Figure, figure_style, new_figure
from simt.views.kit.palette import MASK_COLORS, MASK_STATES
from simt.views.kit.theme import SOFT
from simt.views.time.series import mask_history

PRESET = "article32"
POLICIES = ("mask_stack", "ipdom_stack", "min_pc")  # under which lanes may part, the article's first
_MOST_NUMBERS = 32  # lanes whose visits are written as numbers


@dataclass(frozen=True, slots=True)
class Shape:
    """A control-flow graph of the article's figure 4.

    - letter: its letter in the figure.
    - kernel: the name of its kernel in `divergent/`.
    - words: a description of the graph.
    - places: where to draw its blocks, x to the right, y down.
    - edges: (block, next block, bend of the line).
    """

    letter: str
    kernel: str
    words: str
    places: tuple[tuple[float, float], ...]
    edges: tuple[tuple[str, str, float], ...]

    @property
    def blocks(self) -> str:
        """The names of the blocks, which are labels of the kernel."""
        return "ABCDEFGH"[: len(self.places)]


SHAPES = (
    Shape("a", "if_else", "an if-else", ((1, 0), (0, 1), (2, 1), (1, 2)),
          (("A", "B", 0), ("A", "C", 0), ("B", "D", 0), ("C", "D", 0))),
    Shape("b", "while", "a while loop", ((1, 0), (1, 1), (1, 2), (2.1, 2)),
          (("A", "B", 0), ("B", "C", 0), ("C", "B", -0.7), ("B", "D", 0))),
    Shape("c", "two_exit", "a loop with two exits", ((1, 0), (1, 1), (1, 2), (1, 3), (2.3, 2.5)),
          (("A", "B", 0), ("B", "C", 0), ("C", "D", 0), ("D", "B", -0.6), ("B", "E", 0), ("C", "E", 0))),
    Shape("d", "irreducible", "a loop with two entries", ((1, 0), (0.3, 1.1), (1.7, 1.1), (1.7, 2.2)),
          (("A", "B", 0), ("A", "C", 0), ("B", "C", -0.35), ("C", "B", -0.35), ("C", "D", 0))),
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Visits:
    """A run of a shape under a branch policy, and the visits of its lanes to the blocks.

    - visits: int64 [blocks, lanes], counted in the event record.
    - alone: int64 [blocks, lanes], the oracle's counts.
    - depth: the largest depth of the stack.
    - active_share: the share of living lanes that were active, over all issued instructions.
    - states: uint8 [lanes, cycles], indices into `MASK_STATES`.
    """

    shape: Shape
    policy: str
    cycles: int
    depth: int
    active_share: float
    visits: np.ndarray
    alone: np.ndarray
    states: np.ndarray

    @property
    def is_equal(self) -> bool:
        """Return whether every lane visited every block as often as its thread does when it runs alone."""
        return bool(np.array_equal(self.visits, self.alone))


def run(runner: Runner, *, branch_policies: Sequence[str] = POLICIES, simd_width: int = 32, seed: int = 1) -> Report:
    """Run the four shapes under the named branch policies.

    - branch_policies: some of `POLICIES`.
    - simd_width: the lanes of the one warp.
    - seed: the seed of the inputs.

    The kernels have mask instructions under `mask_stack`, and ordinary jumps under the other policies. Raises
    `ExperimentError`.
    """
    chosen = distinct(branch_policies, "name at least one branch policy")
    check_names(chosen, POLICIES, "there is no branch policy {} that lets lanes part")
    check_range("the SIMD width", simd_width, 1, 64)
    visits = [_visits(runner, shape, policy, simd_width, seed) for policy in chosen for shape in SHAPES]
    return Report(
        name="cfg-shapes",
        text=_text(visits, simd_width, seed),
        data={
            "machine": PRESET,
            "simd_width": simd_width,
            "seed": seed,
            "runs": [
                {
                    "shape": run.shape.letter,
                    "kernel": f"divergent/{run.shape.kernel}",
                    "branch_policy": run.policy,
                    "cycles": run.cycles,
                    "deepest_stack": run.depth,
                    "active_lane_share": round(run.active_share, 4),
                    "visits": {block: row.tolist() for block, row in zip(run.shape.blocks, run.visits, strict=True)},
                    "equals_threads_alone": run.is_equal,
                }
                for run in visits
            ],
        },
        tables=_tables(visits),
        pictures={
            f"figure-4-{policy}": partial(_picture, policy, [run for run in visits if run.policy == policy])
            for policy in chosen
        },
    )


def _visits(runner: Runner, shape: Shape, policy: str, simd_width: int, seed: int) -> Visits:
    machine = Machine.load(PRESET).replace(**{"warp_size": simd_width, "branch.policy": policy})
    defines = {"masks": int(policy == "mask_stack"), "threads": simd_width}
    result = checked_run(runner, f"divergent/{shape.kernel}", machine, seed=seed, defines=defines)
    lanes = result.ledgers.lane
    return Visits(
        shape=shape,
        policy=policy,
        cycles=result.cycles,
        depth=int(recorded(result)["depth"].max()),
        active_share=lanes["active"] / (lanes["active"] + lanes["diverged"]),
        visits=_counted(result, shape),
        # The run has been compared with the oracle, so its memory holds the oracle's values.
        alone=result.local["visits"].astype(np.int64).reshape(len(shape.blocks), simd_width),
        states=mask_history(result, range(result.cycles), 0),
    )


def _counted(result: Result, shape: Shape) -> np.ndarray:
    """Count how often each block's first instruction was issued with each lane active: int64 [blocks, lanes]."""
    events = recorded(result)
    lanes = np.arange(result.machine.warp_size)
    rows = []
    for block in shape.blocks:
        masks = events["mask"][events["pc"] == result.program.labels[block]]
        rows.append((masks[:, None] >> lanes & 1).sum(axis=0))
    return np.stack(rows).astype(np.int64)


def _text(visits: Sequence[Visits], simd_width: int, seed: int) -> str:
    lines = [f"four shapes of control flow on {PRESET}: one warp of {simd_width} lanes, seed {seed}", ""]
    for shape in SHAPES:
        edges = ", ".join(f"{source} -> {target}" for source, target, _ in shape.edges)
        lines.append(f"  ({shape.letter}) {shape.words}, divergent/{shape.kernel}: {edges}")
    rows = []
    for run in visits:
        totals = " ".join(f"{b}:{n}" for b, n in zip(run.shape.blocks, run.visits.sum(axis=1), strict=True))
        share = f"{100 * run.active_share:.1f} %"
        equal = "yes" if run.is_equal else "NO"
        rows.append([f"({run.shape.letter})", run.policy, run.cycles, share, run.depth, totals, equal])
    columns = ["shape", "policy", "cycles", "active lanes", "stack", "visits of all lanes", "as threads alone"]
    lines += ["", *text_table(columns, rows)]
    for shape in SHAPES:
        first = next(run for run in visits if run.shape is shape)
        lines += ["", f"  ({shape.letter}) visits lane by lane"]
        lines += [
            f"    {block}  {' '.join(map(str, row))}" for block, row in zip(shape.blocks, first.visits, strict=True)
        ]
    return "\n".join(lines) + "\n"


def _tables(runs: Sequence[Visits]) -> list[Table]:
    visits = [
        (visit.policy, visit.shape.letter, visit.shape.kernel, block, lane, int(row[lane]), int(alone[lane]))
        for visit in runs
        for block, row, alone in zip(visit.shape.blocks, visit.visits, visit.alone, strict=True)
        for lane in range(len(row))
    ]
    history = [
        (visit.policy, visit.shape.letter, lane, cycle, MASK_STATES[state])
        for visit in runs
        for lane, row in enumerate(visit.states)
        for cycle, state in enumerate(row)
    ]
    return [
        Table(
            "figure-4-visits",
            ("policy", "shape", "kernel", "block", "lane", "visits", "visits_of_the_thread_alone"),
            visits,
        ),
        Table("figure-4-masks", ("policy", "shape", "lane", "cycle", "state"), history),
    ]


def _picture(policy: str, visits: Sequence[Visits]) -> Figure:
    figure, axes_list = new_figure(11.0, 11.6, rows=len(visits), columns=3, width_ratios=(1.0, 1.0, 2.8))
    with figure_style():
        lanes = len(visits[0].states)
        title = f"Figure 4: shapes of control flow under {policy}"
        if lanes != 32:  # the experiment's own default, the width of the article's figure
            title = f"Shapes of control flow under {policy}, {lanes} lanes"
        figure.suptitle(title, x=0.01, ha="left", fontsize=11, fontweight="bold")
        darkest = max(8, *(int(visit.visits.max()) for visit in visits))
        for row, visit in enumerate(visits):
            graph, table, history = axes_list[3 * row : 3 * row + 3]
            _draw_graph(graph, visit.shape)
            _draw_visits(table, visit, darkest)
            cycles = visit.states.shape[1]
            draw_cells(history, visit.states, MASK_COLORS)
            history.spines[["top", "right"]].set_visible(True)
            history.set_title(f"execution mask, {cycles} cycles", fontweight="normal", fontsize=9)
            history.set_ylabel("lane")
        axes_list[-1].set_xlabel("cycle")
        axes_list[-2].set_xlabel("block")
        if lanes > _MOST_NUMBERS:
            figure.colorbar(
                axes_list[1].images[0], ax=axes_list[1::3], location="bottom", pad=0.03, aspect=14, label="visits"
            )
        figure.set_layout_engine("constrained", w_pad=0.08, h_pad=0.08)
        used = present_colors(MASK_COLORS, (visit.states for visit in visits))
        color_legend(axes_list[2], used, loc="lower right", bbox_to_anchor=(1.0, 1.02))
    return figure


def _draw_graph(axes: Axes, shape: Shape) -> None:
    from matplotlib.patches import FancyArrowPatch

    places = dict(zip(shape.blocks, shape.places, strict=True))
    look: dict[str, Any] = {"mutation_scale": 11, "shrinkA": 10, "shrinkB": 10, "color": SOFT, "linewidth": 1.1}
    for source, target, bend in shape.edges:
        style = {"connectionstyle": f"arc3,rad={bend}", "arrowstyle": "-|>"}
        axes.add_patch(FancyArrowPatch(places[source], places[target], **look | style))
    for block, (x, y) in places.items():
        axes.plot([x], [y], "o", markersize=18, markerfacecolor="#dbe9f6", markeredgecolor=SOFT)
        axes.text(x, y, block, ha="center", va="center", fontsize=9, color="black")
    lowest = max(y for _, y in shape.places)
    axes.set(xlim=(-0.5, 2.8), ylim=(lowest + 0.45, -0.45))
    axes.axis("off")
    axes.set_title(f"({shape.letter}) {shape.words}", fontsize=9)


def _draw_visits(axes: Axes, run: Visits, darkest: int) -> None:
    """Draw the visits as a heat map, blocks to the right and lanes down. darkest: the count of the darkest colour."""
    blocks, lanes = run.visits.shape
    places = (-0.5, blocks - 0.5, lanes, 0)
    axes.imshow(run.visits.T, aspect="auto", cmap="Blues", interpolation="none", vmin=0, vmax=darkest, extent=places)
    if lanes <= _MOST_NUMBERS:
        for block in range(blocks):
            for lane in range(lanes):
                count = int(run.visits[block, lane])
                axes.text(
                    block, lane + 0.55, str(count), ha="center", va="center", fontsize=5,
                    color="white" if count > 0.6 * darkest else "black", in_layout=False,
                )  # fmt: skip
    axes.set_xticks(range(blocks), list(run.shape.blocks))
    axes.tick_params(bottom=False)
    axes.set_ylabel("lane")
    equal = "equal" if run.is_equal else "NOT EQUAL"
    axes.set_title(f"visits ({equal} to each\nthread alone)", fontsize=9, fontweight="normal")
