"""The meanings of names: in a file, which is not run, or in the module of a decorated function."""

from __future__ import annotations

import ast
import inspect
import math
import operator
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Final

import simt.lang
from isa.reporting.source import SourceFile
from simt.lang.plain import node_of

_MODULES: Final[Mapping[str, ModuleType]] = {"simt.lang": simt.lang, "math": math}
MAX_BITS: Final = 128  # of a constant


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A function of the source: its syntax tree, its file, and the meanings of its names."""

    node: ast.FunctionDef
    file: SourceFile
    names: Callable[[str], Any]  # raises KeyError
    is_kernel: bool = True
    group: ast.expr | tuple[int, ...] | None = None  # of a work-group; an expression until its value is needed

    @property
    def parameters(self) -> list[ast.arg]:
        """The positional parameters."""
        return self.node.args.args

    @property
    def is_plain(self) -> bool:
        """Return whether a function has only positional parameters."""
        args = self.node.args
        return not (args.vararg or args.kwarg or args.kwonlyargs or args.posonlyargs)


class UnknownError(Exception):
    """A value that cannot be known without running the file."""


@dataclass(slots=True)
class FileNames:
    """The names at the top level of a file that have a meaning: imports of `simt.lang`, numbers, functions."""

    file: SourceFile
    tree: ast.Module
    entries: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for statement in self.tree.body:
            self._add(statement)

    def _add(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.ImportFrom) and statement.level == 0:
            module = _MODULES.get(statement.module or "")
            for alias in statement.names:
                if alias.name == "*" and module is simt.lang:
                    self.entries.update({name: getattr(module, name) for name in simt.lang.__all__})
                elif statement.module == "simt" and alias.name in ("lang", "kernel"):
                    self.entries[alias.asname or alias.name] = getattr(simt.lang, alias.name, simt.lang)
                elif module is not None and hasattr(module, alias.name):
                    self.entries[alias.asname or alias.name] = getattr(module, alias.name)
        elif isinstance(statement, ast.Import):
            for alias in statement.names:
                if alias.name in _MODULES and (alias.asname or "." not in alias.name):
                    self.entries[alias.asname or alias.name] = _MODULES[alias.name]
        elif isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            for target in targets:
                if isinstance(target, ast.Name):
                    self._set(target.id, statement.value)
        elif isinstance(statement, ast.FunctionDef):
            self._function(statement)

    def _set(self, name: str, value: ast.expr) -> None:
        try:
            self.entries[name] = constant(value, self.entries.__getitem__)
        except (UnknownError, KeyError):
            self.entries.pop(name, None)

    def _function(self, node: ast.FunctionDef) -> None:
        self.entries.pop(node.name, None)
        for decorator in node.decorator_list:
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            try:
                marked = constant(called, self.entries.__getitem__)
            except (UnknownError, KeyError):
                continue
            if marked is simt.lang.device:
                self.entries[node.name] = Source(node, self.file, self.entries.__getitem__, is_kernel=False)
            elif marked is simt.lang.kernel:
                keywords = decorator.keywords if isinstance(decorator, ast.Call) else []
                group = next((keyword.value for keyword in keywords if keyword.arg == "local_size"), None)
                self.entries[node.name] = Source(node, self.file, self.entries.__getitem__, group=group)


_OPERATORS: Final[Mapping[type[ast.AST], Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.LShift: operator.lshift, ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor, ast.Pow: operator.pow,
}  # fmt: skip
_UNARY: Final[Mapping[type[ast.AST], Callable[[Any], Any]]] = {
    ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert, ast.Not: operator.not_,
}  # fmt: skip


def folded(node: ast.operator, left: Any, right: Any) -> int | float:
    """Compute an operator on two numbers of Python. Raises `UnknownError`, also if the result is too large."""
    large = isinstance(node, ast.LShift | ast.Pow)
    if large and not (abs(left) < 1 << MAX_BITS and 0 <= right <= MAX_BITS):
        raise UnknownError
    try:
        result = _OPERATORS[type(node)](left, right)
    except (ArithmeticError, TypeError, ValueError, KeyError):
        raise UnknownError from None
    if not isinstance(result, int | float) or (isinstance(result, int) and result.bit_length() > MAX_BITS):
        raise UnknownError
    return result


def negated(node: ast.unaryop, value: Any) -> Any:
    """Compute an operator on one number of Python. Raises `UnknownError`."""
    try:
        return _UNARY[type(node)](value)
    except TypeError:
        raise UnknownError from None


def constant(node: ast.expr, names: Callable[[str], Any]) -> Any:
    """Compute an expression of numbers and known names. Raises `UnknownError` and `KeyError`."""
    try:
        return _constant(node, names)
    except RecursionError:
        raise UnknownError from None


def _constant(node: ast.expr, names: Callable[[str], Any]) -> Any:
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        if isinstance(node.value, int) and node.value.bit_length() > MAX_BITS:
            raise UnknownError
        return node.value
    if isinstance(node, ast.Name):
        return names(node.id)
    if isinstance(node, ast.Attribute):
        return member(_constant(node.value, names), node.attr)
    if isinstance(node, ast.BinOp):
        left, right = _constant(node.left, names), _constant(node.right, names)
        if isinstance(left, int | float) and isinstance(right, int | float):
            return folded(node.op, left, right)
    if isinstance(node, ast.UnaryOp) and isinstance(value := _constant(node.operand, names), int | float):
        return negated(node.op, value)
    if isinstance(node, ast.Subscript):  # of annotations: Global[f32]
        base = _constant(node.value, names)
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        element = tuple(_constant(part, names) for part in parts)
        if isinstance(base, type) and issubclass(base, simt.lang.types.Space):
            try:
                return base.__class_getitem__(element[0] if len(element) == 1 else element)
            except TypeError:
                raise UnknownError from None
    raise UnknownError


def member(value: Any, name: str) -> Any:
    """Return an attribute of a module.

    Raises `UnknownError` if kernels may not use it, and `AttributeError` if `simt` lacks it.
    """
    if isinstance(value, ModuleType):
        if value.__name__ == "simt":
            return simt.lang if name == "lang" else getattr(simt.lang, name)
        if value in _MODULES.values() and hasattr(value, name):
            return getattr(value, name)
    raise UnknownError


def of_function(marked: simt.lang.Kernel | simt.lang.Device) -> Source:
    """Return the source of a decorated function.

    Raises `OSError` if the source is not available, and `SyntaxError` if it cannot be parsed.
    """
    function = inspect.unwrap(marked.function)
    code = function.__code__
    node, text = node_of(function)
    closure = dict(zip(code.co_freevars, (cell.cell_contents for cell in function.__closure__ or ()), strict=True))

    def names(name: str) -> Any:
        value = closure[name] if name in closure else function.__globals__[name]
        if isinstance(value, simt.lang.Device | simt.lang.Kernel):
            return of_function(value)
        return value.item() if hasattr(value, "dtype") and getattr(value, "ndim", 1) == 0 else value

    file = SourceFile(_shown(code.co_filename), text, tuple(text.split("\n")))
    if isinstance(marked, simt.lang.Device):
        return Source(node, file, names, is_kernel=False)
    return Source(node, file, names, group=marked.local_size)


def _shown(filename: str) -> str:
    """Return the name of a file in messages; for a notebook's cell, its number and not the generated file name."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    cell = None if shell is None else shell.compile.format_code_name(filename)
    return filename if cell is None else f"{cell[1]}.py"
