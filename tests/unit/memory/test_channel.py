"""Presets of DRAM: the clocks of the grades are those of the data sheets' configurations."""

from __future__ import annotations

import re

import pytest

from simt import explain
from simt.machine.channel import ChannelError, changed, channel_of, grades, load, preset
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


def test_the_page_on_channels_names_every_grade() -> None:
    """`simt explain E0430`."""
    page = str(explain("E0430"))
    assert [name for name in grades() if not re.search(rf"{name}(?![-\w])", page)] == []


def test_every_grade_of_ddr2() -> None:
    assert set(grades()) == set(IN_ALL) | {"ddr4-2400-083e", "gddr3-1800", "gddr3-2214", "gddr5-4800"}
    for name, (latency, ras, cycle, *more, rrd8, faw8, rrd16, faw16) in IN_ALL.items():
        for width, rrd, faw in ((8, rrd8, faw8), (16, rrd16, faw16)):
            for bus in (16, 32, 64, 128):
                channel = load(f"{name}-x{width}-{bus}")
                assert [channel[key] for key in ("CL", "tRCD", "tRP", "tRAS", "tRC")] == [latency] * 3 + [ras, cycle]
                assert [channel[key] for key in ("tWR", "tWTR", "tRTP", "tRRD", "tFAW")] == [*more, rrd, faw]
                assert channel.bytes == (1 << 27) * bus // width


# Clocks of 0.833 ns: 16-16-16, and what DRAMsim3's DDR4_4Gb_x16_2400 has of the same parts. Of x8 4.9 / 0.833 = 5.9 and
# 21 / 0.833 = 25.2; 3.3 / 0.833 is 4, the least that there is.
@pytest.mark.parametrize(("width", "banks", "groups", "rrd", "faw"), [(16, 8, 2, (7, 8), 36), (8, 16, 4, (4, 6), 26)])
def test_ddr4_at_1200_mhz(width: int, banks: int, groups: int, rrd: tuple[int, int], faw: int) -> None:
    channel = load(f"ddr4-2400-083e-x{width}-64")
    assert [channel[key] for key in ("CL", "CWL", "tRCD", "tRP", "tRAS", "tRC")] == [16, 12, 16, 16, 39, 55]
    assert [channel[key] for key in ("tCCD", "tCCD_L", "tWTR", "tWTR_L", "tWR", "tRTP")] == [4, 6, 3, 9, 18, 9]
    assert [channel[key] for key in ("tRRD", "tRRD_L", "tFAW", "tRFC", "tREFI")] == [*rrd, faw, 312, 9360]
    assert [channel[key] for key in ("banks", "bank_groups")] == [banks, groups]
    assert channel["rd_to_pre"] == 9  # tRTP: a bank fetches all of a burst at once
    assert channel["rd_to_wr"] == 16 + 4 - 12 + 2  # RL + BL/2 - WL + 2
    assert channel["peak_MBps"] == pytest.approx(19200)
    assert channel.bytes == (1 << 29) * 64 // width


def test_times_have_a_least_number_of_clocks() -> None:
    """At 667 MHz 30 ns are 20 clocks, and tFAW of pages of 2 KB has 28 at least; 7.5 ns are 5."""
    slow = changed({"base": "ddr4-2400-083e-x16-64", "tCK": 1.5, "CWL": 9}, "slow")
    assert [slow[key] for key in ("tFAW", "tRRD", "tRRD_L", "tWTR_L")] == [28, 4, 5, 5]


def test_gddr3_at_1107_mhz() -> None:
    """Times over 0.90334 ns, rounded up: 15.0 / 0.90334 = 16.6, and so on; the write latency is in clocks."""
    channel = load("gddr3-2214-x32-64")
    assert [channel[key] for key in ("CL", "CWL", "tRCD", "tRP", "tRAS", "tRC")] == [14, 7, 17, 14, 35, 49]
    assert [channel[key] for key in ("tRRD", "tFAW", "tWR", "tWTR", "tRFC", "tREFI")] == [12, 45, 15, 8, 58, 4317]
    assert channel.burst == 2  # four beats, two in a clock
    assert channel["bytes_per_req"] == 32
    assert channel["row_bytes"] == 2 * 2048  # two parts of 32 bits, pages of 2 KB
    assert channel.bytes == 2 * 64 << 20  # of 512 Mb
    assert channel["peak_MBps"] == pytest.approx(8 * 2 * 1107, rel=1e-4)
    assert channel["trans_queue_size"] == 16  # GPGPU-Sim's


def test_gddr3_at_900_mhz() -> None:
    """The same times over 1.11111 ns: 15.0 / 1.11111 = 13.5, and so on; 31.25 and 12.5 are 29 and 12, 41 in all."""
    channel = load("gddr3-1800-x32-64")
    assert [channel[key] for key in ("CL", "CWL", "tRCD", "tRP", "tRAS", "tRC")] == [12, 7, 14, 12, 29, 41]
    assert channel["bytes_per_req"] == 32
    assert channel["peak_MBps"] == pytest.approx(8 * 2 * 900, rel=1e-4)


def test_gddr5_at_1200_mhz() -> None:
    """Times over 0.83333 ns; eight beats take two clocks, as four are in one."""
    channel = load("gddr5-4800-x32-32")
    assert [channel[key] for key in ("CL", "CWL", "tRCD", "tRP", "tRAS", "tRC")] == [15, 4, 15, 15, 34, 49]
    assert [channel[key] for key in ("tRRD", "tFAW", "tWR", "tWTR", "tRFC", "tREFI")] == [7, 28, 15, 7, 79, 4680]
    assert channel.burst == 2
    assert channel["bytes_per_req"] == 32
    assert channel.bytes == 128 << 20  # a part of 1 Gb
    assert channel["peak_MBps"] == pytest.approx(4 * 4 * 1200, rel=1e-4)
    assert channel["rd_to_wr"] == 15 - 4 + 2 + 1
    assert channel["wr_to_rd"] == 4 + 2 + 7


@pytest.mark.parametrize("name", ["gddr3-2214-x16", "ddr2-667-3-x32-32", "gddr5-4800-x32-48", "ddr2-667-4"])
def test_a_name_that_is_no_preset(name: str) -> None:
    with pytest.raises(ChannelError) as refused:
        preset(name)
    assert refused.value.code == "E0430"
