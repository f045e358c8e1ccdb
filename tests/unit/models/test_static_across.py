"""Static analysis of instructions that read other lanes: counts as the engine's, what is known, and what is not."""

from __future__ import annotations

import random

import numpy as np
import pytest

import isa
from isa.flow.cfg import control_flow
from isa.flow.variation import variation
from isa.packing.ranges import Ranges
from isa.table.intervals import LAST, TRUTH, Interval, between
from isa.table.semantics import RESULTS, result_of
from isa.table.table import INSTRUCTIONS
from simt.core.engine.output import active_lanes
from simt.core.engine.run import simulate
from simt.core.state.grid import Grid
from simt.core.state.placed import Placed
from simt.machine import Machine
from simt.models.static import StaticError, analyse
from simt.models.static.values.across import evaluate_across
from simt.models.static.values.words import Word, evaluate
from tests.unit.core.test_across import EDGE_WORDS, NAMES, OPTIONS, expected

LANES = 8


def machine(policy: str) -> Machine:
    return Machine.load("fpga8", {"branch.policy": policy} | OPTIONS)


@pytest.mark.parametrize("name", [name for name in NAMES if not name.endswith("f32")])
def test_words_of_several_warps(name: str) -> None:
    spec = INSTRUCTIONS[name]
    rng = random.Random(name)
    for _ in range(60):
        columns = [np.array([[rng.choice(EDGE_WORDS) for _ in range(LANES)] for _ in range(3)], np.int64) for _ in "ab"]
        active = np.array([rng.random() < 0.7 for _ in range(LANES)])
        if not active.any():
            continue
        found = evaluate_across(spec, [Word(column) for column in columns[: len(spec.sources)]], active)
        assert found is not None
        values = np.broadcast_to(found.value, (3, LANES))
        for row in range(3):
            a, b = (column[row].astype(np.uint32) for column in columns)
            wanted = expected(name, a, b, np.flatnonzero(active).tolist())
            assert {lane: int(values[row, lane]) for lane in wanted} == wanted, (name, active)


@pytest.mark.parametrize("name", [name for name in NAMES if name in RESULTS])
def test_intervals_hold_the_words_of_all_lanes(name: str) -> None:
    rng, spec = random.Random(name), INSTRUCTIONS[name]
    for _ in range(200):
        reach = 1 << rng.choice((1, 8, 31))
        low = rng.getrandbits(32)
        high = min(LAST, low + rng.randrange(reach))
        words = np.array([rng.randint(low, high) for _ in range(LANES)], np.uint32)
        bits = int(np.bitwise_or.reduce(words)) | rng.getrandbits(32)
        interval = between(0 if bits & low != low else low, high, bits | (1 << high.bit_length()) - 1)
        numbers = np.array([rng.randrange(LANES) for _ in range(LANES)], np.uint32)
        found = result_of(spec, [interval, Interval.of(0)][: len(spec.sources)], TRUTH, 0)
        assert found is not None
        active = [lane for lane in range(LANES) if rng.random() < 0.8]
        for word in expected(name, words, numbers, active).values():
            assert found.low <= word <= found.high
            assert not word & ~found.bits


def test_what_is_the_same_in_all_lanes_is_known() -> None:
    spec = INSTRUCTIONS["shuffle_down.b32"]
    assert evaluate(spec, [Word(7), Word(0, False, 3)], Word(0), 0, 9)[0].value == 7
    unknown, _ = evaluate(spec, [Word(np.arange(4)[np.newaxis]), Word(1)], Word(0), 0, 9)
    assert (unknown.known, unknown.origin) == (False, 9)
    ranges = isa.assemble(".threads 8\nvote_any r1, thread_id\nshuffle r2, thread_id, 0\nreduce_max.u32 r3, r1\nret\n")
    values = Ranges(ranges, control_flow(ranges), 8).after(ranges.instructions[:3], {})
    assert [(values[k].high, values[k].is_uniform) for k in (1, 2, 3)] == [(1, True), (7, False), (1, True)]


LOOP = """
.threads 20
    reduce_max.u32 r1, lane_id
    mov.b32  r2, thread_id
turn:
    add.u32  r2, r2, 3
    shuffle_xor r3, r2, 1
    lt.u32   r4, r3, 25
    vote_any r5, r4 -> turn if nz
    and.b32  r6, lane_id, 1 -> odd if nz
    ballot   r7, lane_id, 0
    popc.b32 r7, r7
again:
    sub.u32  r7, r7, 1 -> again if nz
    jmp out
odd:
    reduce_add.u32 r8, 1
    mov.b32  r8, r8 -> out if z
    mov.b32  r9, r8
out:
    ret
"""


