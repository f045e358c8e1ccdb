"""Random sizes of launches: of one to three dimensions, with an offset."""

from __future__ import annotations

import random
from collections.abc import Sequence

__all__ = ["divisors", "in_dimensions", "random_offset", "random_shape"]

Shape = tuple[int, ...]


def divisors(number: int) -> list[int]:
    return [d for d in range(1, number + 1) if number % d == 0]


def random_shape(rng: random.Random, number: int) -> Shape:
    """Up to three factors of a number; what is 1 at the end is there or not."""
    x = rng.choice(divisors(number))
    y = rng.choice(divisors(number // x))
    return cut(rng, (x, y, number // (x * y)))


def cut(rng: random.Random, shape: Shape) -> Shape:
    """A shape of three dimensions with or without those at its end that are 1."""
    needed = max((d for d in range(3) if shape[d] > 1), default=0) + 1
    return shape[: rng.randint(needed, 3)]


def random_offset(rng: random.Random, size: Shape) -> Shape:
    """An offset of none to three dimensions, for a global size: small, large, or the largest that there is."""
    sizes = (*size, 1, 1)[:3]
    return tuple(
        rng.choice([0, 1, 5, rng.randrange(1 << 16), (1 << 32) - sizes[d]]) for d in range(rng.choice([0, 1, 2, 3, 3]))
    )


def in_dimensions(rng: random.Random, size: Sequence[int], local: Sequence[int]) -> tuple[Shape, Shape, Shape]:
    """The global size, the local size and the offset of a launch with as many groups of as many threads."""
    threads = local[0] * local[1]
    locals_ = (*random_shape(rng, threads), 1, 1)[:3]
    counts = (*random_shape(rng, size[0] * size[1] // threads), 1, 1)[:3]
    sizes = tuple(a * b for a, b in zip(locals_, counts, strict=True))
    return cut(rng, sizes), cut(rng, locals_), random_offset(rng, sizes)
