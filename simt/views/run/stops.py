"""Diagnostics with source lines: of a run that stopped, of a failed check, of jumps on which lanes disagree."""

from __future__ import annotations

from isa.forms.texts import barrier_of, diagnostic_at, language_of, source_notes
from isa.reporting.diagnostics import Diagnostic
from simt.result.result import Result
from simt.result.stops import DISAGREEMENT, STOP_CODES, Stop
from simt.views.kit.lines import by_line
from simt.views.kit.text import lane_text, plural
from simt.views.run.addresses import global_address, local_address, private_address

_MAX_WARNINGS = 5
_LANE_COLUMNS = 32  # for a list of lanes; a longer one is shown as a mask


def stop_diagnostic(result: Result) -> Diagnostic:
    """Report the stop: cause, place, warps and lanes, and the way out. The result must be of a stopped run."""
    stop = result.stop
    assert stop is not None
    makers = {
        "program_counter": _program_counter,
        "illegal_instruction": _illegal,
        "local_address": _address,
        "global_address": _address,
        "private_address": _address,
        "deadlock": _deadlock,
        "cycle_limit": _cycle_limit,
        "interrupted": _interrupted,
        "other_core": _other_core,
        "stack_overflow": _stack_overflow,
        "stack_underflow": _stack_underflow,
        "divergent_barrier": _divergent_barrier,
    }
    return makers[stop.kind](result, stop)


def _report(
    result: Result, stop: Stop, message: str, *, pc: int, label: str = "", notes: tuple[str, ...] = (), advice: str = ""
) -> Diagnostic:
    """An error at the source line of `pc`, if it has one."""
    notes = (*notes, *source_notes(result.program, pc))
    return diagnostic_at(result.program, pc, STOP_CODES[stop.kind], message, label=label, notes=notes, help=advice)


def _trap(result: Result, stop: Stop, message: str, label: str, advice: str, *notes: str) -> Diagnostic:
    """An error at the place of the warp that trapped, with the cycle and the lanes."""
    return _report(result, stop, message, pc=stop.pc, label=label, notes=(_when(result, stop), *notes), advice=advice)


def _when(result: Result, stop: Stop) -> str:
    """Cycle, warp, lanes with their threads, program counter."""
    if result.engine == "functional":
        when = f"after {plural(stop.cycle, 'instruction')} (functional run)"
    else:
        when = f"cycle {stop.cycle}"
    parts = [when]
    if stop.core >= 0:
        parts.append(f"core {stop.core}")
    if stop.group >= 0:
        parts.append(f"work-group {_group_text(result, stop.group)}")
    warp = stop.warp % result.group_warps  # its number in the group
    parts.append(f"warp {warp}" + (f" ({stop.warp} of the core)" if warp != stop.warp else ""))
    lanes = stop.lane_numbers
    if lanes:
        parts.append(_lanes(lanes, warp * result.machine.warp_size, result.machine.warp_size))
    parts.append(f"pc {stop.pc}")
    return ", ".join(parts)


def _group_text(result: Result, group: int) -> str:
    """A work-group's number, with its place in each dimension if there are several."""
    grid = result.grid
    if set(grid.size[1:]) == {1}:
        return str(group)
    places = zip("xyz"[: len(grid.size)], grid.group_places(group), strict=False)
    return f"{group} ({', '.join(f'{axis} {number}' for axis, number in places)})"


def _lanes(lanes: list[int], first: int, size: int) -> str:
    """Lanes with their threads, `first` being the thread of lane 0; scattered lanes as a mask."""
    text = lane_text(lanes)
    if len(text) > _LANE_COLUMNS:
        mask = sum(1 << lane for lane in lanes)
        return f"{len(lanes)} lanes, mask {mask:#0{-(-size // 4) + 2}x} (lane 0 is thread {first})"
    many = "s" if len(lanes) > 1 else ""
    return f"lane{many} {text} (thread{many} {lane_text([first + lane for lane in lanes])})"


def _program_counter(result: Result, stop: Stop) -> Diagnostic:
    length = len(result.program.words)
    past_end = stop.pc == length
    return _report(
        result,
        stop,
        f"a warp {'ran past the last instruction' if past_end else 'jumped out of the program'}: "
        f"program counter {stop.pc}, and the program has {plural(length, 'instruction')}",
        pc=length - 1 if past_end else -1,
        label="the last instruction" if past_end else "",
        notes=(_when(result, stop),),
        advice="end the kernel with `ret`" if past_end else "look at the jump targets of the words",
    )


