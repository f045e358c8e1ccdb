"""The variables of the source in the finished program: before each instruction, which register holds which variable.

LLVM notes where a variable gets another value (`#dbg_value`). Selection keeps each note with the units that have the
value, at its place among the operations of its block. Two analyses then follow the paths through the program. Where two
paths meet and disagree, the answer is unknown:

- the value of each variable, by the notes;
- the units in each register, by the instructions of the finished program: a register holds a unit until the register is
  written again.

A variable is in a register only if the register holds the unit that has the variable's value. This holds for the lanes
that execute the instruction.
"""

from __future__ import annotations

import re
import struct
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, Final

from isa.flow.cfg import control_flow
from isa.program.variables import Stay, Variable
from simt.compiler.backend.graph import Flow
from simt.compiler.backend.ops import Code, Immediate, Noted, Operand, Operation, Phi, Register, Special
from simt.compiler.errors import SourcePlace
from simt.compiler.llvm.ir import Aggregate, IrValue, Name, Note, Number, SourceVariable

if TYPE_CHECKING:
    from isa.program.program import Program
    from simt.compiler.backend.emit import Assembly, Written
    from simt.compiler.backend.selection import Selection

_MOST: Final = 8192  # instructions of a program whose variables are followed
_MOST_ROUNDS: Final = 64  # passes over all blocks, of which a loop needs two or three
_SIGNED: Final = re.compile(r"char|short|int|long|s8|s16|s32|s64")
_FLOATS: Final = {"float": "f", "f32": "f", "double": "d", "f64": "d"}
Words = tuple[Operand | None, ...]
Values = dict[SourceVariable, Words]


# --- selection --------------------------------------------------------------------------------------------------------


def noted(kernel: Selection, note: Note) -> Noted:
    """Return a note with the words of its value, at the order of the operations that are selected next."""
    words = () if note.value is None else _words(kernel, note.value)
    first = note.first if note.count else -1
    if first >= 0 and len(words) != note.count:
        words = (None,) * note.count
    return Noted(kernel.order, note.variable, words, first, note.is_end)


def _words(kernel: Selection, value: IrValue) -> Words:
    """Return the words of a value that is in registers or a constant; () for any other value."""
    if isinstance(value, Name):
        if value.type.kind != "ptr":
            return tuple(kernel.values.get(value.name, ()))
        address = kernel.pointers.get(value.name)
        if address is None or address.offset:
            return ()
        if address.register is None:
            return (Immediate(0, address.symbol),)
        return (address.register,) if not address.symbol and address.unit == 1 else ()
    if isinstance(value, Number):
        return tuple(kernel.words(value))
    if isinstance(value, Aggregate) and all(isinstance(element, Number) for element in value.elements):
        return tuple(kernel.words(value))
    return ()


# --- analyses ---------------------------------------------------------------------------------------------------------


def variables_of(
    program: Program, code: Code, flow: Flow, made: Assembly, number: Mapping[int, int]
) -> tuple[Variable, ...]:  # fmt: skip
    """Return the variables of a compiled kernel, in the order of their declarations.

    - code: the operations of the kernel, with the notes on variables.
    - flow: the control flow before instruction selection.
    - made: the kernel in assembly.
    - number: the register of each virtual register of 32 bits.

    The result is empty for a program of more than `_MOST` instructions.
    """
    if not code.notes or len(made.written) > _MOST:
        return ()
    values = _values_before(code, flow, made.written)
    held = _Registers(program, code, made.written, number).before()
    kept = _Stays(number)
    for pc, (now, registers) in enumerate(zip(values, held, strict=True)):
        kept.add(pc, made.places[pc], now, registers)
    ordered = sorted(kept.whole(len(held)).items(), key=_order)
    return tuple(
        Variable(_name(variable, code.name), variable.type, variable.line, tuple(stays)) for variable, stays in ordered
    )


def _order(entry: tuple[SourceVariable, list[Stay]]) -> tuple[int, str, int, int, str]:
    variable, stays = entry
    return variable.line, variable.name, stays[0].start, int(variable.number[1:]), variable.inlined


def _name(variable: SourceVariable, kernel: str) -> str:
    return variable.name if variable.function in ("", kernel) else f"{variable.function}.{variable.name}"


