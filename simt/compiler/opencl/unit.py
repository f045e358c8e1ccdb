"""Translation of a parsed source to a unit: IR of its functions and constants, and the parameters of its kernels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from isa.flow.graphs import reach
from isa.reporting.diagnostics import Diagnostic
from isa.reporting.source import SourceFile, shown
from simt.compiler.kernel import MOST_PARAMETERS, KernelSignature, Parameter, TranslationError, Unit
from simt.compiler.opencl.pairing import pair
from simt.compiler.opencl.parsing import Parsed
from simt.compiler.opencl.statements import SPACE_CONSTANT, CStatements, constant
from simt.compiler.opencl.tree import RESTRICT, Node, NodeError, ParsedFunction, changed, check_type, nodes_of
from simt.compiler.opencl.values import UnitScope, parameter_ir
from simt.compiler.typed.builder import USER, Builder, Module, Place, Value
from simt.compiler.typed.conversions import copy, is_aggregate, load, store
from simt.compiler.typed.types import UINT, VOID, Pointer, Types, base_name, holds_pointers

_KERNEL = re.compile(r"\b(?:__)?kernel\b")
_RESERVED = re.compile(r"_Z|__simt")  # prefixes of builtin functions in the IR


def unit_of(parsed: Parsed) -> Unit:
    """Return the unit of a parsed source.

    A kernel is refused if there is a mistake in it or in a function that it calls.

    Raises `TranslationError` (E0951, E0953, E0955) if all kernels are refused.
    """
    answer = parsed.answer
    entries = {entry["number"]: entry for entry in answer["functions"]}
    calls = {number: _calls(entry, entries) for number, entry in entries.items()}
    kernels = [number for number, entry in entries.items() if _KERNEL.search(entry["head"])]
    called = {callee for callees in calls.values() for callee, _ in callees}
    launched = {number for number in kernels if number not in called}  # others get a kernel that calls them
    module = Module(parsed.files)
    names = {number: ("" if number in launched else USER) + entry["name"] for number, entry in entries.items()}
    scope = UnitScope(module, Types(answer["types"]), {number: module.unique(name) for number, name in names.items()})
    module.is_pooled = any(
        _points(nodes, scope.types) for nodes in (*answer["variables"], *(entry["nodes"] for entry in entries.values()))
    )
    for nodes in answer["variables"]:
        try:
            node = nodes_of(nodes, scope.types)
            scope.variables[node.data[0]] = constant(scope, node, node.data[1])
        except NodeError as refusal:
            scope.variables[nodes[0][6][0]] = refusal
    functions: dict[int, ParsedFunction] = {}
    texts: dict[int, str] = {}
    refused = _recursions(entries, calls)
    for number, entry in entries.items():
        try:
            functions[number] = _function(entry, scope.types)
            texts[number], callees = _translated(scope, functions[number], is_kernel=number in launched)
            refused[number] += callees
        except NodeError as refusal:
            refused[number].append(refusal)
    needs = {start: set(reach([start], lambda number: [called for called, _ in calls[number]])) for start in kernels}
    wrong = {number: [error for below in sorted(needs[number]) for error in refused[below]] for number in kernels}
    if any(wrong.values()) and all(wrong.values()):
        every = dict.fromkeys(error for errors in wrong.values() for error in errors)
        raise TranslationError([*_diagnostics(parsed, every), *parsed.warnings])
    if module.texts.data:
        module.add_global(module.texts.definition(4))
    if module.is_pooled:
        module.add_global(module.pool.definition(16))
    sound = [number for number in kernels if not wrong[number]]
    for number in sorted(set().union(*(needs[kernel] for kernel in sound))):
        module.add_function(texts[number])
    for number in sound:
        if number in called:
            module.add_function(_launch(scope, functions[number]))
    ready = {entries[number]["name"]: _kernel(functions[number], scope.types, parsed.files) for number in sound}
    without = {entries[number]["name"]: _diagnostics(parsed, callees) for number, callees in wrong.items() if callees}
    quoted = [file for file in (*parsed.files, *parsed.read) if file.text or file in parsed.read]
    sources = {file.name: shown(file.text) for file in quoted}
    return Unit(module.text(), ready, sources, parsed.warnings, without, parsed.asked)


def _diagnostics(parsed: Parsed, refused: Iterable[NodeError]) -> list[Diagnostic]:
    return [parsed.diagnose(why.node, why.code, why.message, why.help) for why in dict.fromkeys(refused)]


def _points(nodes: Iterable[list[Any]], types: Types) -> bool:
    """Return whether a tree has a constant that contains pointers to constants."""
    return any(
        kind == "variable" and data[2] == SPACE_CONSTANT and children and holds_pointers(types[number])
        for kind, number, _, _, _, _, data, children in nodes
    )


def _function(entry: Mapping[str, Any], types: Types) -> ParsedFunction:
    """Return a function of the parsing process's answer. Raises `NodeError`."""
    file, line, column = entry["place"]
    place = Node("function", types[entry["result"]], 0, file, line, column, None, [])
    parameters = tuple(
        Node("parameter", types[kind], qualifiers, file, line, column, [number, name], [])
        for number, name, kind, qualifiers, file, line, column in entry["parameters"]
    )
    is_kernel = bool(_KERNEL.search(entry["head"]))
    if is_kernel and len(parameters) > MOST_PARAMETERS:
        message, advice = f"a kernel has at most {MOST_PARAMETERS} parameters", "pass many numbers in a buffer"
        raise NodeError(parameters[MOST_PARAMETERS], message, code="E0955", help=advice)
    for node in parameters:
        check_type(node, of_kernel=is_kernel)
    if _RESERVED.match(entry["name"]):
        raise NodeError(place, "this name is one of a builtin function", help="take another name")
    body = nodes_of(entry["nodes"], types)
    pair(body, entry, types)
    return ParsedFunction(entry["name"], entry["number"], place.type, parameters, entry["head"], body, place)


