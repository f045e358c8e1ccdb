"""The layout of a results file, and the check of its contents.

A file may come from anybody, or from a bad disk, so the whole file is checked when it is opened. The file cannot change
later: a reader holds a transaction, a writer the lock. The schema must equal ours, so that views, triggers and
generated columns of a foreign file never run. The check reads every row once in ascending order, so that it finds a
cycle in a damaged tree. The check takes time in proportion to the size of the file.
"""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

from isa.reporting.diagnostics import quote
from simt.exploration.errors import SweepError

FILE_SCHEMA = 4  # SQLite's user_version
APPLICATION = 0x73696D74  # "simt", SQLite's application_id
EXPORT_SUFFIXES = (".csv", ".parquet")  # suffixes of exports, which are not results files

# The columns of a result, with their SQL types.
COLUMNS: dict[str, str] = {
    "key": "TEXT",
    "status": "TEXT",  # done, wrong, or why there is no result
    "code": "TEXT",  # of `simt explain`
    "reason": "TEXT",
    "cycles": "INTEGER",
    "margin": "INTEGER",  # half the width of the interval of the cycles, if they are an estimate; else 0
    "instructions": "INTEGER",
    "ipc": "REAL",
    "fpu_efficiency": "REAL",
    "seconds": "REAL",
    "operations": "INTEGER",
    "max_relative_error": "REAL",
    "threads": "INTEGER",
    "warps": "INTEGER",
    "global_size": "TEXT",  # of the launch and of a work-group, in the syntax of `--global-size` and `--local-size`
    "local_size": "TEXT",
    "groups": "INTEGER",  # work-groups of the launch
    "places": "INTEGER",  # work-groups that a core holds at a time
    "transactions": "INTEGER",  # to global memory, of all accesses
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
TABLES = f"""
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

_MOST_LENGTH = 16_000_000  # bytes of a cell: the plan of a sweep may name many values
MOST_TEXT = 100_000  # characters of a text of a result, which many points may share
_STEPS = 1  # of SQLite's machine per byte of the file; our own rows take 0.04
_TICK = 10_000  # steps between two checks of their number
_TYPES: dict[str, type] = {"TEXT": str, "INTEGER": int, "REAL": float}
LEDGERS = ("busy", "issue", "warp", "lane")  # columns of JSON
_SESSIONS = {
    "number": int, "began": str, "version": str, "python": str, "system": str, "workers": str, "points": int,
    "seconds": float,
}  # fmt: skip


def guard(connection: sqlite3.Connection, *, is_writer: bool) -> None:
    """Limit the size of a cell, and forbid functions with side effects in the schema, before a file is read.

    is_writer: whether the connection may change the file.
    """
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MOST_LENGTH)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    if not is_writer:
        connection.execute("PRAGMA query_only = ON")


def not_ours(path: object) -> SweepError:
    """Make the error for a file that another program wrote."""
    return SweepError(
        f"{quote(str(path))} does not hold the results of a sweep",
        code="E0765",
        help="it was not touched: name another file",
    )


def check(connection: sqlite3.Connection, path: str | Path) -> None:
    """Check that an open file is a results file of this version, and undamaged.

    Raises `SweepError`: E0765, E0767. SQLite's own error is raised if the file is locked, or cannot be read or written.
    """
    if pragma(connection, "application_id") != APPLICATION:
        raise not_ours(path)
    version = pragma(connection, "user_version")
    if version != FILE_SCHEMA:
        age = "an older" if version < FILE_SCHEMA else "a newer"
        message = f"{quote(str(path))} was written by {age} version of simt: layout {version}, not {FILE_SCHEMA}"
        advice = "export it with the simt that wrote it, or sweep again into another file; it was not touched"
        raise SweepError(message, code="E0767", help=advice)
    steps = iter(range(_STEPS * Path(path).stat().st_size // _TICK + 100))
    connection.set_progress_handler(lambda: next(steps, None) is None, _TICK)
    contents = _Contents(connection)
    try:
        contents.check()
    except (sqlite3.Error, ValueError, RecursionError) as error:
        text = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        if isinstance(error, sqlite3.OperationalError):
            if any(word in text for word in ("locked", "I/O", "full")):
                raise
            text = "its rows have no end" if text == "interrupted" else text
        message = f"{quote(str(path))} is damaged: {contents.place}: {text}"
        advice = "it was not touched; sweep again into another file"
        raise SweepError(message, code="E0765", help=advice) from None
    finally:
        connection.set_progress_handler(None, 0)


def pragma(connection: sqlite3.Connection, name: str) -> int:
    """Return the value of a pragma that is a number."""
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _schema(connection: sqlite3.Connection) -> dict[str, str | None]:
    return dict(connection.execute("SELECT name, type || ': ' || coalesce(sql, '') FROM sqlite_master"))


@cache
def _our_schema() -> dict[str, str | None]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(TABLES)
        return _schema(connection)


class _Contents:
    """The check of the contents of all tables. When it raises `ValueError`, `place` names the place of the mistake."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.place = "its tables"
        self.size = 0  # points of the sweep; 0 if it was not begun
        self.axes: set[str] = set()

    def check(self) -> None:
        ours, theirs = _our_schema(), _schema(self.connection)
        for name in sorted(map(str, theirs.keys() | ours.keys())):
            if ours.get(name) != theirs.get(name):
                raise ValueError(
                    f"{quote(name)} is not as simt makes it" if name in ours else f"{quote(name)} is not of simt"
                )
        facts = {}
        for name, text in self._rows("meta", {"name": str, "value": str}):
            facts[name] = _parsed(text)
        if facts:
            self._check_facts(facts)
        for _ in self._rows("sessions", _SESSIONS):
            pass
        self._check_results()
        self._check_points()

    def _rows(self, table: str, columns: Mapping[str, type], may_be_null: bool = False) -> Iterator[tuple[Any, ...]]:
        """Yield a table's rows; check that the first column ascends, types match and numbers are finite and not < 0.

        columns: the type of each column. may_be_null: whether values other than key and status may be missing. Raises
        `ValueError`.
        """
        self.place = f"table {table}"
        names, kinds = list(columns), tuple(columns.values())
        numbers = [index for index, kind in enumerate(kinds) if kind is not str]
        good = {kinds}  # types of whole rows
        last = None
        for row in self.connection.execute(f"SELECT {', '.join(names)} FROM {table} ORDER BY {names[0]}"):
            self.place = f"table {table}, row {quote(str(row[0]))}"
            if (types := tuple(map(type, row))) not in good:
                for name, kind, value in zip(names, kinds, row, strict=True):
                    if type(value) is not kind and not (
                        may_be_null and value is None and name not in ("key", "status")
                    ):
                        raise self._wrong(name, value)
                good.add(types)
            for index in numbers:
                if row[index] is not None and not 0 <= row[index] < math.inf:
                    raise self._wrong(names[index], row[index])
            if last is not None and row[0] <= last:
                raise ValueError("its rows are not in order")
            last = row[0]
            yield row

    def _wrong(self, column: str, value: object) -> ValueError:
        self.place += f", column {column}"
        return ValueError(f"it cannot be {quote(str(value))}")

    def _check_facts(self, facts: Mapping[str, Any]) -> None:
        """Check the facts of `meta` that readers use. The plan is checked when a sweep is made from it.

        Raises `ValueError`.
        """
        self.place = "table meta"
        identity = _entry(facts, "identity", dict)
        plan = _entry(identity, "plan", dict)
        for table, names, kind in (
            (facts, ("schema", "engine"), str), (plan, ("mode",), str), (identity, ("kernels", "machines"), dict),
            (plan, ("sweep", "set", "define"), dict), (plan, ("programs",), list), (facts, ("size",), int),
        ):  # fmt: skip
            for name in names:
                _entry(table, name, kind)
        for name in plan["sweep"]:
            if not all(map(_is_axis_value, _entry(plan["sweep"], name, list))):
                raise ValueError(f"the values of {quote(name)} are not numbers and texts")
        if not all(isinstance(name, str) for name in plan["programs"]):
            raise ValueError("`programs` are not texts")
        self.size, self.axes = facts["size"], set(plan["sweep"])

    def _check_results(self) -> None:
        columns = {name: _TYPES[kind] for name, kind in COLUMNS.items()}
        places = {name: place for place, name in enumerate(columns)}
        texts = [place for name, place in places.items() if columns[name] is str]
        for row in self._rows("results", columns, may_be_null=True):
            if any(row[place] is not None and len(row[place]) > MOST_TEXT for place in texts):
                raise ValueError(f"a text is longer than {MOST_TEXT} characters")
            if row[places["status"]] == "done" and not (row[places["cycles"]] and row[places["seconds"]] is not None):
                raise self._wrong("cycles", row[places["cycles"]])
            here = self.place
            for name in LEDGERS:
                if row[places[name]] is not None:
                    self.place = f"{here}, column {name}"
                    counts = _parsed(row[places[name]])
                    if type(counts) is not dict or not all(map(_is_count, counts.values())):
                        raise ValueError("it is not a table of counts")

    def _check_points(self) -> None:
        for number, _, _, text in self._rows("points", {"number": int, "key": str, "program": str, "axes": str}):
            if number >= self.size:
                raise ValueError(f"the sweep has {self.size} points")
            self.place += ", column axes"
            values = _parsed(text)
            if type(values) is not dict or values.keys() != self.axes or not all(map(_is_axis_value, values.values())):
                raise ValueError("it is not a value for each axis of the sweep")


def _entry(table: Mapping[str, Any], name: str, kind: type) -> Any:
    value = table.get(name)
    if type(value) is not kind or (kind is int and not _is_count(value)):
        raise ValueError(f"{quote(name)} is missing or not what it should be")
    return value


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < 1 << 63


def _is_axis_value(value: object) -> bool:
    if isinstance(value, int | float):
        return -(1 << 63) <= value < 1 << 63
    return isinstance(value, str) or (isinstance(value, list) and all(isinstance(item, str) for item in value))


def _no_number(text: str) -> float:
    raise ValueError(f"`{text}` is not a number")


_DECODER = json.JSONDecoder(parse_constant=_no_number)


def _parsed(text: str) -> Any:
    """Parse a JSON text. Raises `ValueError` for invalid JSON, and for unpaired surrogates."""
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"it is not JSON: {error}") from None
    if "\\u" in text:
        json.dumps(value, ensure_ascii=False).encode()
    return value
