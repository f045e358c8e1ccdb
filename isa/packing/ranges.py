"""The values that a register may hold, so that local accesses can be told apart.

An abstract interpretation of the program (P. Cousot and R. Cousot, "Abstract interpretation", POPL 1977): a value is an
unsigned interval with the bits that may be set, and whether all lanes of a warp hold the same. It is true of every lane
with a thread, at every time. What is not understood may be anything. Jumps are decided by one lane, so a condition
narrows a value only where all lanes hold the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from isa.flow.cfg import ControlFlow, Edge
from isa.program.encoding import Instruction
from isa.program.program import Program
from isa.table.table import FIRST_SPECIAL, SCALAR, SPECIALS, UNIFORM
from isa.table.units import MEMORY_UNITS

_LAST = (1 << 32) - 1
_PATIENCE = 300  # joins at a block before it is widened
_NAMES = {number: name for name, number in SPECIALS.items()}


@dataclass(frozen=True, slots=True)
class Value:
    """The numbers from `low` to `high` with bits of `bits` only."""

    low: int
    high: int
    bits: int
    is_uniform: bool = False


ANY = Value(0, _LAST, _LAST)
_ANY_UNIFORM = Value(0, _LAST, _LAST, True)
State = dict[int, Value]  # by register; a register that is not there holds 0, as at launch


def _value(low: int, high: int, bits: int = _LAST, is_uniform: bool = False) -> Value:
    bits &= (1 << high.bit_length()) - 1
    return Value(low, min(high, bits), bits, is_uniform)


def _constant(word: int) -> Value:
    return Value(word, word, word, True)


_ZERO = _constant(0)


def join(first: Value, second: Value) -> Value:
    """Tell what is one or the other."""
    if first == second:
        return first
    return Value(
        min(first.low, second.low),
        max(first.high, second.high),
        first.bits | second.bits,
        first.is_uniform and second.is_uniform,
    )


def _trailing_zeros(bits: int) -> int:
    return (bits & -bits).bit_length() - 1 if bits else 32


def _add(a: Value, b: Value) -> Value:
    low, high = a.low + b.low, a.high + b.high
    if low > _LAST:
        low, high = low - _LAST - 1, high - _LAST - 1
    aligned = _LAST << min(_trailing_zeros(a.bits), _trailing_zeros(b.bits)) & _LAST
    if high > _LAST:
        return Value(0, aligned, aligned)
    return _value(low, high, a.bits | b.bits if not a.bits & b.bits else aligned)


def _subtract(a: Value, b: Value) -> Value:
    aligned = _LAST << min(_trailing_zeros(a.bits), _trailing_zeros(b.bits)) & _LAST
    if a.low >= b.high:
        return _value(a.low - b.high, a.high - b.low, aligned)
    return Value(0, aligned, aligned)


def _and(a: Value, b: Value) -> Value:
    return _value(0, min(a.high, b.high), a.bits & b.bits)


def _or(a: Value, b: Value) -> Value:
    bits = a.bits | b.bits
    return _value(max(a.low, b.low), bits, bits)


def _xor(a: Value, b: Value) -> Value:
    return _value(0, a.bits | b.bits, a.bits | b.bits)


def _not(a: Value) -> Value:
    return _value(_LAST - a.high, _LAST - a.low)


def _left(a: Value, b: Value) -> Value:
    if b.high > 31:
        return ANY
    bits = 0
    for shift in range(b.low, b.high + 1):
        bits |= a.bits << shift & _LAST
    if a.high << b.high > _LAST:
        return Value(0, bits, bits)
    return _value(a.low << b.low, a.high << b.high, bits)


def _right(a: Value, b: Value) -> Value:
    if b.high > 31:
        return _value(0, a.high)
    bits = 0
    for shift in range(b.low, b.high + 1):
        bits |= a.bits >> shift
    return _value(a.low >> b.high, a.high >> b.low, bits)


def _reverse(a: Value) -> Value:
    bits = int(f"{a.bits:032b}"[::-1], 2)
    return Value(0, bits, bits)


def _multiply(a: Value, b: Value) -> Value:
    return _value(a.low * b.low, a.high * b.high) if a.high * b.high <= _LAST else ANY


def _minimum(a: Value, b: Value) -> Value:
    return _value(min(a.low, b.low), min(a.high, b.high), a.bits | b.bits)


def _maximum(a: Value, b: Value) -> Value:
    return _value(max(a.low, b.low), max(a.high, b.high), a.bits | b.bits)


def _truth(is_true: bool, is_false: bool) -> Value:
    return _constant(1) if is_true else _constant(0) if is_false else Value(0, 1, 1)


_COMPARES: dict[str, Callable[[Value, Value], Value]] = {
    "lt.u32": lambda a, b: _truth(a.high < b.low, a.low >= b.high),
    "le.u32": lambda a, b: _truth(a.high <= b.low, a.low > b.high),
    "gt.u32": lambda a, b: _truth(a.low > b.high, a.high <= b.low),
    "ge.u32": lambda a, b: _truth(a.low >= b.high, a.high < b.low),
    "eq.u32": lambda a, b: _truth(a.low == a.high == b.low == b.high, a.high < b.low or a.low > b.high),
    "ne.u32": lambda a, b: _truth(a.high < b.low or a.low > b.high, a.low == a.high == b.low == b.high),
}
_BINARY: dict[str, Callable[[Value, Value], Value]] = {
    "add.u32": _add,
    "sub.u32": _subtract,
    "and.b32": _and,
    "or.b32": _or,
    "xor.b32": _xor,
    "shl.b32": _left,
    "shr.u32": _right,
    "mul.u32": _multiply,
    "min.u32": _minimum,
    "max.u32": _maximum,
    "select.b32": join,
    "select.f32": join,
    **_COMPARES,
}
_OPPOSITES = {"lt": "ge", "ge": "lt", "gt": "le", "le": "gt", "eq": "ne", "ne": "eq"}
_UNARY: dict[str, Callable[[Value], Value]] = {
    "mov.b32": lambda a: a,
    "mov.f32": lambda a: a,
    "not.b32": _not,
    "brev.b32": _reverse,
}


class _Sources:
    """Reads operands: constants (a parameter may be anything), specials for `threads` threads, registers."""

    def __init__(self, program: Program, threads: int) -> None:
        self.constants = program.constants
        self.unknown = {entry.index for entry in program.params.values()}
        last = threads - 1 if threads else _LAST
        self.specials = {
            "lane_id": _value(0, min(last, 63)),
            "thread_id": _value(0, last),
            "warp_id": _value(0, last, is_uniform=True),
            "group_size": _constant(threads) if threads else _ANY_UNIFORM,
        }

    def constant(self, index: int) -> Value:
        if index in self.unknown or index >= len(self.constants):
            return _ANY_UNIFORM
        return _constant(self.constants[index])

    def read(self, instruction: Instruction, slot: str, state: State) -> Value:
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
    given = [sources.read(instruction, slot, state) for slot in spec.sources]
    name, result = spec.name, ANY
    if name in _UNARY:
        result = _UNARY[name](*given)
    elif name in _BINARY:
        result = _BINARY[name](*given)
    is_uniform = spec.unit not in MEMORY_UNITS and not spec.reads_carry and all(value.is_uniform for value in given)
    state[instruction.rd] = Value(result.low, result.high, result.bits, is_uniform)


def address_range(program: Program, threads: int, instruction: Instruction, state: State) -> tuple[int, int]:
    """The lowest and the highest word that a load or store may touch in `state`."""
    sources = _Sources(program, threads)
    if instruction.csel == "a":
        found = sources.constant(instruction.const)
    else:
        found = sources.read(instruction, "a", state)
        if instruction.csel == "c":
            found = _add(found, sources.constant(instruction.const))
    return found.low, found.high


def run_block(program: Program, threads: int, instructions: Sequence[Instruction | None], state: State) -> State:
    """The state after the instructions of a block."""
    sources = _Sources(program, threads)
    after = dict(state)
    for instruction in instructions:
        if instruction is not None:
            _step(sources, instruction, after)
    return after


def way_taken(instruction: Instruction, state: State) -> bool | None:
    """Tell whether the jump on the result of `instruction` is taken, `state` being that behind it; None: not known."""
    value = state.get(instruction.rd, _ZERO)
    half = 1 << 31
    answers = {
        "z": (value.high == 0, value.low > 0),
        "nz": (value.low > 0, value.high == 0),
        "n": (value.low >= half, value.high < half),
        "nn": (value.high < half, value.low >= half),
    }
    yes, no = answers.get(instruction.cond, (False, False))
    return True if yes else False if no else None


def _narrowed(program: Program, graph: ControlFlow, threads: int, edge: Edge, state: State) -> State | None:
    """Return the state on a way out of a block, `state` being that at its end; None if the way cannot be taken."""
    address = graph.jump_at(edge.source)
    last = graph.instructions[address] if address is not None else None
    if last is None:
        return state
    is_taken, answer = edge.kind == "taken", way_taken(last, state)
    if answer is not None and answer != is_taken:
        return None
    spec = last.spec
    if spec.name not in _COMPARES or last.cond not in ("z", "nz", "c", "nc") or last.rd in (last.ra, last.rb):
        return state
    sources = _Sources(program, threads)
    a, b = (sources.read(last, slot, state) for slot in ("a", "b"))
    if last.csel == "a" or last.ra >= FIRST_SPECIAL or not (a.is_uniform and b.is_uniform):
        return state
    holds = (last.cond in ("nz", "c")) == is_taken
    name = spec.name[:2] if holds else _OPPOSITES[spec.name[:2]]
    low, high = a.low, a.high
    if name == "lt":
        high = min(high, b.high - 1)
    elif name == "le":
        high = min(high, b.high)
    elif name == "gt":
        low = max(low, b.low + 1)
    elif name == "ge":
        low = max(low, b.low)
    elif name == "eq":
        low, high = max(low, b.low), min(high, b.high)
    if low > high:
        return None
    return {**state, last.ra: _value(low, high, a.bits, True)}


def entry_states(program: Program, graph: ControlFlow, threads: int) -> list[State | None]:
    """The state at the entry of each block; None for blocks that cannot be reached.

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
            found = None if edge.target == graph.exit else _narrowed(program, graph, threads, edge, after)
            if found is None:
                continue
            known = states[edge.target]
            joined = found if known is None else _join_states(known, found, joins[edge.target] > _PATIENCE)
            if joined != known:
                joins[edge.target] += 1
                states[edge.target] = joined
                if edge.target not in waiting:
                    waiting.append(edge.target)
    return states


@dataclass(frozen=True, slots=True)
class Turns:
    """The turns of a loop of one block each time it is entered: at least, and whether that is the number."""

    least: int
    is_exact: bool = False


ONCE = Turns(1)


def loop_turns(
    program: Program, graph: ControlFlow, threads: int, states: Sequence[State | None], number: int, most: int = 1024
) -> Turns:
    """The turns of the block `number`, a loop by itself; more than `most` are not counted."""
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
    for turns in range(1, most + 1):
        state = run_block(program, threads, graph.instructions[block.first : block.end], state)
        goes_on = way_taken(last, state)
        if goes_on is not True:
            return Turns(turns, goes_on is False)
    return Turns(most)


def _join_states(known: State, found: State, is_widened: bool) -> State:
    joined: State = {}
    for register in {*known, *found}:
        before = known.get(register, _ZERO)
        after = join(before, found.get(register, _ZERO))
        if after != before and is_widened:
            after = _ANY_UNIFORM if after.is_uniform else ANY
        joined[register] = after
    return joined
