"""`simt.gate`, the function of `simt gate`: launches whose cycles may not grow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from isa.reporting.diagnostics import ArgumentError, Diagnostic, SimtError, quote
from simt.diagnosis.gates.baseline import KeptCase, read_baseline, write_baseline
from simt.diagnosis.gates.cases import Case, Gate, GateError, read_gate
from simt.diagnosis.gates.verdicts import Judged, Outcome, Verdict
from simt.diagnosis.saved import saved
from simt.files import check_output
from simt.launch.how import How
from simt.launch.oracle import OracleError
from simt.launch.pipeline import RoundsError
from simt.launch.pipeline_file import find_pipeline
from simt.launch.prepared import PreparedLaunch
from simt.result.result import Result
from simt.verbs.launching import prepare
from simt.verbs.run_pipeline import prepare_pipeline
from simt.verbs.shown import Shown

if TYPE_CHECKING:
    from simt.launch.how import Compiling, Watcher
    from simt.launch.pipeline_run import PipelineResult, PreparedPipeline

Prepared: TypeAlias = "PreparedLaunch | PreparedPipeline"
Run: TypeAlias = "Result | PipelineResult"


@dataclass(frozen=True, eq=False, repr=False)
class Gated(Shown, Outcome):
    """The outcome of a gate: a verdict on each case."""

    def records(self) -> Sequence[Mapping[str, Any]]:
        """Return a row for each case."""
        names = ("case", "baseline", "cycles", "change", "limit", "most", "verdict", "passed", "problem")
        return [{name: row[name] for name in names} for row in (judged.to_dict() for judged in self.cases)]

    def text(self, *, color: bool = False) -> str:
        """Return the cases that are not as before, as the command prints them."""
        from simt.views.studies.gates import gate_text

        return gate_text(self, color=color)

    def markdown(self) -> str:
        """Return all cases as Markdown, for a comment on a change."""
        from simt.views.studies.gates import gate_markdown

        return gate_markdown(self)

    def __str__(self) -> str:
        return self.text()


def gate(
    file: str | Path | Gate = "gate.toml", *, only: Sequence[str] = (), update: bool = False,
    progress: Watcher | None = None, compiling: Compiling | None = None,
) -> Gated:  # fmt: skip
    """Run the launches of a gate and compare their cycles with its limits, as `simt gate` does (docs/gate.md).

    - file: the file of the gate, or a `Gate`.
    - only: names of cases, or parts of names; the others do not run.
    - update: whether the cycles become the baseline. The baseline is not written if a case has a wrong result or does
      not end.
    - progress: called with the number of the case, from 0. A true result raises `KeyboardInterrupt`.
    - compiling: called with each kind of engine before it is compiled.

    Cycles over the limit do not raise: see `.passed`, `.cases` and `.markdown()` of the outcome. `simt.toml` and the
    environment do not apply.

    Raises `GateError` for the file and for launches that cannot be made, `BaselineError` or `FileError` for the
    baseline, `ArgumentError` if a text of `only` is in no name, and `AssemblyError` or `CompileError` for a kernel.
    """
    whole = file if isinstance(file, Gate) else read_gate(file)
    chosen = whole.only(only)
    before = read_baseline(whole.baseline)
    if update:
        check_output(str(whole.baseline))
    launches = _launches(chosen)
    judged = []
    for number, (case, launch) in enumerate(zip(chosen.cases, launches, strict=True)):
        tell = None if progress is None else lambda _, number=number: progress(number)
        if tell is not None and tell(0):
            raise KeyboardInterrupt
        how = How.of(max_cycles=case.max_cycles)
        run, problem = _run(launch, how, progress=tell, compiling=compiling)
        if run.stop is not None and run.stop.kind == "interrupted":
            raise KeyboardInterrupt
        judged.append(_judged(case, launch, run, before.get(case.name), problem))
    is_written = False
    if update:
        judged, is_written = _updated(whole, judged, before)
    names = {case.name for case in whole.cases}
    unused = [name for name in sorted(before) if name not in names] if not (update or only) else []
    return Gated(chosen, judged, unused, update, is_written)


def _launches(gate: Gate) -> list[Prepared]:
    """Return the launches of all cases. Raises `GateError` with all mistakes, or the error of a kernel."""
    launches: list[Prepared] = []
    problems: list[Diagnostic] = []
    for case in gate.cases:
        try:
            launches.append(_launch(case))
        except SimtError as error:
            placed = gate.placed(case, error)
            if any(entry.severity == "error" and entry.file != str(gate.path) for entry in placed):
                raise  # a mistake in a kernel or a machine, which has its own place
            problems += [entry for entry in placed if entry not in problems]
    if problems:
        raise GateError(problems[0].message, code=problems[0].code, diagnostics=problems)
    return launches


def _launch(case: Case) -> Prepared:
    """Return the launch of a case, or its pipeline. Raises as `prepare` does, and `PipelineError`."""
    if find_pipeline(case.kernel) is None:
        return prepare(case.kernel, case.machine, **case.words)
    for key in case.words.keys() & {"global_size", "local_size", "offset", "threads", "include_paths"}:
        raise ArgumentError(f"{key} goes with one kernel, and {quote(case.kernel)} is a pipeline of several")
    return prepare_pipeline(case.kernel, case.machine, **case.words)


def _run(launch: Prepared, how: How, **watchers: Any) -> tuple[Run, str]:
    """Run a case; return its result, and the message about a loop that does not end, if any."""
    if isinstance(launch, PreparedLaunch):
        return launch.trial().execute(how, **watchers), ""
    try:
        return launch.execute(how, **watchers), ""
    except RoundsError as error:
        return error.result, error.message


def _judged(case: Case, launch: Any, run: Any, before: KeptCase | None, problem: str) -> Judged:
    """Check the result of a run, and compare its cycles. problem: the reason why the run did not end, if known."""
    from simt.diagnosis.saved_pipelines import saved_pipeline
    from simt.views.run.stops import check_diagnostic, stop_diagnostic

    try:
        run = launch.checked(run)
    except OracleError as error:
        run, problem = error.result, error.message
    last = run if isinstance(run, Result) else run.last_run
    if last.stop is not None:
        problem = stop_diagnostic(last).message
    elif last.check is not None and not last.check.passed:
        problem = check_diagnostic(last).message
    most = case.limit.most(None if before is None else before.cycles)
    kept = saved(run) if isinstance(run, Result) else saved_pipeline(run)
    return Judged(case, kept, before, most, problem, launch.oracle is not None)


def _updated(gate: Gate, judged: Sequence[Judged], before: Mapping[str, KeptCase]) -> tuple[list[Judged], bool]:
    """Make the runs the baseline. Return the verdicts of now, and whether the file has changed.

    A case that has not changed, and a case that did not run, keep their entries. If a case has no good result, nothing
    is written.
    """
    if any(one.verdict in (Verdict.STOPPED, Verdict.WRONG) for one in judged):
        return list(judged), False
    kept = {case.name: before[case.name] for case in gate.cases if case.name in before}
    for one in judged:
        taken = KeptCase.of(one.run)
        if not taken.is_like(one.before):
            kept[one.case.name] = taken
    now = [replace(one, most=one.case.limit.most(one.run.cycles)) for one in judged]
    return now, write_baseline(gate.baseline, kept)
