"""`simt run --view lanes`: the issued lanes by state, the lines that lose lanes, the branches at which lanes part."""

from __future__ import annotations

from collections.abc import Sequence

from simt.core.state.reasons import LOST_LANES
from simt.diagnosis.partings import Partings
from simt.result.result import Result
from simt.views.kit.lines import LineCost, by_instruction, by_line
from simt.views.kit.text import aligned, bar, clip, cut, paint, percent

_BAR = 30
_MOST = 12  # lines, and branches
_BINS = 16  # rows of the histogram, at most


def lanes_text(result: Result, partings: Partings | None, machine: str = "", *, color: bool = False) -> str:
    """Return the view as text that ends in a newline.

    partings: None if the run has no event record. machine: its name, by default the name in the run.
    """
    lanes = result.ledgers.lane
    total = sum(lanes.values())
    name = machine or result.machine.name
    lines = [paint(clip(f"{result.program.name} on {name}"), "bold", color), f"{total} lanes issued"]
    rows = [(kind, str(count), percent(count, total), bar(count, total, _BAR)) for kind, count in lanes.items()]
    lines += aligned(rows, {0, 3})
    lines += ["issued instructions by active lanes", *_histogram(result.widths.tolist())]
    lines += _lines(result, total)
    if partings is None:
        lines.append("only the event record of the cycle engine shows where lanes part")
    else:
        lines += _branches(result, partings, total)
    return "\n".join(lines) + "\n"


def _histogram(widths: Sequence[int]) -> list[str]:
    """Return a row for each number of active lanes, or range of numbers, that occurs.

    widths: issued instructions by number of active lanes.
    """
    total, size = sum(widths), 1
    while size * _BINS < sum(count > 0 for count in widths[1:]):
        size *= 2
    bins = [(0, 0), *((low, min(low + size, len(widths)) - 1) for low in range(1, len(widths), size))]
    counts = [sum(widths[low : high + 1]) for low, high in bins]
    rows = [
        (str(low) if low == high else f"{low} to {high}", str(count), percent(count, total), bar(count, total, _BAR))
        for (low, high), count in zip(bins, counts, strict=True)
        if count
    ]
    return aligned(rows, {3})


def _lines(result: Result, total: int) -> list[str]:
    losing = [line for line in by_line(result) if line.lanes_lost]
    if not losing:
        return ["no lane is lost"]
    losing.sort(key=lambda line: -line.lanes_lost.total())
    kinds = [kind for kind in LOST_LANES if any(line.lanes_lost[kind] for line in losing)]
    rows = [("lost", "share", *kinds, "issues", "line")]
    for line in losing[:_MOST]:
        lost = line.lanes_lost.total()
        cells = (str(line.lanes_lost[kind] or "") for kind in kinds)
        rows.append((str(lost), percent(lost, total), *cells, str(line.issues), _what(line)))
    rest = sum(line.lanes_lost.total() for line in losing[_MOST:])
    more = [f"  and {rest} on {len(losing) - _MOST} more"] if rest else []
    return ["lanes lost, by line", *map(cut, aligned(rows, {3 + len(kinds)})), *more]


def _branches(result: Result, partings: Partings, total: int) -> list[str]:
    """Return the table of the branches at which lanes part, most waiting lanes first."""
    if not partings.branches and not partings.unknown:
        return ["lanes never part" if partings.is_complete else "lanes do not part in the cycles of the record"]
    costs = by_instruction(result)
    rows = [("lost", "share", "parted", "of", "branch")]
    rows += [
        (str(branch.lost), percent(branch.lost, total), str(branch.parted), str(branch.issues), _what(costs[branch.pc]))
        for branch in partings.branches[:_MOST]
    ]
    lines = ["lanes that wait, by the branch at which they parted", *map(cut, aligned(rows, {4}))]
    rest = sum(branch.lost for branch in partings.branches[_MOST:])
    if rest:
        lines.append(f"  and {rest} because of {len(partings.branches) - _MOST} more")
    if partings.unknown:
        lines.append(f"  and {partings.unknown} that parted before the record began")
    if not partings.is_complete:
        lines.append("  of the cycles in the record: it does not have the whole run")
    return lines


def _what(line: LineCost) -> str:
    return f"{line.place}  {line.text()}"
