"""A third opinion on section 13: every thread runs the structured source alone, without lanes, masks or a stack.

A structured program is a tuple of statements. Operands are registers ("r3"), "lane_id", "thread_id", or integers.
`structured` writes the same program in assembly language, with mask instructions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

__all__ = [
    "WORDS_PER_THREAD",
    "Across",
    "Exit",
    "If",
    "IfElse",
    "KeepIf",
    "Load",
    "Operation",
    "Statement",
    "Store",
    "While",
    "run_thread",
]

WORDS_PER_THREAD = 4  # of local memory; a thread touches no other words
Operand = str | int


@dataclass(frozen=True)
class Operation:
    """result = a name b."""

    name: str
    result: str
    a: str
    b: Operand


@dataclass(frozen=True)
class Across:
    """result = a of other lanes (section 28). A thread that runs alone has none: `lockstep` runs these."""

    name: str
    result: str
    a: str
    b: Operand | None  # None where the instruction has one operand


@dataclass(frozen=True)
class Load:
    """result = the thread's own word."""

    result: str
    word: int


@dataclass(frozen=True)
class Store:
    """The thread's own word = source."""

    word: int
    source: str


@dataclass(frozen=True)
class If:
    """Where the condition is not 0."""

    condition: str
    body: tuple[Statement, ...]


@dataclass(frozen=True)
class IfElse:
    """One of two bodies."""

    condition: str
    true_body: tuple[Statement, ...]
    false_body: tuple[Statement, ...]


@dataclass(frozen=True)
class While:
    """`test` runs before every trip, and then the condition decides."""

    test: tuple[Statement, ...]
    condition: str
    body: tuple[Statement, ...]


@dataclass(frozen=True)
class KeepIf:
    """Directly in the body of a loop: leave it where the condition is 0."""

    condition: str


@dataclass(frozen=True)
class Exit:
    """The thread ends."""


Statement = Operation | Across | Load | Store | If | IfElse | While | KeepIf | Exit

WORD = 0xFFFF_FFFF
OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "add.u32": lambda a, b: (a + b) & WORD,
    "sub.u32": lambda a, b: (a - b) & WORD,
    "and.b32": lambda a, b: a & b,
    "or.b32": lambda a, b: a | b,
    "xor.b32": lambda a, b: a ^ b,
    "shl.b32": lambda a, b: a << (b % 32) & WORD,
    "shr.u32": lambda a, b: a >> (b % 32),
    "lt.u32": lambda a, b: int(a < b),
    "eq.u32": lambda a, b: int(a == b),
    "ne.u32": lambda a, b: int(a != b),
    "min.u32": min,
    "max.u32": max,
}


class LeaveLoop(Exception):  # noqa: N818 (it is no error)
    pass


class LeaveThread(Exception):  # noqa: N818
    pass


def run_thread(program: Sequence[Statement], lane: int, thread: int) -> tuple[dict[str, int], list[int]]:
    """The registers that one thread has written, and its words of local memory, at its end."""
    values = {"lane_id": lane, "thread_id": thread}
    words = [0] * WORDS_PER_THREAD
    with suppress(LeaveThread):
        run(program, values, words)
    return {name: value for name, value in values.items() if name.startswith("r")}, words


def run(statements: Sequence[Statement], values: dict[str, int], words: list[int]) -> None:
    def value(operand: Operand) -> int:
        return operand if isinstance(operand, int) else values.get(operand, 0)

    for statement in statements:
        match statement:
            case Operation(name, result, a, b):
                values[result] = OPERATIONS[name](value(a), value(b))
            case Across(name):
                raise ValueError(f"a thread alone has no lanes for {name}")
            case Load(result, word):
                values[result] = words[word]
            case Store(word, source):
                words[word] = value(source)
            case If(condition, body):
                if value(condition):
                    run(body, values, words)
            case IfElse(condition, true_body, false_body):
                run(true_body if value(condition) else false_body, values, words)
            case While():
                run_loop(statement, values, words)
            case KeepIf(condition):
                if not value(condition):
                    raise LeaveLoop
            case Exit():
                raise LeaveThread


def run_loop(loop: While, values: dict[str, int], words: list[int]) -> None:
    with suppress(LeaveLoop):
        while True:
            run(loop.test, values, words)
            if not values.get(loop.condition, 0):
                return
            run(loop.body, values, words)
