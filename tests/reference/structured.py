"""Structured programs (`scalar`): random ones, and their assembly text with mask instructions, jumps or masks."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tests.reference.scalar import (
    OPERATIONS,
    WORDS_PER_THREAD,
    Across,
    Exit,
    If,
    IfElse,
    KeepIf,
    Load,
    Operation,
    Statement,
    Store,
    While,
)

__all__ = ["RESULTS", "JumpWriter", "ScalarWriter", "Writer", "assembly", "random_statements"]

RESULTS = tuple(f"r{number}" for number in range(5))  # random operations write these
COUNTERS = ("r5", "r6", "r7")  # of loops, by nesting
CONDITION = "r8"
BASE = "r9"  # of the thread's words
SCRATCH = "r10"  # the result that a jump rides on


class Writer:
    """Statements to lines, with mask instructions. Labels that begin with `join` are where lanes meet again."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.labels = 0

    def label(self, name: str) -> str:
        self.labels += 1
        return f"{name}{self.labels}"

    def body(self, statements: Sequence[Statement]) -> None:
        for statement in statements:
            self.statement(statement)

    def add(self, *lines: str) -> None:
        self.lines += lines

    def finish(self) -> None:
        """What comes behind the last `ret`."""

    def statement(self, statement: Statement) -> None:
        match statement:
            case Operation(name, result, a, b):
                self.add(f"{name} {result}, {a}, {b}")
            case Across(name, result, a, b):
                self.add(f"{name} {result}, {a}" + ("" if b is None else f", {b}"))
            case Load(result, word):
                self.add(f"ld.local {result}, [{BASE} + {word}]")
            case Store(word, source):
                self.add(f"st.local [{BASE} + {word}], {source}")
            case If(condition, body):
                join = self.label("join")
                self.add(f"push_mask {join}", f"mask_nz {condition}")
                self.body(body)
                self.add("pop_mask", f"{join}:")
            case IfElse(condition, true_body, false_body):
                otherwise, join = self.label("else"), self.label("join")
                self.add(f"br_push {condition}, {otherwise}, {join}")
                self.body(true_body)
                self.add("pop_mask", f"{otherwise}:")
                self.body(false_body)
                self.add("pop_mask", f"{join}:")
            case While(test, condition, body):
                loop, join = self.label("loop"), self.label("join")
                self.add(f"push_mask {join}", f"{loop}:")
                self.body(test)
                self.add(f"mask_nz {condition}")
                self.body(body)
                self.add(f"jmp {loop}", f"{join}:")
            case KeepIf(condition):
                self.add(f"mask_nz {condition}")
            case Exit():
                self.add("ret")


class JumpWriter(Writer):
    """Statements to lines, with ordinary jumps.

    In order, the place where lanes meet again is behind all that leads to it. Out of order, the false side of an
    if-else and the test of a loop stand behind the last `ret`, so that ways lead back.
    """

    def __init__(self, in_order: bool = True) -> None:
        super().__init__()
        self.in_order = in_order
        self.behind: list[list[str]] = []  # pieces for behind the last `ret`
        self.exits: list[str] = []  # where the loops around a statement are left to

    def unless(self, condition: str, label: str) -> None:
        """Jump where the condition is 0: on the result, or on the carry flag."""
        if self.labels % 2:
            self.add(f"mov.b32 {SCRATCH}, {condition} -> {label} if z")
        else:
            self.add(f"ne.u32 {SCRATCH}, {condition}, 0 -> {label} if nc")

    def away(self, label: str, statements: Sequence[Statement], *end: str) -> None:
        """A piece that is jumped to, behind the last `ret`."""
        here, self.lines = self.lines, [f"{label}:"]
        self.body(statements)
        self.add(*end)
        self.behind.append(self.lines)
        self.lines = here

    def statement(self, statement: Statement) -> None:
        match statement:
            case If(condition, body):
                join = self.label("join")
                self.unless(condition, join)
                self.body(body)
                self.add(f"{join}:")
            case IfElse(condition, true_body, false_body):
                otherwise, join = self.label("else"), self.label("join")
                self.unless(condition, otherwise)
                self.body(true_body)
                if self.in_order:
                    self.add(f"jmp {join}", f"{otherwise}:")
                    self.body(false_body)
                else:
                    self.away(otherwise, false_body, f"jmp {join}")
                self.add(f"{join}:")
            case While(test, condition, body):
                loop, join = self.label("loop"), self.label("join")
                self.exits.append(join)
                if self.in_order:
                    self.add(f"{loop}:")
                    self.body(test)
                    self.unless(condition, join)
                    self.body(body)
                    self.add(f"jmp {loop}", f"{join}:")
                else:
                    trip = self.label("trip")
                    self.add(f"jmp {loop}", f"{trip}:")
                    self.body(body)
                    self.add(f"jmp {loop}", f"{join}:")
                    self.away(loop, test, f"mov.b32 {SCRATCH}, {condition} -> {trip} if nz", f"jmp {join}")
                self.exits.pop()
            case KeepIf(condition):
                self.unless(condition, self.exits[-1])
            case _:
                super().statement(statement)

    def finish(self) -> None:
        for piece in self.behind:
            self.add(*piece)


