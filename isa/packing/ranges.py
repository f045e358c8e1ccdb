"""The values that a register may hold, which keep local accesses apart.

An abstract interpretation of the program (P. Cousot and R. Cousot, "Abstract interpretation", POPL 1977): a value is an
unsigned interval with the bits that may be set, and whether all lanes of a warp hold the same. It is true of every lane
with a thread, at every time. `isa.table.semantics` has the instructions' results on values; an unknown one may be
anything. Jumps are decided by one lane, so a condition narrows a value only where all lanes hold the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from isa.flow.cfg import ControlFlow, Edge
from isa.packing.intervals import ANY, LAST, TRUTH, Interval, between, join
from isa.program.encoding import Instruction
from isa.program.program import Program
from isa.table.semantics import CONDITIONS, OPPOSITE, result_of
from isa.table.table import FIRST_SPECIAL, SCALAR, SPECIALS, UNIFORM
from isa.table.units import MEMORY_UNITS

_MOST_TURNS = 1024  # of a loop that are counted
_PATIENCE = 300  # joins at a block before it is widened
_NAMES = {number: name for name, number in SPECIALS.items()}
_ANY_UNIFORM = Interval(0, LAST, LAST, True)
_ZERO = Interval.of(0)

State = dict[int, Interval]  # by register; a register that is not there holds 0, as at launch


class _Sources:
    """A reader of operands: constants (a parameter may be anything), specials for `threads` threads, registers."""

    def __init__(self, program: Program, threads: int) -> None:
        self.constants = program.constants
        self.unknown = {entry.index for entry in program.params.values()}
        last = threads - 1 if threads else LAST
        self.specials = {
            "lane_id": between(0, min(last, 63)),
            "thread_id": between(0, last),
            "warp_id": between(0, last, is_uniform=True),
            "group_size": Interval.of(threads) if threads else _ANY_UNIFORM,
        }

    def constant(self, index: int) -> Interval:
        if index in self.unknown or index >= len(self.constants):
            return _ANY_UNIFORM
        return Interval.of(self.constants[index])

    def read(self, instruction: Instruction, slot: str, state: State) -> Interval:
        if instruction.csel == slot:
            return self.constant(instruction.const)
        number: int = getattr(instruction, f"r{slot}")
        if number < FIRST_SPECIAL:
            return state.get(number, _ZERO)
        name = instruction.indexed if number == SCALAR else _NAMES.get(number, "")
        return self.specials.get(name, _ANY_UNIFORM if name in UNIFORM else ANY)


def step(program: Program, threads: int, instruction: Instruction, state: State) -> None:
    """Change `state` as `instruction` does, whether it jumps or not."""
    _step(_Sources(program, threads), instruction, state)


def _step(sources: _Sources, instruction: Instruction, state: State) -> None:
    spec = instruction.spec
    if not spec.writes_register:
        return
    values = [sources.read(instruction, slot, state) for slot in spec.sources]
    result = result_of(spec, values, TRUTH, instruction.table) or ANY
    is_uniform = spec.unit not in MEMORY_UNITS and not spec.reads_carry and all(value.is_uniform for value in values)
    state[instruction.rd] = Interval(result.low, result.high, result.bits, is_uniform)


def address_range(program: Program, threads: int, instruction: Instruction, state: State) -> tuple[int, int]:
    """Return the lowest and the highest word that a load or store may touch in `state`."""
    sources = _Sources(program, threads)
    if instruction.csel == "a":
        address = sources.constant(instruction.const)
    else:
        address = sources.read(instruction, "a", state)
        if instruction.csel == "c":
            address += sources.constant(instruction.const)
    return address.low, address.high


def run_block(program: Program, threads: int, instructions: Sequence[Instruction | None], state: State) -> State:
    """Return the state after the instructions of a block."""
    sources = _Sources(program, threads)
    after = dict(state)
    for instruction in instructions:
        if instruction is not None:
            _step(sources, instruction, after)
    return after


def way_taken(instruction: Instruction, state: State) -> bool | None:
    """Return whether the jump on the result of `instruction` is taken in the `state` after it; None: unknown."""
    if instruction.cond == "always":
        return None
    outcome = CONDITIONS[instruction.cond](state.get(instruction.rd, _ZERO), TRUTH)
    return bool(outcome.low) if outcome.low == outcome.high else None


def _narrowed(program: Program, graph: ControlFlow, threads: int, edge: Edge, state: State) -> State | None:
    """Return the state on a way out of a block, given the one at its end; None if the way cannot be taken."""
    address = graph.jump_at(edge.source)
    last = graph.instructions[address] if address is not None else None
    if last is None:
        return state
    is_taken, answer = edge.kind == "taken", way_taken(last, state)
    if answer is not None and answer != is_taken:
        return None
    kind, _, type_name = last.spec.name.partition(".")
    is_compare = kind in OPPOSITE and type_name == "u32"
    if not is_compare or last.cond not in ("z", "nz", "c", "nc") or last.rd in (last.ra, last.rb):
        return state
    sources = _Sources(program, threads)
    a, b = (sources.read(last, slot, state) for slot in ("a", "b"))
    if last.csel == "a" or last.ra >= FIRST_SPECIAL or not (a.is_uniform and b.is_uniform):
        return state
    if (last.cond in ("nz", "c")) != is_taken:
        kind = OPPOSITE[kind]
    low, high = a.low, a.high
    if kind == "lt":
        high = min(high, b.high - 1)
    elif kind == "le":
        high = min(high, b.high)
    elif kind == "gt":
        low = max(low, b.low + 1)
    elif kind == "ge":
        low = max(low, b.low)
    elif kind == "eq":
        low, high = max(low, b.low), min(high, b.high)
    if low > high:
        return None
    return {**state, last.ra: between(low, high, a.bits, True)}


def entry_states(program: Program, graph: ControlFlow, threads: int) -> list[State | None]:
    """Return the state at the entry of each block; None for blocks that cannot be reached.

    `threads` 0 means that their number is not known. `at_launch` registers may hold anything.
    """
    first: State = {entry.number: ANY for entry in program.at_launch if entry.bank == "register"}
    states: list[State | None] = [None] * len(graph.blocks)
    if not graph.blocks:
        return states
    states[0] = first
    joins = [0] * len(graph.blocks)
    waiting = [0]
    while waiting:
        number = waiting.pop()
        block, before = graph.blocks[number], states[number]
        assert before is not None
        after = run_block(program, threads, graph.instructions[block.first : block.end], before)
        for edge in block.successors:
            state = None if edge.target == graph.exit else _narrowed(program, graph, threads, edge, after)
            if state is None:
                continue
            known = states[edge.target]
            joined = state if known is None else _join_states(known, state, joins[edge.target] > _PATIENCE)
            if joined != known:
                joins[edge.target] += 1
                states[edge.target] = joined
                if edge.target not in waiting:
                    waiting.append(edge.target)
    return states


@dataclass(frozen=True, slots=True)
class Turns:
    """The turns of a loop of one block each time it is entered: the least, and whether that is exact."""

    least: int
    is_exact: bool = False


ONCE = Turns(1)


def loop_turns(
    program: Program, graph: ControlFlow, threads: int, states: Sequence[State | None], number: int
) -> Turns:
    """Return the turns of the block `number`, a loop by itself; more than `most` are not counted."""
    block = graph.blocks[number]
    address = graph.jump_at(number)
    last = graph.instructions[address] if address is not None else None
    state: State | None = None
    for edge in block.predecessors:
        before = states[edge.source]
        if edge.source == number or before is None:
            continue
        source = graph.blocks[edge.source]
        ended = run_block(program, threads, graph.instructions[source.first : source.end], before)
        after = _narrowed(program, graph, threads, edge, ended)
        if after is not None:
            state = after if state is None else _join_states(state, after, False)
    if number == 0 or state is None or last is None:
        return ONCE
    for turns in range(1, _MOST_TURNS + 1):
        state = run_block(program, threads, graph.instructions[block.first : block.end], state)
        goes_on = way_taken(last, state)
        if goes_on is not True:
            return Turns(turns, goes_on is False)
    return Turns(_MOST_TURNS)


def _join_states(known: State, new: State, is_widened: bool) -> State:
    joined: State = {}
    for register in {*known, *new}:
        before = known.get(register, _ZERO)
        after = join(before, new.get(register, _ZERO))
        if after != before and is_widened:
            after = _ANY_UNIFORM if after.is_uniform else ANY
        joined[register] = after
    return joined
