"""The types of a translation unit, as a table of lists that refer to other types by number."""

from __future__ import annotations

from typing import Any

from simt.compiler.clang.library import Clang, Cursor, CXType, RefusalError

_INTEGERS = {  # by clang's kind of type: bits, whether it is signed
    4: (8, 0), 5: (8, 0), 8: (16, 0), 9: (32, 0), 10: (64, 0), 11: (64, 0),
    13: (8, 1), 14: (8, 1), 16: (16, 1), 17: (32, 1), 18: (64, 1), 19: (64, 1),
}  # fmt: skip
_REALS = {31: 16, 21: 32, 22: 64}
_VOID, _BOOL, _POINTER, _RECORD, _ENUM, _SAMPLER, _EVENT = 2, 3, 101, 105, 106, 157, 158
_ARRAY, _OPEN_ARRAY, _VECTORS, _UNION = 112, 114, (113, 176), 3
_MOST_RECORDS = 1000  # nested in a record, with repetition: libclang visits all for the offset of a field


class TypeTable:
    """The types in the order of their first use."""

    def __init__(self, clang: Clang) -> None:
        self.entries: list[list[Any]] = []
        self._clang = clang
        self._numbers: dict[Any, tuple[int, int]] = {}
        self._entered_as: dict[tuple[Any, ...], int] = {}
        self._records: dict[int, int] = {}  # by number: it and the records within it
        self._offsets: dict[int, int] = {}  # by the declaration of a field

    def number(self, type_: CXType) -> tuple[int, int]:
        """Return a type's number and qualifiers, a sum: 1 const, 2 volatile, 4 restrict, 8 an address space."""
        key = type_.data[0]
        if key not in self._numbers:
            clang = self._clang
            canonical = clang.getCanonicalType(type_)
            qualifiers = 0
            if canonical.kind:
                qualifiers = clang.isConstQualifiedType(canonical) | clang.isVolatileQualifiedType(canonical) << 1
                qualifiers |= clang.isRestrictQualifiedType(canonical) << 2
                qualifiers |= (clang.getAddressSpace(canonical) != 0) << 3
            self._numbers[key] = self._unqualified(canonical), qualifiers
        return self._numbers[key]

    def of_parameter(self, type_: CXType) -> tuple[int, int]:
        """Return what `number` does, for a parameter's type. An array of libclang becomes the pointer that C has."""
        canonical = self._clang.getCanonicalType(type_)
        number, qualifiers = self.number(type_)
        kind, element, *_ = *self.entries[number], 0
        if kind != "array":
            return number, qualifiers
        return self._entered(["pointer", self._clang.getAddressSpace(canonical), element, qualifiers]), 0

    def _unqualified(self, type_: CXType) -> int:
        """Return the number of a canonical type, without its qualifiers."""
        clang, kind = self._clang, type_.kind
        entry: list[Any]
        if kind in _INTEGERS:
            entry = ["integer", *_INTEGERS[kind]]
        elif kind in _REALS:
            entry = ["real", _REALS[kind]]
        elif kind == _POINTER:
            pointee = clang.getPointeeType(type_)
            entry = ["pointer", clang.getAddressSpace(clang.getCanonicalType(pointee)), *self.number(pointee)]
        elif kind in (_ARRAY, _OPEN_ARRAY):
            count = clang.getArraySize(type_) if kind == _ARRAY else 0
            entry = ["array", self.number(clang.getArrayElementType(type_))[0], count]
        elif kind in _VECTORS:
            entry = ["vector", self.number(clang.getElementType(type_))[0], clang.getNumElements(type_)]
        elif kind == _RECORD:
            return self._record(type_)
        elif kind == _ENUM:
            return self.number(clang.getEnumDeclIntegerType(clang.getTypeDeclaration(type_)))[0]
        else:
            names = {_VOID: "void", _BOOL: "bool", _SAMPLER: "sampler", _EVENT: "event"}
            spelled = clang.text(clang.getTypeSpelling(type_)).removeprefix("__private ")
            entry = [names[kind]] if kind in names else ["other", spelled]
        return self._entered(entry)

    def _entered(self, entry: list[Any]) -> int:
        """Return the number of an entry, which is added if there is no equal one."""
        key = tuple(entry)
        if key not in self._entered_as:
            self._entered_as[key] = len(self.entries)
            self.entries.append(entry)
        return self._entered_as[key]

    def _record(self, type_: CXType) -> int:
        """Return the number of a struct or union. It is set before the fields are read: they may be pointers to it.

        Raises `RefusalError` if the record contains too many others.
        """
        clang = self._clang
        declaration: Cursor = clang.getTypeDeclaration(type_)
        key = ("record", clang.getCanonicalCursor(declaration).data[0])
        if key not in self._numbers:
            self._numbers[key] = len(self.entries), 0
            fields: list[list[Any]] = []
            size, alignment = clang.Type_getSizeOf(type_), clang.Type_getAlignOf(type_)
            is_union = int(declaration.kind == _UNION)
            self.entries.append(["record", clang.spelling(declaration), is_union, size, alignment, fields])
            for field in clang.fields(type_):
                fields.append([clang.spelling(field), self.number(clang.getCursorType(field))[0], 0])
            number = self._numbers[key][0]
            self._records[number] = 1 + sum(self._records.get(below, 0) for _, below, _ in fields)
            if self._records[number] > _MOST_RECORDS:
                file, line, column = clang.place(clang.getCursorLocation(declaration))
                raise RefusalError("large", (clang.text(clang.getFileName(file)), line, column))
            for field, entry in zip(clang.fields(type_), fields, strict=True):
                entry[2] = self.offset(field)
        return self._numbers[key][0]

    def offset(self, field: Cursor) -> int:
        """Return the offset of a field in its record, in bytes."""
        key = self._clang.getCanonicalCursor(field).data[0]
        if key not in self._offsets:
            self._offsets[key] = self._clang.Cursor_getOffsetOfField(field) // 8
        return self._offsets[key]
