"""Instruction words: from an `Instruction` to 64 bits and back.

The encoding is canonical: `encode(decode(word)) == word` for every word that decodes, and `decode(encode(instruction))
== instruction` for every `Instruction` that has a word.
"""

from __future__ import annotations

from dataclasses import dataclass

from isa.reporting.diagnostics import SimtError
from isa.table.spec import InstructionSpec
from isa.table.table import (
    BY_OPCODE,
    COND,
    CSEL,
    FIELDS,
    FIRST_SPECIAL,
    INDEXED_NAMES,
    PAIRS,
    SCALAR,
    SCALAR_COUNT,
    SPECIALS,
    WORD_BITS,
)

_SHIFT = {name: low for name, (high, low) in FIELDS.items()}
_LIMIT = {name: 1 << (high - low + 1) for name, (high, low) in FIELDS.items()}
_CSEL_NAMES = {number: name for name, number in CSEL.items()}
_COND_NAMES = {number: name for name, number in COND.items()}
_SOURCES = frozenset((*range(FIRST_SPECIAL), *SPECIALS.values()))
_NUMBERS = ("rd", "ra", "rb", "rc", "target", "otherwise", "const", "sd", "sa", "sb", "table")
_LOW_BITS = {name: FIELDS[name][0] - FIELDS[name][1] + 1 for name in ("target", "otherwise")}
_REPLACED = {"a": ("ra", "sa"), "b": ("rb", "sb"), "c": ("rc",)}


class EncodingError(SimtError):
    """A word that does not decode, or an instruction that has no word."""

    code = "E0250"


@dataclass(frozen=True, slots=True)
class Instruction:
    """A decoded word. Fields that the format does not use are 0.

    - rd, ra, rb, rc: the numbers of registers; the sources ra, rb and rc may also be special sources.
    - csel: the source that the constant replaces, "none", "a", "b" or "c" (the third operand, or the address offset of
      a load or store).
    - cond: the condition of the jump on the result, "always" if there is no such jump.
    - target, otherwise: the address to which a jump leads, and the address for the lanes that do not take a `br_push`.
    - const: the index of the constant. But if a source has the number `isa.table.table.SCALAR`, this source reads a
      scalar register or an indexed special source, and const is its number.
    - more: whether the bundle goes on with the next word.
    - sd, sa, sb: the numbers of the lower registers of scalar pairs.
    - table: the truth table of a `ternlog`.
    """

    spec: InstructionSpec
    rd: int = 0
    ra: int = 0
    rb: int = 0
    rc: int = 0
    csel: str = "none"
    cond: str = "always"
    target: int = 0
    otherwise: int = 0
    const: int = 0
    more: bool = False
    sd: int = 0
    sa: int = 0
    sb: int = 0
    table: int = 0

    @property
    def has_target(self) -> bool:
        """Return whether the instruction names an address, to jump there or to push it."""
        return self.cond != "always" or "target" in self.spec.fields

    @property
    def reads_by_number(self) -> bool:
        """Return whether `const` is the number of a source: a scalar register or an indexed special source."""
        return SCALAR in (self.ra, self.rb, self.rc)

    @property
    def reads_scalar(self) -> bool:
        """Return whether `const` is the number of a scalar register that is a source."""
        return self.const < SCALAR_COUNT and self.reads_by_number

    @property
    def steers(self) -> bool:
        """Return whether it decides where the warp goes on, or with which lanes.

        Control instructions, jumps on a result and instructions that write scalar registers steer. A bundle has at most
        one operation that steers. With a scoreboard, a warp issues nothing else until this operation is released.
        """
        return self.spec.unit == "control" or self.cond != "always" or self.spec.requires == "explicit_masks"

    @property
    def indexed(self) -> str:
        """Return the name of the indexed special source that the instruction reads, "" if it reads none."""
        return INDEXED_NAMES.get(self.const, "") if self.reads_by_number else ""

    @property
    def registers_read(self) -> tuple[int, ...]:
        """Return the general registers that the instruction reads, each once."""
        spec = self.spec
        numbers: list[int] = []
        for name in (f"r{slot}" for slot in spec.sources if slot != self.csel):
            number = getattr(self, name)
            if number < FIRST_SPECIAL:
                numbers += range(number, number + spec.registers_of(name))
        return tuple(dict.fromkeys(numbers))

    @property
    def registers_written(self) -> range:
        """Return the general registers that the instruction writes."""
        return range(self.rd, self.rd + self.spec.registers_of("rd")) if self.spec.writes_register else range(0)

    @property
    def registers_used(self) -> tuple[int, ...]:
        """Return the registers that the instruction reads, except operands that the table of a `ternlog` ignores."""
        if self.spec.name != "ternlog.b32":
            return self.registers_read
        table, used = self.table, []
        for slot, bit in (("a", 4), ("b", 2), ("c", 1)):  # of an index into the table
            if any((table >> k ^ table >> (k + bit)) & 1 for k in range(8) if not k & bit):
                used.append(getattr(self, f"r{slot}"))
        return tuple(number for number in self.registers_read if number in used)

    @property
    def uses_flag(self) -> bool:
        """Return whether the instruction reads the carry flag that an earlier instruction left.

        A jump on the flag that the instruction itself writes does not count.
        """
        return self.spec.reads_carry or (self.cond in ("c", "nc") and not self.spec.writes_carry)

    @property
    def scalars_used(self) -> tuple[set[int], set[int]]:
        """Return two sets of scalar registers: read and written by the instruction. `SCALAR_COUNT` stands for SCC."""
        spec, name = self.spec, self.spec.name
        read: set[int] = set()
        written: set[int] = set()
        if self.reads_scalar:
            read.add(self.const)
        for slot in ("a", "b"):
            if f"s{slot}" in spec.fields and slot != self.csel:
                read |= _pair(getattr(self, f"s{slot}"))
        if "sd" in spec.fields:
            written |= _pair(self.sd)
        if name.startswith("s_branch.scc"):
            read.add(SCALAR_COUNT)
        elif name.startswith("s_branch.vcc"):
            read |= _pair(PAIRS["vcc"])
        elif name.startswith("s_branch.exec"):
            read |= _pair(PAIRS["exec"])
        elif name.startswith("s_") and name != "s_mov.b64" and not name.startswith("s_branch"):
            written.add(SCALAR_COUNT)
        if name == "s_and_saveexec.b64":
            read |= _pair(PAIRS["exec"])
            written |= _pair(PAIRS["exec"])
        return read, written


