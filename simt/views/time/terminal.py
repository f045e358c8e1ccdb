"""Views as terminal text, with a column per cycle, or per bin of cycles.

Cells are ASCII letters, glyphs without colour, or letters on the colours of `simt.views.kit.palette`. In colour, a line
shows two lanes, as upper and lower half blocks.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simt.result.result import Result
from simt.views.kit.palette import DRAM_LOOKS, HEAT_COLORS, MASK_LOOKS, REASON_LOOKS, Look, rgb
from simt.views.kit.panels import Curve, Grid, Heat, Listing, Panel, bin_size, most_frequent
from simt.views.kit.text import clip, cut, encodes, head_and_changes, paint, percent, plural, settings_lines
from simt.views.kit.window import core_text, cycle_text, kept_events
from simt.views.time.timelines import make_panels

_GUTTER = 2  # columns between a row's name and its cells
_SHARE = 6  # columns of a row's share at its right
_NARROWEST = 20  # columns for cells, however narrow the terminal
_WRAPPED_BINS = 5  # cycles: up to this size of bins, the title recommends --wrap
_LEVELS = " ▁▂▃▄▅▆▇█"
_ROWS = 4  # lines of a curve's chart
_DIGITS = "0123456789"
_STEPS = (0, 95, 135, 175, 215, 255)  # levels of a channel of the 256-colour cube


@dataclass(frozen=True, slots=True)
class Style:
    """The abilities of a terminal, and the words and the form of a view.

    - width: the columns of the terminal.
    - is_wrapped: whether long windows are folded, not binned.
    - has_all_colors: whether there are 16 million colours, or else the 256 of xterm.
    - moment: the word for a column.
    """

    width: int = 100
    is_ascii: bool = False
    is_colored: bool = False
    is_wrapped: bool = False
    has_all_colors: bool = False
    moment: str = "cycle"


def can_encode(encoding: str | None) -> bool:
    """Return whether a stream of this encoding can show the glyphs."""
    tables = (REASON_LOOKS, MASK_LOOKS, DRAM_LOOKS)
    return encodes("".join([*(look.glyph for looks in tables for look in looks.values()), _LEVELS, "▀"]), encoding)


def has_all_colors() -> bool:
    """Return whether the terminal announces 24-bit colours."""
    return os.environ.get("COLORTERM", "").lower() in ("truecolor", "24bit")


def render_views(
    result: Result, names: Sequence[str], window: range, *, warp: int | None = None, style: Style | None = None,
    machine: str = "",
) -> str:  # fmt: skip
    """Return the views of these names over a window of cycles, as text that ends in a newline.

    warp: the only warp to show, None for all. machine: its name, by default the name in the run. Raises `ViewError`.
    """
    shown = style or Style()
    blocks = [_heading(result, window, shown, machine)]
    for name in names:
        blocks += render_panels(make_panels(result, name, window, warp), window, shown)
    return "\n\n".join(blocks) + "\n"


def _heading(result: Result, window: range, style: Style, machine: str) -> str:
    """Program, machine and cycles; the machine's changed keys have lines of their own if one line is too short."""
    when = f"{cycle_text(window)} of {plural(result.cycles, 'cycle')}"
    kept = kept_events(result)
    if window == range(kept.first, kept.end) and kept.first > 0 and kept.end == result.cycles:
        when += " (no others were kept)"
    core = core_text(result)
    text, changes = f"{result.program.name} on {machine or result.machine.name}{core}: {when}", ""
    if len(text) > style.width:
        name, changes = head_and_changes(machine, result.machine.name)
        text = f"{result.program.name} on {name}{core}: {when}"
    more = settings_lines(f"with {changes}", max(_NARROWEST, style.width - 2), len(changes)) if changes else []
    return "\n".join([paint(text, "bold", style.is_colored), *(f"  {line}" for line in more)])


def render_panels(panels: Sequence[Panel], window: range, style: Style) -> list[str]:
    """Draw each panel as a block of lines."""
    drawers: dict[type, Any] = {Grid: _grid, Curve: _curve, Heat: _heat}
    blocks = []
    for panel in panels:
        if isinstance(panel, Listing):
            head, *lines = (cut(line, style.width) for line in panel.lines)
            blocks.append("\n".join([paint(head, "dim", style.is_colored), *lines]))
        else:
            blocks.append("\n".join(drawers[type(panel)](panel, window, style)))
    return blocks


