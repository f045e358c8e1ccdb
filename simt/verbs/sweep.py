"""`simt.sweep`, the function of `simt sweep`: kernels over a grid of machines, with every point kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from isa.reporting.diagnostics import ArgumentError
from simt.exploration.sessions.session import Outcome
from simt.interruption import converted
from simt.verbs.keywords import takes
from simt.verbs.shown import Shown

if TYPE_CHECKING:
    from simt.core.engine.kinds import Kind
    from simt.exploration.plans.axes import Axis
    from simt.exploration.plans.plan import Sweep
    from simt.exploration.sessions.session import Progress
    from simt.lang import Kernel as Marked

Kernels: TypeAlias = "str | Path | Marked | Sequence[str | Path | Marked]"
_ALONE = "a plan has its kernels and keys in the file; only -o, -j and --dask go with it"


class SweepOutcome(Shown, Outcome):
    """The outcome of a sweep: counts, and a row for each point with a result, the ledgers spread over columns."""

    def records(self) -> Sequence[Mapping[str, Any]]:
        """The rows by number of the point; docs/sweeps.md describes the columns."""
        return list(self.results)

    def head(self) -> Sequence[str]:
        """The axes, the default columns, and the status."""
        from simt.views.studies.sweep_tables import default_values

        return (*self.results.axes, *default_values(self.results), "status")

    def __str__(self) -> str:
        from simt.views.studies.sweep_tables import point_table

        return "\n".join(self.heading()) + "\n" + point_table(self.results)

    def heading(self, *, color: bool = False) -> list[str]:
        """Return a line on the swept axes, then a line on the failures."""
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
    oracle: str | Path | None = None, check: bool | None = None, **overrides: object,
) -> dict[str, Any]:  # fmt: skip
    """Return the given words of a plan, as in `sweep`, by the names and in the types of `Sweep.of`."""
    return given_options(
        machine=None if machine is None else str(machine), settings={**(set or {}), **overrides},
        include_paths=tuple(map(str, include_paths)), defines=defines, global_size=global_size, local_size=local_size,
        threads=threads, mode=mode, count=count, random_seed=random_seed, seed=seed, max_cycles=max_cycles,
        inputs=inputs, oracle=None if oracle is None else str(oracle), check=check,
    )  # fmt: skip


@takes(plan_words)
def sweep(
    kernels: Kernels | Sweep | None = None, axes: Mapping[str, Any] | Sequence[Axis] | None = None, *,
    output: str | Path | None = None, named: Sequence[str | Path] = (), workers: int | None = None,
    cluster: str | None = None, progress: Progress | None = None, compiling: Callable[[Kind], None] | None = None,
    **words: Any,
) -> SweepOutcome:  # fmt: skip
    """Run kernels over a grid of machines, as `simt sweep` does: `simt.sweep("fft128", {"banks": [2, 4, 8]})`.

    kernels: one or several, by file or name, or marked functions; or the one file of a plan (.toml), or a `Sweep`,
    which say all that axes and words say; or None, to finish what the file `output` holds. axes: what is varied, with
    its values: machine keys by any of their names, `machine`, `threads`, `global_size`, `local_size` and `seed`, and
    `define.NAME` for `.equ` symbols and macros of OpenCL C; a text is read as on the command line, "1..8". mode: "grid"
    (every combination), "zip" (first values together) or "random" (`count` points of the grid, drawn with
    `random_seed`, 1).

    machine: a preset or a file that the keys are set on; `simt.toml`, SIMT_MACHINE and SIMT_SET count as on the command
    line, which may go on with the file. set, and further keywords: machine keys that are the same in every point.
    defines, include_paths, global_size, local_size, threads, seed, max_cycles, inputs: as in `simt.run`. check: take
    inputs and expected results of the oracle beside each kernel (by default), or of the file `oracle`.

    output: a SQLite file of results; if it is there, go on with it. Without it they stay in memory. named: for a file
    that is finished, kernels whose oracles may run: a results file by itself makes only shipped ones run (SECURITY.md).
    workers: threads, by default one for each processor. cluster: the address of a Dask scheduler. progress: called some
    ten times a second with the points done, of how many, failed; a true answer ends the sweep, and the outcome has the
    finished points. compiling: called before a kind of engine is compiled, with the kind.

    The outcome shows itself as a table and has `.table` (numpy) and `.frame()` (pandas). Points that trap, reach their
    limit, do not fit or contradict themselves are results too, with the reason. Raises `SweepError`,
    `ProgramNotFoundError`, `AssemblyError`, `MachineError`.
    """
    from simt.exploration.plans.plan import Sweep
    from simt.exploration.sessions.running import resume_sweep, run_sweep

    options = given_options(axes=axes) | plan_words(**words)
    running: dict[str, Any] = {"workers": workers, "cluster": cluster, "progress": progress, "compiling": compiling}
    if options and (kernels is None or isinstance(kernels, Sweep) or plan_file(kernels, _ALONE)):
        raise ArgumentError(_ALONE)
    kernels = planned(kernels)
    if kernels is None:
        if output is None:
            raise ArgumentError("a sweep needs kernels, or the file of a sweep to go on with: output")
        with converted(SweepOutcome.of):
            return SweepOutcome.of(resume_sweep(output, named, **running))
    plan = kernels if isinstance(kernels, Sweep) else Sweep.of(kernels, **options)
    with converted(SweepOutcome.of):
        return SweepOutcome.of(run_sweep(plan, output, **running))


def planned(kernels: Kernels | Sweep | None) -> Kernels | Sweep | None:
    """Return the plan, if kernels are the file of one. Raises `SweepError`, and `ArgumentError` for one of several."""
    file = plan_file(kernels, _ALONE)
    if not file:
        return kernels
    from simt.exploration.plans.reading import load_plan

    return load_plan(file)


def plan_file(kernels: object, alone: str) -> str:
    """The file of a plan, if kernels are one; "" if not. Raises `ArgumentError`, in these words, for one of several."""
    names = [kernels] if isinstance(kernels, str | Path) else kernels
    texts = [str(name) for name in names if isinstance(name, str | Path)] if isinstance(names, Sequence) else []
    if not any(text.endswith(".toml") for text in texts):
        return ""
    if len(texts) > 1:
        raise ArgumentError(alone)
    return texts[0]


def given_options(**options: Any) -> dict[str, Any]:
    """Return the given options: not None, and not empty."""
    return {name: value for name, value in options.items() if value is not None and value not in ((), {}, [])}
