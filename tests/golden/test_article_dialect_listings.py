"""The branching article's GCN and AVX-512 listings: as printed but for the repaired lines, and with the masks that the
mask-stack listings of the same examples give on as many lanes."""

from __future__ import annotations

import re
from itertools import groupby

import numpy as np
import pytest

import isa
import simt
from isa.program.program import Program

# The listings, an instruction or label a line, as printed.
PRINTED = {
    "gcn1": """
        v_mov_b32 v1, 0x00000400 | v_mad_u32_u24 v0, s12, v1, v0 | v_and_b32 v1, 63, v0 | v_and_b32 v2, 1, v0 |
        s_mov_b64 s[0:1], exec | v_cmpx_ne_u32 exec, v2, 0 | s_cbranch_execz ELSE | ELSE: | s_mov_b64 exec, s[0:1] |
        s_endpgm""",
    "gcn2": """
        v_mov_b32 v1, 0x00000400 | v_mad_u32_u24 v0, s8, v1, v0 | v_and_b32 v1, 63, v0 | s_mov_b64 s[0:1], exec |
        v_mov_b32 v2, v1 | v_cmp_le_u32 vcc, 16, v1 | s_andn2_b64 exec, exec, vcc | s_cbranch_execz LOOP_END |
        LOOP_BEGIN: | v_add_u32 v2, 1, v2 | v_cmp_le_u32 vcc, 16, v2 | s_andn2_b64 exec, exec, vcc |
        s_cbranch_execnz LOOP_BEGIN | LOOP_END: | s_mov_b64 exec, s[0:1] | s_endpgm""",
    "gcn3": """
        v_mov_b32 v1, 0x00000400 | v_mad_u32_u24 v0, s12, v1, v0 | v_and_b32 v1, 63, v0 | v_and_b32 v2, 1, v0 |
        s_mov_b64 s[0:1], exec | v_cmpx_lt_u32 exec, v1, 16 | s_cbranch_execz ELSE | ELSE: |
        s_andn2_b64 exec, s[0:1], exec | s_cbranch_execz CONVERGE | CONVERGE: | s_mov_b64 exec, s[0:1] | s_endpgm""",
    "avx1": """
        vpslld zmm0 {k1}, zmm0, 31 | kmovw eax, k1 | vptestmd k1 {k1}, zmm0, zmm0 | kortestw k1, k1 | je ELSE | ELSE: |
        kmovw k1, eax | ret""",
    "avx2": """
        kmovw eax, k1 | vpcmpltud k1 {k1}, zmm0, 16 | kortestw k1, k1 | je LOOP_END |
        vpternlogd zmm1 {k1}, zmm1, zmm1, 255 | LOOP_BEGIN: | vpsubd zmm0 {k1}, zmm0, zmm1 |
        vpcmpltud k1 {k1}, zmm0, 16 | kortestw k1, k1 | jne LOOP_BEGIN | LOOP_END: | kmovw k1, eax | ret""",
    "avx3": """
        vpslld zmm0 {k1}, zmm0, 31 | kmovw eax, k1 | vptestmd k1 {k1}, zmm0, zmm0 | kortestw k1, k1 | je ELSE | THEN: |
        ELSE: | kmovw ebx, k1 | andn ebx, eax, ebx | kmovw k1, ebx | kortestw k1, k1 | je CONVERGE | CONVERGE: |
        kmovw k1, eax | ret""",
}
REPAIRED = {"avx3": 1}  # lines; the other listings run as printed
CYCLES = {"gcn1": 9, "gcn2": 74, "gcn3": 11, "avx1": 7, "avx2": 71, "avx3": 12}  # without filler, on the presets
MACHINES = {"gcn": "gcn64", "avx": "avx512"}

# Example 3 of the AVX-512 section asks for lane_id & 1, that of the fictional ISA for lane_id < 16.
EXAMPLE_3_OF_AVX = """
    .equ filler 0
    and r0.y, lane_id, u(1)
    br_push r0.y, ELSE, CONVERGE
    .rept filler
    mov r2.x, r2.x
    .endr
    pop_mask
    ELSE:
    .rept filler
    mov r2.x, r2.x
    .endr
    pop_mask
    CONVERGE:
    ret
"""


def listing(name: str, filler: int = 0) -> Program:
    return simt.assemble_file(simt.find_program(f"article/{name}"), defines={"filler": filler})


def of_the_stack(name: str, filler: int) -> Program:
    """The mask-stack program of the same example."""
    if name == "avx3":
        return isa.assemble(EXAMPLE_3_OF_AVX, defines={"filler": filler})
    return simt.assemble_file(simt.find_program(f"article/example{name[-1]}"), defines={"filler": filler})


