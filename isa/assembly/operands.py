"""Binding of operands to the fields of instructions, in the second pass, and the pool of constants."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field

from isa.assembly.expressions import Expression, Value, added_once
from isa.assembly.lexer import Token
from isa.assembly.parser import (
    Address,
    Immediate,
    IndexedConstant,
    Jump,
    Operand,
    Operands,
    Register,
    Scalar,
    ScalarPair,
    describe_operand,
)
from isa.assembly.scalars import OPERAND_NAMES, check_scalars, pair_number
from isa.assembly.symbols import KINDS, Symbol, SymbolTable
from isa.program.encoding import Instruction
from isa.reporting.diagnostics import plural, quote, suggest
from isa.reporting.source import Counters, SourceError, Span
from isa.table.spec import InstructionSpec
from isa.table.table import COND, FIELDS, FIRST_SPECIAL, MAX_INSTRUCTIONS, SCALAR
from isa.table.units import PRIVATE
from isa.table.values import RANGES, fits, float_to_bits, integer_to_bits, is_exact

MAX_CONSTANTS = 1 << (FIELDS["const"][0] - FIELDS["const"][1] + 1)
_FLOAT_LIMIT = float(2**128 - 2**103)  # the least number that rounds to an infinite float32
_TABLE_SIZE = 1 << (FIELDS["table"][0] - FIELDS["table"][1] + 1)


class ConstantPool:
    """Constant memory: first the named words, then each different immediate and each address with an offset once."""

    def __init__(self) -> None:
        self.words: list[int] = []
        self.offsets: dict[tuple[str, int], int] = {}  # buffer and offset in bytes -> index
        self._shared: dict[int, int] = {}

    def declare(self, words: Sequence[int], *, is_shared: bool) -> int:
        """Add named words and return the index of the first. is_shared: whether immediates may share these words."""
        first = len(self.words)
        for word in words:
            if is_shared:
                self._shared.setdefault(word, len(self.words))
            self.words.append(word)
        return first

    def offset(self, buffer: str, offset: int) -> int:
        """Return the index of the word for a buffer's address plus `offset` bytes; add the word if it is new."""
        if (buffer, offset) not in self.offsets:
            self.offsets[buffer, offset] = self.declare([0], is_shared=False)
        return self.offsets[buffer, offset]

    def index(self, word: int) -> int:
        """Return the index of the word of an immediate; add the word if it is new."""
        return self._shared[word] if word in self._shared else self.declare([word], is_shared=True)


@dataclass(slots=True)
class _Bound:
    """The operands of an instruction that are bound so far.

    - numbers: the values of fields, by name.
    - constants: slot, index in constant memory and columns of each constant.
    - scalars: the operands that the field const names.
    """

    spec: InstructionSpec
    mnemonic: Token
    counters: Counters
    numbers: dict[str, int] = field(default_factory=dict)
    constants: list[tuple[str, int, Span]] = field(default_factory=list)
    scalars: list[Scalar] = field(default_factory=list)


def _wrong(operand: Operand, message: str, wanted: str = "a register", advice: str = "") -> SourceError:
    """Return the error about an operand of the wrong kind. wanted: the right kind, in words. advice: the help."""
    return SourceError("E0203", message, operand.span, label=f"expected {wanted}", help=advice)


def immediate_bits(immediate: Immediate, kind: str, symbols: SymbolTable, counters: Counters) -> int:
    """Return the 32 bits of an immediate for an operand of type `kind`.

    counters: the counters of the `.rept` blocks around it.

    The constant of an f64 operand is a float32.

    Raises `SourceError`: E0204 for a value that does not fit, E0205 for an integer in place of a float, E0206 for a
    float in place of an integer, or the error of the expression. Raises `PoisonedError` for a symbol in error.
    """
    value = immediate.expression.evaluate(symbols.lookup(counters))
    wanted = immediate.forced or kind
    if wanted == "f64":
        _check_exact(immediate, value)
    if wanted in ("f32", "f64"):
        return _float_bits(immediate, value)
    if not isinstance(value, int):
        plain = int(value) if value.is_integer() and abs(value) < 2**32 else "an integer"
        message = f"{value!r} is a float, but the operand is an integer ({wanted})"
        advice = f"write {plain}, or f({value!r}) for the bits of the float"
        raise SourceError("E0206", message, immediate.span, label=f"expected {wanted}", help=advice)
    if not fits(value, wanted):
        low, high = RANGES[wanted]
        word = integer_to_bits(value)
        other = f", or u({word:#x}) for the bits" if fits(value, "b32") and not immediate.forced else ""
        advice = f"{wanted} is {low} to {high}{other}"
        raise SourceError("E0204", f"{value} does not fit {wanted}", immediate.span, label="out of range", help=advice)
    return integer_to_bits(value)


