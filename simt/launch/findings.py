"""The findings of a watched run, made from the engine's output, with the names of arrays, elements and registers."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from isa.table.table import ELEMENT_BYTES
from isa.table.units import PRIVATE
from simt.core.state import shadow
from simt.core.state.layout import SCALARS
from simt.launch.arrays import buffer_spans
from simt.result.elements import indexed, named, part, whole
from simt.result.findings import CODES, Finding, Findings, LaneAccess

if TYPE_CHECKING:
    from isa.program.program import Buffer, LocalArray, Probe, Program
    from simt.core.engine.output import Output


def findings_of(output: Output, program: Program, group: int) -> Findings:
    """Return the findings, ordered by first occurrence. group: the work-group that a plain processor runs."""
    kept = output.state.cores.shadow
    notes, table = kept.notes[0, 0], kept.findings[0]
    rows = table[table["kind"] != 0]
    rows = rows[np.lexsort((rows["kind"], rows["pc"], rows["time"]))]
    first = group if output.words is None else 0
    findings = [_finding(row, program, first) for row in rows if not _is_compilers(row, program)]
    return Findings(
        found=tuple(_by_lines(findings, program)) if program.language else tuple(findings),
        racing_words=int(notes["racing"]),
        untold=int(notes["lost"]),
    )


def _finding(row: Any, program: Program, first: int) -> Finding:
    kind = int(row["kind"])
    code, word = CODES[kind]
    lanes = tuple(lane for lane in range(64) if int(row["lanes"]) >> lane & 1)
    access = LaneAccess(int(row["pc"]), first + int(row["group"]), int(row["warp"]), lanes)
    other = None
    if kind <= shadow.STORE:
        before = first + int(row["other_group"]), int(row["other_warp"]), (int(row["other_lane"]),)
        other = LaneAccess(int(row["other"]), *before)
    what, length = _what(kind, int(row["place"]), access.pc, program, None if other is None else other.pc), 0
    if kind == shadow.OUTSIDE:
        length = _length(access.pc, program)
    return Finding(code, word, what, int(row["count"]), access, other, bool(row["is_same"]), length)


def _is_compilers(row: Any, program: Program) -> bool:
    """Return whether a finding is about a register or private memory that the compiler, not the kernel, uses."""
    if not program.language or _probe(int(row["pc"]), program) is not None:
        return False
    kind = int(row["kind"])
    is_private = kind == shadow.PRIVATE and program.probes is not None  # whose variables only probes report
    return is_private or kind in (shadow.REGISTER, shadow.SCALAR_REGISTER, shadow.FLAG)


def _probe(pc: int, program: Program) -> Probe | None:
    return next((probe for probe in program.probes or () if probe.pc == pc), None)


def _by_lines(findings: list[Finding], program: Program) -> Iterator[Finding]:
    """Merge the findings of one kind about one variable in one source line. A line may be many instructions.

    Races on one array between the same two lines are merged, in either order. The first race with different values
    stands for all of them; without one, the first race does. An access that leaves its array causes reads of unwritten
    words of other arrays; findings about these reads in the same line are left out.
    """
    names = defaultdict[tuple[str, int], set[str]](set)  # the arrays that accesses of each line leave
    for finding in findings:
        if finding.code == "C011":
            names[_line_at(finding.access.pc, program)].add(_name_of(finding))
    sums: dict[tuple[object, ...], Finding] = {}
    for finding in findings:
        line, name = _line_at(finding.access.pc, program), _name_of(finding)
        if finding.code in ("C008", "C009") and line in names and name not in names[line]:
            continue
        lines = line, line if finding.other is None else _line_at(finding.other.pc, program)
        key = (finding.code, name, frozenset(lines))
        if (have := sums.get(key)) is not None:
            shown = finding if have.is_same and not finding.is_same else have
            finding = replace(shown, count=have.count + finding.count)
        sums[key] = finding
    yield from sums.values()


def _line_at(pc: int, program: Program) -> tuple[str, int]:
    place = program.locations[pc]
    return place.file, place.line


def _name_of(finding: Finding) -> str:
    return finding.what.partition("[")[0]


def _what(kind: int, number: int, pc: int, program: Program, other: int | None = None) -> str:
    """Return the name of a register, a flag, or the variable or element at a byte of memory.

    - kind: the kind of the named thing, a constant of `simt.core.state.shadow`.
    - number: its number, or the byte of memory; for an access that a probe reports, the byte in the variable.
    - pc: the program counter of the access.
    - other: the program counter of the other access of a race, else None.
    """
    if (probe := _probe(pc, program)) is not None:
        return _probed(probe, number, program)
    if kind == shadow.OUTSIDE:
        first, _ = shadow.object_spans(program)[pc]
        array, size = _array(pc, program)
        return f"{array.name}[{(number - first) // size}]"
    if kind == shadow.SHUFFLE:
        return f"lane {number}"
    if kind == shadow.REGISTER:
        return f"r{number}"
    if kind == shadow.FLAG:
        return "the carry flag"
    if kind == shadow.SCALAR_REGISTER:
        return "SCC" if number == SCALARS else f"s{number}"
    instruction = program.instructions[pc]
    assert instruction is not None
    unit = instruction.spec.unit
    both = [program.instructions[address] for address in (pc, pc if other is None else other)]
    reach = min(word.spec.bytes for word in both if word is not None)
    return _element(number, 1 << shadow.cell_of(program, unit), unit, program, reach)


def _probed(probe: Probe, offset: int, program: Program) -> str:
    """Return the name of a variable, or of its element `offset` bytes from its start; offset may be negative."""
    index = (offset - (1 << 32) if offset >> 31 else offset) // probe.size
    known = [shape.lengths for shape in program.shapes.values() if shape.name == probe.name]
    # For an array of the launch the compiler knows the number of elements, and the launch the dimensions.
    lengths = known[0] if known and math.prod(known[0]) == math.prod(probe.lengths) else probe.lengths
    return indexed(probe.name, index, lengths if probe.lengths else (), is_python=program.language == ".py")


def _array(pc: int, program: Program) -> tuple[LocalArray | Buffer, int]:
    """Return the array that the access at `pc` goes to, and the bytes of an element."""
    instruction = program.instructions[pc]
    assert instruction is not None
    array = _arrays(instruction.spec.unit, program)[program.objects[pc]]
    return array, ELEMENT_BYTES[array.type]


def _arrays(unit: str, program: Program) -> Mapping[str, Any]:
    """Return the arrays, by name, in the memory that a unit accesses."""
    return program.buffers if unit == "memory" else program.locals if unit == "lds" else program.privates


def _length(pc: int, program: Program) -> int:
    probe = _probe(pc, program)
    if probe is None:
        return _array(pc, program)[0].length
    return math.prod(probe.lengths) if probe.lengths else 0


def _element(byte: int, cell: int, unit: str, program: Program, reach: int) -> str:
    """Return the name of the `cell` bytes from `byte` on, in the memory that a unit accesses.

    reach: the bytes of the access. In a compiled kernel the name covers the whole access, because cells are smaller if
    another array has smaller elements.
    """
    arrays = _arrays(unit, program)
    starts = buffer_spans(program)[:, 0].tolist() if unit == "memory" else [4 * own.address for own in arrays.values()]
    for (name, array), start in zip(arrays.items(), starts, strict=True):
        size = ELEMENT_BYTES[array.type]
        index, below = divmod(byte - start, size)
        if not 0 <= index < array.length:
            continue
        if (shape := program.shapes.get(name)) is not None:
            place, unit_size = byte - start, min(whole(shape), reach)
            place, cell = (place - place % unit_size, unit_size) if cell < unit_size else (place, cell)
            return named(shape, place, cell, is_python=program.language == ".py")
        last = min(index + cell // size, array.length) - 1
        if last > index:
            return f"{name}[{index}] to [{last}]"
        return f"{name}[{index}]{part(below, cell, size)}"
    if unit == "memory":
        return f"address {byte}"
    return f"{_SPACES[unit]} word {byte // 4}{part(byte % 4, cell, 4)}"


_SPACES = {"lds": "local", PRIVATE: "private"}
