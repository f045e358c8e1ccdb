"""`Values`: the set of values of a parameter that explain a reading."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Values:
    """A set of whole numbers, ascending; empty if nothing is known.

    or_more: whether all numbers above the last one are in the set too.
    """

    numbers: tuple[int, ...] = ()
    or_more: bool = False

    @classmethod
    def of(cls, numbers: Iterable[int], ceiling: int | None = None) -> Values:
        """Make the set of `numbers`, with `or_more` if the largest is at least `ceiling`."""
        ordered = tuple(sorted(set(numbers)))
        return cls(ordered, ceiling is not None and bool(ordered) and ordered[-1] >= ceiling)

    @property
    def value(self) -> int | None:
        """The value, if the set has exactly one; else None."""
        return self.numbers[0] if self.is_exact else None

    @property
    def is_exact(self) -> bool:
        """Return whether the set has exactly one number."""
        return len(self.numbers) == 1 and not self.or_more

    def holds(self, number: int) -> bool:
        """Return whether `number` is in the set; true if nothing is known."""
        return not self.numbers or number in self.numbers or (self.or_more and number > self.numbers[-1])

    def __str__(self) -> str:
        numbers = self.numbers
        if not numbers:
            return "-"
        if len(numbers) == 1:
            return f"at least {numbers[0]}" if self.or_more else str(numbers[0])
        if numbers[-1] - numbers[0] == len(numbers) - 1:
            return f"at least {numbers[0]}" if self.or_more else f"{numbers[0]} to {numbers[-1]}"
        listed = ", ".join(map(str, numbers[:6])) + (", ..." if len(numbers) > 6 else "")
        return listed + (" or more" if self.or_more else "")


NOTHING_KNOWN = Values()
