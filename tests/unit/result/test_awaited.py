"""What a warp with several instructions in flight awaits, against the ledger of the engine."""

from __future__ import annotations

import random

import numpy as np
import pytest

import simt
from simt.core.state.reasons import DRAIN, IDLE, ISSUED, SCOREBOARD_FULL
from simt.result.awaited import awaits_of
from simt.result.parts import CoreResult
from simt.result.result import Result
from tests.generators.cases import describe, random_race_free_case
from tests.generators.machines import with_scoreboard

SCOREBOARD = {"issue.dependences": "scoreboard"}


def blamed(result: Result, core: CoreResult) -> np.ndarray:
    """int64 [instructions + 1, reasons]: the warp ledger, from the record and the awaited instructions."""
    events = core.events
    assert events is not None
    rows = events.instructions
    pc = np.full(events.warps.shape, len(result.program.words), np.int64)
    for warp in range(events.warps.shape[1]):
        mine = rows[rows["warp"] == warp]
        following = np.searchsorted(mine["select"], np.arange(events.first, events.end))
        known = following < len(mine)
        pc[known, warp] = mine["pc"][following[known]]
    for wait in awaits_of(result, events):
        states = events.warps[wait.start : wait.stop, wait.warp]
        assert not np.isin(states, (ISSUED, DRAIN, IDLE)).any(), wait
        assert (states == SCOREBOARD_FULL).all() == wait.is_full, wait
        pc[wait.start : wait.stop, wait.warp] = rows["pc"][wait.owner]
    is_over = np.isin(events.warps, (DRAIN, IDLE))
    pc[is_over] = len(result.program.words)
    ledger = np.zeros_like(core.ledgers.warp_lines)
    np.add.at(ledger, (pc, events.warps.astype(np.int64)), 1)
    return ledger


@pytest.mark.nightly
def test_shipped_kernels_blame_what_the_ledger_blames() -> None:
    for result in (
        simt.run("fft128", set=SCOREBOARD, record=True),
        simt.run("mm_global", "gtx280_core", set=SCOREBOARD, record=True),
        simt.run("bitonic_sort", set={**SCOREBOARD, "issue.entries": 3}, record=True),
    ):
        (core,) = result.cores
        assert np.array_equal(blamed(result, core), core.ledgers.warp_lines), result.program.name


def test_generated_runs_blame_what_the_ledger_blames() -> None:
    waits = 0
    for seed in range(60):
        case = random_race_free_case(seed)
        if case.machine.vliw.count > 1:
            continue
        machine = with_scoreboard(random.Random(seed), case.machine)
        result = simt.run(case.program, machine, threads=case.threads, max_cycles=case.max_cycles, record=True)
        (core,) = result.cores
        assert core.events is not None
        waits += len(awaits_of(result, core.events))
        assert np.array_equal(blamed(result, core), core.ledgers.warp_lines), f"seed {seed}\n{describe(case)}"
    assert waits > 1000
