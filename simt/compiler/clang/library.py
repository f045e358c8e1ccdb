"""The functions of libclang, called by ctypes: the Python package of libclang lacks some of them."""

from __future__ import annotations

import ctypes
from typing import Any

FIRST_ATTRIBUTE = 400  # kinds of cursors from here on are attributes
SKIPPED = {2, 3, 5, 6, 7, 20, 43, 48}  # declarations of types, references to them and to labels


class RefusalError(Exception):
    """A source that cannot be read. word: the reason, for `parsing`. place: file, line and column."""

    def __init__(self, word: str, place: tuple[str, int, int] = ("", 0, 0)) -> None:
        super().__init__(word)
        self.word = word
        self.place = place


class Cursor(ctypes.Structure):
    """CXCursor: a node of clang's tree, or a declaration."""

    _fields_ = (("kind", ctypes.c_int), ("x", ctypes.c_int), ("data", ctypes.c_void_p * 3))


class CXType(ctypes.Structure):
    """CXType: the type of a cursor."""

    _fields_ = (("kind", ctypes.c_int), ("data", ctypes.c_void_p * 2))


class String(ctypes.Structure):
    """CXString: a text that libclang owns."""

    _fields_ = (("data", ctypes.c_void_p), ("flags", ctypes.c_uint))


class Location(ctypes.Structure):
    """CXSourceLocation: a place in a source file."""

    _fields_ = (("data", ctypes.c_void_p * 2), ("number", ctypes.c_uint))


class SourceRange(ctypes.Structure):
    """CXSourceRange: a part of a source file."""

    _fields_ = (("data", ctypes.c_void_p * 2), ("begin", ctypes.c_uint), ("end", ctypes.c_uint))


class Unsaved(ctypes.Structure):
    """CXUnsavedFile: the name and the text of a source file that libclang shall not read from disk."""

    _fields_ = (("name", ctypes.c_char_p), ("text", ctypes.c_char_p), ("length", ctypes.c_ulong))


_P, _I, _U, _L = ctypes.c_void_p, ctypes.c_int, ctypes.c_uint, ctypes.c_longlong
_VISITOR = ctypes.CFUNCTYPE(_I, Cursor, Cursor, ctypes.py_object)
_FIELD_VISITOR = ctypes.CFUNCTYPE(_I, Cursor, ctypes.py_object)

