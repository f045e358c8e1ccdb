"""Program files: an assembled `Program` as JSON of the schema `simt.program/3`.

Words and constants are hex strings in full length. `assumes` has the packer's assumptions about the launch, null for a
program that was not packed. `sources` has [name, digest, text] of each source file, so that no file that a program
names is ever opened. Digest and text are null if the text is not known, or if with it the texts would have more than
`MAX_SOURCE_CHARACTERS` characters.

Loading checks everything that later code relies on, and errors name the place of the mistake. Nothing in the file is
executed or unpickled.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, astuple, fields, replace
from functools import partial
from pathlib import Path
from typing import Any

from isa.assembly.directives import MAX_LOCAL_WORDS, MAX_PRIVATE_WORDS, MAX_THREADS
from isa.assembly.lexer import NAME
from isa.assembly.operands import MAX_CONSTANTS
from isa.forms.checked_data import CheckedData
from isa.program.assumptions import Assumptions
from isa.program.buffers import MAX_BUFFER_WORDS, MAX_BUFFERS
from isa.program.bundles import MAX_SLOTS, MAX_STANDARD, Slots, SlotsValue
from isa.program.program import COUNTS_ON, Buffer, BufferOffset, LaunchValue, LocalArray, Location, Parameter, Program
from isa.reporting.diagnostics import ProgramError, quote
from isa.reporting.files import read_bytes, reason_of, replace_file
from isa.reporting.source import MAX_FILE_BYTES, lines_of
from isa.table.slot_kinds import unknown_name
from isa.table.table import ELEMENT_TYPES, LAUNCH_BANKS, MAX_INSTRUCTIONS, TYPES

SCHEMA = "simt.program/3"
MAX_SOURCE_CHARACTERS = 4 * MAX_FILE_BYTES
_MAX_BYTES = 64 * 1024 * 1024
_KEYS = (
    "schema", "name", "hash", "threads", "words", "constants", "local_words", "locals", "params", "labels", "equ",
    "sources", "locations", "assumes",
)  # fmt: skip
_ASSUMED = ("slots", "threads", "exactly", "in_bounds")  # and "may_part", if lanes may part
# Keys that are left out when they are empty.
_OPTIONAL = ("at_launch", "buffers", "counts_on", "group", "offsets", "prints", "private_words", "privates")
_VERSION = re.compile(r"simt\.program/[0-9]+\Z")
_WORD = re.compile(r"0x[0-9a-f]{16}\Z")
_CONSTANT = re.compile(r"0x[0-9a-f]{8}\Z")


def _assumed(assumes: Assumptions) -> dict[str, Any]:
    *known, stay_together = astuple(assumes)
    return dict(zip(_ASSUMED, known, strict=True)) | ({} if stay_together else {"may_part": True})


def program_data(program: Program) -> dict[str, Any]:
    """Return `program` as data for `json.dumps`. Words are strings, as a JSON number loses bits above 2^53."""
    data: dict[str, Any] = {
        "schema": SCHEMA,
        "name": program.name,
        "hash": program.hash,
        "threads": program.threads,
        "words": [f"{word:#018x}" for word in program.words],
        "constants": [f"{word:#010x}" for word in program.constants],
        "local_words": program.local_words,
        "locals": [asdict(entry) for entry in program.locals.values()],
        "params": [asdict(entry) | {"default": f"{entry.default:#010x}"} for entry in program.params.values()],
        "labels": dict(program.labels),
        "equ": {name: value if math.isfinite(value) else str(value) for name, value in program.equ.items()},
        "sources": list(_source_data(program.sources)),
        "locations": [_location_data(entry) for entry in program.locations],
        "assumes": program.assumes and _assumed(program.assumes),
    }
    optional: dict[str, Any] = {
        "private_words": program.private_words,
        "privates": [asdict(entry) for entry in program.privates.values()],
        "at_launch": [list(astuple(entry)) for entry in program.at_launch],
        "buffers": [_buffer_data(entry) for entry in program.buffers.values()],
        "offsets": [asdict(entry) for entry in program.offsets],
        "group": list(program.group),
        "prints": program.prints,
        "counts_on": list(program.counts_on),
    }
    return data | {key: value for key, value in optional.items() if value}


def _buffer_data(buffer: Buffer) -> dict[str, Any]:
    data = asdict(buffer) | {"contents": [f"{word:#010x}" for word in buffer.contents]}
    return data if buffer.contents else {key: value for key, value in data.items() if key != "contents"}


def _source_data(sources: Mapping[str, str | None]) -> Iterator[list[str | None]]:
    room = MAX_SOURCE_CHARACTERS
    for name, text in sources.items():
        if text is None or len(text) > room:
            yield [name, None, None]
        else:
            room -= len(text)
            yield [name, _digest(text), text]


def _digest(text: str) -> str:
    """Return the SHA-256, in hex, of a source text: for a file of UTF-8, the digest of its bytes."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _location_data(location: Location) -> list[Any]:
    """Return [file, line, column, text], then `reads` and `called`, then `region`.

    An empty region is left out. `reads` and `called` are left out only if all three are empty.
    """
    region = [location.region] if location.region else []
    more = [location.reads, list(location.called), *region] if location.reads or location.called or region else []
    return [location.file, location.line, location.column, location.text, *more]


