"""Sections 5 and 23: addresses and bank conflicts of local memory."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["beat_words", "lowest_out_of_range", "out_of_range"]


def beat_words(addresses: Sequence[int], mask: int, lanes: int, banks: int, is_atomic: bool) -> list[list[int]]:
    """Per beat and bank, how many words the beat's active lanes ask of the bank.

    `addresses` has the word address of each lane of the warp; beat b holds the lanes b x `lanes` to (b + 1) x `lanes`
    - 1. A word that several lanes ask for counts once; for an atomic (section 23) it counts for each of them.
    """
    found = []
    for first in range(0, len(addresses), lanes):
        words = [addresses[lane] for lane in range(first, first + lanes) if mask >> lane & 1]
        asked = words if is_atomic else set(words)
        found.append([sum(word % banks == bank for word in asked) for bank in range(banks)])
    return found


def out_of_range(addresses: list[int], mask: int, words: int) -> int:
    """The active lanes whose address is outside the memory, as a mask."""
    return sum(1 << lane for lane, address in enumerate(addresses) if mask >> lane & 1 and address >= words)


def lowest_out_of_range(addresses: list[int], lanes_out: int) -> int:
    """The address of the lowest lane of a mask that is not empty."""
    return next(address for lane, address in enumerate(addresses) if lanes_out >> lane & 1)
