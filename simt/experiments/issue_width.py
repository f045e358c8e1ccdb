"""Figures 1 to 3 of the branching article: the same load at several issue widths, as histories of warps and ALUs.

The kernel is `divergent/march`. The machines are the preset `article_core` with several values of `issue_width` and
with one more retire port. Every number is taken over a window of cycles in which all warps are live.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from simt.experiments.drawing import Strip, present_colors, strips_figure
from simt.experiments.report import Report, Table, check_names, check_range, distinct, text_table
from simt.experiments.runner import Runner, checked_run, recorded
from simt.machine import Machine
from simt.machine.keys import keys
from simt.result.result import Result
from simt.views.kit.figure import Figure
from simt.views.kit.palette import MASK_COLORS, MASK_STATES, UNIT_STATES
from simt.views.time.series import instances, issued_instructions, mask_history, unit_occupancy

KERNEL = "divergent/march"
PRESET = "article_core"
UNFAIR, FAIR = "fixed_priority", "round_robin"

# The article's runs, of a ray marcher that is not printed: IPC, busy ALUs in percent of the cycles.
ARTICLE: dict[int, tuple[float, tuple[float, float]]] = {
    2: (1.607, (87.4, 80.7)),
    1: (0.874, (85.6, 7.6)),
    4: (1.900, (99.3, 98.5)),
}
ARTICLE_ISSUES = (492, 470, 216, 95)  # of the four warps, width 4, fixed priority
FIGURES = {2: "figure 1", 1: "figure 2", 4: "figure 3"}


@dataclass(frozen=True, eq=False)
class Measurement:
    """The part of a run that lies in the window.

    - cycles: the window's length.
    - total_cycles: the cycles of the run.
    - issues: the instructions issued, per warp.
    - busy: for each ALU, the percentage of the cycles in which it works. held: for each ALU, the percentage of the
      cycles in which it waits for a retire port.
    - history: uint8 [warps x lanes, cycles], indices into `MASK_STATES`.
    - alus: uint8 [ALUs, cycles], indices into `UNIT_STATES`.
    - masks: int64 [warps, cycles], the active lanes of the issued instruction, a bit per lane.
    """

    scheduler: str
    width: int
    cycles: int
    total_cycles: int
    issues: tuple[int, ...]
    busy: tuple[float, ...]
    held: tuple[float, ...]
    history: np.ndarray
    alus: np.ndarray
    masks: np.ndarray

    @property
    def ipc(self) -> float:
        """The instructions issued per cycle."""
        return sum(self.issues) / self.cycles

    @property
    def ratio(self) -> float:
        """The issues of the warp that issued least, divided by the issues of the warp that issued most."""
        return min(self.issues) / max(self.issues)


def run(
    runner: Runner, *, issue_widths: Sequence[int] = (2, 1, 4), schedulers: Sequence[str] = (UNFAIR, FAIR),
    warps: int = 4, alus: int = 2, simd_width: int = 32, memory_latency: int | None = None, window: int = 1000,
    seed: int = 1,
) -> Report:  # fmt: skip
    """Run every issue width under every scheduling rule.

    - issue_widths, schedulers: the issue widths and the names of the rules.
    - warps, alus, simd_width: the numbers of warps, of ALUs, and of lanes of a warp.
    - memory_latency: the latency of loads, in cycles; None for the latency of the preset.
    - window: the number of measured cycles from cycle 0 on; the window ends earlier if a warp ends in it.
    - seed: the seed of the inputs.

    Raises `ExperimentError`, `MachineError`.
    """
    missing = "name at least one issue width and one scheduling rule"
    widths, rules = distinct(issue_widths, missing), distinct(schedulers, missing)
    for width in widths:
        check_range("an issue width", width, 1, 8)
    check_names(rules, keys()["scheduler.policy"].choices, "there is no scheduling rule {}", "the rules are")
    check_range("the number of warps", warps, 1, 64)
    check_range("the number of ALUs", alus, 1, 8)
    check_range("the SIMD width", simd_width, 1, 64)
    check_range("the window", window, 1, 10_000)
    if memory_latency is not None:
        check_range("the memory latency", memory_latency, 1, 64)
    measured = []
    for rule in rules:
        for width in widths:
            machine = _machine(rule, width, warps, alus, simd_width, memory_latency)
            defines = {"masks": 1, "threads": warps * simd_width}
            measured.append(_measure(checked_run(runner, KERNEL, machine, seed=seed, defines=defines), window))
    is_article = (warps, alus, simd_width, memory_latency) == (4, 2, 32, None)
    latency = machine.lds.latency
    title = (
        f"{KERNEL} on {PRESET}: {warps} warps of {simd_width} lanes, {alus} ALUs, memory latency {latency} cycles, "
        f"seed {seed}"
    )
    return Report(
        name="issue-width",
        text=_text(title, measured, is_article),
        data=_data(measured, warps, alus, simd_width, latency, seed, is_article),
        tables=_tables(measured),
        pictures={
            f"issue-width-{rule}": partial(
                _picture, title, [case for case in measured if case.scheduler == rule], is_article
            )
            for rule in rules
        },
    )


def _machine(rule: str, width: int, warps: int, alus: int, simd_width: int, memory_latency: int | None) -> Machine:
    threads = warps * simd_width
    settings: dict[str, object] = {
        "scheduler.policy": rule,
        "issue_width": width,
        "retire.ports": width + 1,
        "warps": warps,
        "warp_size": simd_width,
        "alu.count": alus,
        "control.count": min(warps, 8),
        "local.words": 64 * threads,
    }
    if memory_latency is not None:
        settings["lds.latency"] = memory_latency
    return Machine.load(PRESET).replace(**settings)


def _measure(result: Result, window: int) -> Measurement:
    events = recorded(result)
    last = [int(events["select"][events["warp"] == warp][-1]) for warp in range(result.warps)]
    cycles = range(min(window, min(last) + 1))
    issued = issued_instructions(result, cycles)
    is_alu = [instance.unit == "alu" for instance in instances(result)]
    alus = unit_occupancy(result, cycles)[is_alu]
    masks = np.zeros((result.warps, len(cycles)), np.int64)
    masks[issued["warp"], issued["select"]] = issued["mask"]
    return Measurement(
        scheduler=result.machine.scheduler.policy,
        width=result.machine.issue_width,
        cycles=len(cycles),
        total_cycles=result.cycles,
        issues=tuple(np.bincount(issued["warp"], minlength=result.warps).tolist()),
        busy=_share(alus, UNIT_STATES.index("busy")),
        held=_share(alus, UNIT_STATES.index("frozen")),
        history=np.concatenate([mask_history(result, cycles, warp) for warp in range(result.warps)]),
        alus=alus,
        masks=masks,
    )


def _share(rows: np.ndarray, state: int) -> tuple[float, ...]:
    return tuple(round(100 * float(share), 2) for share in (rows == state).mean(axis=1))


def _text(title: str, measured: Sequence[Measurement], is_article: bool) -> str:
    count = len(measured[0].busy)
    columns = ["rule", "width", "IPC", *(f"ALU {k} busy" for k in range(count)), "issues per warp", "lowest/highest"]
    rows: list[list[object]] = []
    for run in measured:
        busy = [f"{share:.1f} %" for share in run.busy]
        issues = " ".join(str(number) for number in run.issues)
        if len(run.issues) > 8:
            issues = f"{min(run.issues)} to {max(run.issues)}"
        rows.append([run.scheduler, run.width, f"{run.ipc:.3f}", *busy, issues, f"{run.ratio:.2f}"])
    if is_article:
        for width in sorted({run.width for run in measured} & ARTICLE.keys(), key=list(ARTICLE).index):
            ipc, shares = ARTICLE[width]
            issues = " ".join(str(number) for number in ARTICLE_ISSUES) if width == 4 else ""
            ratio = f"{min(ARTICLE_ISSUES) / max(ARTICLE_ISSUES):.2f}" if width == 4 else ""
            busy = [f"{share:.1f} %" for share in shares]
            rows.append([f"article, {FIGURES[width]}", width, f"{ipc:.3f}", *busy, issues, ratio])
    cycles = sorted({run.cycles for run in measured})
    over = f"{cycles[0]}" if len(cycles) == 1 else f"{cycles[0]} to {cycles[-1]}"
    lines = [title, f"over the first {over} cycles, in which all warps are live", "", *text_table(columns, rows)]
    held = [run for run in measured if max(run.held) > 0]
    lines += [
        f"  {run.scheduler}, width {run.width}: ALUs held up by the retire ports in "
        + ", ".join(f"{share:.1f} %" for share in run.held)
        + " of the cycles"
        for run in held
    ]
    if is_article:
        lines += ["", "the article's load is another one, so its numbers are not to be met, its regimes are:"]
        lines += [f"  {'yes' if holds else 'NO ':<3}  {claim}" for claim, holds in regimes(measured)]
    return "\n".join(lines) + "\n"


def regimes(measured: Sequence[Measurement]) -> list[tuple[str, bool]]:
    """Return the claims of the article's figures that these runs can check, and whether each claim holds."""
    claims = []
    for run in measured:
        share, rule = run.busy[-1], run.scheduler
        if run.width == 1:
            claims.append((f"{rule}, width 1: the second ALU starves, {share:.1f} % < 15 %", share < 15))
        elif run.width == 2:
            claims.append((f"{rule}, width 2: both ALUs are busy, the second {share:.1f} % > 70 %", share > 70))
        elif run.width == 4:
            claims.append((f"{rule}, width 4: more requests than ALUs, the second {share:.1f} % > 90 %", share > 90))
            if rule == UNFAIR:
                claims.append((f"{rule}, width 4: warps starve, lowest/highest {run.ratio:.2f} < 0.3", run.ratio < 0.3))
            elif rule == FAIR:
                claims.append((f"{rule}, width 4: no warp starves, {run.ratio:.2f} > 0.9", run.ratio > 0.9))
    return claims


