"""Section 28: lanes that read one another. From the operands of the lanes that take part to what each of them gets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.reference.floats import NAN, is_nan
from tests.reference.values import MASK, OPERATIONS

__all__ = ["REQUIREMENTS", "across", "is_across"]

REQUIREMENTS = ("shuffle", "vote", "ballot", "reduce")  # each an option of its own
IDENTITIES = {
    "add.u32": 0, "or.b32": 0, "xor.b32": 0, "and.b32": MASK, "add.f32": 0x8000_0000, "min.u32": MASK, "max.u32": 0,
    "min.s32": 0x7FFF_FFFF, "max.s32": 0x8000_0000, "min.f32": NAN, "max.f32": NAN,
}  # fmt: skip

Operands = Mapping[int, Sequence[int]]  # by lane that takes part: a, or a and b


def is_across(name: str) -> bool:
    """Whether an instruction gives a lane words of other lanes."""
    return name.startswith(REQUIREMENTS)


def across(name: str, warp_size: int, operands: Operands) -> dict[int, int]:
    """The result of an instruction, of the canonical name, in every lane that takes part."""
    family, _, kind = name.partition(".")
    first = {lane: sources[0] for lane, sources in operands.items()}
    if family.startswith("shuffle"):
        return {lane: shuffled(family, lane, first, sources[1]) for lane, sources in operands.items()}
    if family == "vote_any":
        return dict.fromkeys(operands, int(any(first.values())))
    if family == "vote_all":
        return dict.fromkeys(operands, int(all(first.values())))
    if family == "ballot":
        return {lane: ballot(first, sources[1]) for lane, sources in operands.items()}
    return dict.fromkeys(operands, reduced(f"{family.removeprefix('reduce_')}.{kind}", warp_size, first))


def shuffled(family: str, lane: int, first: Mapping[int, int], b: int) -> int:
    """a of the lane that is named, of `lane` itself if that one does not take part or does not exist."""
    named = {
        "shuffle": b,
        "shuffle_up": lane - b,
        "shuffle_down": lane + b,
        "shuffle_xor": lane ^ b,
    }[family]
    return first.get(named, first[lane])


def ballot(first: Mapping[int, int], b: int) -> int:
    """The word with bit i set if a is not 0 in the lane 32 b + i."""
    return sum(1 << place for place in range(32) if first.get(32 * b + place, 0) != 0)


def reduced(operation: str, warp_size: int, first: Mapping[int, int]) -> int:
    """The number that is left of neighbours taken together, again and again; identities stand for missing lanes."""
    width = 1
    while width < warp_size:
        width *= 2
    numbers = [first.get(lane, IDENTITIES[operation]) for lane in range(width)]
    while len(numbers) > 1:
        numbers = [combined(operation, *numbers[place : place + 2]) for place in range(0, len(numbers), 2)]
    (number,) = numbers
    return NAN if operation.endswith(".f32") and is_nan(number) else number


def combined(operation: str, a: int, b: int) -> int:
    """One step: what a lane computes of two numbers, without the carry flag."""
    found = OPERATIONS[operation](a, b)
    result: int = found[0] if isinstance(found, tuple) else found
    return result
