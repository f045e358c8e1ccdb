"""LLVM IR as text: a module with its globals, declarations and debug places, and the body of one function."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from isa.reporting.source import SourceFile
from simt.compiler.builtins.mangling import CODES
from simt.compiler.llvm.ir import CONSTANT, LOCAL
from simt.compiler.llvm.names import in_ascii, in_quotes
from simt.compiler.typed.types import (
    BOOL,
    VOID,
    ArrayType,
    Pointer,
    Type,
    base_name,
    gaps,
    memory_ir,
    pointer_ir,
    pointer_to,
)
from simt.compiler.types import DECLARED, ENDED, LAYOUT, NEVER, PADDING, TRIPLE, WITHIN, WORK_ITEM_FUNCTIONS

USER = "user."  # prefix of functions of the source, which LLVM must not take for functions of the C library
_LAST_COLUMN = 65535  # LLVM's largest
_CONVERGENT = ("barrier", "async_work_group", "wait_group_events", "fence", "sub_group_")
_DEBUG = (
    '!llvm.dbg.cu = !{!0}',
    '!llvm.module.flags = !{!1, !2}',
    '!1 = !{i32 2, !"Debug Info Version", i32 3}',
    '!2 = !{i32 1, !"wchar_size", i32 4}',
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Value:
    """A value with its type: a constant of LLVM, or the name of a result. Arrays and records are `Place`s."""

    text: str
    type: Type

    def __str__(self) -> str:
        return f"{self.type.ir} {self.text}"


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a value in memory. lanes: the components of a vector to which it refers, if not all in order."""

    address: str
    space: int
    type: Type
    alignment: int
    is_volatile: bool = False
    lanes: tuple[int, ...] | None = None
    whole: Type | None = None  # the vector of `lanes`

    @property
    def pointer(self) -> str:
        """The address with its type."""
        return f"{pointer_ir(self.space)} {self.address}"


@dataclass(slots=True)
class ConstantTable:
    """A global variable in constant memory that holds several constants.

    The address of a table is known only when a program is launched, but constants are bytes of the program. So a
    pointer in constant memory is stored as an offset in the table, 0 for a null pointer. A load turns it into an
    address. name: the variable in LLVM. offsets: byte offsets, by a constant's address in LLVM.
    """

    name: str
    data: bytearray = field(default_factory=bytearray)
    offsets: dict[str, int] = field(default_factory=dict)
    _distinct: dict[bytes, str] = field(default_factory=dict)

    def add(self, data: bytes, alignment: int = 1) -> str:
        """Append a constant at a multiple of `alignment` bytes; return its address as a constant of LLVM."""
        self.data += bytes(-len(self.data) % alignment)
        address = f"getelementptr (i8, {self.start}, i32 {len(self.data)})"
        self.offsets[address] = len(self.data)
        self.data += data
        return address

    def add_distinct(self, data: bytes) -> str:
        """Append a constant, unless the table has an equal one; return its address."""
        if data not in self._distinct:
            self._distinct[data] = self.add(data)
        return self._distinct[data]

    @property
    def start(self) -> str:
        """The address of the table, with its type."""
        return f"{pointer_ir(CONSTANT)} {self.name}"

    def definition(self, alignment: int) -> str:
        """Return the table as a global variable of LLVM."""
        data = self.data + bytes(-len(self.data) % 4)
        words = [f"i32 {int.from_bytes(data[first : first + 4], 'little')}" for first in range(0, len(data), 4)]
        kind = f"constant [{len(words)} x i32] [{', '.join(words)}]"
        return f"{self.name} = internal addrspace({CONSTANT}) {kind}, align {alignment}"


