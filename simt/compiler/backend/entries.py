"""Loops with several entries, for machines that join lanes at post-dominators or by a stack of masks.

A loop with several entries has no head, and lanes that enter it at different entries do not meet in it. So the loop
gets a new head, to which all entering lanes go. The head sends them on to their entries; back edges to the first entry
lead to the head too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from isa.flow.graphs import strongly_connected
from simt.compiler.backend.graph import Flow
from simt.compiler.backend.leading import Leading
from simt.compiler.backend.ops import Block, Code


def give_heads(code: Code) -> set[str]:
    """Give every loop a single entry; return the blocks at which entering lanes part."""
    heads: set[str] = set()
    while True:
        flow = code.flow()
        loop = next(_loops(flow, list(flow.number)), None)
        if loop is None:
            return heads
        heads |= _give_head(code, flow, *loop)


def _loops(flow: Flow, names: Sequence[str]) -> Iterator[tuple[set[str], list[str]]]:
    """Yield each loop among these blocks that has several entries, with the entries."""
    number = {name: place for place, name in enumerate(names)}
    successors = [[number[to] for to in flow.successors[name] if to in number] for name in names]
    for component in strongly_connected(successors):
        loop = {names[place] for place in component}
        entries = [names[place] for place in component if not loop.issuperset(flow.predecessors[names[place]])]
        if len(entries) > 1:
            yield loop, entries
        elif len(component) > 1:
            yield from _loops(flow, [names[place] for place in component if names[place] not in entries])


def _give_head(code: Code, flow: Flow, loop: set[str], entries: list[str]) -> set[str]:
    """Give a loop a head; return the blocks at which entering lanes part."""
    leading = Leading(code)
    first = entries[0]
    place = code.blocks[first].branch.place
    names = []
    for _ in entries[1:]:
        names.append(leading.free(f"{first}.head"))
        code.blocks[names[-1]] = Block(names[-1])
    for name in flow.number:
        block = code.blocks[name]
        if name in loop:
            block.branch.redirect(first, names[0])
        elif entered := [to for to in flow.successors[name] if to in entries]:
            _enter(leading, block, {to: entries.index(to) for to in entered}, names[0])
    for number, name in enumerate(names):
        last = number == len(names) - 1
        above = leading.step(name, 0, entries[-1], place) if last else names[number + 1]
        below = leading.step(name, 0, entries[number], place) if number else first
        leading.ask(name, number, above, below, place)
    return set(names)


def _enter(leading: Leading, block: Block, numbers: dict[str, int], head: str) -> None:
    """Redirect the edges from a block into a loop to the loop's head.

    numbers: the number of each entry that the block's edges lead to, by the entry's name; the edge gives it to lanes.
    """
    place = block.branch.place
    for to, number in numbers.items():
        if block.branch.test is None:
            block.operations.append(leading.note(number, place))
            block.branch.redirect(to, head)
        else:
            block.branch.redirect(to, leading.step(block.name, number, head, place))
