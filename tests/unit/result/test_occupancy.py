"""The occupancy of units: a record from the middle of a run says of its operations what the whole one says."""

from __future__ import annotations

import numpy as np
import pytest

import simt
from simt.diagnosis.recorded import Recorded
from simt.launch.oracle import Oracle
from simt.result.occupancy import Occupancy
from simt.result.parts import Events
from simt.result.result import Result
from simt.views.exports.record import TraceRecord
from simt.views.kit.palette import UNIT_STATES
from simt.views.time import series
from tests.results import with_core

# Many instructions finish at once, and one retire port takes their results.
CROWDED = {"issue_width": 4, "alu.count": 3, "fpu.count": 2, "fpu.interval": 3, "lds.interval": 2}
# `alu 0` is frozen in cycle 155 by an instruction from before this cycle, and one selected after it is inside.
FROZEN_FROM_BEFORE, FIRST = 155, 142


@pytest.fixture(scope="module")
def result() -> Result:
    path = simt.find_program("fft128.s")
    program = simt.load_program(path)
    machine = simt.Machine.load("fpga4").replace(**CROWDED)
    return simt.run(program, machine, inputs=Oracle.beside(path).inputs(program, 1), record=True)


def events_of(result: Result) -> Events:
    assert result.events is not None
    return result.events


def test_a_part_of_a_record_knows_its_operations(result: Result) -> None:
    events = events_of(result)
    whole = Occupancy(result, events)
    frozen_from_before = 0
    for first in range(100, 1100, 6):
        own = events.since(first)
        part = Occupancy(result, own)
        count = len(own.instructions)
        np.testing.assert_array_equal(part.free, whole.free[-count:])
        np.testing.assert_array_equal(part.conflict, whole.conflict[-count:])
        is_inside = part.table(part.enter, own.instructions["retire"])
        np.testing.assert_array_equal(part.frozen, whole.frozen[:, first:] & is_inside)
        waits = part.table(own.instructions["offer"], own.instructions["retire"])
        frozen_from_before += int((part.frozen & ~waits).sum())
    assert frozen_from_before > 0  # the results that froze these instances are not in the records


def test_views_exports_and_the_chain_agree(result: Result) -> None:
    events = events_of(result).since(FIRST)
    late = with_core(result, events=events)
    record, recorded = TraceRecord(late), Recorded(late, events)
    alu = record.occupancy.instances.index(("alu", 0))
    inside = [
        k
        for k in np.flatnonzero(record.occupancy.instance == alu).tolist()
        if record.unit.start[k] < FROZEN_FROM_BEFORE < record.unit.stop[k]
    ]
    [row] = [row for row, entry in enumerate(series.instances(late)) if (entry.unit, entry.number) == ("alu", 0)]
    window = range(FROZEN_FROM_BEFORE, FROZEN_FROM_BEFORE + 1)
    assert [UNIT_STATES[state] for state in series.unit_occupancy(late, window)[row]] == ["frozen"]
    assert record.occupancy.frozen[alu, FROZEN_FROM_BEFORE - FIRST]
    for k in inside:
        assert recorded.occupies(k, FROZEN_FROM_BEFORE)
        assert recorded.frozen(k, FROZEN_FROM_BEFORE) == k  # nothing in the record is to blame
    assert inside
