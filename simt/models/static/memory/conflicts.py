"""Bank conflicts: the degree of a strided access in closed form, and of any addresses by counting.

The word at address a is in bank a mod banks. The degree of a beat is the largest number of distinct words that its
active lanes request from one bank, at least 1 (docs/processor.md, section 5).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass


def degrees_of(
    addresses: Sequence[int], mask: int, beat: int, banks: int, *, is_atomic: bool = False
) -> tuple[int, ...]:
    """Return the degree of every beat of `beat` lanes.

    - addresses: the word of each lane.
    - mask: the active lanes, as bits.
    - is_atomic: whether lanes that access the same word conflict as well.
    """
    degrees = []
    for first in range(0, len(addresses), beat):
        words = [addresses[lane] for lane in range(first, min(first + beat, len(addresses))) if mask >> lane & 1]
        requests = words if is_atomic else set(words)
        degrees.append(max(Counter(word % banks for word in requests).values(), default=1))
    return tuple(degrees)


def stride_of(addresses: Sequence[int], mask: int, row: int) -> int | None:
    """Return the distance between the addresses of neighbouring lanes of a row; None if it is not always the same.

    - mask: the active lanes, as bits; other lanes do not count. If no row has two active lanes, the result is None.
    - row: the number of lanes in a row. The distance from one row to the next does not count.
    """
    strides: set[int | None] = set()
    for begin in range(0, len(addresses), row):
        lanes = [lane for lane in range(begin, min(begin + row, len(addresses))) if mask >> lane & 1]
        if len(lanes) > 1:
            strides.add(_stride_in_row(addresses, lanes))
    return strides.pop() if len(strides) == 1 else None


def _stride_in_row(addresses: Sequence[int], lanes: Sequence[int]) -> int | None:
    span, apart = addresses[lanes[1]] - addresses[lanes[0]], lanes[1] - lanes[0]
    if span % apart:
        return None
    stride = span // apart
    first = addresses[lanes[0]] - stride * lanes[0]
    return stride if all(addresses[lane] == first + stride * lane for lane in lanes) else None


@dataclass(frozen=True, slots=True)
class Pattern:
    """The cost of an access: the degree of each beat, their sum, and the stride within beats (None if it differs)."""

    degrees: tuple[int, ...]
    passes: int
    stride: int | None


def pattern_of(addresses: Sequence[int], mask: int, beat: int, banks: int, *, is_atomic: bool = False) -> Pattern:
    """Return the `Pattern` of an access of one warp; arguments as for `degrees_of`.

    banks: 0 for a memory without bank conflicts.
    """
    degrees = (1,) * -(-len(addresses) // beat)
    if banks:
        degrees = degrees_of(addresses, mask, beat, banks, is_atomic=is_atomic)
    return Pattern(degrees, sum(degrees), stride_of(addresses, mask, beat if beat > 1 else len(addresses)))
