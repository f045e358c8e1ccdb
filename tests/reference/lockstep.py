"""A third opinion on section 28: a structured program (`scalar`) on all lanes of a warp at once, under masks of numpy.

What an instruction gives of other lanes is what tests/across.py says. Lanes part at a condition and meet again behind
the statement, as under every policy with masks; or lane 0 decides for all.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np

from tests.across import HAS_B, INSTRUCTIONS, expected
from tests.reference.scalar import (
    OPERATIONS,
    WORDS_PER_THREAD,
    Across,
    Exit,
    If,
    IfElse,
    KeepIf,
    Load,
    Operand,
    Operation,
    Statement,
    Store,
    While,
)
from tests.reference.structured import RESULTS

__all__ = ["LockstepWarp", "with_across", "without_exits"]


class LockstepWarp:
    """The lanes of a warp: registers by name and the threads' words, arrays with an element or a row per lane."""

    def __init__(self, number: int, warp_size: int, threads: int, lane_0_decides: bool = False) -> None:
        self.lanes = np.arange(warp_size, dtype=np.uint32)
        thread_ids = (number * warp_size + self.lanes).astype(np.uint32)
        self.values = {"lane_id": self.lanes, "thread_id": thread_ids}
        self.words = np.zeros((warp_size, WORDS_PER_THREAD), np.uint32)
        self.living = thread_ids < threads
        self.with_thread = self.living.copy()
        self.lane_0_decides = lane_0_decides
        self.masks: list[int] = []  # of the instructions of section 28, in the order in which they ran

    def run(self, statements: Sequence[Statement]) -> None:
        """Run the program to its end."""
        self.body(statements, self.living)

    def value(self, operand: Operand) -> np.ndarray:
        if isinstance(operand, int):
            return np.full(len(self.lanes), operand, np.uint32)
        return self.values.get(operand, np.zeros(len(self.lanes), np.uint32))

    def write(self, result: str, found: np.ndarray, active: np.ndarray) -> None:
        self.values[result] = np.where(active, found, self.value(result)).astype(np.uint32)

    def true_lanes(self, condition: str, active: np.ndarray) -> np.ndarray:
        truths = self.value(condition) != 0
        return active & truths[0] if self.lane_0_decides else active & truths

    def body(self, statements: Sequence[Statement], active: np.ndarray) -> np.ndarray:
        """Run statements; gives the lanes that come to their end."""
        for statement in statements:
            if active.any():
                active = self.statement(statement, active) & self.living
        return active

    def statement(self, statement: Statement, active: np.ndarray) -> np.ndarray:
        """Run one statement; gives the lanes that go on after it, among them perhaps some that have ended."""
        match statement:
            case Operation(name, result, a, b):
                pairs = zip(self.value(a).tolist(), self.value(b).tolist(), strict=True)
                self.write(result, np.array([OPERATIONS[name](*pair) for pair in pairs], np.uint32), active)
            case Across(name, result, a, b):
                self.masks.append(sum(1 << int(lane) for lane in np.flatnonzero(active)))
                found = expected(name, self.value(a), self.value(b or 0), active, self.value(result))
                self.write(result, found, active)
            case Load(result, word):
                self.write(result, self.words[:, word], active)
            case Store(word, source):
                self.words[active, word] = self.value(source)[active]
            case If(condition, body):
                self.body(body, self.true_lanes(condition, active))
            case IfElse(condition, true_body, false_body):
                true_lanes = self.true_lanes(condition, active)
                self.body(true_body, true_lanes)
                self.body(false_body, active & ~true_lanes)
            case While(test, condition, body):
                here = active
                while here.any():
                    here = self.true_lanes(condition, self.body(test, here))
                    here = self.body(body, here)
            case KeepIf(condition):
                return self.true_lanes(condition, active)
            case Exit():
                self.living = self.living & (np.zeros_like(active) if self.lane_0_decides else ~active)
        return active


# --- Programs ---------------------------------------------------------------------------------------------------------


def changed(statements: Sequence[Statement], change: Callable[[Statement], Sequence[Statement]]) -> list[Statement]:
    """The statements, also in all bodies, each replaced by what `change` makes of it."""
    found: list[Statement] = []
    for statement in statements:
        match statement:
            case If(condition, body):
                found.append(If(condition, tuple(changed(body, change))))
            case IfElse(condition, true_body, false_body):
                found.append(IfElse(condition, tuple(changed(true_body, change)), tuple(changed(false_body, change))))
            case While(test, condition, body):
                found.append(While(test, condition, tuple(changed(body, change))))
            case _:
                found += change(statement)
    return found


def with_across(rng: random.Random, statements: Sequence[Statement], warp_size: int) -> tuple[Statement, ...]:
    """The program with instructions of section 28 behind many of its operations."""
    sources = (*RESULTS, "lane_id", "thread_id")

    def drawn() -> Across:
        name = rng.choice(INSTRUCTIONS)
        b: Operand | None = None
        if name in HAS_B:
            near = rng.randrange(2) if name == "ballot.b32" else rng.randrange(warp_size + 1)
            b = rng.choice([near, near, rng.choice(sources)])
        return Across(name, rng.choice(RESULTS), rng.choice(sources), b)

    def change(statement: Statement) -> Sequence[Statement]:
        if isinstance(statement, Operation) and statement.result in RESULTS and rng.random() < 0.7:
            return [statement, drawn()]
        return [statement]

    return (*(drawn() for _ in range(2)), *changed(statements, change), drawn())


def without_exits(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """The program, whose threads all come to its end: where some would end early they go on."""
    return tuple(changed(statements, lambda statement: [] if isinstance(statement, Exit) else [statement]))
