"""`simt asm --by-line`: each line of the source, with the instructions that were made from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from isa.forms.disassembler import disassembly
from isa.program.program import Program
from isa.program.variables import names_at
from isa.reporting.source import lines_of
from simt.views.kit.text import MOST_COLUMNS, cut, paint

_MOST_SKIPPED = 8  # lines without instructions in a row that are still shown
_COMMENT = 52  # the column of comments, unless the screen is narrow


@dataclass(frozen=True, slots=True)
class ByLine:
    """A line of the source, and the addresses of its instructions. line: 0 for instructions without a line."""

    file: str
    line: int
    text: str
    pcs: tuple[int, ...]


def source_rows(program: Program) -> list[ByLine]:
    """Return the lines of each file from its first to its last line with instructions, in the order of the source.

    The kernel's file is first. A file whose text the program lacks has only its lines with instructions.
    """
    pcs: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    texts: dict[tuple[str, int], str] = {}
    for pc in range(len(program.words)):
        location = program.locations[pc] if pc < len(program.locations) else None
        place = ("", 0) if location is None else (location.file, location.line)
        pcs[place[0]][place[1]].append(pc)
        texts[place] = "" if location is None else location.text
    rows = []
    for file in sorted(pcs, key=[*program.sources, *pcs].index):
        known, numbers = program.sources.get(file), sorted(pcs[file])
        lines = () if known is None else lines_of(known)
        shown = range(numbers[0], numbers[-1] + 1) if lines and numbers[0] else numbers
        for number in shown:
            text = lines[number - 1] if 0 < number <= len(lines) else texts.get((file, number), "")
            rows.append(ByLine(file, number, text.rstrip(), tuple(pcs[file].get(number, ()))))
    return rows


def instruction_words(program: Program) -> list[str]:
    """Return each instruction as text, with the names of labels for a compiled program."""
    statements = disassembly(program).statements
    locations = [*program.locations, *[None] * len(statements)]
    return [
        location.reads if location is not None and location.language and location.reads else statement
        for statement, location in zip(statements, locations, strict=False)
    ]


def operand_names(program: Program, pc: int) -> dict[int, str]:
    """Return the variables in the registers of an instruction, by number of the register.

    For a register that the instruction writes, this is the variable after it; for any other register, the variable
    before.

    The variable in a register that is written by an instruction that always jumps is not known.
    """
    entry = program.instructions[pc]
    if entry is None or not program.variables:
        return {}
    before, after = names_at(program.variables, pc), names_at(program.variables, pc + 1)
    names = {register: before[register] for register in entry.registers_read if register in before}
    for register in entry.registers_written:
        names.pop(register, None)
        if register in after:
            names[register] = after[register]
    return {register: ", ".join(those) for register, those in sorted(names.items())}


def by_line_text(program: Program, *, width: int = MOST_COLUMNS, color: bool = False) -> str:
    """Return the lines of the source, each above its instructions. width: the columns at which lines are cut."""
    statements, out, file, skipped = instruction_words(program), list[str](), "", list[ByLine]()
    labels = {address: name for name, address in program.labels.items()}
    for row in source_rows(program):
        if row.file != file or not out:
            file, skipped = row.file, []
            out += ["", paint(cut(file or "without a source", width), "bold", color)]
        if not row.pcs:
            skipped.append(row)
            continue
        if len(skipped) > _MOST_SKIPPED:
            out.append(paint(f"      ... {len(skipped)} lines without instructions", "dim", color))
            skipped = []
        out += [_source(row, width, color) for row in (*skipped, row) if row.line]
        skipped = []
        out += [_instruction(program, pc, labels.get(pc, ""), statements[pc], width, color) for pc in row.pcs]
    return "\n".join(out[1:]) + "\n"


def _source(row: ByLine, width: int, color: bool) -> str:
    number, text = f"{row.line:>5}", cut(row.text.expandtabs(4), width - 7)
    return f"{paint(number, 'dim', color)}  {paint(text, 'bold' if row.pcs else 'dim', color)}".rstrip()


def _instruction(program: Program, pc: int, label: str, statement: str, width: int, color: bool) -> str:
    names = ", ".join(f"r{register} {name}" for register, name in operand_names(program, pc).items())
    label = f"{label}: " if label else ""
    text = f"{label}{statement}"
    room, column = width - 14, min(_COMMENT, 2 * width // 3) - 14
    comment = cut(f"; {names}", max(0, room - max(len(text), column) - 1)) if names and len(text) < room else ""
    gap = " " * (max(len(text), column) + 1 - len(text)) if len(comment) > len("; ...") else ""
    name, blank, rest = cut(text, room)[len(label) :].partition(" ")
    shown = f"{paint(label, 'dim', color)}{paint(name, 'issued', color)}{blank}{rest}"
    address = paint(f"{pc:>12x}", "dim", color)
    return f"{address}  {shown}{gap}{paint(comment, 'good', color) if gap else ''}".rstrip()


def by_line_data(program: Program) -> dict[str, Any]:
    """Return the lines with instructions as plain values for JSON."""
    statements = instruction_words(program)
    return {
        "schema": "simt.by_line/1",
        "program": program.name,
        "lines": [
            {
                "file": row.file, "line": row.line, "text": row.text,
                "instructions": list(_entries(program, row, statements)),
            }
            for row in source_rows(program) if row.pcs
        ],
    }  # fmt: skip


def _entries(program: Program, row: ByLine, statements: list[str]) -> Iterator[dict[str, Any]]:
    for pc in row.pcs:
        names = {f"r{register}": name for register, name in operand_names(program, pc).items()}
        yield {"address": pc, "text": statements[pc], "variables": names}
