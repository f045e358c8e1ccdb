"""What the packer moves between blocks, and what it must not move; what it unrolls."""

from __future__ import annotations

import pytest

import isa
from isa.packing.packed import PackedProgram
from isa.packing.packer import pack
from isa.packing.schedule_text import schedule_data, schedule_text
from tests.bundle_interpreter import run_bundles

HEAD = """
.threads 8
.local fixed u32[32]
.local shared u32[16]
.local own u32[32]
"""
LOCAL = [(37 * place) % 101 for place in range(80)]


def packed(body: str, *, slots: int = 3, unroll: bool = False, pipeline: bool = False) -> PackedProgram:
    """The program packed; what it computes was compared with and without motion."""
    program = isa.assemble(HEAD + body)
    expected = run_bundles(program, local=LOCAL, local_words=128)
    made = pack(program, slots, unroll=unroll, pipeline=pipeline)
    assert run_bundles(made.program, slots=slots, local=LOCAL, local_words=128).local == expected.local
    return made


def moved(made: PackedProgram) -> list[tuple[int, str]]:
    """Scalar addresses of what has moved, with the labels of the blocks from where."""
    return [(arrival.scalar, arrival.label) for block in made.blocks for arrival in block.arrived]


GUARD = """
    ld.local  r1, [thread_id + fixed]
    and.b32   r9, r1, 1 -> skip if z
side:
    add.u32   r2, thread_id, 4
    ld.local  r3, [r2 + fixed]
    mul.f32   r3, r3, r3
    st.local  [thread_id + own], r3
skip:
    ret
"""


def test_an_address_and_a_load_move_above_a_test() -> None:
    made = packed(GUARD)
    assert moved(made) == [(2, "side"), (3, "side")]
    assert [block.bundles for block in made.blocks] == [2, 2, 1]
    assert [block.bundles for block in pack(made.scalar, 3, move=False).blocks] == [2, 4, 1]


def test_what_reads_other_lanes_stays_behind_the_test_and_is_an_operation_of_the_alu() -> None:
    shuffling = GUARD.replace("add.u32   r2, thread_id, 4", "shuffle_up r2, thread_id, 4")
    made = pack(isa.assemble(HEAD + shuffling), 3)
    assert moved(made) == []
    both = isa.assemble("ballot r1, lane_id, 0\nmul.f32 r2, r3, r4\nld.local r5, [lane_id]\nret")
    (first, *_) = pack(both, 3).blocks
    assert first.bundles == 2  # `ret` needs one of its own
    beside_an_add = [f"{first}\nadd.u32 r2, r3, r4\nret" for first in ("vote_any r1, lane_id", "mul.f32 r1, r5, r5")]
    assert [pack(isa.assemble(text), 3).blocks[0].bundles for text in beside_an_add] == [3, 2]


FAR = """
    shl.b32   r8, warp_id, 12
    ld.local  r1, [thread_id + fixed]
    mul.f32   r1, r1, r1
    mul.f32   r1, r1, r1
    st.local  [thread_id + own + 8], r1
    lt.u32    r9, r8, 32 -> skip if z
side:
    add.u32   r2, r8, 4
    ld.local  r3, [r2 + fixed]
    mul.f32   r3, r3, r3
    st.local  [thread_id + own], r3
skip:
    ret
"""


def test_a_load_that_might_leave_local_memory_stays_behind_its_test() -> None:
    """r8 of warp 1 is 4096; the test lets warp 0 through only."""
    assert moved(packed(FAR)) == [(6, "side")]
    assert (7, "side") in moved(packed(FAR.replace("warp_id, 12", "warp_id, 2")))


def test_a_register_that_the_other_way_reads_is_left_alone() -> None:
    made = packed(
        """
    ld.local  r1, [thread_id + fixed]
    ld.local  r2, [thread_id + fixed + 8]
    and.b32   r9, r1, 1 -> skip if z
side:
    add.u32   r2, thread_id, 4
    ld.local  r3, [r2 + fixed]
    st.local  [r2 + own], r3
skip:
    st.local  [thread_id + own + 16], r2
    ret
"""
    )
    # r2 goes out of its block, so it takes no other register; the load behind it needs it.
    assert moved(made) == []


def test_a_result_used_in_its_block_takes_another_register() -> None:
    made = packed(
        """
    ld.local  r1, [thread_id + fixed]
    ld.local  r2, [thread_id + fixed + 8]
    and.b32   r9, r1, 1 -> skip if z
side:
    st.local  [thread_id + own + 8], r2
    add.u32   r2, thread_id, 4
    ld.local  r3, [r2 + fixed]
    mul.f32   r3, r3, r3
    st.local  [thread_id + own], r3
    mov.b32   r2, 5
skip:
    st.local  [thread_id + own + 16], r2
    ret
"""
    )
    assert (4, "side") in moved(made)


