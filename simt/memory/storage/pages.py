"""The pages of the user area: one list of free ones and a chain for each object (docs/memory.md, section 3).

A link stands in a memory on the chip beside the page's number. The link of a chain's last page is stale, as its end
stands in the index block: nothing has to be written when pages are taken.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator

NONE = -1


class Pages:
    """The links, and head, tail and length of the free list."""

    def __init__(self, count: int) -> None:
        self.links = array("i", range(1, count + 1))
        self.head, self.tail, self.free = 0, count - 1, count

    def take(self, count: int) -> tuple[int, int]:
        """Take the first `count` free pages, which must exist; return the first and the last of them."""
        first = self.head
        last = self.after(first, count - 1)
        self.free -= count
        if self.free:
            self.head = self.links[last]
        else:
            self.head = self.tail = NONE
        return first, last

    def give_back(self, first: int, last: int, count: int) -> None:
        """Append a chain at the tail."""
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
        """The `count` pages from `first` on."""
        page = first
        for _ in range(count):
            yield page
            page = self.links[page]

    def linked(self, pages: Iterable[int]) -> tuple[int, int, int]:
        """Link `pages` in this order; return the first, the last, and their number; none of them has a first."""
        first = last = NONE
        count = 0
        for page in pages:
            if count:
                self.links[last] = page
            else:
                first = page
            last = page
            count += 1
        return first, last, count


def runs_of(pages: Iterable[int]) -> list[list[int]]:
    """Return runs of pages whose numbers follow each other, as `[first, how many]`."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and page == runs[-1][0] + runs[-1][1]:
            runs[-1][1] += 1
        else:
            runs.append([page, 1])
    return runs
