"""Instructions that say where lanes meet, on machines with `branch.meeting_instructions`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import simt
from simt.machine import Machine

SOURCE = """
kernel void one(global uint* out)
{
    uint i = get_global_id(0), word = out[i];
    if (word & 1)
        word = out[i ^ 1] + 5;
    out[64 + i] = word;
}

kernel void nested(global uint* out)
{
    uint i = get_global_id(0), word = out[i];
    if (word & 1) {
        word += out[i ^ 1];
        if (word & 2)
            word += out[i ^ 2];
        word ^= 3;
    }
    out[64 + i] = word;
}

kernel void same(global uint* out, uint count)
{
    uint i = get_global_id(0), word = out[i];
    for (uint k = 0; k < count; ++k)
        word = word * 3 + out[k];
    if (count > 5)
        word += out[1];
    out[64 + i] = word;
}

kernel void last(global uint* out)
{
    uint i = get_global_id(0);
    if (out[i] & 1)
        out[64 + i] = 7;
}

kernel void halves(global uint* out)
{
    uint i = get_local_id(0), word = 1;
    if (i < 32)
        word = out[i] + 5;
    out[64 + i] = word;
}

kernel void rounds(global uint* out)
{
    uint i = get_global_id(0), word = out[i];
    while (word & 1)
        word = out[word >> 2 & 63] >> 1;
    out[64 + i] = word;
}

kernel void again(global uint* out)
{
    uint i = get_global_id(0), word = out[i];
    do {
        word = out[word >> 3 & 63] >> 1;
        if (word & 4)
            out[64 + i] = word;
    } while (word & 1);
}

kernel void skips(global uint* out)
{
    uint i = get_global_id(0), word = out[i], sum = 0;
    while (word & 7) {
        word = word * 5 + 3 & 255;
        if (word & 2)
            continue;
        sum += out[word & 63];
        out[64 + i] = sum;
        if (sum & 4)
            continue;
        word >>= 1;
    }
}
"""
ADDED = {"one": 2, "nested": 4, "same": 0, "last": 0, "halves": 2, "rounds": 2, "again": 2, "skips": 0}


@pytest.mark.parametrize(("kernel", "added"), ADDED.items())
def test_a_branch_on_which_lanes_part_takes_two_instructions_more(kernel: str, added: int, tmp_path: Path) -> None:
    """Also where whole warps go one way (`halves`), which a compiler need not know, and before a loop of no rounds.

    Uniform branches, back edges and branches to the kernel's end take none. Nor do branches after which lanes meet at
    the head of their loop (`skips`): it comes before them.
    """
    file = tmp_path / "k.cl"
    file.write_text(SOURCE)
    words = np.random.default_rng(2).integers(0, 1 << 8, 128, dtype=np.uint32)
    inputs: dict[str, object] = {"out": words, **({"count": 7} if kernel == "same" else {})}
    runs = []
    for meet in (False, True):
        machine = Machine.load("g80", {"branch.meeting_instructions": meet})
        runs.append(simt.run(f"{file}::{kernel}", machine, inputs=inputs, global_size=64, local_size=64))
    apart, met = runs
    np.testing.assert_array_equal(apart.buffers["out"], met.buffers["out"])
    assert len(met.program.words) - len(apart.program.words) == added
