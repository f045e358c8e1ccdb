"""Windows and rings: the kept part of a record is that part of the whole one (docs/processor.md, section 10)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

import isa
import simt
from isa.reporting.diagnostics import ProgramError
from simt.core.engine.run import simulate
from simt.core.state import rings as rings_module
from simt.core.state.grid import Grid
from simt.core.state.placed import Memories, Placed
from simt.core.state.rings import RECORD_BYTES, Kept, ring_cycles, rings
from tests.engines import initial_memory
from tests.examples import examples
from tests.generators.cases import random_case

LATER = ("enter", "offer", "retire", "ready")


class Recorded(NamedTuple):
    """A run of a plain processor: what was kept, and what must not depend on it."""

    kept: Kept
    cycles: int
    warp_ledger: np.ndarray
    issue_ledger: np.ndarray


def run(seed: int, record: bool | range) -> Recorded:
    case = random_case(seed)
    output = simulate(
        Placed(case.program, case.machine, Grid.of(case.threads, case.group_id, case.groups)),
        Memories(local=initial_memory(case.program, case.machine, {})),
        max_cycles=case.max_cycles,
        record=record,
    )
    assert output.kept is not None
    return Recorded(output.kept[0], output.cycles, output.warp_ledger, output.issue_ledger)


def part(whole: Kept, first: int, end: int) -> Kept:
    """What a record of the cycles `first` to `end` - 1 must hold; `end` is after the last cycle if it goes on to it.

    The last retires of a run are in the cycle after its last row.
    """
    inside = (whole.events["select"] >= first) & (whole.events["select"] < end)
    events = whole.events[inside].copy()
    entered_later = events["enter"] >= end
    for name in LATER:
        events[name][events[name] >= end] = -1
    events["instance"][entered_later] = -1
    events["degree"][entered_later] = 0
    return Kept(
        events,
        whole.ready_bits[first:end],
        whole.slot_reasons[first:end],
        whole.warp_states[first:end],
        whole.bank_words[first:end],
        first,
    )


def assert_equal(found: Kept, wanted: Kept) -> None:
    assert found.first == wanted.first
    for name in ("events", "ready_bits", "slot_reasons", "warp_states", "bank_words"):
        assert np.array_equal(getattr(found, name), getattr(wanted, name)), name


@pytest.mark.parametrize("seed", range(examples(60, 3)))
def test_a_window_is_a_part_of_the_whole_record(seed: int) -> None:
    whole = run(seed, record=True)
    assert whole.kept is not None
    cycles = whole.cycles
    for first, end in ((0, 1), (cycles // 3, cycles // 2), (cycles // 2, cycles + 5), (max(0, cycles - 1), cycles)):
        if end <= first:
            continue
        windowed = run(seed, record=range(first, end))
        assert windowed.kept is not None
        assert_equal(windowed.kept, part(whole.kept, first, end if end <= cycles else cycles + 1))
        assert windowed.cycles == cycles
        assert np.array_equal(windowed.warp_ledger, whole.warp_ledger)
        assert np.array_equal(windowed.issue_ledger, whole.issue_ledger)


@pytest.mark.parametrize("seed", range(examples(60, 3)))
def test_a_ring_keeps_the_last_cycles(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run(seed, record=True)
    monkeypatch.setattr(rings_module, "FIRST_CYCLES", 2)
    for most in (1, 4, 32):
        monkeypatch.setattr(rings_module, "ring_cycles", lambda *sizes, most=most: most)
        ringed = run(seed, record=True)
        assert whole.kept is not None
        assert ringed.kept is not None
        assert_equal(ringed.kept, part(whole.kept, max(0, whole.cycles - most), whole.cycles + 1))


@pytest.mark.parametrize("seed", range(20))
def test_growth_does_not_show(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, late = run(seed, record=True), run(seed, record=range(3, 10_000))
    monkeypatch.setattr(rings_module, "FIRST_CYCLES", 1)
    for record, wanted in ((True, whole.kept), (range(3, 10_000), late.kept)):
        grown = run(seed, record=record).kept
        assert grown is not None
        assert wanted is not None
        assert_equal(grown, wanted)


@pytest.mark.parametrize("sizes", [(1, 1, 1), (1, 16, 4), (4, 4, 32), (3, 48, 7), (8, 64, 256)])
def test_the_largest_ring_fits_its_bound(sizes: tuple[int, int, int]) -> None:
    cycles = ring_cycles(*sizes)
    assert sum(array.nbytes for array in rings(cycles, *sizes)) <= RECORD_BYTES + 200
    assert sum(array.nbytes for array in rings(2 * cycles, *sizes)) > RECORD_BYTES


def test_the_result_says_which_cycles_were_kept() -> None:
    program = isa.assemble(".threads 4\nmov r1, 20\nloop: sub.u32 r1, r1, 1 -> loop if nz\nret")
    result = simt.run(program, "fpga4", record=range(10, 30))
    assert result.events is not None
    assert (result.events.first, result.events.end) == (10, 30)
    assert len(result.events.warps) == 20
    assert result.to_dict()["record"] == {"first": 10, "end": 30, "complete": False}
    assert simt.run(program, "fpga4", record=True).to_dict()["record"]["complete"] is True
    assert simt.run(program, "fpga4").to_dict()["record"] is None


def test_a_window_behind_the_end_is_empty() -> None:
    program = isa.assemble(".threads 4\nmov r1, 2\nret")
    events = simt.run(program, "fpga4", record=range(1000, 2000)).events
    assert events is not None
    assert len(events.instructions) == len(events.ready) == 0


@pytest.mark.parametrize("window", [range(5, 5), range(7, 3), range(-2, 4), range(0, 10, 2)])
def test_what_is_no_window_is_refused(window: range) -> None:
    with pytest.raises(ProgramError, match="a window of cycles"):
        simt.run(isa.assemble(".threads 1\nret"), "fpga4", record=window)
