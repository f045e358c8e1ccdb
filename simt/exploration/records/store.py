"""The results file of a sweep: an SQLite file with one writer, which stays readable if the writer is killed.

Points are rows of `points`, by number. Measures are rows of `results`, by the hash of everything that decides a run, so
that equivalent points are run once. Rows of both tables are written in a few transactions a second. After SIGKILL or a
power cut the file holds all points of the complete transactions, because SQLite's rollback journal undoes an incomplete
one. A write-ahead log would need shared memory, which network file systems lack, and would leave data in a second file.
The writer holds SQLite's exclusive lock until it closes the file.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import platform
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from isa.reporting.diagnostics import quote
from isa.reporting.files import open_file, reason_of
from simt.exploration.errors import SweepError
from simt.exploration.records import layout
from simt.version import __version__

_MOST_BYTES = 1 << 40  # largest file read: ten million points take some ten gigabytes
_PATIENCE = 2.0  # seconds to wait for a lock

Row = tuple[Any, ...]  # values of `COLUMNS`


def digest(content: object) -> str:
    """Return a hash of plain values: 128 bits, in hex."""
    return hashlib.sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()[:32]


_LINK = "INSERT OR REPLACE INTO points VALUES "
_RESULT = "INSERT OR IGNORE INTO results VALUES "
_AT_ONCE = 32  # rows per statement: sqlite3 releases and regains the interpreter's lock at every statement


class Store:
    """An open results file. path: None if the results are kept in memory."""

    def __init__(self, path: str | Path | None, connection: sqlite3.Connection) -> None:
        self.path = None if path is None else Path(path)
        self._connection = connection
        self._inode = self._identity()

    @classmethod
    def write(cls, path: str | Path | None) -> Store:
        """Open and lock a file, or make a new one; None keeps the results in memory.

        Raises `SweepError`: E0763, E0764, E0765, E0767.
        """
        _check_place(path)
        with cls._opened(path, is_writer=True) as store:
            connection = store._connection
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            if _is_empty(connection):
                if layout.pragma(connection, "application_id") not in (0, layout.APPLICATION):
                    raise layout.not_ours(path)
                # In one transaction: a file is empty or complete.
                for statement in layout.TABLES.split(";"):
                    connection.execute(statement)
            elif path is not None:
                layout.check(connection, path)
            connection.execute("COMMIT")
            store._inode = store._identity()
        return store

    @classmethod
    def read(cls, path: str | Path) -> Store:
        """Open a file for reading. Raises `SweepError`: E0763, E0764, E0765, E0767."""
        try:
            open_file(path, _MOST_BYTES).close()  # SQLite itself would open anything
        except FileNotFoundError:
            message = f"there is no results file {quote(str(path))}"
            raise SweepError(message, code="E0763", help="`simt sweep KERNEL ... -o FILE` makes one") from None
        except (OSError, ValueError) as error:
            raise SweepError(f"cannot read {quote(str(path))}: {reason_of(error)}", code="E0763") from None
        with cls._opened(path, is_writer=False) as store:
            store._connection.execute("BEGIN")  # a reader sees the checked contents until the transaction ends
            if _is_empty(store._connection):
                raise layout.not_ours(path)
            layout.check(store._connection, path)
            if not store.meta():
                message = f"no sweep was begun in {quote(str(path))}"
                raise SweepError(message, code="E0765", help="`simt sweep KERNEL ... -o FILE` begins one there")
        return store

    @classmethod
    @contextmanager
    def _opened(cls, path: str | Path | None, *, is_writer: bool) -> Iterator[Store]:
        """Yield an open file, which is closed if the block raises. Raises `SweepError`."""
        with _converted_errors(path):
            if path is None:
                connection = sqlite3.connect(":memory:", isolation_level=None)
            else:
                # After a killed writer the reader rolls back its transaction, so it opens for writing if permitted.
                can_write = is_writer or os.access(path, os.W_OK)
                mode = "rwc" if is_writer else "rw" if can_write else "ro"
                uri = f"{Path(path).absolute().as_uri()}?mode={mode}"
                connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=_PATIENCE)
            try:
                if path is not None:
                    layout.guard(connection, is_writer=is_writer)
                yield cls(path, connection)
            except BaseException:
                connection.close()
                raise

    def close(self) -> None:
        """Close the file, which releases the lock."""
        self._connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add(self, points: Iterable[tuple[int, str, str, str]], results: Iterable[Row]) -> None:
        """Write points (number, key, program, axes) and results in one transaction. Raises `SweepError`."""
        self._check_still_there()
        with self.transaction() as connection:
            _insert(connection, _RESULT, list(results))
            _insert(connection, _LINK, list(points))

    def set_meta(self, values: Mapping[str, object]) -> None:
        """Write facts about the sweep. Raises `SweepError`."""
        with self.transaction() as connection:
            rows = [(name, json.dumps(value)) for name, value in values.items()]
            connection.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", rows)

    def add_session(self, workers: str) -> int:
        """Record the start of a session with its workers and the version of simt; return its number.

        Raises `SweepError`.
        """
        time = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        facts = time, __version__, platform.python_version(), platform.platform(), workers
        with self.transaction() as connection:
            row = connection.execute("INSERT INTO sessions VALUES (NULL, ?, ?, ?, ?, ?, 0, 0)", facts)
            return int(row.lastrowid or 0)

    def end_session(self, number: int, points: int, seconds: float) -> None:
        """Record the number of points of a session and its duration in seconds. Raises `SweepError`."""
        with self.transaction() as connection:
            connection.execute(
                "UPDATE sessions SET points = ?, seconds = ? WHERE number = ?", (points, seconds, number)
            )

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Begin a transaction, which is undone if the block raises. Raises `SweepError`."""
        with _converted_errors(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:  # a full disk may have rolled it back
                    self._connection.execute("ROLLBACK")
                raise

    def _identity(self) -> tuple[int, int] | None:
        if self.path is None:
            return None
        try:
            status = self.path.stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino

    def _check_still_there(self) -> None:
        if self._identity() != self._inode:
            message = (
                f"the results file {quote(str(self.path))} was removed or replaced while the sweep was writing to it"
            )
            advice = "start again; leave the file where it is until the sweep has ended"
            raise SweepError(message, code="E0768", help=advice)

    def meta(self) -> dict[str, Any]:
        """Return the facts about the sweep, among them its identity: the plan, and the hashes of its files.

        Raises `SweepError`.
        """
        with _converted_errors(self.path):
            rows = self._connection.execute("SELECT name, value FROM meta ORDER BY name")
            return {name: json.loads(value) for name, value in rows}

    def done(self) -> tuple[set[int], set[str]]:
        """Return the numbers of points that have a result, and the keys of results. Raises `SweepError`."""
        with _converted_errors(self.path):
            numbers = {row[0] for row in self._connection.execute("SELECT number FROM sweep")}
            keys = {row[0] for row in self._connection.execute("SELECT key FROM results")}
        return numbers, keys

    def rows(self, numbers: Iterable[int] | None = None) -> list[tuple[Any, ...]]:
        """Return (number, program, axes as JSON, *`COLUMNS`) of each point with a result, by number.

        numbers: the points to return; None for all. Raises `SweepError`.
        """
        points, results, values = (
            "SELECT number, program, axes, key FROM points",
            f"SELECT {', '.join(layout.COLUMNS)} FROM results",
            [],
        )
        if numbers is not None:
            points += " WHERE number IN (SELECT value FROM json_each(?))"
            results += f" WHERE key IN ({points.replace('number, program, axes, ', '')})"
            values.append(json.dumps(list(numbers)))
        with _converted_errors(self.path):
            known = {row[0]: row for row in self._connection.execute(results, values)}  # equivalent points share one
            rows = self._connection.execute(f"{points} ORDER BY number", values)
            return [(number, program, axes, *known[key]) for number, program, axes, key in rows if key in known]

    def counts(self) -> dict[str, int]:
        """Return the number of points by status. Raises `SweepError`."""
        with _converted_errors(self.path):
            return dict(self._connection.execute("SELECT status, count(*) FROM sweep GROUP BY status ORDER BY status"))


def _insert(connection: sqlite3.Connection, statement: str, rows: Sequence[Row]) -> None:
    for first in range(0, len(rows), _AT_ONCE):
        chunk = rows[first : first + _AT_ONCE]
        places = f"({', '.join('?' * len(chunk[0]))})"
        connection.execute(statement + ", ".join([places] * len(chunk)), [value for row in chunk for value in row])


def _check_place(path: str | Path | None) -> None:
    if path is None:
        return
    name, target = quote(str(path)), Path(path)
    try:
        if "\0" in str(path):
            raise SweepError(f"{name} can be the name of no file", code="E0763")
        if str(path) in ("", "-"):
            raise SweepError("a results file has a name: SQLite does not go to standard output", code="E0763")
        if target.suffix.lower() in layout.EXPORT_SUFFIXES and not target.exists():
            message = f"a results file is of SQLite, not {target.suffix}: {name}"
            advice = "name it .sqlite; `simt sweep export` then writes the table"
            raise SweepError(message, code="E0763", help=advice)
        if target.is_dir():
            raise SweepError(f"{name} is a folder, not a results file", code="E0763")
        if target.exists() and not target.is_file():
            raise SweepError(f"{name} is a device or a pipe, not a results file", code="E0763")
        if not target.parent.is_dir():
            folder = quote(str(target.parent))
            message = f"there is no folder {folder}"
            raise SweepError(message, code="E0763", help=f"make it first: mkdir -p {target.parent}")
        if target.is_file() and not os.access(target, os.W_OK):
            raise SweepError(f"{name} may not be written to", code="E0763")
    except (OSError, ValueError) as error:
        raise SweepError(f"cannot open {name}: {error}", code="E0763") from None


def _is_empty(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_master").fetchone() is None


@contextmanager
def _converted_errors(path: object) -> Iterator[None]:
    try:
        yield
    except UnicodeDecodeError:  # from SQLite's own message about a damaged definition
        raise layout.not_ours(path) from None
    except sqlite3.Error as error:
        text, name = str(error), quote(str(path))
        if "locked" in text or "busy" in text:
            advice = "wait for it, or stop it with Ctrl-C: what it has done is kept, and the same command goes on"
            raise SweepError(f"{name} is in use by another sweep", code="E0764", help=advice) from None
        if "full" in text:
            advice = f"what was written stays; make room and run the same command again, or: simt sweep resume {path}"
            raise SweepError(f"cannot write {name}: the disk is full", code="E0763", help=advice) from None
        if isinstance(error, sqlite3.OperationalError | sqlite3.DataError):
            advice = "what was written stays; give -o on a local disk with room, and run the same command again"
            advice = advice if "I/O" in text else ""
            raise SweepError(f"cannot use {name}: {text}", code="E0763", help=advice) from None
        raise layout.not_ours(path) from None