def dump_program(program: Program) -> str:
    """Return the JSON text of `program`, a line for each key. Equal programs give equal texts."""
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in program_data(program).items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def save_program(program: Program, path: str | Path) -> None:
    """Write `program` to the file `path`. Raises `OSError` or `ValueError` if it cannot be written."""
    replace_file(path, dump_program(program).encode())


def load_program(path: str | Path) -> Program:
    """Load the program in the file `path`.

    Raises `ProgramError` (E0340) for an unreadable file or an invalid program.
    """
    try:
        text = read_bytes(path, _MAX_BYTES).decode("utf-8")
    except (OSError, ValueError) as error:
        raise ProgramError(f"cannot read {path}: {reason_of(error)}") from None
    return replace(parse_program(text, str(path)), path=Path(path))


def parse_program(text: str, source: str = "<string>") -> Program:
    """Return the program in the text of a program file. source: its name in errors. Raises `ProgramError` (E0340)."""
    try:
        data = json.loads(text, object_pairs_hook=_unique_keys, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise ProgramError(f"{source} is not JSON: {error}") from None
    return _Reader(source).program(data)


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entries = dict(pairs)
    if len(entries) != len(pairs):
        raise ValueError("a key is there twice")
    return entries


def _no_constant(text: str) -> Any:
    raise ValueError(f"{text} is not a number of JSON")


class _Reader(CheckedData):
    """A checker of the parts of a program file, whose methods raise `ProgramError` (E0340) for a mistake."""

    def program(self, data: Any) -> Program:
        self.require(isinstance(data, dict), "the file", "is not a JSON object")
        schema = data.get("schema")
        if schema != SCHEMA:
            is_other = isinstance(schema, str) and _VERSION.match(schema) is not None
            why = "; another version of simt wrote it: assemble the source again" if is_other else ""
            told = "it has no schema" if schema is None else f"its schema is {quote(str(schema))}, not `{SCHEMA}`"
            message = f"{self.source} is not a program file: {told}{why}"
            raise ProgramError(message)
        self.keys(data, _KEYS, "the file", _OPTIONAL)
        words = self.words(data["words"], _WORD, "words", MAX_INSTRUCTIONS)
        constants = self.words(data["constants"], _CONSTANT, "constants", MAX_CONSTANTS)
        local_words = self.integer(data["local_words"], 0, MAX_LOCAL_WORDS, "local_words")
        locals_ = self.listed(data["locals"], "locals", partial(self.array, "local_words", local_words))
        private_words = self.integer(data.get("private_words", 0), 0, MAX_PRIVATE_WORDS, "private_words")
        privates = self.listed(
            data.get("privates", []), "privates", partial(self.array, "private_words", private_words)
        )
        params = self.listed(data["params"], "params", partial(self.param, len(constants)))
        buffers = self.listed(data.get("buffers", []), "buffers", partial(self.buffer, len(constants)))
        offsets = self.listed(data.get("offsets", []), "offsets", partial(self.offset, len(constants)))
        known = {buffer.name for buffer in buffers}
        self.require(all(entry.buffer in known for entry in offsets), "offsets", "are not all of buffers")
        for key, entries in (("offsets", offsets), ("buffers", buffers)):
            indices = [entry.index for entry in entries]
            self.require(indices == sorted(indices), key, "are not in the order of their constants")
        indices = [entry.index for entry in (*params, *buffers, *offsets)]
        self.require(len(set(indices)) == len(indices), "params, buffers and offsets", "share a constant")
        self.require(len(buffers) <= MAX_BUFFERS, "buffers", f"are more than {MAX_BUFFERS}")
        total = sum(entry.words for entry in buffers)
        self.require(total <= MAX_BUFFER_WORDS, "buffers", f"have more than {MAX_BUFFER_WORDS} words")
        labels = {
            name: self.integer(address, 0, len(words), f"labels.{name}")
            for name, address in self.named(data["labels"], "labels").items()
        }
        equ = {name: self.number(value, f"equ.{name}") for name, value in self.named(data["equ"], "equ").items()}
        sources = self.sources(data["sources"])
        lines = {name: lines_of(text) for name, text in sources.items() if text is not None}
        locations = self.listed(data["locations"], "locations", partial(self.location, lines))
        self.require(len(locations) == len(words), "locations", "and words differ in number")
        prints = self.text(data.get("prints", ""), "prints")
        is_there = any(entry.name == prints and entry.type == "u32" and entry.length for entry in buffers)
        self.require(not prints or is_there, "prints", "is not a buffer of u32 with a length")
        names = [*(entry.name for entry in (*locals_, *privates, *params, *buffers)), *labels, *equ]
        self.require(len(set(names)) == len(names), "a name", "stands for two things")
        counts_on = data.get("counts_on", [])
        self.require(
            isinstance(counts_on, list) and counts_on == [name for name in COUNTS_ON if name in counts_on],
            "counts_on", f"does not list some of {', '.join(COUNTS_ON)}, in order",
        )  # fmt: skip
        threads = self.integer(data["threads"], 0, MAX_THREADS, "threads")
        sizes = self.listed(data.get("group", []), "group", lambda size, name: self.integer(size, 1, MAX_THREADS, name))
        group = tuple(sizes)
        self.require(
            not group or (len(group) <= 3 and math.prod(group) == threads), "group", "is not the shape of `threads`"
        )
        name = self.text(data["name"], "name")
        self.require(NAME.match(name) is not None, "name", "is not a name")
        program = Program(
            name=name,
            words=words,
            constants=constants,
            threads=threads,
            group=group,
            locals={entry.name: entry for entry in locals_},
            local_words=local_words,
            privates={entry.name: entry for entry in privates},
            private_words=private_words,
            params={entry.name: entry for entry in params},
            buffers={entry.name: entry for entry in buffers},
            offsets=tuple(offsets),
            labels=labels,
            equ=equ,
            locations=tuple(locations),
            sources=sources,
            at_launch=tuple(self.listed(data.get("at_launch", []), "at_launch", self.launch_value)),
            assumes=self.assumptions(data["assumes"]),
            counts_on=tuple(counts_on),
            prints=prints,
        )
        banks = [(entry.bank, entry.number) for entry in program.at_launch]
        self.require(banks == sorted(set(banks)), "at_launch", "is not in order, each register once")
        self.require(data["hash"] == program.hash, "hash", "does not match the content; was the file edited?")
        return program

    def head(
        self, data: Any, kind: type, where: str, types: tuple[str, ...] = TYPES, optional: tuple[str, ...] = ()
    ) -> tuple[str, str]:
        """Read the name and the type of an object whose keys are the fields of the dataclass `kind`.

        types: the types that are allowed. optional: the keys that may be missing.
        """
        keys = tuple(entry.name for entry in fields(kind) if entry.name not in optional)
        self.keys(data, keys, where, optional)
        name = self.name(data["name"], f"{where}.name")
        self.require(data["type"] in types, f"{where}.type", f"is not a type: {', '.join(types)}")
        return name, data["type"]

    def array(self, what: str, words: int, data: Any, where: str) -> LocalArray:
        name, kind = self.head(data, LocalArray, where, ELEMENT_TYPES)
        length = self.integer(data["length"], 1, 4 * MAX_LOCAL_WORDS, f"{where}.length")
        address = self.integer(data["address"], 0, MAX_LOCAL_WORDS, f"{where}.address")
        entry = LocalArray(name, kind, address, length)
        self.require(address + entry.words <= words, where, f"ends outside {what}")
        return entry

    def param(self, constants: int, data: Any, where: str) -> Parameter:
        name, kind = self.head(data, Parameter, where)
        index = self.integer(data["index"], 0, constants - 1, f"{where}.index")
        default = self.words([data["default"]], _CONSTANT, f"{where}.default", 1)[0]
        return Parameter(name, kind, index, default)

    def buffer(self, constants: int, data: Any, where: str) -> Buffer:
        name, kind = self.head(data, Buffer, where, ELEMENT_TYPES, ("contents",))
        length = self.integer(data["length"], 0, MAX_BUFFER_WORDS, f"{where}.length")
        contents = self.words(data.get("contents", []), _CONSTANT, f"{where}.contents", MAX_BUFFER_WORDS)
        entry = Buffer(name, kind, length, self.integer(data["index"], 0, constants - 1, f"{where}.index"), contents)
        self.require(len(contents) in (0, entry.words), f"{where}.contents", f"are not {entry.words} words")
        return entry

    def offset(self, constants: int, data: Any, where: str) -> BufferOffset:
        self.keys(data, tuple(entry.name for entry in fields(BufferOffset)), where)
        index = self.integer(data["index"], 0, constants - 1, f"{where}.index")
        bound = (1 << 32) - 1
        return BufferOffset(index, self.name(data["buffer"], where), self.integer(data["offset"], -bound, bound, where))

    def assumptions(self, data: Any) -> Assumptions | None:
        if data is None:
            return None
        self.keys(data, _ASSUMED, "assumes", ("may_part",))
        for name in ("exactly", "in_bounds"):
            self.require(isinstance(data[name], bool), f"assumes.{name}", "is neither true nor false")
        self.require(data.get("may_part", True) is True, "assumes.may_part", "is not true")
        return Assumptions(
            self.slots(data["slots"]),
            self.integer(data["threads"], 0, MAX_THREADS, "assumes.threads"),
            data["exactly"],
            data["in_bounds"],
            "may_part" not in data,
        )

    def slots(self, data: Any) -> SlotsValue:
        if not isinstance(data, list):
            return self.integer(data, 1, MAX_STANDARD, "assumes.slots")
        self.require(1 <= len(data) <= MAX_SLOTS, "assumes.slots", f"has not 1 to {MAX_SLOTS} kinds")
        kinds = tuple(self.text(kind, "assumes.slots") for kind in data)
        self.require(unknown_name(kinds) is None, "assumes.slots", "has an unknown kind")
        self.require(Slots.of(kinds).kinds == kinds, "assumes.slots", "does not have its units in their order")
        return kinds

    def launch_value(self, data: Any, where: str) -> LaunchValue:
        self.require(isinstance(data, list) and len(data) == 3, where, "is not [bank, number, source]")
        bank, source = self.text(data[0], where), self.text(data[2], where)
        self.require(bank in LAUNCH_BANKS, where, "is neither of a register nor of a scalar register")
        count, sources = LAUNCH_BANKS[bank]
        self.require(source in sources, where, f"is none of {', '.join(sources)}")
        return LaunchValue(bank, self.integer(data[1], 0, count - 1, where), source)

    def sources(self, data: Any) -> dict[str, str | None]:
        texts = dict(self.listed(data, "sources", self.source_text))
        self.require(len(texts) == len(data), "sources", "have a name twice")
        total = sum(len(text) for text in texts.values() if text is not None)
        self.require(total <= MAX_SOURCE_CHARACTERS, "sources", f"are longer than {MAX_SOURCE_CHARACTERS} characters")
        return texts

    def source_text(self, data: Any, where: str) -> tuple[str, str | None]:
        self.require(isinstance(data, list) and len(data) == 3, where, "is not [name, digest, text]")
        name, text = self.text(data[0], where), None if data[2] is None else self.text(data[2], where)
        digest = None if text is None else _digest(text)
        self.require(data[1] == digest, where, "has a digest that does not match the text; was the file edited?")
        return name, text

    def location(self, lines: Mapping[str, tuple[str, ...]], data: Any, where: str) -> Location:
        self.require(isinstance(data, list) and len(data) in (4, 6, 7), where, "is not [file, line, column, text]")
        line, column = (self.integer(number, 0, 1 << 31, where) for number in data[1:3])
        reads, called = data[4:6] or ("", [])
        region = self.text(data[6], where) if len(data) == 7 else ""
        self.require(isinstance(called, list), where, "does not list from where it was called")
        notes = tuple(self.text(note, where) for note in called)
        file, text = self.text(data[0], where), self.text(data[3], where)
        if line and file in lines:
            self.require(lines[file][line - 1 : line] == (text,), where, f"does not quote line {line} of its source")
        return Location(file, line, column, text, self.text(reads, where), notes, region)
