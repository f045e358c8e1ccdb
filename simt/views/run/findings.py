"""The findings of `simt check` as text: a diagnostic with its source line for each finding, and a summary line."""

from __future__ import annotations

from dataclasses import replace

from isa.forms.texts import barrier_of, diagnostic_at, source_notes, statement
from isa.program.program import LOCKSTEP
from isa.reporting.diagnostics import Diagnostic, folded, render
from simt.result.findings import Finding, LaneAccess
from simt.result.result import Result
from simt.views.kit.text import lane_text, plural

_MEANINGS = {
    "C001": "two work-groups",
    "C002": "two warps of a work-group, without a barrier between them",
    "C003": "two lanes of a warp, in two instructions without a barrier between them",
    "C004": "lanes of one store, with different values",
}
_ADVICE = {
    "C001": "nothing orders work-groups: use an atomic, other elements, or two launches",
    "C002": "put a {barrier} between the two, where every {member} comes by",
    "C003": "put a {barrier} between the two; a kernel that counts on the lock step of a warp says "
    "`.counts_on lockstep`",
    "C004": "the highest lane wins on this machine, on another one any: let one lane store",
    "C005": "it is 0 at launch here, and anything elsewhere: write it first, or say `.counts_on zero_registers`",
    "C006": "it is 0 at launch here, and anything elsewhere: write it first",
    "C007": "an addition, subtraction or compare writes it; it is 0 at launch here, and anything elsewhere",
    "C008": "store to it first, or give the array an input",
    "C009": "store to it first, or give the buffer an input, be it zeros",
    "C010": "store to it first, in this thread; it is 0 at launch here, and anything elsewhere",
    "C011": "the access may reach into another array: check the first and the last index",
    "C012": "a lane gets its own word here, and anything elsewhere: have all lanes come by this shuffle, and use the "
    "result where the other lane has a word to give",
}
_WHERE_WARPS_FORM = (
    "put a {barrier} between the two: threads change their warps under warp_formation, and are not in lock step"
)
_IN_ONE_LINE = (
    "use an atomic function, or give each work-item elements of its own; if they meet in two turns of a loop, put a "
    "{barrier} into the loop"
)
_COMPILED = {  # the advice for kernels in OpenCL C and Python, if it differs
    "C003": "put a {barrier} between the two, where every {member} comes by",
    "C005": "it may be anything here: give it a value on every way to this line",
    "C008": "store to it first, and put a {barrier} after the store; what nobody stores may be anything",
    "C010": "store to it first, in this work-item; it may be anything here",
}


def finding_diagnostics(result: Result) -> list[Diagnostic]:
    """Return a diagnostic for each finding, at the source line of its later access."""
    assert result.findings is not None
    return [_diagnostic(result, finding) for finding in result.findings.found]


def findings_text(result: Result, machine: str = "", *, color: bool = False, width: int | None = None) -> str:
    """Return the findings with their source lines, and a summary that ends in a newline.

    machine: its name. width: the columns of the screen, None if they are not limited.
    """
    shown = render(finding_diagnostics(result), color, width)
    head = f"{result.program.name} on {machine or result.machine.name}: "
    closing = "\n".join(folded(head + findings_summary(result), width, "  "))
    return (f"{shown}\n\n" if shown else "") + closing + "\n"


def findings_summary(result: Result) -> str:
    """Return the numbers of findings, and of instructions that ran, on one line."""
    findings = result.findings
    assert findings is not None
    parts = []
    unit = "line" if result.program.language else "instruction"
    if "races" in findings.checks:
        races = [finding for finding in findings.found if finding.check == "races"]
        words = f"races on {plural(findings.racing_words, 'word')} ({plural(len(races), 'pair')} of {unit}s)"
        parts.append(words if races or findings.racing_words else "no races")
    if "uninitialised" in findings.checks:
        shuffles = sum(finding.code == "C012" for finding in findings.found)
        reads = sum(finding.check == "uninitialised" for finding in findings.found) - shuffles
        parts.append(f"{plural(reads, 'uninitialised read')} (by {unit})" if reads else "no uninitialised reads")
        parts += [f"{plural(shuffles, 'shuffle')} from absent lanes (by {unit})"] if shuffles else []
    if "bounds" in findings.checks:
        outside = sum(finding.check == "bounds" for finding in findings.found)
        parts.append(f"{outside} out of bounds (by {unit})" if outside else "none out of bounds")
    if findings.unseen and {"uninitialised", "bounds"} & set(findings.checks):
        parts.append(f"variables and bounds not looked at, since with probes {findings.unseen}")
    if findings.unlocked and "races" in findings.checks:
        parts.append(f"locks not looked at, since {findings.unlocked}")
    if findings.untold:
        parts.append(f"{plural(findings.untold, 'finding')} more that had no room")
    counted = [name for name in result.program.counts_on if name != LOCKSTEP or not result.machine.branch.forms_warps]
    parts += [f"counting on {', '.join(counted)}"] if counted else []
    if len(counted) < len(result.program.counts_on):
        parts.append(f"not counting on {LOCKSTEP}, which {result.machine.branch.policy} does not keep")
    return f"{', '.join(parts)}; {plural(result.instructions, 'instruction')}"


