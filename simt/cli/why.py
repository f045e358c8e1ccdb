"""`simt why`: where a run's cycles went, and what a change would be worth."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, cast

from simt.cli.echo import is_colored
from simt.cli.kernel import KernelChoice, launch_options
from simt.cli.options import command, json_option, option, output_option
from simt.cli.output import screen_columns, suffix_of, write_answer
from simt.cli.reporting import leave_interrupted
from simt.cli.usage import refuse_useless
from simt.interruption import PartlyDone
from simt.views.kit.text import folding, plural

if TYPE_CHECKING:
    from simt.diagnosis.why import Why

_SHORT = option("--short is_short", bool, "Show a screen: what costs most, and the changes that save most.")
_OUTPUT = output_option("Write to FILE instead: .txt or .json.")


@command(
    epilog="Exit status: 0 good, 1 the check failed, 2 usage, machine or file error, 3 assembly error, 4 trap, "
    "deadlock or cycle limit (then there is nothing to explain), 130 interrupted."
)
@launch_options(after={"--max-cycles": [_SHORT, json_option, _OUTPUT]})
def why(kernel: KernelChoice, is_short: bool, as_json: bool, output: str | None) -> None:
    """Run KERNEL, then again without each limit of the machine, and show what each costs and what would help.

    \b
      simt why transpose.s
      simt why fft128.s --warp 8
      simt why mm_local -m gtx280 --json

    Every figure comes from a run: without bank conflicts, without latencies, with the largest number of retire ports,
    and so on. The column "hides" has the limit that shows once the limit of the row is gone, with the cycles without
    both; "pays most" has the source line that loses the most issue slots to the limit of the row. The advice has
    changes of the machine, each simulated, and changes of the kernel with the most that they can save; then come the
    sizes of work-groups that are faster, each run and checked. If lanes part and wait, the other branch policies are
    run too; if one of them is much faster, the missing join is named. Last comes the chain of instructions that bounds
    the run.

    KERNEL, its inputs and the machine are chosen as for `simt run`.
    """
    from simt.verbs.why import why as verb
    from simt.views.run.why import why_text

    as_json = suffix_of(output, (".txt", ".json"), "an explanation is") == ".json" or as_json
    refuse_useless({"--short": is_short and as_json}, "JSON")

    def show(why: Why) -> None:
        is_color = not output and is_colored(sys.stdout)
        with folding(None if output else screen_columns()):
            text = (
                why.to_json()
                if as_json
                else why_text(why, kernel.launch().machine_label, color=is_color, is_short=is_short)
            )
        write_answer(output, text, is_quiet=kernel.is_quiet, is_text=not as_json)

    try:
        kernel.show(verb, show, unit="run")
    except PartlyDone as interrupted:
        part = cast("Why", interrupted.done)
        show(part)
        leave_interrupted(f"interrupted: {plural(len(part.limits), 'limit')} looked at, and no changes")
