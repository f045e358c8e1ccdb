"""Section 23 on the specification: pins derived by hand."""

from __future__ import annotations

from typing import Any

import pytest

import isa
from isa.table.spec import InstructionSpec
from isa.table.table import INSTRUCTIONS
from simt.machine import Machine
from tests.reference import DeviceResult, ReferenceResult, simulate, simulate_device
from tests.reference.coalescing import transactions
from tests.reference.parts import access_of

NAMES = [name for name in INSTRUCTIONS if name.split(".")[0] in ("ld", "st", "atom")]
# A warp of four lanes and banks; nothing but memory takes more than a cycle.
BASE = {
    "front_end.stages": 0, "retire.stages": 0, "alu.latency": 1, "lds.latency": 1, "local.words": 64,
    "memory.latency": 5, "memory.bytes_per_cycle": 32.0, "interconnect.latency": 2, "groups_per_core": 1,
}  # fmt: skip


def machine_of(**keys: Any) -> Machine:
    """The machine of `BASE`; in `keys` two underlines are a dot."""
    return Machine.load("fpga4", {**BASE, **{key.replace("__", "."): value for key, value in keys.items()}})


def run(text: str, threads: int = 4, **keys: Any) -> ReferenceResult:
    return simulate(isa.assemble(text), machine_of(**keys), threads=threads, max_cycles=2000)


def launch(text: str, size: int = 4, group: int = 4, **keys: Any) -> DeviceResult:
    """On a device with global memory, and a buffer of the bytes 4096 to 4351."""
    machine = machine_of(memory="simple", **keys)
    words = [0] * (4352 // 4)
    return simulate_device(
        isa.assemble(text), machine, size=(size, 1), local=(group, 1), buffers=[(4096, 4352)], words=words
    )


def trap_of(result: ReferenceResult | DeviceResult) -> tuple[str, int, int]:
    assert result.trap is not None
    return result.trap.kind, result.trap.lanes, result.trap.value


@pytest.mark.parametrize("name", NAMES)
def test_names_say_what_the_table_does(name: str) -> None:
    spec, access = INSTRUCTIONS[name], access_of(name)
    unit = {"local": "lds", "global": "memory", "private": "private"}[access.space]
    assert (unit, access.size) == (spec.unit, spec.bytes)
    assert (access.verb == "atom", access.verb == "st") == (spec.is_atomic, spec.is_store)
    assert (access.what in ("s8", "s16")) == spec.is_signed


@pytest.mark.parametrize("place", ["local", "global"])
@pytest.mark.parametrize(
    "spec", [s for s in INSTRUCTIONS.values() if s.unit in ("lds", "private")], ids=lambda s: s.name
)
def test_kernels_of_the_table(spec: InstructionSpec, place: str) -> None:
    """With one thread."""
    result = launch(spec.kernel, 1, 1, private__place=place, registers=32)
    assert result.status == "done"
    registers = result.cores[0].registers[0, :, 0]
    assert {name: int(registers[int(name[1:])]) for name in spec.expect} == spec.expect


# --- Time of accesses to local memory ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "degree", "of_banks"),
    [
        # Bytes 0 to 3 are one word, whatever is done with it.
        ("ld.local.u8 r1, [lane_id]", 1, [1, 0, 0, 0]),
        ("st.local.b8 [lane_id], lane_id", 1, [1, 0, 0, 0]),
        # 2 bytes at 0, 8, 16 and 24: words 0, 2, 4, 6, of banks 0 and 2.
        ("shl r0, lane_id, 3\nld.local.s16 r1, [r0]", 2, [2, 0, 2, 0]),
        # Bytes 0, 5, 10 and 15: words 0 to 3.
        ("mul.u32 r0, lane_id, 5\nst.local.b8 [r0], r0", 1, [1, 1, 1, 1]),
        # Four lanes on one word, on two words of a bank, on a word each of two banks.
        ("atom.local.add.u32 r1, [r0 + 8], lane_id", 4, [4, 0, 0, 0]),
        ("and.b32 r0, lane_id, 1\nshl r0, r0, 2\natom.local.add.u32 r1, [r0], 1", 4, [4, 0, 0, 0]),
        ("and.b32 r0, lane_id, 1\natom.local.or.b32 r1, [r0], 1", 2, [2, 2, 0, 0]),
        ("atom.local.exch.b32 r1, [lane_id], 1", 1, [1, 1, 1, 1]),
    ],
)
def test_conflicts(text: str, degree: int, of_banks: list[int]) -> None:
    result = run(f"{text}\nret\n", options__multiply=True)
    access = result.events[-2]
    assert access.degree == degree
    assert result.bank_words[access.enter] == of_banks
    assert access.offer == access.enter + degree
    lifted = run(f"{text}\nret\n", options__multiply=True, ideal__banks=True)
    assert lifted.events[-2].degree == 1
    assert lifted.bank_words[access.enter] == of_banks