def _calls(entry: Mapping[str, Any], entries: Mapping[int, Any]) -> list[tuple[int, Node]]:
    """Return the functions to which a function refers, each with the node that names it."""
    return [
        (data[0], Node(kind, VOID, 0, file, line, column, data, []))
        for kind, _, _, file, line, column, data, _ in entry["nodes"]
        if kind == "name" and len(data) == 2 and data[0] in entries
    ]


def _recursions(
    entries: Mapping[int, Mapping[str, Any]], calls: Mapping[int, list[tuple[int, Node]]]
) -> dict[int, list[NodeError]]:
    """Return the errors of recursive calls, by function: one for each call that closes a cycle of calls."""
    recursions: dict[int, list[NodeError]] = {number: [] for number in entries}
    finished: set[int] = set()
    for start in entries:
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
                message = f"`{entries[callee]['name']}` calls itself"
                advice = "OpenCL C has no recursion: write it as a loop"
                recursions[number].append(NodeError(node, message, code="E0953", help=advice))
            elif callee not in finished:
                above.add(callee)
                path.append((callee, iter(calls[callee])))
    return recursions


def _translated(scope: UnitScope, function: ParsedFunction, *, is_kernel: bool) -> tuple[str, list[NodeError]]:
    """Return the text of a function in IR, and the errors of its refused statements.

    Raises `NodeError` if the function is nested too deeply.
    """
    symbol = scope.symbols[function.number]
    builder = Builder(scope.module, symbol, function.node.place)
    result = function.result
    returned = Place("%result.", 0, result, result.alignment) if is_aggregate(result) else None
    heads = ["ptr noalias %result."] if returned is not None else []
    written = changed(function.body) if is_kernel else ()
    for index, node in enumerate(function.parameters):
        name = f"%{_name_of(index, node)}"
        if is_aggregate(node.type):
            place = Place(name, 0, node.type, node.type.alignment, node.is_volatile)
            if node.data[0] in written:  # arguments of a kernel lie among its constants
                place = _private_copy(builder, place, node.data[1] or "unnamed")
        else:
            variable = builder.allocate(node.type, node.data[1] or "unnamed")
            store(builder, Value(name, node.type), variable)
            place = Place(variable.address, 0, node.type, variable.alignment, node.is_volatile)
            if node.data[1]:
                builder.named(variable, node.data[1])
        scope.variables[node.data[0]] = place
        heads.append(f"{_parameter_head(node, is_kernel)} {name}")
    statements = CStatements(builder, scope, result, returned)
    try:
        statements.statement(function.body)
    except RecursionError:
        message = "this function is nested too deeply"
        advice = "take parts of it into functions of their own"
        raise NodeError(function.node, message, code="E0955", help=advice) from None
    statements.end()
    result_ir = "void" if returned is not None else result.ir
    kind = "spir_kernel" if is_kernel else "internal spir_func"
    attributes = _kernel_attributes(scope, function) if is_kernel else "alwaysinline convergent nounwind"
    head = f"define {kind} {result_ir} @{symbol}({', '.join(heads)}) {attributes}"
    return builder.finished(head), statements.refused