class ScalarWriter(Writer):
    """Statements to lines, with masks in scalar registers: `exec` is saved, narrowed and restored.

    Branches over what no lane runs are written or left out. Lanes that have ended are missing in `LIVING`.
    """

    LIVING = "s[100:101]"

    def __init__(self, has_branches: bool = True) -> None:
        super().__init__()
        self.has_branches = has_branches
        self.saved = 0
        self.add(f"s_mov.b64 {self.LIVING}, exec")

    def narrow(self, condition: str) -> None:
        """Keep the lanes whose condition is not 0, in one of two ways."""
        if self.labels % 2:
            self.add(f"vcmp.ne.u32 exec, {condition}, 0")
        else:
            self.add(f"vcmp.eq.u32 vcc, {condition}, 0", "s_andn2.b64 exec, exec, vcc")

    def branch(self, label: str) -> None:
        if self.has_branches:
            self.add(f"s_branch.execz {label}")

    def statement(self, statement: Statement) -> None:
        pair = f"s[{2 * self.saved}:{2 * self.saved + 1}]"
        if isinstance(statement, If | IfElse | While):
            self.saved += 1
            self.add(f"s_mov.b64 {pair}, exec")
            self.part(statement, pair)
            self.add(f"s_and.b64 exec, {pair}, {self.LIVING}")
            self.saved -= 1
        elif isinstance(statement, KeepIf):
            self.narrow(statement.condition)
        elif isinstance(statement, Exit):
            self.add(f"s_andn2.b64 {self.LIVING}, {self.LIVING}, exec", "s_mov.b64 exec, 0")
        else:
            super().statement(statement)

    def part(self, statement: If | IfElse | While, pair: str) -> None:
        """A structure between save and restore; `pair` holds the mask from before it."""
        label = self.label("join")
        match statement:
            case If(condition, body):
                self.narrow(condition)
                self.branch(label)
                self.body(body)
                self.add(f"{label}:")
            case IfElse(condition, true_body, false_body):
                otherwise = self.label("else")
                self.narrow(condition)
                self.branch(otherwise)
                self.body(true_body)
                self.add(f"{otherwise}:", f"s_andn2.b64 exec, {pair}, exec", f"s_and.b64 exec, exec, {self.LIVING}")
                self.branch(label)
                self.body(false_body)
                self.add(f"{label}:")
            case While(test, condition, body):
                loop = self.label("loop")
                self.add(f"{loop}:")
                self.body(test)
                self.narrow(condition)
                self.add(f"s_branch.execz {label}")
                self.body(body)
                self.add(f"jmp {loop}", f"{label}:")


def assembly(statements: Sequence[Statement], threads: int, writer: Writer | None = None) -> str:
    """The kernel: registers and memory as the scalar run leaves them, but for `BASE` (and `SCRATCH`).

    With mask instructions if no other writer is given.
    """
    writer = writer or Writer()
    writer.lines[:0] = [f".threads {threads}"]
    writer.add(f".local words u32[{threads * WORDS_PER_THREAD}]")
    writer.add(f"shl.b32 {BASE}, thread_id, {WORDS_PER_THREAD.bit_length() - 1}")
    writer.body(statements)
    writer.add("ret")
    writer.finish()
    return "\n".join(writer.lines) + "\n"


