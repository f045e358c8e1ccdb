"""Lanes that wait for lanes: kernels with locks under every branch policy, and the runs that end, with their cycles.

For a run that does not end, the report has the lanes that spin, their source line, the word for which they wait, and
the lane that would write this word (`simt.diagnosis.spinning`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from textwrap import wrap
from typing import Any, Final, NamedTuple

from simt.diagnosis.spinning import spinning_of
from simt.experiments.report import Report, Table, check_names, check_range, distinct, text_table
from simt.experiments.runner import Runner, kernel
from simt.launch.oracle import Oracle
from simt.launch.programs import shipped_program
from simt.machine import Machine
from simt.machine.rules import BRANCH_RULES
from simt.result.result import Result
from simt.views.kit.figure import Axes, Figure, figure_style, new_figure
from simt.views.kit.theme import SOFT
from simt.views.run.stops import stop_diagnostic

PRESET: Final = "article32"
KERNELS: Final = {
    "spin_lock": ("locks/spin_lock", {}),
    "spin_lock inside": ("locks/spin_lock", {"inside": 1}),
    "linked_list": ("locks/linked_list", {}),
    "hash_table": ("locks/hash_table", {}),
    "hash_table inside": ("locks/hash_table", {"inside": 1}),
    "mailbox": ("locks/mailbox", {}),
}
_HEADS: Final = dict(zip(KERNELS, ("lock", "lock in", "list", "table", "table in", "mailbox"), strict=True))
POLICIES: Final = tuple(policy for policy in BRANCH_RULES if policy != "explicit_masks")


class Attempt(NamedTuple):
    """A kernel under a policy: the columns of the table, and the lanes.

    - outcome: "ends"; "wrong" if lanes that cannot part did not wait for each other; "spins" if the run was stopped at
      the limit.
    - cycles: the cycles of the run, or the limit.
    - active_lane_share: the share of living lanes that were active, over all issued instructions.
    - why: for "spins" the message about the lanes, else "".
    - spinning: the lanes as plain values, None unless they spin.
    """

    kernel: str
    branch_policy: str
    yield_after: int | None
    outcome: str
    cycles: int
    active_lane_share: float
    why: str
    spinning: dict[str, Any] | None


def run(
    runner: Runner, *, branch_policies: Sequence[str] = POLICIES, yield_after: Sequence[int] = (8, 32, 128),
    max_cycles: int = 200_000, seed: int = 1,
) -> Report:  # fmt: skip
    """Run the kernels with locks under the named branch policies.

    - branch_policies: some of `POLICIES`.
    - yield_after: values of `branch.yield_after`; `its` and `its_yield` run with each.
    - max_cycles: the cycles after which a run is stopped.
    - seed: the seed of the inputs.

    Raises `ExperimentError`.
    """
    chosen = distinct(branch_policies, "name at least one branch policy")
    check_names(chosen, POLICIES, "there is no branch policy {} for kernels with jumps or mask instructions")
    numbers = distinct(yield_after, "name at least one number of jumps")
    for number in numbers:
        check_range("the number of jumps after which lanes yield", number, 1, 65535)
    columns = [
        (policy, number) for policy in chosen for number in (numbers if policy in ("its", "its_yield") else (None,))
    ]
    rows = [_attempt(runner, name, policy, number, max_cycles, seed) for name in KERNELS for policy, number in columns]
    return Report(
        name="forward-progress",
        text=_text(rows, columns, max_cycles, seed),
        data={
            "machine": PRESET,
            "seed": seed,
            "max_cycles": max_cycles,
            "runs": [
                {"kernel": path, "inside": bool(symbols), **dict(zip(Attempt._fields[1:], row[1:], strict=True))}
                for row in rows
                for path, symbols in [KERNELS[row.kernel]]
            ],
        },
        tables=[Table("forward-progress", Attempt._fields[:-1], [row[:-1] for row in rows])],
        pictures={"forward-progress": partial(_picture, rows, columns, max_cycles)},
    )


def _attempt(runner: Runner, name: str, policy: str, number: int | None, max_cycles: int, seed: int) -> Attempt:
    path, defines = KERNELS[name]
    program = kernel(path, **defines, masks=int(policy == "mask_stack"))
    oracle = Oracle.beside(shipped_program(path))
    assert oracle is not None, "every kernel of an experiment has an oracle"
    keys: dict[str, Any] = {"branch.policy": policy}
    if number is not None:
        keys["branch.yield_after"] = number
    machine = Machine.load(PRESET).replace(**keys)
    inputs = oracle.inputs(program, seed)
    result = runner.run(program, machine, inputs=inputs, record=False, max_cycles=max_cycles, may_stop=True)
    lanes = result.ledgers.lane
    outcome, why, spinning = "spins", "", None
    if result.completed:
        outcome = "ends" if oracle.check(result, inputs).passed else "wrong"
    else:
        why, spinning = _why(result)
    share = round(lanes["active"] / max(1, lanes["active"] + lanes["diverged"]), 4)
    return Attempt(name, policy, number, outcome, result.cycles, share, why, spinning)


def _why(result: Result) -> tuple[str, dict[str, Any] | None]:
    """Return the message about the lanes that spin, with the lines, and the lanes as plain values."""
    found = spinning_of(result)
    diagnostic = stop_diagnostic(result)
    if found is None:
        return diagnostic.message, None
    reader, writer = found.spinners[0], found.writers[0]
    lines = [result.program.locations[pc].line for pc in (reader.pc, writer.pc)]
    files = [result.short_name(result.program.locations[pc].file) for pc in (reader.pc, writer.pc)]
    message = f"{diagnostic.message} at {files[1]}:{lines[1]}; they read it at {files[0]}:{lines[0]}"
    return message, found.to_dict()


def _text(rows: Sequence[Attempt], columns: Sequence[tuple[str, int | None]], max_cycles: int, seed: int) -> str:
    outcomes = {row[:3]: str(row.cycles) if row.outcome == "ends" else row.outcome for row in rows}
    heads = ["policy", *(_HEADS[name] for name in KERNELS)]
    cells = [
        [_label(policy, number), *(outcomes[name, policy, number] for name in KERNELS)] for policy, number in columns
    ]
    lines = [
        f"kernels with locks on {PRESET}: one warp of 32 lanes, seed {seed}",
        "cycles, or what happens instead; its and its_yield with branch.yield_after",
        "",
        *text_table(heads, cells),
        "",
        *(f"  {_HEADS[name]:9}{_title(name)}" for name in KERNELS),
        "  wrong    lanes that cannot part do not exclude each other",
        f"  spins    not ended after {max_cycles} cycles",
    ]
    for name in KERNELS:
        said: dict[str, list[str]] = {}
        for row in rows:
            if row.kernel == name and row.outcome == "spins":
                said.setdefault(row.why, []).append(_label(row.branch_policy, row.yield_after))
        for why, policies in said.items():
            lines += ["", *wrap(f"{_HEADS[name]} under {', '.join(policies)}:", 78)]
            lines += wrap(why, 78, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
    return "\n".join(lines) + "\n"


def _title(name: str) -> str:
    path, symbols = KERNELS[name]
    return path + (" -D inside=1" if symbols else "")


def _label(policy: str, number: int | None) -> str:
    return policy if number is None else f"{policy} {number}"


def _picture(rows: Sequence[Attempt], columns: Sequence[tuple[str, int | None]], max_cycles: int) -> Figure:
    """Draw a panel for each kernel: a bar of cycles for each policy, and a word where the run does not end."""
    figure, panels = new_figure(11.0, 1.2 + 0.26 * 2 * (len(columns) + 2), rows=2, columns=3)
    with figure_style():
        for axes, name in zip(panels, KERNELS, strict=True):
            _draw_kernel(axes, [row for row in rows if row.kernel == name], columns, max_cycles)
            axes.set_title(_title(name), fontsize=9)
        for axes in panels[3:]:
            axes.set_xlabel("cycles")
    return figure


def _draw_kernel(
    axes: Axes, rows: Sequence[Attempt], columns: Sequence[tuple[str, int | None]], max_cycles: int
) -> None:
    places = range(len(columns))
    for place, row in zip(places, rows, strict=True):
        if row.outcome == "ends":
            axes.barh(place, row.cycles, 0.7, color="#0072b2")
            axes.text(row.cycles * 1.15, place, str(row.cycles), va="center", fontsize=7)
        else:
            axes.text(1.2, place, row.outcome, va="center", fontsize=7, color=SOFT)
    axes.set_xscale("log")
    axes.set_xlim(1, 6 * max_cycles)
    axes.set_ylim(len(columns) - 0.4, -0.6)
    axes.set_yticks(places, [_label(*column) for column in columns], fontsize=7)
    axes.grid(axis="x")