def _illegal(result: Result, stop: Stop) -> Diagnostic:
    from simt.machine.capabilities import obstacle

    word = result.program.words[stop.pc]
    reason = obstacle(result.program.instructions[stop.pc], result.machine) or "it cannot be executed"
    message = f"{result.machine.name} cannot execute the word {word:#018x}: {reason}"
    return _trap(result, stop, message, "", f"its opcode is {stop.value:#04x}; `simt isa` lists the instructions")


def _address(result: Result, stop: Stop) -> Diagnostic:
    makers = {"global_address": global_address, "private_address": private_address}
    words = makers.get(stop.kind, local_address)(result, stop)
    return _trap(result, stop, words.message, words.label, words.advice, *words.notes)


def _stack_overflow(result: Result, stop: Stop) -> Diagnostic:
    advice = "pop in the same iteration what a loop pushes, or raise branch.stack_depth"
    if result.machine.branch.policy == "ipdom_stack":
        enough = max(1, 2 * (result.machine.warp_size - 1))
        advice = f"raise branch.stack_depth; the smallest that always suffices is {enough}"
    entries = "1 entry" if stop.value == 1 else f"{stop.value} entries"
    return _trap(result, stop, f"the mask stack is full: it has {entries}", "one push too many", advice)


def _stack_underflow(result: Result, stop: Stop) -> Diagnostic:
    message, note = (
        "the mask stack is empty: no lane is left to go on with",
        "the lanes named are those that still live",
    )
    return _trap(result, stop, message, "nothing to pop", "begin the region with `push_mask` or `br_push`", note)


def _divergent_barrier(result: Result, stop: Stop) -> Diagnostic:
    message = f"a barrier inside a divergent region: {plural(stop.value, 'living lane')} cannot arrive"
    advice = "move the barrier to where all lanes of the warp are together again"
    note = "the lanes named are those that are not active"
    return _trap(result, stop, message, "reached by some of the warp's lanes", advice, note)


def _deadlock(result: Result, stop: Stop) -> Diagnostic:
    unit = "instruction" if result.engine == "functional" else "cycle"
    groups: dict[int, list[tuple[int, int]]] = {}
    for warp, pc, since in stop.waiting:
        groups.setdefault(pc, []).append((warp, since))
    notes = [f"found in cycle {stop.cycle}" if unit == "cycle" else f"found after {plural(stop.cycle, 'instruction')}"]
    if stop.core >= 0 or stop.group >= 0:
        core = f"core {stop.core}, " if stop.core >= 0 else ""
        notes[0] += f", {core}work-group {_group_text(result, stop.group)}"
    for pc, waiting in groups.items():
        warps = lane_text([warp for warp, _ in waiting])
        first, last = min(since for _, since in waiting), max(since for _, since in waiting)
        when = f"{unit} {first}" if first == last else f"{unit}s {first} to {last}"
        many = len(waiting) > 1
        notes.append(
            f"warp{'s' if many else ''} {warps} wait{'' if many else 's'} at {_place(result, pc)} since {when}"
        )
    ended = list(stop.finished)
    first = stop.warp - stop.warp % result.group_warps if stop.group >= 0 else 0
    everyone = set(range(first, first + result.group_warps))
    running = sorted(everyone - set(ended) - {warp for warp, _, _ in stop.waiting})
    if running:
        many = len(running) > 1
        notes.append(f"warp{'s' if many else ''} {lane_text(running)} {'were' if many else 'was'} still running")
    notes.append(f"warp{'s' if len(ended) > 1 else ''} {lane_text(ended)} {'have' if len(ended) > 1 else 'has'} ended")
    return _report(
        result,
        stop,
        f"deadlock: {plural(stop.value, 'warp')} wait{'' if stop.value > 1 else 's'} at a barrier that "
        f"{plural(len(ended), 'warp')} will never reach",
        pc=stop.pc,
        label="never opens",
        notes=tuple(notes),
        advice=_barriers(result),
    )


def _barriers(result: Result) -> str:
    leave = "`return`" if language_of(result.program) else "`ret`"
    idle = f"let the idle ones pass this {barrier_of(result.program)} too, before their {leave}"
    return f"every warp must pass the same barriers: {idle}"


def _place(result: Result, pc: int) -> str:
    if 0 <= pc < len(result.program.locations) and result.program.locations[pc].line:
        location = result.program.locations[pc]
        return f"{result.short_name(location.file)}:{location.line} (pc {pc})"
    return f"pc {pc}"


