"""The rewriting of kernels for plain Python, so that numbers have the types that they have on the machine.

`k = 1` makes `k` an `s32`, `range` counts in `s32`, `min` and `max` convert as the machine does. Only the syntax tree
of the function is rewritten; the tree keeps its line numbers for a debugger.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import linecache
import operator
from collections.abc import Callable, Iterator
from functools import reduce
from types import FunctionType
from typing import Any, Final

from simt.lang.item import Array, left, turn
from simt.lang.types import PLAIN, Scalar, common, f32, own, s32, s64

_PREFIX: Final = "simt."  # of names that no source can have


def node_of(function: Any) -> tuple[ast.FunctionDef, str]:
    """Return the syntax tree of a function and the text of its file.

    Raises `OSError` if there is no text, or if the text does not have the function, and `SyntaxError` if the text
    cannot be parsed.
    """
    code = function.__code__
    text = "".join(linecache.getlines(code.co_filename, function.__globals__))
    if not text:
        raise OSError(f"the text of {function.__name__} is not there")
    tree = ast.parse(text)
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == function.__name__]
    starts = [min((marker.lineno for marker in node.decorator_list), default=node.lineno) for node in nodes]
    first = [node for node, start in zip(nodes, starts, strict=True) if start == code.co_firstlineno]
    if not first:
        raise OSError(f"the text of {function.__name__} has changed")
    return first[0], text


def typed(function: Callable[..., Any], *, has_turns: bool = False) -> Callable[..., Any]:
    """Return the function rewritten to compute with the machine's types, or unchanged if its source is missing.

    has_turns: whether loops of the function note their turns. Work-items of a sub-group find each other by their turns
    (`simt.lang.subgroups`).
    """
    original = inspect.unwrap(function)
    try:
        node, _ = node_of(original)
    except (OSError, SyntaxError):
        return function
    code, names = original.__code__, sorted(_HELPERS)
    shadowed = {*code.co_varnames, *code.co_freevars, *original.__globals__}
    replaced = {name for name in _REPLACED if name not in shadowed}
    changed = (_Turning if has_turns else _Typed)(set(code.co_varnames), replaced).function(node)
    module = ast.parse(f"def maker(): return {node.name}")
    maker = module.body[0]
    assert isinstance(maker, ast.FunctionDef)
    maker.args.args = [ast.arg(name) for name in (*code.co_freevars, *names)]
    maker.body.insert(0, changed)
    whole = compile(ast.fix_missing_locations(module), code.co_filename, "exec", dont_inherit=True)
    inner = next(constant for constant in whole.co_consts if inspect.iscode(constant))
    cells = [cell.cell_contents for cell in original.__closure__ or ()]
    make = FunctionType(inner, original.__globals__)
    rewritten: Callable[..., Any] = make(*cells, *(_HELPERS[name] for name in names))
    return rewritten


class _Typed(ast.NodeTransformer):
    """A rewriter of a function.

    variables: its local names. replaced: the builtins of Python whose calls it replaces.
    """

    def __init__(self, variables: set[str], replaced: set[str]) -> None:
        self.variables, self.replaced = variables, replaced

    def function(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Rewrite a function, and drop its decorators and annotations, which must not be evaluated again."""
        node.decorator_list, node.returns = [], None
        for argument in node.args.args:
            argument.annotation = None
        bodies = map(self.visit, node.body)
        node.body = [part for body in bodies for part in (body if isinstance(body, list) else [body])]
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
        if len(node.targets) == 1:
            node.value = _call("own", node.value, self._before(node.targets[0]), at=node)
            return node
        whole = _PREFIX + "value"
        values = [_call("own", ast.Name(whole, ast.Load()), self._before(target), at=node) for target in node.targets]
        pairs = zip([ast.Name(whole, ast.Store()), *node.targets], [node.value, *values], strict=True)
        return [ast.copy_location(ast.Assign([target], value), node) for target, value in pairs]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return node
        value = _call("of_type", self.visit(node.value), node.annotation, at=node)
        return ast.copy_location(ast.Assign([node.target], value), node)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        self.generic_visit(node)
        if not isinstance(node.target, ast.Name):
            return node
        now = ast.copy_location(ast.Name(node.target.id, ast.Load()), node)
        changed = ast.copy_location(ast.BinOp(now, node.op, node.value), node)
        return ast.copy_location(ast.Assign([node.target], _call("own", changed, at=node)), node)

    def visit_Return(self, node: ast.Return) -> Any:
        self.generic_visit(node)
        if node.value is not None:
            node.value = _call("own", node.value, at=node)
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self.replaced:
            node.func = ast.copy_location(ast.Name(_PREFIX + node.func.id, ast.Load()), node.func)
        return node

    def _own(self, node: Any) -> Any:
        """Give the value of an expression a type; expressions of numbers alone stay numbers of Python."""
        is_known = all(map(self._is_known, ast.walk(node)))
        self.generic_visit(node)
        return node if is_known else _call("own", node, at=node)

    visit_BinOp = visit_UnaryOp = _own  # noqa: N815

    def _is_known(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Name):
            return node.id not in self.variables
        return isinstance(node, ast.Constant | ast.BinOp | ast.UnaryOp | ast.operator | ast.unaryop | ast.expr_context)

    def _before(self, target: ast.expr) -> ast.expr:
        """Return an expression for the values that the names of a target have before the assignment."""
        if isinstance(target, ast.Name):
            variables = ast.Call(ast.Name("locals", ast.Load()), [], [])
            return ast.Call(ast.Attribute(variables, "get", ast.Load()), [ast.Constant(target.id)], [])
        if isinstance(target, ast.Tuple | ast.List):
            return ast.Tuple(list(map(self._before, target.elts)), ast.Load())
        return ast.Constant(None)


