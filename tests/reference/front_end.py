"""Sections 4 and 17: the front end, a rigid shift register of f groups of up to n entries and, behind them, E more."""

from __future__ import annotations

from collections.abc import Iterator

from tests.reference.bundles import Bundle

__all__ = ["FrontEnd", "Group"]

Group = list["Bundle | None"]  # by slot


class FrontEnd:
    """f + E stages; `groups[0]` is the youngest, `groups[-1]` the oldest, whose entries enter their units."""

    def __init__(self, stages: int, more_stages: int, issue_width: int) -> None:
        self.issue_width = issue_width
        self.stages = stages  # f; the last of them is R0
        self.groups: list[Group] = [self.empty_group() for _ in range(stages + more_stages)]
        self.is_held = False
        self.is_held_up_to_r0 = False  # then `is_held` too

    def empty_group(self) -> Group:
        return [None] * self.issue_width

    def first_remaining(self) -> Bundle | None:
        """The first entry, in slot order, that is still in the oldest group."""
        return next((entry for entry in self.groups[-1] if entry is not None), None) if self.groups else None

    def r0(self) -> list[Bundle]:
        """The entries in R0, in the order of slots."""
        return [entry for entry in self.groups[self.stages - 1] if entry is not None]

    def shift(self, youngest: Group) -> None:
        """Every group moves one stage; the oldest must have left."""
        assert self.first_remaining() is None
        self.groups = [youngest, *self.groups[:-1]]

    def shift_behind_r0(self) -> None:
        """The stages behind R0 move on, R1 becomes empty; the oldest must have left."""
        behind = self.groups[self.stages :]
        if behind:
            assert self.first_remaining() is None
            self.groups[self.stages :] = [self.empty_group(), *behind[:-1]]

    def entries(self) -> Iterator[Bundle]:
        """All entries."""
        for group in self.groups:
            for entry in group:
                if entry is not None:
                    yield entry

    def held_entries(self) -> Iterator[Bundle]:
        """The entries that stand in this cycle because the front end is held."""
        behind = [entry for group in self.groups[self.stages :] for entry in group]
        for entry in self.entries():
            if self.is_held and not (self.is_held_up_to_r0 and entry in behind):
                yield entry
