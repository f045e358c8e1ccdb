"""`simt.run`, the function of `simt run`, from the kernel's name to the checked result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simt.launch.how import How
from simt.launch.prepared import PreparedLaunch
from simt.verbs.keywords import AnyMachine, taken, takes, watchers
from simt.verbs.launching import AnyLaunch, launch_of, prepare

if TYPE_CHECKING:
    from simt.result.result import Result


@takes(prepare, PreparedLaunch.run)
def run(kernel: AnyLaunch, machine: AnyMachine = None, **words: Any) -> Result:
    """Run a kernel on a machine, as `simt run` does: `simt.run("fft128", "fpga4", vliw=3)`.

    - kernel: a kernel as for `simt.Launch`, or a `Launch`, which has its machine and the keywords of `simt.Launch`
      already.
    - machine, further keywords: as for `simt.Launch`.
    - engine, max_cycles, record, with_transfers, keep_objects, progress, compiling: as for `Launch.run`.

    Raises the errors of `simt.Launch` and `Launch.run`.
    """
    options = taken(words, PreparedLaunch.run)
    watching = taken(options, watchers)
    how = How.of(**options)
    launch = launch_of(run, kernel, machine, words)
    return launch.checked(launch.execute(how, **watching))