class _Turning(_Typed):
    """A rewriter whose loops also note their turns."""

    def visit_For(self, node: ast.For) -> Any:
        self.generic_visit(node)
        node.body.insert(0, _noted("turn", node))
        return [node, _noted("left", node)]

    def visit_While(self, node: ast.While) -> Any:
        self.generic_visit(node)
        another = _call("turn", ast.Constant(node.lineno), at=node)
        node.test = ast.copy_location(ast.BoolOp(ast.And(), [another, node.test]), node.test)
        return [node, _noted("left", node)]


def _noted(name: str, loop: ast.stmt) -> ast.stmt:
    return ast.copy_location(ast.Expr(_call(name, ast.Constant(loop.lineno), at=loop)), loop)


def _call(name: str, *arguments: ast.expr, at: ast.AST) -> Any:
    call = ast.Call(ast.Name(_PREFIX + name, ast.Load()), list(arguments), [])
    return ast.fix_missing_locations(ast.copy_location(call, at))


def own_parts(value: Any, before: Any = None) -> Any:
    """Give a value, or each part of a tuple, a type as `types.own` does."""
    if isinstance(value, tuple):
        several = before if isinstance(before, tuple) and len(before) == len(value) else (None,) * len(value)
        return tuple(map(own_parts, value, several))
    return own(value, before)


def _of_type(value: Any, kind: Any) -> Any:
    known = PLAIN.get(kind, kind)
    return own(value, known()) if isinstance(known, type) and issubclass(known, Scalar) else own(value)


def _range(*numbers: Any) -> Iterator[Any]:
    kind: Any = s64 if any(isinstance(number, Scalar) and number.bits == 64 for number in numbers) else s32
    return map(kind, builtins.range(*(int(kind(number)) for number in numbers)))


def _extreme(is_better: Callable[[Any, Any], bool]) -> Callable[..., Any]:
    """Return a function that computes `min` or `max` of its operands.

    is_better: compares two operands. Two operands are converted to their common type, then the result and the next
    operand, and so on.
    """

    def better(best: Any, other: Any) -> Any:
        kinds = [type(operand) for operand in (best, other) if isinstance(operand, Scalar)]
        chosen = other if is_better(other, best) else best
        if not kinds:
            return chosen
        kinds += [f32] * any(isinstance(operand, float) for operand in (best, other))
        kind: Any = common(kinds[0], kinds[-1])
        return kind(chosen)

    return lambda first, *others: reduce(better, others, first)


def _length(value: Any) -> Any:
    return value.shape[0] if isinstance(value, Array) else len(value)


_REPLACED: Final[dict[str, Callable[..., Any]]] = {
    "range": _range, "min": _extreme(operator.lt), "max": _extreme(operator.gt), "int": s32, "float": f32,
    "len": _length,
}  # fmt: skip
_HELPERS: Final = {
    _PREFIX + name: helper
    for name, helper in {**_REPLACED, "own": own_parts, "of_type": _of_type, "turn": turn, "left": left}.items()
}
