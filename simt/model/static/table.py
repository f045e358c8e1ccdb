"""Static counts as text for a terminal, at most as wide as asked; `StaticCounts.to_dict` is for JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from isa.texts import instruction_texts
from simt.model.static.counts import StaticCounts

__all__ = ["table"]


def table(counts: StaticCounts, width: int = 120) -> str:
    """A summary, the loops, the local accesses and the divergence candidates; lines are cut at `width` columns."""
    parts = [_head(counts)]
    for rows in (_loops(counts), _accesses(counts), _jumps(counts)):
        if rows:
            parts.append(_aligned(rows))
    lines = "\n\n".join(parts).splitlines()
    return "\n".join(line if len(line) <= width else line[: max(0, width - 3)] + "..." for line in lines)


def _head(counts: StaticCounts) -> str:
    units = ", ".join(f"{number} {unit}" for unit, number in counts.issued_by_unit.items() if number)
    accesses = counts.issued_by_unit["lds"]
    lines = [
        f"{counts.program.name} on {counts.machine.name}: {counts.threads} threads, {counts.warps} warps, not run",
        f"issues    {counts.instructions} ({units}); {100 * counts.active_share:.1f} % of the lanes active",
    ]
    if accesses:
        lines.append(f"local     {accesses} accesses, {sum(counts.passes)} passes")
    if counts.barriers:
        lines.append(f"barriers  {counts.barriers}")
    if counts.is_exact:
        lines.append(f"exact     {counts.evaluated} of {len(counts.program.words)} instructions evaluated")
    else:
        lines.append(f"assumed   {'; '.join(counts.assumed)}")
    return "\n".join(lines)


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
    """One number alone as it is, several as their range and mean."""
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
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )
