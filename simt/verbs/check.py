"""`simt.check`: what `simt check` does: races and reads of what nobody wrote, from the deterministic run."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from isa.reporting.diagnostics import ArgumentError, quote
from simt.launch.kernels import AnyKernel
from simt.result.findings import CHECKS
from simt.verbs.launching import AnyMachine, PreparedLaunch
from simt.verbs.run import limit, prepare_run

if TYPE_CHECKING:
    from simt.core.engine.kinds import Kind
    from simt.result.result import Result


def check(
    kernel: AnyKernel, machine: AnyMachine = None, *, checks: Collection[str] = CHECKS,
    max_cycles: int | None = None, progress: Callable[[int], object] | None = None,
    compiling: Callable[[Kind], None] | None = None, **options: Any,
) -> Result:  # fmt: skip
    """Run a kernel without time and look for what is wrong in any order, as `simt check` does.

    checks: of "races", "uninitialised" and "bounds". max_cycles: limit in instructions. kernel, machine, and options:
    those of `simt.run`, machine keys too. The answer is the result of the functional run, with `result.findings`
    (docs/check.md); a trap is one too (`result.stop`). Raises `ArgumentError` for a check that there is not, and what
    `simt.run` raises.
    """
    asked = asked_checks(checks)
    launch = prepare_run(check, kernel, machine, **options)
    result = watched(launch, asked, max_cycles=limit(max_cycles), progress=progress, compiling=compiling)
    return launch.checked(result)


def asked_checks(names: Collection[str]) -> tuple[str, ...]:
    """The checks of these names, in either spelling. Raises `ArgumentError` for another name."""
    names = [name.replace("uninitialized", "uninitialised") for name in names]
    for name in names:
        if name not in CHECKS:
            raise ArgumentError(f"there is no check {quote(name)}: there are {', '.join(CHECKS)}")
    return tuple(name for name in CHECKS if name in names)


def watched(launch: PreparedLaunch, checks: Collection[str], **options: Any) -> Result:
    """The result of a launch's functional run, with what the checks found. options: of `PreparedLaunch.run`."""
    trial, missing = _with_probes(launch.trial())
    result = trial.run(engine="functional", watched=True, **options)
    assert result.findings is not None
    found = replace(result.findings.of(checks), unseen=missing)
    return replace(result, machine=launch.machine, findings=found)


def _with_probes(launch: PreparedLaunch) -> tuple[PreparedLaunch, str]:
    """The launch of a kernel in a language with a program that was compiled for the check; another as it is.

    With it: why there is none for a kernel in a language.
    """
    kernel, source = launch.kernel, launch.kernel.source
    if source is None or launch.grid is None:
        return launch, ""
    from simt.launch.watching import for_check

    made = for_check(source, kernel.program, launch.machine, launch.grid, launch.inputs)
    return replace(launch, kernel=replace(kernel, program=made.program), machine=made.machine), made.missing