def test_beats_of_an_atomic() -> None:
    """Lanes 0 and 1 ask for word 0, 2 and 3 for words 1 and 2: 2 and then 1."""
    result = run("sub.u32 r0, lane_id, 1\nmax.s32 r0, r0, 0\natom.local.add.u32 r1, [r0], 1\nret\n", lds__lanes=2)
    assert result.events[2].degree == 3
    assert result.bank_words[result.events[2].enter] == [2, 1, 1, 0]


# --- What accesses do -------------------------------------------------------------------------------------------------


def test_lanes_of_an_atomic_follow_one_another() -> None:
    result = run("add.u32 r2, lane_id, 1\natom.local.add.u32 r1, [5], r2\nld.local r3, [5]\nret\n")
    assert result.registers[0, 1].tolist() == [0, 1, 3, 6]
    assert result.registers[0, 3].tolist() == [10] * 4


def test_a_comparison_that_one_lane_wins() -> None:
    """r2 is 0 and r3 the lane + 10; only lane 0 finds 0."""
    text = "mov r2, 0\nadd.u32 r3, lane_id, 10\natom.local.cas.b32 r1, [7], r2\nld.local r4, [7]\nret\n"
    result = run(text)
    assert result.registers[0, 1].tolist() == [0, 10, 10, 10]
    assert result.registers[0, 4].tolist() == [10] * 4


def test_every_byte_has_its_highest_lane() -> None:
    """Lanes 0 to 3 store 2 bytes at 0, 0, 2, 2 and then lane 1 alone one at 3."""
    text = """
    and.b32 r0, lane_id, 2
    mul.u32 r1, lane_id, 0x1111
    st.local.b16 [r0], r1
    eq.u32 r2, lane_id, 1
    mask_nz r2
    mov r3, 3
    st.local.b8 [r3], 0x155
    ld.local r3, [0]
    ret
"""
    result = run(text, branch="mask_stack", options__multiply=True)
    assert int(result.registers[0, 3, 1]) == 0x5533_1111


def test_what_traps() -> None:
    assert trap_of(run("add.u32 r0, lane_id, 254\nld.local.u8 r1, [r0]\nret\n")) == ("local_address", 0b1100, 256)
    assert trap_of(run("ld.local.u16 r1, [lane_id]\nret\n")) == ("local_address", 0b1010, 1)
    assert trap_of(run("atom.local.add.u32 r1, [lane_id + 61], r0\nret\n")) == ("local_address", 0b1000, 64)
    text = ".private x u32[2]\nshl r0, lane_id, 1\n{} [r0 + 4], r1\nret\n"
    assert trap_of(run(text.format("st.private.b16"))) == ("private_address", 0b1100, 8)
    assert trap_of(run(text.format("st.private"))) == ("private_address", 0b1110, 6)
    assert trap_of(run("ld.private.u8 r1, [0]\nret\n")) == ("private_address", 0b1111, 0)
    assert trap_of(launch("ld.private.u8 r1, [0]\nret\n")) == ("private_address", 0b1111, 0)
    text = "add.u32 r0, lane_id, 4349\nld.global.s16 r1, [r0]\nret\n"
    assert trap_of(launch(text)) == ("global_address", 0b1101, 4349)
    # Private memory begins at word 4: local memory ends there, but not where it is in global memory.
    text = ".local y u32[3]\n.private x u32[3]\nld.local r1, [lane_id + 1]\nret\n"
    assert trap_of(run(text)) == trap_of(launch(text, private__place="local")) == ("local_address", 0b1000, 4)
    assert launch(text).status == "done"


# --- Private memory ---------------------------------------------------------------------------------------------------


def test_private_words_in_local_memory() -> None:
    """m = 8 for 5 words and 4 banks; two warps, N = 3, S = 4: word i of lane l of warp g is 8 + 12 g + 4 i + l."""
    text = ".local y u32[5]\n.private x u32[3]\nst.private [8], thread_id\nmov r1, 0x1ff\nst.private.b8 [5], r1\nret\n"
    result = run(text, 8)
    expected = [0] * 64
    for thread in range(8):
        warp, lane = divmod(thread, 4)
        expected[8 + 12 * warp + 8 + lane] = thread
        expected[8 + 12 * warp + 4 + lane] = 0xFF00
    assert result.local.tolist() == expected
    assert [event.degree for event in result.events] == [1] * 8


