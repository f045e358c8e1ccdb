"""`simt.explore`, the function of `simt explore`: the designs that no other beats, in cycles and in silicon."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from isa.reporting.diagnostics import ArgumentError
from simt.exploration.plans.axes import Axis
from simt.exploration.search.search import Search, load_search
from simt.exploration.sessions.exploring import Exploration, run_search
from simt.exploration.sessions.session import Progress
from simt.interruption import converted
from simt.launch.how import Compiling
from simt.verbs.keywords import check_words, taken, takes
from simt.verbs.launching import refuse_words
from simt.verbs.shown import Shown
from simt.verbs.sweep import Kernels, given_options, plan_file, plan_words


class Explored(Shown, Exploration):
    """The outcome of a search: a row for each design on the front, by place, with its objectives and resources."""

    def records(self) -> Sequence[Mapping[str, Any]]:
        """Return the rows. Designs with the same `place` are equal in all objectives.

        An objective that is an estimate also has a smallest and a largest value, such as `time_low` and `time_high`.
        """
        front = self.to_dict()["front"]
        estimated = [name for name in _names(self) if any(design["intervals"][name] for design in front)]
        return [
            {
                "place": design["place"],
                "program": design["program"],
                **design["settings"],
                **design["objectives"],
                **{
                    f"{name}_{end}": (design["intervals"][name] or {}).get(end, design["objectives"][name])
                    for name in estimated
                    for end in ("low", "high")
                },
                "share_on_front": design["share_on_front"],
                "stays": design["stays"],
                "cycles": design["cycles"],
                "clock_mhz": design["clock_mhz"],
                **(design["resources"] or {}),
                "bound_by": design["bound_by"]["name"],
            }
            for design in front
        ]

    def head(self) -> Sequence[str]:
        """Place, axes, objectives and binding resource."""
        axes = [axis.name for axis in self.search.space.axes]
        return ["place", *axes, *_names(self), "bound_by"]

    def __str__(self) -> str:
        from simt.views.studies.explore_tables import exploration_text

        return exploration_text(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the outcome as plain values; the same search gives the same."""
        from simt.views.studies.explore_tables import exploration_json

        return exploration_json(self)


def _names(study: Exploration) -> list[str]:
    return [objective.name for objective in study.search.objectives]


def goals(
    *, minimise: str | Sequence[str] = (), maximise: str | Sequence[str] = (), constraints: str | Sequence[str] = (),
    part: str | None = None, sampler: str | None = None, budget: int | None = None, random_seed: int | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Return the given aims of a search as arguments of `Search.of`. Raises `ArgumentError`."""
    texts = {"minimise": minimise, "maximise": maximise, "constraints": constraints}
    return given_options(
        **{name: (value,) if isinstance(value, str) else tuple(value) for name, value in texts.items()},
        part=part, sampler=sampler, budget=budget, random_seed=random_seed,
    )  # fmt: skip


@takes(goals, plan_words)
def search(
    kernels: Kernels, axes: Mapping[str, Any] | Sequence[Axis] | None = None, **words: Any
) -> Search:  # fmt: skip
    """Describe a search.

    - kernels: one or several kernels, as for `simt.sweep`, or the file of a plan.
    - axes: as for `simt.sweep`; by default a space of some hundred designs.
    - minimise, maximise: objectives; by default time and slices are minimised.
    - constraints: limits such as "ramb16<=40".
    - part: an FPGA that a design has to fit; None: no limit.
    - sampler: "auto" (the default), "exhaustive", "random", "nsga2" or "tpe".
    - budget: the largest number of simulated designs; None for the default.
    - random_seed: the seed of the sampler, by default 1.
    - further keywords: as for `simt.sweep`, without `mode` and `count`.

    With the file of a plan, only the parameters from `minimise` to `random_seed` may be given. Raises `SweepError`,
    `PartError` and `ArgumentError`.
    """
    check_words(explore, words)
    wanted = goals(**taken(words, goals))
    options = given_options(axes=axes) | plan_words(**words)
    alone = "a plan has its kernels and keys in the file; what is searched for may be given too"
    file = plan_file(kernels, alone)
    if not file:
        return Search.of(kernels, **wanted, **options)
    if options:
        raise ArgumentError(alone)
    return load_search(file, **wanted)


@takes(search)
def explore(
    kernels: Kernels | Search, axes: Mapping[str, Any] | Sequence[Axis] | None = None, *,
    output: str | Path | None = None, jobs: int | None = None, progress: Progress | None = None,
    compiling: Compiling | None = None, **words: Any,
) -> Explored:  # fmt: skip
    """Find the designs that no other design beats, as `simt explore` does: `simt.explore("fft128", part="XC4VLX25")`.

    - kernels: one or several kernels, as for `simt.sweep`, or the file of a plan; a `Search` replaces axes and the
      further keywords.
    - axes, further keywords: as for `search` in this module, which describes the search.
    - output: a results file, which is new or has results of the same space. Designs with a result in it are not
      simulated again. None: results stay in memory.
    - jobs, compiling: as for `simt.sweep`.
    - progress: as for `simt.sweep`; a true result ends the search with the front so far.

    The outcome shows itself as a table and has `.table` (numpy) and `.frame()` (pandas). Raises `ArgumentError`,
    `SweepError`, `PartError`, `MachineError`, and the errors of a kernel.
    """
    if isinstance(kernels, Search):
        refuse_words("a Search", axes=axes, **words)
    wanted = kernels if isinstance(kernels, Search) else search(kernels, axes, **words)
    with converted(Explored.of):
        return Explored.of(run_search(wanted, output, jobs=jobs, progress=progress, compiling=compiling))
