"""The objects that a kernel's pointers point into, and the offset of each pointer in its object.

Before optimisation, with all calls inlined, a variable is an `alloca`, and its value is loaded and stored. A pointer is
*known* if it is derived from objects on every path: through `getelementptr`, casts, phis, selects, and variables that
only hold pointers. A known pointer is tracked with two numbers: its offset in bytes from the beginning of its object,
and the object's size in bytes. A known pointer into private memory is also tracked with its place in the object's
shadow (`simt.compiler.llvm.probing`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from simt.compiler.errors import CompileError
from simt.compiler.llvm.ir import PRIVATE, Argument, Expr, Instruction, IrType, IrValue, Name, Number, Symbol, Undef
from simt.compiler.llvm.names import unquoted
from simt.compiler.llvm.places import Places
from simt.compiler.llvm.reader import Reader
from simt.compiler.types import COPIES, DECLARED, PADDING, WITHIN

_NAME: Final = re.compile(r'[%@](?:"[^"]*"|[-$.\w]+)')
_NUMBERED: Final = re.compile(r"(?<=.)(?:\.i?\d*)+\Z")  # suffixes by the builder and LLVM
_WITHIN: Final = re.compile(rf"!{re.escape(WITHIN)} (!\d+)")
_SAME: Final = ("bitcast", "addrspacecast", "freeze")  # same value as their operand


@dataclass(frozen=True, slots=True)
class Object:
    """An array or variable.

    - bytes: the size of the whole object in bytes.
    - lengths: the elements along each dimension, () for a variable.
    - size: the bytes of an element.
    """

    name: str
    bytes: int
    lengths: tuple[int, ...]
    size: int


class Fat(NamedTuple):
    """The tracked data of a known pointer, as operands of LLVM; offset and size are bytes. shadow: "" without one."""

    offset: str
    size: str
    shadow: str = ""


FAT_FIELDS: Final = (("i32", "at"), ("i32", "size"), ("ptr", "shadow"))  # of Fat: the type, the suffix of names


def object_of(name: str, kind: IrType) -> Object:
    """Return the object of a variable of a type."""
    lengths = []
    inner = kind
    while inner.kind == "array":
        lengths.append(inner.count)
        inner = inner.inner
    return Object(name, kind.size, tuple(lengths), inner.size)


def source_name(name: str) -> str:
    """Return the name in the source of a value of LLVM."""
    return _NUMBERED.sub("", name) or name


class Objects:
    """The objects of a kernel and its pointers.

    - lines: the lines of the kernel's body, each with its parsed instruction or None.
    - allocas: the types of private variables by name.
    - holders: variables that only hold a pointer.
    """

    def __init__(
        self, body: Sequence[str], places: Places, structs: dict[str, str], arguments: Sequence[Argument],
        known: Mapping[str, Object],
    ) -> None:  # fmt: skip
        """Read the body of a kernel. known: the objects of pointer arguments and global variables (`@name`)."""
        self.lines = [(line, _read(line, places, structs)) for line in body]
        self.raw = {unquoted(match[0][1:]): match[0] for line in body for match in _NAME.finditer(line)}
        instructions = [op for _, op in self.lines if op is not None]
        self.definitions = {op.result: op for op in instructions if op.result}
        self.allocas = {op.result: op.element for op in instructions if op.opcode == "alloca" and op.element}
        self.objects = {**known, **{name: object_of(source_name(name), kind) for name, kind in self.allocas.items()}}
        self.objects |= {op.name: object_of(op.name, op.byval) for op in arguments if op.byval is not None}
        self.within = {
            op.result: places.array(mark[1])
            for line, op in self.lines
            if op is not None and (mark := _WITHIN.search(line)) is not None
        }
        self._order = {name: place for place, name in enumerate(self.objects)}
        self.copied = {op.name: op.byval for op in arguments if op.byval is not None}
        self.holders = {name for name, kind in self.allocas.items() if kind.kind == "ptr"}
        for op in instructions:
            for place, value in enumerate(op.operands):
                if isinstance(value, Name) and value.name in self.holders and not _holds(op, place):
                    self.holders.discard(value.name)
        self._stored: dict[str, list[IrValue]] = {name: [] for name in self.holders}
        for op in instructions:
            if op.opcode == "store" and (name := _name(op.operands[1])) in self.holders:
                self._stored[name].append(op.operands[0])
        self.targets: dict[str, frozenset[str]] = {}  # the objects that each known pointer may point into
        self._solve(instructions)
        self.lost = self._lost(instructions)
        self._numbers = {name: place for place, name in enumerate(self.definitions)}
        self._fats: dict[str, Fat] = {}

    # --- objects of pointers ------------------------------------------------------------------------------------------

    def _sources(self, op: Instruction) -> list[IrValue] | None:
        """Return the pointers from which an instruction may derive its pointer; None if they are not known."""
        if op.opcode in ("getelementptr", *_SAME):
            return [op.operands[0]]
        if op.opcode == "phi":
            return list(op.operands)
        if op.opcode == "select":
            return list(op.operands[1:])
        if op.opcode == "load" and (name := _name(op.operands[0])) in self.holders:
            return self._stored[name]
        return None

    def _solve(self, instructions: Sequence[Instruction]) -> None:
        pointers = {op.result: self._sources(op) for op in instructions if op.type.kind == "ptr"}
        self._known = {name for name, sources in pointers.items() if sources is not None or name in self.allocas}
        is_changed = True
        while is_changed:
            is_changed = False
            for name, sources in pointers.items():
                if name in self._known and not all(map(self.is_known, sources or ())):
                    self._known.discard(name)
                    is_changed = True
        is_changed = True
        while is_changed:
            is_changed = False
            for name, sources in pointers.items():
                targets = frozenset().union(*map(self.into, sources or ()))
                if name in self.allocas:
                    targets = frozenset({name})
                if targets != self.targets.get(name, frozenset()):
                    self.targets[name] = targets
                    is_changed = True

    def is_known(self, value: IrValue) -> bool:
        """Return whether a pointer's objects are known."""
        if isinstance(value, Name):
            return value.name in self._known or value.name in self.objects
        if isinstance(value, Symbol):
            return f"@{value.name}" in self.objects
        if isinstance(value, Expr):
            op = value.instruction
            return op.opcode in ("getelementptr", *_SAME) and self.is_known(op.operands[0])
        return isinstance(value, Number | Undef)

    def into(self, value: IrValue) -> frozenset[str]:
        """Return the objects that a pointer may point into."""
        if isinstance(value, Name):
            own = frozenset({value.name}) if value.name in self.objects else frozenset()
            return self.targets.get(value.name, own)
        if isinstance(value, Symbol):
            return frozenset({f"@{value.name}"} & self.objects.keys())
        if isinstance(value, Expr) and value.instruction.operands:
            return self.into(value.instruction.operands[0])
        return frozenset()

    def _lost(self, instructions: Sequence[Instruction]) -> frozenset[str]:
        """Return the objects that may be written through unknown pointers."""
        has_made = any(op.opcode == "inttoptr" for op in instructions)
        lost: set[str] = set()
        for op in instructions:
            is_lost = op.type.kind == "ptr" and op.result not in self._known
            for place, value in enumerate(op.operands):
                if value.type.kind == "ptr" and (is_lost or self._escapes(op, place, has_made)):
                    lost |= self.into(value)
        for values in self._stored.values():
            if not all(map(self.is_known, values)):
                lost = lost.union(*map(self.into, values))
        return frozenset(lost)

    def _escapes(self, op: Instruction, place: int, has_made: bool) -> bool:
        """Return whether an instruction passes a pointer operand on to where it is no longer followed."""
        if op.opcode == "store" and place == 0:
            return _name(op.operands[1]) not in self.holders
        if op.opcode == "call":
            if op.detail.startswith(COPIES):
                return not isinstance(op.operands[2], Number)
            return op.detail not in (DECLARED, PADDING)
        if op.opcode == "ptrtoint":
            return has_made
        return op.opcode in ("insertvalue", "insertelement", "ret", "extractvalue", "extractelement") or (
            op.opcode in ("atomicrmw", "cmpxchg") and place > 0
        )

    # --- tracked data of pointers -------------------------------------------------------------------------------------

    def names_of(self, name: str) -> Fat:
        """Return the names for the tracked data of a pointer that an instruction computes."""
        return Fat(*(f"%simt.{suffix}.{self._numbers[name]}" for _, suffix in FAT_FIELDS))

    def fat(self, value: IrValue) -> Fat | None:
        """Return the tracked data of a pointer; None if unknown, or for a constant with a variable offset."""
        if not self.is_known(value):
            return None
        if isinstance(value, Name):
            if value.name not in self._fats:
                self._fats[value.name] = self._made(value.name)
            return self._fats[value.name]
        if isinstance(value, Symbol):
            return Fat("0", str(self.objects[f"@{value.name}"].bytes))
        if isinstance(value, Expr):
            inner = value.instruction
            base = self.fat(inner.operands[0])
            if base is None or inner.opcode != "getelementptr":
                return base
            constant, terms = steps(inner)
            is_known = not terms and _is_number(base.offset)
            return base._replace(offset=str(int(base.offset) + constant)) if is_known else None
        return Fat("0", "0", NOTHING)

    def _made(self, name: str) -> Fat:
        if name in self.objects:
            is_private = name in self.allocas or name in self.copied
            return Fat("0", str(self.objects[name].bytes), self.shadow(name) if is_private else "")
        op = self.definitions[name]
        own = self.names_of(name)
        if op.opcode in _SAME or op.opcode == "getelementptr":
            base = self.fat(op.operands[0])
            assert base is not None
            if op.opcode in _SAME:
                return base
            constant, terms = steps(op)
            offset = own.offset
            if not terms and _is_number(base.offset):
                offset = str(int(base.offset) + constant)
            return Fat(offset, base.size, own.shadow if op.type.space == PRIVATE else "")
        return own if op.type.space == PRIVATE else own._replace(shadow="")

    def parts(self, value: IrValue) -> Iterator[tuple[IrValue, int, str]]:
        """Yield the inner arrays of an object that a pointer indexes: the index, the number of elements, the name."""
        while isinstance(value, Name) and (op := self.definitions.get(value.name)) is not None:
            if op.opcode not in ("getelementptr", *_SAME):
                return
            length, name = self.within.get(value.name, (0, ""))
            value = op.operands[0]
            if length and op.element is not None and not self._is_whole(value, length * op.element.size):
                yield op.operands[-1], length, name

    def _is_whole(self, value: IrValue, size: int) -> bool:
        """Return whether a value is the address of a whole object that has `size` bytes."""
        name = value.name if isinstance(value, Name) else f"@{value.name}" if isinstance(value, Symbol) else ""
        return name in self.objects and self.objects[name].bytes == size

    def shadow(self, name: str) -> str:
        """Return the name of a private object's shadow."""
        return f"%simt.of.{self._order[name]}"

    def has_shadow(self, value: IrValue) -> bool:
        """Return whether a pointer is private and all accesses to its objects go into their shadows too."""
        return value.type.space == PRIVATE and self.is_known(value) and not self.into(value) & self.lost


