"""Bounds of DRAM by hand, and against the log of commands (`simt.result.dram_bounds`)."""

from __future__ import annotations

import re

import numpy as np
import pytest

import isa
import simt
from simt.core.state.dram import ACTIVATE, READ, REFRESH, WRITE
from simt.exploration.plans.plan import Sweep
from simt.exploration.sessions.running import run_sweep
from simt.machine import Machine
from simt.machine.channel import load
from simt.memory.dram.run import serve
from simt.memory.dram.traces import requests_of
from simt.result.dram_bounds import activate_clock, bank_clock, bus_clock, needs_of_channels
from simt.result.result import Result
from simt.views.run.summary import summary
from tests.examples import examples
from tests.generators.channels import random_traffic
from tests.generators.streams import random_stream

CHANNEL = load("ddr2-667-3-x16-32")  # B = 4, and no AL


def run(text: str, threads: int, **keys: object) -> Result:
    machine = Machine.load(
        "fpga4", {"memory": "dram", **{key.replace("__", "."): value for key, value in keys.items()}}
    )
    program = isa.assemble(f".buffer x, u32, 65536\n{text}ret\n")
    return simt.run(program, machine, threads=threads, record=True)


def test_the_data_bus_binds_where_it_is_busy() -> None:
    """97.8 % of the cycles: the run that was said to be bound by issue, at 30 %."""
    result = simt.run("mm_global_rows", "fpga4", memory="dram", defines={"n": 16})
    bound = result.bounds[0]
    assert bound.resource == "DRAM bus"
    assert 0.9 * result.cycles < bound.cycles <= result.cycles
    assert re.fullmatch(r"\d+ column accesses, \d+ turns, \d+ refreshes", bound.detail)


def test_clocks_by_hand() -> None:
    """In clocks from the first command on, which goes in clock 0."""
    assert bus_clock(CHANNEL, 1, 0, 0) == CHANNEL["tRCD"]
    assert bus_clock(CHANNEL, 5, 0, 0) == CHANNEL["tRCD"] + 4 * 4
    assert bus_clock(CHANNEL, 5, 2, 0) == CHANNEL["tRCD"] + 2 * 4 + CHANNEL["rd_to_wr"] + CHANNEL["wr_to_rd"]
    assert bus_clock(CHANNEL, 5, 0, 3) == bus_clock(CHANNEL, 5, 0, 0) + 2 * CHANNEL["tRFC"]
    assert activate_clock(CHANNEL, 1, 0) == 0
    assert activate_clock(CHANNEL, 8, 0) == max(CHANNEL["tFAW"], 4 * CHANNEL["tRRD"]) + 3 * CHANNEL["tRRD"]
    assert bank_clock(CHANNEL, 0, 0, 0, 0) == 0
    assert bank_clock(CHANNEL, 3, 3, 0, 0) == 2 * CHANNEL["tRC"]
    wide = CHANNEL["tRCD"] + CHANNEL["wr_to_pre"] + CHANNEL["tRP"]
    assert wide > CHANNEL["tRC"]
    assert bank_clock(CHANNEL, 3, 3, 3, 0) == 2 * wide


@pytest.mark.parametrize("seed", range(examples(200, 20)))
def test_no_trace_is_served_sooner(seed: int) -> None:
    """On every grade, with bank groups and refreshes of single banks, by what is in the log of commands."""
    channel, text, outstanding = random_traffic(2000 + seed, 600)
    log = serve(channel, requests_of(text, channel, "trace"), outstanding, log=True).commands
    kinds = log["command"]
    is_column, is_activate, is_refresh = np.isin(kinds, (READ, WRITE)), kinds == ACTIVATE, kinds == REFRESH
    if not is_column.any():
        return  # a few writes, which wait for more to come

    def until(those: np.ndarray) -> tuple[int, int, np.ndarray]:
        """The clock of the last of these commands, refreshes before it, and which they are."""
        last = int(np.flatnonzero(those)[-1])
        return int(log["clock"][last]), int(is_refresh[:last].sum()), kinds[those]

    clock, refreshes, columns = until(is_column)
    assert bus_clock(channel, len(columns), int(np.count_nonzero(np.diff(columns))), refreshes) <= clock
    clock, refreshes, opened = until(is_activate)
    assert activate_clock(channel, len(opened), refreshes) <= clock
    for bank in set(log["bank"][is_activate].tolist()):
        clock, refreshes, mine = until((log["bank"] == bank) & (is_column | is_activate))
        opened, reads, writes = (int((mine == kind).sum()) for kind in (ACTIVATE, READ, WRITE))
        assert bank_clock(channel, opened, reads + writes, writes, refreshes) <= clock


