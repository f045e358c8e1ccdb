"""The reasons of a prediction as text: the parts of a kernel (`simt model --terms`), and moves (`sensitivity`)."""

from __future__ import annotations

from collections.abc import Sequence

from simt.models.prediction import Prediction, Spent, indented
from simt.models.sensitivity import Moved
from simt.views.kit.text import MOST_COLUMNS, aligned, clip, cut, number_text, percent, plural, signed_percent

_LEAST = 0.005  # the share of the cycles below which a part has no row of its own
_MOST = 16  # rows


def terms_text(prediction: Prediction) -> str:
    """Return a row for each part of a kernel and each reason, the most cycles first, in 80 columns.

    Below a row is the source line with the most of its cycles, if the part has several lines. The rows add up to the
    prediction; the last row is for all small parts.
    """
    cycles = prediction.cycles
    shown = [part for part in prediction.spent[:_MOST] if part.cycles >= _LEAST * cycles]
    rest = prediction.spent[len(shown) :]
    rows = [("cycles", "share", "lines", "reason", "bounded by")]
    rows += [
        (_number(part.cycles), percent(part.cycles, cycles), _where(part), part.reason, part.limit) for part in shown
    ]
    if rest:
        others = sum(part.cycles for part in rest)
        rows.append((_number(others), percent(others, cycles), "", "", plural(len(rest), "smaller part")))
    head, *lines = (cut(line) for line in aligned(rows, (2, 3, 4)))
    text = [cut(f"{prediction.kernel} on {prediction.device} by {prediction.model}: {cycles:.0f} cycles")]
    text += indented(f"bound by {prediction.binding}: {prediction.because}")
    text.append(head)
    indent = max(len(row[0]) for row in rows) + max(len(row[1]) for row in rows) + 6
    for number, line in enumerate(lines):
        text.append(line)
        if number < len(shown) and (worst := _worst(shown[number])):
            text.append(" " * indent + clip(worst, MOST_COLUMNS - indent))
    for note in prediction.notes:
        text += indented(f"note: {note}")
    return "\n".join(text) + "\n"


def _number(cycles: float) -> str:
    return f"{cycles:.0f}" if cycles >= 10 else f"{cycles:.1f}"


def _where(part: Spent) -> str:
    """Return the lines of a part, or its addresses if it has no lines."""
    if part.start is None or part.end is None:
        return "all"
    if part.first:
        return _range(part.first, part.last)
    return f"pc {_range(part.start, part.end - 1)}"


def _range(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


def _worst(part: Spent) -> str:
    """Return the line with the most cycles, and the thing for which it waits; "" if the row says as much."""
    if not part.lines or part.reason == "issued":
        return ""
    line = part.lines[0]
    place = f"{line.line}" if line.file == part.file else f"{line.file}:{line.line}"
    cause = f" for {line.cause}" if line.cause and line.cause != line.line else ""
    return f"{percent(line.cycles, part.cycles)} at {place if line.line else 'an instruction'}{cause}: {line.text}"


def sensitivity_text(kernel: str, machine: str, cycles: float, moves: Sequence[Moved]) -> str:
    """Return a row for each move with an effect, in the order of `moves`, in 80 columns.

    The moves without effect, and the keys without a valid value nearby, are in a line each. cycles: the cycles without
    a move.
    """
    text = [cut(f"{kernel} on {machine} by refined: {cycles:.0f} cycles")]
    with_effect = [move for move in moves if move.change]
    rows = [("key or count", "before", "", "after", "cycles", "", "after", "change")]
    rows += [
        (move.name, number_text(move.before, 6), "->", number_text(move.after, 6), f"{cycles:.0f}", "->",
         f"{move.cycles:.0f}", signed_percent(move.change))
        for move in with_effect if move.after is not None
    ]  # fmt: skip
    text += [*map(cut, aligned(rows, (0,)))] if with_effect else []
    still = [move.name for move in moves if move.after is not None and not move.change]
    stuck = [move.name for move in moves if move.after is None]
    for names, why in ((still, "without effect"), (stuck, "without a valid value nearby")):
        if names:
            text.append(cut(f"  {len(names)} {why}: {', '.join(names)}"))
    return "\n".join(text) + "\n"
