"""`simt.why`, the function of `simt why`: where a run's cycles went, and what a change would be worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from isa.reporting.diagnostics import ArgumentError
from simt.launch.how import How
from simt.launch.prepared import PreparedLaunch
from simt.verbs.keywords import AnyMachine, takes
from simt.verbs.launching import AnyLaunch, after_run, launch_of, prepare

if TYPE_CHECKING:
    from simt.core.engine.kinds import Kind
    from simt.diagnosis.why import Why
    from simt.result.result import Result

Progress = Callable[[int], object]
_FACTOR = 20  # a machine without a limit is stopped after this multiple of the run's cycles


@takes(prepare)
def why(
    kernel: AnyLaunch, machine: AnyMachine = None, *, max_cycles: int | None = None,
    progress: Progress | None = None, compiling: Callable[[Kind], None] | None = None, **words: Any,
) -> Why:  # fmt: skip
    """Run a kernel, then again without each limit of the machine, as `simt why` does: `simt.why("transpose").first`.

    - kernel: a kernel as for `simt.Launch`, or a `Launch`.
    - machine, further keywords: as for `simt.Launch`.
    - max_cycles: the limit of the first run in cycles; None for 50000000.
    - progress: called with the number of the run, 0 for the machine as it is. A true result raises `KeyboardInterrupt`,
      whose `done` has the limits measured by then.
    - compiling: called with each kind of engine before it is compiled.

    Raises `ArgumentError` if the first run does not reach its end, and what `simt.run` raises.
    """
    from simt.diagnosis.why import explain_cycles

    launch = launch_of(why, kernel, machine, words)
    count = 0

    def execute(other: PreparedLaunch, how: How) -> Result:
        result = other.execute(how, progress=progress and (lambda _: progress(count)), compiling=compiling)
        if result.stop is not None and result.stop.kind == "interrupted":
            raise KeyboardInterrupt
        return result

    def again(other: PreparedLaunch, limit: int) -> Result:
        nonlocal count
        count += 1
        if progress is not None and progress(count):
            raise KeyboardInterrupt
        return execute(other, How(max_cycles=limit))

    def resized(local: tuple[int, ...], limit: int) -> Result:
        other = launch.trial().in_groups(local)
        return other.checked(again(other, limit))

    def explained(run: Result) -> Why:
        with after_run(run):
            if run.stop is not None:
                raise ArgumentError(f"{run.program.name} did not run to its end: there is nothing to compare with")
        limit = _FACTOR * run.cycles + 1000
        return explain_cycles(
            run, lambda machine: again(launch.trial().on(machine), limit),
            lambda machine, limit: again(launch.trial().compiled_for(machine), limit), resized,
            launch.group_sizes,
        )  # fmt: skip

    return launch.judged(execute(launch.trial(), How.of(max_cycles=max_cycles, record=True)), explained)
