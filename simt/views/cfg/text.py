"""A control-flow graph as text with arrows in the margin, as Graphviz input and as JSON.

The text has the blocks in the order of their addresses. An edge to the next block is a small arrow between the two
blocks. Other edges run in the margin, where all edges to one block share a line. Edges to the exit are only named.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import PurePath
from typing import Any, NamedTuple

from isa.flow.cfg import BasicBlock, ControlFlow, Edge, Region
from isa.forms.disassembler import disassembly
from isa.forms.texts import statement
from isa.program.program import Program
from simt.views.kit.text import cut, plural

_SHOWN = 6  # source lines of a block
_SOURCE_WIDTH = 56
_NOTES_COLUMN = 36
_MARGIN_LINES = 20  # lines beside each other in the margin, at most

_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_PIECES = {
    _UP | _DOWN: "│",
    _LEFT | _RIGHT: "─",
    _DOWN | _RIGHT: "┌",
    _UP | _RIGHT: "└",
    _UP | _DOWN | _RIGHT: "├",
    _DOWN | _LEFT | _RIGHT: "┬",
    _UP | _LEFT | _RIGHT: "┴",
    _UP | _DOWN | _LEFT | _RIGHT: "┼",
}
_ASCII = str.maketrans("│─┌└├┬┴┼▶↓", "|-++++++>v")


class BlockText(NamedTuple):
    """The contents of a drawn block: its labels, and its source lines with their addresses."""

    block: BasicBlock
    labels: Sequence[str]
    lines: Sequence[tuple[int, int, str]]  # address, line of the source file (0: none), text

    @property
    def addresses(self) -> str:
        """The first and the last address, in hex as in listings."""
        first, last = self.block.first, self.block.end - 1
        return f"{first:x}" if first == last else f"{first:x}-{last:x}"

    def shown(self, limit: int = _SHOWN, width: int = _SOURCE_WIDTH) -> list[tuple[int, int, str] | int]:
        """Return the lines as at most `limit` entries. The entry before the last is the number left out, if any."""
        lines = [(address, line, _clip(text, width)) for address, line, text in self.lines]
        if len(lines) <= limit:
            return [*lines]
        return [*lines[: limit - 2], len(lines) - limit + 1, lines[-1]]


def block_texts(graph: ControlFlow, program: Program) -> list[BlockText]:
    """Return the contents of each block: its source lines without comments.

    Lines without a source or with arguments of a macro are replaced by the disassembly. Lines of included files begin
    with `name:line` instead of the number.
    """
    parts = disassembly(program)
    labels: dict[int, list[str]] = {}
    for name, address in (program.labels or {name: address for address, name in parts.labels.items()}).items():
        labels.setdefault(address, []).append(name)

    own = next(iter(program.sources)) if program.sources else program.locations[0].file if program.locations else ""

    def line(address: int, is_first: bool) -> tuple[int, int, str]:
        location = program.locations[address] if address < len(program.locations) else None
        text = "" if location is None else statement(location)
        if is_first:  # its labels stand in the block's title
            text = re.sub(r"^(?:\w+\s*:\s*)+", "", text)
        number = 0 if location is None else location.line
        text = parts.statements[address] if "\\" in text or not text else text
        if location is not None and number and location.file != own:
            return address, 0, f"{PurePath(location.file).name}:{number}: {text}"
        return address, number, text

    texts = []
    for block in graph.blocks:
        lines = [line(address, address == block.first) for address in range(block.first, block.end)]
        texts.append(BlockText(block, labels.get(block.first, []), lines))
    return texts


def summary(graph: ControlFlow, name: str) -> str:
    """Return the graph in one line."""
    counts = [
        f"{plural(len(graph.instructions), 'instruction')} in {plural(len(graph.blocks), 'block')}",
        plural(len(graph.edges), "edge"),
    ]
    if graph.loops:
        deepest = max(loop.depth for loop in graph.loops)
        counts.append(plural(len(graph.loops), "loop") + (f" nested {deepest} deep" if deepest > 1 else ""))
    return f"{name}: {', '.join(counts)}, {'reducible' if graph.is_reducible else 'irreducible'}"


def edge_word(graph: ControlFlow, edge: Edge) -> str:
    """Describe an edge by its kind, or by the way in which it leaves the program."""
    if edge.is_unknown:
        return "pop"
    if edge.target == graph.exit and edge.kind not in ("return", "trap"):
        last = graph.blocks[edge.source].end
        return f"{edge.kind}, outside the program" if edge.kind != "fallthrough" else f"runs past {last - 1:x}"
    return {"return": "ret", "trap": "no instruction"}.get(edge.kind, edge.kind)


def block_name(graph: ControlFlow, block: int | None) -> str:
    """Return the name of a block: its number, `exit`, or `none`."""
    return "none" if block is None else "exit" if block == graph.exit else str(block)


def remarks(graph: ControlFlow, block: int) -> list[str]:
    """Return the remarks beside a block: its dominators, its loop depth, and anything unusual."""
    if not graph.is_reachable(block):
        return ["unreachable"]
    above = graph.immediate_dominator(block)
    words = ["entry" if block == 0 else f"dominator {block_name(graph, above)}"]
    words.append(f"post-dominator {block_name(graph, graph.immediate_post_dominator(block))}")
    if graph.loop_depth(block):
        is_header = any(graph.dominates(block, edge.source) for edge in graph.blocks[block].predecessors)
        words.append(f"loop depth {graph.loop_depth(block)}" + (" (header)" if is_header else ""))
    if any(block in region.blocks for region in graph.irreducible_regions):
        words.append("irreducible")
    if any(block in region for region in graph.endless):
        words.append("endless")
    return words


def draw(graph: ControlFlow, program: Program, unicode: bool = True) -> str:
    """Return the graph as lines of text, with arrows of box-drawing characters or, without `unicode`, of ASCII ones."""
    rows: list[str] = []  # the text to the right of the margin
    heads: list[int] = []  # the row of each block's name
    tails: list[int] = []  # the row where each block's edges leave
    for text in block_texts(graph, program):
        heads.append(len(rows))
        rows.extend(_block_rows(graph, text))
        tails.append(len(rows) - 1)
        falls = any(_is_adjacent(edge) and edge.target != graph.exit for edge in text.block.successors)
        rows.append("   ↓" if falls else "")
    del rows[-1:]  # nothing is below the last block
    margin, left_out = _margin(graph, heads, tails, len(rows))
    lines = [summary(graph, program.name), ""]
    lines += [f"{line} {row}".rstrip() for line, row in zip(margin, rows, strict=True)]
    lines += _closing(graph, left_out)
    drawing = "\n".join(lines).rstrip() + "\n"
    return drawing if unicode else drawing.translate(_ASCII)


def _block_rows(graph: ControlFlow, text: BlockText) -> list[str]:
    block = text.block
    name = f"block {block.number}  {text.addresses}  " + " ".join(f"{label}:" for label in text.labels)
    rows = [f"{_clip(name, 60):<{_NOTES_COLUMN}}  {', '.join(remarks(graph, block.number))}"]
    for entry in text.shown():
        if isinstance(entry, int):
            rows.append(f"   {'...':>4}         {entry} more")
        else:
            address, line, source = entry
            rows.append(f"   {address:4x}  {line or '':>5}  {source}")
    return [*rows, f"   {_successors_text(graph, block)}"]


def _successors_text(graph: ControlFlow, block: BasicBlock) -> str:
    targets = [
        "where the stack says (pop)"
        if edge.is_unknown
        else f"{block_name(graph, edge.target)} ({edge_word(graph, edge)})"
        for edge in block.successors
    ]
    join, note = graph.reconvergence(block.number), ""
    if join is not None:
        note = f"; lanes meet again in {join}, at {graph.blocks[join].first:x}"
    elif graph.jump_at(block.number) is not None:
        note = "; lanes meet again at the end only"
    return f"to {', '.join(targets)}{note}"


def _is_adjacent(edge: Edge) -> bool:
    return edge.kind == "fallthrough" and edge.target == edge.source + 1


def _margin(
    graph: ControlFlow, heads: Sequence[int], tails: Sequence[int], count: int
) -> tuple[list[str], list[tuple[int, int]]]:
    """Return the margin of each row, and the edges (source, target) for which it has no room.

    heads: the rows at which edges enter each block. tails: the rows at which they leave it.
    """
    joined: dict[int, set[int]] = {}
    for edge in graph.edges:
        if edge.target != graph.exit and not _is_adjacent(edge):
            joined.setdefault(edge.target, set()).add(edge.source)
    spans = []
    for target, sources in joined.items():
        rows = [heads[target], *(tails[source] for source in sources)]
        spans.append((max(rows) - min(rows), min(rows), max(rows), target))
    # Short edges get the columns next to the text, so that few lines cross.
    columns: list[int] = []  # a bit for each row in use
    placed: dict[int, int] = {}
    left_out: list[tuple[int, int]] = []
    for _, top, bottom, target in sorted(spans):
        rows_in_use = (1 << bottom + 1) - (1 << top)
        column = next((place for place, used in enumerate(columns) if not used & rows_in_use), len(columns))
        if column == _MARGIN_LINES:
            left_out += [(source, target) for source in sorted(joined[target])]
            continue
        if column == len(columns):
            columns.append(0)
        columns[column] |= rows_in_use
        placed[target] = column
    width = 2 * len(columns) + 1
    cells = [[0] * width for _ in range(count)]
    for _, top, bottom, target in spans:
        if target not in placed:
            continue
        place = width - 3 - 2 * placed[target]
        for row in range(top, bottom + 1):
            cells[row][place] |= (_UP if row > top else 0) | (_DOWN if row < bottom else 0)
        for row in {heads[target], *(tails[source] for source in joined[target])}:
            cells[row][place] |= _RIGHT
            for beyond in range(place + 1, width):
                cells[row][beyond] |= _LEFT | _RIGHT
    lines = ["".join(_PIECES.get(cell, " ") for cell in row) for row in cells]
    for target in placed:
        lines[heads[target]] = lines[heads[target]][:-1] + "▶"
    return lines, sorted(left_out)


def _closing(graph: ControlFlow, left_out: Sequence[tuple[int, int]]) -> list[str]:
    lines = [_region_text(region) for region in graph.irreducible_regions]
    lines += [f"endless: no path leads from {_blocks_text(region)} to the end" for region in graph.endless]
    if graph.unreachable:
        lines.append(f"unreachable: {_blocks_text(graph.unreachable)}")
    if left_out:
        pairs = ", ".join(f"{source} to {target}" for source, target in left_out)
        lines.append(f"no room in the margin for the edges {pairs}")
    return ["", *lines] if lines else []


def _region_text(region: Region) -> str:
    entries = " and ".join(map(str, region.entries))
    return f"irreducible: {_blocks_text(region.blocks)} make a cycle that is entered at {entries}"


def _blocks_text(blocks: Sequence[int]) -> str:
    return f"{'block' if len(blocks) == 1 else 'blocks'} {', '.join(map(str, blocks))}"


def _clip(text: str, width: int) -> str:
    return cut("".join(c if c.isprintable() else " " for c in text), width)


_DOT_EDGES = {
    "fallthrough": "",
    "taken": 'color="#0072b2"',
    "otherwise": 'color="#d55e00"',
    "pushed": 'color="#009e73", style=dashed',
    "popped": 'color="#009e73", style=dotted',
    "return": 'color="#777777"',
    "trap": 'color="#cc0000", style=dotted',
}
DEPTH_FILLS = ("#ffffff", "#e8f1fa", "#cfe2f3", "#b0cfe9", "#8db8dc")


def dot(graph: ControlFlow, program: Program) -> str:
    """Return the graph as input for Graphviz: blocks filled by loop depth, irreducible ones with a double frame."""
    irreducible = {block for region in graph.irreducible_regions for block in region.blocks}
    lines = [
        f"digraph {_dot_text(program.name)} {{",
        f"  label={_dot_text(summary(graph, program.name))};",
        '  node [shape=box, style=filled, fillcolor="#ffffff", fontname="monospace", fontsize=10];',
        '  edge [fontname="monospace", fontsize=9];',
    ]
    for text in block_texts(graph, program):
        number = text.block.number
        rows = [f"block {number}  {text.addresses}  {' '.join(f'{label}:' for label in text.labels)}".rstrip()]
        rows.append(", ".join(remarks(graph, number)))
        for entry in text.shown(limit=12):
            rows.append(f"... {entry} more" if isinstance(entry, int) else f"{entry[0]:4x}  {entry[2]}")
        label = "".join(_dot_escape(row) + "\\l" for row in rows)
        fill = DEPTH_FILLS[min(graph.loop_depth(number), len(DEPTH_FILLS) - 1)]
        extra = ", peripheries=2" if number in irreducible else ""
        lines.append(f'  b{number} [label="{label}", fillcolor="{fill}"{extra}];')
    lines.append('  exit [label="exit", shape=oval];')
    for edge in graph.edges:
        target = "exit" if edge.target == graph.exit else f"b{edge.target}"
        if edge.is_unknown:
            target = f"pop{edge.source}"
            lines.append(f'  {target} [label="pop", shape=plaintext, fontsize=8, width=0, height=0];')
        is_plain = edge.is_unknown or (edge.kind == "fallthrough" and edge.target != graph.exit)
        label = "" if is_plain else edge_word(graph, edge)
        options = ", ".join(filter(None, [_DOT_EDGES[edge.kind], f"label={_dot_text(label)}" if label else ""]))
        lines.append(f"  b{edge.source} -> {target}{f' [{options}]' if options else ''};")
    return "\n".join([*lines, "}"]) + "\n"


def _dot_escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _dot_text(text: str) -> str:
    return f'"{_dot_escape(text)}"'


def graph_data(graph: ControlFlow, program: Program) -> dict[str, Any]:
    """Return the graph as plain values for JSON. The exit has the number after the number of the last block."""
    return {
        "schema": "simt.control_flow/1",
        "program": {"name": program.name, "hash": program.hash},
        "instructions": len(graph.instructions),
        "reducible": graph.is_reducible,
        "entry": 0,
        "exit": graph.exit,
        "blocks": [
            {
                "number": text.block.number,
                "first": text.block.first,
                "last": text.block.end - 1,
                "labels": list(text.labels),
                "immediate_dominator": graph.immediate_dominator(text.block.number),
                "immediate_post_dominator": graph.immediate_post_dominator(text.block.number),
                "loop_depth": graph.loop_depth(text.block.number),
                "reconvergence": graph.reconvergence(text.block.number),
            }
            for text in block_texts(graph, program)
        ],
        "edges": [{"source": edge.source, "target": edge.target, "kind": edge.kind} for edge in graph.edges],
        "back_edges": [[edge.source, edge.target] for edge in graph.back_edges],
        "loops": [asdict(loop) for loop in graph.loops],
        "irreducible": [asdict(region) for region in graph.irreducible_regions],
        "endless": [list(region) for region in graph.endless],
        "unreachable": list(graph.unreachable),
    }
