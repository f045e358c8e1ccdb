"""The picture of a control-flow graph: blocks as boxes with their source lines, edges coloured by kind."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from isa.flow.cfg import ControlFlow
from isa.program.program import Program
from isa.reporting.diagnostics import SimtError
from simt.views.cfg.layout import Point, Route, place
from simt.views.cfg.text import DEPTH_FILLS, BlockText, block_name, block_texts, summary
from simt.views.kit.figure import Axes, Figure, figure_style, new_figure
from simt.views.kit.text import clip
from simt.views.kit.theme import INK, SOFT

MAX_BLOCKS = 150


# By kind of edge: colour, line style, legend. Colours of M. Okabe and K. Ito, "Color universal design", 2008.
_EDGES = {
    "fallthrough": (INK, "-", "next instruction"),
    "taken": ("#0072b2", "-", "jump"),
    "otherwise": ("#d55e00", "-", "lanes that do not take br_push"),
    "pushed": ("#009e73", "--", "pushed, popped somewhere"),
    "popped": ("#009e73", "-", "pop, to what was pushed last"),
    "return": ("#888888", "-", "ret"),
    "trap": ("#cc0000", ":", "no instruction: a trap"),
}
_IRREDUCIBLE = "#cc0000"
_FRAME = SOFT

_LINES = 7  # of a block
_COLUMNS = 54
_POINTS = 7.5
_ADVANCE = 0.64 * _POINTS / 72  # inches per character of the fixed-width font, also when rounded to pixels
_ROW = 1.35 * _POINTS / 72
_PAD = 0.09
_EDGE = 0.25  # around everything
_CORNER = 0.09
_HEAD = (0.075, 0.09)  # width and height of an arrow's head


class PictureSizeError(SimtError):
    """A graph with too many blocks for a picture."""

    code = "E0260"


def cfg_picture(graph: ControlFlow, program: Program) -> Figure:
    """Draw the graph in a figure of its size. Raises `PictureSizeError`, `FigureError`."""
    if graph.exit > MAX_BLOCKS:
        message = f"the control-flow graph has {graph.exit} blocks, a picture shows at most {MAX_BLOCKS}"
        raise PictureSizeError(message, help="-o FILE.dot writes it for Graphviz, -o FILE.txt as text")
    texts = [_rows(graph, text) for text in block_texts(graph, program)]
    sizes = [_size(rows) for rows in texts] + [(0.6, 0.26)]
    drawn = [edge for edge in graph.edges if not edge.is_unknown]
    edges = [(edge.source, edge.target) for edge in drawn]
    cycles = [frozenset(loop.blocks) for loop in graph.loops]
    cycles += [frozenset(region.blocks) for region in graph.irreducible_regions]
    layout = place(sizes, edges, cycles)
    kinds = [kind for kind in _EDGES if any(edge.kind == kind for edge in drawn)]
    title = summary(graph, program.name)
    width = max(layout.width, len(title) * 0.085, 2.6) + 2 * _EDGE
    header = 0.3 + 0.17 * (len(kinds) + len(_notes(graph))) + 0.12
    height = layout.height + header + 2 * _EDGE
    figure, (axes,) = new_figure(width, height)
    with figure_style():
        figure.set_layout_engine("none")
        axes.set_position((0.0, 0.0, 1.0, 1.0))
        left = _EDGE + (width - 2 * _EDGE - layout.width) / 2
        axes.set(xlim=(-left, width - left), ylim=(-_EDGE, height - _EDGE))
        axes.axis("off")
        _draw_header(axes, graph, title, kinds, (_EDGE - left, height - 2 * _EDGE))
        for edge, route in zip(drawn, layout.routes, strict=True):
            _draw_edge(axes, route, edge.kind)
        for number, rows in enumerate(texts):
            _draw_block(axes, graph, number, rows, layout.centres[number], sizes[number])
            if any(edge.is_unknown for edge in graph.blocks[number].successors):
                _draw_pop(axes, layout.centres[number], sizes[number])
        _draw_exit(axes, layout.centres[-1], sizes[-1])
    return figure


def _rows(graph: ControlFlow, text: BlockText) -> list[str]:
    number = text.block.number
    labels = " ".join(f"{label}:" for label in text.labels)
    rows = [f"block {number}  {clip(labels, 32)}".rstrip(), _remark(graph, number)]
    for entry in text.shown(_LINES, _COLUMNS):
        rows.append(f"     ... {entry} more" if isinstance(entry, int) else f"{entry[0]:>3x}  {entry[2]}")
    return rows


def _remark(graph: ControlFlow, number: int) -> str:
    if not graph.is_reachable(number):
        return "unreachable"
    join = graph.reconvergence(number)
    if join is not None:
        return f"lanes meet again in {join}"
    last = graph.instructions[graph.blocks[number].end - 1]
    if last is not None and last.cond != "always":
        return "lanes meet again at the end only"
    return f"post-dominator {block_name(graph, graph.immediate_post_dominator(number))}"


def _size(rows: list[str]) -> Point:
    columns = max(max(len(row) for row in rows[2:]), 1.15 * len(rows[0]), 0.85 * len(rows[1]))
    return columns * _ADVANCE + 2 * _PAD, len(rows) * _ROW + 2 * _PAD


def _draw_box(axes: Axes, centre: Point, size: Point, radius: float, **look: Any) -> None:
    from matplotlib.patches import FancyBboxPatch

    corner = (centre[0] - size[0] / 2, centre[1] - size[1] / 2)
    style = f"round,pad=0,rounding_size={radius}"
    axes.add_patch(FancyBboxPatch(corner, *size, boxstyle=style, zorder=3, **look))


def _draw_block(axes: Axes, graph: ControlFlow, number: int, rows: list[str], centre: Point, size: Point) -> None:
    is_irreducible = any(number in region.blocks for region in graph.irreducible_regions)
    is_dead = not graph.is_reachable(number)
    fill = DEPTH_FILLS[min(graph.loop_depth(number), len(DEPTH_FILLS) - 1)]
    edge, width = (_IRREDUCIBLE, 1.8) if is_irreducible else (_FRAME, 0.9)
    _draw_box(axes, centre, size, 0.05, facecolor=fill, edgecolor=edge, linewidth=width, linestyle="-:"[is_dead])
    x, top = centre[0] - size[0] / 2 + _PAD, centre[1] + size[1] / 2 - _PAD
    plain: dict[str, Any] = {"fontsize": _POINTS, "family": "monospace", "color": "#666666" if is_dead else "#111111"}
    title = plain | {"fontsize": _POINTS + 0.5, "fontweight": "bold"}
    remark = plain | {"fontsize": _POINTS - 1, "family": "sans-serif", "color": "#666666"}
    for k, row in enumerate(rows):
        look = (title, remark, plain)[min(k, 2)]
        axes.text(x, top - (k + 0.5) * _ROW, _plain(row), verticalalignment="center", zorder=4, **look)


def _draw_pop(axes: Axes, centre: Point, size: Point) -> None:
    """Mark the lower edge of a box whose successor depends on the mask stack."""
    x, y, color = centre[0] + size[0] / 2 - _PAD, centre[1] - size[1] / 2, _EDGES["popped"][0]
    box = {"boxstyle": "round,pad=0.25", "facecolor": "white", "edgecolor": color, "linewidth": 0.9}
    axes.text(x, y, "pop", fontsize=_POINTS - 1, color=color, ha="right", va="center", bbox=box, zorder=5)


def _draw_exit(axes: Axes, centre: Point, size: Point) -> None:
    _draw_box(axes, centre, size, size[1] / 2, facecolor="#eeeeee", edgecolor=_FRAME, linewidth=0.9)
    axes.text(*centre, "exit", fontsize=8, color="black", ha="center", va="center", zorder=4)


def _draw_edge(axes: Axes, route: Route, kind: str) -> None:
    from matplotlib.patches import PathPatch, Polygon
    from matplotlib.path import Path

    x, y = route.points[-1]
    points = (*route.points[:-1], (x, y + _HEAD[1] / 2))  # the head covers the rest
    vertices, codes = _rounded(points) if route.is_back else _curved(points)
    color, line, _ = _EDGES[kind]
    look = {"facecolor": "none", "edgecolor": color, "linestyle": line, "linewidth": 1.1, "capstyle": "butt"}
    axes.add_patch(PathPatch(Path(vertices, codes), **look))
    width, height = _HEAD
    tip = [(x, y), (x - width / 2, y + height), (x + width / 2, y + height)]
    axes.add_patch(Polygon(tip, closed=True, facecolor=color, linewidth=0, zorder=2))


def _curved(points: tuple[Point, ...]) -> tuple[list[Point], list[int]]:
    """Return the vertices and codes of a path of curves that are vertical at every point."""
    from matplotlib.path import Path

    vertices, codes = [points[0]], [int(Path.MOVETO)]
    for (x, y), (to_x, to_y) in pairwise(points):
        if abs(to_y - y) < 1e-9:
            continue
        if abs(to_x - x) < 1e-9:
            vertices.append((to_x, to_y))
            codes.append(int(Path.LINETO))
        else:
            middle = (y + to_y) / 2
            vertices += [(x, middle), (to_x, middle), (to_x, to_y)]
            codes += [int(Path.CURVE4)] * 3
    return vertices, codes


def _rounded(points: tuple[Point, ...]) -> tuple[list[Point], list[int]]:
    """Return the vertices and codes of a path of straight lines with rounded corners."""
    from matplotlib.path import Path

    vertices, codes = [points[0]], [int(Path.MOVETO)]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        vertices += [_towards(corner, before), corner, _towards(corner, after)]
        codes += [int(Path.LINETO), int(Path.CURVE3), int(Path.CURVE3)]
    return [*vertices, points[-1]], [*codes, int(Path.LINETO)]


def _towards(corner: Point, other: Point) -> Point:
    length = abs(other[0] - corner[0]) + abs(other[1] - corner[1])  # one of the two is 0
    share = min(_CORNER, length / 2) / length if length else 0.0
    return corner[0] + (other[0] - corner[0]) * share, corner[1] + (other[1] - corner[1]) * share


def _draw_header(axes: Axes, graph: ControlFlow, title: str, kinds: list[str], corner: Point) -> None:
    x, y = corner
    axes.text(x, y, _plain(title), fontsize=9.5, fontweight="bold", va="top")
    y -= 0.3
    for kind in kinds:
        color, line, words = _EDGES[kind]
        axes.plot([x, x + 0.3], [y, y], color=color, linestyle=line, linewidth=1.3)
        axes.text(x + 0.38, y, words, fontsize=7.5, va="center")
        y -= 0.17
    for note in _notes(graph):
        axes.text(x, y, note, fontsize=7.5, va="center", color=SOFT)
        y -= 0.17


def _notes(graph: ControlFlow) -> list[str]:
    notes = ["blue boxes are in loops: the darker, the deeper"] if graph.loops else []
    if not graph.is_reducible:
        notes.append("red frames: a cycle with several entries")
    if any(edge.is_unknown for edge in graph.edges):
        notes.append('"pop": where it goes only the stack knows')
    return notes


def _plain(text: str) -> str:
    """Escape the characters of `text` that matplotlib would read as a formula."""
    return text.replace("$", r"\$")
