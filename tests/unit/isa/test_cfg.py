"""isa/flow/cfg.py: known answers on hand-made programs, and agreement with brute force on random ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from isa import Instruction, Program, assemble, assemble_file
from isa.flow.cfg import ControlFlow, Edge, Region, control_flow, reconvergence_points
from isa.flow.flow import KINDS, bundle_exits, exits, reachable
from isa.table.table import INSTRUCTIONS
from tests.examples import examples
from tests.paths import ROOT
from tests.work import lines_run

PROGRAMS = ROOT / "programs"
TEST = "add.u32 r1, r1, 0"  # what a jump on a result stands on


def program(text: str) -> Program:
    """Assembled; `?LABEL` stands for a conditional jump."""
    return assemble("\n".join(f"{TEST} -> {line[1:]} if nz" if line[:1] == "?" else line for line in text.split("; ")))


def flow(text: str) -> ControlFlow:
    return control_flow(program(text))


def edges(graph: ControlFlow) -> list[tuple[int, int, str]]:
    return [(edge.source, edge.target, edge.kind) for edge in graph.edges]


def leaving(graph: ControlFlow) -> list[Edge]:
    return [edge for edge in graph.edges if edge.target == graph.exit]


def dominators(graph: ControlFlow) -> list[int | None]:
    return [graph.immediate_dominator(block) for block in range(graph.exit + 1)]


def post_dominators(graph: ControlFlow) -> list[int | None]:
    return [graph.immediate_post_dominator(block) for block in range(graph.exit)]


# --- known answers ----------------------------------------------------------------------------------------------------


def test_a_straight_line() -> None:
    graph = flow("mov r1, 1; mov r2, 2; ret")
    (block,) = graph.blocks
    assert (block.number, block.first, block.end, block.predecessors) == (0, 0, 3, ())
    assert edges(graph) == [(0, 1, "return")]
    assert graph.block_at == (0, 0, 0)
    assert (graph.exit, leaving(graph), graph.loops, graph.is_reducible) == (1, [*graph.edges], (), True)
    assert reconvergence_points(program("mov r1, 1; ret")) == [-1, -1]


def test_an_if() -> None:
    text = "?join; mov r2, 2; join:; mov r3, 3; ret"
    graph = flow(text)
    assert edges(graph) == [(0, 1, "fallthrough"), (0, 2, "taken"), (1, 2, "fallthrough"), (2, 3, "return")]
    assert dominators(graph) == [None, 0, 0, 2]
    assert post_dominators(graph) == [2, 2, 3]
    assert reconvergence_points(program(text)) == [2, -1, -1, -1]
    assert [graph.reconvergence(block) for block in range(3)] == [2, None, None]


def test_an_if_else() -> None:
    text = "?else; mov r2, 2; jmp join; else:; mov r2, 3; join:; ret"
    graph = flow(text)
    assert [(block.first, block.end) for block in graph.blocks] == [(0, 1), (1, 3), (3, 4), (4, 5)]
    assert dominators(graph) == [None, 0, 0, 0, 3]
    assert post_dominators(graph) == [3, 3, 3, 4]
    assert reconvergence_points(program(text)) == [4, -1, -1, -1, -1]


def test_a_jump_to_the_next_instruction_has_two_edges() -> None:
    graph = flow("?next; next:; ret")
    assert edges(graph) == [(0, 1, "fallthrough"), (0, 1, "taken"), (1, 2, "return")]
    assert reconvergence_points(program("?next; next:; ret")) == [1, -1]


def test_a_while_loop() -> None:
    text = "mov r1, 9; test:; ?end; mov r2, 2; jmp test; end:; ret"
    graph = flow(text)
    assert [(edge.source, edge.target) for edge in graph.back_edges] == [(2, 1)]
    (loop,) = graph.loops
    assert (loop.header, loop.latches, loop.blocks, loop.parent, loop.depth) == (1, (2,), (1, 2), None, 1)
    assert [graph.loop_depth(block) for block in range(5)] == [0, 1, 1, 0, 0]
    assert reconvergence_points(program(text)) == [-1, 4, -1, -1, -1]


def test_a_loop_with_two_exits() -> None:
    text = "top:; ?out; mov r2, 2; ?top; mov r3, 3; out:; ret"
    graph = flow(text)
    (loop,) = graph.loops
    assert (loop.header, loop.blocks) == (0, (0, 1))
    assert post_dominators(graph) == [3, 3, 3, 4]
    assert reconvergence_points(program(text)) == [4, -1, 4, -1, -1]


def test_an_irreducible_loop_with_two_entries() -> None:
    text = "?second; first:; mov r2, 2; second:; ?first; ret"
    graph = flow(text)
    assert not graph.is_reducible
    assert graph.irreducible_regions == (Region((1, 2), (1, 2)),)
    assert (graph.loops, graph.back_edges) == ((), ())
    assert dominators(graph) == [None, 0, 0, 2, 3]
    assert reconvergence_points(program(text)) == [2, -1, 3, -1]


def test_an_irreducible_loop_in_a_natural_one() -> None:
    graph = flow("top:; ?second; first:; mov r2, 2; second:; ?first; ?top; ret")
    (loop,) = graph.loops
    assert loop.blocks == (0, 1, 2, 3)
    assert graph.irreducible_regions == (Region((1, 2), (1, 2)),)


def test_nested_loops() -> None:
    text = "outer:; mov r1, 1; inner:; ?inner; also:; ?also; ?outer; ret"
    graph = flow(text)
    assert [(loop.header, loop.blocks, loop.parent, loop.depth) for loop in graph.loops] == [
        (0, (0, 1, 2, 3), None, 1),
        (1, (1,), 0, 2),
        (2, (2,), 0, 2),
    ]
    assert reconvergence_points(program(text)) == [-1, 2, 3, 4, -1]


def test_two_back_edges_to_one_header_are_one_loop() -> None:
    (loop,) = flow("top:; mov r1, 1; ?top; mov r2, 2; ?top; ret").loops
    assert (loop.header, loop.latches, loop.blocks) == (0, (0, 1), (0, 1))


def test_several_returns() -> None:
    text = "?a; ret; a:; ?b; ret; b:; ret"
    graph = flow(text)
    assert [edge.source for edge in leaving(graph)] == [1, 3, 4]
    assert post_dominators(graph) == [graph.exit] * 5
    assert reconvergence_points(program(text)) == [-1] * 5


def test_an_endless_loop_is_tied_to_the_exit_by_its_last_block() -> None:
    text = "top:; ?other; mov r2, 2; jmp join; other:; mov r2, 3; join:; jmp top"
    graph = flow(text)
    assert graph.endless == ((0, 1, 2, 3),)
    assert leaving(graph) == []
    assert graph.immediate_dominator(graph.exit) is None
    assert post_dominators(graph) == [3, 3, 3, 4]
    assert reconvergence_points(program(text)) == [4, -1, -1, -1, -1]


def test_a_jump_into_an_endless_loop() -> None:
    text = "?trap; mov r1, 1; ret; trap:; jmp trap"
    assert flow(text).endless == ((2,),)
    assert reconvergence_points(program(text)) == [-1] * 4


def test_unreachable_code() -> None:
    graph = flow("jmp end; dead:; mov r1, 1; ?dead; end:; ret")
    assert graph.unreachable == (1,)
    assert (graph.loops, graph.immediate_dominator(1)) == ((), None)
    assert graph.immediate_post_dominator(1) == 2
    assert graph.dominates(1, 1)
    assert not graph.dominates(0, 1)
    assert not graph.dominates(1, 2)
    assert reconvergence_points(graph.instructions) == [-1, -1, 3, -1]


def test_edges_out_of_the_program_go_to_the_exit() -> None:
    graph = flow("?77; mov r1, 1")
    assert edges(graph) == [(0, 1, "fallthrough"), (0, 2, "taken"), (1, 2, "fallthrough")]


def test_a_word_that_does_not_decode_goes_to_the_exit() -> None:
    good = program("?2; ret").words
    graph = control_flow(Program.from_words([*good, (1 << 64) - 1, *good]))
    assert edges(graph)[3:4] == [(2, 5, "trap")]


def test_no_instructions() -> None:
    graph = control_flow(())
    assert (graph.blocks, graph.exit, graph.edges, graph.loops, graph.is_reducible) == ((), 0, (), (), True)
    assert (graph.unreachable, graph.endless, reconvergence_points(())) == ((), (), [])


def test_pops_lead_to_what_was_pushed_last() -> None:
    text = "push_mask end; loop:; mask_nz r1; br_push r1, other, join; pop_mask; other:; pop_mask; "
    text += "join:; jmp loop; end:; ret"
    graph = flow(text)
    assert edges(graph) == [
        (0, 1, "fallthrough"),
        (1, 2, "fallthrough"),
        (1, 6, "popped"),
        (2, 3, "fallthrough"),
        (2, 4, "otherwise"),
        (3, 5, "popped"),
        (4, 5, "popped"),
        (5, 1, "taken"),
        (6, 7, "return"),
    ]
    assert {edge.kind for edge in graph.edges} < set(KINDS)
    assert not any(edge.is_unknown for edge in graph.edges)
    assert [loop.blocks for loop in graph.loops] == [(1, 2, 3, 4, 5)]
    assert dominators(graph) == [None, 0, 1, 2, 2, 2, 1, 6]
    assert post_dominators(graph) == [1, 6, 5, 5, 5, 1, 7]


@pytest.mark.parametrize(
    "text",
    [
        "push_mask end; ?end; pop_mask; end:; ret",  # the end is reached with the entry and without it
        "loop:; push_mask loop; mask_nz r1; jmp loop",  # an entry more in every turn
        "push_mask a; ?second; push_mask b; second:; pop_mask; a:; ret; b:; ret",
    ],
)
def test_pops_that_do_not_nest_lead_nowhere(text: str) -> None:
    graph = flow(text)
    pops = [edge for edge in graph.edges if edge.kind == "popped"]
    assert pops
    assert all(edge.is_unknown and edge.target == graph.exit for edge in pops)
    assert any(edge.kind == "pushed" for edge in graph.edges)


def test_pops_of_an_empty_stack_and_in_dead_code_are_unknown() -> None:
    graph = flow("push_mask end; pop_mask; end:; pop_mask; dead:; pop_mask")
    found = [(edge.source, edge.target, edge.is_unknown) for edge in graph.edges if edge.kind == "popped"]
    assert found == [(1, 2, False), (2, 4, True), (3, 4, True)]
    assert control_flow(assemble("push_mask 9; pop_mask")).edges[-1].is_unknown is False


def test_pops_are_followed_through_many_entries() -> None:
    count = 600
    text = "; ".join([f"push_mask l{k}" for k in range(count)] + ["pop_mask"]
                     + [f"l{k}:; pop_mask" for k in range(count - 1, 0, -1)] + ["l0:; ret"])  # fmt: skip
    graph = flow(text)
    assert all(edge.target == edge.source + 1 for edge in graph.edges)


def test_jumps_see_pops_as_the_end() -> None:
    """The contract, section 14: for points of reconvergence a pop leads to the end, a push to what it pushes."""
    text = "push_mask end; ?second; pop_mask; second:; mov r1, 1; pop_mask; end:; ret"
    graph = flow(text)
    assert post_dominators(graph)[1] == 4
    assert graph.reconvergence(1) is None
    assert reconvergence_points(program(text)) == [-1] * 6


# What the kernels with mask instructions have in common with the same kernels with jumps.
@pytest.mark.parametrize("path", sorted((PROGRAMS / "divergent").glob("*.s")), ids=lambda path: path.stem)
def test_kernels_with_mask_instructions_nest(path: Path) -> None:
    masked, plain = (control_flow(assemble_file(path, defines={"masks": masks})) for masks in (1, 0))
    assert not any(edge.is_unknown or edge.kind == "pushed" for edge in masked.edges)
    assert not masked.unreachable
    if path.stem != "irreducible":
        assert masked.is_reducible
        assert bool(masked.loops) == bool(plain.loops)


def test_the_exits_of_an_instruction() -> None:
    instructions = program("br_push r1, 2, 3; ?9; jmp 1; ret").instructions
    targets = [[target for _, target in exits(entry, address)] for address, entry in enumerate(instructions)]
    assert targets == [[1, 3, 2], [2, 9], [1], [None]]
    assert exits(None, 0) == (("trap", None),)
    assert reachable(instructions) == {0, 1, 2, 3, 9}


# --- brute force ------------------------------------------------------------------------------------------------------

KINDS_MADE = ("plain", "cond", "cond", "cond", "jmp", "ret", "trap")
ADD, JMP, RET = (INSTRUCTIONS[name] for name in ("add.u32", "jmp", "ret"))


@st.composite
def random_instructions(draw: st.DrawFn) -> list[Instruction | None]:
    count = draw(st.integers(1, 14))
    kinds = draw(st.lists(st.sampled_from(KINDS_MADE), min_size=count, max_size=count))
    targets = draw(st.lists(st.integers(0, count), min_size=count, max_size=count))
    made: dict[str, list[Instruction | None]] = {
        "plain": [Instruction(ADD)] * count,
        "cond": [Instruction(ADD, cond="nz", target=target) for target in targets],
        "jmp": [Instruction(JMP, target=target) for target in targets],
        "ret": [Instruction(RET)] * count,
        "trap": [None] * count,
    }
    return [made[kind][place] for place, kind in enumerate(kinds)]


def paths_from(start: int, targets: list[set[int]], without: int | None = None) -> set[int]:
    seen: set[int] = set()
    waiting = [start] if start != without else []
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            waiting += [target for target in targets[node] if target != without]
    return seen


def instruction_graph(instructions: list[Instruction | None]) -> list[set[int]]:
    """Successors per address; the exit is the last node. Written without isa.flow.flow and isa.flow.cfg."""
    count = len(instructions)
    targets: list[set[int]] = []
    for address, instruction in enumerate(instructions):
        name = "" if instruction is None else instruction.spec.name
        following = {
            "add.u32": {address + 1},
            "jmp": set() if instruction is None else {instruction.target},
        }.get(name, {count})
        if instruction is not None and instruction.cond != "always":
            following.add(instruction.target)
        targets.append({min(target, count) for target in following})
    return [*targets, set()]


def is_reducible_by_t1_and_t2(targets: list[set[int]], root: int) -> bool:
    """Take away self-loops (T1) and merge nodes into their only predecessor (T2): one node remains, or not."""
    alive = paths_from(root, targets)
    graph = {node: set(targets[node]) & alive - {node} for node in alive}
    changed = True
    while changed:
        changed = False
        for node in sorted(graph):
            sources = [source for source in graph if node in graph[source]]
            if node != root and len(sources) == 1:
                graph[sources[0]] |= graph.pop(node)
                graph[sources[0]] -= {node, sources[0]}
                changed = True
                break
    return len(graph) == 1


@settings(max_examples=examples(400), deadline=None)
@given(random_instructions())
def test_dominance_is_what_removing_a_block_shows(instructions: list[Instruction | None]) -> None:
    graph = control_flow(instructions)
    nodes = range(graph.exit + 1)
    targets = [*({edge.target for edge in block.successors} for block in graph.blocks), set()]
    alive = paths_from(0, targets)
    assert set(graph.unreachable) == set(nodes[:-1]) - alive
    over = {node: {a for a in nodes if a == node or node not in paths_from(0, targets, a)} for node in alive}
    for node in nodes:
        expected = over.get(node, {node})
        assert {a for a in nodes if graph.dominates(a, node)} == expected
        closest = [a for a in expected - {node} if expected - {node} == over[a]]
        assert [graph.immediate_dominator(node)] == (closest or [None])


@settings(max_examples=examples(400), deadline=None)
@given(random_instructions())
def test_reconvergence_is_what_removing_an_instruction_shows(instructions: list[Instruction | None]) -> None:
    """On the graph of single instructions, endless regions tied to the exit by their last instruction."""
    targets = instruction_graph(instructions)
    count = len(instructions)
    for address in range(count):
        ahead = paths_from(address, targets)
        is_endless = count not in ahead and all(address in paths_from(other, targets) for other in ahead)
        if is_endless and address == max(ahead):  # the last instruction of the region's last block
            targets[address].add(count)
    points = reconvergence_points(instructions)
    graph = control_flow(instructions)
    for address, instruction in enumerate(instructions):
        if instruction is None or instruction.cond == "always":
            assert points[address] == -1
            continue
        after = {a for a in range(count + 1) if a != address and count not in paths_from(address, targets, a)}
        (closest,) = [a for a in after if all(b == a or count not in paths_from(a, targets, b) for b in after)]
        assert points[address] == (closest if closest < count else -1)
        block = graph.reconvergence(graph.block_at[address])
        assert points[address] == (-1 if block is None else graph.blocks[block].first)


@settings(max_examples=examples(400), deadline=None)
@given(random_instructions())
def test_reducibility_is_what_t1_and_t2_show(instructions: list[Instruction | None]) -> None:
    graph = control_flow(instructions)
    targets = instruction_graph(instructions)
    assert graph.is_reducible == is_reducible_by_t1_and_t2(targets, 0)
    alive = set(range(graph.exit + 1)) - set(graph.unreachable)
    blocks = [{edge.target for edge in block.successors} for block in graph.blocks]
    for region in graph.irreducible_regions:
        inside = set(region.blocks)
        assert inside <= alive
        assert len(region.entries) > 1
        for block in inside:  # one cycle through all of them, and no block inside is before all others
            assert inside <= paths_from(block, [*(targets & inside for targets in blocks), set()])
            assert not all(graph.dominates(block, other) for other in inside)
        from_outside = {t for source in alive - inside - {graph.exit} for t in blocks[source] & inside}
        assert set(region.entries) <= from_outside | {0}


@settings(max_examples=examples(300), deadline=None)
@given(random_instructions())
def test_loops_are_closed_and_nested(instructions: list[Instruction | None]) -> None:
    graph = control_flow(instructions)
    for place, loop in enumerate(graph.loops):
        inside = set(loop.blocks)
        assert all(graph.dominates(loop.header, block) for block in inside)
        targets = [*({edge.target for edge in block.successors} & inside for block in graph.blocks), set()]
        assert all(set(loop.latches) & paths_from(block, targets, None) for block in inside)
        around = [other for other in graph.loops if other is not loop and inside <= set(other.blocks)]
        assert loop.depth == 1 + len(around)
        smallest = min(around, key=lambda other: len(other.blocks), default=None)
        assert smallest == (None if loop.parent is None else graph.loops[loop.parent])
        for other in graph.loops[place + 1 :]:
            shared = inside & set(other.blocks)
            assert shared in (set(), inside, set(other.blocks))
    for block in range(graph.exit):
        assert graph.loop_depth(block) == sum(block in loop.blocks for loop in graph.loops)


@settings(max_examples=examples(200), deadline=None)
@given(random_instructions())
def test_blocks_tile_the_program(instructions: list[Instruction | None]) -> None:
    graph = control_flow(instructions)
    assert [address for block in graph.blocks for address in range(block.first, block.end)] == list(
        range(len(instructions))
    )
    for block in graph.blocks:
        assert {graph.block_at[address] for address in range(block.first, block.end)} == {block.number}
        assert block.predecessors == tuple(edge for edge in graph.edges if edge.target == block.number)
        for address in range(block.first, block.end - 1):
            bundle = range(address, address + 1)
            assert bundle_exits(instructions, bundle) == (("fallthrough", address + 1),)
    assert graph == control_flow(instructions)


# --- shipped programs, speed ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(PROGRAMS.rglob("*.s")), ids=lambda path: path.stem)
def test_every_shipped_program_but_one_is_reducible_and_none_has_dead_code(path: Path) -> None:
    from isa import assemble_file

    graph = control_flow(assemble_file(path))
    assert graph.is_reducible == (path.stem != "irreducible")  # the loop with two entries of the branching article
    assert graph.unreachable == ()
    assert graph.endless == ()


WORST = {
    "breaks": lambda place: 4095,
    "loops to the start": lambda place: place // 2,
    "crossing": lambda place: 4094 - place,
    "scattered": lambda place: place * 2654435761 % 4096,
}


@pytest.mark.parametrize("shape", WORST)
def test_a_full_program_of_jumps_is_analysed_in_no_time(shape: str) -> None:
    """170 to 210 lines of Python an instruction, hardly more in a long program than in a short one."""

    def work(count: int) -> int:
        instructions = [Instruction(ADD, cond="nz", target=WORST[shape](place)) for place in range(count - 1)]
        return lines_run(lambda: reconvergence_points([*instructions, Instruction(RET)]))

    assert work(4096) < min(250 * 4096, 2.4 * work(2048))