def _data(
    measured: Sequence[Measurement], warps: int, alus: int, simd_width: int, latency: int, seed: int, is_article: bool
) -> dict[str, Any]:
    runs = [
        {
            "scheduler": run.scheduler,
            "issue_width": run.width,
            "cycles": run.cycles,
            "total_cycles": run.total_cycles,
            "ipc": round(run.ipc, 4),
            "alu_busy_percent": list(run.busy),
            "alu_held_percent": list(run.held),
            "issues": list(run.issues),
            "issue_ratio": round(run.ratio, 4),
        }
        for run in measured
    ]
    settings = {"warps": warps, "alus": alus, "simd_width": simd_width, "memory_latency": latency, "seed": seed}
    claims = [{"claim": claim, "holds": holds} for claim, holds in regimes(measured)] if is_article else []
    return {"kernel": KERNEL, "machine": PRESET, **settings, "runs": runs, "regimes": claims}


def _tables(measured: Sequence[Measurement]) -> list[Table]:
    warps, alus = len(measured[0].issues), len(measured[0].busy)
    lanes = len(measured[0].history) // warps
    columns = (
        "scheduler", "issue_width", "cycles", "ipc",
        *(f"alu{k}_busy_percent" for k in range(alus)), *(f"issues_warp{w}" for w in range(warps)), "issue_ratio",
    )  # fmt: skip
    summary = [
        (run.scheduler, run.width, run.cycles, round(run.ipc, 4), *run.busy, *run.issues, round(run.ratio, 4))
        for run in measured
    ]
    history: list[tuple[object, ...]] = []
    for run in measured:
        # The warp's state is the state of its first living lane, or "issued" if lanes differ.
        states = np.array([_warp_states(run.history[w * lanes : (w + 1) * lanes]) for w in range(warps)])
        for cycle in range(run.cycles):
            words = ["issued" if states[w, cycle] < 0 else MASK_STATES[states[w, cycle]] for w in range(warps)]
            masks = [f"{int(mask) & (1 << 64) - 1:0{-(-lanes // 4)}x}" for mask in run.masks[:, cycle]]
            units = [UNIT_STATES[state] for state in run.alus[:, cycle]]
            history.append((run.scheduler, run.width, cycle, *words, *masks, *units))
    states_of = (*(f"{kind}{w}" for kind in ("warp", "mask") for w in range(warps)), *(f"alu{k}" for k in range(alus)))
    return [
        Table("issue-width", columns, summary),
        Table("issue-width-history", ("scheduler", "issue_width", "cycle", *states_of), history),
    ]


