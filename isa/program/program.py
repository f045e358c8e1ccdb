"""An assembled program: words, constants, names, and the source line of each word."""

from __future__ import annotations

import hashlib
import json
import operator
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path

from isa.program.assumptions import Assumptions
from isa.program.buffers import buffer_addresses
from isa.program.encoding import EncodingError, Instruction, decode
from isa.program.variables import Variable
from isa.reporting.diagnostics import Diagnostic, ProgramError, did_you_mean, quote
from isa.table.table import words_for
from isa.table.units import PRIVATE, UNITS
from isa.table.values import RANGES, fits, float_to_bits, integer_to_bits

COMPILED = (".cl", ".py")  # suffixes of files in languages that are compiled


@dataclass(frozen=True, slots=True)
class LocalArray:
    """A named array in local or private memory: `length` elements of `type`, from word `address` on."""

    name: str
    type: str
    address: int
    length: int

    @property
    def words(self) -> int:
        """The words of memory of the array, the last one perhaps in part."""
        return words_for(self.length, self.type)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A word of constant memory that a launch may replace; `default` is its bits."""

    name: str
    type: str
    index: int
    default: int


@dataclass(frozen=True, slots=True)
class Buffer:
    """A named array of global memory: `length` elements of `type`. If the length is 0, the launch decides it.

    index: the word of constant memory for the address of the buffer's first byte; the word is 0 until inputs are bound.
    contents: the words of the buffer at the start if the launch gives no input for it, () for zeros.
    """

    name: str
    type: str
    length: int
    index: int
    contents: tuple[int, ...] = ()

    @property
    def words(self) -> int:
        """The number of words that the buffer takes in global memory. The last one may be used in part."""
        return words_for(self.length, self.type)


@dataclass(frozen=True, slots=True)
class BufferOffset:
    """The word `index` of constant memory, which holds the address of a buffer plus `offset` bytes, mod 2^32."""

    index: int
    buffer: str
    offset: int


@dataclass(frozen=True, slots=True, order=True)
class LaunchValue:
    """A register that holds the value of a special source at launch, in place of 0.

    - bank: "register" (a word per lane) or "scalar" (only for sources that are equal in all lanes of a warp).
    - number: the register's number in its bank.
    - source: the name of the special source.
    """

    bank: str
    number: int
    source: str


@dataclass(frozen=True, slots=True)
class Location:
    """The source line of an instruction. Line and column count from 1; 0 means that the line or the column is unknown.

    - text: the line of the file.
    - reads: the line with macro arguments substituted, "" if it is the same.
    - called: the includes, macro calls and repetitions that led to the line, a note for each, innermost first.
    - region: the name of the `.region` of the instruction, "" outside regions.
    """

    file: str = ""
    line: int = 0
    column: int = 0
    text: str = ""
    reads: str = ""
    called: tuple[str, ...] = ()
    region: str = ""

    @property
    def language(self) -> str:
        """The suffix of the file if its language is compiled, `.cl` or `.py`; "" for assembly."""
        suffix = self.file[self.file.rfind(".") :]
        return suffix if suffix in COMPILED else ""


# The guarantees of the machine that a kernel may rely on (`.counts_on`, docs/check.md).
LOCKSTEP, SILENT_STORES, ZERO_REGISTERS = COUNTS_ON = ("lockstep", "silent_stores", "zero_registers")

FINE = 0x8000_0000  # the operand of a probe in a lane without an error


@dataclass(frozen=True, slots=True)
class Probe:
    """An instruction that reports an error to `simt check`, in a program that was compiled for this check.

    Its operand is `FINE` if there is no error. Otherwise it is the byte offset of the wrong access from the start of
    the variable `name`.

    - pc: the address of the instruction.
    - code: the code of the finding.
    - lengths: the elements along each dimension of an array; () for a variable that is not an array.
    - size: the bytes of an element.
    """

    pc: int
    code: str
    name: str
    lengths: tuple[int, ...] = ()
    size: int = 4


@dataclass(frozen=True, slots=True)
class Shape:
    """A variable or an array in the source of a compiled kernel.

    - space: global, constant, local or private.
    - lengths: the elements along each dimension, the first 0 if the launch decides it; () for a single variable.
    - size: the bytes of an element.
    - lanes: the numbers in an element, 1 unless it is a vector.
    """

    name: str
    space: str
    lengths: tuple[int, ...]
    size: int
    lanes: int = 1


@dataclass(frozen=True, repr=False)
class Program:
    """A program for the engines.

    - words: the 64-bit instruction words.
    - constants: the 32-bit words of constant memory: first named words in order of declaration, then pooled immediates.
    - threads: the threads of a work-group, 0 if the source gives no number.
    - group: the shape that a work-group must have, () for any shape.
    - locals, privates: the arrays in local and in private memory, by name.
    - local_words: the words of local memory of a work-group. private_words: the words of private memory of a thread.
    - params, labels, buffers: the parameters, the addresses of the labels, and the buffers, by name.
    - equ: the values of `.equ` symbols, by name.
    - locations, sources: the source line of each word, and the text of each source file, None if unknown.
    - at_launch: the registers that hold a special source at launch in place of 0; sorted, each at most once.
    - assumes: the packer's assumptions, None for a program that was not packed.
    - counts_on: assumptions for `simt check` (docs/check.md), sorted; no run depends on them.
    - prints: the name of the buffer for the output of `printf`, "" if there is none (`simt.result.printed`).

    Program files do not store the following.

    - objects: the array that an instruction accesses, if known, by the instruction's address.
    - probes: the probes of a program that was compiled for `simt check`, None for other programs.
    - shapes: the arrays in the source of a compiled program, by their names in `locals`, `privates` and `buffers`.
    - variables: the variables in the source of a compiled program.
    - warnings, path: the assembler's warnings, and the file that the program was read from, None for a text.
    """

    name: str = "kernel"
    words: tuple[int, ...] = ()
    constants: tuple[int, ...] = ()
    threads: int = 0
    group: tuple[int, ...] = ()
    locals: dict[str, LocalArray] = field(default_factory=dict)
    local_words: int = 0
    privates: dict[str, LocalArray] = field(default_factory=dict)
    private_words: int = 0
    params: dict[str, Parameter] = field(default_factory=dict)
    labels: dict[str, int] = field(default_factory=dict)
    equ: dict[str, int | float] = field(default_factory=dict)
    locations: tuple[Location, ...] = ()
    sources: dict[str, str | None] = field(default_factory=dict)  # by the name in locations, the kernel's file first
    at_launch: tuple[LaunchValue, ...] = ()
    buffers: dict[str, Buffer] = field(default_factory=dict)  # in the order of their numbers and addresses
    offsets: tuple[BufferOffset, ...] = ()  # in the order of their indices
    assumes: Assumptions | None = None
    counts_on: tuple[str, ...] = ()
    prints: str = ""
    objects: Mapping[int, str] = field(default_factory=dict, compare=False)
    probes: tuple[Probe, ...] | None = field(default=None, compare=False)
    shapes: Mapping[str, Shape] = field(default_factory=dict, compare=False)
    variables: tuple[Variable, ...] = field(default=(), compare=False)
    warnings: tuple[Diagnostic, ...] = field(default=(), compare=False)
    path: Path | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        named = {
            "local": [f"{entry.name} {entry.type}[{entry.length}]" for entry in self.locals.values()],
            "private": [f"{entry.name} {entry.type}[{entry.length}]" for entry in self.privates.values()],
            "buffers": [f"{entry.name} {entry.type}[{entry.length or ''}]" for entry in self.buffers.values()],
            "parameters": [f"{entry.name} {entry.type}" for entry in self.params.values()],
        }
        parts = [f"{len(self.words)} instructions, {self.threads or 'no number of'} threads"]
        parts += [f"{kind} {', '.join(names)}" for kind, names in named.items() if names]
        text = f"<Program {self.name}: {'; '.join(parts)}>"
        return textwrap.fill(text, 80, subsequent_indent="  ", max_lines=12, placeholder=" ...>")

    def __hash__(self) -> int:
        return hash((self.words, self.constants, self.threads))

    @cached_property
    def instructions(self) -> tuple[Instruction | None, ...]:
        """The decoded words; None for a word that does not decode."""
        return tuple(_decode_or_none(word) for word in self.words)

    @property
    def language(self) -> str:
        """The suffix of the language that the program was compiled from, `.cl` or `.py`; "" for assembly and words."""
        return next((location.language for location in self.locations if location.line), "")

    @cached_property
    def has_bundles(self) -> bool:
        """Return whether the program has bundles of several operations."""
        return any(entry is not None and entry.more for entry in self.instructions)

    @cached_property
    def reads_lanes(self) -> bool:
        """Return whether the program has instructions by which lanes read one another, on whichever machine."""
        return any(entry is not None and entry.spec.across for entry in self.instructions)

    @cached_property
    def registers(self) -> int:
        """One more than the highest register that the program names; 0 if it names none."""
        highest = max((entry.number for entry in self.at_launch if entry.bank == "register"), default=-1)
        for instruction in self.instructions:
            if instruction is None:
                continue
            highest = max((highest, *instruction.registers_read, *instruction.registers_written))
        return highest + 1

    def by_unit(self, numbers: Iterable[int], private: str) -> dict[str, int]:
        """Return the sum of the numbers of each unit's instructions, for all units, the FPU first.

        numbers: a number for each instruction. private: the unit that serves accesses to private memory
        (`Machine.serving`).
        """
        sums = dict.fromkeys(("fpu", *UNITS), 0)
        for instruction, number in zip(self.instructions, numbers, strict=True):
            if instruction is not None:
                unit = instruction.spec.unit
                sums[private if unit == PRIVATE else unit] += number
        return sums

    def starts(self, issues: Sequence[int]) -> int:
        """Return the number of issued instructions, a bundle counted once. issues: the issues of each instruction."""
        return sum(
            number
            for pc, number in enumerate(issues)
            if not pc or (before := self.instructions[pc - 1]) is None or not before.more
        )

    @cached_property
    def hash(self) -> str:
        """The SHA-256, in hex, of all parts that affect a run.

        These parts are words, constants, the size and shape of a work-group, arrays, buffers, the buffer of `printf`,
        launch values and the packer's assumptions.
        """
        arrays = sorted(map(astuple, self.locals.values()))
        content: list[object] = [list(self.words), list(self.constants), self.threads, self.local_words, arrays]
        if self.buffers:
            content.append([(entry.name, entry.type, entry.length, entry.index) for entry in self.buffers.values()])
            content += [["contents", entry.name, entry.contents] for entry in self.buffers.values() if entry.contents]
            content += [["offset", *astuple(entry)] for entry in self.offsets]
        if self.private_words:
            content.append(["private", self.private_words, sorted(map(astuple, self.privates.values()))])
        if self.prints:
            content.append(["prints", self.prints])
        if self.group:
            content.append(["group", *self.group])
        if self.at_launch:
            content.append([astuple(entry) for entry in self.at_launch])
        if self.assumes is not None:
            *known, stay_together = astuple(self.assumes)
            content.append(["assumes", *known, *([] if stay_together else ["may_part"])])
        return hashlib.sha256(json.dumps(content, separators=(",", ":")).encode("ascii")).hexdigest()

    @classmethod
    def from_words(
        cls, words: Iterable[int], constants: Iterable[int] = (), *, threads: int = 0, local_words: int = 0,
        private_words: int = 0,
    ) -> Program:  # fmt: skip
        """Return a program of 64-bit words and 32-bit constants, without names or source.

        threads, local_words, private_words: as in `Program`.

        Nothing is checked. A word that does not decode traps when it is executed.
        """
        numbers = tuple(int(word) for word in words)
        return cls(
            name="raw",
            words=numbers,
            constants=tuple(int(word) for word in constants),
            threads=threads,
            local_words=local_words,
            private_words=private_words,
            locations=(Location(),) * len(numbers),
        )

    def with_params(self, **values: int | float) -> Program:
        """Return the program with other values of parameters. An f32 parameter also takes an integer.

        Raises `ProgramError`: E0330 for an unknown parameter, E0331 for a value that does not fit.
        """
        constants = list(self.constants)
        for name, value in values.items():
            parameter = self.params.get(name)
            if parameter is None:
                known = ", ".join(self.params) or "none"
                message = f"the kernel {quote(self.name)} has no parameter {quote(name)}"
                advice = did_you_mean(name, self.params, f"its parameters: {known}")
                raise ProgramError(message, code="E0330", help=advice)
            constants[parameter.index] = _parameter_bits(parameter, value)
        return replace(self, constants=tuple(constants))

    def with_buffers(self, lengths: Mapping[str, int], shifts: Mapping[str, int] | None = None) -> Program:
        """Return the program with the lengths of all buffers, and their addresses in constant memory.

        lengths: the elements of the buffers without a length in the program, by name; others are ignored. shifts: the
        shift of each buffer in bytes, by name (`buffer_addresses`); None for no shifts. Raises `KeyError` if a length
        or shift is missing.
        """
        buffers = {
            name: entry if entry.length else replace(entry, length=lengths[name])
            for name, entry in self.buffers.items()
        }
        constants = list(self.constants)
        moved = None if shifts is None else [shifts[name] for name in buffers]
        addresses = buffer_addresses((entry.words for entry in buffers.values()), moved)
        for entry, address in zip(buffers.values(), addresses, strict=True):
            constants[entry.index] = address
        for word in self.offsets:
            constants[word.index] = constants[buffers[word.buffer].index] + word.offset & 0xFFFF_FFFF
        return replace(self, constants=tuple(constants), buffers=buffers)


def _parameter_bits(parameter: Parameter, value: int | float) -> int:
    name = quote(parameter.name)
    try:
        if parameter.type == "f32":
            return float_to_bits(float(value))
        number = operator.index(value)  # type: ignore[arg-type]  # a float is refused by the TypeError
    except OverflowError:
        raise ProgramError(f"{value} does not fit the parameter {name} of type f32", code="E0331") from None
    except (TypeError, ValueError):
        message = f"{value!r} is not a value for the parameter {name} of type {parameter.type}"
        raise ProgramError(message, code="E0331") from None
    if not fits(number, parameter.type):
        low, high = RANGES[parameter.type]
        message = f"{number} does not fit the parameter {name} of type {parameter.type}"
        raise ProgramError(message, code="E0331", help=f"{low} to {high}")
    return integer_to_bits(number)


@lru_cache(1 << 14)  # programs have few different words, and are assembled again for each machine and set of symbols
def _decode_or_none(word: int) -> Instruction | None:
    try:
        return decode(word)
    except EncodingError:
        return None