def masks(program: Program, machine: simt.Machine) -> list[tuple[str, int]]:
    """The source line and the mask of every issued instruction."""
    result = simt.run(program, machine, threads=machine.warp_size, record=True)
    assert result.completed, result.stop
    assert result.events is not None
    events = result.events.instructions
    every_lane = (1 << machine.warp_size) - 1
    assert events["select"].tolist() == list(range(result.cycles))  # a column for each instruction
    return [
        (program.locations[pc].text.split(";")[0].strip(), mask & every_lane)
        for pc, mask in zip(events["pc"].tolist(), events["mask"].tolist(), strict=True)
    ]


def collapsed(history: list[tuple[str, int]]) -> list[int]:
    """The masks that are not empty, each as long as it lasts once."""
    return [mask for mask, _ in groupby(mask for _, mask in history if mask)]


def of_the_body(history: list[tuple[str, int]]) -> list[int]:
    """The masks of the filler instructions, in order: moves of a register to itself."""
    return [mask for line, mask in history if re.fullmatch(r"\w*mov\w* (\S+)(?: \{k1\})?, \1", line)]


@pytest.mark.parametrize("name", PRINTED)
def test_the_listing_is_the_printed_one_but_for_the_repaired_lines(name: str) -> None:
    """Without comments, directives and the filler; the header says old and new of each repaired line."""
    source = simt.find_program(f"article/{name}").read_text(encoding="utf-8")
    header = source.partition(".dialect")[0]
    repaired = dict(re.findall(r"^; printed: +(.*)\n; here: +(.*)\n; why: +\S", header, flags=re.MULTILINE))
    assert len(repaired) == REPAIRED.get(name, 0)
    assert repaired or "It runs as printed" in " ".join(header.replace(";", " ").split())
    printed = [" ".join(line.split()) for line in PRINTED[name].split("|")]
    text = re.sub(r"\.rept filler.*?\.endr", "", source, flags=re.DOTALL)
    lines = [" ".join(line.split(";")[0].split()) for line in text.splitlines()]
    shown = [line for line in lines if line and not line.startswith(".")]
    assert shown == [repaired.get(line, line) for line in printed]
    assert set(repaired) <= set(printed)


@pytest.mark.parametrize("name", PRINTED)
def test_each_listed_instruction_is_one(name: str) -> None:
    listed = [line for line in PRINTED[name].split("|") if not line.strip().endswith(":")]
    assert len(listing(name).words) == len(listed)


@pytest.mark.parametrize("name", PRINTED)
def test_cycles_of_the_listing(name: str) -> None:
    machine = simt.Machine.load(MACHINES[name[:3]])
    assert len(masks(listing(name), machine)) == CYCLES[name]


@pytest.mark.parametrize("name", PRINTED)
def test_masks_are_those_of_the_mask_stack(name: str) -> None:
    preset = simt.Machine.load(MACHINES[name[:3]])
    for lanes in (64, 32, 16, 8):
        if lanes > preset.warp_size:
            continue
        explicit = simt.Machine.load(preset.name, {"warp_size": lanes})
        stack = simt.Machine.load("article32", {"warp_size": lanes})
        for filler in (0, 3):
            here = masks(listing(name, filler), explicit)
            there = masks(of_the_stack(name, filler), stack)
            assert collapsed(here) == collapsed(there)
            assert of_the_body(here) == of_the_body(there)
            assert bool(of_the_body(here)) == bool(filler)


def test_the_loop_keeps_one_lane_less_in_each_turn() -> None:
    history = collapsed(masks(listing("gcn2", 1), simt.Machine.load("gcn64")))
    assert history == [(1 << 64) - 1, *((1 << count) - 1 for count in range(16, 0, -1)), (1 << 64) - 1]


def test_as_printed_the_other_side_of_avx3_never_ran() -> None:
    """The reason of the repair."""
    source = simt.find_program("article/avx3").read_text(encoding="utf-8")
    printed = isa.assemble(source.replace("\nandn ebx, ebx, eax", "\nandn ebx, eax, ebx"), defines={"filler": 1})
    machine = simt.Machine.load("avx512")
    assert of_the_body(masks(printed, machine)) == [0xAAAA]
    assert of_the_body(masks(listing("avx3", 1), machine)) == [0xAAAA, 0x5555]


def test_what_the_listings_compute() -> None:
    """Lane numbers, the loop's counters, and masks as they were before."""
    result = simt.run(listing("gcn2"), "gcn64")
    lanes = np.arange(64)
    np.testing.assert_array_equal(result.registers[0, 1], lanes)
    np.testing.assert_array_equal(result.registers[0, 2], np.maximum(lanes, 16))
    result = simt.run(listing("avx2"), "avx512")
    np.testing.assert_array_equal(result.registers[0, 0], np.full(16, 16))
    np.testing.assert_array_equal(result.registers[0, 1], np.full(16, 0xFFFF_FFFF))
