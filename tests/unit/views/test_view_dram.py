"""Memory of DRAM in the picture: figures of a run, the view `dram`, its tracks in the exports."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import isa
import simt
from simt.memory.dram.timeline import BANK_STATES
from simt.result.result import Result
from simt.views.exports import export
from simt.views.kit.panels import Grid, Heat
from simt.views.run.summary import summary
from simt.views.time.pictures import draw_views
from simt.views.time.terminal import Style, render_views
from simt.views.time.timelines import make_panels

KEYS = {
    "memory": "dram", "part": "ddr2-667-3-x16-32", "clock_mhz": 1000 / 3, "pipeline": 10, "coalescing": "sectors",
    "memory.channels": 2, "memory.interleave": 256, "memory.queue": 64, "interconnect.latency": 2,
    "options.multiply": True,
}  # fmt: skip
# Thread k loads word k * STRIDE of the buffer, which is all of the memory that it touches, and stores to the next one.
TEXT = """
.threads 16
.equ STRIDE = 8
.buffer a, u32, 8192
    mul.u32 r1, thread_id, STRIDE * 4
    ld.global r2, [r1 + a]
    add.u32 r1, r1, 4
    st.global [r1 + a], r2
    ret
"""


@cache
def ran(stride: int = 8, record: bool | range = True, **keys: object) -> Result:
    machine = simt.Machine.load("fpga4", {**KEYS, **keys})
    return simt.run(
        isa.assemble(TEXT.replace("STRIDE = 8", f"STRIDE = {stride}")), machine, global_size=16, record=record
    )


def test_figures_of_the_channels() -> None:
    result = ran()
    assert result.commands is not None
    counts = np.bincount(np.concatenate(result.commands)["command"], minlength=5)
    activates, accesses = counts[0], counts[1] + counts[2]
    found = result.to_dict()["device"]["memory"]["dram"]
    assert (found["requests"], found["refreshes"]) == (32, counts[4])  # 16 lines of 32 bytes, read and written
    assert found["row_hits"] == pytest.approx(1 - activates / accesses)
    clocks = 2 * result.cycles * result.machine.dram_rate / 1024
    assert found["share_of_peak"] == pytest.approx(accesses * result.machine.dram.burst / clocks)
    assert found["busiest_share"] == 0.5
    assert result.channels is not None
    assert (found["longest_wait"], found["longest_service"]) == (max(result.channels.longest_wait), None)
    assert ran(**{"memory.age": 100}).dram_figures["longest_service"] > 10_000
    json.loads(result.to_json())


def test_camping_is_told() -> None:
    result = ran(128, record=False)  # 512 bytes apart: all in one channel
    figures = result.dram_figures
    assert (figures["busiest_channel"], figures["busiest_share"], figures["side_by_side"]) == (0, 1.0, 1.0)
    line = next(line for line in summary(result).splitlines() if line.startswith("  DRAM"))
    assert re.fullmatch(
        r"  DRAM     32 +requests, [\d.]+ % row hits; data buses busy [\d.]+ %, 1.0 of \d channels at a time", line
    )


def test_other_memories_have_none() -> None:
    result = ran(memory="simple")
    assert (result.commands, result.dram_figures) == (None, {})
    assert "dram" not in result.to_dict()["device"]["memory"]
    (panel,) = make_panels(result, "dram", range(result.cycles))
    assert isinstance(panel, Heat)
    text = render_views(result, ["dram"], range(result.cycles))
    assert text.endswith("banks of DRAM: the machine's memory is simple\n  none in these cycles\n")
    draw_views(result, ["dram"], range(result.cycles))


def test_the_view_shows_the_commands() -> None:
    result = ran()
    window = range(result.cycles)
    banks, buses = make_panels(result, "dram", window)
    assert isinstance(banks, Grid)
    assert isinstance(buses, Grid)
    assert banks.rows == tuple(f"{channel}.{bank}" for channel in range(2) for bank in range(8))
    seen = 0
    assert result.commands is not None
    for number, log in enumerate(result.commands):
        for row in log[log["bank"] >= 0]:
            cycle = 1024 * int(row["clock"]) // result.machine.dram_rate
            if cycle in window:
                cell = banks.cells[8 * number + int(row["bank"]), cycle]
                assert BANK_STATES[cell] == ("activate", "read", "write", "precharge", "refresh")[row["command"]]
                seen += 1
    assert seen == 18
    text = render_views(result, ["dram"], window, style=Style(is_ascii=True))
    assert "A activate" in text
    assert "channel" in text


def test_a_window_shows_what_the_whole_run_shows() -> None:
    whole = ran()
    window = range(whole.cycles // 2, whole.cycles // 2 + 20)
    part = ran(record=window)
    for all_cells, cells in zip(make_panels(whole, "dram", window), make_panels(part, "dram", window), strict=True):
        assert isinstance(all_cells, Grid)
        assert isinstance(cells, Grid)
        assert np.array_equal(all_cells.cells, cells.cells)


def test_perfetto_has_a_track_per_bank(tmp_path: Path) -> None:
    result = ran()
    export(result.of_core(0), tmp_path / "x.json")
    events = json.loads((tmp_path / "x.json").read_text())["traceEvents"]
    names = {event["tid"]: event["args"]["name"] for event in events if event["name"] == "thread_name"}
    mine = [name for name in names.values() if name.startswith("channel")]
    assert mine == [f"channel {c} {what}" for c in range(2) for what in [*(f"bank {b}" for b in range(8)), "data bus"]]
    (banks, _) = make_panels(result, "dram", range(result.cycles))
    assert isinstance(banks, Grid)
    drawn = {label: np.zeros(result.cycles, int) for label in mine}
    for event in events:
        if event["ph"] == "X" and event["pid"] == 4 and "bank" in names[event["tid"]]:
            drawn[names[event["tid"]]][event["ts"] : event["ts"] + event["dur"]] = BANK_STATES.index(event["name"])
    for label, cells in zip(banks.rows, banks.cells, strict=True):
        channel, bank = label.split(".")
        assert drawn[f"channel {channel} bank {bank}"].tolist() == cells.tolist()


def test_vcd_has_a_signal_per_bank(tmp_path: Path) -> None:
    result = ran()
    export(result.of_core(0), tmp_path / "x.vcd")
    text = (tmp_path / "x.vcd").read_text()
    assert len(re.findall(r"\$var string 1 \S+ bank\d \$end", text)) == 16
    assert len(re.findall(r"\$var string 1 \S+ bus \$end", text)) == 2
    assert {"sactivate", "sopen", "sread"} <= {word.split()[0] for word in text.splitlines() if word.startswith("s")}
