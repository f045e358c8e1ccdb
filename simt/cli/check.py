"""`simt check`: races, reads of unwritten words, accesses out of bounds."""

from __future__ import annotations

import sys

from isa.reporting.diagnostics import SimtError
from simt.cli.echo import is_colored
from simt.cli.kernel import KernelChoice, launch_options
from simt.cli.options import command, json_option, option, output_option
from simt.cli.output import json_text, screen_columns, suffix_of, write_answer
from simt.cli.reporting import leave, report_run, show_printed

_ONLY = option("--only", ["races", "uninitialised", "uninitialized", "bounds"], "Look for one of the three.")
_OUTPUT = output_option("Write to FILE instead: .txt or .json.")


@command(
    epilog="Exit status: 0 nothing found, 1 the oracle's check failed, 2 usage, machine or file error, 3 assembly "
    "error, 4 trap, deadlock or limit (earlier findings are reported too), 5 something was found, 130 interrupted."
)
@launch_options(limit="Stop after N instructions.", after={"--seed": [_ONLY], "--max-cycles": [json_option, _OUTPUT]})
def check(kernel: KernelChoice, only: str | None, as_json: bool, output: str | None) -> None:
    """Run KERNEL without time, and report races, reads of unwritten words and accesses out of bounds.

    \b
      simt check dot.s
      simt check mm_local -m gtx280
      simt check kernel.s --only races --json

    Two accesses to a byte race if one writes and no barrier of their work-group orders them, whatever order they had
    in this run: docs/check.md has the definitions. Registers, flags and bytes of memory count as written if an
    instruction or an input of the launch has written them. An access is out of bounds if it leaves its array,
    even into another one. `.counts_on lockstep` marks a kernel that counts on the lock step of a warp.

    KERNEL, its inputs and the machine are chosen as for `simt run`.
    """
    from simt.result.findings import CHECKS
    from simt.verbs.check import asked_checks
    from simt.verbs.check import check as verb

    names = asked_checks(CHECKS if only is None else only)
    as_json = suffix_of(output, (".txt", ".json"), "findings are") == ".json" or as_json
    problems: list[SimtError] = []
    result = kernel.answer(verb, problems, unit="instruction", only=names)
    assert result.findings is not None
    report_run(result, is_quiet=kernel.is_quiet)
    if not (as_json or kernel.is_quiet):
        show_printed(result)
    if as_json:
        data: dict[str, object] = {
            "schema": "simt.check/1",
            "program": result.program.name,
            "counts_on": list(result.program.counts_on),
            "status": "completed" if result.stop is None else result.stop.kind,
            "instructions": result.instructions,
            **result.findings.to_dict(result.program),
        }
        write_answer(output, json_text(data), is_quiet=kernel.is_quiet)
    elif not (kernel.is_quiet and result.findings.is_clean):
        from simt.views.run.findings import findings_text

        is_color = not output and is_colored(sys.stdout)
        width = None if output else screen_columns()
        text = findings_text(result, kernel.launch().machine_label, color=is_color, width=width)
        write_answer(output, text, is_quiet=kernel.is_quiet)
    leave(result, problems)
