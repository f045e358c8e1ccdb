"""Coalescing rules of the specification: a published table, small cases by hand, and a brute force over bytes."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from tests.examples import PROFILE
from tests.reference.coalescing import Transaction, transactions

RULES = ("half_warp_strict", "half_warp_relaxed", "segments", "sectors", "half_warp_joined")
BASE = 4096
ALL = (1 << 32) - 1


def affine(offset: int, stride: int, size: int = 4, lanes: int = 32) -> list[int]:
    return [BASE + size * (offset + stride * lane) for lane in range(lanes)]


def counted(found: Sequence[Transaction]) -> tuple[int, int]:
    return len(found), sum(transaction.size for transaction in found)


# 32 lanes, words of 4 bytes: (transactions, bytes) by rule, in the order of RULES. The rules are those of the CUDA C
# Programming Guide for devices of compute capability 1.0, 1.2 and 2.0 with and without the first cache. The last is
# ours: in no row here do both halves of a warp ask the same segment, so it is the second again.
TABLE = [
    (0, 1, [(2, 128), (2, 128), (1, 128), (4, 128), (2, 128)]),
    (1, 1, [(32, 1024), (3, 224), (2, 256), (5, 160), (3, 224)]),
    (8, 1, [(32, 1024), (3, 192), (2, 256), (4, 128), (3, 192)]),
    (16, 1, [(2, 128), (2, 128), (2, 256), (4, 128), (2, 128)]),
    (0, 2, [(32, 1024), (2, 256), (2, 256), (8, 256), (2, 256)]),
    (0, 4, [(32, 1024), (4, 512), (4, 512), (16, 512), (4, 512)]),
    (0, 8, [(32, 1024), (8, 1024), (8, 1024), (32, 1024), (8, 1024)]),
    (0, 32, [(32, 1024), (32, 1024), (32, 4096), (32, 1024), (32, 1024)]),
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


def rows(*firsts: int, stride: int = 1, size: int = 4) -> list[int]:
    """Every 16 lanes ask words in a row, each 16 from a word of their own on."""
    return [BASE + size * (first + stride * lane) for first in firsts for lane in range(16)]


def joined_of(addresses: list[int], mask: int, size: int) -> list[Transaction]:
    return transactions("half_warp_joined", addresses, mask, size)


LOWER, UPPER = tuple(range(16)), tuple(range(16, 32))


@pytest.mark.parametrize(
    ("addresses", "mask", "size", "expected"),
    [
        # Byte 36: 32 bytes at 32 suffice to each half.
        pytest.param([BASE + 36] * 32, ALL, 4, [(32, 32, LOWER + UPPER)], id="one word"),
        pytest.param([BASE + 36] * 32, 0x8000_0100, 4, [(32, 32, (8, 31))], id="one word, a lane of each half"),
        pytest.param([BASE + 37] * 32, ALL, 1, [(32, 32, LOWER + UPPER)], id="one byte"),
        pytest.param(rows(0, 0), ALL, 4, [(0, 64, LOWER + UPPER)], id="one row"),
        pytest.param(rows(16, 16), ALL, 4, [(64, 64, LOWER + UPPER)], id="one row, an upper half"),
        pytest.param(rows(8, 8), ALL, 4, [(0, 128, LOWER + UPPER)], id="one row across the middle"),
        # Words 24 to 39: of each half, 32 bytes for 24 to 31 and 32 for 32 to 39.
        pytest.param(
            rows(24, 24), ALL, 4,
            [(96, 32, (*range(8), *range(16, 24))), (128, 32, (*range(8, 16), *range(24, 32)))], id="two of each half",
        ),
        # Rows of 16 words of 16 bytes: two segments of 128, eight lanes each.
        pytest.param(
            rows(0, 0, size=16), ALL, 16,
            [(0, 128, (*range(8), *range(16, 24))), (128, 128, (*range(8, 16), *range(24, 32)))], id="16-byte words",
        ),
        # Not the same bytes, the same segment: the halves ask the even and the odd words of 128 bytes.
        pytest.param(
            [BASE + 8 * (lane % 16) + lane // 16 * 4 for lane in range(32)], ALL, 4, [(0, 128, LOWER + UPPER)],
            id="even and odd words",
        ),
        # The second half asks a segment of its own first, then the first half's second one, which stays the second.
        pytest.param(
            [BASE + 128 * (lane // 8) for lane in range(16)]
            + [BASE + 256] * 8 + [BASE + 128] * 8, ALL, 4,
            [(0, 32, tuple(range(8))), (128, 32, (*range(8, 16), *range(24, 32))), (256, 32, tuple(range(16, 24)))],
            id="an earlier one that is not the last",
        ),
        # A warp of 64: its quarters ask rows 0, 16, 0, 16 (words), one row each.
        pytest.param(
            rows(0, 16, 0, 16), (1 << 64) - 1, 4,
            [(0, 64, (*LOWER, *range(32, 48))), (64, 64, (*UPPER, *range(48, 64)))], id="four times 16 lanes",
        ),
        # Of 64 lanes the second 16 need 128 bytes, the first and third 64 of them, the last 32.
        pytest.param(
            rows(0, 8, 0) + [BASE] * 16, (1 << 64) - 1, 4,
            [(0, 64, (*LOWER, *range(32, 48))), (0, 128, UPPER), (0, 32, tuple(range(48, 64)))], id="sizes in between",
        ),
    ],
)  # fmt: skip
def test_loads_of_both_halves_join(
    addresses: list[int], mask: int, size: int, expected: list[tuple[int, int, tuple[int, ...]]]
) -> None:
    """First bytes are counted from the base. A store is as under the relaxed rule, 16 lanes after 16 lanes."""
    relative = [(first - BASE, length, lanes) for first, length, lanes in joined_of(addresses, mask, size)]
    assert relative == expected
    stores = transactions("half_warp_joined", addresses, mask, size, is_load=False)
    assert stores == transactions("half_warp_relaxed", addresses, mask, size)
    assert len(stores) > len(expected)


def test_a_store_of_both_halves_does_not_join() -> None:
    found = transactions("half_warp_joined", rows(0, 0), ALL, 4, is_load=False)
    assert found == [(BASE, 64, LOWER), (BASE, 64, UPPER)]


def test_segments_that_overlap_do_not_join() -> None:
    """The misaligned copy: the second half's 64 bytes lie in the first half's 128."""
    copied = [(BASE, 128, LOWER), (BASE + 64, 64, UPPER[:-1]), (BASE + 128, 32, (31,))]
    assert joined_of(affine(1, 1), ALL, 4) == copied
    # One row, but the second half asks only its first 32 bytes: the same first byte, another size.
    assert joined_of(rows(0, 0), 0x00FF_FFFF, 4) == [(BASE, 64, LOWER), (BASE, 32, UPPER[:8])]
    # The same size, another first byte.
    assert joined_of(rows(0, 16), ALL, 4) == [(BASE, 64, LOWER), (BASE + 64, 64, UPPER)]


def test_atomics_are_a_transaction_per_lane() -> None:
    for rule in RULES:
        assert transactions(rule, [BASE + 36] * 4, 0b1101, 4, is_atomic=True) == [
            (BASE + 32, 32, (lane,)) for lane in (0, 2, 3)
        ]


def test_no_active_lane_no_transaction() -> None:
    for rule in RULES:
        assert transactions(rule, affine(0, 1), 0, 4) == []


def smallest_blocks(addresses: list[int], size: int) -> list[range]:
    """Of each 128-byte segment the smallest aligned block of 32, 64 or 128 bytes that has all that is touched in it."""
    touched = {byte for address in addresses for byte in range(address, address + size)}
    found = []
    for segment in {byte // 128 for byte in touched}:
        inside = {byte for byte in touched if byte // 128 == segment}
        block = next(block for block in (32, 64, 128) if len({byte // block for byte in inside}) == 1)
        first = min(inside) // block * block
        found.append(range(first, first + block))
    return found


def brute_force(rule: str, addresses: list[int], size: int, is_load: bool = True) -> tuple[int, int]:
    """Transactions and bytes when all lanes are active, from the set of bytes that each group of lanes touches."""
    if rule == "half_warp_joined":
        each = [
            block
            for first in range(0, len(addresses), 16)
            for block in smallest_blocks(addresses[first : first + 16], size)
        ]
        distinct = set(each) if is_load else each
        return len(distinct), sum(map(len, distinct))
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
            found = smallest_blocks(part, size)
            count, total = count + len(found), total + sum(map(len, found))
        elif part == list(range(part[0], part[0] + 16 * size, size)) and part[0] % (16 * size) == 0:
            count, total = count + max(1, size // 8), total + 16 * size
        else:
            count, total = count + 16, total + 16 * 32
    return count, total


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("size", [4, 8, 16])
def test_strides_and_offsets_against_a_brute_force(rule: str, size: int) -> None:
    for stride in range(1, 33):
        for offset in range(stride % 4, 32, 1 if PROFILE == "nightly" else 4):
            addresses = affine(offset, stride, size)
            found = counted(transactions(rule, addresses, ALL, size))
            assert found == brute_force(rule, addresses, size), (stride, offset)


@pytest.mark.parametrize("is_load", [True, False])
@pytest.mark.parametrize("rule", ["half_warp_relaxed", "half_warp_joined"])
def test_halves_side_by_side_against_a_brute_force(rule: str, is_load: bool) -> None:
    """Each 16 lanes ask words some stride apart, from a word of their own on: no words further on, or some."""
    rng = random.Random(7)
    fewer = 0
    for _ in range(600):
        lanes, size = rng.choice([16, 32, 48, 64]), rng.choice([4, 8, 16])
        firsts = [rng.choice([0, 0, 0, 8, 16, rng.randrange(64)]) for _ in range(lanes // 16)]
        addresses = rows(*firsts, stride=rng.choice([0, 1, 1, 2, 3, 8]), size=size)
        found = counted(transactions(rule, addresses, (1 << lanes) - 1, size, is_load=is_load))
        assert found == brute_force(rule, addresses, size, is_load), (firsts, addresses)
        fewer += found < brute_force("half_warp_relaxed", addresses, size)
    assert fewer > 150 if rule == "half_warp_joined" and is_load else not fewer


@pytest.mark.parametrize("rule", RULES)
def test_every_active_lane_is_served_once(rule: str) -> None:
    rng = random.Random(5)
    for _ in range(300):
        lanes = rng.choice([1, 3, 4, 8, 16, 24, 32, 64])
        size = rng.choice([4, 8, 16])
        mask = rng.getrandbits(lanes)
        addresses = [BASE + size * rng.randrange(rng.choice([2, 20, 200])) for _ in range(lanes)]
        is_atomic, is_load = size == 4 and rng.random() < 0.2, rng.random() < 0.7
        found = transactions(rule, addresses, mask, size, is_atomic=is_atomic, is_load=is_load)
        served = [lane for transaction in found for lane in transaction.lanes]
        assert sorted(served) == [lane for lane in range(lanes) if mask >> lane & 1]
        for first, length, of_lanes in found:
            assert length in (32, 64, 128)
            assert first % length == 0
            assert list(of_lanes) == sorted(of_lanes)
            assert all(first <= addresses[lane] and addresses[lane] + size <= first + length for lane in of_lanes)
        if found:
            assert [each.lanes[0] for each in found] == sorted(each.lanes[0] for each in found)


def test_an_unknown_rule() -> None:
    with pytest.raises(ValueError, match="no coalescing rule"):
        transactions("any", [BASE], 1, 4)