NOTHING: Final = "%simt.nothing"  # the shadow without an object


def steps(op: Instruction) -> tuple[int, list[tuple[IrValue, int]]]:
    """Return the bytes that a `getelementptr` adds: a constant, and computed indices, each with the bytes of a step."""
    constant, terms = 0, list[tuple[IrValue, int]]()
    for index, size in op.strides():
        if isinstance(index, Number):
            constant += index.signed * size
        elif not isinstance(index, Undef):
            terms.append((index, size))
    return constant, terms


def _is_number(text: str) -> bool:
    return text.lstrip("-").isdigit()


def _name(value: IrValue) -> str:
    return value.name if isinstance(value, Name) else ""


def _holds(op: Instruction, place: int) -> bool:
    """Return whether an instruction uses an operand as a variable that holds a pointer."""
    if op.opcode == "load":
        return op.type.kind == "ptr"
    if op.opcode == "store":
        return place == 1 and op.operands[0].type.kind == "ptr"
    return op.opcode == "call" and op.detail in (DECLARED, PADDING)


def _read(line: str, places: Places, structs: dict[str, str]) -> Instruction | None:
    if not line.startswith("  ") or line.lstrip().startswith((";", "#dbg", "]")):
        return None
    try:
        return Reader(line, places, structs).instruction()
    except (CompileError, AssertionError, IndexError, KeyError):
        return None  # a switch, or code that the back end will refuse


def uses_of(lines: Sequence[tuple[str, Instruction | None]]) -> dict[str, list[Instruction]]:
    """Return the instructions that read each value."""
    uses: dict[str, list[Instruction]] = defaultdict(list)
    for op in (op for _, op in lines if op is not None):
        for value in op.operands:
            uses[_name(value)].append(op)
    return uses
