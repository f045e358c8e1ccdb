"""Section 15 on the reference: explicit masks against threads that run alone, and each rule by itself."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

import isa
from isa.program.program import LaunchValue
from simt.machine import Machine
from tests.engines import disagreement, fast
from tests.examples import examples
from tests.pins.pin import EXPLICIT, Pin
from tests.reference import ReferenceResult, simulate
from tests.reference.explicit import ScalarLanes
from tests.reference.scalar import WORDS_PER_THREAD, run_thread
from tests.reference.structured import ScalarWriter, assembly, random_statements

SEEDS = examples(64, 8)


def machine(size: int, **keys: Any) -> Machine:
    sizes = {"warp_size": size, "alu.lanes": size, "fpu.lanes": size, "lds.lanes": size}
    memory = {"local.words": 1024, "program.words": 4096, "constants.words": 256}
    return Pin("explicit", "", {**EXPLICIT, **sizes, **memory, **keys}, 0, 0, {}, "").machine()


def run(text: str, threads: int, size: int = 8, **keys: Any) -> ReferenceResult:
    """On the reference, and the engine must agree."""
    program = isa.assemble(text)
    result = simulate(program, machine(size, **keys), threads=threads)
    found = disagreement(result, fast(program, machine(size, **keys), threads=threads, max_cycles=100_000))
    assert not found, found
    return result


@pytest.mark.parametrize("has_branches", [pytest.param(True, marks=pytest.mark.nightly), False])
def test_structured_programs_equal_threads_that_run_alone(has_branches: bool) -> None:
    """Registers and memory, with branches over what no lane runs and without."""
    seen: Counter[str] = Counter()
    for seed in range(SEEDS):
        rng = random.Random(seed)
        statements = random_statements(rng)
        size = rng.choice([2, 4, 8, 8, 16, 32, 64])
        threads = rng.randint(1, min(2 * size, 70))
        text = assembly(statements, threads, ScalarWriter(has_branches))
        result = run(text, threads, size)
        assert result.status == "done", f"seed {seed}: {result.trap}\n{text}"
        for thread in range(threads):
            warp, lane = divmod(thread, size)
            registers, words = run_thread(statements, lane, thread)
            for name, value in registers.items():
                got = int(result.registers[warp, int(name[1:]), lane])
                assert got == value, f"seed {seed}, thread {thread}, {name}\n{text}"
            first = thread * WORDS_PER_THREAD
            assert result.local[first : first + WORDS_PER_THREAD].tolist() == words, f"seed {seed}\n{text}"
        seen["diverged"] += result.lane_ledger["diverged"] > 0
        seen["empty"] += any(event.mask == 0 for event in result.events)
        assert result.lane_ledger["finished"] == 0  # lanes live to the end
    assert min(seen.values()) > SEEDS // 8, seen


def test_a_write_to_exec_is_reduced_to_the_lanes_with_a_thread() -> None:
    result = run("s_not.b64 exec, 0\ns_branch.scc1 on\nmov r2, 1\non: mov r1, 5\nret", threads=3)
    assert result.scalars[0][126:] == [0b111, 0]
    assert result.registers[0, 1].tolist() == [5, 5, 5, 0, 0, 0, 0, 0]
    assert not result.registers[0, 2].any()


def test_scc_is_judged_before_a_write_to_exec_is_reduced() -> None:
    assert run("s_mov.b64 vcc, -256\ns_or.b64 exec, vcc, vcc\nret", threads=8).conditions == [1]


def test_an_empty_mask_takes_its_time_and_does_nothing() -> None:
    work = "mov r1, 1 -> far if nn\nst.local [lane_id], 7\nld.local r2, [5000]\n"
    result = run(f"s_mov.b64 exec, 0\n{work}jmp on\nfar: mov r3, 1\non: bar\nret", threads=16)
    assert result.status == "done"
    assert [event.pc for event in result.events if event.warp == 0] == [0, 1, 2, 3, 4, 6, 7]
    assert not result.registers.any()
    assert not result.local.any()
    assert result.lane_ledger["active"] == 2 * 8  # of the first instruction of each warp
    assert result.disagreements == [0] * 8


def test_ret_ends_the_warp_and_bar_takes_it_whole() -> None:
    result = run("vcmp.lt.u32 exec, lane_id, 3\nbar\nmov r1, 1\nret\nmov r1, 2\nret", threads=16)
    assert result.status == "done"
    assert result.lane_ledger["finished"] == 0
    assert result.registers[:, 1].tolist() == [[1, 1, 1, 0, 0, 0, 0, 0]] * 2


def test_the_lowest_active_lane_decides_a_jump() -> None:
    result = run("vcmp.ge.u32 exec, lane_id, 5\nsub.u32 r1, lane_id, 5 -> yes if z\nmov r2, 1\nyes: ret", threads=8)
    assert [event.pc for event in result.events] == [0, 1, 3]
    assert result.disagreements == [0, 1, 0, 0]


def test_compares_give_masks_of_active_lanes() -> None:
    result = run(
        "vtest.b32 exec, lane_id, 1\nvcmp.le.s32 s[0:1], lane_id, 3\nvcmp.ne.f32 vcc, r0, nan\n"
        "mov r4, s0\nadd.u32 r5, s0, s0\nadd.u32 r6, exec_lo, lane_id\nret",
        threads=8,
    )
    assert result.scalars[0][:2] == [0b1010, 0]
    assert result.scalars[0][106] == 0b1010_1010
    assert result.registers[0, 4].tolist() == [0, 10, 0, 10, 0, 10, 0, 10]
    assert result.registers[0, 5].tolist() == [0, 20, 0, 20, 0, 20, 0, 20]
    assert result.registers[0, 6].tolist() == [0, 171, 0, 173, 0, 175, 0, 177]


@pytest.mark.parametrize("size", [32, 33, 63, 64])
def test_masks_of_more_than_32_lanes(size: int) -> None:
    result = run("s_mov.b64 s[2:3], exec\nvcmp.ge.u32 exec, lane_id, 31\ns_not.b64 s[4:5], exec\nret", size, size)
    everyone, high = (1 << size) - 1, ((1 << size) - 1) >> 31 << 31
    for pair, value in ((2, everyone), (126, high), (4, high ^ (1 << 64) - 1)):
        assert result.scalars[0][pair : pair + 2] == [value & 0xFFFF_FFFF, value >> 32]


def test_save_exec() -> None:
    result = run("s_mov.b64 vcc, 6\ns_and_saveexec.b64 s[0:1], vcc\ns_and_saveexec.b64 exec, 3\nret", threads=8)
    assert result.scalars[0][0] == 0xFF
    assert result.scalars[0][126] == 0b010
    assert result.conditions == [1]


def test_k_operations_leave_the_condition_alone() -> None:
    for name, value in (("and", 1), ("andn2", 4), ("or", 7), ("xor", 6)):
        result = run(f"s_test.b64 exec, exec\nk_{name}.b64 s[0:1], 5, vcc\nk_{name}.b64 vcc, vcc, vcc\nret", threads=1)
        assert result.conditions == [1]
        result = run(f"s_mov.b64 s[4:5], 3\nk_{name}.b64 s[0:1], 5, s[4:5]\nret", threads=1)
        assert result.scalars[0][:2] == [value, 0]
        assert result.conditions == [0]


def test_what_registers_hold_at_launch() -> None:
    program = isa.assemble(
        ".at_launch r2, thread_id\n.at_launch s4, warp_id\n.at_launch s5, group_id\nadd.u32 r3, r2, s4\nret"
    )
    arguments = {"threads": 12, "group_id": 7, "groups": 9, "max_cycles": 100}
    result = simulate(program, machine(8), **arguments)
    assert not disagreement(result, fast(program, machine(8), **arguments))
    assert result.registers[1, 2].tolist() == list(range(8, 16))
    assert result.registers[1, 3].tolist() == [9, 10, 11, 12, 0, 0, 0, 0]
    assert [row[4:6] for row in result.scalars] == [[0, 7], [1, 7]]


def test_registers_hold_values_at_launch_on_any_machine() -> None:
    plain = Machine.load("fpga4")
    program = replace(isa.assemble("add.u32 r1, r0, 1\nret"), at_launch=(LaunchValue("register", 0, "global_id"),))
    result = simulate(program, plain, threads=4, group_id=2, groups=3)
    assert not disagreement(result, fast(program, plain, threads=4, group_id=2, groups=3, max_cycles=100))
    assert result.registers[0, 1].tolist() == [9, 10, 11, 12]


@pytest.mark.parametrize(
    "text", ["s_mov.b64 vcc, exec", "vtest.b32 vcc, r1, r1", "mov.b32 r1, s4", "st.local [r1], s4"]
)
def test_other_machines_lack_scalar_registers(text: str) -> None:
    result = run(f"{text}\nret", 4, **{"branch.policy": "mask_stack"})
    assert result.trap is not None
    assert result.trap.kind == "illegal_instruction"
    assert result.scalars == []


def test_the_pair_exec_is_the_mask() -> None:
    lanes = ScalarLanes(active=0b1011, living=0b1111)
    assert lanes.pair(126) == 0b1011
    assert lanes.write(126, -1 & (1 << 64) - 1).active == 0b1111
    assert lanes.write(8, 5 << 32).scalars[8:10] == (0, 5)
