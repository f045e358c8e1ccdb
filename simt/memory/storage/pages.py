"""The pages of the user area: a list of free pages and a chain for each object (docs/memory.md, section 3).

A memory on the chip has the link of each page. The index block of an object has the number of the last page of its
chain, so this page needs no link. So no link has to be written when pages are taken.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

NONE = -1


class Pages:
    """The links of all pages, and the head, tail and length of the free list."""

    def __init__(self, count: int) -> None:
        self.links = array("i", range(1, count + 1))
        self.head, self.tail, self.free = 0, count - 1, count

    def take(self, count: int) -> tuple[int, int]:
        """Take the first `count` free pages, which must exist, and return the first and the last of them."""
        first = self.head
        last = self.after(first, count - 1)
        self.free -= count
        if self.free:
            self.head = self.links[last]
        else:
            self.head = self.tail = NONE
        return first, last

    def give_back(self, first: int, last: int, count: int) -> None:
        """Append a chain of `count` pages to the free list."""
        if self.free:
            self.links[self.tail] = first
        else:
            self.head = first
        self.tail = last
        self.free += count

    def after(self, page: int, hops: int) -> int:
        """Return the page to which `hops` links lead."""
        for _ in range(hops):
            page = self.links[page]
        return page

    def chain(self, first: int, count: int) -> Iterator[int]:
        """Yield the `count` pages of the chain from `first` on."""
        page = first
        for _ in range(count):
            yield page
            page = self.links[page]

    def linked(self, pages: Sequence[int]) -> tuple[int, int, int]:
        """Link `pages` in this order; return the first page, the last page (NONE for no pages), and their number."""
        for page, following in pairwise(pages):
            self.links[page] = following
        return (pages[0], pages[-1], len(pages)) if pages else (NONE, NONE, 0)


def runs_of(pages: Iterable[int]) -> list[list[int]]:
    """Return the runs of consecutive page numbers, each as `[first, count]`."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and page == runs[-1][0] + runs[-1][1]:
            runs[-1][1] += 1
        else:
            runs.append([page, 1])
    return runs
