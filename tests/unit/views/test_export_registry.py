"""Choosing a format, and what all formats share: whole files, equal bytes, progress, clear errors."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import isa
import simt
from isa.explanations import explanations
from simt.result.parts import Events
from simt.views.exports import EXPORTS, ExportError, export, format_of, meant_suffix
from simt.views.exports.record import changes
from simt.views.exports.text import hexadecimal, merged, number, rows, squeeze
from tests.results import with_core
from tests.unit.views.export_records import recorded

FORMATS = list(EXPORTS)


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("a.kanata", "konata"), ("a.konata", "konata"), ("a.log", "konata"), ("a.log.gz", "konata"),
        ("a.json", "perfetto"), ("a.perfetto.json", "perfetto"), ("a.JSON.gz", "perfetto"),
        ("a.vcd", "vcd"), ("a.b.npz", "npz"),
    ],
)  # fmt: skip
def test_the_suffix_chooses(name: str, wanted: str) -> None:
    assert format_of(f"some.vcd/{name}").name == wanted


def test_an_unknown_suffix() -> None:
    with pytest.raises(ExportError) as error:
        format_of("out.jsno")
    assert str(error.value) == (
        "error[E0653]: the name `out.jsno` does not say which trace format to write\n  = help: did you mean .json?"
    )
    with pytest.raises(ExportError, match=r"end it in one of \.kanata, \.konata"):
        format_of("trace")


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("a.vcd.gz", ".vcd is not written compressed: leave out .gz"),
        ("a.kanta.gz", "did you mean .kanata.gz?"),
        ("a.gz", ""),
        ("a.svg.gz", ""),
        ("a.vdc", "did you mean .vcd?"),
        ("a", ""),
    ],
)
def test_advice_on_a_suffix_is_sensible(name: str, advice: str) -> None:
    assert meant_suffix(name, [suffix for entry in EXPORTS.values() for suffix in entry.suffixes]) == advice


def test_an_unknown_format(tmp_path: Path) -> None:
    with pytest.raises(ExportError) as error:
        export(recorded(0), tmp_path / "a", "perfeto")
    assert str(error.value) == ("error[E0653]: there is no trace format `perfeto`\n  = help: did you mean perfetto?")
    with pytest.raises(ExportError, match="the formats are konata, perfetto, vcd, npz"):
        export(recorded(0), tmp_path / "a", "qqqq")


def test_a_format_that_is_asked_for_outweighs_the_suffix(tmp_path: Path) -> None:
    assert export(recorded(0), tmp_path / "a.json", "konata") is EXPORTS["konata"]
    assert (tmp_path / "a.json").read_bytes().startswith(b"Kanata\t0004\n")


@pytest.mark.parametrize("name", FORMATS)
def test_equal_runs_give_equal_bytes(name: str, tmp_path: Path) -> None:
    result = recorded(5)
    again = recorded.__wrapped__(5)
    assert again is not result
    export(result, tmp_path / "a.gz", name)
    export(again, tmp_path / "b.gz", name)
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()
    export(result, tmp_path / "c", name)
    assert (tmp_path / "c").read_bytes() == gzip.decompress((tmp_path / "a.gz").read_bytes())


@pytest.mark.parametrize("name", FORMATS)
def test_a_stopped_export_leaves_the_old_file(name: str, tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("old")
    calls: list[int] = []

    def stop(count: int) -> bool:
        calls.append(count)
        return len(calls) == 2

    with pytest.raises(KeyboardInterrupt):
        export(recorded(0), path, name, stop)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", FORMATS)
def test_progress_counts_instructions(name: str, tmp_path: Path) -> None:
    result = recorded(0)
    calls: list[int] = []
    export(result, tmp_path / "a", name, calls.append)
    assert calls == sorted(calls)
    assert (calls[0], calls[-1]) == (0, result.instructions)


@pytest.mark.parametrize("name", FORMATS)
def test_a_run_without_events(name: str, tmp_path: Path) -> None:
    program = isa.assemble(".kernel k\n.threads 4\n  ret\n")
    for engine, advice in (("cycle", "run with record=True"), ("functional", "the functional engine has no cycles")):
        with pytest.raises(ExportError, match=advice) as error:
            export(simt.run(program, "fpga4", engine=engine), tmp_path / "a", name)
        assert error.value.code == "E0721"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", FORMATS)
def test_a_record_without_cycles(name: str, tmp_path: Path) -> None:
    program = isa.assemble(".kernel k\n.threads 4\n  ret\n")
    with pytest.raises(ExportError) as error:
        export(simt.run(program, "fpga4", record=True, progress=lambda _: True), tmp_path / "a", name)
    assert error.value.code == "E0722"


@pytest.mark.parametrize("name", FORMATS)
def test_a_record_without_instructions(name: str, tmp_path: Path) -> None:
    result = recorded(0)
    events = result.events
    assert events is not None
    part = Events(
        events.instructions[:0], events.ready[:1], events.slots[:1], events.warps[:1], events.bank_words[:1], 0
    )
    export(with_core(result, events=part), tmp_path / "a", name)
    assert (tmp_path / "a").stat().st_size > 0


@pytest.mark.parametrize("name", FORMATS)
def test_a_folder_that_is_not_there(name: str, tmp_path: Path) -> None:
    with pytest.raises(ExportError) as error:
        export(recorded(0), tmp_path / "none" / "a", name)
    assert error.value.code == "E0652"
    assert "no such file or directory" in str(error.value)
    with pytest.raises(ExportError, match="cannot write"):
        export(recorded(0), "a\0b", name)


def test_a_link_stays_a_link_and_permissions_stay(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link.npz"
    target.write_text("")
    target.chmod(0o640)
    link.symlink_to(target)
    export(recorded(0), link)
    assert link.is_symlink()
    assert target.stat().st_mode & 0o777 == 0o640
    assert np.load(target)["ready"].dtype == np.int64


@pytest.mark.parametrize("name", FORMATS)
def test_a_device_is_written_to(name: str) -> None:
    export(recorded(0), os.devnull, name)


def test_codes_are_explained() -> None:
    assert {"E0720", "E0721", "E0722"} <= set(explanations("simt"))


def test_the_registry_imports_no_numpy() -> None:
    code = "import sys, simt.views.exports; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_every_format_names_its_suffixes_and_viewer() -> None:
    suffixes = [suffix for entry in EXPORTS.values() for suffix in entry.suffixes]
    assert len(set(suffixes)) == len(suffixes)
    for name, entry in EXPORTS.items():
        assert entry.name == name
        assert entry.description
        assert entry.viewer


def lines(matrix: np.ndarray) -> str:
    return squeeze(matrix).decode()


def test_numbers() -> None:
    values = [0, 1, 9, 10, 9_999, 10_000, 10_001, 99_999_999, 100_000_000, 1_0000_0000_0000, 2**63 - 1, 20_003]
    for some in (values, values[:4], values[:6], [0], []):
        array = np.array(some, np.int64)
        assert lines(rows(len(some), number(array), "\n")) == "".join(f"{value}\n" for value in some)


@pytest.mark.parametrize("bits", [1, 4, 5, 16, 17, 32, 63, 64])
def test_hexadecimal_numbers(bits: int) -> None:
    values = [0, 1, (1 << bits) - 1, (1 << bits) // 3]
    array = np.array(values, np.uint64).view(np.int64)
    digits = -(-bits // 4)
    assert lines(rows(4, hexadecimal(array, bits), ".")) == "".join(f"{value:0{digits}x}." for value in values)


def test_merged_streams_are_in_order_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simt.views.exports.text.BLOCK", 2)
    rng = np.random.default_rng(1)
    times = [rng.integers(0, 9, 20), rng.integers(0, 9, 13)]
    streams = [
        (times[0], lambda part: rows(len(part), "a", number(part), " ")),
        (times[1], lambda part: rows(len(part), "a longer text ", number(part), " ")),
    ]
    want = sorted(
        [(int(time), 0, f"a{k} ") for k, time in enumerate(times[0])]
        + [(int(time), 1, f"a longer text {k} ") for k, time in enumerate(times[1])],
        key=lambda entry: entry[:2],
    )
    found = list(merged(streams))
    assert b"".join(text for _, text in found).decode() == "".join(text for _, _, text in want)
    assert [done for done, _ in found][-1] == 33


def test_changes() -> None:
    times, values = changes(np.array([5, 1, 5, 7, 9]), np.array([1, 1, 0, 0, 1]))
    assert (times.tolist(), values.tolist()) == ([1, 5, 9], [1, 0, 1])
    times, values = changes(np.zeros(0, np.int64), np.zeros(0, np.int64))
    assert (len(times), len(values)) == (0, 0)
