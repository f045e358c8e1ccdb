"""Disassembly of words to text, which assembles to the same words and to the same constants at the same indices.

A constant that the assembler would pool at the same index is written where it is used; other constants are declared by
name. A word that assembly text cannot express (it does not decode, or its constant is missing) becomes a `.word`.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from isa.assembly.directives import MAX_THREADS
from isa.flow.flow import exits
from isa.program.buffers import unpacked
from isa.program.bundles import ANY_SLOTS, Slots, bundle_ranges, misplaced, slots_needed
from isa.program.encoding import Instruction
from isa.program.program import Buffer, LocalArray, Program
from isa.table.semantics import signed
from isa.table.table import INDEXED_NAMES, PAIRS, SCALAR, SPECIALS_BY_NUMBER
from isa.table.values import CANONICAL_NAN, bits_to_float, float_to_bits, is_exact

_PAIR_NAMES = {number: name for name, number in PAIRS.items()}


@dataclass(frozen=True, slots=True)
class Disassembly:
    """The text of a program in parts: declarations, labels by address, a statement for each word."""

    declarations: tuple[str, ...]
    labels: dict[int, str]
    statements: tuple[str, ...]
    bundles: tuple[range, ...] = ()  # the addresses of bundles of several operations

    def text(self) -> str:
        """Return the text of the program."""
        lines = [*self.declarations]
        stops = {bundle.start: bundle.stop for bundle in self.bundles}
        address = 0
        while address < len(self.statements):
            if address in self.labels:
                lines.append(f"{self.labels[address]}:")
            stop = stops.get(address, address + 1)
            text = " | ".join(self.statements[address:stop])
            lines.append(f"    {{ {text} }}" if address in stops else f"    {text}")
            address = stop
        if len(self.statements) in self.labels:
            lines.append(f"{self.labels[len(self.statements)]}:")
        return "\n".join(lines) + "\n"


def disassemble(program: Program | Iterable[int], constants: Iterable[int] = ()) -> str:
    """Return the text of a program, or of 64-bit words. constants: the 32-bit constants of the words."""
    return disassembly(program if isinstance(program, Program) else Program.from_words(program, constants)).text()


def disassembly(program: Program) -> Disassembly:
    """Return the text of a program, in parts."""
    return _Disassembler(program).run()


def float_text(bits: int) -> str:
    """Return the shortest literal for the float32 `bits`: `1.5`, `-inf`; `u(0x...)` for a NaN that is not canonical."""
    value = bits_to_float(bits)
    if value != value:
        return "nan" if bits == CANONICAL_NAN else f"u({bits:#x})"
    for digits in range(1, 10):  # nine are always enough
        text = f"{value:.{digits}g}"
        with contextlib.suppress(OverflowError):
            if float_to_bits(float(text)) == bits:
                break
    return text if set(text) & set(".en") else f"{text}.0"


def float_hint(bits: int) -> str:
    """Return 32 bits as a float literal; "" if their exponent suggests that they are an integer."""
    exponent = bits >> 23 & 0xFF
    is_infinity = bits & 0x7FFF_FFFF == 0x7F80_0000
    return float_text(bits) if 64 <= exponent < 192 or is_infinity or bits == CANONICAL_NAN else ""


def constant_text(bits: int, kind: str) -> str:
    """Return the 32 bits of a constant as the assembler reads them in an instruction on values of a type."""
    if kind in ("f32", "f64"):  # for doubles the assembler takes only a number that is exactly a float32
        text = float_text(bits)
        return f"f({text})" if kind == "f64" and text[0] != "u" and not is_exact(float(text)) else text
    if kind == "s32" or (kind == "b32" and bits >= 0xFFFF_FF00):
        return str(signed(bits))
    return str(bits) if bits < 1 << 16 else f"{bits:#x}"


class _Disassembler:
    """One run of the disassembler."""

    def __init__(self, program: Program) -> None:
        self.program = program
        taken = {*program.labels, *program.params, *program.buffers, *program.locals, *program.privates, program.name}
        self.constant_prefix = _free_prefix("c", taken)
        self.label_prefix = _free_prefix("L", taken)
        self.buffers = {entry.index: entry for entry in program.buffers.values()}
        # The names and types of constants that no immediate may share.
        self.named = {entry.index: (entry.name, entry.type) for entry in program.params.values()}
        self.named |= {index: (entry.name, "u32") for index, entry in self.buffers.items()}  # an address
        self.offsets = {entry.index: entry for entry in program.offsets}
        self.instructions = tuple(
            entry if entry is not None and self._is_expressible(entry) else None for entry in program.instructions
        )
        self.bundles = self._bundles()
        self.declared = self._count_declared()
        self.labels = self._find_labels()

    def run(self) -> Disassembly:
        statements = (
            f".word {word:#018x}" if instruction is None else self._statement(instruction)
            for word, instruction in zip(self.program.words, self.instructions, strict=True)
        )
        return Disassembly(tuple(self._declarations()), self.labels, tuple(statements), tuple(self.bundles))

    def _bundles(self) -> list[range]:
        """Return the bundles of several operations that assembly text can express; update `instructions`.

        Illegal bundles and bundles with a jump into their middle cannot be expressed: their operations become `.word`s.
        """
        kept = list(self.instructions)
        whole = self.program.instructions
        bundles = [bundle for bundle in bundle_ranges(whole) if (entry := whole[bundle.start]) and entry.more]
        while True:
            targets = {target for entry in kept if entry is not None for _, target in exits(entry, -1)}
            middles = [bundle for bundle in bundles if targets & set(bundle[1:])]
            bad = [bundle for bundle in bundles if misplaced([kept[pc] for pc in bundle], ANY_SLOTS) is not None]
            for address in (address for bundle in (*bad, *middles) for address in bundle):
                kept[address] = None
            bundles = [bundle for bundle in bundles if bundle not in bad and bundle not in middles]
            if not bad and not middles:
                self.instructions = tuple(kept)
                return bundles

    def _is_expressible(self, instruction: Instruction) -> bool:
        if instruction.csel == "none":
            return True
        if instruction.const >= len(self.program.constants):
            return False
        # A named constant of the wrong type would be refused.
        is_offset = bool(instruction.spec.data_field) and instruction.csel != "b"
        known = "u32" if instruction.const in self.offsets else self.named.get(instruction.const, ("", "b32"))[1]
        wanted = "u32" if is_offset else instruction.spec.type
        return "b32" in (known, wanted) or (known == "f32") == (wanted in ("f32", "f64"))

    def _count_declared(self) -> int:
        """Return the number of constants to declare, so that the assembler pools the others at their indices."""
        constants = self.program.constants
        first_use: dict[int, int] = {}
        for address, instruction in enumerate(self.instructions):
            if instruction is not None and instruction.csel != "none":
                first_use.setdefault(instruction.const, address)
        fixed = self.named.keys() | self.offsets.keys()
        counts = Counter(word for index, word in enumerate(constants) if index not in fixed)
        declared = len(constants)
        next_use = len(self.program.words)
        while declared > 0:
            index = declared - 1
            use = first_use.get(index)
            is_doubled = index not in self.offsets and counts[constants[index]] > 1
            if index in self.named or use is None or use >= next_use or is_doubled:
                break
            declared, next_use = index, use
        return declared

    def _find_labels(self) -> dict[int, str]:
        names: dict[int, str] = {}
        for name, address in self.program.labels.items():
            names.setdefault(address, name)
        pairs = [pair for entry in self.instructions for pair in exits(entry, 0) if pair[0] != "fallthrough"]
        targets = {target for _, target in pairs if target is not None and target <= len(self.program.words)}
        return {address: names.get(address, f"{self.label_prefix}{address}") for address in sorted(targets)}

    def _declarations(self) -> Iterable[str]:
        program = self.program
        yield f".kernel {program.name}"
        if self.bundles:
            needed = slots_needed(self.instructions)
            assert needed is not None
            yield f".vliw {Slots.of(needed)}"
        if program.group:
            yield f".group {', '.join(map(str, program.group))}"
        elif 1 <= program.threads <= MAX_THREADS:
            yield f".threads {program.threads}"
        if program.counts_on:
            yield f".counts_on {', '.join(program.counts_on)}"
        yield from _local_texts(sorted(program.locals.values(), key=lambda entry: entry.address))
        yield from _private_texts(program)
        for entry in program.at_launch:
            yield f".at_launch {'r' if entry.bank == 'register' else 's'}{entry.number}, {entry.source}"
        for index, word in enumerate(program.constants[: self.declared]):
            if index in self.buffers:
                buffer = self.buffers[index]
                yield f".buffer {buffer.name}, {buffer.type}{_contents_text(buffer)}"
            elif index in self.named:
                name, kind = self.named[index]
                yield f".param {name} {kind} = {constant_text(word, kind)}"
            else:
                hint = f" ; {float_hint(word)}" if float_hint(word) else ""
                yield f".const {self.constant_prefix}{index} b32 = {word:#010x}{hint}"
        if program.prints:
            yield f".prints {program.prints}"

    def _statement(self, instruction: Instruction) -> str:
        spec = instruction.spec
        operands = [self._operand(kind, instruction) for kind in spec.operands]
        text = f"{spec.name} {', '.join(operands)}".rstrip()
        if instruction.cond != "always":
            text += f" -> {self._target(instruction.target)} if {instruction.cond}"
        return text

    def _operand(self, kind: str, instruction: Instruction) -> str:
        if kind in ("target", "otherwise"):
            return self._target(getattr(instruction, kind))
        if kind.startswith("["):
            if instruction.csel == "a":
                return f"[{self._constant(instruction.const, 'b32')}]"
            base = _source(instruction.ra, instruction)
            return (
                f"[{base} + {self._constant(instruction.const, 'offset')}]" if instruction.csel == "c" else f"[{base}]"
            )
        if kind == "table":
            return f"{instruction.table:#04x}"
        if kind[1] == instruction.csel:
            return self._constant(instruction.const, instruction.spec.type)
        if kind.startswith("s"):
            return _pair(getattr(instruction, kind))
        return _source(getattr(instruction, kind), instruction)

    def _constant(self, index: int, kind: str) -> str:
        if index in self.named:
            return self.named[index][0]
        if index < self.declared:
            return f"{self.constant_prefix}{index}"
        if index in self.offsets:
            offset = self.offsets[index]
            return f"{offset.buffer} {'-' if offset.offset < 0 else '+'} {abs(offset.offset)}"
        word = self.program.constants[index]
        if kind == "offset":
            return f"u({word})" if word == 0 else constant_text(word, "u32")  # a literal 0 would be left out
        return constant_text(word, kind)

    def _target(self, address: int) -> str:
        return self.labels.get(address, str(address))


def _source(number: int, instruction: Instruction) -> str:
    if number == SCALAR:
        return INDEXED_NAMES.get(instruction.const, f"s{instruction.const}")
    return SPECIALS_BY_NUMBER.get(number, f"r{number}")


def _pair(number: int) -> str:
    return _PAIR_NAMES.get(number, f"s[{number}:{number + 1}]")


def _free_prefix(prefix: str, taken: set[str]) -> str:
    """Return `prefix` with `_` added until no name in `taken` consists of the prefix and digits."""
    while any(name.startswith(prefix) and name[len(prefix) :].isdigit() for name in taken):
        prefix += "_"
    return prefix


def _contents_text(buffer: Buffer) -> str:
    """Return what follows the type in the declaration of a buffer: its length or its contents."""
    if not buffer.contents:
        return f", {buffer.length}" if buffer.length else ""
    texts: dict[str, Callable[[Any], object]] = {"s32": signed, "f32": float_text, "f64": repr}
    text = texts.get(buffer.type, str)
    values = [str(text(element)) for element in unpacked(buffer.contents, buffer.type, buffer.length)]
    return f" = {', '.join(values)}"


def _private_texts(program: Program) -> Iterator[str]:
    following = 0
    names = iter(range(program.private_words))
    taken = {*program.privates}
    for array in (*sorted(program.privates.values(), key=lambda entry: entry.address), None):
        begin = program.private_words if array is None else array.address
        if begin > following:  # a gap, for which an array is declared
            name = next(f"private{number}" for number in names if f"private{number}" not in taken)
            yield f".private {name} u32[{begin - following}]"
        if array is not None:
            yield f".private {array.name} {array.type}[{array.length}]"
            following = array.address + array.words


def _local_texts(arrays: Sequence[LocalArray]) -> Iterable[str]:
    following = 0
    for array in arrays:
        text = f".local {array.name} {array.type}[{array.length}]"
        if array.address != following:
            # Alignment to the address itself skips to it, except from 0.
            text = f"{text} align {array.address}" if following else f"; {text} at word {array.address}"
        yield text
        following = array.address + array.words
