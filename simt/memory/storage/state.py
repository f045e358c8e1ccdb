"""The state of the storage manager, and its counters (docs/memory.md, section 8)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from simt.memory.storage.layout import NAMES, PAGED, STAGES, Key, Layout, Name, pages_of
from simt.memory.storage.pages import NONE, Pages, runs_of

COUNTERS = ("creates", "releases", "reads", "writes", "stores", "loads", "cycles", "hops")


class Written:
    """The written bytes of an object, as ascending intervals `[start, end)` with gaps between them."""

    __slots__ = ("ends", "starts")

    def __init__(self) -> None:
        self.starts: list[int] = []
        self.ends: list[int] = []

    def add(self, start: int, end: int) -> None:
        """Mark bytes `start` to `end` - 1 as written."""
        low = bisect_left(self.ends, start)  # the first interval that ends at `start` or later
        high = bisect_right(self.starts, end)  # the interval after the last one that begins at `end` or before
        if low < high:
            start, end = min(start, self.starts[low]), max(end, self.ends[high - 1])
        self.starts[low:high] = [start]
        self.ends[low:high] = [end]

    def missing(self, start: int, end: int) -> int | None:
        """Return the first byte from `start` to `end` - 1 that was never written, or None."""
        place = bisect_right(self.starts, start) - 1
        reached = self.ends[place] if place >= 0 else start
        if reached >= end:
            return None
        return max(reached, start)


@dataclass(slots=True)
class Block:
    """The index block of an object in use.

    - size: the bytes of the object.
    - parameters: the word of 32 bits that is kept with it.
    - created: its number among all objects that were created.
    - first, last: its first and last page, NONE in a fixed partition.
    - written: the bytes that were written, if the manager refuses to read bytes that were not.
    """

    size: int
    parameters: int
    created: int
    first: int = NONE
    last: int = NONE
    written: Written = field(default_factory=Written)

    @property
    def pages(self) -> int:
        """The number of pages of the object; 0 in a fixed partition."""
        return 0 if self.first == NONE else pages_of(self.size)


@dataclass(slots=True)
class StagePrograms:
    """The blocks of a stage, by number: the one completed last, the one being stored, the one being loaded; or None."""

    newest: int | None = None
    storing: int | None = None
    loading: int | None = None


class Leak(NamedTuple):
    """An object in use.

    - kind, id: its name.
    - size: its bytes. pages: the number of its pages, 0 for an object without pages.
    - created: its number among all objects that were created.
    """

    kind: str
    id: Name
    size: int
    pages: int
    created: int


class State:
    """Everything that the manager keeps on the chip, and its counters."""

    def __init__(self, layout: Layout, *, poison: bool) -> None:
        self.layout = layout
        self.poison = poison
        self.pages = Pages(layout.pages)
        self.peak_pages = 0
        self.blocks: dict[Key, Block] = {}  # oldest first
        self.freed: set[Key] = set()  # objects that were released and not created again
        self.programs = {stage: StagePrograms() for stage in STAGES}
        self.counters = dict.fromkeys(COUNTERS, 0)

    def free_pages(self) -> Iterator[int]:
        """Yield the pages of the free list, from its head."""
        return self.pages.chain(self.pages.head, self.pages.free)

    def chain(self, block: Block) -> Iterator[int]:
        """Yield the pages of an object in order."""
        return self.pages.chain(block.first, block.pages)

    def statistics(self) -> dict[str, Any]:
        """Return the counters, and figures of the free list and of the objects in use."""
        kinds = {kind: dict.fromkeys(("objects", "bytes", "taken", "waste"), 0) for kind in NAMES}
        links = crossings = 0
        for (kind, name), block in self.blocks.items():
            taken = self.layout.taken(kind, name, block.size)
            figures = {"objects": 1, "bytes": block.size, "taken": taken, "waste": taken - block.size}
            for figure, value in figures.items():
                kinds[kind][figure] += value
            links += max(block.pages - 1, 0)
            rows = map(self.layout.row_of, self.chain(block))
            crossings += sum(row != following for row, following in pairwise(rows))
        return {
            **self.counters,
            "free_pages": self.pages.free,
            "peak_pages": self.peak_pages,
            "free_runs": len(runs_of(self.free_pages())),
            "links": links,
            "row_crossings": crossings,
            "kinds": kinds,
        }


def address_of(layout: Layout, kind: str, name: Name, block: Block) -> int:
    """Return the address of the first byte of an object."""
    return layout.address_of(block.first) if kind in PAGED else layout.partitions[kind, name][0]
