"""The results file of a sweep: SQLite, one writer, safe against being killed at any moment.

Points are rows of `points`, by number; what was measured are rows of `results`, by the hash of everything that decides
a run, so that points that come to the same are run once. Both are written in transactions, some a second: after
SIGKILL or a power cut the file holds all points up to one of them, and SQLite's rollback journal undoes half a
transaction. The journal is the plain one, not a write-ahead log: that needs shared memory, which network file systems
lack, and leaves its data in a second file. The writer holds SQLite's exclusive lock to its end.
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

from isa.diagnostics import quote
from simt.exploration.errors import SweepError
from simt.version import __version__

FILE_SCHEMA = 3  # SQLite's user_version
APPLICATION = 0x73696D74  # "simt", SQLite's application_id
_PATIENCE = 2.0  # seconds to wait for a lock

# The columns of a result, with their SQL types.
COLUMNS: dict[str, str] = {
    "key": "TEXT",
    "status": "TEXT",  # done, wrong, or why there is no result
    "code": "TEXT",  # of `simt explain`
    "reason": "TEXT",
    "cycles": "INTEGER",
    "instructions": "INTEGER",
    "ipc": "REAL",
    "fpu_efficiency": "REAL",
    "seconds": "REAL",
    "operations": "INTEGER",
    "max_relative_error": "REAL",
    "threads": "INTEGER",
    "warps": "INTEGER",
    "global_size": "TEXT",  # of the launch and of a work-group, as `--global` and `--local` take them
    "local_size": "TEXT",
    "groups": "INTEGER",  # work-groups of the launch
    "places": "INTEGER",  # work-groups that a core holds at a time
    "transactions": "INTEGER",  # with global memory, of all accesses
    "bytes": "INTEGER",  # of all transactions
    "bound": "TEXT",  # the resource that binds
    "bound_cycles": "INTEGER",
    "lds_conflict_cycles": "INTEGER",
    "exposed_lds_cycles": "INTEGER",
    "busy": "TEXT",  # cycles that each resource alone would need, JSON
    "issue": "TEXT",  # the ledgers, JSON
    "warp": "TEXT",
    "lane": "TEXT",
    "machine_hash": "TEXT",
    "program_hash": "TEXT",
    "inputs_hash": "TEXT",
}
Row = tuple[Any, ...]  # values of COLUMNS


def digest(content: object) -> str:
    """128 bits of plain values, in hex."""
    return hashlib.sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()[:32]


_TABLES = f"""
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE sessions (
    number INTEGER PRIMARY KEY, began TEXT NOT NULL, version TEXT NOT NULL, python TEXT NOT NULL, system TEXT NOT NULL,
    workers TEXT NOT NULL, points INTEGER NOT NULL, seconds REAL NOT NULL
);
CREATE TABLE points (number INTEGER PRIMARY KEY, key TEXT NOT NULL, program TEXT NOT NULL, axes TEXT NOT NULL);
CREATE TABLE results ({", ".join(f"{name} {kind}" for name, kind in COLUMNS.items())}, PRIMARY KEY (key)) WITHOUT ROWID;
CREATE VIEW sweep AS SELECT * FROM points JOIN results USING (key);
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {FILE_SCHEMA};
"""
_LINK = "INSERT OR REPLACE INTO points VALUES "
_RESULT = "INSERT OR IGNORE INTO results VALUES "
_AT_ONCE = 32  # rows per statement: sqlite3 gives up the interpreter's lock, and must get it again, at every statement


class Store:
    """An open results file. `path` None keeps the results in memory."""

    def __init__(self, path: str | Path | None, connection: sqlite3.Connection, *, is_new: bool) -> None:
        self.path = None if path is None else Path(path)
        self.is_new = is_new
        self._connection = connection
        self._inode = self._identity()

    @classmethod
    def write(cls, path: str | Path | None) -> Store:
        """Open for writing, which locks out everybody else; an empty or missing file becomes one of ours.

        Raises `SweepError`: E0763, E0764, E0765, E0767.
        """
        _check_place(path)
        store = cls._open(path, is_writer=True)
        try:
            with _told(path):
                connection = store._connection
                connection.execute("PRAGMA locking_mode = EXCLUSIVE")
                connection.execute("BEGIN EXCLUSIVE")
                store.is_new = not _tables(connection)
                if store.is_new and _number(connection, "application_id") not in (0, APPLICATION):
                    raise _not_ours(path)
                if store.is_new:
                    # In one transaction: a file is empty or complete.
                    for statement in _TABLES.split(";"):
                        connection.execute(statement)
                else:
                    _check_ours(connection, path)
                connection.execute("COMMIT")
            store._inode = store._identity()
        except BaseException:
            store._connection.close()
            raise
        return store

    @classmethod
    def read(cls, path: str | Path) -> Store:
        """Open for reading. Raises `SweepError`: E0763, E0764, E0765, E0767."""
        if not Path(path).is_file():
            message = f"there is no results file {quote(str(path))}"
            raise SweepError(message, code="E0763", help="`simt sweep KERNEL ... -o FILE` makes one")
        store = cls._open(path, is_writer=False)
        try:
            with _told(path):
                if not _tables(store._connection):
                    raise _not_ours(path)
                _check_ours(store._connection, path)
        except BaseException:
            store._connection.close()
            raise
        return store

    @classmethod
    def _open(cls, path: str | Path | None, *, is_writer: bool) -> Store:
        with _told(path):
            if path is None:
                connection = sqlite3.connect(":memory:", isolation_level=None)
            else:
                # A reader may have to undo what a killed writer left: it opens for writing where it may.
                can_write = is_writer or os.access(path, os.W_OK)
                mode = "rwc" if is_writer else "rw" if can_write else "ro"
                uri = f"{Path(path).absolute().as_uri()}?mode={mode}"
                connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=_PATIENCE)
        return cls(path, connection, is_new=False)

    def close(self) -> None:
        """Give up the lock."""
        self._connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- writing --------------------------------------------------------------------------------------------------

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
        """Write that somebody works on the sweep from now on, and with which simt; the session's number."""
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        about = now, __version__, platform.python_version(), platform.platform(), workers
        with self.transaction() as connection:
            row = connection.execute("INSERT INTO sessions VALUES (NULL, ?, ?, ?, ?, ?, 0, 0)", about)
            return int(row.lastrowid or 0)

    def end_session(self, number: int, points: int, seconds: float) -> None:
        """Write what a session did."""
        with self.transaction() as connection:
            connection.execute(
                "UPDATE sessions SET points = ?, seconds = ? WHERE number = ?", (points, seconds, number)
            )

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing. Raises `SweepError`."""
        with _told(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    def _identity(self) -> tuple[int, int] | None:
        if self.path is None:
            return None
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def _check_still_there(self) -> None:
        if self._identity() != self._inode:
            message = (
                f"the results file {quote(str(self.path))} was removed or replaced while the sweep was writing to it"
            )
            advice = "start again; leave the file where it is until the sweep has ended"
            raise SweepError(message, code="E0768", help=advice)

    # --- reading --------------------------------------------------------------------------------------------------

    def meta(self) -> dict[str, Any]:
        """Facts about the sweep: its plan, where it came from."""
        with _told(self.path):
            rows = self._connection.execute("SELECT name, value FROM meta ORDER BY name")
            return {name: json.loads(value) for name, value in rows}

    def done(self) -> tuple[set[int], set[str]]:
        """The numbers of points that have a result, and the keys of results."""
        with _told(self.path):
            numbers = {row[0] for row in self._connection.execute("SELECT number FROM sweep")}
            keys = {row[0] for row in self._connection.execute("SELECT key FROM results")}
        return numbers, keys

    def rows(self, numbers: Iterable[int] | None = None) -> list[tuple[Any, ...]]:
        """(number, program, axes as JSON, then `COLUMNS`) of every point that has a result, by number.

        numbers: only of these points.
        """
        names = ", ".join(f"results.{name}" for name in COLUMNS)
        query, values = f"SELECT number, program, axes, {names} FROM points JOIN results USING (key)", []
        if numbers is not None:
            query += " WHERE number IN (SELECT value FROM json_each(?))"
            values.append(json.dumps(list(numbers)))
        with _told(self.path):
            return self._connection.execute(f"{query} ORDER BY number", values).fetchall()

    def sessions(self) -> list[tuple[Any, ...]]:
        """Who worked on the sweep: number, began, version, python, system, workers, points, seconds."""
        with _told(self.path):
            return self._connection.execute("SELECT * FROM sessions ORDER BY number").fetchall()

    def counts(self) -> dict[str, int]:
        """Points by status."""
        with _told(self.path):
            return dict(self._connection.execute("SELECT status, count(*) FROM sweep GROUP BY status ORDER BY status"))


def _insert(connection: sqlite3.Connection, statement: str, rows: Sequence[Row]) -> None:
    for first in range(0, len(rows), _AT_ONCE):
        some = rows[first : first + _AT_ONCE]
        places = f"({', '.join('?' * len(some[0]))})"
        connection.execute(statement + ", ".join([places] * len(some)), [value for row in some for value in row])


# --- what can be wrong ------------------------------------------------------------------------------------------------


def _check_place(path: str | Path | None) -> None:
    """Whether there can be a results file at `path`. Raises `SweepError`."""
    if path is None:
        return
    name, target = quote(str(path)), Path(path)
    try:
        if "\0" in str(path):
            raise SweepError(f"{name} can be the name of no file", code="E0763")
        if str(path) in ("", "-"):
            raise SweepError("a results file has a name: SQLite does not go to standard output", code="E0763")
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


def _not_ours(path: object) -> SweepError:
    return SweepError(
        f"{quote(str(path))} does not hold the results of a sweep",
        code="E0765",
        help="it was not touched; give another -o",
    )


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])


def _tables(connection: sqlite3.Connection) -> list[str]:
    return [row[0] for row in connection.execute("SELECT name FROM sqlite_master")]


def _check_ours(connection: sqlite3.Connection, path: object) -> None:
    if _number(connection, "application_id") != APPLICATION:
        raise _not_ours(path)
    version = _number(connection, "user_version")
    if version != FILE_SCHEMA:
        age = "an older" if version < FILE_SCHEMA else "a newer"
        message = f"{quote(str(path))} was written by {age} version of simt: layout {version}, not {FILE_SCHEMA}"
        advice = "export it with the simt that wrote it, or sweep again with another -o; it was not touched"
        raise SweepError(message, code="E0767", help=advice)


@contextmanager
def _told(path: object) -> Iterator[None]:
    """SQLite's errors in our words."""
    try:
        yield
    except sqlite3.Error as error:
        text, name = str(error), quote(str(path))
        if "locked" in text or "busy" in text:
            advice = "wait for it, or stop it with Ctrl-C: what it has done is kept, and the same command goes on"
            raise SweepError(f"{name} is in use by another sweep", code="E0764", help=advice) from None
        if isinstance(error, sqlite3.OperationalError):
            advice = (
                "what was written stays; make room, or give -o on a local disk, and run the same command again"
                if "full" in text or "I/O" in text
                else ""
            )
            raise SweepError(f"cannot use {name}: {text}", code="E0763", help=advice) from None
        raise _not_ours(path) from None
