"""Section 14 on the reference: lane-by-lane jumps against threads that run alone; how deep the stack grows."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import isa
from simt.machine import Machine
from tests.engines import run_case
from tests.examples import examples
from tests.generators.cases import random_case
from tests.pins.pin import IPDOM, MASKS, MIN_PC, Pin
from tests.reference import ReferenceResult, simulate
from tests.reference.joins import JoinLanes
from tests.reference.scalar import WORDS_PER_THREAD, IfElse, Operation, Statement, run_thread
from tests.reference.structured import JumpWriter, assembly, random_statements

ORDERS = ("true_first", "false_first", "smaller_first")
WAYS = [*((IPDOM, order) for order in ORDERS), (MIN_PC, "true_first")]
SEEDS = examples(64, 8)


def machine(policy: dict[str, Any], size: int, order: str = "true_first", **more: Any) -> Machine:
    sizes = {"warp_size": size, "alu.lanes": size, "fpu.lanes": size, "lds.lanes": size}
    memory = {"local.words": 1024, "program.words": 4096, "constants.words": 256}
    keys = {**policy, **sizes, **memory, "branch.order": order, "branch.stack_depth": 256, **more}
    return Pin("lanes", "", keys, 0, 0, {}, "").machine()


def deepest(result: ReferenceResult) -> int:
    return max(event.depth for event in result.events)


def check_against_threads(statements: tuple[Statement, ...], result: ReferenceResult, size: int, threads: int) -> None:
    assert result.status == "done", result.trap
    for thread in range(threads):
        warp, lane = divmod(thread, size)
        registers, words = run_thread(statements, lane, thread)
        for name, value in registers.items():
            assert int(result.registers[warp, int(name[1:]), lane]) == value, f"thread {thread}, {name}"
        first = thread * WORDS_PER_THREAD
        assert result.local[first : first + WORDS_PER_THREAD].tolist() == words, f"words of thread {thread}"


@pytest.mark.parametrize("in_order", [pytest.param(True, marks=pytest.mark.nightly), False])
def test_structured_programs_equal_threads_that_run_alone(in_order: bool) -> None:
    """Registers and memory, under both policies and all orders, in two layouts."""
    seen: Counter[str] = Counter()
    for seed in range(SEEDS):
        rng = random.Random(seed)
        statements = random_statements(rng)
        size = rng.choice([2, 4, 8, 8, 16, 32])
        threads = rng.randint(1, min(2 * size, 40))
        text = assembly(statements, threads, JumpWriter(in_order))
        program = isa.assemble(text)
        histories = []
        for policy, order in WAYS:
            result = simulate(program, machine(policy, size, order), threads=threads)
            try:
                check_against_threads(statements, result, size, threads)
                assert deepest(result) <= (2 * (size - 1) if policy is IPDOM else 0)
            except AssertionError as error:
                pytest.fail(f"seed {seed}, {policy}, {order}: {error}\n{text}")
            histories.append(tuple((event.pc, event.mask) for event in result.events))
            seen["diverged"] += result.lane_ledger["diverged"] > 0
            seen["ended early"] += result.lane_ledger["finished"] > 0
            seen["two joins"] += deepest(result) > 2
        seen["order matters"] += len(set(histories[:3])) > 1
        seen["min_pc is another way"] += histories[3] not in histories[:3]
    assert min(seen.values()) > SEEDS // 8, seen


def test_min_pc_is_false_first_in_order_without_exits() -> None:
    """Where every join is behind what leads to it, the lowest counter is the side that falls through."""
    same = 0
    for seed in range(60):
        statements = random_statements(random.Random(seed))
        text = assembly(statements, 8, JumpWriter())
        if text.count("ret") > 1:
            continue
        program = isa.assemble(text)
        histories = [
            [(event.pc, event.mask) for event in simulate(program, machine(*way), threads=8).events]
            for way in ((IPDOM, 8, "false_first"), (MIN_PC, 8))
        ]
        assert histories[0] == histories[1], text
        same += 1
    assert same > 10


def nested(levels: int, of: str, conditions: list[tuple[str, int]]) -> tuple[Statement, ...]:
    """if c0 { if c1 { ... } else {} } else {}; each level counts the threads' visits in r0."""
    statements: tuple[Statement, ...] = (Operation("add.u32", "r0", "r0", 100),)
    visit = Operation("add.u32", "r0", "r0", 1)
    for name, bits in reversed(conditions[:levels]):
        statements = (Operation(name, "r8", of, bits), IfElse("r8", (visit, *statements), (visit,)))
    return statements


