"""The loader of the instruction table: it checks `instructions.toml` and makes an `InstructionSpec` of each entry.

The checks prove that a format uses no bit twice, that opcodes, names and aliases are unique, and that every entry is
complete.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any

from isa.table.spec import SLOT_FIELDS, FormatSpec, InstructionSpec, field_mask
from isa.table.units import OPTIONAL, PRIVATE, UNITS

_IMMEDIATES = ("b32", "u32", "s32", "f32", "f64")  # the constant of an f64 operand is a float32
_CARRY = ("", "r", "w", "rw")
_REQUIRES = (
    "", "multiply", "mad", "multiply_mad", "count_bits", "permute_mad", "round", "fused_mad", *OPTIONAL, "sfu_divide",
    "dpu_mad", "shuffle", "vote", "ballot", "reduce", "global_memory", "mask_stack", "explicit_masks",
)  # fmt: skip
_ACROSS = ("", "one", "all")
_SCALAR_FIELDS = {"a": "sa", "b": "sb"}
_FORMAT_KEYS = {"syntax", "fields", "jump", "constant"}
_REQUIRED_KEYS = {"opcode", "unit", "format", "result", "example"}
_OPTIONAL_KEYS = {
    "type", "carry", "requires", "words", "bytes", "signed", "doubles", "across", "aliases", "cases", "kernel",
    "expect",
}  # fmt: skip
_OVERLAPS = {
    "otherwise": {"rb", "rc", "sb", "far"}, "sd": {"rd"}, "sa": {"ra"}, "sb": {"rb"}, "table": {"const"}, "far": {"rc"},
    "far_push": {"const", "table"}, "far_otherwise": {"const", "table"},
}  # fmt: skip
_NAME = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*\Z")
_SYNTAX_WORD = re.compile(r"[a-z]+")


def _width(bits: tuple[int, int]) -> int:
    return bits[0] - bits[1] + 1


class TableError(Exception):
    """The mistakes in `instructions.toml`, listed in the message."""


@dataclass(frozen=True, slots=True)
class InstructionTable:
    """The checked content of `instructions.toml`. word, registers: the tables of these names in the file."""

    word: Mapping[str, Any]
    registers: Mapping[str, Any]
    fields: Mapping[str, tuple[int, int]]  # name -> (highest bit, lowest bit)
    field_docs: Mapping[str, str]
    specials: Mapping[str, int]
    indexed: Mapping[str, int]  # special sources that the field const names, by their numbers in it
    formats: Mapping[str, FormatSpec]
    instructions: Mapping[str, InstructionSpec]


def load_table(content: dict[str, Any]) -> InstructionTable:
    """Check the parsed content of the file; return its table. Raises `TableError` with every mistake."""
    return _Loader(content).load()


class _Loader:
    """A builder of an `InstructionTable`, which collects the mistakes in the file."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.mistakes: list[str] = []

    def load(self) -> InstructionTable:
        try:
            table = self._build()
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            self.mistakes.append(f"malformed table: {type(error).__name__}: {error}")
        if self.mistakes:
            raise TableError("isa/instructions.toml:\n" + "\n".join(f"  - {mistake}" for mistake in self.mistakes))
        return table

    def _build(self) -> InstructionTable:
        word = self.data["word"]
        bits_of = {name: (int(entry["bits"][0]), int(entry["bits"][1])) for name, entry in word["fields"].items()}
        self._check_fields(word["bits"], bits_of)
        self._check_numbers("word.csel", word["csel"], bits_of["csel"])
        self._check_numbers("word.cond", word["cond"], bits_of["cond"])
        registers = self.data["registers"]
        specials = {name: int(entry["number"]) for name, entry in registers["special"].items()}
        if registers["first_special"] != registers["count"]:
            self.mistakes.append("registers.first_special is not the number after the last register")
        numbers = range(registers["first_special"], registers["first_special"] + len(specials) + 1)
        expected = [number for number in numbers if number != registers["scalar"]]
        if sorted(specials.values()) != expected[: len(specials)]:
            self.mistakes.append("special numbers are not consecutive from first_special on, except registers.scalar")
        indexed = {name: int(entry["number"]) for name, entry in registers["indexed"].items()}
        if sorted(indexed.values()) != list(range(registers["scalars"], registers["scalars"] + len(indexed))):
            self.mistakes.append("indexed special numbers are not consecutive from registers.scalars on")
        if both := sorted(specials.keys() & indexed.keys()):
            self.mistakes.append(f"special sources with two numbers: {', '.join(both)}")
        self._check_scalars(registers, specials.values())
        for name in ("rd", "ra", "rb", "rc", "sd", "sa", "sb"):
            if _width(bits_of[name]) != 7:
                self.mistakes.append(f"field {name} is not 7 bits wide")
        formats = {name: self._format(name, entry, bits_of) for name, entry in self.data["formats"].items()}
        instructions = {
            name: spec
            for name, entry in self.data["instruction"].items()
            if (spec := self._instruction(name, entry, formats, bits_of["opcode"])) is not None
        }
        self._check_clashes(instructions.values(), (*specials, *indexed))
        return InstructionTable(
            word=word,
            registers=registers,
            fields=bits_of,
            field_docs={name: str(entry["doc"]) for name, entry in word["fields"].items()},
            specials=specials,
            indexed=indexed,
            formats=formats,
            instructions=instructions,
        )

    def _check_fields(self, word_bits: int, bits_of: Mapping[str, tuple[int, int]]) -> None:
        covered = 0
        for name, (high, low) in bits_of.items():
            if not word_bits > high >= low >= 0:
                self.mistakes.append(f"field {name} has bits [{high}, {low}] outside the word")
                continue
            covered |= field_mask((high, low))
        if covered != (1 << word_bits) - 1:
            self.mistakes.append(f"no field covers the bits {((1 << word_bits) - 1) & ~covered:#x}")
        names = list(bits_of)
        for position, first in enumerate(names):
            for second in names[position + 1 :]:
                overlap = field_mask(bits_of[first]) & field_mask(bits_of[second])
                if overlap and second not in _OVERLAPS.get(first, ()) and first not in _OVERLAPS.get(second, ()):
                    self.mistakes.append(f"fields {first} and {second} overlap in the bits {overlap:#x}")

    def _check_scalars(self, registers: Mapping[str, Any], specials: Collection[int]) -> None:
        if registers["scalar"] in specials or not registers["first_special"] <= registers["scalar"] < 1 << 7:
            self.mistakes.append("registers.scalar is the number of a register or special source, or none of 7 bits")
        for name, number in registers["pairs"].items():
            if number % 2 or not 0 <= number < registers["scalars"]:
                self.mistakes.append(f"registers.pairs.{name} is not the even number of a scalar register")

    def _check_numbers(self, where: str, numbers: Mapping[str, int], bits: tuple[int, int]) -> None:
        limit = 1 << _width(bits)
        if sorted(numbers.values()) != list(range(len(numbers))) or len(numbers) > limit:
            self.mistakes.append(f"{where} does not number its names 0 to {len(numbers) - 1} within {limit} values")

    def _format(self, name: str, entry: Mapping[str, Any], bits_of: Mapping[str, tuple[int, int]]) -> FormatSpec:
        if set(entry) - {"high"} != _FORMAT_KEYS:
            self.mistakes.append(f"format {name} must have the keys {', '.join(sorted(_FORMAT_KEYS))}")
        used = ["opcode", "more", *entry["fields"]]
        if entry["constant"]:
            used += ["csel", "const"]
        if entry["jump"]:
            used += ["cond", "target"]
            if "rd" not in entry["fields"]:
                self.mistakes.append(f"format {name} may jump on a result that it does not have")
        targets = {"target", "otherwise"} & set(used)
        high = dict(entry.get("high", {}))
        if high and set(high) != targets:
            self.mistakes.append(f"format {name} has higher bits of {', '.join(high)}, not of its targets")
        widths = {tuple(_width(bits_of[field]) for field in (low, high.get(low, "")) if field) for low in targets}
        used += high.values()
        mask = 0
        for field in used:
            bits = field_mask(bits_of[field])
            if mask & bits:
                self.mistakes.append(f"format {name} uses the bits {mask & bits:#x} of field {field} twice")
            mask |= bits
        words = _SYNTAX_WORD.findall(entry["syntax"])
        if [word for word in words if word != "offset"] != list(entry["fields"]):
            self.mistakes.append(f"the syntax of format {name} does not name its fields in order")
        for slot in entry["constant"]:
            is_source = {SLOT_FIELDS[slot], _SCALAR_FIELDS.get(slot)} & set(entry["fields"])
            if not is_source and not (slot == "c" and "offset" in words):
                self.mistakes.append(f"format {name} puts a constant in slot {slot}, which it does not have")
        return FormatSpec(
            name, entry["syntax"], tuple(entry["fields"]), bool(entry["jump"]), tuple(entry["constant"]), mask,
            MappingProxyType(high), min((1 << sum(width) for width in widths), default=0),
        )  # fmt: skip

    def _instruction(
        self, name: str, entry: Mapping[str, Any], formats: Mapping[str, FormatSpec], opcode_bits: tuple[int, int]
    ) -> InstructionSpec | None:
        before = len(self.mistakes)

        def check(holds: bool, mistake: str) -> None:
            if not holds:
                self.mistakes.append(f"{name}: {mistake}")

        missing = sorted(_REQUIRED_KEYS - set(entry))
        unknown = sorted(set(entry) - _REQUIRED_KEYS - _OPTIONAL_KEYS)
        check(not missing, f"lacks {', '.join(missing)}")
        check(not unknown, f"has unknown keys {', '.join(unknown)}")
        if missing:
            return None
        form = formats.get(entry["format"])
        check(form is not None, f"unknown format {entry['format']}")
        if form is None:
            return None
        requires, kind, carry = entry.get("requires", ""), entry.get("type", ""), entry.get("carry", "")
        check(0 < entry["opcode"] < 1 << _width(opcode_bits), "the opcode is zero (reserved) or too wide")
        check(entry["unit"] in UNITS or entry["unit"] == PRIVATE, f"unknown unit {entry['unit']}")
        check(carry in _CARRY, f"carry is {carry!r}")
        check(requires in _REQUIRES, f"requires is {requires!r}")
        check(kind in _IMMEDIATES if form.constant_slots else kind == "", "has a type exactly if it takes a constant")
        words = entry.get("words", 1)
        check(words in (1, 2, 4), f"words is {words!r}, not 1, 2 or 4")
        check(words == 1 or form.name.endswith("_wide"), "moves several words, but its format is not for that")
        size = entry.get("bytes", 4 * words)
        check("bytes" not in entry or (size in (1, 2) and form.name in ("load", "store")), f"bytes is {size!r}")
        check("signed" not in entry or (entry["signed"] is True and size < 4), "signed is not of a part of a word")
        doubles = tuple(entry.get("doubles", ()))
        check(set(doubles) <= {"rd", "ra", "rb", "rc"} & set(form.fields), f"doubles is {doubles!r}")
        check(not doubles or entry["unit"] == "dpu", "works on doubles, but not in the dpu")
        check("rd" not in doubles or not form.may_jump, "jumps on a result of two registers")
        slots = {SLOT_FIELDS[slot] for slot in form.constant_slots if slot in SLOT_FIELDS}
        check((kind == "f64") == bool(slots & set(doubles)), "its constants are f64 exactly if its sources are doubles")
        check(bool(entry["result"]) and bool(entry["example"]), "result or example is empty")
        across = entry.get("across", "")
        check(across in _ACROSS, f"across is {across!r}")
        cases, kernel = entry.get("cases", ()), entry.get("kernel", "")
        check(requires == "mask_stack" or bool(cases) != bool(kernel), "needs either cases or a kernel")
        check(bool(kernel) == bool(entry.get("expect")), "a kernel needs expect, and expect a kernel")
        expected = {slot for slot, field in SLOT_FIELDS.items() if field in form.fields} | {"r"}
        expected |= ({"carry"} if "r" in carry else set()) | ({"carry_out"} if "w" in carry else set())
        check(
            all(set(case) == expected for case in cases), f"each case must give exactly {', '.join(sorted(expected))}"
        )
        lanes = [{len(value) if isinstance(value, list) else 0 for value in case.values()} for case in cases]
        check(
            all(len(one) == 1 and (0 not in one) == bool(across) for one in lanes),
            "the values of a case are lists of one length, by lane, exactly if it reads other lanes",
        )
        if len(self.mistakes) > before:
            return None
        return InstructionSpec(
            **{part.name: getattr(form, part.name) for part in fields(FormatSpec)} | {"name": name},
            opcode=entry["opcode"],
            unit=entry["unit"],
            format=form.name,
            type=kind,
            reads_carry="r" in carry,
            writes_carry="w" in carry,
            requires=requires,
            words=words,
            bytes=size,
            is_signed=entry.get("signed", False),
            doubles=doubles,
            across=across,
            aliases=tuple(entry.get("aliases", ())),
            result=entry["result"],
            example=entry["example"],
            cases=tuple(MappingProxyType(dict(case)) for case in cases),
            kernel=kernel,
            expect=MappingProxyType(dict(entry.get("expect", {}))),
        )

    def _check_clashes(self, specs: Iterable[InstructionSpec], specials: Iterable[str]) -> None:
        opcodes: dict[int, str] = {}
        names: dict[str, str] = dict.fromkeys(specials, "a special source")
        for spec in specs:
            if spec.opcode in opcodes:
                self.mistakes.append(f"{spec.name}: opcode {spec.opcode:#04x} is also {opcodes[spec.opcode]}'s")
            opcodes.setdefault(spec.opcode, spec.name)
            for name in (spec.name, *spec.aliases):
                if not _NAME.match(name):
                    self.mistakes.append(f"{spec.name}: {name!r} is not a mnemonic")
                if name in names:
                    self.mistakes.append(f"{spec.name}: the name {name} is also {names[name]}'s")
                names.setdefault(name, spec.name)
