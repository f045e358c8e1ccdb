"""Section 13 on the reference, against threads that run alone; how deep the stack grows."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import isa
from simt.machine import Machine
from tests.examples import examples
from tests.pins.pin import ARTICLE, Pin
from tests.reference import ReferenceResult, masks, simulate
from tests.reference.scalar import WORDS_PER_THREAD, IfElse, Operation, Statement, run_thread
from tests.reference.structured import assembly, random_statements

ORDERS = ("true_first", "false_first", "smaller_first")
SEEDS = examples(120, 8)


def machine(warp_size: int, order: str, **keys: Any) -> Machine:
    sizes = {"warp_size": warp_size, "alu.lanes": warp_size, "fpu.lanes": warp_size, "lds.lanes": warp_size}
    memory = {"local.words": 1024, "program.words": 4096, "constants.words": 256}
    keys = {**ARTICLE, **sizes, **memory, "branch.order": order, "branch.stack_depth": 256, **keys}
    return Pin("masks", "", keys, 0, 0, {}, "").machine()


class Waiting:
    """Counts the sides that wait on a warp's stack: its entries that do not lead to a join."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.joins: set[int] = set()
        self.most = 0
        effect = masks.effect

        def spy(*arguments: Any) -> tuple[masks.Lanes, int]:
            lanes, pc = effect(*arguments)
            self.most = max(self.most, sum(entry not in self.joins for _, entry in lanes.stack))
            return lanes, pc

        monkeypatch.setattr(masks, "effect", spy)

    def start(self, program: isa.Program) -> None:
        self.joins = {pc for label, pc in program.labels.items() if label.startswith("join")}
        self.most = 0


def check_against_threads(statements: tuple[Statement, ...], result: ReferenceResult, size: int, threads: int) -> None:
    assert result.status == "done", result.trap
    for thread in range(threads):
        warp, lane = divmod(thread, size)
        registers, words = run_thread(statements, lane, thread)
        for name, value in registers.items():
            assert int(result.registers[warp, int(name[1:]), lane]) == value, f"thread {thread}, {name}"
        first = thread * WORDS_PER_THREAD
        assert result.local[first : first + WORDS_PER_THREAD].tolist() == words, f"words of thread {thread}"


def test_structured_programs_equal_threads_that_run_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Registers and memory under all orders; at most log2(warp_size) waiting sides under smaller_first."""
    waiting = Waiting(monkeypatch)
    seen: Counter[str] = Counter()
    for seed in range(SEEDS):
        rng = random.Random(seed)
        statements = random_statements(rng)
        size = rng.choice([2, 4, 8, 8, 16, 32])
        threads = rng.randint(1, min(2 * size, 40))
        text = assembly(statements, threads)
        program = isa.assemble(text)
        histories = set()
        for order in ORDERS:
            waiting.start(program)
            result = simulate(program, machine(size, order), threads=threads)
            try:
                check_against_threads(statements, result, size, threads)
                assert order != "smaller_first" or waiting.most <= size.bit_length() - 1
            except AssertionError as error:
                pytest.fail(f"seed {seed}, {order}: {error}\n{text}")
            histories.add(tuple(event.mask for event in result.events))
            lanes = result.lane_ledger
            seen["diverged"] += lanes["diverged"] > 0
            seen["ended early"] += lanes["finished"] > 0
            seen["waited twice"] += waiting.most >= 2
        seen["order matters"] += len(histories) > 1
    assert min(seen.values()) > SEEDS // 8, seen


def nested(levels: int, of: str, conditions: list[tuple[str, int]]) -> tuple[Statement, ...]:
    """if c0 { if c1 { ... } else {} } else {}; each level counts the threads' visits in r0."""
    statements: tuple[Statement, ...] = (Operation("add.u32", "r0", "r0", 100),)
    visit = Operation("add.u32", "r0", "r0", 1)
    for name, bits in reversed(conditions[:levels]):
        statements = (Operation(name, "r8", of, bits), IfElse("r8", (visit, *statements), (visit,)))
    return statements


@pytest.mark.parametrize(("order", "most", "depth"), [("true_first", 31, 62), ("smaller_first", 1, 32)])
def test_chain_of_31_nested_ifs(monkeypatch: pytest.MonkeyPatch, order: str, most: int, depth: int) -> None:
    """One lane less on every level: the article's order lets 31 sides wait, the other one."""
    waiting = Waiting(monkeypatch)
    statements = nested(31, "lane_id", [("lt.u32", bits) for bits in range(31, 0, -1)])
    program = isa.assemble(assembly(statements, 32))
    waiting.start(program)
    result = simulate(program, machine(32, order), threads=32)
    check_against_threads(statements, result, 32, 32)
    assert waiting.most == most
    assert max(event.depth for event in result.events) == depth


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64])
def test_smaller_first_reaches_its_bound(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """Halves of halves: log2(warp_size) sides wait."""
    waiting = Waiting(monkeypatch)
    levels = size.bit_length() - 1
    statements = nested(levels, "lane_id", [("and.b32", size >> level) for level in range(1, levels + 1)])
    program = isa.assemble(assembly(statements, size))
    waiting.start(program)
    result = simulate(program, machine(size, "smaller_first"), threads=size)
    check_against_threads(statements, result, size, size)
    assert waiting.most == levels


def test_a_stack_of_the_depth_that_is_needed_is_enough() -> None:
    """The chain under true_first needs 62 entries: with 61 it is a trap of the 31st br_push."""
    statements = nested(31, "lane_id", [("lt.u32", bits) for bits in range(31, 0, -1)])
    program = isa.assemble(assembly(statements, 32))
    enough, few = (
        simulate(program, machine(32, "true_first", **{"branch.stack_depth": depth}), threads=32) for depth in (62, 61)
    )
    assert enough.status == "done"
    assert few.trap is not None
    assert (few.trap.kind, few.trap.lanes, few.trap.value) == ("stack_overflow", 0b11, 61)
    assert few.events[-1].depth == 60
    assert few.registers[0, 0].tolist() == [30, 30, *range(29, -1, -1)]  # levels that a lane has entered