def _private_copy(builder: Builder, source: Place, name: str) -> Place:
    """Copy a structure argument into private memory; return the copy.

    An aligned structure is copied word by word, because its words are constants.
    """
    own = builder.allocate(source.type, name)
    if source.alignment % 4:
        copy(builder, source, own)
    else:
        for place in range(0, source.type.size, 4):
            store(builder, load(builder, builder.offset(source, place, UINT)), builder.offset(own, place, UINT))
    return own


def _name_of(index: int, node: Node) -> str:
    """Return the name of a parameter, which the source may leave out."""
    return node.data[1] or f"unnamed.{index}"


def _parameter_head(node: Node, is_kernel: bool) -> str:
    noalias = " noalias" if isinstance(node.type, Pointer) and node.qualifiers & RESTRICT else ""
    return parameter_ir(node.type, is_kernel=is_kernel) + noalias


def _launch(scope: UnitScope, function: ParsedFunction) -> str:
    """Return the text of a kernel that only calls `function`; its other callers call it as a function."""
    builder = Builder(scope.module, scope.module.unique(function.name), function.node.place)
    names = [f"%{_name_of(index, node)}" for index, node in enumerate(function.parameters)]
    pairs = list(zip(function.parameters, names, strict=True))
    parameters = ", ".join(f"{parameter_ir(node.type, is_kernel=False)} {name}" for node, name in pairs)
    builder.do(f"call spir_func void @{scope.symbols[function.number]}({parameters})")
    builder.end("ret void")
    heads = ", ".join(f"{_parameter_head(node, is_kernel=True)} {name}" for node, name in pairs)
    return builder.finished(f"define spir_kernel void @{builder.name}({heads}) {_kernel_attributes(scope, function)}")


def _kernel_attributes(scope: UnitScope, function: ParsedFunction) -> str:
    """Return the attributes and metadata of a kernel: the required size of work-groups, the types of its parameters."""
    attributes = "convergent nounwind"
    if (sizes := _required_size(function.head)) is not None:
        numbers = ", ".join(f"i32 {size}" for size in sizes)
        attributes += f" !reqd_work_group_size {scope.module.metadata(f'!{{{numbers}}}')}"
    names = ", ".join(f'!"{base_name(node.type, scope.types)}"' for node in function.parameters)
    return f"{attributes} !kernel_arg_base_type {scope.module.metadata(f'!{{{names}}}')}"


# --- kernels ----------------------------------------------------------------------------------------------------------


def _kernel(function: ParsedFunction, types: Types, files: Sequence[SourceFile]) -> KernelSignature:
    parameters = tuple(_parameter(_name_of(index, node), node, types) for index, node in enumerate(function.parameters))
    place = function.node
    return KernelSignature(function.name, parameters, files[place.file].name, place.line, _required_size(function.head))


def _required_size(head: str) -> tuple[int, int, int] | None:
    match = re.search(r"reqd_work_group_size\((\d+), (\d+), (\d+)\)", head)
    return (int(match[1]), int(match[2]), int(match[3])) if match else None


def _parameter(name: str, node: Node, types: Types) -> Parameter:
    type_ = node.type
    parameter = Parameter(name, base_name(type_, types), type_.size, type_.alignment)
    if not isinstance(type_, Pointer):
        return parameter
    return replace(parameter, space=type_.space, element_size=types[type_.target].size)
