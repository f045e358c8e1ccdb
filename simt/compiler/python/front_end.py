"""Translation of kernels in Python to units: from a file, which is never run, or from a decorated function."""

from __future__ import annotations

import ast
import builtins
import re
from contextlib import suppress
from typing import Any, Final

import simt.lang
from isa.reporting.diagnostics import Diagnostic, did_you_mean
from isa.reporting.source import SourceFile
from simt.compiler.kernel import MOST_PARAMETERS, KernelSignature, Parameter, TranslationError, Unit
from simt.compiler.python.context import UNSUPPORTED, WRONG_TYPE, Context, RefusedError, StoppedError, diagnosed
from simt.compiler.python.names import FileNames, Source, UnknownError, constant, of_function
from simt.compiler.python.statements import PythonStatements
from simt.compiler.python.values import ArrayPlace, Length, type_of
from simt.compiler.typed.builder import Place, Value
from simt.compiler.typed.conversions import store
from simt.compiler.typed.types import INT, base_name
from simt.lang.types import Scalar, Space, f32, s32
from simt.lang.vectors import Vector

SYNTAX: Final = "E0980"
MOST_WORDS: Final = 250_000  # words, signs and lines, each of which may take Python 2 KB
_WORD: Final = re.compile(r"\w+|[^\s\w]|\n")


def compile_file(file: SourceFile, name: str | None = None) -> Unit:
    """Compile the kernel `name` of a Python file; without a name, the only kernel of the file.

    The file is not run: only its functions, its numbers and its imports from simt.lang have a meaning. Other kernels
    may have mistakes. Raises `TranslationError` for a mistake, `KernelNameError` for a wrong or missing name.
    """
    entries = FileNames(file, _parsed(file)).entries.values()
    sources = {entry.node.name: entry for entry in entries if isinstance(entry, Source) and entry.is_kernel}
    kernels = {own: KernelSignature(own, (), file.name, source.node.lineno) for own, source in sources.items()}
    chosen = Unit("", kernels, {file.name: file.text}).kernel(name)
    return _unit(sources[chosen.name])


def compile_function(marked: simt.lang.Kernel) -> Unit:
    """Compile a decorated function of a module or a notebook to a unit. Raises `TranslationError`."""
    try:
        source = of_function(marked)
    except (OSError, SyntaxError) as error:
        advice = "a kernel's text is read from its file: write it into one, or into a cell of a notebook"
        raise TranslationError([Diagnostic(SYNTAX, "error", str(error), help=advice)]) from None
    return _unit(source)


def _parsed(file: SourceFile) -> ast.Module:
    if any(number == MOST_WORDS for number, _ in enumerate(_WORD.finditer(file.text))):
        message, advice = f"the file has more than {MOST_WORDS} words, signs and lines", "make several files of it"
        raise TranslationError([Diagnostic(SYNTAX, "error", message, file.name, help=advice)])
    try:
        return ast.parse(file.text)
    except SyntaxError as error:
        line, column = max(1, error.lineno or 1), max(1, error.offset or 1)
        text = file.lines[line - 1] if line <= len(file.lines) else ""
        diagnostic = Diagnostic(SYNTAX, "error", error.msg or "not Python", file.name, line, column, column + 1, text)
    except (ValueError, RecursionError, MemoryError) as error:
        diagnostic = Diagnostic(SYNTAX, "error", f"this cannot be read as Python: {error}", file.name)
    raise TranslationError([diagnostic])


def _unit(source: Source) -> Unit:
    """Compile one kernel to a unit. Raises `TranslationError` with all its mistakes."""
    context = Context(source)
    try:
        try:
            kernel = _kernel(context, source)
        except RecursionError:
            raise context.too_much("this is nested too deeply", "move parts of it into functions") from None
    except StoppedError as stopped:
        context.wrong += [stopped.diagnostic] if stopped.diagnostic else []
    if context.wrong:
        raise TranslationError(context.wrong)
    return Unit(context.module.text(), {kernel.name: kernel}, {file.name: file.text for file in context.files})


def _kernel(context: Context, source: Source) -> KernelSignature:
    builder = context.builder
    kinds = [(node, _annotation(source, node)) for node in _parameters(source)]
    heads = []
    for node, kind in kinds:
        name = f"%{node.arg}"
        if issubclass(kind, Space):
            type_ = type_of(kind.element)
            place = Place(name, kind.number, type_, type_.alignment)
            axes = range(kind.dimensions)
            context.scope.variables[node.arg] = ArrayPlace(place, tuple(Length(node.arg, axis) for axis in axes))
            heads.append(place.pointer)
        else:
            value = Value(name, type_of(kind))
            context.scope.variables[node.arg] = variable = context.named(node.arg, value.type)
            store(builder, value, variable)
            heads.append(str(value))
    PythonStatements(context).block(source.node.body)
    builder.start(context.scope.end)
    builder.end("ret void")
    heads += map(str, context.lengths.values())
    head = f"define spir_kernel void @{source.node.name}({', '.join(heads)}) convergent nounwind"
    context.module.add_function(builder.finished(head))
    parameters = tuple(_parameter(node, kind) for node, kind in kinds)
    parameters += tuple(
        Parameter(value.text[1:], INT.name, 4, 4, array=length.array, axis=length.axis)
        for length, value in context.lengths.items()
    )
    return KernelSignature(source.node.name, parameters, source.file.name, source.node.lineno, _group(source))


