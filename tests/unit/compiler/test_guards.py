"""Guards lead every lane where it was going, whichever are chosen, and its values with it."""

from __future__ import annotations

import random
from copy import deepcopy
from itertools import pairwise

import pytest

from simt.compiler.backend.entries import give_heads
from simt.compiler.backend.expected import Model
from simt.compiler.backend.guards import Plan
from simt.compiler.backend.joins import carry_out
from simt.compiler.backend.leading import Leading
from simt.compiler.backend.ops import ZERO, Block, Branch, Code, Immediate, Operation, Register
from simt.compiler.backend.paths import Paths
from simt.compiler.backend.registers import Allocation, remove_dead
from tests.examples import examples

_UNITS = 5
_STEPS = 150  # of a lane, in the blocks that its way had without guards
_WORD = 0xFFFFFFFF
_COMPARES = ("mov.b32", "eq.u32", "ne.u32", "lt.s32", "ge.s32", "gt.u32", "eq.f32", "lt.f32")


def random_loops(rng: random.Random, count: int) -> list[list[int]]:
    """Of each block, the first blocks of the loops around it, the outermost first."""
    around: list[list[int]] = [[] for _ in range(count)]

    def nest(first: int, end: int, most: int) -> None:
        while first < end - 2 and most:
            start = rng.randint(first, end - 2)
            first = rng.randint(start + 1, end - 1) + 1
            for place in range(start, first):
                around[place].append(start)
            nest(start + 1, first, most - 1)

    nest(1, count - 1, 3)
    return around


def random_code(rng: random.Random) -> Code:
    """A kernel of random jumps between blocks, each of which computes something: ahead, but not into loops, or back."""
    code = Code("kernel")
    units = [code.new() for _ in range(_UNITS)]
    count = rng.randint(4, 16)
    loops = random_loops(rng, count)
    names = [f"b{place}" for place in range(count)]
    for place, name in enumerate(names):
        block = code.blocks[name] = Block(name)
        if not place:
            block.operations = [Operation("ld.global", unit, (Immediate(unit),)) for unit in units]
        for _ in range(rng.randint(0, 3)):
            one, other, result = rng.choices(units, k=3)
            second = rng.choice((Register(other), Immediate(rng.getrandbits(16))))
            block.operations.append(Operation("add.u32", result, (Register(one), second)))
        if rng.random() < 0.3:
            one, result = rng.choices(units, k=2)
            block.operations.append(Operation("mov.b32", result, (Register(one),), is_copy=True))
        if place == count - 1:
            break
        open_here = [[], *(loops[place][:depth] for depth in range(1, len(loops[place]) + 1))]
        # A loop is entered at its head, which lies in the loop.
        outside = [loops[each][: -1 if each in loops[each] else None] for each in range(count)]
        near = range(place + 1, min(count, place + 7))
        ahead = [each for each in near if outside[each] in open_here]
        if rng.random() < 0.1:
            ahead.append(rng.choice(near))  # into one, which has two entries then
        to = [f"b{rng.choice(loops[place] if loops[place] and rng.random() < 0.25 else ahead)}" for _ in range(2)]
        asked = rng.choice(units)  # made anew, so that few loops are endless
        block.operations.append(Operation("add.u32", asked, (Register(asked), Immediate(rng.getrandbits(16)))))
        relation = rng.choice(_COMPARES)
        sources = [Register(asked)] if relation == "mov.b32" else [Register(asked), Immediate(rng.getrandbits(32))]
        if relation in ("mov.b32", "eq.u32"):
            block.operations.append(Operation("and.b32", asked, (Register(asked), Immediate(1))))
            sources[1:] = [Immediate(1)] * (len(sources) - 1)
        test = Operation(relation, code.temporary(), tuple(sources))
        block.branch = Branch(f"b{ahead[0]}")
        if rng.random() < 0.8:
            block.branch = Branch(to[0], test, rng.choice(("z", "nz")), to[1])
    last = code.blocks[names[-1]]  # what the kernel gives
    for unit in units[1:]:
        last.operations.append(Operation("add.u32", units[0], (Register(units[0]), Register(unit))))
    last.operations.append(Operation("st.global", -1, (ZERO, Register(units[0]))))
    return code


