"""Transactions of accesses to global memory, many accesses at once (docs/processor.md, section 19).

This module is written from the contract and shares no code with the engine's coalescer. The cost of an access stays the
same if all its addresses move by a multiple of `alignment`.
"""

from __future__ import annotations

import numpy as np

from isa.program.encoding import Instruction
from simt.machine.rules import COALESCERS

ATOMIC_BYTES = 32
_HALF_WARP = 16


def alignment(rule: str, size: int) -> int:
    """Return the distance in bytes by which all addresses of an access can move without a change of its transactions.

    size: bytes per lane.
    """
    return {"sectors": 32, "half_warp_strict": _HALF_WARP * size}.get(rule, 128)


def coalesced(
    rule: str, addresses: np.ndarray, lanes: np.ndarray, size: int, *, is_atomic: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """Return the transactions of n accesses and the bytes of these transactions, both int64 [n].

    - addresses: int64 [n, warp], multiples of `size` in the active lanes.
    - lanes: the active lanes, bool [warp] or [n, warp].
    - size: bytes per lane, 1 to 16.
    - is_atomic: whether each active lane takes a transaction of its own, whatever the rule.

    Raises `ValueError` for an unknown rule.
    """
    if rule not in COALESCERS:
        raise ValueError(f"no coalescing rule {rule!r}")
    lanes = np.broadcast_to(lanes, addresses.shape)
    if is_atomic:
        count = lanes.sum(axis=1)
        return count, ATOMIC_BYTES * count
    if rule == "half_warp_joined":
        return _joined(addresses, lanes, size)
    warp = addresses.shape[1]
    step = max(1, warp * 4 // max(size, 4)) if rule in ("segments", "sectors") else _HALF_WARP
    transactions = np.zeros(len(addresses), np.int64)
    moved = np.zeros(len(addresses), np.int64)
    for first in range(0, warp, step):
        part = addresses[:, first : first + step], lanes[:, first : first + step]
        if rule == "half_warp_relaxed":
            count, total = _relaxed(*part, size)
        elif rule == "half_warp_strict":
            count, total = _strict(*part, size)
        else:
            segment = 128 if rule == "segments" else 32
            count = distinct(part[0] // segment, part[1])
            total = segment * count
        transactions += count
        moved += total
    return transactions, moved


def rule_for(instruction: Instruction, rule: str) -> str:
    """Return the rule that an instruction's accesses follow: half-warps join in loads only."""
    return "half_warp_relaxed" if rule == "half_warp_joined" and instruction.spec.is_store else rule


def distinct(numbers: np.ndarray, lanes: np.ndarray) -> np.ndarray:
    """Count the distinct values that the active lanes of each row hold, int64 [n]. numbers: int64 [n, lanes]."""
    lanes = np.broadcast_to(lanes, numbers.shape)
    lowest = np.take_along_axis(numbers, lanes.argmax(axis=1)[:, np.newaxis], axis=1)
    ordered = np.sort(np.where(lanes, numbers, lowest), axis=1)  # inactive lanes repeat an active lane's value
    count: np.ndarray = (np.diff(ordered, axis=1) != 0).sum(axis=1) + lanes.any(axis=1)
    return count


def _relaxed(addresses: np.ndarray, lanes: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Count a transaction for each accessed segment of 128 bytes (for bytes 32, for halfwords 64), and its bytes.

    A transaction moves the smallest aligned 32, 64 or 128 bytes around the requests in its segment.
    """
    is_leader, bytes_moved = _halved(addresses, lanes, size)
    return is_leader.sum(axis=1), np.where(is_leader, bytes_moved, 0).sum(axis=1)


def _halved(addresses: np.ndarray, lanes: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Return, for each lane of accesses, whether it is the lowest of a transaction, and the transaction's bytes.

    Both are arrays [n, lanes].
    """
    largest = {1: 32, 2: 64}.get(size, 128)
    segments = addresses // largest
    together = (segments[:, :, np.newaxis] == segments[:, np.newaxis, :]) & lanes[:, np.newaxis, :]
    lowest = np.where(together, addresses[:, np.newaxis, :], np.iinfo(np.int64).max).min(axis=2)
    highest = np.where(together, addresses[:, np.newaxis, :], -1).max(axis=2) + size - 1
    is_leader = lanes & (together.argmax(axis=2) == np.arange(addresses.shape[1]))
    bytes_moved = np.full(addresses.shape, largest, np.int64)
    for smaller in (64, 32) if largest > 32 else ():
        bytes_moved[lowest // smaller == highest // smaller] = smaller
    return is_leader, bytes_moved


def _joined(addresses: np.ndarray, lanes: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Count transactions and bytes of all half-warps of loads as `_relaxed` does, but equal transactions once.

    Transactions are equal if they have the same segment and size.
    """
    parts = [
        _halved(addresses[:, first : first + _HALF_WARP], lanes[:, first : first + _HALF_WARP], size)
        for first in range(0, addresses.shape[1], _HALF_WARP)
    ]
    is_leader, moved = (np.concatenate(arrays, axis=1) for arrays in zip(*parts, strict=True))
    place = addresses // moved * 256 + moved  # of the segment, and its size
    is_same = (place[:, :, np.newaxis] == place[:, np.newaxis, :]) & is_leader[:, np.newaxis, :]
    is_first = is_leader & (is_same.argmax(axis=2) == np.arange(addresses.shape[1]))
    return is_first.sum(axis=1), np.where(is_first, moved, 0).sum(axis=1)


def _strict(addresses: np.ndarray, lanes: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Count one transaction if the lanes' words are in order in an aligned row of 16, else 32 bytes per active lane.

    Words of 16 bytes in order take a transaction for each half of the row that has an active lane. Bytes and halfwords
    are never in order.
    """
    count = lanes.sum(axis=1)
    origins = addresses - size * np.arange(addresses.shape[1])
    first = np.take_along_axis(origins, lanes.argmax(axis=1)[:, np.newaxis], axis=1)
    is_orderly = ((origins == first) | ~lanes).all(axis=1) & (first[:, 0] % (_HALF_WARP * size) == 0) & (size >= 4)
    if size < 16:
        whole, segment = lanes.any(axis=1).astype(np.int64), _HALF_WARP * size
    else:
        half = _HALF_WARP // 2
        whole, segment = lanes[:, :half].any(axis=1).astype(np.int64) + lanes[:, half:].any(axis=1), 128
    return np.where(is_orderly, whole, count), np.where(is_orderly, segment * whole, 32 * count)
