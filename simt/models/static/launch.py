"""The subject of an analysis: a program on a machine with its threads, and assumptions about its data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from isa.flow.cfg import ControlFlow, control_flow
from isa.program.bundles import illegal_operations
from isa.program.program import Program
from isa.reporting.diagnostics import did_you_mean, quote
from simt.core.state.grid import Grid
from simt.core.state.placed import Placed
from simt.launch.arrays import buffer_spans
from simt.launch.fits import missing_instructions, size_problems, thread_problems
from simt.machine import Machine
from simt.models.static.errors import StaticError, place, refusal
from simt.models.static.values.moving import Span
from simt.models.static.values.words import STAYS, Steps

Contents = Mapping[str, tuple[int, np.ndarray]]


@dataclass(frozen=True, eq=False)
class StaticLaunch:
    """A program on a machine, and the work-groups to analyse.

    - grid: the sizes of the launch. All work-groups are analysed if the launch needs a device, else only the group
      `grid.number`.
    - places: the groups that a core holds at a time.
    - contents: for each array of local memory with known contents that the kernel does not change, the number of its
      first word, and its words, int64.
    - global_contents: the same for each buffer with known contents.
    - insisted: the arrays whose contents the user gave; a store to such an array is an error.
    """

    program: Program
    machine: Machine
    grid: Grid
    places: int = 1
    contents: Contents = field(default_factory=dict)
    global_contents: Contents = field(default_factory=dict)
    insisted: frozenset[str] = frozenset()

    @cached_property
    def all_groups(self) -> bool:
        """Return whether all work-groups are analysed; otherwise only one is."""
        return self.grid.needs_device(self.machine)

    @cached_property
    def threads(self) -> int:
        """The threads of a work-group."""
        return self.grid.threads

    @cached_property
    def warps(self) -> int:
        """The warps of a work-group."""
        return self.grid.warps(self.machine)

    @property
    def groups_x(self) -> int:
        """The work-groups in x."""
        return self.grid.groups3[0]

    @property
    def axes(self) -> tuple[int, int, int]:
        """The analysed work-groups in x, y and z."""
        return self.grid.groups3 if self.all_groups else (1, 1, 1)

    @cached_property
    def spans(self) -> list[Span]:
        """The analysed work-groups, a span (a plane of x and y) for each z."""
        x, y, z = self.axes
        return [Span((0, y * place), (x, y)) for place in range(z)]

    @property
    def local_words(self) -> int:
        """The words of local memory that a work-group can address."""
        return Placed(self.program, self.machine, self.grid).reach(self.places)

    @cached_property
    def buffers(self) -> np.ndarray:
        """The first byte of each buffer and the byte after its last, int64 [buffers, 2]."""
        return buffer_spans(self.program)

    @cached_property
    def flow(self) -> ControlFlow:
        """The program's control-flow graph."""
        return control_flow(self.program)

    def lanes_of(self, warp: int) -> int:
        """Return the mask of a warp's lanes that have a thread."""
        size = self.machine.warp_size
        return (1 << min(size, self.threads - warp * size)) - 1

    def special(self, name: str, warps: np.ndarray, groups: np.ndarray) -> int | np.ndarray:
        """Return the value of a special source: a number, or int64 that broadcasts to [warps, lanes].

        warps, groups: int64 [n]. For each of n warps, its index in its work-group, and the index of that work-group.
        """
        size = self.machine.warp_size
        if name in self.uniform:
            return self.uniform[name]
        lanes = np.arange(size, dtype=np.int64)[np.newaxis, :]
        thread = warps[:, np.newaxis] * size + lanes
        group = groups[:, np.newaxis] if np.any(groups != groups[0]) else int(groups[0])
        if name in ("lane_id", "warp_id", "thread_id", "group_id"):
            return {"lane_id": lanes, "warp_id": warps[:, np.newaxis], "thread_id": thread, "group_id": group}[name]
        if name == "global_id":
            return (group * self.threads + thread) & 0xFFFF_FFFF
        kind, _, axis = name.rpartition("_")
        place = "xyz".index(axis)
        in_group: int | np.ndarray = self.grid.thread_places(thread)[place]
        if kind == "local_id":
            return in_group
        of_group: int | np.ndarray = self.grid.group_places(group)[place]
        if kind == "group_id":
            return of_group
        return (self.grid.offset3[place] + of_group * self.grid.local3[place] + in_group) & 0xFFFF_FFFF

    @cached_property
    def uniform(self) -> dict[str, int]:
        """The special sources that are the same in the whole launch."""
        values = {
            "group_size": self.threads, "groups": self.grid.groups, "warp_size": self.machine.warp_size,
            "work_dim": self.grid.dimensions,
        }  # fmt: skip
        sizes = zip("xyz", self.grid.groups3, self.grid.local3, self.grid.offset3, strict=True)
        for axis, groups, size, offset in sizes:
            values |= {f"groups_{axis}": groups, f"group_size_{axis}": size}
            values |= {f"global_size_{axis}": groups * size, f"global_offset_{axis}": offset}
        return values

    def steps(self, name: str, span: Span) -> Steps:
        """Return the steps of a special source between neighbouring work-groups of a span, in x and in y."""
        across, down, _ = self.grid.local3
        steps = {
            "group_id": (1, self.groups_x),
            "global_id": (self.threads, self.threads * self.groups_x),
            "group_id_x": (1, 0),
            "group_id_y": (0, 1),
            "global_id_x": (across, 0),
            "global_id_y": (0, down),
        }.get(name)
        return STAYS if steps is None else span.steps(*steps)