def random_operation(rng: random.Random, result: str | None = None) -> Operation:
    sources = [*RESULTS, "lane_id", "thread_id"]
    b = rng.choice(sources) if rng.random() < 0.5 else rng.randint(0, 9)
    return Operation(rng.choice(list(OPERATIONS)), result or rng.choice(RESULTS), rng.choice(sources), b)


def random_condition(rng: random.Random) -> Operation:
    """Sets `CONDITION`, in a way that differs between lanes more often than not."""
    if rng.random() < 0.4:
        return random_operation(rng, CONDITION)
    of = rng.choice(["lane_id", "thread_id", *RESULTS])
    if rng.random() < 0.5:
        return Operation("and.b32", CONDITION, of, rng.choice([1, 2, 4, 8, 3]))
    return Operation(rng.choice(["lt.u32", "eq.u32", "ne.u32"]), CONDITION, of, rng.randint(0, 12))


def random_statements(rng: random.Random, depth: int = 0, loops: int = 0) -> tuple[Statement, ...]:
    """A body: nested up to five deep, loops up to three, of at most seven trips."""
    statements: list[Statement] = []
    for _ in range(rng.randint(1, 3) if depth else rng.randint(3, 6)):
        choice = rng.random()
        if choice < 0.25 or depth == 5:
            statements += [random_operation(rng) for _ in range(rng.randint(1, 2))]
        elif choice < 0.32:
            statements.append(Store(rng.randrange(WORDS_PER_THREAD), rng.choice([*RESULTS, "lane_id", "thread_id"])))
        elif choice < 0.38:
            statements.append(Load(rng.choice(RESULTS), rng.randrange(WORDS_PER_THREAD)))
        elif choice < 0.48:
            statements += [random_condition(rng), If(CONDITION, random_statements(rng, depth + 1, loops))]
        elif choice < 0.78:
            sides = [random_statements(rng, depth + 1, loops) for _ in range(2)]
            statements += [random_condition(rng), IfElse(CONDITION, sides[0], sides[1])]
        elif choice < 0.9:
            if loops < len(COUNTERS):
                statements += random_loop(rng, depth, loops)
        elif depth:
            statements += [random_condition(rng), random_exit(rng)]
    return tuple(statements)


def random_exit(rng: random.Random) -> Statement:
    """Exits of some threads: the true ones, the false ones, or all in two ways."""
    leave: tuple[Statement, ...] = (Store(rng.randrange(WORDS_PER_THREAD), CONDITION), Exit())
    stay: tuple[Statement, ...] = (random_operation(rng),)
    sides = rng.choice([(leave, stay), (stay, leave), (stay, leave), (leave, leave)])
    return If(CONDITION, leave) if rng.random() < 0.5 else IfElse(CONDITION, *sides)


def random_loop(rng: random.Random, depth: int, loops: int) -> list[Statement]:
    """A loop of a number of trips that differs between threads; some leave it in the middle."""
    counter = COUNTERS[loops]
    trips = rng.choice([1, 2, 3] if loops else [1, 2, 3, 3, 7])
    start = Operation("and.b32", counter, rng.choice(["lane_id", "thread_id", *RESULTS]), trips)
    step: Statement
    if rng.random() < 0.5:  # down to 0
        test: tuple[Statement, ...] = (Operation("or.b32", CONDITION, counter, 0),)
        step = Operation("sub.u32", counter, counter, 1)
    else:  # up to `trips`, the article's example 2
        test = (Operation("lt.u32", CONDITION, counter, trips),)
        step = Operation("add.u32", counter, counter, 1)
    body = [*random_statements(rng, depth + 1, loops + 1)]
    if rng.random() < 0.5:
        body += [random_condition(rng), KeepIf(CONDITION), *random_statements(rng, depth + 1, len(COUNTERS))]
    return [start, While(test, CONDITION, (*body, step))]