def walk(code: Code, values: list[int], number: dict[int, int], known: set[str]) -> tuple[list[str], list[int]]:
    """The blocks among the known ones that a lane comes to, and what it stores. number: the register of each unit."""
    held: dict[int, int] = {}
    carry = 0

    def value(source: object) -> int:
        if isinstance(source, Immediate):
            return source.bits
        assert isinstance(source, Register)
        return held.get(number[source.unit], 0)

    def done(each: Operation) -> int:
        nonlocal carry
        read = [value(source) for source in each.sources] if each.name != "st.global" else [0, value(each.sources[1])]
        name = each.name.split(".")[0]
        if name == "ld":
            found = values[read[0]]
        elif name == "mov":
            found = read[0]
        elif name == "add":
            found = (read[0] * 5 + read[1]) & _WORD  # so that the order matters
        elif name == "and":
            found = read[0] & read[1]
        elif name == "select":
            found = read[0] if carry else read[1]
        elif name == "st":
            stored.append(read[1])
            return 0
        else:
            one, other = (as_kind(each.name, word) for word in read)
            found = carry = int({"eq": one == other, "ne": one != other, "lt": one < other, "ge": one >= other,
                                 "gt": one > other, "le": one <= other}[name])  # fmt: skip
        if each.result >= 0:
            held[number[each.result]] = found
        return found

    at, trace, stored = next(iter(code.blocks)), [], []
    while at and len(trace) < _STEPS:
        if at in known:
            trace.append(at)
        block = code.blocks[at]
        for each in block.operations:
            done(each)
        branch = block.branch
        is_taken = branch.test is None or (done(branch.test) != 0) == (branch.condition == "nz")
        at = branch.taken if is_taken else branch.other
    return trace, stored


def as_kind(name: str, word: int) -> float:
    """A word as an instruction compares it; floats stand for words of which some are like no other."""
    if name.endswith("f32"):
        return float("nan") if word % 5 == 0 else float(word % 7)
    return word - (1 << 32) if name.endswith("s32") and word >> 31 else word


# With some in which a lane comes to a guard anew with the number of its last round, or enters a loop anew.
@pytest.mark.parametrize("seed", [*range(examples(4000, 40)), 977, 1977, 3787])
def test_lanes_keep_their_ways_and_values(seed: int) -> None:
    """Of any choice of guards, with real registers: those are shared by what is alive on different lanes' ways."""
    rng = random.Random(seed)
    code = random_code(rng)
    parting = {name for name in code.blocks if rng.random() < 0.8}
    guarded = deepcopy(code)
    known = set(code.blocks)
    ways = Paths(guarded.blocks, parting | give_heads(guarded))
    meetings = {level: ways.meetings(level) for level in [*ways.blocks, ""]}
    places = [to for found in meetings.values() for to in found]
    plan = Plan(ways, meetings, {to for to in places if rng.random() < 0.7})
    carry_out(guarded, plan)
    remove_dead(guarded)
    number = Allocation(guarded, 99).number
    for _ in range(6):
        values = [rng.getrandbits(32) for _ in range(_UNITS)]
        want = walk(code, values, {unit: unit for unit in range(len(code.groups))}, known)
        assert walk(guarded, values, number, known) == want


@pytest.mark.parametrize("returns", [0, 5])
def test_plans_are_told_apart_by_what_a_warp_issues(returns: int) -> None:
    """A loop with two ways back, and a way out of each: lanes that took different ones never meet in it again.

    Returns before it do not leave a lane alone in it.
    """
    code = Code("kernel")
    x = code.new()
    step = Operation("add.u32", x, (Register(x), Immediate(1)))

    def test() -> Operation:
        return Operation("eq.u32", code.temporary(), (Register(x), Immediate(7)))

    starts = [f"start{place}" for place in range(returns)]
    code.blocks = {
        "start": Block("start", [], Branch([*starts, "head"][0])),
        **{
            name: Block(name, [], Branch("out", test(), "nz", following))
            for name, following in pairwise([*starts, "head"])
        },
        "head": Block("head", [step] * 8, Branch("one", test(), "nz", "two")),
        "one": Block("one", [step], Branch("out", test(), "nz", "head")),
        "two": Block("two", [step], Branch("out", test(), "nz", "head")),
        "out": Block("out", [step] * 3),
    }
    ways = Paths(code.blocks, {"head", "one", "two", *starts})
    meetings = {level: ways.meetings(level) for level in ("head", "")}
    (place,) = meetings["head"]
    model = Model(code.blocks, ways)
    assert 1.5 * model.issues(Plan(ways, meetings, {place})) < model.issues(Plan(ways, meetings, ()))


@pytest.mark.parametrize(("taken", "other"), [(1, 0), (0, 1), (3, 0), (2, 3)])
def test_a_parameter_that_is_tested_goes_through_a_register(taken: int, other: int) -> None:
    """An instruction has room for one constant, and a parameter is one."""
    code = Code("kernel")
    test = Operation("mov.b32", code.temporary(), (Immediate(0, "n"),))
    block = Block("one", [], Branch("far", test, "nz", "near"))
    Leading(code).choose(block, taken, other)
    for operation in block.operations:
        assert len([source for source in operation.sources if isinstance(source, Immediate)]) <= 1