class Module:
    """The text of a module, collected while its functions are translated."""

    def __init__(self, files: Sequence[SourceFile]) -> None:
        self._globals: dict[str, None] = {}
        self._functions: list[str] = []
        self._declared: dict[str, str] = {}
        self._metadata: dict[str, int] = {}
        self._files = files
        self._names: set[str] = set()
        self.reads_lanes = False  # a function has been called by which lanes read one another
        self.has_locks = False  # a word has been exchanged, as lanes do that take a lock
        self.is_pooled = False  # constants contain pointers, so that all of them lie in `pool`
        self.pool = ConstantTable("@constants.table", bytearray(4))  # no constant has the offset 0
        self.texts = ConstantTable("@printf.texts")  # a kernel may print many texts, and a machine has few buffers

    def unique(self, name: str) -> str:
        """Return a name that no global has: `name` if possible, else `name` and a number."""
        unique, number = name, 0
        while unique in self._names:
            number += 1
            unique = f"{name}.{number}"
        self._names.add(unique)
        return unique

    def add_global(self, text: str) -> None:
        """Add the definition or the declaration of a global, if it is missing."""
        self._globals[text] = None

    def add_local(self, name: str, type_: Type) -> Place:
        """Add a variable in local memory; return its place."""
        symbol = self.unique(name)
        alignment = max(type_.alignment, 16 if type_.size >= 16 else 4)  # it may be read as vectors
        self.add_global(f"@{symbol} = internal addrspace(3) global {memory_ir(type_)} undef, align {alignment}")
        return Place(f"@{symbol}", LOCAL, type_, alignment)

    def add_function(self, text: str) -> None:
        """Add the definition of a function."""
        self._functions.append(text)

    def declare(self, symbol: str, result: Type, arguments: Iterable[str]) -> None:
        """Declare a function of the library or the back end."""
        attributes = "nounwind"
        if symbol in WORK_ITEM_FUNCTIONS:
            attributes += " willreturn speculatable memory(none)"
        elif symbol == NEVER:
            attributes += " convergent willreturn memory(inaccessiblemem: readwrite)"
        elif any(word in symbol for word in _CONVERGENT):
            attributes += " convergent"
            self.reads_lanes = self.reads_lanes or "sub_group_" in symbol
        spelled = ", ".join(arguments)
        if symbol.startswith("llvm."):
            self._declared[symbol] = f"declare {result.ir} @{symbol}({spelled})"
        else:
            self._declared[symbol] = f"declare spir_func {result.ir} @{symbol}({spelled}) {attributes}"

    def metadata(self, text: str) -> str:
        """Return the number of a node of metadata, as `!12`; equal nodes are one."""
        return f"!{self._metadata.setdefault(text, len(self._metadata) + 3)}"

    def file(self, number: int) -> str:
        """Return the number of the metadata of a source file."""
        return self.metadata(f'!DIFile(filename: "{in_quotes(self._files[number].name)}", directory: "")')

    def subprogram(self, name: str, place: tuple[int, int, int]) -> str:
        """Return the number of the metadata of a function. place: its file's number, line and column."""
        file, line = self.file(place[0]), place[1]
        kind = self.metadata("!DISubroutineType(types: !{})")
        names = f'name: "{name.removeprefix(USER)}", linkageName: "{name}"'
        where = f"scope: {file}, file: {file}, line: {line}, scopeLine: {line}, type: {kind}"
        return self.metadata(f"distinct !DISubprogram({names}, {where}, spFlags: DISPFlagDefinition, unit: !0)")

    def variable(self, name: str, scope: str, place: tuple[int, int, int], type_: Type) -> str:
        """Return the number of the metadata of a variable. scope: the metadata of its function; place: as for that."""
        is_plain = not isinstance(type_, Pointer | ArrayType)
        kind = f'name: "{in_quotes(base_name(type_) if is_plain else type_.ir)}", size: {8 * type_.size}'
        where = f"scope: {scope}, file: {self.file(place[0])}, line: {place[1]}"
        entry = f'name: "{in_quotes(name)}", {where}, type: {self.metadata(f"!DIBasicType({kind})")}'
        return self.metadata(f"distinct !DILocalVariable({entry}) ; {len(self._metadata)}")  # equal ones stay apart

    def loop(self, factor: int) -> str:
        """Return the number of the metadata of a loop to unroll by a factor: 0 as far as possible, 1 not at all."""
        words = {0: '"llvm.loop.unroll.enable"', 1: '"llvm.loop.unroll.disable"'}
        word = words.get(factor, f'"llvm.loop.unroll.count", i32 {factor}')
        hint = self.metadata(f"!{{!{word}}}")
        number = len(self._metadata) + 3
        return self.metadata(f"distinct !{{!{number}, {hint}}}")

    def element_of(self, length: int, name: str) -> str:
        """Return the text that marks an instruction as computing the address of an element of an array of `length`."""
        number = self.metadata(f'!{{i32 {length}, !"{name}"}}')
        return f", !{WITHIN} {number}"

    def text(self) -> str:
        """Return the whole module."""
        first = next((number for number, file in enumerate(self._files) if file.text), 0)  # without the file of -D
        unit = (
            f'!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: {self.file(first)}, producer: "simt", '
            "isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)"
        )
        nodes = [f"!{number} = {text}" for text, number in self._metadata.items()]
        parts = [
            f'target datalayout = "{LAYOUT}"\ntarget triple = "{TRIPLE}"',
            "\n".join(self._globals),
            "\n\n".join(self._functions),
            "\n".join(self._declared.values()),
            "\n".join([*_DEBUG, unit, *nodes]),
        ]
        return in_ascii("\n\n".join(part for part in parts if part) + "\n")


