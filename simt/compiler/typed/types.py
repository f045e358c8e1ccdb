"""The types of values, with their sizes: OpenCL C's types. Kernels in Python use some of them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from graphlib import TopologicalSorter
from typing import Any

from simt.compiler.llvm.ir import CONSTANT, GLOBAL, LOCAL, PRIVATE

MOST_NESTED = 100
_SPACES = {0: PRIVATE, 1: GLOBAL, 2: LOCAL, 3: CONSTANT, 4: PRIVATE}  # by clang's numbers


@dataclass(frozen=True, slots=True)
class Type:
    """A type in LLVM's syntax, with its size and alignment in bytes."""

    ir: str
    size: int
    alignment: int


@dataclass(frozen=True, slots=True)
class Integer(Type):
    """Integers of 8 to 64 bits; `bool` is a byte in memory and one bit as a value."""

    bits: int = 32
    is_signed: bool = True

    @property
    def name(self) -> str:
        """The name of the type in OpenCL."""
        name = {1: "bool", 8: "char", 16: "short", 32: "int", 64: "long"}[self.bits]
        return name if self.is_signed or self.bits == 1 else f"u{name}"


@dataclass(frozen=True, slots=True)
class Sampler(Integer):
    """The type `sampler_t`, a number that functions can pass on; there are no images to read with it."""

    @property
    def name(self) -> str:
        """The name of the type in OpenCL."""
        return "sampler_t"


@dataclass(frozen=True, slots=True)
class Real(Type):
    """The types `float` and `double`; `half` occurs only as the target of pointers."""

    bits: int = 32

    @property
    def name(self) -> str:
        """The name of the type in OpenCL."""
        return self.ir


@dataclass(frozen=True, slots=True)
class Pointer(Type):
    """A pointer of 32 bits into an address space. target: the number of its target's type, which may contain it."""

    space: int = 0
    target: int = 0
    qualifiers: int = 0  # of the pointed-to type


@dataclass(frozen=True, slots=True)
class VectorType(Type):
    """A vector of 2, 3, 4, 8 or 16 components; 3 components occupy the memory of 4."""

    element: Integer | Real
    count: int = 0


@dataclass(frozen=True, slots=True)
class ArrayType(Type):
    """An array, which is handled by its place."""

    element: Type
    count: int = 0


@dataclass(frozen=True, slots=True)
class Record(Type):
    """A struct or union, which is handled by its place; in LLVM it is an array of bytes."""

    name: str
    is_union: bool = False
    fields: list[tuple[str, Type, int]] = field(default_factory=list, hash=False, compare=False)  # name, type, offset
    number: int = 0

    def find(self, name: str, of_type: Type | None = None) -> tuple[int, Type, int] | None:
        """Return the offset and the type of a field, and the number of the member that is this field or contains it.

        Return None if there is no such field.

        Anonymous members are searched. An unnamed field is identified by its type.
        """
        for index, (label, type_, offset) in enumerate(self.fields):
            if label == name and (label or type_ == of_type):
                return offset, type_, index
            inner = type_.find(name, of_type) if not label and isinstance(type_, Record) else None
            if inner is not None:
                return offset + inner[0], inner[1], index
        return None


@dataclass(frozen=True, slots=True)
class Unsupported(Type):
    """A type that no machine supports, such as images and pipes."""


@dataclass(frozen=True, slots=True)
class Nested(Unsupported):
    """A type that is nested too deeply for the functions on types, which are recursive."""