_OF_CURSOR = {
    "getCursorType": CXType, "getCursorSpelling": String, "getCursorReferenced": Cursor, "getCursorLocation": Location,
    "getCursorBinaryOperatorKind": _I, "getCursorUnaryOperatorKind": _I, "getCanonicalCursor": Cursor,
    "Cursor_getMangling": String, "Cursor_Evaluate": _P, "Cursor_getOffsetOfField": _L,
    "Cursor_getVarDeclInitializer": Cursor, "Cursor_isNull": _I, "isCursorDefinition": _U,
    "getCursorPrintingPolicy": _P, "getEnumConstantDeclValue": _L, "getCursorResultType": CXType,
}  # fmt: skip
_OF_TYPE = {
    "getCanonicalType": CXType, "getPointeeType": CXType, "getArrayElementType": CXType, "getArraySize": _L,
    "getNumElements": _L, "getElementType": CXType, "Type_getSizeOf": _L, "Type_getAlignOf": _L,
    "getTypeDeclaration": Cursor, "getTypeSpelling": String, "isConstQualifiedType": _U,
    "isVolatileQualifiedType": _U, "isRestrictQualifiedType": _U, "getAddressSpace": _U,
}  # fmt: skip
_OTHERS: dict[str, tuple[Any, list[Any]]] = {
    "createIndex": (_P, [_I, _I]), "getCString": (ctypes.c_char_p, [String]), "disposeString": (None, [String]),
    "parseTranslationUnit2": (_I, [_P, ctypes.c_char_p, _P, _I, _P, _U, _U, _P]),
    "disposeTranslationUnit": (None, [_P]), "getTranslationUnitCursor": (Cursor, [_P]),
    "getNumDiagnostics": (_U, [_P]), "getDiagnostic": (_P, [_P, _U]), "getDiagnosticSeverity": (_I, [_P]),
    "getDiagnosticSpelling": (String, [_P]), "getDiagnosticLocation": (Location, [_P]),
    "getDiagnosticNumRanges": (_U, [_P]), "getDiagnosticRange": (SourceRange, [_P, _U]),
    "getChildDiagnostics": (_P, [_P]), "getNumDiagnosticsInSet": (_U, [_P]), "getDiagnosticInSet": (_P, [_P, _U]),
    "getRangeStart": (Location, [SourceRange]), "getRangeEnd": (Location, [SourceRange]), "getFileName": (String, [_P]),
    "getExpansionLocation": (None, [Location, _P, _P, _P, _P]),
    "visitChildren": (_U, [Cursor, _VISITOR, ctypes.py_object]),
    "Type_visitFields": (_U, [CXType, _FIELD_VISITOR, ctypes.py_object]), "getEnumDeclIntegerType": (CXType, [Cursor]),
    "EvalResult_getKind": (_I, [_P]), "EvalResult_getAsLongLong": (_L, [_P]), "EvalResult_isUnsignedInt": (_U, [_P]),
    "EvalResult_getAsUnsigned": (ctypes.c_ulonglong, [_P]), "EvalResult_getAsDouble": (ctypes.c_double, [_P]),
    "EvalResult_dispose": (None, [_P]), "PrintingPolicy_setProperty": (None, [_P, _I, _U]),
    "getCursorPrettyPrinted": (String, [Cursor, _P]), "PrintingPolicy_dispose": (None, [_P]),
}  # fmt: skip


def _append(cursor: Cursor, *others: Any) -> int:
    others[-1].append(Cursor(cursor.kind, cursor.x, cursor.data))
    return 1


_append_child, _append_field = _VISITOR(_append), _FIELD_VISITOR(_append)


class Clang:
    """libclang: attributes are its functions, by their names without `clang_`."""

    def __init__(self, path: str) -> None:
        library = ctypes.CDLL(path)
        signatures: dict[str, tuple[Any, list[Any]]] = {name: (result, [Cursor]) for name, result in _OF_CURSOR.items()}
        signatures |= {name: (result, [CXType]) for name, result in _OF_TYPE.items()}
        for name, (result, arguments) in (signatures | _OTHERS).items():
            function = getattr(library, f"clang_{name}")
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)

    def __getattr__(self, name: str) -> Any:  # for the type checker: __init__ has set them all
        raise AttributeError(name)

    def text(self, string: String) -> str:
        """Return the text of a CXString, and dispose of the string."""
        data: bytes | None = self.getCString(string)
        text = data.decode("utf-8", "replace") if data else ""
        self.disposeString(string)
        return text

    def spelling(self, cursor: Cursor) -> str:
        """Return the name that a cursor declares or refers to; "" if it has none."""
        text = self.text(self.getCursorSpelling(cursor))
        return "" if "(" in text else text

    def place(self, location: Location) -> tuple[int | None, int, int]:
        """Return the file (a CXFile), line and column of a location; in a macro, of the macro's use."""
        file, line, column, offset = ctypes.c_void_p(), ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint()
        self.getExpansionLocation(location, *map(ctypes.byref, (file, line, column, offset)))
        return file.value, line.value, column.value

    def children(self, cursor: Cursor) -> list[Cursor]:
        """Return the children of a cursor, without types and attributes."""
        cursors: list[Cursor] = []
        self.visitChildren(cursor, _append_child, cursors)
        return [child for child in cursors if child.kind not in SKIPPED and child.kind < FIRST_ATTRIBUTE]

    def fields(self, type_: CXType) -> list[Cursor]:
        """Return the fields of a struct or union."""
        cursors: list[Cursor] = []
        self.Type_visitFields(type_, _append_field, cursors)
        return cursors
