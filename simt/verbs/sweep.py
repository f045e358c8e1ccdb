"""`simt.sweep`, the function of `simt sweep`: kernels over a grid of machines, with every point kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from isa.reporting.diagnostics import ArgumentError
from isa.reporting.files import include_folders
from simt.exploration.plans.plan import Sweep
from simt.exploration.sessions.session import Outcome
from simt.interruption import converted
from simt.verbs.keywords import check_words, takes
from simt.verbs.shown import Shown

if TYPE_CHECKING:
    from simt.exploration.plans.axes import Axis
    from simt.exploration.sessions.session import Progress
    from simt.lang import Kernel as Marked
    from simt.launch.how import Compiling

Kernels: TypeAlias = "str | Path | Marked | Sequence[str | Path | Marked]"
_ALONE = "a plan has its kernels and keys in the file; only -o, -j and --dask go with it"


class SweepOutcome(Shown, Outcome):
    """The outcome of a sweep: counts, and a row for each point with a result, the ledgers spread over columns."""

    def records(self) -> Sequence[Mapping[str, Any]]:
        """Return the rows by number of the point; docs/sweeps.md describes the columns."""
        return list(self.results)

    def head(self) -> Sequence[str]:
        """Return the axes, the default columns, and the status."""
        from simt.views.studies.sweep_tables import default_values

        return (*self.results.axes, *default_values(self.results), "status")

    def __str__(self) -> str:
        from simt.views.studies.sweep_tables import point_table

        return "\n".join(self.heading()) + "\n" + point_table(self.results)

    def heading(self, *, color: bool = False) -> list[str]:
        """Return a line on kernels, axes and finished points, then the lines on failed points, if any."""
        from simt.views.studies.sweep_tables import failures, headline

        return [headline(self.results, color=color), *failures(self.results, color=color)]

    def to_dict(self) -> dict[str, Any]:
        """Return the counts as plain values; the rows are in `records`, or in the file."""
        return {
            "schema": "simt.sweep/1",
            "points": self.size,
            "done": self.done,
            "before": self.before,
            "counts": self.counts,
            "interrupted": self.is_interrupted,
            "bugs": self.bugs,
        }


def plan_words(
    *, machine: str | Path | None = None, set: Mapping[str, object] | None = None,  # noqa: A002
    defines: Mapping[str, int | float | str] | None = None, include_paths: Sequence[str | Path] = (),
    global_size: int | str | Sequence[int] | None = None, local_size: int | str | Sequence[int] | None = None,
    threads: int | None = None, mode: str | None = None, count: int | None = None, random_seed: int | None = None,
    seed: int | None = None, max_cycles: int | None = None, inputs: Mapping[str, Any] | None = None,
    oracle: str | Path | bool | None = None, sample: float | bool | None = None, **overrides: object,
) -> dict[str, Any]:  # fmt: skip
    """Return the given words of a plan, which `sweep` explains, as arguments of `Sweep.of`."""
    return given_options(
        machine=None if machine is None else str(machine), settings={**(set or {}), **overrides},
        include_paths=tuple(map(str, include_folders(include_paths))), defines=defines, global_size=global_size,
        local_size=local_size, threads=threads, mode=mode, count=count, random_seed=random_seed, seed=seed,
        max_cycles=max_cycles, inputs=inputs, sample=sample or None,
        oracle=oracle if oracle is None or isinstance(oracle, bool) else str(oracle),
    )  # fmt: skip


@takes(plan_words)
def sweep(
    kernels: Kernels | Sweep | None = None, axes: Mapping[str, Any] | Sequence[Axis] | None = None, *,
    output: str | Path | None = None, named: Sequence[str | Path] = (), jobs: int | None = None,
    dask: str | None = None, progress: Progress | None = None, compiling: Compiling | None = None,
    **words: Any,
) -> SweepOutcome:  # fmt: skip
    """Run kernels over a grid of machines, as `simt sweep` does: `simt.sweep("fft128", {"banks": [2, 4, 8]})`.

    - kernels: one or several files, names or marked functions; a plan (a .toml file or a `Sweep`); or None, to finish
      the sweep in the file `output`. A plan or a results file already has its axes and all keywords from `mode` on.
    - axes: the values to try, by name. Names are machine keys, `machine`, `threads`, `global_size`, `local_size`,
      `seed`, `define.NAME` for `.equ` symbols and macros of OpenCL C, and `in.NAME` for inputs that are numbers. A text
      is read as on the command line, "1..8".
    - output: a SQLite file of results, which is finished if it exists; None: results stay in memory.
    - named: the kernels whose oracles may run if `kernels` is None. Oracles of other kernels run only if simt ships
      them (SECURITY.md).
    - jobs: threads; None: one for each processor.
    - dask: the address of a Dask scheduler, whose workers take the place of threads.
    - progress: called some ten times a second with the numbers of finished points, of all points, and of failed points.
      A true result ends the sweep, which keeps the finished points.
    - compiling: called with each kind of engine before it is compiled.
    - mode: "grid" (every combination, the default), "zip" (the first values together, and so on) or "random".
    - count, random_seed: for the mode "random", the number of points to draw from the grid, and the seed with which
      they are drawn, by default 1.
    - machine: the preset or file whose keys are changed; `simt.toml`, SIMT_MACHINE and SIMT_SET apply as on the command
      line.
    - set, further keywords: machine keys with the same value in every point.
    - defines, include_paths, global_size, local_size, threads, seed, max_cycles, inputs: as for `simt.run`.
    - oracle: a file with inputs and expected results; None: the file beside each kernel; False: none, so that arrays
      without an input are 0.
    - sample: as for `simt.run`: cycles of large launches are estimated, and the column `margin` has the accuracy.
      Launches with too few work-groups run whole.

    The outcome shows itself as a table and has `.table` (numpy) and `.frame()` (pandas). Points that trap, reach their
    limit, do not fit or have contradictory keys are results too, with the reason. Raises `ArgumentError`, `SweepError`,
    `ProgramNotFoundError`, `AssemblyError`, `CompileError`, `MachineError`.
    """
    from simt.exploration.sessions.running import resume_sweep, run_sweep

    check_words(sweep, words)
    options = given_options(axes=axes) | plan_words(**words)
    running: dict[str, Any] = {"jobs": jobs, "dask": dask, "progress": progress, "compiling": compiling}
    if options and (kernels is None or isinstance(kernels, Sweep) or plan_file(kernels, _ALONE)):
        raise ArgumentError(_ALONE)
    if jobs is not None and dask is not None:
        raise ArgumentError("`dask` has workers of its own: leave out `jobs`")
    kernels = planned(kernels)
    if kernels is not None and named:
        raise ArgumentError("`named` is for a sweep that goes on from its results alone: leave it out, or `kernels`")
    if kernels is None:
        if output is None:
            raise ArgumentError("a sweep needs kernels, or the file of a sweep to go on with: output")
        with converted(SweepOutcome.of):
            return SweepOutcome.of(resume_sweep(output, named, **running))
    plan = kernels if isinstance(kernels, Sweep) else Sweep.of(kernels, **options)
    with converted(SweepOutcome.of):
        return SweepOutcome.of(run_sweep(plan, output, **running))


def planned(kernels: Kernels | Sweep | None) -> Kernels | Sweep | None:
    """Return the plan if `kernels` is the file of a plan, else `kernels`. Raises `SweepError`, `ArgumentError`."""
    file = plan_file(kernels, _ALONE)
    if not file:
        return kernels
    from simt.exploration.plans.reading import load_plan

    return load_plan(file)


def plan_file(kernels: object, alone: str) -> str:
    """Return the name of the plan file if `kernels` is one, else "".

    alone: the message of the error. Raises `ArgumentError` if a plan file is one of several names.
    """
    names = [kernels] if isinstance(kernels, str | Path) else kernels
    texts = [str(name) for name in names if isinstance(name, str | Path)] if isinstance(names, Sequence) else []
    if not any(text.endswith(".toml") for text in texts):
        return ""
    if len(texts) > 1:
        raise ArgumentError(alone)
    return texts[0]


def given_options(**options: Any) -> dict[str, Any]:
    """Return the options that are neither None nor an empty tuple, dictionary or list."""
    return {name: value for name, value in options.items() if value is not None and value not in ((), {}, [])}
