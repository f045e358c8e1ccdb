"""An assembled program: words, constants, names and where each word came from."""

from __future__ import annotations

import hashlib
import json
import operator
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path

from isa.program.buffers import buffer_addresses
from isa.program.encoding import EncodingError, Instruction, decode
from isa.reporting.diagnostics import Diagnostic, ProgramError, did_you_mean, quote
from isa.table.table import words_for
from isa.table.units import PRIVATE, UNITS
from isa.table.values import RANGES, fits, float_to_bits, integer_to_bits


@dataclass(frozen=True, slots=True)
class LocalArray:
    """A named array in local or private memory: `length` elements of `type`, from word `address` on."""

    name: str
    type: str
    address: int
    length: int

    @property
    def words(self) -> int:
        """Words of memory, the last of which may be filled in part."""
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
    """A named array of global memory: `length` elements of `type`, 0 if the launch's array decides.

    The word `index` of constant memory holds its first byte's address, from when inputs are bound
    (`isa.program.buffers`); before, it is 0. `contents` are its words at a launch that gives no others; () for zeros.
    """

    name: str
    type: str
    length: int
    index: int
    contents: tuple[int, ...] = ()

    @property
    def words(self) -> int:
        """Words of global memory."""
        return words_for(self.length, self.type)


@dataclass(frozen=True, slots=True)
class BufferOffset:
    """A word of constant memory, number `index`, that holds the address of a buffer plus `offset` bytes, mod 2^32."""

    index: int
    buffer: str
    offset: int


@dataclass(frozen=True, slots=True, order=True)
class LaunchValue:
    """The value of a register at launch in place of 0: the special source `source`'s.

    `bank` is "register", a word per lane, or "scalar", a scalar register; a scalar one only takes values that are the
    same in all lanes of a warp.
    """

    bank: str
    number: int
    source: str


@dataclass(frozen=True, slots=True)
class Location:
    """The source line of an instruction. Line and column count from 1; 0: none.

    text: the line of the file. reads: the line with arguments put in, if that differs. called: for a line of a macro, a
    `.rept` or an included file, from where it was read, a note for each step outwards. region: the name that `.region`
    gave to the instructions around it.
    """

    file: str = ""
    line: int = 0
    column: int = 0
    text: str = ""
    reads: str = ""
    called: tuple[str, ...] = ()
    region: str = ""


@dataclass(frozen=True, slots=True)
class Assumptions:
    """The packer's assumptions about the launch; if they do not hold, the program may compute something else.

    slots: of the machine that it was packed for. threads: the most that the launch may have, 0 for any number; with
    `is_exact` neither fewer (the kernel reads `group_size`). in_bounds: accesses were taken to stay in their arrays,
    proven or not (`assume_in_bounds` of `isa.packing.packer.pack`). The number of lanes is never used.
    """

    slots: int
    threads: int = 0
    is_exact: bool = False
    in_bounds: bool = False

    def allows(self, threads: int) -> bool:
        """Return whether a launch may have this number of threads."""
        return self.threads in (0, threads) or (threads < self.threads and not self.is_exact)


# The guarantees that a kernel may assume (`.counts_on`, docs/check.md).
LOCKSTEP, SILENT_STORES, ZERO_REGISTERS = COUNTS_ON = ("lockstep", "silent_stores", "zero_registers")


FINE = 0x8000_0000  # a probe's operand in a lane without a finding


@dataclass(frozen=True, slots=True)
class Probe:
    """An instruction that asks whether something is wrong, in a program that was compiled for a check.

    Its operand is `FINE`, or the bytes from the start of `name`'s memory to the wrong read or access. code: of the
    finding. lengths: elements along each dimension of the array, () of another variable. size: of one, in bytes.
    """

    pc: int
    code: str
    name: str
    lengths: tuple[int, ...] = ()
    size: int = 4


@dataclass(frozen=True, slots=True)
class Shape:
    """An array in the source of a compiled kernel.

    space: global, constant, local or private. lengths: elements along each dimension, () of a variable that is not an
    array, the first 0 if the launch has it. size: bytes of an element; lanes: of one that is a vector.
    """

    name: str
    space: str
    lengths: tuple[int, ...]
    size: int
    lanes: int = 1


