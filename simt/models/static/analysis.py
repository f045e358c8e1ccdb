"""`analyse`: the counts of a kernel on a machine, without running it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from isa.flow.variation import variation
from isa.program.program import Program
from isa.reporting.diagnostics import ProgramError
from isa.table.units import PRIVATE
from simt.core.state.grid import Grid
from simt.core.state.placed import Placed
from simt.launch.arrays import buffer_table, words_of
from simt.launch.inputs import place_buffers, typed
from simt.launch.sizes import check_places, resolve_sizes
from simt.machine import Machine
from simt.models.static.closed.inductions import Inductions
from simt.models.static.errors import StaticError, label_of, line_of
from simt.models.static.launch import Assumptions, Contents, StaticLaunch, check_launch
from simt.models.static.memory.traffic import access_bytes, assumed_bytes
from simt.models.static.results.counts import AccessCount, GlobalCount, JumpCount, LoopCount, StaticCounts, WarpKind
from simt.models.static.walking.together import walk
from simt.models.static.walking.walk import Budget, Walk

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from simt.launch.sizes import Size

MAX_STEPS = 60_000


def analyse(
    program: Program,
    machine: Machine | str = "fpga4",
    *,
    global_size: Size | None = None,
    local_size: Size | None = None,
    threads: int | None = None,
    offset: Size | None = None,
    inputs: Mapping[str, ArrayLike] | None = None,
    tables: Mapping[str, ArrayLike] | None = None,
    trip_counts: Mapping[str | int, int] | None = None,
    probabilities: Mapping[str | int, float] | None = None,
    degrees: Mapping[str | int, float] | None = None,
    transactions: Mapping[str | int, float] | None = None,
    group_id: int = 0,
    groups: int = 1,
    max_steps: int = MAX_STEPS,
) -> StaticCounts:
    """Count the work of a launch by static analysis, without running it (docs/static-analysis.md).

    - global_size, local_size, threads, offset: the sizes of the launch, as in `simt.run`.
    - inputs: the inputs by name, as for `simt.run`: numbers for `.param`s, arrays for `.buffer`s, and `.local` arrays
      that the kernel only reads, such as tables of indices. The contents of a buffer are used unless the kernel writes
      it.
    - tables: like `inputs`, but ignored if the kernel writes them.
    - trip_counts: the number of full turns of a loop.
    - probabilities: the share of lanes for which a condition holds; these lanes are assumed to be spread evenly. If one
      lane decides for its warp, this is the share of warps.
    - degrees: the mean conflict degree of a local access.
    - transactions: the mean number of transactions of a global access.
    - group_id, groups: the number of the work-group that is counted, and the number of all work-groups. On a device, or
      if the sizes give several groups, all work-groups are counted.
    - max_steps: the largest number of blocks and operations to evaluate, each for up to 2048 lanes at once.

    `trip_counts`, `probabilities`, `degrees` and `transactions`, by label or address of an instruction, are
    assumptions. They take the place of numbers that depend on the kernel's data.

    Raises `StaticError`: E0840 for a loop without a bound or an unknown path, E0841 for an unknown address, E0842 for
    an assumption that does not fit or a store to a `.local` array of `inputs`, E0843 if a run would trap, E0844 at the
    limit, E0845 for a program that the machine cannot run; `SizeError` for sizes that do not go together or a group
    that no core can hold; `InputError` for inputs that do not fit; `MachineError` for an unknown machine;
    `ProgramError` for `max_steps` below 1, or `group_id` or `groups` given with sizes; `TypeError` for anything other
    than a `Program`.
    """
    if not isinstance(program, Program):
        raise TypeError(f"analyse takes a Program, not {type(program).__name__}")
    if isinstance(machine, str):
        machine = Machine.load(machine)
    if max_steps < 1:
        raise ProgramError(f"max_steps is at least 1, not {max_steps}")
    insisted_values, optional_values = typed(program, inputs or {}), typed(program, tables or {})
    known = {**optional_values, **insisted_values}
    values = {name: value for name, value in known.items() if name in program.params}
    program = program.with_params(**values) if values else program
    launch = _launch(program, machine, (global_size, local_size, threads, offset), (group_id, groups))
    program = place_buffers(program, known)
    insisted = frozenset(name for name in insisted_values if name in program.locals)
    written: set[str] = set()
    budget = Budget(max_steps)
    while True:
        left = {name: value for name, value in known.items() if name not in written}
        launch = replace(
            launch,
            program=program,
            contents={
                name: (program.locals[name].address, _words(value))
                for name, value in left.items()
                if name in program.locals
            },
            global_contents=_buffer_contents(program, left),
            insisted=insisted,
        )
        assumptions = Assumptions.resolve(
            launch, trip_counts or {}, probabilities or {}, degrees or {}, transactions or {}
        )
        before = set(written)
        try:
            walked = walk(launch, assumptions, budget, written)
        except StaticError:
            # The error may follow from contents that a store changes which the walk has not reached.
            written |= _maybe_written(launch) - insisted
            if written == before:
                raise
        else:
            if written == before:
                break
    assumptions.check_used(launch)
    return _counts(launch, assumptions, walked)


def _maybe_written(launch: StaticLaunch) -> set[str]:
    """Return the arrays with given contents that some instruction may write, as far as its operands show."""
    program = launch.program
    names = {buffer.index: name for name, buffer in program.buffers.items()}
    names |= {word.index: word.buffer for word in program.offsets}
    written: set[str] = set()
    for op in program.instructions:
        if op is None or op.spec.unit == PRIVATE or not (op.spec.is_store or op.spec.is_atomic):
            continue
        if op.spec.unit == "lds":
            written.update(launch.contents)
        elif op.csel != "none" and op.const in names:
            written.add(names[op.const])
        else:
            written.update(launch.global_contents)
    return written & {*launch.contents, *launch.global_contents}


def _words(value: np.ndarray) -> np.ndarray:
    return words_of(value).astype(np.int64)


def _buffer_contents(program: Program, arrays: Mapping[str, Any]) -> Contents:
    table = buffer_table(program).tolist() if program.buffers else []
    return {
        name: (first // 4, _words(arrays[name]))
        for name, (first, _) in zip(program.buffers, table, strict=True)
        if name in arrays
    }


def _launch(
    program: Program,
    machine: Machine,
    sizes: tuple[Size | None, Size | None, int | None, Size | None],
    place: tuple[int, int],
) -> StaticLaunch:
    """Make and check the launch.

    sizes: the sizes of launch and group, the threads, and the offset. place: the number of the analysed work-group, and
    the number of work-groups. Raises `StaticError`, `SizeError`, and `ProgramError` if sizes and a place are both
    given.
    """
    size, group, threads, offset = sizes
    grid = None
    if size is not None or group is not None or offset is not None or machine.is_device:
        grid = resolve_sizes(program, global_size=size, local_size=group, threads=threads, offset=offset)
    if grid is None:
        launch = StaticLaunch(program, machine, Grid.of(program.threads if threads is None else threads, *place))
        check_launch(launch)  # refuses a launch without sizes on a device
        return launch
    if place != (0, 1):
        raise ProgramError("group_id and groups belong to a plain launch of one dimension: leave them out")
    launch = StaticLaunch(program, machine, grid)
    check_launch(launch)
    placed = Placed(program, machine, grid)
    check_places(placed)
    return replace(launch, places=placed.places if launch.all_groups else 1)


def _counts(launch: StaticLaunch, assumptions: Assumptions, walk: Walk) -> StaticCounts:
    program = launch.program
    length = len(program.words)
    closed = Inductions(launch, walk.plans)
    issues, (kinds, order) = walk.issues.tolist(), _kinds(walk)
    local = tuple(_access(launch, assumptions, walk, closed, pc, issues[pc]) for pc in _of(launch, "lds", issues))
    traffic = tuple(_traffic(launch, assumptions, walk, closed, pc) for pc in _of(launch, "memory", issues))
    accesses, passes, transactions, moved = (np.zeros(length, np.int64) for _ in range(4))
    for access in local:
        accesses[access.pc], passes[access.pc] = access.accesses, access.passes
    for count in traffic:
        transactions[count.pc], moved[count.pc] = count.transactions, count.moved
    spelled = {pc for kind, pc in assumptions.spelled if kind == "probability"}
    varies = variation(program, launch.flow, launch.machine.branch.policy)
    disagreements: list[int | None] = list(walk.disagreements.tolist())
    for pc in walk.incomplete:
        disagreements[pc] = None
    return StaticCounts(
        program=program,
        machine=launch.machine,
        threads=launch.threads * (launch.grid.groups if launch.all_groups else 1),
        issues=tuple(issues),
        active_lanes=tuple(walk.active_lanes.tolist()),
        accesses=tuple(accesses.tolist()),
        passes=tuple(passes.tolist()),
        disagreements=tuple(disagreements),
        loops=tuple(_loop(launch, assumptions, walk, closed, number) for number in range(len(launch.flow.loops))),
        local=local,
        jumps=tuple(
            JumpCount(pc, line_of(program, pc), level, issues[pc], disagreements[pc], pc in spelled)
            for pc, level in sorted(varies.items())
        ),
        barriers=walk.barriers,
        assumed=tuple(
            f"{kind} of {spelling} = {assumptions.values[kind, number]:g}"
            for (kind, number), spelling in assumptions.spelled.items()
        ),
        evaluated=len({pc for plan in walk.plans for work in plan.work for pc, _ in work.values}),
        kinds=kinds,
        order=order.tolist(),
        transactions=tuple(transactions.tolist()),
        moved=tuple(moved.tolist()),
        traffic=traffic,
        grid=launch.grid if launch.all_groups else None,
        places=launch.places,
    )


def _kinds(walk: Walk) -> tuple[tuple[WarpKind, ...], np.ndarray]:
    """Return the kinds of warps, and the kind of each warp of the launch, int64 [warps]."""
    warps = {tuple(np.frombuffer(key, np.int64).tolist()): np.concatenate(some) for key, some in walk.kinds.items()}
    kinds = sorted(warps, key=lambda issues: (sum(issues), issues), reverse=True)
    order = np.zeros(sum(map(len, warps.values())), np.int64)
    for number, issues in enumerate(kinds):
        order[warps[issues]] = number
    return tuple(WarpKind(len(warps[issues]), issues) for issues in kinds), order


def _of(launch: StaticLaunch, unit: str, issues: Sequence[int]) -> list[int]:
    operations = enumerate(launch.program.instructions)
    return [pc for pc, op in operations if op is not None and launch.machine.unit_of(op) == unit and issues[pc]]


def _total(patterns: Counter[Any], name: str) -> int:
    return sum(getattr(pattern, name) * times for pattern, times in patterns.items())


def _histogram(patterns: Counter[Any], name: str) -> Counter[Any]:
    numbers: Counter[Any] = Counter()
    for pattern, times in patterns.items():
        numbers[getattr(pattern, name)] += times
    return numbers


def _access(
    launch: StaticLaunch, assumptions: Assumptions, walk: Walk, closed: Inductions, pc: int, issues: int
) -> AccessCount:
    instruction = launch.program.instructions[pc]
    assert instruction is not None
    patterns = walk.accesses.patterns.get(pc, Counter())
    passes = _total(patterns, "passes")
    degrees: Counter[int] = Counter()
    for pattern, times in patterns.items():
        for degree in pattern.degrees:
            degrees[degree] += times
    assumed = walk.accesses.assumed.get(pc, Counter())
    if assumed:
        passes += round(assumed.total() * walk.accesses.beats * assumptions.values["degree", pc])
    form = closed.address(pc)
    return AccessCount(
        pc=pc,
        line=line_of(launch.program, pc),
        is_store=instruction.spec.is_store,
        accesses=issues,
        passes=passes,
        degrees=dict(sorted(degrees.items())),
        strides=dict(_histogram(patterns, "stride")),
        address=form.text,
        stride=form.lane_stride,
        is_assumed=bool(assumed),
    )


def _traffic(launch: StaticLaunch, assumptions: Assumptions, walk: Walk, closed: Inductions, pc: int) -> GlobalCount:
    instruction = launch.program.instructions[pc]
    assert instruction is not None
    size = access_bytes(instruction)
    patterns = walk.traffic.patterns.get(pc, Counter())
    transactions, moved, useful = (_total(patterns, name) for name in ("transactions", "moved", "useful"))
    assumed = walk.traffic.assumed.get(pc, Counter())
    if assumed:
        mean = assumptions.values["transactions", pc]
        rule = launch.machine.memory.coalescing
        transactions += round(mean * assumed.total())
        moved += round(sum(assumed_bytes(rule, size, lanes, mean) * times for lanes, times in assumed.items()))
        useful += sum(size * lanes * times for lanes, times in assumed.items())
    form = closed.address(pc)
    return GlobalCount(
        pc=pc,
        line=line_of(launch.program, pc),
        kind="store" if instruction.spec.is_store else "atomic" if instruction.spec.is_atomic else "load",
        size=size,
        accesses=patterns.total() + assumed.total(),
        transactions=transactions,
        moved=moved,
        useful=useful,
        spread=dict(sorted(_histogram(patterns, "transactions").items())),
        strides=dict(_histogram(patterns, "stride")),
        address=form.text,
        stride=form.lane_stride,
        is_assumed=bool(assumed),
    )


def _loop(launch: StaticLaunch, assumptions: Assumptions, walk: Walk, closed: Inductions, number: int) -> LoopCount:
    loop = launch.flow.loops[number]
    first = launch.flow.blocks[loop.header].first
    turns = walk.loops[number].turns
    trips = closed.trip_count(number)
    formula, source = trips.text if trips is not None else "", "evaluated"
    if ("trip count", number) in assumptions.values:
        formula, source = "", "assumed"
    elif trips is not None and trips.turns:
        source = "counted"
    return LoopCount(
        label=label_of(launch.program.labels, first),
        pc=first,
        line=line_of(launch.program, first),
        depth=loop.depth,
        entries=walk.loops[number].entries,
        turns=dict(sorted(turns.items())),
        source=source,
        formula=formula,
    )
