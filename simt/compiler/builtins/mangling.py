"""The names of OpenCL's overloaded functions, mangled as in the Itanium C++ ABI: the function and its types."""

from __future__ import annotations

import re
from typing import NamedTuple

#: The scalar types by their codes: name in OpenCL C, type in LLVM IR, and bits.
SCALARS = {
    "c": ("char", "i8", 8),
    "h": ("uchar", "i8", 8),
    "s": ("short", "i16", 16),
    "t": ("ushort", "i16", 16),
    "i": ("int", "i32", 32),
    "j": ("uint", "i32", 32),
    "l": ("long", "i64", 64),
    "m": ("ulong", "i64", 64),
    "f": ("float", "float", 32),
    "d": ("double", "double", 64),
    "Dh": ("half", "i16", 16),
    "9ocl_event": ("event_t", 'target("spirv.Event")', 0),
}
SIGNED = frozenset("csil")
FLOATS = frozenset("fd")
CODES = {name: code for code, (name, _, _) in SCALARS.items()}


class ClType(NamedTuple):
    """A parameter's type: a scalar, a vector of `width` scalars, or a pointer to either.

    code: a key of SCALARS. pointer: None for a value, else the qualifiers of the pointed-to type, like U3AS1VK.
    """

    code: str
    width: int = 1
    pointer: str | None = None

    @property
    def bits(self) -> int:
        """The bits of an element."""
        return SCALARS[self.code][2]

    @property
    def space(self) -> int:
        """The number of the address space of a pointer; 0 if the qualifiers name none."""
        match = re.search(r"U3AS(\d)", self.pointer or "")
        return int(match[1]) if match else 0

    @property
    def element(self) -> str:
        """An element's type in LLVM IR."""
        return SCALARS[self.code][1]

    @property
    def value(self) -> str:
        """The type in LLVM IR, for a pointer the type it points to."""
        return self.element if self.width == 1 else f"<{self.width} x {self.element}>"

    @property
    def ir(self) -> str:
        """The type in LLVM IR."""
        if self.pointer is None:
            return self.value
        return f"ptr addrspace({self.space})" if self.space else "ptr"

    @property
    def scalar(self) -> ClType:
        """The type of an element, or a pointer to one."""
        return self._replace(width=1)


def mangled(name: str, types: list[ClType]) -> str:
    """Return the mangled name of a function of scalars and of at most one pointer to a scalar."""
    letters = "".join(t.code if t.pointer is None else f"P{t.pointer}{t.code}" for t in types)
    return f"_Z{len(name)}{name}{letters}"


def demangled(name: str) -> tuple[str, list[ClType]] | None:
    """Return the name and the types of the parameters of a mangled function; None for other names or types."""
    head = re.match(r"_Z(\d+)", name)
    if not head:
        return None
    end = head.end() + int(head[1])
    try:
        return name[head.end() : end], _types(name[end:])
    except (LookupError, ValueError):
        return None


_TOKEN = re.compile(r"(?P<quals>(?:U3AS\d|V|K)+)|(?P<pointer>P)|Dv(?P<count>\d+)_|S(?P<seen>[0-9A-Z]*)_|"
                    r"(?P<scalar>Dh|9ocl_event|[a-z])")  # fmt: skip


def _types(text: str) -> list[ClType]:
    seen: list[tuple[str, ClType]] = []  # substitutions for a later S_
    types = []
    position = 0

    def one() -> tuple[str, ClType]:
        nonlocal position
        token = _TOKEN.match(text, position)
        if not token:
            raise ValueError(text)
        position = token.end()
        if token["seen"] is not None:
            return seen[int(token["seen"], 36) + 1 if token["seen"] else 0]
        if token["scalar"]:
            if token["scalar"] not in SCALARS:
                raise LookupError(token["scalar"])
            entry = "", ClType(token["scalar"])
            if token["scalar"] != "9ocl_event":
                return entry
        elif token["quals"]:
            entry = token["quals"], one()[1]
        elif token["pointer"]:
            quals, to = one()
            entry = "", to._replace(pointer=quals)
        else:
            entry = "", one()[1]._replace(width=int(token["count"]))
        seen.append(entry)
        return entry

    while position < len(text):
        types.append(one()[1])
    return types
