"""Expressions of OpenCL C without operators: names, lvalues, constants, conversions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from simt.compiler.opencl.pairing import lanes_named
from simt.compiler.opencl.tree import VOLATILE, Node, NodeError, check_type
from simt.compiler.typed import operators as ops
from simt.compiler.typed.builder import Builder, Module, Place, Value
from simt.compiler.typed.conversions import convert, integer, is_aggregate, lane, load, picked, real, reinterpret, store
from simt.compiler.typed.types import INT, VOID, ArrayType, Integer, Pointer, Record, Type, Types, VectorType

Result = Value | Place
_MAX_INITIALISED = 1 << 20
NOTHING = Value("", VOID)


@dataclass(slots=True)
class UnitScope:
    """The context that all functions of a unit share, by the syntax tree's numbers of functions and variables."""

    module: Module
    types: Types
    symbols: Mapping[int, str]  # of the functions of the source
    variables: dict[int, Place | NodeError] = field(default_factory=dict)
    initialised: int = 0  # bytes of variables

    def reserve(self, node: Node, size: int) -> None:
        """Count the bytes of an initialised variable. Raises `NodeError`, E0955, if the unit has too many."""
        self.initialised += size
        if self.initialised > _MAX_INITIALISED:
            message = f"more than {_MAX_INITIALISED} bytes are initialised"
            raise NodeError(node, message, code="E0955", help="pass large tables in buffers")


def parameter_ir(type_: Type, *, is_kernel: bool) -> str:
    """Return the type of a parameter in LLVM; an array or record is passed by a pointer to a copy."""
    if not is_aggregate(type_):
        return type_.ir
    return f"ptr byval({type_.ir}) align {type_.alignment}" if is_kernel else "ptr"


