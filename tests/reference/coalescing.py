"""Section 19: how the addresses of an access become transactions, in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Transaction", "transactions"]


class Transaction(NamedTuple):
    """An aligned segment of memory and the lanes whose accesses lie in it."""

    first: int  # byte address
    size: int  # bytes
    lanes: tuple[int, ...]  # ascending


def transactions(
    rule: str,
    addresses: Sequence[int],
    mask: int,
    bytes_of_access: int,
    is_atomic: bool = False,
    is_load: bool = True,
) -> list[Transaction]:
    """The transactions of one access.

    `addresses` has the first byte's address of every lane of the warp, each a multiple of `bytes_of_access` (1, 2, 4, 8
    or 16). Only the lanes of `mask` ask for something. `rule` is `memory.coalescing`. `is_load` is false for a store;
    of an atomic it says nothing.
    """
    asked = {lane: address for lane, address in enumerate(addresses) if mask >> lane & 1}
    if is_atomic:
        return each_its_own(asked)
    warp_size = len(addresses)
    number = max(1, bytes_of_access // 4)  # 1, 2 or 4 parts of the warp
    parts = {"segments": number, "sectors": number}
    size_of_part = max(1, warp_size // parts[rule]) if rule in parts else 16
    found = []
    for first_lane in range(0, warp_size, size_of_part):
        part = {lane: asked[lane] for lane in range(first_lane, first_lane + size_of_part) if lane in asked}
        match rule:
            case "segments":
                found += distinct_segments(part, 128)
            case "sectors":
                found += distinct_segments(part, 32)
            case "half_warp_relaxed" | "half_warp_joined":
                found += halved_segments(part, bytes_of_access)
            case "half_warp_strict":
                found += words_in_order(part, first_lane, bytes_of_access)
            case _:
                raise ValueError(f"the specification has no coalescing rule {rule}")
    return joined(found) if rule == "half_warp_joined" and is_load else found


def each_its_own(asked: dict[int, int]) -> list[Transaction]:
    """A segment of 32 bytes for every lane."""
    return [Transaction(address // 32 * 32, 32, (lane,)) for lane, address in asked.items()]


def distinct_segments(asked: dict[int, int], size: int) -> list[Transaction]:
    """Each aligned segment that lanes touch, in the order of the lowest lanes."""
    segments: dict[int, list[int]] = {}
    for lane, address in asked.items():
        segments.setdefault(address // size * size, []).append(lane)
    return [Transaction(first, size, tuple(lanes)) for first, lanes in segments.items()]


def halved_segments(asked: dict[int, int], bytes_of_access: int) -> list[Transaction]:
    """Segments of 128 bytes, of parts of words fewer; one of which a half suffices is halved, down to 32 bytes."""
    found = []
    for transaction in distinct_segments(asked, {1: 32, 2: 64}.get(bytes_of_access, 128)):
        first, size, lanes = transaction
        lowest = min(asked[lane] for lane in lanes)
        behind = max(asked[lane] for lane in lanes) + bytes_of_access
        while size > 32:
            size //= 2
            if behind <= first + size:
                pass  # the lower half
            elif lowest >= first + size:
                first += size
            else:
                size *= 2
                break
        found.append(Transaction(first, size, lanes))
    return found


def joined(found: list[Transaction]) -> list[Transaction]:
    """Of transactions with the same first byte and size, the earliest, which serves the lanes of all."""
    earlier: list[Transaction] = []
    for transaction in found:
        for place, (first, size, lanes) in enumerate(earlier):
            if (first, size) == (transaction.first, transaction.size):
                earlier[place] = Transaction(first, size, tuple(sorted(lanes + transaction.lanes)))
                break
        else:
            earlier.append(transaction)
    return earlier


def words_in_order(asked: dict[int, int], first_lane: int, bytes_of_access: int) -> list[Transaction]:
    """One aligned group of 16 words if every lane asks its own one of it, else, or of parts, a segment per lane."""
    if bytes_of_access < 4:
        return each_its_own(asked)
    starts = {address - (lane - first_lane) * bytes_of_access for lane, address in asked.items()}
    if len(starts) != 1 or min(starts) % (16 * bytes_of_access):
        return each_its_own(asked)
    return distinct_segments(asked, 64 if bytes_of_access == 4 else 128)
