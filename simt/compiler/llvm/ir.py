"""LLVM IR as the reader passes it to the back end: types, values, instructions, functions.

Sizes and alignments follow the data layout of `simt.compiler.llvm.optimise`: pointers of 32 bits everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from simt.compiler.errors import NOWHERE, SourcePlace

PRIVATE, GLOBAL, CONSTANT, LOCAL = 0, 1, 2, 3  # address spaces, as SPIR numbers them


@dataclass(frozen=True, slots=True)
class IrType:
    """A type.

    - kind: void, int, float, ptr, vector, array or struct.
    - bits: the width of an int or a float.
    - space: the address space of a ptr.
    - element, count: the type and the number of the elements of a vector or an array.
    - members: the types in a struct. is_packed: whether the struct has no padding.
    """

    kind: str
    bits: int = 0
    space: int = 0
    element: IrType | None = None
    count: int = 0
    members: tuple[IrType, ...] = ()
    is_packed: bool = False

    @property
    def inner(self) -> IrType:
        """The type of the elements."""
        assert self.element is not None
        return self.element

    @property
    def size(self) -> int:
        """The bytes of a value in memory, padding included."""
        match self.kind:
            case "float":
                return self.bits // 8
            case "int":
                return 1 << ((self.bits + 7) // 8 - 1).bit_length()
            case "ptr":
                return 4
            case "vector":
                bits = self.inner.bits if self.inner.kind == "int" else 8 * self.inner.size
                return 1 << ((self.count * bits + 7) // 8 - 1).bit_length()
            case "array":
                return self.count * self.inner.size
            case "struct":
                return _rounded(self.offset(len(self.members)), self.alignment)
        return 0

    @property
    def alignment(self) -> int:
        """The alignment of a value in bytes."""
        if self.kind == "array":
            return self.inner.alignment
        if self.kind == "struct":
            return 1 if self.is_packed else max((member.alignment for member in self.members), default=1)
        return max(1, self.size)

    def offset(self, index: int) -> int:
        """Return the offset in bytes of a struct's member; for the number of members, the size without padding."""
        place = 0
        for number, member in enumerate(self.members):
            place = place if self.is_packed else _rounded(place, member.alignment)
            if number == index:
                return place
            place += member.size
        return place

    @property
    def words(self) -> int:
        """The number of registers of a value."""
        if self.kind in ("int", "float"):
            return max(1, (self.bits + 31) // 32)
        if self.kind in ("vector", "array"):
            return self.count * self.inner.words
        if self.kind == "struct":
            return sum(member.words for member in self.members)
        return 1 if self.kind == "ptr" else 0

    @property
    def elements(self) -> tuple[IrType, ...]:
        """The types of the elements of a vector, an array or a struct; any other type is its only element."""
        if self.kind in ("vector", "array"):
            return (self.inner,) * self.count
        return self.members if self.kind == "struct" else (self,)

    @property
    def scalar(self) -> IrType:
        """The type of a vector's elements; any other type is its own."""
        return self.inner if self.kind == "vector" else self

    def __str__(self) -> str:
        if self.kind == "int":
            return f"i{self.bits}"
        if self.kind == "float":
            return {16: "half", 32: "float", 64: "double"}.get(self.bits, f"float of {self.bits} bits")
        if self.kind in ("vector", "array"):
            return f"{self.kind} of {self.count} {self.element}"
        return self.kind


def _rounded(place: int, unit: int) -> int:
    return -(-place // unit) * unit


VOID = IrType("void")
I1 = IrType("int", 1)


@dataclass(frozen=True, slots=True)
class Name:
    """The value of a parameter or an instruction, `%name`."""

    type: IrType
    name: str


@dataclass(frozen=True, slots=True)
class Number:
    """A constant integer or float, by its bits; a null pointer is 0."""

    type: IrType
    bits: int

    @property
    def signed(self) -> int:
        """The bits as an integer in two's complement."""
        return self.bits - (self.bits >> (self.type.bits - 1) << self.type.bits)


@dataclass(frozen=True, slots=True)
class Undef:
    """`undef` or `poison`."""

    type: IrType


@dataclass(frozen=True, slots=True)
class Aggregate:
    """A constant vector, array or struct."""

    type: IrType
    elements: tuple[IrValue, ...]


@dataclass(frozen=True, slots=True)
class Symbol:
    """The address of a global variable, or a function, `@name`."""

    type: IrType
    name: str


@dataclass(frozen=True, slots=True)
class Expr:
    """A constant expression, as the instruction that computes it."""

    type: IrType
    instruction: Instruction


IrValue = Name | Number | Undef | Aggregate | Symbol | Expr


@dataclass(slots=True)
class Instruction:
    """An instruction.

    - result: the name of its value, "" if it has none.
    - detail: the predicate of a compare, the operation of an `atomicrmw`, or the name of the called function.
    - element: the type over which a `getelementptr` steps, or that an `alloca` allocates.
    - indices: the indices of an `extractvalue` or `insertvalue`, or the mask of a `shufflevector` (-1: undefined).
    - labels: the targets of a `br`, or the source block of each operand of a phi.
    - guard: the condition under which a load or store takes place; None means always.
    - order: its number in the text of the module, which it keeps when it is moved; -1 for an instruction that is not in
      the text.
    """

    opcode: str
    type: IrType = VOID
    result: str = ""
    operands: tuple[IrValue, ...] = ()
    detail: str = ""
    flags: frozenset[str] = frozenset()
    element: IrType | None = None
    indices: tuple[int, ...] = ()
    labels: tuple[str, ...] = ()
    align: int = 0
    guard: IrValue | None = None
    place: SourcePlace = NOWHERE
    order: int = -1

    def __hash__(self) -> int:
        return id(self)

    def strides(self) -> Iterator[tuple[IrValue, int]]:
        """Yield the indices of a `getelementptr`, each with its step in bytes; for a member its offset, and 1."""
        kind = self.element
        assert kind is not None
        for place, index in enumerate(self.operands[1:]):
            if place and kind.kind == "struct":
                assert isinstance(index, Number)
                yield Number(index.type, kind.offset(index.bits)), 1
                kind = kind.members[index.bits]
            else:
                kind = kind.inner if place else kind
                yield index, kind.size

    @property
    def bits(self) -> int:
        """The bits of the first operand, or of its elements if it is a vector; a pointer has 32."""
        return self.operands[0].type.scalar.bits or 32


@dataclass(frozen=True, slots=True, eq=False)
class SourceVariable:
    """A variable of the source. If its function is inlined at several places, each place has a variable of its own.

    - Equal variables are one object, which `Places` makes.

    - number, inlined: the number of its metadata, and of the place at which its function is inlined.
    - name, function, type, line: the words of its declaration.
    - words: the number of words in its value.
    """

    number: str
    inlined: str
    name: str
    function: str
    type: str
    line: int
    words: int


@dataclass(frozen=True, slots=True)
class Note:
    """A note that a variable of the source has `value` from here on; None if its value is not known.

    - order: the number of the instruction in the text from which on the note holds.
    - first, count: the first word and the number of words of the variable that have this value; 0, 0 for all words.
    - is_end: whether the variable ends here.
    """

    order: int
    variable: SourceVariable
    value: IrValue | None
    first: int = 0
    count: int = 0
    is_end: bool = False


@dataclass(slots=True)
class IrBlock:
    """A basic block; its last instruction is its terminator. notes: its notes on variables."""

    name: str
    instructions: list[Instruction] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)


@dataclass(slots=True)
class Argument:
    """A parameter of a function. byval: the type of a value that is passed by a pointer to a copy."""

    name: str
    type: IrType
    byval: IrType | None = None


@dataclass(slots=True)
class Function:
    """A function with a body; the first block is its entry.

    work_group: the size of work-groups, or (). types: OpenCL's names of the parameters' types, or ().
    """

    name: str
    arguments: list[Argument]
    blocks: list[IrBlock]
    work_group: tuple[int, ...] = ()
    types: tuple[str, ...] = ()
    place: SourcePlace = NOWHERE

    def instructions(self) -> Iterator[Instruction]:
        """Return the instructions of all blocks."""
        return (instruction for block in self.blocks for instruction in block.instructions)


@dataclass(slots=True)
class GlobalVariable:
    """A global variable of a module. initial: None if it is not initialised."""

    name: str
    space: int
    type: IrType
    initial: IrValue | None


@dataclass(slots=True)
class IrModule:
    """A module: functions with bodies, and variables, by name."""

    functions: dict[str, Function] = field(default_factory=dict)
    variables: dict[str, GlobalVariable] = field(default_factory=dict)
