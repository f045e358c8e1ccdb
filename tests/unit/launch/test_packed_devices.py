"""Kernels with global memory in bundles, on several cores and on the HD 5870's five slots."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import simt
from isa.packing.packer import pack
from simt.launch.oracle import Oracle
from tests.paths import ROOT

PROGRAMS = ROOT / "programs"
POINTS, GROUPS = 128, 8


def fft_of_buffers() -> str:
    """`fft128_stockham` with its points in buffers: each group copies its own into local memory, and back."""
    text = (PROGRAMS / "fft128_stockham.s").read_text(encoding="utf-8")
    head, mark, body = text.partition(".macro points")
    first = body.index("\n", body.rindex(".endm")) + 1
    macros, code = body[:first], body[first:]
    begin = "    shl.b32 r20, group_id, 7\n    add.u32 r20, r20, thread_id\n    shl.b32 r20, r20, 2\n"
    into = "".join(
        f"    ld.global r21, [r20 + {name}_of_all + {offset}]\n    st.local [thread_id + {name} + {offset // 4}], r21\n"
        for name in ("re", "im")
        for offset in (0, 256)
    )
    back = into.replace("ld.global r21, ", "ST ").replace("st.local ", "ld.local r21, ")
    lines = back.splitlines()
    back = "\n".join(
        f"{load.rpartition(',')[0]}\n    st.global {store.strip()[3:]}, r21"
        for store, load in zip(lines[::2], lines[1::2], strict=True)
    )
    buffers = "".join(f".buffer {name}_of_all, f32, {POINTS * GROUPS}\n" for name in ("re", "im"))
    *before, end = code.rpartition("    ret")
    return f"{head}{buffers}{mark}{macros}{begin}{into}    bar\n{before[0]}    bar\n{back}\n    ret{end}"


@pytest.mark.parametrize("slots", [3, ["lds", "memory", "alu+control", "fpu"]])
def test_an_fft_of_global_memory_in_bundles_on_four_cores(slots: Any) -> None:
    program = simt.assemble(fft_of_buffers())
    oracle = Oracle.beside(PROGRAMS / "fft128_stockham.s")
    assert oracle is not None
    tables = {name: value for name, value in oracle.inputs(program, 1).items() if name not in ("re", "im")}
    rng = np.random.default_rng(1)
    re, im = (rng.standard_normal(POINTS * GROUPS).astype(np.float32) for _ in range(2))
    keys = {"cores": 4, "memory.policy": "simple", "local.banks": 8, "program.words": 1024}
    words = {"inputs": {**tables, "re_of_all": re, "im_of_all": im}, "global_size": 64 * GROUPS, "local_size": 64}
    scalar = simt.run(program, "fpga4", set=keys, **words)
    packed = pack(program, slots, threads=64).program
    wide = simt.run(packed, "fpga4", set={**keys, "vliw.slots": slots}, **words)
    assert scalar.completed
    assert wide.completed
    right = np.fft.fft((re + 1j * im).reshape(GROUPS, POINTS))
    for result in (scalar, wide):
        found = (result.buffers["re_of_all"] + 1j * result.buffers["im_of_all"]).reshape(GROUPS, POINTS)
        assert np.abs(found - right).max() <= 1e-5 * np.abs(right).max()
    assert np.array_equal(scalar.buffers["re_of_all"], wide.buffers["re_of_all"])
    assert wide.cycles < 0.9 * scalar.cycles


def test_a_matrix_product_on_five_slots() -> None:
    """The lanes may part there, so the launch packs for that. Every bundle but few holds an access to local memory."""
    sizes = {"defines": {"n": 96}, "seed": 1}
    scalar, wide = (simt.run("mm_local", name, **sizes) for name in ("hd5870", "hd5870_vliw"))
    assert scalar.check is not None
    assert wide.check is not None
    assert scalar.check.passed
    assert wide.check.passed
    assert wide.program.assumes is not None
    assert not wide.program.assumes.stay_together
    assert wide.issued == scalar.issued
    assert 2 * wide.instructions < 1.05 * scalar.instructions  # bundles
    assert wide.cycles < 0.75 * scalar.cycles


def test_a_matrix_product_on_five_slots_of_one_core() -> None:
    """The memory is no limit there, and the loop has as many bundles as accesses to local memory."""
    words = {"defines": {"n": 64}, "seed": 1, "set": {"cores": 1}}
    scalar, wide = (simt.run("mm_local", name, **words) for name in ("hd5870", "hd5870_vliw"))
    assert wide.check is not None
    assert wide.check.passed
    assert scalar.cycles > 1.85 * wide.cycles
    machine = simt.Machine.load("hd5870_vliw")
    packed = pack(simt.load_program("mm_local"), machine.vliw.slots, registers=machine.registers, may_part=True)
    kernel = next(block for block in packed.blocks if block.kind == "kernel")
    assert kernel.bundles == kernel.bounds.bound == 34
