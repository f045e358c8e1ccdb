"""`simt.why`, the function of `simt why`: where a run's cycles went, and what a change would be worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from isa.reporting.diagnostics import ArgumentError
from simt.launch.how import How
from simt.launch.kernels import AnyKernel
from simt.launch.prepared import PreparedLaunch
from simt.verbs.keywords import AnyMachine, takes
from simt.verbs.launching import launch_of, prepare

if TYPE_CHECKING:
    from simt.core.engine.kinds import Kind
    from simt.diagnosis.why import Why
    from simt.machine import Machine
    from simt.result.result import Result

Progress = Callable[[int], object]
_FACTOR = 20  # a machine without a limit is stopped after this multiple of the run's cycles


@takes(prepare)
def why(
    kernel: AnyKernel | PreparedLaunch, machine: AnyMachine = None, *, max_cycles: int | None = None,
    progress: Progress | None = None, compiling: Callable[[Kind], None] | None = None, **words: Any,
) -> Why:  # fmt: skip
    """Run a kernel, then again without each limit of the machine, as `simt why` does: `simt.why("transpose").first`.

    kernel, machine and words: of `simt.Launch`, or a launch that is made. progress: called with the number of the run
    (0: the machine as it is); a true answer raises `KeyboardInterrupt`, whose `done` has the limits measured by then.
    Raises `ArgumentError` if the run does not end well, and what `simt.run` raises.
    """
    launch = launch_of(why, kernel, machine, words)
    how = How.of(max_cycles=max_cycles, record=True)
    result = launch.checked(launch.trial().execute(how, compiling=compiling))
    return explained(launch, result, progress=progress, compiling=compiling)


def explained(
    launch: PreparedLaunch, result: Result, *, progress: Progress | None = None,
    compiling: Callable[[Kind], None] | None = None,
) -> Why:  # fmt: skip
    """Return the cost of the limits in a run of this launch. Raises `ArgumentError` for a run that did not end."""
    from simt.diagnosis.why import explain_cycles

    if result.stop is not None:
        raise ArgumentError(f"{result.program.name} did not run to its end: there is nothing to compare with")
    count = 0

    def run(machine: Machine) -> Result:
        return run_made(launch.trial().on(machine), _FACTOR * result.cycles + 1000)

    def run_made(other: PreparedLaunch, most: int) -> Result:
        nonlocal count
        count += 1
        if progress is not None and progress(count):
            raise KeyboardInterrupt
        found = other.execute(
            How(max_cycles=most), compiling=compiling,
            progress=None if progress is None else lambda _: progress(count),
        )  # fmt: skip
        if found.stop is not None and found.stop.kind == "interrupted":
            raise KeyboardInterrupt
        return found

    return explain_cycles(result, run, lambda machine, most: run_made(launch.trial().compiled_for(machine), most))
