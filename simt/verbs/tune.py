"""`simt.tune`, the function of `simt tune`: the launches of a kernel, ranked by their cycles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simt.exploration.search.search import Search, Space
from simt.exploration.sessions.launches import launch_search, with_sizes
from simt.exploration.sessions.tuning import Tuning, run_tuning
from simt.interruption import converted
from simt.verbs.keywords import check_words, taken, takes
from simt.verbs.launching import refuse_words
from simt.verbs.shown import Shown
from simt.verbs.sweep import plan_words

if TYPE_CHECKING:
    from simt.exploration.plans.axes import Axis
    from simt.exploration.sessions.session import Progress
    from simt.lang import Kernel as Marked
    from simt.launch.how import Compiling


class Tuned(Shown, Tuning):
    """The outcome of `simt.tune`: a row for each launch, the fastest first, then the launches that failed."""

    def records(self) -> Sequence[Mapping[str, Any]]:
        """Return the rows. A launch that failed has a `status` other than "done", its reason, and no rank."""
        from simt.views.studies.tuning import tuning_rows

        return tuning_rows(self)

    def head(self) -> Sequence[str]:
        """Rank, axes, cycles, the multiple of the best, the share of the bound, and the binding resource."""
        axes = [axis.name for axis in self.search.space.axes]
        return ["rank", *axes, "cycles", "times_best", "share_of_bound", "bound_by", "status"]

    def __str__(self) -> str:
        from simt.views.studies.tuning import tuning_text

        return tuning_text(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the outcome as plain values; the same search gives the same."""
        from simt.views.studies.tuning import tuning_json

        return tuning_json(self)


def trial_words(
    *, trials: int | None = None, sampler: str | None = None, random_seed: int | None = None, propose: bool = False
) -> None:
    """Declare the keywords of `launches` that choose launches, for `takes` and `taken`: never called."""


@takes(trial_words, plan_words)
def launches(
    kernel: str | Path | Marked, axes: Mapping[str, Any] | Sequence[Axis] | None = None, **words: Any
) -> Search:  # fmt: skip
    """Describe the launches of a kernel that `simt.tune` runs.

    - kernel: a kernel, as for `simt.sweep`.
    - axes: as for `simt.sweep`. If no axis has several values, an axis is added: the local sizes that divide the global
      size and fill whole warps.
    - propose: whether to add these local sizes even if another axis has several values.
    - trials: the largest number of launches that are run; None: all, or 100 of more than 256.
    - sampler: "auto" (the default: all launches if `trials` allows it, else "tpe"), "exhaustive", "random", "nsga2" or
      "tpe".
    - random_seed: the seed of the sampler, by default 1.
    - further keywords: as for `simt.sweep`, without `mode` and `count`.

    Raises `SweepError`, `ArgumentError`, and the errors of a kernel.
    """
    check_words(tune, words)
    chosen = taken(words, trial_words)
    propose = chosen.pop("propose", False)
    space = Space.of(kernel, axes, **plan_words(**words))
    if propose:
        space = with_sizes(space)
    return launch_search(space, **{name: value for name, value in chosen.items() if value is not None})


@takes(launches)
def tune(
    kernel: str | Path | Marked | Search, axes: Mapping[str, Any] | Sequence[Axis] | None = None, *,
    output: str | Path | None = None, jobs: int | None = None, progress: Progress | None = None,
    compiling: Compiling | None = None, **words: Any,
) -> Tuned:  # fmt: skip
    """Find the launch of a kernel that takes the fewest cycles, as `simt tune` does: `simt.tune("mm_global").best`.

    - kernel: a kernel, as for `simt.sweep`; a `Search` replaces axes and the further keywords.
    - axes, further keywords: as for `launches` in this module, which describes the search.
    - output: a results file of `simt.sweep`, which is new or has results of the same launches. Launches with a result
      in it are not run again. None: results stay in memory.
    - jobs, compiling: as for `simt.sweep`.
    - progress: as for `simt.sweep`; a true result ends the search with the ranking so far.

    The outcome shows itself as a table and has `.best`, `.launches`, `.default`, `.bounding` (the launch with the
    smallest bound), `.failures`, `.table` (numpy) and `.frame()` (pandas). Raises `SweepError`, `MachineError`, and the
    errors of a kernel.
    """
    if isinstance(kernel, Search):
        refuse_words("a Search", axes=axes, **words)
    wanted = kernel if isinstance(kernel, Search) else launches(kernel, axes, **words)
    with converted(Tuned.of):
        return Tuned.of(run_tuning(wanted, output, jobs=jobs, progress=progress, compiling=compiling))
