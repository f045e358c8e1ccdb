"""Where lanes meet again, on the reference: shapes by hand, and against post-dominator sets computed another way."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

import isa
from isa.program.encoding import Instruction
from isa.program.program import Program
from tests.examples import examples
from tests.generators.cases import random_case
from tests.reference.reconvergence import END, control_flow, reconvergence_points

SHAPES = {
    "if": ("mov r0, r1 -> over if z\nmov r1, 1\nover: ret\n", {0: 2}),
    "empty if": ("mov r0, r1 -> over if z\nover: ret\n", {0: 1}),
    "if-else": ("mov r0, r1 -> other if z\nmov r1, 1\njmp join\nother: mov r1, 2\njoin: ret\n", {0: 4}),
    "while": ("loop: mov r0, r1 -> end if z\nsub.u32 r1, r1, 1\njmp loop\nend: ret\n", {0: 3}),
    "do-while": ("loop: sub.u32 r1, r1, 1 -> loop if nz\nret\n", {0: 1}),
    "two exits": (
        "loop: mov r0, r1 -> end if z\nsub.u32 r1, r1, 1\nmov r0, r2 -> end if z\njmp loop\nend: ret\n",
        {0: 4, 2: 4},
    ),
    "exits that meet later": (
        "loop: mov r0, r1 -> end if z\nmov r0, r2 -> other if z\njmp loop\nend: jmp join\n"
        "other: mov r1, 1\njoin: ret\n",
        {0: 5, 1: 5},
    ),
    "two entries": (
        "mov r0, r1 -> second if z\nfirst: mov r2, 1\nsecond: sub.u32 r3, r3, 1 -> first if nz\nret\n",
        {0: 2, 2: 3},
    ),
    "ret on one side": ("mov r0, r1 -> over if z\nret\nover: mov r1, 1\nret\n", {0: None}),
    "if around a ret": (
        "mov r0, r1 -> over if z\nmov r0, r2 -> stay if z\nret\nstay: mov r1, 1\nover: mov r2, 1\nret\n",
        {0: None, 1: None},
    ),
    "nested": (
        "mov r0, r1 -> outer if z\nmov r0, r2 -> inner if z\nmov r3, 1\ninner: mov r3, 2\nouter: ret\n",
        {0: 4, 1: 3},
    ),
    "the join is before the jump": (
        "jmp start\njoin: ret\nstart: mov r0, r1 -> join if z\nmov r1, 1\njmp join\n",
        {2: 1},
    ),
    "off the end": ("mov r0, r1 -> over if z\nmov r1, 1\nover: mov r1, 2\n", {0: 2}),
    "nowhere else to go": ("loop: mov r0, r1 -> loop if z\nmov r1, 1\njmp loop\n", {0: 1}),
    "an if in an endless loop": (
        # The jump at 5 gets an edge to the end, so that both ifs have their joins.
        "loop: mov r1, 1\nmov r0, r1 -> over if z\nmov r2, 1\nover: mov r0, r3 -> again if z\nmov r4, 1\n"
        "again: jmp loop\n",
        {1: 3, 3: 5},
    ),
    "two endless loops": (
        # 2 and 4 get an edge; from 1 the ways part for good.
        "mov r1, 1\nmov r0, r1 -> other if z\nhere: jmp here\nother: mov r2, 1 -> other if z\njmp other\n",
        {1: None, 3: 4},
    ),
    "the other side never ends": ("mov r0, r1 -> over if z\nstay: jmp stay\nover: mov r1, 1\nret\n", {0: None}),
}  # fmt: skip


@pytest.mark.parametrize("name", SHAPES)
def test_shapes(name: str) -> None:
    text, expected = SHAPES[name]
    assert reconvergence_points(isa.assemble(text).instructions) == expected


def test_words_that_do_not_decode_and_addresses_outside_lead_to_the_end() -> None:
    words = list(isa.assemble("mov r0, r1 -> over if z\nmov r1, 1\nover: mov r1, 2\nret\n").words)
    words[1] = 0
    assert reconvergence_points(Program.from_words(words).instructions) == {0: None}
    outside = isa.assemble("mov r0, r1 -> out if z\nmov r1, 1\nret\nout:\n")
    assert reconvergence_points(outside.instructions) == {0: None}
    assert control_flow(outside.instructions) == {0: [1, END], 1: [2], 2: [END]}


def by_sets(instructions: Sequence[Instruction | None]) -> dict[int, int | None]:
    """The same by the equations of post-dominator sets, solved from above."""
    graph = control_flow(instructions)
    everything = {*graph, END}
    sets = {**dict.fromkeys(graph, everything), END: {END}}
    is_stable = False
    while not is_stable:
        new = {node: {node}.union(set.intersection(*(sets[s] for s in following))) for node, following in graph.items()}
        is_stable = all(new[node] == sets[node] for node in graph)
        sets.update(new)
    found: dict[int, int | None] = {}
    for pc in reconvergence_points(instructions):
        own = max(node for node in graph if node <= pc)  # the first address of its bundle
        nearest = max(sets[own] - {own}, key=lambda node: len(sets[node]))
        found[pc] = None if nearest == END else nearest
    return found


def random_jumps(rng: random.Random) -> Program:
    """Jumps from anywhere to anywhere, now and then outside."""
    length = rng.randint(2, 14)
    lines = []
    for _ in range(length):
        label = f"l{rng.randint(0, length)}"
        lines.append(rng.choice([f"mov r0, r1 -> {label} if z"] * 2 + ["mov r1, 1", "bar", f"jmp {label}", "ret"]))
    return isa.assemble("".join(f"l{number}: {line}\n" for number, line in enumerate(lines)) + f"l{length}:\n")


def test_random_jumps_against_post_dominator_sets() -> None:
    met, count = 0, examples(300, 3)
    for seed in range(count):
        program = random_jumps(random.Random(seed))
        points = reconvergence_points(program.instructions)
        assert points == by_sets(program.instructions), program
        met += sum(point is not None for point in points.values())
    assert met > count / 2


def test_generated_programs_against_post_dominator_sets() -> None:
    for seed in range(60):
        instructions = random_case(seed).program.instructions
        assert reconvergence_points(instructions) == by_sets(instructions), f"seed {seed}"


def test_a_reconvergence_point_begins_a_block() -> None:
    """It is a label or follows a jump: the nearest post-dominating instruction is the first of a block."""
    for seed in range(300):
        instructions = random_jumps(random.Random(seed)).instructions
        graph = control_flow(instructions)
        for point in reconvergence_points(instructions).values():
            if point:
                ways = [start for start, following in graph.items() if point in following]
                assert ways != [point - 1] or graph[point - 1] != [point]


def test_the_graph_of_the_assembler_has_the_same_points() -> None:
    """`isa.flow.cfg` finds them by blocks and dominators of the reversed graph."""
    blocks = pytest.importorskip("isa.flow.cfg")
    programs = [random_jumps(random.Random(seed)) for seed in range(300)]
    programs += [random_case(seed).program for seed in range(60)]
    for program in programs:
        if any(entry is not None and entry.more for entry in program.instructions):
            continue  # bundles are blocks' parts as a whole, and no machine has both bundles and these points
        points = reconvergence_points(program.instructions)
        found = blocks.reconvergence_points(program.instructions)
        assert {pc: None if found[pc] < 0 else found[pc] for pc in points} == points
