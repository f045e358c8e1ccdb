"""Engines that are fitted to a machine beside the engines of their kind: `python -m benches.fitted`.

Millions of warp instructions per second of processor time on one thread, the best of the rounds, which the two engines
do in turns. The first run of a row compiles. The loop loads, multiplies, adds, adds an integer, counts and jumps.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import partial
from unittest import mock

import click

import isa
import simt
from simt.core.engine import fitted, run
from simt.core.engine.fitted import Fitting, fit_of, kept
from simt.core.jit.packed import Packed
from simt.core.state.grid import Grid
from simt.core.state.placed import Placed
from simt.experiments.report import text_table

LOOP = """
    .threads {threads}
    .local x f32[512]
        mov r1, 20000
    again:
        ld.local r2, [0]
        mul.f32 r3, r2, r2
        add.f32 r4, r4, r3
        add.u32 r5, r5, 1
        sub.u32 r1, r1, 1 -> again if nz
        ret
"""
_PAUSE = 0.05  # seconds


def compile_fitted(engine: str, arguments: Packed) -> None:
    """Have an engine fitted to the machine of these arguments, which a process compiles unless it is kept."""
    fit = fit_of(engine, arguments)
    if kept(fit, arguments) is None:
        child = fitted._Child(fitted._Request(engine, fitted._small(arguments), fit), nice=0)
        while not child.is_over():
            time.sleep(_PAUSE)
    assert kept(fit, arguments) is not None


class Compiling(Fitting):
    """A fitting that waits for the engine."""

    def fitted(self, engine: str, arguments: Packed) -> Packed:
        compile_fitted(engine, arguments)
        return arguments


def loop(threads: int, machine: str, keys: dict[str, object]) -> int:
    """Run the loop; return how many instructions it has executed."""
    program = isa.assemble(LOOP.format(threads=threads))
    output = run.simulate(Placed(program, simt.Machine.load(machine, keys), Grid.of(threads)))
    return int(output.state.cores.run["sequence"].sum())


def kernel(launch: simt.Launch) -> int:
    """Run a launch on one thread; return how many instructions it has executed."""
    return int(launch.run(jobs=1).instructions)


def _cases() -> dict[str, Callable[[], int]]:
    masks = {policy: {"branch.policy": policy} for policy in ("ipdom_stack", "min_pc", "mask_stack")}
    return {
        "loop, 4 lanes": partial(loop, 64, "fpga4", {}),
        "loop, 16 lanes": partial(loop, 256, "fpga16", {}),
        **{f"loop, 16 lanes, `{policy}`": partial(loop, 256, "fpga16", keys) for policy, keys in masks.items()},
        "loop, 16 lanes, scoreboard": partial(loop, 256, "fpga16", {"issue.dependences": "scoreboard"}),
        "`mm_local` 128, `gtx280_core`": partial(
            kernel, simt.Launch("mm_local", "gtx280_core", defines={"n": 128})
        ),
        "`mm_local` 256, `gtx280`": partial(kernel, simt.Launch("mm_local", "gtx280", defines={"n": 256})),
        "`mm_global_rows` 64, `gtx280`": partial(kernel, simt.Launch("mm_global_rows", "gtx280", defines={"n": 64})),
    }  # fmt: skip


def rates(case: Callable[[], int], rounds: int) -> list[float]:
    """Return millions of instructions per second of the kind's engine and of the fitted one."""
    with mock.patch.object(run, "Fitting", Compiling):
        case()
    best = [0.0, 0.0]
    with mock.patch.object(fitted, "_LOOK", 0.0):
        for _ in range(rounds):
            for place, environment in enumerate(({fitted.OFF: "0"}, {fitted.OFF: "1"})):
                with mock.patch.dict(os.environ, environment):
                    begin = time.process_time()
                    number = case()
                    best[place] = max(best[place], number / (time.process_time() - begin) / 1e6)
    return best


@click.command()
@click.option("--rounds", type=click.IntRange(1), default=6, show_default=True)
@click.option("--only", default="", help="Only rows whose name contains this.")
def main(rounds: int, only: str) -> None:
    """Print the table of docs/engine.md."""
    rows = []
    for name, case in _cases().items():
        if only in name:
            one, other = rates(case, rounds)
            rows.append((name, f"{one:.2f}", f"{other:.2f}", f"{other / one:.2f}"))
    click.echo("\n".join(text_table(("run", "kind's engine", "fitted", "times as fast"), rows)))


if __name__ == "__main__":
    main()