@pytest.mark.parametrize(("order", "depth"), [("false_first", 62), ("true_first", 32), ("smaller_first", 32)])
def test_chain_of_31_nested_ifs(order: str, depth: int) -> None:
    """One lane less on every level. The jump goes to the else side, so the deep side is the one that is not taken.

    false_first: 31 joins and 31 sides wait, the bound of 2 x (32 - 1), two pushed by each jump. The other orders run
    the else side first; when it has arrived the deep side is popped. So on level n there are n joins, and one more
    entry, the deep side, while the else side runs: 32 on level 31.
    """
    statements = nested(31, "lane_id", [("lt.u32", bits) for bits in range(31, 0, -1)])
    program = isa.assemble(assembly(statements, 32, JumpWriter()))
    result = simulate(program, machine(IPDOM, 32, order), threads=32)
    check_against_threads(statements, result, 32, 32)
    assert deepest(result) == depth
    overflow = simulate(program, machine(IPDOM, 32, order, **{"branch.stack_depth": depth - 1}), threads=32)
    assert overflow.trap is not None
    assert (overflow.trap.kind, overflow.trap.lanes, overflow.trap.value) == ("stack_overflow", 0b11, depth - 1)
    assert deepest(overflow) == depth - (2 if order == "false_first" else 1)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("size", [2, 4, 8, 16, 32])
def test_a_loop_takes_one_entry(order: str, size: int) -> None:
    """Every lane leaves on another trip, and the stack does not grow: the join is pushed once."""
    program = isa.assemble("mov r0, lane_id\nloop: add.u32 r1, r1, 1\nsub.u32 r0, r0, 1 -> loop if nn\nret\n")
    result = simulate(program, machine(IPDOM, size, order), threads=size)
    assert deepest(result) == 1
    assert result.registers[0, 1].tolist() == list(range(1, size + 1))
    assert result.cycles == 1 + 2 * size + 1
    assert simulate(program, machine(IPDOM, size, order, **{"branch.stack_depth": 1}), threads=size).status == "done"


# The article's loop with two entries (its text's last example): lanes come in at B or at C, and leave by lane.
START = "mov r0.x, lane_id\nand.b32 r0.x, r0.x, 1\nshr.u32 r0.y, lane_id, 1\nadd.u32 r0.y, r0.y, 1\n"
MASK_LOOP = f"""
    {START}
A:  br_push r0.x, C, D
B:  add.u32 r1.x, r1.x, 1
C:  add.u32 r1.y, r1.y, 1
    sub.u32 r0.y, r0.y, 1
    mask_nz r0.y
    jmp B
D:  ret
"""
JUMP_LOOP = f"""
    {START}
A:  mov r0.z, r0.x -> C if z
B:  add.u32 r1.x, r1.x, 1
C:  add.u32 r1.y, r1.y, 1
    sub.u32 r0.y, r0.y, 1 -> B if nz
D:  ret
"""


def visits(lane: int) -> tuple[int, int]:
    """How often one thread comes by B and by C."""
    b = c = 0
    trips = (lane >> 1) + 1
    at = "B" if lane & 1 else "C"
    while at != "D":
        if at == "B":
            b, at = b + 1, "C"
        else:
            c, trips = c + 1, trips - 1
            at = "B" if trips else "D"
    return b, c


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("policy", "text"), [(MASKS, MASK_LOOP), (IPDOM, JUMP_LOOP), (MIN_PC, JUMP_LOOP)])
def test_loop_with_two_entries(policy: dict[str, Any], text: str, order: str) -> None:
    result = simulate(isa.assemble(text), machine(policy, 32, order), threads=32)
    assert result.status == "done"
    for lane in range(32):
        assert (int(result.registers[0, 4, lane]), int(result.registers[0, 5, lane])) == visits(lane), lane


def test_lanes_do_not_end_before_their_join(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a `ret` there is no join; entries hold living lanes only; a pop never leads to the join that is then current.

    So the contract's care for entries whose lanes have ended is needed by `mask_stack` alone.
    """
    seen: Counter[str] = Counter()
    pop, after_return = JoinLanes.pop, JoinLanes.after_return

    def checked_pop(lanes: JoinLanes) -> tuple[JoinLanes, int] | None:
        popped = pop(lanes)
        assert popped is not None
        assert popped[0].stack == lanes.stack[:-1]
        assert popped[0].active == lanes.stack[-1].mask
        assert popped[0].join != popped[1]
        seen["pops"] += 1
        return popped

    def checked_return(lanes: JoinLanes) -> tuple[JoinLanes, int] | None:
        assert lanes.join is None
        seen["returns"] += 1
        return after_return(lanes)

    monkeypatch.setattr(JoinLanes, "pop", checked_pop)
    monkeypatch.setattr(JoinLanes, "after_return", checked_return)
    for seed in range(examples(500)):
        case = random_case(seed)
        if case.machine.branch.policy == "ipdom_stack":
            run_case(simulate, case)
    assert min(seen["pops"], seen["returns"]) > 10


def test_an_exit_takes_the_join_away() -> None:
    """A ret on one side: no post-dominator but the end, so the other side does not wait for lanes that may come."""
    text = "and.b32 r0, lane_id, 1 -> stay if z\nlt.u32 r0, lane_id, 2 -> stay if nc\nret\nstay: mov r1, 1\nret\n"
    program = isa.assemble(text)
    for way, masks in (
        ((IPDOM, 4, "true_first"), [0b1111, 0b0101, 0b0101, 0b1010, 0b1000, 0b1000, 0b0010]),
        ((MIN_PC, 4), [0b1111, 0b1010, 0b0010, 0b1101, 0b1101]),
    ):
        result = simulate(program, machine(*way), threads=4)
        assert [event.mask for event in result.events] == masks
        assert result.registers[0, 1].tolist() == [1, 0, 1, 1]