@pytest.mark.parametrize("arbiter", ["frfcfs", "hmgpu"])
@pytest.mark.parametrize("channels", [1, 3])
def test_counts_of_banks_are_those_of_the_commands(arbiter: str, channels: int) -> None:
    text = (
        "shl.b32 r0, thread_id, 9\nmov.b32 r2, 24\nloop:\nld.global r1, [r0 + x]\nst.global [r0 + 4128], r1\n"
        "add.u32 r0, r0, 1092\nand.b32 r0, r0, 65420\nsub.u32 r2, r2, 1 -> loop if nz\n"
    )
    result = run(text, 64, memory__channels=channels, memory__arbiter=arbiter)
    counts = result.channels
    assert counts is not None
    assert result.commands is not None
    for number, log in enumerate(result.commands):
        banks = log["bank"]
        for bank in range(result.machine.dram["banks"]):
            went = np.bincount(log["command"][banks == bank], minlength=5)
            assert counts.bank_opened[number, bank] == went[0]
            assert counts.bank_columns[number, bank] == went[1] + went[2]
            assert counts.bank_written[number, bank] == went[2]
        assert (counts.granted[number] > 0) == (arbiter == "hmgpu")
    assert counts.bank_written.any()


def test_a_bank_that_is_camped_on_binds() -> None:
    """32 KB on is the next row of the same bank: every read opens a row."""
    text = "mov.b32 r2, 32\nagain:\nand.b32 r0, r0, 262143\nld.global r1, [r0 + x]\nadd.u32 r0, r0, 32768\n"
    text = f"shl.b32 r0, thread_id, 15\n{text}sub.u32 r2, r2, 1 -> again if nz\n"
    result = run(text, 32, clock_mhz=2000, memory__merge=False)
    assert result.bounds[0].resource == "DRAM bank"
    assert result.bounds[0].cycles > 0.9 * result.cycles
    assert re.fullmatch(r"\d+ activates, \d+ column accesses of bank \d", result.bounds[0].detail)


def test_exclusive_grants_bind_where_there_is_nothing_else() -> None:
    text = "mov.b32 r2, 32\nagain:\nst.global [r0 + x], r2\nadd.u32 r0, r0, 128\nsub.u32 r2, r2, 1 -> again if nz\n"
    result = run(f"shl.b32 r0, thread_id, 12\n{text}", 16, memory__arbiter="hmgpu", clock_mhz=2000)
    assert result.bounds[0].resource == "DRAM grants"
    assert result.bounds[0].cycles > 0.9 * result.cycles
    assert result.channels is not None
    names = [name for _, name, _ in needs_of_channels(result.machine, result.channels)]
    assert names == ["DRAM bus", "DRAM activates", "DRAM bank", "DRAM grants"]


def test_nobody_waits_until_a_grant_that_read_is_over() -> None:
    """The data is there before the row is closed: generated launch 173 ended 7 clocks before its last grant."""
    result = random_stream(173).run()
    assert result.channels is not None
    cycles = {name: cycles for cycles, name, _ in needs_of_channels(result.machine, result.channels)}
    assert 0.97 * result.cycles < cycles["DRAM grants"] <= result.cycles


def test_a_grant_that_a_stop_cuts_off_is_no_bound_above_the_cycles() -> None:
    machine = Machine.load("fpga4", {"memory": "dram", "memory.arbiter": "hmgpu", "clock_mhz": 9000})
    program = isa.assemble(".buffer x, u32, 64\nshl.b32 r0, thread_id, 2\nst.global [r0 + x], r0\nret\n")
    whole = simt.run(program, machine, threads=4)
    for limit in range(20, whole.cycles, 20):
        found = simt.run(program, machine, threads=4, max_cycles=limit)
        assert max(bound.cycles for bound in found.bounds) <= found.cycles == limit


def test_the_summary_says_how_many_channels_move_data_at_a_time() -> None:
    """Every channel has an eighth of the requests; of threads that are 2 KB apart one channel has all for a while."""
    text = "mov.b32 r2, 64\nagain:\nld.global r1, [r0 + x]\nadd.u32 r0, r0, 32\nsub.u32 r2, r2, 1 -> again if nz\n"
    camping, even = (
        run(f"mul.u32 r0, thread_id, {apart}\n{text}", 64, memory__channels=8, options__multiply=True)
        for apart in (2048, 2304)
    )
    shares = [result.dram_figures["side_by_side"] for result in (camping, even)]
    assert all(result.dram_figures["busiest_share"] < 0.2 for result in (camping, even))
    assert shares[0] < 2 < 5 < shares[1]
    line = next(line for line in summary(even).splitlines() if line.startswith("  DRAM"))
    assert line.endswith(f" {shares[1]:.1f} of 8 channels at a time")


def test_sweeps_have_the_same_bound() -> None:
    sweep = Sweep.of("mm_global_rows", {"machine": ["fpga4"], "memory": ["dram"], "define.n": [16]})
    (row,) = run_sweep(sweep).results
    result = simt.run("mm_global_rows", "fpga4", memory="dram", defines={"n": 16})
    assert (row["bound"], row["bound_cycles"]) == ("DRAM bus", result.bounds[0].cycles)
