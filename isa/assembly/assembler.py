"""The two-pass assembler.

The first pass reads statements in order, carries out directives and gives labels their addresses. The second pass, in
which all names are known, turns operands into fields and words. A statement with a mistake is skipped, so that one run
reports many mistakes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from isa.assembly.defines import Defines, evaluated, placeless
from isa.assembly.dialects import find_dialect
from isa.assembly.directive_tokens import raw_word
from isa.assembly.directives import REFUSED, Declarations
from isa.assembly.lexer import Token
from isa.assembly.macros import Expander
from isa.assembly.operands import MAX_CONSTANTS, ConstantPool, OperandBinder
from isa.assembly.parser import Operands, Statement, parse_bundle, parse_operands, parse_statement
from isa.assembly.pending import Pending, in_slot_order, warnings
from isa.assembly.symbols import PoisonedError, Symbol, SymbolTable
from isa.flow.flow import exits
from isa.program.bundles import Slots, SlotsValue
from isa.program.encoding import Instruction, encode
from isa.program.program import BufferOffset, Program
from isa.reporting.diagnostics import AssemblyError, Diagnostic, quote
from isa.reporting.files import include_folders
from isa.reporting.foreign import INSTEAD
from isa.reporting.source import MAX_FILE_BYTES, SourceError, SourceFile, SourceLine, read_source, split_source
from isa.table.spec import InstructionSpec
from isa.table.table import MAX_INSTRUCTIONS, MNEMONICS

_MAX_ERRORS = 1000  # after which the first pass stops
_CACHED = 16
_cache: dict[tuple[object, ...], Program] = {}  # of files without includes, the least recently used first


def assemble(
    text: str, *, filename: str = "<string>", include_paths: Iterable[str | Path] = (), defines: Defines | None = None,
    dialect: str = "native", slots: SlotsValue = 0,
) -> Program:  # fmt: skip
    """Assemble the program in `text`.

    - filename: the name of the text in messages.
    - include_paths: the folders in which `.include` looks.
    - defines: values that replace the values of `.equ` symbols, by name; a string is an expression. None for no values.
    - dialect: the dialect of a text without `.dialect`, "native" or a key of `isa.assembly.dialects.DIALECTS`.
    - slots: the slots of the bundles: their number, 1 to 3, or the kind of each. A `.vliw` in the text must not
      contradict this. 0 leaves the slots to `.vliw`.

    Raises `AssemblyError`, which lists the mistakes, and `ArgumentError` if a folder of `include_paths` does not exist.
    """
    folders = include_folders(include_paths)
    if len(text) > MAX_FILE_BYTES:
        raise AssemblyError([placeless("E0105", f"{filename} is longer than {MAX_FILE_BYTES} characters", filename)])
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        message = f"{filename} is not text: a NUL character in line {line}"
        raise AssemblyError([placeless("E0103", message, filename, "save the file as UTF-8")])
    return _Assembler(split_source(filename, text), folders, defines, dialect, slots).assemble()


def assemble_file(
    path: str | Path, *, include_paths: Iterable[str | Path] = (), defines: Defines | None = None,
    dialect: str = "native", slots: SlotsValue = 0,
) -> Program:  # fmt: skip
    """Assemble the program in the file `path`. The options are the same as for `assemble`.

    `.include` looks first in the folder of the file that has the `.include`. Raises `AssemblyError`, also if the file
    cannot be read, and `ArgumentError` as `assemble` does.
    """
    folders = include_folders(include_paths)
    try:
        source = read_source(Path(path), errors="replace")
    except SourceError as error:
        raise AssemblyError([placeless(error.code, error.message, str(path), error.help)]) from None
    key = (source.name, source.text, repr(defines and sorted(defines.items())), dialect, slots)
    program = _cache.pop(key, None)
    if program is None:
        assembler = _Assembler(source, folders, defines, dialect, slots)
        program = assembler.assemble()
        if len(assembler.expander.files) > 1:
            return program
    _cache[key] = program
    for oldest in [*_cache][:-_CACHED]:
        _cache.pop(oldest, None)
    return program


class _Assembler:
    """One run of the assembler.

    folders: the folders in which `.include` looks. slots: the slots of the bundles; 0 if only `.vliw` gives them. The
    other arguments are as for `assemble`. Raises `AssemblyError` for an unknown dialect or a define without a value.
    """

    def __init__(
        self, source: SourceFile, folders: Sequence[Path], defines: Defines | None, dialect: str, slots: SlotsValue
    ) -> None:
        self.source = source
        self.pool = ConstantPool()
        self.symbols = SymbolTable()
        self.problems: list[tuple[int, SourceLine | None, SourceError]] = []
        self.order = 0
        self.pending: list[Pending] = []
        self.objects: dict[int, str] = {}  # the array of an access, by address of the instruction
        self.regions: list[str] = []  # the region of each entry of `pending`
        try:
            chosen = find_dialect(dialect)
            kinds = Slots.checked(slots) if slots else None
        except SourceError as error:
            raise AssemblyError([placeless(error.code, error.message, source.name, error.help)]) from None
        except ValueError as error:
            raise AssemblyError([placeless("E0305", str(error), source.name)]) from None
        self.declarations = Declarations(self.symbols, self.pool, evaluated(defines or {}, self.source.name), chosen)
        self.declarations.slots = kinds
        self.middles: dict[int, int] = {}  # addresses in the middle of a bundle: the address of its first operation
        self.expander = Expander(
            source,
            evaluate=self.declarations.evaluate,
            report=self._report,
            is_defined=self.symbols.symbols.__contains__,
            is_instruction=self._is_instruction,
            include_paths=folders,
        )

    def assemble(self) -> Program:
        """Run both passes and return the program. Raises `AssemblyError`."""
        is_too_long = self._first_pass()
        early = len(self.problems)
        words = [] if is_too_long else self._second_pass()
        if not self.pending and not self.problems:
            error = SourceError("E0322", "the program has no instructions", None, help="the shortest is `ret`")
            self._report(None, error)
        if self.problems:
            raise AssemblyError(self._diagnostics(early))
        return self._program(words)

    def _first_pass(self) -> bool:
        """Parse all statements; return whether there are more instructions than a program may have."""
        for line in self.expander.lines():
            self.order += 1
            try:
                self._statement(line)
            except SourceError as error:
                self._report(line, error)
            except PoisonedError:
                pass
            self.regions += [self.declarations.regions.name] * (len(self.pending) - len(self.regions))
            if len(self.pending) > MAX_INSTRUCTIONS or len(self.problems) >= _MAX_ERRORS:
                break
        is_too_long = len(self.pending) > MAX_INSTRUCTIONS
        if is_too_long:
            last = self.pending.pop()
            message = f"the program has more than {MAX_INSTRUCTIONS} instructions"
            label, advice = f"number {MAX_INSTRUCTIONS + 1}", "program memory ends here; make a loop of repeated code"
            self._report(last.line, SourceError("E0314", message, last.statement.span, label=label, help=advice))
        self.order += 1
        for line, unclosed in self.declarations.regions.unclosed():
            self._report(line, unclosed)
        for unused in self.declarations.unused_defines():
            self._report(None, unused)
        return is_too_long

    def _statement(self, line: SourceLine) -> None:
        statement = parse_statement(line.text)
        for label in statement.labels:
            try:
                self.symbols.define(Symbol(label.text, "label", len(self.pending), line, label.span))
            except SourceError as error:
                self._report(line, error)
        head = statement.head
        if head.kind == "end":
            return
        if head.kind == "directive":
            if head.text == ".word":
                self.declarations.has_instructions = True
                self.pending.append(Pending(self.order, line, statement))
            else:
                self.declarations.handle(statement, line)
            return
        if head.text == "{":
            self._bundle(line, statement)
            return
        # The instruction counts even if it is in error: labels after it keep their addresses.
        self.declarations.has_instructions = True
        self.pending.append(Pending(self.order, line, statement))
        spec, operands = self._native(head, statement)
        self.pending[-1] = replace(self.pending[-1], spec=spec, operands=operands)

    def _bundle(self, line: SourceLine, statement: Statement) -> None:
        """Add the operations of a bundle, in the order of their slots. An operation in error keeps its address.

        Raises `SourceError`: E0221 if the slots are not known, E0222 if an operation has no slot or two steer,
        or the errors of `parse_bundle`.
        """
        slots = self.declarations.slots
        first = len(self.pending)
        self.declarations.has_instructions = True
        pieces = parse_bundle(statement)
        entries = [Pending(self.order, line, piece) for piece in pieces]
        self.pending += entries
        self.middles.update(dict.fromkeys(range(first + 1, len(self.pending)), first))
        if slots is None:
            message = "a bundle, but no number of slots"
            advice = "write `.vliw 2` or `.vliw 3` above, or give --vliw"
            raise SourceError("E0221", message, statement.span, label="for a machine of how many slots?", help=advice)
        for place, piece in enumerate(pieces):
            try:
                spec, operands = self._native(piece.head, piece)
                entries[place] = replace(entries[place], spec=spec, operands=operands)
            except SourceError as error:
                self._report(line, error)
        if any(entry.spec is None for entry in entries):
            return
        entries = in_slot_order(entries, slots)
        self.pending[first:] = [replace(entry, more=entry is not entries[-1]) for entry in entries]

    def _check_targets(self, instruction: Instruction, entry: Pending) -> None:
        """Raise `SourceError` (E0223) if a jump goes into the middle of a bundle."""
        for kind, target in exits(instruction, -1):
            if kind == "fallthrough" or target not in self.middles:
                continue
            assert target is not None
            jump = entry.operands.jump if entry.operands is not None else None
            span = jump.span if jump is not None else entry.statement.span
            message = f"this jump goes to address {target}, into the middle of a bundle"
            advice = f"jumps go to bundles: this one is at address {self.middles[target]}; put a label before its `{{`"
            raise SourceError("E0223", message, span, label="not the first of its bundle", help=advice)

    def _native(self, head: Token, statement: Statement) -> tuple[InstructionSpec, Operands]:
        """Return the native instruction and the operands of a statement.

        Raises `SourceError`, or `PoisonedError` after a wrong `.dialect`.
        """
        dialect = self.declarations.dialect
        if self.declarations.is_dialect_unknown:
            raise PoisonedError
        if dialect is not None:
            return dialect.translate(head, statement.rest, self.symbols.suggest)
        if head.text not in MNEMONICS:
            raise self._unknown_instruction(head)
        return MNEMONICS[head.text], parse_operands(statement.rest)

    def _is_instruction(self, name: str) -> bool:
        """Return whether the dialect at this point of the program has an instruction with this name."""
        dialect = self.declarations.dialect
        return dialect.has(name) if dialect is not None else name in MNEMONICS

    def _unknown_instruction(self, head: Token) -> SourceError:
        names = [*MNEMONICS, *self.expander.macros]
        typed = [name for name in names if name.startswith(f"{head.text}.")]
        guess = self.symbols.suggest(head.text, names)
        advice = f"did you mean `{guess}`?" if guess else "`simt isa` lists the instructions"
        if head.text.lower() in INSTEAD:
            advice = INSTEAD[head.text.lower()]
        if typed:
            advice = f"add a type: {' or '.join(f'`{name}`' for name in typed[:4])}"
        message = f"unknown instruction {quote(head.text)}"
        return SourceError("E0201", message, head.span, label="not an instruction", help=advice)

    def _second_pass(self) -> list[int]:
        binder = OperandBinder(self.symbols, self.pool)
        words: list[int] = []
        for entry in self.pending:
            self.order = entry.order
            try:
                if entry.spec is not None and entry.operands is not None:
                    instruction = binder.bind(entry.spec, entry.statement.head, entry.operands, entry.line.counters)
                    self._check_room(entry)
                    self._check_targets(instruction, entry)
                    if binder.object:
                        self.objects[len(words)] = binder.object
                    words.append(encode(replace(instruction, more=entry.more)))
                elif entry.statement.head.kind == "directive":
                    words.append(raw_word(entry.statement.rest, entry.line.counters, self.symbols))
            except SourceError as error:
                self._report(entry.line, error)
                if error.code == "E0315":
                    break
            except PoisonedError:
                pass
        return words

    def _check_room(self, entry: Pending) -> None:
        if len(self.pool.words) > MAX_CONSTANTS:
            message = f"the program needs more than {MAX_CONSTANTS} constants"
            label = "no room for the constant of this one"
            advice = "equal constants share a word; keep large tables in local memory (.local)"
            raise SourceError("E0315", message, entry.statement.span, label=label, help=advice)

    def _program(self, words: Sequence[int]) -> Program:
        symbols = self.symbols.symbols.values()
        declared = self.declarations
        stem = (self.source.path or Path(self.source.name)).stem
        program = Program(
            name=declared.name or (stem if stem.isidentifier() else "kernel"),
            words=tuple(words),
            constants=tuple(self.pool.words),
            threads=declared.threads,
            group=declared.group,
            locals=declared.locals,
            local_words=declared.local_words,
            privates=declared.privates,
            private_words=declared.private_words,
            params=declared.params,
            buffers=declared.buffers,
            offsets=tuple(BufferOffset(index, *place) for place, index in self.pool.offsets.items()),
            labels={
                entry.name: entry.value for entry in symbols if entry.kind == "label" and isinstance(entry.value, int)
            },
            equ={entry.name: entry.value for entry in symbols if entry.kind == "equ" and entry.value is not None},
            locations=tuple(
                replace(entry.location, region=region) for entry, region in zip(self.pending, self.regions, strict=True)
            ),
            sources=self._sources(),
            at_launch=declared.all_launch_values(),
            counts_on=declared.counts_on,
            prints=declared.prints,
            objects=self.objects,
            path=self.source.path,
        )
        return replace(program, warnings=tuple(warnings(self.pending, program)))

    def _sources(self) -> dict[str, str | None]:
        sources: dict[str, str | None] = {}
        for file in self.expander.files:
            if sources.setdefault(file.name, file.text) != file.text:
                sources[file.name] = None  # a text and an included file of the same name
        return sources

    def _report(self, line: SourceLine | None, error: SourceError) -> None:
        self.problems.append((self.order, line, error))

    def _diagnostics(self, early: int) -> list[Diagnostic]:
        """Return the mistakes in the order of the source, each once.

        early: the number of mistakes in the first pass.

        Mistakes after an `.assert` or `.error` that refuses the program are left out, as the refusal explains them.
        """
        ranked = sorted(
            ((order, number < early, line, error) for number, (order, line, error) in enumerate(self.problems)),
            key=lambda entry: entry[0],
        )
        unique: dict[tuple[str, str, int, int, str], Diagnostic] = {}
        is_refused = False
        for _, is_early, line, error in ranked:
            is_refused = is_refused or error.code == REFUSED
            if is_refused and line is not None and error.code != REFUSED:
                continue
            entry = self._diagnostic(line, error, is_early)
            unique.setdefault((entry.code, entry.file, entry.line, entry.column, entry.message), entry)
        return list(unique.values())

    def _diagnostic(self, line: SourceLine | None, error: SourceError, is_early: bool) -> Diagnostic:
        if line is None:
            return placeless(error.code, error.message, self.source.name, error.help)
        if not self.expander.may_show(line.file):
            name = line.file.name
            message = f"the included file {quote(name)} does not assemble; what is in it is not shown"
            advice = "its folder is neither the kernel's nor given with -I; `simt asm` of the file itself shows it"
            while line.context is not None and not self.expander.may_show(line.file):
                line = line.context.line
            return line.diagnose("E0327", message, _statement_span(line), label="included here", help=advice)
        span = error.span if error.span is not None else _statement_span(line)
        code, message, advice = error.code, error.message, error.help
        if code == "E0301" and is_early:
            # Directives see only names that are defined above them: the name may be defined further below.
            name = line.text[span[0] : span[1]]
            symbol = self.symbols.symbols.get(name)
            if symbol is not None:
                code, message = "E0303", f"{quote(name)} is used before it is defined"
                place = f"{symbol.line.file.name}:{symbol.line.number}"
                advice = f"it is defined in {place}; directives see what stands above them"
        return line.diagnose(code, message, span, label=error.label, help=advice)


def _statement_span(line: SourceLine) -> tuple[int, int]:
    text = line.text
    start = len(text) - len(text.lstrip())
    return start, max(len(text.rstrip()), start + 1)
