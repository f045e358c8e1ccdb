"""`simt diff` as text: two runs side by side, at 80 columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simt.diagnosis.diff import Difference
from simt.launch.sizes import size_text
from simt.machine.keys import setting_value
from simt.views.kit.text import MOST_COLUMNS, aligned, changes_text, clip, cut, paint, signed_percent

_MOST = 12


def diff_text(diff: Difference, names: tuple[str, str] = ("before", "after"), *, color: bool = False) -> str:
    """Return the comparison as text that ends in a newline. names: the names of the two runs."""
    one, other = diff.before, diff.after
    style = "good" if other.cycles < one.cycles else "bad" if other.cycles > one.cycles else "bold"
    change = signed_percent(diff.ratio - 1)
    lines = [clip(f"A  {names[0]}: {one.program.name} on {one.machine_name}")]
    lines.append(clip(f"B  {names[1]}: {other.program.name} on {other.machine_name}"))
    lines.append(
        paint(f"{one.cycles} -> {other.cycles} cycles, {other.cycles - one.cycles:+} ({change})", style, color)
    )
    for key, (before, after) in diff.machine.items():
        lines.append("  " + clip(f"{key}: {_plain(before)} -> {_plain(after)}", MOST_COLUMNS - 2))
    if diff.launch:
        lines.append(paint("the launches differ:", "bad", color))
        for key, (before, after) in _launches(diff):
            lines.append("  " + clip(f"{key}: {_plain(before)} -> {_plain(after)}", MOST_COLUMNS - 2))
    lines += aligned(ledger_rows(diff), {0}, indent="  ")
    lines += _lines(diff)
    return "\n".join(lines) + "\n"


def _launches(diff: Difference) -> Iterator[tuple[str, tuple[Any, Any]]]:
    """Yield the properties in which the launches differ, the sizes of a launch one by one."""
    for key, (one, other) in diff.launch.items():
        if key != "launch":
            yield key, (one, other)
            continue
        for k, name in enumerate(("global size", "local size", "offset")):
            before, after = (size_text(sizes[k]) if sizes and len(sizes) > k else None for sizes in (one, other))
            if before != after:
                yield name, (before, after)


def _plain(value: object) -> str:
    return "none" if value is None else setting_value(value)


def line_rows(diff: Difference) -> list[tuple[str, ...]]:
    """Return the lines that changed: change in issue slots, + for new and - for gone, place, largest reasons, text."""
    return [
        (f"{line.total:+}", "+" * (line.before is None) + "-" * (line.after is None), clip(line.shown.place, 24),
         clip(changes_text(line.slots), 30), line.shown.source)
        for line in diff.changed
    ]  # fmt: skip


def ledger_rows(diff: Difference) -> list[tuple[str, ...]]:
    """Return the issue slots of both runs: the head, then reason, A, B and the change, the largest change first."""
    rows = sorted(diff.ledgers["issue"].items(), key=lambda row: -abs(row[1][1] - row[1][0]))
    changed = [(reason, str(a), str(b), f"{b - a:+}" if a != b else "") for reason, (a, b) in rows]
    a, b = (sum(both[side] for _, both in rows) for side in (0, 1))
    return [("issue slots", "A", "B", ""), *changed, ("in all", str(a), str(b), f"{b - a:+}" if a != b else "")]


def _lines(diff: Difference) -> list[str]:
    changed = diff.changed
    if not changed:
        return ["no source line costs more or less"]
    rows = line_rows(diff)
    shown = ["lines that cost more or less issue slots (+ new, - gone)"]
    shown += [*map(cut, aligned(rows[:_MOST], {1, 2, 3, 4}))]
    rest = changed[_MOST:]
    if rest:
        shown.append(f"  {sum(line.total for line in rest):+} in {len(rest)} more lines")
    if diff.nowhere:
        shown.append(f"  {sum(diff.nowhere.values()):+} on no line: {changes_text(diff.nowhere)}")
    return shown
