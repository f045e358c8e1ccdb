"""The functions and variables of a translation unit, as lists for JSON.

A tree is a list in which each node is followed by its children:
[kind, type, qualifiers, file, line, column, data, number of children]. Types are numbers of a table.
"""

from __future__ import annotations

import re
import struct
from typing import Any

from simt.compiler.clang.library import Clang, Cursor, RefusalError
from simt.compiler.clang.printed import printed_parts
from simt.compiler.clang.types import TypeTable

MAX_NODES = 200_000  # of a function; an instruction of the program takes some six nodes
MAX_DEPTH = 2000

_KINDS = {
    9: "variable", 10: "parameter", 47: "field", 100: "unexposed", 101: "name", 102: "member", 103: "call",
    106: "value", 107: "value", 109: "string", 110: "value", 111: "paren", 112: "unary", 113: "subscript",
    114: "binary", 115: "compound", 116: "conditional", 117: "cast", 118: "literal", 119: "list",
    121: "statements", 122: "generic",
    130: "value", 136: "value", 200: "attributed", 201: "label", 202: "block", 203: "case", 204: "default", 205: "if",
    206: "switch", 207: "while", 208: "do", 209: "for", 210: "goto", 212: "continue", 213: "break", 214: "return",
    230: "null", 231: "declarations",
}  # fmt: skip
_FUNCTION, _VARIABLE, _PARAMETER, _ENUMERATOR, _FIELD = 8, 9, 10, 7, 47
_UNEXPOSED, _NAME, _MEMBER, _CALL, _UNARY, _BINARY, _COMPOUND = 100, 101, 102, 103, 112, 114, 115
_STRING, _LIST, _SIZEOF, _LABEL, _BLOCK, _CASE, _GOTO, _DECLARATIONS = 109, 119, 136, 201, 202, 203, 210, 231
_LITERALS = {106, 107, 110, 130}
_PURE = {"value", "paren", "unexposed", "cast"}  # nodes of constant initialisers, with operators on them
_ON_POINTERS = {"paren", "unexposed", "unary", "binary", "compound", "conditional"}
_LAST_STEP, _FIRST_WITHOUT_EFFECT, _ASSIGN = 4, 7, 22  # of unary operators; all binary ones before it have no effect
_NUMBERS = ("integer", "real", "bool")
_IN_CONSTANT = 3  # clang's number of the address space
_KERNEL = re.compile(r"\b(?:__)?kernel\b")
_TERSE = 17  # CXPrintingPolicy_TerseOutput
_INTEGER, _REAL = 1, 2  # kinds of CXEvalResult
_ADDRESS = 5  # CXUnaryOperator_AddrOf

Node = list[Any]


