"""Kernels whose registers fit the machine and not the launch: what has no room lies in private memory."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import simt
from isa.reporting.diagnostics import SimtError
from simt.core.state.grid import Grid
from simt.launch.sizes import room_for_registers
from simt.machine import Machine

pytest.importorskip("clang")

WIDE = 48  # values that live at a time
TEXT = f"""\
__kernel void k(__global const uint *x, __global uint *out) {{
  uint v[{WIDE}], i = get_global_id(0);
  #pragma unroll
  for (int n = 0; n < {WIDE}; n++) v[n] = x[i + n];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = 0;
  #pragma unroll
  for (int n = 0; n < {WIDE}; n++) sum = sum * 3 + (v[n] ^ v[{WIDE - 1} - n]);
  out[i] = sum;
}}
"""


@pytest.mark.parametrize(("group", "registers"), [(64, 53), (512, 32), (1024, 16)])
def test_a_large_work_group_gets_fewer_registers(tmp_path: Path, group: int, registers: int) -> None:
    path = tmp_path / "k.cl"
    path.write_text(TEXT)
    x = np.arange(1024 + WIDE, dtype=np.uint32) * 2654435761
    result = simt.run(
        path, "gtx280", inputs={"x": x, "out": 1024}, global_size=1024, local_size=group, engine="functional"
    )
    assert result.program.registers <= registers
    assert bool(result.program.private_words) == (group > 64)
    rows = np.stack([x[n : n + 1024] for n in range(WIDE)])
    expected = np.zeros(1024, np.uint32)
    for n in range(WIDE):
        expected = expected * 3 + (rows[n] ^ rows[WIDE - 1 - n])
    np.testing.assert_array_equal(result.buffers["out"], expected)


def test_the_room_is_that_of_the_work_group() -> None:
    gpu, small = Machine.load("gtx280"), Machine.load("fpga4")
    assert room_for_registers(gpu, Grid((512,), (512,))) == 32
    assert room_for_registers(gpu, Grid((512,), (64,))) == 0  # 256, more than it has
    assert room_for_registers(gpu, None) == 0
    assert room_for_registers(small, Grid((256,), (256,))) == 0  # one group alone has all
    assert room_for_registers(gpu.replace(**{"register_file.words": 64}), Grid((512,), (512,))) == 0  # 4: too few


def test_a_group_with_too_many_warps_is_told_so(tmp_path: Path) -> None:
    path = tmp_path / "k.cl"
    path.write_text(TEXT)
    small = {"register_file.words": 64}
    with pytest.raises(SimtError, match="does not fit a core") as error:
        simt.run(
            path,
            "gtx280",
            set=small,
            inputs={"x": 4096, "out": 512},
            global_size=512,
            local_size=512,
            engine="functional",
        )
    assert error.value.code == "E0506"