def _values_before(code: Code, flow: Flow, written: Sequence[Written]) -> Iterator[Values]:
    """Yield the variables that have a value before each instruction, each with its words, () for a lost value."""
    begins = _values_at_begins(code, flow)
    block, values, latest = "", Values(), 0.0
    notes: Iterator[Noted] = iter(())
    following: Noted | None = None
    for name, operation, *_ in written:
        if name != block:
            block, values, latest = name, dict(begins.get(name, {})), -inf
            notes = iter(code.notes.get(name, ()) if name in begins else ())
            following = next(notes, None)
        latest = inf if operation is None else max(latest, operation.order)
        if following is not None and following.order <= latest:
            values = dict(values)
            while following is not None and following.order <= latest:
                _note(values, following)
                following = next(notes, None)
        yield values


def _values_at_begins(code: Code, flow: Flow) -> dict[str, Values]:
    """Return the values at the start of each block of the control flow as it was selected."""
    begins: dict[str, Values] = {flow.entry: {}}
    ends: dict[str, Values] = {}
    order = list(flow.number)
    for _ in range(_MOST_ROUNDS):
        before = dict(ends)
        for name in order:
            if name != flow.entry:
                ways = {above: ends[above] for above in flow.predecessors[name] if above in ends}
                begins[name] = _met(ways, code.phis.get(name, ()))
            values = dict(begins[name])
            for note in code.notes.get(name, ()):
                _note(values, note)
            ends[name] = values
        if ends == before:
            return begins
    return {}  # two ways that do not agree on what a loop does


def _met(ways: Mapping[str, Values], phis: Sequence[Phi]) -> Values:
    """Return the values where several ways meet: a value that differs is a phi with the same words, or lost."""
    met: Values = {}
    for variable in {variable: None for values in ways.values() for variable in values}:
        words = {name: values.get(variable) for name, values in ways.items()}
        first = next(iter(words.values()))
        if first is not None and all(other == first for other in words.values()):
            met[variable] = first
            continue
        same = (phi.words for phi in phis if all(phi.ways.get(name, ()) in ((), own) for name, own in words.items()))
        met[variable] = next(same, ())
    return met


def _note(values: Values, note: Noted) -> None:
    if note.is_end:
        values.pop(note.variable, None)
        return
    if note.first < 0:
        values[note.variable] = note.words
        return
    words = values.get(note.variable, ())
    whole = list(words if len(words) == note.variable.words else (None,) * note.variable.words)
    whole[note.first : note.first + len(note.words)] = note.words
    values[note.variable] = tuple(whole)


Held = dict[int, frozenset[int]]  # the units that a register holds, of those that notes name


class _Registers:
    """The contents of the registers of a program. The parameters are as in `variables_of`."""

    def __init__(self, program: Program, code: Code, written: Sequence[Written], number: Mapping[int, int]) -> None:
        self._graph = control_flow(program)
        self._instructions = program.instructions
        self._written = written
        self._number = number
        words = [word for notes in code.notes.values() for note in notes for word in note.words]
        words += [word for phis in code.phis.values() for phi in phis for word in phi.words]
        self._named = {word.unit for word in words if isinstance(word, Register)}

    def before(self) -> list[Held]:
        """Return the units that each register holds before each instruction."""
        before: list[Held] = [{} for _ in self._written]
        ends: dict[int, Held] = {}
        while True:
            last = dict(ends)
            for block in self._graph.blocks:
                ways = [ends[edge.source] for edge in block.predecessors if edge.source in ends]
                held: Held = {} if block.first == 0 or not ways else _agreed(ways)
                for pc in range(block.first, block.end):
                    for copy in self._written[pc].before:
                        held = self._after(held, copy, set())
                    before[pc] = held
                    entry = self._instructions[pc]
                    overwritten = set() if entry is None else {*entry.registers_written}
                    held = self._after(held, self._written[pc].operation, overwritten)
                    for copy in self._written[pc].after:
                        held = self._after(held, copy, set())
                ends[block.number] = held
            if ends == last:
                return before

    def _after(self, held: Held, operation: Operation | None, overwritten: set[int]) -> Held:
        """Return the contents of registers after an operation. overwritten: the registers that it writes."""
        units = () if operation is None else operation.writes()
        if not overwritten and not units:
            return held
        copied: frozenset[int] = frozenset()
        source = operation.sources[0] if operation is not None and operation.name == "mov.b32" else None
        if isinstance(source, Register):
            copied = held.get(self._number[source.unit], frozenset())
        again = frozenset(units)
        after = {
            register: rest for register, those in held.items()
            if register not in overwritten and (rest := those - again)
        }  # fmt: skip
        for unit in units:
            register = self._number[unit]
            if new := (copied | after.get(register, frozenset()) | {unit}) & self._named:
                after[register] = new
        return after


