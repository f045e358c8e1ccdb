"""Diagnostics with source lines, for a run that stopped, a failed check, and jumps on which lanes disagree."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from isa.forms.texts import barrier_of, diagnostic_at, source_notes
from isa.reporting.diagnostics import Diagnostic
from simt.machine.capabilities import obstacle
from simt.result.result import Result
from simt.result.stops import DISAGREEMENT, STOP_CODES, Stop
from simt.views.kit.lines import by_line
from simt.views.kit.text import lane_text, plural
from simt.views.run.addresses import global_address, local_address, of_source, private_address
from simt.views.run.spinning import spinning_words

_MAX_WARNINGS = 5
_LANE_COLUMNS = 32  # for a list of lanes; a longer one is shown as a mask


def stop_diagnostic(result: Result) -> Diagnostic:
    """Return the diagnostic of a run that stopped before its end: cause, place, warps, lanes and advice.

    `result.stop` must not be None.
    """
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
    diagnostic = makers[stop.kind](result, stop)
    if stop.pending:
        registers = ", ".join(f"r{number}" for number in stop.pending)
        note = f"loads of the warp into {registers} were on their way: as before the loads"
        diagnostic = replace(diagnostic, notes=(*diagnostic.notes, note))
    return diagnostic


def _report(
    result: Result, stop: Stop, message: str, *, pc: int, label: str = "", notes: tuple[str, ...] = (), advice: str = ""
) -> Diagnostic:
    """Return an error at the source line of `pc`, or at none if `pc` has no source."""
    notes = (*notes, *source_notes(result.program, pc))
    return diagnostic_at(result.program, pc, STOP_CODES[stop.kind], message, label=label, notes=notes, help=advice)


def _trap(result: Result, stop: Stop, message: str, label: str, advice: str, *notes: str) -> Diagnostic:
    """Return an error at the instruction of the warp that trapped, with the cycle and the lanes."""
    return _report(result, stop, message, pc=stop.pc, label=label, notes=(_when(result, stop), *notes), advice=advice)


def _unit(result: Result) -> str:
    """Return the unit of a stop's time: instructions in a functional run, cycles in any other."""
    return "instruction" if result.engine == "functional" else "cycle"


def _when(result: Result, stop: Stop) -> str:
    is_functional = result.engine == "functional"
    parts = [f"after {plural(stop.cycle, 'instruction')} (functional run)" if is_functional else f"cycle {stop.cycle}"]
    if stop.core >= 0:
        parts.append(f"core {stop.core}")
    if stop.group >= 0:
        parts.append(f"work-group {_group_text(result, stop.group)}")
    warp = stop.warp % result.group_warps  # its number in the group
    parts.append(f"warp {warp}" + (f" ({stop.warp} of the core)" if warp != stop.warp else ""))
    if stop.lane_numbers:
        parts.append(_lanes(stop.lane_numbers, warp * result.machine.warp_size, result.machine.warp_size))
    parts.append(f"pc {stop.pc}")
    return ", ".join(parts)


def _group_text(result: Result, group: int) -> str:
    """Return a work-group's number, with its index in each dimension if the launch has several dimensions."""
    grid = result.grid
    if set(grid.size[1:]) == {1}:
        return str(group)
    places = zip("xyz"[: len(grid.size)], grid.group_places(group), strict=False)
    return f"{group} ({', '.join(f'{axis} {number}' for axis, number in places)})"


def _lanes(lanes: list[int], first: int, size: int) -> str:
    """Return lanes with their threads, or a mask of many scattered lanes. first: lane 0's thread. size: warp size."""
    text = lane_text(lanes)
    if len(text) > _LANE_COLUMNS:
        mask = sum(1 << lane for lane in lanes)
        return f"{len(lanes)} lanes, mask {mask:#0{-(-size // 4) + 2}x} (lane 0 is thread {first})"
    many = "s" if len(lanes) > 1 else ""
    return f"lane{many} {text} (thread{many} {lane_text([first + lane for lane in lanes])})"


def _program_counter(result: Result, stop: Stop) -> Diagnostic:
    length = len(result.program.words)
    where, pc, label, advice = "jumped out of the program", -1, "", "look at the jump targets of the words"
    if stop.pc == length:
        where, pc, label = "ran past the last instruction", length - 1, "the last instruction"
        advice = "end the kernel with `ret`"
    message = f"a warp {where}: program counter {stop.pc}, and the program has {plural(length, 'instruction')}"
    return _report(result, stop, message, pc=pc, label=label, notes=(_when(result, stop),), advice=advice)