def check_launch(launch: StaticLaunch) -> None:
    """Check that the machine can run the program.

    A word that does not decode matters only if a warp reaches it, and is not checked here.

    Raises `StaticError` E0845, with every reason.
    """
    program, machine = launch.program, launch.machine
    problems = [*size_problems(program, machine), *missing_instructions(program, machine, undecoded=False)]
    if not launch.all_groups or launch.threads < 1:
        problems = [*thread_problems(program, machine, launch.threads), *problems]
    problems = [replace(problem, code="E0845") for problem in problems]
    slots = machine.bundle_slots
    for offender in illegal_operations(program.instructions, slots) if len(slots) > 1 else ():
        message = f"{machine.name} cannot execute the bundle: it has {slots.text}"
        problems.append(place(program, offender, "E0845", message))
    if problems:
        raise StaticError(problems)


@dataclass
class Assumptions:
    """The user's assumptions for decisions that depend on the kernel's data.

    A key is a kind and a place: "probability", "degree" or "transactions" with the address of an instruction, "trip
    count" with the number of a loop in `flow.loops`.

    - values: the assumed values.
    - spelled: the labels or addresses that the user wrote.
    - used: the keys that the analysis has needed.
    """

    values: dict[tuple[str, int], float] = field(default_factory=dict)
    spelled: dict[tuple[str, int], str] = field(default_factory=dict)
    used: set[tuple[str, int]] = field(default_factory=set)

    def get(self, kind: str, number: int) -> float | None:
        """Return the assumption for an address or a loop, or None, and note that the analysis needs it."""
        self.used.add((kind, number))
        return self.values.get((kind, number))

    def _assume(self, kind: str, number: int, value: float, key: str | int) -> None:
        self.values[kind, number] = value
        self.spelled[kind, number] = str(key)

    def check_used(self, launch: StaticLaunch) -> None:
        """Raise `StaticError` E0842 for an assumption that the analysis did not need."""
        unused = [
            place(
                launch.program,
                launch.flow.blocks[launch.flow.loops[number].header].first if kind == "trip count" else number,
                "E0842",
                f"the {kind} that {_is(kind)} given for {quote(spelling)} {_is(kind)} not needed",
                help="leave it out: the analysis finds the answer in the kernel, or never comes there",
            )
            for (kind, number), spelling in self.spelled.items()
            if (kind, number) not in self.used
        ]
        if unused:
            raise StaticError(unused)

    @classmethod
    def resolve(
        cls,
        launch: StaticLaunch,
        trip_counts: Mapping[str | int, int],
        probabilities: Mapping[str | int, float],
        degrees: Mapping[str | int, float],
        transactions: Mapping[str | int, float],
    ) -> Assumptions:
        """Make assumptions from values by label or address, as `analyse` takes them. Raises `StaticError` E0842."""
        resolved = cls()
        flow = launch.flow
        for key, turns in trip_counts.items():
            pc = _address(launch, key, "trip count")
            block = flow.block_at[pc]
            around = [number for number, loop in enumerate(flow.loops) if block in loop.blocks]
            if not around:
                raise _refusal(launch, pc, f"{quote(str(key))} is not in a loop", "name the label of the loop's start")
            if isinstance(turns, bool) or not isinstance(turns, int) or turns < 0:
                raise _refusal(launch, pc, f"a trip count is a whole number from 0 up, not {turns!r}")
            loop = max(around, key=lambda number: (flow.loops[number].header == block, flow.loops[number].depth))
            resolved._assume("trip count", loop, turns, key)
        for key, share in probabilities.items():
            missing = "a probability is given for a place from which no jump or mask instruction"
            pc = _first(launch, _address(launch, key, "probability"), "", missing)
            if isinstance(share, bool) or not isinstance(share, (int, float)) or not 0 <= share <= 1:
                raise _refusal(launch, pc, f"a probability is a number from 0 to 1, not {share!r}")
            resolved._assume("probability", pc, float(share), key)
        for kind, unit, values in (("degree", "lds", degrees), ("transactions", "memory", transactions)):
            for key, number in values.items():
                subject, memory = ("a degree is", "local") if kind == "degree" else ("transactions are", "global")
                missing = f"{subject} given for a place from which no {memory} access"
                pc = _first(launch, _address(launch, key, kind), unit, missing)
                if isinstance(number, bool) or not isinstance(number, (int, float)) or not 1 <= number <= 64:
                    subject = "a degree is a number" if kind == "degree" else "transactions per access are a number"
                    raise _refusal(launch, pc, f"{subject} from 1 to 64, not {number!r}")
                resolved._assume(kind, pc, float(number), key)
        return resolved


