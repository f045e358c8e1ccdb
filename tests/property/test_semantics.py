"""What `isa.table.semantics` says of instructions: words against the reference, other kinds of number against words."""

from __future__ import annotations

import operator
import random
from collections.abc import Sequence

import numpy as np
import pytest

from isa.table.intervals import LAST, TRUTH, Interval, between
from isa.table.semantics import CONDITIONS, FLAGS, NOT_COMPUTED, OPPOSITE, RESULTS, result_of
from isa.table.spec import InstructionSpec
from isa.table.table import INSTRUCTIONS
from simt.models.static.closed.forms import Compare, Form, Symbol, apply, symbol
from simt.models.static.values.words import Word, evaluate
from tests.examples import examples
from tests.reference.explicit import ScalarLanes, is_scalar, lane_holds
from tests.reference.processor import takes_jump
from tests.reference.values import compute

EDGES = (0, 1, 2, 31, 0x7F_FFFF, 0x80_0000, 0xFF_FFFF, 0x7FFF_FFFF, 0x8000_0000, 0x8000_0001, 0xFFFF_FFFF)
# What reads other lanes is compared in tests/unit/models/test_static_across.py.
NAMES = [name for name in RESULTS if not is_scalar(name) and not INSTRUCTIONS[name].across]
MASKS = [name for name in RESULTS if is_scalar(name)]
ROUNDS = examples(600)


def number(rng: random.Random) -> int:
    return rng.choice(EDGES) if rng.random() < 0.5 else rng.getrandbits(rng.choice((5, 32)))


def table_of(spec: InstructionSpec, rng: random.Random) -> int:
    return rng.getrandbits(8) if spec.format == "logic" else 0


def reference(spec: InstructionSpec, sources: Sequence[int], carry: int, table: int) -> tuple[int, int]:
    """Result and carry flag of an instruction; of a compare into a mask the lane's bit."""
    if "sd" in spec.fields:
        return int(lane_holds(spec.name, *sources)), carry
    extra = (table,) if spec.format == "logic" else ()
    return compute(spec.name, (*sources, *extra), carry, spec.reads_carry, spec.writes_carry)


def test_every_instruction_has_a_function_or_a_reason() -> None:
    """One that is added has its line in isa/table/semantics.py: all analyses know it, or it is said why not."""
    missing, twice = [], []
    for name, spec in INSTRUCTIONS.items():
        has_reason = any(key in NOT_COMPUTED for key in (name, spec.unit, spec.type))
        if name not in RESULTS and not has_reason:
            missing.append(name)
        if name in RESULTS and any(key in NOT_COMPUTED for key in (name, spec.unit)):
            twice.append(name)
    assert not missing, f"no function in RESULTS of isa/table/semantics.py, and no reason in NOT_COMPUTED: {missing}"
    assert not twice, f"a function in RESULTS of isa/table/semantics.py, and a reason in NOT_COMPUTED: {twice}"
    assert set(RESULTS) <= set(INSTRUCTIONS)
    about = {key for name, spec in INSTRUCTIONS.items() for key in (name, spec.unit, spec.type)}
    assert set(NOT_COMPUTED) <= about


def test_every_carry_flag_has_a_function_or_is_the_result() -> None:
    writing = {name for name in RESULTS if INSTRUCTIONS[name].writes_carry}
    assert {name for name in writing if name.partition(".")[0] not in OPPOSITE} == set(FLAGS)


@pytest.mark.parametrize("name", NAMES)
def test_words_are_those_of_the_reference(name: str) -> None:
    rng, spec = random.Random(name), INSTRUCTIONS[name]
    rows = [[number(rng) for _ in spec.sources] for _ in range(ROUNDS)]
    columns = [np.array(column, np.int64) for column in zip(*rows, strict=True)]
    table = table_of(spec, rng)
    for carry in (0, 1):
        expected = [reference(spec, row, carry, table) for row in rows]
        results, flags = evaluate(spec, [Word(column) for column in columns], Word(carry), table, 0)
        is_mask = "sd" in spec.fields
        assert (results.value != 0 if is_mask else results.value).tolist() == [result for result, _ in expected]
        if flags is not None:
            assert flags.value.tolist() == [flag for _, flag in expected]
        assert (flags is not None) == spec.writes_carry
        for row, (result, flag) in zip(rows, expected, strict=True):
            alone, its_flag = evaluate(spec, [Word(value) for value in row], Word(carry), table, 0)
            assert (alone.value != 0 if is_mask else alone.value) == result
            assert its_flag is None or its_flag.value == flag


