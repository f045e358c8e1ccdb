"""The growth of the mask stack: nested ifs at several widths, under the three orders of the sides of a branch.

The kernel `divergent/nested_chain` nests ifs, each inside a side of the next outer if. An if parts one lane from the
others, or halves the lanes. A `br_push` pushes the join of its sides and, if lanes take both sides, the side that
waits. The order of the sides bounds the number of waiting sides. Under smaller_first, the side that runs has at most
half of the lanes, so at most log2(width) sides wait (branching article, fork and join of GCN).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import pairwise

from simt.experiments.report import ExperimentError, Report, Table, check_names, check_range, distinct, text_table
from simt.experiments.runner import Runner, checked_run, recorded
from simt.machine import Machine
from simt.machine.rules import BRANCH_ORDERS
from simt.result.result import Result
from simt.views.kit.figure import Figure, figure_style, new_figure
from simt.views.kit.theme import INK

PRESET = "article32"
KERNEL = "divergent/nested_chain"
# What an if does, by the kernel's symbol `chain`.
CHAINS = (
    "one lane to the false side, the next if in the true side",
    "one lane to the true side, the next if in the false side",
    "half of the lanes to each side, the next if in the true side",
)
_NAMES = ("peel, nested in true", "peel, nested in false", "halve")
_MOST_LEVELS = 31

Worst = dict[tuple[str, int], tuple[int, int]]  # by order and width: the most waiting sides, the most entries


@dataclass(frozen=True, slots=True)
class Depth:
    """A run of a chain of ifs, with the largest numbers of waiting sides and of all entries on the stack.

    chain: an index into `CHAINS`. levels: the number of nested ifs.
    """

    order: str
    simd_width: int
    chain: int
    levels: int
    waiting_sides: int
    entries: int
    cycles: int


def run(
    runner: Runner,
    *,
    simd_widths: Sequence[int] = (4, 8, 16, 32, 64),
    levels: int = _MOST_LEVELS,
    orders: Sequence[str] = BRANCH_ORDERS,
) -> Report:
    """Run every chain of ifs at every width under every order.

    - simd_widths: the lanes of a warp, powers of two.
    - levels: the largest number of nested ifs. A warp of w lanes can part w - 1 times, or log2 w times by halving.
    - orders: some of `BRANCH_ORDERS`.

    Raises `ExperimentError`.
    """
    missing = "name at least one SIMD width and one order"
    widths, chosen = tuple(sorted(distinct(simd_widths, missing))), distinct(orders, missing)
    for width in widths:
        check_range("a SIMD width", width, 2, 64)
        if width & (width - 1):
            raise ExperimentError(f"the chains halve warps: {width} lanes are not a power of two")
    check_range("the number of levels", levels, 1, _MOST_LEVELS)
    check_names(orders, BRANCH_ORDERS, "there is no order {}")
    depths = [
        _depth(runner, order, width, chain, levels)
        for order in chosen
        for width in widths
        for chain in range(len(CHAINS))
    ]
    worst = {(order, width): _worst(depths, order, width) for order in chosen for width in widths}
    return Report(
        name="stack-depth",
        text=_text(depths, worst, chosen, widths, levels),
        data={
            "machine": PRESET,
            "kernel": KERNEL,
            "levels": levels,
            "chains": list(CHAINS),
            "worst": [
                {"order": order, "simd_width": width, "log2_simd_width": width.bit_length() - 1}
                | {"waiting_sides": sides, "entries": entries}
                for (order, width), (sides, entries) in worst.items()
            ],
            "runs": [asdict(depth) for depth in depths],
        },
        tables=[_table(depths)],
        pictures={"stack-depth": partial(_picture, worst, chosen, widths)},
    )


def _depth(runner: Runner, order: str, width: int, chain: int, levels: int) -> Depth:
    bound = width.bit_length() - 1 if chain == 2 else width - 1
    nested = min(levels, bound)
    machine = Machine.load(PRESET).replace(
        **{"warp_size": width, "branch.order": order, "branch.stack_depth": 2 * _MOST_LEVELS}
    )
    defines = {"masks": 1, "width": width, "levels": nested, "chain": chain}
    result = checked_run(runner, KERNEL, machine, seed=1, defines=defines)
    entries = int(recorded(result)["depth"].max())
    return Depth(order, width, chain, nested, waiting_sides(result), entries, result.cycles)


def waiting_sides(result: Result) -> int:
    """Return the largest number of sides that wait on the stack of warp 0 at once, from the event record.

    The record has the depth of the stack before each instruction. If a `br_push` makes the stack deeper by two, it has
    pushed a join and a waiting side; if by one, only a join. A smaller depth means that the top entries are gone.
    """
    events = recorded(result)
    events = events[events["warp"] == 0]
    is_branch = [entry is not None and entry.spec.name == "br_push" for entry in result.program.instructions]
    stack: list[bool] = []  # whether an entry is a side that waits
    largest = 0
    for event, after in pairwise(events):
        grown = int(after["depth"]) - len(stack)
        if grown > 0:
            stack += [False, True][:grown] if is_branch[event["pc"]] else [False]
        else:
            del stack[len(stack) + grown :]
        largest = max(largest, sum(stack))
    return largest


def _worst(depths: Sequence[Depth], order: str, width: int) -> tuple[int, int]:
    """Return the largest number of waiting sides, and the largest number of entries, that any chain reaches."""
    runs = [run for run in depths if (run.order, run.simd_width) == (order, width)]
    return max(run.waiting_sides for run in runs), max(run.entries for run in runs)


def _text(depths: Sequence[Depth], worst: Worst, orders: Sequence[str], widths: Sequence[int], levels: int) -> str:
    lines = [
        f"{KERNEL} on {PRESET}: up to {levels} nested ifs; the most sides that wait, and in brackets the most entries",
        "",
    ]
    rows: list[list[object]] = []
    for order in orders:
        for chain in range(len(CHAINS)):
            runs = [run for run in depths if (run.order, run.chain) == (order, chain)]
            rows.append([order, _NAMES[chain], *(f"{run.waiting_sides} ({run.entries})" for run in runs)])
        rows.append([order, "worst", *("{} ({})".format(*worst[order, width]) for width in widths)])
    rows.append(["", "log2 of the width", *(width.bit_length() - 1 for width in widths)])
    lines += text_table(["order", "chain", *(f"{width} lanes" for width in widths)], rows)
    if "smaller_first" in orders:
        holds = all(worst["smaller_first", width][0] <= width.bit_length() - 1 for width in widths)
        words = "never more sides wait than log2 of the width" if holds else "MORE sides wait than log2 of the width"
        lines += ["", f"  smaller_first: {words}"]
    return "\n".join(lines) + "\n"


def _table(depths: Sequence[Depth]) -> Table:
    columns = ("order", "simd_width", "chain", "levels", "waiting_sides", "entries", "log2_simd_width", "cycles")
    rows = [
        (depth.order, depth.simd_width, _NAMES[depth.chain], depth.levels, depth.waiting_sides, depth.entries,
         depth.simd_width.bit_length() - 1, depth.cycles)
        for depth in depths
    ]  # fmt: skip
    return Table("stack-depth", columns, rows)


def _picture(worst: Worst, orders: Sequence[str], widths: Sequence[int]) -> Figure:
    figure, (waiting, entries) = new_figure(9.0, 3.8, columns=2)
    colors = dict(zip(BRANCH_ORDERS, ("#d55e00", "#e69f00", "#0072b2"), strict=True))
    places = list(range(len(widths)))
    with figure_style():
        for k, order in enumerate(orders):
            shifted = [place + 0.27 * (k - (len(orders) - 1) / 2) for place in places]
            for axes, count in ((waiting, 0), (entries, 1)):
                values = [worst[order, width][count] for width in widths]
                axes.bar(shifted, values, 0.25, color=colors[order], label=order)
                for x, value in zip(shifted, values, strict=True):
                    axes.text(x, value, str(value), ha="center", va="bottom", fontsize=7)
        bound = [width.bit_length() - 1 for width in widths]
        left, right = [place - 0.42 for place in places], [place + 0.42 for place in places]
        waiting.hlines(bound, left, right, color=INK, linewidth=1.3, label="log2 of the width")
        waiting.set_title("Sides that wait, worst chain")
        entries.set_title("Entries of the stack, worst chain")
        for axes in (waiting, entries):
            axes.set_xticks(places, [str(width) for width in widths])
            axes.set_xlabel("lanes of the warp")
            axes.grid(axis="y")
        waiting.legend(loc="upper left")
    return figure