class Values:
    """A translator of expressions without operators to values or lvalues (`Place`). Its methods raise `NodeError`."""

    def __init__(self, builder: Builder, scope: UnitScope) -> None:
        self.builder = builder
        self.scope = scope
        self.types = scope.types
        self.by_kind: dict[str, Callable[[Node], Result]] = {
            "value": self._constant,
            "name": self._name,
            "paren": lambda node: self.evaluate(node.children[0]),
            "unexposed": self._implicit,
            "reinterpret": lambda node: reinterpret(self.builder, self.value(node.children[0]), node.type),
            "generic": lambda node: self.evaluate(node.children[0]),
            "cast": lambda node: self._converted(node, self.evaluate(node.children[-1])),
            "member": self._member,
            "subscript": self._subscript,
        }

    def evaluate(self, node: Node) -> Result:
        """Translate an expression to its value or its place. Raises `NodeError`."""
        translate = self.by_kind.get(node.kind)
        if translate is None:
            raise NodeError(node, "this expression is not supported", help="write it with operators of OpenCL C 1.2")
        check_type(node)
        before = self.builder.at(node.place)
        result = translate(node)
        self.builder.at(before)
        return result

    def value(self, node: Node) -> Value:
        """Translate an expression, neither an array nor a record, to its value. Raises `NodeError`."""
        result = self.evaluate(node)
        return load(self.builder, result) if isinstance(result, Place) else result

    def place(self, node: Node) -> Place:
        """Translate an expression to a place; a value is stored in a new one. Raises `NodeError`."""
        result = self.evaluate(node)
        if isinstance(result, Place):
            return result
        place = self.builder.allocate(result.type)
        store(self.builder, result, place)
        return place

    # --- names and places ---------------------------------------------------------------------------------------------

    def _constant(self, node: Node) -> Value:
        if node.data is None:
            raise NodeError(node, "the value of this expression is not known", help="write a constant")
        if isinstance(node.data, list):
            return real(node.data[1], node.type)
        if not isinstance(node.type, Integer):
            return real(0, node.type) if not node.data else convert(self.builder, integer(node.data), node.type)
        return integer(node.data, node.type)

    def _name(self, node: Node) -> Place:
        place = self.scope.variables.get(node.data[0])
        if place is None:
            raise NodeError(node, "this names no variable", help="call a function directly, by its name")
        if isinstance(place, NodeError):
            raise place
        return place

    def target(self, pointer: Value) -> Place:
        """Return the place to which a pointer points."""
        assert isinstance(pointer.type, Pointer)
        target = self.types[pointer.type.target]
        is_volatile = bool(pointer.type.qualifiers & VOLATILE)
        return Place(pointer.text, pointer.type.space, target, target.alignment, is_volatile)

    def _member(self, node: Node) -> Result:
        base = node.children[0]
        outer = self.target(self.value(base)) if isinstance(base.type, Pointer) else self.place(base)
        name, offset = node.data
        if isinstance(outer.type, Record) and (field := outer.type.find(name, node.type)) is not None:
            offset = field[0]  # the tree leaves out some of the anonymous members between them
        return self.builder.offset(outer, offset, node.type, node.is_volatile)

    def _subscript(self, node: Node) -> Place:
        base, index = node.children
        if isinstance(index.type, Pointer):
            base, index = index, base
        if isinstance(base.type, VectorType):
            return self._numbered(node, self.place(base), self.value(index))
        array, mark = base.below("paren", "unexposed", is_silent=True), ""
        if isinstance(array.type, ArrayType) and array.type.count > 1 and not _is_first(array):
            mark = self.builder.module.element_of(array.type.count, self._named(array))
        pointer = ops.advance(self.builder, self.value(base), self.value(index), self.types, mark)
        place = self.target(pointer)
        return Place(place.address, place.space, place.type, place.alignment, node.is_volatile or place.is_volatile)

    def _named(self, node: Node) -> str:
        """Return the name of an array in the source, with `[]` for the indices of arrays around it."""
        node = node.below("paren", "unexposed", is_silent=True)
        if node.kind == "name":
            variable = self.scope.variables.get(node.data[0])
            parts = variable.address[1:].split(".") if isinstance(variable, Place) else []
            return next((part for part in parts[::-1] if part and not part.isdigit()), "the array")
        if node.kind == "subscript":
            return f"{self._named(node.children[0])}[]"
        if node.kind == "member":
            return f"{self._named(node.children[0])}.{node.data[0]}"
        return "the array"

    def _numbered(self, node: Node, whole: Place, index: Value) -> Place:
        """Return the place of a component of a vector with a computed index."""
        assert isinstance(whole.type, VectorType)
        place = self.builder.element(whole, whole.type.element, convert(self.builder, index, INT))
        return replace(place, is_volatile=whole.is_volatile or node.is_volatile)

    # --- conversions --------------------------------------------------------------------------------------------------

    def _implicit(self, node: Node) -> Result:
        """Translate a node whose kind libclang hides: a conversion, a load, or components of a vector."""
        if len(node.children) != 1:
            advice = "write it with operators of OpenCL C 1.2"
            raise NodeError(node, "this expression is not OpenCL C 1.2", help=advice)
        child = node.children[0]
        if node.data is not None:
            return self._part(node, child)
        return self._converted(node, self.evaluate(child))

    def _converted(self, node: Node, result: Result) -> Result:
        """Convert a result to the type of a node; an array becomes a pointer to its first element."""
        if node.type is VOID:
            return NOTHING
        if isinstance(result, Place):
            if isinstance(result.type, ArrayType) and isinstance(node.type, Pointer):
                return Value(result.address, node.type)
            if is_aggregate(result.type):
                return result
            result = load(self.builder, result)
        if isinstance(node.type, VectorType) and isinstance(result.type, VectorType) and node.type != result.type:
            message = "a vector of another type"
            raise NodeError(node, message, help="use convert_T or as_T, T being the type that is meant")
        return convert(self.builder, result, node.type)

    def _part(self, node: Node, child: Node) -> Result:
        """Translate the selection of components of a vector."""
        whole = self.target(self.value(child)) if isinstance(child.type, Pointer) else self.evaluate(child)
        assert isinstance(whole.type, VectorType)
        lanes = lanes_named(node.data, whole.type.count)
        assert lanes is not None
        if isinstance(whole, Value):
            return picked(self.builder, whole, lanes)
        if whole.lanes is not None:
            lanes = tuple(whole.lanes[number] for number in lanes)
        outer = whole.whole or whole.type
        place = Place(whole.address, whole.space, node.type, whole.alignment, whole.is_volatile, lanes, outer)
        return lane(self.builder, place, 0) if len(lanes) == 1 else place


def _is_first(node: Node) -> bool:
    """Return whether a node is `a[0]`: programs use it to access all rows of an array in sequence."""
    return node.kind == "subscript" and node.children[1].below("paren", "unexposed", is_silent=True).data == 0