@pytest.mark.parametrize("name", NAMES)
def test_what_is_known_of_a_result_follows_from_what_is_known(name: str) -> None:
    """A lane whose result is known has it whatever the unknown sources are."""
    rng, spec = random.Random(f"known {name}"), INSTRUCTIONS[name]
    for _ in range(20):
        table, lanes = table_of(spec, rng), 6
        known = [np.array([rng.random() < 0.7 for _ in range(lanes)]) for _ in (*spec.sources, "carry")]
        fixed = [np.array([number(rng) for _ in range(lanes)]) for _ in spec.sources]
        fixed.append(np.array([rng.getrandbits(1) for _ in range(lanes)]))
        results = []
        for _ in range(4):
            other = [np.array([number(rng) for _ in range(lanes)]) for _ in spec.sources]
            other.append(np.array([rng.getrandbits(1) for _ in range(lanes)]))
            *words, carry = (
                Word(np.where(mine, value, another), mine, 7)
                for mine, value, another in zip(known, fixed, other, strict=True)
            )
            results.append(evaluate(spec, words, carry, table, 9)[0])
        certain = np.broadcast_to(results[0].known, lanes)
        for result in results:
            assert np.array_equal(np.broadcast_to(result.known, lanes), certain)
            assert np.array_equal(np.where(certain, result.value, 0), np.where(certain, results[0].value, 0))
            assert result.origin == 7 or certain.all()


@pytest.mark.parametrize("name", MASKS)
def test_masks_are_those_of_the_reference(name: str) -> None:
    rng, spec = random.Random(name), INSTRUCTIONS[name]
    every = (1 << 64) - 1
    for _ in range(ROUNDS):
        active, a, b = (rng.getrandbits(64) & rng.choice((every, 0xFF)) for _ in "mab")
        sources = [a, b] if "sb" in spec.fields else [a]
        saves = name == "s_and_saveexec.b64"
        value = RESULTS[name](*sources, *([active] if saves else [])) & every
        lanes, _ = ScalarLanes(active, every).effect(name, 0, a, b, 0, 0)
        if "sd" in spec.fields:
            assert value == (lanes.active if saves else lanes.pair(0))
        if not name.startswith("k_") and name != "s_mov.b64":
            assert lanes.condition == (value != 0)


@pytest.mark.parametrize("kind", CONDITIONS)
def test_conditions_are_those_of_the_reference(kind: str) -> None:
    """In words, in intervals, and in forms, of which a number is one."""
    rng = random.Random(f"condition {kind}")
    decided = 0
    for result in (*EDGES, *(number(rng) for _ in range(ROUNDS))):
        for carry in (0, 1):
            taken = takes_jump(kind, result, carry)
            assert bool(CONDITIONS[kind](Word(result), Word(carry)).value) == taken
            outcome = CONDITIONS[kind](interval_around(rng, result), Interval.of(carry))
            assert outcome.low <= taken <= outcome.high
            decided += outcome.low == outcome.high
            if kind not in ("c", "nc"):
                judged = CONDITIONS[kind](Form.of(result), Form.of(carry))
                assert holds(judged, {}) == taken
    assert decided > 20


# --- intervals --------------------------------------------------------------------------------------------------------


def interval_around(rng: random.Random, value: int) -> Interval:
    """An interval with `value` in it; some are of that number alone."""
    if rng.random() < 0.3:
        return Interval.of(value)
    reach = 1 << rng.choice((1, 8, 31))
    low, high = max(0, value - rng.randrange(reach)), min(LAST, value + rng.randrange(reach))
    return between(low, high, value | rng.choice((0, LAST, rng.getrandbits(32))))


