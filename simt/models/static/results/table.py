"""Static counts as tables for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from isa.forms.texts import instruction_texts
from isa.reporting.diagnostics import number_text
from simt.launch.sizes import size_text
from simt.models.static.results.counts import AccessCount, GlobalCount, StaticCounts


def table(counts: StaticCounts, width: int = 120) -> str:
    """Return a summary and tables of loops, accesses and divergence candidates; lines are cut at `width` columns."""
    rows_of = {_LOOPS: _loops, _ACCESSES: _accesses, _TRAFFIC: _traffic, _JUMPS: _jumps}
    tables = [_aligned([head, *rows]) for head, make in rows_of.items() if (rows := make(counts))]
    lines = "\n\n".join([_head(counts), *tables]).splitlines()
    return "\n".join(line if len(line) <= width else line[: max(0, width - 3)] + "..." for line in lines)


def _head(counts: StaticCounts) -> str:
    units = ", ".join(f"{number} {unit}" for unit, number in counts.issued_by_unit.items() if number)
    accesses = counts.issued_by_unit["lds"]
    lines = [
        f"{counts.program.name} on {counts.machine.name}: {counts.threads} threads, {counts.warps} warps"
        f"{_launch(counts)}, not run",
        f"issues    {counts.instructions} ({units}); {100 * counts.active_share:.1f} % of the lanes active",
    ]
    if accesses:
        lines.append(f"local     {accesses} accesses, {sum(counts.passes)} passes")
    if counts.traffic:
        moved, useful = sum(counts.moved), sum(access.useful for access in counts.traffic)
        accesses, number = counts.issued_by_unit["memory"], sum(counts.transactions)
        share = 100 * useful / moved if moved else 100.0
        lines.append(
            f"global    {accesses} accesses, {number} transactions, {moved} bytes; {share:.1f} % of them asked for"
        )
    if len(counts.kinds) > 1:
        lines.append(f"warps     of {len(counts.kinds)} kinds, which issue {_kinds(counts)}")
    if counts.barriers:
        lines.append(f"barriers  {counts.barriers}")
    if counts.is_exact:
        lines.append(f"exact     {counts.evaluated} of {len(counts.program.words)} instructions evaluated")
    else:
        lines.append(f"assumed   {'; '.join(counts.assumed)}")
    return "\n".join(lines)


def _launch(counts: StaticCounts) -> str:
    if counts.grid is None:
        return ""
    shape = size_text(counts.grid.local)
    return f" in {counts.groups} groups of {shape}, {counts.places} to a core at a time"


def _kinds(counts: StaticCounts) -> str:
    shown = [f"{sum(kind.issues)} ({kind.warps} of them)" for kind in counts.kinds[:_SHOWN]]
    return ", ".join(shown) + (", ..." if len(counts.kinds) > _SHOWN else "")


_SHOWN = 4  # kinds of warps, and strides
_LOOPS = ("loop", "line", "entries", "turns", "how")
_ACCESSES = ("pc", "line", "local", "accesses", "passes", "degree", "stride", "address")
_TRAFFIC = ("pc", "line", "global", "accesses", "transactions", "bytes", "asked for", "stride", "address")
_JUMPS = ("pc", "line", "may vary over", "issues", "disagree", "divergence candidate")


_Row = tuple[object, ...]


def _loops(counts: StaticCounts) -> list[_Row]:
    rows: list[_Row] = []
    for loop in counts.loops:
        label, how = "  " * (loop.depth - 1) + loop.label, f"{loop.source} {loop.formula}".strip()
        rows.append((label, loop.line, loop.entries, _histogram(loop.turns), how))
    return rows


def _accesses(counts: StaticCounts) -> list[_Row]:
    rows: list[_Row] = []
    for access in counts.local:
        degrees = "assumed" if access.is_assumed else _histogram(access.degrees)
        kind = "store" if access.is_store else "load"
        rows.append((access.pc, access.line, kind, access.accesses, access.passes, degrees, *_addresses(access)))
    return rows


def _traffic(counts: StaticCounts) -> list[_Row]:
    rows: list[_Row] = []
    for access in counts.traffic:
        each = number_text(access.transactions_per_access) if access.is_assumed else _histogram(access.spread)
        kind, share = f"{access.kind} {access.size}", f"{100 * access.efficiency:.0f} %"
        rows.append((access.pc, access.line, kind, access.accesses, each, access.moved, share, *_addresses(access)))
    return rows


def _addresses(access: AccessCount | GlobalCount) -> _Row:
    return "?" if access.is_assumed else _strides(access.strides), access.address or "evaluated"


def _jumps(counts: StaticCounts) -> list[_Row]:
    texts, jumps = instruction_texts(counts.program), [jump for jump in counts.jumps if jump.may_diverge]
    parted = ["?" if jump.disagreements is None else jump.disagreements for jump in jumps]
    return [
        (jump.pc, jump.line, jump.varies, jump.issues, times, texts[jump.pc])
        for jump, times in zip(jumps, parted, strict=True)
    ]


def _histogram(numbers: Mapping[int, int]) -> str:
    """Return a single number as it is, several numbers as range and mean. numbers: how often each occurs."""
    if len(numbers) < 2:
        return str(next(iter(numbers), ""))
    total = sum(numbers.values())
    mean = sum(number * times for number, times in numbers.items()) / total
    return f"{min(numbers)}-{max(numbers)} ({mean:.2f})"


def _strides(strides: Mapping[int | None, int]) -> str:
    known = sorted(stride for stride in strides if stride is not None)
    shown = [str(stride) for stride in known[:_SHOWN]] + (["..."] if len(known) > _SHOWN else [])
    return ", ".join(shown + (["mixed"] if None in strides else []))


def _aligned(rows: Sequence[_Row]) -> str:
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    padded = ([cell.ljust(width) for cell, width in zip(row, widths, strict=True)] for row in texts)
    return "\n".join("  ".join(row).rstrip() for row in padded)