class Tree:
    """The lists of a translation unit, and the nodes of the function that is being read."""

    def __init__(self, clang: Clang, limit: int) -> None:
        self.clang = clang
        self._left = limit  # nodes left for all functions
        self.files: list[str] = []
        self._file_numbers: dict[int | None, int] = {}
        self._types = TypeTable(clang)
        self._declarations: dict[int, int] = {}
        self._nodes: list[Node] = []
        self._named: set[int] = set()  # functions and variables that a name refers to

    def file(self, pointer: int | None) -> int:
        """Return the number of a CXFile in `files`, to which a new file is added; None is the file ""."""
        if pointer not in self._file_numbers:
            name = self.clang.text(self.clang.getFileName(pointer)) if pointer else ""
            if name not in self.files:
                self.files.append(name)
            self._file_numbers[pointer] = self.files.index(name)
        return self._file_numbers[pointer]

    def everything(self, cursor: Cursor) -> dict[str, Any]:
        """Return the kernels, the functions that they call, and the variables at file scope in all of these.

        Raises `RefusalError`.
        """
        clang = self.clang
        at_file_scope = clang.children(cursor)
        definitions = [child for child in at_file_scope if child.kind == _FUNCTION and clang.isCursorDefinition(child)]
        heads = {self._declaration(definition): self._printed(definition, is_terse=True) for definition in definitions}
        by_number = dict(zip(heads, definitions, strict=True))
        functions: dict[int, dict[str, Any]] = {}
        waiting = [number for number, head in heads.items() if _KERNEL.search(head)]
        while waiting:
            number = waiting.pop()
            if number not in functions:
                self._nodes = []
                functions[number] = self._function(by_number[number]) | {"head": heads[number]}
                waiting += self._named & by_number.keys()
        variables = []
        for child in reversed(at_file_scope):  # a variable may name earlier ones
            if child.kind == _VARIABLE and self._declaration(child) in self._named:
                self._nodes = []
                self._walk(child, is_constant=True)
                variables.append(self._nodes)
        in_order = [functions[number] for number in heads if number in functions]
        return {"functions": in_order, "variables": variables[::-1], "types": self._types.entries}

    def _printed(self, cursor: Cursor, *, is_terse: bool = False) -> str:
        """Return the source of a function as clang prints it.

        is_terse: whether only its declaration is printed, with attributes.
        """
        policy = self.clang.getCursorPrintingPolicy(cursor)
        self.clang.PrintingPolicy_setProperty(policy, _TERSE, int(is_terse))
        text = self.clang.text(self.clang.getCursorPrettyPrinted(cursor, policy))
        self.clang.PrintingPolicy_dispose(policy)
        return text

    def _function(self, cursor: Cursor) -> dict[str, Any]:
        """Return a function definition: its signature and the nodes of its body. Raises `RefusalError`."""
        clang = self.clang
        parameters = []
        for child in clang.children(cursor):
            if child.kind == _PARAMETER:
                type_ = clang.getCursorType(child)
                entry = [self._declaration(child), clang.spelling(child), *self._types.of_parameter(type_)]
                parameters.append([*entry, *self._place(child)])
            elif child.kind == _BLOCK:
                self._walk(child)
        return {
            "number": self._declaration(cursor),
            "name": clang.spelling(cursor),
            "place": self._place(cursor),
            "result": self._types.number(clang.getCursorResultType(cursor))[0],
            "parameters": parameters,
            "nodes": self._nodes,
            **printed_parts(self._printed(cursor)),
        }

    def _place(self, cursor: Cursor) -> tuple[int, int, int]:
        file, line, column = self.clang.place(self.clang.getCursorLocation(cursor))
        return self.file(file), line, column

    def _declaration(self, cursor: Cursor) -> int:
        """Return the number of a function, a variable or a parameter. cursor: any of its declarations."""
        pointer = self.clang.getCanonicalCursor(cursor).data[0]
        return self._declarations.setdefault(pointer, len(self._declarations))

    def _walk(
        self, cursor: Cursor, depth: int = 0, in_list: bool = False, is_constant: bool = False, is_place: bool = False
    ) -> None:
        """Append the node of a cursor, and the nodes below it.

        in_list, is_constant: whether the cursor is part of a list of initialisers, or of a constant; scalars become
        values there. is_place: whether its address is taken. Raises `RefusalError`.
        """
        self._left -= 1
        if depth > MAX_DEPTH or len(self._nodes) > MAX_NODES or self._left < 0:
            file, line, column = self._place(cursor)
            raise RefusalError("deep" if depth > MAX_DEPTH else "large", (self.files[file], line, column))
        is_parameter = cursor.kind == _NAME and self.clang.getCursorReferenced(cursor).kind == _PARAMETER
        number_of = self._types.of_parameter if is_parameter else self._types.number
        number, qualifiers = number_of(self.clang.getCursorType(cursor))
        kind = _KINDS.get(cursor.kind, f"kind {cursor.kind}")
        node: Node = [kind, number, qualifiers, *self._place(cursor), None, 0]
        first = len(self._nodes)
        self._nodes.append(node)
        children, data = self._below(cursor)
        if (cursor.kind == _NAME and isinstance(data, int)) or (cursor.kind == _CALL and data is not None):
            node[0] = kind = "value"
        if self._is_either(cursor, children):  # the tree has the first operand three times
            node[0], children = "either", children[::3]
        node[6], node[7] = data, len(children)
        is_constant = is_constant or (cursor.kind == _VARIABLE and data[2] == _IN_CONSTANT)
        is_array = self._types.entries[number][0] == "array"
        has_place = (kind == "unary" and data == _ADDRESS) or (kind == "paren" and is_place)
        for child in children:
            place = len(self._nodes)
            self._walk(child, depth + 1, in_list or cursor.kind == _LIST, is_constant, has_place)
            if is_array and self._is_computed_pointer(node, self._nodes[place]):
                node[1] = self._nodes[place][1]
        if is_place or kind in ("value", "variable") or self._types.entries[number][0] not in _NUMBERS:
            return
        below = self._nodes[first:]
        if is_constant or (in_list and all(map(self._is_computed, below))):
            value = self._evaluated(cursor)
            if value is not None:
                node[0], node[6], node[7] = "value", value, 0
                del self._nodes[first + 1 :]

    @staticmethod
    def _is_either(cursor: Cursor, children: list[Cursor]) -> bool:
        """Return whether a cursor is an expression `a ?: b`."""
        return cursor.kind == _UNEXPOSED and len(children) == 4 and children[0].data[1] == children[1].data[1]

    def _is_computed_pointer(self, node: Node, child: Node) -> bool:
        """Return whether an expression is a pointer in C, as `p++` of a parameter, but an array in libclang."""
        if node[0] == "unary" and node[6] > _LAST_STEP:
            return False
        return node[0] in _ON_POINTERS and self._types.entries[child[1]][0] == "pointer"

    def _is_computed(self, node: Node) -> bool:
        """Return whether a node computes a number, without an assignment, an increment, a name or a vector."""
        kind, number, *_, data, _ = node
        if self._types.entries[number][0] not in _NUMBERS:
            return False
        is_operator = (kind == "unary" and data >= _FIRST_WITHOUT_EFFECT) or (kind == "binary" and data < _ASSIGN)
        return is_operator or kind in _PURE

    def _below(self, cursor: Cursor) -> tuple[list[Cursor], Any]:
        """Return the children of a cursor that are to be visited, and the data of its node."""
        clang, kind = self.clang, cursor.kind
        if kind in _LITERALS:
            return [], self._evaluated(cursor)
        if kind == _STRING:  # in source form: non-ASCII bytes as octal numbers
            quoted = clang.text(clang.getCursorSpelling(cursor))
            return [], quoted[1:-1].encode().decode("unicode_escape")
        if kind == _VARIABLE:
            initialiser = clang.Cursor_getVarDeclInitializer(cursor)
            space = clang.getAddressSpace(clang.getCanonicalType(clang.getCursorType(cursor)))
            data = [self._declaration(cursor), clang.spelling(cursor), space]
            return [] if clang.Cursor_isNull(initialiser) else [initialiser], data
        if kind == _NAME:
            return [], self._referenced(cursor)
        if kind == _GOTO:
            return [], clang.spelling(clang.getCursorReferenced(cursor))
        children = clang.children(cursor)
        if kind == _SIZEOF:  # its operand is not evaluated, but its names are printed
            return children, self._evaluated(cursor)
        if kind == _CALL and clang.spelling(cursor).startswith("__builtin_"):
            value = self._evaluated(cursor)
            return [] if value is not None else children, value
        if kind == _MEMBER:
            field = clang.getCursorReferenced(cursor)
            return children, [clang.spelling(field), self._types.offset(field)]
        if kind == _UNARY:
            return children, clang.getCursorUnaryOperatorKind(cursor)
        if kind in (_BINARY, _COMPOUND):
            return children, clang.getCursorBinaryOperatorKind(cursor)
        if kind == _CASE:
            return children[-1:], [self._evaluated(child) for child in children[:-1]]
        if kind == _DECLARATIONS:
            return [child for child in children if child.kind == _VARIABLE], None
        return children, clang.spelling(cursor) if kind in (_FIELD, _LABEL) else None

    def _referenced(self, cursor: Cursor) -> int | list[Any]:
        """Return what a name means: an enumerator's value, a variable's [number], a function's [number, symbol].

        A variable or function is noted as named.
        """
        clang = self.clang
        target = clang.getCursorReferenced(cursor)
        if target.kind == _ENUMERATOR:
            return int(clang.getEnumConstantDeclValue(target))
        self._named.add(self._declaration(target))
        if target.kind == _FUNCTION:
            return [self._declaration(target), clang.text(clang.Cursor_getMangling(target)) or clang.spelling(target)]
        return [self._declaration(target)]

    def _evaluated(self, cursor: Cursor) -> int | list[Any] | None:
        """Evaluate an expression to an integer or ["real", bits of a double]; None if clang cannot."""
        clang = self.clang
        result = clang.Cursor_Evaluate(cursor)
        if not result:
            return None
        kind = clang.EvalResult_getKind(result)
        value: int | list[Any] | None = None
        if kind == _INTEGER:
            unsigned = clang.EvalResult_isUnsignedInt(result)
            value = clang.EvalResult_getAsUnsigned(result) if unsigned else clang.EvalResult_getAsLongLong(result)
        elif kind == _REAL:
            bits = struct.unpack("<Q", struct.pack("<d", clang.EvalResult_getAsDouble(result)))[0]
            value = ["real", bits]
        clang.EvalResult_dispose(result)
        return value
