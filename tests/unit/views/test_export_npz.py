"""The `.npz` export, read back with `numpy.load` and no pickles."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import numpy as np
import pytest

from simt.core.state.reasons import REASONS
from simt.views.exports import export
from tests.unit.views.export_records import SEEDS, recorded, windows


@pytest.mark.parametrize("seed", SEEDS)
def test_arrays_are_those_of_the_record(seed: int, tmp_path: Path) -> None:
    for result in windows(seed):
        export(result, tmp_path / "trace.npz")
        events = result.events
        assert events is not None
        with np.load(tmp_path / "trace.npz", allow_pickle=False) as found:
            assert set(found.files) == {"description", "instructions", "ready", "slots", "warps", "bank_words"}
            for name in ("instructions", "ready", "slots", "warps", "bank_words"):
                assert found[name].dtype == getattr(events, name).dtype
                assert np.array_equal(found[name], getattr(events, name))
            about = json.loads(str(found["description"]))
        assert about["schema"] == "simt.events/1"
        assert (about["first"], about["end"], about["cycles"]) == (events.first, events.end, result.cycles)
        assert about["reasons"] == list(REASONS)
        assert about["provenance"] == result.provenance
        assert about["machine"] == result.machine.model_dump(mode="json")
        assert len(about["program"]["instructions"]) == len(result.program.words)
        assert about["status"] == ("completed" if result.stop is None else result.stop.kind)


def test_members_carry_no_time_of_writing(tmp_path: Path) -> None:
    export(recorded(0), tmp_path / "trace.npz")
    with zipfile.ZipFile(tmp_path / "trace.npz") as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
