"""Static counts as text for a terminal, at most `width` columns wide; `StaticCounts.to_dict` is for JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from isa.forms.texts import instruction_texts
from simt.launch.sizes import size_text
from simt.models.static.results.counts import StaticCounts


def table(counts: StaticCounts, width: int = 120) -> str:
    """A summary, the loops, the accesses to memory and the divergence candidates; lines are cut at `width` columns."""
    parts = [_head(counts)]
    for rows in (_loops(counts), _accesses(counts), _traffic(counts), _jumps(counts)):
        if rows:
            parts.append(_aligned(rows))
    lines = "\n\n".join(parts).splitlines()
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
        moved, useful = sum(counts.moved), sum(one.useful for one in counts.traffic)
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


def _kinds(counts: StaticCounts, most: int = 4) -> str:
    shown = [f"{sum(kind.issues)} ({kind.warps} of them)" for kind in counts.kinds[:most]]
    return ", ".join(shown) + (", ..." if len(counts.kinds) > most else "")


def _loops(counts: StaticCounts) -> list[tuple[str, ...]]:
    rows = [
        (
            "  " * (loop.depth - 1) + loop.label,
            str(loop.line),
            str(loop.entries),
            _histogram(loop.turns),
            f"{loop.source} {loop.formula}".strip(),
        )
        for loop in counts.loops
    ]
    return [("loop", "line", "entries", "turns", "how"), *rows] if rows else []


def _accesses(counts: StaticCounts) -> list[tuple[str, ...]]:
    rows = [
        (
            str(one.pc),
            str(one.line),
            "store" if one.is_store else "load",
            str(one.accesses),
            str(one.passes),
            "assumed" if one.is_assumed else _histogram(one.degrees),
            "?" if one.is_assumed else _strides(one.strides),
            one.address or "evaluated",
        )
        for one in counts.local
    ]
    head = ("pc", "line", "local", "accesses", "passes", "degree", "stride", "address")
    return [head, *rows] if rows else []


def _traffic(counts: StaticCounts) -> list[tuple[str, ...]]:
    rows = [
        (
            str(one.pc),
            str(one.line),
            f"{one.kind} {one.size}",
            str(one.accesses),
            f"{one.transactions_per_access:.4g}" if one.is_assumed else _histogram(one.spread),
            str(one.moved),
            f"{100 * one.efficiency:.0f} %",
            "?" if one.is_assumed else _strides(one.strides),
            one.address or "evaluated",
        )
        for one in counts.traffic
    ]
    head = ("pc", "line", "global", "accesses", "transactions", "bytes", "asked for", "stride", "address")
    return [head, *rows] if rows else []


def _jumps(counts: StaticCounts) -> list[tuple[str, ...]]:
    texts = instruction_texts(counts.program)
    rows = [
        (
            str(jump.pc),
            str(jump.line),
            jump.varies,
            str(jump.issues),
            "?" if jump.disagreements is None else str(jump.disagreements),
            texts[jump.pc],
        )
        for jump in counts.jumps
        if jump.may_diverge
    ]
    return [("pc", "line", "may vary over", "issues", "disagree", "divergence candidate"), *rows] if rows else []


def _histogram(numbers: Mapping[int, int]) -> str:
    """A single number as it is, several as their range and mean."""
    if len(numbers) < 2:
        return str(next(iter(numbers), ""))
    total = sum(numbers.values())
    mean = sum(number * times for number, times in numbers.items()) / total
    return f"{min(numbers)}-{max(numbers)} ({mean:.2f})"


def _strides(strides: Mapping[int | None, int]) -> str:
    known = sorted(stride for stride in strides if stride is not None)
    shown = [str(stride) for stride in known[:4]] + (["..."] if len(known) > 4 else [])
    return ", ".join(shown + (["mixed"] if None in strides else []))


def _aligned(rows: Sequence[tuple[str, ...]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    padded = ([cell.ljust(width) for cell, width in zip(row, widths, strict=True)] for row in rows)
    return "\n".join("  ".join(row).rstrip() for row in padded)
