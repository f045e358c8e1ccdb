"""Values that move in equal steps from work-group to work-group: what one group's evaluation says of the others."""

from __future__ import annotations

import random

import numpy as np
import pytest

from isa.table.semantics import RESULTS
from isa.table.table import INSTRUCTIONS
from simt.models.static.values.moving import GroupsDifferError, Span, condition_of, evaluate_moving
from simt.models.static.values.words import MASK32, MIXED, STAYS, UNDECIDED, Word, evaluate

NAMES = [name for name in RESULTS if not name.startswith(("s_", "k_", "vcmp."))]
KEEPING = {  # the steps of an operand
    "mov", "add", "sub", "addc", "subb", "mul", "mad", "and", "or", "xor", "not", "shl", "shr", "min", "max", "select",
}  # fmt: skip
LANES = 4


def random_word(rng: random.Random, span: Span, *, moves: bool) -> Word:
    kind = rng.choice(("number", "small", "lanes", "lanes", "edge"))
    if kind == "number":
        value: object = rng.choice((0, 1, 3, 5, 8, 31, 64, 0xFFFF_FFC0))
    elif kind == "small":
        value = np.array([[rng.randrange(16) for _ in range(LANES)]])
    elif kind == "lanes":
        value = np.array([[64 * rng.randrange(100) + lane for lane in range(LANES)]])
    else:
        value = np.array([[rng.choice((0, 0x7FFF_FFF0, 0x8000_0000, 0xFFFF_FFF0)) + lane for lane in range(LANES)]])
    steps = span.steps(*(rng.choice((0, 1, 4, 64, -16, 4096)) for _ in "xy")) if moves else STAYS
    return Word(value, steps=steps)


def in_group(word: Word, x: int, y: int) -> Word:
    """The word as it is in the group x, y further on."""
    return Word((np.asarray(word.value) + word.steps[0] * x + word.steps[1] * y) & MASK32)


@pytest.mark.parametrize("name", NAMES)
def test_results_are_those_of_every_group(name: str) -> None:
    rng, spec = random.Random(f"moving {name}"), INSTRUCTIONS[name]
    followed = 0
    for _ in range(200):
        span = Span((rng.randrange(3), 0), (rng.choice((1, 2, 5)), rng.choice((1, 3))))
        sources = [random_word(rng, span, moves=rng.random() < 0.6) for _ in spec.sources]
        carry, table = Word(rng.choice((0, 1))), rng.getrandbits(8)
        needs_carry = rng.random() < 0.5
        result, flag = evaluate_moving(spec, sources, carry, table, 7, span, needs_carry=needs_carry)
        for x in range(span.count[0]):
            for y in range(span.count[1]):
                expected, its_flag = evaluate(spec, [in_group(word, x, y) for word in sources], carry, table, 7)
                for mine, theirs in ((result, expected), (flag, its_flag)):
                    assert (mine is None) == (theirs is None)
                    if mine is None or theirs is None or mine.steps is MIXED or mine.steps is UNDECIDED:
                        continue
                    shape = (1, LANES)
                    assert np.array_equal(
                        np.broadcast_to(in_group(mine, x, y).value, shape), np.broadcast_to(theirs.value, shape)
                    ), (sources, span)
                    followed += mine.steps is not STAYS
    assert followed > 0 or name.partition(".")[0] not in KEEPING or name.endswith(".s24")


@pytest.mark.parametrize("kind", ["z", "nz", "n", "nn"])
def test_conditions_are_those_of_every_group(kind: str) -> None:
    rng = random.Random(f"condition {kind}")
    found = 0
    for _ in range(300):
        span = Span(count=(rng.choice((2, 5)), rng.choice((1, 3))))
        word = random_word(rng, span, moves=True)
        try:
            condition = condition_of(kind, word, word, span)
        except GroupsDifferError:
            continue
        found += word.steps is not STAYS
        for x in range(span.count[0]):
            for y in range(span.count[1]):
                there = in_group(word, x, y)
                assert np.array_equal(
                    np.broadcast_to(condition.value, (1, LANES)),
                    np.broadcast_to(condition_of(kind, there, there, span).value, (1, LANES)),
                )
    assert found > 20


def test_spans_are_halved_into_the_same_groups() -> None:
    waiting, alone = [Span((1, 2), (5, 3))], []
    while waiting:
        span = waiting.pop()
        if span.groups == 1:
            alone.append(int(span.numbers(10, range(1))[0]))
        else:
            waiting += span.halves
    assert sorted(alone) == Span((1, 2), (5, 3)).numbers(10, range(15)).tolist()


def test_residues_and_reach_of_steps() -> None:
    rng = random.Random("residues")
    for _ in range(60):
        span = Span(count=(rng.randint(1, 300), rng.randint(1, 9)))
        steps = span.steps(rng.choice((0, 4, 12, 64, 100, -4)), rng.choice((0, 4, 36, 4096, -256)))
        every = [steps[0] * x + steps[1] * y for x in range(span.count[0]) for y in range(span.count[1])]
        assert span.reach(steps) == (min(every), max(every))
        for modulus in (32, 128, 256):
            found = span.residues(steps, modulus)
            assert found == {key: sum(each % modulus == key for each in every) for key in found}
            assert sum(found.values()) == span.groups
