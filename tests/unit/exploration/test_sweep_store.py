"""The results file: one writer, all or nothing, and what is refused without being touched."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from simt.exploration import Sweep, SweepError, SweepResults, run_sweep
from simt.exploration.records.layout import COLUMNS, FILE_SCHEMA
from simt.exploration.records.store import Store
from tests.paths import ROOT

ROW = ("k", "cycle_limit", *[None] * (len(COLUMNS) - 2))
PLAN = {"programs": ["dot"], "mode": "grid", "sweep": {}, "set": {}, "define": {}}
FACTS = {
    "schema": "simt.sweep/1", "engine": "1", "size": 1000, "identity": {"plan": PLAN, "kernels": {}, "machines": {}}
}  # fmt: skip


def refused(path: Path | str, code: str, message: str) -> SweepError:
    """Writing there is refused; what is there stays."""
    before = Path(path).read_bytes() if Path(path).is_file() else None
    with pytest.raises(SweepError) as caught:
        Store.write(path)
    assert caught.value.code == code, caught.value
    assert message in str(caught.value)
    assert (Path(path).read_bytes() if Path(path).is_file() else None) == before
    return caught.value


def test_what_is_written_comes_back(tmp_path: Path) -> None:
    with Store.write(tmp_path / "x.sqlite") as store:
        assert store.meta() == {}
        store.set_meta(FACTS)
        store.add([(0, "k", "dot", "{}"), (1, "k", "dot", "{}"), (2, "later", "dot", "{}")], [ROW])
    with Store.write(tmp_path / "x.sqlite") as store:
        assert store.meta() == FACTS
        assert store.done() == ({0, 1}, {"k"})
        assert store.counts() == {"cycle_limit": 2}
        assert [row[:4] for row in store.rows()] == [(0, "dot", "{}", "k"), (1, "dot", "{}", "k")]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.sqlite"]


def test_an_empty_file_becomes_ours(tmp_path: Path) -> None:
    (tmp_path / "x").touch()
    Store.write(tmp_path / "x").close()
    with Store.write(tmp_path / "x") as store:
        assert store.meta() == store.counts() == {}


def fail_inside(store: Store) -> None:
    with store.transaction() as connection:
        connection.execute("INSERT INTO meta VALUES ('a', '1')")
        raise ZeroDivisionError


def test_a_transaction_is_all_or_nothing(tmp_path: Path) -> None:
    with Store.write(tmp_path / "x") as store:
        with pytest.raises(ZeroDivisionError):
            fail_inside(store)
        assert store.meta() == {}


def test_one_writer_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simt.exploration.records.store._PATIENCE", 0.1)
    path = tmp_path / "x.sqlite"
    text = (
        "import sys, time\nfrom simt.exploration.records.store import Store\nstore = Store.write(sys.argv[1])\n"
        f"store.set_meta({FACTS})\nprint('open', flush=True)\nsys.stdin.read()\n"
    )
    folder = ROOT
    with subprocess.Popen(
        [sys.executable, "-c", text, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"open\n"
        refused(path, "E0764", "is in use by another sweep")
        with pytest.raises(SweepError, match="E0764"):
            SweepResults.load(path)
        writer.kill()  # the lock goes with its process
    with Store.write(path) as store:
        assert store.meta() == FACTS


def test_places_where_there_can_be_no_results_file(tmp_path: Path) -> None:
    refused(tmp_path / "no" / "x.sqlite", "E0763", "there is no folder")
    refused(tmp_path, "E0763", "is a folder, not a results file")
    refused("/dev/null", "E0763", "is a device or a pipe")
    refused("-", "E0763", "SQLite does not go to standard output")
    refused("a\0b", "E0763", "can be the name of no file")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(SweepError, match="is a device or a pipe"):
        Store.write(tmp_path / "pipe")
    for name, why in (("pipe", "it is a pipe or a device"), (".", "is a directory"), ("a\0b", "embedded null byte")):
        with pytest.raises(SweepError, match=rf"E0763.*cannot read .*: {why}"):
            Store.read(tmp_path / name)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_that_may_not_be_written_to(tmp_path: Path) -> None:
    Store.write(tmp_path / "x").close()
    (tmp_path / "x").chmod(0o400)
    refused(tmp_path / "x", "E0763", "may not be written to")


def test_files_that_are_not_ours(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("my notes, which are longer than the header of a database is. " * 4)
    refused(text, "E0765", "does not hold the results of a sweep")
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE points (a)")
    connection.close()
    refused(other, "E0765", "does not hold the results of a sweep")
    with pytest.raises(SweepError, match="E0765"):
        SweepResults.load(other)
    with pytest.raises(SweepError, match="E0765"):
        SweepResults.load(text)
    (tmp_path / "empty").touch()
    with pytest.raises(SweepError, match="E0765"):
        SweepResults.load(tmp_path / "empty")
    with pytest.raises(SweepError, match=r"E0763.*there is no results file"):
        SweepResults.load(tmp_path / "none")


def test_a_damaged_file(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    run_sweep(Sweep.of("dot", {"banks": "1..4"}), path)
    data = bytearray(path.read_bytes())
    data[100:6000] = os.urandom(5900)
    path.write_bytes(data)
    with pytest.raises(SweepError, match="E0765"):
        SweepResults.load(path)


@pytest.mark.parametrize(("version", "age"), [(FILE_SCHEMA - 1, "an older"), (FILE_SCHEMA + 1, "a newer")])
def test_files_of_other_versions(version: int, age: str, tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    Store.write(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    refused(path, "E0767", f"was written by {age} version of simt: layout {version}, not {FILE_SCHEMA}")
    with pytest.raises(SweepError, match="E0767"):
        SweepResults.load(path)


def test_a_file_that_is_removed_in_mid_sweep(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"

    def remove(done: int, size: int, failed: int) -> bool:
        path.unlink(missing_ok=True)
        return False

    sweep = Sweep.of("fft128", {"banks": [2, 4, 8, 16], "fpu.latency": "1..16", "lds.latency": "1..16"})
    with pytest.raises(SweepError, match=r"E0768.*was removed or replaced"):
        run_sweep(sweep, path, progress=remove)


def test_a_full_disk_keeps_what_was_written(tmp_path: Path) -> None:
    with Store.write(tmp_path / "x") as store:
        store.add([(0, "k", "dot", "{}")], [ROW])
        store._connection.execute("PRAGMA max_page_count = 10")
        with pytest.raises(SweepError, match=r"E0763.*: the disk is full\n.*make room.* simt sweep resume"):
            store.add([(n, "k", "dot", "x" * 1000) for n in range(1, 1000)], [])
        assert store.done() == ({0}, {"k"})


def test_a_disk_that_fills_up_in_mid_sweep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, sweep = tmp_path / "x.sqlite", Sweep.of("dot", {"lds.latency": "1..64", "fpu.latency": "1..4"})
    add = Store.add

    def add_less(store: Store, *rows: Any) -> None:
        store._connection.execute("PRAGMA max_page_count = 12")
        add(store, *rows)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "add", add_less)
        with pytest.raises(SweepError, match=r"E0763.*: the disk is full\n.*make room"):
            run_sweep(sweep, path, jobs=1)
    assert run_sweep(sweep, path, jobs=1).counts == {"done": 256}


def test_a_reader_undoes_half_a_transaction(tmp_path: Path) -> None:
    """A journal of a killed writer: the reader goes back to the last whole transaction."""
    path = tmp_path / "x.sqlite"
    text = (
        "import os, signal, sys\nfrom simt.exploration.records.store import Store\nstore = Store.write(sys.argv[1])\n"
        f"store.set_meta({FACTS})\nc = store._connection\nc.execute('PRAGMA cache_size = 1')\nc.execute('BEGIN')\n"
        "for n in range(5000):\n    c.execute('INSERT INTO points VALUES (?, ?, ?, ?)', (n, 'k', 'p', 'x' * 200))\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", text, str(path)], cwd=ROOT, check=False)
    assert path.with_name("x.sqlite-journal").stat().st_size > 0
    with Store.read(path) as store:
        assert store.meta() == FACTS
        assert store._connection.execute("SELECT count(*) FROM points").fetchone() == (0,)