def _group(source: Source) -> tuple[int, int, int] | None:
    """Return the required size of work-groups; None if any size will do. Raises `RefusedError`."""
    group = source.group
    node: ast.AST = source.node
    if isinstance(group, ast.expr):
        node = group
        items = group.elts if isinstance(group, ast.Tuple | ast.List) else [group]
        try:
            group = tuple(constant(item, source.names) for item in items)
        except (UnknownError, KeyError):
            group = ()
    if group is None:
        return None
    if not (1 <= len(group) <= 3 and all(type(size) is int and 1 <= size < 1 << 32 for size in group)):
        message = "a work-group has one to three sizes, each a whole number of the file from 1"
        advice = "as local_size=64, or local_size=(16, 16)"
        raise RefusedError(diagnosed(source.file, node, WRONG_TYPE, message, advice))
    x, y, z = (*group, 1, 1)[:3]
    return x, y, z


def _parameters(source: Source) -> list[ast.arg]:
    if not source.is_plain:
        args = source.node.args
        node = args.vararg or args.kwarg or (*args.kwonlyargs, *args.posonlyargs)[0]
        raise RefusedError(diagnosed(source.file, node, WRONG_TYPE, "a kernel has parameters in their order"))
    parameters = source.parameters
    if defaults := source.node.args.defaults:
        name, value = parameters[-len(defaults)].arg, ast.unparse(defaults[0])
        message = "a parameter of a kernel has no default: every launch gives it a value"
        advice = (
            f"delete ` = {value}`, and give the value with --in {name}={value}, in Python inputs={{'{name}': {value}}}"
        )
        raise RefusedError(diagnosed(source.file, defaults[0], WRONG_TYPE, message, advice))
    if len(parameters) > MOST_PARAMETERS:
        message, advice = f"a kernel has at most {MOST_PARAMETERS} parameters", "pass many numbers in an array"
        raise RefusedError(diagnosed(source.file, parameters[MOST_PARAMETERS], UNSUPPORTED, message, advice))
    return parameters


def _annotation(source: Source, node: ast.arg) -> Any:
    """Return the type of `simt.lang` that annotates a parameter. Raises `RefusedError`."""
    text = node.annotation
    kind: Any = None
    with suppress(UnknownError, KeyError, SyntaxError, ValueError):
        if isinstance(text, ast.Constant) and isinstance(text.value, str):
            text = ast.parse(text.value, mode="eval").body
        if isinstance(text, ast.Name) and text.id in ("int", "float"):
            kind = {"int": s32, "float": f32}[text.id]
        elif text is not None:
            kind = constant(text, source.names)
    is_array = isinstance(kind, type) and issubclass(kind, Space) and hasattr(kind, "element")
    if is_array or (isinstance(kind, type) and issubclass(kind, Scalar | Vector)):
        return kind
    message = f"`{node.arg}` has no type that a kernel's parameter can have"
    advice = _unknown_type(source, text)
    advice = advice or "a parameter is a scalar, as `n: u32`, or an array, as `x: Global[f32]`, of types of simt.lang"
    raise RefusedError(diagnosed(source.file, node, WRONG_TYPE, message, advice))


def _unknown_type(source: Source, annotation: ast.expr | None) -> str:
    """Return what to do about a name in an annotation that the file does not define; "" if there is none."""
    for node in ast.walk(annotation) if annotation is not None else ():
        if isinstance(node, ast.Name) and node.id not in vars(builtins):
            try:
                source.names(node.id)
            except KeyError:
                if node.id in simt.lang.__all__:
                    return f"`{node.id}` is not known here: from simt.lang import {node.id}"
                return did_you_mean(node.id, simt.lang.__all__)
    return ""


def _parameter(node: ast.arg, kind: Any) -> Parameter:
    """Return the parameter as the launch needs it, with OpenCL C's name of its type."""
    if issubclass(kind, Space):
        type_ = type_of(kind.element)
        name = f"{base_name(type_)}*"
        return Parameter(node.arg, name, 4, 4, kind.number, type_.size, kind.dimensions)
    type_ = type_of(kind)
    return Parameter(node.arg, base_name(type_), type_.size, type_.alignment)
