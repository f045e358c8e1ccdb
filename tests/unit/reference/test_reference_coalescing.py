"""Coalescing rules of the specification: a published table, small cases by hand, and a brute force over bytes."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from tests.reference.coalescing import Transaction, transactions

RULES = ("half_warp_strict", "half_warp_relaxed", "segments", "sectors")
BASE = 4096
ALL = (1 << 32) - 1


def affine(offset: int, stride: int, size: int = 4, lanes: int = 32) -> list[int]:
    return [BASE + size * (offset + stride * lane) for lane in range(lanes)]


def counted(found: Sequence[Transaction]) -> tuple[int, int]:
    return len(found), sum(transaction.size for transaction in found)


# 32 lanes, words of 4 bytes: (transactions, bytes) by rule, in the order of RULES. The rules are those of the CUDA C
# Programming Guide for devices of compute capability 1.0, 1.2 and 2.0 with and without the first cache.
TABLE = [
    (0, 1, [(2, 128), (2, 128), (1, 128), (4, 128)]),
    (1, 1, [(32, 1024), (3, 224), (2, 256), (5, 160)]),
    (8, 1, [(32, 1024), (3, 192), (2, 256), (4, 128)]),
    (16, 1, [(2, 128), (2, 128), (2, 256), (4, 128)]),
    (0, 2, [(32, 1024), (2, 256), (2, 256), (8, 256)]),
    (0, 4, [(32, 1024), (4, 512), (4, 512), (16, 512)]),
    (0, 8, [(32, 1024), (8, 1024), (8, 1024), (32, 1024)]),
    (0, 32, [(32, 1024), (32, 1024), (32, 4096), (32, 1024)]),
]


@pytest.mark.parametrize(("offset", "stride", "expected"), TABLE)
def test_published_table(offset: int, stride: int, expected: list[tuple[int, int]]) -> None:
    assert [counted(transactions(rule, affine(offset, stride), ALL, 4)) for rule in RULES] == expected


def test_offset_of_one_word_transaction_by_transaction() -> None:
    """Lanes 0 to 15 ask bytes 4 to 67 behind the base, lanes 16 to 31 bytes 68 to 131, lane 31 the last four.

    The first half needs more than 64 of its 128 bytes' first half: 128. The second half's lanes 16 to 30 ask 68 to 127:
    the upper 64, of which more than one half: 64. Lane 31's are the first bytes of the next segment: 32.
    """
    assert transactions("half_warp_relaxed", affine(1, 1), ALL, 4) == [
        (BASE, 128, tuple(range(16))),
        (BASE + 64, 64, tuple(range(16, 31))),
        (BASE + 128, 32, (31,)),
    ]


def test_transactions_are_ordered_by_their_lowest_lanes() -> None:
    """Lanes 0 and 2 ask the second segment, lanes 1 and 3 the first; lane 4 is not active."""
    addresses = [BASE + 132, BASE + 4, BASE + 128, BASE, BASE + 999 * 4]
    assert transactions("segments", addresses, 0b1111, 4) == [(BASE + 128, 128, (0, 2)), (BASE, 128, (1, 3))]


@pytest.mark.parametrize(("size", "parts"), [(4, 1), (8, 2), (16, 4)])
def test_wide_accesses_are_split_into_halves_and_quarters(size: int, parts: int) -> None:
    """All lanes of a warp of eight ask the same bytes: one transaction per part."""
    lanes = 8 // parts
    assert transactions("sectors", [BASE] * 8, 0xFF, size) == [
        (BASE, 32, tuple(range(part * lanes, (part + 1) * lanes))) for part in range(parts)
    ]


def test_parts_of_odd_warps() -> None:
    """Of five lanes, halves are two lanes each, and one is left; quarters are one lane each."""
    assert [found.lanes for found in transactions("segments", [BASE] * 5, 31, 8)] == [(0, 1), (2, 3), (4,)]
    assert [found.lanes for found in transactions("segments", [BASE] * 5, 31, 16)] == [(k,) for k in range(5)]
    assert [found.lanes for found in transactions("segments", [BASE], 1, 16)] == [(0,)]


@pytest.mark.parametrize(("size", "expected"), [(4, [64]), (8, [128]), (16, [128, 128])])
def test_strict_rule_in_order(size: int, expected: list[int]) -> None:
    """16 words in order, some lanes missing: one segment, or two for words of 16 bytes."""
    found = transactions("half_warp_strict", affine(16, 1, size, 16), 0b1011_0000_1111_0110, size)
    assert [transaction.size for transaction in found] == expected
    assert found[0].first == BASE + 16 * size


def test_strict_rule_needs_order_and_alignment() -> None:
    in_order = affine(0, 1, 4, 16)
    assert counted(transactions("half_warp_strict", in_order, 0xFFFF, 4)) == (1, 64)
    swapped = [in_order[1], in_order[0], *in_order[2:]]
    assert counted(transactions("half_warp_strict", swapped, 0xFFFF, 4)) == (16, 512)
    assert counted(transactions("half_warp_strict", swapped, 0xFFFC, 4)) == (1, 64)  # the swapped ones do not ask
    assert counted(transactions("half_warp_strict", affine(15, 1, 4, 16), 0xFFFF, 4)) == (16, 512)
    assert transactions("half_warp_strict", affine(0, 1, 16, 16), 0xFF00, 16) == [
        (BASE + 128, 128, tuple(range(8, 16)))
    ]
    # A warp of four: its lane k asks word k of an aligned group of 16.
    assert transactions("half_warp_strict", affine(0, 1, 4, 4), 15, 4) == [(BASE, 64, (0, 1, 2, 3))]
    assert counted(transactions("half_warp_strict", affine(4, 1, 4, 4), 15, 4)) == (4, 128)


def test_atomics_are_a_transaction_per_lane() -> None:
    for rule in RULES:
        assert transactions(rule, [BASE + 36] * 4, 0b1101, 4, is_atomic=True) == [
            (BASE + 32, 32, (lane,)) for lane in (0, 2, 3)
        ]


def test_no_active_lane_no_transaction() -> None:
    for rule in RULES:
        assert transactions(rule, affine(0, 1), 0, 4) == []


def brute_force(rule: str, addresses: list[int], size: int) -> tuple[int, int]:
    """Transactions and bytes when all lanes are active, from the set of bytes that each group of lanes touches."""
    lanes = len(addresses)
    group = {"segments": lanes * 4 // size, "sectors": lanes * 4 // size}.get(rule, 16)
    count = total = 0
    for first in range(0, lanes, group):
        part = addresses[first : first + group]
        touched = {byte for address in part for byte in range(address, address + size)}
        if rule in ("segments", "sectors"):
            block = 128 if rule == "segments" else 32
            blocks = {byte // block for byte in touched}
            count, total = count + len(blocks), total + block * len(blocks)
        elif rule == "half_warp_relaxed":
            for segment in {byte // 128 for byte in touched}:
                inside = {byte for byte in touched if byte // 128 == segment}
                # the smallest aligned block of 32, 64 or 128 bytes that has all of them
                total += next(block for block in (32, 64, 128) if len({byte // block for byte in inside}) == 1)
                count += 1
        elif part == list(range(part[0], part[0] + 16 * size, size)) and part[0] % (16 * size) == 0:
            count, total = count + max(1, size // 8), total + 16 * size
        else:
            count, total = count + 16, total + 16 * 32
    return count, total


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("size", [4, 8, 16])
def test_strides_and_offsets_against_a_brute_force(rule: str, size: int) -> None:
    for stride in range(1, 33):
        for offset in range(32):
            addresses = affine(offset, stride, size)
            found = counted(transactions(rule, addresses, ALL, size))
            assert found == brute_force(rule, addresses, size), (stride, offset)


@pytest.mark.parametrize("rule", RULES)
def test_every_active_lane_is_served_once(rule: str) -> None:
    rng = random.Random(5)
    for _ in range(300):
        lanes = rng.choice([1, 3, 4, 8, 16, 24, 32, 64])
        size = rng.choice([4, 8, 16])
        mask = rng.getrandbits(lanes)
        addresses = [BASE + size * rng.randrange(rng.choice([2, 20, 200])) for _ in range(lanes)]
        found = transactions(rule, addresses, mask, size, is_atomic=size == 4 and rng.random() < 0.2)
        served = [lane for transaction in found for lane in transaction.lanes]
        assert sorted(served) == [lane for lane in range(lanes) if mask >> lane & 1]
        for first, length, of_lanes in found:
            assert length in (32, 64, 128)
            assert first % length == 0
            assert list(of_lanes) == sorted(of_lanes)
            assert all(first <= addresses[lane] and addresses[lane] + size <= first + length for lane in of_lanes)
        if found:
            assert found[0].lanes[0] == min(served)


def test_an_unknown_rule() -> None:
    with pytest.raises(ValueError, match="no coalescing rule"):
        transactions("any", [BASE], 1, 4)
