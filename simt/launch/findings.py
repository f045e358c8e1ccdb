"""From what a watched run leaves behind to findings with names: arrays, elements, registers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from isa.table import ELEMENT_BYTES
from isa.units import PRIVATE
from simt.core.state import shadow
from simt.core.state.layout import SCALARS
from simt.launch.arrays import buffer_spans
from simt.result.findings import CODES, Access, Finding, Findings

if TYPE_CHECKING:
    from isa.program import Program
    from simt.core.engine.output import Output


def findings_of(output: Output, program: Program, group: int) -> Findings:
    """What a watched run found, in the order in which it came up. group: the work-group of a plain processor."""
    kept = output.state.cores.shadow
    notes, table = kept.notes[0, 0], kept.findings[0]
    rows = table[table["kind"] != 0]
    rows = rows[np.lexsort((rows["kind"], rows["pc"], rows["time"]))]
    first = group if output.words is None else 0
    return Findings(
        found=tuple(_finding(row, program, first) for row in rows),
        racing_words=int(notes["racing"]),
        untold=int(notes["lost"]),
    )


def _finding(row: Any, program: Program, first: int) -> Finding:
    kind = int(row["kind"])
    code, word = CODES[kind]
    lanes = tuple(lane for lane in range(64) if int(row["lanes"]) >> lane & 1)
    access = Access(int(row["pc"]), first + int(row["group"]), int(row["warp"]), lanes)
    other = None
    if kind <= shadow.STORE:
        before = first + int(row["other_group"]), int(row["other_warp"]), (int(row["other_lane"]),)
        other = Access(int(row["other"]), *before)
    what = _what(kind, int(row["place"]), access.pc, program)
    return Finding(code, word, what, int(row["count"]), access, other, bool(row["is_same"]))


def _what(kind: int, number: int, pc: int, program: Program) -> str:
    """The name of a register or of what lies at a byte of memory."""
    if kind == shadow.REGISTER:
        return f"r{number}"
    if kind == shadow.FLAG:
        return "the carry flag"
    if kind == shadow.SCALAR_REGISTER:
        return "SCC" if number == SCALARS else f"s{number}"
    instruction = program.instructions[pc]
    assert instruction is not None
    unit = instruction.spec.unit
    return _element(number, 1 << shadow.cell_of(program, unit), unit, program)


def _element(byte: int, cell: int, unit: str, program: Program) -> str:
    """The name of a cell of so many bytes, of the memory of a unit's instructions."""
    for name, start, length, size in _arrays(unit, program):
        index, below = divmod(byte - start, size)
        if not 0 <= index < length:
            continue
        last = min(index + cell // size, length) - 1
        if last > index:
            return f"{name}[{index}] to [{last}]"
        return f"{name}[{index}]{_part(below, cell, size)}"
    if unit == "memory":
        return f"address {byte}"
    return f"{_SPACES[unit]} word {byte // 4}{_part(byte % 4, cell, 4)}"


_SPACES = {"lds": "local", PRIVATE: "private"}


def _arrays(unit: str, program: Program) -> Iterator[tuple[str, int, int, int]]:
    """The arrays of a memory: their names, first bytes, lengths, and bytes of an element."""
    if unit == "memory":
        for buffer, (start, _) in zip(program.buffers.values(), buffer_spans(program).tolist(), strict=True):
            yield buffer.name, start, buffer.length, ELEMENT_BYTES[buffer.type]
        return
    for array in (program.locals if unit == "lds" else program.privates).values():
        yield array.name, 4 * array.address, array.length, ELEMENT_BYTES[array.type]


def _part(below: int, cell: int, size: int) -> str:
    """Where a cell lies in a larger element, so many bytes behind its begin."""
    if cell >= size:
        return ""
    if 2 * cell == size:
        return " (upper half)" if below else " (lower half)"
    return f" (byte {below})" if cell == 1 else f" (bytes {below} to {below + cell - 1})"
