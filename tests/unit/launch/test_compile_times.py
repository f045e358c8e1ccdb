"""How long a kind takes to compile: as measured here, else as others that were measured here, else as elsewhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from simt.core.engine import entry
from simt.core.engine.kinds import KINDS
from simt.core.engine.names import ROUTINE
from simt.launch import compile_times
from simt.launch.compile_times import compile_kind, estimate, measured, timed

PLAIN, MASKS, DEVICE = (KINDS[name] for name in ("plain", "masks", "device"))


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "times.json"
    monkeypatch.setattr(compile_times, "_path", lambda: path)
    return path


def test_without_a_measurement_it_is_a_typical_time(file: Path) -> None:
    assert PLAIN.seconds < MASKS.seconds < DEVICE.seconds
    assert str(estimate(PLAIN)) == f"some {PLAIN.seconds} s"


def test_a_measured_kind_and_those_that_follow_from_it(file: Path) -> None:
    file.write_text(json.dumps({"plain": 2 * PLAIN.seconds + 0.4}))
    assert str(estimate(PLAIN)) == f"about {2 * PLAIN.seconds} s"
    assert str(estimate(DEVICE)) == f"about {round(DEVICE.seconds * (2 + 0.4 / PLAIN.seconds))} s"
    file.write_text(json.dumps({"plain": 2 * PLAIN.seconds, "masks": 4 * MASKS.seconds, "bundles": 90 * MASKS.seconds}))
    assert str(estimate(DEVICE)) == f"about {4 * DEVICE.seconds} s", "the median, as a computer is busy at times"


def test_a_compilation_is_measured(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([100.0, 112.5, 0.0, 0.0])
    monkeypatch.setattr(compile_times.time, "perf_counter", lambda: next(times))
    monkeypatch.setattr("simt.core.engine.kinds.compile_needed", lambda *_: True)
    with timed(MASKS):
        pass
    assert json.loads(file.read_text()) == {"masks": 12.5}
    with pytest.raises(KeyboardInterrupt), timed(MASKS):
        raise KeyboardInterrupt
    assert measured() == {"masks": 12.5}, "what was interrupted is not a measurement"
    monkeypatch.setattr("simt.core.engine.kinds.compile_needed", lambda *_: False)
    with timed(PLAIN):
        pass
    assert measured() == {"masks": 12.5}, "what was loaded is not a measurement"


@pytest.mark.parametrize("name", KINDS)
def test_the_kind_that_is_named_is_the_one_that_is_compiled(
    name: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = KINDS[name]
    monkeypatch.setattr(entry, "_loaded", {})
    compile_kind(kind)
    assert (kind.engine, *kind.groups) in entry._loaded or kind.engine == ROUTINE


@pytest.mark.parametrize(
    "text", ["", "{", "[1]", "3", '{"plain": "8"}', '{"plain": -1}', '{"plain": 1e99}', '{"x": 8}', "[" * 99999]
)
def test_a_file_of_another_form_is_ignored(file: Path, text: str) -> None:
    file.write_text(text)
    assert measured() == {}
    assert str(estimate(PLAIN)) == f"some {PLAIN.seconds} s"


def test_no_folder_that_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_times, "_path", lambda: Path("/nowhere/at/all.json"))
    monkeypatch.setattr("simt.core.engine.kinds.compile_needed", lambda *_: True)
    with timed(PLAIN):
        pass
    assert measured() == {}
