"""Launches of three dimensions with an offset: what work-items read, and what is shown of the launch.

The numbers were derived by hand from docs/processor.md, section 18.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import isa
import simt
from isa.table.table import SPECIAL_NAMES
from simt.core.state.grid import Grid
from simt.launch.sizes import launch_text
from simt.machine import Machine
from simt.views.run.stops import stop_diagnostic

DEVICE = Machine.load("fpga4", {"cores": 2, "memory": "simple", "coalescing": "segments", "interconnect.latency": 3})
ENGINES = pytest.mark.parametrize("engine", ["cycle", "functional"])

# Every thread stores one special source at its number in the launch.
STORE = """\
.buffer out, u32
    mov.b32    r1, {name}
    shl.b32    r2, global_id, 2
    st.global  [r2 + out], r1
    ret
"""

# Of a launch of 4 x 2 x 4 from (10, 0, 100) on in groups of 2 x 1 x 2: 2 x 2 x 2 groups of four threads; thread t of
# group g is at (t mod 2, 0, t div 2), the group at (g mod 2, g div 2 mod 2, g div 4).
GROUPS, LOCAL_X, LOCAL_Z = range(8), [0, 1, 0, 1], [0, 0, 1, 1]
EXPECTED: dict[str, list[int]] = {
    "thread_id": [0, 1, 2, 3] * 8,
    "group_id": [group for group in GROUPS for _ in range(4)],
    "global_id": list(range(32)),
    "group_size": [4] * 32,
    "groups": [8] * 32,
    "lane_id": [0, 1, 2, 3] * 8,
    "warp_id": [0] * 32,
    "warp_size": [4] * 32,
    "local_id_x": LOCAL_X * 8,
    "local_id_y": [0] * 32,
    "local_id_z": LOCAL_Z * 8,
    "group_id_x": [0] * 4 + [1] * 4 + [0] * 4 + [1] * 4 + [0] * 4 + [1] * 4 + [0] * 4 + [1] * 4,
    "group_id_y": [0] * 8 + [1] * 8 + [0] * 8 + [1] * 8,
    "group_id_z": [0] * 16 + [1] * 16,
    "global_id_x": [10, 11, 10, 11, 12, 13, 12, 13] * 4,
    "global_id_y": ([0] * 8 + [1] * 8) * 2,
    "global_id_z": [100, 100, 101, 101] * 4 + [102, 102, 103, 103] * 4,
    "group_size_x": [2] * 32,
    "group_size_y": [1] * 32,
    "group_size_z": [2] * 32,
    "groups_x": [2] * 32,
    "groups_y": [2] * 32,
    "groups_z": [2] * 32,
    "global_size_x": [4] * 32,
    "global_size_y": [2] * 32,
    "global_size_z": [4] * 32,
    "global_offset_x": [10] * 32,
    "global_offset_y": [0] * 32,
    "global_offset_z": [100] * 32,
    "work_dim": [3] * 32,
}
LAUNCH: dict[str, Any] = {"global_size": (4, 2, 4), "local_size": (2, 1, 2), "offset": (10, 0, 100)}


@ENGINES
@pytest.mark.parametrize("name", SPECIAL_NAMES)
def test_what_a_work_item_reads(name: str, engine: str) -> None:
    program = isa.assemble(STORE.format(name=name))
    result = simt.run(program, DEVICE, inputs={"out": np.zeros(32, np.uint32)}, engine=engine, **LAUNCH)
    assert result.buffers["out"].tolist() == EXPECTED[name]


@ENGINES
def test_lanes_without_a_thread(engine: str) -> None:
    """Threads 12 to 15 of a group of 3 x 2 x 2 would be at z = 2; of one of 3 x 2, those from 6 on at y = 2 up."""
    names = ("local_id_x", "local_id_y", "local_id_z", "global_id_z", "group_size_z")
    held = "".join(f".at_launch r{number}, {name}\n" for number, name in enumerate(names))
    machine = Machine.load("fpga16", {"registers": 16})
    program = isa.assemble(f"{held}ret\n")
    registers = simt.run(program, machine, local_size=(3, 2, 2), offset=(0, 0, 7), engine=engine).registers
    assert registers[0, 0].tolist() == [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0]
    assert registers[0, 1].tolist() == [0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0, 1]
    assert registers[0, 2].tolist() == [0] * 6 + [1] * 6 + [2] * 4
    assert registers[0, 3].tolist() == [7] * 6 + [8] * 6 + [9] * 4
    assert registers[0, 4].tolist() == [2] * 16
    flat = simt.run(program, machine, local_size=(3, 2), engine=engine).registers
    assert flat[0, 1].tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5]
    assert flat[0, 2].tolist() == [0] * 16


@pytest.mark.parametrize(
    ("sizes", "dimensions"),
    [
        ({"threads": 4}, 1),
        ({"local_size": 4}, 1),
        ({"global_size": (4, 1), "local_size": 4}, 2),
        ({"global_size": 4, "local_size": (4, 1, 1)}, 3),
        ({"global_size": 4, "local_size": 4, "offset": (0, 0)}, 2),
    ],
)
@ENGINES
def test_work_dim_is_the_most_dimensions_that_were_given(sizes: dict[str, Any], dimensions: int, engine: str) -> None:
    program = isa.assemble("mov r1, work_dim\nret\n")
    assert simt.run(program, "fpga4", engine=engine, **sizes).registers[0, 1].tolist() == [dimensions] * 4


@ENGINES
def test_sums_wrap(engine: str) -> None:
    """The highest offset that a launch can have: the last thread is 2^32 - 1; behind it, at launch, numbers go on."""
    program = isa.assemble(".at_launch r0, global_id_x\nmov r1, global_id_x\nret\n")
    result = simt.run(program, "fpga4", threads=3, offset=(1 << 32) - 3, engine=engine)
    last = (1 << 32) - 1
    assert result.registers[0, 0].tolist() == [last - 2, last - 1, last, 0]
    assert result.registers[0, 1].tolist() == [last - 2, last - 1, last, 0]


@ENGINES
def test_scalar_registers_hold_those_that_are_the_same_in_a_warp(engine: str) -> None:
    text = ".at_launch s4, group_id_z\n.at_launch s5, global_size_z\nmov r1, s4\nmov r2, s5\n"
    text += "shl.b32 r3, global_id, 2\nst.global [r3 + out], r1\nadd.u32 r3, r3, 128\nst.global [r3 + out], r2\nret\n"
    machine = DEVICE.replace(branch={**DEVICE.branch.model_dump(), "policy": "explicit_masks"})
    program = isa.assemble(f".buffer out, u32\n{text}")
    result = simt.run(program, machine, inputs={"out": np.zeros(64, np.uint32)}, engine=engine, **LAUNCH)
    assert result.buffers["out"].tolist() == [0] * 16 + [1] * 16 + [4] * 32


def test_bundles_read_them() -> None:
    text = ".threads 8\n.local t u32[16]\nadd.u32 r1, thread_id, global_size_x\nadd.u32 r2, r1, work_dim\n"
    text += "st.local [thread_id + t], r2\nadd.u32 r3, thread_id, 8\nst.local [r3], group_size_y\nret\n"
    result = simt.run(isa.assemble(text), "fpga4", vliw=3, pack=True, offset=(0, 3))
    assert result.program.has_bundles
    assert result.local["t"].tolist() == [8 + 2 + thread for thread in range(8)] + [1] * 8


def test_a_launch_as_it_is_told() -> None:
    grid = Grid((64, 8, 4), (8, 8, 1), offset=(0, 16))
    assert launch_text(grid) == "64x8x4 work-items in 32 groups of 8x8, from 0x16x0 on"
    assert grid.listed == {"global_size": [64, 8, 4], "local_size": [8, 8, 1], "global_offset": [0, 16, 0]}
    assert grid.arguments == {"global_size": (64, 8, 4), "local_size": (8, 8, 1), "offset": (0, 16, 0)}
    assert launch_text(Grid((64,), (64,))) == "64 work-items in 1 group of 64"
    assert Grid((64,), (16,)).arguments == {"global_size": (64,), "local_size": (16,), "offset": (0,)}
    assert Grid((64,), (16,)).size == (64, 1)
    assert Grid.of(64).is_plain
    assert not any(
        grid.is_plain for grid in (Grid((64, 1), (64, 1)), Grid.of(8, groups=2), Grid((8,), (8,), None, (1,)))
    )


def test_the_stop_tells_the_place_of_its_group() -> None:
    program = isa.assemble("eq.u32 r1, group_id, 5 -> trap if c\nret\ntrap: ld.global r1, [r2]\nret\n")
    result = simt.run(program, DEVICE, **LAUNCH)
    assert "work-group 5 (x 1, y 0, z 1)" in str(stop_diagnostic(result))


def test_the_command_line(tmp_path: Any) -> None:
    kernel = tmp_path / "sums.s"
    kernel.write_text(".buffer out, u32, 32\n" + STORE.format(name="global_id_z").partition("\n")[2])
    sizes = ["--global-size", "4x2x4", "--local-size", "2x1x2", "--offset", "10x0x100"]
    arguments = ["-m", "fpga4", "-s", "memory=simple", "-s", "coalescing=segments", *sizes]
    done = CliRunner().invoke(simt_cli(), ["run", str(kernel), *arguments, "--json", "-q"], catch_exceptions=False)
    found = json.loads(done.stdout)
    assert done.exit_code == 0
    assert found["device"]["global_size"] == [4, 2, 4]
    assert found["device"]["global_offset"] == [10, 0, 100]
    assert found["provenance"]["launch"] == [[4, 2, 4], [2, 1, 2], [10, 0, 100]]
    done = CliRunner().invoke(simt_cli(), ["run", str(kernel), *arguments], catch_exceptions=False)
    assert "4x2x4 work-items in 8 groups of 2x1x2, from 10x0x100 on" in done.stdout
    done = CliRunner().invoke(simt_cli(), ["run", str(kernel), "--offset", "1x-2"])
    assert done.exit_code == 2
    assert "'1x-2' is not an offset: a number from 0 up, or two or three with x between, 64x8x4" in done.output


def simt_cli() -> Any:
    from simt.cli.main import cli

    return cli
