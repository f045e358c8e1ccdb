"""`simt.check`, the function of `simt check`: races and reads of unwritten words, from the deterministic run."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from isa.program.program import LOCKSTEP
from isa.reporting.diagnostics import ArgumentError, SimtError, quote
from simt.core.state.placed import Placed
from simt.launch.how import How
from simt.launch.prepared import PreparedLaunch
from simt.result.findings import CHECKS
from simt.verbs.keywords import AnyMachine, taken, takes, watchers
from simt.verbs.launching import AnyLaunch, launch_of, prepare

if TYPE_CHECKING:
    from simt.core.state.grid import Grid
    from simt.machine import Machine
    from simt.result.result import Result

_ONE_WAY: Final = ("first_thread", "explicit_masks")  # policies under which lanes cannot part
_MOST: Final = {"program.words": 65536, "constants.words": 1024, "registers": 112}


@takes(watchers, prepare)
def check(
    kernel: AnyLaunch, machine: AnyMachine = None, *, only: Collection[str] = CHECKS, max_cycles: int | None = None,
    **words: Any,
) -> Result:  # fmt: skip
    """Look for races, reads of unwritten words and accesses out of bounds in a run without time, as `simt check` does.

    - kernel: a kernel as for `simt.Launch`, or a `Launch`.
    - machine, further keywords: as for `simt.Launch`.
    - only: any of "races", "uninitialised" and "bounds", also as one text, "races,bounds"; by default all.
    - max_cycles: the limit in instructions; None for 50000000.
    - progress, compiling: as for `simt.run`.

    Returns the result of the run, with `result.findings` (docs/check.md) and, after a trap, `result.stop`. Raises
    `ArgumentError` for an unknown check, and the errors of `simt.run`.
    """
    names = asked_checks(only)
    watching = taken(words, watchers)
    launch = launch_of(check, kernel, machine, words)
    return launch.checked(watched(launch, names, max_cycles, **watching))


def watched(launch: PreparedLaunch, checks: Collection[str], max_cycles: int | None = None, **watching: Any) -> Result:
    """Run the launch on the functional engine, which counts no cycles; return the result with its findings.

    Findings are races, reads of what was not written, accesses out of bounds. The oracle does not check this result.

    max_cycles: as for `check`. watching: `progress` and `compiling`, as for `check`.
    """
    trial, missing = _with_probes(_without_lock_step(launch.trial()))
    result = trial.execute(How.of(engine="functional", max_cycles=max_cycles, is_watched=True), **watching)
    findings = result.findings
    assert findings is not None
    if "races" in checks:
        from simt.diagnosis.locks.ordered import without_ordered  # of no use to a kernel without races

        findings = without_ordered(trial, result, watching.get("progress"))
    findings, program = replace(findings.of(checks), unseen=missing), result.program
    if program.counts_on != launch.program.counts_on:
        program = replace(program, counts_on=launch.program.counts_on)
    return replace(result, machine=launch.machine, program=program, findings=findings)


def asked_checks(names: Collection[str] | str) -> tuple[str, ...]:
    """Return the checks of these names, in the order of `CHECKS`.

    names: also one text with commas. Raises `ArgumentError` for an unknown name.
    """
    names = names.split(",") if isinstance(names, str) else names
    names = [name.strip().replace("uninitialized", "uninitialised") for name in names]
    for name in names:
        if name not in CHECKS:
            raise ArgumentError(f"there is no check {quote(name)}: there are {', '.join(CHECKS)}")
    return tuple(name for name in CHECKS if name in names)


def _without_lock_step(launch: PreparedLaunch) -> PreparedLaunch:
    """Return the launch without `.counts_on lockstep` if its machine does not keep the threads of a warp together."""
    program = launch.program
    if not launch.machine.branch.forms_warps or LOCKSTEP not in program.counts_on:
        return launch
    kept = tuple(name for name in program.counts_on if name != LOCKSTEP)
    return launch.on(launch.machine, replace(program, counts_on=kept))


def _with_probes(launch: PreparedLaunch) -> tuple[PreparedLaunch, str]:
    """Return the launch with probes in its kernel, and the reason if the probes do not fit, else "".

    A kernel in assembly gets no probes. The returned launch has a machine with room for the probes: its memories and
    register files may be larger, and it may have another rule for lanes that part. A run without time has the same
    result on both machines.
    """
    source, program, values = launch.kernel.source, launch.program, launch.inputs
    if source is None:
        return launch, ""
    try:
        roomy = launch.machine.replace(**_room(launch.machine, launch.grid))
        lengths = source.lengths(values)
        probed = source.compiled(roomy, launch.grid, lengths, program.path, is_watched=True, values=values)
        words = Placed(probed, roomy, launch.grid).local
        if words > roomy.local.words:
            banks = roomy.local.banks
            roomy = roomy.replace(**{"local.words": -(-words // banks) * banks})
    except SimtError as error:
        return launch, error.message
    return launch.on(roomy, probed), ""


def _room(machine: Machine, grid: Grid) -> dict[str, object]:
    keys: dict[str, object] = dict(_MOST)
    if machine.branch.policy in _ONE_WAY:
        keys["branch.policy"] = "ipdom_stack"
    if machine.vliw.count > 1:
        keys["vliw.slots"] = 1
    if machine.register_banks:
        keys["register_file.organisation"] = "multiport"
    warps = -(-grid.threads // machine.warp_size)
    keys["register_file.words"] = max(machine.register_file.words, 112 * warps)
    return keys