def _is(kind: str) -> str:
    return "are" if kind == "transactions" else "is"


def _refusal(launch: StaticLaunch, pc: int, message: str, advice: str = "") -> StaticError:
    return refusal(launch.program, pc, "E0842", message, help=advice)


def _address(launch: StaticLaunch, key: str | int, kind: str) -> int:
    program = launch.program
    if isinstance(key, str) and key in program.labels:
        key = program.labels[key]
    elif isinstance(key, str) and key.isdecimal():
        key = int(key)
    if isinstance(key, int) and not isinstance(key, bool):
        if 0 <= key < len(program.words):
            return key
        raise _refusal(launch, -1, f"a {kind} is given for address {key}, and the kernel ends at {len(program.words)}")
    message = f"a {kind} is given for {quote(str(key))}, which is not a label of {quote(program.name)}"
    known = f"its labels: {', '.join(program.labels) or 'none'}; or an address"
    raise _refusal(launch, -1, message, did_you_mean(str(key), program.labels, known))


def _first(launch: StaticLaunch, pc: int, unit: str, missing: str) -> int:
    """Return the address of the first access to a unit of memory from `pc` on, in the block of `pc`.

    unit: the unit's name, or "" for the first instruction whose outcome can differ between lanes. missing: the start of
    the error's message if the block has no such instruction. Raises `StaticError`.
    """
    deciding = ("mask_nz", "br_push", "vcmp.", "vtest.", "s_branch.")
    for address in range(pc, launch.flow.blocks[launch.flow.block_at[pc]].end):
        op = launch.program.instructions[address]
        is_deciding = op is not None and (op.cond != "always" or op.spec.name.startswith(deciding))
        if op is not None and (launch.machine.unit_of(op) == unit if unit else is_deciding):
            return address
    raise _refusal(launch, pc, f"{missing} follows")