@dataclass(frozen=True, repr=False)
class Program:
    """A program as the engines take it.

    `words` are the 64-bit instruction words, `constants` the 32-bit words of constant memory: named ones in the order
    of their declaration, then the pooled immediates. `threads` 0 means that the source gives no number of threads.
    `group` is the shape of the work-groups that the program is for, and of no others, () for any shape. `counts_on` has
    the assumptions of a check (docs/check.md), in order; no run depends on it. `at_launch` has the registers that do
    not start at 0, each at most once, in order. `assumes` has the packer's assumptions; None if the program does not
    come from it. `prints` names the buffer that gathers threads' output, "" if there is none (`simt.result.printed`).
    `sources` are texts, None if one is not known; their names say nothing about files of this machine. `objects` names
    the array of an access, by the number of the instruction, if known. `probes` belong to a program that was compiled
    for a check, None for another. `shapes` are the shapes of arrays in the source that it was compiled from, by their
    names here. `path` is the file that the program was read from; program files have neither path, objects, probes nor
    shapes.
    """

    name: str = "kernel"
    words: tuple[int, ...] = ()
    constants: tuple[int, ...] = ()
    threads: int = 0
    group: tuple[int, ...] = ()
    locals: dict[str, LocalArray] = field(default_factory=dict)
    local_words: int = 0
    privates: dict[str, LocalArray] = field(default_factory=dict)
    private_words: int = 0  # of each thread
    params: dict[str, Parameter] = field(default_factory=dict)
    labels: dict[str, int] = field(default_factory=dict)
    equ: dict[str, int | float] = field(default_factory=dict)
    locations: tuple[Location, ...] = ()
    sources: dict[str, str | None] = field(default_factory=dict)  # by file as locations name it, the kernel's first
    at_launch: tuple[LaunchValue, ...] = ()
    buffers: dict[str, Buffer] = field(default_factory=dict)  # in the order of their numbers and addresses
    offsets: tuple[BufferOffset, ...] = ()  # in the order of their indices
    assumes: Assumptions | None = None
    counts_on: tuple[str, ...] = ()
    prints: str = ""
    objects: Mapping[int, str] = field(default_factory=dict, compare=False)
    probes: tuple[Probe, ...] | None = field(default=None, compare=False)
    shapes: Mapping[str, Shape] = field(default_factory=dict, compare=False)
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
        """Decode each word; None for a word that does not decode."""
        return tuple(_decode_or_none(word) for word in self.words)

    @cached_property
    def has_bundles(self) -> bool:
        """Return whether the program has bundles."""
        return any(entry is not None and entry.more for entry in self.instructions)

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
        """Sum a number per instruction by the unit that executes it, all of `isa.table.units.UNITS`, the FPU first.

        private: the unit that accesses to private memory go to (`Machine.serving`).
        """
        sums = dict.fromkeys(("fpu", *UNITS), 0)
        for instruction, number in zip(self.instructions, numbers, strict=True):
            if instruction is not None:
                unit = instruction.spec.unit
                sums[private if unit == PRIVATE else unit] += number
        return sums

    def starts(self, issues: Sequence[int]) -> int:
        """Return issued warp instructions, from the issues of each instruction; with bundles: bundles."""
        return sum(
            number
            for pc, number in enumerate(issues)
            if not pc or (before := self.instructions[pc - 1]) is None or not before.more
        )

    @cached_property
    def hash(self) -> str:
        """SHA-256, in hex, of all that affects a run: words, constants, threads, arrays, launch values, assumptions."""
        arrays = sorted((entry.name, entry.type, entry.address, entry.length) for entry in self.locals.values())
        content: list[object] = [list(self.words), list(self.constants), self.threads, self.local_words, arrays]
        if self.buffers:
            content.append([(entry.name, entry.type, entry.length, entry.index) for entry in self.buffers.values()])
            content += [["contents", entry.name, entry.contents] for entry in self.buffers.values() if entry.contents]
            content += [["offset", *astuple(entry)] for entry in self.offsets]
        if self.private_words:
            own = sorted((entry.name, entry.type, entry.address, entry.length) for entry in self.privates.values())
            content.append(["private", self.private_words, own])
        if self.prints:
            content.append(["prints", self.prints])
        if self.group:
            content.append(["group", *self.group])
        if self.at_launch:
            content.append([(entry.bank, entry.number, entry.source) for entry in self.at_launch])
        if self.assumes is not None:
            assumes = self.assumes
            content.append(["assumes", assumes.slots, assumes.threads, assumes.is_exact, assumes.in_bounds])
        return hashlib.sha256(json.dumps(content, separators=(",", ":")).encode("ascii")).hexdigest()

    @classmethod
    def from_words(
        cls, words: Iterable[int], constants: Iterable[int] = (), *, threads: int = 0, local_words: int = 0,
        private_words: int = 0,
    ) -> Program:  # fmt: skip
        """Return a program of raw 64-bit words, which need not decode, and 32-bit constants, without names or source.

        Nothing is checked: a word that does not decode traps when it is executed.
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
        """Return the program with parameters replaced: numbers of the parameter's type, an integer will do for f32.

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
        """Return the program with its buffers in place: every length known, every buffer's constant its address.

        lengths: in elements, of the buffers that give none; others are as they are. shifts: of every buffer, as for
        `buffer_addresses`. Raises `KeyError` if one is missing.
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
        message = f"{value!r} is no value for the parameter {name} of type {parameter.type}"
        raise ProgramError(message, code="E0331") from None
    if not fits(number, parameter.type):
        low, high = RANGES[parameter.type]
        message = f"{number} does not fit the parameter {name} of type {parameter.type}"
        raise ProgramError(message, code="E0331", help=f"{low} to {high}")
    return integer_to_bits(number)


@lru_cache(1 << 14)  # programs are made of few words, and made again for each machine and each set of symbols
def _decode_or_none(word: int) -> Instruction | None:
    try:
        return decode(word)
    except EncodingError:
        return None