def _warp_states(rows: np.ndarray) -> np.ndarray:
    """Return the state of a warp's living lanes, int64 [cycles]; -1 in a cycle in which the warp issues.

    In a cycle without living lanes the state is "disabled".

    rows: the states of the warp's lanes, uint8 [lanes, cycles], indices into `MASK_STATES`.
    """
    disabled = MASK_STATES.index("disabled")
    is_issued = np.isin(rows, [MASK_STATES.index("active"), MASK_STATES.index("inactive")]).any(axis=0)
    living = np.where(rows == disabled, -1, rows.astype(np.int64)).max(axis=0)
    return np.where(is_issued, -1, np.where(living < 0, disabled, living))


# By `UNIT_STATES`. Other pictures show work in blue; here blue is the article's colour of stalled lanes.
_ALU_COLORS = {"empty": "#ececec", "busy": "#e69f00", "conflict": "#7a3b00", "frozen": "#202020"}


def _picture(title: str, measured: Sequence[Measurement], is_article: bool) -> Figure:
    warps = len(measured[0].issues)
    lanes = len(measured[0].history) // warps
    strips = []
    legend = present_colors(MASK_COLORS, (run.history for run in measured))
    alus = present_colors(_ALU_COLORS, (run.alus for run in measured))
    legend |= {f"ALU {name}": color for name, color in alus.items()}
    for run in measured:
        issues = ", ".join(str(number) for number in run.issues[:16]) + (", ..." if warps > 16 else "")
        head = f"{run.width} per cycle"
        if is_article and run.width in FIGURES and run.scheduler == UNFAIR:
            head += f" ({FIGURES[run.width]})"
        ipc = f"{head}: IPC {run.ipc:.3f}; issues of the warps {issues}"
        strips.append(Strip(ipc, run.history, MASK_COLORS, lanes, [f"warp {w}" for w in range(warps)]))
        busy = [f"ALU {k}  {share:.1f} %" for k, share in enumerate(run.busy)]
        strips.append(Strip("", run.alus, _ALU_COLORS, 1, busy))
    return strips_figure(f"{title}, {measured[0].scheduler}", strips, legend)