def test_what_computes_the_test_is_not_passed() -> None:
    made = packed(GUARD.replace("add.u32   r2, thread_id, 4", "add.u32   r2, r9, 4"))
    assert moved(made) == []


CARRY = """
    ld.local  r1, [thread_id + fixed]
    sub.u32   r2, r1, 50
    mul.f32   r6, r1, r1
    mul.f32   r6, r6, r6
    mul.f32   r6, r6, r6
    st.local  [thread_id + own + 8], r6
    and.b32   r9, r1, 1 -> skip if z
side:
    add.u32   r2, thread_id, 4
    ld.local  r3, [r2 + fixed]
    mul.f32   r3, r3, r3
    st.local  [thread_id + own], r3
    sub.u32   r4, r3, 9
skip:
    addc.u32  r5, r6, r6
    st.local  [thread_id + own + 16], r5
    ret
"""


def test_the_carry_flag_of_the_other_way_is_kept() -> None:
    assert moved(packed(CARRY)) == []
    free = packed(CARRY.replace("    addc.u32  r5, r6, r6\n", ""))
    assert (7, "side") in moved(free)


def test_a_carry_flag_that_is_read_stays() -> None:
    made = packed(
        """
    ld.local  r1, [thread_id + fixed]
    mul.f32   r6, r1, r1
    mul.f32   r6, r6, r6
    mul.f32   r6, r6, r6
    st.local  [thread_id + own + 8], r6
    and.b32   r9, r1, 1 -> skip if z
side:
    sub.u32   r2, r1, 50
    mul.f32   r3, r2, r2
    addc.u32  r4, r5, r5
    add.f32   r3, r3, r4
    st.local  [thread_id + own], r3
skip:
    ret
"""
    )
    assert moved(made) == []


BARRIERS = """
    ld.local  r1, [thread_id + fixed]
    mov.b32   r7, 3
turn:
    st.local  [thread_id + shared], r1
    xor.b32   r2, thread_id, 7
    bar
    and.b32   r9, thread_id, 0 -> wait if nz
    jmp       wait
wait:
    bar
    ld.local  r3, [r2 + shared]
    ld.local  r4, [r2 + fixed + 8]
    mul.f32   r5, r4, r4
    mul.f32   r5, r5, r5
    mul.f32   r5, r5, r5
    mul.f32   r5, r5, r5
    add.u32   r1, r3, r5
    bar
    sub.u32   r7, r7, 1 -> turn if nz
    st.local  [thread_id + own], r1
    ret
"""


def test_loads_of_what_is_never_stored_cross_barriers_and_blocks_and_others_do_not() -> None:
    made = packed(BARRIERS)
    addresses = {address for address, _ in moved(made)}
    assert 9 in addresses  # [r2 + fixed + 8]
    assert 8 not in addresses  # [r2 + shared]


def test_a_load_of_what_others_store_waits_for_the_barrier_in_front_of_it() -> None:
    """Warp 0 reads what warp 1 stores before the barrier."""
    made = packed(
        """
    xor.b32   r2, thread_id, 7
    mul.f32   r6, thread_id, thread_id
    mul.f32   r6, r6, r6
    mul.f32   r6, r6, r6
    st.local  [thread_id + own], r6
    st.local  [thread_id + shared], thread_id
    and.b32   r9, thread_id, 0 -> meet if z
    st.local  [thread_id + own + 8], r6
meet:
    bar
    ld.local  r3, [r2 + shared]
    mul.f32   r3, r3, r3
    mul.f32   r3, r3, r3
    st.local  [thread_id + own + 16], r3
    ret
"""
    )
    assert moved(made) == []


ROTATED = """
    mov.b32   r0, thread_id
    mov.b32   r7, 6
turn:
    and.b32   r1, r0, 15
    xor.b32   r1, r1, 5
    ld.local  r2, [r1 + fixed]
    mul.f32   r2, r2, r2
    mul.f32   r2, r2, r2
    st.local  [r0 + own], r2
    add.u32   r0, r0, 2
    sub.u32   r7, r7, 1 -> turn if nz
    ret
"""