def _pair(number: int) -> set[int]:
    return {number, number + 1}


def encode(instruction: Instruction) -> int:
    """Return the 64-bit word of `instruction`. Raises `EncodingError` if there is none."""
    spec = instruction.spec
    if BY_OPCODE.get(spec.opcode) is not spec:
        raise EncodingError(f"`{spec.name}` is not an entry of the instruction table")
    for name, known in (("csel", CSEL), ("cond", COND)):
        if getattr(instruction, name) not in known:
            raise EncodingError(f"`{spec.name}`: {name} cannot be {getattr(instruction, name)!r}")
    _check(instruction)
    word = spec.opcode << _SHIFT["opcode"] | int(instruction.more) << _SHIFT["more"]
    word |= CSEL[instruction.csel] << _SHIFT["csel"] | COND[instruction.cond] << _SHIFT["cond"]
    for name in _NUMBERS:
        word |= int(getattr(instruction, name)) % _LIMIT[name] << _SHIFT[name]
    for name, field in spec.high.items():
        word |= getattr(instruction, name) >> _LOW_BITS[name] << _SHIFT[field]
    return word


def decode(word: int) -> Instruction:
    """Return the instruction of a 64-bit word. Raises `EncodingError` if there is none."""
    if not 0 <= word < 1 << WORD_BITS:
        raise EncodingError(f"{word:#x} is not a {WORD_BITS}-bit word")
    spec = BY_OPCODE.get(_extract(word, "opcode"))
    if spec is None:
        raise EncodingError(f"{word:#018x}: no instruction has the opcode {_extract(word, 'opcode'):#04x}")
    if word & ~spec.used_mask:
        raise EncodingError(f"{word:#018x}: `{spec.name}` must have zeros in the bits {word & ~spec.used_mask:#x}")
    # A field that the format does not use may overlap with one that it uses, so only the used ones are read.
    numbers = {name: _extract(word, name) for name in spec.fields}
    if spec.may_jump:
        numbers["target"] = _extract(word, "target")
    for name, field in spec.high.items():
        numbers[name] |= _extract(word, field) << _LOW_BITS[name]
    cond = _COND_NAMES.get(_extract(word, "cond"))
    if cond is None:
        raise EncodingError(f"{word:#018x}: no jump has the condition {_extract(word, 'cond')}")
    if spec.constant_slots:
        numbers["const"] = _extract(word, "const")
    instruction = Instruction(
        spec, csel=_CSEL_NAMES[_extract(word, "csel")], cond=cond, more=bool(_extract(word, "more")), **numbers
    )
    _check(instruction)
    return instruction


def _extract(word: int, name: str) -> int:
    return word >> _SHIFT[name] & (_LIMIT[name] - 1)


def _check(instruction: Instruction) -> None:
    """Raise `EncodingError` unless `instruction` is canonical."""
    spec = instruction.spec

    def fail(why: str) -> EncodingError:
        return EncodingError(f"`{spec.name}`: {why}")

    for name in _NUMBERS:
        value = getattr(instruction, name)
        limit = spec.reach if name in _LOW_BITS and spec.reach else _LIMIT[name]
        if not isinstance(value, int) or not 0 <= value < limit:
            raise fail(f"{name} = {value!r} does not fit its field")
        jumps = name == "target" and instruction.cond != "always"
        reads = name == "const" and (instruction.csel != "none" or instruction.reads_by_number)
        if value and name not in spec.fields and not jumps and not reads:
            raise fail(f"{name} must be 0")
    if instruction.rd >= FIRST_SPECIAL:
        raise fail(f"rd = {instruction.rd} is not a register")
    numbers = {name: getattr(instruction, name) for name in _NUMBERS}
    for name in ("ra", "rb", "rc"):
        if numbers[name] not in _SOURCES and not (numbers[name] == SCALAR and spec.takes_scalars):
            raise fail(f"{name} = {numbers[name]} is neither a register nor a special source")
    for name in ("rd", "ra", "rb", "rc"):
        if (count := spec.registers_of(name)) > 1 and numbers[name] + count > FIRST_SPECIAL:
            raise fail(f"{name} = {numbers[name]} is not one of {count} registers")
    for name in ("sd", "sa", "sb"):
        if numbers[name] % 2:
            raise fail(f"{name} = {numbers[name]} is not the lower register of a pair")
    if instruction.reads_by_number:
        if instruction.csel != "none":
            raise fail("cannot read a constant and a scalar register or an indexed special source")
        if instruction.const >= SCALAR_COUNT and not instruction.indexed:
            raise fail(f"const = {instruction.const} is neither a scalar register nor an indexed special source")
    if instruction.cond != "always" and not spec.may_jump:
        raise fail("has no result to jump on")
    if instruction.csel != "none":
        if instruction.csel not in spec.constant_slots:
            raise fail(f"cannot take a constant in slot {instruction.csel}")
        for name in _REPLACED[instruction.csel]:
            if getattr(instruction, name):
                raise fail(f"{name} must be 0, a constant replaces it")
