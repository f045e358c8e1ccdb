"""Programs of more than 4096 instructions: engines, specification and checks count in all 16 bits of an address."""

from __future__ import annotations

import pytest

import isa
import simt
from isa.table.table import NEAR_INSTRUCTIONS
from simt.machine import Machine
from tests.engines import disagreement, fast
from tests.examples import nightly_but
from tests.reference import simulate

# Lanes part at the beginning, far ahead, and meet again: half of them take a way of its own, at the end of the program.
TEXT = f"""
.threads 16
.local a u32[16]
 and.b32 r1, thread_id, 1
 jmp start
.rept {NEAR_INSTRUCTIONS + 10}
 bar
.endr
start:
 mov.b32 r2, 3
loop:
 mov.b32 r3, r1 -> odd if nz
 add.u32 r4, r4, 1
next:
 sub.u32 r2, r2, 1 -> loop if nz
 st.local [thread_id + a], r4
 ret
odd:
 add.u32 r4, r4, 100
 jmp next
"""


@pytest.mark.parametrize("policy", nightly_but(["min_pc"], ["ipdom_stack", "min_pc"]))
def test_both_engines_jump_far(policy: str) -> None:
    machine = Machine.load("article32", {"program.words": 65536, "branch.policy": policy})
    program = isa.assemble(TEXT)
    result = fast(program, machine, threads=16, max_cycles=10_000)
    assert result.local[:16].tolist() == [3, 300] * 8
    assert disagreement(simulate(program, machine, threads=16, max_cycles=10_000), result) == ""


def test_a_race_far_ahead_has_its_lines() -> None:
    text = TEXT.replace("[thread_id + a], r4", "[a], r4\n ld.local r5, [a]").replace(".threads 16", ".threads 64")
    program = isa.assemble(text)
    found = simt.check(program, set={"program.words": 65536, "branch.policy": "min_pc"}).findings
    assert found is not None
    last = len(program.words) - 1
    races = {(each.code, each.access.pc, each.other.pc) for each in found.found if each.other is not None}
    store, load = last - 4, last - 3
    assert ("C002", store, store) in races
    assert all({first, second} <= {store, load} for _, first, second in races)
