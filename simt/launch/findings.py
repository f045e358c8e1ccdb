"""From what a watched run leaves behind to findings with names: arrays, elements, registers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from isa.table import BUFFER_BYTES
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
    what = _what(kind, int(row["word"]), access.pc, program)
    return Finding(code, word, what, int(row["count"]), access, other, bool(row["is_same"]))


def _what(kind: int, number: int, pc: int, program: Program) -> str:
    """The name of a register or a word."""
    if kind == shadow.REGISTER:
        return f"r{number}"
    if kind == shadow.FLAG:
        return "the carry flag"
    if kind == shadow.SCALAR_REGISTER:
        return "SCC" if number == SCALARS else f"s{number}"
    instruction = program.instructions[pc]
    if instruction is not None and instruction.spec.unit == "memory":
        return _element(number, program)
    for array in program.locals.values():
        if array.address <= number < array.address + array.length:
            return f"{array.name}[{number - array.address}]"
    return f"local word {number}"


def _element(word: int, program: Program) -> str:
    for buffer, (start, end) in zip(program.buffers.values(), buffer_spans(program).tolist(), strict=True):
        if start <= 4 * word < end:
            index = word - start // 4
            size = BUFFER_BYTES[buffer.type]
            if size == 8:
                return f"{buffer.name}[{index // 2}] ({'upper' if index % 2 else 'lower'} half)"
            of_one = 4 // size
            last = f" to [{min(of_one * (index + 1), buffer.length) - 1}]" if of_one > 1 else ""
            return f"{buffer.name}[{of_one * index}]{last}"
    return f"address {4 * word}"
