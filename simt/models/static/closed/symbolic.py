"""The forms of registers, found by following the program symbolically through its loops.

At the start of a loop a register is assumed to hold its value before the loop, plus a step for every turn. One pass
through the loop confirms or refutes this guess (induction variables; A. V. Aho et al., "Compilers: Principles,
Techniques, and Tools", section 9.8). A register has no form if its guess is refuted or its forms differ where paths
meet.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property

from isa.flow.graphs import postorder
from isa.program.encoding import Instruction
from isa.table.semantics import RESULTS, UnknownError
from isa.table.table import FIRST_SPECIAL, SCALAR, SPECIALS_BY_NUMBER
from simt.models.static.closed.forms import Compare, Form, apply, symbol
from simt.models.static.launch import StaticLaunch
from simt.models.static.slices.slicing import bundles_by_block

_ZERO = Form.of(0)


Symbolic = Form | Compare | None
Registers = dict[int, Symbolic]  # a missing register holds 0


class Follower:
    """A walk that follows the forms of registers through a program.

    - guesses: the step per turn, by loop and register; None if the register has no form in the loop. A register without
      a guess is assumed to keep its value.
    - before: the registers before each reached bundle, by the bundle's address.
    - after: the registers at the end of each reached block, by the block's number.
    """

    def __init__(self, launch: StaticLaunch) -> None:
        self.launch = launch
        self.flow = launch.flow
        self.params = {entry.index: name for name, entry in launch.program.params.items()}
        self.headers = {loop.header: number for number, loop in enumerate(self.flow.loops)}
        self.guesses: dict[tuple[int, int], int | None] = {}
        self.before: dict[int, Registers] = {}
        self.after: dict[int, Registers] = {}
        self.of_block = bundles_by_block(self.flow)
        self.order = self._order()

    def run(self) -> None:
        """Follow the program until every guess is confirmed. A guess changes at most twice."""
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
        """Return the reachable blocks, each after its predecessors except for back edges."""
        blocks, end = self.flow.blocks, self.flow.exit
        order = postorder(0, lambda number: [edge.target for edge in blocks[number].successors if edge.target != end])
        return order[::-1]

    def _enter(self, number: int) -> Registers:
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
        for (of_loop, register), step in self.guesses.items():
            if of_loop == loop:
                value = state.get(register, _ZERO)
                registers[register] = None
                if step is not None and isinstance(value, Form):
                    registers[register] = value.plus(symbol(("turn", loop)), step)
        return registers

    def _confirm(self, header: int, state: Registers) -> bool:
        """Compare the guesses about a loop with its back edges; replace refuted guesses, return whether all hold."""
        loop = self.headers[header]
        is_good = True
        for source in self.flow.loops[loop].latches:
            back = self.after[source]
            for register in state.keys() | back.keys():
                start, end = state.get(register, _ZERO), back.get(register, _ZERO)
                guess = self.guesses.get((loop, register), 0)
                if guess is None:
                    continue
                step = end.plus(start, -1).number if isinstance(start, Form) and isinstance(end, Form) else None
                if step != guess and not (guess == 0 and start == end):
                    is_good = False
                    self.guesses[loop, register] = None if (loop, register) in self.guesses else step
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
        """Return the form that an instruction writes, or None. registers: the registers before the instruction."""
        spec = operation.spec
        if spec.name not in RESULTS:
            return None
        sources = [self.read(operation, slot, registers) for slot in spec.sources]
        if spec.name == "mov.b32":
            return sources[0]
        return apply(spec, sources, operation.table)

    def read(self, operation: Instruction, slot: str, registers: Registers) -> Symbolic:
        """Return the form of operand a, b or c, or None. registers: the registers before the instruction."""
        if operation.csel == slot:
            return self.constant(operation.const)
        number: int = getattr(operation, f"r{slot}")
        if number == SCALAR:
            return self.special(operation.indexed) if operation.indexed else None
        return registers.get(number, _ZERO) if number < FIRST_SPECIAL else self.special(SPECIALS_BY_NUMBER[number])

    def constant(self, index: int) -> Form:
        """Return the form of a word of constant memory; a parameter is a symbol with a value."""
        constants = self.launch.program.constants
        value = constants[index] if index < len(constants) else 0
        name = self.params.get(index)
        return Form.of(value) if name is None else symbol(("param", name), 1, value)

    def special(self, name: str) -> Form | None:
        """Return the form of a special source; None for a thread's place that has no form (`_places`)."""
        return Form.of(self.launch.uniform[name]) if name in self.launch.uniform else self._numbers.get(name)

    @cached_property
    def _numbers(self) -> dict[str, Form | None]:
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
            groups[0] = Form.of(launch.grid.number or 0)
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
            forms[f"global_id_{axis}"] = None if place is None else place.plus(of_group, across).plus(Form.of(offset))
        return forms


def _places(thread: Form, sizes: Sequence[int]) -> list[Form | None]:
    """Return the forms of a thread's places in its group in x, y and z.

    A place is None if its size or one before it is not a power of two. The last dimension may have any size, and
    dimensions of size 1 after it have place 0.
    """
    last = max((axis for axis, size in enumerate(sizes) if size > 1), default=0)
    places: list[Form | None] = [None] * (last + 1) + [_ZERO] * (len(sizes) - last - 1)
    with suppress(UnknownError):
        for axis, size in enumerate(sizes[:last]):
            if size & (size - 1):
                return places
            places[axis] = thread & Form.of(size - 1)
            thread >>= Form.of(size.bit_length() - 1)
        places[last] = thread
    return places


def follow(launch: StaticLaunch) -> Follower | None:
    """Follow the registers of a launch.

    Return None for a control-flow graph that this analysis cannot follow: an empty one, one with a loop of several
    entries, one with a pop whose target is unknown, or any graph on a machine with explicit masks.
    """
    flow = launch.flow
    is_hidden = any(edge.is_unknown for edge in flow.edges)
    if launch.machine.branch.has_scalars or not flow.is_reducible or is_hidden or not flow.blocks:
        return None
    follower = Follower(launch)
    follower.run()
    return follower