def _diagnostic(result: Result, finding: Finding) -> Diagnostic:
    program, access = result.program, finding.access
    if finding.code == "C011":
        message = f"{finding.what} is outside of the array, which has {plural(finding.length, 'element')}"
        if not finding.length:
            message = f"an access to {finding.what} is outside of it"
        notes = [*_times(finding, "accesses of lanes")]
    elif finding.code == "C012":
        message = f"{finding.what}, from which this shuffle reads, does not take part in it"
        notes = [*_times(finding, "reads of lanes")]
    elif finding.other is None:
        message = f"{finding.what} is read and nothing has written it"
        notes = [*_times(finding, "reads of lanes")]
    else:
        message = f"race on {finding.what}: {_MEANINGS[finding.code]}"
        notes = [_other(result, access, finding.other), _outcome(result, finding)]
        notes += _times(finding, "accesses")
    diagnostic = diagnostic_at(
        program, access.pc, finding.code, message, label=f"{_does(result, access.pc)}: {_who(result, access)}",
        notes=(*notes, *source_notes(program, access.pc)), help=_advice(result, finding),
    )  # fmt: skip
    return diagnostic if diagnostic.line else replace(diagnostic, notes=(f"at pc {access.pc}", *diagnostic.notes))


def _advice(result: Result, finding: Finding) -> str:
    program, instruction = result.program, result.program.instructions[finding.access.pc]
    is_global = instruction is not None and instruction.spec.unit == "memory"
    name = finding.what.partition("[")[0]
    if spaces := {shape.space for shape in program.shapes.values() if shape.name == name}:
        is_global = "global" in spaces  # local memory holds it if there is no other
    is_compiled = bool(program.language)
    text = _COMPILED.get(finding.code, _ADVICE[finding.code]) if is_compiled else _ADVICE[finding.code]
    if finding.code == "C003" and not is_compiled and result.machine.branch.forms_warps:
        text = _WHERE_WARPS_FORM
    if is_compiled and finding.code in ("C002", "C003") and finding.other is not None:
        here, there = (program.locations[access.pc] for access in (finding.access, finding.other))
        text = _IN_ONE_LINE if (here.file, here.line) == (there.file, there.line) else text
    return text.format(barrier=barrier_of(program, is_global=is_global), member="work-item" if is_compiled else "warp")


def _times(finding: Finding, what: str) -> list[str]:
    return [f"{finding.count} {what} do this; the first is shown"] if finding.count > 1 else []


def _does(result: Result, pc: int) -> str:
    instruction = result.program.instructions[pc]
    if instruction is None or not instruction.spec.data_field:
        codes = {probe.code for probe in result.program.probes or () if probe.pc == pc}
        return "accesses it" if "C011" in codes else "reads it"
    return "changes it" if instruction.spec.is_atomic else "stores" if instruction.spec.is_store else "loads"


def _who(result: Result, access: LaneAccess) -> str:
    """Return the executor of an access: `work-group 1, warp 2, lanes 0 to 3 (threads 64 to 67)`."""
    group = f"work-group {access.group}, " if result.grid.groups > 1 else ""
    if not access.lanes:
        return f"{group}warp {access.warp}"
    first = access.warp * result.machine.warp_size
    many = "s" if len(access.lanes) > 1 else ""
    threads = lane_text([first + lane for lane in access.lanes])
    return f"{group}warp {access.warp}, lane{many} {lane_text(list(access.lanes))} (thread{many} {threads})"


def _other(result: Result, access: LaneAccess, other: LaneAccess) -> str:
    """Return a note on the earlier access of a race, with its line."""
    who = _who(result, other)
    if other.pc == access.pc:
        return f"so does {who}"
    place = result.program.locations[other.pc]
    line = f"{place.file}:{place.line}: `{' '.join(statement(place).split())}`" if place.line else f"pc {other.pc}"
    return f"before it, {line} {_does(result, other.pc)}: {who}"


def _outcome(result: Result, finding: Finding) -> str:
    assert finding.other is not None
    if finding.is_same:
        return "both leave the same value in this run; a load between them may see another one"
    if finding.code == "C004":
        return "which value stays is the order of the lanes"
    now, before = _does(result, finding.access.pc), _does(result, finding.other.pc)
    if "loads" in (now, before):
        return "in another order the load gets the value from before the store, or from after it"
    return "in another order the other value stays"
