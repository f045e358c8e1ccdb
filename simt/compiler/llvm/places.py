"""The debug information of a module: the source line of each instruction."""

from __future__ import annotations

import re
from typing import Final

from simt.compiler.errors import SourcePlace
from simt.compiler.llvm.ir import SourceVariable
from simt.compiler.llvm.names import in_ascii, unescaped

_ENTRY: Final = re.compile(r"^(!\d+) = (?:distinct )?!(\w+)\((.*)\)$", re.MULTILINE)
_TUPLE: Final = re.compile(r"^(!\d+) = (?:distinct )?!\{(.*)\}$", re.MULTILINE)
_FIELD: Final = re.compile(r'(\w+): (?:"((?:[^"\\]|\\.)*)"|(!\d+|[-\w]+))')


_DEEPEST: Final = 64  # calls, and scopes


class Places:
    """The places of a module's metadata, by number: `places["!12"]`."""

    def __init__(self, text: str) -> None:
        self._entries = {match[1]: (match[2], match[3]) for match in _ENTRY.finditer(text)}
        self._tuples = {match[1]: match[2] for match in _TUPLE.finditer(text)}
        self._known: dict[str, SourcePlace] = {}
        self._variables: dict[tuple[str, str], SourceVariable] = {}

    def __getitem__(self, number: str) -> SourcePlace:
        if number not in self._known:
            kind, fields = self._fields(number)
            self._known[number] = SourcePlace()
            if kind in ("DILocation", "DISubprogram"):
                row, column = _number(fields, "line"), _number(fields, "column")
                self._known[number] = SourcePlace(self._file(number), row, column, self._calls(number))
        return self._known[number]

    def variable(self, number: str, location: str) -> SourceVariable:
        """Return the variable of this number, in the function that is inlined at the place of a location, if any."""
        inlined = self._fields(location)[1].get("inlinedAt", "")
        if (number, inlined) in self._variables:
            return self._variables[number, inlined]
        _, fields = self._fields(number)
        _, scope = self._fields(fields.get("scope", ""))
        _, kind = self._fields(fields.get("type", ""))
        name, function, type_ = (unescaped(entry.get("name", "")) for entry in (fields, scope, kind))
        words = max(1, -(-_number(kind, "size") // 32))
        made = SourceVariable(number, inlined, name, function, type_, _number(fields, "line"), words)
        self._variables[number, inlined] = made
        return made

    def array(self, number: str) -> tuple[int, str]:
        """Return the number of elements and the name of an array, from the mark of an element's address.

        The result is (0, "") for an unknown mark.
        """
        match = re.match(r'i32 (\d+), !"(.*)"', self._tuples.get(number, ""))
        return (int(match[1]), unescaped(match[2])) if match else (0, "")

    def texts(self, number: str) -> tuple[str, ...]:
        """Return the strings in the metadata tuple of this number, for example `!12`."""
        return tuple(re.findall(r'!"([^"]*)"', self._tuples.get(number, "")))

    def _calls(self, number: str) -> tuple[str, ...]:
        """Return the calls at which the functions around a location are inlined, the innermost first."""
        calls: list[str] = []
        while (number := self._fields(number)[1].get("inlinedAt", "")) and len(calls) < _DEEPEST:
            calls.append(number)
        return tuple(calls)

    def _fields(self, number: str) -> tuple[str, dict[str, str]]:
        kind, body = self._entries.get(number, ("", ""))
        return kind, {match[1]: match[2] or match[3] or "" for match in _FIELD.finditer(body)}

    def _file(self, number: str) -> str:
        """Return the name of the file of a scope, "" if it is not known."""
        for _ in range(_DEEPEST):
            kind, fields = self._fields(number)
            if kind == "DIFile":
                return unescaped(fields.get("filename", ""))
            number = fields.get("file") or fields.get("scope", "")
        return ""


def _number(fields: dict[str, str], name: str) -> int:
    """Return a line or a column, 0 if it is not known."""
    text = fields.get(name, "")
    return int(text) if re.fullmatch("[0-9]{1,9}", text) else 0


def place_of(text: str, kernel: str, message: str = "") -> SourcePlace:
    """Return the place in the source from which a line of a module was made.

    text: the module. message: a message of LLVM, which names the line. If the message names no line, the place of the
    kernel is returned. Line 0 means that no place is known.
    """
    lines = text.split("\n")
    named = re.search(r"<string>:(\d+):", message)
    head = f" {in_ascii('@' + kernel)}("
    heads = (line for line in lines if line.startswith("define ") and head in line)
    for line in [*(lines[int(named[1]) - 1 :][:1] if named else []), *heads]:
        if (number := re.search(r"!dbg (!\d+)", line)) and (place := Places(text)[number[1]]).line:
            return place
    return SourcePlace()
