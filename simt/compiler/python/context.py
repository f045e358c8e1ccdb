"""What a kernel's translation carries: the module, the place in the source, and the words for what is refused."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NoReturn

from llvmlite import ir

from isa.diagnostics import Diagnostic
from isa.source import SourceFile
from simt.compiler.python.names import Source
from simt.compiler.python.values import Array, Kind, Value, lower
from simt.compiler.types import LAYOUT, TRIPLE

UNSUPPORTED = "E0981"  # what the language of kernels does not have
WRONG_TYPE = "E0982"
UNKNOWN_NAME = "E0983"


class RefusedError(Exception):
    """A part of a function that cannot be translated; without a message if that follows from one that is told."""

    def __init__(self, diagnostic: Diagnostic | None = None) -> None:
        super().__init__(diagnostic.message if diagnostic else "")
        self.diagnostic = diagnostic


class Lost:
    """What a name stands for whose statement is wrong: nothing more is said of it."""


@dataclass(slots=True)
class Variable:
    """A variable, or an element of an array: its type, and where it lies."""

    kind: Kind
    slot: Any


@dataclass(slots=True)
class Scope:
    """A function that is being translated: its variables, and where its calls return to."""

    source: Source
    variables: dict[str, Variable | Array | Lost] = field(default_factory=dict)  # that have a value here
    slots: dict[tuple[str, Kind], Variable] = field(default_factory=dict)  # on any way
    end: Any = None  # the block behind the function
    result: Variable | Array | None = None
    has_returned: bool = False
    loops: list[tuple[Any, Any]] = field(default_factory=list)  # blocks: where `continue` and `break` go


class Context:
    """The module under construction, and the place in the source."""

    def __init__(self, name: str) -> None:
        self.module = ir.Module(name)
        self.module.triple, self.module.data_layout = TRIPLE, LAYOUT
        word = ir.IntType(32)
        for flag, number in (("Debug Info Version", 3), ("Dwarf Version", 4)):
            self.module.add_named_metadata("llvm.module.flags", [word(2), flag, word(number)])
        self.builder: Any = None
        self.scopes: list[Scope] = []
        self.program: Any = None  # the debug information of the kernel
        self.sources: dict[str, str] = {}  # the texts of files by name

    @property
    def scope(self) -> Scope:
        """The innermost function."""
        return self.scopes[-1]

    def describe(self, source: Source) -> Any:
        """The debug information of a kernel."""
        file = self._file(source.file)
        unit = self.module.add_debug_info(
            "DICompileUnit",
            {"language": ir.DIToken("DW_LANG_Python"), "file": file, "producer": "simt", "runtimeVersion": 0,
             "isOptimized": True, "emissionKind": ir.DIToken("FullDebug")}, is_distinct=True,
        )  # fmt: skip
        self.module.add_named_metadata("llvm.dbg.cu", unit)
        kind = self.module.add_debug_info("DISubroutineType", {"types": self.module.add_metadata([])})
        return self.module.add_debug_info(
            "DISubprogram",
            {"name": source.node.name, "file": file, "scope": file, "line": source.node.lineno, "type": kind,
             "unit": unit, "spFlags": ir.DIToken("DISPFlagDefinition | DISPFlagOptimized")}, is_distinct=True,
        )  # fmt: skip

    def _file(self, file: SourceFile) -> Any:
        self.sources[file.name] = file.text
        return self.module.add_debug_info("DIFile", {"filename": file.name, "directory": ""})

    def at(self, node: ast.AST) -> None:
        """Give what is built from now on the place of a node."""
        scope, file = self.program, self.scope.source.file
        if file.name != self.scopes[0].source.file.name:
            entries = {"scope": scope, "file": self._file(file), "discriminator": 0}
            scope = self.module.add_debug_info("DILexicalBlockFile", entries)
        place = {"line": getattr(node, "lineno", 0), "column": getattr(node, "col_offset", 0) + 1, "scope": scope}
        self.builder.debug_metadata = self.module.add_debug_info("DILocation", place)

    def begin(self, function: Any, source: Source) -> None:
        """Begin a kernel."""
        self.program = self.describe(source)
        function.set_metadata("dbg", self.program)
        self.builder = ir.IRBuilder(function.append_basic_block("entry"))

    @contextmanager
    def inside(self, scope: Scope) -> Iterator[None]:
        """Translate a function."""
        self.scopes.append(scope)
        try:
            yield
        finally:
            self.scopes.pop()

    def slot(self, kind: Kind, count: int | None = None) -> Any:
        """A place in private memory, from the kernel's beginning on."""
        with self.builder.goto_entry_block():
            return self.builder.alloca(lower(kind) if count is None else ir.ArrayType(lower(kind), count))

    def refuse(self, node: ast.AST, message: str, *, code: str = UNSUPPORTED, help: str = "") -> NoReturn:  # noqa: A002
        """Raise `RefusedError` for a part of the function."""
        raise RefusedError(diagnosed(self.scope.source.file, node, code, message, help))

    def mistyped(self, node: ast.AST, message: str, help: str = "") -> NoReturn:  # noqa: A002
        """Raise `RefusedError` for a value of another type than is needed."""
        raise RefusedError(diagnosed(self.scope.source.file, node, WRONG_TYPE, message, help))

    # --- variables ----------------------------------------------------------------------------------------------------

    def store(self, value: Value, variable: Variable) -> None:
        """Give a variable a value of its type."""
        self.builder.store(value.ir, variable.slot, align=_bytes(variable.kind))

    def loaded(self, variable: Variable) -> Value:
        """The value of a variable."""
        found = self.builder.load(variable.slot, typ=lower(variable.kind), align=_bytes(variable.kind))
        return Value(variable.kind, found)

    def fresh(self, value: Value) -> Variable:
        """A new variable with a value."""
        made = Variable(value.kind, self.slot(value.kind))
        self.store(value, made)
        return made

    # --- blocks -------------------------------------------------------------------------------------------------------

    def blocks(self, *names: str) -> list[Any]:
        """New blocks."""
        return [self.builder.append_basic_block(name) for name in names]

    def leave(self, block: Any) -> None:
        """Go on to a block, if the end of this one is reached."""
        if not self.builder.block.is_terminated:
            self.builder.branch(block)

    def into(self, block: Any) -> None:
        """Build in a block from now on."""
        self.builder.position_at_end(block)


def diagnosed(file: SourceFile, node: ast.AST, code: str, message: str, help: str = "") -> Diagnostic:  # noqa: A002
    """A message about a node; of several lines, the first is shown."""
    line = max(1, getattr(node, "lineno", 1))
    text = file.lines[line - 1] if line <= len(file.lines) else ""
    first = _column(text, getattr(node, "col_offset", 0))
    last = len(text) if getattr(node, "end_lineno", line) != line else _column(text, getattr(node, "end_col_offset", 0))
    return Diagnostic(code, "error", message, file.name, line, first + 1, max(last, first + 1) + 1, text, help=help)


def _bytes(kind: Kind) -> int:
    return max(1, getattr(kind, "bits", 8) // 8)


def _column(text: str, offset: int) -> int:
    """The column, from 0, of a byte of a line."""
    return len(text.encode()[:offset].decode(errors="ignore"))