@dataclass(frozen=True, slots=True)
class _Columns:
    """The cycles of each column: bins of `size` cycles, `width` columns to a block."""

    window: range
    size: int
    width: int
    margin: int  # columns left of the cells
    right: int  # columns right of them

    @property
    def count(self) -> int:
        return -(-len(self.window) // self.size)

    def blocks(self) -> list[slice]:
        return [slice(start, min(start + self.width, self.count)) for start in range(0, self.count, self.width)]

    def ruler(self, block: slice) -> str:
        """Return a line with the numbers of round cycles, and of the first cycle, above their columns."""
        start = self.window.start + block.start * self.size
        every = 10 if len(str(self.window.stop)) < 9 else 20
        room = block.stop - block.start
        edge = min(room + _SHARE, self.width + self.right)
        offset = -(start // self.size) % every if start % self.size == 0 else 0
        text = {column: f"|{start + column * self.size}" for column in range(offset, room, every)}
        if offset >= min(room, len(f"|{start}")):
            text[0] = f"|{start}"
        line = ""
        for column, label in sorted(text.items()):
            line = line.ljust(column) + (label if column + len(label) <= edge else "|")
        return " " * self.margin + line


def _columns(window: range, labels: Sequence[str], style: Style, right: int = _SHARE) -> _Columns:
    margin = max((len(label) for label in labels), default=0) + _GUTTER
    width = max(_NARROWEST, style.width - margin - right)
    size = 1 if style.is_wrapped else bin_size(len(window), width)
    return _Columns(window, size, width, margin, right)


def _title(text: str, columns: _Columns, rule: str, style: Style) -> str:
    note = f", {columns.size} {style.moment}s a column: {rule}" if columns.size > 1 else ""
    if 1 < columns.size <= _WRAPPED_BINS and style.moment == "cycle":
        note += "; --wrap shows every cycle"
    if len(text) + len(note) <= style.width:
        return paint(text, "bold", style.is_colored) + note
    return paint(clip(text, style.width), "bold", style.is_colored) + (f"\n  {note[2:]}" if note else "")


def _grid(grid: Grid, window: range, style: Style) -> list[str]:
    columns = _columns(window, [*grid.rows, grid.row_word], style)
    cells = most_frequent(grid.cells, len(grid.looks), columns.size)
    lines = [_title(grid.title, columns, "the most frequent of them", style)]
    is_halved = grid.is_lanes and style.is_colored and not style.is_ascii
    shares = grid.row_shares()
    for block in columns.blocks():
        word = grid.row_word.rjust(columns.margin - _GUTTER)
        lines.append((word + columns.ruler(block)[columns.margin - _GUTTER :]).rstrip())
        step = 2 if is_halved else 1
        for row in range(0, len(grid.rows), step):
            if is_halved:
                text = _half_blocks(grid, cells[row : row + 2, block], style)
                share = sum(shares[row : row + 2]) / len(shares[row : row + 2])
            else:
                text = _cells(grid, cells[row, block], style)
                share = shares[row]
            pad = " " * (min(columns.width, columns.count) - (block.stop - block.start))
            lines.append(
                f"{grid.rows[row]:>{columns.margin - _GUTTER}}{' ' * _GUTTER}{text}{pad} {100 * share:>3.0f} %"
            )
    return lines + _legend(grid, is_halved, style)


def _cells(grid: Grid, row: np.ndarray, style: Style) -> str:
    looks = list(grid.looks.values())
    table = [_sign(look, style) for look in looks]
    if not style.is_colored:
        return "".join([table[state] for state in row.tolist()])
    text, last = "", -1
    for state in row.tolist():
        if state != last:
            text += _on_paper(looks[state].color, style)
            last = state
        text += table[state]
    return text + "\x1b[0m"


def _sign(look: Look, style: Style) -> str:
    """Return the glyph of a state; its letter in ASCII, and in colour, because a glyph would hide the background."""
    return look.mark if style.is_ascii or style.is_colored else look.glyph


def _half_blocks(grid: Grid, pair: np.ndarray, style: Style) -> str:
    """Two rows of cells as one line: the upper row as foreground, the lower one as background."""
    colors = [look.color for look in grid.looks.values()]
    text, last = "", (-1, -1)
    lower = pair[1].tolist() if len(pair) > 1 else [-1] * pair.shape[1]
    for both in zip(pair[0].tolist(), lower, strict=True):
        if both != last:
            paper = _ink(colors[both[1]], style, is_paper=True) if both[1] >= 0 else "\x1b[49m"
            text += _ink(colors[both[0]], style) + paper
            last = both
        text += "▀"
    return text + "\x1b[0m"


def _legend(grid: Grid, is_halved: bool, style: Style) -> list[str]:
    counts = grid.counts()
    total = sum(counts.values())
    entries = []
    for state, count in counts.items():
        share = percent(count, total) if 1000 * count >= total else f"{count} of {total} {grid.cell_word}"
        look = grid.looks[state]
        sign = _sign(look, style)
        if is_halved:
            sign = f"{_ink(look.color, style, is_paper=True)} \x1b[0m"
        elif style.is_colored:
            sign = f"{_on_paper(look.color, style)}{sign}\x1b[0m"
        entries.append((f"{sign} {state} {share}", 1 + len(f" {state} {share}")))
    return _flow(entries, style.width)


def _flow(entries: Sequence[tuple[str, int]], width: int) -> list[str]:
    """Return the texts joined to lines of at most `width` columns. entries: (text, its width without colour codes)."""
    lines: list[str] = []
    used = width
    for text, length in entries:
        if used + 3 + length > width:
            lines.append("  " + text)
            used = 2 + length
        else:
            lines[-1] += "   " + text
            used += 3 + length
    return lines


def _curve(curve: Curve, window: range, style: Style) -> list[str]:
    # Few entries get a line each; otherwise four lines share the range.
    height = curve.largest if curve.weights is None and curve.largest <= 8 else _ROWS
    step = curve.largest / height
    labels = [f"{step * (row + 1):.0f}{' %' if curve.unit == '%' else ''}" for row in range(height)][::-1]
    columns = _columns(window, labels, style, right=0)
    values = curve.values(columns.size)
    rule = "the largest of them" if curve.weights is None else "their mean"
    lines = [_title(curve.title, columns, rule, style)]
    ink = _ink(REASON_LOOKS["dep_alu"].color, style) if style.is_colored else ""
    for block in columns.blocks():
        lines.append(columns.ruler(block))
        for row, label in zip(range(height - 1, -1, -1), labels, strict=True):
            cells = "".join(_bar(value, step, row, style) for value in values[block].tolist())
            cells = f"{ink}{cells}\x1b[0m" if ink else cells.rstrip()
            lines.append(f"{label:>{columns.margin - _GUTTER}}{' ' * _GUTTER}{cells}".rstrip())
    return lines


def _bar(value: float, step: float, row: int, style: Style) -> str:
    """Return the part of a bar in line `row` from below, if a line is `step` high; a value other than 0 shows."""
    if np.isnan(value):
        return " "
    filled = value / step - row
    if style.is_ascii:
        return "#" if filled >= 0.5 or (row == 0 and value > 0) else "_" if row == 0 else " "
    level = min(8, max(0, round(8 * filled)))
    return _LEVELS[max(level, 1) if row == 0 else level]


def _heat(heat: Heat, window: range, style: Style) -> list[str]:
    if heat.is_empty:
        return [paint(heat.title, "bold", style.is_colored), "  none in these cycles"]
    columns = _columns(window, heat.rows, style, right=0)
    binned = heat.binned(columns.size)
    lines = [_title(heat.title, columns, "the largest of them", style)]
    largest = int(binned.max())
    for block in columns.blocks():
        lines.append(columns.ruler(block))
        for label, row in zip(heat.rows, binned, strict=True):
            cells = "".join(_amount(value, heat, style) for value in row[block].tolist())
            lines.append(f"{label:>{columns.margin - _GUTTER}}{' ' * _GUTTER}{cells}".rstrip())
    for label, mean, note in zip(heat.rows, heat.means(), heat.notes or [""] * len(heat.rows), strict=True):
        lines.append(cut(f"{label:>{columns.margin - _GUTTER}}  mean {mean:.2f}  {note}".rstrip(), style.width))
    more = ", letters from 10 on (a = 10), + beyond z" if largest > 9 else ""
    return [*lines, f"  {'.' if style.is_ascii else '·'} none   1 to {largest}: {heat.word}{more}"]


def _amount(value: int, heat: Heat, style: Style) -> str:
    """Return the cell of an amount: a digit, from 10 on a letter."""
    if value == 0:
        return "." if style.is_ascii else "·"
    sign = _DIGITS[value] if value < 10 else chr(ord("a") + value - 10) if value < 36 else "+"
    if not style.is_colored:
        return sign
    color = HEAT_COLORS[round((len(HEAT_COLORS) - 1) * heat.warmth(value))]
    return f"{_on_paper(color, style)}{sign}\x1b[0m"


def _on_paper(color: str, style: Style) -> str:
    """Return the ANSI codes of a background colour, with black or white ink, whichever is more readable on it."""
    red, green, blue = rgb(color)
    is_light = 0.299 * red + 0.587 * green + 0.114 * blue > 130
    return _ink("#000000" if is_light else "#ffffff", style) + _ink(color, style, is_paper=True)


def _ink(color: str, style: Style, *, is_paper: bool = False) -> str:
    """Return the ANSI code of a foreground colour (ink) or of a background colour (paper)."""
    red, green, blue = rgb(color)
    code = 48 if is_paper else 38
    if style.has_all_colors:
        return f"\x1b[{code};2;{red};{green};{blue}m"
    return f"\x1b[{code};5;{_xterm(red, green, blue)}m"


def _xterm(red: int, green: int, blue: int) -> int:
    """Return the number of the nearest of xterm's colours 16 to 255."""

    def distance(candidate: tuple[int, int, int]) -> int:
        return sum((a - b) ** 2 for a, b in zip(candidate, (red, green, blue), strict=True))

    cube = [min(range(6), key=lambda k: abs(_STEPS[k] - channel)) for channel in (red, green, blue)]
    gray = min(23, max(0, round(((red + green + blue) / 3 - 8) / 10)))
    in_cube = (_STEPS[cube[0]], _STEPS[cube[1]], _STEPS[cube[2]])
    if distance((8 + 10 * gray,) * 3) < distance(in_cube):
        return 232 + gray
    return 16 + 36 * cube[0] + 6 * cube[1] + cube[2]
