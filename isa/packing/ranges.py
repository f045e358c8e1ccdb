"""The values that registers may hold. With them the packer proves that two local accesses never meet.

This is an abstract interpretation of the program (P. Cousot and R. Cousot, "Abstract interpretation", POPL 1977). A
value is an unsigned interval with the bits that may be set, and whether it is uniform: the same in all lanes of a warp.
An interval holds for every lane with a thread, at every time. `isa.table.semantics` has the results of instructions; an
unknown result may be anything. Where a single lane decides a jump, its condition narrows only uniform values. In a
program with mask instructions a register keeps its value in the lanes that are masked off, and no jump narrows a value.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from isa.flow.cfg import BasicBlock, ControlFlow, Edge
from isa.packing.operations import needs_masks
from isa.program.encoding import Instruction
from isa.program.program import Program
from isa.table.intervals import ANY, LAST, TRUTH, Interval, between, join
from isa.table.semantics import CONDITIONS, OPPOSITE, result_of
from isa.table.table import FIRST_SPECIAL, SCALAR, SPECIALS_BY_NUMBER, UNIFORM
from isa.table.units import MEMORY_UNITS

_MOST_TURNS = 1024  # up to which turns of a loop are counted
_PATIENCE = 300  # joins at a block before it is widened
_ANY_UNIFORM = Interval(0, LAST, LAST, True)
_ZERO = Interval.of(0)

# The values of all registers at a point of the program. A register without an entry holds 0, as at launch.
Values = dict[int, Interval]


@dataclass(frozen=True, slots=True)
class Turns:
    """The number of turns of a loop for each entry: exactly `least` if `is_exact`, else at least `least`."""

    least: int
    is_exact: bool = False


ONCE = Turns(1)


class Ranges:
    """The values that the registers of a program may hold, with `threads` threads in the launch (0: any number).

    `states` has the state at the entry of each block, None for unreachable blocks. `turns` has the turns of each loop
    of a single block, by the number of the block.
    """

    def __init__(self, program: Program, graph: ControlFlow, threads: int) -> None:
        self.program = program
        self.graph = graph
        self.has_masks = any(entry is not None and needs_masks(entry) for entry in program.instructions)
        self._buffers = {entry.index: (entry.index, 0) for entry in program.buffers.values()}
        for offset in program.offsets:
            self._buffers[offset.index] = program.buffers[offset.buffer].index, offset.offset & LAST
        self._parameters = {entry.index for entry in program.params.values()}
        last = threads - 1 if threads else LAST
        self._specials = {
            "lane_id": between(0, min(last, 63)),
            "thread_id": between(0, last),
            "warp_id": between(0, last, is_uniform=True),
            "group_size": Interval.of(threads) if threads else _ANY_UNIFORM,
        }
        self.states = self._entry_states()
        self.turns = {
            block.number: self._loop_turns(block)
            for block in graph.blocks
            if any(edge.target == block.number for edge in block.successors)
        }

    def step(self, instruction: Instruction, state: Values) -> None:
        """Apply the effect of `instruction` on registers to `state`."""
        for number in instruction.registers_written:
            value = self._result(instruction, state)
            state[number] = join(state.get(number, _ZERO), value) if self.has_masks else value

    def _result(self, instruction: Instruction, state: Values) -> Interval:
        """Return the values that an instruction may leave in each register that it writes."""
        spec = instruction.spec
        if spec.doubles or spec.words > 1:
            return ANY
        values = [self._read(instruction, slot, state) for slot in spec.sources]
        if any(value.base >= 0 for value in values):
            return _with_base(spec.name, values)
        result = result_of(spec, values, TRUTH, instruction.table) or ANY
        deciding = values[:1] if spec.across == "one" else values[1:] if spec.across else values
        is_uniform = (
            spec.unit not in MEMORY_UNITS and not spec.reads_carry and all(value.is_uniform for value in deciding)
        )
        return Interval(result.low, result.high, result.bits, is_uniform)

    def after(self, instructions: Iterable[Instruction | None], state: Values) -> Values:
        """Return the state after a run of instructions that begins in `state`."""
        after = dict(state)
        for instruction in instructions:
            if instruction is not None:
                self.step(instruction, after)
        return after

    def address(self, instruction: Instruction, state: Values) -> Interval:
        """Return the addresses that an access to memory may have in `state`."""
        address = self._read(instruction, "a", state)
        if instruction.csel == "c":
            return _sum(address, self._constant(instruction.const))
        return address

    def _constant(self, index: int) -> Interval:
        if index in self._buffers:
            base, offset = self._buffers[index]
            return Interval(offset, offset, offset, True, base)
        if index in self._parameters or index >= len(self.program.constants):
            return _ANY_UNIFORM
        return Interval.of(self.program.constants[index])

    def _read(self, instruction: Instruction, slot: str, state: Values) -> Interval:
        """Return the values of the source in a slot."""
        if instruction.csel == slot:
            return self._constant(instruction.const)
        number: int = getattr(instruction, f"r{slot}")
        if number < FIRST_SPECIAL:
            return state.get(number, _ZERO)
        name = instruction.indexed if number == SCALAR else SPECIALS_BY_NUMBER.get(number, "")
        return self._specials.get(name, _ANY_UNIFORM if name in UNIFORM else ANY)

    def _after_block(self, number: int, state: Values) -> Values:
        block = self.graph.blocks[number]
        return self.after(self.graph.instructions[block.first : block.end], state)

    def _narrowed(self, edge: Edge, state: Values) -> Values | None:
        """Return the state on an edge, from the state at the end of its block; None if the edge cannot be taken."""
        address = self.graph.jump_at(edge.source)
        last = self.graph.instructions[address] if address is not None else None
        if last is None or self.has_masks:
            return state
        is_taken, answer = edge.kind == "taken", _decision(last, state)
        if answer is not None and answer != is_taken:
            return None
        kind, _, type_name = last.spec.name.partition(".")
        is_compare = kind in OPPOSITE and type_name == "u32"
        if not is_compare or last.cond not in ("z", "nz", "c", "nc") or last.rd in (last.ra, last.rb):
            return state
        a, b = (self._read(last, slot, state) for slot in ("a", "b"))
        if last.csel == "a" or last.ra >= FIRST_SPECIAL or not (a.is_uniform and b.is_uniform):
            return state
        if a.base >= 0 or b.base >= 0:
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

    def _entry_states(self) -> list[Values | None]:
        """Return the state at the entry of each block. Registers of `at_launch` may hold anything."""
        blocks = self.graph.blocks
        states: list[Values | None] = [None] * len(blocks)
        if not blocks:
            return states
        states[0] = {entry.number: ANY for entry in self.program.at_launch if entry.bank == "register"}
        joins = [0] * len(blocks)
        waiting = [0]
        while waiting:
            number = waiting.pop()
            before = states[number]
            assert before is not None
            after = self._after_block(number, before)
            for edge in blocks[number].successors:
                state = None if edge.target == self.graph.exit else self._narrowed(edge, after)
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

    def _loop_turns(self, block: BasicBlock) -> Turns:
        """Return the turns of a loop that is the single block `block`, counted up to `_MOST_TURNS`."""
        address = self.graph.jump_at(block.number)
        last = self.graph.instructions[address] if address is not None else None
        state: Values | None = None
        for edge in block.predecessors:
            before = self.states[edge.source]
            if edge.source == block.number or before is None:
                continue
            entering = self._narrowed(edge, self._after_block(edge.source, before))
            if entering is not None:
                state = entering if state is None else _join_states(state, entering, False)
        if block.number == 0 or state is None or last is None:
            return ONCE
        for turns in range(1, _MOST_TURNS + 1):
            state = self._after_block(block.number, state)
            goes_on = _decision(last, state)
            if goes_on is not True:
                return Turns(turns, goes_on is False)
        return Turns(_MOST_TURNS)


def _with_base(name: str, values: Sequence[Interval]) -> Interval:
    """Return the result of an instruction if some of its operands are addresses in buffers."""
    if name == "mov.b32":
        return values[0]
    if name == "add.u32":
        return _sum(*values)
    if name == "sub.u32" and values[1].base < 0:
        difference = replace(values[0], base=-1) - values[1]
        return replace(difference, is_uniform=all(value.is_uniform for value in values), base=values[0].base)
    return ANY


def _sum(first: Interval, second: Interval) -> Interval:
    if first.base >= 0 and second.base >= 0:
        return ANY
    plain = replace(first, base=-1) + replace(second, base=-1)
    return replace(plain, is_uniform=first.is_uniform and second.is_uniform, base=max(first.base, second.base))


def _decision(instruction: Instruction, state: Values) -> bool | None:
    """Return whether the jump on the result of `instruction` is taken, from the state after it; None if unknown."""
    value = state.get(instruction.rd, _ZERO)
    if instruction.cond == "always" or value.base >= 0 or instruction.spec.doubles:
        return None
    outcome = CONDITIONS[instruction.cond](value, TRUTH)
    return bool(outcome.low) if outcome.low == outcome.high else None


def _join_states(known: Values, new: Values, is_widened: bool) -> Values:
    """Return the union of two states. is_widened: whether a register that changes may hold anything afterwards."""
    joined: Values = {}
    for register in {*known, *new}:
        before = known.get(register, _ZERO)
        after = join(before, new.get(register, _ZERO))
        if after != before and is_widened:
            after = _ANY_UNIFORM if after.is_uniform else ANY
        joined[register] = after
    return joined
