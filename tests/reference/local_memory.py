"""Sections 5 and 8: addresses, bank conflicts, loads and stores of local memory."""

from __future__ import annotations

__all__ = ["beat_degrees", "load", "lowest_out_of_range", "out_of_range", "store", "words_of_banks"]


def beat_degrees(addresses: list[int], mask: int, lanes: int, banks: int) -> list[int]:
    """The degree k of every beat of an access.

    `addresses` has the word address of each lane of the warp; beat b holds the lanes b x `lanes` to (b + 1) x `lanes`
    - 1. k is the largest number of distinct words that the beat's active lanes ask of one bank, at least 1.
    """
    return [max(1, *asked) for asked in beat_words(addresses, mask, lanes, banks)]


def words_of_banks(addresses: list[int], mask: int, lanes: int, banks: int) -> list[int]:
    """The words that each bank delivers to an access: the distinct ones of every beat."""
    return [sum(asked) for asked in zip(*beat_words(addresses, mask, lanes, banks), strict=True)]


def beat_words(addresses: list[int], mask: int, lanes: int, banks: int) -> list[list[int]]:
    """Per beat and bank, how many distinct words the beat's active lanes ask of the bank."""
    found = []
    for first in range(0, len(addresses), lanes):
        words = {addresses[lane] for lane in range(first, first + lanes) if mask >> lane & 1}
        found.append([sum(word % banks == bank for word in words) for bank in range(banks)])
    return found


def out_of_range(addresses: list[int], mask: int, words: int) -> int:
    """The active lanes whose address is outside the memory, as a mask."""
    return sum(1 << lane for lane, address in enumerate(addresses) if mask >> lane & 1 and address >= words)


def lowest_out_of_range(addresses: list[int], lanes_out: int) -> int:
    """The address of the lowest lane of a mask that is not empty."""
    return next(address for lane, address in enumerate(addresses) if lanes_out >> lane & 1)


def load(memory: list[int], addresses: list[int], mask: int) -> list[int]:
    """The words at the active lanes' addresses; 0 for the other lanes, which nobody reads."""
    return [memory[address] if mask >> lane & 1 else 0 for lane, address in enumerate(addresses)]


def store(memory: list[int], addresses: list[int], values: list[int], mask: int) -> None:
    """Store the active lanes' values, lane 0 first, so that the highest active lane wins."""
    for lane, address in enumerate(addresses):
        if mask >> lane & 1:
            memory[address] = values[lane]
