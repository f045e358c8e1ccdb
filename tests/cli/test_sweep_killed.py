"""Sweeps killed with SIGKILL between their first and their last point, on their first session and while resuming.

Each killed file is copied as it was left, journal and all, and the copy is resumed to its end, while the original is
resumed and killed again. Every end is compared, table by table, with a sweep that nobody killed.
"""

from __future__ import annotations

import random
import re
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from simt.exploration import Sweep, SweepResults, run_sweep
from tests.commands import invoke
from tests.examples import PROFILE
from tests.paths import ROOT
from tests.processes import stored

PROGRAMS = ("fft128", "matmul32")
AXES = {"banks": [2, 3, 4, 8], "fpu.latency": "1..16", "lds.latency": "1..8"}
OPTIONS = [text for key, values in AXES.items() for text in
           ("--set", f"{key}={values if isinstance(values, str) else ','.join(map(str, values))}")]  # fmt: skip
SHIPPED = ("-m", "simt")
# The same, with a transaction every hundredth of a second instead of two a second: many more moments to be killed at. A
# fast computer is done before the first transaction of a shipped one.
BUSY = (
    "-c",
    "import simt.exploration.sessions.session as session; session._COMMIT = session._TICK = 0.01\n"
    "from simt.cli.main import cli; cli()",
)
HOT = bytes.fromhex("d9d505f920a163d7")  # how the journal of a transaction that has to be undone begins


@dataclass
class Tables:
    """What a results file holds, but for when it was written."""

    points: list[Any]
    results: list[Any]
    meta: list[Any]
    rows: list[Any]

    @classmethod
    def of(cls, file: Path) -> Tables:
        rows = SweepResults.load(file).rows
        connection = sqlite3.connect(file)
        try:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            return cls(
                *(
                    connection.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall()
                    for table in ("points", "results", "meta")
                ),
                rows,
            )
        finally:
            connection.close()


@dataclass
class Kills:
    """What kills left behind."""

    left: list[int] = field(default_factory=list)  # points in the file
    late: int = 0  # kills that came when all was done: they do not count
    hot: int = 0  # journals with a transaction to undo


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    file = tmp_path_factory.mktemp("whole") / "whole.sqlite"
    outcome = run_sweep(Sweep.of(PROGRAMS, AXES), file)
    assert outcome.counts == {"contradiction": 256, "done": 768}
    return Tables.of(file)


def command(how: tuple[str, ...], file: Path, *, is_resumed: bool) -> list[str]:
    asked = ["resume", str(file)] if is_resumed else ["run", *PROGRAMS, *OPTIONS, "-o", str(file)]
    return [sys.executable, *how, "sweep", *asked]


def invoked(file: Path, *, is_resumed: bool) -> Result:
    """The same command in this process."""
    return invoke(*command(SHIPPED, file, is_resumed=is_resumed)[len(SHIPPED) + 1 :])


def killed(process: subprocess.Popen[str], file: Path, wanted: int, delay: float) -> None:
    """Kill a sweep `delay` seconds after its file has `wanted` points."""
    try:
        while stored(file) < wanted and process.poll() is None:  # a sweep ends by itself
            time.sleep(0.001)
        time.sleep(delay)
    finally:
        process.kill()
        process.communicate()


def check_resumed(file: Path, left: int, whole: Tables, *, is_resumed: bool) -> None:
    """Let a killed sweep end, and see that it did what was left, no more, and that nothing lies about."""
    found = invoked(file, is_resumed=is_resumed)
    assert found.exit_code == 0, found.stderr
    told = re.search(r"^(\d+) points in .*, (\d+) were there$", found.stderr, re.M)
    assert told is not None, found.stderr
    assert (int(told[1]), int(told[2])) == (len(whole.points) - left, left)
    assert Tables.of(file) == whole
    assert list(file.parent.iterdir()) == [file]


def moments(generator: random.Random, size: int) -> Iterator[int]:
    """Numbers of points to kill at, ever larger: those of one file; then those of the next.

    In every run they lie in the first half, so that a kill that comes late finds a sweep that is not done.
    """
    while True:
        yield from sorted(generator.sample(range(1, size if PROFILE == "nightly" else size // 2), 4))


def kill_and_resume(whole: Tables, count: int, folder: Path, seed: int) -> Kills:
    """`count` kills between the first point and the last, each resumed to the end and compared."""
    size = len(whole.points)
    generator = random.Random(seed)
    at = moments(generator, size)
    kills = Kills()
    file, before = folder / "0" / "x.sqlite", 0
    while len(kills.left) < count:
        wanted = next(at)
        if wanted <= before or kills.late > count:  # a new sweep
            assert kills.late <= count
            file, before = folder / str(len(kills.left)) / "x.sqlite", 0
        file.parent.mkdir(exist_ok=True)
        process = subprocess.Popen(
            command(BUSY, file, is_resumed=before > 0), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True,
        )  # fmt: skip
        killed(process, file, wanted, generator.choice((0.0, generator.uniform(0.0, 0.02))))
        aside = folder / "aside" / file.name
        shutil.copytree(file.parent, aside.parent)
        assert {each.name for each in aside.parent.iterdir()} <= {"x.sqlite", "x.sqlite-journal"}
        journal = aside.with_name("x.sqlite-journal")
        is_hot = journal.exists() and journal.read_bytes()[:8] == HOT
        left = len(SweepResults.load(file))  # which undoes half a transaction
        assert left >= before  # nothing is lost
        if 0 < left < size:
            kills.left.append(left)
            kills.hot += is_hot
            check_resumed(aside, left, whole, is_resumed=generator.random() < 0.5)
            before = left
        else:  # all was done: another moment
            kills.late += 1
            before = size
        shutil.rmtree(aside.parent)
    return kills


def test_killed_between_points(whole: Tables, tmp_path: Path) -> None:
    kills = kill_and_resume(whole, 1, tmp_path, seed=1)
    assert all(0 < left < len(whole.points) for left in kills.left)


@pytest.mark.nightly
def test_killed_twenty_times_between_points(whole: Tables, tmp_path: Path) -> None:
    kills = kill_and_resume(whole, 20, tmp_path, seed=2)
    assert len(set(kills.left)) > 10, kills
    print(f"\n{kills} of {len(whole.points)} points")  # noqa: T201  # with -s


def test_killed_before_the_first_point(whole: Tables, tmp_path: Path) -> None:
    """While it starts, and while it makes the file."""
    file = tmp_path / "x.sqlite"
    generator = random.Random(3)
    process = subprocess.Popen(command(SHIPPED, file, is_resumed=False), cwd=ROOT, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)  # fmt: skip
    while not file.exists() and process.poll() is None:
        time.sleep(0.0005)
    time.sleep(generator.uniform(0.0, 0.01))
    process.kill()
    process.wait()
    left = max(0, stored(file))
    found = invoked(file, is_resumed=False)
    assert found.exit_code == 0, found.stderr
    assert left < len(whole.points)
    assert Tables.of(file) == whole
    assert list(tmp_path.iterdir()) == [file]
