"""The annotated listing: each source line, or each instruction, with its issues and its cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from isa.forms.disassembler import disassembly
from simt.diagnosis.accesses import Access, accesses_of
from simt.diagnosis.accesses import by_line as accesses_by_line
from simt.result.parts import by_reason
from simt.result.result import Result
from simt.views.kit.lines import LineCost, by_instruction, by_line, numbered_lines_of, source_lines
from simt.views.kit.text import aligned, clip, paint, percent

_HEAD = f"{'issues':>9} {'lost':>8} {'share':>7}  {'main reason':<14} {'degree':>6} {'lanes':>5}"
_BLANK = " " * len(_HEAD)


def source_view(result: Result, *, color: bool = False) -> str:
    """Return the kernel's source with costs of each line: issues, lost issue slots, their reason, LDS degree, lanes.

    A line with several instructions (macro, `.rept`) has the sums over them. A line with arguments of a macro is
    followed, after a semicolon, by its instructions. Below a line that accesses global memory, or local memory with
    bank conflicts, its accesses are described. If the program lacks the text of a file, only lines with instructions
    are shown.
    """
    lines = by_line(result)
    accesses = accesses_by_line(result, accesses_of(result))
    blocks: list[str] = []
    for file in dict.fromkeys(line.file for line in lines if line.line):
        costs = {line.line: line for line in lines if line.line and line.file == file}
        notes: dict[int, list[Access]] = {}
        for access in accesses:
            if access.file == file:
                notes.setdefault(access.line, []).append(access)
        blocks.append(_file_block(result, file, costs, notes, color))
    loose = [line for line in lines if not line.line]
    if loose:
        blocks.append(instruction_view(result, only=loose, color=color).rstrip("\n"))
    if regions := region_lines(result, color=color):
        blocks.append("\n".join(regions))
    return "\n\n".join([*blocks, _footer(result, lines)]) + "\n"


def instruction_view(result: Result, *, only: Sequence[LineCost] | None = None, color: bool = False) -> str:
    """Return the program, an instruction per line: program counter, the columns of `source_view`, text, source line.

    only: the lines whose instructions are shown, without a footer; None for all instructions, with a footer.
    """
    rows = by_instruction(result)
    statements = disassembly(result.program).statements
    width = max((len(text) for text in statements), default=0)
    wanted = None if only is None else {pc for line in only for pc in line.pcs}
    notes = {access.pcs[0]: [access] for access in accesses_of(result)}
    lines = [paint(f"{'pc':>4}  {_HEAD}   instruction", "bold", color)]
    for row in rows:
        [pc] = row.pcs
        if wanted is None or pc in wanted:
            place = f"  {row.place}" if row.line else ""
            text = f"{statements[pc]:<{width}}{paint(place, 'dim', color)}" if place else statements[pc]
            lines.append(f"{pc:>4}  {_cells(result, row, color)}   {text}".rstrip())
            lines += _notes(notes.get(pc, ()), color)
    if only is None:
        regions = region_lines(result, color=color)
        lines += ["", *regions, *([""] if regions else []), _footer(result, rows)]
    return "\n".join(lines) + "\n"


def _file_block(
    result: Result, file: str, costs: Mapping[int, LineCost], notes: Mapping[int, Sequence[Access]], color: bool
) -> str:
    out = [paint(f"{_HEAD}   {file}", "bold", color)]
    lines = numbered_lines_of(source_lines(result, file), costs)
    # The comment at the top of the file says nothing about this run.
    while lines and lines[0][0] not in costs and (not lines[0][1] or lines[0][1].lstrip().startswith((";", "//"))):
        lines.pop(0)
    for number, line in lines:
        cost = costs.get(number)
        cells = _cells(result, cost, color) if cost else _BLANK
        became = paint(cost.became, "dim", color) if cost else ""
        shown = "".join(c if c.isprintable() else "?" for c in line.expandtabs(4))
        out.append(f"{cells} {number:>4}  {shown}{became}".rstrip())
        out += _notes(notes.get(number, ()), color)
    return "\n".join(out)


def _notes(accesses: Sequence[Access], color: bool) -> list[str]:
    """Return the lines on the accesses of a source line, below it."""
    return [paint(f"{'':>9} {access.kind}: {access.text()}", "dim", color) for access in accesses if access.is_noted]


def _cells(result: Result, line: LineCost, color: bool) -> str:
    total = result.slot_total
    lost = str(line.slots_lost) if line.slots_lost else ""
    share = percent(line.slots_lost, total) if lost else ""
    degree = "" if line.degree is None else f"{line.degree:.2f}"
    lanes = "" if line.active_lanes is None else f"{line.active_lanes:.3g}"
    reason = f"{line.reason:<14}"
    left = f"{line.issues:>9} {lost:>8} {share:>7}  "
    return f"{left}{paint(reason, 'lost', color) if line.reason else reason} {degree:>{20 - len(reason)}} {lanes:>5}"


def _footer(result: Result, lines: Sequence[LineCost]) -> str:
    issued = sum(line.issues for line in lines)
    if not result.cycles:
        return f"{issued:>9} instructions executed (functional run: no timing)"
    total = result.slot_total
    lost = sum(line.slots_lost for line in lines)
    by_none = by_reason(result.ledgers.issue_lines[-1])
    outside = ", ".join(f"{count} {reason}" for reason, count in sorted(by_none.items(), key=lambda row: -row[1]))
    rest = f", on no line {outside}" if outside else ""
    text = f"{issued:>9} issued + {lost} lost on these lines{rest} = {total} issue slots in {result.cycles} cycles"
    if result.sample is None:
        return text
    return f"{text}\n{'':>9} cycles and lost slots are {result.sample.text(result.cycles, result.groups)}"


_NAME = 24


def region_lines(result: Result, *, most: int | None = None, color: bool = False) -> list[str]:
    """Return the table of a program's regions, or of the `most` regions with the most issue slots; [] without any.

    Cycles without a live instruction (`drain`) belong to no region.
    """
    rows = result.regions
    if most is not None and len(rows) > most:
        kept = sorted(rows, key=lambda row: -row["slots"])[:most]
        rows = [row for row in rows if row in kept]
    if not rows:
        return []
    table = [("region", "cycles", "share", "issues", "lost", "main reason")]
    for row in rows:
        name, lost = clip(row["region"], _NAME) or "(in no region)", row["lost"]
        cycles, share = f"{row['cycles']:.0f}", percent(row["cycles"], result.cycles)
        reason = max(lost, key=lost.__getitem__, default="")
        table.append((name, cycles, share, str(row["issues"]), str(sum(lost.values())), reason))
    head, *lines = aligned(table, (0, 5))
    return [paint(head, "bold", color), *lines]
