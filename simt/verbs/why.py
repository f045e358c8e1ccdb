"""`simt.why`, the function of `simt why`: where a run's cycles went, and what a change would be worth."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from isa.reporting.diagnostics import ArgumentError
from simt.launch.how import How
from simt.launch.prepared import PreparedLaunch
from simt.verbs.keywords import AnyMachine, takes
from simt.verbs.launching import AnyLaunch, after_run, launch_of, prepare

if TYPE_CHECKING:
    from simt.diagnosis.why import Why
    from simt.launch.how import Compiling
    from simt.result.result import Result

Progress = Callable[[int], object]
Watch = Callable[[int, int], object]  # takes the number of a run and its cycles so far
_FACTOR = 20  # a machine without a limit is stopped after this multiple of the run's cycles


@takes(prepare)
def why(
    kernel: AnyLaunch, machine: AnyMachine = None, *, max_cycles: int | None = None,
    progress: Progress | None = None, compiling: Compiling | None = None, **words: Any,
) -> Why:  # fmt: skip
    """Run a kernel, then again without each limit of the machine, as `simt why` does: `simt.why("transpose").first`.

    - kernel: a kernel as for `simt.Launch`, or a `Launch`.
    - machine, further keywords: as for `simt.Launch`.
    - max_cycles: the limit of the first run in cycles; None for 50000000.
    - progress: called with the number of the run, 0 for the machine as it is. A true result raises `KeyboardInterrupt`,
      whose `done` has the limits measured by then.
    - compiling: called with each kind of engine before it is compiled.

    Raises `ArgumentError` if the first run does not reach its end, and the errors of `simt.run`.
    """
    launch = launch_of(why, kernel, machine, words)
    watch: Watch | None = progress and (lambda number, _: progress(number))
    trials = Trials(launch, watch, compiling)
    return launch.judged(trials.run(launch.trial(), How.of(max_cycles=max_cycles, record=True)), trials.explained)


class Trials:
    """Runs of a launch with changes.

    - watch: called with the number of the run, 0 for the launch as it is, and the cycles of this run so far. A true
      result raises `KeyboardInterrupt`. None: nobody watches.
    - compiling: called with each kind of engine before it is compiled.
    """

    def __init__(self, launch: PreparedLaunch, watch: Watch | None, compiling: Compiling | None) -> None:
        self._launch = launch
        self._watch = watch
        self._compiling = compiling
        self._count = 0

    def explained(self, run: Result) -> Why:
        """Explain a run of the launch. Raises `ArgumentError` if the run did not reach its end.

        A `KeyboardInterrupt` has the limits measured by then as its `done`.
        """
        from simt.diagnosis.why import explain_cycles

        with after_run(run):
            if run.stop is not None:
                raise ArgumentError(f"{run.program.name} did not run to its end: there is nothing to compare with")
        launch, limit = self._launch, _FACTOR * run.cycles + 1000
        return explain_cycles(
            run, lambda machine: self._again(launch.trial().on(machine), limit),
            lambda machine, limit: self._again(launch.trial().compiled_for(machine), limit), self._resized,
            launch.group_sizes,
        )  # fmt: skip

    def run(self, launch: PreparedLaunch, how: How) -> Result:
        """Run a launch. Raises `KeyboardInterrupt` if it is interrupted."""
        watch = self._watch and partial(self._watch, self._count)
        return launch.run_through(how, progress=watch, compiling=self._compiling)

    def _again(self, launch: PreparedLaunch, limit: int) -> Result:
        self._count += 1
        if self._watch is not None and self._watch(self._count, 0):
            raise KeyboardInterrupt
        return self.run(launch, How(max_cycles=limit))

    def _resized(self, local: tuple[int, ...], limit: int) -> Result:
        other = self._launch.trial().in_groups(local)
        return other.checked(self._again(other, limit))
