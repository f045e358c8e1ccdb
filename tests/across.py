"""What numpy says of section 28 of docs/processor.md, by brute force: shuffles, votes, ballots, reductions.

A warp is an array of 32-bit words with an element per lane, and a mask of the lanes that take part.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

__all__ = ["HAS_B", "INSTRUCTIONS", "expected"]

Words = np.ndarray  # uint32, of every lane

HAS_B = ("shuffle.b32", "shuffle_up.b32", "shuffle_down.b32", "shuffle_xor.b32", "ballot.b32")
NAN = 0x7FC0_0000


def expected(name: str, a: Words, b: Words, takes_part: np.ndarray, before: Words) -> Words:
    """Return the result register of all lanes: what it held before in lanes that do not take part.

    a, b, before: uint32, shape (lanes,). takes_part: bool, the same shape. b is not looked at where there is none.
    """
    if not takes_part.any():
        return before.copy()
    family = name.partition("_")[0].partition(".")[0]
    found = {"shuffle": _shuffle, "vote": _vote, "ballot": _ballot, "reduce": _reduce}[family](name, a, b, takes_part)
    return np.where(takes_part, found, before).astype(np.uint32)


def _shuffle(name: str, a: Words, b: Words, takes_part: np.ndarray) -> Words:
    lanes = np.arange(len(a), dtype=np.int64)
    number = b.astype(np.int64)
    source = {
        "shuffle.b32": number,
        "shuffle_up.b32": lanes - number,
        "shuffle_down.b32": lanes + number,
        "shuffle_xor.b32": lanes ^ number,
    }[name]
    inside = (source >= 0) & (source < len(a))
    source = np.where(inside, source, lanes)
    return np.where(takes_part[source], a[source], a)


def _vote(name: str, a: Words, b: Words, takes_part: np.ndarray) -> Words:
    truths = a[takes_part] != 0
    return np.full(len(a), truths.any() if name == "vote_any.b32" else truths.all(), np.uint32)


def _ballot(name: str, a: Words, b: Words, takes_part: np.ndarray) -> Words:
    bits = np.zeros(64, bool)
    bits[: len(a)] = takes_part & (a != 0)
    words = np.packbits(bits, bitorder="little").view("<u4")
    return np.where(b < 2, words[np.minimum(b, 1)], 0)


_LOGIC = {"reduce_and.b32": np.bitwise_and, "reduce_or.b32": np.bitwise_or, "reduce_xor.b32": np.bitwise_xor}


def _reduce(name: str, a: Words, b: Words, takes_part: np.ndarray) -> Words:
    some = a[takes_part]
    if name in _LOGIC:
        number = _LOGIC[name].reduce(some)
    elif name == "reduce_add.u32":
        number = int(some.astype(np.uint64).sum()) % (1 << 32)
    elif name == "reduce_add.f32":
        number = _float_sum(np.where(takes_part, a, 0x8000_0000).astype(np.uint32))
    elif name.endswith(".f32"):
        number = _float_extreme(some, name == "reduce_min.f32")
    else:
        signed = some.view(np.int32) if name.endswith(".s32") else some
        number = int(signed.min() if name.startswith("reduce_min") else signed.max()) % (1 << 32)
    return np.full(len(a), number, np.uint32)


def _float_sum(words: Words) -> int:
    """Neighbours first, then neighbours of these, and so on: each sum a single."""
    width = 1 << (len(words) - 1).bit_length()
    padded = np.full(width, -0.0, np.float32)
    padded[: len(words)] = words.view(np.float32)
    with np.errstate(all="ignore"):
        while len(padded) > 1:
            padded = padded[0::2] + padded[1::2]
    return NAN if np.isnan(padded[0]) else int(padded.view(np.uint32)[0])


def _float_extreme(words: Words, is_least: bool) -> int:
    """By value, -0 below +0; NaN are left out."""
    numbers = words[~np.isnan(words.view(np.float32))]
    if not len(numbers):
        return NAN
    signed = numbers.view(np.int32).astype(np.int64)
    order = np.where(signed < 0, -(signed & 0x7FFF_FFFF) - 1, signed)
    place: Callable[[np.ndarray], np.intp] = np.argmin if is_least else np.argmax
    return int(numbers[place(order)])


INSTRUCTIONS = (
    *HAS_B, "vote_any.b32", "vote_all.b32", "reduce_add.u32", "reduce_add.f32",
    *(f"reduce_{which}.{kind}" for which in ("min", "max") for kind in ("u32", "s32", "f32")), *_LOGIC,
)  # fmt: skip
