"""`simt gate`: kernels whose cycles may not grow."""

from __future__ import annotations

import sys

import click

from simt.cli.echo import is_colored
from simt.cli.options import argument, command, json_option, option, output_option, quiet_option
from simt.cli.output import json_text, suffix_of, write_answer, write_output
from simt.cli.reporting import EXIT_CHECK, runs_shown, tell_oracles, usage_errors

_FORMATS = (".txt", ".md", ".json")


@command(
    epilog="Exit status: 0 good, 1 a case failed, 2 usage, file or machine error, 3 assembly error, 130 interrupted."
)
@argument("file", "GATE", required=False, default="gate.toml", metavar="[FILE]")
@option("--only", "TEXT...", "Run only the case of this name, or those with TEXT in their names; may be repeated.")
@option("--update", bool, "Make the cycles of now the baseline, unless a result is wrong.")
@option("--markdown as_markdown", bool, "Print Markdown: all cases, and the lines of those that changed.")
@json_option
@output_option("Also write to FILE: .md, .txt or .json.")
@quiet_option
def gate(
    file: str, only: tuple[str, ...], update: bool, as_markdown: bool, as_json: bool, output: str | None,
    is_quiet: bool,
) -> None:  # fmt: skip
    """Run the launches in FILE, gate.toml without one, and fail if one takes more cycles than its limit.

    \b
      simt gate                     the cases of gate.toml
      simt gate --update            their cycles become the baseline
      simt gate --only fft128       some of the cases
      simt gate -o gate.md          a table for a comment as well

    A limit is a number of cycles or a share over the baseline, gate.json beside FILE, which is committed. A case that
    changed is shown with the source lines that lost the most issue slots, and the reasons. A case fails if it is over
    its limit, has no baseline to be compared with, computes something wrong or does not end. docs/gate.md has the file,
    the marker of pytest and a workflow.
    """
    if as_json and as_markdown:
        raise click.UsageError("--json and --markdown exclude each other")
    suffix = suffix_of(output, _FORMATS, "the outcome of a gate is")
    from simt.diagnosis.gates.cases import read_gate
    from simt.verbs.gate import gate as verb

    with usage_errors():
        cases = read_gate(file)
        kernels = [case.kernel for case in cases.only(only).cases if "oracle" not in case.words]
        tell_oracles(dict.fromkeys(kernels), is_quiet=is_quiet, without="oracle = false")
        with runs_shown("case", is_quiet=is_quiet) as watchers:
            gated = verb(cases, only=only, update=update, **watchers)
    if output and suffix:
        data = {".md": gated.markdown, ".txt": gated.text}
        text = data[suffix]() if suffix in data else json_text(gated.to_dict())
        write_answer(output, text, is_quiet=is_quiet)
    if as_json or as_markdown:
        write_output(None, json_text(gated.to_dict()) if as_json else gated.markdown())
    elif not (is_quiet and gated.passed):
        write_output(None, gated.text(color=is_colored(sys.stdout)), is_text=True)
    if not gated.passed:
        click.get_current_context().exit(EXIT_CHECK)
