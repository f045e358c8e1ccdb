"""Presets of DRAM: the clocks of the grades are those of the data sheets' configurations."""

from __future__ import annotations

import pytest

from simt.memory.dram.channel import channel_of, grades, load
from tests.ddr2 import CONFIGS

IN_CLOCKS = ("CL", "CWL", "tRCD", "tRP", "tRAS", "tRC", "tWR", "tWTR", "tRTP", "tRRD", "tFAW", "tRFC", "tREFI", "tXS")


@pytest.mark.parametrize(
    ("preset", "config"),
    [("ddr2-667-3-x16-32", "A_ddr2_667_x32"), ("ddr2-667-3e-x8", "D_ddr2_667_x64_x8")],
)
def test_a_preset_is_the_configuration_of_the_same_parts(preset: str, config: str) -> None:
    channel, expected = load(preset), channel_of(CONFIGS[config], config)
    keys = (*IN_CLOCKS, "BL", "banks", "rows", "columns", "bus_width", "device_width", "bytes_per_req", "channel_MB")
    assert {key: channel[key] for key in keys} == {key: expected[key] for key in keys}


def test_parts_at_a_slower_clock(tmp_path: object) -> None:
    """DDR2-400 parts at 167 MHz: every time in ns is made clocks of 6 ns."""
    from pathlib import Path

    path = Path(str(tmp_path)) / "b.toml"
    path.write_text('base = "ddr2-400-5e"\ntCK = 6.0\n')
    channel, expected = load(str(path)), CONFIGS["B_ddr2_333_x64"]
    assert {key: channel[key] for key in IN_CLOCKS} == {key: expected[key] for key in IN_CLOCKS}


# From the data sheets' tables in clocks: CL-tRCD-tRP, tRAS, tRC, tWR, tWTR, tRTP, then tRRD and tFAW of x8 and of x16.
IN_ALL = {
    "ddr2-400-5e": (3, 8, 11, 3, 2, 2, 2, 8, 2, 10),
    "ddr2-667-3": (5, 14, 19, 5, 3, 3, 3, 13, 4, 17),
    "ddr2-667-3e": (4, 14, 18, 5, 3, 3, 3, 13, 4, 17),
    "ddr2-800-25e": (5, 16, 22, 6, 3, 3, 3, 14, 4, 18),
    "ddr2-800-25": (6, 16, 22, 6, 3, 3, 3, 14, 4, 18),
    "ddr2-1066-187e": (7, 22, 29, 8, 4, 4, 4, 19, 6, 24),
}


def test_every_grade() -> None:
    assert set(grades()) == set(IN_ALL)
    for name, (latency, ras, cycle, *more, rrd8, faw8, rrd16, faw16) in IN_ALL.items():
        for width, rrd, faw in ((8, rrd8, faw8), (16, rrd16, faw16)):
            for bus in (16, 32, 64, 128):
                channel = load(f"{name}-x{width}-{bus}")
                assert [channel[key] for key in ("CL", "tRCD", "tRP", "tRAS", "tRC")] == [latency] * 3 + [ras, cycle]
                assert [channel[key] for key in ("tWR", "tWTR", "tRTP", "tRRD", "tFAW")] == [*more, rrd, faw]
                assert channel.bytes == (1 << 27) * bus // width