def _cycle_limit(result: Result, stop: Stop) -> Diagnostic:
    unit = "instruction" if result.engine == "functional" else "cycle"
    return _unfinished(
        result,
        stop,
        f"the kernel did not end within {plural(stop.cycle, unit)}",
        f"if it needs longer: --max-cycles {stop.cycle * 10}",
    )


def _interrupted(result: Result, stop: Stop) -> Diagnostic:
    unit = "instruction" if result.engine == "functional" else "cycle"
    return _unfinished(result, stop, f"interrupted after {plural(stop.cycle, unit)}", "what ran until then is kept")


def _other_core(result: Result, stop: Stop) -> Diagnostic:
    return _report(
        result,
        stop,
        f"core {stop.core} trapped, and this core stopped after {plural(stop.cycle, 'cycle')}",
        pc=-1,
        advice=f"--core {stop.core} shows the one that trapped",
    )


def _unfinished(result: Result, stop: Stop, message: str, advice: str) -> Diagnostic:
    """A run that had not ended: points at the jump back that closes its busiest loop, if any jump back ran."""
    issues = {pc: int(result.issues[pc]) for pc in _jumps_back(result) if result.issues[pc]}
    if not issues:
        return _report(result, stop, message, pc=-1, advice=advice)
    # The run stopped inside a loop: one of its two jumps may be ahead by one issue of each warp.
    jumps = max(issues.values()) - result.warps * len(result.cores)
    busiest = max(pc for pc, count in issues.items() if count >= jumps)
    return _report(
        result,
        stop,
        message,
        pc=busiest,
        label=f"issued {plural(issues[busiest], 'time')}",
        notes=("of the jumps back, this one ran most often: the end of a loop",),
        advice=advice,
    )


def _jumps_back(result: Result) -> list[int]:
    """Instructions that jump, always or on their result, to themselves or to an earlier instruction."""
    return [
        pc
        for pc, instruction in enumerate(result.program.instructions)
        if instruction is not None
        and (instruction.spec.name == "jmp" or instruction.cond != "always")
        and instruction.target <= pc
    ]


def jump_warnings(result: Result) -> list[Diagnostic]:
    """One warning per source line with jumps on which the active lanes disagreed, the most frequent first.

    None on a machine with divergence: disagreeing lanes are normal there.
    """
    policy = result.machine.branch.policy
    if policy in ("ipdom_stack", "min_pc"):
        return []
    decider = "lane 0" if policy == "first_thread" else "the lowest active lane"
    lines = sorted((line for line in by_line(result) if line.disagreements), key=lambda line: -line.disagreements)
    more = len(lines) - _MAX_WARNINGS
    warnings = []
    for number, line in enumerate(lines[:_MAX_WARNINGS], 1):
        mine = [pc for pc in line.pcs if result.disagreements[pc]]
        notes = source_notes(result.program, mine[0])
        if len(mine) > 1:
            notes += (f"so it is with {plural(len(mine) - 1, 'more instruction')} of this line",)
        if more > 0 and number == _MAX_WARNINGS:
            notes += (f"so it is on {plural(more, 'more line')}",)
        warnings.append(
            diagnostic_at(
                result.program,
                mine[0],
                DISAGREEMENT,
                f"the lanes of a warp disagreed on this jump {line.disagreements} of {line.issues} times",
                severity="warning",
                label=f"{decider} decided for all",
                notes=notes,
                help="use a value, not a path (select, min, max), or let lanes part: -s branch.policy=ipdom_stack",
            )
        )
    return warnings


def check_diagnostic(result: Result) -> Diagnostic:
    """The difference from the oracle. The result must hold a failed check."""
    check = result.check
    assert check is not None
    length = len(result.arrays[check.array])
    if check.tolerance:
        size = f"relative error {check.max_relative_error:.3g}, tolerance {check.tolerance:g}"
    else:
        size = "all bits must agree"
    return Diagnostic(
        code="E0605",
        severity="error",
        message=f"`{check.array}[{check.index}]` is {check.got:.9g} and should be {check.want:.9g}: {size}",
        notes=(
            f"{check.wrong} of {length} elements of `{check.array}` differ; this is the one with the largest error",
            f"expected by {check.oracle}" + ("" if result.seed is None else f", inputs of seed {result.seed}"),
        ),
        help=f"--out {check.array}=got.npy writes what the kernel left",
    )