def _agreed(ways: Sequence[Held]) -> Held:
    """Return the units that registers hold on all of several ways."""
    first, *others = ways
    return {
        register: units for register, mine in first.items()
        if (units := mine.intersection(*(other.get(register, frozenset()) for other in others)))
    }  # fmt: skip


# --- stays ------------------------------------------------------------------------------------------------------------


class _Stays:
    """The stays of all variables, which are worked out again only where something has changed.

    number: the register of each unit.
    """

    def __init__(self, number: Mapping[int, int]) -> None:
        self._number = number
        self._stays: dict[SourceVariable, list[Stay]] = defaultdict(list)
        self._open: dict[SourceVariable, Stay] = {}  # of the visible variables, without their ends
        self._users: dict[int, set[SourceVariable]] = defaultdict(set)  # the variables that each unit has held
        self._values: Values = {}
        self._place = SourcePlace()
        self._held: Held = {}

    def add(self, pc: int, place: SourcePlace, values: Values, held: Held) -> None:
        """Add an instruction: its place in the source, and the values and the contents of registers before it."""
        changed: set[SourceVariable] = set()
        if values is not self._values or place != self._place:
            visible = _shown(values, place)
            for variable in self._open.keys() - visible:
                self._close(variable, pc)
            known = self._values
            changed = {each for each in visible if each not in self._open or known.get(each) is not values[each]}
        if held is not self._held:
            for register in held.keys() | self._held.keys():
                for unit in held.get(register, frozenset()) ^ self._held.get(register, frozenset()):
                    changed |= self._users[unit] & self._open.keys()
        self._values, self._place, self._held = values, place, held
        for variable in changed:
            self._update(pc, variable, values[variable])

    def _update(self, pc: int, variable: SourceVariable, words: Words) -> None:
        registers = []
        for word in words:
            at = -1
            if isinstance(word, Register):
                self._users[word.unit].add(variable)
                at = self._number.get(word.unit, -1)
                at = at if word.unit in self._held.get(at, ()) else -1
            registers.append(at)
        has_register = any(register >= 0 for register in registers)
        stay = Stay(pc, pc, tuple(registers)) if has_register else Stay(pc, pc, (), _other(variable, words))
        before = self._open.get(variable)
        if before is None or before[2:] != stay[2:]:
            self._close(variable, pc)
            self._open[variable] = stay

    def _close(self, variable: SourceVariable, pc: int) -> None:
        if (stay := self._open.pop(variable, None)) is not None:
            self._stays[variable].append(stay._replace(stop=pc))

    def whole(self, end: int) -> dict[SourceVariable, list[Stay]]:
        """Return the stays of each variable, in ascending order. end: the number of instructions."""
        for variable in list(self._open):
            self._close(variable, end)
        return self._stays


def _shown(values: Values, place: SourcePlace) -> set[SourceVariable]:
    """Return the variables that are visible at a place.

    Of variables with the same name, this is the last one declared before the place.
    """
    shown: dict[tuple[str, str], SourceVariable] = {}
    for variable in values:
        if variable.inlined and variable.inlined not in place.inlined:
            continue
        key = variable.function, variable.name
        other = shown.get(key)
        if other is None or _nearness(variable, place) > _nearness(other, place):
            shown[key] = variable
    return set(shown.values())


def _nearness(variable: SourceVariable, place: SourcePlace) -> tuple[bool, int]:
    return variable.line <= place.line, variable.line


def _other(variable: SourceVariable, words: Words) -> str:
    """Return a word for a variable that no register holds; "" if nothing is known."""
    if len(words) == 1 and isinstance(words[0], Special):
        return words[0].name
    constants = [word for word in words if isinstance(word, Immediate)]
    if not words or len(constants) < len(words):
        return ""
    if any(word.symbol for word in constants):
        return "constant memory"
    bits = sum(word.bits << 32 * place for place, word in enumerate(constants))
    if variable.type in _FLOATS and len(words) == variable.words:
        data = bits.to_bytes(4 * len(words), "little")
        return f"= {struct.unpack('<' + _FLOATS[variable.type], data)[0]:.9g}"
    if len(words) > variable.words:  # a vector of small numbers
        return f"= {', '.join(str(word.bits) for word in constants)}"
    width = 32 * len(words)
    return f"= {bits - (bits >> width - 1 << width) if _SIGNED.fullmatch(variable.type) else bits}"
