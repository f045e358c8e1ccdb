"""Results files that are damaged or foreign: every reader refuses them in its own words, or reads what is good."""

from __future__ import annotations

import random
import sqlite3
import struct
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from benches.mutations import POINTS, Step, gone_on, readers
from simt.exploration import Sweep, SweepError, SweepResults, run_sweep
from tests.generators.results_files import mutate

STEPS = readers()["results"].steps


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A results file of points that are done, and of some that contradict themselves."""
    path = tmp_path_factory.mktemp("good") / "x.sqlite"
    run_sweep(Sweep.of("dot", POINTS), path, jobs=1)
    for step in STEPS:
        step(path)
    return path.read_bytes()


def read_mutant(good: bytes, seed: int, steps: Sequence[Step], folder: Path) -> None:
    """All readers come to an end that is documented."""
    for step in steps:
        path = folder / f"{seed}.sqlite"
        path.write_bytes(good)
        mutate(path, seed)
        try:
            step(path)
        except Exception as error:
            raise AssertionError(f"mutant {seed}, {step}: {type(error).__name__}: {error}") from error
        for left in folder.glob(f"{seed}.sqlite*"):
            left.unlink()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("UPDATE results SET busy = '{\"alu\": 1e999}'",
         r"table results, row `\w{32}`, column busy: it is not a table of counts"),
        ("UPDATE results SET cycles = 'many'", r"table results, row `\w{32}`, column cycles: it cannot be `many`"),
        ("UPDATE results SET cycles = NULL", r"column cycles: it cannot be `None`"),
        ("UPDATE results SET reason = printf('%.200000c', 'x')", "a text is longer than 100000 characters"),
        ("UPDATE points SET number = 99 WHERE number = 15", "table points, row `99`: the sweep has 16 points"),
        ("UPDATE points SET axes = '{}'", "table points, row `0`, column axes: it is not a value for each axis"),
        ("UPDATE meta SET value = '{}' WHERE name = 'identity'", "table meta: `plan` is missing"),
        ("UPDATE meta SET value = '1' || printf('%.5000c', '0') WHERE name = 'size'",
         "table meta, row `size`: Exceeds the limit"),
        ("UPDATE sessions SET began = x'00'", "table sessions, row `1`, column began: it cannot be"),
        ("CREATE TRIGGER spy AFTER INSERT ON points BEGIN DELETE FROM results; END",
         "its tables: `spy` is not of simt"),
        ("DROP VIEW sweep; CREATE VIEW sweep AS SELECT load_extension('x')", "`sweep` is not as simt makes it"),
        ("DELETE FROM meta; DELETE FROM points", "no sweep was begun in"),
    ],
)  # fmt: skip
def test_the_place_of_what_is_wrong(change: str, message: str, good: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    path.write_bytes(good)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(change)
    with pytest.raises(SweepError, match=message) as caught:
        SweepResults.load(path)
    assert caught.value.code == "E0765"


def test_a_definition_that_is_no_text(good: bytes, tmp_path: Path) -> None:
    """SQLite's message about it is no text either."""
    path = tmp_path / "x.sqlite"
    path.write_bytes(good.replace(b"CREATE VIEW sweep", b"CREATE \xccIEW sweep"))
    for read in (SweepResults.load, gone_on):
        with pytest.raises(SweepError, match="E0765"):
            read(path)


def test_a_tree_that_leads_back_into_itself(tmp_path: Path) -> None:
    """Inner pages all of whose children are the next inner page: more rows than there are atoms."""
    path = tmp_path / "x.sqlite"
    run_sweep(Sweep.of("dot", {"lds.latency": "1..64", "fpu.latency": "1..8"}), path)
    with closing(sqlite3.connect(path)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'points'").fetchone()
    data = bytearray(path.read_bytes())
    page = (root - 1) * 4096
    assert data[page] == 5, "an inner page of a table"
    (cells,) = struct.unpack_from(">H", data, page + 3)
    first = struct.unpack_from(f">{cells}H", data, page + 12)
    (child,) = struct.unpack_from(">I", data, page + first[0])
    for cell in first[1:]:
        struct.pack_into(">I", data, page + cell, child)
    path.write_bytes(data)
    with pytest.raises(SweepError, match=r"E0765.*table points, row `\d+`: its rows are not in order"):
        SweepResults.load(path)


@pytest.mark.parametrize("seeds", [range(200)])
def test_mutants(seeds: range, good: bytes, tmp_path: Path) -> None:
    for seed in seeds:
        read_mutant(good, seed, [random.Random(-seed).choice(STEPS)], tmp_path)


@pytest.mark.nightly
@pytest.mark.parametrize("hundred", range(100))
def test_every_mutant_through_every_reader(hundred: int, good: bytes, tmp_path: Path) -> None:
    for seed in range(100 * hundred, 100 * hundred + 100):
        read_mutant(good, seed, STEPS, tmp_path)