def _illegal(result: Result, stop: Stop) -> Diagnostic:
    word = result.program.words[stop.pc]
    reason = obstacle(result.program.instructions[stop.pc], result.machine) or "it cannot be executed"
    message = f"{result.machine.name} cannot execute the word {word:#018x}: {reason}"
    return _trap(result, stop, message, "", f"its opcode is {stop.value:#04x}; `simt isa` lists the instructions")


def _address(result: Result, stop: Stop) -> Diagnostic:
    describe = {"global_address": global_address, "private_address": private_address}.get(stop.kind, local_address)
    words = of_source(result, stop) or describe(result, stop)
    return _trap(result, stop, words.message, words.label, words.advice, *words.notes)


def _stack_overflow(result: Result, stop: Stop) -> Diagnostic:
    advice = "pop in the same iteration what a loop pushes, or raise branch.stack_depth"
    if result.machine.branch.policy == "ipdom_stack":
        enough = max(1, 2 * (result.machine.warp_size - 1))
        advice = f"raise branch.stack_depth; the smallest that always suffices is {enough}"
    entries = "1 entry" if stop.value == 1 else f"{stop.value} entries"
    return _trap(result, stop, f"the mask stack is full: it has {entries}", "one push too many", advice)


def _warps(numbers: list[int], verb: str, verb_of_many: str) -> str:
    """Return the subject and verb of a clause: `warp 3 has`, `warps 0 to 3 have`."""
    return f"warps {lane_text(numbers)} {verb_of_many}" if len(numbers) > 1 else f"warp {lane_text(numbers)} {verb}"


def _stack_underflow(result: Result, stop: Stop) -> Diagnostic:
    message = "the mask stack is empty: no lane is left to go on with"
    note = "the lanes named are those that still live"
    return _trap(result, stop, message, "nothing to pop", "begin the region with `push_mask` or `br_push`", note)


def _divergent_barrier(result: Result, stop: Stop) -> Diagnostic:
    message = f"a barrier inside a divergent region: {plural(stop.value, 'living lane')} cannot arrive"
    advice = "move the barrier to where all lanes of the warp are together again"
    note = "the lanes named are those that are not active"
    return _trap(result, stop, message, "reached by some of the warp's lanes", advice, note)


def _deadlock(result: Result, stop: Stop) -> Diagnostic:
    unit = _unit(result)
    by_pc: dict[int, list[tuple[int, int]]] = {}
    for warp, pc, since in stop.waiting:
        by_pc.setdefault(pc, []).append((warp, since))
    notes = [f"found in cycle {stop.cycle}" if unit == "cycle" else f"found after {plural(stop.cycle, 'instruction')}"]
    if stop.core >= 0 or stop.group >= 0:
        core = f"core {stop.core}, " if stop.core >= 0 else ""
        notes[0] += f", {core}work-group {_group_text(result, stop.group)}"
    for pc, waiting in by_pc.items():
        first, last = min(since for _, since in waiting), max(since for _, since in waiting)
        when = f"{unit} {first}" if first == last else f"{unit}s {first} to {last}"
        warps = _warps([warp for warp, _ in waiting], "waits", "wait")
        notes.append(f"{warps} at {_place(result, pc)} since {when}")
    ended = list(stop.finished)
    first = stop.warp - stop.warp % result.group_warps if stop.group >= 0 else 0
    everyone = set(range(first, first + result.group_warps))
    running = sorted(everyone - set(ended) - {warp for warp, _, _ in stop.waiting})
    if running:
        notes.append(f"{_warps(running, 'was', 'were')} still running")
    notes.append(f"{_warps(ended, 'has', 'have')} ended")
    waiting_warps = f"{plural(stop.value, 'warp')} wait{'' if stop.value > 1 else 's'}"
    message = f"deadlock: {waiting_warps} at a barrier that {plural(len(ended), 'warp')} will never reach"
    leave = "`return`" if result.program.language else "`ret`"
    advice = "every warp must pass the same barriers: "
    advice += f"let the idle ones pass this {barrier_of(result.program)} too, before their {leave}"
    return _report(result, stop, message, pc=stop.pc, label="never opens", notes=tuple(notes), advice=advice)


