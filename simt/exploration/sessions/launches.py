"""A search for the fastest launch of a kernel: the launches to try, and how they are chosen."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from isa.reporting.diagnostics import quote
from simt.exploration.errors import SweepError
from simt.exploration.plans.axes import axis_of
from simt.exploration.plans.sources import Sources
from simt.exploration.points.points import contradiction, point_machine
from simt.exploration.search.search import Search, Space
from simt.launch.group_sizes import group_sizes
from simt.launch.naming import load_named
from simt.launch.sizes import size_text

FULL: Final = 256  # without a number of trials, a space of up to this many launches is run in full
TRIALS: Final = 100  # launches of a larger space that are run


def launch_search(
    space: Space, *, trials: int | None = None, sampler: str = "auto", random_seed: int | None = None
) -> Search:
    """Return a search for the launch of a space that takes the fewest cycles.

    - space: the launches, all of one kernel. If no axis has several values, the local sizes that `proposed_sizes`
      proposes are added.
    - trials: the largest number of launches to run. None means all launches of a space of up to 256, and 100 launches
      of a larger space.
    - sampler: a name of `SAMPLERS`. "auto" runs all launches if `trials` allows it, and otherwise uses "tpe".
    - random_seed: the seed of the sampler, by default 1.

    Raises `SweepError`: E0777 for contradictory arguments, E0781 if there is nothing to choose from.
    """
    if len(space.programs) > 1:
        message = f"tune ranks the launches of one kernel, and {len(space.programs)} are named"
        raise SweepError(message, code="E0781", help="one after the other; or compare them: simt sweep, simt diff")
    if trials is not None and trials < 1:
        raise SweepError(f"the number of trials is at least 1, not {trials}", code="E0777", help="--trials 100")
    if trials is not None and sampler == "exhaustive":
        advice = "leave one of them out"
        raise SweepError("an exhaustive search runs every launch, whatever --trials is", code="E0777", help=advice)
    if space.size == 1:
        space = with_sizes(space)
    if sampler == "auto":
        sampler = "tpe"
        if space.size <= (FULL if trials is None else trials):
            sampler, random_seed = "exhaustive", None
    budget = None if sampler == "exhaustive" else TRIALS if trials is None else trials
    return Search.over(space, ("cycles",), sampler=sampler, budget=budget, random_seed=random_seed)


def with_sizes(space: Space) -> Space:
    """Return a space with a further axis: the local sizes that `group_sizes` gives for the first launch of `space`.

    Raises `SweepError`, E0781, if there are fewer than two of these sizes, and the errors of a kernel, its inputs and
    its machine.
    """
    advice = "-D NAME=VALUES or --set KEY=VALUES name what to vary"
    names = {axis.name for axis in space.axes}
    if space.threads is not None or space.local_size is not None or names & {"threads", "local_size"}:
        raise SweepError("the size of a work-group is given: there is nothing to tune", code="E0781", help=advice)
    sources, point = Sources(space), space.point(0)
    kernel, words, *_ = sources.work(point)[1]
    loaded = load_named(kernel, words.defines, words.include_paths)
    grid = loaded.grid(words, loaded.oracle(words.oracle))
    base, settings = sources.base(point), sources.settings(point)
    machine = point_machine(base, settings)
    if machine is None:
        _, code, reason = contradiction(base, settings)
        raise SweepError(reason, code=code)
    sizes = [] if grid is None else group_sizes(loaded.program, machine, grid)
    if len(sizes) < 2:
        why = "it has no arrays in global memory that its work-groups could share"
        if loaded.program.group:
            why = f"it requires work-groups of {size_text(loaded.program.group)}"
        elif loaded.program.buffers and not machine.has("global_memory"):
            why = f"{machine.name} has no global memory for arrays that its work-groups could share"
            advice = f"-m names another machine, such as gtx280; {advice}"
        elif loaded.program.buffers:
            why = f"no other size divides {'it' if grid is None else size_text(grid.size)} and fits {machine.name}"
        message = f"{quote(loaded.program.name)} can have no other size of work-groups: {why}"
        raise SweepError(message, code="E0781", help=advice)
    return replace(space, axes=(*space.axes, axis_of("local_size", [size_text(size) for size in sizes])))


def default_space(space: Space) -> Space:
    """Return a space of one launch, the default one: without the axes that have several values."""
    return replace(space, axes=tuple(axis for axis in space.axes if len(axis.values) == 1))
