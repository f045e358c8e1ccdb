"""Figures of the branching article, the GPU paper and the memory paper as commands.

Each experiment runs the simulator and gives a picture and its numbers. An experiment is a module with `run(runner,
**options) -> Report`; it is listed in `EXPERIMENTS`. docs/experiments.md shows their use from Python.
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simt.experiments.report import Report
    from simt.launch.how import Compiling, Watcher

__all__ = ["EXPERIMENTS", "run_experiment"]

# The subject of each experiment by name. Its module has the same name, with underscores.
EXPERIMENTS: dict[str, str] = {
    "issue-width": "Figures 1 to 3: four warps on two ALUs, with 2, 1 and 4 issues per cycle.",
    "cfg-shapes": "Figure 4: four shapes of control flow; every lane visits what its thread alone would.",
    "mask-history": "Figures 5 to 7: the execution mask of the three examples, lane by lane.",
    "divergence": "Figures 8 and 9: how long waves of several widths run, threads unsorted and sorted.",
    "stack-depth": "How deep the mask stack grows, by the order of the sides of a branch.",
    "forward-progress": "Kernels with locks under every branch policy: which end, and which lanes spin for which.",
    "gpu-model": "The GPU paper's figures 9 to 12: its model against the simulator, on both devices.",
    "hmgpu": "The HMGPU memory paper: 2021.2 MB/s and 289.98 Mpixel/s beside the closed form and what is simulated.",
}


def run_experiment(
    name: str, *, progress: Watcher | None = None, compiling: Compiling | None = None, **options: Any
) -> Report:
    """Run an experiment, as `simt experiment NAME` does.

    - progress: called with the cycles of all runs so far, during the runs and after the last one. If it returns true,
      `KeyboardInterrupt` is raised, whose `done` has the completed runs.
    - compiling: called with each kind of engine before it is compiled.
    - options: arguments of the experiment's `run`.

    Raises `ExperimentError` for an unknown experiment, a wrong option or a failed run.
    """
    from isa.reporting.diagnostics import did_you_mean, quote
    from simt.experiments.report import ExperimentError
    from simt.experiments.runner import Runner
    from simt.interruption import kept

    if name not in EXPERIMENTS:
        hint = did_you_mean(name, EXPERIMENTS, f"the experiments are {', '.join(EXPERIMENTS)}")
        raise ExperimentError(f"there is no experiment {quote(name)}", code="E0743", help=hint)
    run = import_module(f"simt.experiments.{name.replace('-', '_')}").run
    _, *known = signature(run).parameters
    for option in options:
        if option not in known:
            hint = did_you_mean(option, known, f"its options are {', '.join(known)}")
            raise ExperimentError(f"the experiment {name} has no option {quote(option)}", help=hint)
    runner = Runner(progress, compiling)
    with kept(lambda: runner.done):
        report: Report = run(runner, **options)
        if progress is not None and progress(runner.cycles):
            raise KeyboardInterrupt
    return report if report.title else replace(report, title=EXPERIMENTS[name].rstrip("."))