@pytest.mark.parametrize("policy", ["first_thread", "ipdom_stack", "min_pc"])
def test_counts_are_the_engines(policy: str) -> None:
    program = isa.assemble(LOOP)
    counting = machine(policy).replace(**{"options.count_bits": True})
    counts = analyse(program, counting)
    run = simulate(Placed(program, counting, Grid.of(20)))
    assert run.status == "done"
    length = len(program.words)
    assert list(counts.issues) == run.stats["issues"][:length].tolist()
    assert list(counts.active_lanes) == active_lanes(run.stats, counting.warp_size)[:length].tolist()


def test_a_vote_on_data_names_the_data_and_lanes_agree_on_it() -> None:
    program = isa.assemble(
        ".threads 16\n.local x u32[16]\n ld.local r1, [thread_id + x]\nagain: vote_any r2, r1 -> again if nz\n ret\n"
    )
    with pytest.raises(StaticError) as caught:
        analyse(program, machine("ipdom_stack"))
    assert "depends on `ld.local r1, [thread_id + x]` (line 3)" in str(caught.value)
    counts = analyse(program, machine("ipdom_stack"), probabilities={"again": 0.5})
    assert list(counts.disagreements) == [0, 0, 0]
    assert list(counts.active_lanes) == [8 * count for count in counts.issues]


@pytest.mark.parametrize(
    ("mask", "jump"),
    [
        ("s_mov.b64 exec, 0", "execz"),
        ("s_and.b64 s[4:5], exec, 1", "scc0"),
        ("vcmp.eq.u32 vcc, group_size, 0", "vccz"),
        ("s_mov.b64 s[6:7], 0\ns_mov.b64 exec, s[6:7]", "execz"),
    ],
)
def test_a_mask_that_is_set_under_a_branch_has_the_branchs_level(mask: str, jump: str) -> None:
    """Also a jump before it in a loop."""
    program = isa.assemble(
        ".threads 16\n.local x u32[16]\nld.local r1, [thread_id + x]\nagain:\n"
        f"s_branch.{jump} on\non:\nvcmp.eq.u32 s[0:1], r1, 0\ns_and.b64 s[2:3], s[0:1], exec\ns_branch.scc0 skip\n"
        f"{mask}\nskip:\ns_branch.{jump} end\nmov r2, 1\ns_branch.scc1 again\nend:\nret\n"
    )
    levels = variation(program, control_flow(program), "explicit_masks")
    jumps = [
        levels[pc] for pc, entry in enumerate(program.instructions) if entry and entry.spec.name == f"s_branch.{jump}"
    ]
    assert jumps[:2] == ["data", "data"]


def test_levels_of_masks_go_round_a_loop_through_all_moves() -> None:
    program = isa.assemble(
        ".threads 16\n.local x u32[16]\nld.local r1, [thread_id + x]\nagain:\ns_branch.execz end\n"
        "s_mov.b64 exec, s[2:3]\ns_mov.b64 s[2:3], s[0:1]\nvcmp.eq.u32 s[0:1], r1, 0\njmp again\nend:\nret\n"
    )
    assert variation(program, control_flow(program), "explicit_masks")[1] == "data"


@pytest.mark.parametrize(
    ("line", "policy", "level"),
    [
        ("vote_any r1, lane_id", "ipdom_stack", "warps"),
        ("vote_all r1, lane_id", "min_pc", "lanes"),
        ("reduce_add.u32 r1, 5", "ipdom_stack", "warps"),
        ("reduce_add.f32 r1, lane_id", "ipdom_stack", "data"),
        ("ballot r1, lane_id, lane_id", "ipdom_stack", "lanes"),
        ("ballot r1, lane_id, 0", "ipdom_stack", "warps"),
        ("shuffle r1, lane_id, 0", "ipdom_stack", "lanes"),
        ("shuffle r1, group_size, 0", "ipdom_stack", "nothing"),
    ],
)
def test_how_far_a_condition_varies(line: str, policy: str, level: str) -> None:
    program = isa.assemble(f".threads 8\n {line} -> out if z\nout: ret\n")
    assert variation(program, control_flow(program), policy)[0] == level