def test_local_memory_that_private_memory_needs() -> None:
    """8 + 2 x 4 x 7 = 64 words; with one more in each thread, 72."""
    text = ".local y u32[5]\n.private x u32[{}]\nret\n"
    assert run(text.format(7), 8).status == "done"
    with pytest.raises(ValueError, match="local memory"):
        run(text.format(8), 8)


def test_places_with_private_memory_in_local_memory() -> None:
    """Groups of two warps need 4 + 2 x 4 x 2 = 20 words: three places, from 0, 20 and 40 on, and local words 0 to 3.

    What the fourth group finds is what the first left there, but for its local memory.
    """
    text = """
.local y u32[2]
.private x u32[2]
    ld.private r1, [4]
    ld.local r2, [1]
    mov r3, 9
    st.local [1], r3
    add.u32 r0, group_id, 100
    st.private [4], r0
    ret
"""
    result = launch(text, 32, 8, private__place="local", groups_per_core=8, warps=8)
    local = result.cores[0].local.tolist()
    assert [local[base + 4 + 12 * 0 + 4 + 3] for base in (20, 40)] == [101, 102]
    assert local[4 + 4 : 4 + 8] == local[4 + 8 + 4 : 4 + 16] == [103] * 4
    assert [local[base + 1] for base in (0, 20, 40)] == [9, 9, 9]
    assert result.cores[0].registers[0:2, 1].tolist() == [[100] * 4, [100] * 4]
    assert result.cores[0].registers[0, 2].tolist() == [0] * 4


@pytest.mark.parametrize("offset", [0, 4])
def test_private_words_in_global_memory_are_adjacent(offset: int) -> None:
    """Behind byte 4352: from 8192 on. Warp 1 begins at word 2048 + 2 x 4; its words are 16 bytes of one sector each.

    Words 8 to 11 and 12 to 15 are of the sector at 8224; a part of them is asked for as the whole.
    """
    text = f".private x u32[2]\nst.private [{offset}], lane_id\nld.private.s8 r1, [{offset}]\nret\n"
    result = launch(text, 8, 8, memory__coalescing="sectors")
    assert [event.degree for event in result.cores[0].events] == [1] * 6
    assert result.cores[0].registers[:, 1].tolist() == [[0, 1, 2, 3]] * 2
    strict = launch(text, 8, 8, memory__coalescing="half_warp_strict")
    assert [event.degree for event in strict.cores[0].events][:2] == [1 if offset == 0 else 4, 4]


def test_private_memory_of_a_core_behind_that_of_another() -> None:
    """A group of each core stores, with a stride of 2 words; nobody sees another's."""
    text = ".private x u32[4]\nst.private [12], global_id\nld.private r1, [12]\nld.private r2, [8]\nret\n"
    result = launch(text, 16, 4, cores=2, groups_per_core=2)
    found = [core.registers[:, 1].reshape(-1).tolist() for core in result.cores]
    assert found == [[0, 1, 2, 3, 8, 9, 10, 11], [4, 5, 6, 7, 12, 13, 14, 15]]
    assert all(not core.registers[:, 2].any() for core in result.cores)


# --- Transactions of parts --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "size", "expected"),
    [
        ("segments", 1, [(0, 128, 16), (128, 128, 16)]),
        ("sectors", 2, [(96, 32, 8), (128, 32, 16), (160, 32, 8)]),
        ("half_warp_relaxed", 1, [(96, 32, 16), (128, 32, 16)]),
        ("half_warp_relaxed", 2, [(96, 32, 8), (128, 32, 8), (128, 64, 16)]),
    ],
)
def test_transactions_of_parts(rule: str, size: int, expected: list[tuple[int, int, int]]) -> None:
    """32 lanes in a row from byte 112 on."""
    found = transactions(rule, [112 + size * lane for lane in range(32)], (1 << 32) - 1, size)
    assert [(each.first, each.size, len(each.lanes)) for each in found] == expected


def test_parts_under_the_strict_rule() -> None:
    found = transactions("half_warp_strict", list(range(16)), 0b1011, 1)
    assert found == [(0, 32, (0,)), (0, 32, (1,)), (0, 32, (3,))]
