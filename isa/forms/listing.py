"""The listing of a program: addresses, words and source lines, for people."""

from __future__ import annotations

from isa.forms.disassembler import disassembly, float_hint
from isa.program.bundles import Slots
from isa.program.program import Program
from isa.reporting.diagnostics import plural
from isa.table.semantics import signed


def listing(program: Program) -> str:
    """Return a listing: arrays and constants, then a line for each word with its address, the word and its source.

    A source line with arguments of a macro or a `.rept` is followed by the disassembled instruction. In a program with
    bundles every instruction is disassembled, and marks at the left tie the words of a bundle together. In a compiled
    program the instruction comes first, and a source line is shown once, after its first instruction.
    """
    parts = disassembly(program)
    lines = [_summary(program), *_arrays(program), *_constants(program), "", "addr  word              source"]
    labels: dict[int, list[str]] = {}
    for name, address in (program.labels or {name: address for address, name in parts.labels.items()}).items():
        labels.setdefault(address, []).append(name)
    ties = {
        address: "/ " if address == bundle.start else "\\ " if address == bundle.stop - 1 else "| "
        for bundle in parts.bundles
        for address in bundle
    }
    margin = "  " if ties else ""
    file, line = "", 0
    for address, (word, statement) in enumerate(zip(program.words, parts.statements, strict=True)):
        location = program.locations[address] if address < len(program.locations) else None
        if location is not None and location.file and location.file != file:
            file = location.file
            lines.append(f"; {file}")
        text = location.text.strip() if location is not None else ""
        names = [f"{name}:" for name in labels.get(address, []) if not text.startswith(f"{name}:")]
        if names and "\\@" not in text.partition(":")[0]:
            lines.append(" " * 24 + " ".join(names))
        number = f"{location.line:>5}  " if location is not None and location.line else ""
        if location is not None and location.language:  # its line begins another bundle
            source = f"; {number.strip():>4}  {text}" if location.line != line else ""
            number, shown = "", f"{location.reads or statement:<44}{source}".rstrip()
        elif parts.bundles and text:
            shown = statement if "{" in text else f"{statement:<40} ; {text}"
        else:
            shown = statement if not text else f"{text}    ; {statement}" if "\\" in text else text
        line = location.line if location is not None else 0
        lines.append(f"{address:4x}  {word:016x}  {ties.get(address, margin)}{number}{shown}")
    trailing = labels.get(len(program.words), [])
    if trailing:
        lines.append(" " * 24 + " ".join(f"{name}:" for name in trailing))
    return "\n".join(lines) + "\n"


def _summary(program: Program) -> str:
    counts = [
        *([plural(program.threads, "thread")] if program.threads else []),
        plural(len(program.words), "instruction"),
        plural(program.registers, "register"),
        plural(len(program.constants), "constant"),
        plural(program.local_words, "word") + " of local memory",
        *([plural(program.private_words, "private word")] if program.private_words else []),
    ]
    return f"; {program.name}: {', '.join(counts)}{_assumptions(program)}"


def _assumptions(program: Program) -> str:
    basis = program.assumes
    if basis is None:
        return ""
    threads = f"{'exactly' if basis.is_exact else 'at most'} {basis.threads}" if basis.threads else "any number of"
    bounds = ", accesses taken to stay in their arrays" if basis.in_bounds else ""
    return f"\n; packed for {Slots.of(basis.slots).text} and {threads} threads{bounds}"


def _arrays(program: Program) -> list[str]:
    lines = []
    for title, arrays in (("local memory", program.locals), ("private memory, in words", program.privates)):
        lines += ["", title] if arrays else []
        for array in arrays.values():
            last = array.address + array.words - 1
            lines.append(f"{array.address:6x}-{last:<6x} {array.name} {array.type}[{array.length}]")
    return lines


def _constants(program: Program) -> list[str]:
    if not program.constants:
        return []
    names = {entry.index: f"{entry.name} (.param {entry.type})" for entry in program.params.values()}
    names |= {entry.index: f"{entry.name} (.buffer {entry.type})" for entry in program.buffers.values()}
    names |= {entry.index: f"{entry.buffer} {entry.offset:+}" for entry in program.offsets}
    lines = ["", "constants"]
    for index, word in enumerate(program.constants):
        shown = f"{index:4x}  {word:08x}  {signed(word):>11}  {float_hint(word):<14} {names.get(index, '')}"
        lines.append(shown.rstrip())
    return lines
