"""The context of a kernel's translation: the module, the functions in translation, and the errors of refused parts."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn

from isa.reporting.diagnostics import Diagnostic
from isa.reporting.source import SourceFile
from simt.compiler.python.names import Source
from simt.compiler.python.values import Length
from simt.compiler.typed.builder import Builder, Module, Place, Value
from simt.compiler.typed.conversions import load, store
from simt.compiler.typed.types import INT, Type

UNSUPPORTED = "E0981"  # missing in the language of kernels
WRONG_TYPE = "E0982"
UNKNOWN_NAME = "E0983"


_WORDS: Final = {  # for parts of Python that kernels lack, by their nodes
    "ListComp": "comprehensions", "GeneratorExp": "comprehensions", "DictComp": "comprehensions", "List": "lists",
    "Dict": "dictionaries", "Set": "sets", "Lambda": "lambdas", "JoinedStr": "strings", "NamedExpr": "`:=`",
    "Starred": "`*` in calls", "Await": "`await`", "Yield": "`yield`", "Slice": "slices",
    "Try": "`try`", "With": "`with`", "ClassDef": "classes", "FunctionDef": "functions inside functions",
    "Delete": "`del`", "Global": "`global`", "Nonlocal": "`nonlocal`", "Import": "imports", "ImportFrom": "imports",
    "Raise": "exceptions", "Match": "`match`", "AsyncFor": "`async`", "AsyncWith": "`async`", "TypeAlias": "`type`",
}  # fmt: skip


class StoppedError(Exception):
    """The end of a translation. diagnostic: None if the reason is already reported."""

    def __init__(self, diagnostic: Diagnostic | None = None) -> None:
        super().__init__(diagnostic.message if diagnostic else "")
        self.diagnostic = diagnostic


class RefusedError(StoppedError):
    """A statement, or a part of one, that cannot be translated."""


class Lost:
    """The meaning of a name whose assignment has a mistake: later uses report no further mistake."""


@dataclass(slots=True)
class FunctionScope:
    """A function in translation: its variables, loops and result."""

    source: Source
    file: int  # its number
    end: str  # the label after the function
    variables: dict[str, Any] = field(default_factory=dict)  # with a value here: Place, ArrayPlace, Lost, tuple
    slots: dict[tuple[str, Type], Place] = field(default_factory=dict)  # by name and type, the same on all paths
    result: Any = None  # a variable
    has_returned: bool = False
    loops: list[tuple[str, str]] = field(default_factory=list)  # labels: targets of `continue` and `break`


class Context:
    """The module under construction, the functions in translation, and the mistakes so far."""

    def __init__(self, source: Source) -> None:
        self.files = [source.file]
        self.module = Module(self.files)
        self.builder = Builder(self.module, source.node.name, (0, source.node.lineno, 0))
        self.lengths: dict[Length, Value] = {}  # used by the kernel
        self.scopes = [self.scope_of(source)]
        self.node: ast.AST = source.node  # the current one
        self.wrong: list[Diagnostic] = []  # a message for each refused statement
        self.named_here: tuple[ast.AST, str] = source.node, ""  # the value that a statement names, and the name

    @property
    def scope(self) -> FunctionScope:
        """The function whose statements are being translated."""
        return self.scopes[-1]

    def scope_of(self, source: Source) -> FunctionScope:
        """Return the scope of a function before its first statement; its file is added to `files`."""
        if source.file.name not in (names := [file.name for file in self.files]):
            names.append(source.file.name)
            self.files.append(source.file)
        return FunctionScope(source, names.index(source.file.name), self.builder.fresh("returned"))

    def at(self, node: ast.AST) -> None:
        """Set the place of the following instructions to the place of a node."""
        self.builder.at((self.scope.file, getattr(node, "lineno", 0), getattr(node, "col_offset", 0) + 1))

    def labels(self, *names: str) -> list[str]:
        """Return new labels for blocks. names: their stems."""
        return [self.builder.fresh(name) for name in names]

    def fresh(self, value: Value) -> Place:
        """Make a new variable with a value; return its place."""
        place = self.builder.allocate(value.type)
        store(self.builder, value, place)
        return place

    def named(self, name: str, type_: Type) -> Place:
        """Return the place where a name keeps its values of one type: the same on all paths through the function."""
        slots = self.scope.slots
        if (name, type_) not in slots:
            stem = name.partition("[")[0]  # of a tuple
            slots[name, type_] = self.builder.allocate(type_, stem if stem.isidentifier() else "v")
            if self.scope is self.scopes[0]:  # the instructions of a call have no scope of their own
                self.builder.named(slots[name, type_], name)
        return slots[name, type_]

    def loaded(self, variable: Any) -> Any:
        """Load the value of a variable, or of each variable in a tuple; anything else stands for itself."""
        if isinstance(variable, tuple):
            return tuple(map(self.loaded, variable))
        return load(self.builder, variable) if isinstance(variable, Place) else variable

    def length(self, length: int | Length) -> Value | int:
        """Return a length: a number, or the value of a parameter that is added to the kernel at its first use."""
        if isinstance(length, int):
            return length
        if length not in self.lengths:
            name = f"{length.array}_{'size' if length.axis is None else f'shape_{length.axis}'}"
            taken = {parameter.arg for parameter in self.scopes[0].source.parameters}
            while name in taken:
                name += "_"
            self.lengths[length] = Value(f"%{name}", INT)
        return self.lengths[length]

    def chosen(self, by_kind: Mapping[type[ast.AST], Callable[[Any], Any]], node: ast.AST) -> Callable[[Any], Any]:
        """Return the function that translates a node. Raises `RefusedError` if kernels cannot have such a node."""
        name = type(node).__name__
        advice = "an array of the work-item's own: private(s32, 3)" if name == "List" else ""
        return by_kind.get(type(node)) or self.refuse(node, f"kernels have no {_WORDS.get(name, name)}", advice)

    def too_much(self, message: str, advice: str) -> StoppedError:
        """Return the error of a kernel that is too large, at the current node."""
        return StoppedError(diagnosed(self.scope.source.file, self.node, UNSUPPORTED, message, advice))

    def refuse(self, node: ast.AST, message: str, advice: str = "", code: str = UNSUPPORTED) -> NoReturn:
        """Raise `RefusedError` for a part of the function."""
        raise RefusedError(diagnosed(self.scope.source.file, node, code, message, advice))

    def mistyped(self, node: ast.AST, message: str, advice: str = "") -> NoReturn:
        """Raise `RefusedError` for a value of the wrong type."""
        self.refuse(node, message, advice, WRONG_TYPE)


def diagnosed(file: SourceFile, node: ast.AST, code: str, message: str, advice: str = "") -> Diagnostic:
    """Return a diagnostic at a node; it quotes the first line of the node."""
    line = max(1, getattr(node, "lineno", 1))
    text = file.lines[line - 1] if line <= len(file.lines) else ""
    first = _column(text, getattr(node, "col_offset", 0))
    last = len(text) if getattr(node, "end_lineno", line) != line else _column(text, getattr(node, "end_col_offset", 0))
    return Diagnostic(code, "error", message, file.name, line, first + 1, max(last, first + 1) + 1, text, help=advice)


def _column(text: str, offset: int) -> int:
    """Return the column, from 0, of the byte `offset` of a line."""
    return len(text.encode()[:offset].decode(errors="ignore"))
