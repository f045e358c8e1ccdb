"""The directives of a program, except `.word` and the directives of files and blocks (`isa.assembly.macros`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import prod

from isa.assembly.dialects import Dialect, find_dialect
from isa.assembly.directive_tokens import closing_bracket, elements_of, kinds_of, message_of, no_more, type_of
from isa.assembly.expressions import Expression, Value, compile_expression
from isa.assembly.lexer import Token
from isa.assembly.operands import MAX_CONSTANTS, ConstantPool, immediate_bits
from isa.assembly.parser import Register, Scalar, Statement, parse_immediate, parse_operand, split_commas
from isa.assembly.regions import Regions
from isa.assembly.symbols import PoisonedError, Symbol, SymbolTable, name_token
from isa.program.buffers import MAX_BUFFER_WORDS, MAX_BUFFERS, packed
from isa.program.bundles import MAX_STANDARD, Slots
from isa.program.program import COUNTS_ON, Buffer, LaunchValue, LocalArray, Parameter
from isa.reporting.diagnostics import did_you_mean, quote
from isa.reporting.source import SourceError, SourceLine, Span
from isa.table.table import ELEMENT_BYTES, ELEMENT_TYPES, FIRST_SPECIAL, LAUNCH_BANKS, PAIRS, SCALAR_COUNT

MAX_LOCAL_WORDS = 1 << 20
MAX_PRIVATE_WORDS = 1 << 16  # of a thread
MAX_THREADS = 1 << 20
REFUSED = "E0326"  # the code of `.assert` and `.error`


class Declarations:
    """The declarations of a program, made one by one by its directives.

    The methods that carry out a directive raise `SourceError`, or `PoisonedError` if the directive names a symbol in
    error.
    """

    def __init__(
        self, symbols: SymbolTable, pool: ConstantPool, defines: Mapping[str, Value], dialect: Dialect | None = None
    ) -> None:
        self.symbols = symbols
        self.pool = pool
        self.defines = dict(defines)
        self.used_defines: set[str] = set()
        self.name = ""
        self.threads = 0
        self.group: tuple[int, ...] = ()
        self.local_words = 0
        self.locals: dict[str, LocalArray] = {}
        self.private_words = 0
        self.privates: dict[str, LocalArray] = {}
        self.params: dict[str, Parameter] = {}
        self.buffers: dict[str, Buffer] = {}
        self.dialect = dialect
        self.counts_on: tuple[str, ...] = ()
        self.prints = ""  # the buffer for the output of printf
        self.slots: Slots | None = None  # of a bundle; None if unknown
        self.has_dialect_directive = False
        self.is_dialect_unknown = False  # after a wrong .dialect: mistakes in instructions are not reported
        self.has_instructions = False
        self.regions = Regions()
        self.launch_values: dict[tuple[str, int], LaunchValue] = {}

    def handle(self, statement: Statement, line: SourceLine) -> None:
        """Carry out a directive. line: the line of the statement."""
        directive = statement.head.text
        if directive not in DIRECTIVES:
            from isa.assembly.macros import BLOCK_DIRECTIVES

            known = [*DIRECTIVES, ".word", *BLOCK_DIRECTIVES]
            advice = did_you_mean(directive, known, f"there are {', '.join(known)}")
            raise SourceError("E0304", f"unknown directive {quote(directive)}", statement.head.span, help=advice)
        carry_out, name_wanted = DIRECTIVES[directive]
        if not name_wanted:
            carry_out(self, statement, line)
            return
        token = statement.rest[0]
        name = name_token(token, name_wanted)
        if directive == ".equ" and name in line.counters:
            raise SourceError("E0302", f"{quote(name)} counts a .rept already", token.span)
        try:
            symbol = carry_out(self, statement, line, name)
            assert symbol is not None
            self.symbols.define(symbol)
        except (SourceError, PoisonedError):
            self.symbols.poison(name, directive.removeprefix("."), line, token.span)
            raise

    def evaluate(self, expression: Expression, line: SourceLine) -> Value:
        """Return the value of an expression in a directive, where only the names defined above are known.

        Raises `SourceError`, or `PoisonedError` for a symbol in error.
        """
        return expression.evaluate(self.symbols.lookup(line.counters))

    def _integer(self, tokens: Sequence[Token], line: SourceLine, low: int, high: int, what: str) -> int:
        expression = compile_expression(tokens)
        value = self.evaluate(expression, line)
        if not isinstance(value, int) or not low <= value <= high:
            message = f"{what} must be an integer from {low} to {high}, not {value}"
            raise SourceError("E0305", message, expression.span, label="out of range")
        return value

    def kernel(self, statement: Statement, line: SourceLine) -> None:
        """Carry out `.kernel name`."""
        token = statement.rest[0]
        name = name_token(token, "the kernel's name")
        no_more(statement.rest[1])
        if self.name:
            raise _twice(".kernel", quote(self.name), statement.span)
        self.name = name

    def set_threads(self, statement: Statement, line: SourceLine) -> None:
        """Carry out `.threads expression`."""
        threads = self._integer(statement.rest, line, 1, MAX_THREADS, "the number of threads")
        if self.threads:
            raise _twice(".threads", str(self.threads), statement.span)
        self.threads = threads

    def set_group(self, statement: Statement, line: SourceLine) -> None:
        """Carry out `.group x, y, z`, the shape of the work-groups that the program is for; y and z are optional."""
        if self.threads:
            raise SourceError("E0321", "the threads are given twice", statement.span, help=f"they are {self.threads}")
        pieces = split_commas(statement.rest)
        sizes = [self._integer(piece, line, 1, MAX_THREADS, "a size of a work-group") for piece in pieces]
        if not 1 <= len(sizes) <= 3 or prod(sizes) > MAX_THREADS:
            message = f".group takes one to three sizes of at most {MAX_THREADS} threads together"
            raise SourceError("E0305", message, statement.span)
        self.group, self.threads = tuple(sizes), prod(sizes)

    def set_slots(self, statement: Statement, line: SourceLine) -> None:
        """Carry out `.vliw expression` or `.vliw kind, kind`, the slots of the machine that the bundles are for."""
        kinds = kinds_of(split_commas(statement.rest))
        slots = Slots.of(kinds or self._integer(statement.rest, line, 1, MAX_STANDARD, "the number of slots"))
        if self.slots is not None and slots != self.slots:
            advice = f"it is {self.slots} already, from above or from `--vliw`"
            raise SourceError("E0321", f".vliw says {slots.text}", statement.span, help=advice)
        self.slots = slots

    def set_counts_on(self, statement: Statement, line: SourceLine) -> None:
        """Carry out `.counts_on name, name`, the guarantees that `simt check` assumes."""
        for piece in split_commas(statement.rest) or [list(statement.rest)]:
            token = piece[0]
            if token.text not in COUNTS_ON or len(piece) != 2:
                message = f"a kernel cannot count on {quote(token.text)}" if token.text else "expected a name"
                advice = did_you_mean(token.text, COUNTS_ON, f"there are {', '.join(COUNTS_ON)}")
                raise SourceError("E0305", message, (token.column, piece[-1].column), help=advice)
            if token.text in self.counts_on:
                raise SourceError("E0321", f"{quote(token.text)} is given twice", token.span)
            self.counts_on = tuple(sorted((*self.counts_on, token.text)))

    def set_prints(self, statement: Statement, line: SourceLine) -> None:
        """Carry out `.prints buffer`, the buffer for the output of printf."""
        token = statement.rest[0]
        name = name_token(token, "the buffer's name")
        no_more(statement.rest[1])
        if self.prints:
            raise _twice(".prints", quote(self.prints), statement.span)
        buffer = self.buffers.get(name)
        if buffer is None or buffer.type != "u32" or not buffer.length:
            message = f"{quote(name)} is not a buffer of u32 with a length"
            raise SourceError("E0305", message, token.span, help=f"write .buffer {name}, u32, 1024 above")
        self.prints = name

    def equ(self, statement: Statement, line: SourceLine, name: str) -> Symbol:
        """Carry out `.equ name expression`, with an optional `=` or `,` between; a define replaces the value."""
        tokens = statement.rest[2:] if statement.rest[1].text in ("=", ",") else statement.rest[1:]
        value = self.evaluate(compile_expression(tokens), line)
        if name in self.defines:
            self.used_defines.add(name)
            # A float stays a float: `-D scale=2` for `.equ scale 1.0` means 2.0.
            value = float(self.defines[name]) if isinstance(value, float) else self.defines[name]
        return Symbol(name, "equ", value, line, statement.rest[0].span)

    def local(self, statement: Statement, line: SourceLine, name: str) -> Symbol:
        """Carry out `.local name type[length]` with an optional `align n`; the symbol's value is a word address."""
        array, rest = self._array(statement, line, self.local_words)
        if rest[0].kind != "end":
            if rest[0].text != "align":
                advice = "only `align n` may follow"
                raise SourceError("E0305", f"unexpected {quote(rest[0].text)}", rest[0].span, help=advice)
            unit = self._integer(rest[1:], line, 1, MAX_LOCAL_WORDS, "the alignment")
            array = replace(array, address=(array.address + unit - 1) // unit * unit)
        if (end := array.address + array.words) > MAX_LOCAL_WORDS:
            message = f"local memory is too large: {end} words"
            raise SourceError("E0316", message, statement.span, help=f"no machine has more than {MAX_LOCAL_WORDS}")
        if name not in self.symbols.symbols:
            self.locals[name], self.local_words = array, end
        return Symbol(name, "local", array.address, line, statement.rest[0].span, array.type, array.length)

    def private(self, statement: Statement, line: SourceLine, name: str) -> Symbol:
        """Carry out `.private name type[length]`; the symbol's value is a byte address."""
        array, rest = self._array(statement, line, self.private_words)
        no_more(rest[0])
        if (end := array.address + array.words) > MAX_PRIVATE_WORDS:
            message = f"private memory is too large: {end} words for each thread"
            advice = f"a thread has at most {MAX_PRIVATE_WORDS}"
            raise SourceError("E0316", message, statement.span, help=advice)
        if name not in self.symbols.symbols:
            self.privates[name], self.private_words = array, end
        return Symbol(name, "private", 4 * array.address, line, statement.rest[0].span, array.type, array.length)

    def _array(self, statement: Statement, line: SourceLine, address: int) -> tuple[LocalArray, Sequence[Token]]:
        """Return the array at an address that `name type[length]` declares, and the tokens after the bracket."""
        rest = statement.rest
        kind = type_of(rest[1], ELEMENT_TYPES)
        close = closing_bracket(rest)
        limit = 4 * MAX_LOCAL_WORDS // ELEMENT_BYTES[kind]
        length_tokens = [*rest[3:close], rest[close]._replace(kind="end", text="")]
        length = self._integer(length_tokens, line, 1, limit, "the length of an array")
        return LocalArray(rest[0].text, kind, address, length), rest[close + 1 :]

    def const(self, statement: Statement, line: SourceLine, name: str) -> Symbol:
        """Carry out `.const name type = value, value, ...`."""
        kind, words = self._values(statement, line)
        self._room(len(words), statement.span)
        index = self.pool.declare(words, is_shared=True)
        return Symbol(name, "const", index, line, statement.rest[0].span, kind, len(words))

    def param(self, statement: Statement, line: SourceLine, name: str) -> Symbol:
        """Carry out `.param name type = default`."""
        kind, words = self._values(statement, line)
        if len(words) != 1:
            raise SourceError("E0305", "a parameter is one word", statement.span, help="write .param name type = value")
        self._room(1, statement.span)
        index = self.pool.declare(words, is_shared=False)
        if name not in self.symbols.symbols:
            self.params[name] = Parameter(name, kind, index, words[0])
        return Symbol(name, "param", index, line, statement.rest[0].span, kind)

    def buffer(self, statement: Statement, line: SourceLine, name: str) -> Symbol:
        """Carry out `.buffer name, type`, with an optional `, length` or `= value, value, ...`."""
        pieces = split_commas(statement.rest)
        has_contents = len(pieces) > 1 and any(token.text == "=" for token in pieces[1][1:2])
        if len(pieces) < 2 or (len(pieces) > 3 and not has_contents) or len(pieces[0]) != 2:
            message = "expected a name, a type and perhaps a length, with commas between"
            advice = f"write .buffer {name}, f32 or .buffer {name}, f32, 1024 or .buffer {name}, f32 = 1.0, 2.0"
            raise SourceError("E0305", message, statement.span, help=advice)
        kind = type_of(pieces[1][0], ELEMENT_TYPES)
        length = 0
        contents: tuple[int, ...] = ()
        if has_contents:
            elements = elements_of([pieces[1][2:], *pieces[2:]], kind, self.symbols, line.counters)
            length, contents = len(elements), packed(elements, kind)
        else:
            no_more(pieces[1][1])
        if len(pieces) == 3 and not has_contents:
            length = self._integer(pieces[2], line, 1, MAX_BUFFER_WORDS, "the length of a buffer")
        if len(self.buffers) == MAX_BUFFERS:
            raise SourceError("E0325", f"more than {MAX_BUFFERS} buffers", statement.span, label="one too many")
        added = Buffer(name, kind, length, 0, contents)
        words = sum(entry.words for entry in self.buffers.values()) + added.words
        if words > MAX_BUFFER_WORDS:
            advice = f"together they have at most {MAX_BUFFER_WORDS} words"
            raise SourceError("E0325", f"the buffers are too large: {words} words", statement.span, help=advice)
        self._room(1, statement.span)
        if name not in self.symbols.symbols:
            self.buffers[name] = replace(added, index=self.pool.declare([0], is_shared=False))
        index = self.buffers[name].index if name in self.buffers else 0
        # The type is the type of the address.
        return Symbol(name, "buffer", index, line, statement.rest[0].span, "u32", length)

    def at_launch(self, statement: Statement, line: SourceLine) -> None:
        """Carry out `.at_launch register, special`."""
        pieces = split_commas(statement.rest)
        if len(pieces) != 2:
            advice = "write .at_launch r0, lane_id"
            raise SourceError("E0305", "expected a register and a special source", statement.span, help=advice)
        read = self.dialect.operand if self.dialect is not None else parse_operand
        operand, token = read(pieces[0]), pieces[1][0]
        count = FIRST_SPECIAL if isinstance(operand, Register) else SCALAR_COUNT
        if not isinstance(operand, Register | Scalar) or operand.number >= count:
            raise SourceError("E0305", "only a register or a scalar register holds a value", operand.span)
        if isinstance(operand, Scalar) and operand.number >= PAIRS["exec"]:
            raise SourceError("E0305", "exec holds the lanes with a thread at launch", operand.span)
        bank = "register" if isinstance(operand, Register) else "scalar"
        sources = LAUNCH_BANKS[bank][1]
        if token.text not in sources or len(pieces[1]) != 2:
            message = f"{quote(operand.text)} cannot hold this at launch"
            advice = f"a {'scalar register' if bank == 'scalar' else bank} holds {', '.join(sources)}"
            raise SourceError("E0305", message, (token.column, pieces[1][-1].column), help=advice)
        if (bank, operand.number) in self.launch_values:
            raise SourceError("E0321", f".at_launch is given twice for {quote(operand.text)}", statement.span)
        self.launch_values[bank, operand.number] = LaunchValue(bank, operand.number, token.text)

    def all_launch_values(self) -> tuple[LaunchValue, ...]:
        """Return the values of registers at launch, sorted: from the source, or else from the dialect."""
        own = self.dialect.at_launch if self.dialect is not None else ()
        entries = {(entry.bank, entry.number): entry for entry in own} | self.launch_values
        return tuple(sorted(entries.values()))

    def set_dialect(self, statement: Statement, line: SourceLine) -> None:
        """Carry out `.dialect name`."""
        token = statement.rest[0]
        name = token.text if token.kind == "name" else ""
        if name:
            no_more(statement.rest[1])
        try:
            dialect = find_dialect(name, token.span)
        except SourceError:
            self.is_dialect_unknown = True
            raise
        if self.has_dialect_directive or self.has_instructions:
            message = ".dialect comes too late" if self.has_instructions else ".dialect is given twice"
            advice = "a program is written in one dialect; say which above its first instruction"
            raise SourceError("E0151", message, statement.span, help=advice)
        self.dialect = dialect
        self.has_dialect_directive = True

    def check(self, statement: Statement, line: SourceLine) -> None:
        """Carry out `.assert expression, "message"`."""
        place = next((place for place, token in enumerate(statement.rest) if token.kind == "string"), 0)
        if place < 2 or statement.rest[place - 1].text != ",":
            advice = 'write .assert n % 4 == 0, "n must be a multiple of 4"'
            raise SourceError("E0305", "expected an expression and a message", statement.span, help=advice)
        message = message_of(statement.rest[place:], ".assert")
        comma = statement.rest[place - 1]
        expression = compile_expression([*statement.rest[: place - 1], comma._replace(kind="end", text="")])
        if not self.evaluate(expression, line):
            read = self.symbols.lookup(line.counters)
            values = [f"{name} is {read(name, expression.span)}" for name in expression.names]
            raise SourceError(REFUSED, message, expression.span, label=", ".join(values) or "never holds")

    def refuse(self, statement: Statement, line: SourceLine) -> None:
        """Carry out `.error "message"`."""
        raise SourceError(REFUSED, message_of(statement.rest, ".error"), statement.span)

    def _values(self, statement: Statement, line: SourceLine) -> tuple[str, list[int]]:
        """Return the type and the words in `name type = value, ...`. Raises `SourceError`."""
        rest = statement.rest
        kind = type_of(rest[1])
        if rest[2].text != "=":
            advice = f"write {statement.head.text} {rest[0].text} {kind} = {'1.0' if kind == 'f32' else '1'}"
            raise SourceError("E0305", f"expected `=` and a value after `{kind}`", rest[2].span, help=advice)
        pieces = split_commas(rest[3:])
        if not pieces:
            raise SourceError("E0305", "a value is missing", rest[3].span, label="expected a value")
        words = [immediate_bits(parse_immediate(piece), kind, self.symbols, line.counters) for piece in pieces]
        return kind, words

    def _room(self, count: int, span: Span) -> None:
        if len(self.pool.words) + count > MAX_CONSTANTS:
            advice = "keep large tables in local memory (.local)"
            raise SourceError("E0315", f"more than {MAX_CONSTANTS} constants", span, help=advice)

    def unused_defines(self) -> list[SourceError]:
        """Return an error for each define whose name no `.equ` has."""
        equs = [symbol.name for symbol in self.symbols.symbols.values() if symbol.kind == "equ"]
        known = f"the .equ symbols: {', '.join(equs)}" if equs else "the program has no .equ"
        unused = [name for name in self.defines if name not in self.used_defines]
        messages = {name: f"there is no .equ {quote(name)} to replace" for name in unused}
        return [SourceError("E0320", messages[name], None, help=did_you_mean(name, equs, known)) for name in unused]


def _twice(directive: str, value: str, span: Span) -> SourceError:
    return SourceError("E0321", f"{directive} is given twice", span, help=f"it is {value} already")


# The function of each directive, and a description of the name that the directive declares, "" if it declares none.
DIRECTIVES: dict[str, tuple[Callable[..., Symbol | None], str]] = {
    ".kernel": (Declarations.kernel, ""),
    ".threads": (Declarations.set_threads, ""),
    ".group": (Declarations.set_group, ""),
    ".equ": (Declarations.equ, "the symbol's name"),
    ".local": (Declarations.local, "the array's name"),
    ".private": (Declarations.private, "the array's name"),
    ".const": (Declarations.const, "the constant's name"),
    ".param": (Declarations.param, "the parameter's name"),
    ".buffer": (Declarations.buffer, "the buffer's name"),
    ".at_launch": (Declarations.at_launch, ""),
    ".dialect": (Declarations.set_dialect, ""),
    ".vliw": (Declarations.set_slots, ""),
    ".assert": (Declarations.check, ""),
    ".error": (Declarations.refuse, ""),
    ".region": (lambda declarations, statement, line: declarations.regions.open(statement, line), ""),
    ".endregion": (lambda declarations, statement, _line: declarations.regions.close(statement), ""),
    ".counts_on": (Declarations.set_counts_on, ""),
    ".prints": (Declarations.set_prints, ""),
}