class Builder:
    """The body of one function: instructions in order, and their blocks."""

    def __init__(self, module: Module, name: str, place: tuple[int, int, int]) -> None:
        self.module = module
        self.name = name
        self.scope = module.subprogram(name, place)
        self.block = "entry."
        self._allocated: list[str] = []
        self._lines: list[str] = []
        self._names = 0
        self.is_open = True  # the block has no end yet
        self.rounds: list[str] = []  # where the next rounds of the loops begin, of the innermost last
        self._places: dict[tuple[int, int, int], str] = {}
        self._file = place[0]
        self._place = place
        self._visible: list[tuple[str, str]] = []  # variables of the source: their metadata, and their places'

    def at(self, place: tuple[int, int, int]) -> tuple[int, int, int]:
        """Set the source place of the instructions that follow: a file's number, line, column; return the old place."""
        before, self._place = self._place, place
        return before

    def _debug(self) -> str:
        """Return the suffix of an instruction that gives its place in the source."""
        if self._place not in self._places:
            file, line, column = self._place
            scope = self.scope
            if file != self._file:
                other = self.module.file(file)
                scope = self.module.metadata(f"!DILexicalBlockFile(scope: {scope}, file: {other}, discriminator: 0)")
            column = min(column, _LAST_COLUMN)
            location = self.module.metadata(f"!DILocation(line: {line}, column: {column}, scope: {scope})")
            self._places[self._place] = f", !dbg {location}"
        return self._places[self._place]

    def fresh(self, stem: str = "v") -> str:
        """Return a new name in the function: `stem`, a dot, which keeps it distinct from names of C, and a number."""
        self._names += 1
        return f"{stem}.{self._names}"

    def do(self, text: str) -> None:
        """Add an instruction without a result. If the block has ended, a new one begins, which is never reached."""
        if not self.is_open:
            self.start(self.fresh("dead"))
        self._lines.append(f"  {text}{self._debug()}")

    def make(self, text: str, type_: Type) -> Value:
        """Add an instruction; return its result, which is empty for a call without one."""
        if type_ is VOID:
            self.do(text)
            return Value("", type_)
        name = self.fresh()
        self.do(f"%{name} = {text}")
        return Value(f"%{name}", type_)

    def call(self, symbol: str, operands: Sequence[Value], result: Type, suffix: str = "") -> Value:
        """Declare and call a function of LLVM, the library or the back end; return its result. suffix: metadata."""
        self.module.declare(symbol, result, [operand.type.ir for operand in operands])
        word = "call" if symbol.startswith("llvm.") else "call spir_func"
        return self.make(f"{word} {result.ir} @{symbol}({', '.join(map(str, operands))}){suffix}", result)

    def transfer(
        self, name: str, operands: Sequence[str], spaces: Sequence[int], size: int, is_volatile: bool = False
    ) -> None:
        """Call `llvm.memcpy`, `llvm.memmove` or `llvm.memset`.

        spaces: the address spaces of the pointers. size: the number of bytes.
        """
        symbol = f"llvm.{name}.{''.join(f'p{space}.' for space in spaces)}i32"
        kinds = [*map(pointer_ir, spaces), *(["i8"] if name == "memset" else []), "i32", "i1"]
        self.module.declare(symbol, VOID, kinds)
        self.do(f"call void @{symbol}({', '.join(operands)}, i32 {size}, i1 {'true' if is_volatile else 'false'})")

    def builtin(self, name: str, operands: Sequence[Value], result: Type | None = None, suffix: str = "") -> Value:
        """Call a function of OpenCL C, whose result has by default the type of its first operand."""
        codes = "".join(CODES[base_name(operand.type)] for operand in operands) or "v"
        return self.call(f"_Z{len(name)}{name}{codes}", operands, result or operands[0].type, suffix)

    def allocate(self, type_: Type, stem: str = "v") -> Place:
        """Allocate a private variable in the entry block; return its place."""
        name = self.fresh(stem)
        # Large values may be read as vectors through a pointer.
        alignment = max(type_.alignment, 16 if type_.size >= 16 else 1)
        self._allocated.append(f"  %{name} = alloca {memory_ir(type_)}, align {alignment}")
        return Place(f"%{name}", 0, type_, alignment)

    def named(self, place: Place, name: str) -> None:
        """Note that a private variable of the source lies at a place, so that the compiler knows its name."""
        variable = self.module.variable(name, self.scope, self._place, place.type)
        location = self._debug().removeprefix(", !dbg ")
        self._allocated.append(f"  #dbg_declare({place.pointer}, {variable}, !DIExpression(), {location})")
        self._visible.append((variable, location))

    @property
    def visible(self) -> int:
        """The number of variables that are visible, for `leave_scope`."""
        return len(self._visible)

    def leave_scope(self, visible: int) -> None:
        """Note that all but the first `visible` variables are no longer visible."""
        for variable, location in self._visible[visible:]:
            if self.is_open:
                self._lines.append(f"  #dbg_value(i1 false, {variable}, !DIExpression({ENDED}), {location})")
        del self._visible[visible:]

    def declared(self, place: Place) -> None:
        """Mark the declaration of a variable without a value, for `simt check`; other compilations remove the mark."""
        self._mark(DECLARED, place, place.type.size)
        for offset, size in gaps(place.type):
            self._mark(PADDING, self.offset(place, offset, place.type), size)

    def _mark(self, symbol: str, place: Place, size: int) -> None:
        self.do(f"call spir_func void @{symbol}({place.pointer}, i32 {size})")
        self.module.declare(symbol, VOID, (pointer_ir(0), "i32"))

    def offset(self, base: Place, offset: int, type_: Type, is_volatile: bool = False) -> Place:
        """Return the part of a place that begins `offset` bytes after its start."""
        address, alignment = base.address, base.alignment
        while offset % alignment:
            alignment //= 2
        if offset:
            text = f"getelementptr inbounds i8, {base.pointer}, i32 {offset}"
            address = self.make(text, pointer_to(base.space)).text
        return Place(address, base.space, type_, alignment, base.is_volatile or is_volatile)

    def element(self, base: Place, type_: Type, index: Value) -> Place:
        """Return the place `index` elements of a type after another place."""
        text = f"getelementptr inbounds {memory_ir(type_)}, {base.pointer}, {index}"
        address = self.make(text, pointer_to(base.space)).text
        return Place(address, base.space, type_, type_.alignment, base.is_volatile)

    # --- blocks -------------------------------------------------------------------------------------------------------

    def start(self, label: str, *, falls: bool = True) -> None:
        """Begin a block. falls: the block before it jumps here, unless it has ended."""
        if falls:
            self.jump(label)
        self._lines.append(f"{label}:")
        self.block = label
        self.is_open = True

    def jump(self, label: str, suffix: str = "") -> None:
        """End the block with a jump, if it is still open."""
        if self.is_open:
            self.end(f"br label %{label}{suffix}")

    def leave(self, target: str, again: str) -> None:
        """End the block with a jump out of a loop.

        Where lanes read one another, the block also jumps to `again`, the loop's next round, in a way that no lane
        takes. Otherwise LLVM would move its code after the loop, where lanes of different rounds meet.
        """
        if self.is_open and self.module.reads_lanes:
            self.branch(self.call(NEVER, [], BOOL).text, again, target)
        else:
            self.jump(target)

    def stay(self) -> None:
        """Keep the earlier code in its loop by a jump as in `leave`, as LLVM would move code under a lock after it."""
        if self.rounds and self.is_open and self.module.has_locks:
            rest = self.fresh("on")
            self.branch(self.call(NEVER, [], BOOL).text, self.rounds[-1], rest)
            self.start(rest)

    def branch(self, condition: str, then: str, otherwise: str) -> None:
        """End the block with a jump to one of two."""
        self.end(f"br i1 {condition}, label %{then}, label %{otherwise}")

    def phi(self, edges: Sequence[tuple[Value, str]]) -> Value:
        """Add a phi: its operands, each with the block from which it comes."""
        type_ = edges[0][0].type
        return self.make(f"phi {type_.ir} {', '.join(f'[ {value.text}, %{block} ]' for value, block in edges)}", type_)

    def end(self, text: str) -> None:
        """End the block with an instruction."""
        self.do(text)
        self.is_open = False

    def finished(self, head: str) -> str:
        """Return the text of the function. head: its first line, without the brace."""
        body = "\n".join(["entry.:", *self._allocated, *self._lines])
        return f"{head} !dbg {self.scope} {{\n{body}\n}}"
