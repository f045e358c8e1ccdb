"""The symbolic part: forms of addresses and trip counts, by following the program's registers through its loops.

At the start of a loop a register is assumed to hold its value before the loop, plus a step for every turn. One pass
through the loop confirms or refutes that (induction variables; A. V. Aho et al., "Compilers: Principles, Techniques,
and Tools", section 9.8). A refuted register, and one that meets with different forms, has none. Nothing is evaluated
turn by turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from isa.flow.graphs import postorder
from isa.program.encoding import Instruction
from isa.table.semantics import RESULTS, UnknownError
from isa.table.table import FIRST_SPECIAL, SCALAR, SPECIALS
from simt.models.static.closed.forms import Compare, Form, apply, constant, symbol
from simt.models.static.launch import StaticLaunch
from simt.models.static.slices.slicing import bundles_by_block

_NAMES = {number: name for name, number in SPECIALS.items()}
_ZERO = constant(0)


Symbolic = Form | Compare | None
Registers = dict[int, Symbolic]  # a missing register holds 0


@dataclass(frozen=True, slots=True)
class _Guess:
    """The assumed change of a register in a loop: `step` per turn (0: it stays), or no form (None)."""

    step: int | None = 0


class Follower:
    """Follows registers through a program; `before` gives the registers ahead of each reached bundle."""

    def __init__(self, launch: StaticLaunch) -> None:
        self.launch = launch
        self.flow = launch.flow
        self.params = {entry.index: name for name, entry in launch.program.params.items()}
        self.headers = {loop.header: number for number, loop in enumerate(self.flow.loops)}
        self.guesses: dict[tuple[int, int], _Guess] = {}
        self.before: dict[int, Registers] = {}
        self.after: dict[int, Registers] = {}
        self.of_block = bundles_by_block(self.flow)
        self.order = self._order()

    def run(self) -> None:
        """Follow until every guess is confirmed or withdrawn; each changes at most twice."""
        is_settled = False
        while not is_settled:
            self.before, self.after, states = {}, {}, {}
            for number in self.order:
                states[number] = self._enter(number)
                registers = dict(states[number])
                for bundle in self.of_block[number]:
                    self.before[bundle.start] = dict(registers)
                    self._step(bundle, registers)
                self.after[number] = registers
            confirmed = [self._confirm(number, states[number]) for number in self.headers if number in states]
            is_settled = all(confirmed)  # after checking all of them

    def _order(self) -> list[int]:
        """The reachable blocks, each after its predecessors except for back edges."""
        blocks, end = self.flow.blocks, self.flow.exit
        order = postorder(0, lambda number: [edge.target for edge in blocks[number].successors if edge.target != end])
        return order[::-1]

    def _enter(self, number: int) -> Registers:
        """The registers at the start of a block, from the forward edges into it."""
        back = self.flow.loops[self.headers[number]].blocks if number in self.headers else ()
        sources = [edge.source for edge in self.flow.blocks[number].predecessors]
        coming = [self.after[source] for source in sources if source in self.after and source not in back]
        if number == 0:
            start: Registers = {
                entry.number: self.special(entry.source)
                for entry in self.launch.program.at_launch
                if entry.bank == "register"
            }
            coming.append(start)
        state = coming[0]
        for other in coming[1:]:
            state = {
                key: value if (value := state.get(key, _ZERO)) == other.get(key, _ZERO) else None
                for key in state.keys() | other.keys()
            }
        loop = self.headers.get(number)
        if loop is None:
            return state
        registers = dict(state)
        for (of_loop, register), guess in self.guesses.items():
            if of_loop != loop:
                continue
            value = state.get(register, _ZERO)
            if guess.step is None or not isinstance(value, Form):
                registers[register] = None
            else:
                registers[register] = value.plus(symbol(("turn", loop)), guess.step)
        return registers

    def _confirm(self, header: int, state: Registers) -> bool:
        """Check the guesses at a loop's start on its back edges, and change refuted ones; return whether all held."""
        loop = self.headers[header]
        is_good = True
        for source in self.flow.loops[loop].latches:
            back = self.after[source]
            for register in state.keys() | back.keys():
                now, then = state.get(register, _ZERO), back.get(register, _ZERO)
                guess = self.guesses.get((loop, register), _Guess())
                if guess.step is None:
                    continue
                step = then.plus(now, -1).number if isinstance(now, Form) and isinstance(then, Form) else None
                if step == guess.step or (guess.step == 0 and now == then):
                    continue
                is_good = False
                first = (loop, register) not in self.guesses
                self.guesses[loop, register] = _Guess(step if first else None)
        return is_good

    # --- instructions -------------------------------------------------------------------------------------------------

    def _step(self, bundle: range, registers: Registers) -> None:
        written: Registers = {}
        for pc in bundle:
            operation = self.flow.instructions[pc]
            if operation is None:
                continue
            for number in operation.registers_written:
                written[number] = self.result(operation, registers)
        registers.update(written)

    def result(self, operation: Instruction, registers: Registers) -> Symbolic:
        """The value written by an instruction whose operands are in `registers`."""
        spec = operation.spec
        if spec.name not in RESULTS:
            return None
        sources = [self.read(operation, slot, registers) for slot in spec.sources]
        if spec.name == "mov.b32":
            return sources[0]
        return apply(spec, sources, operation.table)

    def read(self, operation: Instruction, slot: str, registers: Registers) -> Symbolic:
        """An operand."""
        if operation.csel == slot:
            return self.constant(operation.const)
        number: int = getattr(operation, f"r{slot}")
        if number == SCALAR:
            return self.special(operation.indexed) if operation.indexed else None
        return registers.get(number, _ZERO) if number < FIRST_SPECIAL else self.special(_NAMES[number])

    def constant(self, index: int) -> Form:
        """A constant; a parameter keeps its name."""
        constants = self.launch.program.constants
        value = constants[index] if index < len(constants) else 0
        name = self.params.get(index)
        return constant(value) if name is None else symbol(("param", name), 1, value)

    def special(self, name: str) -> Form | None:
        """A special source; None if it has no form: a place in a row whose length is not a power of two."""
        return constant(self.launch.uniform[name]) if name in self.launch.uniform else self._numbers.get(name)

    @cached_property
    def _numbers(self) -> dict[str, Form | None]:
        """The special sources that number lanes, warps and groups."""
        launch = self.launch
        size, grid = launch.machine.warp_size, launch.grid
        lane, warp = _ZERO, _ZERO
        for bit in range((size - 1).bit_length()):
            lane = lane.plus(symbol(("lane", bit), 1 << bit))
        for bit in range((launch.warps - 1).bit_length()):
            warp = warp.plus(symbol(("warp", bit), 1 << bit))
        thread = lane.plus(warp, size)
        groups = [
            symbol(("group", axis)) if count > 1 else _ZERO for axis, count in zip("xyz", launch.axes, strict=True)
        ]
        if not launch.all_groups:
            groups[0] = constant(launch.group_id)
        group = groups[0].plus(groups[1], launch.groups_x).plus(groups[2], grid.groups3[0] * grid.groups3[1])
        places = _places(thread, grid.local3)
        forms: dict[str, Form | None] = {
            "lane_id": lane,
            "warp_id": warp,
            "thread_id": thread,
            "global_id": thread.plus(group, launch.threads),
            "group_id": group,
        }
        sizes = zip(grid.local3, grid.offset3, strict=True)
        for axis, place, of_group, (across, offset) in zip("xyz", places, groups, sizes, strict=True):
            forms |= {f"local_id_{axis}": place, f"group_id_{axis}": of_group}
            forms[f"global_id_{axis}"] = None if place is None else place.plus(of_group, across).plus(constant(offset))
        return forms


def _places(thread: Form, sizes: Sequence[int]) -> list[Form | None]:
    """A thread's places in its group in x, y and z; None if a lower size is not a power of two."""
    last = max((axis for axis, size in enumerate(sizes) if size > 1), default=0)
    places: list[Form | None] = [None] * (last + 1) + [_ZERO] * (len(sizes) - last - 1)
    with suppress(UnknownError):
        for axis, size in enumerate(sizes[:last]):
            if size & (size - 1):
                return places
            places[axis] = thread & constant(size - 1)
            thread >>= constant(size.bit_length() - 1)
        places[last] = thread
    return places


def follow(launch: StaticLaunch) -> Follower | None:
    """The registers of a launch, symbolically; None if a thread's paths are not paths of the control-flow graph.

    That is so with explicit masks, cycles with several entries, or pops whose target only a run knows."""
    flow = launch.flow
    is_hidden = any(edge.is_unknown for edge in flow.edges)
    if launch.machine.branch.has_scalars or not flow.is_reducible or is_hidden or not flow.blocks:
        return None
    follower = Follower(launch)
    follower.run()
    return follower
