"""Mistakes planted in the shipped OpenCL C kernels, and whether `simt check` finds them: `python -m benches.mutants`.

    python -m benches.mutants --machine hd5870_core queens

A value that is not set, a store to an array that is left out, an index or the bound of a loop that is off by one
(`benches.mutant_cases`). A mistake is found if the check reports its code in the line in which it shows; only those
count that do something wrong at run time, which a run with a `printf` there shows. The kernels as they are shipped
must give nothing. The exit status is 1 where one of them does, or a mistake counts and is not found.
"""

from __future__ import annotations

import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import click

import simt
from benches.mutant_cases import CASES, Case
from isa.reporting.diagnostics import SimtError
from simt.launch.how import How
from simt.launch.programs import programs_folder

MACHINE = "gtx280_core"
_MOST = 3_000_000  # instructions of a run: a mistake may let a kernel run for ever
_DECLARES = re.compile(r"(?:u?int|float[34]?|size_t) \w+")
_SAYS = "it is wrong"


@dataclass(frozen=True)
class Outcome:
    """The outcome of a case. is_wrong: whether a run did something wrong; found: codes and lines of the findings."""

    case: Case
    is_wrong: bool
    found: tuple[tuple[str, int], ...]
    lines: tuple[int, ...]  # in which the mistake shows

    @property
    def is_found(self) -> bool:
        """Say whether the right code was reported with a right line."""
        return any((self.case.code, line) in self.found for line in self.lines)


def source_of(case: Case) -> str:
    """The text of a case's file, with the mistake. Raises `ValueError` where it cannot be planted once."""
    text = (programs_folder() / "opencl" / f"{case.kernel.partition('::')[0]}.cl").read_text(encoding="utf-8")
    head, name, rest = text.rpartition(f"kernel void {case.kernel.partition('::')[2]}(") if "::" in case.kernel else (
        "", "", text)  # fmt: skip
    own, end, after = rest.partition("\n}\n") if name else (rest, "", "")
    if own.count(case.old) < 1:
        raise ValueError(f"{case.kernel} has no {case.old!r}")
    return head + name + own.replace(case.old, case.new, 1) + end + after


def outcome_of(case: Case, machine: str = MACHINE, *, is_watched: bool = True) -> Outcome:
    """Check a kernel with its mistake, and run it with a witness."""
    text = source_of(case)
    lines = [number for number, line in enumerate(text.split("\n"), 1) if line.strip() == case.line]
    if not lines:
        raise ValueError(f"{case.kernel} has no line {case.line!r}")
    with tempfile.TemporaryDirectory() as folder:
        said = "" if not is_watched else _printed(case, text, lines, Path(folder))
        found = _findings(case, text, machine, Path(folder))
    return Outcome(case, _SAYS in said, found, tuple(lines))


def _kernel(case: Case, text: str, folder: Path) -> str:
    """The kernel of a text in a folder, as a command names it; its oracle lies beside it."""
    name, _, kernel = case.kernel.partition("::")
    (folder / f"{name}.cl").write_text(text, encoding="utf-8")
    oracle = (programs_folder() / "opencl" / f"{name}.py").read_text(encoding="utf-8")
    (folder / f"{name}.py").write_text(oracle, encoding="utf-8")
    return f"{folder / name}.cl" + (f"::{kernel}" if kernel else "")


def _findings(case: Case, text: str, machine: str, folder: Path) -> tuple[tuple[str, int], ...]:
    result = simt.check(_kernel(case, text, folder), machine, max_cycles=_MOST)
    assert result.findings is not None
    places = result.program.locations
    return tuple((each.code, places[each.access.pc].line) for each in result.findings.found)


def _printed(case: Case, text: str, lines: list[int], folder: Path) -> str:
    """The output of a run that says so where a line is about to do something wrong."""
    rows = text.split("\n")
    for line in lines:
        row = rows[line - 1]
        says = f'if ({case.when}) printf("{_SAYS}\\n");'
        is_whole = row.strip().endswith(";") and not _DECLARES.match(row.strip())
        rows[line - 1] = f"{{ {says} {row} }}" if is_whole else f"{says} {row}"
    launch = simt.Launch(_kernel(case, "\n".join(rows), folder), MACHINE)
    result = launch.execute(How(engine="functional", max_cycles=_MOST))
    return str(result.printed)


def originals(machine: str = MACHINE) -> list[str]:
    """The reports of the check on the unchanged kernels: none, if all is well."""
    found = []
    for kernel in dict.fromkeys(case.kernel for case in CASES):
        name, _, function = kernel.partition("::")
        try:
            result = simt.check(f"opencl/{name}.cl" + (f"::{function}" if function else ""), machine)
        except SimtError:  # not for this machine
            continue
        assert result.findings is not None
        found += [f"{kernel}: {each.code} {each.what}" for each in result.findings.found]
    return found


@click.command()
@click.option("--machine", default=MACHINE, show_default=True)
@click.argument("names", nargs=-1)
def main(machine: str, names: tuple[str, ...]) -> None:
    """Print of each mistake whether it is found; NAMES: of these kernels alone."""
    outcomes = []
    for case in CASES:
        if names and not case.kernel.startswith(names):
            continue
        try:
            outcome = outcome_of(case, machine)
        except SimtError as error:
            sys.stdout.write(f"refused   {case.code} {case.kernel:18} {error.code}\n")
            continue
        outcomes.append(outcome)
        word = "found    " if outcome.is_found else "not found" if outcome.is_wrong else "harmless "
        change = f"{case.old.strip()!r} -> {case.new.strip()!r}".replace("\n", " ")
        sys.stdout.write(f"{word} {case.code} {case.kernel:18} line {outcome.lines[0]:2}  {change[:90]}\n")
        if not outcome.is_found:
            sys.stdout.write(f"          reported: {outcome.found}\n")
        sys.stdout.flush()
    counted = [outcome for outcome in outcomes if outcome.is_wrong]
    found = sum(outcome.is_found for outcome in counted)
    alarms = originals(machine)
    sys.stdout.write(f"{found} of {len(counted)} mutants found, {len(outcomes) - len(counted)} do nothing wrong; ")
    sys.stdout.write(f"{len(alarms)} findings in the kernels as they are\n")
    for alarm in alarms:
        sys.stdout.write(f"  {alarm}\n")
    sys.exit(int(bool(alarms) or found < len(counted)))


if __name__ == "__main__":
    main()
