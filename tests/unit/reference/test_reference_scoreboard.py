"""Section 24: which registers an instruction reads and writes, whether it steers, and what it does with the flag."""

from __future__ import annotations

import pytest

import isa
from isa.program.encoding import Instruction
from tests.reference.operands import reads, writes
from tests.reference.scoreboard import is_plain, reads_flag


def first(line: str) -> Instruction:
    instruction = isa.assemble(f"start: {line}\nret\n").instructions[0]
    assert instruction is not None
    return instruction


@pytest.mark.parametrize(
    ("line", "read", "written"),
    [
        ("add.u32 r1, r2, r3", {2, 3}, {1}),
        ("add.u32 r1, r2, 5", {2}, {1}),
        ("add.u32 r1, lane_id, r2", {2}, {1}),
        ("mad.f32 r1, r2, r3, r4", {2, 3, 4}, {1}),
        ("add.f64 r2, r4, r6", {4, 5, 6, 7}, {2, 3}),
        ("add.f64 r2, r4, 1.0", {4, 5}, {2, 3}),
        ("cvt.f64.u32 r2, r4", {4}, {2, 3}),
        ("cvt.f32.f64 r2, r4", {4, 5}, {2}),
        ("lt.f64 r2, r4, r6", {4, 5, 6, 7}, {2}),
        ("ld.local r1, [r2 + 4]", {2}, {1}),
        ("st.local [r1], r2", {1, 2}, set()),
        ("ld.global r1, [r2]", {2}, {1}),
        ("ld.global.b128 r4, [r2]", {2}, {4, 5, 6, 7}),
        ("ld.global.b64 r4, [r2]", {2}, {4, 5}),
        ("st.global.b128 [r1], r4", {1, 4, 5, 6, 7}, set()),
        ("st.global.b64 [r1], r4", {1, 4, 5}, set()),
        ("st.global.b8 [r1], r4", {1, 4}, set()),
        ("atom.add.u32 r1, [r2], r3", {2, 3}, {1}),
        ("atom.cas.b32 r1, [r2], r4", {2, 4, 5}, {1}),
        ("atom.local.cas.b32 r1, [r2], r4", {2, 4, 5}, {1}),
        ("ld.private r1, [r2]", {2}, {1}),
        ("mask_nz r3", {3}, set()),
        ("vcmp.eq.u32 vcc, r1, r2", {1, 2}, set()),
        ("add.u32 r1, s4, r2", {2}, {1}),
        ("bar", set(), set()),
    ],
)
def test_registers(line: str, read: set[int], written: set[int]) -> None:
    assert reads(first(line)) == read
    assert writes(first(line)) == written


@pytest.mark.parametrize(
    ("line", "plain"),
    [
        ("add.u32 r1, r2, r3", True),
        ("add.u32 r1, r2, r3 -> start if z", False),
        ("ld.global r1, [r2]", True),
        ("ld.global r1, [r2] -> start if nz", False),
        ("st.local [r1], r2", True),
        ("add.u32 r1, s4, r2", True),
        ("vcmp.eq.u32 vcc, r1, r2", False),
        ("vtest.b32 vcc, r1, r2", False),
        ("s_mov.b64 exec, vcc", False),
        ("k_and.b64 exec, exec, vcc", False),
        ("s_branch.execz start", False),
        ("mask_nz r3", False),
        ("push_mask start", False),
        ("jmp start", False),
        ("bar", False),
        ("ret", False),
    ],
)
def test_steering(line: str, plain: bool) -> None:
    assert is_plain(first(line)) == plain


@pytest.mark.parametrize(
    ("line", "waits"),
    [
        ("add.u32 r1, r2, r3", False),
        ("addc.u32 r1, r2, r3", True),
        ("subb.u32 r1, r2, r3", True),
        ("select.b32 r1, r2, r3", True),
        ("select_nz.b32 r1, r2, r3, r4", False),
        ("add.u32 r1, r2, r3 -> start if c", False),  # on the flag that it writes itself
        ("lt.u32 r1, r2, r3 -> start if nc", False),
        ("mov r1, r2 -> start if c", True),
        ("ld.local r1, [r2] -> start if nc", True),
        ("mov r1, r2 -> start if z", False),
        ("addc.u32 r1, r2, r3 -> start if c", True),
    ],
)
def test_the_flag(line: str, waits: bool) -> None:
    assert reads_flag(first(line)) == waits