def _place(result: Result, pc: int) -> str:
    if 0 <= pc < len(result.program.locations) and result.program.locations[pc].line:
        location = result.program.locations[pc]
        return f"{result.short_name(location.file)}:{location.line} (pc {pc})"
    return f"pc {pc}"


def _cycle_limit(result: Result, stop: Stop) -> Diagnostic:
    message = f"the kernel did not end within {plural(stop.cycle, _unit(result))}"
    return _unfinished(result, stop, message, f"if it needs longer: --max-cycles {stop.cycle * 10}")


def _interrupted(result: Result, stop: Stop) -> Diagnostic:
    message = f"interrupted after {plural(stop.cycle, _unit(result))}"
    return _unfinished(result, stop, message, "what ran until then is kept")


def _other_core(result: Result, stop: Stop) -> Diagnostic:
    message = f"core {stop.core} trapped, and this core stopped after {plural(stop.cycle, 'cycle')}"
    return _report(result, stop, message, pc=-1, advice=f"--core {stop.core} shows the one that trapped")


def _unfinished(result: Result, stop: Stop, message: str, advice: str) -> Diagnostic:
    """Return an error about lanes that spin for others, else at the jump back of the busiest loop, if any."""
    spinning = spinning_words(result, partial(_place, result))
    if spinning is not None:
        notes = (message, *spinning.notes)
        return _report(
            result, stop, spinning.message, pc=spinning.pc, label=spinning.label, notes=notes, advice=spinning.advice
        )
    issues = {
        pc: int(result.issues[pc])
        for pc, op in enumerate(result.program.instructions)
        if op is not None and (op.spec.name == "jmp" or op.cond != "always") and op.target <= pc and result.issues[pc]
    }
    if not issues:
        return _report(result, stop, message, pc=-1, advice=advice)
    # The run stopped inside a loop: one of its two jumps may be ahead by one issue of each warp.
    jumps = max(issues.values()) - result.warps * len(result.cores)
    busiest = max(pc for pc, count in issues.items() if count >= jumps)
    label = f"issued {plural(issues[busiest], 'time')}"
    note = "of the jumps back, this one ran most often: the end of a loop"
    return _report(result, stop, message, pc=busiest, label=label, notes=(note,), advice=advice)


def jump_warnings(result: Result) -> list[Diagnostic]:
    """Return a warning for each source line with jumps on which the active lanes disagreed, the most frequent first.

    There are at most five. There are none under a branch policy that lets lanes part at jumps.
    """
    branch = result.machine.branch
    if branch.parts_at_jumps:
        return []
    label = f"{'the lowest active lane' if branch.lanes_may_part else 'lane 0'} decided for all"
    advice = "use a value, not a path (select, min, max), or let lanes part: -s branch.policy=ipdom_stack"
    lines = sorted((line for line in by_line(result) if line.disagreements), key=lambda line: -line.disagreements)
    more = len(lines) - _MAX_WARNINGS
    warnings = []
    for number, line in enumerate(lines[:_MAX_WARNINGS], 1):
        mine = [pc for pc in line.pcs if result.disagreements[pc]]
        notes = source_notes(result.program, mine[0])
        if len(mine) > 1:
            notes += (f"the same holds for {plural(len(mine) - 1, 'more instruction')} of this line",)
        if more > 0 and number == _MAX_WARNINGS:
            notes += (f"the same holds for {plural(more, 'more line')}",)
        message = f"the lanes of a warp disagreed on this jump {line.disagreements} of {line.issues} times"
        jump = diagnostic_at(
            result.program, mine[0], DISAGREEMENT, message, severity="warning", label=label, notes=notes, help=advice
        )
        warnings.append(jump)
    return warnings


def check_diagnostic(result: Result) -> Diagnostic:
    """Describe the difference from the oracle. The result must hold a failed check."""
    check = result.check
    assert check is not None
    length = len(result.arrays[check.array])
    if check.tolerance:
        size = f"relative error {check.max_relative_error:.3g}, tolerance {check.tolerance:g}"
    else:
        size = "all bits must agree"
    got, want = check.difference
    return Diagnostic(
        code="E0605",
        severity="error",
        message=f"`{check.array}[{check.index}]` is {got} and should be {want}: {size}",
        notes=(
            f"{check.wrong} of {length} elements of `{check.array}` differ; this is the one with the largest error",
            f"expected by {check.oracle}" + ("" if result.seed is None else f", inputs of seed {result.seed}"),
        ),
        help=f"--out {check.array}=got.npy writes what the kernel left",
    )