def _float_bits(immediate: Immediate, value: Value) -> int:
    if isinstance(value, int) and not immediate.forced:
        is_plain = len(immediate.expression.steps) == 1 and immediate.expression.is_literal
        plain_advice = f"write {value}.0, or u({value}) for the bits"
        advice = plain_advice if is_plain else "put f(...) around it to make it a float"
        message = f"{value} is an integer, but the operand is a float (f32)"
        raise SourceError("E0205", message, immediate.span, label="expected f32", help=advice)
    try:
        return float_to_bits(float(value))
    except OverflowError:
        message = f"{value:g} does not fit f32"
        advice = "the largest f32 is 3.4028235e38; `inf` is infinity"
        raise SourceError("E0204", message, immediate.span, label="out of range", help=advice) from None


def _check_exact(immediate: Immediate, value: Value) -> None:
    """Raise `SourceError` (E0204) if the constant of a double, which is stored as float32, would be rounded."""
    if isinstance(value, float) and not is_exact(value):
        upper, lower = struct.unpack(">II", struct.pack(">d", value))
        rounded = f", or write f({value!r}) for the nearest float32" if abs(value) < _FLOAT_LIMIT else ""
        message = f"{value!r} is not a float32, and a constant of a double is one"
        advice = f"move the words {lower:#010x} and {upper:#010x} into a pair of registers{rounded}"
        raise SourceError("E0204", message, immediate.span, label="not exact", help=advice)


_OBJECTS = {"lds": "local", PRIVATE: "private", "memory": "buffer"}  # unit -> kind of symbol that its addresses name