VOID = Type("void", 0, 1)  # without values
BOOL = Integer("i1", 1, 1, 1, False)
INTEGERS = {
    (bits, signed): Integer(f"i{bits}", bits // 8, bits // 8, bits, signed)
    for bits in (8, 16, 32, 64)
    for signed in (False, True)
}
INT = INTEGERS[32, True]
UINT = INTEGERS[32, False]
REALS = {bits: Real(name, bits // 8, bits // 8, bits) for bits, name in ((16, "half"), (32, "float"), (64, "double"))}
SAMPLER = Sampler("i32", 4, 4, 32, False)
EVENT = Type('target("spirv.Event")', 4, 4)


def parts_of(type_: ArrayType | Record) -> list[tuple[int, Type]]:
    """Return the offsets and types of the elements of an array, or of the members of a record."""
    if isinstance(type_, ArrayType):
        return [(number * type_.element.size, type_.element) for number in range(type_.count)]
    return [(offset, kind) for _, kind, offset in type_.fields]


def holds_pointers(type_: Type, *, of_union: bool = False) -> bool:
    """Return whether a type is or contains a pointer into constant memory. of_union: count only pointers in unions."""
    if isinstance(type_, ArrayType):
        return holds_pointers(type_.element, of_union=of_union)
    if isinstance(type_, Record):
        inner = of_union and not type_.is_union
        return any(holds_pointers(kind, of_union=inner) for _, kind, _ in type_.fields)
    return not of_union and isinstance(type_, Pointer) and type_.space == CONSTANT


def vector_of(element: Integer | Real, count: int) -> VectorType:
    """Return the type of vectors with `count` components."""
    size = element.size * (4 if count == 3 else count)
    return VectorType(f"<{count} x {element.ir}>", size, size, element, count)


def array_of(element: Type, count: int) -> ArrayType:
    """Return the type of arrays of `count` values."""
    return ArrayType(f"[{count} x {memory_ir(element)}]", element.size * count, element.alignment, element, count)


def pointer_ir(space: int) -> str:
    """Return the type of a pointer into an address space, in LLVM's syntax."""
    return f"ptr addrspace({space})" if space else "ptr"


def pointer_to(space: int, target: int = 0, qualifiers: int = 0) -> Pointer:
    """Return the type of a pointer into an address space. target, qualifiers: as in `Pointer`."""
    return Pointer(pointer_ir(space), 4, 4, space, target, qualifiers)


def _depths(entries: list[list[Any]]) -> dict[int, int]:
    """Return the nesting depth of each type, without pointed-to types."""
    depths: dict[int, int] = {}
    parts = {number: _inner(*entry) for number, entry in enumerate(entries)}
    for number in TopologicalSorter(parts).static_order():
        depths[number] = 1 + max((depths[part] for part in parts[number]), default=0)
    return depths


def _inner(kind: str, *rest: Any) -> list[int]:
    """Return the numbers of the component types of a type."""
    if kind in ("array", "vector"):
        return [rest[0]]
    return [number for _, number, _ in rest[4]] if kind == "record" else []


class Types:
    """The types of a syntax tree by number, each made at its first use."""

    def __init__(self, entries: list[list[Any]]) -> None:
        self._entries = entries
        self._made: dict[int, Type] = {
            number: Nested("nested", 0, 1) for number, depth in _depths(entries).items() if depth > MOST_NESTED
        }

    def __getitem__(self, number: int) -> Type:
        if number not in self._made:
            self._made[number] = self._make(number, *self._entries[number])
        return self._made[number]

    def _make(self, number: int, kind: str, *rest: Any) -> Type:
        if kind == "integer":
            return INTEGERS[rest[0], bool(rest[1])]
        if kind == "real":
            return REALS[rest[0]]
        if kind == "pointer" and rest[0] in _SPACES:
            return pointer_to(_SPACES[rest[0]], rest[1], rest[2])
        if kind == "array":
            return array_of(self[rest[0]], rest[1])
        if kind == "vector":
            element = self[rest[0]]
            assert isinstance(element, Integer | Real)
            return vector_of(element, rest[1])
        if kind == "record":
            name, is_union, size, alignment, fields = rest
            record = Record(f"[{size} x i8]", size, alignment, name, bool(is_union), [], number)
            self._made[number] = record
            record.fields.extend((label, self[entry], offset) for label, entry, offset in fields)
            return record
        fixed: dict[str, Type] = {"void": VOID, "bool": BOOL, "sampler": SAMPLER, "event": EVENT}
        return fixed[kind] if kind in fixed else Unsupported(str(rest[0]), 0, 1)


def base_name(type_: Type, types: Types | None = None) -> str:
    """Return the name of a type in OpenCL, without typedefs. types: needed for the targets of pointers."""
    if isinstance(type_, Pointer):
        assert types is not None
        return f"{base_name(types[type_.target], types)}*"
    if isinstance(type_, VectorType):
        return f"{base_name(type_.element, types)}{type_.count}"
    if isinstance(type_, ArrayType):
        return f"{base_name(type_.element, types)}[{type_.count}]"
    if isinstance(type_, Integer | Real):
        return type_.name
    if isinstance(type_, Record):
        return f"{'union' if type_.is_union else 'struct'} {type_.name}".strip()
    return type_.ir


def memory_ir(type_: Type) -> str:
    """Return a type in LLVM's syntax as it is stored: a `bool` is a byte."""
    return "i8" if type_ is BOOL else type_.ir


_MOST_GAPS = 64


def gaps(type_: Type) -> list[tuple[int, int]]:
    """Return the offset and the length of each of the first 64 gaps in a value.

    A gap is bytes that belong to no member.

    A value of more than 4096 bytes counts as one without gaps.
    """
    if not isinstance(type_, ArrayType | Record | VectorType) or type_.size > _MOST_GAPS * _MOST_GAPS:
        return []
    covered = bytearray(type_.size)
    _cover(type_, 0, covered)
    return [(run.start(), len(run[0])) for run in re.finditer(rb"\0+", covered)][:_MOST_GAPS]


def _cover(type_: Type, offset: int, covered: bytearray) -> None:
    if isinstance(type_, ArrayType | Record):
        for place, inner in parts_of(type_):
            _cover(inner, offset + place, covered)
    else:
        size = type_.count * type_.element.size if isinstance(type_, VectorType) else type_.size
        covered[offset : offset + size] = b"\1" * size