def test_operations_of_the_next_turn_fill_a_loop() -> None:
    made = packed(ROTATED)
    block = next(block for block in made.blocks if block.label == "turn")
    assert any(arrival.is_next_turn for arrival in block.arrived)
    plain = next(block for block in pack(made.scalar, 3, pipeline=False, move=False, unroll=False).blocks[1:])
    assert block.bundles < plain.bundles
    # Both ways into the loop have them.
    assert {arrival.scalar for arrival in block.arrived} == {arrival.scalar for arrival in made.blocks[0].arrived}


DIAMOND = """
    ld.local  r1, [thread_id + fixed]
    and.b32   r9, r1, 1 -> other if z
one:
    ld.local  r2, [thread_id + own + 8]
    mul.f32   r2, r2, r2
    jmp       both
other:
    ld.local  r2, [thread_id + own + 16]
    mul.f32   r2, r2, r1
both:
    xor.b32   r3, thread_id, 3
    ld.local  r4, [r3 + fixed]
    mul.f32   r4, r4, r4
    add.f32   r4, r4, r2
    st.local  [thread_id + own], r4
    ret
"""


def test_a_join_is_passed_with_a_copy_for_each_way() -> None:
    made = packed(DIAMOND)
    assert list(made.origins).count(7) == 2
    assert {(7, "both"), (8, "both")} <= set(moved(made))
    before = pack(made.scalar, 3, move=False).blocks
    assert made.blocks[-1].bundles < before[-1].bundles


def test_the_schedule_tells_what_has_moved() -> None:
    made = packed(GUARD)
    text = schedule_text(made)
    assert "  from other blocks: 2 and 3 of `side`\n" in text
    data = schedule_data(made)
    assert data["blocks"][0]["moved"] == [  # type: ignore[index]
        {"scalar": 2, "label": "side", "block": 2, "next_turn": False},
        {"scalar": 3, "label": "side", "block": 2, "next_turn": False},
    ]
    assert ", for its next turn" in schedule_text(packed(ROTATED))


def test_program_memory_bounds_copies() -> None:
    program = isa.assemble(HEAD + DIAMOND)
    assert len(pack(program, 3, words=len(program.words)).program.words) <= len(program.words)


# --- Unrolling -------------------------------------------------------------------------------------------------------

COUNTED = """
    mov.b32   r0, thread_id
turn:
    ld.local  r1, [r0 + fixed]
    mul.f32   r1, r1, r1
    st.local  [r0 + own], r1
    add.u32   r0, r0, group_size
    lt.u32    r2, r0, 32 -> turn if nz
    ret
"""


def test_a_loop_whose_turns_are_known_is_unrolled() -> None:
    made = packed(COUNTED, unroll=True, pipeline=True)
    (block,) = made.blocks
    assert "all 4 turns of a loop" in block.reason
    assert not any(entry is not None and entry.cond != "always" for entry in made.program.instructions)
    names = [entry.spec.name for entry in made.program.instructions if entry is not None]
    assert names.count("lt.u32") == 0  # it only counted
    assert made.program.labels["turn"] == min(place for place, origin in enumerate(made.origins) if origin == 1)
    small = pack(made.scalar, 3, words=12)
    assert len(small.program.words) <= 12
    assert all("all 4 turns" not in block.reason for block in small.blocks)


def test_a_loop_that_turns_once_is_none() -> None:
    made = packed(COUNTED.replace("r0, 32 ->", "r0, 8 ->"), unroll=True)
    (block,) = made.blocks
    assert "the only turn of a loop" in block.reason


@pytest.mark.parametrize(
    "source",
    [
        COUNTED.replace("r0, 32 ->", "r0, 29 ->"),  # the lanes leave at different turns: the first one decides
        COUNTED.replace("mov.b32   r0, thread_id", "ld.local  r0, [thread_id + own]\n    and.b32 r0, r0, 15"),
        ".param last u32 = 20\n" + COUNTED.replace("r0, 32 ->", "r0, last ->"),
    ],
)
def test_a_loop_whose_turns_are_not_known_stays_a_loop(source: str) -> None:
    made = packed(source, unroll=True)
    assert any(entry is not None and entry.cond != "always" for entry in made.program.instructions)


def test_a_long_loop_is_unrolled_in_parts() -> None:
    source = """
turn:
    st.local  [thread_id + own], r1
    add.u32   r1, r1, 3
    add.u32   r7, r7, 1
    lt.u32    r2, r7, 96 -> turn if nz
    ret
"""
    made = packed("mov.b32 r7, 0\n" + source, unroll=True)
    (loop,) = [block for block in made.blocks if "in one" in block.reason]
    assert loop.reason.startswith(("2 turns in one", "4 turns in one"))
    assert list(made.origins).count(2) in (2, 4)
    assert list(made.origins).count(4) == 1