def test_intervals_hold_the_words() -> None:
    known = set()
    for name in NAMES:
        rng, spec = random.Random(f"interval {name}"), INSTRUCTIONS[name]
        for _ in range(ROUNDS):
            values, table = [number(rng) for _ in spec.sources], table_of(spec, rng)
            intervals = [interval_around(rng, value) for value in values]
            found = result_of(spec, intervals, TRUTH, table)
            if found is None:
                continue
            known.add(name)
            result = evaluate(spec, [Word(value) for value in values], Word(rng.getrandbits(1)), table, 0)[0].value
            assert found.low <= result <= found.high, (name, values, intervals, found)
            assert not result & ~found.bits, (name, values, intervals, found)
    assert {name.partition(".")[0] for name in known} >= {
        "mov", "add", "sub", "mul", "mad", "and", "or", "xor", "not", "shl", "shr", "brev", "min", "max", "select",
        "lt", "le", "gt", "ge", "eq", "ne", "ternlog",
    }  # fmt: skip


# --- forms ------------------------------------------------------------------------------------------------------------


def zeros(word: int) -> int:
    """The trailing zeros of a word; those of 0 are 32."""
    return (word & -word).bit_length() - 1 if word else 32


def test_a_product_keeps_the_trailing_zeros_of_its_factors() -> None:
    """Also where it wraps; and whatever is left of it holds the word."""
    rng = random.Random("products")
    wrapped = 0
    for _ in range(50 * ROUNDS):
        one, other = (number(rng) >> rng.randrange(32) << rng.randrange(32) & LAST for _ in range(2))
        around = [interval_around(rng, word) for word in (one, other)]
        product = around[0] * around[1]
        word = one * other & LAST
        assert product.low <= word <= product.high, (around, product)
        assert not word & ~product.bits, (around, product)
        assert zeros(product.bits) >= min(32, sum(zeros(each.bits) for each in around)), (around, product)
        wrapped += one * other > LAST
    assert wrapped > ROUNDS


def random_form(rng: random.Random, symbols: dict[Symbol, int]) -> Form:
    form = Form.of(rng.choice((0, 0, 1, 3, 4, 31, 0xFFFF_FFF0, number(rng))))
    if rng.random() < 0.3:
        return form
    start = rng.choice((0, 3, 5, 24))
    for key, value in symbols.items():
        if key[0] == "lane":
            form = form.plus(symbol(key, 1 << start + int(key[1])))
        elif rng.random() < 0.2:
            form = form.plus(symbol(key, rng.choice((1, 4, 1 << 20, -3)), value if key[0] == "param" else None))
    return form


def holds(compare: Compare, symbols: dict[Symbol, int]) -> bool:
    flip = 1 << 31 if compare.is_signed else 0
    a, b = (form.value_at(symbols) ^ flip for form in (compare.a, compare.b))
    return bool(getattr(operator, compare.kind)(a, b))


def test_forms_are_the_words() -> None:
    known = set()
    for name in NAMES:
        rng, spec = random.Random(f"form {name}"), INSTRUCTIONS[name]
        for _ in range(ROUNDS):
            symbols: dict[Symbol, int] = {("lane", bit): rng.getrandbits(1) for bit in range(rng.choice((0, 2, 3)))}
            symbols |= {
                ("turn", 0): rng.randrange(9),
                ("param", "n"): rng.randrange(99),
                ("group", "x"): rng.randrange(5),
            }
            forms, table = [random_form(rng, symbols) for _ in spec.sources], table_of(spec, rng)
            found = apply(spec, forms, table)
            if found is None:
                continue
            known.add(name)
            words = [Word(form.value_at(symbols)) for form in forms]
            result = evaluate(spec, words, Word(0), table, 0)[0].value
            if isinstance(found, Compare):
                assert holds(found, symbols) == result
            else:
                assert found.value_at(symbols) == result, (name, forms, found)
    assert {name.partition(".")[0] for name in known} >= {
        "mov", "add", "sub", "mul", "and", "or", "xor", "not", "shl", "shr", "brev", "lt", "eq",
    }  # fmt: skip
