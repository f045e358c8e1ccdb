"""`analyse`: the counts of a kernel on a machine, without running it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from isa.diagnostics import ProgramError
from isa.program import Program
from simt.inputs import typed
from simt.machine import Machine
from simt.model.static.counts import AccessCount, JumpCount, LoopCount, StaticCounts, WarpKind
from simt.model.static.decisions import label_of
from simt.model.static.inductions import Inductions
from simt.model.static.launch import Assumptions, Launch, check_launch
from simt.model.static.variation import variation
from simt.model.static.walk import Walk, walk

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = ["MAX_BLOCKS", "analyse"]

MAX_BLOCKS = 200_000


def analyse(
    program: Program,
    machine: Machine | str = "fpga4",
    *,
    threads: int | None = None,
    inputs: Mapping[str, ArrayLike] | None = None,
    trip_counts: Mapping[str | int, int] | None = None,
    probabilities: Mapping[str | int, float] | None = None,
    degrees: Mapping[str | int, float] | None = None,
    group_id: int = 0,
    groups: int = 1,
    max_blocks: int = MAX_BLOCKS,
) -> StaticCounts:
    """The counts of a launch, found by static analysis: no time, no memory, no data (docs/static-analysis.md).

    threads: overrides `.threads`. inputs: values by name as `simt.run` takes them: numbers for `.param`s, and for
    `.local` arrays that the kernel reads and does not write, such as tables of indices; other arrays are unknown.
    Where the kernel's data decide, by label or address of an instruction: trip_counts, the full turns of a loop;
    probabilities, the share of lanes for which a condition holds (spread evenly; where one lane decides for a warp, the
    share of warps); degrees, the mean conflict degree of an access. max_blocks: blocks to evaluate at most.

    Raises `StaticError`: E0840 for a loop that is not bounded or a way that is not known, E0841 for an address that is
    not known, E0842 for an assumption that does not fit, E0843 where a run would trap, E0844 at the limit, E0845 for a
    program that the machine cannot run; `InputError` for inputs that do not fit; `MachineError` for an unknown
    machine.
    """
    if not isinstance(program, Program):
        raise TypeError(f"analyse takes a Program, not {type(program).__name__}")
    if isinstance(machine, str):
        machine = Machine.load(machine)
    if max_blocks < 1:
        raise ProgramError(f"max_blocks is at least 1, not {max_blocks}")
    given = typed(program, inputs or {})
    values = {name: value for name, value in given.items() if name in program.params}
    program = program.with_params(**values) if values else program
    contents = {
        name: (program.locals[name].address, value.view(np.uint32).astype(np.int64))
        for name, value in given.items()
        if name in program.locals
    }
    launch = Launch(program, machine, program.threads if threads is None else threads, group_id, groups, contents)
    check_launch(launch)
    assumptions = Assumptions.resolve(launch, trip_counts or {}, probabilities or {}, degrees or {})
    found = walk(launch, assumptions, max_blocks)
    assumptions.check_used(launch)
    return _counts(launch, assumptions, found)


def _counts(launch: Launch, assumptions: Assumptions, found: Walk) -> StaticCounts:
    program = launch.program
    length = len(program.words)
    closed = Inductions(launch, found.plans)
    issues = found.issues.tolist()
    local = tuple(_access(launch, assumptions, found, closed, pc, issues[pc]) for pc in _local(program) if issues[pc])
    accesses, passes = np.zeros(length, np.int64), np.zeros(length, np.int64)
    for one in local:
        accesses[one.pc], passes[one.pc] = one.accesses, one.passes
    spelled = {pc for kind, pc in assumptions.spelled if kind == "probability"}
    varies = variation(program, launch.flow, launch.machine.branch.policy)
    disagreements: list[int | None] = list(found.disagreements.tolist())
    for pc in found.incomplete:
        disagreements[pc] = None
    return StaticCounts(
        program=program,
        machine=launch.machine,
        threads=launch.threads,
        issues=tuple(issues),
        active_lanes=tuple(found.active_lanes.tolist()),
        accesses=tuple(accesses.tolist()),
        passes=tuple(passes.tolist()),
        disagreements=tuple(disagreements),
        loops=tuple(_loop(launch, assumptions, found, closed, number) for number in range(len(launch.flow.loops))),
        local=local,
        jumps=tuple(
            JumpCount(pc, _line(program, pc), level, issues[pc], disagreements[pc], pc in spelled)
            for pc, level in sorted(varies.items())
        ),
        barriers=next(iter(found.barriers)),
        assumed=tuple(
            f"{kind} of {spelling} = {_value(assumptions, kind, number):g}"
            for (kind, number), spelling in assumptions.spelled.items()
        ),
        evaluated=len({pc for plan in found.plans for work in plan.work for pc, _ in work.values}),
        kinds=_kinds(found),
        transactions=(0,) * length,
        moved=(0,) * length,
    )


def _kinds(found: Walk) -> tuple[WarpKind, ...]:
    kinds = [WarpKind(warps, tuple(np.frombuffer(key, np.int64).tolist())) for key, warps in found.kinds.items()]
    return tuple(sorted(kinds, key=lambda kind: (sum(kind.issues), kind.issues), reverse=True))


def _value(assumptions: Assumptions, kind: str, number: int) -> float:
    tables: dict[str, Mapping[int, float]] = {
        "trip count": assumptions.trip_counts,
        "probability": assumptions.probabilities,
        "degree": assumptions.degrees,
    }
    return tables[kind][number]


def _local(program: Program) -> list[int]:
    return [pc for pc, one in enumerate(program.instructions) if one is not None and one.spec.unit == "lds"]


def _line(program: Program, pc: int) -> int:
    return program.locations[pc].line if pc < len(program.locations) else 0


def _access(
    launch: Launch, assumptions: Assumptions, found: Walk, closed: Inductions, pc: int, issues: int
) -> AccessCount:
    instruction = launch.program.instructions[pc]
    assert instruction is not None
    degrees: Counter[int] = Counter()
    strides: Counter[int | None] = Counter()
    passes = 0
    for pattern, times in found.accesses.patterns.get(pc, Counter()).items():
        passes += pattern.passes * times
        strides[pattern.stride] += times
        for degree in pattern.degrees:
            degrees[degree] += times
    assumed = found.accesses.assumed.get(pc, 0)
    if assumed:
        passes += round(assumed * found.accesses.beats * assumptions.degrees[pc])
    form = closed.address(pc)
    return AccessCount(
        pc=pc,
        line=_line(launch.program, pc),
        is_store=instruction.spec.is_store,
        accesses=issues,
        passes=passes,
        degrees=dict(sorted(degrees.items())),
        strides=dict(strides),
        address="" if form is None else form.text,
        stride=None if form is None else form.lane_stride,
        is_assumed=bool(assumed),
    )


def _loop(launch: Launch, assumptions: Assumptions, found: Walk, closed: Inductions, number: int) -> LoopCount:
    loop = launch.flow.loops[number]
    first = launch.flow.blocks[loop.header].first
    turns = found.loops[number].turns
    trips = closed.trip_count(number)
    formula, source = trips.text if trips is not None else "", "evaluated"
    if number in assumptions.trip_counts:
        formula, source = "", "assumed"
    elif trips is not None and trips.turns:
        source = "counted"
    return LoopCount(
        label=label_of(launch.program.labels, first),
        pc=first,
        line=_line(launch.program, first),
        depth=loop.depth,
        entries=found.loops[number].entries,
        turns=dict(sorted(turns.items())),
        source=source,
        formula=formula,
    )
