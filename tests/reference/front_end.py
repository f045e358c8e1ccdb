"""Section 4: the front end, a rigid shift register of f groups of up to n entries."""

from __future__ import annotations

from collections.abc import Iterator

from tests.reference.bundles import Bundle

__all__ = ["FrontEnd", "Group"]

Group = list["Bundle | None"]  # by slot


class FrontEnd:
    """f stages; `groups[0]` is the youngest, `groups[-1]` the oldest, whose entries enter their units."""

    def __init__(self, stages: int, issue_width: int) -> None:
        self.issue_width = issue_width
        self.groups: list[Group] = [self.empty_group() for _ in range(stages)]
        self.is_held = False

    def empty_group(self) -> Group:
        return [None] * self.issue_width

    def first_remaining(self) -> Bundle | None:
        """The first entry, in slot order, that is still in the oldest group."""
        return next((entry for entry in self.groups[-1] if entry is not None), None) if self.groups else None

    def shift(self, youngest: Group) -> None:
        """Every group moves one stage; the oldest must have left."""
        assert self.first_remaining() is None
        self.groups = [youngest, *self.groups[:-1]]

    def entries(self) -> Iterator[Bundle]:
        """All entries."""
        for group in self.groups:
            for entry in group:
                if entry is not None:
                    yield entry