class OperandBinder:
    """A binder of parsed operands, which makes `Instruction`s."""

    def __init__(self, symbols: SymbolTable, pool: ConstantPool) -> None:
        self.symbols = symbols
        self.pool = pool
        self.object = ""  # the array that the address of the last instruction names, if any

    def bind(self, spec: InstructionSpec, mnemonic: Token, operands: Operands, counters: Counters) -> Instruction:
        """Return the instruction of a statement, and add its constant to the pool if it is new.

        mnemonic, operands: the statement's first token and its parsed operands. counters: the counters of the `.rept`
        blocks around it. Raises `SourceError`, or `PoisonedError` for a symbol in error.
        """
        wanted = spec.operands
        written = operands.operands
        if len(written) != len(wanted):
            count = plural(len(wanted), "operand") if wanted else "no operands"
            message = f"{quote(mnemonic.text)} takes {count}, not {len(written)}"
            advice = f"write `{mnemonic.text} {spec.syntax}`, as in `{spec.example}`" if wanted else "it takes none"
            raise SourceError("E0202", message, (mnemonic.column, operands.span[1]), help=advice)
        bound = _Bound(spec, mnemonic, counters)
        self.object = ""
        numbers, constants, scalars = bound.numbers, bound.constants, bound.scalars
        for kind, operand in zip(wanted, written, strict=True):
            if kind == "rd":
                numbers["rd"] = self._destination(operand, mnemonic)
            elif kind.startswith("["):
                self._address(operand, bound, written)
            elif kind in ("target", "otherwise"):
                numbers[kind] = self._target(operand, spec, counters)
            elif kind == "table":
                numbers[kind] = self._table(operand, mnemonic, counters)
            elif kind == "sd" or isinstance(operand, ScalarPair):
                numbers[kind] = pair_number(kind, operand, mnemonic)
            else:
                self._source(kind, operand, bound)
        cond = "always"
        if operands.jump is not None:
            cond = self._condition(operands.jump, spec, mnemonic)
            numbers["target"] = self._target(operands.jump.target, spec, counters)
        if len(constants) > 1:
            message = f"{quote(mnemonic.text)} has {len(constants)} constants, an instruction has room for one"
            advice = "move one of them into a register first"
            raise SourceError("E0208", message, constants[1][2], label="one constant too many", help=advice)
        check_scalars(scalars, bool(constants), mnemonic)
        for name in ("rd", "ra", "rb", "rc"):
            if spec.registers_of(name) > 1 and name in numbers:
                self._wide_data(spec, name, mnemonic, numbers[name], written[wanted.index(name)].span)
        slot, index = constants[0][:2] if constants else ("none", scalars[0].number if scalars else 0)
        return Instruction(spec, csel=slot, cond=cond, const=index, more=False, **numbers)

    def _destination(self, operand: Operand, mnemonic: Token) -> int:
        if isinstance(operand, Register) and operand.number < FIRST_SPECIAL:
            return operand.number
        message = f"the destination of {quote(mnemonic.text)} must be a register, not {describe_operand(operand)}"
        advice = "special sources can only be read" if describe_operand(operand) == "a special source" else ""
        raise _wrong(operand, message, advice=advice)

    def _wide_data(self, spec: InstructionSpec, field: str, mnemonic: Token, number: int, span: Span) -> None:
        """Raise `SourceError` (E0207) unless all registers of an operand exist. number: the first register's number."""
        count = spec.registers_of(field)
        if number + count > FIRST_SPECIAL:
            what = f"{quote(mnemonic.text)} moves {count} registers"
            if spec.doubles:
                what = f"{OPERAND_NAMES[field]} of {quote(mnemonic.text)} is a double, two registers"
            message, label = f"{what}, from the one that is named on", "expected a register with others after it"
            advice = f"the last that may be named is r{FIRST_SPECIAL - count}"
            raise SourceError("E0207", message, span, label=label, help=advice)

    def _source(self, kind: str, operand: Operand, bound: _Bound) -> None:
        slot, spec, mnemonic = kind[1], bound.spec, quote(bound.mnemonic.text)
        if kind.startswith("s") and not isinstance(operand, Immediate | IndexedConstant):
            pair_number(kind, operand, bound.mnemonic)  # raises an error
        elif isinstance(operand, Register):
            bound.numbers[kind] = operand.number
        elif isinstance(operand, Scalar) and spec.takes_scalars:
            bound.numbers[kind] = SCALAR
            bound.scalars.append(operand)
        elif isinstance(operand, Scalar | ScalarPair):
            message = f"{OPERAND_NAMES[kind]} of {mnemonic} cannot be {describe_operand(operand)}"
            raise _wrong(operand, message, advice="move it into a register first")
        elif isinstance(operand, Address):
            advice = "only loads, stores and atomics reach memory; load the word into a register first"
            message = f"{OPERAND_NAMES[kind]} of {mnemonic} cannot be an address"
            raise _wrong(operand, message, "a register or a constant", advice)
        elif slot not in spec.constant_slots:
            raise _wrong(operand, f"{mnemonic} takes no constant", advice="move it into a register first")
        else:
            bound.constants.append((slot, self._constant(operand, spec.type, bound.counters), operand.span))

    def _address(self, operand: Operand, bound: _Bound, operands: Sequence[Operand]) -> None:
        if not isinstance(operand, Address):
            text = operand.text if isinstance(operand, Register | Scalar) else "..."
            if isinstance(operand, IndexedConstant):
                text = f"register + {operand.name}"
            advice = f"write [{text}]"
            if any(isinstance(other, Address) for other in operands):
                advice = f"the address comes first, as in `{bound.spec.example}`"
            message = f"{quote(bound.mnemonic.text)} needs an address here, not {describe_operand(operand)}"
            raise _wrong(operand, message, "an address", advice)
        if isinstance(operand.base, Scalar):
            bound.numbers["ra"] = SCALAR
            bound.scalars.append(operand.base)
        elif operand.base is not None:
            bound.numbers["ra"] = operand.base.number
        if operand.offset is not None:
            slot = "a" if operand.base is None else "c"
            index = self._constant(operand.offset, "b32", bound.counters, is_address=True)
            bound.constants.append((slot, index, operand.offset.span))
            self.object = self._object(operand.offset, bound)

    def _object(self, offset: Immediate | IndexedConstant, bound: _Bound) -> str:
        """Return the name of the array that an address accesses, "" if it is not known.

        The array must be the only one that the offset names, and a plain term of its sum.
        """
        if not isinstance(offset, Immediate) or offset.forced:
            return ""
        kind = _OBJECTS[bound.spec.unit]
        known = [
            name for name in offset.expression.names if name not in bound.counters and name in self.symbols.symbols
        ]
        arrays = [name for name in known if self.symbols.symbols[name].kind in _OBJECTS.values()]
        name = added_once(offset.expression, arrays) if len(arrays) == 1 else ""
        return name if name and self.symbols.symbols[name].kind == kind else ""

    def _constant(
        self, operand: Immediate | IndexedConstant, kind: str, counters: Counters, *, is_address: bool = False
    ) -> int:
        """Return the index in constant memory of a constant operand of type `kind`.

        is_address: whether the constant is part of an address. Raises `SourceError`.
        """
        if isinstance(operand, IndexedConstant):
            symbol = self._array(operand)
            number = operand.index.evaluate(self.symbols.lookup(counters))
            if not isinstance(number, int) or not 0 <= number < symbol.length:
                message = f"{quote(operand.name)} has no word {number}"
                advice = f"its words are 0 to {symbol.length - 1}"
                raise SourceError("E0215", message, operand.index.span, label="out of range", help=advice)
            _check_type(symbol, kind, operand.span, is_address)
            assert isinstance(symbol.value, int)
            return symbol.value + number
        name = operand.expression.name
        if name is not None and not operand.forced and name not in counters:
            entry = self.symbols.get(name)
            if entry is not None and entry.kind in ("const", "param", "buffer"):
                _check_type(entry, kind, operand.span, is_address)
                assert isinstance(entry.value, int)
                return entry.value
        if not operand.forced and (buffer := self._buffer_in(operand.expression, counters)):
            _check_type(buffer, kind, operand.span, is_address)
            return self.pool.offset(buffer.name, self._offset(operand.expression, buffer.name, counters))
        return self.pool.index(immediate_bits(operand, kind, self.symbols, counters))

    def _buffer_in(self, expression: Expression, counters: Counters) -> Symbol | None:
        """Return the buffer whose address is a term of an expression, or None. Raises `SourceError` (E0216)."""
        named = [name for name in expression.names if name not in counters and name in self.symbols.symbols]
        buffers = [name for name in named if self.symbols.symbols[name].kind == "buffer"]
        if not buffers:
            return None
        symbol = self.symbols.get(buffers[0])
        if added_once(expression, buffers) != buffers[0]:
            message = "to the address of one buffer numbers can be added, and nothing else"
            advice = f"write `{buffers[0]} + 4 * n`, or compute it into a register"
            raise SourceError("E0216", message, expression.span, help=advice)
        return symbol

    def _offset(self, expression: Expression, buffer: str, counters: Counters) -> int:
        """Return the bytes that an expression adds to the address of a buffer. Raises `SourceError`."""
        lookup = self.symbols.lookup(counters)
        value = expression.evaluate(lambda name, span: 0 if name == buffer else lookup(name, span))
        if not isinstance(value, int):
            raise SourceError("E0206", f"{value!r} is a float, and addresses are integers", expression.span)
        if not -(1 << 32) < value < 1 << 32:
            raise SourceError("E0204", f"{value} bytes beyond a buffer are out of range", expression.span)
        return value

    def _table(self, operand: Operand, mnemonic: Token, counters: Counters) -> int:
        """Return the truth table of a `ternlog`, which the instruction word holds. Raises `SourceError`."""
        value = operand.expression.evaluate(self.symbols.lookup(counters)) if isinstance(operand, Immediate) else None
        if not isinstance(value, int) or not 0 <= value < _TABLE_SIZE:
            actual = describe_operand(operand) if value is None else str(value)
            message = f"the truth table of {quote(mnemonic.text)} is a number from 0 to {_TABLE_SIZE - 1}, not {actual}"
            raise SourceError("E0204" if value is not None else "E0203", message, operand.span, label="expected 8 bits")
        return value

    def _array(self, operand: IndexedConstant) -> Symbol:
        symbol = self.symbols.get(operand.name)
        if symbol is None:
            raise self.symbols.unknown(operand.name, (operand.span[0], operand.span[0] + len(operand.name)))
        if symbol.kind != "const":
            advice = f"write [{operand.name} + ...], in ld.local or st.local" if symbol.kind == "local" else ""
            if symbol.kind == "buffer":
                advice = f"write [r1 + {operand.name}], in ld.global or st.global, with the offset in bytes in r1"
            message = f"{quote(operand.name)} is {KINDS[symbol.kind]}, which has no index"
            raise SourceError("E0215", message, operand.span, help=advice or "only a .const has an index")
        return symbol

    def _target(self, operand: Operand, spec: InstructionSpec, counters: Counters) -> int:
        if not isinstance(operand, Immediate) or operand.forced:
            raise _wrong(operand, f"a jump goes to a label, not to {describe_operand(operand)}", "a label")
        name = operand.expression.name
        if name is not None and name not in counters:
            symbol = self.symbols.get(name)
            guess = self._label_like(name) if symbol is None or symbol.kind != "label" else None
            if symbol is None:
                message = f"there is no label {quote(name)}"
                advice = f"did you mean `{guess}`?" if guess else f"define it with `{name}:`"
                raise SourceError("E0324", message, operand.span, label="not defined", help=advice)
            if symbol.kind != "label":
                message = f"a jump goes to a label, and {quote(name)} is {KINDS[symbol.kind]}"
                raise _wrong(operand, message, "a label", f"did you mean `{guess}`?" if guess else "")
        value = operand.expression.evaluate(self.symbols.lookup(counters))
        if not isinstance(value, int) or not 0 <= value < MAX_INSTRUCTIONS:
            advice = f"a program has the addresses 0 to {MAX_INSTRUCTIONS - 1}"
            raise SourceError("E0213", f"a jump cannot reach {value}", operand.span, label="out of range", help=advice)
        if value >= spec.reach:
            message = f"a jump of {quote(spec.name)} cannot reach {value}, only 0 to {spec.reach - 1}"
            advice = "jump on a move of its result, as `mov.b32 r1, r1 -> label if z`"
            raise SourceError("E0213", message, operand.span, label="out of range", help=advice)
        return value

    def _label_like(self, name: str) -> str | None:
        labels = [entry.name for entry in self.symbols.symbols.values() if entry.kind == "label"]
        return self.symbols.suggest(name, labels)

    def _condition(self, jump: Jump, spec: InstructionSpec, mnemonic: Token) -> str:
        if not spec.may_jump:
            advice = "put the jump on an instruction that writes a register" if spec.unit != "control" else ""
            if spec.writes_register and spec.registers_of("rd") > 1:
                advice = "it has several: jump on a move, as `mov.b32 r1, r1 -> label if z`, of the one that is meant"
            raise SourceError("E0209", f"{quote(mnemonic.text)} has no result to jump on", jump.span, help=advice)
        conditions = [name for name in COND if name != "always"]
        if jump.condition not in conditions:
            meant = {"eq": "z", "ne": "nz", "zero": "z", "neg": "n", "lt": "n", "ge": "nn", "carry": "c"}
            guess = meant.get(jump.condition) or suggest(jump.condition, conditions)
            advice = (f"did you mean `{guess}`? " if guess else "") + f"The conditions are {', '.join(conditions)}"
            raise SourceError("E0210", f"unknown condition {quote(jump.condition)}", jump.condition_span, help=advice)
        return jump.condition


def _check_type(symbol: Symbol, kind: str, span: Span, is_address: bool) -> None:
    """Raise `SourceError` (E0212) if a named constant cannot be an operand of type `kind`."""
    wants_float, is_float = kind in ("f32", "f64"), symbol.type == "f32"
    if symbol.type == "b32" or (kind == "b32" and not is_address) or wants_float == is_float:
        return
    advice = "declare it as b32 if its bits are meant"
    if symbol.kind == "buffer":
        advice = "the name is its address: load what lies there"
    wanted = "a float (f32)" if wants_float else f"an integer ({kind})"
    what = "an address" if is_address else "the operand"
    raise SourceError("E0212", f"{quote(symbol.name)} is {symbol.type}, but {what} is {wanted}", span, help=advice)
