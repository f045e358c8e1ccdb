"""A report's data on the program: source lines and instructions with their costs, as plain values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from isa.forms.disassembler import disassembly
from isa.program.program import Program
from simt.diagnosis.accesses import Access
from simt.diagnosis.accesses import by_line as accesses_by_line
from simt.result.result import Result
from simt.views.kit.lines import LineCost, by_instruction, by_line, numbered_lines_of, source_lines
from simt.views.kit.text import printable
from simt.views.run.by_line import operand_names
from simt.views.time.series import unit_names

_MAX_LINES = 3000  # of all files; beyond it, only lines that became instructions are shown


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line of a listing: its number, its text, its cost, or None if it has no instructions, notes on its accesses."""

    number: str
    text: str
    cost: LineCost | None = None
    notes: tuple[str, ...] = ()


def file_listings(result: Result, accesses: Iterable[Access] = ()) -> list[tuple[str, list[SourceLine]]]:
    """Return the source files that have instructions, each with its lines: first the kernel's own, then included files.

    accesses: the run's accesses by instruction, for notes on lines.

    The result is empty for a program without source. If the program lacks the text of a file, only the file's lines
    with instructions are there. The same holds for all files if they have more than 3000 lines together.
    """
    lines = [line for line in by_line(result) if line.line]
    executed = dict.fromkeys(line.file for line in lines)
    known = [result.short_name(name) for name in result.program.sources]
    names = list(dict.fromkeys([*(name for name in known if name in executed), *executed]))
    texts = {file: source_lines(result, file) for file in names}
    is_long = sum(len(text) for text in texts.values() if text is not None) > _MAX_LINES
    notes: dict[tuple[str, int], tuple[str, ...]] = {}
    for access in accesses_by_line(result, accesses):
        place = access.file, access.line
        notes[place] = notes.get(place, ()) + _note(access)
    files = []
    for file in names:
        costs = {line.line: line for line in lines if line.file == file}
        rows = []
        for number, content in numbered_lines_of(None if is_long else texts[file], costs):
            cost = costs.get(number)
            text = content.rstrip() + (cost.became if cost else "")
            rows.append(SourceLine(str(number), printable(text), cost, notes.get((file, number), ())))
        files.append((printable(file), rows))
    return files


def _note(access: Access) -> tuple[str, ...]:
    return (f"{access.kind}: {access.text()}",) if access.is_noted else ()


def instruction_lines(result: Result, accesses: Iterable[Access] = ()) -> list[SourceLine]:
    """One line per instruction of the program: its program counter and its text. accesses: as in `file_listings`."""
    statements = disassembly(result.program).statements
    rows = by_instruction(result)
    notes = {access.pcs[0]: _note(access) for access in accesses}
    return [
        SourceLine(str(pc), printable(statement), row, notes.get(pc, ()))
        for pc, (statement, row) in enumerate(zip(statements, rows, strict=True))
    ]


def cost_of(result: Result, line: LineCost, notes: Sequence[str] = ()) -> dict[str, object]:
    """Return the costs of a line in the form for the page's script. notes: sentences about the line's accesses."""
    states: Counter[str] = Counter()
    for pc in line.pcs:
        states.update(result.lines[pc]["warp_cycles"])
    return {
        "place": printable(line.place),
        "text": printable(line.text() if line.is_macro else line.source),
        "pcs": line.pcs,
        "issues": line.issues,
        "lost": dict(line.lost.most_common()),
        "states": dict(states.most_common()),
        "degree": line.degree,
        "accesses": list(notes),
        "lanes": line.active_lanes,
        "lanesLost": dict(line.lanes_lost.most_common()),
        "disagreements": line.disagreements,
    }


def numbered_lines(
    result: Result, blocks: Sequence[tuple[str, Sequence[SourceLine]]], instructions: Sequence[SourceLine]
) -> tuple[dict[str, Any], list[dict[tuple[int, ...], int]]]:
    """Number the lines that have costs.

    Return the data for the script, and the number of each line by its program counters.

    In the data, `lines` has the costs of all lines and instructions by number, and `program` has an entry for each
    word. There is a table of numbers for each block, and a last table for the instructions.
    """
    costs: list[dict[str, object]] = []
    ids: list[dict[tuple[int, ...], int]] = []
    for lines in (*(lines for _, lines in blocks), instructions):
        ids.append({})
        for line in lines:
            if line.cost is not None:
                ids[-1][tuple(line.cost.pcs)] = len(costs)
                costs.append(cost_of(result, line.cost, line.notes))
    labels = {address: name for name, address in result.program.labels.items()} if result.program.language else {}
    home = {pc: number for numbers in ids[:-1] for pcs, number in numbers.items() for pc in pcs}
    program = [
        {
            "text": line.text,
            "unit": unit,
            "line": home.get(pc, -1),
            "row": ids[-1][(pc,)],
            "ends": entry is not None and entry.spec.name == "ret",
            **({"label": printable(labels[pc])} if pc in labels else {}),
            **_variables_in(result.program, pc),
        }
        for pc, (line, entry, unit) in enumerate(
            zip(instructions, result.program.instructions, unit_names(result), strict=True)
        )
    ]
    known = variables_data(result.program)
    return {"lines": costs, "program": program, **({"variables": known} if known else {})}, ids


def _variables_in(program: Program, pc: int) -> dict[str, object]:
    """Return the variables in the registers of an instruction of a compiled program, and the written registers."""
    entry = program.instructions[pc]
    if not program.variables or entry is None:
        return {}
    names = ", ".join(f"r{register} {name}" for register, name in operand_names(program, pc).items())
    return {"writes": list(entry.registers_written), **({"names": printable(names)} if names else {})}


def variables_data(program: Program) -> list[dict[str, object]]:
    """Return the variables of a compiled program in the form that the page's script takes.

    For each stay, the data has its first instruction, the instruction after its last, its registers with their names,
    and the place of the value if no register holds it.
    """
    return [
        {
            "name": printable(variable.name),
            "stays": [
                [stay.start, stay.stop, stay.registers, list(map(printable, variable.names(stay))), stay.text]
                for stay in variable.stays
            ],
        }
        for variable in program.variables
    ]
