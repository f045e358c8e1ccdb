"""From a parsed source to a unit: its functions and constants as IR, its kernels as they are launched."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from isa.diagnostics import Diagnostic
from isa.source import SourceFile
from simt.compiler.kernel import Kernel, Parameter, TranslationError, Unit
from simt.compiler.opencl.builder import USER, Builder, Module, Place, Value
from simt.compiler.opencl.conversions import is_aggregate, store
from simt.compiler.opencl.pairing import pair
from simt.compiler.opencl.parsing import Parsed
from simt.compiler.opencl.statements import Statements, constant
from simt.compiler.opencl.tree import (
    CONST,
    RESTRICT,
    VOLATILE,
    Function,
    Node,
    Pointer,
    RefusedError,
    Types,
    Unsupported,
    base_name,
    in_pre_order,
    nodes_of,
)
from simt.compiler.opencl.values import Scope, parameter_ir

_DEEPEST = 200  # nodes of a tree below each other, a row of operators counted once
_SIZES = r"\((\d+), (\d+), (\d+)\)"
_SPACES = re.compile(r"\b(?:__)?(?:global|local|constant|private|restrict|const|volatile)\b")
_RESERVED = re.compile(r"_Z|__simt")  # how the names of builtin functions begin in the IR


def unit_of(parsed: Parsed) -> Unit:
    """The unit of a parsed source. Raises `TranslationError`: E0951, E0953, E0955."""
    answer = parsed.answer
    types = Types(answer["types"])
    refused: list[RefusedError] = []
    functions: dict[int, Function] = {}
    for entry in answer["functions"]:
        try:
            function = _function(entry, types)
            functions[function.number] = function
        except RefusedError as refusal:
            refused.append(refusal)
    kernels = {number for number, function in functions.items() if re.search(r"\b(?:__)?kernel\b", function.head)}
    module = Module(parsed.files)
    calls = _calls(functions)
    called = {callee for found in calls.values() for callee, _ in found}
    launched = kernels - called  # a kernel that others call is a function, and another that calls it
    symbols = {
        number: module.unique(function.name if number in launched else USER + function.name)
        for number, function in functions.items()
    }
    scope = Scope(module, types, functions, symbols)
    for nodes in answer["variables"]:
        try:
            node = nodes_of(nodes, types, _DEEPEST)
            scope.variables[node.data[0]] = constant(scope, node, node.data[1])
        except RefusedError as refusal:
            refused.append(refusal)
    refused += _recursions(functions, calls)
    if not refused:
        for number, function in functions.items():
            refused += _translate(scope, function, is_kernel=number in launched)
        for number in kernels & called:
            _launch(scope, functions[number])
    if refused:
        raise TranslationError([*_diagnostics(parsed, refused), *parsed.warnings])
    made = {functions[number].name: _kernel(functions[number], types, parsed.files) for number in kernels}
    in_order = {name: made[name] for name in (function.name for function in functions.values()) if name in made}
    sources = {file.name: file.text for file in parsed.files if file.text}
    return Unit(module.text(), in_order, sources, parsed.warnings)


def _diagnostics(parsed: Parsed, refused: Iterable[RefusedError]) -> list[Diagnostic]:
    return [parsed.diagnose(each.node, each.code, each.message, each.help) for each in refused]


def _function(entry: Mapping[str, Any], types: Types) -> Function:
    """A function of the answer. Raises `RefusedError`."""
    file, line, column = entry["place"]
    place = Node("function", types[entry["result"]], 0, file, line, column, None, [])
    parameters = tuple(
        Node("parameter", types[kind], qualifiers, file, line, column, [number, name, spelling], [])
        for number, name, kind, qualifiers, spelling, file, line, column in entry["parameters"]
    )
    for node in parameters:
        if isinstance(node.type, Unsupported):
            message = f"a parameter of type `{node.type.ir}` is not supported"
            raise RefusedError(node, message, help="pass data in buffers, as pointers")
    if _RESERVED.match(entry["name"]):
        raise RefusedError(place, "this name is one of a builtin function", help="take another name")
    body = nodes_of(entry["nodes"], types, _DEEPEST)
    pair(body, entry, types)
    return Function(entry["name"], entry["number"], place.type, parameters, entry["head"], body, place)


def _calls(functions: Mapping[int, Function]) -> dict[int, list[tuple[int, Node]]]:
    """Which functions each function calls, and where."""
    calls: dict[int, list[tuple[int, Node]]] = {}
    for number, function in functions.items():
        names = [node for node in in_pre_order(function.body) if node.kind == "name" and len(node.data) == 2]
        calls[number] = [(node.data[0], node) for node in names if node.data[0] in functions]
    return calls


def _recursions(functions: Mapping[int, Function], calls: Mapping[int, list[tuple[int, Node]]]) -> list[RefusedError]:
    """The calls by which a function comes to call itself."""
    found: list[RefusedError] = []
    finished: set[int] = set()
    for start in functions:
        path = [(start, iter(calls[start]))]
        above = {start}
        while path:
            number, rest = path[-1]
            callee, node = next(rest, (None, None))
            if callee is None or node is None:
                finished.add(number)
                above.discard(number)
                path.pop()
            elif callee in above:
                message = f"`{functions[callee].name}` calls itself"
                found.append(
                    RefusedError(node, message, code="E0953", help="OpenCL C has no recursion: write it as a loop")
                )
            elif callee not in finished:
                above.add(callee)
                path.append((callee, iter(calls[callee])))
    return found


def _translate(scope: Scope, function: Function, *, is_kernel: bool) -> list[RefusedError]:
    """Add a function to the module; gives what is refused of it."""
    symbol = scope.symbols[function.number]
    builder = Builder(scope.module, symbol, function.node)
    returned = (
        Place("%result.", 0, function.result, function.result.alignment) if is_aggregate(function.result) else None
    )
    heads = ["ptr noalias %result."] if returned is not None else []
    for index, node in enumerate(function.parameters):
        name = f"%{node.data[1] or f'unnamed.{index}'}"
        if is_aggregate(node.type):
            place = Place(name, 0, node.type, node.type.alignment, node.is_volatile)
        else:
            made = builder.allocate(node.type, node.data[1] or "unnamed")
            store(builder, Value(name, node.type), made)
            place = Place(made.address, 0, node.type, made.alignment, node.is_volatile)
        scope.variables[node.data[0]] = place
        heads.append(f"{_parameter_head(node, is_kernel)} {name}")
    statements = Statements(builder, scope, function.result, returned)
    try:
        statements.statement(function.body)
    except RecursionError:
        message = "this function is nested too deeply"
        return [RefusedError(function.node, message, code="E0955", help="take parts of it into functions of their own")]
    statements.end()
    result = "void" if returned is not None else function.result.ir
    kind = "spir_kernel" if is_kernel else "internal spir_func"
    attributes = _kernel_attributes(scope, function) if is_kernel else "alwaysinline convergent nounwind"
    builder.finish(f"define {kind} {result} @{symbol}({', '.join(heads)}) {attributes}")
    return statements.refused


def _parameter_head(node: Node, is_kernel: bool) -> str:
    """The type of a parameter, with attributes."""
    noalias = " noalias" if isinstance(node.type, Pointer) and node.qualifiers & RESTRICT else ""
    return parameter_ir(node.type, is_kernel=is_kernel) + noalias


def _launch(scope: Scope, function: Function) -> None:
    """Add a kernel that calls a function, which other functions call too."""
    builder = Builder(scope.module, scope.module.unique(function.name), function.node)
    names = [f"%{node.data[1] or f'unnamed.{index}'}" for index, node in enumerate(function.parameters)]
    pairs = list(zip(function.parameters, names, strict=True))
    given = ", ".join(f"{parameter_ir(node.type, is_kernel=False)} {name}" for node, name in pairs)
    builder.do(f"call spir_func void @{scope.symbols[function.number]}({given})")
    builder.end("ret void")
    heads = ", ".join(f"{_parameter_head(node, is_kernel=True)} {name}" for node, name in pairs)
    builder.finish(f"define spir_kernel void @{builder.name}({heads}) {_kernel_attributes(scope, function)}")


def _kernel_attributes(scope: Scope, function: Function) -> str:
    """What stands behind the parameters of a kernel: sizes of work-groups, the types of arguments."""
    attributes = "convergent nounwind"
    for name in ("reqd_work_group_size", "work_group_size_hint"):
        if (sizes := _sizes(name, function.head)) is not None:
            numbers = ", ".join(f"i32 {size}" for size in sizes)
            attributes += f" !{name} {scope.module.metadata(f'!{{{numbers}}}')}"
    names = ", ".join(f'!"{base_name(node.type, scope.types)}"' for node in function.parameters)
    return f"{attributes} !kernel_arg_base_type {scope.module.metadata(f'!{{{names}}}')}"


# --- kernels ----------------------------------------------------------------------------------------------------------


def _kernel(function: Function, types: Types, files: tuple[SourceFile, ...] | Any) -> Kernel:
    """What a launch needs to know of a kernel."""
    parameters = tuple(_parameter(node, types) for node in function.parameters)
    place = function.node
    required = _sizes("reqd_work_group_size", function.head)
    hint = _sizes("work_group_size_hint", function.head)
    return Kernel(function.name, parameters, files[place.file].name, place.line, required, hint)


def _sizes(attribute: str, head: str) -> tuple[int, int, int] | None:
    match = re.search(attribute + _SIZES, head)
    return (int(match[1]), int(match[2]), int(match[3])) if match else None


def _parameter(node: Node, types: Types) -> Parameter:
    _, name, spelling = node.data
    type_name = re.sub(r"\s+\*", "*", " ".join(_SPACES.sub("", spelling).split()))
    given = node.type
    base = base_name(given, types)
    if not isinstance(given, Pointer):
        return Parameter(name, type_name, base, given.size, given.alignment)
    return Parameter(
        name,
        type_name,
        base,
        given.size,
        given.alignment,
        given.space,
        bool(given.qualifiers & CONST),
        bool(node.qualifiers & RESTRICT),
        bool(given.qualifiers & VOLATILE),
        types[given.target].size,
    )
